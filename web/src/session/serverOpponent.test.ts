import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AI, HUMAN, type SoloNews, type SoloTerms } from '../game/solo';
import {
  ADA,
  fakeServer,
  memoryIdentity,
  moveMade,
  over,
  reconnected,
  started,
  type FakeServer,
} from './fakeServer';
import type { Opponent } from './opponent';
import { opponentAt } from './serverOpponent';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const TERMS: SoloTerms = { difficulty: 'hard', starts: HUMAN, clock: 'off', seed: 'ABC123' };
const SEATED = { playerId: ADA.playerId, roomId: 'room1', position: null };

interface Table {
  readonly server: FakeServer;
  readonly opponent: Opponent;
  readonly news: SoloNews[];
  readonly refusals: string[];
  readonly reachable: boolean[];
}

function sit(): Table {
  const server = fakeServer();
  const news: SoloNews[] = [];
  const refusals: string[] = [];
  const reachable: boolean[] = [];
  const seat = opponentAt(server.open, memoryIdentity(ADA), 'Ada');
  const opponent = seat(TERMS, {
    news: (it) => news.push(it),
    refused: (code) => refusals.push(code),
    reachable: (yes) => reachable.push(yes),
  });
  return { server, opponent, news, refusals, reachable };
}

async function playing(): Promise<Table> {
  const table = sit();
  table.server.state('open');
  await table.server.refuse('game:reconnect', 'unknown_room');
  await table.server.say('game:started', started({ preset: 'solo' }));
  await table.server.accept('matchmaking:join', SEATED);
  return table;
}

describe('an opponent on the server', () => {
  test('is asked for by the terms, and begins', async () => {
    const { server, news } = sit();
    server.state('open');
    await server.refuse('game:reconnect', 'unknown_room');
    expect(await server.accept('matchmaking:join', SEATED)).toEqual({
      username: 'Ada',
      preset: 'solo',
      wantsBot: true,
      botDifficulty: 'hard',
      botStarts: false,
      turnClockEnabled: false,
    });
    await server.say('game:started', started({ preset: 'solo' }));
    expect(news).toMatchObject([{ kind: 'began', moves: [], next: { player: HUMAN } }]);
  });

  test('takes a game up where it was left', async () => {
    const { server, news } = sit();
    server.state('open');
    await server.say('game:reconnected', reconnected([3, 3]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 4 });
    expect(news).toMatchObject([{ kind: 'began', moves: [3, 3] }]);
  });

  test('tells each disc, and the end', async () => {
    const { server, opponent, news } = await playing();
    opponent.drop(3);
    await server.say('game:move:made', moveMade([3]));
    await server.accept('game:move', { version: 3 });
    await server.say('game:move:made', moveMade([3, 4]));
    await server.say('game:over', over(5, { winner: 'p_bo', reason: 'timeout' }));
    expect(news.slice(1)).toMatchObject([
      { kind: 'dropped', by: HUMAN, cell: { column: 3, row: 0 } },
      { kind: 'dropped', by: AI, cell: { column: 4, row: 0 } },
      { kind: 'ended', status: 'ai_won', onTime: true },
    ]);
  });

  test('sends a disc again that was never answered', async () => {
    const { server, opponent, news } = await playing();
    opponent.drop(3);
    server.state('lost');
    await server.lose('game:move');
    server.state('open');
    await server.say('game:reconnected', reconnected([]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 2 });
    expect(await server.accept('game:move', { version: 3 })).toMatchObject({ moveNumber: 1 });
    await server.say('game:move:made', moveMade([3]));
    expect(news.at(-1)).toMatchObject({ kind: 'dropped', by: HUMAN });
  });

  test('catches up on what was missed', async () => {
    const { server, news } = await playing();
    await server.say('game:move:made', moveMade([3, 4, 5]));
    await server.say('game:reconnected', reconnected([3, 4, 5]));
    await server.accept('game:reconnect', { roomId: 'room1', version: 5 });
    expect(news.at(-1)).toMatchObject({ kind: 'began', moves: [3, 4, 5] });
  });

  test('leaves a game for a new one, and hears no more of the old one', async () => {
    const { server, opponent, news } = await playing();
    opponent.begin({ ...TERMS, starts: AI });
    await server.accept('game:leave', {});
    expect(await server.accept('matchmaking:join', SEATED)).toMatchObject({ botStarts: true });
    const before = news.length;
    await server.say('game:over', over(3));
    expect(news).toHaveLength(before);
  });

  test('hands on refusals by code, and whether it can be reached', async () => {
    const { server, opponent, refusals, reachable } = await playing();
    opponent.drop(3);
    await server.refuse('game:move', 'column_full');
    expect(refusals).toEqual(['column_full']);
    server.state('lost');
    expect(reachable.at(-1)).toBe(false);
  });
});
