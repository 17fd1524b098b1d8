/**
 * Has the files of the page that was asked for fetched along with the first ones, instead of after them: `scheme.js`
 * runs before everything else, and is told here which page needs what.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const PAGE = /src.pages.(\w+)\.svelte$/u;
const FIRST = 'index';

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** A chunk and all it imports, none twice. */
function neededBy(file: string, chunks: Chunks, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const it of chunks.get(file)?.imports ?? []) neededBy(it, chunks, known);
  return known;
}

export function ahead(): Plugin {
  return {
    name: 'fourfall-ahead',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const all = Object.values(bundle).filter((it) => it.type === 'chunk');
      const chunks: Chunks = new Map(all.map((it) => [it.fileName, it]));
      const first = all.find((it) => it.isEntry && it.name === FIRST);
      if (first === undefined) throw new Error('the page has no first script');
      const there = neededBy(first.fileName, chunks);
      const files = Object.fromEntries(
        all.flatMap((chunk) => {
          const [, page] = PAGE.exec(chunk.facadeModuleId ?? '') ?? [];
          if (page === undefined || !chunk.isDynamicEntry) return [];
          const more = [...neededBy(chunk.fileName, chunks)].filter((it) => !there.has(it));
          return [[page.toLowerCase(), more]];
        }),
      );
      const script = join(dir, 'scheme.js');
      const code = await readFile(script, 'utf8');
      await writeFile(script, code.replace('pages = {}', `pages = ${JSON.stringify(files)}`));
    },
  };
}
