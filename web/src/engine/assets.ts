/** Where the engine's files are, and how much memory it takes. */
import wasmUrl from 'fourfall/fourfall.wasm?url';

export const WASM_URL: string = wasmUrl;

/** The opening book is one file beside the solver; without it the engine is right, and slower. */
const books = import.meta.glob<string>('../../../crates/engine/book/*.book', {
  query: '?url',
  import: 'default',
  eager: true,
});
export const BOOK_URL: string | undefined = Object.values(books)[0];

/** What the solver may remember: as much as a phone has to spare. */
export const TABLE_MEBIBYTES = 16;
