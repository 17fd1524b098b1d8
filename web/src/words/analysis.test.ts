import { describe, expect, test } from 'vitest';
import type { Value } from '../game/analysis';
import { words } from './all';

describe('a value', () => {
  test.each<[Value, string, string]>([
    [{ kind: 'win', plies: 5 }, 'wins in 5', 'Yellow wins in 5'],
    [{ kind: 'loss', plies: 8 }, 'loses in 8', 'Red wins in 8'],
    [{ kind: 'draw' }, 'draw', 'A draw, if nobody errs'],
  ])('%j', (value, move, whole) => {
    expect(words.analysis.value(value)).toBe(move);
    expect(words.analysis.prospect(value, 'second')).toBe(whole);
  });
});
