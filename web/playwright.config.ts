import { defineConfig } from '@playwright/test';

/** Debian's Chromium as root, kept from calling home. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each test has a server of its own; while the people of one wait, those of another move.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ARGS,
    },
    screenshot: 'only-on-failure',
    // A trace of every step takes as long as the steps themselves: it is made when one looks for something.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
});
