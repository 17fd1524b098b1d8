/** Analysis and review: scores under the columns, the best line, links, stepping, judged moves. */
import {
  cell,
  discs,
  dropAll,
  dropIn,
  expect,
  expectDisc,
  pair,
  playOut,
  test,
  title,
} from './play';

const score = (page: import('@playwright/test').Page, column: number) =>
  page
    .getByRole('list', { name: 'What each column is worth' })
    .locator('li')
    .nth(column - 1);

test('a position by its link: a score under a column, the best ones marked, the bar', async ({
  person,
}) => {
  const page = await person('Ada');
  await page.goto('/analysis/445566');
  await expect(title(page)).toHaveText('Red wins with the next disc');
  await expect(page.getByTestId('verdict')).toContainText('Red to move. Best: columns 3, 7.');
  await expect(score(page, 3)).toContainText('Column 3: wins at once, best');
  await expect(page.getByRole('img', { name: 'Red wins with the next disc' })).toBeVisible();
});

test('a link that is wrong says so, and shows what it can', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/analysis/99x');
  const alert = page.getByTestId('verdict').getByRole('alert');
  await expect(alert).toHaveText('In the link: Moves are columns, 1 to 7: for example 4435.');
  await dropIn(page, 4);
  await expect(alert).toHaveCount(0);
  await page.goto('/analysis/44444445');
  await expect(alert).toHaveText('In the link: Move 7 can’t be played; shown up to there.');
  await expect.poll(() => discs(page)).toBe(6);
});

test('discs of either side can be tried, stepped through and shared', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/analysis');
  await dropAll(page, '445566');
  await expect(page).toHaveURL(/\/analysis\/445566$/u);
  await page.keyboard.press('7');
  await expect(title(page)).toHaveText('Red has won');
  await page.getByRole('button', { name: 'Back one move' }).click();
  await expect(title(page)).toHaveText('Red wins with the next disc');
  await page.locator('body').press('Home');
  await expect.poll(() => discs(page)).toBe(0);
  await page.locator('body').press('ArrowRight');
  await expectDisc(page, 4, 1, 'red');
  // Another move from here begins another line.
  await page.locator('body').press('1');
  await expect(page).toHaveURL(/\/analysis\/41$/u);
  await page.reload();
  await expectDisc(page, 1, 1, 'yellow');
});

test('after a click on the board arrows step; by keyboard they choose a column', async ({
  person,
}) => {
  const page = await person('Ada');
  await page.goto('/analysis/4455');
  await expect.poll(() => discs(page)).toBe(4);
  await dropIn(page, 6);
  await expect.poll(() => discs(page)).toBe(5);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => discs(page)).toBe(4);
  await page.keyboard.press('Home');
  await expect.poll(() => discs(page)).toBe(0);
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await cell(page, 6, 4).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 7, 4)).toBeFocused();
  expect(await discs(page)).toBe(0);
});

test('a review whose engine dies says so, and can be asked for again', async ({ person }) => {
  const page = await person('Ada');
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      override postMessage(message: unknown): void {
        const question: unknown = Reflect.get(Object(message), 'question');
        const solves = Reflect.get(Object(question), 'kind') === 'solve';
        if (solves && Reflect.get(window, 'mended') !== true)
          this.dispatchEvent(new Event('error'));
        else super.postMessage(message, {});
      }
    };
  });
  await page.goto('/analysis/4455667');
  await expect(page.getByText('The engine stopped before the review was done.')).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'mended', true));
  await page
    .getByRole('region', { name: 'Review' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect(page.getByTestId('accuracy-first')).toHaveText(/^\d+ %$/u, { timeout: 60_000 });
});

test('moves can be typed; what can’t be played is named', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/analysis');
  const field = page.getByRole('textbox', { name: 'Set up by moves' });
  await field.fill('4 4 5 5 6 6 7 7');
  await field.press('Enter');
  await expect(page.getByText('Move 8 can’t be played; shown up to there.')).toBeVisible();
  await expect(title(page)).toHaveText('Red has won');
  await field.fill('48');
  await field.press('Enter');
  await expect(page.getByText('Moves are columns, 1 to 7')).toBeVisible();
});

test('a column that is full says so, and the last disc is not worth a thought', async ({
  person,
}) => {
  const page = await person('Ada');
  await page.goto('/analysis/17416622734167236266541545342427713557513');
  await expect(title(page)).toHaveText('A draw, if nobody errs');
  await expect(page.getByText(/^Column \d: full$/u)).toHaveCount(6);
  await expect(page.getByText(/^Column \d: draw, best$/u)).toHaveCount(1);
  const line = page.getByRole('button', {
    name: /^To disc 1 of the best line: yellow in column \d$/u,
  });
  await line.click();
  await expect(title(page)).toHaveText('A draw');
  await expect.poll(() => discs(page)).toBe(42);
});

test('a finished game is reviewed: judged moves, accuracy, the way to the turning point', async ({
  person,
}) => {
  test.slow();
  const page = await person('Ada');
  await page.goto('/local');
  await dropAll(page, '4455667');
  await expect(title(page)).toHaveText('Red won');
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/\/analysis\/4455667$/u);
  // Yellow's last disc did not stop three with both ends free.
  const move = page.getByRole('button', { name: /Move 6: yellow in column 6/u });
  await expect(move).toBeVisible();
  await expect(page.getByTestId('accuracy-first')).toHaveText(/^\d+ %$/u, { timeout: 30_000 });
  await expect(page.getByTestId('accuracy-second')).toHaveText(/^\d+ %$/u, { timeout: 30_000 });
  await expect(page.getByRole('img', { name: /Value over the game/u })).toBeVisible();
});

test('the turning point is one click away', async ({ person }) => {
  test.slow();
  const page = await person('Ada');
  // Red could have won where it filled the middle; late enough to be judged quickly.
  await page.goto('/analysis/444444323332222');
  const turn = page.getByRole('button', { name: 'To the turning point, move 13' });
  await expect(turn).toBeVisible({ timeout: 30_000 });
  await expect(
    page.getByRole('button', { name: 'Move 13: red in column 2, blunder' }),
  ).toBeVisible();
  await turn.click();
  await expect(cell(page, 2, 3)).toHaveAccessibleName(/red/u);
  await expect.poll(() => discs(page)).toBe(13);
});

test('the review of a game waits until somebody gets to it', async ({ person }) => {
  test.slow();
  const kit = await person('Kit', { viewport: { width: 390, height: 640 } });
  const mira = await person('Mira');
  await pair(kit, mira);
  await playOut([kit, mira], '4455667');
  await kit.getByRole('link', { name: 'Review' }).click();
  await expect(title(kit)).toHaveText('Kit won');
  await kit.evaluate(() => scrollTo(0, 0));
  let asked = false;
  kit.on('request', (request) => {
    asked ||= request.url().endsWith('.wasm');
  });
  await kit.reload({ waitUntil: 'networkidle' });
  await expect(title(kit)).toHaveText('Kit won');
  expect(asked).toBe(false);
  await kit.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(kit.getByRole('region', { name: 'Review' })).toBeVisible();
  await expect(kit.getByTestId('accuracy-first')).toHaveText(/^\d+ %$/u, { timeout: 30_000 });
  expect(asked).toBe(true);
});
