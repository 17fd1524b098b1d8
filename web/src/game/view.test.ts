import { describe, expect, test } from 'vitest';
import { NO_DISCS, withDisc } from './types';
import {
  canAbort,
  canAskRematch,
  playableColumns,
  receive,
  seriesNow,
  type End,
  type MatchView,
  type News,
  type NumberedNews,
} from './view';

const VIEW: MatchView = {
  roomId: 'r1',
  version: 7,
  preset: 'live',
  turnSeconds: undefined,
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
  series: { wins: { first: 0, second: 0 }, draws: 0 },
  rated: true,
  private: false,
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
    { kind: 'away', version: 9, side: 'second', untilMs: 1, turn: { kind: 'same' } },
    { kind: 'back', version: 9, side: 'second', turn: { kind: 'same' } },
    { kind: 'rematchOffered', version: 9, by: 'second' },
    { kind: 'rematchDeclined', version: 9, by: 'second', why: 'left' },
    { kind: 'rematchAccepted', version: 9, nextRoomId: 'r2' },
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

  test('of somebody leaving and coming back touches that seat, and moves the turn’s end', () => {
    const timed: MatchView = {
      ...VIEW,
      phase: { kind: 'playing', turn: 'first', turnEndsMs: 50 },
      idle: undefined,
    };
    const turn = { kind: 'moved', endsMs: 70 } as const;
    const gone = shown(timed, { kind: 'away', version: 8, side: 'second', untilMs: 60, turn });
    expect(gone.seats.second.presence).toEqual({ kind: 'away', untilMs: 60 });
    expect(gone.seats.first).toBe(VIEW.seats.first);
    expect(gone.phase).toMatchObject({ turnEndsMs: 70 });
    const same = { kind: 'same' } as const;
    const back = shown(gone, { kind: 'back', version: 9, side: 'second', turn: same });
    expect(back.seats).toEqual(VIEW.seats);
    expect(back.phase).toMatchObject({ turnEndsMs: 70 });
  });

  test('of the end stops the countdown of somebody who is away', () => {
    const turn = { kind: 'same' } as const;
    const gone = shown(VIEW, { kind: 'away', version: 8, side: 'second', untilMs: 60, turn });
    const end = { winner: 'first', reason: 'disconnect', lines: [] } as const;
    const over = shown(gone, { kind: 'ended', version: 9, end });
    expect(over.seats.second.presence).toEqual({ kind: 'away', untilMs: undefined });
  });

  test.each([
    ['declined', 'here'],
    ['left', 'left'],
    ['disconnected', 'here'],
    ['busy', 'left'],
  ] as const)('of no rematch, %s, shows the other as %s', (why, presence) => {
    const next = shown(VIEW, { kind: 'rematchDeclined', version: 8, by: 'second', why });
    expect(next.rematch).toEqual({ kind: 'declined', by: 'second', why });
    expect(next.seats.second.presence.kind).toBe(presence);
  });
});

describe('the series', () => {
  const series = { wins: { first: 1, second: 2 }, draws: 0 };
  const over = (end: End): MatchView => ({ ...VIEW, series, phase: { kind: 'over', end } });
  test.each([
    ['four', 'first', { wins: { first: 2, second: 2 }, draws: 0 }],
    ['full', undefined, { wins: { first: 1, second: 2 }, draws: 1 }],
    ['aborted', undefined, series],
  ] as const)('counts a game that ended by %s for %s', (reason, winner, after) => {
    expect(seriesNow(over({ reason, winner, lines: [] }))).toEqual(after);
  });
  test('does not count a game that is on', () => {
    expect(seriesNow({ ...VIEW, series })).toEqual(series);
  });
});

test.each([
  ['before the first disc', [], 'first', true],
  ['after one', [3], 'first', true],
  ['after two', [3, 3], 'first', false],
  ['for a spectator', [], undefined, false],
] as const)('a game can be called off %s', (_, moves, mine, can) => {
  expect(canAbort({ ...VIEW, moves, mine })).toBe(can);
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

test.each([
  [{ kind: 'none' }, true],
  [{ kind: 'offered', by: 'first' }, false],
  [{ kind: 'declined', by: 'second', why: 'disconnected' }, true],
  [{ kind: 'declined', by: 'second', why: 'left' }, false],
  [{ kind: 'declined', by: 'second', why: 'declined' }, false],
  [{ kind: 'accepted', nextRoomId: 'r2' }, false],
] as const)('after %j one can ask for a rematch: %s', (rematch, can) => {
  expect(canAskRematch({ rematch })).toBe(can);
});
