/** Lists: the boards in miniature, each player's discs, the order they claim; and the page for programmers. */
import { serious } from './axe';
import { expect, pair, playOut, test, title } from './play';

test('a live game is in the list with its board; a finished one with its discs', async ({
  person,
}) => {
  test.slow();
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '4455');
  const cy = await person('Cy');
  await cy.goto('/watch');
  const live = cy.getByRole('main').getByRole('link', { name: /Ada.*Bo.*4 discs/su });
  await expect(live).toBeVisible();
  await expect(live.locator('svg path')).toHaveCount(3);
  await cy.goto('/');
  const featured = cy.getByTestId('featured');
  await expect(featured.getByRole('img', { name: 'The board of Ada against Bo' })).toBeVisible();
  await featured.getByRole('link', { name: 'Try it yourself' }).click();
  await expect(cy).toHaveURL(/\/analysis\/4455$/u);
  await cy.goBack();
  await featured.getByRole('link', { name: 'Watch', exact: true }).click();
  await expect(cy).toHaveURL(/\/watch\/\w+$/u);
  await playOut([ada, bo], '667');
  await cy.goto('/');
  const finished = cy.getByRole('link', { name: /Ada.*won.*4 discs.*Bo.*3 discs/su });
  await expect(finished).toBeVisible();
  await finished.click();
  await expect(title(cy)).toHaveText('Ada won');
  await cy.goto('/leaderboard');
  const ratings = cy.locator('td.rating');
  await expect(ratings).toHaveCount(2);
  const shown = (await ratings.allTextContents()).map((it) => Number.parseInt(it, 10));
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
});

test('the page for programmers looks like the rest, leads back, and its examples run', async ({
  person,
  server,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await person('Ada', { at: server.url, colorScheme });
    await page.goto('/');
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const home = await paper();
    await page.goto('/docs');
    await expect(title(page)).toHaveText('For programmers');
    await expect(page.locator('article').first()).toBeVisible();
    expect(await paper()).toBe(home);
    const analyze = page.locator('article', { hasText: '/v1/analyze' });
    await expect(analyze.getByLabel('In a terminal')).toContainText('curl');
    await analyze.getByRole('button', { name: 'Run it' }).click();
    await expect(analyze.locator('pre[aria-live]')).toContainText('"bestColumns"');
    const rooms = page.locator('article', { has: page.locator('h2', { hasText: '/v1/rooms' }) });
    await rooms.getByRole('button', { name: 'Run it' }).click();
    await expect(rooms.locator('pre[aria-live]')).toContainText('"rooms"');
    expect(await serious(page)).toEqual([]);
    await page.getByRole('link', { name: 'Fourfall, home' }).click();
    await expect(page).toHaveURL(/\/$/u);
  }
});
