import { expect, test } from 'vitest';
import { analysisPath, movesOf } from './analysisPlace';

test.each([
  ['4435', [3, 3, 2, 4]],
  [' 4 4, 3-5. ', [3, 3, 2, 4]],
  ['', []],
  ['448', undefined],
  ['four', undefined],
])('moves typed as %j', (text, moves) => {
  expect(movesOf(text)).toEqual(moves);
});

test.each([
  [[], '/analysis'],
  [[3, 3, 2, 4] as const, '/analysis/4435'],
])('the address of %j', (moves, path) => {
  expect(analysisPath(moves)).toBe(path);
});
