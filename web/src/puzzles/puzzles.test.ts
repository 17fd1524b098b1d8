import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { moverAt, stacksOf } from '../game/line';
import { ROWS } from '../game/types';
import { daily, dayOf, endless } from './choose';
import { NOTHING, answered } from './progress';
import { readPuzzles } from './set';

const bytes = new Uint8Array(readFileSync('../crates/engine/puzzles/fourfall.puzzles'));
const puzzles = readPuzzles(bytes) ?? [];

describe('the set', () => {
  test('is read as it was written', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(2_000);
    for (const { moves, solution, discs } of puzzles) {
      const stacks = stacksOf(moves);
      expect(Object.values(stacks).every((it) => it.length <= ROWS)).toBe(true);
      expect(stacks[solution].length).toBeLessThan(ROWS);
      expect(discs).toBeGreaterThan(1);
    }
    expect(moverAt(puzzles[0]?.moves.length ?? 0)).toMatch(/first|second/u);
  });

  test('is refused when it is damaged', () => {
    expect(readPuzzles(bytes.with(40, (bytes[40] ?? 0) ^ 1))).toBeUndefined();
    expect(readPuzzles(bytes.subarray(0, 100))).toBeUndefined();
    expect(readPuzzles(new Uint8Array())).toBeUndefined();
  });
});

describe('the puzzle of the day', () => {
  test('is the same for everybody, all day, in UTC', () => {
    const noon = Date.UTC(2026, 10, 17, 12);
    const day = dayOf(noon);
    expect(dayOf(Date.UTC(2026, 10, 17, 0))).toBe(day);
    expect(dayOf(Date.UTC(2026, 10, 17, 23, 59, 59))).toBe(day);
    expect(dayOf(Date.UTC(2026, 10, 18))).toBe(day + 1);
    expect(daily(puzzles, day)).toBe(daily(puzzles, day));
  });

  test('does not come twice in three years', () => {
    const days = Array.from({ length: 1_000 }, (_, at) => daily(puzzles, 20_000 + at)?.number);
    expect(new Set(days).size).toBe(1_000);
  });
});

test('endless puzzles are of their level, and new while there are new ones', () => {
  const level = puzzles.filter((it) => it.level === 3);
  const solved = new Set(level.slice(1).map((it) => it.number));
  expect(endless(puzzles, 3, solved, 0.99)).toBe(level[0]);
  expect(endless(puzzles, 3, new Set(level.map((it) => it.number)), 0)).toBe(level[0]);
});

describe('the streak', () => {
  test('grows with every right answer, and its best stays', () => {
    const two = answered(answered(NOTHING, 1, true, undefined), 2, true, undefined);
    expect(two).toMatchObject({ streak: 2, best: 2, solved: [1, 2] });
    expect(answered(two, 3, false, undefined)).toMatchObject({
      streak: 0,
      best: 2,
      solved: [1, 2],
    });
  });

  test('of days breaks with a day that was left out or lost, and counts a day once', () => {
    const one = answered(NOTHING, 1, true, 100);
    expect(one.days).toBe(1);
    expect(answered(one, 1, false, 100)).toMatchObject({ days: 1, daySolved: true });
    expect(answered(one, 2, true, 101).days).toBe(2);
    expect(answered(one, 2, true, 102).days).toBe(1);
    expect(answered(one, 2, false, 101).days).toBe(0);
  });
});
