/** The vectors that the engine's own tests read, too. */
import { readFileSync } from 'node:fs';

const VECTORS = new URL('../../../../crates/engine/tests/data/', import.meta.url);

export function rows(file) {
  return readFileSync(new URL(file, VECTORS), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split(/\s+/u));
}
