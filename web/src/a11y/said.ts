/** What to say aloud when a match changes: a second view on the same state, for ears. */
import { secondsLeft } from '../game/clock';
import { other } from '../game/types';
import { turnOf, type MatchView } from '../game/view';
import { words } from '../words/all';

const { match } = words;

export interface Said {
  /** When there is a pause. */
  readonly polite?: string;
  /** At once: the end, and lost connections. */
  readonly assertive?: string;
}

const NOTHING: Said = {};

/** What to say when `before` became `after`. */
export function said(before: MatchView | undefined, after: MatchView, nowMs: number): Said {
  if (before?.roomId !== after.roomId) return { polite: begun(after, nowMs) };
  const move = moveText(before, after);
  if (after.phase.kind === 'over' && before.phase.kind !== 'over') {
    const { end } = after.phase;
    const text = [move, match.result(after, end), match.reason(after, end)];
    return { assertive: text.filter((it) => it !== undefined).join(' ') };
  }
  // The disc that ends a game is told with the end, which comes right after it.
  if (move !== undefined) {
    return { polite: [move, ...turnText(after, nowMs)].join(' ') };
  }
  return presenceText(before, after) ?? idleText(before, after) ?? rematchText(before, after);
}

function begun(view: MatchView, nowMs: number): string {
  if (view.phase.kind === 'over') {
    return `${match.result(view, view.phase.end)} ${match.reason(view, view.phase.end)}`;
  }
  return [match.begun(view), ...turnText(view, nowMs)].join(' ');
}

function turnText(view: MatchView, nowMs: number): readonly string[] {
  const turn = `${match.turn(view)}.`;
  const endsMs = view.phase.kind === 'playing' ? view.phase.turnEndsMs : undefined;
  if (endsMs === undefined || turnOf(view) !== view.mine) return [turn];
  return [turn, match.secondsToMove(secondsLeft(endsMs, nowMs))];
}

function moveText(before: MatchView, after: MatchView): string | undefined {
  const cell = after.lastMove;
  if (after.moves.length <= before.moves.length || cell === undefined) return undefined;
  const side = after.stacks[cell.column][cell.row];
  return side && match.moved(match.called(after, side), cell);
}

function presenceText(before: MatchView, after: MatchView): Said | undefined {
  for (const side of ['first', 'second'] as const) {
    const was = before.seats[side].presence.kind;
    const is = after.seats[side].presence.kind;
    if (was === is || side === after.mine) continue;
    const { name } = after.seats[side];
    if (is === 'away') return { assertive: match.lostShort(name) };
    return { polite: is === 'left' ? match.leftGame(name) : match.back(name) };
  }
  return undefined;
}

function idleText(before: MatchView, after: MatchView): Said | undefined {
  if (before.idle !== undefined || after.idle === undefined) return undefined;
  if (after.idle.side === after.mine) return { assertive: match.moveSoon };
  return { polite: match.mustMoveSoon(after.seats[after.idle.side].name) };
}

function rematchText(before: MatchView, after: MatchView): Said {
  const { rematch, mine } = after;
  if (before.rematch.kind === rematch.kind || mine === undefined) return NOTHING;
  const { name } = after.seats[other(mine)];
  if (rematch.kind === 'offered') {
    return { polite: rematch.by === mine ? match.rematchAsked(name) : match.rematchWanted(name) };
  }
  if (rematch.kind !== 'declined') return NOTHING;
  return { polite: match.noRematch(name, rematch.why, rematch.by === mine) };
}
