/**
 * A game judged by what each move cost a human. The engine judges (`crates/engine/src/review.rs` has the
 * table); here is what the page makes of it.
 */
import type { Judgement, Mark } from 'fourfall/core';
import { SCORE_MAX, type Judged } from './analysis';
import { moverAt } from './line';
import { SIDES, type Side } from './types';

export { JUDGEMENTS } from 'fourfall/core';
export type { Judgement, Mark, Reason, ReasonKind } from 'fourfall/core';

/** What is known about one moment of a game; moment n comes after n discs. */
export type Moment =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'open'; readonly judged: Judged }
  | { readonly kind: 'won'; readonly by: Side }
  | { readonly kind: 'drawn' };

/** The scores of moments for the player to move there, as the engine judges by them. */
export function scoresOf(moments: readonly Moment[]): readonly (number | undefined)[] {
  return moments.map((moment, ply) => {
    switch (moment.kind) {
      case 'unknown':
        return undefined;
      case 'open':
        return moment.judged.score;
      case 'drawn':
        return 0;
      case 'won': {
        // The disc that won found what it left.
        const before = moments[ply - 1];
        return before?.kind === 'open' ? -before.judged.score : undefined;
      }
    }
  });
}

/** Whether there is something to learn from a move. */
export function isFault(it: Judgement | undefined): boolean {
  return it !== undefined && it !== 'best' && it !== 'good';
}

/** The moment after the last move that changed who wins with perfect play; `undefined` if none did. */
export function turningPoint(moments: readonly Moment[]): number | undefined {
  const scores = scoresOf(moments);
  const last = scores.findLastIndex((score, ply) => {
    const before = scores[ply - 1];
    if (score === undefined || before === undefined) return false;
    return Math.sign(before) !== -Math.sign(score) && before !== -score;
  });
  return last === -1 ? undefined : last;
}

export interface Tally {
  readonly counts: Readonly<Record<Judgement, number>>;
  /** The mean of its moves' points, rounded; `undefined` before the first judged move. */
  readonly accuracy: number | undefined;
}

export function tally(marks: readonly (Mark | undefined)[], side: Side): Tally {
  const own = marks.filter((it, ply) => it !== undefined && moverAt(ply) === side);
  const judged = own.filter((it) => it !== undefined);
  const count = (which: Judgement): number => judged.filter((it) => it.judgement === which).length;
  const points = judged.reduce((sum, it) => sum + it.points, 0);
  return {
    counts: {
      best: count('best'),
      good: count('good'),
      inaccuracy: count('inaccuracy'),
      missedWin: count('missedWin'),
      mistake: count('mistake'),
      blunder: count('blunder'),
    },
    accuracy: judged.length === 0 ? undefined : Math.round(points / judged.length),
  };
}

/** How far even the slowest win stands out from a draw, of the half that is a side's. */
const SLOWEST_WIN = 0.4;

/**
 * How much of a bar is the first player's, from 0 to 1: a half is a draw, all of it a win at once.
 * `undefined` until it is known.
 */
export function firstShare(moment: Moment, ply: number): number | undefined {
  switch (moment.kind) {
    case 'unknown':
      return undefined;
    case 'won':
      return moment.by === 'first' ? 1 : 0;
    case 'drawn':
      return 0.5;
    case 'open': {
      const { score } = moment.judged;
      const forFirst = moverAt(ply) === SIDES[0] ? score : -score;
      const lead = SLOWEST_WIN + (1 - SLOWEST_WIN) * (Math.abs(forFirst) / SCORE_MAX);
      return 0.5 + 0.5 * Math.sign(forFirst) * lead;
    }
  }
}
