// Whole games: how they start, what is heard, and every way they end.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DRAW, FOUR, Player, assertDeadline, assertNow, pair, play } from './player.mjs';
import { Server } from './server.mjs';

/** 42 cells as text, row by row: first, second, empty. */
function drawn(board, [first, second]) {
  assert.equal(board.length, 42);
  const cell = (it) => (it === null ? '.' : it === first.color ? 'X' : it === second.color ? 'O' : '?');
  return board.map(cell).join('').replace(/(.{7})(?=.)/g, '$1 ');
}

describe('a game between two people', () => {
  let server;
  before(async () => {
    server = await Server.start({ args: ['--reconnect-seconds', '1', '--turn-seconds', '3'] });
  });
  after(() => server.stop());

  for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
    test(`is played to four in a row over ${transports.join(' then ')}`, async () => {
      const players = await pair(server, {}, [{ transports }, { transports }]);
      const [first, second] = players;
      await play(players, FOUR);
      for (const player of players) {
        const over = await player.hears('game:over');
        assert.deepEqual(over, {
          roomId: first.roomId,
          winner: first.id,
          reason: 'Four in a row!',
          winningCells: [38, 39, 40, 41],
          winningLines: [[38, 39, 40, 41]],
          version: 2 + FOUR.length + 1,
        });
      }
      const versions = first.heard.filter((it) => it.payload?.version).map((it) => it.payload.version);
      assert.deepEqual(versions, [2, 3, 4, 5, 6, 7, 8, 9, 10], 'one version a message, none left out');
      players.forEach((it) => it.close());
    });
  }

  test('says at the start what is played, by whom and by which rules', async () => {
    const [ada, alan] = await pair(server);
    const shared = {
      roomId: ada.roomId,
      players: [
        { id: ada.id, username: 'Ada', color: 'red', isBot: false, connected: true, reconnectExpiresAt: null, discs: [] },
        { id: alan.id, username: 'Alan', color: 'yellow', isBot: false, connected: true, reconnectExpiresAt: null, discs: [] },
      ],
      board: Array(42).fill(null),
      currentTurn: 0,
      preset: 'live',
      turnSeconds: null,
      turnExpiresAt: null,
      afkTimeoutEnabled: true,
      afkTimeoutSeconds: 90,
      afkWarnSeconds: 30,
      private: false,
      rated: true,
      series: { wins: [0, 0], draws: 0 },
      version: 2,
    };
    for (const [player, color] of [[ada, 'red'], [alan, 'yellow']]) {
      const { now, afkExpiresAt, ...started } = player.heard.find((it) => it.event === 'game:started').payload;
      assert.deepEqual(started, { ...shared, playerId: player.id, color });
      assertNow(now);
      assertDeadline(afkExpiresAt, now, 90);
    }
    [ada, alan].forEach((it) => it.close());
  });

  test('tells every move in full', async () => {
    const players = await pair(server);
    const [ada, alan] = players;
    await play(players, [3, 3]);
    const [one, two] = alan.heard.filter((it) => it.event === 'game:move:made').map((it) => it.payload);
    const { board, ...rest } = one;
    assert.deepEqual(rest, {
      roomId: ada.roomId, playerId: ada.id, column: 3, row: 5, color: 'red', currentTurn: 1,
      lastMove: { column: 3, row: 5, color: 'red' }, moveHistory: [3], turnExpiresAt: null, version: 3,
    });
    const colours = [{ color: 'red' }, { color: 'yellow' }];
    assert.equal(drawn(board, colours), '....... ....... ....... ....... ....... ...X...');
    assert.equal(drawn(two.board, colours), '....... ....... ....... ....... ...O... ...X...');
    assert.deepEqual(two.lastMove, { column: 3, row: 4, color: 'yellow' });
    assert.equal(two.currentTurn, 0);
    players.forEach((it) => it.close());
  });

  test('ends in a draw on a full board', async () => {
    const players = await pair(server);
    await play(players, DRAW);
    for (const player of players) {
      const { winner, reason, winningCells, winningLines } = await player.hears('game:over');
      assert.deepEqual([winner, reason, winningCells, winningLines], [null, 'Board full - Draw', null, null]);
      player.close();
    }
  });

  test('names every line that one disc completes', async () => {
    const players = await pair(server);
    await play(players, [1, 1, 4, 0, 2, 6, 5, 0, 3]); // five along the bottom, closed in the middle
    const over = await players[1].hears('game:over');
    assert.equal(over.winner, players[0].id);
    assert.deepEqual(over.winningLines.toSorted(), [[36, 37, 38, 39], [37, 38, 39, 40]]);
    assert.ok(over.winningLines.some((it) => `${it}` === `${over.winningCells}`));
    players.forEach((it) => it.close());
  });

  test('is lost by resigning, whoever it is', async () => {
    for (const loser of [0, 1]) {
      const players = await pair(server);
      await players[loser].does('game:resign', players[loser].here);
      for (const player of players) {
        const over = await player.hears('game:over');
        assert.deepEqual(
          [over.winner, over.reason, over.winningCells, over.version],
          [players[1 - loser].id, 'resignation', null, 3],
        );
        player.close();
      }
    }
  });

  test('is lost by leaving it', async () => {
    const [ada, alan] = await pair(server);
    await alan.does('game:leave', alan.here);
    const over = await ada.hears('game:over');
    assert.deepEqual([over.winner, over.reason], [ada.id, 'resignation']);
    // Back in the lobby: both can look for another game.
    await alan.does('matchmaking:join', { username: 'Alan', preset: 'classic' });
    await alan.does('matchmaking:leave', { playerId: alan.id });
    await alan.hears('matchmaking:left');
    [ada, alan].forEach((it) => it.close());
  });

  test('is lost by idling, after one warning', async () => {
    const players = await pair(server, { afkTimeoutSeconds: 4, afkWarnSeconds: 1 });
    const [ada, alan] = players;
    const status = await ada.does('afk:check', { roomId: ada.roomId });
    assert.equal(status.status.playerId, ada.id);
    assert.ok(status.status.expiresAt > Date.now() && status.status.expiresAt <= Date.now() + 4_000);
    assert.deepEqual(await ada.hears('afk:status'), status.status);
    for (const player of players) {
      const warning = await player.hears('connect4:afk_warning');
      assert.deepEqual([warning.playerId, warning.secondsRemaining], [ada.id, 1]);
      const over = await player.hears('game:over');
      assert.deepEqual([over.winner, over.reason, over.winningCells], [alan.id, 'afk_timeout', null]);
      assert.equal(player.heard.filter((it) => it.event === 'connect4:afk_warning').length, 1);
    }
    assert.deepEqual(await ada.does('afk:check', { roomId: ada.roomId }), { ok: true, status: null });
    assert.equal(await ada.hears('afk:status'), null);
    players.forEach((it) => it.close());
  });

  test('goes on when the idle player moves: the warning is cleared', async () => {
    const players = await pair(server, { afkTimeoutSeconds: 5, afkWarnSeconds: 4 });
    const [ada, alan] = players;
    await alan.hears('connect4:afk_warning');
    await ada.drops(3);
    for (const player of players) {
      assert.deepEqual(await player.hears('connect4:afk_warning_cleared'), {});
    }
    assert.equal((await alan.hears('connect4:afk_warning')).playerId, alan.id, 'now it is the other who idles');
    players.forEach((it) => it.close());
  });

  test('has no idle clock where it was turned off, against a bot or a friend', async () => {
    const off = { afkTimeoutEnabled: false, afkTimeoutSeconds: 1, afkWarnSeconds: 1 };
    const [ada, host, guest] = await Promise.all(['Ada', 'Host', 'Guest'].map((name) => Player.join(server, { name })));
    await ada.does('matchmaking:join', { username: 'Ada', wantsBot: true, ...off });
    const { roomCode } = await host.does('room:create', { username: 'Host', ...off });
    await guest.does('room:join', { username: 'Guest', roomCode });
    for (const player of [ada, host]) {
      const started = await player.starts();
      assert.deepEqual([started.afkTimeoutEnabled, started.afkExpiresAt, started.rated], [false, null, false]);
      assert.equal((await player.does('afk:check', { roomId: player.roomId })).status, null);
    }
    [ada, host, guest].forEach((it) => it.close());
  });

  test('is lost by who is not back in time', async () => {
    const [ada, alan] = await pair(server);
    const { id: socketId } = alan.socket;
    alan.cut();
    const gone = await ada.hears('player:disconnected');
    const { now, afkExpiresAt } = ada.heard.find((it) => it.event === 'game:started').payload;
    assert.deepEqual({ ...gone, reconnectExpiresAt: null }, {
      roomId: ada.roomId,
      playerId: alan.id,
      socketId,
      reconnectSeconds: 1,
      reconnectExpiresAt: null,
      turnExpiresAt: null,
      afkExpiresAt, // it is Ada's turn, whose clock goes on
      version: 3,
    });
    assert.ok(gone.reconnectExpiresAt > now + 1_000, 'the whole window');
    const over = await ada.hears('game:over');
    assert.deepEqual([over.winner, over.reason, over.winningCells], [ada.id, 'disconnect', null]);
    ada.close();
  });

  test('is lost when the clock of a turn runs out', async () => {
    const [first, second] = await pair(server, { preset: 'duel' });
    const started = first.heard.find((it) => it.event === 'game:started').payload;
    assert.equal(started.turnSeconds, 3);
    assert.ok(started.turnExpiresAt <= Date.now() + 3_000);
    await first.drops(0);
    const made = await second.hears('game:move:made');
    assert.ok(made.turnExpiresAt >= started.turnExpiresAt);
    for (const player of [first, second]) {
      const over = await player.hears('game:over');
      assert.deepEqual([over.winner, over.reason, over.winningCells], [first.id, 'timeout', null]);
      player.close();
    }
  });
});

describe('the presets', () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  const rules = {
    classic: { colors: ['red', 'yellow'], turnSeconds: null, afk: 600 }, // among strangers somebody always has a clock
    solo: { colors: ['#000000', '#ffffff'], turnSeconds: 30, afk: null },
    live: { colors: ['red', 'yellow'], turnSeconds: null, afk: 90 },
    duel: { colors: ['green', 'red'], turnSeconds: 60, afk: null },
  };
  for (const [preset, { colors, turnSeconds, afk }] of Object.entries(rules)) {
    test(`${preset} is played by its own rules`, async () => {
      const players = await pair(server, { preset });
      const started = players[0].heard.find((it) => it.event === 'game:started').payload;
      assert.equal(started.preset, preset);
      assert.deepEqual(started.players.map((it) => it.color), colors);
      assert.equal(started.turnSeconds, turnSeconds);
      assert.equal(started.afkTimeoutEnabled, afk !== null);
      assert.equal(started.rated, true);
      for (const [deadline, seconds] of [[started.turnExpiresAt, turnSeconds], [started.afkExpiresAt, afk]]) {
        if (seconds === null) assert.equal(deadline, null);
        else assertDeadline(deadline, started.now, seconds);
      }
      if (afk !== null) assert.equal(started.afkTimeoutSeconds, afk);
      await play(players, FOUR);
      assert.equal((await players[1].hears('game:over')).winner, players[0].id);
      players.forEach((it) => it.close());
    });
  }

  test('duel draws lots: either may start', async () => {
    const starters = new Set();
    for (let game = 0; game < 40 && starters.size < 2; game += 1) {
      const [first, second] = await pair(server, { preset: 'duel' });
      starters.add(first.name);
      [first, second].forEach((it) => it.close());
    }
    assert.deepEqual([...starters].sort(), ['Ada', 'Alan']);
  });

  test('players of different presets do not meet', async () => {
    const [ada, alan] = await Promise.all([Player.join(server), Player.join(server, { name: 'Alan' })]);
    await ada.does('matchmaking:join', { username: 'Ada', preset: 'classic' });
    const answer = await alan.does('matchmaking:join', { username: 'Alan', preset: 'duel' });
    assert.equal(answer.position, 1);
    const waiting = await alan.hears('matchmaking:waiting');
    assert.deepEqual([waiting.playerId, waiting.position], [alan.id, 1]);
    ada.assertNeverHeard('game:started');
    [ada, alan].forEach((it) => it.close());
  });
});
