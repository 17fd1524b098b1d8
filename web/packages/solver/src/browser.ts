/** For browsers and their workers: the module and the book are fetched from beside this file. */
import { Solver, type Options } from './solver.js';

export * from './core.js';
export * from './solver.js';

export interface LoadOptions extends Options {
  /** Whether to fetch the opening book too: 236 kB as servers compress it, and no search in the first nine plies. */
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
  return WebAssembly.compileStreaming(fetched(new URL('../fourfall.wasm', import.meta.url)));
}

/** The opening book of this package. */
export async function loadBook(): Promise<Uint8Array> {
  const response = await fetched(new URL('../fourfall.book', import.meta.url));
  return new Uint8Array(await response.arrayBuffer());
}

async function fetched(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  return response;
}
