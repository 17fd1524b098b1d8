/** What to say aloud when a match changes: a second view on the same state, for ears. */
import { secondsLeft } from '../game/clock';
import { other } from '../game/types';
import { turnOf, type MatchView } from '../game/view';
import { words } from '../words/all';

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
  const moves = movesText(before, after);
  if (after.phase.kind === 'over' && before.phase.kind !== 'over') {
    const { end } = after.phase;
    return {
      assertive: [...moves, words.match.result(after, end), words.match.reason(after, end)].join(
        ' ',
      ),
    };
  }
  // The disc that ends a game is told with the end, which comes right after it.
  if (moves.length > 0) return { polite: [...moves, ...turnText(after, nowMs)].join(' ') };
  return presenceText(before, after) ?? idleText(before, after) ?? rematchText(before, after);
}

function begun(view: MatchView, nowMs: number): string {
  if (view.phase.kind === 'over') {
    return `${words.match.result(view, view.phase.end)} ${words.match.reason(view, view.phase.end)}`;
  }
  // Whoever comes back to a running game hears where the last disc lies.
  return [words.match.begun(view), ...movesText(undefined, view), ...turnText(view, nowMs)].join(
    ' ',
  );
}

function turnText(view: MatchView, nowMs: number): readonly string[] {
  const turn = `${words.match.turn(view)}.`;
  const endsMs = view.phase.kind === 'playing' ? view.phase.turnEndsMs : undefined;
  if (endsMs === undefined || turnOf(view) !== view.mine) return [turn];
  return [turn, words.match.secondsToMove(secondsLeft(endsMs, nowMs))];
}

/** Every disc that is new; several may have come at once. */
function movesText(before: MatchView | undefined, after: MatchView): readonly string[] {
  const known = before?.moves.length ?? Math.max(0, after.moves.length - 1);
  return after.moves.slice(known).flatMap((column, index) => {
    const below = after.moves.slice(0, known + index).filter((it) => it === column).length;
    const side = after.stacks[column][below];
    if (side === undefined) return [];
    return words.match.moved(words.match.called(after, side), { column, row: below });
  });
}

function presenceText(before: MatchView, after: MatchView): Said | undefined {
  for (const side of ['first', 'second'] as const) {
    const was = before.seats[side].presence.kind;
    const is = after.seats[side].presence.kind;
    if (was === is || side === after.mine) continue;
    const { name } = after.seats[side];
    if (is === 'away') return { assertive: words.match.lostShort(name) };
    return { polite: is === 'left' ? words.match.leftGame(name) : words.match.back(name) };
  }
  return undefined;
}

function idleText(before: MatchView, after: MatchView): Said | undefined {
  if (before.idle !== undefined || after.idle === undefined) return undefined;
  if (after.idle.side === after.mine) return { assertive: words.match.moveSoon };
  return { polite: words.match.mustMoveSoon(after.seats[after.idle.side].name) };
}

function rematchText(before: MatchView, after: MatchView): Said {
  const { rematch, mine } = after;
  if (before.rematch.kind === rematch.kind || mine === undefined) return NOTHING;
  const { name } = after.seats[other(mine)];
  if (rematch.kind === 'offered') {
    return {
      polite:
        rematch.by === mine ? words.match.rematchAsked(name) : words.match.rematchWanted(name),
    };
  }
  if (rematch.kind !== 'declined') return NOTHING;
  return { polite: words.match.noRematch(name, rematch.why, rematch.by === mine) };
}
