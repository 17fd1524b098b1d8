/** What this browser remembers of puzzles: the streak, the best one, what was solved, the day's result. */
import { remember, remembered } from '../session/storage';

export interface Progress {
  /** Puzzles solved at the first attempt in a row. */
  readonly streak: number;
  readonly best: number;
  /** Numbers of puzzles that were solved. */
  readonly solved: readonly number[];
  /** The last day's puzzle that was answered, and whether it was solved. */
  readonly day: number | undefined;
  readonly daySolved: boolean;
  /** Days in a row on which the day's puzzle was solved. */
  readonly days: number;
}

const KEY = 'puzzles';
export const NOTHING: Progress = {
  streak: 0,
  best: 0,
  solved: [],
  day: undefined,
  daySolved: false,
  days: 0,
};

function fieldOf(saved: unknown, name: keyof Progress): unknown {
  return typeof saved === 'object' && saved !== null ? Reflect.get(saved, name) : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

export function progress(): Progress {
  const saved = remembered(KEY);
  const solved = fieldOf(saved, 'solved');
  return {
    streak: numberOf(fieldOf(saved, 'streak')) ?? 0,
    best: numberOf(fieldOf(saved, 'best')) ?? 0,
    solved: Array.isArray(solved) ? solved.flatMap((it) => numberOf(it) ?? []) : [],
    day: numberOf(fieldOf(saved, 'day')),
    daySolved: fieldOf(saved, 'daySolved') === true,
    days: numberOf(fieldOf(saved, 'days')) ?? 0,
  };
}

/** One more answer. `day` is the day whose puzzle it was, if it was one. */
export function answered(
  before: Progress,
  number: number,
  right: boolean,
  day: number | undefined,
): Progress {
  const streak = right ? before.streak + 1 : 0;
  const after = {
    ...before,
    streak,
    best: Math.max(before.best, streak),
    solved: right && !before.solved.includes(number) ? [...before.solved, number] : before.solved,
  };
  if (day === undefined || before.day === day) return after;
  const goesOn = before.day === day - 1 && before.daySolved;
  return { ...after, day, daySolved: right, days: right ? (goesOn ? before.days : 0) + 1 : 0 };
}

export function keepProgress(next: Progress): void {
  remember(KEY, next);
}
