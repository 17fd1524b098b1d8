/** The messages of a connection that this page reads, each with its check. The types are the generated ones. */
import { flag, list, nullable, number, object, oneOf, pair, text, type Decoder } from './check';
import { line, preset, reason, terms } from './decode';
import { REFUSAL_CODES } from '../game/refusal';
import { REMATCH_REFUSALS } from '../game/view';
import type * as wire from './generated';

const rejectCode: Decoder<wire.RejectCode> = oneOf(REFUSAL_CODES);

const player = object<wire.Player>({
  id: text,
  username: text,
  color: text,
  isBot: flag,
  connected: flag,
  reconnectExpiresAt: nullable(number),
  discs: list(number),
});
const lastMove = object<wire.LastMove>({ column: number, row: number, color: text });
const board = list(nullable(text));

const afkStatus = object<wire.AfkStatus>({ playerId: text, expiresAt: number });

const gameOver = object<wire.GameOver>({
  roomId: text,
  winner: nullable(text),
  reason,
  winningCells: nullable(line),
  winningLines: nullable(list(line)),
  version: number,
});

const series = object<wire.Series>({ wins: pair(number), draws: number });

/** What a whole game says, whoever it is told to, beyond the game itself. */
const about = {
  private: flag,
  rated: flag,
  series: series,
  afkExpiresAt: nullable(number),
  now: number,
};

const started = {
  ...about,
  roomId: text,
  playerId: text,
  players: list(player),
  color: text,
  board,
  currentTurn: number,
  preset,
  turnSeconds: nullable(number),
  turnExpiresAt: nullable(number),
  afkTimeoutEnabled: flag,
  afkTimeoutSeconds: number,
  afkWarnSeconds: number,
  version: number,
};

/** Everything the server says unasked, by its name on the wire. */
const EVENTS: { readonly [Name in keyof wire.ServerEvents]: Decoder<wire.ServerEvents[Name]> } = {
  'session:created': object<wire.SessionCreated>({ playerId: text, token: text }),
  'session:replaced': object<wire.SessionReplaced>({}),
  'matchmaking:waiting': object<wire.Waiting>({
    playerId: text,
    position: number,
    since: number,
    online: number,
    playing: number,
    now: number,
  }),
  'matchmaking:left': object<wire.MatchmakingLeft>({}),
  'matchmaking:already_started': object<wire.AlreadyStarted>({ roomId: text }),
  'game:started': object<wire.GameStarted>(started),
  'game:move:made': object<wire.MoveMade>({
    roomId: text,
    playerId: text,
    column: number,
    row: number,
    color: text,
    board,
    currentTurn: number,
    lastMove,
    moveHistory: list(number),
    turnExpiresAt: nullable(number),
    version: number,
  }),
  'connect4:afk_warning': object<wire.AfkWarning>({
    roomId: text,
    playerId: text,
    secondsRemaining: number,
    expiresAt: number,
    version: number,
  }),
  'connect4:afk_warning_cleared': object<wire.AfkWarningCleared>({}),
  'afk:status': nullable(afkStatus),
  'game:over': gameOver,
  'player:disconnected': object<wire.PlayerDisconnected>({
    roomId: text,
    playerId: text,
    socketId: nullable(text),
    reconnectSeconds: number,
    reconnectExpiresAt: number,
    turnExpiresAt: nullable(number),
    afkExpiresAt: nullable(number),
    version: number,
  }),
  'player:reconnected': object<wire.PlayerReconnected>({
    roomId: text,
    playerId: text,
    turnExpiresAt: nullable(number),
    afkExpiresAt: nullable(number),
    version: number,
  }),
  'game:reconnected': object<wire.GameReconnected>({
    ...started,
    column: nullable(number),
    row: nullable(number),
    lastMove: nullable(lastMove),
    moveHistory: list(number),
    afkWarning: nullable(afkStatus),
    rematchOfferedBy: nullable(text),
    over: nullable(gameOver),
  }),
  'game:spectate:joined': object<wire.SpectateJoined>({
    ...about,
    roomId: text,
    players: list(player),
    board,
    currentTurn: number,
    preset,
    turnSeconds: nullable(number),
    turnExpiresAt: nullable(number),
    moveHistory: list(number),
    spectators: number,
    over: nullable(gameOver),
    version: number,
  }),
  'room:spectators': object<wire.Spectators>({ count: number }),
  'game:rematch:offered': object<wire.RematchOffered>({
    roomId: text,
    playerId: text,
    version: number,
  }),
  'game:rematch:declined': object<wire.RematchDeclined>({
    roomId: text,
    playerId: text,
    reason: oneOf(REMATCH_REFUSALS),
    version: number,
  }),
  'game:rematch:accepted': object<wire.RematchAccepted>({
    roomId: text,
    nextRoomId: text,
    version: number,
  }),
  'game:reacted': object<wire.Reacted>({
    roomId: text,
    playerId: text,
    reaction: oneOf(['hello', 'nice', 'wow', 'hmm', 'oops', 'thanks']),
  }),
  'room:waiting': object<wire.RoomWaiting>({
    ...terms,
    roomId: text,
    roomCode: text,
    playerId: text,
    username: text,
    expiresAt: number,
    now: number,
    version: number,
  }),
  'room:closed': object<wire.RoomClosed>({
    roomId: text,
    reason: oneOf(['cancelled', 'expired', 'host_away']),
    version: number,
  }),
  'game:error': object<wire.GameError>({ code: rejectCode, message: text, event: text }),
};

type EventName = keyof wire.ServerEvents;

export type ServerMessage = {
  readonly [Name in EventName]: {
    readonly event: Name;
    readonly payload: wire.ServerEvents[Name];
  };
}[EventName];

/** A message of the server, or `undefined` if this page does not know its name. */
export function decodeMessage(event: string, payload: unknown): ServerMessage | undefined {
  if (!Object.hasOwn(EVENTS, event)) return undefined;
  const name = event as EventName;
  return { event: name, payload: EVENTS[name](payload, event) } as ServerMessage;
}

const refusal = object<wire.Refusal>({ code: rejectCode, message: text });

export type Answer<T> =
  | { readonly kind: 'accepted'; readonly result: T }
  | { readonly kind: 'refused'; readonly refusal: wire.Refusal };

export type ClientEvent = keyof wire.ClientEvents;

const done = object<wire.Done>({});
const reached = object<wire.GameReached>({ roomId: text, version: number });

/** What each event is answered with. */
const RESULTS: { readonly [Name in ClientEvent]: Decoder<wire.Results[Name]> } = {
  'matchmaking:join': object<wire.JoinedMatchmaking>({
    playerId: text,
    roomId: nullable(text),
    position: nullable(number),
  }),
  'matchmaking:leave': done,
  'game:move': object<wire.Moved>({ version: number }),
  'game:resign': done,
  'game:reconnect': reached,
  'game:spectate': reached,
  'afk:check': object<wire.AfkChecked>({ status: nullable(afkStatus) }),
  'game:rematch': object<wire.RematchAnswered>({ roomId: nullable(text) }),
  'game:rematch:decline': done,
  'room:create': object<wire.RoomCreated>({
    roomId: text,
    roomCode: text,
    expiresAt: number,
    now: number,
  }),
  'room:join': reached,
  'game:leave': done,
  'game:abort': done,
  'game:react': done,
};

/** The acknowledgement of an event. */
export function decodeAnswer<Name extends ClientEvent>(
  event: Name,
  value: unknown,
): Answer<wire.Results[Name]> {
  const { ok } = object<{ ok: boolean }>({ ok: flag })(value, event);
  if (ok) return { kind: 'accepted', result: RESULTS[event](value, event) };
  const { error } = object<{ error: wire.Refusal }>({ error: refusal })(value, event);
  return { kind: 'refused', refusal: error };
}
