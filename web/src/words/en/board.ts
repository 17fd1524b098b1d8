/** The board: what is in its cells, what its keys do, what happened on it. */
import type { CellFacts } from '../../board/grid';
import { seconds } from './time';
import { columnNumber, type Cell, type Column, type Side } from '../../game/types';

/** Colours by the names the server gives them. */
const COLOURS: Readonly<Record<string, string>> = {
  red: 'red',
  yellow: 'yellow',
  green: 'green',
  '#000000': 'black',
  '#ffffff': 'white',
};

export function colour(name: string): string {
  return COLOURS[name] ?? name;
}

export const empty = 'empty';

/** "column 4, row 1, red, last disc", counted from the bottom left as people do. */
export function cell(
  { column, row, side, last, winning }: CellFacts,
  sides: Readonly<Record<Side, string>>,
): string {
  const facts = [
    `column ${columnNumber(column)}`,
    `row ${row + 1}`,
    side === undefined ? empty : sides[side],
    ...(last ? ['last disc'] : []),
    ...(winning ? ['winning'] : []),
  ];
  return facts.join(', ');
}

export const at = ({ column, row }: Cell): string =>
  `column ${columnNumber(column)}, row ${row + 1}`;
export const columnFull = (column: Column): string => `Column ${columnNumber(column)} is full.`;
export const fourInARow = 'Four in a row.';
export const full = 'The board is full and nobody has four.';
export const draw = 'A draw';

export const timeLeft = (number: number): string => `${seconds(number)} left.`;

export const keysTitle = 'Playing by keyboard';
export const keys = [
  ['1 – 7', 'drop into that column'],
  ['← →', 'choose a column'],
  ['↑ ↓', 'read the cells above and below'],
  ['Enter, Space', 'drop into the chosen column'],
  ['?', 'this help'],
] as const;
export const keysWhere =
  'The keys work while the board has the focus: press Tab until you are on it.';
