/** Scores this page has asked for, by the moves that lead there. What is exact stays exact. */
import { engine } from '../engine';
import type { Analysis, Judged } from '../game/analysis';
import type { Column } from '../game/types';

/** More than anybody looks at; beyond it the oldest is asked for again. */
const KEPT_MAX = 5_000;

function createCache<T>(): { get(key: string): T | undefined; set(key: string, value: T): void } {
  const kept = new Map<string, T>();
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      const oldest = kept.keys().next();
      if (kept.size >= KEPT_MAX && oldest.done !== true) kept.delete(oldest.value);
      kept.set(key, value);
    },
  };
}

const scores = createCache<Judged>();
const analyses = createCache<Analysis>();

export function knownScore(moves: readonly Column[]): Judged | undefined {
  return scores.get(moves.join(''));
}

export async function solved(moves: readonly Column[], signal: AbortSignal): Promise<Judged> {
  const known = knownScore(moves);
  if (known !== undefined) return known;
  const judged = await engine().solve(moves, signal);
  scores.set(moves.join(''), judged);
  return judged;
}

export function knownAnalysis(moves: readonly Column[]): Analysis | undefined {
  return analyses.get(moves.join(''));
}

export async function analyzed(
  moves: readonly Column[],
  signal: AbortSignal,
  progress: (analysis: Analysis) => void,
): Promise<Analysis> {
  const known = knownAnalysis(moves);
  if (known !== undefined) return known;
  const analysis = await engine().analyze(moves, { signal, progress });
  analyses.set(moves.join(''), analysis);
  return analysis;
}
