/**
 * A disc's fall on a slow phone: node bench/throttled.mjs http://127.0.0.1:4444, with the server at that address
 * and nothing else running.
 *
 * The processor is slowed down four times. Counts the frames the board paints while discs fall, and every task
 * of more than 50 ms from the first disc on; the engine works in its own thread and is not throttled.
 */
import { chromium } from '@playwright/test';

const url = process.argv[2] ?? 'http://127.0.0.1:4444';
const SLOWER = 4;
const COLUMNS = [4, 3, 5, 2, 6, 1, 7, 4, 3, 5];
/** Longer than any disc falls. */
const FALL_MS = 1_000;
const LATE_MS = 25;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

for (const path of ['local', 'solo', 'analysis']) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.addInitScript(() => {
    const ask = requestAnimationFrame.bind(globalThis);
    let painting;
    globalThis.gaps = [];
    globalThis.tasks = [];
    globalThis.requestAnimationFrame = (paint) => {
      const before = painting;
      return ask((now) => {
        if (before !== undefined) globalThis.gaps.push(now - before);
        painting = now;
        paint(now);
        painting = undefined;
      });
    };
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        globalThis.tasks.push({ startTime, duration });
      }
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`${url}/${path}`);
  await page.getByRole('grid').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.waitForTimeout(2 * FALL_MS);
  const from = await page.evaluate(() => {
    globalThis.gaps.length = 0;
    return performance.now();
  });
  for (const column of COLUMNS) {
    await page.locator(`[role=gridcell][data-column="${column - 1}"][data-row="0"]`).focus();
    await page.keyboard.press(String(column));
    await page.waitForTimeout(2 * FALL_MS);
  }
  const { gaps, tasks } = await page.evaluate(() => ({
    gaps: globalThis.gaps,
    tasks: globalThis.tasks,
  }));
  const total = gaps.reduce((sum, it) => sum + it, 0);
  const late = gaps.filter((it) => it > LATE_MS).length;
  const long = tasks.filter((it) => it.startTime >= from).map((it) => it.duration);
  console.log(
    `/${path}, ${SLOWER} times slower: ${gaps.length} frames, ${((1_000 * gaps.length) / total).toFixed(1)} a second, ` +
      `${late} late, worst gap ${Math.max(...gaps).toFixed(1)} ms; ` +
      `tasks over 50 ms: ${long.length}, longest ${Math.max(0, ...long).toFixed(0)} ms`,
  );
  await page.close();
}
await browser.close();
