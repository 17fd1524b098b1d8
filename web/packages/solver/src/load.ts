/** What Node.js and browsers have in common when they load a solver. */
import { Solver, type Options } from './solver.js';

export interface LoadOptions extends Options {
  /**
   * Whether to open the opening book too: 1.4 MB, 236 kB as servers compress it, and no search in the
   * first nine plies.
   */
  readonly book?: boolean;
}

/** How `load` is made of the two ways to get a file. */
export function loadBy(
  loadModule: () => Promise<WebAssembly.Module>,
  loadBook: () => Promise<Uint8Array>,
): (options?: LoadOptions) => Promise<Solver> {
  return async ({ book = false, ...options } = {}) => {
    const [module, bytes] = await Promise.all([loadModule(), book ? loadBook() : undefined]);
    const solver = new Solver(module, options);
    if (bytes !== undefined) solver.openBook(bytes);
    return solver;
  };
}
