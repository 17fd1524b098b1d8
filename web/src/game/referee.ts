/** Who judges a game that no server judges: two people on one device, or the computer offline. */
import {
  COLUMNS,
  NO_DISCS,
  other,
  type Cell,
  type Column,
  type Line,
  type Side,
  type Stacks,
} from './types';

/** How a game stands. */
export type Standing =
  | { readonly kind: 'playing'; readonly turn: Side; readonly legal: readonly Column[] }
  | { readonly kind: 'won'; readonly by: Side; readonly lines: readonly Line[] }
  | { readonly kind: 'drawn' };

/** Whose disc was the last. That of a full board is the second player's. */
export function lastMover(state: Standing): Side {
  if (state.kind === 'playing') return other(state.turn);
  return state.kind === 'won' ? state.by : 'second';
}

export interface TableGame {
  readonly moves: readonly Column[];
  readonly stacks: Stacks;
  readonly lastMove: Cell | undefined;
  readonly state: Standing;
}

export type Ruling =
  | { readonly kind: 'legal'; readonly game: TableGame }
  | { readonly kind: 'refused' }
  /** The referee is not here: nothing happened, and one may try again. */
  | { readonly kind: 'away' };

/** Judges a line of moves from the empty board. */
export type Referee = (moves: readonly Column[]) => Promise<Ruling>;

export const NEW_TABLE_GAME: TableGame = {
  moves: [],
  stacks: NO_DISCS,
  lastMove: undefined,
  state: { kind: 'playing', turn: 'first', legal: COLUMNS },
};
