/** For browsers and their workers: the module and the book are fetched from beside this file. */
import { loadBy } from './load.js';

export * from './core.js';
export type { LoadOptions } from './load.js';
export * from './solver.js';

/** A solver, with the module of this package. */
export const load = /* @__PURE__ */ loadBy(loadModule, loadBook);

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
