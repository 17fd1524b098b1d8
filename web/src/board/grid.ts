/**
 * The board for hands and ears: an invisible grid of 6 × 7 cells over the canvas, with one cell
 * in the tab order.
 */
import {
  COLUMNS,
  ROWS,
  columnNumber,
  isColumn,
  type Cell,
  type Column,
  type Side,
  type Stacks,
} from '../game/types';

export interface GridText {
  readonly label: string;
  readonly sides: Readonly<Record<Side, string>>;
}

export interface GridApi {
  show(stacks: Stacks, text: GridText): void;
  /** Moves the focus to the board. */
  focus(): void;
  /** The column whose cell has the focus. */
  focused(): Column | undefined;
  readonly element: HTMLElement;
}

/** What a key means while a cell has the focus. */
export type KeyWish =
  | { readonly kind: 'move'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'edge'; readonly column: Column }
  | { readonly kind: 'drop' }
  | { readonly kind: 'dropIn'; readonly column: Column }
  | { readonly kind: 'help' };

export function keyWish(key: string): KeyWish | undefined {
  switch (key) {
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
      const column = /^[1-7]$/.test(key) ? Number(key) - 1 : undefined;
      return isColumn(column) ? { kind: 'dropIn', column } : undefined;
    }
  }
}

export function cellLabel(stacks: Stacks, column: Column, row: number, text: GridText): string {
  const side = stacks[column][row];
  const what = side === undefined ? 'empty' : text.sides[side];
  return `column ${columnNumber(column)}, row ${row + 1}, ${what}`;
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));

export function createGrid(
  signal: AbortSignal,
  on: {
    wish(wish: Exclude<KeyWish, { kind: 'move' | 'edge' }>, column: Column): void;
    moved(): void;
  },
): GridApi {
  const element = document.createElement('div');
  element.className = 'board-grid';
  element.setAttribute('role', 'grid');
  element.setAttribute('aria-rowcount', String(ROWS));
  element.setAttribute('aria-colcount', String(COLUMNS.length));
  const cells = new Map<string, HTMLElement>();
  for (let row = ROWS - 1; row >= 0; row -= 1) {
    const line = document.createElement('div');
    line.setAttribute('role', 'row');
    for (const column of COLUMNS) {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.dataset['column'] = String(column);
      cell.dataset['row'] = String(row);
      cell.tabIndex = -1;
      cells.set(`${column},${row}`, cell);
      line.append(cell);
    }
    element.append(line);
  }

  let at: Cell = { column: 3, row: 0 };
  const cellOf = (column: Column, row: number): HTMLElement | undefined =>
    cells.get(`${column},${row}`);
  const roveTo = (column: Column, row: number): void => {
    const old = cellOf(at.column, at.row);
    if (old !== undefined) old.tabIndex = -1;
    at = { column, row };
    const cell = cellOf(column, row);
    if (cell !== undefined) cell.tabIndex = 0;
  };
  roveTo(at.column, at.row);

  const step = (columns: number, rows: number): void => {
    const column = clamp(at.column + columns, COLUMNS.length - 1);
    if (isColumn(column)) roveTo(column, clamp(at.row + rows, ROWS - 1));
    cellOf(at.column, at.row)?.focus();
    on.moved();
  };

  element.addEventListener(
    'keydown',
    (event) => {
      delete element.dataset['quiet'];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const wish = keyWish(event.key);
      if (wish === undefined) return;
      event.preventDefault();
      switch (wish.kind) {
        case 'move':
          step(wish.columns, wish.rows);
          return;
        case 'edge':
          step(wish.column - at.column, 0);
          return;
        case 'drop':
        case 'dropIn':
        case 'help':
          if (!event.repeat) on.wish(wish, wish.kind === 'dropIn' ? wish.column : at.column);
      }
    },
    { signal },
  );
  element.addEventListener('focusin', () => on.moved(), { signal });
  element.addEventListener(
    'focusout',
    () => {
      delete element.dataset['quiet'];
      on.moved();
    },
    { signal },
  );

  return {
    element,
    show(stacks, text) {
      element.setAttribute('aria-label', text.label);
      for (const column of COLUMNS) {
        for (let row = 0; row < ROWS; row += 1) {
          const cell = cellOf(column, row);
          const label = cellLabel(stacks, column, row, text);
          if (cell !== undefined && cell.getAttribute('aria-label') !== label) {
            cell.setAttribute('aria-label', label);
          }
        }
      }
    },
    focus() {
      if (element.contains(document.activeElement)) return;
      // Nobody asked for it, so the ring waits for a key: who plays by mouse need not see it.
      element.dataset['quiet'] = '';
      cellOf(at.column, at.row)?.focus({ preventScroll: true });
    },
    focused: () => (element.contains(document.activeElement) ? at.column : undefined),
  };
}
