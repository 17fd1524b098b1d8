/**
 * The pictures of the README: node bench/pictures.mjs ../docs http://127.0.0.1:4444, with a new server at that address.
 */
import { drop, find, heading, open, playOut } from './people.mjs';

const [folder = '../docs', url = 'http://127.0.0.1:4444'] = process.argv.slice(2);
/** A game with a turn in it. */
const GAME = '444443225212313566566136';
const { person, close } = await open(url);
const look = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' };

async function shot(page, name, clip) {
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}.png`, ...clip });
}

const ada = await person('Ada', look);
const bo = await person('Bo', look);
for (const page of [ada, bo]) await find(page);
await playOut([ada, bo], GAME.slice(0, 15));
await bo.mouse.move(300, 400);
await shot(bo, 'game');
const cy = await person('Cy', look);
await cy.goto('/');
await cy.waitForLoadState('networkidle');
await shot(cy, 'home', { fullPage: true });
await playOut([bo, ada], GAME.slice(15));
await ada.getByRole('button', { name: /Resign/u }).click();
await ada.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
await ada.getByRole('link', { name: 'Review' }).click();
await ada.getByTestId('accuracy-second').filter({ hasText: '%' }).waitFor();
// The move that turned the game, what it cost and why.
await ada.getByRole('button', { name: /turning point/u }).click();
await ada.getByTestId('lesson').getByText('Better').waitFor();
// The board stays in sight while one scrolls; the picture begins at the top.
await ada.evaluate(() => scrollTo(0, 0));
await shot(ada, 'review', { fullPage: true });

await cy.goto('/solo');
for (const column of [4, 3, 5]) {
  await heading(cy).filter({ hasText: 'Your turn' }).waitFor();
  await drop(cy, column);
  await cy.waitForTimeout(900);
}
await cy.mouse.move(400, 300);
await shot(cy, 'computer');
await cy.goto('/analysis/44444432225');
await cy.getByTestId('accuracy-second').filter({ hasText: '%' }).waitFor();
await cy.waitForTimeout(3_000);
await shot(cy, 'analysis');
await close();
