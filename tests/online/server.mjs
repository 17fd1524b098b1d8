// One `fourfall serve` of our own: on a free port, in a folder of its own, watched for panics.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

export const BINARY = process.env.FOURFALL_BINARY;
assert.ok(BINARY, 'FOURFALL_BINARY is not set: start these tests with tests/online/run');

const START_MS = 20_000;
const STOP_MS = 15_000;
const LOG_CHARS_MAX = 200_000;

/** Folders, disks, processes and sockets that are still around: a test that fails leaves nothing behind. */
const folders = new Set();
const disks = new Set();
const running = new Set();
const sockets = new Set();
const cleanUp = () => {
  for (const child of running) child.kill('SIGKILL');
  for (const disk of disks) spawnSync('umount', ['--lazy', disk]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
};
process.on('exit', cleanUp);
after(() => {
  for (const socket of sockets) socket.disconnect();
  // A file's own hooks come after this one and stop its servers. What they leave would keep it waiting.
  setTimeout(cleanUp, STOP_MS).unref();
});
// How the runner ends a file that takes too long.
process.on('SIGTERM', () => process.exit(1));

/** A socket that is closed at the latest when the tests of this file end. */
export function tracked(socket) {
  sockets.add(socket);
  return socket;
}

/** A new folder that is removed when the tests end. */
export function folder(name) {
  const path = mkdtempSync(join(tmpdir(), `fourfall-${name}-`));
  folders.add(path);
  return path;
}

/** A folder on a disk of its own of this size, unmounted when the tests end; `null` where nothing can be mounted. */
export function disk(size) {
  const path = folder('disk');
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]).status !== 0) return null;
  disks.add(path);
  return path;
}

/** A port nobody listens on, for a server that must come back at the same address. */
export async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A process whose output is kept, and that is killed at the latest when the tests end. */
export function launch(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  child.log = '';
  const keep = (text) => {
    child.log = (child.log + text).slice(-LOG_CHARS_MAX);
    child.emit('log');
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  running.add(child);
  child.ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  void child.ended.then(() => running.delete(child));
  return child;
}

/** Rejects with `message` unless `promise` settles in time. */
export async function within(ms, message, promise) {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(
    () => Promise.reject(new Error(`${typeof message === 'function' ? message() : message} (waited ${ms} ms)`)),
    () => {},
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}

/** `fourfall serve` where it must refuse: what it says before it ends, and not with 0. */
export async function refusal(args, { wrap = (command, rest) => [command, rest] } = {}) {
  const child = launch(...wrap(BINARY, ['serve', ...args]), { env: environment() });
  const { code } = await within(START_MS, () => `${args} was accepted:\n${child.log}`, child.ended);
  assert.ok(code > 0, `${args} ended with ${code}:\n${child.log}`);
  assert.doesNotMatch(child.log, /panicked/);
  return child.log;
}

export class Server {
  #child;

  /** What `fourfall serve` is started with; `data` and `port` stay the same over restarts. */
  constructor({ args = [], port = 0, data, wrap, env = {} } = {}) {
    this.args = args;
    this.env = env;
    this.port = port;
    this.data = data ?? folder('data');
    this.wrap = wrap ?? ((command, rest) => [command, rest]);
  }

  static async start(options) {
    const server = new Server(options);
    await server.start();
    return server;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid() {
    return this.#child.pid;
  }

  get log() {
    return this.#child.log;
  }

  async start() {
    const args = ['serve', '--listen', `127.0.0.1:${this.port}`, '--data-dir', this.data, ...this.args];
    const child = launch(...this.wrap(BINARY, args), { env: { ...environment(), ...this.env } });
    this.#child = child;
    const serving = new Promise((resolve) => {
      const look = () => {
        const found = /serving on http:\/\/127\.0\.0\.1:(\d+)/.exec(child.log);
        this.admin = /for operators on (http:\S+)/.exec(child.log)?.[1];
        if (found) resolve(Number(found[1]));
      };
      child.on('log', look);
      look();
    });
    const ended = child.ended.then(({ code, signal }) => {
      throw new Error(`the server ended (${code ?? signal}) before it served:\n${child.log}`);
    });
    this.port = await within(START_MS, () => `the server did not start:\n${child.log}`, Promise.race([serving, ended]));
    ended.catch(() => {}); // It ends some day; whoever waits for that asks for `ended`.
  }

  get ended() {
    return this.#child.ended;
  }

  /** `kill -9`: no goodbye. */
  async kill() {
    this.#child.kill('SIGKILL');
    await within(STOP_MS, 'SIGKILL had no effect', this.#child.ended);
    this.assertSound();
  }

  /** SIGTERM: the server finishes what it has in hand, and says 0. */
  async stop() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGTERM');
    const { code, signal } = await within(STOP_MS, () => `the server did not stop:\n${this.log}`, this.#child.ended);
    assert.equal(signal, null, `stopped by ${signal}:\n${this.log}`);
    assert.equal(code, 0, `stopped with ${code}:\n${this.log}`);
    this.assertSound();
  }

  assertSound() {
    assert.doesNotMatch(this.log, /panicked/, 'the server panicked');
  }

  /** GET, as JSON. */
  async get(path, headers = {}) {
    const response = await fetch(this.url + path, { headers, signal: AbortSignal.timeout(10_000) });
    return { status: response.status, body: await response.json() };
  }

  async ready() {
    const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response.status === 200;
  }

  /** A figure of `/metrics`, by its name without the prefix. */
  async metric(name) {
    const text = await (await fetch(`${this.admin}/metrics`)).text();
    const found = new RegExp(`^fourfall_${name} (\\d+)$`, 'm').exec(text);
    assert.ok(found, `there is no fourfall_${name} in\n${text}`);
    return Number(found[1]);
  }

  /** Waits until the server has noticed that nobody looks for an opponent any more. */
  async nobodyWaits() {
    await until(10_000, 'somebody who has gone still waits', async () => (await this.metric('waiting_players')) === 0);
  }

  /** Memory the server holds, in KiB. */
  residentKib() {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)[1]);
  }
}

/** What the server inherits: nothing that would configure it behind a test's back. */
export function environment() {
  const { PATH, HOME, LANG } = process.env;
  // One game is enough for the leaderboard: nobody plays ten of them to test that.
  return { PATH, HOME, LANG, RUST_BACKTRACE: '1', FOURFALL_LEADERBOARD_GAMES: '1' };
}

/** Asks again until the answer is yes. */
export async function until(ms, message, question) {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await Promise.resolve(question()).catch(() => false);
    if (answer) return answer;
    if (Date.now() >= end) assert.fail(`${typeof message === 'function' ? message() : message} (waited ${ms} ms)`);
    await sleep(25);
  }
}
