/** Waiting is never a dead end. */
import { discs, dropIn, expect, openInvitation, playOut, test, title } from './play';

test.use({ motion: 'reduce' });

test('says how long, who is here, and what one asked for', async ({ person }) => {
  const ada = await person('Ada');
  await ada.goto('/');
  await expect(ada.getByRole('button', { name: /Play online/u })).toContainText('No clock');
  await ada.getByRole('button', { name: 'Change clock' }).click();
  await ada.getByText('Unlimited', { exact: true }).click();
  await expect(ada.getByRole('button', { name: /Play online/u })).toContainText('Unlimited time');
  await ada.getByRole('button', { name: /Play online/u }).click();
  await expect(title(ada)).toHaveText('Looking for an opponent');
  await expect(ada.getByText(/Waiting for 0:0[1-9]/u)).toBeVisible();
  await expect(ada.getByTestId('crowd')).toHaveText(/here/u);
  await expect(ada.getByText('You asked for: Unlimited time.')).toBeVisible();
});

test('the computer plays meanwhile, and the board changes over when somebody comes', async ({
  person,
}) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await ada.goto('/play');
  await ada.getByRole('button', { name: 'Find an opponent' }).click();
  await ada.getByRole('link', { name: 'Play the computer' }).click();
  await expect(ada.getByRole('complementary')).toContainText(/Looking for an opponent, \d:\d\d/u);
  await expect(title(ada)).toHaveText('Your turn');
  await dropIn(ada, 4);
  await expect.poll(() => discs(ada)).toBe(2);

  await bo.goto('/play');
  await bo.getByRole('button', { name: 'Find an opponent' }).click();
  await expect(ada).toHaveURL(/\/play$/u);
  await expect(title(ada)).toHaveText('Your turn');
  expect(await discs(ada)).toBe(0);
  await playOut([ada, bo], '44');
});

test('instead of waiting: a friend', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await ada.goto('/play');
  await ada.getByRole('button', { name: 'Find an opponent' }).click();
  const offers = ada.getByRole('region', { name: 'Meanwhile' });
  await offers.getByRole('button', { name: 'Invite a friend' }).click();
  await expect(title(ada)).toHaveText('Waiting for your friend');
  await openInvitation(bo, (await ada.getByTestId('code').textContent()) ?? '');
  await expect(title(ada)).toHaveText('Your turn');
});

for (const level of ['Easy', 'Medium', 'Hard'] as const) {
  test(`instead of waiting: the ${level.toLowerCase()} bot`, async ({ person }) => {
    const ada = await person('Ada');
    await ada.goto('/play');
    await ada.getByRole('button', { name: 'Find an opponent' }).click();
    const offers = ada.getByRole('region', { name: 'Meanwhile' });
    await offers.getByRole('button', { name: level }).click();
    await expect(title(ada)).toHaveText('Your turn');
    await dropIn(ada, 4);
    await expect.poll(() => discs(ada)).toBe(2);
    await expect(ada.getByText('computer', { exact: true })).toBeVisible();
  });
}
