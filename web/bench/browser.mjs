/**
 * The numbers of docs/BROWSER.md: node web/bench/browser.mjs, after `npm run build`.
 *
 * Native and browser take turns, position by position, and each keeps the best of five rounds: what
 * else the machine does falls on both.
 */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { preview } from 'vite';

const WEB = new URL('..', import.meta.url).pathname;
const SPEED = process.env['SPEED'] ?? `${WEB}../target/release/examples/speed`;
/** Openings that take a search long enough to measure, and short enough for five rounds. */
const POSITIONS = ['44413', '4444443', '44444432', '35235', '4435344', '444133252'];
const REPLIES = 200;
const SHALLOWEST = Number(process.env['SHALLOWEST'] ?? 0);
const DEEPEST = 24;

const files = await readdir(`${WEB}dist/assets`);
const asset = (ending) => files.find((it) => it.endsWith(ending));
const site = await preview({
  root: WEB,
  preview: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
});
const url = site.resolvedUrls.local[0];
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage();
await page.goto(`${url}robots.txt`);
await page.evaluate(async (wasm) => {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(`/assets/${wasm}`));
  const engine = instance.exports;
  engine.resize_table(16);
  globalThis.engine = engine;
  globalThis.layOut = (moves) => {
    engine.set_up();
    for (const digit of moves) engine.play(Number(digit) - 1);
  };
}, asset('.wasm'));

console.log('| position | native nodes/s | browser nodes/s | browser of native |');
console.log('| --- | --- | --- | --- |');
const shares = [];
for (const moves of POSITIONS) {
  const { stdout } = await promisify(execFile)(SPEED, [moves]);
  const [, nodes, nativeUs] = stdout.trim().split(' ').map(Number);
  const inBrowser = await page.evaluate((digits) => {
    const { engine } = globalThis;
    let bestMs = Infinity;
    for (let round = 0; round < 5; round += 1) {
      engine.forget();
      globalThis.layOut(digits);
      const start = performance.now();
      engine.solve(-1);
      bestMs = Math.min(bestMs, performance.now() - start);
    }
    return { bestMs, nodes: Number(engine.nodes()) };
  }, moves);
  if (inBrowser.nodes !== nodes) throw new Error(`not the same search: ${moves}`);
  const native = nodes / nativeUs;
  const there = nodes / 1_000 / inBrowser.bestMs;
  shares.push(there / native);
  const percent = Math.round((100 * there) / native);
  console.log(`| ${moves} | ${native.toFixed(2)} M | ${there.toFixed(2)} M | ${percent} % |`);
}
const mean = shares.reduce((sum, it) => sum + it, 0) / shares.length;
console.log(`mean: ${Math.round(100 * mean)} % of native\n`);

if (asset('.book') !== undefined) {
  await page.evaluate(async (book) => {
    const { engine } = globalThis;
    const bytes = new Uint8Array(await (await fetch(`/assets/${book}`)).arrayBuffer());
    const at = engine.buffer(bytes.length);
    new Uint8Array(engine.memory.buffer).set(bytes, at);
    if (engine.open_book() !== 0) throw new Error('the book was refused');
  }, asset('.book'));
}
const replies = await page.evaluate(
  ({ count, shallowest, deepest }) => {
    const { engine } = globalThis;
    // A small generator of its own, so that every run asks about the same positions.
    let state = 12_345;
    const below = (bound) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (state >>> 8) % bound;
    };
    const position = () => {
      for (;;) {
        const plies = shallowest + below(deepest - shallowest + 1);
        let moves = '';
        engine.set_up();
        while (moves.length < plies && engine.outcome() === -1) {
          const column = below(7);
          if (engine.play(column) < 6) moves += String(column + 1);
        }
        if (engine.outcome() === -1) return moves;
      }
    };
    const reply = (moves) => {
      globalThis.layOut(moves);
      engine.buffer(0);
      const start = performance.now();
      engine.choose(6, -1);
      return performance.now() - start;
    };
    const all = Array.from({ length: count }, position);
    const cold = all.map((moves) => {
      engine.forget();
      return reply(moves);
    });
    const warm = all.map((moves) => {
      engine.forget();
      reply(moves);
      return reply(moves);
    });
    return { cold, warm };
  },
  { count: REPLIES, shallowest: SHALLOWEST, deepest: DEEPEST },
);
const at = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))];
for (const [name, times] of Object.entries(replies)) {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => at(times, share).toFixed(1));
  console.log(`perfect reply, ${name}: p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms`);
}
if (asset('.book') !== undefined) {
  const empty = await page.evaluate(() => {
    globalThis.engine.forget();
    globalThis.layOut('');
    const start = performance.now();
    globalThis.engine.choose(6, -1);
    return performance.now() - start;
  });
  console.log(`perfect reply, empty board: ${empty.toFixed(1)} ms`);
}

// Frames of the page while its Worker thinks about an opening, and while it does not.
for (const path of ['local', 'analysis/3534274']) {
  await page.goto(`${url}${path}`);
  await page.waitForTimeout(500);
  const gaps = await page.evaluate(async () => {
    const found = [];
    let last = await new Promise(requestAnimationFrame);
    const end = last + 3_000;
    while (last < end) {
      const now = await new Promise(requestAnimationFrame);
      found.push(now - last);
      last = now;
    }
    return found;
  });
  const dropped = gaps.filter((it) => it > 25).length;
  console.log(
    `frames on /${path}: ${(gaps.length / 3).toFixed(1)} a second, ${dropped} late, worst gap ${Math.max(...gaps).toFixed(1)} ms`,
  );
}
await browser.close();
await site.close();
