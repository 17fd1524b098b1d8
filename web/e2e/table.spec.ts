/** Two people at one device: nothing lost, nothing dropped twice, everything heard. */
import type { Page } from '@playwright/test';
import { cell, discs, dropAll, dropIn, expect, expectDisc, restHand, test, title } from './play';

async function open(page: Page): Promise<void> {
  await page.goto('/local');
  await expect(title(page)).toHaveText('Red’s turn');
}

test('a reload takes the game up again, in its tab alone; after the end the result stays', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  await dropAll(page, '445');
  await page.reload();
  await expectDisc(page, 5, 1, 'red');
  await expect(title(page)).toHaveText('Yellow’s turn');
  const other = await page.context().newPage();
  await open(other);
  expect(await discs(other)).toBe(0);
  await page.goto('/');
  await page.goBack();
  await expect.poll(() => discs(page)).toBe(3);
  await dropAll(page, '5667');
  await expect(title(page)).toHaveText('Red won');
  await page.reload();
  await expect(title(page)).toHaveText('Red won');
});

test('a double click is one disc', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await cell(page, 4, 3).dblclick();
  await expectDisc(page, 4, 1, 'red');
  await expect(title(page)).toHaveText('Yellow’s turn');
  expect(await discs(page)).toBe(1);
  await dropAll(page, '4');
  await expectDisc(page, 4, 2, 'yellow');
});

test('discs can be taken back, the winning one too', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeDisabled();
  await dropAll(page, '4455667');
  await expect(title(page)).toHaveText('Red won');
  await undo.click();
  await expect(title(page)).toHaveText('Red’s turn');
  expect(await discs(page)).toBe(6);
  await expect(page.getByTestId('polite')).toHaveText('Taken back. Red’s turn.');
});

test('a new game is asked about while one runs, and not after its end', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await dropAll(page, '44');
  await page.getByRole('button', { name: 'New game' }).click();
  const asked = page.getByRole('dialog', { name: 'Start a new game?' });
  await asked.getByRole('button', { name: 'Play on' }).click();
  expect(await discs(page)).toBe(2);
  await page.getByRole('button', { name: 'New game' }).click();
  await asked.getByRole('button', { name: 'New game' }).click();
  expect(await discs(page)).toBe(0);
  await dropAll(page, '4455667');
  await page.getByRole('button', { name: 'New game' }).click();
  expect(await discs(page)).toBe(0);
});

test('Enter drops where the focus is, after a click too', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await dropIn(page, 2);
  await expectDisc(page, 2, 1, 'red');
  await restHand(page);
  await page.keyboard.press('Enter');
  await expectDisc(page, 2, 2, 'yellow');
});

test('digits work on a keyboard that writes & where others write 1', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  const press = (key: string, code: string): Promise<void> =>
    cell(page, 4, 1).evaluate(
      (it, init) => {
        it.focus();
        it.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
      },
      { key, code },
    );
  await press('&', 'Digit1');
  await expectDisc(page, 1, 1, 'red');
  await press('è', 'Digit7');
  await expectDisc(page, 7, 1, 'yellow');
});

test('the last disc and the winning four are named', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await dropAll(page, '4');
  await expect(cell(page, 4, 1)).toHaveAccessibleName('column 4, row 1, red, last disc');
  await dropAll(page, '455667');
  await expect(cell(page, 7, 1)).toHaveAccessibleName('column 7, row 1, red, last disc, winning');
  await expect(cell(page, 4, 1)).toHaveAccessibleName('column 4, row 1, red, winning');
  await expect(cell(page, 4, 2)).toHaveAccessibleName('column 4, row 2, yellow');
  await expect(page.getByTestId('assertive')).toHaveText(
    'Red: column 7, row 1. Red won. Four in a row.',
  );
});

test('turning the sound on plays nothing', async ({ person }) => {
  const page = await person('Ada');
  await page.addInitScript(() => {
    Reflect.set(window, 'tones', 0);
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when?: number) {
      Reflect.set(window, 'tones', Number(Reflect.get(window, 'tones')) + 1);
      start.call(this, when);
    };
  });
  const tones = (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'tones'));
  await open(page);
  await dropAll(page, '4');
  const before = await tones();
  expect(before).not.toBe(0);
  const sound = page.getByRole('button', { name: 'Sound' });
  await sound.click();
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  expect(await tones()).toBe(before);
});

test('a sound that the system has silenced is woken with the next disc', async ({ person }) => {
  const page = await person('Ada');
  await page.addInitScript(() => {
    const { resume } = AudioContext.prototype;
    AudioContext.prototype.resume = function () {
      Reflect.set(window, 'woken', true);
      return resume.call(this);
    };
    // As after a call, or a phone that was put away.
    Reflect.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
  });
  await open(page);
  await dropAll(page, '4');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'woken'))).toBe(true);
});

test('the board is measured when it may have moved, not on every move of the mouse', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  const box = await cell(page, 1, 1).boundingBox();
  if (box === null) throw new Error('the board is not there');
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.locator('.board').evaluate((it) => {
    const measure = it.getBoundingClientRect.bind(it);
    Reflect.set(window, 'measured', 0);
    it.getBoundingClientRect = () => {
      Reflect.set(window, 'measured', Number(Reflect.get(window, 'measured')) + 1);
      return measure();
    };
  });
  await page.mouse.move(box.x + 200, box.y + 5, { steps: 20 });
  expect(await page.evaluate(() => Reflect.get(window, 'measured'))).toBe(0);
});

test.describe('on a phone', () => {
  const TURNED = {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
  };

  for (const path of ['/local', '/solo', '/analysis']) {
    test(`on its side, ${path} shows the whole board`, async ({ person }) => {
      const page = await person('Ada', TURNED);
      await page.goto(path);
      await expect(page.getByRole('grid')).toBeVisible();
      const board = await page.locator('.board').boundingBox();
      expect(board?.y).toBeGreaterThanOrEqual(0);
      expect((board?.y ?? 0) + (board?.height ?? 999)).toBeLessThanOrEqual(390);
      expect(board?.height).toBeGreaterThan(230);
    });
  }

  test('the held disc stays over the column that was tapped', async ({ person }) => {
    const page = await person('Ada', { ...TURNED, viewport: { width: 390, height: 844 } });
    await open(page);
    await cell(page, 2, 3).tap();
    await expectDisc(page, 2, 1, 'red');
    await expect(page.locator('[role=gridcell][tabindex="0"]')).toHaveAttribute('data-column', '1');
  });
});
