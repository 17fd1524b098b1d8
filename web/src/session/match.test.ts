import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ADA,
  SERVER_MS,
  fakeServer,
  memoryIdentity,
  memoryKept,
  moveMade,
  over,
  reconnected,
  settle,
  started,
  waiting,
  type FakeServer,
} from './fakeServer';
import type { Kept, KeptWish, Running } from './kept';
import { createMatchSession, type MatchSession, type Wish } from './match.svelte';

const NONE: Wish = { kind: 'none' };
const FIND: Wish = { kind: 'find', preset: 'live' };
const HOST: Wish = { kind: 'host', preset: 'duel' };
const JOIN: Wish = { kind: 'join', code: 'ABC234' };
const QUEUED = { playerId: ADA.playerId, roomId: null, position: 1 };
/** This machine's clock is a minute behind the server's. */
const OUR_MS = SERVER_MS - 60_000;

beforeEach(() => vi.useFakeTimers({ now: OUR_MS }));
afterEach(() => vi.useRealTimers());

interface Table {
  readonly server: FakeServer;
  readonly session: MatchSession;
  readonly kept: Kept;
  readonly begun: string[];
}

function sit(
  first: Wish = NONE,
  {
    wish = { kind: 'seat' },
    running,
    isNew,
  }: { wish?: KeptWish; running?: Running; isNew?: boolean } = {},
): Table {
  const server = fakeServer();
  const kept = memoryKept(wish, running);
  const begun: string[] = [];
  const identity = memoryIdentity(isNew === true ? undefined : ADA);
  const session = createMatchSession(
    {
      open: server.open,
      identity,
      kept,
      username: () => 'Ada',
      started: ({ roomId }) => begun.push(roomId),
    },
    first,
  );
  return { server, session, kept, begun };
}

async function inLobby(
  first: Wish = NONE,
  options: Parameters<typeof sit>[1] = {},
): Promise<Table> {
  const table = sit(first, options);
  table.server.state('open');
  await table.server.refuse('game:reconnect', 'unknown_room');
  return table;
}

async function inGame(moves: readonly number[] = []): Promise<Table> {
  const table = sit();
  table.server.state('open');
  await table.server.say('game:reconnected', reconnected(moves));
  await table.server.accept('game:reconnect', { roomId: 'room1', version: 2 + moves.length });
  return table;
}

/** The connection is lost, and a disc dropped before anybody knows how it stands. */
async function droppedInBreak(): Promise<Table> {
  const table = await inGame();
  table.server.state('lost');
  table.session.drop(3);
  expect(table.session.sent).toBe(3);
  expect(table.server.pending).toEqual([]);
  return table;
}

async function ended(): Promise<Table> {
  const table = await inGame([3]);
  await table.server.say('game:over', over(4));
  return table;
}

async function searching(): Promise<Table> {
  const table = await inLobby(FIND);
  await table.server.accept('matchmaking:join', QUEUED);
  return table;
}

async function hosting(): Promise<Table> {
  const table = await inLobby(HOST);
  await table.server.say('room:waiting', waiting());
  await table.server.accept('room:create', {
    roomId: 'private1',
    roomCode: 'ABC234',
    expiresAt: SERVER_MS + 3_600_000,
    now: SERVER_MS,
  });
  return table;
}

function movesOf({ stage }: MatchSession): readonly number[] {
  return stage.kind === 'playing' ? stage.view.moves : [-1];
}

function viewOf({ stage }: MatchSession) {
  if (stage.kind !== 'playing') throw new Error(`no game, but ${stage.kind}`);
  return stage.view;
}

async function lateBy(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

test('looking around needs no connection, until something is wanted', async () => {
  const server = fakeServer();
  const options = {
    open: server.open,
    identity: memoryIdentity(ADA),
    kept: memoryKept(),
    username: () => 'Ada',
  };
  const session = createMatchSession(options, NONE);
  expect(session.stage.kind).toBe('lobby');
  expect(server.opened).toBe(0);
  session.want(FIND);
  expect(session.stage.kind).toBe('arriving');
  expect(server.opened).toBe(1);
  server.state('open');
  await server.refuse('game:reconnect', 'unknown_room');
  await server.accept('matchmaking:join', QUEUED);
  expect(session.stage.kind).toBe('searching');
});

describe('arriving', () => {
  test('waits for the connection, then asks where one belongs', async () => {
    const { server, session } = sit();
    expect(session.stage).toEqual({ kind: 'arriving', to: 'anything' });
    expect(server.log).toEqual([]);
    server.state('open');
    await server.refuse('game:reconnect', 'unknown_room');
    expect(session.stage.kind).toBe('lobby');
  });

  test('as somebody new needs no question', async () => {
    const { server, session } = sit(NONE, { isNew: true });
    server.state('open');
    await server.say('session:created', ADA);
    expect(server.log).toEqual([]);
    expect(session.stage.kind).toBe('lobby');
  });

  test('in a game shows it', async () => {
    const { session } = await inGame([3, 3]);
    expect(movesOf(session)).toEqual([3, 3]);
  });

  test('at one’s own open invitation shows it, after a reload as well', async () => {
    const { server, session, kept } = sit(NONE, { wish: { kind: 'seat' } });
    server.state('open');
    await server.accept('game:reconnect', { roomId: 'private1', version: 1 });
    expect(session.stage.kind).toBe('arriving');
    await server.say('room:waiting', waiting());
    expect(session.stage).toEqual({
      kind: 'hosting',
      invitation: {
        roomId: 'private1',
        code: 'ABC234',
        preset: 'duel',
        turnSeconds: 60,
        idleSeconds: undefined,
        expiresMs: OUR_MS + 3_600_000,
      },
    });
    expect(kept.running()).toEqual({ kind: 'invitation', roomId: 'private1' });
  });

  test('asks again when the answer is lost', async () => {
    const { server, session } = sit();
    server.state('open');
    await server.lose('game:reconnect');
    await lateBy(2_000);
    await server.refuse('game:reconnect', 'unknown_room');
    expect(session.stage.kind).toBe('lobby');
  });

  test('asks again when the answer came and the game did not', async () => {
    const { server, session } = sit();
    server.state('open');
    await server.accept('game:reconnect', { roomId: 'room1', version: 3 });
    await lateBy(2_000);
    await server.say('game:reconnected', reconnected([3]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 3 });
    expect(movesOf(session)).toEqual([3]);
    await lateBy(60_000);
    expect(server.pending).toEqual([]);
  });

  test('goes on where the tab was: a search with its time', async () => {
    const sinceMs = OUR_MS - 20_000;
    const wish: KeptWish = { kind: 'find', preset: 'duel', sinceMs };
    const { server, session } = await inLobby(wish, { wish });
    expect(await server.accept('matchmaking:join', QUEUED)).toMatchObject({ preset: 'duel' });
    expect(session.stage).toMatchObject({ kind: 'searching', preset: 'duel', sinceMs });
  });

  test('says that a game ended meanwhile, and where it is', async () => {
    const running: Running = { kind: 'game', roomId: 'room9', opponent: 'Bo' };
    const { session, kept } = await inLobby(NONE, { running });
    expect(session.notice).toEqual({ kind: 'endedWhileAway', roomId: 'room9' });
    expect(kept.running()).toBeUndefined();
  });

  test('says that an invitation ran out meanwhile', async () => {
    const { session } = await inLobby(NONE, { running: { kind: 'invitation', roomId: 'x' } });
    expect(session.notice).toEqual({ kind: 'invitationClosed', why: 'expired' });
  });

  test('with a token nobody knows begins as somebody new', async () => {
    const { server, session } = sit();
    server.unknownToken();
    server.state('open');
    expect(server.log).toEqual([]);
    await server.say('session:created', { playerId: 'p_new', token: 't' });
    expect(session.stage.kind).toBe('lobby');
  });
});

describe('looking for an opponent', () => {
  test('counts from when it began by the server’s clock, and knows the crowd', async () => {
    const { server, session, kept } = await searching();
    expect(session.stage).toMatchObject({ kind: 'searching', preset: 'live', crowd: undefined });
    await server.say('matchmaking:waiting', {
      playerId: ADA.playerId,
      position: 1,
      since: SERVER_MS - 5_000,
      online: 12,
      playing: 8,
      now: SERVER_MS,
    });
    expect(session.stage).toMatchObject({
      sinceMs: OUR_MS - 5_000,
      crowd: { online: 12, playing: 8 },
    });
    expect(kept.wish()).toMatchObject({ kind: 'find', preset: 'live' });
  });

  test('ends with a game, which is announced once', async () => {
    const { server, session, begun, kept } = await searching();
    await server.say('game:started', started());
    await server.say('game:started', started());
    expect(session.stage.kind).toBe('playing');
    expect(begun).toEqual(['room1']);
    expect(kept.running()).toEqual({ kind: 'game', roomId: 'room1', opponent: 'Bo' });
  });

  test('can be stopped', async () => {
    const { server, session, kept } = await searching();
    session.cancel();
    expect(session.stage.kind).toBe('lobby');
    expect(kept.wish()).toBeUndefined();
    await server.accept('matchmaking:leave', {});
    expect(session.stage.kind).toBe('lobby');
  });

  test('that was stopped too late is a game', async () => {
    const { server, session } = await searching();
    session.cancel();
    await server.say('matchmaking:already_started', { roomId: 'room1' });
    await server.say('game:started', started());
    await server.accept('matchmaking:leave', {});
    expect(session.stage.kind).toBe('playing');
  });

  test('that another tab has ended goes on when the place is taken back', async () => {
    const { server, session } = await searching();
    await server.say('session:replaced', {});
    server.state('closed');
    session.takeBack();
    server.state('open');
    await server.refuse('game:reconnect', 'unknown_room');
    await server.accept('matchmaking:join', QUEUED);
    expect(session.stage.kind).toBe('searching');
  });

  test('is asked for again after a break, and keeps its time', async () => {
    const { server, session } = await searching();
    const before = session.stage;
    await lateBy(9_000);
    server.state('lost');
    server.state('open');
    await server.refuse('game:reconnect', 'unknown_room');
    await server.accept('matchmaking:leave', {});
    await server.accept('matchmaking:join', QUEUED);
    expect(session.stage).toEqual(before);
  });

  test('that is refused says why', async () => {
    const { server, session } = await inLobby(FIND);
    await server.refuse('matchmaking:join', 'overloaded');
    expect(session.stage.kind).toBe('lobby');
    expect(session.notice).toEqual({ kind: 'refused', code: 'overloaded', wish: 'find' });
  });

  test('whose answer is lost is settled by asking where one belongs', async () => {
    const { server, session } = await inLobby(FIND);
    await server.lose('matchmaking:join');
    await server.say('game:reconnected', reconnected([]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 2 });
    expect(session.stage.kind).toBe('playing');
    expect(server.pending).toEqual([]);
  });

  test('can turn into a game with a bot', async () => {
    const { server, session } = await searching();
    session.want({ kind: 'bot', preset: 'live', difficulty: 'hard' });
    await server.accept('matchmaking:leave', {});
    const asked = await server.accept('matchmaking:join', { ...QUEUED, roomId: 'room1' });
    expect(asked).toMatchObject({ wantsBot: true, botDifficulty: 'hard', preset: 'live' });
    await server.say('game:started', started());
    expect(session.stage.kind).toBe('playing');
  });

  test('can turn into an invitation', async () => {
    const { server, session } = await searching();
    session.want(HOST);
    await server.accept('matchmaking:leave', {});
    await server.say('room:waiting', waiting());
    expect(session.stage.kind).toBe('hosting');
  });

  test('while the server does not know better than the page finds the game that is there', async () => {
    const { server, session } = await inLobby(FIND);
    await server.refuse('matchmaking:join', 'already_in_game');
    await server.say('game:reconnected', reconnected([1]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 3 });
    expect(movesOf(session)).toEqual([1]);
    expect(session.notice).toBeUndefined();
  });
});

describe('inviting', () => {
  test('is closed for good by "never mind"', async () => {
    const { server, session, kept } = await hosting();
    session.cancel();
    expect(session.stage.kind).toBe('lobby');
    expect(kept.running()).toBeUndefined();
    expect(await server.accept('game:leave', {})).toEqual({
      roomId: 'private1',
      playerId: ADA.playerId,
    });
    await server.say('room:closed', { roomId: 'private1', reason: 'cancelled', version: 2 });
    await server.say('room:waiting', waiting());
    expect(session.stage.kind).toBe('lobby');
    expect(session.notice).toBeUndefined();
  });

  test.each(['expired', 'host_away'] as const)('that is closed because %s says so', async (why) => {
    const { server, session } = await hosting();
    await server.say('room:closed', { roomId: 'other', reason: why, version: 2 });
    expect(session.stage.kind).toBe('hosting');
    await server.say('room:closed', { roomId: 'private1', reason: why, version: 2 });
    expect(session.stage.kind).toBe('lobby');
    expect(session.notice).toEqual({ kind: 'invitationClosed', why });
  });

  test('outlives a break', async () => {
    const { server, session } = await hosting();
    server.state('lost');
    expect(session.stage.kind).toBe('hosting');
    server.state('open');
    await server.say('room:waiting', waiting());
    await server.accept('game:reconnect', { roomId: 'private1', version: 1 });
    expect(session.stage.kind).toBe('hosting');
    expect(server.pending).toEqual([]);
  });

  test('twice shows the invitation that is open', async () => {
    const { server, session } = await hosting();
    session.want(HOST);
    await settle();
    expect(server.pending).toEqual([]);
    expect(session.stage.kind).toBe('hosting');
  });

  test('works with the answer alone, or with the answer last', async () => {
    const { server, session } = await inLobby(HOST);
    await server.accept('room:create', {
      roomId: 'private1',
      roomCode: 'ABC234',
      expiresAt: SERVER_MS,
      now: SERVER_MS,
    });
    expect(session.stage).toMatchObject({ kind: 'hosting', invitation: { code: 'ABC234' } });
    await server.say('room:waiting', waiting());
    expect(session.stage).toMatchObject({ invitation: { turnSeconds: 60 } });
  });

  test('ends with the friend’s arrival', async () => {
    const { server, session, begun } = await hosting();
    await server.say('game:started', started({ roomId: 'private1' }));
    expect(session.stage.kind).toBe('playing');
    expect(begun).toEqual(['private1']);
  });
});

describe('being invited', () => {
  test('joins', async () => {
    const { server, session } = await inLobby();
    session.want(JOIN);
    expect(await server.accept('room:join', { roomId: 'room1', version: 2 })).toEqual({
      username: 'Ada',
      roomCode: 'ABC234',
    });
    await server.say('game:started', started());
    expect(session.stage.kind).toBe('playing');
  });

  test.each(['unknown_code', 'room_full', 'already_in_game'])(
    'in vain, because of %s, says so',
    async (code) => {
      const { server, session } = await inLobby();
      session.want(JOIN);
      await server.refuse('room:join', code);
      expect(session.notice).toEqual({ kind: 'refused', code, wish: 'join' });
      expect(session.stage.kind).toBe('lobby');
    },
  );

  test('during a game changes nothing, unless the game is given up', async () => {
    const { server, session } = await inGame([3]);
    session.want(JOIN);
    await settle();
    expect(server.pending).toEqual([]);
    session.want(JOIN, 'giveUp');
    await server.accept('game:leave', {});
    await server.accept('room:join', { roomId: 'room2', version: 2 });
    await server.say('game:over', over(4));
    await server.say('game:started', started({ roomId: 'room2' }));
    expect(viewOf(session).roomId).toBe('room2');
  });

  test('closes one’s own invitation first', async () => {
    const { server, session } = await hosting();
    session.want(JOIN);
    await server.accept('game:leave', {});
    await server.accept('room:join', { roomId: 'room1', version: 2 });
    await server.say('game:started', started());
    expect(session.stage.kind).toBe('playing');
  });
});

describe('playing', () => {
  test('sends a disc, shows it as sent, and lets it fall when the server says so', async () => {
    const { server, session } = await inGame();
    session.drop(3);
    expect(session.sent).toBe(3);
    session.drop(4);
    expect(await server.accept('game:move', { version: 3 })).toMatchObject({
      column: 3,
      moveNumber: 1,
    });
    expect(session.sent).toBe(3);
    await server.say('game:move:made', moveMade([3]));
    expect(session.sent).toBeUndefined();
    expect(movesOf(session)).toEqual([3]);
  });

  test('a disc that is told twice falls once', async () => {
    const { server, session } = await inGame();
    await server.say('game:move:made', moveMade([3]));
    await server.say('game:move:made', moveMade([3]));
    expect(movesOf(session)).toEqual([3]);
    expect(server.pending).toEqual([]);
  });

  test('a disc that was missed makes it ask for the whole game, once', async () => {
    const { server, session } = await inGame();
    await server.say('game:move:made', moveMade([3, 4]));
    await server.say('game:move:made', moveMade([3, 4, 5]));
    expect(movesOf(session)).toEqual([]);
    await server.say('game:reconnected', reconnected([3, 4, 5]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 5 });
    expect(movesOf(session)).toEqual([3, 4, 5]);
    await lateBy(10_000);
    expect(server.pending).toEqual([]);
  });

  test('a whole game that gets lost is asked for again', async () => {
    const { server, session } = await inGame();
    await server.say('game:move:made', moveMade([3, 4]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 4 });
    await lateBy(2_000);
    await server.say('game:reconnected', reconnected([3, 4]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 4 });
    expect(movesOf(session)).toEqual([3, 4]);
  });

  test('a whole game that comes late does not undo what is newer', async () => {
    const { server, session } = await inGame([3]);
    await server.say('game:move:made', moveMade([3, 4]));
    await server.say('game:reconnected', reconnected([3]));
    expect(movesOf(session)).toEqual([3, 4]);
  });

  test('news of another room is not shown', async () => {
    const { server, session } = await inGame();
    await server.say('game:move:made', moveMade([3], { roomId: 'room9' }));
    await server.say('game:over', over(3, { roomId: 'room9' }));
    expect(viewOf(session)).toMatchObject({ moves: [], phase: { kind: 'playing' } });
  });

  test('a disc whose answer is lost is sent again after the whole game, with its number', async () => {
    const { server, session } = await inGame();
    session.drop(3);
    await server.lose('game:move');
    await server.say('game:reconnected', reconnected([]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 2 });
    expect(await server.accept('game:move', { version: 3 })).toMatchObject({
      column: 3,
      moveNumber: 1,
    });
    await server.say('game:move:made', moveMade([3]));
    expect(session.sent).toBeUndefined();
  });

  test('a disc that arrived though its answer was lost is not sent again', async () => {
    const { server, session } = await inGame();
    session.drop(3);
    server.state('lost');
    await server.lose('game:move');
    server.state('open');
    await server.say('game:reconnected', reconnected([3]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 3 });
    expect(session.sent).toBeUndefined();
    expect(server.pending).toEqual([]);
  });

  describe('a disc dropped while the connection is lost', () => {
    test('is kept, and sent with its number once the server has shown the game', async () => {
      const { server, session } = await droppedInBreak();
      server.state('open');
      expect(server.log.at(-1)).toBe('game:reconnect');
      await server.say('game:reconnected', reconnected([]));
      await server.accept('game:reconnect', { roomId: 'room1', version: 2 });
      expect(await server.accept('game:move', { version: 3 })).toMatchObject({
        column: 3,
        moveNumber: 1,
      });
      await server.say('game:move:made', moveMade([3]));
      expect(session.sent).toBeUndefined();
      expect(movesOf(session)).toEqual([3]);
    });

    test('is the only one: a second click changes nothing, and a game told twice sends it once', async () => {
      const { server, session } = await droppedInBreak();
      session.drop(4);
      server.state('open');
      await server.say('game:reconnected', reconnected([]));
      await server.say('game:reconnected', reconnected([]));
      await server.accept('game:reconnect', { roomId: 'room1', version: 2 });
      await server.say('game:reconnected', reconnected([]));
      expect(server.log.filter((it) => it === 'game:move')).toHaveLength(1);
      expect(await server.accept('game:move', { version: 3 })).toMatchObject({ column: 3 });
    });

    test('outlives a second break', async () => {
      const { server, session } = await droppedInBreak();
      server.state('open');
      server.state('lost');
      await server.lose('game:reconnect');
      server.state('open');
      await server.say('game:reconnected', reconnected([]));
      await server.accept('game:reconnect', { roomId: 'room1', version: 2 });
      expect(await server.accept('game:move', { version: 3 })).toMatchObject({ moveNumber: 1 });
      expect(session.sent).toBe(3);
    });

    test('is too late for a game that went on without it', async () => {
      const { server, session } = await droppedInBreak();
      server.state('open');
      await server.say('game:reconnected', reconnected([5, 5]));
      await server.accept('game:reconnect', { roomId: 'room1', version: 4 });
      expect(session.sent).toBeUndefined();
      expect(server.log).not.toContain('game:move');
    });

    test('is too late for a game that is over', async () => {
      const { server, session } = await droppedInBreak();
      server.state('open');
      await server.refuse('game:reconnect', 'unknown_room');
      expect(session.sent).toBeUndefined();
      expect(session.notice).toEqual({ kind: 'endedWhileAway', roomId: 'room1' });
      expect(server.log).not.toContain('game:move');
    });
  });

  test('a disc dropped before the server has shown the game again waits for it', async () => {
    const { server, session } = await inGame();
    server.state('lost');
    server.state('open');
    session.drop(3);
    expect(server.log).not.toContain('game:move');
    await server.say('game:reconnected', reconnected([]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 2 });
    expect(await server.accept('game:move', { version: 3 })).toMatchObject({ moveNumber: 1 });
  });

  test('an answer that is ahead of the news makes it ask', async () => {
    const { server, session } = await inGame();
    session.drop(3);
    await server.accept('game:move', { version: 3 });
    await server.say('game:reconnected', reconnected([3]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 3 });
    expect(movesOf(session)).toEqual([3]);
  });

  test('a refused disc goes back into the hand, and the code says why', async () => {
    const { server, session } = await inGame();
    session.drop(3);
    await server.refuse('game:move', 'column_full');
    expect(session.sent).toBeUndefined();
    expect(session.notice).toEqual({ kind: 'refused', code: 'column_full', wish: 'none' });
  });

  test('the other goes and comes, and the clocks move with it', async () => {
    const { server, session } = await inGame();
    const turnExpiresAt = SERVER_MS + 60_000;
    await server.say(
      'game:reconnected',
      reconnected([], { turnSeconds: 60, turnExpiresAt, version: 2 }),
    );
    expect(viewOf(session).phase).toMatchObject({ turnEndsMs: OUR_MS + 60_000 });
    await server.say('player:disconnected', {
      roomId: 'room1',
      playerId: 'p_bo',
      socketId: 's',
      reconnectSeconds: 30,
      reconnectExpiresAt: SERVER_MS + 30_000,
      turnExpiresAt,
      afkExpiresAt: null,
      version: 3,
    });
    expect(viewOf(session).seats.second.presence).toEqual({
      kind: 'away',
      untilMs: OUR_MS + 30_000,
    });
    await server.say('player:reconnected', {
      roomId: 'room1',
      playerId: 'p_bo',
      turnExpiresAt: turnExpiresAt + 7_000,
      afkExpiresAt: null,
      version: 4,
    });
    expect(viewOf(session).seats.second.presence).toEqual({ kind: 'here' });
    expect(viewOf(session).phase).toMatchObject({ turnEndsMs: OUR_MS + 67_000 });
  });

  test('idling is warned of, and forgiven', async () => {
    const { server, session } = await inGame();
    await server.say('connect4:afk_warning', {
      roomId: 'room1',
      playerId: 'p_ada',
      secondsRemaining: 30,
      expiresAt: SERVER_MS + 30_000,
      version: 3,
    });
    expect(viewOf(session).idle).toEqual({ side: 'first', untilMs: OUR_MS + 30_000 });
    await server.say('connect4:afk_warning_cleared', {});
    expect(viewOf(session).idle).toBeUndefined();
  });

  test('spectators are counted', async () => {
    const { server, session } = await inGame();
    await server.say('room:spectators', { count: 4 });
    expect(viewOf(session).spectators).toBe(4);
  });

  test('an error without a question is told', async () => {
    const { server, session } = await inGame();
    await server.say('game:error', { code: 'rate_limited', message: '', event: 'game:move' });
    expect(session.notice).toMatchObject({ code: 'rate_limited' });
  });

  test.each([
    ['resign', 'game:resign'],
    ['abort', 'game:abort'],
    ['rematch', 'game:rematch'],
    ['declineRematch', 'game:rematch:decline'],
  ] as const)('%s asks %s of this room', async (act, event) => {
    const { server, session } = await inGame();
    session[act]();
    await settle();
    expect(server.pending[0]?.event).toBe(event);
    expect(server.pending[0]?.payload).toEqual({ roomId: 'room1', playerId: 'p_ada' });
  });

  test('calling off too late is refused by its code', async () => {
    const { server, session } = await inGame([3, 3]);
    session.abort();
    await server.refuse('game:abort', 'too_late');
    expect(session.notice).toMatchObject({ code: 'too_late' });
  });

  test('a game that was called off is nobody’s', async () => {
    const { server, session } = await inGame();
    await server.say('game:over', over(3, { winner: null, reason: 'aborted' }));
    expect(viewOf(session).phase).toEqual({
      kind: 'over',
      end: { winner: undefined, reason: 'aborted', lines: [] },
    });
  });

  test('another tab takes over, and this one can take back', async () => {
    const { server, session, kept } = await inGame([3]);
    await server.say('session:replaced', {});
    server.state('closed');
    expect(session.stage.kind).toBe('replaced');
    await server.say('game:move:made', moveMade([3, 4]));
    expect(session.stage.kind).toBe('replaced');
    expect(kept.wish()).toBeUndefined();
    session.takeBack();
    server.state('open');
    await server.say('game:reconnected', reconnected([3, 4]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 4 });
    expect(movesOf(session)).toEqual([3, 4]);
  });

  test('a game that ended while one was away says so', async () => {
    const { server, session } = await inGame([3]);
    server.state('lost');
    server.state('open');
    await server.refuse('game:reconnect', 'unknown_room');
    expect(session.stage.kind).toBe('lobby');
    expect(session.notice).toEqual({ kind: 'endedWhileAway', roomId: 'room1' });
  });
});

describe('after a game', () => {
  test('nothing is left to go back to', async () => {
    const { kept } = await ended();
    expect(kept.running()).toBeUndefined();
  });

  test('a rematch that is agreed on is a new game, with the score so far', async () => {
    const { server, session, begun } = await ended();
    session.rematch();
    await server.accept('game:rematch', { roomId: null });
    await server.say('game:rematch:offered', { roomId: 'room1', playerId: 'p_ada', version: 5 });
    expect(viewOf(session).rematch).toEqual({ kind: 'offered', by: 'first' });
    await server.say(
      'game:started',
      started({ roomId: 'room2', series: { wins: [1, 0], draws: 0 } }),
    );
    await server.say('game:rematch:accepted', {
      roomId: 'room1',
      nextRoomId: 'room2',
      version: 6,
    });
    expect(viewOf(session)).toMatchObject({ roomId: 'room2', series: { wins: { first: 1 } } });
    expect(begun).toEqual(['room2']);
  });

  test.each(['declined', 'left', 'disconnected', 'busy'] as const)(
    'no rematch, because %s, is told as that',
    async (reason) => {
      const { server, session } = await ended();
      await server.say('game:rematch:declined', {
        roomId: 'room1',
        playerId: 'p_bo',
        reason,
        version: 5,
      });
      expect(viewOf(session).rematch).toEqual({ kind: 'declined', by: 'second', why: reason });
    },
  );

  test('a rematch asked for during a break is asked for again after it', async () => {
    const { server, session } = await ended();
    server.state('lost');
    session.rematch();
    await server.lose('game:rematch');
    server.state('open');
    await server.say('game:reconnected', reconnected([3], { version: 4, over: over(4) }));
    await server.accept('game:reconnect', { roomId: 'room1', version: 4 });
    await server.accept('game:rematch', { roomId: null });
    await server.say('game:rematch:offered', { roomId: 'room1', playerId: 'p_ada', version: 5 });
    expect(viewOf(session).rematch).toEqual({ kind: 'offered', by: 'first' });
  });

  test('giving up during a break is not said of a game that ended meanwhile', async () => {
    const { server, session } = await inGame([3]);
    server.state('lost');
    session.resign();
    await server.lose('game:resign');
    server.state('open');
    await server.say('game:reconnected', reconnected([3], { version: 4, over: over(4) }));
    await server.accept('game:reconnect', { roomId: 'room1', version: 4 });
    expect(viewOf(session).phase.kind).toBe('over');
    expect(server.pending).toEqual([]);
  });

  test('a break leaves the result on the screen, and no offer that nobody hears', async () => {
    const { server, session } = await ended();
    server.state('lost');
    server.state('open');
    await server.refuse('game:reconnect', 'unknown_room');
    expect(viewOf(session).phase.kind).toBe('over');
    expect(viewOf(session).rematch).toMatchObject({ kind: 'declined', why: 'left' });
  });

  test('a new opponent is looked for after the room was left', async () => {
    const { server, session } = await ended();
    session.want(FIND);
    await server.accept('game:leave', {});
    await server.accept('matchmaking:join', QUEUED);
    expect(session.stage.kind).toBe('searching');
    await server.say('game:reconnected', reconnected([3], { version: 9 }));
    expect(session.stage.kind).toBe('searching');
  });

  test('leaving leads to the lobby, and what comes late does not lead back', async () => {
    const { server, session } = await ended();
    session.leave();
    expect(session.stage.kind).toBe('lobby');
    await server.accept('game:leave', {});
    await server.say('game:rematch:offered', { roomId: 'room1', playerId: 'p_bo', version: 5 });
    await server.say('game:reconnected', reconnected([3], { version: 9 }));
    expect(session.stage.kind).toBe('lobby');
  });
});

test('closing closes the link, and nothing is asked any more', async () => {
  const { server, session } = sit();
  server.state('open');
  await server.lose('game:reconnect');
  session.close();
  await lateBy(10_000);
  expect(server.closed).toBe(true);
  expect(server.pending).toEqual([]);
});
