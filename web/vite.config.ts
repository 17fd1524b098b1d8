import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { ahead } from './scripts/ahead.ts';
import { firstLoad } from './scripts/firstLoad.ts';
import { WORKER_FILE, offline } from './scripts/offline.ts';

/** Where `fourfall serve` listens while the page is being worked on. */
const server = process.env['FOURFALL_URL'] ?? 'http://127.0.0.1:4444';
const proxy = {
  '/socket.io': { target: server, ws: true },
  '/v1': { target: server },
  '^/(embed/.+|embed\\.css|game/[^/]+\\.(svg|png|gif))$': { target: server },
};

const first = firstLoad(/src.main\.ts$/u);
/** What several pages share, beyond what the first one has brought along. Home's words in a language stay alone. */
const SHARED = /src.(ui|board|game|a11y|words(?!.first)|session|protocol|net)/u;
/** What plays and watches over a connection: a review, a puzzle and one's own board do without. */
const LIVE =
  /node_modules.(@?socket|engine)\.io|src.(net.socket|protocol.messages|session.(open|match|player|follower|news|serverClock|watch)\.)/u;

export default defineConfig({
  plugins: [svelte(), first.plugin, ahead(), offline()],
  // The opening book lies beside the solver, outside of this folder.
  server: { proxy, fs: { allow: ['..'] } },
  preview: { proxy },
  build: {
    target: 'es2022',
    // The server's content policy allows no `data:` but images; a file each is simplest.
    assetsInlineLimit: 0,
    // A few files instead of forty: a page is its own chunk and what it shares with the others.
    cssCodeSplit: false,
    rolldownOptions: {
      input: { index: 'index.html', offline: 'src/offline/worker.ts' },
      output: {
        // A service worker governs what lies beside and below it, and keeps its name.
        entryFileNames: ({ name }) =>
          name === 'offline' ? WORKER_FILE : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /node_modules.svelte/ },
            { name: 'home', test: (id) => SHARED.test(id) && first.has(id), priority: 3 },
            // What the other languages are made with: on home it comes with one of them only.
            { name: 'speech', test: /src.words.speech\.ts/, priority: 2 },
            {
              name: 'shared',
              test: (id) => SHARED.test(id) && !LIVE.test(id),
              minShareCount: 2,
              priority: 1,
            },
            { name: 'live', test: LIVE },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
  },
  test: { include: ['src/**/*.test.ts'] },
});
