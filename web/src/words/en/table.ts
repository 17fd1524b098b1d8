/** Two people at one device. */
import { lastMover, type Standing } from '../../game/referee';
import { unreachable, type Cell, type Column, type Side } from '../../game/types';
import * as board from './board';

export const NAMES: Readonly<Record<Side, string>> = { first: 'Red', second: 'Yellow' };

export const boardLabel = 'Board for two. Arrow keys move, Enter drops, 1 to 7 drop at once.';
export const refereeAway = 'The rules could not be loaded. Is the network there? Try once more.';
const takeTurns = 'Take turns on this screen.';
export const turn = (side: Side): string => `${NAMES[side]}’s turn`;

export function title(state: Standing): string {
  switch (state.kind) {
    case 'playing':
      return turn(state.turn);
    case 'won':
      return `${NAMES[state.by]} won`;
    case 'drawn':
      return board.draw;
    default:
      return unreachable(state);
  }
}

export function text(state: Standing): string {
  switch (state.kind) {
    case 'playing':
      return takeTurns;
    case 'won':
      return board.fourInARow;
    case 'drawn':
      return board.full;
    default:
      return unreachable(state);
  }
}

export const blocked = (state: Standing, column: Column): string =>
  state.kind === 'playing' ? board.columnFull(column) : 'The game is over. Start a new one.';

/** What happened, for ears. */
export function moved(state: Standing, cell: Cell): string {
  return `${NAMES[lastMover(state)]}: ${board.at(cell)}. ${title(state)}.`;
}

export const undone = (state: Standing): string => `Taken back. ${title(state)}.`;
export const begun = (state: Standing): string => `A new game. ${title(state)}.`;

export const undo = 'Undo';
export const newGame = 'New game';
export const review = 'Review';
export const askTitle = 'Start a new game?';
export const askText = 'This one is not over yet. Its discs will be gone.';
export const askKeep = 'Play on';
