/** The match as text: a second view on the same state, for ears and for status lines. */
import { columnNumber, other, unreachable, type Side } from '../game/types';
import { turnOf, type End, type MatchView } from '../game/view';

/** A message of the server as a sentence: "column 3 is full" becomes "Column 3 is full." */
export function sentence(message: string): string {
  const start = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/u.test(start) ? start : `${start}.`;
}

/** Who sits where, and where one sits oneself. */
export type Seated = Pick<MatchView, 'seats' | 'mine'>;

/** What a seat is called from where one sits. */
export function called(view: Seated, side: Side): string {
  return side === view.mine ? 'You' : view.seats[side].name;
}

/** Whose turn it is, in words. */
export function turnText(view: MatchView): string {
  const turn = turnOf(view);
  if (turn === undefined) return 'The game is over';
  if (turn === view.mine) return 'Your turn';
  return view.mine === undefined
    ? `${view.seats[turn].name} to move`
    : `${view.seats[turn].name}’s turn`;
}

/** The result as a headline. `duel` speaks as its document has it. */
export function resultTitle(view: Seated & Pick<MatchView, 'preset'>, end: End): string {
  const loud = view.preset === 'duel';
  if (end.winner === undefined) return loud ? 'DRAW' : 'A draw';
  if (view.mine === undefined) return `${view.seats[end.winner].name} won`;
  if (end.winner === view.mine) return loud ? 'YOU WON' : 'You won';
  return loud ? 'YOU LOST' : `${view.seats[end.winner].name} won`;
}

/** Why the game ended, always said. */
export function reasonText(view: Seated, end: End): string {
  const loser = end.winner === undefined ? undefined : other(end.winner);
  const who = loser === undefined ? '' : called(view, loser);
  switch (end.reason) {
    case 'four':
      return end.lines.length > 1
        ? `Four in a row, ${end.lines.length} times over.`
        : 'Four in a row.';
    case 'full':
      return 'The board is full and nobody has four.';
    case 'resignation':
      return `${who} resigned.`;
    case 'idle':
      return `${who} did not move for too long.`;
    case 'disconnect':
      return `${who} did not come back in time.`;
    case 'timeout':
      return `${who} ran out of time.`;
    default:
      return unreachable(end.reason);
  }
}

export interface Said {
  /** When there is a pause. */
  readonly polite: string | undefined;
  /** At once: the end, and lost connections. */
  readonly assertive: string | undefined;
}

const NOTHING: Said = { polite: undefined, assertive: undefined };

/** What to say aloud when `before` became `after`. */
export function said(before: MatchView | undefined, after: MatchView): Said {
  if (before?.roomId !== after.roomId) {
    const names = `${called(after, 'first')} against ${called(after, 'second')}`;
    return { ...NOTHING, polite: `The game is on: ${names}. ${turnText(after)}.` };
  }
  const move = moveText(before, after);
  if (after.phase.kind === 'over' && before.phase.kind !== 'over') {
    const { end } = after.phase;
    const text = [move, `${resultTitle(after, end)}.`, reasonText(after, end)];
    return { ...NOTHING, assertive: text.filter((it) => it !== undefined).join(' ') };
  }
  if (move !== undefined) return { ...NOTHING, polite: `${move} ${turnText(after)}.` };
  return presenceText(before, after) ?? idleText(before, after) ?? NOTHING;
}

function moveText(before: MatchView, after: MatchView): string | undefined {
  const cell = after.lastMove;
  if (after.moves.length <= before.moves.length || cell === undefined) return undefined;
  const side = after.stacks[cell.column][cell.row];
  if (side === undefined) return undefined;
  return `${called(after, side)}: column ${columnNumber(cell.column)}, row ${cell.row + 1}.`;
}

function presenceText(before: MatchView, after: MatchView): Said | undefined {
  for (const side of ['first', 'second'] as const) {
    const was = before.seats[side].presence.kind;
    const is = after.seats[side].presence.kind;
    if (was === is || side === after.mine) continue;
    const { name } = after.seats[side];
    if (is === 'away') return { ...NOTHING, assertive: `${name} lost the connection.` };
    return { ...NOTHING, polite: `${name} is back.` };
  }
  return undefined;
}

function idleText(before: MatchView, after: MatchView): Said | undefined {
  if (before.idle !== undefined || after.idle === undefined) return undefined;
  if (after.idle.side === after.mine) return { ...NOTHING, assertive: 'Move soon, or you lose.' };
  return { ...NOTHING, polite: `${after.seats[after.idle.side].name} has to move soon.` };
}

/** The reason of an end in two words, for lists. */
export function reasonShort(end: End): string {
  switch (end.reason) {
    case 'four':
      return 'four in a row';
    case 'full':
      return 'draw';
    case 'resignation':
      return 'resigned';
    case 'idle':
      return 'fell asleep';
    case 'disconnect':
      return 'did not come back';
    case 'timeout':
      return 'out of time';
    default:
      return unreachable(end.reason);
  }
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/**
 * "15 November 2026, 20:59", in the reader's time.
 *
 * By hand: the browser's own formatter takes longer to start than everything else on the page.
 */
export function momentText(ms: number): string {
  const moment = new Date(ms);
  const minutes = String(moment.getMinutes()).padStart(2, '0');
  const day = `${moment.getDate()} ${MONTHS[moment.getMonth()]} ${moment.getFullYear()}`;
  return `${day}, ${moment.getHours()}:${minutes}`;
}
