/** For Node.js: the module and the book are files of this package. */
import { readFile } from 'node:fs/promises';
import { Solver, type Options } from './solver.js';

export * from './core.js';
export * from './solver.js';

export interface LoadOptions extends Options {
  /** Whether to open the opening book too: 1.4 MB, and no search in the first nine plies. */
  readonly book?: boolean;
}

/** A solver, with the module of this package. */
export async function load({ book = false, ...options }: LoadOptions = {}): Promise<Solver> {
  const [module, bytes] = await Promise.all([loadModule(), book ? loadBook() : undefined]);
  const solver = new Solver(module, options);
  if (bytes !== undefined) solver.openBook(bytes);
  return solver;
}

/** The compiled module of this package: one serves any number of solvers, and can be sent to workers. */
export async function loadModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL('../fourfall.wasm', import.meta.url)));
}

/** The opening book of this package. */
export async function loadBook(): Promise<Uint8Array> {
  return readFile(new URL('../fourfall.book', import.meta.url));
}
