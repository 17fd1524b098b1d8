// Who is who: tokens, coming back, second tabs, and people who are not who they say.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Player, assertNow, pair, play } from './player.mjs';
import { Server, launch, environment, BINARY } from './server.mjs';

let server;
before(async () => {
  server = await Server.start({ args: ['--reconnect-seconds', '30'] });
});
after(() => server.stop());

/** Everything a player must be able to show after coming back. */
function assertWholeGame(game, player, moves) {
  assert.equal(game.roomId, player.roomId);
  assert.equal(game.playerId, player.id);
  assert.deepEqual(game.moveHistory, moves);
  assert.equal(game.board.filter(Boolean).length, moves.length);
  assert.equal(game.currentTurn, moves.length % 2);
  assert.equal(game.lastMove?.column ?? null, moves.at(-1) ?? null);
  const fields = [
    'players', 'color', 'preset', 'afkTimeoutEnabled', 'afkTimeoutSeconds', 'afkWarnSeconds', 'afkExpiresAt', 'private',
    'rated', 'series', 'version',
  ];
  for (const field of fields) assert.notEqual(game[field], undefined, field);
  for (const field of ['turnSeconds', 'turnExpiresAt', 'afkWarning', 'rematchOfferedBy', 'over']) assert.ok(field in game, field);
  assert.equal(game.players.flatMap((it) => it.discs).length, moves.length);
  assertNow(game.now);
}

describe('coming back', () => {
  for (const transports of [['websocket'], ['polling']]) {
    test(`after a cut line over ${transports[0]}, the game goes on`, async () => {
      const players = await pair(server, {}, [{ transports }, { transports }]);
      const [ada, alan] = players;
      await play(players, [3, 3, 4]);
      alan.cut();
      const gone = await ada.hears('player:disconnected');
      assert.deepEqual([gone.playerId, gone.reconnectSeconds], [alan.id, 30]);
      const back = await alan.again(server, { transports });
      const { roomId } = await back.does('game:reconnect', { playerId: back.id });
      assert.equal(roomId, ada.roomId);
      const game = await back.hears('game:reconnected');
      assertWholeGame(game, back, [3, 3, 4]);
      assert.equal((await ada.hears('player:reconnected')).playerId, alan.id);
      assert.equal(game.version, ada.version, 'both know as much');
      await back.drops(4, 4);
      await ada.hears('game:move:made', (it) => it.moveHistory.length === 4);
      [ada, back].forEach((it) => it.close());
    });
  }

  test('needs no new handshake: the token in the payload is as good', async () => {
    const [ada, alan] = await pair(server);
    alan.cut();
    await ada.hears('player:disconnected');
    const stranger = await Player.join(server, { name: 'Alan on another phone' });
    await stranger.does('game:reconnect', { playerId: alan.id, token: alan.token });
    const game = await stranger.hears('game:reconnected');
    assert.equal(game.playerId, alan.id);
    await ada.hears('player:reconnected');
    await ada.drops(0);
    stranger.id = alan.id;
    stranger.roomId = ada.roomId;
    await stranger.drops(1);
    [ada, stranger].forEach((it) => it.close());
  });

  test('by the official client itself, without a page doing anything but asking', async () => {
    const [ada, alan] = await pair(server, {}, [{}, { reconnection: true, reconnectionDelay: 20 }]);
    const reconnected = new Promise((resolve) => alan.socket.io.once('reconnect', resolve));
    alan.socket.io.engine.close();
    await reconnected;
    await alan.connected();
    await alan.does('game:reconnect', { playerId: alan.id });
    assertWholeGame(await alan.hears('game:reconnected'), alan, []);
    [ada, alan].forEach((it) => it.close());
  });

  test('to a game that is over shows how it ended', async () => {
    const [ada, alan] = await pair(server);
    alan.cut();
    await ada.does('game:resign', ada.here);
    await ada.hears('game:over');
    const back = await alan.again(server);
    await back.does('game:reconnect', { playerId: back.id });
    const game = await back.hears('game:reconnected');
    assert.deepEqual([game.over.winner, game.over.reason], [alan.id, 'resignation']);
    [ada, back].forEach((it) => it.close());
  });

  test('without a game to come back to is refused', async () => {
    const ada = await Player.join(server);
    await ada.isRefused('game:reconnect', { playerId: ada.id }, 'unknown_room');
    ada.close();
  });

  test('sends an unacknowledged move again, and it is played once', async () => {
    const [ada, alan] = await pair(server);
    ada.socket.emit('game:move', { ...ada.here, column: 3, moveNumber: 1 });
    await alan.hears('game:move:made');
    ada.cut(); // before the answer was read, for all she knows
    const back = await ada.again(server);
    await back.does('game:reconnect', { playerId: back.id });
    const { version } = await back.does('game:move', { ...back.here, column: 3, moveNumber: 1 });
    const game = await back.hears('game:reconnected');
    assert.deepEqual(game.moveHistory, [3]);
    assert.equal(version, game.version);
    await alan.drops(3, 2);
    assert.deepEqual((await back.hears('game:move:made')).moveHistory, [3, 3]);
    [back, alan].forEach((it) => it.close());
  });
});

describe('a second tab', () => {
  test('takes the seat over, and the first is told and closed', async () => {
    const [ada, alan] = await pair(server);
    const closed = new Promise((resolve) => ada.socket.once('disconnect', resolve));
    const tab = await ada.again(server);
    await tab.does('game:reconnect', { playerId: tab.id });
    assert.deepEqual(await ada.hears('session:replaced'), {});
    await closed;
    await tab.hears('game:reconnected');
    await tab.drops(3, 1);
    assert.equal((await alan.hears('game:move:made')).playerId, ada.id);
    alan.assertNeverHeard('game:over');
    const last = alan.heard.filter((it) => it.event.startsWith('player:')).at(-1);
    assert.ok(last === undefined || last.event === 'player:reconnected', 'nobody counts as gone');
    [tab, alan].forEach((it) => it.close());
  });
});

describe('a second tab that just plays', () => {
  test('has the seat with its first move', async () => {
    const [ada, alan] = await pair(server);
    const tab = await ada.again(server);
    await tab.drops(3, 1);
    await ada.hears('session:replaced');
    assert.equal((await alan.hears('game:move:made')).playerId, ada.id);
    alan.assertNeverHeard('player:disconnected');
    tab.socket.disconnect();
    assert.equal((await alan.hears('player:disconnected')).playerId, ada.id, 'now nobody is there');
    [ada, alan].forEach((it) => it.close());
  });
});

describe('a wrong token', () => {
  const forgeries = (token) => {
    const flip = (it) => `${it.slice(0, -1)}${it.at(-1) === 'a' ? 'b' : 'a'}`;
    return ['', 'x', flip(token), token.slice(0, -4), `${token}00`, token.split('.')[0], 'a'.repeat(3_000), '\u0000', 'null'];
  };

  test('is not let in, and changes nothing', async () => {
    const [ada, alan] = await pair(server);
    for (const token of forgeries(ada.token)) {
      const mallory = new Player(server, { name: 'Mallory', token });
      const error = await mallory.refused();
      assert.match(error.message, /unauthorized|token/);
      mallory.close();
    }
    for (const token of [7, {}, [], true]) {
      const mallory = new Player(server, { name: 'Mallory', token });
      await mallory.refused();
      mallory.close();
    }
    await ada.drops(3);
    await alan.hears('game:move:made');
    for (const player of [ada, alan]) {
      player.assertNeverHeard('player:disconnected');
      player.assertNeverHeard('session:replaced');
      player.close();
    }
  });

  test('in game:reconnect is unauthorized, and the seat stays whose it is', async () => {
    const [ada, alan] = await pair(server);
    const mallory = await Player.join(server, { name: 'Mallory' });
    for (const token of forgeries(ada.token).filter(Boolean)) {
      await mallory.isRefused('game:reconnect', { playerId: ada.id, token }, 'unauthorized');
      if (mallory.heard.length > 12) mallory.forget();
    }
    await mallory.isRefused('game:reconnect', { playerId: ada.id }, 'forbidden');
    await mallory.isRefused('game:reconnect', { playerId: ada.id, token: alan.token }, 'forbidden');
    await ada.drops(3);
    ada.assertNeverHeard('session:replaced');
    alan.assertNeverHeard('player:disconnected');
    [ada, alan, mallory].forEach((it) => it.close());
  });
});

describe("somebody else's playerId", () => {
  test('is forbidden in every event that takes one', async () => {
    const [ada, alan] = await pair(server);
    const { roomId } = ada;
    const theirs = { roomId, playerId: alan.id };
    await ada.isRefused('game:move', { ...theirs, column: 3 }, 'forbidden');
    await ada.isRefused('game:resign', theirs, 'forbidden');
    await ada.isRefused('game:leave', theirs, 'forbidden');
    await ada.isRefused('game:abort', theirs, 'forbidden');
    await ada.isRefused('game:rematch', theirs, 'forbidden');
    await ada.isRefused('game:rematch:decline', theirs, 'forbidden');
    await ada.isRefused('matchmaking:leave', { playerId: alan.id }, 'forbidden');
    const grace = await Player.join(server, { name: 'Grace' });
    await grace.isRefused('matchmaking:join', { username: 'Grace', playerId: alan.id }, 'forbidden');
    await grace.isRefused('game:resign', theirs, 'forbidden');
    ada.assertNeverHeard('game:over');
    [ada, alan, grace].forEach((it) => it.close());
  });
});

describe('--trust-player-ids', () => {
  test('believes a bare playerId, where it is asked to', async () => {
    const lan = await Server.start({ args: ['--trust-player-ids'] });
    const [ada, alan] = await pair(lan);
    alan.cut();
    await ada.hears('player:disconnected');
    const back = await Player.join(lan, { name: 'Alan' });
    await back.does('game:reconnect', { playerId: alan.id });
    assert.equal((await back.hears('game:reconnected')).playerId, alan.id);
    [ada, back].forEach((it) => it.close());
    await lan.stop();
  });

  test('is refused together with a public address', async () => {
    const args = ['serve', '--listen', '127.0.0.1:0', '--trust-player-ids', '--public-url', 'https://play.example'];
    const child = launch(BINARY, args, { env: environment() });
    const { code } = await child.ended;
    assert.notEqual(code, 0);
    assert.match(child.log, /trust-player-ids/);
  });
});

describe('pages of other people', () => {
  const from = (origin) => ({ extraHeaders: { Origin: origin } });

  for (const transports of [['websocket'], ['polling']]) {
    test(`may not speak for their visitors over ${transports[0]}`, async () => {
      const evil = new Player(server, { ...from('https://evil.example'), transports });
      await evil.refused();
      evil.close();
      const own = await Player.join(server, { ...from(server.url), transports });
      own.close();
    });
  }

  test('may, where the operator says so', async () => {
    const open = await Server.start({ args: ['--allow-origin', 'https://friend.example'] });
    const friend = await Player.join(open, from('https://friend.example'));
    friend.close();
    const evil = new Player(open, from('https://evil.example'));
    await evil.refused();
    evil.close();
    await open.stop();
  });
});
