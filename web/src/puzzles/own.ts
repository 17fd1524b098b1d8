/** Puzzles from one's own games: wins that were there and were not taken, noted when a game is reviewed. */
import { moverAt } from '../game/line';
import type { Mark } from '../game/review';
import { isColumn, type Column, type Side } from '../game/types';
import { remember, remembered } from '../session/storage';

const KEY = 'puzzles.own';
/** More than anybody works through; the oldest go first. */
const KEPT_MAX = 100;

/** The moves that lead to each of them, the newest first. */
export function ownMisses(): readonly (readonly Column[])[] {
  const saved = remembered(KEY);
  if (!Array.isArray(saved)) return [];
  return saved.flatMap((it: unknown) => {
    if (typeof it !== 'string') return [];
    const moves = [...it].map(Number).filter(isColumn);
    return moves.length === it.length && moves.length > 0 ? [moves] : [];
  });
}

function keep(misses: readonly (readonly Column[])[]): void {
  remember(
    KEY,
    misses.slice(0, KEPT_MAX).map((it) => it.join('')),
  );
}

/** Notes the wins a side of a reviewed game missed. */
export function noteMisses(
  moves: readonly Column[],
  marks: readonly (Mark | undefined)[],
  side: Side,
): void {
  const found = marks.flatMap((mark, ply) =>
    mark?.judgement === 'missedWin' && moverAt(ply) === side ? [moves.slice(0, ply)] : [],
  );
  if (found.length === 0) return;
  const texts = new Set(found.map((it) => it.join('')));
  keep([...found, ...ownMisses().filter((it) => !texts.has(it.join('')))]);
}

export function forgetMiss(moves: readonly Column[]): void {
  const text = moves.join('');
  keep(ownMisses().filter((it) => it.join('') !== text));
}
