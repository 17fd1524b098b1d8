/** From the words of the wire to those of `game/`: players, columns, results. What goes on is in `news.ts`. */
import { cellAt, isColumn, type Column, type Line, type Side } from '../game/types';
import type { End, EndReason, Presence, Seat } from '../game/view';
import type { GameOver, GamePlayer, GameResult, Reason } from '../protocol/generated';

const REASONS: Readonly<Record<Reason, EndReason>> = {
  'Four in a row!': 'four',
  'Board full - Draw': 'full',
  resignation: 'resignation',
  afk_timeout: 'idle',
  disconnect: 'disconnect',
  timeout: 'timeout',
  aborted: 'aborted',
};

export function columnsOf(history: readonly number[]): readonly Column[] {
  return history.filter((it) => isColumn(it));
}

/** The columns of a text such as "4435". */
export function columnsOfText(moves: string): readonly Column[] {
  return columnsOf([...moves].map((digit) => Number(digit) - 1));
}

export function seatOf(
  { id, username: name, color: colour, isBot }: GamePlayer,
  presence: Presence,
): Seat {
  return { id, name, colour, isBot, presence };
}

export type Seats = Readonly<Record<Side, Seat>>;

/** The seats of a game that was. */
export function seatsOf([first, second]: readonly GamePlayer[]): Seats | undefined {
  if (first === undefined || second === undefined) return undefined;
  return { first: seatOf(first, { kind: 'here' }), second: seatOf(second, { kind: 'here' }) };
}

function linesOf(lines: GameOver['winningLines']): readonly Line[] {
  return (lines ?? []).map((line) => line.flatMap((index) => cellAt(index) ?? []));
}

export function sideOfPlayer(seats: Seats, id: string): Side | undefined {
  if (seats.first.id === id) return 'first';
  return seats.second.id === id ? 'second' : undefined;
}

export function endOf(
  over: Pick<GameResult, 'winner' | 'reason' | 'winningLines'>,
  seats: Seats,
): End {
  return {
    winner: over.winner === null ? undefined : sideOfPlayer(seats, over.winner),
    reason: REASONS[over.reason],
    lines: linesOf(over.winningLines),
  };
}
