/** A line of moves from the empty board, and the discs it leaves. The moves are known to be legal. */
import { NO_DISCS, other, withDisc, type Cell, type Column, type Side, type Stacks } from './types';

/** The player to move after so many discs. Discs alternate. */
export function moverAt(ply: number, starts: Side = 'first'): Side {
  return ply % 2 === 0 ? starts : other(starts);
}

export function stacksOf(moves: readonly Column[], starts: Side = 'first'): Stacks {
  return moves.reduce(
    (stacks, column, ply) => withDisc(stacks, column, moverAt(ply, starts)),
    NO_DISCS,
  );
}

/** The cell of the last of some moves. */
export function lastCell(moves: readonly Column[]): Cell | undefined {
  const column = moves.at(-1);
  return column === undefined ? undefined : { column, row: stacksOf(moves)[column].length - 1 };
}

/** How many discs of each side a line has. */
export function discsOf(moves: readonly Column[]): Readonly<Record<Side, number>> {
  return { first: Math.ceil(moves.length / 2), second: Math.floor(moves.length / 2) };
}
