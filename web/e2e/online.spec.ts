import { cell, discs, dropIn, expect, expectDisc, pair, playOut, test, title } from './play';

test.use({ motion: 'reduce' });

const FOUR_UP = '1212121';
const FULL_BOARD = '765166733316344522276176717242151344354255';

test('two strangers find each other and play to four in a row', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);

  await expect(title(ada)).toHaveText('Your turn');
  await expect(title(bo)).toHaveText('Ada’s turn');
  await playOut([ada, bo], FOUR_UP);

  await expect(title(ada)).toHaveText('YOU WON');
  await expect(title(bo)).toHaveText('YOU LOST');
  await expect(ada.getByText('Four in a row.', { exact: true })).toBeVisible();
  for (const page of [ada, bo]) {
    await expectDisc(page, 1, 4, 'red');
    await expectDisc(page, 2, 3, 'yellow');
    expect(await discs(page)).toBe(7);
    await expect(page.getByTestId('assertive')).toContainText('on.');
  }

  await test.step('the game is in both records', async () => {
    await ada.getByRole('link', { name: 'Your games' }).first().click();
    await expect(title(ada)).toHaveText('Your games');
    await expect(ada.locator('dl')).toContainText(/1\s*Won|Won\s*1/u);
    await expect(ada.getByRole('main').getByText('four in a row')).toBeVisible();
    await bo.getByRole('link', { name: 'Leaderboard' }).first().click();
    await expect(bo.getByRole('rowheader', { name: 'Ada' })).toBeVisible();
    await bo.getByRole('link', { name: 'Ada' }).click();
    await expect(title(bo)).toHaveText('Ada');
  });
});

test('a full board is a draw', async ({ person }) => {
  test.slow();
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo, 'Unlimited');
  await playOut([ada, bo], FULL_BOARD);
  for (const page of [ada, bo]) {
    await expect(title(page)).toHaveText('DRAW');
    await expect(
      page.getByText('The board is full and nobody has four.', { exact: true }),
    ).toBeVisible();
    expect(await discs(page)).toBe(42);
  }
});

test('one resigns, after being asked whether they mean it', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '44');
  await bo.getByRole('button', { name: 'Resign' }).click();
  const question = bo.getByRole('dialog', { name: 'Give up this game?' });
  await question.getByRole('button', { name: 'Play on' }).click();
  await expect(title(ada)).toHaveText('Your turn');
  await bo.getByRole('button', { name: 'Resign' }).click();
  await question.getByRole('button', { name: 'Resign' }).click();
  await expect(title(ada)).toHaveText('YOU WON');
  await expect(ada.getByText('Bo resigned.', { exact: true })).toBeVisible();
  await expect(bo.getByText('You resigned.', { exact: true })).toBeVisible();
});

test('a full column and the wrong turn are explained, not played', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await dropIn(bo, 4);
  await expect(bo.getByRole('alert')).toHaveText('It is Ada’s turn.');
  await playOut([ada, bo], '444444');
  await expect(title(ada)).toHaveText('Your turn');
  await dropIn(ada, 4);
  await expect(ada.getByRole('alert')).toHaveText('Column 4 is full.');
  expect(await discs(ada)).toBe(6);
  await expectDisc(bo, 4, 6, 'yellow');
});

test('a rematch swaps the colours; a second one is declined', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], FOUR_UP);
  await ada.getByRole('button', { name: 'Rematch' }).click();
  await expect(ada.getByText('Waiting for Bo to say yes…').first()).toBeVisible();
  await bo.getByRole('button', { name: 'Play again' }).click();
  await expect(title(bo)).toHaveText('Your turn');
  await playOut([bo, ada], '44');
  await expectDisc(ada, 4, 1, 'red');

  await ada.getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await bo.getByRole('button', { name: 'Rematch' }).click();
  await ada.getByRole('button', { name: 'No, thanks' }).click();
  await expect(bo.getByText('Ada does not want a rematch.').first()).toBeVisible();
  await bo.getByRole('button', { name: 'Back to the lobby' }).click();
  await expect(title(bo)).toHaveText('Play somebody');
});

test('looking can be stopped', async ({ person }) => {
  const ada = await person('Ada');
  await ada.goto('/');
  await ada.getByRole('button', { name: 'Play online' }).click();
  await expect(title(ada)).toHaveText('Looking for an opponent');
  await ada.getByRole('button', { name: 'Stop looking' }).click();
  await expect(title(ada)).toHaveText('Play somebody');
});

test('somebody watches, is counted, and sees every disc', async ({ person }) => {
  const ada = await person('Wanda');
  const bo = await person('Walt');
  const cy = await person('Cy');
  await pair(ada, bo);
  await playOut([ada, bo], '44');
  await cy.goto('/watch');
  await cy.getByRole('link', { name: /Wanda.*Walt/su }).click();
  await expect(title(cy)).toHaveText('Wanda to move');
  await expectDisc(cy, 4, 2, 'yellow');
  await expect(cy.getByTestId('spectators')).toHaveText('1 watching');
  await expect(ada.getByText('1 watching')).toBeVisible();

  await playOut([ada, bo], '5');
  await expectDisc(cy, 5, 1, 'red');
  await cell(cy, 1, 1).click();
  expect(await discs(cy)).toBe(3);

  await ada.getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(title(cy)).toHaveText('Walt won');
  await cy.getByRole('link', { name: 'Replay' }).click();
  await expect(cy).toHaveURL(/\/game\//u);
});
