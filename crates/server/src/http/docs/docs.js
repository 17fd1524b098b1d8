// Draws /openapi.json: what each address takes and gives, and a form to try it.

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

function tryIt(method, path, parameters, body) {
  const output = el('pre', { 'aria-live': 'polite' });
  output.hidden = true;
  const inputs = parameters.map((parameter) => {
    const input = el('input', { name: parameter.name });
    input.required = parameter.required ?? false;
    input.value = parameter.example ?? parameter.schema?.example ?? '';
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
    el('button', {}, 'Try it'),
    output,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const query = new URLSearchParams();
    let address = path;
    for (const { parameter, input } of inputs) {
      if (parameter.in === 'path') {
        address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      } else if (input.value !== '') {
        query.set(parameter.name, input.value);
      }
    }
    if (query.size > 0) address += `?${query}`;
    output.hidden = false;
    try {
      const headers = { 'content-type': 'application/json' };
      const options = body ? { method, headers, body: text.value } : { method };
      const response = await fetch(address, options);
      const answer = await response.json();
      output.textContent = `${response.status}\n${JSON.stringify(answer, null, 2)}`;
    } catch (error) {
      output.textContent = `the server did not answer: ${error.message}`;
    }
  });
  return form;
}

function operation(spec, path, method, { summary, parameters = [], requestBody, responses }) {
  const json = (holder) => holder?.content?.['application/json']?.schema;
  const verb = method.toUpperCase();
  const gives = Object.entries(responses).flatMap(([status, response]) => {
    const schema = json(response);
    return status === '200' ? [el('h3', {}, `Gives ${kind(schema)}`), fields(spec, schema)] : [];
  });
  const takes = json(requestBody);
  return el(
    'article',
    {},
    el('h2', {}, el('span', { class: 'method' }, verb), ' ', el('code', {}, path)),
    el('p', {}, summary ?? ''),
    ...(takes ? [el('h3', {}, `Takes ${kind(takes)}`), fields(spec, takes)] : []),
    ...gives,
    tryIt(verb, path, parameters, Boolean(takes)),
  );
}

const spec = await (await fetch('/openapi.json')).json();
const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, it]) => operation(spec, path, method, it)),
);
root.replaceChildren(
  el('h1', {}, `${spec.info.title} API`),
  el('p', {}, spec.info.description ?? ''),
  el('p', {}, 'For programs: ', el('a', { href: '/openapi.json' }, '/openapi.json'), '.'),
  ...operations,
);
root.setAttribute('aria-busy', 'false');
