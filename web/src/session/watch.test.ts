import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, moveMade, over, settle, watched, type FakeServer } from './fakeServer';
import { createWatch, type WatchSession } from './watch.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const REACHED = { roomId: 'room1', version: 3 };

async function watching(): Promise<{ server: FakeServer; watch: WatchSession }> {
  const server = fakeServer();
  const watch = createWatch(server.open, 'room1', 'Cy');
  server.state('open');
  await server.say('game:spectate:joined', watched([3]));
  await server.accept('game:spectate', REACHED);
  return { server, watch };
}

describe('watching', () => {
  test('shows the game as it stands, and every disc after', async () => {
    const { server, watch } = await watching();
    expect(watch.view).toMatchObject({ moves: [3], mine: undefined });
    await server.say('game:move:made', moveMade([3, 4]));
    await server.say('game:move:made', moveMade([3, 4]));
    expect(watch.view?.moves).toEqual([3, 4]);
  });

  test('asks for the whole game when a disc was missed', async () => {
    const { server, watch } = await watching();
    await server.say('game:move:made', moveMade([3, 4, 5]));
    await server.say('game:spectate:joined', watched([3, 4, 5]));
    await server.accept('game:spectate', REACHED);
    expect(watch.view?.moves).toEqual([3, 4, 5]);
  });

  test('goes on after a break', async () => {
    const { server, watch } = await watching();
    server.state('lost');
    expect(watch.link).toBe('lost');
    server.state('open');
    await server.say('game:spectate:joined', watched([3, 4]));
    await server.accept('game:spectate', REACHED);
    expect(watch.view?.moves).toEqual([3, 4]);
  });

  test('learns of the next game', async () => {
    const { server, watch } = await watching();
    await server.say('game:over', over(4));
    await server.say('game:rematch:offered', { roomId: 'room1', playerId: 'p_bo', version: 5 });
    await server.say('game:rematch:accepted', { roomId: 'room1', nextRoomId: 'room2', version: 6 });
    expect(watch.view?.rematch).toEqual({ kind: 'accepted', nextRoomId: 'room2' });
  });

  test('what is not there is missing', async () => {
    const server = fakeServer();
    const watch = createWatch(server.open, 'room1', 'Cy');
    server.state('open');
    await server.refuse('game:spectate', 'unknown_room');
    expect(watch.missing).toBe(true);
  });

  test('asks again when nobody answers', async () => {
    const server = fakeServer();
    const watch = createWatch(server.open, 'room1', 'Cy');
    server.state('open');
    await server.lose('game:spectate');
    await server.say('game:spectate:joined', watched([3]));
    await server.accept('game:spectate', REACHED);
    expect(watch.view?.moves).toEqual([3]);
    watch.close();
    await settle();
    expect(server.closed).toBe(true);
  });
});
