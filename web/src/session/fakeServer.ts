/** For tests: a server at the other end of a link, which says and answers what a test tells it to. */
import type { Link, LinkEvents, LinkState, OpenLink, Reply } from '../net/link';
import type { ClientEvent, ServerMessage } from '../protocol/messages';
import type {
  ClientEvents,
  GameOver,
  GameReconnected,
  GameStarted,
  MoveMade,
  Player,
  Results,
  RoomWaiting,
  ServerEvents,
  SpectateJoined,
} from '../protocol/generated';
import type { Identity, IdentityStore } from './identity';
import type { Kept, KeptWish, Running } from './kept';

interface Asked {
  readonly event: ClientEvent;
  readonly payload: unknown;
  answer(reply: Reply<never>): void;
}

export interface FakeServer {
  readonly open: OpenLink;
  /** What was asked and not answered yet, oldest first. */
  readonly pending: readonly Asked[];
  /** Every event asked so far, in order. */
  readonly log: readonly ClientEvent[];
  readonly closed: boolean;
  /** How many links were opened. */
  readonly opened: number;
  state(state: LinkState): void;
  unknownToken(): void;
  say<Name extends keyof ServerEvents>(event: Name, payload: ServerEvents[Name]): Promise<void>;
  /** Answers the oldest question, which must be this one. Returns what it said. */
  accept<Name extends ClientEvent>(event: Name, result: Results[Name]): Promise<ClientEvents[Name]>;
  refuse(event: ClientEvent, code: string): Promise<void>;
  /** The oldest question, which must be this one, is never answered. */
  lose(event: ClientEvent): Promise<void>;
}

/** Lets everything that was promised happen. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 12; i += 1) await Promise.resolve();
}

export function fakeServer(): FakeServer {
  let on: LinkEvents | undefined;
  let closed = false;
  let opened = 0;
  const pending: Asked[] = [];
  const log: ClientEvent[] = [];

  async function next(event: ClientEvent, reply: unknown): Promise<unknown> {
    await settle();
    const asked = pending.shift();
    if (asked?.event !== event) {
      throw new Error(`expected ${event}, was asked ${asked?.event ?? 'nothing'}`);
    }
    Reflect.apply(asked.answer, undefined, [reply]);
    await settle();
    return asked.payload;
  }

  const open: OpenLink = (_proof, events): Link => {
    on = events;
    closed = false;
    opened += 1;
    events.state('connecting');
    return {
      ask: (event, payload) =>
        new Promise((answer) => {
          log.push(event);
          pending.push({ event, payload, answer });
        }),
      close() {
        closed = true;
      },
    };
  };

  return {
    open,
    pending,
    log,
    get closed() {
      return closed;
    },
    get opened() {
      return opened;
    },
    state: (state) => on?.state(state),
    unknownToken: () => on?.unknownToken(),
    async say(event, payload) {
      const message: unknown = { event, payload };
      Reflect.apply((it: ServerMessage) => on?.message(it), undefined, [message]);
      await settle();
    },
    async accept(event, result) {
      const payload = await next(event, { kind: 'accepted', result });
      return Reflect.apply(Object, undefined, [payload]);
    },
    async refuse(event, code) {
      await next(event, { kind: 'refused', refusal: { code, message: code } });
    },
    async lose(event) {
      await next(event, { kind: 'unanswered' });
    },
  };
}

export const ADA = { playerId: 'p_ada', token: 'p_ada.secret' } as const;

export function memoryIdentity(first?: Identity): IdentityStore {
  let current = first;
  return {
    current: () => current,
    keep(next) {
      current = next;
    },
    forget() {
      current = undefined;
    },
  };
}

export function memoryKept(wish?: KeptWish, running?: Running): Kept {
  let keptWish = wish;
  let keptRunning = running;
  return {
    wish: () => keptWish,
    keepWish(next) {
      keptWish = next;
    },
    running: () => keptRunning,
    keepRunning(next) {
      keptRunning = next;
    },
  };
}

export const SERVER_MS = 1_767_225_600_000;

const person = (id: string, username: string, color: string): Player => ({
  id,
  username,
  color,
  isBot: false,
  connected: true,
  reconnectExpiresAt: null,
  discs: [],
});
const PLAYERS = [person('p_ada', 'Ada', 'red'), person('p_bo', 'Bo', 'yellow')];
const EMPTY: null[] = Array.from({ length: 42 }, () => null);

/** A game of Ada, who starts, against Bo. */
export function started(patch: Partial<GameStarted> = {}): GameStarted {
  return {
    roomId: 'room1',
    playerId: 'p_ada',
    players: PLAYERS,
    color: 'red',
    board: EMPTY,
    currentTurn: 0,
    preset: 'live',
    turnSeconds: null,
    turnExpiresAt: null,
    afkTimeoutEnabled: true,
    afkTimeoutSeconds: 90,
    afkWarnSeconds: 30,
    private: false,
    rated: true,
    series: { wins: [0, 0], draws: 0 },
    afkExpiresAt: null,
    now: SERVER_MS,
    version: 2,
    ...patch,
  };
}

export function reconnected(
  moves: readonly number[],
  patch: Partial<GameReconnected> = {},
): GameReconnected {
  return {
    ...started({ version: 2 + moves.length, currentTurn: moves.length % 2 }),
    column: null,
    row: null,
    lastMove: null,
    moveHistory: [...moves],
    afkWarning: null,
    rematchOfferedBy: null,
    over: null,
    ...patch,
  };
}

export function watched(
  moves: readonly number[],
  patch: Partial<SpectateJoined> = {},
): SpectateJoined {
  const whole = reconnected(moves);
  return {
    roomId: whole.roomId,
    players: whole.players,
    board: whole.board,
    currentTurn: whole.currentTurn,
    preset: whole.preset,
    turnSeconds: whole.turnSeconds,
    turnExpiresAt: whole.turnExpiresAt,
    moveHistory: whole.moveHistory,
    spectators: 1,
    over: null,
    version: whole.version,
    private: whole.private,
    rated: whole.rated,
    series: whole.series,
    afkExpiresAt: whole.afkExpiresAt,
    now: whole.now,
    ...patch,
  };
}

/** The disc that makes `moves` as long as they are. */
export function moveMade(moves: readonly number[], patch: Partial<MoveMade> = {}): MoveMade {
  const column = moves.at(-1) ?? 0;
  const row = 6 - moves.filter((it) => it === column).length;
  const first = moves.length % 2 === 1;
  const color = first ? 'red' : 'yellow';
  return {
    roomId: 'room1',
    playerId: first ? 'p_ada' : 'p_bo',
    column,
    row,
    color,
    board: EMPTY,
    currentTurn: moves.length % 2,
    lastMove: { column, row, color },
    moveHistory: [...moves],
    turnExpiresAt: null,
    version: 2 + moves.length,
    ...patch,
  };
}

export function over(version: number, patch: Partial<GameOver> = {}): GameOver {
  return {
    roomId: 'room1',
    winner: 'p_ada',
    reason: 'resignation',
    winningCells: null,
    winningLines: null,
    version,
    ...patch,
  };
}

export function waiting(patch: Partial<RoomWaiting> = {}): RoomWaiting {
  return {
    roomId: 'private1',
    roomCode: 'ABC234',
    playerId: 'p_ada',
    username: 'Ada',
    preset: 'duel',
    turnSeconds: 60,
    afkTimeoutEnabled: false,
    afkTimeoutSeconds: 90,
    afkWarnSeconds: 30,
    expiresAt: SERVER_MS + 3_600_000,
    now: SERVER_MS,
    version: 1,
    ...patch,
  };
}
