import { expect, test } from 'vitest';
import { NO_DISCS, withDisc } from '../game/types';
import { words } from './all';
import { factsOf } from '../board/grid';

const SIDES = { first: 'red', second: 'yellow' };

function label(scene: Parameters<typeof factsOf>[0], column: number, row: number): string {
  const facts = [...factsOf(scene)].find((it) => it.column === column && it.row === row);
  return facts === undefined ? '' : words.board.cell(facts, SIDES);
}

test('says where a cell is and what is in it, counting from 1 and from the bottom', () => {
  const scene = { stacks: withDisc(NO_DISCS, 3, 'first'), lastMove: undefined, lines: [] };
  expect(label(scene, 3, 0)).toBe('column 4, row 1, red');
  expect(label(scene, 3, 1)).toBe('column 4, row 2, empty');
});

test('says which disc was the last, and which ones win', () => {
  let stacks = withDisc(NO_DISCS, 6, 'second');
  for (const column of [0, 1, 2, 3] as const) stacks = withDisc(stacks, column, 'first');
  const line = ([0, 1, 2, 3] as const).map((column) => ({ column, row: 0 }));
  const scene = { stacks, lastMove: { column: 3, row: 0 } as const, lines: [line] };
  expect(label(scene, 3, 0)).toBe('column 4, row 1, red, last disc, winning');
  expect(label(scene, 0, 0)).toBe('column 1, row 1, red, winning');
  expect(label(scene, 6, 0)).toBe('column 7, row 1, yellow');
});
