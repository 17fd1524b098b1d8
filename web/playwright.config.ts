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
  // Two cores: the browsers of one test already keep them busy.
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ARGS,
    },
    trace: 'retain-on-failure',
  },
});
