/** Reasons to come back: the review that teaches, puzzles, help against the computer, sharing, reactions, the first visit. */
import { discs, dropAll, dropIn, expect, expectDisc, pair, playOut, test, title } from './play';

test.use({ motion: 'reduce' });

test.describe('a review', () => {
  test('says that a four was left open, draws it, and lets one try again', async ({ person }) => {
    test.slow();
    const page = await person('Ada');
    // Yellow leaves three in a column: the case that used to be "good".
    await page.goto('/analysis/1213141?move=6');
    await expect.poll(() => discs(page)).toBe(6);
    const lesson = page.getByTestId('lesson');
    await expect(lesson).toContainText('Blunder: column 4', { timeout: 30_000 });
    await expect(lesson).toContainText('It leaves the four in column 1 open');
    await expect(lesson).toContainText('Better: column 1. It blocks the four.');
    await lesson.getByRole('button', { name: 'Try it from here' }).click();
    await expect(page).toHaveURL(/\/solo$/u);
    await expect.poll(() => discs(page)).toBe(5);
    await page.goBack();
    await expect(page).toHaveURL(/\/analysis\/1213141\?move=6$/u);
    await expect.poll(() => discs(page)).toBe(6);
  });

  test('asks before a position takes the place of a game against the computer', async ({
    person,
  }) => {
    test.slow();
    const page = await person('Ada');
    await page.goto('/solo');
    await expect(title(page)).toHaveText('Your turn');
    await dropIn(page, 4);
    await expect.poll(() => discs(page)).toBe(2);
    await page.goto('/analysis/1213141?move=6');
    const lesson = page.getByTestId('lesson');
    const tryIt = lesson.getByRole('button', { name: 'Try it from here' }).first();
    await tryIt.click({ timeout: 30_000 });
    const dialog = page.getByRole('dialog', { name: 'Replace your game?' });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await expect(dialog).toBeHidden();
    await tryIt.click();
    await dialog.getByRole('button', { name: 'Try it from here' }).click();
    await expect(page).toHaveURL(/\/solo$/u);
    await expect.poll(() => discs(page)).toBe(5);
  });

  test('keeps the game while one explores, and the link follows', async ({ person }) => {
    test.slow();
    const page = await person('Ada');
    await page.goto('/analysis/4455667');
    await page.getByRole('button', { name: /^Move 3:/u }).click();
    await expect(page).toHaveURL(/\/analysis\/4455667\?move=3$/u);
    await dropIn(page, 1);
    await expect(page).toHaveURL(/\/analysis\/4451$/u);
    await expect(page.getByTestId('astray')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Move 7:/u })).toBeVisible();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await expect.poll(() => discs(page)).toBe(3);
    await expect(page).toHaveURL(/\/analysis\/4455667\?move=3$/u);
  });

  test('of an online game follows the move, teaches, and can be shared', async ({ person }) => {
    test.slow();
    const kit = await person('Kit');
    const mira = await person('Mira');
    await pair(kit, mira);
    await playOut([kit, mira], '1213141');
    await kit.getByRole('link', { name: 'Review' }).click();
    await expect(title(kit)).toHaveText('Kit won');
    await kit.getByRole('button', { name: /^Move 6:/u }).click();
    await expect(title(kit)).toHaveText('Move 6: Mira, column 4');
    await expect(kit.getByText('Kit wins with the next disc.')).toBeVisible({ timeout: 30_000 });
    await expect(kit).toHaveURL(/\/game\/\w+\?move=6$/u);
    await expect(kit.getByTestId('lesson')).toContainText('Blunder: column 4', { timeout: 30_000 });
    await kit.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = kit.getByRole('dialog');
    for (const ending of ['png', 'gif']) {
      const way = dialog.locator(`a[href$=".${ending}"]`);
      const answer = await kit.request.get((await way.getAttribute('href')) ?? '');
      expect(answer.headers()['content-type']).toBe(`image/${ending}`);
    }
    await expect(dialog.getByRole('button', { name: 'Copy the moves' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /code for your own page/u })).toBeVisible();
    const shown = dialog.getByRole('img');
    await expect
      .poll(() => shown.evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth))
      .toBe(356);
  });
});

test.describe('puzzles', () => {
  test('the day’s is there, is answered once, explained, and works offline', async ({ person }) => {
    test.slow();
    const page = await person('Ada', { serviceWorkers: 'allow' });
    await page.goto('/puzzles');
    await expect(title(page)).toHaveText(
      /^One move (wins|holds the draw) for (red|yellow)\. Which\?$/u,
    );
    await expect(page.getByText(/^The puzzle of \d/u)).toBeVisible();
    // Once the page's service worker answers for it, the server may go.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller !== null) return;
      await new Promise((done) => {
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
      });
    });
    const today = await title(page).textContent();
    await page.context().setOffline(true);
    await page.reload();
    await expect(title(page)).toHaveText(today ?? '');
    await page.getByText('Tricky', { exact: true }).click();
    await expect(page).toHaveURL(/\/puzzles\/\d+$/u);
    const number = (await page.getByTestId('puzzle').getAttribute('data-number')) ?? '';
    await dropFirst(page);
    await expect(title(page)).toHaveText(/^(Right!|Not this one)$/u);
    await expect(page.getByTestId('why')).toContainText(/Column \d/u, { timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Share the result' })).toBeVisible();
    await page.context().setOffline(false);
    // The same address is the same puzzle.
    await page.goto(`/puzzles/${number}`);
    await expect(page.getByTestId('puzzle')).toHaveAttribute('data-number', number);
  });

  test('come from one’s own missed wins', async ({ person }) => {
    test.slow();
    const page = await person('Ada');
    await page.goto('/puzzles');
    await page.evaluate(() => {
      const game = {
        moves: '3344550',
        starts: 1,
        difficulty: 'easy',
        status: 'ai_won',
        endedMs: Date.now(),
      };
      localStorage['fourfall.solo.history'] = JSON.stringify([game]);
    });
    await page.reload();
    await page.getByText('Your missed wins', { exact: true }).click();
    await expect(title(page)).toHaveText('One move wins for red. Which?', { timeout: 60_000 });
    await dropIn(page, 3);
    await expect(title(page)).toHaveText('Right!');
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await expect(page.getByText(/^No missed wins yet/u)).toBeVisible({ timeout: 30_000 });
  });
});

/** Drops into the first column that has room. */
async function dropFirst(page: Parameters<typeof dropIn>[0]): Promise<void> {
  const before = await discs(page);
  for (let column = 1; column <= 7; column += 1) {
    await dropIn(page, column);
    if ((await discs(page)) > before) return;
  }
}

test('against the computer one can take back, ask, see values, give up, and finds the game again', async ({
  person,
}) => {
  test.slow();
  const page = await person('Ada');
  await page.goto('/solo');
  await expect(title(page)).toHaveText('Your turn');
  await dropIn(page, 4);
  await expect.poll(() => discs(page)).toBe(2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => discs(page)).toBe(0);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByTestId('hint')).toContainText('Column 4', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Values' }).click();
  await expect(page.getByText(/^Column 4: wins with the 21st disc, best$/u)).toBeAttached();
  await dropIn(page, 4);
  await expect.poll(() => discs(page)).toBe(2);
  await page.getByRole('button', { name: 'Give up' }).click();
  await expect(title(page)).toHaveText('YOU LOST');
  const why = 'You gave up. The review shows where it turned.';
  await expect(page.getByText(why, { exact: true })).toBeVisible();
  await page.goto('/history');
  const kept = page.getByRole('region', { name: 'Against the computer' });
  await kept.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/analysis\/4\d$/u);
});

test('reactions are seen by the other and by who watches, and can be muted', async ({ person }) => {
  const kit = await person('Kit');
  const mira = await person('Mira');
  const eve = await person('Eve');
  await pair(kit, mira);
  await dropAll(kit, '4');
  await eve.goto('/watch');
  await eve.getByRole('link', { name: /Kit/u }).first().click();
  await expectDisc(eve, 4, 1, 'red');
  await kit.getByRole('button', { name: 'Well played' }).click();
  for (const page of [kit, mira, eve]) {
    await expect(page.getByTestId('reaction')).toContainText('Kit: Well played.');
  }
  // All of them in one row, on the smallest phone too.
  await kit.setViewportSize({ width: 320, height: 640 });
  const buttons = await kit.getByRole('group', { name: 'Say something' }).getByRole('button').all();
  expect(buttons.length).toBe(7);
  const boxes = await Promise.all(buttons.map((it) => it.boundingBox()));
  expect(new Set(boxes.map((it) => it?.y)).size).toBe(1);
  expect(Math.max(...boxes.map((it) => (it?.x ?? 0) + (it?.width ?? 0)))).toBeLessThanOrEqual(320);
  await mira.getByRole('button', { name: 'Mute' }).click();
  await kit.getByRole('button', { name: 'Wow' }).click();
  await expect(eve.getByTestId('reaction')).toContainText('Kit: Wow.');
  await expect(mira.getByTestId('reaction')).toHaveCount(0);
});

test('who comes for the first time sees the rules, once', async ({ person }) => {
  const page = await person('Ada');
  await page.addInitScript(() => {
    if (sessionStorage['first'] !== undefined) return;
    sessionStorage['first'] = 'no';
    localStorage.removeItem('fourfall.visited');
  });
  await page.goto('/');
  const rules = page.getByRole('region', { name: 'How it is played' });
  await expect(rules).toContainText('Four in a row wins');
  await rules.getByRole('button', { name: 'Got it' }).click();
  await expect(rules).toHaveCount(0);
  await page.reload();
  await expect(title(page)).toBeVisible();
  await expect(rules).toHaveCount(0);
});
