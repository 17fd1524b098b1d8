// 13. Servers share a database; a version that wants it for itself is refused, and refuses.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pair, play } from './player.mjs';
import { Postgres } from './postgres.mjs';
import { Server, folder, refusal, until, within } from './server.mjs';

const OF_THIS_DATABASE = "locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/** The session that holds the server's lock, and the lock itself. */
async function lockOf(database) {
  const sql = `SELECT pid, classid::bigint, objid::bigint FROM pg_locks WHERE granted AND ${OF_THIS_DATABASE}`;
  const rows = (await database.ask(sql)).split('\n').filter(Boolean);
  assert.equal(rows.length, 1, `one lock, not ${rows}`);
  const [pid, one, two] = rows[0].split('|').map(Number);
  return { pid, keys: `${one | 0}, ${two | 0}` };
}

describe('13. two processes on one PostgreSQL', { concurrency: 3 }, () => {
  let postgres;
  before(async () => {
    postgres = await Postgres.start();
  });
  after(() => postgres.down());

  test('the second joins in, and disturbs nobody', async () => {
    const database = await postgres.database();
    const server = await Server.start({ args: ['--database-url', database.url] });
    const players = await pair(server, { preset: 'classic' });
    await play(players, [3]);
    const second = await Server.start({ args: ['--database-url', database.url] });
    // The same game, seen and played from the other server; the first one's connection is taken over.
    const moved = await players[1].again(second);
    assert.deepEqual((await moved.comesBack()).moveHistory, [3]);
    await players[1].hears('session:replaced');
    await moved.drops(3, 2);
    await players[0].hears('game:move:made', (it) => it.moveHistory.length === 2);
    await players[0].drops(4, 3);
    await moved.hears('game:move:made', (it) => it.moveHistory.length === 3);
    assert.equal((await fetch(`${second.url}/routable`)).status, 200);
    [...players, moved].forEach((it) => it.close());
    await server.stop();
    assert.equal((await second.get(`/v1/games/${players[0].roomId}`)).body.moves, '445');
    await second.stop();
  });

  test('strangers at two servers are paired, and who plays at one is refused a game at the other', async () => {
    const database = await postgres.database();
    const [one, two] = await Promise.all([0, 1].map(() => Server.start({ args: ['--database-url', database.url] })));
    const [ada, alan] = await pair([one, two], { preset: 'duel' });
    await play([ada, alan], [3, 3, 2]);
    const again = await ada.again(two);
    const refused = await again.ask('matchmaking:join', { username: 'Ada', preset: 'live' });
    assert.equal(refused.error?.code, 'already_in_game');
    [ada, alan, again].forEach((it) => it.close());
    await Promise.all([one.stop(), two.stop()]);
  });

  test('a server with another seed is refused', async () => {
    const database = await postgres.database();
    const server = await Server.start({ args: ['--database-url', database.url] });
    const log = await refusal(['--listen', '127.0.0.1:0', '--data-dir', folder('unused'), '--database-url', database.url, '--seed', 'XYZ']);
    assert.match(log, /^fourfall: could not open the store in PostgreSQL.*another --seed/m);
    await server.stop();
  });

  test('a lock whose connection breaks is taken again, and the games go on', async () => {
    const database = await postgres.database();
    const server = await Server.start({ args: ['--database-url', database.url] });
    const players = await pair(server, { preset: 'classic' });
    const before = await lockOf(database);
    await database.ask(`SELECT pg_terminate_backend(${before.pid})`);
    const after = await until(15_000, 'the lock was not taken again', async () => {
      const lock = await lockOf(database);
      return lock.pid !== before.pid && lock;
    });
    assert.equal(after.keys, before.keys);
    await until(10_000, 'the game does not go on', async () =>
      (await players[0].ask('game:move', { ...players[0].here, column: 3, moveNumber: 1 })).ok);
    players.forEach((it) => it.close());
    await server.stop();
  });

  test('who loses it to another stops by itself, and writes nothing after', async () => {
    const database = await postgres.database();
    const server = await Server.start({ args: ['--database-url', database.url] });
    const players = await pair(server, { preset: 'classic' });
    await play(players, [3, 3]);
    const { pid, keys } = await lockOf(database);
    // A rival who waits in line for the lock, and then keeps it.
    const rival = database.session(`SELECT pg_advisory_lock(${keys}), pg_sleep(600)`);
    await until(10_000, 'the rival does not wait', async () =>
      (await database.ask(`SELECT count(*) FROM pg_locks WHERE NOT granted AND ${OF_THIS_DATABASE}`)) === '1');
    await database.ask(`SELECT pg_terminate_backend(${pid})`);
    const { code, signal } = await within(30_000, () => `it did not stop:\n${server.log}`, server.ended);
    assert.equal(signal, null);
    assert.ok(code > 0, `it ended with ${code}`);
    assert.match(server.log, /^fourfall: stopped, because the store is in use by another server now/m);
    server.assertSound();
    const events = await database.ask(`SELECT count(*) FROM events WHERE match_id = '${players[0].roomId}'`);
    assert.equal(events, '4');
    rival.kill('SIGKILL');
    await rival.ended;
    // Whoever is started next takes the game up where it was.
    await database.ask(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE ${OF_THIS_DATABASE}`);
    const next = await Server.start({ args: ['--database-url', database.url] });
    const back = await players[0].again(next);
    assert.deepEqual((await back.comesBack()).moveHistory, [3, 3]);
    await back.drops(4, 3);
    back.close();
    await next.stop();
  });
});
