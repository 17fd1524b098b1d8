/**
 * The board for hands and ears: an invisible grid of 6 × 7 cells over the canvas, with one cell
 * in the tab order.
 */
import {
  COLUMNS,
  ROWS,
  isColumn,
  type Cell,
  type Column,
  type Line,
  type Side,
  type Stacks,
} from '../game/types';
import { keyWish, type KeyWish } from './keys';

/** What can be said of a cell. */
export interface CellFacts extends Cell {
  readonly side: Side | undefined;
  /** The disc that was dropped last. */
  readonly last: boolean;
  /** Part of a winning line. */
  readonly winning: boolean;
}

export interface GridText {
  readonly label: string;
  cell(facts: CellFacts): string;
}

/** What the grid reads out. */
export interface GridScene {
  readonly stacks: Stacks;
  readonly lastMove: Cell | undefined;
  readonly lines: readonly Line[];
  readonly text: GridText;
}

export interface GridApi {
  show(scene: GridScene): void;
  /** Moves the focus to the board. */
  focus(): void;
  /** The column whose cell has the focus. */
  focused(): Column | undefined;
  readonly element: HTMLElement;
}

export interface GridEvents {
  wish(wish: Exclude<KeyWish, { kind: 'move' | 'edge' }>, column: Column): void;
  moved(): void;
  /** Whether arrows belong to the page while nobody has come to the board by keyboard. */
  lendsArrows(): boolean;
}

function isAt(cell: Cell | undefined, column: Column, row: number): boolean {
  return cell !== undefined && cell.column === column && cell.row === row;
}

/** Every cell with what is to be said of it. */
export function* factsOf({
  stacks,
  lastMove,
  lines,
}: Omit<GridScene, 'text'>): Generator<CellFacts> {
  for (const column of COLUMNS) {
    for (let row = 0; row < ROWS; row += 1) {
      yield {
        column,
        row,
        side: stacks[column][row],
        last: isAt(lastMove, column, row),
        winning: lines.some((line) => line.some((it) => isAt(it, column, row))),
      };
    }
  }
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));

export function createGrid(signal: AbortSignal, on: GridEvents): GridApi {
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

  /** Whether the focus came by itself or by a pointer: then no ring is shown, and arrows may be lent. */
  const isQuiet = (): boolean => element.dataset['quiet'] !== undefined;

  element.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const wish = keyWish(event);
      const steps = wish?.kind === 'move' || wish?.kind === 'edge';
      if (steps && isQuiet() && on.lendsArrows()) return;
      delete element.dataset['quiet'];
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
  element.addEventListener(
    'pointerdown',
    () => {
      element.dataset['quiet'] = '';
    },
    { signal },
  );
  element.addEventListener(
    'focusin',
    ({ target }) => {
      // Wherever the focus comes from, a key means the cell that has it.
      if (target instanceof HTMLElement) {
        const column = Number(target.dataset['column']);
        if (isColumn(column)) roveTo(column, Number(target.dataset['row']));
      }
      on.moved();
    },
    { signal },
  );
  element.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && element.contains(relatedTarget);
      if (!stays) delete element.dataset['quiet'];
      on.moved();
    },
    { signal },
  );

  return {
    element,
    show(scene) {
      element.setAttribute('aria-label', scene.text.label);
      for (const facts of factsOf(scene)) {
        const cell = cellOf(facts.column, facts.row);
        const label = scene.text.cell(facts);
        if (cell !== undefined && cell.getAttribute('aria-label') !== label) {
          cell.setAttribute('aria-label', label);
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
