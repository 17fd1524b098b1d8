/** The engine in its Worker, in a real browser: the vectors of every platform, progress, cancelling, frames. */
import { readFileSync } from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';

const VECTORS = '../crates/engine/tests/data';

function rows(file: string): string[][] {
  return readFileSync(`${VECTORS}/${file}`, 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split(/\s+/u));
}

/** The page's modules one by one, so that a test can speak to the engine itself. */
const test = base.extend<{ engine: string }, { modules: ViteDevServer }>({
  modules: [
    // Playwright reads the fixtures a fixture needs from here: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await createServer({
        server: { port: 0, host: '127.0.0.1' },
        logLevel: 'error',
      });
      await server.listen();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  engine: async ({ modules, page }, use) => {
    await page.goto(`${modules.resolvedUrls?.local[0] ?? ''}robots.txt`);
    await use('/src/engine/index.ts');
  },
});

test('positions have their scores', async ({ page, engine }) => {
  test.slow();
  const vectors = rows('positions.txt').map(([moves = '', score]) => ({
    moves,
    score: Number(score),
  }));
  const found = await page.evaluate(
    async ({ path, all }) => {
      const { engine: start } = await import(path);
      const scores: number[] = [];
      for (const moves of all) {
        const { score } = await start().solve([...moves].map((digit) => Number(digit) - 1));
        scores.push(score);
      }
      return scores;
    },
    { path: engine, all: vectors.map((it) => it.moves) },
  );
  expect(found).toEqual(vectors.map((it) => it.score));
  expect(found.length).toBeGreaterThan(50);
});

test('every bot plays the games it plays everywhere', async ({ page, engine }) => {
  test.slow();
  const games = rows('bots.txt').map(([bot = '', seed = '', from, moves = '']) => {
    return { bot, seed, from: Number(from), moves };
  });
  const replayed = await page.evaluate(
    async ({ path, all }) => {
      const { engine: start } = await import(path);
      const found: string[] = [];
      for (const { bot, seed, from, moves } of all) {
        const columns = [...moves].map((digit) => Number(digit) - 1);
        for (let ply = from; ply < columns.length; ply += 2) {
          const answer = await start().choose(bot, columns.slice(0, ply), seed);
          columns[ply] = answer.proved === true ? answer.column : Number.NaN;
        }
        found.push(columns.map((column) => column + 1).join(''));
      }
      return found;
    },
    { path: engine, all: games },
  );
  expect(replayed).toEqual(games.map((it) => it.moves));
});

test('a long analysis tells how far it is, and can be given up at once', async ({
  page,
  engine,
}) => {
  // Without its book the empty board takes minutes: longer than anybody waits for in a test.
  let books = 0;
  await page.context().route('**/*.book*', async (route) => {
    // The module that says where it is may be had, the book itself not.
    if (route.request().resourceType() !== 'fetch') return route.continue();
    books += 1;
    return route.abort();
  });
  const told = await page.evaluate(async (path) => {
    const { createEngine } = await import(path);
    const { default: url } = await import(path.replace('index.ts', 'worker.ts?worker&url'));
    const own = createEngine(() => new Worker(url, { type: 'module' }));
    const stop = new AbortController();
    const nodes: number[] = [];
    const progress = (analysis: { nodes: number }): void => {
      nodes.push(analysis.nodes);
      if (nodes.length === 3) stop.abort();
    };
    const asked = own.analyze([], { signal: stop.signal, progress });
    const end = await asked.then(
      () => 'answered',
      (error: Error) => error.name,
    );
    // It is free again for the next question.
    await own.follow([3]);
    own.close();
    return { nodes, end };
  }, engine);
  expect(books).toBe(1);
  expect(told.end).toBe('AbortError');
  expect(told.nodes).toEqual(told.nodes.toSorted((a, b) => a - b));
});
