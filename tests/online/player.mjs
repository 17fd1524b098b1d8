// A player: the official client, with everything it hears written down.
import assert from 'node:assert/strict';
import { io } from 'socket.io-client';
import { tracked, within } from './server.mjs';

const PATIENCE_MS = 10_000;
const WHOLE_GAME = new Set(['game:started', 'game:reconnected', 'game:spectate:joined', 'room:waiting']);

export class Player {
  /** Every message in the order it came: { event, payload }. */
  heard = [];
  #taken = 0;
  #waiting = new Set();

  constructor(server, { name = 'Ada', token, transports = ['websocket'], handshake = {}, ...options } = {}) {
    this.name = name;
    this.token = token;
    this.socket = tracked(io(`${server.url}/connect4`, {
      forceNew: true,
      reconnection: false,
      transports,
      ...options,
      auth: (send) => send(this.token === undefined ? handshake : { ...handshake, token: this.token }),
    }));
    this.socket.onAny((event, payload) => {
      if (event === 'session:created') {
        this.id = payload.playerId;
        this.token = payload.token;
      }
      if (payload?.version !== undefined) this.version = payload.version;
      this.heard.push({ event, payload });
      for (const look of [...this.#waiting]) look();
    });
  }

  /** A connected player who knows who they are. */
  static async join(server, options = {}) {
    const player = new Player(server, options);
    await player.connected();
    if (options.token === undefined) await player.hears('session:created');
    else player.id = options.id;
    return player;
  }

  async connected() {
    if (this.socket.connected) return;
    const { socket } = this;
    await within(
      PATIENCE_MS,
      `${this.name} could not connect`,
      new Promise((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      }),
    );
  }

  /** Why the server would not have this player. */
  async refused() {
    return within(
      PATIENCE_MS,
      `${this.name} was not refused`,
      new Promise((resolve, reject) => {
        this.socket.once('connect_error', resolve);
        this.socket.once('connect', () => reject(new Error(`${this.name} was let in`)));
      }),
    );
  }

  /** The acknowledgement of an event. */
  async ask(event, payload) {
    return within(
      PATIENCE_MS,
      `${event} was answered by silence`,
      new Promise((resolve) => this.socket.emit(event, payload, resolve)),
    );
  }

  /** The result of an event that must be accepted. */
  async does(event, payload) {
    const answer = await this.ask(event, payload);
    assert.equal(answer.ok, true, `${this.name}: ${event} was refused: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The code of a refusal, with and without an acknowledgement. */
  async isRefused(event, payload, code) {
    const { ok, error } = await this.ask(event, payload);
    assert.equal(ok, false, `${event} ${JSON.stringify(payload)} was accepted`);
    assert.equal(error.code, code, error.message);
    assertSentence(error.message);
    this.forget();
    this.socket.emit(event, payload);
    const loud = await this.hears('game:error', (it) => it.event === event);
    assert.deepEqual({ code: loud.code, event: loud.event }, { code, event });
    assertSentence(loud.message);
  }

  /** The next message of this kind that has not been taken yet. Others before it are passed over. */
  async hears(event, which = () => true, patienceMs = PATIENCE_MS) {
    let look;
    const found = new Promise((resolve) => {
      look = () => {
        const index = this.heard.findIndex((it, at) => at >= this.#taken && it.event === event && which(it.payload));
        if (index < 0) return;
        this.#taken = index + 1;
        this.#waiting.delete(look);
        resolve(this.heard[index].payload);
      };
      this.#waiting.add(look);
      look();
    });
    const message = () => {
      this.#waiting.delete(look);
      const later = this.heard.slice(this.#taken).map((it) => it.event);
      return `${this.name} did not hear ${event}; heard ${later.join(', ') || 'nothing'}`;
    };
    return within(patienceMs, message, found);
  }

  /** Passes over everything heard so far. */
  forget() {
    this.#taken = this.heard.length;
  }

  /** Everything of this kind that was heard so far. */
  all(event) {
    return this.heard.filter((it) => it.event === event).map((it) => it.payload);
  }

  /** Has heard nothing of this kind. */
  assertNeverHeard(event) {
    assert.ok(!this.heard.some((it) => it.event === event), `${this.name} heard ${event}`);
  }

  /** Drops a disc and waits until it is there. */
  async drops(column, moveNumber) {
    const { roomId, id: playerId } = this;
    await this.does('game:move', { roomId, playerId, column, ...(moveNumber && { moveNumber }) });
  }

  /** The ordinary payload of most events. */
  get here() {
    return { roomId: this.roomId, playerId: this.id };
  }

  async starts() {
    const started = await this.hears('game:started');
    assert.equal(started.playerId, this.id);
    this.roomId = started.roomId;
    return started;
  }

  /** Cuts the line without a word, as a lost network does. */
  cut() {
    this.socket.io.engine.transport.ws?._socket?.destroy?.();
    this.socket.io.engine.close();
  }

  /** Asks for the game as everybody does who comes back, and is sent the whole of it. */
  async comesBack() {
    await this.does('game:reconnect', { playerId: this.id });
    return this.hears('game:reconnected');
  }

  /** The same person on a new socket. */
  async again(server, options = {}) {
    const { id, token, name, roomId } = this;
    const player = await Player.join(server, { id, token, name, ...options });
    player.roomId = roomId;
    return player;
  }

  close() {
    this.socket.disconnect();
    this.#assertNoGaps();
  }

  /** Since the last whole game, every version of a room was heard once and in order. */
  #assertNoGaps() {
    const versions = new Map();
    for (const { event, payload } of this.heard) {
      if (payload?.version === undefined) continue;
      const { roomId, version } = payload;
      if (!WHOLE_GAME.has(event)) {
        assert.equal(version, versions.get(roomId) + 1, `${this.name}: ${event} is out of order in ${roomId}`);
      }
      versions.set(roomId, version);
    }
  }
}

/** The server's time, as far as two clocks of one machine can differ. */
export function assertNow(now) {
  assert.ok(Number.isInteger(now) && Math.abs(now - Date.now()) < 60_000, `${now} is not the time, ${Date.now()} is`);
}

/** A deadline so many seconds after something that had just happened `now`. */
export function assertDeadline(deadline, now, seconds) {
  const left = deadline - now;
  assert.ok(left <= seconds * 1_000 && left > seconds * 1_000 - 5_000, `${left} ms are left of ${seconds} s`);
}

/** Messages are for people: no debug output, no types of ours. */
export function assertSentence(message) {
  assert.match(message, /^[^{}]{3,250}$/);
  assert.doesNotMatch(message, /Err\(|Some\(|None\b|::|panick/);
}

/** Two players who have found each other; the one who starts is first. */
export async function pair(server, join = {}, options = [{}, {}]) {
  const [one, two] = Array.isArray(server) ? server : [server, server];
  const players = await Promise.all([
    Player.join(one, { name: 'Ada', ...options[0] }),
    Player.join(two, { name: 'Alan', ...options[1] }),
  ]);
  for (const player of players) await player.does('matchmaking:join', { username: player.name, ...join });
  const [started] = await Promise.all(players.map((it) => it.starts()));
  if (started.players[0].id !== players[0].id) players.reverse();
  assert.deepEqual(started.players.map((it) => it.id), players.map((it) => it.id));
  return players;
}

/** Two players whose game is over, won by the first. */
export async function finished(server, join = {}, options = undefined) {
  const players = await pair(server, join, options);
  await play(players, FOUR);
  await Promise.all(players.map((it) => it.hears('game:over')));
  return players;
}

/** Plays columns 0–6 in turn, and checks that both hear of each. */
export async function play([first, second], columns) {
  for (const [index, column] of columns.entries()) {
    const [mover, other] = index % 2 === 0 ? [first, second] : [second, first];
    await mover.drops(column, index + 1);
    for (const player of [mover, other]) {
      const made = await player.hears('game:move:made', (it) => it.moveHistory.length === index + 1);
      assert.equal(made.playerId, mover.id);
      assert.equal(made.column, column);
    }
  }
}

/** Columns that end in four in a row for the first player, and for nobody. */
export const FOUR = [3, 3, 4, 4, 5, 5, 6];
export const DRAW = [...'765166733316344522276176717242151344354255'].map((it) => Number(it) - 1);
