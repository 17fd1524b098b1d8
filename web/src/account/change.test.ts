import { describe, expect, test } from 'vitest';
import type { RatingPoint } from '../protocol/generated';
import { LOOKS_MS, arrow, isProvisional, ratingAfter, signed } from './change';

const point = (roomId: string): RatingPoint => ({
  roomId,
  at: 1,
  rating: 1532,
  change: 14,
  deviation: 90,
});

/** A server that has rated the game at the look of this number. */
function server(ratedAt: number) {
  const waited: number[] = [];
  let looks = 0;
  const points = (): Promise<readonly RatingPoint[]> => {
    looks += 1;
    return Promise.resolve(looks >= ratedAt ? [point('later'), point('this')] : [point('before')]);
  };
  const pause = (ms: number): Promise<void> => {
    waited.push(ms);
    return Promise.resolve();
  };
  return { ask: () => ratingAfter('this', 'ada', points, pause), waited };
}

describe('the rating after a game', () => {
  test('is there at the first look', async () => {
    const { ask, waited } = server(1);
    expect(await ask()).toEqual(point('this'));
    expect(waited).toEqual(LOOKS_MS.slice(0, 1));
  });

  test('is waited for', async () => {
    const { ask, waited } = server(4);
    expect(await ask()).toEqual(point('this'));
    expect(waited).toEqual(LOOKS_MS.slice(0, 4));
  });

  test('is given up after some seconds', async () => {
    const { ask, waited } = server(100);
    expect(await ask()).toBeUndefined();
    expect(waited).toEqual(LOOKS_MS);
    expect(waited.reduce((sum, it) => sum + it, 0)).toBeLessThan(10_000);
  });
});

test.each([
  [14.4, '▲', '+14'],
  [0.6, '▲', '+1'],
  [0.4, '', '±0'],
  [-0.4, '', '±0'],
  [0, '', '±0'],
  [-13.6, '▼', '−14'],
])('a change of %d is %s %s', (change, mark, text) => {
  expect(arrow(change)).toBe(mark);
  expect(signed(change)).toBe(text);
});

test('a rating is sure up to a deviation of 110', () => {
  expect(isProvisional({ deviation: 110 })).toBe(false);
  expect(isProvisional({ deviation: 110.1 })).toBe(true);
});
