import { describe, expect, test } from 'vitest';
import type { Value } from '../game/analysis';
import { words } from './all';

describe('a value', () => {
  test.each<[Value, string, string]>([
    [
      { kind: 'win', plies: 5 },
      'wins with the 3rd disc',
      'Yellow wins with their 3rd disc from here',
    ],
    [{ kind: 'loss', plies: 8 }, 'loses to the 4th disc', 'Red wins with their 4th disc from here'],
    [{ kind: 'draw' }, 'draw', 'A draw, if nobody errs'],
  ])('%j', (value, move, whole) => {
    expect(words.analysis.value(value)).toBe(move);
    expect(words.analysis.prospect(value, 'second')).toBe(whole);
  });
});
