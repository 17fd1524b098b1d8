/**
 * A game judged against perfect play.
 *
 * Every position has a value to the player to move: won, drawn or lost if both play perfectly from
 * there, and how soon. A move is judged by what it makes of the value it found:
 *
 * | judgement    | the move                                                               |
 * | ------------ | ---------------------------------------------------------------------- |
 * | `best`       | keeps the score: no move is better                                     |
 * | `good`       | keeps the result, but wins later or loses sooner than it had to        |
 * | `missedWin`  | turns a won game into a drawn one                                      |
 * | `mistake`    | turns a drawn game into a lost one                                     |
 * | `blunder`    | turns a won game into a lost one, or any that is not lost into one that |
 * |              | the opponent's very next disc wins                                     |
 */
import { SCORE_MAX, type Judged } from './analysis';
import { moverAt } from './line';
import { SIDES, type Side } from './types';

export const JUDGEMENTS = ['best', 'good', 'missedWin', 'mistake', 'blunder'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** What is known about one moment of a game; moment n comes after n discs. */
export type Moment =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'open'; readonly judged: Judged }
  | { readonly kind: 'won'; readonly by: Side }
  | { readonly kind: 'drawn' };

const RANK = { loss: 0, draw: 1, win: 2 } as const;

/** A move from one moment to the next; `undefined` until both are known. */
export function judgement(before: Moment, after: Moment): Judgement | undefined {
  if (before.kind !== 'open' || after.kind === 'unknown') return undefined;
  // Nothing is better than four in a row.
  if (after.kind === 'won') return 'best';
  const left = after.kind === 'open' ? after.judged : DRAWN;
  const had = before.judged;
  if (-left.score === had.score) return 'best';
  const drop = RANK[had.value.kind] - (RANK.win - RANK[left.value.kind]);
  if (drop <= 0) return 'good';
  const atOnce = left.value.kind === 'win' && left.value.plies === 1;
  if (drop === 2 || atOnce) return 'blunder';
  return had.value.kind === 'win' ? 'missedWin' : 'mistake';
}

const DRAWN: Judged = { score: 0, value: { kind: 'draw' } };

/** The judgement of every move, in order. */
export function judgements(moments: readonly Moment[]): readonly (Judgement | undefined)[] {
  return moments.slice(1).map((after, ply) => {
    const before = moments[ply];
    return before && judgement(before, after);
  });
}

/** Whether a move changed who wins with perfect play. */
export function isTurn(it: Judgement | undefined): boolean {
  return it === 'missedWin' || it === 'mistake' || it === 'blunder';
}

/** The moment after the last move that changed the result; `undefined` if none did. */
export function turningPoint(moves: readonly (Judgement | undefined)[]): number | undefined {
  const last = moves.findLastIndex(isTurn);
  return last === -1 ? undefined : last + 1;
}

/** What a move is worth to accuracy, of a hundred. */
export const POINTS: Readonly<Record<Judgement, number>> = {
  best: 100,
  good: 75,
  missedWin: 25,
  mistake: 25,
  blunder: 0,
};

export interface Tally {
  readonly counts: Readonly<Record<Judgement, number>>;
  /** The mean of its moves' points, rounded; `undefined` before the first judged move. */
  readonly accuracy: number | undefined;
}

export function tally(moves: readonly (Judgement | undefined)[], side: Side): Tally {
  const own = moves.filter((it, ply) => it !== undefined && moverAt(ply) === side);
  const judged = own.filter((it) => it !== undefined);
  const count = (which: Judgement): number => judged.filter((it) => it === which).length;
  const points = judged.reduce((sum, it) => sum + POINTS[it], 0);
  return {
    counts: {
      best: count('best'),
      good: count('good'),
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
