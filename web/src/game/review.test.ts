import { describe, expect, test } from 'vitest';
import type { Judged, Value } from './analysis';
import {
  firstShare,
  judgement,
  judgements,
  tally,
  turningPoint,
  type Judgement,
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

describe('a move', () => {
  test.each<[string, Moment, Moment, Judgement | undefined]>([
    ['keeps a win as fast as it was', open(5), open(-5), 'best'],
    ['keeps a loss as slow as it was', open(-3), open(3), 'best'],
    ['keeps a draw', open(0), open(0), 'best'],
    ['completes four', open(18), { kind: 'won', by: 'first' }, 'best'],
    ['fills the board', open(0), { kind: 'drawn' }, 'best'],
    ['wins later', open(5), open(-2), 'good'],
    ['loses sooner', open(-3), open(9), 'good'],
    ['loses at once what was lost', open(-3), open(9, 1), 'good'],
    ['lets a win become a draw', open(5), open(0), 'missedWin'],
    ['fills the board instead of winning', open(1), { kind: 'drawn' }, 'missedWin'],
    ['lets a draw become a loss', open(0), open(4), 'mistake'],
    ['lets a draw become a loss at once', open(0), open(4, 1), 'blunder'],
    ['lets a win become a loss', open(2), open(1), 'blunder'],
    ['is not known yet', open(2), UNKNOWN, undefined],
    ['came from where nothing is known', UNKNOWN, open(2), undefined],
  ])('that %s', (_, before, after, expected) => {
    expect(judgement(before, after)).toBe(expected);
  });
});

describe('a game', () => {
  // Won for the first player; the fourth disc throws away a draw that the third gave.
  const moments = [open(1), open(-1), open(1), open(0), open(3), open(-3)];
  const moves = judgements(moments);

  test('has one judgement a move', () => {
    expect(moves).toEqual(['best', 'best', 'missedWin', 'mistake', 'best']);
  });

  test('turns with the last move that changed the result', () => {
    expect(turningPoint(moves)).toBe(4);
    expect(turningPoint(['best', 'good'])).toBeUndefined();
    expect(turningPoint([])).toBeUndefined();
  });

  test('is counted for each player', () => {
    expect(tally(moves, 'first')).toMatchObject({
      counts: { best: 2, missedWin: 1 },
      accuracy: 75,
    });
    expect(tally(moves, 'second')).toMatchObject({ counts: { best: 1, mistake: 1 }, accuracy: 63 });
    expect(tally([undefined], 'first').accuracy).toBeUndefined();
  });

  test('of best moves is perfect, of blunders worthless', () => {
    expect(tally(['best', undefined, 'best'], 'first').accuracy).toBe(100);
    expect(tally(['blunder'], 'first').accuracy).toBe(0);
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
