import { describe, expect, test } from 'vitest';
import type { Judged, Value } from './analysis';
import {
  firstShare,
  isFault,
  scoresOf,
  tally,
  turningPoint,
  type Mark,
  type Moment,
} from './review';

/** A moment by its score; how soon it ends matters only where it is 1. */
function open(score: number, plies = 9): Moment {
  const kind = score > 0 ? 'win' : 'loss';
  const value: Value = score === 0 ? { kind: 'draw' } : { kind, plies };
  const judged: Judged = { score, value };
  return { kind: 'open', judged };
}

const UNKNOWN: Moment = { kind: 'unknown' };

const mark = (judgement: Mark['judgement'], points: number): Mark => ({ judgement, points });

describe('a game', () => {
  // Won for the first player; the fourth disc throws away a draw that the third gave.
  const moments = [open(1), open(-1), open(1), open(0), open(3), open(-3)];
  const marks = [
    mark('best', 100),
    mark('best', 100),
    mark('missedWin', 25),
    mark('mistake', 25),
    mark('best', 100),
  ];

  test('turns with the last move that changed the result', () => {
    expect(turningPoint(moments)).toBe(4);
    expect(turningPoint([open(3), open(-2)])).toBeUndefined();
    expect(turningPoint([open(0), open(0)])).toBeUndefined();
    expect(turningPoint([open(2), UNKNOWN])).toBeUndefined();
    expect(turningPoint([])).toBeUndefined();
  });

  test('has scores as the engine judges by them', () => {
    expect(scoresOf([open(1), UNKNOWN, open(-2), { kind: 'drawn' }])).toEqual([
      1,
      undefined,
      -2,
      0,
    ]);
    expect(scoresOf([open(18), { kind: 'won', by: 'first' }])).toEqual([18, -18]);
    expect(turningPoint([open(18), { kind: 'won', by: 'first' }])).toBeUndefined();
  });

  test('is counted for each player', () => {
    expect(tally(marks, 'first')).toMatchObject({
      counts: { best: 2, missedWin: 1 },
      accuracy: 75,
    });
    expect(tally(marks, 'second')).toMatchObject({ counts: { best: 1, mistake: 1 }, accuracy: 63 });
    expect(tally([undefined], 'first').accuracy).toBeUndefined();
  });

  test('has something to learn from where a move was neither best nor good', () => {
    expect(isFault('inaccuracy')).toBe(true);
    expect(isFault('good')).toBe(false);
    expect(isFault(undefined)).toBe(false);
  });
});

describe('the bar', () => {
  test('is even in a draw and full at the end', () => {
    expect(firstShare(open(0), 4)).toBe(0.5);
    expect(firstShare({ kind: 'drawn' }, 42)).toBe(0.5);
    expect(firstShare({ kind: 'won', by: 'second' }, 8)).toBe(0);
    expect(firstShare(open(18), 0)).toBe(1);
    expect(firstShare(UNKNOWN, 3)).toBeUndefined();
  });

  test('shows a sooner win as a larger lead, whoever is to move', () => {
    const shares = [1, 6, 12, 18].map((score) => firstShare(open(score), 2) ?? 0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(Math.min(...shares)).toBeGreaterThan(0.6);
    expect(firstShare(open(6), 2)).toBe(firstShare(open(-6), 3));
  });
});
