// Servers on one PostgreSQL are one service: what people can do with each other does not depend on where they are.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FOUR, Player, pair, play } from './player.mjs';
import { Postgres } from './postgres.mjs';
import { Server, until } from './server.mjs';

describe('people at two servers', { concurrency: 4 }, () => {
  let postgres;
  let one;
  let two;
  before(async () => {
    postgres = await Postgres.start();
    const { url } = await postgres.database();
    one = await Server.start({ args: ['--database-url', url] });
    two = await Server.start({ args: ['--database-url', url] });
  });
  after(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await postgres.down();
  });

  test('find each other, play to the end, and play again', async () => {
    const players = await pair([one, two], { preset: 'live' });
    const { roomId } = players[0];
    await play(players, FOUR);
    await Promise.all(players.map((it) => it.hears('game:over')));
    const [first, second] = players;
    await second.does('game:rematch', second.here);
    await first.hears('game:rematch:offered');
    const { roomId: next } = await first.does('game:rematch', first.here);
    await Promise.all(players.map((it) => it.starts()));
    assert.notEqual(next, roomId);
    assert.deepEqual(players.map((it) => it.roomId), [next, next]);
    // Colours are swapped.
    await second.drops(0, 1);
    await first.hears('game:move:made');
    players.forEach((it) => it.close());
  });

  test('meet by a private code, and the host may come back elsewhere', async () => {
    const host = await Player.join(one, { name: 'Host' });
    const { roomCode, roomId } = await host.does('room:create', { username: 'Host', preset: 'classic' });
    const moved = await host.again(two);
    await moved.does('game:reconnect', { playerId: host.id });
    assert.equal((await moved.hears('room:waiting')).roomCode, roomCode);
    const invited = await two.get(`/v1/invitations/${roomCode}`);
    assert.deepEqual([invited.status, invited.body.roomId], [200, roomId]);
    const guest = await Player.join(one, { name: 'Guest' });
    await guest.does('room:join', { username: 'Guest', roomCode });
    await Promise.all([moved.starts(), guest.starts()]);
    await play([moved, guest], FOUR);
    [host, moved, guest].forEach((it) => it.close());
  });

  test('watch and list each other\'s games', async () => {
    const players = await pair(one, { preset: 'duel' });
    const { roomId } = players[0];
    const watcher = await Player.join(two, { name: 'Watcher' });
    await watcher.does('game:spectate', { roomId, username: 'Watcher' });
    await watcher.hears('game:spectate:joined');
    await players[0].drops(3, 1);
    await watcher.hears('game:move:made', (it) => it.moveHistory.length === 1);
    await players[1].hears('room:spectators', (it) => it.count === 1, 15_000);
    const listed = async () => {
      const { body } = await two.get('/v1/rooms');
      return body.rooms.find((it) => it.roomId === roomId && it.spectators === 1);
    };
    await until(15_000, 'the game is not listed at the other server', listed);
    const online = await until(15_000, 'people elsewhere are not counted', async () => {
      const { body } = await two.get('/v1/online');
      return body.online >= 3 && body;
    });
    assert.ok(online.games >= 1);
    [...players, watcher].forEach((it) => it.close());
  });

  test('are missed by each other, and come back anywhere', async () => {
    const [first, second] = await pair([one, two], { preset: 'classic' });
    await play([first, second], [3, 3]);
    second.cut();
    second.close();
    await first.hears('player:disconnected');
    const back = await second.again(one);
    assert.deepEqual((await back.comesBack()).moveHistory, [3, 3]);
    await first.hears('player:reconnected');
    await first.drops(2, 3);
    await back.hears('game:move:made', (it) => it.moveHistory.length === 3);
    [first, back].forEach((it) => it.close());
  });
});
