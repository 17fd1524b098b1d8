/** People in a browser, for pictures: who they are, how they meet, how they play. */
import { chromium } from '@playwright/test';

/** A browser whose people come to this address. */
export async function open(url) {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return {
    /** Somebody who has been here before, unless told that they are new. */
    async person(name, { isNew = false, ...options } = {}) {
      const context = await browser.newContext({
        baseURL: url,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...options,
      });
      await context.addInitScript(
        ([given, visited]) => {
          localStorage['fourfall.name'] ??= JSON.stringify(given);
          if (visited) localStorage['fourfall.visited'] ??= 'true';
        },
        [name, !isNew],
      );
      return context.newPage();
    },
    close: () => browser.close(),
  };
}

export const heading = (page) => page.getByRole('heading', { level: 1 });
export const button = (page, name) => page.getByRole('button', { name });

export async function drop(page, column) {
  await page.locator(`[role=gridcell][data-column="${column - 1}"][data-row="0"]`).focus();
  await page.keyboard.press(String(column));
}

/** Plays columns in turn; each waits for their turn. */
export async function playOut(players, moves) {
  for (const [ply, digit] of [...moves].entries()) {
    const page = players[ply % 2];
    await heading(page).filter({ hasText: 'Your turn' }).waitFor();
    await drop(page, Number(digit));
    await heading(page).filter({ hasNotText: 'Your turn' }).waitFor();
  }
}

export async function find(page) {
  await page.goto('/play');
  await button(page, 'Find an opponent').click();
}

export async function invite(page) {
  await page.goto('/play');
  await button(page, 'Invite a friend').click();
  return page.getByTestId('code').textContent();
}
