/** The file of puzzles, read: `crates/engine/src/puzzle.rs` writes it and has its layout. */
import { isColumn, type Column } from '../game/types';

export const LEVELS = [1, 2, 3, 4, 5] as const;
export type Level = (typeof LEVELS)[number];

export interface Puzzle {
  /** Its place in the set, the first being 1; what its address says. */
  readonly number: number;
  readonly moves: readonly Column[];
  /** What the one right move achieves. */
  readonly aim: 'win' | 'draw';
  readonly solution: Column;
  /** How many discs ahead one has to see. */
  readonly discs: number;
  readonly level: Level;
}

const MAGIC = [...'4puz'].map((it) => it.charCodeAt(0));
const VERSION = 1;
const CHECKSUM_BYTES = 8;

/** FNV-1a, 64 bits, lowest byte first. */
function checksum(bytes: Uint8Array): readonly number[] {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100_0000_01b3n) & MASK;
  return Array.from({ length: CHECKSUM_BYTES }, (_, at) =>
    Number((hash >> BigInt(8 * at)) & 0xffn),
  );
}

const MASK = (1n << 64n) - 1n;

/** The puzzles of a file; `undefined` if it is none, or damaged. */
export function readPuzzles(bytes: Uint8Array): readonly Puzzle[] | undefined {
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  const sum = bytes.subarray(-CHECKSUM_BYTES);
  const known = [...MAGIC, VERSION].every((byte, at) => body[at] === byte);
  if (!known || !checksum(body).every((byte, at) => sum[at] === byte)) return undefined;
  let at = MAGIC.length + 1;
  const next = (): number => body[at++] ?? 0;
  const seedBytes = next();
  at += seedBytes;
  const count = next() + 256 * next();
  const puzzles: Puzzle[] = [];
  while (puzzles.length < count) {
    const ply = next();
    const packed = body.subarray(at, at + Math.ceil((3 * ply) / 8));
    at += packed.length;
    const bit = (place: number): number => ((packed[place >> 3] ?? 0) >> (place & 7)) & 1;
    const moves = Array.from(
      { length: ply },
      (_, move) => bit(3 * move) + 2 * bit(3 * move + 1) + 4 * bit(3 * move + 2),
    ).filter(isColumn);
    const what = next();
    const discs = next() & 31;
    const solution = what & 7;
    const level = LEVELS.find((it) => it === what >> 4);
    if (moves.length < ply || !isColumn(solution) || level === undefined) return undefined;
    const aim = ((what >> 3) & 1) === 0 ? 'win' : 'draw';
    puzzles.push({ number: puzzles.length + 1, moves, aim, solution, discs, level });
  }
  return puzzles;
}
