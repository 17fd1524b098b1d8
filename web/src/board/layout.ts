/** Where things are on the board, in CSS pixels. Pure: same size in, same layout out. */
import { COLUMNS, ROWS, isColumn, type Cell, type Column } from '../game/types';

/** The rim around the grid, as a share of a cell. On a 320 px phone it leaves columns of 44 px. */
const RIM = 0.13;
/** The room above the grid in which the disc in hand hovers, as a share of a cell. */
const HAND = 0.92;

/** Width to height of the whole widget. The style sheet reserves the room before the first paint. */
export const ASPECT = (COLUMNS.length + 2 * RIM) / (ROWS + 2 * RIM + HAND);

export interface Layout {
  readonly cell: number;
  /** The radius of a disc. */
  readonly disc: number;
  /** Left and top edge of the grid itself. */
  readonly left: number;
  readonly top: number;
  readonly rim: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function layout(width: number, height: number): Layout {
  const across = COLUMNS.length + 2 * RIM;
  const down = ROWS + 2 * RIM + HAND;
  const cell = Math.max(0, Math.floor(Math.min(width / across, height / down)));
  const rim = Math.floor(cell * RIM);
  const free = { x: width - cell * COLUMNS.length - 2 * rim, y: height - cell * ROWS - rim };
  return {
    cell,
    disc: cell * 0.41,
    left: Math.floor(free.x / 2) + rim,
    top: Math.max(0, Math.floor(free.y)),
    rim,
  };
}

/** The column under a point. The rim belongs to the outer columns, so that the edge is no trap. */
export function columnAt({ cell, left, rim }: Layout, x: number): Column | undefined {
  if (cell === 0 || x < left - rim || x >= left + cell * COLUMNS.length + rim) return undefined;
  const index = Math.min(COLUMNS.length - 1, Math.max(0, Math.floor((x - left) / cell)));
  return isColumn(index) ? index : undefined;
}

/** The centre of a cell. Row `ROWS` is the hand above the board. */
export function centre({ cell, left, top, rim }: Layout, { column, row }: Cell): Point {
  const x = left + (column + 0.5) * cell;
  if (row >= ROWS) return { x, y: top - rim - cell * 0.45 };
  return { x, y: top + (ROWS - 1 - row + 0.5) * cell };
}
