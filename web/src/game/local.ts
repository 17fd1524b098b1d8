/**
 * A referee in the page itself, for two people on one device: gravity, turns, and four in a row.
 *
 * No server is asked here, so nothing else could judge. Online games never use it.
 */
import type { Referee, Ruling, TableGame, TableState } from './referee';
import {
  CELLS,
  ROWS,
  discCount,
  isColumn,
  other,
  withDisc,
  type Cell,
  type Column,
  type Line,
  type Side,
  type Stacks,
} from './types';

const FOUR = 4;
/** Up, right, rising, falling. */
const DIRECTIONS = [
  { columns: 0, rows: 1 },
  { columns: 1, rows: 0 },
  { columns: 1, rows: 1 },
  { columns: 1, rows: -1 },
] as const;

export const localReferee: Referee = {
  play: (game, column) => Promise.resolve(rule(game, column)),
};

export function rule(game: TableGame, column: Column): Ruling {
  if (game.state.kind !== 'playing') return { kind: 'refused', why: 'gameOver' };
  const row = game.stacks[column].length;
  if (row >= ROWS) return { kind: 'refused', why: 'columnFull' };
  const side = game.state.turn;
  const stacks = withDisc(game.stacks, column, side);
  const lastMove = { column, row };
  const state = stateAfter(stacks, lastMove, side);
  return { kind: 'played', game: { moves: [...game.moves, column], stacks, lastMove, state } };
}

function stateAfter(stacks: Stacks, last: Cell, side: Side): TableState {
  const lines = linesThrough(stacks, last, side);
  if (lines.length > 0) return { kind: 'won', by: side, lines };
  if (discCount(stacks) === CELLS) return { kind: 'drawn' };
  return { kind: 'playing', turn: other(side) };
}

/** Every line of four discs of `side` that contains `last`. */
export function linesThrough(stacks: Stacks, last: Cell, side: Side): readonly Line[] {
  return DIRECTIONS.flatMap(({ columns, rows }) =>
    [0, 1, 2, 3].flatMap((back) => {
      const line: Cell[] = [];
      for (let i = -back; i < FOUR - back; i += 1) {
        const column = last.column + i * columns;
        const row = last.row + i * rows;
        if (!isColumn(column) || stacks[column][row] !== side) return [];
        line.push({ column, row });
      }
      return [line];
    }),
  );
}
