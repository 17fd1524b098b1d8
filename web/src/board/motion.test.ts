import { describe, expect, test } from 'vitest';
import { NO_DISCS, ROWS, withDisc } from '../game/types';
import { change, fallDuration, isOver, rowAt, swell, type Fall, type FallTime } from './motion';

const FIXED: FallTime = { kind: 'fixed', ms: 180 };
const GRAVITY: FallTime = { kind: 'gravity', ms: 500 };

const fallTo = (row: number, time: FallTime): Fall => ({
  side: 'first',
  cell: { column: 3, row },
  startMs: 1000,
  durationMs: fallDuration(time, row),
});

describe('a fall', () => {
  test.each([FIXED, GRAVITY])('starts in the hand and ends in its cell: $kind', (time) => {
    for (let row = 0; row < ROWS; row += 1) {
      const fall = fallTo(row, time);
      expect(rowAt(fall, time, 1000)).toBe(ROWS);
      expect(rowAt(fall, time, 1000 + fall.durationMs)).toBeCloseTo(row);
      expect(rowAt(fall, time, 99_999)).toBeCloseTo(row);
    }
  });

  test('never sinks below its cell', () => {
    const fall = fallTo(2, GRAVITY);
    for (let at = 1000; at < 1600; at += 5) {
      expect(rowAt(fall, GRAVITY, at)).toBeGreaterThanOrEqual(2);
    }
  });

  test('takes 180 ms to any row where the time is fixed, and longer to lower rows where it is not', () => {
    expect(fallDuration(FIXED, 0)).toBe(180);
    expect(fallDuration(FIXED, 5)).toBe(180);
    expect(fallDuration(GRAVITY, 0)).toBe(500);
    expect(fallDuration(GRAVITY, 5)).toBeLessThan(fallDuration(GRAVITY, 4));
  });

  test('is over at its end and not before', () => {
    expect(isOver(fallTo(0, FIXED), 1179)).toBe(false);
    expect(isOver(fallTo(0, FIXED), 1180)).toBe(true);
  });
});

describe('change', () => {
  const one = withDisc(NO_DISCS, 3, 'first');
  const two = withDisc(one, 3, 'second');

  test('sees nothing between equal boards, even if they are not the same object', () => {
    expect(change(one, withDisc(NO_DISCS, 3, 'first'))).toEqual({ kind: 'none' });
  });

  test('sees one disc more', () => {
    expect(change(one, two)).toEqual({
      kind: 'added',
      cell: { column: 3, row: 1 },
      side: 'second',
    });
  });

  test.each([
    ['two discs more', NO_DISCS, two],
    ['two discs more in two columns', NO_DISCS, withDisc(one, 0, 'second')],
    ['a disc less', two, one],
    ['another colour', one, withDisc(NO_DISCS, 3, 'second')],
    ['another game', two, withDisc(NO_DISCS, 0, 'first')],
  ])('lets %s appear at once', (_, before, after) => {
    expect(change(before, after)).toEqual({ kind: 'other' });
  });
});

describe('swell', () => {
  test('goes from nothing to all, and stays', () => {
    expect(swell(100, 400, 100)).toBe(0);
    expect(swell(100, 400, 500)).toBe(1);
    expect(swell(100, 400, 9000)).toBe(1);
  });

  test('is all there at once without a duration', () => {
    expect(swell(100, 0, 100)).toBe(1);
  });
});
