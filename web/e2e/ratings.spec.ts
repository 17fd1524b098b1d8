/** Ratings: beside names, after a game, on a player's page, and in the leaderboard. */
import { serious } from './axe';
import { expect, hostCode, openInvitation, pair, playOut, test, title } from './play';

test.use({ motion: 'reduce' });

test('a rated game says both ratings and how they changed', async ({ person }) => {
  test.slow();
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  for (const page of [ada, bo]) {
    await expect(page.getByText('1500?')).toHaveCount(2);
    await expect(page.getByText('guest', { exact: true })).toHaveCount(2);
  }
  await playOut([ada, bo], '4455667');
  await expect(title(ada)).toHaveText('YOU WON');
  const won = /^You\s1\d{3}\? ▲ \+\d+\sBo\s1\d{3}\? ▼ −\d+$/u;
  const lost = /^You\s1\d{3}\? ▼ −\d+\sAda\s1\d{3}\? ▲ \+\d+$/u;
  await expect(ada.getByTestId('ratings')).toHaveText(won, { useInnerText: true });
  await expect(bo.getByTestId('ratings')).toHaveText(lost, { useInnerText: true });
  await expect(ada.getByText('1500?'), 'the names have the new ratings').toHaveCount(0);
  expect(await serious(ada)).toEqual([]);

  await bo.getByRole('button', { name: 'Rematch' }).click();
  await ada.getByRole('button', { name: 'Play again' }).click();
  await expect(title(bo)).toHaveText('Your turn');
  await expect(ada.getByTestId('ratings'), 'nothing while the next is played').toHaveCount(0);
});

test('a game with a friend changes no rating, and says none', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const code = await hostCode(ada);
  await openInvitation(bo, code);
  await playOut([ada, bo], '4455667');
  await expect(title(ada)).toHaveText('YOU WON');
  await expect(ada.getByTestId('ratings')).toHaveCount(0);
});

test('the leaderboard is chosen by clock and time, and the address keeps it', async ({
  person,
}) => {
  test.slow();
  const ada = await person('Ada');
  await ada.goto('/leaderboard?preset=duel&period=week');
  await expect(ada.getByRole('radio', { name: '60 seconds' })).toBeChecked();
  await expect(ada.getByRole('radio', { name: 'Last 7 days' })).toBeChecked();
  await expect(ada.getByText('Nobody has played that many yet.')).toBeVisible();
  const bo = await person('Bo');
  await pair(ada, bo, '60 seconds');
  // Who starts is drawn by lot.
  const starts = title(ada).getByText('Your turn');
  await expect(title(ada)).toHaveText(/turn$/u);
  await playOut((await starts.isVisible()) ? [ada, bo] : [bo, ada], '4455667');
  await expect(ada.getByTestId('ratings')).toContainText('▲');

  await bo.goto('/leaderboard?preset=duel');
  await expect(bo.locator('td.rating')).toHaveCount(2);
  await expect(bo.getByText('ten rated games of this kind against four')).toBeVisible();
  await bo.getByRole('radio', { name: 'Unlimited' }).check();
  await expect(bo).toHaveURL(/\/leaderboard\?preset=classic$/u);
  await expect(bo.locator('td.rating')).toHaveCount(0);
  await expect(bo.getByText('You could be the first!')).toBeVisible();
  await bo.getByRole('radio', { name: 'All', exact: true }).check();
  await bo.getByRole('radio', { name: 'Last 7 days' }).check();
  await expect(bo).toHaveURL(/\/leaderboard\?period=week$/u);
  await expect(bo.locator('td.rating')).toHaveCount(2);
  expect(await serious(bo)).toEqual([]);
  await bo.getByRole('link', { name: 'Ada' }).click();
  await expect(title(bo)).toHaveText('Ada');
  await expect(bo.getByText(/^Most likely between \d+ and \d+\./u)).toBeVisible();
  await bo.goBack();
  await expect(bo.getByRole('radio', { name: 'Last 7 days' })).toBeChecked();
});
