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

/** What a move cost whoever made it, the best first. */
export const JUDGEMENTS = [
  'best',
  'good',
  'inaccuracy',
  'missedWin',
  'mistake',
  'blunder',
] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** A move judged, and what it is worth to accuracy, of a hundred. */
export interface Mark {
  readonly judgement: Judgement;
  readonly points: number;
}

/** In which way a move decides something. */
export const REASON_KINDS = [
  /** The disc completes four. */
  'wins',
  /** The opponent could complete four at once, and still can. */
  'leaves',
  /** The disc is the step on which the opponent's winning disc will lie. */
  'opens',
  /** The opponent would have completed four there. */
  'blocks',
  /** Somebody will have two places to complete four, and only one can be taken. */
  'twoThreats',
  /** Somebody will run out of other columns, and have to play below the deciding cell. */
  'zugzwang',
  /** The board fills up. */
  'draw',
] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

/** What a move does or leads to, if both go on perfectly. */
export interface Reason {
  readonly kind: ReasonKind;
  /** Whose four it is about; nobody's if it is a draw. */
  readonly by: Side | undefined;
  /** The cells of that four, or of several; some may be empty yet. */
  readonly cells: readonly Cell[];
  /** Those of them that decide. */
  readonly key: readonly Cell[];
}

export interface Analysis {
  readonly moves: MoveVerdicts;
  /** Perfect play by both from here on; empty until it is known. */
  readonly line: readonly Column[];
  /** Positions looked at so far. */
  readonly nodes: number;
}
