// 9. Bots: outside `solo` each game is another one, and can still be replayed from the log.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Player } from './player.mjs';
import { Server, folder } from './server.mjs';

/** Plays these columns against the bot, and says which ones it answered with. */
async function answers(ada, columns) {
  const replies = [];
  for (const column of columns) {
    const answer = await ada.ask('game:move', { ...ada.here, column });
    if (!answer.ok) break;
    const made = await ada.hears('game:move:made', (it) => it.playerId !== ada.id);
    replies.push(made.column);
  }
  return replies.join('');
}

async function againstBot(server, join) {
  const ada = await Player.join(server);
  await ada.does('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty: 'easy', ...join });
  await ada.starts();
  return ada;
}

describe('9. bots', { concurrency: 2 }, () => {
  test('in solo the same seed and the same human moves give the same game', async () => {
    const games = await Promise.all(['one', 'one', 'two'].map(async (seed) => {
      const server = await Server.start({ args: ['--seed', seed] });
      const ada = await againstBot(server, { preset: 'solo', botDifficulty: 'medium', botStarts: true });
      const opening = await ada.hears('game:move:made');
      const game = opening.column + await answers(ada, [0, 1, 5, 6, 0, 6]);
      ada.close();
      await server.stop();
      return game;
    }));
    assert.equal(games[0], games[1]);
    assert.notEqual(games[0], games[2]);
  });

  test('elsewhere each game is another one, and a restart in the middle goes on with the same', async () => {
    const server = await Server.start({ args: ['--seed', 'one'] });
    const columns = [0, 1, 2, 4, 6, 5];
    // Six random replies each: all five games will not be the same by accident.
    const players = await Promise.all([1, 2, 3, 4, 5].map(() => againstBot(server, { preset: 'live' })));
    const games = await Promise.all(players.map((it) => answers(it, columns)));
    assert.ok(new Set(games).size > 1, `always ${games[0]}`);
    players.forEach((it) => it.close());

    const ada = await againstBot(server, { preset: 'live' });
    await answers(ada, [0, 1]);
    // The disk as a crash in this moment would leave it.
    const data = folder('crashed');
    process.kill(server.pid, 'SIGSTOP');
    cpSync(server.data, data, { recursive: true });
    process.kill(server.pid, 'SIGCONT');
    const restarted = await Server.start({ data, args: ['--seed', 'one'] });
    const back = await ada.again(restarted);
    await back.does('game:reconnect', { playerId: ada.id });
    const rest = columns.slice(2);
    assert.equal(await answers(back, rest), await answers(ada, rest));
    [ada, back].forEach((it) => it.close());
    await Promise.all([server.stop(), restarted.stop()]);
  });
});
