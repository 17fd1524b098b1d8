// 7. Answers are true: what a client is told is what is stored, whatever happened on the way there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Player, assertSentence, pair, play } from './player.mjs';
import { Postgres } from './postgres.mjs';
import { Proxy } from './proxy.mjs';
import { Server, until } from './server.mjs';

describe('7. answers are true', () => {
  let postgres;
  before(async () => {
    postgres = await Postgres.start();
  });
  after(() => postgres.down());

  /** A server on PostgreSQL, with a line in between that can break at the worst moment. */
  async function behindALine() {
    const database = await postgres.database();
    const line = await Proxy.to(postgres.port);
    const server = await Server.start({ args: ['--database-url', database.urlAt(line.port)] });
    return { server, line };
  }

  test('of a write whose answer got lost: it was stored, so it is acknowledged', { timeout: 90_000 }, async () => {
    const { server, line } = await behindALine();
    const players = await pair(server, { preset: 'classic' });
    const [ada, alan] = players;
    await play(players, [3, 3]);
    const broken = line.breakAt('dropped', { arrives: true });
    const answer = await ada.ask('game:move', { ...ada.here, column: 4, moveNumber: 3 });
    await broken;
    assert.deepEqual(answer, { ok: true, version: 5 });
    for (const player of players) {
      const made = await player.hears('game:move:made', (it) => it.moveHistory.length === 3);
      assert.deepEqual([made.column, made.version], [4, 5]);
    }
    assert.equal((await server.get(`/v1/games/${ada.roomId}`)).body.moves, '445');
    // The store was away for a moment: everybody has the time back, and the game goes on.
    await until(10_000, 'the game does not go on', async () => {
      const next = await alan.ask('game:move', { ...alan.here, column: 4, moveNumber: 4 });
      return next.ok;
    });
    players.forEach((it) => it.close());
    await server.stop();
  });

  test('of a write that never arrived: it did not happen, and can be asked for again', { timeout: 90_000 }, async () => {
    const { server, line } = await behindALine();
    const players = await pair(server, { preset: 'classic' });
    const [ada] = players;
    await play(players, [3, 3]);
    const broken = line.breakAt('dropped', { arrives: false });
    const answer = await ada.ask('game:move', { ...ada.here, column: 4, moveNumber: 3 });
    await broken;
    assert.equal(answer.ok, false);
    assert.equal(answer.error.code, 'internal');
    assertSentence(answer.error.message);
    assert.match(answer.error.message, /did not happen/);
    assert.equal((await server.get(`/v1/games/${ada.roomId}`)).body.moves, '44');
    await until(10_000, 'the move is not taken', async () => {
      const again = await ada.ask('game:move', { ...ada.here, column: 4, moveNumber: 3 });
      return again.ok;
    });
    assert.equal((await server.get(`/v1/games/${ada.roomId}`)).body.moves, '445');
    players.forEach((it) => it.close());
    await server.stop();
  });

  for (const arrives of [true, false]) {
    test(`no ghost matches: a game whose beginning ${arrives ? 'was' : 'was not'} stored`, { timeout: 90_000 }, async () => {
      const { server, line } = await behindALine();
      const [ada, alan] = await Promise.all(['Ada', 'Alan'].map((name) => Player.join(server, { name })));
      await ada.does('matchmaking:join', { username: 'Ada', preset: 'classic' });
      const broken = line.breakAt('COMMIT', { arrives });
      const answer = await alan.ask('matchmaking:join', { username: 'Alan', preset: 'classic' });
      await broken;
      if (arrives) {
        assert.equal(answer.ok, true, JSON.stringify(answer));
        const [started] = await Promise.all([ada.starts(), alan.starts()]);
        assert.equal(started.roomId, answer.roomId);
      } else {
        assert.equal(answer.ok, false);
        assert.equal(answer.error.code, 'internal');
        // Neither is in a game that does not exist: both can play, with each other.
        for (const player of [ada, alan]) await player.isRefused('game:reconnect', { playerId: player.id }, 'unknown_room');
        await until(10_000, 'no game can be begun', async () => (await alan.ask('matchmaking:join', { username: 'Alan', preset: 'classic' })).ok);
        await Promise.all([ada.starts(), alan.starts()]);
      }
      await until(10_000, 'the game does not go on', async () => (await ada.ask('game:move', { ...ada.here, column: 3, moveNumber: 1 })).ok);
      [ada, alan].forEach((it) => it.close());
      await server.stop();
    });
  }

  test('a damaged match is set aside and logged, and the server starts with the others', async () => {
    const server = await Server.start();
    const players = await pair(server, { preset: 'classic' });
    const damaged = await pair(server, { preset: 'classic' });
    const unreadable = await pair(server, { preset: 'classic' });
    for (const it of [players, damaged, unreadable]) await play(it, [3, 3]);
    await server.kill();
    const script = [
      'import sqlite3, sys',
      'db = sqlite3.connect(sys.argv[1])',
      'number = lambda id: sum("0123456789abcdefghjkmnpqrstvwxyz".index(it) << 5 * place for place, it in enumerate(reversed(id)))',
      // A disc that was never dropped, and something that is no event at all.
      'cut = db.execute("DELETE FROM log WHERE match_id = ? AND version = 2", (number(sys.argv[2]),))',
      'garbled = db.execute("UPDATE log SET events = ? WHERE match_id = ? AND version = 2", (b"\\xff", number(sys.argv[3])))',
      'assert (cut.rowcount, garbled.rowcount) == (1, 1)',
      'db.commit()',
    ].join('\n');
    const [{ roomId: cut }, { roomId: garbled }] = [damaged[0], unreadable[0]];
    const { status, stderr } = spawnSync(
      'python3', ['-c', script, join(server.data, 'fourfall.sqlite'), cut, garbled], { encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
    await server.start();
    for (const roomId of [cut, garbled]) {
      assert.match(server.log, new RegExp(`${roomId}[^\\n]*damaged|damaged[^\\n]*${roomId}`), 'it says which');
    }
    const back = await Promise.all(players.map((it) => it.again(server)));
    for (const it of back) assert.deepEqual((await it.comesBack()).moveHistory, [3, 3]);
    await back[0].drops(4, 3);
    // Whose match is damaged is free for another one.
    const again = await Promise.all(damaged.map((it) => it.again(server)));
    for (const it of again) await it.does('matchmaking:join', { username: it.name, preset: 'duel' });
    await Promise.all(again.map((it) => it.starts()));
    [...back, ...again].forEach((it) => it.close());
    await server.stop();
  });
});
