/** Tells the service worker which files make up the version that was just built. */
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const WORKER_FILE = 'sw.js';
/** Nobody needs these offline, and the shell is kept by the address people open. */
const LEFT_OUT = [WORKER_FILE, 'robots.txt', 'index.html'];

export function offline(): Plugin {
  return {
    name: 'fourfall-offline',
    apply: 'build',
    async writeBundle({ dir }) {
      // The Worker of the engine is a build of its own inside this one; it has no folder.
      if (dir === undefined) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const names = entries
        .filter((it) => it.isFile())
        .map((it) => join(it.parentPath, it.name).slice(dir.length + 1))
        .toSorted();
      const hash = createHash('sha256');
      for (const name of names) hash.update(name).update(await readFile(join(dir, name)));
      const kept = names.filter((name) => !LEFT_OUT.includes(name)).map((name) => `/${name}`);
      const version = { version: hash.digest('hex').slice(0, 16), files: ['/', ...kept] };
      const worker = join(dir, WORKER_FILE);
      const code = await readFile(worker, 'utf8');
      await writeFile(worker, code.replace('OFFLINE_VERSION', JSON.stringify(version)));
    },
  };
}
