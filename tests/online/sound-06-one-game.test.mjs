// 6. One game at a time, however many windows ask for one at once, and after a restart.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Player } from './player.mjs';
import { Server, until } from './server.mjs';

const WINDOWS = 6;

/** The answer, or `null` if the window is closed first: another one of the same player has taken over. */
function askOrBeClosed(player, event, payload) {
  return new Promise((resolve) => {
    player.socket.once('disconnect', () => resolve(null));
    player.socket.emit(event, payload, resolve);
  });
}

describe('6. one game at a time', () => {
  test('under any pipelining of joins, creates and codes', { timeout: 120_000 }, async () => {
    const server = await Server.start({ args: ['--events-burst', '100000', '--requests-burst', '100000'] });
    for (let round = 0; round < 8; round += 1) {
      const clocks = { preset: 'live', afkTimeoutSeconds: 1_000 + round };
      const rude = await Player.join(server, { name: 'Rude' });
      const windows = [rude, ...await Promise.all(Array.from({ length: WINDOWS - 1 }, () => rude.again(server)))];
      const others = await Promise.all(['A', 'B', 'C', 'D'].map((name) => Player.join(server, { name })));
      const codes = [];
      for (const host of others.slice(0, 2)) {
        codes.push((await host.does('room:create', { username: host.name, preset: 'classic' })).roomCode);
      }
      const wants = [
        ['matchmaking:join', { username: 'Rude', ...clocks }],
        ['matchmaking:join', { username: 'Rude', wantsBot: true, preset: 'solo', turnClockEnabled: false }],
        ['room:create', { username: 'Rude' }],
        ['room:join', { username: 'Rude', roomCode: codes[0] }],
        ['room:join', { username: 'Rude', roomCode: codes[1] }],
        ['matchmaking:leave', { playerId: rude.id }],
      ];
      // Everything at once: each window begins at another place of the list, nobody waits for an answer.
      const asked = windows.flatMap((window, at) =>
        wants.map((_, step) => askOrBeClosed(window, ...wants[(at + step * (1 + (round % 5))) % wants.length])));
      const joined = others.slice(2).map((it) => it.ask('matchmaking:join', { username: it.name, ...clocks }));
      const answers = (await Promise.all([...asked, ...joined])).filter(Boolean);
      assert.ok(answers.some((it) => it.ok), 'somebody has got something');

      const codesOfOwn = new Set(windows.flatMap((it) => it.all('room:waiting')).map((it) => it.roomCode));
      const rooms = new Set([...windows, ...others].flatMap((it) => it.all('game:started')).map((it) => it.roomId));
      for (const { roomId } of answers) if (roomId) rooms.add(roomId);
      const engagements = async () => {
        const running = [];
        for (const roomId of rooms) {
          const { status, body } = await server.get(`/v1/games/${roomId}`);
          if (status === 200 && body.result === null && body.players.some((it) => it.id === rude.id)) running.push(roomId);
        }
        for (const code of codesOfOwn) {
          const { status, body } = await server.get(`/v1/invitations/${code}`);
          if (status === 200 && body.status === 'waiting') running.push(body.roomId);
        }
        return running;
      };
      const held = await engagements();
      assert.ok(held.length <= 1, `in ${held.length} games at once: ${held}`);
      for (const window of windows) window.socket.disconnect();
      // Whoever waits, waits through a window that is open: with all of them closed only the others do.
      await until(10_000, 'somebody who has gone still waits', async () => {
        const waiting = await server.metric('waiting_players');
        return waiting <= 2;
      });
      if (held.length === 1) {
        const back = await rude.again(server);
        const { roomId } = await back.does('game:reconnect', { playerId: rude.id });
        assert.equal(roomId, held[0], 'and that is where coming back leads to');
        back.socket.disconnect();
      }
      others.forEach((it) => it.socket.disconnect());
      await server.nobodyWaits();
    }
    await server.stop();
  });

  test('a player who waits in one window and plays in another waits no more', async () => {
    const server = await Server.start();
    const ada = await Player.join(server);
    await ada.does('matchmaking:join', { username: 'Ada', preset: 'duel' });
    const tab = await ada.again(server);
    await tab.does('matchmaking:join', { username: 'Ada', wantsBot: true, preset: 'classic' });
    await tab.starts();
    assert.deepEqual(await ada.hears('session:replaced'), {});
    await server.nobodyWaits();
    const alan = await Player.join(server, { name: 'Alan' });
    assert.equal((await alan.does('matchmaking:join', { username: 'Alan', preset: 'duel' })).position, 1);
    await sleep(200);
    tab.close();
    alan.close();
    await server.stop();
  });

  test('a game against a bot is still the player\'s game after a restart', async () => {
    const server = await Server.start();
    const ada = await Player.join(server);
    await ada.does('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty: 'easy', preset: 'classic' });
    await ada.starts();
    await ada.drops(3, 1);
    await ada.hears('game:move:made', (it) => it.moveHistory.length === 2);
    ada.close();
    await server.kill();
    await server.start();
    const back = await ada.again(server);
    await back.isRefused('matchmaking:join', { username: 'Ada', wantsBot: true }, 'already_in_game');
    await back.isRefused('matchmaking:join', { username: 'Ada' }, 'already_in_game');
    await back.isRefused('room:create', { username: 'Ada' }, 'already_in_game');
    const game = await back.comesBack();
    assert.deepEqual([game.roomId, game.moveHistory.length, game.currentTurn], [ada.roomId, 2, 0]);
    await back.drops(3, 3);
    await back.hears('game:move:made', (it) => it.moveHistory.length === 4);
    back.close();
    await server.stop();
  });
});
