// Bots of every kind and strength, played to the end.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Player } from './player.mjs';
import { Server, within } from './server.mjs';

const GAME_MS_MAX = 75_000;
const PREFERRED = [3, 2, 4, 1, 5, 0, 6];

/** Plays a game against a bot, always in the first free column of the list; says what happened. */
async function playOut(player, join) {
  const { socket } = player;
  const thinking = [];
  let asked = Date.now();
  let started;
  const drop = ({ board, currentTurn }) => {
    if (started.players[currentTurn].id !== player.id) return;
    const column = PREFERRED.find((it) => board[it] === null);
    if (column === undefined) return;
    // Before it is sent, so that what is measured is never less than what the bot took.
    asked = Date.now();
    socket.emit('game:move', { roomId: started.roomId, playerId: player.id, column });
  };
  const over = new Promise((resolve, reject) => {
    socket.on('game:started', (game) => {
      started = game;
      drop(game);
    });
    socket.on('game:move:made', (made) => {
      if (made.playerId !== player.id) thinking.push(Date.now() - asked);
      drop(made);
    });
    socket.on('game:over', resolve);
    socket.on('game:error', (error) => {
      if (error.code !== 'game_over') reject(new Error(error.message)); // the move after the last one
    });
  });
  await player.does('matchmaking:join', { username: player.name, wantsBot: true, ...join });
  const end = await within(GAME_MS_MAX, () => `the game did not end; the bot thought ${thinking}`, over);
  return { started, over: end, thinking };
}

/** A whole game against a bot, and what must be true of it. Says how long the bot thought each time. */
async function assertPlaysToTheEnd(server, preset, botDifficulty) {
  const ada = await Player.join(server);
  const { started, over, thinking } = await playOut(ada, { preset, botDifficulty });
  assert.equal(started.preset, preset);
  assert.equal(started.players.filter((it) => it.isBot).length, 1);
  if (preset !== 'duel') assert.equal(started.players[0].id, ada.id, 'the human starts');
  assert.ok(['Four in a row!', 'Board full - Draw'].includes(over.reason), over.reason);
  const { body } = await server.get(`/v1/games/${started.roomId}`);
  assert.equal(body.result.winner, over.winner);
  assert.equal(body.players.filter((it) => it.isBot).length, 1);
  ada.close();
  return thinking;
}

// Exact under paused time, in crates/server/src/lobby/tests/bots.rs. Here with a real clock, and a machine that may delay an
// answer or two: none comes too early, and half of them come in time.
describe('bots think as long as they should', { concurrency: 6 }, () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  for (const [preset, botDifficulty, least, most] of [
    ['live', 'easy', 300, 800], ['live', 'medium', 500, 1_200], ['live', 'hard', 800, 1_500],
    ['solo', 'easy', 500, 2_000], ['solo', 'medium', 500, 2_000], ['solo', 'hard', 500, 2_000],
    ['solo', 'perfect', 500, 2_000],
  ]) {
    test(`${preset} ${botDifficulty}: ${least} to ${most} ms, to the end of a game`, async () => {
      const thinking = await assertPlaysToTheEnd(server, preset, botDifficulty);
      assert.ok(thinking.every((it) => it >= least), `thought only ${thinking} of ${least} ms`);
      const median = thinking.toSorted((a, b) => a - b)[Math.floor(thinking.length / 2)];
      assert.ok(median <= most, `thought ${thinking}, not up to ${most} ms`);
    });
  }
});

describe('bots', { concurrency: 16 }, () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  for (const [preset, botDifficulty] of [
    ['live', 'perfect'],
    ...['classic', 'duel'].flatMap((it) => ['easy', 'medium', 'hard', 'perfect'].map((level) => [it, level])),
  ]) {
    test(`${preset} ${botDifficulty} plays a game to its end`, () => assertPlaysToTheEnd(server, preset, botDifficulty));
  }

  test('the bot starts where it is asked to', async () => {
    const ada = await Player.join(server);
    await ada.does('matchmaking:join', { username: 'Ada', preset: 'solo', wantsBot: true, botStarts: true });
    const started = await ada.starts();
    assert.deepEqual(started.players.map((it) => [it.isBot, it.color]), [[true, '#ffffff'], [false, '#000000']]);
    const made = await ada.hears('game:move:made');
    assert.equal(made.playerId, started.players[0].id);
    ada.close();
  });

  test('a bot always plays again', async () => {
    const ada = await Player.join(server);
    await ada.does('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty: 'easy' });
    await ada.starts();
    await ada.does('game:resign', ada.here);
    const { roomId } = await ada.does('game:rematch', ada.here);
    const again = await ada.starts();
    assert.equal(again.roomId, roomId);
    const [me, bot] = again.players;
    assert.deepEqual([me.id, me.color, again.color, again.currentTurn], [ada.id, 'red', 'red', 0], 'the human keeps colour and seat');
    assert.deepEqual([bot.isBot, bot.color], [true, 'yellow']);
    assert.deepEqual(again.series, { wins: [0, 1], draws: 0 });
    await ada.drops(3, 1);
    assert.equal((await ada.hears('game:move:made', (it) => it.moveHistory.length === 2)).playerId, bot.id);
    ada.close();
  });

  test("the turn's clock of solo can be turned off", async () => {
    const ada = await Player.join(server);
    await ada.does('matchmaking:join', { username: 'Ada', preset: 'solo', wantsBot: true, turnClockEnabled: false });
    const started = await ada.starts();
    assert.deepEqual([started.turnSeconds, started.turnExpiresAt], [null, null]);
    ada.close();
  });

  test('games against bots are not in the list of games to watch', async () => {
    const ada = await Player.join(server);
    await ada.does('matchmaking:join', { username: 'Ada', wantsBot: true });
    const { roomId } = await ada.starts();
    const { body } = await server.get('/v1/rooms?game=connect4');
    assert.ok(!body.rooms.some((it) => it.roomId === roomId));
    ada.close();
  });

  for (const botDifficulty of ['medium', 'hard', 'perfect']) {
    test(`solo ${botDifficulty} blocks three on top of each other`, async () => {
      const ada = await Player.join(server);
      await ada.does('matchmaking:join', { username: 'Ada', preset: 'solo', wantsBot: true, botDifficulty });
      const { players } = await ada.starts();
      let board;
      for (let disc = 0; disc < 3; disc += 1) {
        await ada.drops(0);
        ({ board } = await ada.hears('game:move:made', (it) => it.playerId === players[1].id));
      }
      const column = [35, 28, 21, 14, 7, 0].map((it) => board[it]);
      assert.ok(column.includes('#ffffff'), `${botDifficulty} left column 1 to ${column}`);
      ada.close();
    });
  }
});
