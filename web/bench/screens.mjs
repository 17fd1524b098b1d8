/**
 * Every page and state, at four sizes, light and dark: node bench/screens.mjs FOLDER http://127.0.0.1:4444, with a
 * server of its own at that address. To be looked at one by one.
 */
import { mkdir } from 'node:fs/promises';
import { button, find, heading, invite, drop, open, playOut } from './people.mjs';

const [folder = 'screens', url = 'http://127.0.0.1:4444'] = process.argv.slice(2);
const SIZES = { desk: [1280, 800], wide: [1920, 1080], phone: [390, 844], turned: [844, 390] };
const SCHEMES = ['light', 'dark'];
const only = (process.env['ONLY'] ?? '').split(',').filter(Boolean);

await mkdir(folder, { recursive: true });
const { person, close } = await open(url);
async function resign(page) {
  await button(page, 'Resign').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}

async function journey(size, scheme) {
  const [width, height] = SIZES[size];
  const look = {
    viewport: { width, height },
    colorScheme: scheme,
    ...(size === 'phone' || size === 'turned' ? { hasTouch: true, isMobile: true } : {}),
  };
  const ada = await person('Ada', look);
  const bo = await person('Bo', { colorScheme: scheme });
  const cy = await person('Cy', look);
  async function shot(page, name, whole = false) {
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${folder}/${name}.${size}.${scheme}.png`, fullPage: whole });
  }
  async function visit(page, path, name, whole) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await shot(page, name, whole);
  }

  const fay = await person('Fay', { ...look, isNew: true });
  await visit(fay, '/', 'home-first', true);
  await fay.context().close();
  await visit(ada, '/', 'home-empty');
  await visit(ada, '/play', 'lobby');
  await visit(ada, '/history', 'history-empty');
  await visit(ada, '/watch', 'watch-empty');
  await find(ada);
  await shot(ada, 'searching');
  await page4(ada);
  await shot(ada, 'searching-offers', true);
  await ada.goto('/leaderboard');
  await shot(ada, 'leaderboard-bar');
  await ada.goto('/play');
  await button(ada, 'Stop looking').click();

  const code = await invite(ada);
  await shot(ada, 'hosting');
  await visit(bo, `/play/${code}`, 'none');
  await visit(cy, `/play/${code}`, 'invited');
  await button(bo, 'Join the game').click();
  await heading(ada).filter({ hasText: 'Your turn' }).waitFor();
  await shot(ada, 'game-start');
  await playOut([ada, bo], '44355322465');
  await shot(ada, 'game-theirs');
  await playOut([bo, ada], '1');
  await visit(cy, `/play/${code}`, 'invited-full');
  await button(cy, 'Watch the game').click();
  await cy.getByRole('grid').waitFor();
  await shot(cy, 'watching');
  // A game that anybody may watch: an invitation is nobody else's business.
  const dan = await person('Dan', {});
  const eve = await person('Eve', {});
  for (const page of [dan, eve]) await find(page);
  await playOut([dan, eve], '4453325');
  await visit(cy, '/', 'home', true);
  await visit(cy, '/watch', 'watch');
  for (const page of [dan, eve]) await page.context().close();
  const other = await invite(cy);
  await visit(ada, `/play/${other}`, 'invited-busy');
  await button(ada, 'Back to my game').click();
  await heading(ada).filter({ hasText: 'turn' }).waitFor();
  await button(ada, 'Resign').click();
  await shot(ada, 'resign');
  await ada.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await heading(ada).filter({ hasText: 'YOU LOST' }).waitFor();
  await shot(ada, 'lost');
  await button(bo, 'Rematch').click();
  await shot(ada, 'rematch-asked');
  await button(ada, 'Play again').click();
  await playOut([bo, ada], '1727374');
  await ada.waitForTimeout(400);
  await shot(ada, 'lost-four');
  await button(ada, 'Rematch').click();
  await button(bo, 'Play again').click();
  await playOut([ada, bo], '1727374');
  await shot(ada, 'won-series', true);
  await ada.getByRole('link', { name: 'Review' }).click();
  await ada.waitForTimeout(3_000);
  await shot(ada, 'game-review', true);
  await visit(ada, '/history', 'history', true);
  await visit(ada, '/leaderboard', 'leaderboard');
  await button(bo, 'Back to the lobby').click();
  await cy.goto('/play');
  await button(cy, 'Never mind').click();

  // A clock, and somebody who is away.
  for (const page of [cy, bo]) {
    await page.goto('/play');
    await page.getByText('60 seconds', { exact: true }).click();
    await button(page, 'Find an opponent').click();
  }
  await cy.getByRole('grid').waitFor();
  await shot(cy, 'duel');
  const starts = (await heading(cy).textContent()) === 'Your turn';
  await playOut(starts ? [cy, bo] : [bo, cy], starts ? '44' : '444');
  const second = await cy.context().newPage();
  await second.goto('/play');
  await heading(cy).filter({ hasText: 'another tab' }).waitFor();
  await shot(cy, 'replaced');
  await bo.goto('about:blank');
  await second.getByText('away', { exact: false }).first().waitFor();
  await shot(second, 'opponent-away');
  await bo.goto('/play');
  await heading(bo).filter({ hasText: 'turn' }).waitFor();
  await resign(bo);

  await visit(ada, '/solo', 'solo-start');
  for (const column of [4, 3]) {
    await heading(ada).filter({ hasText: 'Your turn' }).waitFor();
    await drop(ada, column);
    await ada.waitForTimeout(900);
  }
  await shot(ada, 'solo', true);
  await ada.getByText('Large', { exact: true }).click();
  await shot(ada, 'solo-large');
  await ada.getByText('Blue', { exact: true }).click();
  await shot(ada, 'solo-blue');
  await ada.getByText('Standard', { exact: true }).click();
  await ada.goto('/local');
  for (const digit of '1727374') {
    await drop(ada, Number(digit));
    await ada.waitForTimeout(450);
  }
  await shot(ada, 'local-won');
  await visit(ada, '/analysis/44444432225', 'none');
  await ada.waitForTimeout(2_500);
  await shot(ada, 'analysis', true);
  await visit(ada, '/puzzles', 'puzzle');
  // The middle may be full.
  for (const column of [4, 3, 5]) {
    await drop(ada, column);
    await ada.waitForTimeout(600);
    if (await ada.getByTestId('why').isVisible()) break;
  }
  await shot(ada, 'puzzle-answered');
  await visit(ada, '/play/222222', 'invited-dead');
  await visit(ada, '/no/such', 'unknown');
  await visit(ada, '/docs', 'docs');
  await ada.goto('/');
  await button(ada, 'Settings').click();
  await shot(ada, 'settings');
  await ada.keyboard.press('Escape');
  await button(ada, 'Change clock').click();
  await shot(ada, 'home-clock');
  if (await button(ada, 'Menu').isVisible()) {
    await button(ada, 'Menu').click();
    await shot(ada, 'menu');
  }
  await button(ada, 'Settings').click();
  for (const tag of ['de', 'ar']) {
    await ada.getByRole('dialog').locator('select').selectOption(tag);
    await ada.locator(`html[lang=${tag}]`).waitFor();
    await shot(ada, `settings-${tag}`);
    await ada.keyboard.press('Escape');
    for (const [path, name] of [
      ['/', 'home'],
      ['/play', 'lobby'],
      ['/solo', 'solo'],
      ['/puzzles', 'puzzle'],
      ['/history', 'history'],
    ]) {
      await visit(ada, path, `${name}-${tag}`);
    }
    await ada.locator('header button:has(svg)').first().click();
  }
  for (const page of [ada, bo, cy]) await page.context().close();
}

/** The offers come after some seconds. */
async function page4(page) {
  await page.getByRole('region', { name: 'Meanwhile' }).waitFor();
}

for (const size of Object.keys(SIZES)) {
  for (const scheme of SCHEMES) {
    if (only.length > 0 && !only.includes(`${size}.${scheme}`)) continue;
    await journey(size, scheme);
    console.log(`${size}, ${scheme}: done`);
  }
}
await close();
