// Players that play one game after the other whatever happens to the server, and what they were promised.
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { tracked } from './server.mjs';

const ANSWER_MS_MAX = 10_000;
/** Refusals that say: try again in a moment. */
const FOR_NOW = ['internal', 'overloaded', 'rate_limited'];

/** Small and seeded, so that a failure can be played again. */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What players were promised: by room, the column of each acknowledged move, and the end they heard of. */
export class Ledger {
  rooms = new Map();
  acknowledged = 0;
  /** Milliseconds each acknowledgement took. */
  took = [];
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
export class Machine {
  game = null;
  pending = null;
  finished = 0;
  stopped = false;

  constructor(url, name, ledger, random, wantsBot, pauseMs = 30) {
    Object.assign(this, { name, ledger, random, wantsBot, pauseMs });
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
    for (const event of ['disconnect', 'connect_error', 'session:replaced']) {
      on(event, (why) => { this.lost = `${event} ${why?.message ?? why ?? ''}`; });
    }
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
    const { name, game, pending, asked, socket, lost } = this;
    const where = game === null ? 'in no game' : `in ${game.roomId} after ${game.moves.join('')}, ${pending} pending`;
    const away = `away (${lost}${socket.active ? ', tries again' : ', has given up'})`;
    return `${name} is ${socket.connected ? 'there' : away} and ${where}; last asked ${asked}`;
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
    await sleep(this.random() * this.pauseMs);
    const sent = performance.now();
    const answer = await this.ask('game:move', { roomId, playerId: this.id, column, moveNumber });
    if (answer?.ok) this.ledger.took.push(performance.now() - sent);
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
