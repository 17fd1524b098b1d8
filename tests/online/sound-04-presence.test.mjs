// 4. Presence: who is here never loses by being away, and who is away has the whole time to come back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Player, pair, play } from './player.mjs';
import { Proxy } from './proxy.mjs';
import { Server, until } from './server.mjs';

/** Longer than a heartbeat and the patience after it, on a busy machine. */
const SILENCE_MS = 30_000;

describe('4. presence', { concurrency: 8 }, () => {
  test('every absence has the whole window, however many there were before', async () => {
    const server = await Server.start({ args: ['--reconnect-seconds', '7'] });
    const [ada, alan] = await pair(server);
    let here = alan;
    for (let absence = 1; absence <= 2; absence += 1) {
      const before = ada.all('player:reconnected').length;
      here.cut();
      const gone = await ada.hears('player:disconnected');
      assert.equal(gone.reconnectSeconds, 7);
      await sleep(4_000); // twice this is longer than the window
      here = await alan.again(server);
      const game = await here.comesBack();
      assert.equal(game.over, null);
      // The window began when the absence was noted, not before.
      const left = gone.reconnectExpiresAt - game.now;
      assert.ok(left > 0 && left <= 7_000 - 4_000, `${left} ms were left`);
      await ada.hears('player:reconnected');
      assert.equal(ada.all('player:reconnected').length, before + 1);
    }
    await play([ada, here], [3, 3]);
    [ada, alan, here].forEach((it) => it.close());
    await server.stop();
  });

  test('in duel the window is 30 s, elsewhere 60 s', async () => {
    const server = await Server.start();
    for (const [preset, seconds] of [['duel', 30], ['live', 60], ['classic', 60], ['solo', 60]]) {
      const [first, second] = await pair(server, { preset });
      const { now } = second.all('game:started')[0];
      first.cut();
      const gone = await second.hears('player:disconnected');
      assert.equal(gone.reconnectSeconds, seconds);
      assert.ok(gone.reconnectExpiresAt > now + seconds * 1_000);
      [first, second].forEach((it) => it.close());
    }
    await server.stop();
  });

  test('clocks stand still for who is away, up to one window per match in total', { timeout: 60_000 }, async () => {
    const [turn, window] = [5_000, 10_000];
    const server = await Server.start({ args: ['--turn-seconds', '5', '--reconnect-seconds', '10'] });
    const [first, second] = await pair(server, { preset: 'duel' });
    const { turnExpiresAt } = first.all('game:started')[0];
    first.cut();
    const gone = await second.hears('player:disconnected');
    assert.equal(gone.turnExpiresAt, turnExpiresAt + window, 'the clock stands still as long as it may');
    await sleep(turn + 1_000);
    second.assertNeverHeard('game:over'); // though a whole turn has passed
    const back = await first.again(server);
    const game = await back.comesBack();
    assert.equal(game.over, null);
    const away = game.now - (gone.reconnectExpiresAt - window);
    const stood = game.turnExpiresAt - turnExpiresAt;
    assert.ok(stood > turn && stood <= away, `stood still for ${stood} of ${away} ms`);
    assert.deepEqual(
      await second.hears('player:reconnected'),
      { roomId: game.roomId, playerId: first.id, turnExpiresAt: game.turnExpiresAt, afkExpiresAt: null, version: game.version },
    );

    // Again: only what is left of the window, so pulling the plug again and again gains nothing.
    back.cut();
    const again = await second.hears('player:disconnected');
    assert.equal(again.turnExpiresAt, game.turnExpiresAt + window - stood);
    assert.ok(again.turnExpiresAt < again.reconnectExpiresAt, 'the turn ends before the window does');
    const over = await second.hears('game:over', () => true, 20_000);
    assert.deepEqual([over.winner, over.reason], [second.id, 'timeout']);
    [first, second, back].forEach((it) => it.close());
    await server.stop();
  });

  test('the idle clock stands still, too; that of the other goes on', async () => {
    const server = await Server.start({ args: ['--reconnect-seconds', '20'] });
    const [ada, alan] = await pair(server);
    const { afkExpiresAt } = ada.all('game:started')[0];
    alan.cut();
    assert.equal((await ada.hears('player:disconnected')).afkExpiresAt, afkExpiresAt, "Ada's own turn");
    const back = await alan.again(server);
    await back.comesBack();
    assert.equal((await ada.hears('player:reconnected')).afkExpiresAt, afkExpiresAt);
    ada.cut();
    const gone = await back.hears('player:disconnected');
    assert.equal(gone.afkExpiresAt, afkExpiresAt + 20_000);
    const { status } = await back.does('afk:check', { roomId: ada.roomId });
    assert.deepEqual(status, { playerId: ada.id, expiresAt: gone.afkExpiresAt });
    [ada, alan, back].forEach((it) => it.close());
    await server.stop();
  });

  test('a connection that comes back at once was never gone', async () => {
    const server = await Server.start();
    const [ada, alan] = await pair(server);
    // A second window opens before the first closes, as on a reload by keyboard: ten times over.
    let here = alan;
    for (let reload = 0; reload < 10; reload += 1) {
      const next = await alan.again(server);
      here.socket.disconnect();
      await next.comesBack();
      here = next;
    }
    await play([ada, here], [3, 3]);
    ada.assertNeverHeard('player:disconnected');
    assert.equal(ada.version, 4, 'nothing was stored but the discs');
    [ada, here].forEach((it) => it.close());
    await server.stop();
  });

  test('who is connected never loses by "disconnect", however often the line breaks', { timeout: 60_000 }, async () => {
    const server = await Server.start({ args: ['--reconnect-seconds', '4'] });
    const [ada, alan] = await pair(server, { preset: 'classic' });
    let here = alan;
    for (const pause of [0, 700, 100, 900, 450, 550, 0, 1_200]) {
      here.cut();
      await sleep(pause);
      here = await alan.again(server);
      await here.comesBack();
    }
    // Longer than the window: an absence that was noted and never taken back would be found out.
    await sleep(6_000);
    await play([ada, here], [3, 3]);
    ada.assertNeverHeard('game:over');
    const game = await (await alan.again(server)).comesBack();
    assert.ok(game.players.every((it) => it.connected && it.reconnectExpiresAt === null));
    ada.close();
    await server.stop();
  });

  test('a connection that dies silently is noticed', { timeout: 60_000 }, async () => {
    const server = await Server.start();
    const line = await Proxy.to(server.port);
    const ada = await Player.join(server);
    const alan = await Player.join(line, { name: 'Alan' });
    for (const it of [ada, alan]) await it.does('matchmaking:join', { username: it.name });
    await Promise.all([ada.starts(), alan.starts()]);
    line.freeze();
    // Twice as long as it may take; it was 45 s once.
    const gone = await ada.hears('player:disconnected', () => true, SILENCE_MS);
    assert.equal(gone.playerId, alan.id);
    [ada, alan].forEach((it) => it.close());
    await server.stop();
  });

  test('that an old connection dies is no absence of who has a new one', { timeout: 60_000 }, async () => {
    const server = await Server.start({ args: ['--reconnect-seconds', '2'] });
    const line = await Proxy.to(server.port);
    const ada = await Player.join(server);
    const alan = await Player.join(line, { name: 'Alan' });
    for (const it of [ada, alan]) await it.does('matchmaking:join', { username: it.name });
    await Promise.all([ada.starts(), alan.starts()]);
    line.freeze();
    const back = await alan.again(server);
    await back.comesBack();
    await until(SILENCE_MS, 'the old connection is still there', async () => (await server.metric('connections')) === 2);
    await sleep(3_500); // longer than the window, had one begun
    ada.assertNeverHeard('player:disconnected');
    ada.assertNeverHeard('game:over');
    await play([ada, back], [3, 3]);
    [ada, alan, back].forEach((it) => it.close());
    await server.stop();
  });
});
