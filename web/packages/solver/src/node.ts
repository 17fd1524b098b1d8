/** For Node.js: the module and the book are files of this package. */
import { readFile } from 'node:fs/promises';
import { loadBy } from './load.js';

export * from './core.js';
export type { LoadOptions } from './load.js';
export * from './solver.js';

/** A solver, with the module of this package. */
export const load = /* @__PURE__ */ loadBy(loadModule, loadBook);

/** The compiled module of this package: one serves any number of solvers, and can be sent to workers. */
export async function loadModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL('../fourfall.wasm', import.meta.url)));
}

/** The opening book of this package. */
export async function loadBook(): Promise<Uint8Array> {
  return readFile(new URL('../fourfall.book', import.meta.url));
}
