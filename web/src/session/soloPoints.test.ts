import { beforeEach, expect, test, vi } from 'vitest';
import { HUMAN, initialSolo } from '../game/solo';
import type { Column } from '../game/types';
import { beginCounting, forgetPoints, notePoints, soloPoints } from './soloPoints';

function shelf(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', shelf());
  vi.stubGlobal('sessionStorage', shelf());
});

const { game } = initialSolo({ difficulty: 'easy', starts: HUMAN, clock: 'on', seed: '' });
const played = (moves: readonly Column[]) => ({ ...game, moves });

test('games won, lost and drawn are counted', () => {
  expect(soloPoints()).toEqual({ won: 0, lost: 0, drawn: 0 });
  notePoints('human_won', played([1]));
  notePoints('ai_won', played([2]));
  expect(notePoints('draw', played([3]))).toEqual({ won: 1, lost: 1, drawn: 1 });
  expect(soloPoints()).toEqual({ won: 1, lost: 1, drawn: 1 });
  expect(forgetPoints()).toEqual({ won: 0, lost: 0, drawn: 0 });
  expect(soloPoints()).toEqual({ won: 0, lost: 0, drawn: 0 });
});

test('a game that is told again after a reload counts once; the same moves in a new game count again', () => {
  notePoints('ai_won', played([3, 3]));
  expect(notePoints('ai_won', played([3, 3])).lost).toBe(1);
  beginCounting();
  expect(notePoints('ai_won', played([3, 3])).lost).toBe(2);
});

test('what is no number on the shelf is nought', () => {
  localStorage.setItem('fourfall.solo.points', '{"won":"many","lost":-3,"drawn":2}');
  expect(soloPoints()).toEqual({ won: 0, lost: 0, drawn: 2 });
});
