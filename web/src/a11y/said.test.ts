import { describe, expect, test } from 'vitest';
import { NO_DISCS, withDisc } from '../game/types';
import type { End, MatchView } from '../game/view';
import { words } from '../words/all';
import { said as saidAt, type Said } from './said';

const { match, time } = words;
const NOW_MS = 1_000_000;
const said = (before: MatchView | undefined, after: MatchView): Said =>
  saidAt(before, after, NOW_MS);

const here = { kind: 'here' } as const;
const VIEW: MatchView = {
  roomId: 'r1',
  version: 1,
  preset: 'live',
  turnSeconds: undefined,
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
  series: { wins: { first: 0, second: 0 }, draws: 0 },
  rated: true,
  private: false,
};
const over = (end: End, view = VIEW): MatchView => ({ ...view, phase: { kind: 'over', end } });
const BY_FOUR: End = { winner: 'first', reason: 'four', lines: [[]] };

describe('the result', () => {
  test.each([
    ['first', 'first', 'YOU WON'],
    ['first', 'second', 'YOU LOST'],
    ['first', undefined, 'DRAW'],
    [undefined, 'first', 'Ada won'],
    [undefined, 'second', 'Bo won'],
    [undefined, undefined, 'A draw'],
  ] as const)('for %s, won by %s, reads %s', (mine, winner, title) => {
    expect(match.resultTitle({ ...VIEW, mine }, { ...BY_FOUR, winner })).toBe(title);
  });

  test('of a game that was called off is nobody’s', () => {
    const end: End = { winner: undefined, reason: 'aborted', lines: [] };
    expect(match.resultTitle(VIEW, end)).toBe('CALLED OFF');
    expect(match.result(VIEW, end)).toBe('The game was called off.');
  });

  test.each([
    ['four', 'Four in a row.'],
    ['full', 'The board is full and nobody has four.'],
    ['resignation', 'Bo resigned.'],
    ['idle', 'Bo did not move for too long.'],
    ['disconnect', 'Bo did not come back in time.'],
    ['timeout', 'Bo ran out of time.'],
  ] as const)('by %s says why', (reason, text) => {
    expect(match.reason(VIEW, { ...BY_FOUR, reason })).toBe(text);
  });

  test('says so when one disc makes two lines', () => {
    expect(match.reason(VIEW, { ...BY_FOUR, lines: [[], []] })).toBe(
      'Four in a row, 2 times over.',
    );
  });
});

describe('the series', () => {
  test.each([
    [{ wins: { first: 2, second: 1 }, draws: 0 }, 'You 2 – 1 Bo'],
    [{ wins: { first: 0, second: 0 }, draws: 1 }, 'You 0 – 0 Bo, 1 draw'],
    [{ wins: { first: 0, second: 3 }, draws: 2 }, 'You 0 – 3 Bo, 2 draws'],
  ] as const)('of %j reads %s', (series, text) => {
    expect(match.series(VIEW, series)).toBe(text);
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

  test('is where the last disc lies, for whoever comes back', () => {
    expect(said(undefined, theirs).polite).toBe(
      'The game is on: You against Bo. Bo: column 5, row 1. Your turn.',
    );
  });

  test('is every disc, when two came at once', () => {
    const both: MatchView = {
      ...VIEW,
      stacks: withDisc(withDisc(NO_DISCS, 3, 'first'), 3, 'second'),
      moves: [3, 3],
      lastMove: { column: 3, row: 1 },
    };
    expect(said(VIEW, both).polite).toBe('You: column 4, row 1. Bo: column 4, row 2. Your turn.');
  });

  test('is each move and whose turn it is now', () => {
    expect(said(VIEW, theirs).polite).toBe('Bo: column 5, row 1. Your turn.');
  });

  test('is how long one has, where turns have a clock', () => {
    const timed: MatchView = {
      ...theirs,
      phase: { kind: 'playing', turn: 'first', turnEndsMs: NOW_MS + 60_000 },
    };
    expect(said(VIEW, timed).polite).toBe('Bo: column 5, row 1. Your turn. You have 60 seconds.');
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
    expect(said(idle, idle)).toEqual({});
  });

  test.each([
    [{ kind: 'offered', by: 'second' }, 'Bo wants a rematch.'],
    [{ kind: 'offered', by: 'first' }, 'Waiting for Bo to say yes…'],
    [{ kind: 'declined', by: 'second', why: 'declined' }, 'Bo does not want a rematch.'],
    [{ kind: 'declined', by: 'second', why: 'left' }, 'Bo has left.'],
    [{ kind: 'declined', by: 'second', why: 'busy' }, 'Bo plays somebody else now.'],
    [
      { kind: 'declined', by: 'second', why: 'disconnected' },
      'Bo lost the connection, and the offer of a rematch ended with it.',
    ],
    [{ kind: 'declined', by: 'first', why: 'declined' }, 'You said no to a rematch.'],
  ] as const)('is what became of the rematch: %j', (rematch, text) => {
    const ended = over(BY_FOUR);
    expect(said(ended, { ...ended, rematch }).polite).toBe(text);
  });

  test('is nothing when nothing happened', () => {
    expect(said(VIEW, { ...VIEW, spectators: 2 })).toEqual({});
  });
});

test('names whose turn it is from where one sits', () => {
  expect(match.turn(VIEW)).toBe('Your turn');
  expect(match.turn({ ...VIEW, mine: 'second' })).toBe('Ada’s turn');
  expect(match.turn({ ...VIEW, mine: undefined })).toBe('Ada to move');
});

test('writes a moment for people', () => {
  expect(time.moment(new Date(2026, 10, 15, 9, 5).getTime())).toBe('15 November 2026, 9:05');
});
