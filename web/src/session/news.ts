/** From the messages of the wire to what goes on in a game that is shown. */
import { lastCell, stacksOf } from '../game/line';
import { cellAt, type Side } from '../game/types';
import type { MatchView, NewDeadline, News, Phase, Presence, Rematch } from '../game/view';
import type {
  AfkStatus,
  GameReconnected,
  GameStarted,
  Player,
  SpectateJoined,
} from '../protocol/generated';
import type { ServerMessage } from '../protocol/messages';
import { columnsOf, endOf, seatOf, sideOfPlayer, type Seats } from './translate';

/** How the server's time becomes this machine's. */
export interface Clock {
  nowMs(): number;
  /** A deadline of the server, on this machine's clock. */
  local(deadlineMs: number | null): number | undefined;
}

/** The seats of a game that is. */
function liveSeatsOf([first, second]: readonly Player[], clock: Clock): Seats | undefined {
  if (first === undefined || second === undefined) return undefined;
  const presence = ({ connected, reconnectExpiresAt }: Player): Presence =>
    connected ? { kind: 'here' } : { kind: 'away', untilMs: clock.local(reconnectExpiresAt) };
  return { first: seatOf(first, presence(first)), second: seatOf(second, presence(second)) };
}

function turnSide(index: number): Side {
  return index === 0 ? 'first' : 'second';
}

/** What a whole game on the wire says, whoever it is told to. */
export function viewOf(
  whole: GameStarted | GameReconnected | SpectateJoined,
  clock: Clock,
): MatchView | undefined {
  const seats = liveSeatsOf(whole.players, clock);
  if (seats === undefined) return undefined;
  const moves = 'moveHistory' in whole ? columnsOf(whole.moveHistory) : [];
  return {
    roomId: whole.roomId,
    version: whole.version,
    preset: whole.preset,
    turnSeconds: whole.turnSeconds ?? undefined,
    seats,
    mine: 'playerId' in whole ? sideOfPlayer(seats, whole.playerId) : undefined,
    stacks: stacksOf(moves),
    moves,
    lastMove: lastCell(moves),
    phase: phaseOf(whole, seats, clock),
    idle: 'afkWarning' in whole ? idleOf(whole.afkWarning, seats, clock) : undefined,
    spectators: 'spectators' in whole ? whole.spectators : 0,
    rematch: 'rematchOfferedBy' in whole ? rematchOf(whole.rematchOfferedBy, seats) : NO_REMATCH,
    series: {
      wins: { first: whole.series.wins[0], second: whole.series.wins[1] },
      draws: whole.series.draws,
    },
    rated: whole.rated,
    private: whole.private,
  };
}

const NO_REMATCH: Rematch = { kind: 'none' };

function phaseOf(
  whole: GameStarted | GameReconnected | SpectateJoined,
  seats: Seats,
  clock: Clock,
): Phase {
  const over = 'over' in whole ? whole.over : null;
  if (over !== null) return { kind: 'over', end: endOf(over, seats) };
  const turnEndsMs = clock.local(whole.turnExpiresAt);
  return { kind: 'playing', turn: turnSide(whole.currentTurn), turnEndsMs };
}

function idleOf(warning: AfkStatus | null, seats: Seats, clock: Clock): MatchView['idle'] {
  const side = warning === null ? undefined : sideOfPlayer(seats, warning.playerId);
  const untilMs = warning === null ? undefined : clock.local(warning.expiresAt);
  return side !== undefined && untilMs !== undefined ? { side, untilMs } : undefined;
}

function rematchOf(offeredBy: string | null, seats: Seats): Rematch {
  const by = offeredBy === null ? undefined : sideOfPlayer(seats, offeredBy);
  return by === undefined ? NO_REMATCH : { kind: 'offered', by };
}

/** What a message means for a game that is shown, or `undefined` if nothing. */
export function newsOf(message: ServerMessage, view: MatchView, now: Clock): News | undefined {
  const { payload } = message;
  if (payload !== null && 'roomId' in payload && payload.roomId !== view.roomId) return undefined;
  const side = (id: string): Side | undefined => sideOfPlayer(view.seats, id);
  switch (message.event) {
    case 'game:move:made': {
      const { playerId, row, column, version, currentTurn, turnExpiresAt } = message.payload;
      const by = side(playerId);
      const cell = cellAt(row * 7 + column);
      if (by === undefined || cell === undefined) return undefined;
      const turnEndsMs = now.local(turnExpiresAt);
      return { kind: 'dropped', version, side: by, cell, turn: turnSide(currentTurn), turnEndsMs };
    }
    case 'game:over':
      return {
        kind: 'ended',
        version: message.payload.version,
        end: endOf(message.payload, view.seats),
      };
    case 'connect4:afk_warning': {
      const { playerId, secondsRemaining, version } = message.payload;
      const idle = side(playerId);
      const untilMs = now.nowMs() + secondsRemaining * 1000;
      return idle && { kind: 'idle', version, side: idle, untilMs };
    }
    case 'connect4:afk_warning_cleared':
      return { kind: 'idleCleared' };
    case 'player:disconnected': {
      const { playerId, reconnectSeconds, turnExpiresAt, version } = message.payload;
      const away = side(playerId);
      const untilMs = now.nowMs() + reconnectSeconds * 1000;
      const turn = deadlineOf(turnExpiresAt, view, now);
      return away && { kind: 'away', version, side: away, untilMs, turn };
    }
    case 'player:reconnected': {
      const { playerId, turnExpiresAt, version } = message.payload;
      const back = side(playerId);
      return (
        back && { kind: 'back', version, side: back, turn: deadlineOf(turnExpiresAt, view, now) }
      );
    }
    case 'room:spectators':
      return { kind: 'spectators', count: message.payload.count };
    case 'game:rematch:offered': {
      const by = side(message.payload.playerId);
      return by && { kind: 'rematchOffered', version: message.payload.version, by };
    }
    case 'game:rematch:declined': {
      const { playerId, reason: why, version } = message.payload;
      return { kind: 'rematchDeclined', version, by: side(playerId), why };
    }
    case 'game:rematch:accepted': {
      const { nextRoomId, version } = message.payload;
      return { kind: 'rematchAccepted', version, nextRoomId };
    }
    default:
      return undefined;
  }
}

/** Where turns have no clock there is no deadline to move. */
function deadlineOf(expiresAt: number | null, view: MatchView, now: Clock): NewDeadline {
  const timed = view.phase.kind === 'playing' && view.phase.turnEndsMs !== undefined;
  return timed && expiresAt !== null
    ? { kind: 'moved', endsMs: now.local(expiresAt) }
    : { kind: 'same' };
}
