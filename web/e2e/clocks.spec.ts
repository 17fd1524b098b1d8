/** Every end that time brings, with the server's patience cut short. */
import { discs, expect, pair, playOut, test, title } from './play';

test.use({
  motion: 'reduce',
  flags: [
    '--turn-seconds',
    '4',
    '--reconnect-seconds',
    '4',
    '--afk-seconds',
    '6',
    '--afk-warn-seconds',
    '4',
  ],
});

test('duel: green and red, lots decide, and a minute that runs out loses', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo, '60 seconds');
  const adaStarts = (await title(ada).textContent()) === 'Your turn';
  const [starter, waiter] = adaStarts ? [ada, bo] : [bo, ada];
  await expect(starter.getByRole('timer').first()).toHaveText(/0:0[1-4]/u);
  await expect(title(waiter)).toHaveText('YOU WON');
  await expect(title(starter)).toHaveText('YOU LOST');
  await expect(starter.getByText('You ran out of time.', { exact: true })).toBeVisible();
});

test('live: who sleeps is warned, and waking up in time saves the game', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await expect(ada.getByText(/Move within\s+\d\s+seconds\./u)).toBeVisible();
  await expect(ada.getByTestId('assertive')).toHaveText('Move soon, or you lose.');
  await expect(bo.getByText(/Ada has to move within/u)).toBeVisible();
  await playOut([ada, bo], '4');
  await expect(bo.getByText('Choose a column.')).toBeVisible();
  await expect(title(ada)).toHaveText('YOU WON');
  await expect(ada.getByText('Bo did not move for too long.', { exact: true })).toBeVisible();
});

test('who does not come back in time loses', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo, 'Unlimited');
  await playOut([ada, bo], '4');
  await ada.goto('about:blank');
  await expect(bo.getByText(/away, \d s left/u)).toBeVisible();
  await expect(title(bo)).toHaveText('YOU WON');
  await expect(bo.getByText('Ada did not come back in time.', { exact: true })).toBeVisible();
  // The wait is over, and so is its countdown.
  await expect(bo.getByText(/s left/u)).toHaveCount(0);
  expect(await discs(bo)).toBe(1);
});
