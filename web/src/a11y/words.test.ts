import { describe, expect, test } from 'vitest';
import { NO_DISCS, withDisc } from '../game/types';
import type { End, MatchView } from '../game/view';
import { momentText, reasonText, resultTitle, said, sentence, turnText } from './words';

const here = { kind: 'here' } as const;
const VIEW: MatchView = {
  roomId: 'r1',
  version: 1,
  preset: 'live',
  seats: {
    first: { id: 'a', name: 'Ada', colour: 'red', isBot: false, presence: here },
    second: { id: 'b', name: 'Bo', colour: 'yellow', isBot: false, presence: here },
  },
  mine: 'first',
  stacks: NO_DISCS,
  moves: [],
  lastMove: undefined,
  phase: { kind: 'playing', turn: 'first', turnEndsMs: undefined },
  idle: undefined,
  spectators: 0,
  rematch: { kind: 'none' },
};
const over = (end: End, view = VIEW): MatchView => ({ ...view, phase: { kind: 'over', end } });
const BY_FOUR: End = { winner: 'first', reason: 'four', lines: [[]] };

test('makes sentences of the server’s messages', () => {
  expect(sentence('column 3 is full')).toBe('Column 3 is full.');
  expect(sentence('Why?')).toBe('Why?');
});

describe('the result', () => {
  test.each([
    ['live', 'first', 'first', 'You won'],
    ['live', 'first', 'second', 'Bo won'],
    ['live', 'first', undefined, 'A draw'],
    ['live', undefined, 'first', 'Ada won'],
    ['duel', 'first', 'first', 'YOU WON'],
    ['duel', 'first', 'second', 'YOU LOST'],
    ['duel', undefined, 'second', 'Bo won'],
  ] as const)('in %s for %s, won by %s, reads %s', (preset, mine, winner, title) => {
    expect(resultTitle({ ...VIEW, preset, mine }, { ...BY_FOUR, winner })).toBe(title);
  });

  test.each([
    ['four', 'Four in a row.'],
    ['full', 'The board is full and nobody has four.'],
    ['resignation', 'Bo resigned.'],
    ['idle', 'Bo did not move for too long.'],
    ['disconnect', 'Bo did not come back in time.'],
    ['timeout', 'Bo ran out of time.'],
  ] as const)('by %s says why', (reason, text) => {
    expect(reasonText(VIEW, { ...BY_FOUR, reason })).toBe(text);
  });

  test('says so when one disc makes two lines', () => {
    expect(reasonText(VIEW, { ...BY_FOUR, lines: [[], []] })).toBe('Four in a row, 2 times over.');
  });
});

describe('said', () => {
  const theirs: MatchView = {
    ...VIEW,
    stacks: withDisc(NO_DISCS, 4, 'second'),
    moves: [4],
    lastMove: { column: 4, row: 0 },
  };

  test('is the start of a game', () => {
    expect(said(undefined, VIEW).polite).toBe('The game is on: You against Bo. Your turn.');
  });

  test('is each move and whose turn it is now', () => {
    expect(said(VIEW, theirs).polite).toBe('Bo: column 5, row 1. Your turn.');
  });

  test('is the end, at once', () => {
    expect(said(theirs, over(BY_FOUR, theirs)).assertive).toBe('You won. Four in a row.');
  });

  test('is a lost connection, at once, and the return', () => {
    const second = { ...VIEW.seats.second, presence: { kind: 'away', untilMs: 1 } as const };
    const gone = { ...VIEW, seats: { ...VIEW.seats, second } };
    expect(said(VIEW, gone).assertive).toBe('Bo lost the connection.');
    expect(said(gone, VIEW).polite).toBe('Bo is back.');
  });

  test('is a warning to the one who idles', () => {
    const idle = { ...VIEW, idle: { side: 'first', untilMs: 1 } as const };
    expect(said(VIEW, idle).assertive).toBe('Move soon, or you lose.');
    expect(said(idle, idle)).toEqual({ polite: undefined, assertive: undefined });
  });

  test('is nothing when nothing happened', () => {
    expect(said(VIEW, { ...VIEW, spectators: 2 })).toEqual({
      polite: undefined,
      assertive: undefined,
    });
  });
});

test('names whose turn it is from where one sits', () => {
  expect(turnText(VIEW)).toBe('Your turn');
  expect(turnText({ ...VIEW, mine: 'second' })).toBe('Ada’s turn');
  expect(turnText({ ...VIEW, mine: undefined })).toBe('Ada to move');
});

test('writes a moment for people', () => {
  expect(momentText(new Date(2026, 10, 15, 9, 5).getTime())).toBe('15 November 2026, 9:05');
});
