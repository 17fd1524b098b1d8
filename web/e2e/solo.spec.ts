/** Against the computer: the acceptance rows of the solo document, and every level to the end. */
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { cell, discs, dropIn, expect, expectDisc, test, title } from './play';
import { position } from './position';
import { BINARY } from './server';

/** A morning, for pages whose clock the test holds, and a little after it. */
const START = new Date('2026-01-01T09:00:00');
const LATER = new Date('2026-01-01T09:00:20');

const OVER = /YOU WON|YOU LOST|DRAW/u;
const OVER_SAID = /You won\.|You lost\.|Draw\./u;

async function open(page: Page): Promise<void> {
  await page.goto('/solo');
  await expect(title(page)).toHaveText('Your turn');
}

async function choose(page: Page, group: string, option: string): Promise<void> {
  await page.getByRole('group', { name: group }).getByText(option, { exact: true }).click();
}

/** Columns that have room, from 1, nearest the middle first. */
async function openColumns(page: Page): Promise<number[]> {
  const tops = await page
    .locator('[role=gridcell][data-row="5"]')
    .evaluateAll((cells) => cells.map((it) => it.getAttribute('aria-label') ?? ''));
  const free = tops.flatMap((label, index) => (label.endsWith('empty') ? [index + 1] : []));
  return free.toSorted((a, b) => Math.abs(a - 4) - Math.abs(b - 4));
}

async function playToTheEnd(page: Page): Promise<void> {
  for (let ply = 0; ply < 42; ply += 1) {
    await expect(title(page)).toHaveText(/Your turn|YOU WON|YOU LOST|DRAW/u);
    if (OVER.test((await title(page).textContent()) ?? '')) return;
    const before = await discs(page);
    const columns = await openColumns(page);
    await dropIn(page, columns[ply % columns.length] ?? 1);
    await expect.poll(() => discs(page)).toBeGreaterThan(before);
  }
}

test('starts as the document says: an empty board, black, the human’s turn', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  expect(await discs(page)).toBe(0);
  await expect(page.getByText('You play black. Choose a column.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restart' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Medium' })).toBeChecked();
});

/** Every headline from now on. */
async function noteHeadlines(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const notes: string[] = [];
    const note = (): void => {
      const text = document.querySelector('h1')?.textContent?.trim() ?? '';
      if (text !== notes.at(-1)) notes.push(text);
    };
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(note).observe(document.body, options);
    Reflect.set(window, 'headlines', notes);
  });
  return () => page.evaluate(() => Reflect.get(window, 'headlines'));
}

test('a disc in a valid column: board updated, turn passes, the computer thinks and answers', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  const headlines = await noteHeadlines(page);
  await dropIn(page, 4);
  await expectDisc(page, 4, 1, 'black');
  await expect.poll(() => discs(page)).toBe(2);
  await expect(title(page)).toHaveText('Your turn');
  await expect(page.getByTestId('polite')).toHaveText(/Computer: column \d, row \d\. Your turn\./u);

  expect(await headlines()).toEqual(['Computer is thinking', 'Your turn']);
});

interface StoppedClock {
  /** Until the engine has answered once more: from here on only time is missing. */
  thought(): Promise<void>;
}

/** A game in which time passes only as the test says. */
async function stopClock(page: Page): Promise<StoppedClock> {
  await page.addInitScript(() => {
    Reflect.set(window, 'answers', 0);
    window.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          const isMove = Reflect.has(Object(Reflect.get(data, 'answer')), 'thinkMs');
          if (isMove) Reflect.set(window, 'answers', Number(Reflect.get(window, 'answers')) + 1);
        });
      }
    };
  });
  await page.clock.install({ time: START });
  await open(page);
  await page.clock.pauseAt(LATER);
  let answers = 0;
  return {
    async thought() {
      answers += 1;
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'answers'))).toBe(answers);
    },
  };
}

for (const level of ['Easy', 'Medium', 'Hard', 'Perfect']) {
  test(`${level} answers 500 ms after the human’s disc, not sooner and not later`, async ({
    person,
  }) => {
    const page = await person('Ada');
    const clock = await stopClock(page);
    await choose(page, 'Difficulty', level);
    await expect(title(page)).toHaveText('Your turn');
    await dropIn(page, 4);
    await expect(title(page)).toHaveText('Computer is thinking');
    await clock.thought();
    await page.clock.runFor(499);
    expect(await discs(page)).toBe(1);
    await expect(title(page)).toHaveText('Computer is thinking');
    await page.clock.runFor(1);
    await expect.poll(() => discs(page)).toBe(2);
    await expect(title(page)).toHaveText('Your turn');
  });

  test(`${level} plays to the end, and the game can be restarted`, async ({ person }) => {
    test.slow();
    const page = await person('Ada');
    await open(page);
    await choose(page, 'Difficulty', level);
    await expect(page.getByText(level.toLowerCase(), { exact: true })).toBeVisible();
    await expect(title(page)).toHaveText('Your turn');
    await playToTheEnd(page);
    await expect(title(page)).toHaveText(OVER);
    await expect(page.getByTestId('assertive')).toHaveText(OVER_SAID);
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect(title(page)).toHaveText('Your turn');
    expect(await discs(page)).toBe(0);
  });
}

for (const level of ['Medium', 'Hard']) {
  test(`${level} takes a win and blocks a loss, every time`, async ({ person }) => {
    test.slow();
    let threats = 0;
    for (const favourite of [7, 4]) {
      const page = await person('Ada');
      await open(page);
      await choose(page, 'Difficulty', level);
      await expect(page.getByText(level.toLowerCase(), { exact: true })).toBeVisible();
      for (let turn = 0; turn < 12; turn += 1) {
        await expect(title(page)).toHaveText(/Your turn|YOU WON|YOU LOST|DRAW/u);
        const before = await position(page);
        const over = OVER.test((await title(page).textContent()) ?? '');
        // A win of one's own would end the questioning.
        if (over || before.winsOf('black').length > 0) break;
        const mine = before.threatFor('black') ?? before.openNear(favourite);
        const after = before.with(mine, 'black');
        await dropIn(page, mine);
        await expect.poll(() => discs(page)).toBe(after.count + 1);
        const answer = (await position(page)).addedTo(after);
        const wins = after.winsOf('white');
        const losses = after.winsOf('black');
        if (wins.length > 0) expect(wins, 'takes the win').toContain(answer);
        else if (losses.length > 0) expect(losses, 'blocks the loss').toContain(answer);
        threats += wins.length + losses.length;
      }
    }
    expect(threats, 'threats that were there to answer').toBeGreaterThan(0);
  });
}

test('thirty seconds a turn from the first disc on; none where the clock is off', async ({
  person,
}) => {
  const page = await person('Ada');
  await page.clock.install();
  await open(page);
  // Nobody loses by reading the page.
  await expect(page.getByText('0:30', { exact: true })).toBeVisible();
  await page.clock.fastForward('05:00');
  await expect(title(page)).toHaveText('Your turn');
  await dropIn(page, 4);
  await page.clock.runFor(2_000);
  await expect.poll(() => discs(page)).toBe(2);
  await expect(page.getByRole('timer')).toHaveText(/0:(30|2\d)/u);
  await page.clock.runFor(19_000);
  await expect(page.getByTestId('assertive')).toHaveText('10 seconds left.');
  await page.clock.fastForward('00:12');
  await expect(title(page)).toHaveText('YOU LOST');
  await expect(page.getByText('Your 30 seconds ran out.', { exact: true })).toBeVisible();
  await expect(page.getByTestId('points-lost')).toHaveText('1');

  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings
    .getByRole('group', { name: 'Clock against the computer' })
    .getByText('Off')
    .click();
  await settings.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(title(page)).toHaveText('Your turn');
  await expect(page.getByRole('timer')).toBeHidden();
  await page.clock.fastForward('02:00');
  await expect(title(page)).toHaveText('Your turn');
});

test('the clock can be started before the first disc, and runs on over a reload', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('timer')).toHaveText(/0:(30|2\d)/u);
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0);
});

test('the same ending is announced each time, and every game counts once', async ({ person }) => {
  const page = await person('Ada');
  await page.clock.install();
  await open(page);
  await page.evaluate(() => {
    const heard: string[] = [];
    const region = document.querySelector('[aria-live=assertive]');
    if (region === null) throw new Error('no live region');
    new MutationObserver(() => {
      const text = region.textContent?.trim() ?? '';
      if (text !== '') heard.push(text);
    }).observe(region, { subtree: true, childList: true, characterData: true });
    Reflect.set(window, 'heard', heard);
  });
  for (const round of [1, 2]) {
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.clock.fastForward('00:31');
    await expect(title(page)).toHaveText('YOU LOST');
    await expect(page.getByTestId('points-lost')).toHaveText(String(round));
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect(title(page)).toHaveText('Your turn');
  }
  const heard: unknown = await page.evaluate(() => Reflect.get(window, 'heard'));
  const endings = Array.isArray(heard) ? heard.filter((it) => String(it).includes('lost')) : [];
  expect(endings).toHaveLength(2);
  await page.reload();
  await expect(page.getByTestId('points-lost')).toHaveText('2');
  await page.getByRole('button', { name: 'Back to zero' }).click();
  await expect(page.getByTestId('points-lost')).toHaveText('0');
});

test('difficulty by arrow keys keeps the focus', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await page.getByRole('radio', { name: 'Medium' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('hard', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Hard' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Perfect' })).toBeFocused();
  await expect(title(page)).toHaveText('Your turn');
  await expect(page.getByRole('radio', { name: 'Perfect' })).toBeFocused();
});

test('the board can be made larger, and the blue one chosen, right on the page', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  const width = async (): Promise<number> => (await cell(page, 1, 1).boundingBox())?.width ?? 0;
  expect(await width()).toBe(48);
  await choose(page, 'Board size', 'Large');
  await expect.poll(width).toBeGreaterThan(70);
  await choose(page, 'Board', 'Blue');
  await expect(page.getByText('You play red. Choose a column.')).toBeVisible();
  await dropIn(page, 4);
  await expectDisc(page, 4, 1, 'red');
  await page.reload();
  await expectDisc(page, 4, 1, 'red');
  await choose(page, 'Board', 'Black and white');
  await expectDisc(page, 4, 1, 'black');
});

/** The colours on the canvas of the discs, each as #rrggbb with how often it is there. */
async function colours(page: Page): Promise<ReadonlyMap<string, number>> {
  const pairs = await page
    .locator('canvas')
    .first()
    .evaluate((it): [string, number][] => {
      if (!(it instanceof HTMLCanvasElement)) return [];
      const { data } = it.getContext('2d')?.getImageData(0, 0, it.width, it.height) ?? { data: [] };
      const counts = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        const rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
        const name = `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return [...counts];
    });
  return new Map(pairs);
}

test('valid moves and the last disc have exactly the colours of the document', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  await page.mouse.move(0, 0);
  expect((await colours(page)).get('#66ccff') ?? 0).toBeGreaterThan(50);
  await dropIn(page, 4);
  await expect.poll(() => discs(page)).toBe(2);
  await expect.poll(async () => (await colours(page)).get('#ffcc00') ?? 0).toBeGreaterThan(50);
  expect((await colours(page)).get('#000000') ?? 0).toBeGreaterThan(50);
  expect((await colours(page)).get('#ffffff') ?? 0).toBeGreaterThan(50);
});

test('the computer can start', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await choose(page, 'Who starts', 'Computer');
  await expect.poll(() => discs(page)).toBe(1);
  await expect(title(page)).toHaveText('Your turn');
  const white = page.locator('[role=gridcell][aria-label*="white"]');
  await expect(white).toHaveCount(1);
});

test('who starts, chosen in the middle of a game, counts from the next one on', async ({
  person,
}) => {
  const page = await person('Ada');
  await open(page);
  const hint = page.getByText('Counts from the next game on.');
  await dropIn(page, 4);
  await expect.poll(() => discs(page)).toBe(2);
  await expect(hint).toBeHidden();
  await choose(page, 'Who starts', 'Computer');
  await expect(hint).toBeVisible();
  expect(await discs(page)).toBe(2);
  await choose(page, 'Who starts', 'You');
  await expect(hint).toBeHidden();
});

test('a reload takes the game up again', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await dropIn(page, 4);
  await expect.poll(() => discs(page)).toBe(2);
  await page.reload();
  await expect(title(page)).toHaveText('Your turn');
  expect(await discs(page)).toBe(2);
  await expectDisc(page, 4, 1, 'black');
});

/** What a bot answers, by the terminal. */
function reply(moves: string, bot: string): number {
  return Number(execFileSync(BINARY, ['reply', moves, '--bot', bot], { encoding: 'utf8' }));
}

test('difficulty changed in the middle counts from the very next answer on', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  await dropIn(page, 4);
  await expect.poll(() => discs(page)).toBe(2);
  const moves = `4${reply('4', 'solo-medium')}`;
  const telling = [1, 2, 3, 4, 5, 6, 7].find(
    (column) =>
      reply(`${moves}${column}`, 'solo-easy') !== reply(`${moves}${column}`, 'solo-medium'),
  );
  if (telling === undefined) throw new Error('both levels answer everything alike here');

  await choose(page, 'Difficulty', 'Easy');
  await expect(page.getByText('easy', { exact: true })).toBeVisible();
  expect(await discs(page)).toBe(2);
  const before = (await position(page)).with(telling, 'black');
  await dropIn(page, telling);
  await expect.poll(() => discs(page)).toBe(4);
  expect((await position(page)).addedTo(before)).toBe(reply(`${moves}${telling}`, 'solo-easy'));

  await page.reload();
  await expect(title(page)).toHaveText('Your turn');
  await expect(page.getByText('easy', { exact: true })).toBeVisible();
});

test('a level chosen while the computer thinks is the level that answers', async ({ person }) => {
  const page = await person('Ada');
  const clock = await stopClock(page);
  await dropIn(page, 1);
  await clock.thought();
  await choose(page, 'Difficulty', 'Perfect');
  await page.clock.runFor(500);
  await clock.thought();
  await page.clock.runFor(1);
  await expect.poll(() => discs(page)).toBe(2);
  await expectDisc(page, reply('1', 'perfect'), 1, 'white');
});

test('is there within a second of being asked for', async ({ person }) => {
  const page = await person('Ada');
  await open(page);
  // The fastest of some: what else the machine has to do is not the page's fault.
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.reload({ waitUntil: 'load' });
    const ms = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      const load = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
      return Math.max(load, paint?.startTime ?? 0);
    });
    times.push(ms);
  }
  expect(Math.min(...times)).toBeLessThan(1_000);
});
