/** Every page: reachable, accessible, light and dark, and talking to nobody but its own server. */
import { gzipSync } from 'node:zlib';
import { serious } from './axe';
import { discs, expect, pair, playOut, test, title } from './play';

const JS_BYTES_MAX = 50 * 1024;

/** What came into all browsers only after the autumn of 2023, and would stop the page rather than dull it. */
const TOO_NEW = [
  'light-dark(',
  '@starting-style',
  '@scope',
  'Promise.withResolvers',
  'Promise.try',
  'Object.groupBy',
  'Map.groupBy',
  'Array.fromAsync',
  'AbortSignal.any',
  'URL.parse',
  'Iterator.from',
  '.isSubsetOf(',
  '.symmetricDifference(',
] as const;

test('a finished game can be replayed by its address', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '1212121');
  await ada.getByRole('link', { name: 'Review' }).click();
  await expect(title(ada)).toHaveText('Ada won');

  const page = await person('Cy');
  await page.goto(new URL(ada.url()).pathname);
  await expect(title(page)).toHaveText('Ada won');
  expect(await discs(page)).toBe(7);
  await page.getByRole('button', { name: 'Back one move' }).click();
  expect(await discs(page)).toBe(6);
  await page.getByRole('button', { name: 'To the start' }).click();
  expect(await discs(page)).toBe(0);
  await page.getByRole('button', { name: 'Move 3: red in column 1' }).click();
  expect(await discs(page)).toBe(3);
  await page.locator('body').press('ArrowRight');
  expect(await discs(page)).toBe(4);
  await page.locator('body').press('Home');
  await page.getByText('Fast', { exact: true }).click();
  await page.getByRole('button', { name: 'Play through' }).click();
  await expect.poll(() => discs(page), { timeout: 10_000 }).toBe(7);
  await expect(page.getByRole('button', { name: 'Play through' })).toBeVisible();
});

test.describe('friendly where there is nothing', () => {
  for (const [path, words] of [
    ['/no/such/page', 'Nothing here'],
    ['/game/nosuchgame', 'No such game'],
    ['/player/nobody', 'No such player'],
    ['/watch/nosuchroom', 'This game is not running'],
    ['/history', 'No games yet'],
  ] as const) {
    test(path, async ({ person }) => {
      const page = await person('Ada');
      await page.goto(path);
      await expect(title(page)).toHaveText(words);
    });
  }
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${scheme}`, async ({ person }) => {
    test.slow();
    const ada = await person(`Ada ${scheme}`, { colorScheme: scheme });
    const bo = await person('Bo', { colorScheme: scheme });
    await pair(ada, bo);
    await playOut([ada, bo], '1212');
    expect(await serious(ada), 'a running game').toEqual([]);
    const cy = await person('Cy', { colorScheme: scheme });
    await cy.goto('/watch');
    const game = cy.getByRole('link', { name: new RegExp(`Ada ${scheme}.*Bo`, 'su') });
    await expect(game).toBeVisible();
    expect(await serious(cy), 'watch').toEqual([]);
    await game.click();
    await expect(cy.getByText('You are watching, live.')).toBeVisible();
    expect(await serious(cy), 'watching').toEqual([]);
    await playOut([ada, bo], '121');
    expect(await serious(ada), 'a finished game').toEqual([]);
    await ada.getByRole('link', { name: 'Review' }).click();
    await expect(title(ada)).toHaveText(`Ada ${scheme} won`);
    await expect(ada.getByTestId('accuracy-first')).toHaveText(/%/u);
    expect(await serious(ada), 'replay').toEqual([]);
    await ada.getByRole('link', { name: `Ada ${scheme}`, exact: true }).click();
    await expect(title(ada)).toHaveText(`Ada ${scheme}`);
    await expect(ada.getByRole('link', { name: /Bo/u })).toBeVisible();
    expect(await serious(ada), 'player').toEqual([]);

    await cy.goto('/play');
    await cy.getByRole('button', { name: 'Invite a friend' }).click();
    const code = await cy.getByTestId('code').textContent();
    expect(await serious(cy), 'an invitation').toEqual([]);
    await ada.goto(`/play/${code}`);
    await expect(title(ada)).toBeVisible();
    expect(await serious(ada), 'invited').toEqual([]);

    for (const path of [
      '/',
      '/play',
      '/solo',
      '/local',
      '/analysis/44444432225',
      '/puzzles',
      '/history',
      '/leaderboard',
      '/account',
      '/privacy',
      '/no/such',
      '/game/nosuchgame',
      '/player/nobody',
      '/watch/nosuchroom',
    ]) {
      await bo.goto(path);
      await expect(title(bo)).toBeVisible();
      await bo.waitForLoadState('networkidle');
      expect(await serious(bo), path).toEqual([]);
    }
    await bo.getByRole('button', { name: 'Settings' }).click();
    await expect(bo.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    expect(await serious(bo), 'settings').toEqual([]);
  });
}

test('no page is wider than a phone of 320 px', async ({ person }) => {
  const phone = { viewport: { width: 320, height: 640 }, isMobile: true };
  const ada = await person('Ada', phone);
  const bo = await person('Bo');
  const width = () => ada.evaluate(() => document.documentElement.scrollWidth);
  await pair(ada, bo);
  await playOut([ada, bo], '1212');
  expect(await width(), 'a running game').toBe(320);
  await playOut([ada, bo], '121');
  expect(await width(), 'a finished game').toBe(320);
  await ada.getByRole('link', { name: 'Review' }).click();
  await expect(title(ada)).toHaveText('Ada won');
  expect(await width(), 'replay').toBe(320);
  for (const path of [
    '/',
    '/play',
    '/solo',
    '/local',
    '/watch',
    '/analysis/44444432225',
    '/puzzles',
    '/history',
    '/leaderboard',
    '/account',
    '/privacy',
    '/no/such',
  ]) {
    await ada.goto(path);
    await expect(title(ada)).toBeVisible();
    await ada.waitForLoadState('networkidle');
    expect(await width(), path).toBe(320);
  }
});

test('uses nothing that browsers of three years ago lack', async ({ person }) => {
  const page = await person('Ada');
  const files = new Set<string>();
  page.on('request', (request) => {
    if (/\.(?:js|css)$/u.test(request.url())) files.add(request.url());
  });
  for (const path of ['/', '/play', '/solo', '/local', '/watch', '/analysis/4435', '/history']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  const texts = [...files].map(async (url) => (await page.request.get(url)).text());
  const code = (await Promise.all(texts)).join('\n');
  expect(code.length).toBeGreaterThan(100_000);
  for (const recent of TOO_NEW) expect(code.includes(recent), recent).toBe(false);
});

test('the scheme can be chosen, and is kept', async ({ person }) => {
  const page = await person('Ada', { colorScheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/');
  const light = await paper();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByText('Dark', { exact: true }).click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await paper()).toBe(dark);
});

test('the name is asked once and kept', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/');
  const name = page.getByLabel('Playing as');
  await expect(name).toHaveValue('Ada');
  await name.fill('  Grace \u0000 Hopper ');
  await name.press('Enter');
  await expect(name).toHaveValue('Grace Hopper');
  await page.goto('/play');
  await expect(page.getByLabel('Playing as')).toHaveValue('Grace Hopper');
});

for (const [locale, direction] of [
  ['en', 'ltr'],
  ['de', 'ltr'],
  ['ar', 'rtl'],
] as const) {
  test(`home in ${locale} loads little, from here only, without a shift or a complaint`, async ({
    person,
  }) => {
    const page = await person('Ada', { serviceWorkers: 'allow', locale });
    const foreign: string[] = [];
    const complaints: string[] = [];
    const scripts: Promise<number>[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL(page.url()).origin) && page.url() !== 'about:blank') {
        foreign.push(request.url());
      }
    });
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      scripts.push(response.body().then((it) => gzipSync(it).length));
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.addInitScript(() => {
      Reflect.set(window, 'shift', 0);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          Reflect.set(
            window,
            'shift',
            Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')),
          );
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(foreign).toEqual([]);
    // The language is put on the document at run time.
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    expect(complaints).toEqual([]);
    const scriptBytes = (await Promise.all(scripts)).reduce((sum, it) => sum + it, 0);
    expect(scriptBytes).toBeGreaterThan(10_000);
    expect(scriptBytes).toBeLessThanOrEqual(JS_BYTES_MAX);
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.01);
  });
}

test('the scripts of a page are asked for along with the first ones', async ({ person }) => {
  const page = await person('Ada');
  for (const [path, file] of [
    ['/puzzles', 'Puzzles'],
    ['/game/0123456789ab', 'Game'],
  ] as const) {
    const asked: string[] = [];
    page.on('request', (it) => {
      // Nothing of the page runs until its first script is here.
      if (it.resourceType() === 'script') asked.push(it.url());
    });
    await page.route(/\/assets\/index-[^/]*\.js$/u, async (route) => {
      await expect.poll(() => asked.some((it) => it.includes(`/assets/${file}-`))).toBe(true);
      await route.continue();
    });
    await page.goto(path);
    await expect(title(page)).toBeVisible();
    expect(asked.length).toBeGreaterThan(3);
    await page.unrouteAll();
    page.removeAllListeners('request');
  }
});
