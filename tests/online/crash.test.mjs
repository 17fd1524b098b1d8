// `kill -9` at random moments under load, again and again: every acknowledged move is there after each
// restart, and the games go on.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger, Machine, chance } from './machine.mjs';
import { Postgres } from './postgres.mjs';
import { Server, folder, freePort, until } from './server.mjs';

const PLAYERS = 24;
/** Of these, who play against bots: a bot, too, must go on after a restart. */
const AGAINST_BOTS = 4;
const SEED = Number(process.env.FOURFALL_TEST_SEED ?? Date.now() % 1_000_000);
/** `make soak` asks for a thousand. */
const KILLS = Number(process.env.FOURFALL_TEST_KILLS ?? 50);
const MS_PER_KILL = 2_500;

/** Asserts that the store has everything that anybody was told of these rooms. */
async function assertKept(server, rooms, when) {
  await Promise.all(rooms.map(async ([roomId, { moves, over }]) => {
    // All at once are more than the server may want to look up: what it puts off is asked again.
    const { status, body } = await until(20_000, `room ${roomId} is not told ${when}`, async () => {
      const answer = await server.get(`/v1/games/${roomId}`);
      return answer.status !== 503 && answer;
    });
    assert.equal(status, 200, `room ${roomId} is gone ${when}`);
    const stored = [...body.moves].map((it) => Number(it) - 1);
    moves.forEach((column, at) => {
      assert.equal(stored[at], column, `room ${roomId}: move ${at + 1} was lost or changed ${when}`);
    });
    if (over !== null) {
      assert.ok(body.result, `room ${roomId}: its end was lost ${when}`);
      assert.equal(`${body.result.reason} ${body.result.winner}`, over);
    }
  }));
}

/** Every game that ended is in its players' statistics, once. */
async function assertCounted(server, machines) {
  for (const { id, name } of machines) {
    let ended = 0;
    let before;
    do {
      const query = new URLSearchParams({ player: id, limit: '100', ...(before && { before }) });
      const { body } = await server.get(`/v1/games?${query}`);
      ended += body.games.length;
      before = body.next;
    } while (before !== null);
    const { body } = await server.get(`/v1/players/${id}`);
    assert.equal(body.games, ended, `${name} has ended ${ended} games, and ${body.games} are counted`);
    assert.equal(body.wins + body.losses + body.draws, body.games);
  }
}

/** A server under load: machines that play, and what they were promised. */
async function underLoad(options) {
  const args = ['--requests-burst', '100000', ...(options.args ?? [])];
  const server = await Server.start({ port: await freePort(), ...options, args });
  const ledger = new Ledger();
  const machines = Array.from(
    { length: PLAYERS },
    (_, at) => new Machine(server.url, `M${at}`, ledger, chance(SEED + 1 + at), at < AGAINST_BOTS),
  );
  await until(20_000, 'no game began', () => ledger.acknowledged > PLAYERS);
  return { server, ledger, machines };
}

async function killAgainAndAgain(t, { kills, stops, options }) {
  const random = chance(SEED);
  const { server, ledger, machines } = await underLoad(options);
  let idle = 0;
  for (let life = 0; life < kills + stops; life += 1) {
    const before = ledger.acknowledged;
    // Now and then before anything could happen, mostly in the middle of it.
    await sleep(random() < 0.2 ? random() * 60 : 150 + random() * 450);
    if (ledger.acknowledged === before) idle += 1;
    if (life < kills) await server.kill();
    else await server.stop();
    const promised = [...ledger.rooms].map(([roomId, { moves, over }]) => [roomId, { moves: [...moves], over }]);
    await server.start();
    await until(10_000, 'the server is not ready', () => server.ready());
    // What anybody has heard of in the last while, straight from the store.
    await assertKept(server, promised.slice(-PLAYERS), `in life ${life}`);
    assert.deepEqual(ledger.problems, []);
  }
  assert.ok(idle < (kills + stops) / 2, `nothing happened in ${idle} of ${kills + stops} lives`);

  // And the games go on: every machine ends another one.
  const goals = machines.map((it) => it.finished + 1);
  const lagging = () => machines.filter((it, at) => it.finished < goals[at]).map((it) => it.state);
  // Of an odd number one may be left without an opponent.
  await until(40_000, () => `not every game went on: ${lagging().join('; ')}`, () => lagging().length <= PLAYERS % 2);
  machines.forEach((it) => it.close());
  await assertKept(server, [...ledger.rooms], 'in the end');
  await assertCounted(server, machines);
  assert.deepEqual(ledger.problems, []);
  t.diagnostic(
    `${ledger.acknowledged} acknowledged moves in ${ledger.rooms.size} games over ${kills} kills and ${stops} stops`,
  );
  await server.stop();
}

test('a server that acknowledged before it stored would be found out', async () => {
  const { server, ledger, machines } = await underLoad({});
  // The disk as it was a while ago: what one finds after a crash if the newest moves were never written.
  await server.kill();
  const earlier = folder('earlier');
  cpSync(server.data, earlier, { recursive: true });
  await server.start();
  const before = ledger.acknowledged;
  await until(20_000, 'nobody plays', () => ledger.acknowledged > before + PLAYERS);
  await server.kill();
  machines.forEach((it) => it.close());
  for (const [data, isKept] of [[server.data, true], [earlier, false]]) {
    const restarted = await Server.start({ data, args: ['--requests-burst', '100000'] });
    const kept = assertKept(restarted, [...ledger.rooms], 'on that disk');
    if (isKept) await kept;
    else await assert.rejects(kept, /was lost or changed|is gone|its end was lost/);
    await restarted.stop();
  }
});

test(`nothing acknowledged is lost over ${KILLS} × kill -9, on SQLite (seed ${SEED})`, { timeout: 60_000 + KILLS * MS_PER_KILL }, (t) =>
  killAgainAndAgain(t, { kills: KILLS, stops: 3, options: {} }));

test(`nor over 10 × kill -9, on PostgreSQL (seed ${SEED})`, { timeout: 90_000 }, async (t) => {
  const postgres = await Postgres.start();
  await killAgainAndAgain(t, { kills: 10, stops: 1, options: { args: ['--database-url', postgres.url] } });
  await postgres.down();
});
