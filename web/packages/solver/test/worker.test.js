/** The package in a worker, and the build for browsers, which fetches. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { loadModule } from 'fourfall';

test('in a worker, with a module compiled elsewhere', async () => {
  const worker = new Worker(
    `import { parentPort, workerData } from 'node:worker_threads';
     import { Solver } from 'fourfall';
     const solver = new Solver(workerData);
     parentPort.on('message', (moves) => parentPort.postMessage(solver.analyzeSync(moves)));`,
    { eval: true, workerData: await loadModule(), execArgv: ['--input-type=module'] },
  );
  try {
    worker.postMessage('44444432225');
    const [analysis] = await once(worker, 'message');
    assert.equal(analysis.moves[5].score, 1);
    assert.deepEqual(analysis.moves[3], { kind: 'full' });
  } finally {
    await worker.terminate();
  }
});

test('the build for browsers fetches the module, and the book only if asked', async () => {
  const folder = new URL('../', import.meta.url);
  const asked = [];
  const server = createServer(async (request, response) => {
    const name = request.url.slice(1);
    asked.push(name);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    response.writeHead(200, { 'content-type': type });
    response.end(await readFile(new URL(name, folder)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const fetchFile = globalThis.fetch;
  // Files are fetched from a server, as in a browser; Node.js does not fetch from the disk.
  globalThis.fetch = (address) =>
    fetchFile(`http://127.0.0.1:${server.address().port}/${address.pathname.split('/').at(-1)}`);
  try {
    const { load } = await import(new URL('dist/browser.js', folder));
    assert.equal((await load()).scoreSync('44556').score, -18);
    assert.deepEqual(asked, ['fourfall.wasm']);
    assert.equal((await load({ book: true })).scoreSync('').score, 1);
    assert.deepEqual(asked.toSorted(), ['fourfall.book', 'fourfall.wasm', 'fourfall.wasm']);
  } finally {
    globalThis.fetch = fetchFile;
    server.close();
  }
});
