import { expect, test } from 'vitest';
import { boardChoice, boardSearch } from './boardPlace';

test.each([
  ['', { preset: 'all', period: 'all' }],
  ['?preset=duel', { preset: 'duel', period: 'all' }],
  ['?period=week', { preset: 'all', period: 'week' }],
  ['?preset=live&period=week', { preset: 'live', period: 'week' }],
] as const)('%s is %j, and back', (search, choice) => {
  expect(boardChoice(search)).toEqual(choice);
  expect(boardSearch(choice)).toBe(search);
});

test.each(['?preset=solo', '?preset=__proto__&period=year', '?other=1'])(
  '%s is everything',
  (search) => {
    expect(boardChoice(search)).toEqual({ preset: 'all', period: 'all' });
  },
);
