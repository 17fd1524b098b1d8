import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
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
/** What several pages share, beyond what the first one has brought along. */
const SHARED = /src.(ui|board|game|a11y|words|session|protocol|net)/u;

export default defineConfig({
  plugins: [svelte(), first.plugin, offline()],
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
            { name: 'live', test: /node_modules.(@?socket|engine)\.io/ },
            // What the languages are made with; on home it comes with one of them only.
            { name: 'speech', test: /src.(words.speech|game.(analysis|solo))\.ts/, priority: 2 },
            { name: 'home', test: (id) => SHARED.test(id) && first.has(id), priority: 1 },
            { name: 'shared', test: SHARED, minShareCount: 2 },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
  },
  test: { include: ['src/**/*.test.ts'] },
});
