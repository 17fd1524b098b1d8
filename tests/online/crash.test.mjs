// `kill -9` at random moments under load, again and again: every acknowledged move is there after each
// restart, and the games go on.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { Postgres } from './postgres.mjs';
import { Server, folder, freePort, tracked, until } from './server.mjs';

const PLAYERS = 24;
/** Of these, who play against bots: a bot, too, must go on after a restart. */
const AGAINST_BOTS = 4;
const ANSWER_MS_MAX = 10_000;
/** Refusals that say: try again in a moment. */
const FOR_NOW = ['internal', 'overloaded', 'rate_limited'];
const SEED = Number(process.env.FOURFALL_TEST_SEED ?? Date.now() % 1_000_000);

/** Small and seeded, so that a failure can be played again. */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What players were promised: by room, the column of each acknowledged move, and the end they heard of. */
class Ledger {
  rooms = new Map();
  acknowledged = 0;
  problems = [];

  room(roomId) {
    if (!this.rooms.has(roomId)) this.rooms.set(roomId, { moves: [], over: null });
    return this.rooms.get(roomId);
  }

  /** Somebody was told that a disc is there. */
  disc(roomId, moveNumber, column) {
    const { moves } = this.room(roomId);
    const known = moves[moveNumber - 1];
    if (known !== undefined && known !== column) {
      this.problems.push(`room ${roomId}: move ${moveNumber} was ${known}, now ${column}`);
    }
    moves[moveNumber - 1] = column;
  }

  over(roomId, { winner, reason }) {
    const room = this.room(roomId);
    const told = `${reason} ${winner}`;
    if (room.over !== null && room.over !== told) this.problems.push(`room ${roomId} ended twice: ${room.over}, ${told}`);
    room.over = told;
  }
}

/** Plays games one after the other, whatever happens to the server. */
class Machine {
  game = null;
  pending = null;
  finished = 0;
  stopped = false;

  constructor(url, name, ledger, random, wantsBot) {
    Object.assign(this, { name, ledger, random, wantsBot });
    this.socket = tracked(io(`${url}/connect4`, {
      forceNew: true,
      transports: ['websocket'],
      reconnectionDelay: 40,
      reconnectionDelayMax: 200,
      timeout: 2_000,
      auth: (send) => send(this.token ? { token: this.token } : {}),
    }));
    const on = (event, react) => this.socket.on(event, (payload) => react(payload));
    on('session:created', ({ playerId, token }) => Object.assign(this, { id: playerId, token }));
    on('connect', () => void this.comeBack());
    on('game:started', (it) => this.show(it, []));
    on('game:reconnected', (it) => this.show(it, it.moveHistory));
    on('game:move:made', (it) => this.show({ ...this.game, ...it, playerId: this.id }, it.moveHistory));
    on('game:over', (it) => this.end(it));
    on('matchmaking:waiting', () => {});
  }

  /** An answer, or `null` if the server died meanwhile. One that lives and keeps silent is a problem. */
  async ask(event, payload) {
    this.asked = event;
    try {
      const answer = await this.socket.timeout(ANSWER_MS_MAX).emitWithAck(event, payload);
      this.asked = `${event}, answered ${JSON.stringify(answer)}`;
      return answer;
    } catch (error) {
      this.asked = `${event}, ${error.message}`;
      if (this.socket.connected) this.ledger.problems.push(`${this.name}: silence after ${event}`);
      return null;
    }
  }

  /** For whoever has to find out why it does not go on. */
  get state() {
    const { name, game, pending, asked, socket } = this;
    const where = game === null ? 'in no game' : `in ${game.roomId} after ${game.moves.join('')}, ${pending} pending`;
    return `${name} is ${socket.connected ? 'there' : 'away'} and ${where}; last asked ${asked}`;
  }

  /** After every connect: the game that is on, or else a new one. */
  async comeBack() {
    await sleep(0);
    if (this.id === undefined) {
      await new Promise((resolve) => this.socket.once('session:created', resolve));
    }
    const connection = this.socket.id;
    const { game } = this;
    const answer = await this.ask('game:reconnect', { playerId: this.id });
    if (connection !== this.socket.id || answer === null) return;
    if (answer.ok) return; // the whole game has come, and with it what is to be sent again
    const { code } = answer.error;
    if (FOR_NOW.includes(code)) {
      await sleep(100);
      void this.comeBack();
    } else if (code !== 'unknown_room') {
      this.ledger.problems.push(`${this.name}: game:reconnect: ${code}`);
    } else if (this.game === game) { // and none has begun since it asked
      this.game = null;
      await this.look();
    }
  }

  async look() {
    if (this.stopped) return;
    const answer = await this.ask('matchmaking:join', {
      username: this.name, preset: 'classic', wantsBot: this.wantsBot, botDifficulty: 'easy',
    });
    const code = answer?.error?.code;
    if (FOR_NOW.includes(code)) {
      await sleep(100);
      if (this.socket.connected && this.game === null) void this.look();
    } else if (code !== undefined && code !== 'already_in_game') {
      this.ledger.problems.push(`${this.name}: matchmaking:join: ${code}`);
    }
  }

  show(game, moves) {
    this.game = { ...game, moves };
    moves.forEach((column, at) => this.ledger.disc(game.roomId, at + 1, column));
    if (game.over) {
      this.end(game.over);
      return;
    }
    const me = game.players.findIndex((it) => it.id === this.id);
    if (game.currentTurn === me && this.pending === null && moves.length < 42) void this.drop(game, moves);
  }

  async drop(game, moves) {
    const columns = [0, 1, 2, 3, 4, 5, 6].filter((it) => game.board[it] === null);
    const column = columns[Math.floor(this.random() * columns.length)];
    const moveNumber = moves.length + 1;
    const { roomId } = game;
    this.pending = moveNumber;
    await sleep(this.random() * 30);
    const answer = await this.ask('game:move', { roomId, playerId: this.id, column, moveNumber });
    if (this.pending === moveNumber) this.pending = null;
    const code = answer?.error?.code;
    if (answer?.ok) {
      this.ledger.acknowledged += 1;
      this.ledger.disc(roomId, moveNumber, column);
    } else if (FOR_NOW.includes(code)) {
      await sleep(100);
    } else if (code !== undefined && code !== 'game_over' && code !== 'not_your_turn') {
      this.ledger.problems.push(`${this.name}: game:move: ${code}: ${answer.error.message}`);
    }
    // The opponent's reply may have been faster than this answer.
    const now = this.game;
    const isToGoOn = FOR_NOW.includes(code) || now?.moves.length > moves.length;
    if (now?.roomId === roomId && isToGoOn) this.show(now, now.moves);
  }

  end(over) {
    this.ledger.over(over.roomId, over);
    this.pending = null;
    this.game = null;
    this.finished += 1;
    void this.look();
  }

  close() {
    this.stopped = true;
    this.socket.disconnect();
  }
}

/** Asserts that the store has everything that anybody was told of these rooms. */
async function assertKept(server, rooms, when) {
  await Promise.all(rooms.map(async ([roomId, { moves, over }]) => {
    const { status, body } = await server.get(`/v1/games/${roomId}`);
    assert.equal(status, 200, `room ${roomId} is gone ${when}`);
    const stored = [...body.moves].map((it) => Number(it) - 1);
    moves.forEach((column, at) => {
      assert.equal(stored[at], column, `room ${roomId}: move ${at + 1} was lost or changed ${when}`);
    });
    if (over !== null) {
      assert.ok(body.result, `room ${roomId}: its end was lost ${when}`);
      assert.equal(`${body.result.reason} ${body.result.winner}`, over);
    }
  }));
}

/** Every game that ended is in its players' statistics, once. */
async function assertCounted(server, machines) {
  for (const { id, name } of machines) {
    let ended = 0;
    let before;
    do {
      const query = new URLSearchParams({ player: id, limit: '100', ...(before && { before }) });
      const { body } = await server.get(`/v1/games?${query}`);
      ended += body.games.length;
      before = body.next;
    } while (before !== null);
    const { body } = await server.get(`/v1/players/${id}`);
    assert.equal(body.games, ended, `${name} has ended ${ended} games, and ${body.games} are counted`);
    assert.equal(body.wins + body.losses + body.draws, body.games);
  }
}

/** A server under load: machines that play, and what they were promised. */
async function underLoad(options) {
  const args = ['--requests-burst', '100000', ...(options.args ?? [])];
  const server = await Server.start({ port: await freePort(), ...options, args });
  const ledger = new Ledger();
  const machines = Array.from(
    { length: PLAYERS },
    (_, at) => new Machine(server.url, `M${at}`, ledger, chance(SEED + 1 + at), at < AGAINST_BOTS),
  );
  await until(20_000, 'no game began', () => ledger.acknowledged > PLAYERS);
  return { server, ledger, machines };
}

async function killAgainAndAgain(t, { kills, stops, options }) {
  const random = chance(SEED);
  const { server, ledger, machines } = await underLoad(options);
  let idle = 0;
  for (let life = 0; life < kills + stops; life += 1) {
    const before = ledger.acknowledged;
    // Now and then before anything could happen, mostly in the middle of it.
    await sleep(random() < 0.2 ? random() * 60 : 150 + random() * 450);
    if (ledger.acknowledged === before) idle += 1;
    if (life < kills) await server.kill();
    else await server.stop();
    const promised = [...ledger.rooms].map(([roomId, { moves, over }]) => [roomId, { moves: [...moves], over }]);
    await server.start();
    await until(10_000, 'the server is not ready', () => server.ready());
    // What anybody has heard of in the last while, straight from the store.
    await assertKept(server, promised.slice(-PLAYERS), `in life ${life}`);
    assert.deepEqual(ledger.problems, []);
  }
  assert.ok(idle < (kills + stops) / 2, `nothing happened in ${idle} of ${kills + stops} lives`);

  // And the games go on: every machine ends another one.
  const goals = machines.map((it) => it.finished + 1);
  const lagging = () => machines.filter((it, at) => it.finished < goals[at]).map((it) => it.state);
  // Of an odd number one may be left without an opponent.
  await until(40_000, () => `not every game went on: ${lagging().join('; ')}`, () => lagging().length <= PLAYERS % 2);
  machines.forEach((it) => it.close());
  await assertKept(server, [...ledger.rooms], 'in the end');
  await assertCounted(server, machines);
  assert.deepEqual(ledger.problems, []);
  t.diagnostic(
    `${ledger.acknowledged} acknowledged moves in ${ledger.rooms.size} games over ${kills} kills and ${stops} stops`,
  );
  await server.stop();
}

test('a server that acknowledged before it stored would be found out', async () => {
  const { server, ledger, machines } = await underLoad({});
  // The disk as it was a while ago: what one finds after a crash if the newest moves were never written.
  await server.kill();
  const earlier = folder('earlier');
  cpSync(server.data, earlier, { recursive: true });
  await server.start();
  const before = ledger.acknowledged;
  await until(20_000, 'nobody plays', () => ledger.acknowledged > before + PLAYERS);
  await server.kill();
  machines.forEach((it) => it.close());
  for (const [data, isKept] of [[server.data, true], [earlier, false]]) {
    const restarted = await Server.start({ data, args: ['--requests-burst', '100000'] });
    const kept = assertKept(restarted, [...ledger.rooms], 'on that disk');
    if (isKept) await kept;
    else await assert.rejects(kept, /was lost or changed|is gone|its end was lost/);
    await restarted.stop();
  }
});

test(`nothing acknowledged is lost over 50 × kill -9, on SQLite (seed ${SEED})`, { timeout: 150_000 }, (t) =>
  killAgainAndAgain(t, { kills: 50, stops: 3, options: {} }));

test(`nor over 10 × kill -9, on PostgreSQL (seed ${SEED})`, { timeout: 90_000 }, async (t) => {
  const postgres = await Postgres.start();
  await killAgainAndAgain(t, { kills: 10, stops: 1, options: { args: ['--database-url', postgres.url] } });
  await postgres.down();
});
