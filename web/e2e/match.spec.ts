/** In a game and after it: attention, calling off, series, who is gone, who follows. */
import type { Page } from '@playwright/test';
import { discs, expect, hostCode, openInvitation, pair, playOut, test, title } from './play';

test.use({ motion: 'reduce' });

const icon = (page: Page) =>
  page.locator('link[rel=icon]').evaluate((it) => it.getAttribute('href') ?? '');

const buzzes = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'buzzes')));

test('one’s turn is in the title and the icon, on every page', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await expect(ada).toHaveTitle('● Your move · Fourfall');
  expect(await icon(ada)).toBe('/favicon-turn.svg');
  await expect(bo).toHaveTitle('Play · Fourfall');
  expect(await icon(bo)).toBe('/favicon.svg');
  await bo.getByRole('link', { name: 'Leaderboard' }).first().click();
  await expect(bo.getByRole('complementary')).toContainText('Your game against Ada: their move');
  await playOut([ada, bo], '4');
  await expect(bo.getByRole('complementary')).toContainText('Your game against Ada: your move');
  await expect(bo).toHaveTitle('● Your move · Fourfall');
  await expect.poll(() => icon(bo)).toBe('/favicon-turn.svg');
  await bo.getByRole('link', { name: 'Go to it' }).click();
  await expect(title(bo)).toHaveText('Your turn');
});

test('a phone vibrates when it is one’s turn, unless that is turned off', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  for (const page of [ada, bo]) {
    await page.addInitScript(() => {
      Reflect.set(window, 'buzzes', 0);
      Reflect.set(Navigator.prototype, 'vibrate', () => {
        Reflect.set(window, 'buzzes', Number(Reflect.get(window, 'buzzes')) + 1);
        return true;
      });
    });
  }
  await pair(ada, bo);
  const before = await buzzes(bo);
  await playOut([ada, bo], '4');
  await expect.poll(() => buzzes(bo)).toBe(before + 1);
  await bo.getByRole('button', { name: 'Settings' }).click();
  const group = bo.getByRole('dialog').getByRole('group', { name: 'Vibration' });
  await group.getByText('Off').click();
  await bo.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await playOut([bo, ada], '44');
  await expect(title(bo)).toHaveText('Your turn');
  expect(await buzzes(bo)).toBe(before + 1);
});

test('a notification calls whoever looks elsewhere and allowed it', async ({ person }) => {
  const ada = await person('Ada', { permissions: ['notifications'] });
  const bo = await person('Bo');
  await ada.addInitScript(() => {
    const shown: string[] = [];
    Reflect.set(window, 'shown', shown);
    class Notice extends EventTarget {
      static permission = 'granted';
      static requestPermission = (): Promise<string> => Promise.resolve('granted');
      constructor(text: string) {
        super();
        shown.push(text);
      }
    }
    Reflect.set(window, 'Notification', Notice);
    Reflect.set(ServiceWorkerContainer.prototype, 'getRegistration', () =>
      Promise.resolve(undefined),
    );
  });
  await ada.goto('/play');
  await ada.getByRole('button', { name: 'Find an opponent' }).click();
  await ada.getByRole('button', { name: 'Notify me' }).click();
  await expect(ada.getByRole('button', { name: 'Notify me' })).toBeHidden();
  await ada.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await bo.goto('/play');
  await bo.getByRole('button', { name: 'Find an opponent' }).click();
  await expect
    .poll(() => ada.evaluate(() => Reflect.get(window, 'shown')))
    .toEqual(['Your game has begun']);
});

test('before both have moved a game can be called off, and counts for nobody', async ({
  person,
}) => {
  const ada = await person('Ada Off');
  const bo = await person('Bo Off');
  await pair(ada, bo);
  await playOut([ada, bo], '4');
  await bo.getByRole('button', { name: 'Call it off' }).click();
  const question = bo.getByRole('dialog', { name: 'Call this game off?' });
  await question.getByRole('button', { name: 'Call it off' }).click();
  for (const page of [ada, bo]) {
    await expect(title(page)).toHaveText('CALLED OFF');
    await expect(page.getByRole('link', { name: 'Review' })).toHaveCount(0);
  }
  await ada.getByRole('link', { name: 'Your games' }).first().click();
  await expect(title(ada)).toHaveText('No games yet');
});

test('once both have moved there is only resigning', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await ada.getByRole('button', { name: 'Call it off' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Play on' }).click();
  await playOut([ada, bo], '44');
  await expect(ada.getByRole('button', { name: 'Resign' })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Call it off' })).toHaveCount(0);
});

async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}

test('rematches count up, spectators and the replay follow', async ({ person }) => {
  test.slow();
  const ada = await person('Ada');
  const bo = await person('Bo');
  const cy = await person('Cy');
  await pair(ada, bo);
  await playOut([ada, bo], '44');
  await cy.goto('/watch');
  await cy
    .getByRole('link', { name: /Ada.*Bo/u })
    .first()
    .click();
  await expect(title(cy)).toHaveText('Ada to move');
  const firstGame = cy.url();
  await resign(bo);
  await expect(title(ada)).toHaveText('YOU WON');
  await expect(title(bo)).toHaveText('YOU LOST');
  const dan = await person('Dan');
  await dan.goto(new URL(firstGame).pathname.replace('/watch/', '/game/'));
  await expect(title(dan)).toHaveText('Ada won');

  await ada.getByRole('button', { name: 'Rematch' }).click();
  await bo.getByRole('button', { name: 'Play again' }).click();
  await expect(title(bo)).toHaveText('Your turn');
  await expect(cy).not.toHaveURL(firstGame);
  await expect(title(cy)).toHaveText('Bo to move');
  await expect(dan.getByRole('link', { name: 'Next game' })).toBeVisible();
  await playOut([bo, ada], '44');
  await resign(bo);
  await expect(ada.getByTestId('series')).toHaveText('You 2 – 0 Bo');
  await expect(bo.getByTestId('series')).toHaveText('You 0 – 2 Ada');
});

test('the review of a game in green and red is green and red', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo, '60 seconds');
  const adaStarts = (await title(ada).textContent()) === 'Your turn';
  await playOut(adaStarts ? [ada, bo] : [bo, ada], '1212121');
  await ada.getByRole('link', { name: 'Review' }).click();
  const graph = ada.getByRole('img', { name: /Value over the game/u });
  await graph.scrollIntoViewIfNeeded();
  const colours = await graph.evaluate((it) =>
    ['--first', '--second'].map((name) => getComputedStyle(it).getPropertyValue(name).trim()),
  );
  expect(colours).toEqual(['#2fa866', '#e5452f']);
});

test('a name set in the settings is the one that plays', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await ada.goto('/play');
  await ada.getByRole('button', { name: 'Settings' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Settings' });
  await dialog.getByLabel('Playing as').fill('Grace');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const field = ada.getByRole('main').getByLabel('Playing as');
  await expect(field).toHaveValue('Grace');
  await field.focus();
  await openInvitation(bo, await hostCode(ada));
  await expect(bo.getByText('Grace', { exact: true })).toBeVisible();
});

test('a rematch that is offered survives reading the review', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '1212121');
  await ada.getByRole('button', { name: 'Rematch' }).click();
  await ada.getByRole('link', { name: 'Review' }).click();
  await expect(title(ada)).toHaveText('Ada won');
  await expect(ada.getByRole('complementary')).toContainText(
    'Waiting for Bo to agree to a rematch',
  );
  await bo.getByRole('button', { name: 'Play again' }).click();
  await expect(title(ada)).toHaveText('Bo’s turn');
  await playOut([bo, ada], '44');
});

test('who has gone is said, in their own way', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  await pair(ada, bo);
  await playOut([ada, bo], '1212121');
  await bo.getByRole('button', { name: 'Back to the lobby' }).click();
  await expect(ada.getByText('Bo has left.').first()).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Rematch' })).toHaveCount(0);

  const cy = await person('Cy');
  await ada.getByRole('button', { name: 'New opponent' }).click();
  await expect(title(ada)).toHaveText('Looking for an opponent');
  await cy.goto('/play');
  await cy.getByRole('button', { name: 'Find an opponent' }).click();
  await playOut([ada, cy], '1212121');
  await cy.getByRole('button', { name: 'New opponent' }).click();
  await expect(ada.getByText('Cy has left.').first()).toBeVisible();
});

test('the link to watch a game that is over leads to its replay', async ({ person }) => {
  const ada = await person('Ada');
  const bo = await person('Bo');
  const cy = await person('Cy');
  await pair(ada, bo);
  await playOut([ada, bo], '1212121');
  await ada.getByRole('link', { name: 'Review' }).click();
  const room = new URL(ada.url()).pathname.split('/').at(-1) ?? '';
  for (const page of [ada, bo]) await page.goto('about:blank');
  await cy.goto(`/watch/${room}`);
  await expect(title(cy)).toHaveText('Ada won');
  expect(await discs(cy)).toBe(7);
});
