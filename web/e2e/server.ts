/** The real binary on a free port, with a store of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { preview, type PreviewServer } from 'vite';

export const BINARY = resolve(process.env['FOURFALL_BIN'] ?? '../target/debug/fourfall');
const START_MS = 20_000;

export interface RunningServer {
  /** Where the page is. */
  readonly url: string;
  /** Stops it as a power cut would, and starts it again on the same store and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => found(port));
    });
  });
}

async function ready(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((next) => {
      setTimeout(next, 50);
    });
  }
  throw new Error(`${BINARY} did not become ready:\n${log()}`);
}

async function gone(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => {
    child.once('exit', done);
  });
  child.kill(signal);
  await exited;
}

export async function startServer(flags: readonly string[]): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fourfall-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const roomy = ['--max-rooms-per-address', '1000', '--requests-burst', '10000'];
  const ranked = ['--leaderboard-games', '1'];
  const listen = [
    '--listen',
    `127.0.0.1:${port}`,
    '--admin-listen',
    '127.0.0.1:0',
    '--data-dir',
    folder,
    '--allow-origin',
    '*',
  ];

  async function launch(): Promise<ChildProcess> {
    let output = '';
    const args = ['serve', ...listen, ...roomy, ...ranked, ...flags];
    const child = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.once('error', (error) => {
      output += String(error);
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-8_000);
      });
    }
    await ready(url, child, () => output);
    return child;
  }

  let child = await launch();
  const page = process.env['E2E_PAGE'] === 'preview' ? await previewOf(url) : undefined;
  return {
    url: page === undefined ? url : (page.resolvedUrls?.local[0] ?? url).replace(/\/$/u, ''),
    async restart() {
      await gone(child, 'SIGKILL');
      child = await launch();
    },
    async stop() {
      await page?.close();
      await gone(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The page from `dist/` instead of from inside the binary, while one works on it. */
async function previewOf(target: string): Promise<PreviewServer> {
  const proxy = { '/socket.io': { target, ws: true }, '/v1': { target } };
  return preview({
    preview: { host: '127.0.0.1', port: await freePort(), proxy },
    logLevel: 'error',
  });
}
