import { expect, test, vi } from 'vitest';
import { stacksOf } from '../game/line';
import type { Referee } from '../game/referee';
import { COLUMNS, type Column } from '../game/types';
import { createTable } from './table.svelte';

/** Allows everything, and says whose turn it is. */
const lenient: Referee = (moves) =>
  Promise.resolve({
    kind: 'legal',
    game: {
      moves,
      stacks: stacksOf(moves),
      lastMove: undefined,
      state: { kind: 'playing', turn: moves.length % 2 === 0 ? 'first' : 'second', legal: COLUMNS },
    },
  });

test('a second disc in the same column at once is a slip; later, or elsewhere, it is a move', async () => {
  let nowMs = 0;
  const table = createTable(lenient, { nowMs: () => nowMs });
  await table.drop(3);
  nowMs = 200;
  await table.drop(3);
  expect(table.game.moves).toEqual([3]);
  await table.drop(4);
  expect(table.game.moves).toEqual([3, 4]);
  nowMs = 700;
  await table.drop(4);
  expect(table.game.moves).toEqual([3, 4, 4]);
});

test('every change is kept, and taken up again', async () => {
  const keep = vi.fn<(moves: readonly Column[]) => void>();
  const table = createTable(lenient, { memory: { moves: () => [1, 2], keep } });
  await table.drop(3);
  expect(table.game.moves).toEqual([1, 2, 3]);
  await table.undo();
  table.restart();
  expect(keep.mock.calls.map(([moves]) => moves)).toEqual([[1, 2], [1, 2, 3], [1, 2], []]);
});

test('a new game is not disturbed by a judgement of the old one', async () => {
  const table = createTable(lenient, { memory: { moves: () => [1], keep: () => undefined } });
  table.restart();
  await table.undo();
  expect(table.game.moves).toEqual([]);
});

test('while the referee is away nothing happens, and that is said', async () => {
  const table = createTable(() => Promise.resolve({ kind: 'away' }));
  await table.drop(3);
  expect(table.refereeAway).toBe(true);
  expect(table.game.moves).toEqual([]);
});
