// A server in the middle of everything for SOAK_MINUTES=30: people and bots who play, tabs that come and go, spectators, readers
// that do not read, a store that stalls and fails. Every promise is checked; memory, latency and the growth of the file are
// reported, and must not rise. `make soak` starts it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { Ledger, Machine, chance } from './machine.mjs';
import { Server, freePort, tracked } from './server.mjs';
import { frame, websocket } from './wire.mjs';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const PEOPLE = 120;
const AGAINST_BOTS = 20;
const SPECTATORS = 40;
const RESTLESS = 20;
const DEAF = 6;
const PAUSE_MS = 600;
/** A store that is locked this long stalls; after two seconds it fails. */
const STALLS_MS = [400, 900, 3_000];
const STALL_EVERY_MS = 30_000;
/** Figures of the last third of the time may be so much above those of the third before. */
const MEMORY_GROWTH_MAX = 1.15;
const BYTES_PER_GAME_MAX = 600;

const random = chance(Number(process.env.FOURFALL_TEST_SEED ?? 1));
const args = ['--requests-burst', '1000000', '--events-burst', '1000000', '--max-connections-per-address', '5000', '--max-rooms-per-address', '5000'];
const server = await Server.start({ port: await freePort(), args });
const ledger = new Ledger();
const machines = Array.from(
  { length: PEOPLE },
  (_, at) => new Machine(server.url, `M${at}`, ledger, chance(100 + at), at < AGAINST_BOTS, PAUSE_MS),
);
const end = Date.now() + MINUTES * 60_000;
const isOn = () => Date.now() < end;

/** Tabs that are closed and opened again. */
async function restless(machine) {
  while (isOn()) {
    await sleep(2_000 + random() * 8_000);
    machine.socket.io.engine?.close();
  }
}

/** Looks at one game after the other. */
async function spectate(at) {
  const socket = tracked(io(`${server.url}/connect4`, { forceNew: true, transports: [at % 4 === 0 ? 'polling' : 'websocket'] }));
  while (isOn()) {
    const { body } = await server.get('/v1/rooms?game=connect4').catch(() => ({ body: { rooms: [] } }));
    const room = body.rooms[Math.floor(random() * body.rooms.length)];
    if (room && socket.connected) await socket.timeout(10_000).emitWithAck('game:spectate', { roomId: room.roomId, username: `S${at}` }).catch(() => null);
    await sleep(3_000 + random() * 5_000);
  }
  socket.disconnect();
}

/** Watches a game and reads nothing, until it is thrown out; then again. */
async function deaf() {
  while (isOn()) {
    const line = await websocket(server).catch(() => null);
    if (line === null) {
      await sleep(1_000);
      continue;
    }
    const { body } = await server.get('/v1/rooms?game=connect4').catch(() => ({ body: { rooms: [] } }));
    if (body.rooms.length > 0) line.send(frame(`42/connect4,["game:spectate",{"roomId":"${body.rooms[0].roomId}","username":"Deaf"}]`));
    line.socket.pause();
    await sleep(20_000 + random() * 20_000);
    line.close();
  }
}

/** Holds the lock that SQLite writes under. */
async function stall(ms) {
  const script = 'import sqlite3, sys, time\ndb = sqlite3.connect(sys.argv[1], timeout=5)\ndb.execute("BEGIN IMMEDIATE")\ntime.sleep(float(sys.argv[2]))\ndb.rollback()';
  const child = spawn('python3', ['-c', script, join(server.data, 'fourfall.sqlite'), String(ms / 1_000)], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('close', resolve));
}

async function stalls() {
  for (let at = 0; isOn(); at += 1) {
    await sleep(STALL_EVERY_MS);
    await stall(STALLS_MS[at % STALLS_MS.length]);
  }
}

const memoryKib = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);
const fileBytes = () => readdirSync(server.data).reduce((sum, name) => sum + statSync(join(server.data, name)).size, 0);
const percentile = (times, share) => times.sort((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0;

const samples = [];
async function report() {
  for (let minute = 1; isOn(); minute += 1) {
    await sleep(Math.min(60_000, Math.max(1_000, end - Date.now())));
    const took = ledger.took.splice(0);
    const sample = {
      kib: memoryKib(),
      bytes: fileBytes(),
      games: await server.metric('matches_finished_total'),
      p50: percentile(took, 0.5),
      p99: percentile(took, 0.99),
      moves: took.length,
    };
    samples.push(sample);
    console.log(
      `minute ${minute}: ${sample.moves} moves, p50 ${sample.p50.toFixed(1)} ms, p99 ${sample.p99.toFixed(1)} ms, ` +
      `${(sample.kib / 1024).toFixed(1)} MiB, ${sample.games} games ended, ${(sample.bytes / 1024).toFixed(0)} KiB of files`,
    );
    // What machines were told long ago need not be kept here.
    for (const [roomId, room] of ledger.rooms) if (room.over !== null && ledger.rooms.size > 2_000) ledger.rooms.delete(roomId);
  }
}

await Promise.all([
  report(),
  stalls(),
  ...machines.slice(-RESTLESS).map(restless),
  ...Array.from({ length: SPECTATORS }, (_, at) => spectate(at)),
  ...Array.from({ length: DEAF }, deaf),
]);
machines.forEach((it) => it.close());
assert.deepEqual(ledger.problems, []);
await server.stop();

const third = Math.max(1, Math.floor(samples.length / 3));
const mean = (part, of) => part.reduce((sum, it) => sum + of(it), 0) / part.length;
const [before, after] = [samples.slice(-2 * third, -third), samples.slice(-third)];
const [first, last] = [samples[0], samples.at(-1)];
const grown = mean(after, (it) => it.kib) / mean(before.length ? before : after, (it) => it.kib);
const perGame = (last.bytes - first.bytes) / Math.max(1, last.games - first.games);
console.log(
  `${MINUTES} minutes: memory × ${grown.toFixed(3)} from the second third to the last, ` +
  `p99 ${mean(before.length ? before : after, (it) => it.p99).toFixed(1)} → ${mean(after, (it) => it.p99).toFixed(1)} ms, ${perGame.toFixed(0)} bytes a game`,
);
assert.ok(grown <= MEMORY_GROWTH_MAX, `memory has grown × ${grown}`);
assert.ok(samples.length < 10 || perGame <= BYTES_PER_GAME_MAX, `${perGame} bytes a game`);
process.exit(0);
