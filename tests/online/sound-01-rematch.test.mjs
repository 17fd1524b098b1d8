// 1. Nobody is made to play a rematch: an offer ends with the presence of its maker.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Player, finished } from './player.mjs';
import { Server } from './server.mjs';

describe('1. the rematch', { concurrency: 4 }, () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  /** Two who have finished a game, and the first has offered another. */
  async function offered(join = { preset: 'duel' }) {
    const [ada, alan] = await finished(server, join);
    await ada.does('game:rematch', ada.here);
    const offer = await alan.hears('game:rematch:offered');
    assert.equal(offer.playerId, ada.id);
    return { ada, alan, version: offer.version };
  }

  // One set of clocks for each test: they run at the same time, and must not meet each other's players.
  const clocks = (seconds) => ({ preset: 'live', afkTimeoutSeconds: seconds });

  test('an offer ends when its maker disconnects, and may be made again', async () => {
    const { ada, alan, version } = await offered(clocks(901));
    const { roomId } = ada;
    ada.cut();
    assert.deepEqual(await alan.hears('game:rematch:declined'), {
      roomId, playerId: ada.id, reason: 'disconnected', version: version + 1,
    });
    // Asking now begins no game with somebody who is not there: it is a new offer.
    assert.deepEqual(await alan.does('game:rematch', alan.here), { ok: true, roomId: null });
    const back = await ada.again(server);
    const game = await back.comesBack();
    assert.equal(game.rematchOfferedBy, alan.id);
    alan.assertNeverHeard('game:rematch:accepted');
    assert.equal((await server.get(`/v1/games/${roomId}`)).body.next, null);
    const { roomId: next } = await back.does('game:rematch', back.here);
    const [started] = await Promise.all([alan.starts(), back.starts()]);
    assert.equal(started.roomId, next);
    assert.ok(started.players.every((it) => it.connected));
    [ada, alan, back].forEach((it) => it.close());
  });

  test('an offer ends when its maker leaves', async () => {
    const { ada, alan, version } = await offered(clocks(903));
    await ada.does('game:leave', ada.here);
    assert.deepEqual(await alan.hears('game:rematch:declined'), {
      roomId: alan.roomId, playerId: ada.id, reason: 'left', version: version + 1,
    });
    await alan.isRefused('game:rematch', alan.here, 'game_over');
    [ada, alan].forEach((it) => it.close());
  });

  test('an offer ends when its maker looks for another game', async () => {
    const { ada, alan, version } = await offered(clocks(904));
    const { position } = await ada.does('matchmaking:join', { username: 'Ada', ...clocks(914) });
    assert.equal(position, 1);
    assert.deepEqual(await alan.hears('game:rematch:declined'), {
      roomId: alan.roomId, playerId: ada.id, reason: 'busy', version: version + 1,
    });
    await alan.isRefused('game:rematch', alan.here, 'game_over');
    assert.equal(ada.all('game:started').length, 1, 'who waits is not pulled into a game');
    await ada.does('matchmaking:leave', { playerId: ada.id });
    [ada, alan].forEach((it) => it.close());
  });

  for (const [what, event, wishes] of [
    ['starts one against a bot', 'matchmaking:join', { wantsBot: true, preset: 'classic' }],
    ['opens a private one', 'room:create', {}],
  ]) {
    test(`an offer ends when its maker ${what}`, async () => {
      const { ada, alan, version } = await offered(clocks(event === 'room:create' ? 905 : 906));
      await ada.does(event, { username: 'Ada', ...wishes });
      assert.deepEqual(await alan.hears('game:rematch:declined'), {
        roomId: alan.roomId, playerId: ada.id, reason: 'busy', version: version + 1,
      });
      await alan.isRefused('game:rematch', alan.here, 'game_over');
      [ada, alan].forEach((it) => it.close());
    });
  }

  test('who is asked and goes elsewhere says so, too', async () => {
    const { ada, alan } = await offered(clocks(907));
    await alan.does('matchmaking:join', { username: 'Alan', wantsBot: true, preset: 'classic' });
    const declined = await ada.hears('game:rematch:declined');
    assert.deepEqual([declined.playerId, declined.reason], [alan.id, 'busy']);
    await ada.isRefused('game:rematch', ada.here, 'game_over');
    [ada, alan].forEach((it) => it.close());
  });

  test('spectators learn where it goes on', async () => {
    const { ada, alan, version } = await offered(clocks(908));
    const grace = await Player.join(server, { name: 'Grace' });
    await grace.does('game:spectate', { roomId: ada.roomId, username: 'Grace' });
    await grace.hears('game:spectate:joined');
    const { roomId: nextRoomId } = await alan.does('game:rematch', alan.here);
    assert.deepEqual(await grace.hears('game:rematch:accepted'), { roomId: ada.roomId, nextRoomId, version: version + 1 });
    const { body } = await server.get(`/v1/games/${ada.roomId}`);
    assert.equal(body.next, nextRoomId);
    await grace.does('game:spectate', { roomId: nextRoomId, username: 'Grace' });
    const joined = await grace.hears('game:spectate:joined');
    assert.deepEqual(joined.series, { wins: [0, 1], draws: 0 });
    [ada, alan, grace].forEach((it) => it.close());
  });

  for (const [preset, color] of [['live', 'red'], ['classic', 'red'], ['solo', '#000000']]) {
    test(`against a bot of ${preset} the human stays first, and ${color}`, async () => {
      const ada = await Player.join(server);
      await ada.does('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty: 'easy', preset });
      await ada.starts();
      for (let game = 1; game <= 2; game += 1) {
        await ada.does('game:resign', ada.here);
        await ada.does('game:rematch', ada.here);
        const { players, color: mine, currentTurn, series } = await ada.starts();
        assert.deepEqual([players[0].id, players[0].color, mine, currentTurn], [ada.id, color, color, 0]);
        assert.equal(players[1].isBot, true);
        assert.deepEqual(series, { wins: [0, game], draws: 0 });
      }
      ada.close();
    });
  }
});
