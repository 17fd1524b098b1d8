/**
 * The page's own numbers in docs/BROWSER.md: node bench/page.mjs http://127.0.0.1:4444, with `make run` at
 * that address and nothing else running.
 *
 * A frame of a fall is one that the board asked for while it painted another: only while a disc falls, or
 * the winning four come out, does it.
 */
import { chromium } from '@playwright/test';

const url = process.argv[2] ?? 'http://127.0.0.1:4444';
const LOADS = 10;
const COLUMNS = [4, 4, 3, 5, 3, 5, 2, 6, 2, 6, 1, 7, 1, 7];
/** Longer than any disc falls. */
const FALL_MS = 1_000;
const LATE_MS = 25;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const loads = [];
for (let round = 0; round < LOADS; round += 1) {
  // A profile of its own has nothing in its cache.
  const profile = await browser.newContext();
  const page = await profile.newPage();
  await page.goto(`${url}/solo`, { waitUntil: 'load' });
  await page.getByRole('heading', { name: 'Your turn' }).waitFor();
  loads.push(
    await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      load: performance.getEntriesByType('navigation')[0].loadEventEnd,
    })),
  );
  await profile.close();
}
for (const [what, name] of [
  ['paint', 'first paint'],
  ['load', 'load'],
]) {
  const times = loads.map((it) => it[what]);
  const all = times.map((it) => it.toFixed(0)).join(', ');
  console.log(`/solo, cold, ${name}: p50 ${middle(times).toFixed(0)} ms; all: ${all}`);
}

for (const path of ['local', 'solo']) {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const ask = requestAnimationFrame.bind(globalThis);
    let painting;
    globalThis.gaps = [];
    globalThis.requestAnimationFrame = (paint) => {
      const before = painting;
      return ask((now) => {
        if (before !== undefined) globalThis.gaps.push(now - before);
        painting = now;
        paint(now);
        painting = undefined;
      });
    };
  });
  await page.goto(`${url}/${path}`);
  await page.getByRole('grid').waitFor();
  await page.waitForTimeout(FALL_MS);
  for (const column of COLUMNS) {
    if (!(await page.getByRole('heading', { level: 1, name: /turn/u }).isVisible())) break;
    await page.locator(`[role=gridcell][data-column="${column - 1}"][data-row="0"]`).focus();
    await page.keyboard.press(String(column));
    await page.waitForTimeout(FALL_MS);
  }
  const gaps = await page.evaluate(() => globalThis.gaps);
  const total = gaps.reduce((sum, it) => sum + it, 0);
  const late = gaps.filter((it) => it > LATE_MS).length;
  console.log(
    `discs falling on /${path}: ${gaps.length} frames, ${((1_000 * gaps.length) / total).toFixed(1)} a second, ` +
      `${late} late, worst gap ${Math.max(...gaps).toFixed(1)} ms`,
  );
  await page.close();
}
await browser.close();
