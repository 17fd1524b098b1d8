/** What the tests share: a server each, players, and reading the board as a screen reader does. */
import {
  test as base,
  expect,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { startServer, type RunningServer } from './server';

interface Fixtures {
  /** Files that are not about movement ask for none: browsers that draw nothing have time for the rest. */
  readonly motion: 'no-preference' | 'reduce';
  /** Keeping the whole page for later takes its time: files that are about it ask for it. */
  readonly keeping: 'allow' | 'block';
  /** Flags of the server. */
  readonly flags: readonly string[];
  /** One a test: nobody meets those of another, and every list is its own. */
  readonly server: RunningServer;
  /** A new person: own browser profile, own name. */
  readonly person: (name: string, options?: PersonOptions) => Promise<Page>;
}

interface PersonOptions extends BrowserContextOptions {
  readonly at?: string;
}

export const test = base.extend<Fixtures>({
  flags: [[], { option: true }],
  server: async ({ flags }, use) => {
    const server = await startServer(flags);
    await use(server);
    await server.stop();
  },
  motion: ['no-preference', { option: true }],
  keeping: ['block', { option: true }],
  person: async ({ browser, server, motion, keeping }, use) => {
    const pages: Page[] = [];
    await use(async (name, options = {}) => {
      const habits = { reducedMotion: motion, serviceWorkers: keeping };
      const page = await arrive(browser, name, server.url, { ...habits, ...options });
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.context().close()));
  },
});

async function arrive(
  browser: Browser,
  name: string,
  url: string,
  options: PersonOptions,
): Promise<Page> {
  const { at = url, ...context } = options;
  const profile = await browser.newContext({ baseURL: at, ...context });
  await profile.addInitScript((given) => {
    localStorage['fourfall.name'] ??= JSON.stringify(given);
    // Who has a name has been here before.
    localStorage['fourfall.visited'] ??= 'true';
  }, name);
  return profile.newPage();
}

export { expect };

/** Clicks a column, as a hand would. */
export async function dropIn(page: Page, number: number): Promise<void> {
  await page.locator(`[role=gridcell][data-column="${number - 1}"][data-row="3"]`).click();
}

/** What is in a cell, columns and rows counted from 1 at the bottom left. */
export function cell(page: Page, column: number, row: number) {
  return page.locator(`[role=gridcell][data-column="${column - 1}"][data-row="${row - 1}"]`);
}

export async function expectDisc(
  page: Page,
  column: number,
  row: number,
  what: string,
): Promise<void> {
  const marks = '(, last disc)?(, winning)?';
  await expect(cell(page, column, row)).toHaveAccessibleName(
    new RegExp(`^column ${column}, row ${row}, ${what}${marks}$`, 'u'),
  );
}

/** Drops discs one after the other, each when the last has landed: two at once would be a slip of the hand. */
export async function dropAll(page: Page, columns: string): Promise<void> {
  for (const digit of columns) {
    const before = await discs(page);
    await restHand(page);
    await dropIn(page, Number(digit));
    await expect.poll(() => discs(page)).toBe(before + 1);
  }
}

/** Waits for longer than a double click. */
export async function restHand(page: Page): Promise<void> {
  await page.waitForTimeout(400);
}

export async function discs(page: Page): Promise<number> {
  const labels = await page
    .locator('[role=gridcell]')
    .evaluateAll((cells) => cells.map((it) => it.getAttribute('aria-label') ?? ''));
  return labels.filter((it) => !it.endsWith('empty')).length;
}

export const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** A phone, held upright. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const;

export type Clock = '60 seconds' | 'Unlimited';

/** Two people find each other. The one who came first is the first of the two, and starts. */
export async function pair(first: Page, second: Page, clock?: Clock): Promise<void> {
  for (const page of [first, second]) {
    await page.goto('/play');
    if (clock !== undefined) await page.getByText(clock, { exact: true }).click();
    await page.getByRole('button', { name: 'Find an opponent' }).click();
    if (page === first) await expect(title(page)).toHaveText('Looking for an opponent');
  }
  await expect(page1(first)).toBeVisible();
  await expect(page1(second)).toBeVisible();
}

/** Opens an invitation, and says its code. */
export async function hostCode(host: Page): Promise<string> {
  await host.goto('/play');
  await host.getByRole('button', { name: 'Invite a friend' }).click();
  await expect(title(host)).toHaveText('Waiting for your friend');
  return (await host.getByTestId('code').textContent()) ?? '';
}

/** Follows an invitation into the game. */
export async function openInvitation(guest: Page, code: string): Promise<void> {
  await guest.goto(`/play/${code}`);
  await guest.getByRole('button', { name: 'Join the game' }).click();
  await expect(page1(guest)).toBeVisible();
}

const page1 = (page: Page) => page.getByRole('grid');

/** Plays columns 1 to 7 in turn. Each waits for their turn, as people do. */
export async function playOut(players: readonly [Page, Page], moves: string): Promise<void> {
  for (const [ply, digit] of [...moves].entries()) {
    const page = ply % 2 === 0 ? players[0] : players[1];
    await expect(title(page)).toHaveText('Your turn');
    await dropIn(page, Number(digit));
    await expect(title(page)).not.toHaveText('Your turn');
  }
}
