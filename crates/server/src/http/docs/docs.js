// Draws /openapi.json: what each address takes and gives, and an example that runs: here, or pasted into a terminal.

const root = document.getElementById('api');

function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function resolve(spec, schema) {
  const reference = schema?.$ref;
  if (!reference) return schema;
  return reference.slice(2).split('/').reduce((node, key) => node[key], spec);
}

/** A schema in a few words: "string", "Game", "array of Room". */
function kind(schema) {
  if (!schema) return 'anything';
  if (schema.$ref) return schema.$ref.split('/').pop();
  if (schema.oneOf) return schema.oneOf.map(kind).join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'object');
  return schema.items ? `${type} of ${kind(schema.items)}` : type;
}

function fields(spec, schema) {
  const { properties, required = [] } = resolve(spec, schema) ?? {};
  if (!properties) return el('p', {}, kind(schema));
  const rows = Object.entries(properties).map(([name, field]) =>
    el(
      'tr',
      {},
      el('td', {}, el('code', {}, name)),
      el('td', {}, kind(field) + (required.includes(name) ? '' : ', optional')),
      el('td', {}, field.description ?? ''),
    ),
  );
  return el('table', {}, el('tbody', {}, ...rows));
}

/**
 * Values for the examples: games and players that are really here, so that the first press of the button gives
 * something. Where there are none yet, what the description has.
 */
async function samples() {
  const asked = async (path) => {
    try {
      const response = await fetch(path);
      return response.ok ? await response.json() : {};
    } catch {
      return {};
    }
  };
  const { games = [] } = await asked('/v1/games?limit=1');
  const [game] = games;
  return {
    '/v1/games/{roomId}': { roomId: game?.roomId },
    '/v1/games/{id}': { id: game?.roomId },
    '/v1/players/{id}': { id: game?.players?.[0]?.id },
  };
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(verb, address, body) {
  const start = `curl ${quoted(location.origin + address)}`;
  return body === undefined
    ? start
    : `${start} \\\n  --request ${verb} --header 'content-type: application/json' \\\n  --data ${quoted(body)}`;
}

function tryIt(method, path, parameters, body, sample) {
  const output = el('pre', { 'aria-live': 'polite', tabindex: 0 });
  output.hidden = true;
  const command = el('code');
  const inputs = parameters.map((parameter) => {
    const input = el('input', { name: parameter.name });
    input.required = parameter.required ?? false;
    input.value = sample[parameter.name] ?? parameter.example ?? parameter.schema?.example ?? '';
    return { parameter, input };
  });
  const text = el('textarea', { rows: 3, 'aria-label': 'Body' });
  text.value = '{ "moves": "4435" }';
  const form = el(
    'form',
    {},
    ...inputs.map(({ parameter, input }) =>
      el('label', {}, `${parameter.name}: ${parameter.description ?? ''}`, input),
    ),
    ...(body ? [text] : []),
    el('pre', { tabindex: 0, 'aria-label': 'In a terminal' }, command),
    el('button', {}, 'Run it'),
    output,
  );

  function address() {
    const query = new URLSearchParams();
    let filled = path;
    for (const { parameter, input } of inputs) {
      if (parameter.in === 'path') {
        filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      } else if (parameter.in === 'query' && input.value !== '') {
        query.set(parameter.name, input.value);
      }
    }
    const asked = query.toString();
    return asked === '' ? filled : `${filled}?${asked}`;
  }

  const show = () => {
    command.textContent = curl(method, address(), body ? text.value : undefined);
  };
  form.addEventListener('input', show);
  show();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.hidden = false;
    try {
      const headers = { 'content-type': 'application/json' };
      const options = body ? { method, headers, body: text.value } : { method };
      const response = await fetch(address(), options);
      const answer = await response.json();
      output.textContent = `${response.status}\n${JSON.stringify(answer, null, 2)}`;
    } catch (error) {
      output.textContent = `the server did not answer: ${error.message}`;
    }
  });
  return form;
}

/** What a route is called in addresses of this page. */
const anchor = (verb, path) => `${verb}${path}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replace(/-$/, '');

function operation(spec, sample, { path, method, it }) {
  const { summary, parameters = [], requestBody, responses } = it;
  const json = (holder) => holder?.content?.['application/json']?.schema;
  const verb = method.toUpperCase();
  const gives = Object.entries(responses).flatMap(([status, response]) => {
    const schema = json(response);
    return status === '200' ? [el('h3', {}, `Gives ${kind(schema)}`), fields(spec, schema)] : [];
  });
  const takes = json(requestBody);
  const asked = parameters.filter((parameter) => parameter.in !== 'header');
  return el(
    'article',
    { id: anchor(verb, path) },
    el('h2', {}, el('span', { class: 'method' }, verb), ' ', el('code', {}, path)),
    el('p', { class: 'summary' }, summary ?? ''),
    el(
      'div',
      { class: 'columns' },
      el(
        'div',
        {},
        ...(takes ? [el('h3', {}, `Takes ${kind(takes)}`), fields(spec, takes)] : []),
        ...gives,
      ),
      el('div', {}, el('h3', {}, 'Example'), tryIt(verb, path, asked, Boolean(takes), sample)),
    ),
  );
}

/** A whole client: it joins, and answers until the game is over. */
const LIVE = `import { io } from 'socket.io-client';

const socket = io('${location.origin}/connect4', { transports: ['websocket'] });
const ask = (event, payload) => socket.emitWithAck(event, payload);
let me;
let game;

async function drop() {
  // Some columns fill up: try until one takes the disc.
  for (let tries = 0; tries < 50; tries += 1) {
    const column = Math.floor(Math.random() * 7);
    const { ok, error } = await ask('game:move', { roomId: game.roomId, playerId: me, column });
    if (ok || error.code !== 'column_full') return;
  }
}

socket.on('session:created', async ({ playerId }) => {
  me = playerId;
  await ask('matchmaking:join', { username: 'My program', preset: 'live', wantsBot: true, botDifficulty: 'easy' });
});
socket.on('game:started', (started) => {
  game = started;
  if (started.players[started.currentTurn].id === me) drop();
});
socket.on('game:move:made', ({ playerId, column, currentTurn }) => {
  console.log(playerId === me ? 'I' : 'it', 'dropped into column', column + 1);
  if (game.players[currentTurn].id === me) drop();
});
socket.on('game:over', ({ winner, reason }) => {
  console.log(winner === me ? 'I won:' : winner ? 'it won:' : 'a draw:', reason);
  process.exit();
});
`;
document.getElementById('live-code').textContent = LIVE;

try {
  const [response, values] = await Promise.all([fetch('/openapi.json'), samples()]);
  const spec = await response.json();
  const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, it]) => ({ path, method, it })),
  );
  root.replaceChildren(...operations.map((it) => operation(spec, values[it.path] ?? {}, it)));
  document.getElementById('contents').replaceChildren(
    ...operations.map(({ path, method }) =>
      el('a', { href: `#${anchor(method, path)}` }, `${method.toUpperCase()} ${path}`),
    ),
    el('a', { href: '#live' }, 'Socket.IO'),
  );
} catch (error) {
  root.replaceChildren(el('p', { role: 'alert' }, `The description could not be read: ${error.message}`));
}
root.setAttribute('aria-busy', 'false');
