import { describe, expect, test } from 'vitest';
import { NO_DISCS, withDisc } from './types';
import { playableColumns, receive, type MatchView, type News, type NumberedNews } from './view';

const VIEW: MatchView = {
  roomId: 'r1',
  version: 7,
  preset: 'live',
  seats: {
    first: { id: 'a', name: 'Ada', colour: 'red', isBot: false, presence: { kind: 'here' } },
    second: { id: 'b', name: 'Bo', colour: 'yellow', isBot: false, presence: { kind: 'here' } },
  },
  mine: 'first',
  stacks: NO_DISCS,
  moves: [],
  lastMove: undefined,
  phase: { kind: 'playing', turn: 'first', turnEndsMs: undefined },
  idle: { side: 'first', untilMs: 5 },
  spectators: 0,
  rematch: { kind: 'none' },
};

const dropped = (version: number): NumberedNews => ({
  kind: 'dropped',
  version,
  side: 'first',
  cell: { column: 3, row: 0 },
  turn: 'second',
  turnEndsMs: 9,
});

function shown(view: MatchView, news: News): MatchView {
  const step = receive(view, news);
  if (step.kind !== 'shown') throw new Error(`expected to be shown, was a ${step.kind}`);
  return step.view;
}

describe('the version rule', () => {
  test('applies the next one', () => {
    expect(shown(VIEW, dropped(8)).version).toBe(8);
  });

  test.each([1, 6, 7])('ignores version %i, which it has', (version) => {
    expect(receive(VIEW, dropped(version))).toEqual({ kind: 'repeat' });
  });

  test.each([9, 10, 99])('does not guess what came before version %i', (version) => {
    expect(receive(VIEW, dropped(version))).toEqual({ kind: 'gap' });
  });

  test.each<NumberedNews>([
    { kind: 'ended', version: 9, end: { winner: 'first', reason: 'four', lines: [] } },
    { kind: 'idle', version: 9, side: 'first', untilMs: 1 },
    { kind: 'away', version: 9, side: 'second', untilMs: 1 },
    { kind: 'back', version: 9, side: 'second' },
    { kind: 'rematchOffered', version: 9, by: 'second' },
    { kind: 'rematchDeclined', version: 9 },
  ])('holds for $kind as well', (news) => {
    expect(receive(VIEW, news)).toEqual({ kind: 'gap' });
    expect(receive(VIEW, { ...news, version: 7 })).toEqual({ kind: 'repeat' });
    expect(shown(VIEW, { ...news, version: 8 }).version).toBe(8);
  });

  test('lets passing news pass, whatever the version', () => {
    expect(shown(VIEW, { kind: 'spectators', count: 3 })).toMatchObject({
      spectators: 3,
      version: 7,
    });
    expect(shown(VIEW, { kind: 'idleCleared' }).idle).toBeUndefined();
  });
});

describe('news', () => {
  test('of a disc puts it on its column, passes the turn and ends idling', () => {
    const next = shown(VIEW, dropped(8));
    expect(next.stacks).toEqual(withDisc(NO_DISCS, 3, 'first'));
    expect(next.moves).toEqual([3]);
    expect(next.lastMove).toEqual({ column: 3, row: 0 });
    expect(next.phase).toEqual({ kind: 'playing', turn: 'second', turnEndsMs: 9 });
    expect(next.idle).toBeUndefined();
  });

  test('of the end keeps the board and says how', () => {
    const end = { winner: undefined, reason: 'full', lines: [] } as const;
    expect(shown(VIEW, { kind: 'ended', version: 8, end }).phase).toEqual({ kind: 'over', end });
  });

  test('of somebody leaving and coming back touches that seat only', () => {
    const gone = shown(VIEW, { kind: 'away', version: 8, side: 'second', untilMs: 60 });
    expect(gone.seats.second.presence).toEqual({ kind: 'away', untilMs: 60 });
    expect(gone.seats.first).toBe(VIEW.seats.first);
    const back = shown(gone, { kind: 'back', version: 9, side: 'second' });
    expect(back.seats).toEqual(VIEW.seats);
  });

  test('after the end nobody’s absence has a deadline any more', () => {
    const gone = shown(VIEW, { kind: 'away', version: 8, side: 'second', untilMs: 60 });
    const end = { winner: 'first', reason: 'disconnect', lines: [] } as const;
    const over = shown(gone, { kind: 'ended', version: 9, end });
    expect(over.seats.second.presence).toEqual({ kind: 'away', untilMs: undefined });
    expect(over.seats.first.presence).toEqual({ kind: 'here' });
  });
});

describe('playable columns', () => {
  test('are the open ones on my turn', () => {
    let stacks = NO_DISCS;
    for (let i = 0; i < 6; i += 1) stacks = withDisc(stacks, 2, 'first');
    expect(playableColumns({ ...VIEW, stacks })).toEqual([0, 1, 3, 4, 5, 6]);
  });

  test.each([
    ['it is the other’s turn', { mine: 'second' as const }],
    ['one only watches', { mine: undefined }],
    [
      'the game is over',
      {
        phase: { kind: 'over', end: { winner: 'first', reason: 'four', lines: [] } } as const,
      },
    ],
  ])('are none when %s', (_, patch) => {
    expect(playableColumns({ ...VIEW, ...patch })).toEqual([]);
  });
});
