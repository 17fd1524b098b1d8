/** Two languages and Arabic across all pages: chosen by the browser, kept, and never wider than a small phone. */
import type { Page } from '@playwright/test';
import type { End } from '../src/game/view';
import { words as ar } from '../src/words/ar';
import { words as de } from '../src/words/de';
import { words as fr } from '../src/words/fr';
import { words as ja } from '../src/words/ja';
import type { Words } from '../src/words/type';
import { serious } from './axe';
import { cell, dropIn, expect, test, title } from './play';

test.use({ motion: 'reduce' });

const SMALL = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true } as const;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Ada's own game, as far as headlines need to know it. */
const OWN = Reflect.apply(Object, undefined, [
  { mine: 'first', phase: { kind: 'playing', turn: 'first' }, seats: {} },
]);
const FOUR: End = { reason: 'four', winner: 'first', lines: [] };

/** Drops in turn, as `playOut` does in English. */
async function playOn(players: readonly Page[], moves: string, { match }: Words): Promise<void> {
  const yours = match.turn(OWN);
  for (const [ply, digit] of [...moves].entries()) {
    const page = players[ply % 2];
    if (page === undefined) throw new Error('two play');
    await expect(title(page)).toHaveText(yours);
    await dropIn(page, Number(digit));
    await expect(title(page)).not.toHaveText(yours);
  }
}

for (const [tag, words, direction] of [
  ['de', de, 'ltr'],
  ['ja', ja, 'ltr'],
  ['ar', ar, 'rtl'],
] as const) {
  test(`${tag}: every page speaks it, and none is wider than 320 px`, async ({ person }) => {
    test.slow();
    const ada = await person('Ada', { ...SMALL, locale: tag });
    const bo = await person('Bo', { locale: tag });
    const narrow = async (what: string): Promise<void> => {
      expect(await ada.evaluate(() => document.documentElement.scrollWidth), what).toBe(320);
    };

    for (const [path, heading] of [
      ['/', words.home.title],
      ['/play', words.play.lobbyTitle],
      ['/solo', undefined],
      ['/local', words.table.turn('first')],
      ['/watch', words.lists.nobodyPlaysTitle],
      ['/puzzles', undefined],
      ['/analysis/44444432225', undefined],
      ['/history', words.lists.noGames],
      ['/leaderboard', words.lists.leaderboard],
      ['/leaderboard?preset=duel&period=week', words.lists.leaderboard],
      ['/account', words.account.title],
      ['/privacy', words.account.keptTitle],
      ['/no/such', words.trouble.KINDS.page.title],
    ] as const) {
      await ada.goto(path);
      if (heading !== undefined) await expect(title(ada)).toHaveText(heading);
      else await expect(title(ada)).toBeVisible();
      await expect(ada.locator('html')).toHaveAttribute('lang', tag);
      await expect(ada.locator('html')).toHaveAttribute('dir', direction);
      await ada.waitForLoadState('networkidle');
      await narrow(path);
    }
    expect(await serious(ada), 'axe').toEqual([]);

    await ada.goto('/');
    await button(ada, words.frame.settings).click();
    await expect(ada.getByRole('dialog', { name: words.settings.title })).toBeVisible();
    await narrow('settings');

    for (const page of [ada, bo]) {
      await page.goto('/play');
      await button(page, words.play.findOpponent).click();
      if (page === ada) await expect(title(ada)).toHaveText(words.waiting.title);
    }
    await playOn([ada, bo], '12', words);
    await narrow('a running game');
    // Screen readers hear the same language.
    const { at, colour } = words.board;
    const spoken = (await cell(ada, 1, 1).getAttribute('aria-label')) ?? '';
    expect(spoken.startsWith(at({ column: 0, row: 0 }))).toBe(true);
    expect(spoken.endsWith(colour('red'))).toBe(true);
    // The page turns, the board does not: column 1 is on the left, keys and eyes agree.
    const first = await cell(ada, 1, 1).boundingBox();
    const last = await cell(ada, 7, 1).boundingBox();
    expect(first?.x).toBeLessThan(last?.x ?? 0);
    const home = await ada.getByRole('link', { name: words.frame.homeLink }).boundingBox();
    expect((home?.x ?? 0) > 160).toBe(direction === 'rtl');

    await playOn([ada, bo], '12121', words);
    await expect(title(ada)).toHaveText(words.match.resultTitle(OWN, FOUR));
    await narrow('a finished game');
    await ada.getByRole('link', { name: words.match.review, exact: true }).click();
    // It begins when somebody gets to it: on its own page, which starts at the top.
    await expect(button(ada, words.replay.play)).toBeVisible();
    await ada.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(ada.getByTestId('accuracy-first')).toHaveText(/\d/u);
    await narrow('a review');
  });
}

test('a language is chosen in the footer, shows at once, and is kept', async ({ person }) => {
  const page = await person('Ada');
  await page.goto('/');
  await page.getByLabel('Language').selectOption('de');
  await expect(title(page)).toHaveText(de.home.title);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(title(page)).toHaveText(de.home.title);
  await page.goto('/leaderboard');
  await expect(title(page)).toHaveText(de.lists.leaderboard);
  await button(page, de.frame.settings).click();
  await page.getByRole('dialog').getByLabel(de.frame.language).selectOption('auto');
  await expect(title(page)).toHaveText('Leaderboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('each language is loaded when it is wanted, and no other: home first, then the rest', async ({
  person,
}) => {
  const page = await person('Ada', { locale: 'fr' });
  const loaded: string[] = [];
  page.on('request', (it) => {
    const [, tag] =
      /\/(de|es|fr|pt-BR|ja|zh-CN|ar)-[^/]*\.js$/u.exec(new URL(it.url()).pathname) ?? [];
    if (tag !== undefined) loaded.push(tag);
  });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.waitForLoadState('networkidle');
  expect(loaded).toEqual(['fr']);
  await button(page, fr.frame.settings).click();
  await expect(page.getByRole('dialog', { name: fr.settings.title })).toBeVisible();
  expect(loaded).toEqual(['fr', 'fr']);
  // From here on a language comes whole.
  await page.getByRole('dialog').getByLabel(fr.frame.language).selectOption('de');
  await expect(page.getByRole('dialog', { name: de.settings.title })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(new Set(loaded)).toEqual(new Set(['fr', 'de']));
});
