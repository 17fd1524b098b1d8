// 12. Positions in order, one order of judgement, the server's time, and refusals that say what to do.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FOUR, Player, assertNow, pair, play } from './player.mjs';
import { Server } from './server.mjs';

describe('12. the contract', () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  test('every player has a list of positions, in the order they were taken', async () => {
    const players = await pair(server, { preset: 'classic' });
    const [ada, alan] = players;
    await play(players, [3, 3, 3, 0, 6, 0]);
    const discs = [[38, 24, 41], [31, 35, 28]];
    const back = await ada.again(server);
    const game = await back.comesBack();
    const grace = await Player.join(server, { name: 'Grace' });
    await grace.does('game:spectate', { roomId: ada.roomId, username: 'Grace' });
    const watched = await grace.hears('game:spectate:joined');
    const { body } = await server.get(`/v1/games/${ada.roomId}`);
    for (const it of [game, watched, body]) assert.deepEqual(it.players.map((player) => player.discs), discs);
    for (const it of [game, watched]) {
      it.players.forEach(({ discs: own, color }) => own.forEach((cell) => assert.equal(it.board[cell], color)));
    }
    // And they are kept when it is over.
    await alan.does('game:resign', alan.here);
    await back.hears('game:over');
    const over = await server.get(`/v1/games/${ada.roomId}`);
    assert.deepEqual(over.body.players.map((player) => player.discs), discs);
    assert.deepEqual((await alan.comesBack()).players.map((player) => player.discs), discs);
    [alan, back, grace].forEach((it) => it.close());
  });

  test('a move is judged by the end, the turn, the range, the full column, in this order', async () => {
    const players = await pair(server, { preset: 'classic' });
    const [ada, alan] = players;
    await play(players, [0, 0, 0, 0, 0, 0]);
    const judged = (player, column, code) => player.isRefused('game:move', { ...player.here, column }, code);
    for (const column of [-1, 7, 99, 0, 3]) await judged(alan, column, 'not_your_turn');
    for (const column of [-1, 7, 99]) await judged(ada, column, 'column_out_of_range');
    await judged(ada, 0, 'column_full');
    await ada.does('game:resign', ada.here);
    for (const player of players) {
      for (const column of [-1, 7, 99, 0, 3]) await judged(player, column, 'game_over');
    }
    players.forEach((it) => it.close());
  });

  test('the same with a number, and with one that is wrong', async () => {
    const players = await pair(server, { preset: 'classic' });
    const [ada, alan] = players;
    await play(players, [0, 0]);
    const judged = (player, column, moveNumber, code) =>
      player.isRefused('game:move', { ...player.here, column, moveNumber }, code);
    await judged(alan, 7, 4, 'not_your_turn');
    await judged(alan, 3, 4, 'not_your_turn');
    await judged(ada, 7, 3, 'column_out_of_range');
    await judged(ada, 3, 1, 'not_your_turn'); // that disc was dropped elsewhere
    await judged(ada, 3, 5, 'not_your_turn'); // and that one is not the next
    await ada.does('game:move', { ...ada.here, column: 0, moveNumber: 1 }); // a repeat
    await alan.does('game:resign', alan.here);
    await judged(ada, 7, 3, 'game_over');
    await judged(ada, 3, 3, 'game_over');
    players.forEach((it) => it.close());
  });

  test("the server's time is on everything that shows a countdown", async () => {
    const [first, second] = await pair(server, { preset: 'duel' });
    const host = await Player.join(server, { name: 'Host' });
    const created = await host.does('room:create', { username: 'Host' });
    const waiting = await host.hears('room:waiting');
    const grace = await Player.join(server, { name: 'Grace' });
    await grace.does('game:spectate', { roomId: first.roomId, username: 'Grace' });
    const looking = await Player.join(server, { name: 'Looking' });
    await looking.does('matchmaking:join', { username: 'Looking', preset: 'solo' });
    const messages = [
      first.all('game:started')[0], await second.comesBack(), await grace.hears('game:spectate:joined'), created, waiting,
      await looking.hears('matchmaking:waiting'),
    ];
    for (const { now } of messages) assertNow(now);
    for (const { now, turnExpiresAt } of messages.slice(0, 3)) {
      assert.ok(turnExpiresAt > now && turnExpiresAt <= now + 60_000, `${turnExpiresAt - now} ms are left`);
    }
    const times = messages.slice(0, 3).map((it) => it.now);
    assert.ok(times[0] <= Math.min(times[1], times[2]), 'and it goes on');
    [first, second, host, grace, looking].forEach((it) => it.close());
  });

  test('a refused game:reconnect says that a token is needed, and where to put it', async () => {
    const players = await pair(server, { preset: 'classic' });
    const mallory = await Player.join(server, { name: 'Mallory' });
    const { ok, error } = await mallory.ask('game:reconnect', { playerId: players[0].id });
    assert.deepEqual([ok, error.code], [false, 'forbidden']);
    for (const word of [/token/, /auth\.token/, /game:reconnect/]) assert.match(error.message, word);
    [...players, mallory].forEach((it) => it.close());
  });

  test('how much is going on can be asked for', async () => {
    const own = await Server.start();
    assert.deepEqual((await own.get('/v1/online')).body, { online: 0, playing: 0, waiting: 0, games: 0 });
    const players = await pair(own, { preset: 'classic' });
    const looking = await Player.join(own, { name: 'Looking' });
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // it is counted once a second
    await looking.does('matchmaking:join', { username: 'Looking' });
    const waiting = await looking.hears('matchmaking:waiting');
    assert.deepEqual([waiting.online, waiting.playing], [3, 2]);
    await play(players, FOUR);
    [...players, looking].forEach((it) => it.close());
    await own.stop();
  });
});
