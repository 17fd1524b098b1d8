/** The board itself: pointer, touch, keys, frames. No server has a say here. */
import type { Page } from '@playwright/test';
import { cell, discs, dropAll, dropIn, expect, expectDisc, test, title } from './play';

test('same device: two people take turns to the end', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/local');
  await expect(title(page)).toHaveText('Red’s turn');
  await dropAll(page, '4455667');
  await expect(title(page)).toHaveText('Red won');
  await expect(page.getByTestId('assertive')).toContainText('Red won. Four in a row.');
  await dropIn(page, 1);
  expect(await discs(page)).toBe(7);
  await page.getByRole('button', { name: 'New game' }).click();
  expect(await discs(page)).toBe(0);
});

test('by keyboard alone, from the address to the win', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/');
  await page.getByRole('link', { name: 'Same device' }).focus();
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Red’s turn');
  // The board has the focus at once; 1 to 7 drop, arrows choose, Enter and Space drop.
  await page.keyboard.press('1');
  await expectDisc(page, 1, 1, 'red');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 3, 1)).toBeFocused();
  await page.keyboard.press('Space');
  await expectDisc(page, 3, 1, 'yellow');
  await page.keyboard.press('Home');
  await expect(cell(page, 1, 1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expectDisc(page, 1, 2, 'red');
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 1, 2)).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Playing by keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const key of ['3', '1', '3', '1']) await page.keyboard.press(key);
  await expect(title(page)).toHaveText('Red won');
});

test('the ring of the focus waits for a key', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/local');
  await expect(cell(page, 4, 1)).toBeFocused();
  await expect(cell(page, 4, 1)).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 5, 1)).toHaveCSS('outline-style', 'solid');
});

test('one cell of the board is in the tab order', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/local');
  await expect(page.locator('[role=gridcell]')).toHaveCount(42);
  await expect(page.locator('[role=gridcell][tabindex="0"]')).toHaveCount(1);
});

test.describe('on a phone', () => {
  const PHONE = {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 3,
  };

  test('a tap drops, targets are 44 px, nothing is wider than the screen', async ({ person }) => {
    const page = await person('Ada', PHONE);
    await page.goto('/local');
    const target = await cell(page, 1, 1).boundingBox();
    expect(target?.width).toBeGreaterThanOrEqual(44);
    expect(target?.height).toBeGreaterThanOrEqual(44);
    await cell(page, 4, 3).tap();
    await expectDisc(page, 4, 1, 'red');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    const canvas = await page
      .locator('canvas')
      .first()
      .evaluate((it) => ({
        drawn: it instanceof HTMLCanvasElement ? it.width : 0,
        shown: it.clientWidth,
      }));
    expect(canvas.drawn).toBe(canvas.shown * 3);
  });

  test('against mis-taps the second tap drops', async ({ person }) => {
    const page = await person('Ada', PHONE);
    await page.goto('/local');
    await page.getByRole('button', { name: 'Settings' }).tap();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('group', { name: 'To drop a disc, tap' }).getByText('Twice').tap();
    await settings.getByRole('button', { name: 'Done' }).tap();
    await cell(page, 4, 3).tap();
    expect(await discs(page)).toBe(0);
    await cell(page, 2, 3).tap();
    expect(await discs(page)).toBe(0);
    await cell(page, 2, 3).tap();
    await expectDisc(page, 2, 1, 'red');
  });
});

/** Counts the frames a page asks for, from its start. */
async function countFrames(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const ask = requestAnimationFrame;
    let asked = 0;
    window.requestAnimationFrame = (callback) => {
      asked += 1;
      Reflect.set(window, 'framesAsked', asked);
      return ask(callback);
    };
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'framesAsked') ?? 0));
}

/** Waits until no more frames are asked for, and says how many were. Fails if that never happens. */
async function settled(page: Page, frames: () => Promise<number>): Promise<number> {
  let last = -1;
  await expect(async () => {
    const before = await frames();
    await page.waitForTimeout(500);
    last = await frames();
    expect(last).toBe(before);
  }).toPass();
  return last;
}

test('nothing is drawn while nothing moves', async ({ person }) => {
  const page = await person('Ada');
  const frames = await countFrames(page);
  await page.goto('/local');
  await expect(title(page)).toHaveText('Red’s turn');
  const before = await settled(page, frames);
  await page.keyboard.press('4');
  await expectDisc(page, 4, 1, 'red');
  const after = await settled(page, frames);
  expect(after - before).toBeGreaterThan(2);
});

test('with reduced motion a disc is simply there', async ({ person }) => {
  const page = await person('Ada', { reducedMotion: 'reduce' });
  const frames = await countFrames(page);
  await page.goto('/local');
  await expect(title(page)).toHaveText('Red’s turn');
  const before = await settled(page, frames);
  await page.keyboard.press('4');
  await expectDisc(page, 4, 1, 'red');
  expect((await settled(page, frames)) - before).toBeLessThanOrEqual(2);
});

test('home has a board that can be played', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/');
  await expect(page.getByText('Go on, drop one.')).toBeVisible();
  await dropIn(page, 4);
  await expectDisc(page, 4, 1, 'red');
  await expect(page.getByText('Yellow’s turn')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the board' }).click();
  expect(await discs(page)).toBe(0);
});
