/** Against the computer: the acceptance rows of the solo document, and every level to the end. */
import type { Page } from '@playwright/test';
import { discs, dropIn, expect, expectDisc, test, title } from './play';

const OVER = /You won|Computer won|A draw/u;

async function open(page: Page): Promise<void> {
  await page.goto('/solo');
  await expect(title(page)).toHaveText('Your turn');
}

async function choose(page: Page, group: string, option: string): Promise<void> {
  await page.getByRole('group', { name: group }).getByText(option, { exact: true }).click();
}

/** Columns that have room, from 1, nearest the middle first. */
async function openColumns(page: Page): Promise<number[]> {
  const tops = await page
    .locator('[role=gridcell][data-row="5"]')
    .evaluateAll((cells) => cells.map((it) => it.getAttribute('aria-label') ?? ''));
  const free = tops.flatMap((label, index) => (label.endsWith('empty') ? [index + 1] : []));
  return free.toSorted((a, b) => Math.abs(a - 4) - Math.abs(b - 4));
}

async function playToTheEnd(page: Page): Promise<void> {
  for (let ply = 0; ply < 42; ply += 1) {
    await expect(title(page)).toHaveText(/Your turn|You won|Computer won|A draw/u);
    if (OVER.test((await title(page).textContent()) ?? '')) return;
    const before = await discs(page);
    const columns = await openColumns(page);
    await dropIn(page, columns[ply % columns.length] ?? 1);
    await expect.poll(() => discs(page)).toBeGreaterThan(before);
  }
}

test('starts as the document says: an empty board, black, the human’s turn', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  expect(await discs(page)).toBe(0);
  await expect(page.getByText('You play black. Choose a column.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restart' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Medium' })).toBeChecked();
});

test('a disc in a valid column: board updated, turn passes, the computer is seen to think and answers within 2 s', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  await dropIn(page, 4);
  await expectDisc(page, 4, 1, 'black');
  await expect(page.getByTestId('thinking')).toBeVisible();
  await expect(title(page)).toHaveText('Computer is thinking');
  await expect(title(page)).toHaveText('Your turn', { timeout: 2_000 });
  expect(await discs(page)).toBe(2);
  await expect(page.getByTestId('polite')).toHaveText(/Computer: column \d, row \d\. Your turn\./u);
});

for (const level of ['Easy', 'Medium', 'Hard', 'Perfect']) {
  test(`${level} plays to the end, and the game can be restarted`, async ({ person }) => {
    test.slow();
    const page = await person('Ada');
    await open(page);
    await choose(page, 'Difficulty', level);
    await expect(page.getByText(level.toLowerCase(), { exact: true })).toBeVisible();
    await expect(title(page)).toHaveText('Your turn');
    await playToTheEnd(page);
    await expect(title(page)).toHaveText(OVER);
    await expect(page.getByTestId('assertive')).toHaveText(OVER);
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect(title(page)).toHaveText('Your turn');
    expect(await discs(page)).toBe(0);
  });
}

for (const level of ['Medium', 'Hard']) {
  test(`${level} blocks three in a column`, async ({ person }) => {
    const page = await person('Ada');
    await open(page);
    await choose(page, 'Difficulty', level);
    await expect(page.getByText(level.toLowerCase(), { exact: true })).toBeVisible();
    await expect(title(page)).toHaveText('Your turn');
    // Three in the column of the edge; the computer has to answer on top of the third.
    for (const row of [1, 2, 3]) {
      const label = await page
        .locator(`[role=gridcell][data-column="6"][data-row="${row - 1}"]`)
        .getAttribute('aria-label');
      if (label?.endsWith('empty') !== true) return;
      await dropIn(page, 7);
      await expect(title(page)).toHaveText('Your turn');
    }
    await expectDisc(page, 7, 4, 'white');
  });
}

test('the computer can start', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await choose(page, 'Who starts', 'Computer');
  await expect.poll(() => discs(page)).toBe(1);
  await expect(title(page)).toHaveText('Your turn');
  const white = page.locator('[role=gridcell][aria-label$="white"]');
  await expect(white).toHaveCount(1);
});

test('a reload takes the game up again', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await dropIn(page, 4);
  await expect.poll(() => discs(page)).toBe(2);
  await page.reload();
  await expect(title(page)).toHaveText('Your turn');
  expect(await discs(page)).toBe(2);
  await expectDisc(page, 4, 1, 'black');
});

test('difficulty can be changed in the middle, and counts from the next game on', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  await dropIn(page, 4);
  await expect.poll(() => discs(page)).toBe(2);
  await choose(page, 'Difficulty', 'Easy');
  await expect(page.getByText('Counts from the next game on.')).toBeVisible();
  expect(await discs(page)).toBe(2);
});

test('is there within a second of being asked for', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await page.reload({ waitUntil: 'load' });
  const ms = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    const load = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
    return Math.max(load, paint?.startTime ?? 0);
  });
  expect(ms).toBeLessThan(1_000);
});
