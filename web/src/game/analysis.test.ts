import { describe, expect, test } from 'vitest';
import {
  bestColumns,
  isSettled,
  positionScore,
  type MoveVerdict,
  type MoveVerdicts,
} from './analysis';

const FULL: MoveVerdict = { kind: 'full' };

function exact(score: number): MoveVerdict {
  const kind = score > 0 ? 'win' : 'loss';
  return { kind: 'exact', score, value: score === 0 ? { kind: 'draw' } : { kind, plies: 7 } };
}

function between(atLeast: number, atMost: number): MoveVerdict {
  return { kind: 'bounds', atLeast, atMost };
}

function moves(...[a = FULL, b = FULL, c = FULL]: readonly MoveVerdict[]): MoveVerdicts {
  return { 0: a, 1: b, 2: c, 3: FULL, 4: FULL, 5: FULL, 6: FULL };
}

describe('a position', () => {
  test.each<[string, MoveVerdicts, number | undefined, readonly number[], boolean]>([
    ['with every move known', moves(exact(-2), exact(3), exact(3)), 3, [1, 2], true],
    [
      'with a move nothing can surpass',
      moves(exact(5), between(-9, 5), between(-9, 2)),
      5,
      [0],
      false,
    ],
    ['with a move that may be better', moves(exact(5), between(-9, 6)), undefined, [], false],
    ['of which nothing is known', moves(between(-18, 18)), undefined, [], false],
    ['without a move', moves(), undefined, [], true],
  ])('%s', (_, verdicts, score, best, settled) => {
    expect(positionScore(verdicts)).toBe(score);
    expect(bestColumns(verdicts)).toEqual(best);
    expect(isSettled(verdicts)).toBe(settled);
  });
});
