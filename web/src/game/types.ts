/**
 * The words the page thinks in: columns, sides, cells and stacks of discs.
 *
 * Row 0 is the bottom row here, as the discs see it. The wire counts cells from the top left;
 * `cellAt` is the only place that knows.
 */

export const COLUMNS = [0, 1, 2, 3, 4, 5, 6] as const;
export const ROWS = 6;
export const CELLS = COLUMNS.length * ROWS;

/** A column, 0 to 6 from the left. People read `columnNumber`. */
export type Column = (typeof COLUMNS)[number];

export const SIDES = ['first', 'second'] as const;

/** The two seats of a match, in the order in which the server lists its players. */
export type Side = (typeof SIDES)[number];

/** One cell; row 0 is the bottom row. */
export interface Cell {
  readonly column: Column;
  readonly row: number;
}

/** A line of four, in order along it. */
export type Line = readonly Cell[];

/** The discs of every column, bottom first. */
export type Stacks = Readonly<Record<Column, readonly Side[]>>;

export const NO_DISCS: Stacks = { 0: [], 1: [], 2: [], 3: [], 4: [], 5: [], 6: [] };

export function isColumn(value: unknown): value is Column {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 7;
}

/** What people call a column: 1 to 7. */
export function columnNumber(column: Column): number {
  return column + 1;
}

export function other(side: Side): Side {
  return side === 'first' ? 'second' : 'first';
}

/** The cell of a flat index of the wire: `row * 7 + column`, row 0 at the top. */
export function cellAt(index: number): Cell | undefined {
  const column = index % COLUMNS.length;
  if (!Number.isInteger(index) || index < 0 || index >= CELLS || !isColumn(column))
    return undefined;
  return { column, row: ROWS - 1 - Math.floor(index / COLUMNS.length) };
}

/** The same stacks with one more disc on top of a column. */
export function withDisc(stacks: Stacks, column: Column, side: Side): Stacks {
  return { ...stacks, [column]: [...stacks[column], side] };
}

/** For the `default` of a switch over a closed union: a new member must not be forgotten. */
export function unreachable(value: never): never {
  throw new Error(`unhandled: ${JSON.stringify(value)}`);
}
