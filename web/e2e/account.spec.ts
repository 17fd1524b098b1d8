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

  await ada.getByRole('button', { name: 'Settings' }).click();
  await ada.getByRole('dialog').getByRole('link', { name: 'Your account' }).click();
  await expect(ada.getByRole('dialog')).toHaveCount(0);
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
  await expect(ada.getByRole('heading', { name: 'Lost the password?' })).toBeVisible();

  const download = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Download everything as JSON' }).click();
  expect((await download).suggestedFilename()).toBe('fourfall.json');
  const remove = phone.locator('form', { hasText: 'Delete the account' });
  await remove.getByLabel('Your password, once more').fill(PASSWORD);
  await remove.getByRole('button').click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(phone.getByText('You are Ada Lovelace.')).toBeVisible();
  await remove.getByRole('button').click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
  await expect(phone.getByRole('heading', { name: 'Lost the password?' })).toBeVisible();
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
  await bo.getByText('Block or report Ada').click();
  await bo.getByRole('button', { name: 'Never pair me with them again' }).click();
  await expect(bo.getByText('You will not be paired with them any more.')).toBeVisible();
  await bo.getByLabel('What happened?').fill('Rude in the opening');
  await bo.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(bo.getByText('Thank you. The operators will look at it.')).toBeVisible();
  expect(await serious(bo)).toEqual([]);
  await bo.reload();
  await bo.getByText('Block or report Ada').click();
  await bo.getByRole('button', { name: 'Pair me with them again' }).click();
  await expect(bo.getByRole('button', { name: 'Never pair me with them again' })).toBeVisible();
});

test('codes, passwords, devices, and people one has blocked', async ({ person }) => {
  test.slow();
  const ada = await person('Ada');
  const sent: string[] = [];
  ada.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(payload.toString()));
  });
  const bo = await person('Bo');
  await pair(ada, bo);
  const kept = await ada.evaluate(() => String(JSON.parse(localStorage['fourfall.deviceId'])));
  expect(kept).toHaveLength(36);
  expect(sent.find((it) => it.startsWith('40/connect4'))).toContain(`"device":"${kept}"`);

  await playOut([ada, bo], '4455667');
  // Straight from the game.
  await ada.getByText('Block or report Bo').click();
  await ada.getByRole('button', { name: 'Never pair me with them again' }).click();
  await expect(ada.getByText('You will not be paired with them any more.')).toBeVisible();
  await ada.getByLabel('What happened?').fill('Laughed');
  await ada.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(ada.getByText('Thank you. The operators will look at it.')).toBeVisible();

  await ada.goto('/account');
  await expect(ada.getByText('You play as a guest, under the name Ada.')).toBeVisible();
  const people = ada.locator('section', { hasText: 'People you have blocked' }).last();
  await expect(people.getByRole('link', { name: 'Bo' })).toBeVisible();
  await people.getByRole('button', { name: 'Unblock' }).click();
  await expect(people.getByText('Nobody. You can block somebody')).toBeVisible();

  const claim = ada.locator('form', { hasText: 'Keep your name' });
  await claim.getByLabel('Password').fill(PASSWORD);
  await claim.getByRole('button', { name: 'Claim this name' }).click();
  await expect(ada.locator('code')).toHaveCount(8);
  const code = (await ada.locator('code').first().textContent()) ?? '';
  await ada.getByRole('button', { name: 'I have written them down' }).click();
  await expect(ada.locator('code')).toHaveCount(0);

  const change = ada.locator('form', { hasText: 'Password so far' });
  await change.getByLabel('Password so far').fill(PASSWORD);
  await change.getByLabel('New password').fill('five red discs and a blue one');
  await change.getByRole('button').click();
  await expect(change.getByRole('status')).toContainText('The new password counts from now on.');

  const phone = await person('Somebody');
  await phone.goto('/account');
  const recover = phone.locator('form', { hasText: 'Lost the password?' });
  await recover.getByLabel('Name').fill('Ada');
  await recover.getByLabel('Recovery code').fill(code);
  await recover.getByLabel('New password').fill('six yellow discs on a wet day');
  await recover.getByRole('button').click();
  await expect(phone.getByText('You are Ada. 7 recovery codes are left.')).toBeVisible();
  await ada.reload();
  await expect(ada.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  const login = ada
    .locator('form')
    .filter({ has: ada.getByRole('button', { name: 'Log in', exact: true }) });
  await login.getByLabel('Name').fill('Ada');
  await login.getByLabel('Password').fill('six yellow discs on a wet day');
  await login.getByRole('button').click();
  await expect(ada.getByText('You are Ada.')).toBeVisible();
  await phone.reload();
  await phone.getByRole('button', { name: 'Log out there' }).click();
  await expect(phone.getByRole('button', { name: 'Log out there' })).toHaveCount(0);
  await phone.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'Lost the password?' })).toBeVisible();

  await phone.getByRole('link', { name: 'What we keep', exact: true }).click();
  await expect(title(phone)).toHaveText('What we keep, and for how long');
  expect(await serious(phone)).toEqual([]);
});

test('by keys alone: a name is claimed, and the account deleted', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '4455667');
  await ada.goto('/account');
  const claim = ada.locator('form', { hasText: 'Keep your name' });
  await claim.getByLabel('Name').focus();
  await ada.keyboard.press('Tab');
  await ada.keyboard.type(PASSWORD);
  await ada.keyboard.press('Enter');
  await expect(ada.locator('code')).toHaveCount(8);
  await ada.getByLabel('Your password, once more').last().focus();
  await ada.keyboard.type(PASSWORD);
  await ada.keyboard.press('Enter');
  const dialog = ada.getByRole('dialog', { name: 'Really delete the account?' });
  await expect(dialog).toBeVisible();
  expect(await serious(ada)).toEqual([]);
  await ada.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await ada.getByLabel('Your password, once more').last().press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await ada.keyboard.press('Tab');
  await ada.keyboard.press('Enter');
  await expect(ada.getByText('Play a game online first')).toBeVisible();
});
