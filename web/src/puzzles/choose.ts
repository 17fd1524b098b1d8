/** Which puzzle comes: the day's, or the next of a level. */
import type { Level, Puzzle } from './set';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in UTC, counted from 1970: everybody has the same. */
export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

/** A prime far from small numbers: neighbouring days are far apart in the set. */
const STRIDE = 7_919;

/** The puzzle of a day: neither one of the easiest nor of the hardest, the same for everybody. */
export function daily(puzzles: readonly Puzzle[], day: number): Puzzle | undefined {
  const middle = puzzles.filter((it) => it.level >= 2 && it.level <= 4);
  return middle[(day * STRIDE) % middle.length];
}

/** A puzzle of a level that was not solved yet; any of them once all are. `random` is from 0 to 1. */
export function endless(
  puzzles: readonly Puzzle[],
  level: Level,
  solved: ReadonlySet<number>,
  random: number,
): Puzzle | undefined {
  const all = puzzles.filter((it) => it.level === level);
  const fresh = all.filter((it) => !solved.has(it.number));
  const among = fresh.length > 0 ? fresh : all;
  return among[Math.floor(random * among.length)];
}
