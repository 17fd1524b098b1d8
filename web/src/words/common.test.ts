import { expect, test } from 'vitest';
import { words } from './all';

test.each([
  [0, '0 discs'],
  [1, '1 disc'],
  [2, '2 discs'],
])('%i are counted as people do', (number, text) => {
  expect(words.common.discs(number)).toBe(text);
  expect(words.lists.room(number, 0)).toBe(text);
});

test('who is here, for somebody who only looks', () => {
  expect(words.play.here(0, 0)).toBe('Nobody else is here at the moment.');
  expect(words.play.here(1, 0)).toBe('1 person here.');
  expect(words.play.here(5, 4)).toBe('5 people here, 4 playing.');
});
