/** Without a network: everything that needs no server works, and an update waits for the end of a game. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { preview, type PreviewServer } from 'vite';
import { discs, dropAll, dropIn, expect, expectDisc, test as served, title } from './play';
import { startServer } from './server';

served.use({ keeping: 'allow' });

/** The page is kept: its service worker is here and answers for it. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((done) => {
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
    });
  });
}

const OVER = /YOU WON|YOU LOST|DRAW/u;

async function playToTheEnd(page: Page): Promise<void> {
  for (let ply = 0; ply < 42; ply += 1) {
    await expect(title(page)).toHaveText(/Your turn|YOU WON|YOU LOST|DRAW/u);
    if (OVER.test((await title(page).textContent()) ?? '')) return;
    const before = await discs(page);
    const tops = await page
      .locator('[role=gridcell][data-row="5"]')
      .evaluateAll((cells) => cells.map((it) => it.getAttribute('aria-label') ?? ''));
    const free = tops.flatMap((label, index) => (label.endsWith('empty') ? [index + 1] : []));
    await dropIn(page, free[ply % free.length] ?? 1);
    await expect.poll(() => discs(page)).toBeGreaterThan(before);
  }
}

base(
  'with the server gone: reload, solo to the end, a review of it, same device',
  async ({ browser }) => {
    base.slow();
    const server = await startServer([]);
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/');
    await untilKept(page);
    await context.setOffline(true);
    await server.stop();

    await page.reload();
    await expect(title(page)).toContainText('Four in a');
    await page.getByRole('link', { name: 'Computer' }).click();
    await expect(title(page)).toHaveText('Your turn');
    await dropIn(page, 4);
    await expect.poll(() => discs(page)).toBe(2);
    await page.reload();
    await expect.poll(() => discs(page)).toBe(2);
    await playToTheEnd(page);
    await expect(title(page)).toHaveText(OVER);

    await page.getByRole('link', { name: 'Review' }).click();
    await expect(page).toHaveURL(/\/analysis\/[1-7]{7,42}$/u);
    await expect(page.getByTestId('accuracy-first')).toHaveText(/^\d+ %$/u, { timeout: 60_000 });
    await page.goto('/analysis/445566');
    await expect(title(page)).toHaveText('Red wins with the next disc');

    await page.goto('/local');
    await dropAll(page, '4455667');
    await expect(title(page)).toHaveText('Red won');
    await context.close();
  },
);

served('the page can be installed', async ({ person, server }) => {
  const page = await person('Ada');
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect(url).toBe(`${server.url}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  await untilKept(page);
  // Chromium's own word for what still keeps it from being installed; a private profile always does.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter((it) => it.errorId !== 'in-incognito')).toEqual([]);
});

served('the engine is not part of the first paint', async ({ person }) => {
  const page = await person('Ada');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('grid')).toBeVisible();
  const paint = await page.evaluate(() => document.readyState);
  expect(paint).toBe('complete');
  expect(fetched.filter((path) => path.endsWith('.wasm') || path.endsWith('.book'))).toEqual([]);
});

/** The built page in a folder of its own, in which a new version can be released. */
async function release(): Promise<{
  server: PreviewServer;
  url: string;
  update(): Promise<void>;
  stop(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'fourfall-release-'));
  await cp('dist', folder, { recursive: true });
  const server = await preview({
    build: { outDir: folder },
    preview: { port: 0, host: '127.0.0.1' },
    logLevel: 'error',
  });
  return {
    server,
    url: (server.resolvedUrls?.local[0] ?? '').replace(/\/$/u, ''),
    async update() {
      const worker = join(folder, 'sw.js');
      const code = await readFile(worker, 'utf8');
      await writeFile(
        worker,
        code.replace(/version:"[0-9a-f]{16}"|"version":"[0-9a-f]{16}"/u, '"version":"next"'),
      );
    },
    async stop() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

base('an update waits until no game is running, and takes no result away', async ({ browser }) => {
  base.slow();
  const site = await release();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto('/local');
  await untilKept(page);
  await dropIn(page, 4);
  await expectDisc(page, 4, 1, 'red');
  await page.evaluate(() => Reflect.set(window, 'sameVisit', true));

  await site.update();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const waiting = (): Promise<string | undefined> =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state);
  await expect.poll(waiting).toBe('installed');
  await dropAll(page, '45566');
  await expect.poll(() => discs(page)).toBe(6);
  expect(await page.evaluate(() => Reflect.get(window, 'sameVisit'))).toBe(true);

  // The game ends, and its result stays on the screen.
  await dropAll(page, '7');
  await expect(title(page)).toHaveText('Red won');
  expect(await page.evaluate(() => Reflect.get(window, 'sameVisit'))).toBe(true);

  // The next step lets the new version take over, the one after it is made in the new version.
  await page.getByRole('link', { name: 'Analysis' }).first().click();
  await expect.poll(waiting).toBeUndefined();
  await page.getByRole('link', { name: 'Fourfall, home' }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'sameVisit')).catch(() => true))
    .toBeUndefined();
  await expect(title(page)).toContainText('Four in a');
  await expect.poll(() => page.evaluate(() => caches.keys())).toContain('fourfall-next');
  await context.close();
  await site.stop();
});
