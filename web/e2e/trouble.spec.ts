import { layCable } from './cable';
import { discs, dropIn, expect, expectDisc, pair, playOut, test, title } from './play';

test.use({ motion: 'reduce' });

test('a cut connection is said, and comes back by itself', async ({ person, server }) => {
  const cable = await layCable(server.url);
  const ada = await person('Ada', { at: cable.url });
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '44');

  cable.pull();
  await expect(
    ada.getByText('Connection lost. Trying to come back; your game is safe.'),
  ).toBeVisible();
  await expect(ada.getByTestId('assertive')).toHaveText('Connection lost. Trying to come back.');
  await expect(bo.getByText('Ada lost the connection.', { exact: false }).first()).toBeVisible();
  await expect(bo.getByText(/away, \d+ s left/u)).toBeVisible();

  cable.plug();
  await expect(ada.getByText('Choose a column.')).toBeVisible();
  await expect(bo.getByText(/away/u)).toBeHidden();
  await playOut([ada, bo], '33');
  await expectDisc(ada, 3, 2, 'yellow');
  await cable.close();
});

test('a move whose answer was lost is sent again and played once', async ({ person, server }) => {
  const cable = await layCable(server.url);
  const ada = await person('Ada', { at: cable.url });
  const bo = await person('Bo');
  await pair(ada, bo);

  cable.muffle();
  await dropIn(ada, 4);
  await expect(ada.getByText('Sending your disc…')).toBeVisible();
  await expectDisc(bo, 4, 1, 'red');
  cable.pull();
  cable.plug();
  await expect(title(ada)).toHaveText('Bo’s turn');
  expect(await discs(ada)).toBe(1);
  expect(await discs(bo)).toBe(1);
  await cable.close();
});

test('a move that never arrived is sent again', async ({ person, server }) => {
  const cable = await layCable(server.url);
  const ada = await person('Ada', { at: cable.url });
  const bo = await person('Bo');
  await pair(ada, bo);

  cable.deafen();
  await dropIn(ada, 4);
  await expect(ada.getByText('Sending your disc…')).toBeVisible();
  cable.pull();
  await expect(ada.getByText(/Connection lost/u).first()).toBeVisible();
  expect(await discs(bo)).toBe(0);
  cable.plug();
  await expectDisc(bo, 4, 1, 'red');
  await expect(title(ada)).toHaveText('Bo’s turn');
  await cable.close();
});

test('a disc dropped while the connection is lost is kept, and played once it is back', async ({
  person,
  server,
}) => {
  const cable = await layCable(server.url);
  const ada = await person('Ada', { at: cable.url });
  const bo = await person('Bo');
  await pair(ada, bo);

  cable.pull();
  await expect(ada.getByText(/Connection lost/u).first()).toBeVisible();
  await dropIn(ada, 4);
  await expect(
    ada.getByText('Connection lost. Your disc is kept, and played when the connection is back.'),
  ).toBeVisible();
  expect(await discs(bo)).toBe(0);
  cable.plug();
  await expectDisc(bo, 4, 1, 'red');
  await expect(title(ada)).toHaveText('Bo’s turn');
  expect(await discs(ada)).toBe(1);
  await cable.close();
});

test('the server is killed and comes back: the game goes on', async ({ person, server }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '44');
  await server.restart();
  await expect(ada.getByText('Choose a column.')).toBeVisible({ timeout: 20_000 });
  expect(await discs(ada)).toBe(2);
  await playOut([ada, bo], '33');
  await expectDisc(ada, 3, 2, 'yellow');
});

test('a second tab takes the seat, and the first can take it back', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  const second = await ada.context().newPage();
  await second.goto('/play');
  await expect(title(second)).toHaveText('Your turn');
  await expect(title(ada)).toHaveText('This game is open in another tab');
  await ada.getByRole('button', { name: 'Play here' }).click();
  await expect(title(ada)).toHaveText('Your turn');
  await expect(title(second)).toHaveText('This game is open in another tab');
  await playOut([ada, bo], '44');
});

test.describe('while the server is away', () => {
  test('pages say so, and try again when asked', async ({ person, server }) => {
    const cable = await layCable(server.url);
    const ada = await person('Ada', { at: cable.url });
    await ada.goto('/');
    cable.pull();
    await ada.getByRole('link', { name: 'Same device' }).click();
    // Nothing of the page is left to load from a server that is away.
    await expect(title(ada)).toHaveText('The server is away');
    cable.plug();
    await ada.getByRole('button', { name: 'Try again' }).click();
    await expect(title(ada)).toHaveText('Red’s turn');
    await cable.close();
  });
});
