/**
 * Lighthouse on home, on the page where people play, and on a finished game, in its mobile settings:
 * node bench/lighthouse.mjs http://127.0.0.1:4444, with the server at that address and nothing else running.
 *
 * The tool is fetched by npx and is no part of the project. RUNS=3 says how often each page is looked at.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

const url = process.argv[2] ?? 'http://127.0.0.1:4444';
const RUNS = Number(process.env['RUNS'] ?? 1);
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
].join(' ');

/** Two people play seven discs; what they leave is an address. */
async function finishedGame() {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const players = await Promise.all(
    [1, 2].map(async () => (await browser.newContext({ baseURL: url })).newPage()),
  );
  for (const page of players) {
    await page.goto('/play');
    await page.getByRole('button', { name: 'Find an opponent' }).click();
    if (page === players[0]) await page.getByText('Looking for an opponent').first().waitFor();
  }
  for (const [ply, digit] of [...'1212121'].entries()) {
    const page = players[ply % 2];
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    await page.locator(`[role=gridcell][data-column="${digit - 1}"][data-row="0"]`).focus();
    await page.keyboard.press(digit);
  }
  const review = players[0].getByRole('link', { name: 'Review' });
  const path = await review.getAttribute('href');
  await browser.close();
  return path;
}

for (const path of ['/', '/play', await finishedGame()]) {
  for (let run = 0; run < RUNS; run += 1) {
    const { stdout } = await promisify(execFile)(
      'npx',
      [
        '--yes',
        'lighthouse@12.8.2',
        `${url}${path}`,
        '--quiet',
        '--output=json',
        `--chrome-flags=${FLAGS}`,
      ],
      { env: { ...process.env, CHROME_PATH: CHROMIUM }, maxBuffer: 1 << 26 },
    );
    const { categories, audits } = JSON.parse(stdout);
    const scores = Object.values(categories).map(
      (it) => `${it.title} ${Math.round(it.score * 100)}`,
    );
    const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
      (id) => `${id} ${audits[id].displayValue}`,
    );
    console.log(`${path}: ${[...scores, ...times].join(', ')}`);
  }
}
