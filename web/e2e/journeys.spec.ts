/** Every stage of a game with people crossed with everything that can happen to a page. */
import type { Page } from '@playwright/test';
import { layCable, type Cable } from './cable';
import { PHONE, discs, expect, hostCode, openInvitation, pair, playOut, test, title } from './play';
import type { RunningServer } from './server';

test.use({ motion: 'reduce' });

interface Scene {
  readonly ada: Page;
  readonly bo: Page;
  readonly server: RunningServer;
  readonly cable: Cable;
  /** What Ada has before the trouble that she must have after it. */
  note: string;
}

/** A stage: how one gets there, how one sees that one is there, and that it still works. */
interface Stage {
  arrange(scene: Scene): Promise<void>;
  shows(page: Page, scene: Scene): Promise<void>;
  goesOn(page: Page, scene: Scene): Promise<void>;
  /** What the bar of other pages says. */
  readonly bar: RegExp | undefined;
}

const STAGES: Readonly<Record<string, Stage>> = {
  invite: {
    async arrange(scene) {
      scene.note = await hostCode(scene.ada);
    },
    async shows(page, { note }) {
      await expect(title(page)).toHaveText('Waiting for your friend');
      await expect(page.getByTestId('code')).toHaveText(note);
    },
    async goesOn(page, { bo, note }) {
      await openInvitation(bo, note);
      await expect(title(page)).toHaveText('Your turn');
      await playOut([page, bo], '44');
    },
    bar: /Waiting for your friend/u,
  },
  wait: {
    async arrange({ ada }) {
      await ada.goto('/play');
      await ada.getByRole('button', { name: 'Find an opponent' }).click();
      await expect(title(ada)).toHaveText('Looking for an opponent');
    },
    async shows(page) {
      await expect(title(page)).toHaveText('Looking for an opponent');
    },
    async goesOn(page, { bo }) {
      await bo.goto('/play');
      await bo.getByRole('button', { name: 'Find an opponent' }).click();
      await expect(title(page)).toHaveText('Your turn');
      await playOut([page, bo], '44');
    },
    bar: /Looking for an opponent, \d:\d\d/u,
  },
  play: {
    async arrange({ ada, bo }) {
      await pair(ada, bo);
      await playOut([ada, bo], '443');
    },
    async shows(page) {
      await expect(title(page)).toHaveText('Bo’s turn');
      await expect.poll(() => discs(page)).toBe(3);
    },
    async goesOn(page, { bo }) {
      await playOut([bo, page], '55');
      await expect.poll(() => discs(page)).toBe(5);
      await expect.poll(() => discs(bo)).toBe(5);
    },
    bar: /Your game against Bo: their move/u,
  },
  finish: {
    async arrange({ ada, bo }) {
      await pair(ada, bo);
      await playOut([ada, bo], '1212121');
      await expect(title(ada)).toHaveText('YOU WON');
    },
    async shows(page) {
      await expect(title(page)).toHaveText('YOU WON');
      await expect.poll(() => discs(page)).toBe(7);
    },
    async goesOn(page, { bo }) {
      await expect(title(bo)).toHaveText('YOU LOST');
      await page.getByRole('button', { name: 'Rematch' }).click();
      await bo.getByRole('button', { name: 'Play again' }).click();
      await expect(title(bo)).toHaveText('Your turn');
      await playOut([bo, page], '44');
    },
    bar: undefined,
  },
};

/** Trouble, and the page on which Ada goes on after it. */
type Trouble = (scene: Scene, stage: Stage, name: string) => Promise<Page>;

async function openPage(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name, exact: true })
    .click();
}

async function toLeaderboard(page: Page): Promise<void> {
  await openPage(page, 'Leaderboard');
  await expect(title(page)).toHaveText('Leaderboard');
}

const TROUBLES: Readonly<Record<string, Trouble>> = {
  async reload({ ada }) {
    await ada.reload();
    return ada;
  },
  async back({ ada }) {
    await toLeaderboard(ada);
    await ada.goBack();
    return ada;
  },
  async navigation({ ada }, { bar }) {
    await toLeaderboard(ada);
    const aside = ada.getByRole('complementary', { name: 'Your game' });
    if (bar === undefined) {
      await expect(aside).toBeHidden();
      await openPage(ada, 'Play');
      return ada;
    }
    await expect(aside).toHaveText(bar);
    await aside.getByRole('link', { name: 'Go to it' }).click();
    return ada;
  },
  async 'second tab'({ ada }, _stage, name) {
    const second = await ada.context().newPage();
    await second.goto('/play');
    // What another tab is busy with alone stays there: a search, and a result.
    if (name === 'wait' || name === 'finish') {
      await expect(title(second)).toHaveText('Play somebody');
      return ada;
    }
    await expect(title(ada)).toHaveText('This game is open in another tab');
    return second;
  },
  async offline({ ada, cable }) {
    cable.pull();
    await expect(ada.getByText(/does not answer|Connection lost|YOU WON/u).first()).toBeVisible();
    cable.plug();
    return ada;
  },
  async 'server restart'({ ada, server }) {
    await server.restart();
    return ada;
  },
};

for (const device of ['desktop', 'phone'] as const) {
  test.describe(device, () => {
    for (const [name, stage] of Object.entries(STAGES)) {
      for (const [what, trouble] of Object.entries(TROUBLES)) {
        test(`${name} × ${what}`, async ({ person, server }) => {
          test.slow();
          const cable = await layCable(server.url);
          const look = device === 'phone' ? PHONE : {};
          const scene: Scene = {
            ada: await person('Ada', { at: cable.url, ...look }),
            bo: await person('Bo'),
            server,
            cable,
            note: '',
          };
          await stage.arrange(scene);
          const page = await trouble(scene, stage, name);
          await stage.shows(page, scene);
          // A server that was killed keeps no room of a game that is over: there is no rematch.
          if (name === 'finish' && what === 'server restart') {
            await expect(page.getByText('Bo has left.').first()).toBeVisible();
            await page.getByRole('button', { name: 'New opponent' }).click();
            await expect(title(page)).toHaveText('Looking for an opponent');
          } else await stage.goesOn(page, scene);
          await cable.close();
        });
      }
    }
  });
}
