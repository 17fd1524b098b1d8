import { expect, test } from 'vitest';
import { seldom } from './seldom';

test('progress is told at most ten times a second, the first at once', () => {
  let nowMs = 0;
  const told: number[] = [];
  const tell = seldom(
    (value: number) => told.push(value),
    () => nowMs,
  );
  // A slice is 20 ms: fifty a second.
  for (let slice = 0; slice < 50; slice += 1) {
    nowMs = slice * 20;
    tell(nowMs);
  }
  expect(told).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
});
