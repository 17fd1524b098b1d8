/**
 * How things move. A motion is a plan over a state that is already final: cutting it short at any
 * moment shows the truth.
 */
import { COLUMNS, ROWS, type Cell, type Side, type Stacks } from '../game/types';

export interface Fall {
  readonly side: Side;
  readonly cell: Cell;
  readonly startMs: number;
  readonly durationMs: number;
}

/** How long a fall takes. `fixed` is the same for every row; `gravity` is for the full height. */
export type FallTime =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'gravity'; readonly ms: number };

/** The share of a gravity fall that is the drop itself; the rest is one small bounce. */
const LANDING = 0.68;
const BOUNCE = 0.055;

export function fallDuration(time: FallTime, row: number): number {
  switch (time.kind) {
    case 'fixed':
      return time.ms;
    case 'gravity':
      return time.ms * Math.sqrt((ROWS - row) / ROWS);
  }
}

/** The row, with fractions, at which a falling disc is. `ROWS` is the hand; `cell.row` the end. */
export function rowAt(fall: Fall, time: FallTime, nowMs: number): number {
  const t =
    fall.durationMs <= 0 ? 1 : Math.min(1, Math.max(0, (nowMs - fall.startMs) / fall.durationMs));
  const height = ROWS - fall.cell.row;
  if (time.kind !== 'gravity') return fall.cell.row + height * (1 - t * t);
  if (t < LANDING) return fall.cell.row + height * (1 - (t / LANDING) ** 2);
  const hop = (t - LANDING) / (1 - LANDING);
  return fall.cell.row + height * BOUNCE * 4 * hop * (1 - hop);
}

export function isOver(motion: { startMs: number; durationMs: number }, nowMs: number): boolean {
  return nowMs >= motion.startMs + motion.durationMs;
}

/** How one state of the board differs from the one before it. */
export type Change =
  | { readonly kind: 'none' }
  /** One disc more, on top of a column: it falls into place. */
  | { readonly kind: 'added'; readonly cell: Cell; readonly side: Side }
  /** Anything else appears at once. */
  | { readonly kind: 'other' };

export function change(before: Stacks, after: Stacks): Change {
  let found: Change = { kind: 'none' };
  for (const column of COLUMNS) {
    const old = before[column];
    const now = after[column];
    if (old.some((side, row) => now[row] !== side)) return { kind: 'other' };
    if (now.length === old.length) continue;
    const side = now[old.length];
    if (found.kind !== 'none' || now.length !== old.length + 1 || side === undefined) {
      return { kind: 'other' };
    }
    found = { kind: 'added', cell: { column, row: old.length }, side };
  }
  return found;
}

/** A highlight that swells once and then stays: 0 at the start, 1 from the end on. */
export function swell(startMs: number, durationMs: number, nowMs: number): number {
  if (durationMs <= 0) return 1;
  const t = Math.min(1, Math.max(0, (nowMs - startMs) / durationMs));
  return 1 - (1 - t) ** 3;
}
