/** Invitations, from both ends. */
import { discs, expect, hostCode, openInvitation, pair, playOut, test, title } from './play';

test.use({ motion: 'reduce' });

test('says who invites and by which rules; both play; the link is the address', async ({
  person,
}) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await ada.goto('/');
  await ada.getByRole('button', { name: 'Change clock' }).click();
  await ada.getByText('60 seconds', { exact: true }).click();
  await ada.getByRole('button', { name: 'Invite a friend' }).click();
  await expect(title(ada)).toHaveText('Waiting for your friend');
  await expect(ada).toHaveURL(/\/play\/[A-Z0-9]{6}$/u);
  await expect(
    ada.getByText(/60 seconds for every move\..*Open for \d+ minutes more\./u),
  ).toBeVisible();
  await expect(ada.getByRole('img', { name: 'QR code of the invitation' })).toBeVisible();

  await bo.goto(new URL(ada.url()).pathname);
  await expect(title(bo)).toHaveText('Ada invites you to a game');
  await expect(bo.getByText('60 seconds for every move.')).toBeVisible();
  await bo.getByRole('button', { name: 'Join the game' }).click();
  await expect(ada.getByRole('grid')).toBeVisible();
  await expect(bo.getByRole('grid')).toBeVisible();
  await expect(ada).toHaveURL(/\/play$/u);
});

test('by the code, in small letters; a wrong code is explained', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const code = await hostCode(ada);
  await bo.goto('/play');
  await bo.getByLabel('A friend gave you a code?').fill('222222');
  await bo.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(title(bo)).toHaveText('This invitation has ended');
  await bo.getByRole('button', { name: 'Play somebody else' }).click();
  await bo.getByLabel('A friend gave you a code?').fill(code.toLowerCase());
  await bo.getByRole('button', { name: 'Join', exact: true }).click();
  await bo.getByRole('button', { name: 'Join the game' }).click();
  await expect(title(ada)).toHaveText('Your turn');
});

test('a full invitation offers to watch, a played one to see the game', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const cy = await person('Cy');
  const code = await hostCode(ada);
  await openInvitation(bo, code);
  await playOut([ada, bo], '12');
  await cy.goto(`/play/${code}`);
  await expect(title(cy)).toHaveText('This game has begun');
  await cy.getByRole('button', { name: 'Watch the game' }).click();
  await expect(title(cy)).toHaveText('Ada to move');
  expect(await discs(cy)).toBe(2);
  await playOut([ada, bo], '12121');
  await expect(title(cy)).toHaveText('Ada won');
  await cy.goto(`/play/${code}`);
  await expect(title(cy)).toHaveText('This game is over');
  await cy.getByRole('link', { name: 'See the game' }).click();
  await expect(title(cy)).toHaveText('Ada won');
});

test('two come at once: one plays, the other is offered to watch', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const cy = await person('Cy');
  const code = await hostCode(ada);
  for (const page of [bo, cy]) {
    await page.goto(`/play/${code}`);
    await expect(title(page)).toHaveText('Ada invites you to a game');
  }
  await bo.getByRole('button', { name: 'Join the game' }).click();
  await expect(title(ada)).toHaveText('Your turn');
  await cy.getByRole('button', { name: 'Join the game' }).click();
  await expect(title(cy)).toHaveText('This game has begun');
});

test('"never mind" really cancels', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const code = await hostCode(ada);
  await bo.goto(`/play/${code}`);
  await expect(title(bo)).toHaveText('Ada invites you to a game');
  await ada.getByRole('button', { name: 'Never mind' }).click();
  await expect(title(ada)).toHaveText('Play somebody');
  await expect(ada).toHaveURL(/\/play$/u);
  await bo.getByRole('button', { name: 'Join the game' }).click();
  await expect(title(bo)).toHaveText('This invitation has ended');
  await ada.reload();
  await expect(title(ada)).toHaveText('Play somebody');
});

test('an invitation opened during another game asks what to do', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const cy = await person('Cy');
  const code = await hostCode(cy);
  await pair(ada, bo);
  await playOut([ada, bo], '44');
  await ada.goto(`/play/${code}`);
  await expect(title(ada)).toHaveText('You are playing Bo');
  await expect(ada.getByText('Cy invites you to another game.', { exact: false })).toBeVisible();
  await ada.getByRole('button', { name: 'Back to my game' }).click();
  await expect(title(ada)).toHaveText('Your turn');
  await ada.goto(`/play/${code}`);
  await ada.getByRole('button', { name: 'Resign and join' }).click();
  await expect(title(cy)).toHaveText('Your turn');
  await expect(title(ada)).toHaveText('Cy’s turn');
  await expect(title(bo)).toHaveText('YOU WON');
});

test('home, and "invite" again, is the same invitation', async ({ person }) => {
  const ada = await person('Ada');
  const code = await hostCode(ada);
  await ada.getByRole('link', { name: 'Fourfall, home' }).click();
  await expect(ada.getByRole('complementary')).toContainText('Waiting for your friend');
  await ada.getByRole('button', { name: 'Invite a friend' }).click();
  await expect(ada.getByTestId('code')).toHaveText(code);
});

test('the friend’s arrival is told by the title, and the board is there', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const code = await hostCode(ada);
  await expect(ada).toHaveTitle('Waiting for your friend · Fourfall');
  await ada.getByRole('link', { name: 'Fourfall, home' }).click();
  await openInvitation(bo, code);
  await expect(title(ada)).toHaveText('Your turn');
  await expect(ada).toHaveTitle('● Your move · Fourfall');
});

test('a share sheet that is closed is no failure', async ({ person }) => {
  const ada = await person('Ada', { hasTouch: true, isMobile: true });
  await ada.addInitScript(() => {
    Reflect.set(navigator, 'share', () =>
      Promise.reject(new DOMException('cancelled', 'AbortError')),
    );
  });
  await hostCode(ada);
  await ada.getByRole('button', { name: 'Share the link' }).click();
  await expect(ada.getByText('Could not copy')).toHaveCount(0);
  await expect(ada.getByRole('button', { name: 'Share the link' })).toBeVisible();
});
