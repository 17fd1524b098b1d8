/**
 * What perfect play makes of a position.
 *
 * A score counts for the player to move: positive if that player wins, larger the sooner, 0 a
 * draw. It is 22 less the discs the winner needs, so it runs from −18 to 18.
 */
import { COLUMNS, type Column } from './types';

export const SCORE_MAX = 18;

/** A score in words, with the discs of both players that are still to fall. */
export type Value =
  | { readonly kind: 'win'; readonly plies: number }
  | { readonly kind: 'draw' }
  | { readonly kind: 'loss'; readonly plies: number };

/** How many more discs of the winner's it takes, this one included: as people count. */
export function discsToWin({ plies }: { readonly plies: number }): number {
  return Math.ceil(plies / 2);
}

export interface Judged {
  readonly score: number;
  readonly value: Value;
}

/** What is known about a move, for the player who makes it. */
export type MoveVerdict =
  | { readonly kind: 'full' }
  /** Still being searched: the score is one of these. */
  | { readonly kind: 'bounds'; readonly atLeast: number; readonly atMost: number }
  | ({ readonly kind: 'exact' } & Judged);

export type MoveVerdicts = Readonly<Record<Column, MoveVerdict>>;

export interface Analysis {
  readonly moves: MoveVerdicts;
  /** Perfect play by both from here on; empty until it is known. */
  readonly line: readonly Column[];
  /** Positions looked at so far. */
  readonly nodes: number;
}

/** Whether every move's score is known. */
export function isSettled(moves: MoveVerdicts): boolean {
  return COLUMNS.every((column) => moves[column].kind !== 'bounds');
}

/** The score of the position: that of a move which no other can surpass, once there is one. */
export function positionScore(moves: MoveVerdicts): number | undefined {
  const scores = COLUMNS.flatMap((column) => exactScore(moves[column]) ?? []);
  const best = Math.max(...scores);
  const surpassed = COLUMNS.some((column) => atMost(moves[column]) > best);
  return scores.length === 0 || surpassed ? undefined : best;
}

function atMost(verdict: MoveVerdict): number {
  switch (verdict.kind) {
    case 'full':
      return Number.NEGATIVE_INFINITY;
    case 'bounds':
      return verdict.atMost;
    case 'exact':
      return verdict.score;
  }
}

/** The columns that keep the score of the position, as far as it is known. */
export function bestColumns(moves: MoveVerdicts): readonly Column[] {
  const best = positionScore(moves);
  return best === undefined ? [] : COLUMNS.filter((it) => exactScore(moves[it]) === best);
}

function exactScore(verdict: MoveVerdict): number | undefined {
  return verdict.kind === 'exact' ? verdict.score : undefined;
}
