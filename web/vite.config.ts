import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `fourfall serve` listens while the page is being worked on. */
const server = process.env['FOURFALL_URL'] ?? 'http://127.0.0.1:4444';
const proxy = {
  '/socket.io': { target: server, ws: true },
  '/v1': { target: server },
};

export default defineConfig({
  plugins: [svelte()],
  server: { proxy },
  preview: { proxy },
  build: {
    target: 'es2022',
    // The server's content policy allows no `data:` but images; a file each is simplest.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['src/**/*.test.ts'] },
});
