/** The board as the page shows it, and the rules a second time, to judge what the computer did. */
import type { Page } from '@playwright/test';

export type Colour = 'black' | 'white';

const ROWS = 6;
const STEPS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

export class Position {
  readonly columns: readonly (readonly Colour[])[];

  constructor(columns: readonly (readonly Colour[])[]) {
    this.columns = columns;
  }

  get count(): number {
    return this.columns.reduce((sum, column) => sum + column.length, 0);
  }

  /** One disc more. Columns are counted from 1. */
  with(column: number, colour: Colour): Position {
    return new Position(
      this.columns.map((discs, index) => (index === column - 1 ? [...discs, colour] : discs)),
    );
  }

  /** The column in which this has a disc more than `before`. */
  addedTo(before: Position): number {
    return 1 + this.columns.findIndex((it, i) => it.length > (before.columns[i]?.length ?? 0));
  }

  hasFour(colour: Colour): boolean {
    return this.columns.some((discs, column) =>
      discs.some((_, row) =>
        STEPS.some(([right, up]) =>
          [0, 1, 2, 3].every((i) => this.columns[column + i * right]?.[row + i * up] === colour),
        ),
      ),
    );
  }

  /** Columns in which one disc would win. */
  winsOf(colour: Colour): readonly number[] {
    return this.columns.flatMap((discs, index) =>
      discs.length < ROWS && this.with(index + 1, colour).hasFour(colour) ? [index + 1] : [],
    );
  }

  /** Columns with room, from 1. */
  get open(): readonly number[] {
    return this.columns.flatMap((discs, index) => (discs.length < ROWS ? [index + 1] : []));
  }

  /** A column that makes a threat to win with the next disc. */
  threatFor(colour: Colour): number | undefined {
    return this.open.find((column) => this.with(column, colour).winsOf(colour).length > 0);
  }

  /** The open column nearest to one. */
  openNear(column: number): number {
    const near = this.open.toSorted((a, b) => Math.abs(a - column) - Math.abs(b - column));
    return near[0] ?? column;
  }
}

export async function position(page: Page): Promise<Position> {
  const labels = await page
    .locator('[role=gridcell]')
    .evaluateAll((cells) => cells.map((it) => it.getAttribute('aria-label') ?? ''));
  const columns: Colour[][] = [[], [], [], [], [], [], []];
  // The grid is read from the top; discs are stacked from the bottom.
  for (const label of labels.toReversed()) {
    const [, column, colour] = /^column (\d), row \d, (black|white)(?:,|$)/u.exec(label) ?? [];
    if (colour === 'black' || colour === 'white') columns[Number(column) - 1]?.push(colour);
  }
  return new Position(columns);
}
