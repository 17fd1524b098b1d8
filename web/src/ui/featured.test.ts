import { expect, test } from 'vitest';
import type { LiveGame } from '../session/record';
import { featured } from './featured';

function game(roomId: string, discs: number, spectators: number): LiveGame {
  return {
    roomId,
    names: { first: 'Ada', second: 'Bo' },
    colours: { first: 'red', second: 'yellow' },
    discs,
    spectators,
    moves: [],
  };
}

test.each([
  ['nobody plays', [], undefined, undefined],
  ['most watched', [game('a', 9, 0), game('b', 1, 3)], undefined, 'b'],
  ['furthest of equals', [game('a', 2, 1), game('b', 7, 1)], undefined, 'b'],
  ['the one shown already', [game('a', 2, 0), game('b', 7, 9)], 'a', 'a'],
  ['another when that is over', [game('b', 7, 9)], 'a', 'b'],
] as const)('%s', (_, rooms, shownId, expected) => {
  expect(featured(rooms, shownId)?.roomId).toBe(expected);
});
