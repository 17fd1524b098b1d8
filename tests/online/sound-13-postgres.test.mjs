// 13. One server per database: a second one is refused, and who loses the lock stops.
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

  test('the second is refused, and disturbs nobody', async () => {
    const database = await postgres.database();
    const server = await Server.start({ args: ['--database-url', database.url] });
    const players = await pair(server, { preset: 'classic' });
    await play(players, [3]);
    const log = await refusal(['--listen', '127.0.0.1:0', '--data-dir', folder('unused'), '--database-url', database.url]);
    assert.match(log, /^fourfall: could not open the store in PostgreSQL.*in use by another server/m);
    await players[1].drops(3, 2);
    await players[0].hears('game:move:made', (it) => it.moveHistory.length === 2);
    players.forEach((it) => it.close());
    await server.stop();
    // And once the first has gone, the next one takes over where it was.
    const next = await Server.start({ args: ['--database-url', database.url] });
    assert.equal((await next.get(`/v1/games/${players[0].roomId}`)).body.moves, '44');
    await next.stop();
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
