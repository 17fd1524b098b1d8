// Truncated, huge, deeply nested, wrong-typed and random input: no panic, no silence, no 500, memory flat.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FOUR, Player, pair, play } from './player.mjs';
import { Server, within } from './server.mjs';
import { Line, frame, websocket } from './wire.mjs';

let server;
before(async () => {
  server = await Server.start({
    args: [
      '--events-burst', '1000000', '--requests-burst', '1000000', '--max-connections-per-address', '5000',
    ],
  });
});
after(() => server.stop());

const EVENTS = [
  'matchmaking:join', 'matchmaking:leave', 'game:move', 'game:resign', 'game:reconnect', 'game:spectate',
  'afk:check', 'game:rematch', 'game:rematch:decline', 'room:create', 'room:join', 'game:leave', 'game:abort',
];

let state = 12_345;
const random = (bound) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) % bound;
};
const pick = (list) => list[random(list.length)];

/** Any JSON, more often with names that mean something. */
function anything(depth = 0) {
  const names = ['roomId', 'playerId', 'column', 'moveNumber', 'username', 'preset', 'wantsBot', 'token', 'roomCode', '__proto__', ''];
  const leaves = [
    null, true, false, 0, -1, 3, 1e308, -1e308, 2 ** 53, 0.1, '', 'live', 'solo', '000000000000', 'x'.repeat(200),
    '\u0000', '\ud800', '💥', "'; drop table matches; --", '<script>alert(1)</script>', '../../../etc/passwd', '%s%n',
  ];
  const kind = random(depth > 3 ? 2 : 5);
  if (kind < 2) return pick(leaves);
  if (kind === 2) return Array.from({ length: random(4) }, () => anything(depth + 1));
  return Object.fromEntries(Array.from({ length: random(6) }, () => [pick(names), anything(depth + 1)]));
}

/** A game can still be played from beginning to end. */
async function assertAlive() {
  const players = await pair(server, { preset: 'classic' });
  await play(players, FOUR);
  assert.equal((await players[1].hears('game:over')).winner, players[0].id);
  players.forEach((it) => it.close());
  server.assertSound();
}

describe('on the socket', () => {
  test('any payload of any event is answered', async () => {
    const mallory = await Player.join(server, { name: 'Mallory' });
    for (let round = 0; round < 60; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => mallory.ask(pick([...EVENTS, 'nonsense', 'toString']), anything())),
      );
      for (const answer of answers) {
        assert.equal(typeof answer.ok, 'boolean');
        if (!answer.ok) {
          assert.notEqual(answer.error.code, 'internal', answer.error.message);
          assert.ok(answer.error.message.length < 400);
        }
      }
    }
    mallory.close();
    await assertAlive();
  });

  test('more than one argument, or none, is answered too', async () => {
    const mallory = await Player.join(server, { name: 'Mallory' });
    for (const event of EVENTS) {
      for (const args of [[], [1, 2, 3], [{}, {}], [[[]]], ['x', null]]) {
        const answer = await within(5_000, `${event} ${JSON.stringify(args)}: silence`,
          new Promise((resolve) => mallory.socket.emit(event, ...args, resolve)));
        assert.equal(answer.ok, false);
      }
    }
    mallory.close();
  });

  test('binary payloads are answered or end the connection', async () => {
    const mallory = await Player.join(server, { name: 'Mallory' });
    const gone = new Promise((resolve) => mallory.socket.once('disconnect', () => resolve('gone')));
    const answered = new Promise((resolve) => mallory.socket.emit('game:move', { roomId: Buffer.from([1, 2]) }, resolve));
    await within(5_000, 'silence', Promise.race([gone, answered]));
    mallory.close();
    await assertAlive();
  });

  test('frames that are no packets end in an answer or a closed connection', async () => {
    const deep = (open, close, depth) => open.repeat(depth) + close.repeat(depth);
    const packets = [
      '', '4', '42', '42/connect4', '42/connect4,', '42/connect4,[', '42/connect4,[]', '42/connect4,["', '42/connect4,{}',
      '42/connect4,["game:move"', '42/connect4,["game:move",', '42/connect4,["game:move",{"roomId":', '42/connect4,7["game:move",{}',
      '42/connect4,99999999999999999999["game:move",{}]', '42/connect4,-1["game:move",{}]', '43/connect4,5[]', '41/connect4,', '44/connect4,{}',
      '45/connect4,1-["game:move",{"_placeholder":true,"num":0}]', '451-/connect4,["x",{"_placeholder":true,"num":9}]', '46', '49', '9', 'x', '2', '3', '5', '6', '0', '1',
      '40/connect4,{"token":{}}', '40/connect4,[[', '40/admin,', '40/admin,{}', '40', '42["game:move",{}]',
      `42/connect4,["game:move",${deep('[', ']', 1_500)}]`, `42/connect4,["game:move",${deep('{"a":', '}', 600).replace('}', '1}')}]`,
      `42/connect4,["${'x'.repeat(3_000)}",{}]`, '42/connect4,["game:move",{"column":1e999}]', '42/connect4,["game:move","\\ud800"]',
      '\u0000', '\uffff', 'á'.repeat(900),
    ];
    for (const packet of packets) {
      const line = await websocket(server);
      line.send(frame(packet));
      // Whatever it was, the next well-formed event is answered, unless the connection was ended.
      line.send(frame('42/connect4,1["afk:check",{"roomId":"nowhere"}]'));
      await line.hears('unknown_room');
      line.close();
    }
    await assertAlive();
  });

  test('frames that are no frames end the connection', async () => {
    const bad = [
      Buffer.from([0xff, 0xff, 0xff, 0xff]), // reserved bits and opcode
      Buffer.from([0x81, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f]), // not masked
      frame('x', { opcode: 3 }), frame('x', { opcode: 0 }), frame('x'.repeat(126), { opcode: 9 }), // odd kinds, a long ping
      frame(Buffer.from([0xc3, 0x28])), // no UTF-8
      frame('x'.repeat(100), { length: 2 ** 31 }), // a promise of two gigabytes
      frame('x'.repeat(70_000)), frame('x'.repeat(1_000_000)), // huge
    ];
    for (const [index, bytes] of bad.entries()) {
      const line = await websocket(server);
      line.send(bytes);
      line.send(frame('42/connect4,1["afk:check",{"roomId":"nowhere"}]'));
      const alive = await line.hears('unknown_room', 10_000).catch(() => 'silent');
      // A promised two gigabytes may be waited for; it must not be stored.
      assert.ok(alive === false || (alive === 'silent' && index === 6), `frame ${index}: ${alive}`);
      line.close();
    }
    await assertAlive();
  });

  test('a message in a thousand pieces, cut anywhere, is one message or none', async () => {
    const whole = frame('42/connect4,1["afk:check",{"roomId":"nowhere"}]');
    const slow = await websocket(server);
    for (const byte of whole) {
      slow.send(Buffer.from([byte]));
      await sleep(1);
    }
    assert.equal(await slow.hears('unknown_room'), true);
    slow.close();
    for (let cut = 1; cut < whole.length; cut += 7) {
      const line = await websocket(server);
      line.send(whole.subarray(0, cut));
      line.close();
    }
    await assertAlive();
  });

  test('long-polling with rubbish in the body is refused', async () => {
    const base = `${server.url}/socket.io/?EIO=4&transport=polling`;
    const open = async () => JSON.parse((await (await fetch(base)).text()).slice(1)).sid;
    const rubbish = ['', 'x', '4', '42["game:move",{}]', '\u001e', '42/connect4,[\u001e42/connect4,[', 'x'.repeat(15_000), 'x'.repeat(100_000), '🙂'.repeat(2_000)];
    for (const body of rubbish) {
      const sid = await open();
      const { status } = await fetch(`${base}&sid=${sid}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
      assert.ok(status < 500, `${status} for ${body.slice(0, 20)}`);
    }
    for (const query of ['EIO=4', 'EIO=3&transport=polling', 'EIO=4&transport=carrier-pigeon', 'EIO=4&transport=polling&sid=nobody', 'transport=polling', `EIO=4&transport=polling&sid=${'x'.repeat(3_000)}`]) {
      const { status } = await fetch(`${server.url}/socket.io/?${query}`);
      assert.ok(status >= 400 && status < 500, `${status} for ${query}`);
    }
    await assertAlive();
  });
});

describe('over HTTP', () => {
  test('no path, method, query or body is answered with a 5xx', async () => {
    const paths = [
      '/', '/v1', '/v1/', '/v1/rooms', '/v1/games', '/v1/games/', '/v1/games/x', '/v1/games/%00', '/v1/games/%ff', '/v1/games/..%2f..%2fetc%2fpasswd',
      '/v1/players/', '/v1/players/%20', `/v1/players/${'x'.repeat(3_000)}`, '/v1/leaderboard', '/v1/analyze', '/healthz', '/readyz', '/metrics',
      '/docs', '/openapi.json', '/socket.io', '/socket.io/', '/..', '/%2e%2e/%2e%2e/etc/passwd', '/favicon.ico', '/assets/../../Cargo.toml', '//', '/?', '/play/💥',
    ];
    const queries = ['', '?', '?game=chess', '?game=', '?limit=-1', '?limit=0', '?limit=99999999999999999999', '?limit=x', '?before=x', '?before=%00', '?player=%ff', '?before=9223372036854775808', '?limit=1&limit=2', '?player='];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']) {
        const query = method === 'GET' ? queries : [pick(queries)];
        for (const it of query) {
          const body = method === 'GET' || method === 'HEAD' ? undefined : JSON.stringify(anything());
          const response = await fetch(encodeURI(server.url + path) + it, { method, body, signal: AbortSignal.timeout(15_000) });
          await response.arrayBuffer();
          assert.ok(response.status < 500, `${response.status} for ${method} ${path}${it}`);
        }
      }
    }
  });

  test('bodies that are huge, deep, wrong or of the wrong kind are refused', async () => {
    const deep = '['.repeat(3_000) + ']'.repeat(3_000);
    const bodies = ['', '{', 'null', '[]', '{"moves":null}', '{"moves":{}}', `{"moves":"${'4'.repeat(3_000)}"}`, deep, 'x'.repeat(1_000_000), '\u0000', '{"moves":"4"}'.repeat(2)];
    for (const body of bodies) {
      const response = await fetch(`${server.url}/v1/analyze`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      const text = await response.text();
      assert.ok(response.status >= 400 && response.status < 500, `${response.status} for ${body.slice(0, 30)}`);
      assert.equal(typeof JSON.parse(text).error.message, 'string');
    }
    for (const type of ['text/plain', 'application/xml', '', 'application/json; charset=utf-16']) {
      const response = await fetch(`${server.url}/v1/analyze`, { method: 'POST', body: '{"moves":"4"', headers: { 'content-type': type } });
      await response.text();
      assert.ok(response.status >= 400 && response.status < 500, `${response.status} for ${type}`);
    }
  });

  test('bytes that are no HTTP are refused or cut off', async () => {
    const requests = [
      'x\r\n\r\n', '\u0000\u0001\u0002\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET\r\n\r\n', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`, 'POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
      'POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      'POST /v1/analyze HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ];
    for (const request of requests) {
      const line = new Line(server);
      line.send(request);
      const answered = await line.hears('HTTP/1.1 4', 10_000);
      assert.ok(answered || line.closed);
      assert.doesNotMatch(line.received.toString('latin1'), /^HTTP\/1\.1 5/);
      line.close();
    }
    await assertAlive();
  });
});

test('a client that takes for ever over a request is cut off, and keeps nobody from playing', async () => {
  const silent = Array.from({ length: 25 }, () => new Line(server));
  const slow = Array.from({ length: 25 }, () => new Line(server));
  for (const line of slow) line.send('GET /v1/rooms HTTP/1.1\r\nHost: x\r\nX-A: ');
  const drip = setInterval(() => slow.forEach((it) => it.send('a')), 500);
  const patient = await Player.join(server);
  await assertAlive();
  assert.ok([...silent, ...slow].every((it) => !it.closed), 'everybody has some seconds');
  await within(20_000, 'still connected', Promise.all([...silent, ...slow].map((it) => it.ended)));
  clearInterval(drip);
  const { error } = await patient.ask('afk:check', { roomId: 'nowhere' });
  assert.equal(error.code, 'unknown_room', 'a socket that keeps its heartbeat may say nothing for longer');
  patient.close();
});

test('memory stays flat under it all', async (t) => {
  const round = async () => {
    const lines = await Promise.all(Array.from({ length: 40 }, () => websocket(server)));
    for (const line of lines) {
      for (let message = 0; message < 25; message += 1) {
        line.send(frame(`42/connect4,${message}["${pick(EVENTS)}",${JSON.stringify(anything())}]`.slice(0, 4_000)));
      }
      line.send(frame('42/connect4,77["afk:check",{"roomId":"nowhere"}]'));
    }
    await Promise.all(lines.map((it) => it.hears('43/connect4,77')));
    for (const line of lines) {
      line.send(frame('x'.repeat(200_000)));
      line.close();
    }
    await fetch(`${server.url}/v1/analyze`, { method: 'POST', body: 'x'.repeat(500_000) }).then((it) => it.text(), () => {});
  };
  for (let warm = 0; warm < 5; warm += 1) await round();
  const before = server.residentKib();
  for (let more = 0; more < 25; more += 1) await round();
  await sleep(500);
  const grown = server.residentKib() - before;
  t.diagnostic(`${before} KiB, then ${grown >= 0 ? '+' : ''}${grown} KiB over 25,000 hostile messages on 1,000 connections`);
  assert.ok(grown < 24 * 1_024, `memory grew by ${grown} KiB`);
  await assertAlive();
});
