/** The npm package as other people's pages use it: unbundled, on a page and in a worker. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';

const PACKAGE = new URL('../packages/solver/', import.meta.url);
const TYPES: Record<string, string> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
  book: 'application/octet-stream',
};
const PAGE = '<!doctype html><title>Somebody else</title>';
const WORKER = `import { load } from '/dist/browser.js';
const solver = load({ book: true });
addEventListener('message', async ({ data }) => postMessage((await solver).analyzeSync(data)));`;

test('the package runs on a page and in a worker, and a search can be ended', async ({ page }) => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html';
    const known = path === '/' ? PAGE : path === '/worker.js' ? WORKER : undefined;
    const body = known ?? (await readFile(new URL(`.${path}`, PACKAGE)).catch(() => undefined));
    if (type === 'application/octet-stream') asked.push(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await page.goto(`http://127.0.0.1:${address.port}/`);
    const found = await page.evaluate(async (script: string) => {
      const { load } = await import(script);
      const solver = await load();
      const score: number = (await solver.score('44556')).score;
      // The empty board without the book takes seconds.
      const ended = solver.score('', { signal: AbortSignal.timeout(50) });
      const why: string = await ended.catch((error: Error) => error.name);
      const again: number = solver.scoreSync('445566').score;
      return { score, why, again };
    }, '/dist/browser.js');
    expect(found).toEqual({ score: -18, why: 'TimeoutError', again: 18 });
    expect(asked).toEqual([]);
    const first = await page.evaluate(async () => {
      const worker = new Worker('/worker.js', { type: 'module' });
      const answer = new Promise<MessageEvent>((resolve) => {
        worker.addEventListener('message', resolve);
      });
      worker.postMessage('', []);
      const score: number = (await answer).data.moves[3].score;
      return score;
    });
    expect(first).toBe(1);
    expect(asked).toEqual(['/fourfall.book']);
  } finally {
    server.close();
  }
});
