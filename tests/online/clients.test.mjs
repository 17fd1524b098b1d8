// Clients that nobody wrote for us: Socket.IO's own as it comes, Python's and Rust's. They know document 003 and
// nothing else: no namespace, no token, only the playerId that they were given.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { io } from 'socket.io-client';
import { Player } from './player.mjs';
import { Proxy } from './proxy.mjs';
import { Server, freePort, launch, tracked, until, within } from './server.mjs';

/** Somebody with the official client and its defaults, on the default namespace, who plays `columns` in turn. */
class Stock {
  heard = [];

  constructor(url, name, options = {}) {
    this.name = name;
    this.socket = tracked(io(url, { forceNew: true, reconnectionDelay: 50, reconnectionDelayMax: 200, ...options }));
    this.socket.onAny((event, payload) => {
      if (event === 'session:created') this.id = payload.playerId;
      if (event === 'game:started') this.roomId = payload.roomId;
      this.heard.push({ event, payload });
    });
  }

  async hears(event, which = () => true) {
    const found = () => this.heard.find((it) => it.event === event && which(it.payload));
    await until(20_000, () => `${this.name} did not hear ${event}; heard ${this.heard.map((it) => it.event)}`, found);
    return found().payload;
  }

  all(event) {
    return this.heard.filter((it) => it.event === event).map((it) => it.payload);
  }

  ask(event, payload) {
    return this.socket.timeout(20_000).emitWithAck(event, payload);
  }

  async drops(column) {
    const answer = await this.ask('game:move', { roomId: this.roomId, playerId: this.id, column });
    assert.equal(answer.ok, true, `${this.name}: ${JSON.stringify(answer)}`);
  }
}

/** Two of them, the one who starts first. */
async function pair(urls, options = {}) {
  const players = ['Ada', 'Alan'].map((name, at) => new Stock(urls[at] ?? urls[0], name, options));
  for (const player of players) {
    await player.hears('session:created');
    assert.equal((await player.ask('matchmaking:join', { username: player.name })).ok, true);
  }
  for (const player of players) await player.hears('game:started');
  return players;
}

describe('the official client as it comes', () => {
  let server;
  before(async () => {
    server = await Server.start({ args: ['--reconnect-seconds', '30'] });
  });
  after(() => server.stop());

  for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
    const how = transports.join(' then ');

    test(`whose connection is cut over ${how} has its session back, with what it missed`, async () => {
      const line = await Proxy.to(server.port);
      const [ada, alan] = await pair([server.url, line.url], { transports });
      if (transports.length > 1) await until(5_000, 'no upgrade', () => alan.socket.io.engine.transport.name === 'websocket');
      await ada.drops(3);
      await alan.hears('game:move:made');
      const { id: socketId } = alan.socket;
      const back = new Promise((resolve) => alan.socket.once('disconnect', () => alan.socket.once('connect', resolve)));
      line.cut();
      // Whatever the wire has lost is sent again: this move, too.
      await alan.hears('game:move:made');
      await within(20_000, 'the client did not come back', back);
      assert.equal(alan.socket.recovered, true, 'recovered, as Socket.IO 4.6 calls it');
      assert.equal(alan.socket.id, socketId, 'the same socket to everybody');
      // It has no token, and needs none.
      await alan.drops(3);
      await ada.hears('game:move:made', (it) => it.moveHistory.length === 2);
      assert.equal((await alan.ask('game:reconnect', { playerId: alan.id })).ok, true);
      assert.deepEqual((await alan.hears('game:reconnected')).moveHistory, [3, 3]);
      assert.equal(ada.all('game:over').length, 0);
      for (const it of [ada, alan]) it.socket.disconnect();
    });

    test(`hears everything once that happens while it is away over ${how}`, async () => {
      const line = await Proxy.to(server.port);
      const [ada, alan] = await pair([server.url, line.url], { transports });
      line.refuse(true);
      line.cut();
      await until(10_000, 'the client did not notice', () => !alan.socket.connected);
      await ada.drops(3);
      assert.equal((await ada.ask('game:resign', { roomId: ada.roomId, playerId: ada.id })).ok, true);
      line.refuse(false);
      await alan.hears('game:over');
      assert.equal(alan.socket.recovered, true);
      const versions = alan.heard.map((it) => it.payload?.version).filter((it) => it !== undefined);
      assert.deepEqual(versions, [...new Set(versions)].sort((a, b) => a - b), 'in order, and each once');
      assert.equal(alan.all('game:move:made').length, 1);
      for (const it of [ada, alan]) it.socket.disconnect();
    });
  }

  test('who reloads the page has a token to prove who it is, and without one is somebody else', async () => {
    const [ada, alan] = await pair([server.url]);
    const { token } = await alan.hears('session:created');
    alan.socket.disconnect();
    const stranger = new Stock(server.url, 'Alan');
    await stranger.hears('session:created');
    const refused = await stranger.ask('game:reconnect', { playerId: alan.id });
    assert.equal(refused.error.code, 'forbidden');
    assert.match(refused.error.message, /token/);
    const back = new Stock(server.url, 'Alan', { auth: { token } });
    assert.equal((await back.ask('game:reconnect', { playerId: alan.id })).ok, true);
    for (const it of [ada, stranger, back]) it.socket.disconnect();
  });

  for (const how of ['SIGTERM', 'SIGKILL']) {
    test(`comes back by itself after a restart (${how}), and plays on with its token`, { timeout: 60_000 }, async () => {
      const own = await Server.start({ port: await freePort() });
      const players = await pair([own.url], { auth: undefined });
      const [ada, alan] = players;
      for (const it of players) it.socket.auth = { token: (await it.hears('session:created')).token };
      await ada.drops(3);
      await alan.hears('game:move:made');
      const errors = [];
      for (const it of players) it.socket.on('connect_error', (error) => errors.push(error));
      await (how === 'SIGTERM' ? own.stop() : own.kill());
      await own.start();
      for (const it of players) {
        await until(20_000, `${it.name} did not come back`, () => it.socket.connected);
        assert.equal((await it.ask('game:reconnect', { playerId: it.id })).ok, true);
        assert.deepEqual((await it.hears('game:reconnected')).moveHistory, [3]);
      }
      await alan.drops(4);
      await ada.hears('game:move:made', (it) => it.moveHistory.length === 2);
      // Errors of the transport are tried again; a refusal would carry data, and be the end.
      assert.deepEqual(errors.filter((it) => it.data !== undefined), []);
      for (const it of players) it.socket.disconnect();
      await own.stop();
    });
  }
});

/** Programs in clients/, each with the transports it is told to use; none means that it begins with polling and upgrades. */
const PYTHON = process.env.CLIENTS_PYTHON;
const PROGRAMS = [
  ['python-socketio', PYTHON, ['clients/sync.py'], [[], ['polling'], ['websocket']]],
  ['python-socketio with asyncio', PYTHON, ['clients/with_asyncio.py'], [[], ['polling'], ['websocket']]],
  ['rust_socketio', process.env.CLIENTS_RUST, [], [[], ['polling'], ['websocket']]],
];
const GAMES = 2;

describe('clients in other languages', () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  /** Plays like the programs do, the first column with room, until so many games are over. */
  async function playAlong() {
    const player = await Player.join(server);
    const results = [];
    for (let game = 0; game < GAMES; game += 1) {
      await player.does('matchmaking:join', { username: 'Ada' });
      let state = await player.starts();
      const { players } = state;
      for (;;) {
        if (players[state.currentTurn].id === player.id) await player.drops(state.board.indexOf(null));
        state = await player.hears('game:move:made', (it) => it.version > state.version);
        // Three columns are full, and the first disc of the fourth is the fourth in the bottom row.
        if (state.moveHistory.length === 19) break;
      }
      const { winner, reason } = await player.hears('game:over');
      results.push(`${winner === player.id ? 'lost' : 'won'} 19 ${reason}`);
    }
    player.close();
    return results;
  }

  for (const [name, program, args, ways] of PROGRAMS) {
    for (const transports of ways) {
      test(`${name} plays whole games over ${transports[0] ?? 'polling, then websocket'}`, { timeout: 60_000 }, async () => {
        assert.ok(program && existsSync(program), 'tests/online/run installs the clients: start these tests with it');
        const child = launch(program, [...args, server.url, String(GAMES), ...transports], { cwd: import.meta.dirname });
        const ended = within(45_000, () => `${name} did not come to an end:\n${child.log}`, child.ended);
        const [results, { code }] = await Promise.all([playAlong(), ended]);
        assert.equal(code, 0, child.log);
        assert.deepEqual(child.log.trim().split('\n'), results);
        assert.match(results[0], /Four in a row!/);
        await server.nobodyWaits();
      });
    }
  }
});
