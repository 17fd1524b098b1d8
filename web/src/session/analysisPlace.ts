/** The address of a position, and the moves in one. */
import { columnNumber, isColumn, type Column } from '../game/types';

export function movesText(moves: readonly Column[]): string {
  return moves.map(columnNumber).join('');
}

export function analysisPath(moves: readonly Column[]): string {
  return moves.length === 0 ? '/analysis' : `/analysis/${movesText(moves)}`;
}

/** Moves as people type them: digits 1 to 7, with whatever they put in between. */
export function movesOf(text: string): readonly Column[] | undefined {
  const digits = text.replaceAll(/[\s,.-]/gu, '');
  if (!/^[1-7]*$/u.test(digits)) return undefined;
  return [...digits].map((digit) => Number(digit) - 1).filter(isColumn);
}
