/** A game that was, disc by disc. */
import { columnNumber, type Cell } from '../../game/types';
import { discs } from './common';

export const label = (first: string, second: string): string =>
  `${first} against ${second}, replay`;
export const empty = 'The empty board.';
export const at = (ply: number, last: number, cell: Cell): string =>
  `Move ${ply} of ${last}: column ${columnNumber(cell.column)}, row ${cell.row + 1}.`;
export const running = 'Still being played';
export const soFar = (count: number): string => `${discs(count)} so far.`;
export const play = 'Play through';
export const pause = 'Pause';
export const speed = 'Speed';
export const SPEEDS = { slow: 'Slow', normal: 'Normal', fast: 'Fast' } as const;
export const watchLive = 'Watch it live';
export const analyse = 'Analyse';
export const share = 'Share this game';
export const shareTitle = 'A game of four in a row';
export const nextGame = 'Next game';
