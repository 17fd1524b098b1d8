import { expect, test } from 'vitest';
import { NO_DISCS, withDisc } from '../game/types';
import { cellLabel, keyWish } from './grid';

test.each([
  ['1', { kind: 'dropIn', column: 0 }],
  ['7', { kind: 'dropIn', column: 6 }],
  ['Enter', { kind: 'drop' }],
  [' ', { kind: 'drop' }],
  ['ArrowLeft', { kind: 'move', columns: -1, rows: 0 }],
  ['ArrowRight', { kind: 'move', columns: 1, rows: 0 }],
  ['ArrowUp', { kind: 'move', columns: 0, rows: 1 }],
  ['ArrowDown', { kind: 'move', columns: 0, rows: -1 }],
  ['Home', { kind: 'edge', column: 0 }],
  ['End', { kind: 'edge', column: 6 }],
  ['?', { kind: 'help' }],
  ['0', undefined],
  ['8', undefined],
  ['12', undefined],
  ['x', undefined],
  ['Tab', undefined],
])('the key %j means %j', (key, wish) => {
  expect(keyWish(key)).toEqual(wish);
});

test('says where a cell is and what is in it, counting from 1 and from the bottom', () => {
  const text = { label: '', sides: { first: 'red', second: 'yellow' } };
  const stacks = withDisc(NO_DISCS, 3, 'first');
  expect(cellLabel(stacks, 3, 0, text)).toBe('column 4, row 1, red');
  expect(cellLabel(stacks, 3, 1, text)).toBe('column 4, row 2, empty');
});
