/** The account page, and what one can do about other people. */
import { serious } from './axe';
import { expect, pair, playOut, test, title } from './play';

const PASSWORD = 'four blue discs in a row';

test('a guest keeps the name, logs in elsewhere, logs out, and deletes it', async ({ person }) => {
  test.slow();
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '4455667');
  await expect(title(ada)).toHaveText('YOU WON');

  await ada.goto('/account');
  const claim = ada.locator('form', { hasText: 'Keep your name' });
  await claim.getByLabel('Name').fill('Ada Lovelace');
  await claim.getByLabel('Password').fill('short');
  await claim.getByRole('button', { name: 'Claim this name' }).click();
  await expect(claim.getByRole('status')).toContainText('at least 10 characters');
  await claim.getByLabel('Password').fill(PASSWORD);
  await claim.getByRole('button', { name: 'Claim this name' }).click();
  await expect(ada.getByRole('listitem').filter({ has: ada.locator('code') })).toHaveCount(8);
  await expect(ada.getByText('You are Ada Lovelace.')).toBeVisible();
  expect(await serious(ada)).toEqual([]);
  await ada.reload();
  await expect(ada.getByText('You are Ada Lovelace.')).toBeVisible();
  await expect(ada.locator('code'), 'the codes are shown once').toHaveCount(0);

  const phone = await person('Somebody');
  await phone.goto('/account');
  const login = phone
    .locator('form')
    .filter({ has: phone.getByRole('button', { name: 'Log in', exact: true }) });
  await login.getByLabel('Name').fill('ada lovelace');
  await login.getByLabel('Password').fill('not the password');
  await login.getByRole('button').click();
  await expect(login.getByRole('status')).not.toBeEmpty();
  await login.getByLabel('Password').fill(PASSWORD);
  await login.getByRole('button').click();
  await expect(phone.getByText('You are Ada Lovelace.')).toBeVisible();
  await phone.goto('/history');
  await expect(phone.getByRole('link', { name: /Ada.*won.*Bo/su })).toBeVisible();

  await phone.goto('/account');
  await phone.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(phone.getByRole('listitem').filter({ hasText: 'this one' })).toHaveCount(1);
  await ada.reload();
  await expect(ada.locator('form', { hasText: 'Lost the password?' })).toBeVisible();

  const download = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Download everything as JSON' }).click();
  expect((await download).suggestedFilename()).toBe('fourfall.json');
  const remove = phone.locator('form', { hasText: 'Delete the account' });
  await remove.getByLabel('Your password, once more').fill(PASSWORD);
  await remove.getByRole('button').click();
  await expect(phone.locator('form', { hasText: 'Lost the password?' })).toBeVisible();
  await bo.goto('/history');
  await expect(bo.getByRole('link', { name: /deleted.*won.*Bo/su })).toBeVisible();
});

test('a rating has a graph; somebody can be blocked and reported', async ({ person }) => {
  test.slow();
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '4455667');
  await expect(title(bo)).toHaveText('YOU LOST');
  await bo.goto('/leaderboard');
  await bo.getByRole('main').getByRole('link', { name: 'Ada' }).click();
  await expect(
    bo.getByRole('figure', {
      name: /^Rating, game by game\. From 1500 to 1\d\d\d in 1 rated game\.$/u,
    }),
  ).toBeVisible();
  await bo.getByText('You and Ada').click();
  await bo.getByRole('button', { name: 'Never pair me with them again' }).click();
  await expect(bo.getByText('You will not be paired with them any more.')).toBeVisible();
  await bo.getByLabel('What happened?').fill('Rude in the opening');
  await bo.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(bo.getByText('Thank you. The operators will look at it.')).toBeVisible();
  expect(await serious(bo)).toEqual([]);
  await bo.reload();
  await bo.getByText('You and Ada').click();
  await bo.getByRole('button', { name: 'Pair me with them again' }).click();
  await expect(bo.getByRole('button', { name: 'Never pair me with them again' })).toBeVisible();
});
