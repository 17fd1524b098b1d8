import { expect, test } from 'vitest';
import { discsOf, lastCell, moverAt, stacksOf } from './line';
import { NO_DISCS } from './types';

test('discs alternate, whoever starts', () => {
  expect([0, 1, 2].map((ply) => moverAt(ply))).toEqual(['first', 'second', 'first']);
  expect([0, 1, 2].map((ply) => moverAt(ply, 'second'))).toEqual(['second', 'first', 'second']);
});

test('a line leaves its discs on top of each other', () => {
  expect(stacksOf([3, 3, 0])).toEqual({ ...NO_DISCS, 3: ['first', 'second'], 0: ['first'] });
  expect(stacksOf([3, 3], 'second')[3]).toEqual(['second', 'first']);
});

test.each([
  [[], undefined],
  [[3], { column: 3, row: 0 }],
  [[3, 3, 3], { column: 3, row: 2 }],
] as const)('the last cell of %j', (moves, cell) => {
  expect(lastCell(moves)).toEqual(cell);
});

test('each side’s discs are counted', () => {
  expect(discsOf([])).toEqual({ first: 0, second: 0 });
  expect(discsOf([3, 3, 2])).toEqual({ first: 2, second: 1 });
});
