// Servers on one PostgreSQL are one service: what people can do with each other does not depend on where they are.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FOUR, Player, pair, play } from './player.mjs';
import { Postgres } from './postgres.mjs';
import { Proxy } from './proxy.mjs';
import { Server, freePort, launch, until } from './server.mjs';

describe('people at two servers', { concurrency: 4 }, () => {
  let postgres;
  let database;
  let one;
  let two;
  before(async () => {
    postgres = await Postgres.start();
    database = await postgres.database();
    const { url } = database;
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

  test('are not sent away while the store still names the server they come from', async () => {
    const [first, second] = await pair([one, two], { preset: 'classic' });
    await play([first, second], [3, 3]);
    second.cut();
    second.close();
    await first.hears('player:disconnected');
    // Nobody can write who sits there, for longer than the servers take to compare the seats.
    const held = database.session(
      `BEGIN; SELECT 1 FROM seats WHERE player_id = '${second.id}' FOR UPDATE; SELECT pg_sleep(12)`,
    );
    const sleepers = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    await until(10_000, 'the seat is not held', async () => await database.ask(sleepers) === '1');
    const back = await second.again(one);
    await back.comesBack();
    await held.ended;
    back.assertNeverHeard('session:replaced');
    await first.drops(2, 3);
    await back.hears('game:move:made', (it) => it.moveHistory.length === 3);
    await back.drops(2, 4);
    [first, back].forEach((it) => it.close());
  });
});

describe('a server whose database was replaced by another machine', () => {
  let postgres;
  before(async () => {
    postgres = await Postgres.start();
  });
  after(() => postgres.down());

  test('throws away every connection that died without a word', { timeout: 120_000 }, async () => {
    const database = await postgres.database();
    const line = await Proxy.to(postgres.port);
    const server = await Server.start({ args: ['--database-url', database.urlAt(line.port)] });
    const players = await pair(server, { preset: 'classic' });
    const [first] = players;
    await play(players, [3, 3]);
    line.abandon();
    await until(60_000, 'the game does not go on', async () =>
      (await first.ask('game:move', { ...first.here, column: 4, moveNumber: 3 })).ok);
    const others = [await Player.join(server, { name: 'Grace' }), await Player.join(server, { name: 'Edsger' })];
    for (const player of others) {
      await until(60_000, 'nobody can join', async () =>
        (await player.ask('matchmaking:join', { username: player.name, preset: 'duel' })).ok);
    }
    await Promise.all(others.map((it) => it.starts()));
    const read = async () => (await server.get('/v1/leaderboard')).status === 200;
    await until(60_000, 'nothing can be read', read);
    [...players, ...others].forEach((it) => it.close());
    await server.stop();
  });
});

describe('people at two servers with a bus', () => {
  let postgres;
  let database;
  let nats;
  let servers;
  before(async () => {
    postgres = await Postgres.start();
    database = await postgres.database();
    const { url } = database;
    const port = await freePort();
    nats = launch('nats-server', ['--addr', '127.0.0.1', '--port', String(port)]);
    const args = ['--database-url', url, '--nats-url', `nats://127.0.0.1:${port}`];
    servers = [await Server.start({ args }), await Server.start({ args })];
  });
  after(async () => {
    await Promise.all(servers.map((it) => it.stop()));
    nats.kill();
    await postgres.down();
  });

  test('react to each other', async () => {
    await until(10_000, 'the bus is not there', async () => {
      const figures = await Promise.all(servers.map(async (it) => (await fetch(`${it.admin}/metrics`)).text()));
      return figures.every((it) => /^fourfall_bus_healthy 1$/m.test(it) && /^fourfall_nodes 2$/m.test(it));
    });
    const [first, second] = await pair(servers, { preset: 'classic' });
    await first.does('game:react', { ...first.here, reaction: 'hello' });
    assert.deepEqual(await second.hears('game:reacted'), { ...first.here, reaction: 'hello' });
    await play([first, second], [3, 3]);
    [first, second].forEach((it) => it.close());
  });

  test('go elsewhere when a newer version has written what this one can\'t read', async () => {
    const players = await pair(servers, { preset: 'duel', turnClockEnabled: false });
    const others = await pair(servers, { preset: 'live', turnClockEnabled: false });
    const gone = Promise.all(players.map((it) => new Promise((resolve) => it.socket.once('disconnect', resolve))));
    const { roomId } = players[0];
    await database.ask(
      `WITH next AS (UPDATE matches SET version = version + 1 WHERE id = '${roomId}' RETURNING id, version) `
      + `INSERT INTO events SELECT id, version, '{"event":"not_yet_invented","at":1}' FROM next`,
    );
    await gone;
    // Nobody else is touched by it: their news still come.
    await play(others, [3, 3]);
    [...players, ...others].forEach((it) => it.close());
  });
});
