/** The integers of the module, read back. `crates/wasm/src/code.rs` writes them. */
import {
  COLUMNS,
  JUDGEMENTS,
  REASON_KINDS,
  isColumn,
  type Cell,
  type Column,
  type Judgement,
  type Line,
  type Reason,
} from './types.js';

/** "There is no answer." */
export const NONE = 0xffff_ffff;

/** What became of a disc. */
export type Landed =
  | { readonly kind: 'landed'; readonly row: number }
  | { readonly kind: 'refused'; readonly why: Refusal };

export type Refusal = 'noSuchColumn' | 'columnFull' | 'gameOver' | 'notYourTurn';

const REFUSALS: Readonly<Record<number, Refusal>> = {
  8: 'noSuchColumn',
  9: 'columnFull',
  10: 'gameOver',
  11: 'notYourTurn',
};

export function landed(code: number): Landed {
  const why = REFUSALS[code];
  return why === undefined ? { kind: 'landed', row: code } : { kind: 'refused', why };
}

export function columns(mask: number): readonly Column[] {
  return COLUMNS.filter((it) => ((mask >> it) & 1) === 1);
}

export type Outcome = 'first' | 'second' | 'drawn' | 'none';

const OUTCOMES: Readonly<Record<number, Outcome>> = { 0: 'first', 1: 'second', 2: 'drawn' };

export function outcome(code: number): Outcome {
  return OUTCOMES[code] ?? 'none';
}

export function line(code: number): Line {
  return [0, 8, 16, 24].flatMap((shift) => cell((code >>> shift) & 0xff));
}

/** One cell; none if the code is none. */
export function cell(code: number): readonly Cell[] {
  const column = code >> 3;
  return isColumn(column) ? [{ column, row: code & 7 }] : [];
}

export function judgement(code: number): Judgement | undefined {
  return JUDGEMENTS[code];
}

const SIDES = ['first', 'second'] as const;

export function reason(code: number): Pick<Reason, 'kind' | 'by'> | undefined {
  const kind = REASON_KINDS[code & 0xff];
  return code === NONE || kind === undefined ? undefined : { kind, by: SIDES[code >> 8] };
}

export interface Answer {
  readonly column: Column;
  readonly thinkMs: number;
  /** Whether the search came to its end. */
  readonly proved: boolean;
}

export function answer(code: number): Answer | undefined {
  const column = code & 0xff;
  if (code === NONE || !isColumn(column)) return undefined;
  return { column, thinkMs: code >>> 16, proved: ((code >> 8) & 1) === 1 };
}

export interface Bounds {
  readonly atLeast: number;
  readonly atMost: number;
}

const SCORE_ZERO = 64;

export function bounds(code: number): Bounds | undefined {
  if (code === NONE) return undefined;
  return { atLeast: (code & 0xff) - SCORE_ZERO, atMost: ((code >> 8) & 0xff) - SCORE_ZERO };
}
