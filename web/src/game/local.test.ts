import { describe, expect, test } from 'vitest';
import { linesThrough, rule } from './local';
import { NEW_TABLE_GAME, type TableGame } from './referee';
import { isColumn, type Column } from './types';

function columns(moves: string): Column[] {
  return [...moves].map((digit) => {
    const column = Number(digit) - 1;
    if (!isColumn(column)) throw new Error(`no column ${digit}`);
    return column;
  });
}

function played(moves: string): TableGame {
  return columns(moves).reduce((game, column) => {
    const ruling = rule(game, column);
    if (ruling.kind === 'refused') throw new Error(`${moves}: ${ruling.why}`);
    return ruling.game;
  }, NEW_TABLE_GAME);
}

function check(moves: string, expected: string): void {
  const { state } = played(moves);
  const actual = state.kind === 'won' ? `${state.by} wins` : state.kind;
  expect(actual, `after ${moves}`).toBe(expected);
}

describe('the referee', () => {
  test('sees four in any direction', () => {
    check('1212121', 'first wins'); // up
    check('4455667', 'first wins'); // right
    check('12233434464', 'first wins'); // rising
    check('76655454424', 'first wins'); // falling
    check('2132334444', 'second wins'); // the earliest diagonal there is
  });

  test('does not see four in three', () => {
    check('', 'playing');
    check('12121', 'playing');
    check('112117171', 'playing'); // top three of column 1 and the bottom of column 2
  });

  test('calls a full board a draw', () => {
    check('765166733316344522276176717242151344354255', 'drawn');
  });

  test('refuses a full column and any move after the end', () => {
    expect(rule(played('444444'), 3)).toEqual({ kind: 'refused', why: 'columnFull' });
    expect(rule(played('4455667'), 0)).toEqual({ kind: 'refused', why: 'gameOver' });
  });

  test('lets discs fall on each other and turns alternate', () => {
    const { stacks, lastMove, state } = played('445');
    expect(stacks[3]).toEqual(['first', 'second']);
    expect(lastMove).toEqual({ column: 4, row: 0 });
    expect(state).toEqual({ kind: 'playing', turn: 'second' });
  });

  test('finds every line one disc completes, each with four cells in order', () => {
    const first = ['first', 'first', 'first', 'first'] as const;
    const stacks = {
      0: first,
      1: ['first'],
      2: ['first'],
      3: ['first'],
      4: [],
      5: [],
      6: [],
    } as const;
    const lines = linesThrough(stacks, { column: 0, row: 0 }, 'first');
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.length === 4)).toBe(true);
    expect(lines[1]).toEqual([0, 1, 2, 3].map((column) => ({ column, row: 0 })));
  });
});
