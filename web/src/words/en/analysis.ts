/** Positions and games judged by perfect play. */
import { discsToWin, type Value } from '../../game/analysis';
import type { Standing } from '../../game/referee';
import type { Judgement } from '../../game/review';
import {
  columnNumber,
  other,
  unreachable,
  type Cell,
  type Column,
  type Side,
} from '../../game/types';
import * as board from './board';
import { nth } from './numbers';
import { NAMES } from './table';

export { NAMES };

export const boardLabel = 'Analysis board. Drop a disc for either side to see what becomes of it.';

/** A move's value as people read it. */
export function value(it: Value): string {
  switch (it.kind) {
    case 'win':
      return discsToWin(it) === 1 ? 'wins at once' : `wins with the ${nth(discsToWin(it))} disc`;
    case 'draw':
      return 'draw';
    case 'loss':
      return discsToWin(it) === 1 ? 'loses at once' : `loses to the ${nth(discsToWin(it))} disc`;
    default:
      return unreachable(it);
  }
}

/** The same in two short lines, for the room under a column. */
export function valueLines(it: Value): readonly string[] {
  if (it.kind === 'draw') return ['draw'];
  const discs = discsToWin(it);
  return [it.kind === 'win' ? 'wins' : 'loses', discs === 1 ? 'at once' : `${nth(discs)} disc`];
}

export const full = 'full';
export const beingLookedAt = 'being looked at';
export const scores = 'What each column is worth';
export const columnScore = (column: Column, worth: string, best: boolean): string =>
  `Column ${columnNumber(column)}: ${worth}${best ? ', best' : ''}`;

/** What becomes of a position if both play perfectly. */
export const prospect = (it: Value, turn: Side): string => prospectOf(it, turn, NAMES);

export function prospectOf(it: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  switch (it.kind) {
    case 'win':
      return winsWith(names[turn], discsToWin(it));
    case 'draw':
      return 'A draw, if nobody errs';
    case 'loss':
      return winsWith(names[other(turn)], discsToWin(it));
    default:
      return unreachable(it);
  }
}

/** "Red wins with its 4th disc from here". */
const winsWith = (name: string, discs: number): string =>
  discs === 1
    ? `${name} wins with the next disc`
    : `${name} wins with their ${nth(discs)} disc from here`;

/** What is known when the headline is made. */
export interface Knowledge {
  readonly standing: Standing;
  readonly value: Value | undefined;
  readonly best: readonly Column[];
  /** The engine could not be loaded. */
  readonly away: boolean;
}

export function title({ standing, value: worth, away }: Knowledge): string {
  if (standing.kind === 'won') return `${NAMES[standing.by]} has won`;
  if (standing.kind === 'drawn') return board.draw;
  if (away) return 'No engine';
  return worth === undefined ? 'Thinking it through' : prospect(worth, standing.turn);
}

export function text({ standing, best, away }: Knowledge): string {
  if (away) return engineAway;
  if (standing.kind === 'won') return board.fourInARow;
  if (standing.kind === 'drawn') return board.full;
  const mover = `${NAMES[standing.turn]} to move.`;
  if (best.length === 0) return mover;
  const columns = best.map(columnNumber).join(', ');
  return `${mover} Best: column${best.length > 1 ? 's' : ''} ${columns}.`;
}

/** The disc that led here, for ears. */
export const played = (side: Side, cell: Cell): string => `${NAMES[side]}: ${board.at(cell)}.`;

export const unknown = 'Not known yet';
const engineAway = 'The engine could not be loaded.';
export const notMoves = 'Moves are columns, 1 to 7: for example 4435.';
export const illegalMove = (number: number): string =>
  `Move ${number} can’t be played; shown up to there.`;
export const inTheLink = (trouble: string): string => `In the link: ${trouble}`;

export const bestLine = 'Best line';
export const beingWorkedOut = 'Being worked out…';
export const bestLineDisc = (number: number): string => `To disc ${number} of the best line`;

export const setUp = 'Set up by moves';
export const setUpExample = '4435';
export const show = 'Show';
export const clear = 'Clear the board';
export const copyLink = 'Copy link';
export const shareTitle = 'A position of four in a row';

export const moves = 'Moves';
export const movesPlayed = (number: number): string =>
  number > 0 ? `${number} of 42` : 'none yet';
export const move = (number: number): string => `Move ${number}`;
export const disc = (name: string, colour: string, column: Column): string =>
  `${name}: ${board.colour(colour)} in column ${columnNumber(column)}`;
export const remarked = (disc_: string, remark: string): string => `${disc_}, ${remark}`;

export interface JudgementWords {
  readonly name: string;
  readonly names: string;
  /** As players of board games write it; nothing for moves that need no remark. */
  readonly glyph: string;
}

export const judgements: Readonly<Record<Judgement, JudgementWords>> = {
  best: { name: 'best move', names: 'Best', glyph: '' },
  good: { name: 'good', names: 'Good', glyph: '' },
  inaccuracy: { name: 'inaccuracy', names: 'Inaccuracies', glyph: '!?' },
  missedWin: { name: 'missed win', names: 'Missed wins', glyph: '?!' },
  mistake: { name: 'mistake', names: 'Mistakes', glyph: '?' },
  blunder: { name: 'blunder', names: 'Blunders', glyph: '??' },
};

export const review = 'Review';
export const reviewProgress = (percent: number): string => `${percent} % looked at`;
export const reviewDone = 'The review is there.';
export const reviewFailed = 'The engine stopped before the review was done.';
export const noReview = 'The engine could not be loaded, so there is no review just now.';
export const accuracy = 'Accuracy';
export const percent = (number: number | undefined): string =>
  number === undefined ? '–' : `${number} %`;
export const toTurningPoint = (number: number): string => `To the turning point, move ${number}`;
export const noTurn = 'Nobody’s move changed who wins.';

export function graph(
  turns: readonly { readonly move: number; readonly judgement: Judgement }[],
): string {
  const list = turns.map((it) => `move ${it.move} a ${judgements[it.judgement].name}`).join(', ');
  return `Value over the game${list === '' ? '' : `: ${list}`}`;
}

export const tape = 'Replay';
export const toStart = 'To the start';
export const backOne = 'Back one move';
export const forwardOne = 'Forward one move';
export const toEnd = 'To the end';
