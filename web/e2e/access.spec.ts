/** A whole online game by keys alone, and as a screen reader tells it; focus; small and turned screens. */
import type { Page, Route } from '@playwright/test';
import { serious } from './axe';
import { PHONE, cell, expect, hostCode, openInvitation, pair, playOut, test, title } from './play';

test.use({ motion: 'reduce' });

/** Presses Tab until the focus is on something of this role and name. */
async function tabTo(page: Page, role: 'button' | 'link', name: RegExp): Promise<void> {
  // A dialog comes last, and nothing behind it can be reached.
  const wanted = page.getByRole(role, { name }).last();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${name}`);
}

async function press(page: Page, role: 'button' | 'link', name: RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

test('a whole online game by keyboard alone, to the rematch and out', async ({ person }) => {
  test.slow();
  const ada = await person('Ada');
  const bo = await person('Bo');
  for (const page of [ada, bo]) {
    await page.goto('/');
    await press(page, 'button', /Play online/u);
    if (page === ada) await expect(title(ada)).toHaveText('Looking for an opponent');
  }
  await expect(title(ada)).toHaveText('Your turn');
  // The board has the focus at once.
  for (const [ply, key] of [...'1212121'].entries()) {
    const page = ply % 2 === 0 ? ada : bo;
    await expect(title(page)).toHaveText('Your turn');
    await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1);
    await page.keyboard.press(key);
    await expect(title(page)).not.toHaveText('Your turn');
  }
  await expect(title(ada)).toHaveText('YOU WON');
  await press(bo, 'button', /^Rematch$/u);
  await press(ada, 'button', /^Play again$/u);
  await expect(title(bo)).toHaveText('Your turn');
  await bo.keyboard.press('4');
  await expect(title(ada)).toHaveText('Your turn');
  await ada.keyboard.press('4');
  await expect(title(bo)).toHaveText('Your turn');
  await press(ada, 'button', /^Resign$/u);
  await expect(ada.getByRole('dialog')).toBeVisible();
  await press(ada, 'button', /^Resign$/u);
  await expect(title(ada)).toHaveText('YOU LOST');
  await press(ada, 'button', /^Back to the lobby$/u);
  await expect(title(ada)).toHaveText('Play somebody');
});

/** Writes down everything that live regions say, in order. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          const at = target instanceof Element ? target : target.parentElement;
          const region = at?.closest('[aria-live], [role=status], [role=alert]');
          const text = [...addedNodes].map((it) => it.textContent?.trim() ?? '').join(' ');
          if (region && text !== '') heard.push(text);
        }
      }).observe(document.body, { subtree: true, childList: true });
    });
  });
  return () =>
    page.evaluate(() => {
      const heard: unknown = Reflect.get(window, 'heard');
      return Array.isArray(heard) ? heard.map(String) : [];
    });
}

test('a whole online game as a screen reader tells it, twice over', async ({ person }) => {
  test.slow();
  const ada = await person('Ada');
  const bo = await person('Bo');
  const heard = await listen(ada);
  const transcript: string[] = [];
  // What comes within a moment is one saying: people listen before they go on, and so does this.
  async function hears(saying: string): Promise<void> {
    transcript.push(saying);
    await expect.poll(heard).toContain(saying);
  }

  await pair(ada, bo);
  await hears('The game is on: You against Bo. Your turn.');
  const discs = [
    'You: column 1, row 1. Bo’s turn.',
    'Bo: column 2, row 1. Your turn.',
    'You: column 1, row 2. Bo’s turn.',
    'Bo: column 2, row 2. Your turn.',
    'You: column 1, row 3. Bo’s turn.',
    'Bo: column 2, row 3. Your turn.',
    'You: column 1, row 4. You won. Four in a row.',
  ];
  for (const [ply, saying] of discs.entries()) {
    await (ply % 2 === 0 ? playOut([ada, bo], '1') : playOut([bo, ada], '2'));
    await hears(saying);
  }
  await bo.getByRole('button', { name: 'Rematch' }).click();
  await hears('Bo wants a rematch.');
  await ada.getByRole('button', { name: 'Play again' }).click();
  await hears('The game is on: Bo against You. Bo’s turn.');
  await playOut([bo, ada], '4');
  await hears('Bo: column 4, row 1. Your turn.');
  await playOut([ada, bo], '4');
  await hears('You: column 4, row 2. Bo’s turn.');
  await bo.getByRole('button', { name: 'Resign' }).click();
  await bo.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await hears('You won. Bo resigned.');

  // What the page itself shows as a status is said as well; the game's own sayings come in this order, once each.
  const all = await heard();
  const sayings = all.filter((it) => transcript.includes(it));
  expect(sayings.filter((it, index) => it !== sayings[index - 1])).toEqual(transcript);
});

test('a cut connection is said once, and the return as well', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const heard = await listen(ada);
  await pair(ada, bo);
  await playOut([ada, bo], '44');
  await bo.goto('about:blank');
  await expect.poll(heard).toContain('Bo lost the connection.');
  await bo.goto('/play');
  await expect.poll(heard).toContain('Bo is back.');
  const all = await heard();
  expect(all.filter((it) => it === 'Bo lost the connection.')).toHaveLength(1);
});

test('after a step to another page the focus is on its heading', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/');
  await page.getByRole('link', { name: 'Leaderboard' }).first().click();
  await expect(title(page)).toHaveText('Leaderboard');
  await expect(title(page)).toBeFocused();
  await page.goBack();
  await expect(title(page)).toContainText('Four in a');
  await expect(title(page)).toBeFocused();
});

test('the skip link leads to the game, and does not end it', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '44');
  await ada.evaluate(() => Reflect.set(window, 'sameBoard', document.querySelector('.board')));
  await ada.getByRole('link', { name: 'Skip to the game' }).focus();
  await ada.keyboard.press('Enter');
  await expect(ada.locator('main')).toBeFocused();
  const same = await ada.evaluate(
    () => Reflect.get(window, 'sameBoard') === document.querySelector('.board'),
  );
  expect(same).toBe(true);
  await playOut([ada, bo], '33');
});

test('the chosen colours are there before anything is painted', async ({ person }) => {
  const page = await person('Ada', { colorScheme: 'light' });
  await page.addInitScript(() => {
    localStorage['fourfall.settings'] = JSON.stringify({ scheme: 'dark' });
  });
  // The page's own code is held back: what is there without it is what the first paint shows.
  const held: Route[] = [];
  await page.route('**/assets/index-*.js', (route) => void held.push(route));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expect(page.locator('#app > *')).toHaveCount(0);
  for (const route of held) await route.continue();
  await expect(title(page)).toBeVisible();
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(paper).toBe('rgb(20, 20, 29)');
});

test('a phone has the way to every page in its header', async ({ person }) => {
  const page = await person('Ada', PHONE);
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).tap();
  await nav.getByRole('link', { name: 'Leaderboard' }).tap();
  await expect(title(page)).toHaveText('Leaderboard');
  await expect(nav).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.keyboard.press('Escape');
  await expect(nav).toBeHidden();
});

for (const viewport of [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]) {
  test(`the whole board is seen at ${viewport.width} × ${viewport.height}`, async ({ person }) => {
    const ada = await person('Ada', { viewport });
    const bo = await person('Bo');
    await pair(ada, bo);
    for (const [column, row] of [
      [1, 1],
      [7, 6],
    ] as const) {
      await expect(cell(ada, column, row)).toBeInViewport({ ratio: 1 });
    }
    const overflow = await ada.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    // Less than nothing is the room kept for a scroll bar.
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

async function check(page: Page, state: string): Promise<void> {
  expect(await serious(page), state).toEqual([]);
}

for (const [scheme, device] of [
  ['light', 'phone'],
  ['dark', 'desktop'],
] as const) {
  test(`axe finds nothing serious in any state, ${scheme}, ${device}`, async ({ person }) => {
    test.slow();
    const look = { colorScheme: scheme, ...(device === 'phone' ? PHONE : {}) };
    const ada = await person('Ada', look);
    const bo = await person('Bo', look);
    const cy = await person('Cy', look);
    await ada.goto('/play');
    await check(ada, 'the lobby');
    await ada.getByRole('button', { name: 'Find an opponent' }).click();
    await expect(ada.getByRole('region', { name: 'Meanwhile' })).toBeVisible();
    await check(ada, 'waiting, with its offers');
    await ada.goto('/leaderboard');
    await expect(ada.getByRole('complementary', { name: 'Your game' })).toBeVisible();
    await check(ada, 'the bar on another page');
    await ada.getByRole('button', { name: 'Stop looking' }).click();

    const code = await hostCode(ada);
    await expect(ada.getByRole('img', { name: /QR/u })).toBeVisible();
    await check(ada, 'inviting');
    await bo.goto(`/play/${code}`);
    await expect(title(bo)).toHaveText('Ada invites you to a game');
    await check(bo, 'invited');
    await openInvitation(bo, code);
    await cy.goto(`/play/${code}`);
    await expect(title(cy)).toHaveText('This game has begun');
    await check(cy, 'too late');
    await cy.goto('/play/222222');
    await expect(title(cy)).toHaveText('This invitation has ended');
    await check(cy, 'an invitation that has ended');
    await check(ada, 'one’s turn');
    await check(bo, 'the other’s turn');
    await playOut([ada, bo], '12');
    const other = await hostCode(cy);
    await bo.goto(`/play/${other}`);
    await expect(title(bo)).toHaveText('You are playing Ada');
    await check(bo, 'invited during a game');
    await bo.getByRole('button', { name: 'Back to my game' }).click();
    await ada.getByRole('button', { name: 'Resign' }).click();
    await check(ada, 'asked whether to resign');
    await ada.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await expect(title(bo)).toHaveText('YOU WON');
    await check(ada, 'lost');
    await bo.getByRole('button', { name: 'Rematch' }).click();
    await expect(ada.getByRole('button', { name: 'Play again' })).toBeVisible();
    await check(ada, 'asked for a rematch');
    await check(bo, 'won, and waiting for an answer');
    if (device === 'phone') {
      await ada.getByRole('button', { name: 'Menu' }).click();
      await check(ada, 'the menu');
    }
  });
}
