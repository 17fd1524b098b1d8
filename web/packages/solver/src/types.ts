/** The words of four in a row. A number is a column from 0 to 6; row 0 is the bottom row. */

/** A column, 0 to 6 from the left. */
export type Column = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const COLUMNS = [0, 1, 2, 3, 4, 5, 6] as const satisfies readonly Column[];

export function isColumn(value: unknown): value is Column {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 7;
}

export type Side = 'first' | 'second';

/** One cell; row 0 is the bottom row. */
export interface Cell {
  readonly column: Column;
  readonly row: number;
}

/** A line of four, in order along it. */
export type Line = readonly Cell[];

/** How a board stands. */
export type Standing =
  | { readonly kind: 'playing'; readonly turn: Side; readonly legal: readonly Column[] }
  | { readonly kind: 'won'; readonly by: Side; readonly lines: readonly Line[] }
  | { readonly kind: 'drawn' };

/** A score in words, with the discs of both players that are still to fall. */
export type Value =
  | { readonly kind: 'win'; readonly plies: number }
  | { readonly kind: 'draw' }
  | { readonly kind: 'loss'; readonly plies: number };

/**
 * A score for the player to move: positive if that player wins, larger the sooner, 0 a draw. It is
 * 22 less the discs the winner needs, so it runs from −18 to 18.
 */
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
