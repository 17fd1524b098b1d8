/** What a move cost, why, and what would have been better. */
import type { Judgement, Reason } from '../../game/review';
import { columnNumber, unreachable, type Column, type Side } from '../../game/types';

export const label = 'What this move cost';

type Fault = Exclude<Judgement, 'best' | 'good'>;

/** The verdict in a word. */
const faults: Readonly<Record<Fault, string>> = {
  inaccuracy: 'Inaccuracy',
  missedWin: 'Missed win',
  mistake: 'Mistake',
  blunder: 'Blunder',
};

/** "A blunder: column 5." */
export const verdict = (fault: Fault, column: Column): string =>
  `${faults[fault]}: column ${columnNumber(column)}`;

export type Names = Readonly<Record<Side, string>>;

/** What the move that was made leads to. */
export function played({ kind, by, key }: Reason, mover: Side, names: Names): string {
  const winner = by === undefined ? '' : names[by];
  switch (kind) {
    case 'leaves':
      return `It leaves the four in column ${columns(key)} open: ${winner} completes it with the next disc.`;
    case 'opens':
      return `It is the step ${winner} needs: the next disc on top of it completes four.`;
    case 'twoThreats':
      return by === mover
        ? `It still wins, but later: with two places for four at once.`
        : `${winner} will have two places to complete four, and only one can be blocked.`;
    case 'zugzwang':
      return by === mover
        ? `It still wins, but later, when the other columns are full.`
        : `In the end the columns run out, and the marked cell falls to ${winner}.`;
    case 'draw':
      return 'With best play on both sides the board now fills up: a draw.';
    case 'wins':
      return 'It completes four.';
    case 'blocks':
      return `It blocks the four in column ${columns(key)}, but there was something better.`;
    default:
      return unreachable(kind);
  }
}

/** What the better column would have done. */
export function better(column: Column, { kind, by, key }: Reason, mover: Side): string {
  const start = `Better: column ${columnNumber(column)}.`;
  switch (kind) {
    case 'wins':
      return `${start} It completes four.`;
    case 'blocks':
      return `${start} It blocks the four.`;
    case 'twoThreats':
      return by === mover
        ? `${start} It leads to two places for four at once, in columns ${columns(key)}.`
        : `${start} It holds out longer.`;
    case 'zugzwang':
      return by === mover
        ? `${start} In the end the columns run out, and the marked cell is yours.`
        : `${start} It holds out longer.`;
    case 'draw':
      return `${start} It holds the draw.`;
    case 'leaves':
    case 'opens':
      return start;
    default:
      return unreachable(kind);
  }
}

/** The reason for a hint, or for the solution of a puzzle. */
export function hint(column: Column, { kind, by, key }: Reason, mover: Side): string {
  const start = `Column ${columnNumber(column)}`;
  switch (kind) {
    case 'wins':
      return `${start} completes four.`;
    case 'blocks':
      return `${start} blocks a four.`;
    case 'twoThreats':
      return by === mover
        ? `${start} leads to two places for four at once, in columns ${columns(key)}.`
        : `${start} holds out longest.`;
    case 'zugzwang':
      return by === mover
        ? `${start}: in the end the other columns run out, and the marked cell is yours.`
        : `${start} holds out longest.`;
    case 'draw':
      return `${start} holds the draw.`;
    case 'leaves':
    case 'opens':
      return `${start}, though nothing helps any more.`;
    default:
      return unreachable(kind);
  }
}

function columns(cells: Reason['key']): string {
  const numbers = [...new Set(cells.map((it) => columnNumber(it.column)))];
  return new Intl.ListFormat('en').format(numbers.map(String));
}

export const looking = 'Looking for the reason…';
export const tryIt = 'Try it from here';
export const askTitle = 'Replace your game?';
export const askText = 'Your game against the computer is not over yet. Its discs will be gone.';
export const askKeep = 'Keep it';
export const backToGame = 'Back to the game';
export const exploring = 'A line of your own. The game is kept.';
export const moveTitle = (number: number, name: string, column: Column): string =>
  `Move ${number}: ${name}, column ${columnNumber(column)}`;
