/** What keys mean on a board. */
import { isColumn, type Column } from '../game/types';

/** The part of a keyboard event that says which key it was. */
export interface Key {
  /** What it writes: "1" on one layout, "&" on another. */
  readonly key: string;
  /** Where it is: "Digit1" on both. */
  readonly code: string;
  readonly shiftKey: boolean;
}

/** What a key means while a cell has the focus. */
export type KeyWish =
  | { readonly kind: 'move'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'edge'; readonly column: Column }
  | { readonly kind: 'drop' }
  | { readonly kind: 'dropIn'; readonly column: Column }
  | { readonly kind: 'help' };

/**
 * The column of a digit. What the key writes comes first; on layouts whose digits need Shift its place
 * counts, so that nobody has to hold it.
 */
export function digitColumn({ key, code, shiftKey }: Key): Column | undefined {
  const digit = /^[1-7]$/u.exec(key)?.[0] ?? (shiftKey ? undefined : digitAt(code));
  const column = digit === undefined ? undefined : Number(digit) - 1;
  return isColumn(column) ? column : undefined;
}

function digitAt(code: string): string | undefined {
  return /^Digit([1-7])$/u.exec(code)?.[1];
}

export function keyWish(pressed: Key): KeyWish | undefined {
  switch (pressed.key) {
    case 'ArrowLeft':
      return { kind: 'move', columns: -1, rows: 0 };
    case 'ArrowRight':
      return { kind: 'move', columns: 1, rows: 0 };
    case 'ArrowUp':
      return { kind: 'move', columns: 0, rows: 1 };
    case 'ArrowDown':
      return { kind: 'move', columns: 0, rows: -1 };
    case 'Home':
      return { kind: 'edge', column: 0 };
    case 'End':
      return { kind: 'edge', column: 6 };
    case 'Enter':
    case ' ':
      return { kind: 'drop' };
    case '?':
      return { kind: 'help' };
    default: {
      const column = digitColumn(pressed);
      return column === undefined ? undefined : { kind: 'dropIn', column };
    }
  }
}
