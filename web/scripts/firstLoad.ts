/** Knows which modules the first page needs, so that nothing else is put beside them. */
import type { Plugin } from 'vite';

export interface FirstLoad {
  readonly plugin: Plugin;
  has(id: string): boolean;
}

export function firstLoad(entry: RegExp): FirstLoad {
  const needed = new Set<string>();
  return {
    plugin: {
      name: 'fourfall-first-load',
      apply: 'build',
      buildEnd() {
        const waiting = [...this.getModuleIds()].filter((id) => entry.test(id));
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (needed.has(id)) continue;
          needed.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      },
    },
    has: (id) => needed.has(id),
  };
}
