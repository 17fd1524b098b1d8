// 5. Time: nobody loses for the server's absence, nor because somebody sets a clock.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pair, play } from './player.mjs';
import { Server, folder, freePort } from './server.mjs';

/** A server whose wall clock can be set by so many seconds at any moment; all other clocks go on as they do. */
async function onAnotherWallClock(args) {
  const library = readdirSync('/usr/lib').map((it) => `/usr/lib/${it}/faketime/libfaketimeMT.so.1`).find((it) => existsSync(it));
  assert.ok(library, 'libfaketime is not installed: apt-get install faketime');
  const file = join(folder('faketime'), 'offset');
  const set = (seconds) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  set(0);
  const env = {
    LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1',
  };
  const server = await Server.start({ port: await freePort(), args, env });
  return { server, set };
}

/** So many milliseconds the player to move has left, by the server's own time. */
const left = (game) => game.turnExpiresAt - game.now;

describe('5. time', { concurrency: 4 }, () => {
  test('a server that stood still for longer than a turn and a window gives both back', { timeout: 60_000 }, async () => {
    const server = await Server.start({ args: ['--turn-seconds', '5', '--reconnect-seconds', '5'] });
    const [first, second] = await pair(server, { preset: 'duel' });
    const [ada, alan] = await pair(server, { preset: 'live' });
    alan.cut();
    await ada.hears('player:disconnected');
    process.kill(server.pid, 'SIGSTOP');
    await sleep(7_000);
    process.kill(server.pid, 'SIGCONT');
    // Everybody is sent the game with clocks that are true again.
    for (const player of [first, second, ada]) {
      const game = await player.hears('game:reconnected');
      assert.equal(game.over, null);
      if (player !== ada) assert.ok(left(game) > 3_000 && left(game) <= 5_000, `${left(game)} ms are left`);
    }
    const back = await alan.again(server);
    assert.equal((await back.comesBack()).over, null);
    await play([first, second], [3, 3]);
    await play([ada, back], [3, 3]);
    for (const player of [first, second, ada, back]) {
      player.assertNeverHeard('game:over');
      player.close();
    }
    await server.stop();
  });

  test('the clock goes on after it: a turn still ends', { timeout: 60_000 }, async () => {
    const server = await Server.start({ args: ['--turn-seconds', '3'] });
    const [first, second] = await pair(server, { preset: 'duel' });
    process.kill(server.pid, 'SIGSTOP');
    await sleep(4_000);
    process.kill(server.pid, 'SIGCONT');
    const over = await second.hears('game:over', () => true, 20_000);
    assert.deepEqual([over.winner, over.reason], [second.id, 'timeout']);
    assert.ok(second.all('game:reconnected').length >= 1, 'after the time had been given back');
    [first, second].forEach((it) => it.close());
    await server.stop();
  });

  for (const [what, step] of [['forward by an hour', 3_600], ['back by an hour', -3_600]]) {
    test(`a wall clock that is set ${what} changes nothing`, { timeout: 60_000 }, async () => {
      const { server, set } = await onAnotherWallClock(['--turn-seconds', '5']);
      const [first, second] = await pair(server, { preset: 'duel' });
      const [started] = first.all('game:started');
      set(step);
      await sleep(1_500);
      await first.drops(3, 1);
      const made = await second.hears('game:move:made');
      // A turn more than before, and at most what has passed; not an hour.
      const later = made.turnExpiresAt - started.turnExpiresAt;
      assert.ok(later > 0 && later <= 5_000, `${later} ms later`);
      // And the turn still ends: after five seconds, not after an hour.
      const over = await first.hears('game:over', () => true, 20_000);
      assert.deepEqual([over.winner, over.reason], [first.id, 'timeout']);
      [first, second].forEach((it) => it.close());
      await server.stop();
    });

    test(`a restart with the wall clock set ${what} gives a whole turn, and no more`, { timeout: 60_000 }, async () => {
      const { server, set } = await onAnotherWallClock(['--turn-seconds', '6', '--reconnect-seconds', '6']);
      const players = await pair(server, { preset: 'duel' });
      await play(players, [3]);
      await server.kill();
      set(step);
      await server.start();
      const back = await Promise.all(players.map((it) => it.again(server)));
      const [, game] = await Promise.all(back.map((it) => it.comesBack()));
      assert.equal(game.over, null);
      // Who is away has a standing clock, which is why it may be as long as a turn and a window.
      assert.ok(left(game) > 0 && left(game) <= 12_000, `${left(game)} ms are left`);
      await back[1].drops(3, 2);
      const made = await back[0].hears('game:move:made');
      assert.ok(made.turnExpiresAt > game.now && made.turnExpiresAt - game.now <= 18_000);
      // With both here the next turn ends as it should.
      const over = await back[1].hears('game:over', () => true, 30_000);
      assert.deepEqual([over.winner, over.reason], [back[1].id, 'timeout']);
      [...players, ...back].forEach((it) => it.socket.disconnect());
      await server.stop();
    });
  }
});
