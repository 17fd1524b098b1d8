import { expect, test } from 'vitest';
import { clockOffsetMs, clockText, secondsLeft, spokenMoments } from './clock';
import { cellAt } from './types';

test.each([
  [10_000, 0, 10],
  [10_000, 9_001, 1],
  [10_000, 10_000, 0],
  [10_000, 99_000, 0],
])('until %i at %i there are %i seconds left', (deadline, now, seconds) => {
  expect(secondsLeft(deadline, now)).toBe(seconds);
});

test.each([
  [0, '0:00'],
  [7, '0:07'],
  [90, '1:30'],
])('%i seconds read %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

test('cancels a clock that is wrong: a fresh turn of 60 s ends in 60 s', () => {
  const now = 5_000_000;
  const deadlineOfAWrongClock = 1_060_000;
  const offset = clockOffsetMs(now, 60, deadlineOfAWrongClock);
  expect(secondsLeft(deadlineOfAWrongClock + offset, now)).toBe(60);
});

test('reads cells of the wire from the top left, and shows them from the bottom', () => {
  expect(cellAt(0)).toEqual({ column: 0, row: 5 });
  expect(cellAt(41)).toEqual({ column: 6, row: 0 });
  expect(cellAt(38)).toEqual({ column: 3, row: 0 });
  expect([cellAt(42), cellAt(-1), cellAt(0.5)]).toEqual([undefined, undefined, undefined]);
});

test.each([
  [60_000, [30, 10, 5]],
  [30_000, [10, 5]],
  [7_000, [5]],
  [5_500, []],
  [0, []],
])('with %i ms left it is said at %j seconds', (leftMs, seconds) => {
  const moments = spokenMoments(leftMs);
  expect(moments.map((it) => it.seconds)).toEqual(seconds);
  expect(moments.every((it) => leftMs - it.inMs === it.seconds * 1000)).toBe(true);
});
