/** The set of puzzles, fetched when the page of puzzles is opened. */
import { readPuzzles, type Puzzle } from './set';

const files = import.meta.glob<string>('../../../crates/engine/puzzles/*.puzzles', {
  query: '?url',
  import: 'default',
  eager: true,
});

export async function loadPuzzles(): Promise<readonly Puzzle[]> {
  const [url] = Object.values(files);
  if (url === undefined) throw new Error('the page was built without puzzles');
  const response = await fetch(url);
  const puzzles = response.ok
    ? readPuzzles(new Uint8Array(await response.arrayBuffer()))
    : undefined;
  if (puzzles === undefined) throw new Error('the puzzles could not be read');
  return puzzles;
}
