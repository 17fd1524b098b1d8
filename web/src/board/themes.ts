/** What a board looks like, as data. */
import type { Side } from '../game/types';
import type { FallTime } from './motion';

/** A mark pressed into a disc, so that colour is never the only difference. */
export type Mark = 'ring' | 'dots' | 'bar' | 'none';

export interface DiscLook {
  readonly fill: string;
  /** The lower edge and the mark. */
  readonly shade: string;
  readonly outline: string;
  /** Where the light falls on it. */
  readonly light: string;
  readonly mark: Mark;
}

/** A face with holes, discs falling behind it; or the lines of a grid in a frame, discs between them. */
export type Face =
  | {
      readonly kind: 'holes';
      /** The face, from the lit top to the bottom, its upper edge and its lower one. */
      readonly fill: readonly [string, string];
      readonly light: string;
      readonly edge: string;
      readonly hole: string;
      /** The lower rim of a hole. */
      readonly rim: string;
    }
  | {
      readonly kind: 'lines';
      /** The cells, from the lit top to the bottom. */
      readonly fill: readonly [string, string];
      /** Where a disc may lie, a little deeper than its cell. */
      readonly hole: string;
      readonly line: string;
      /** The frame, its lit upper edge and its lower one. */
      readonly frame: readonly [string, string];
      readonly light: string;
      readonly edge: string;
    };

export interface Theme {
  readonly face: Face;
  readonly discs: Readonly<Record<Side, DiscLook>>;
  /** Where a disc could land. */
  readonly playable: string;
  readonly lastMove: string;
  readonly win: string;
  /** A four that is threatened, and a disc that would be better. */
  readonly lesson: string;
  readonly better: string;
  readonly fall: FallTime;
}

/** The disc colours of the house rules, by the name the server gives them. */
export const DISCS = {
  red: {
    fill: '#e5452f',
    shade: '#b92b18',
    outline: '#b92b18',
    light: 'rgb(255 255 255 / 38%)',
    mark: 'ring',
  },
  yellow: {
    fill: '#f9c234',
    shade: '#cf9108',
    outline: '#cf9108',
    light: 'rgb(255 255 255 / 60%)',
    mark: 'dots',
  },
  green: {
    fill: '#2fa866',
    shade: '#1c7c48',
    outline: '#1c7c48',
    light: 'rgb(255 255 255 / 36%)',
    mark: 'bar',
  },
  '#000000': {
    fill: '#000000',
    shade: '#4a4a4a',
    outline: '#aaaaaa',
    light: 'rgb(255 255 255 / 30%)',
    mark: 'ring',
  },
  '#ffffff': {
    fill: '#ffffff',
    shade: '#c4c4c4',
    outline: '#aaaaaa',
    light: 'rgb(0 0 0 / 9%)',
    mark: 'dots',
  },
} as const satisfies Record<string, DiscLook>;

export type Colour = keyof typeof DISCS;

export function isColour(name: string): name is Colour {
  return Object.hasOwn(DISCS, name);
}

const HOLES: Omit<Theme, 'discs'> = {
  face: {
    kind: 'holes',
    fill: ['#3447a6', '#263583'],
    light: '#5266c9',
    edge: '#1f2b6f',
    hole: '#1a2358',
    rim: 'rgb(150 168 255 / 26%)',
  },
  playable: '#8ea2ff',
  lastMove: '#ffffff',
  win: '#ffffff',
  lesson: '#ffffff',
  better: '#5ff0a8',
  fall: { kind: 'gravity', ms: 520 },
};

/**
 * The solo look: grid, outline, highlights and the 180 ms are those of its document. Cells and frame are
 * of a slate on which its black, its white and its blue all stand out.
 */
const LINES: Omit<Theme, 'discs'> = {
  face: {
    kind: 'lines',
    fill: ['#66788a', '#4f6072'],
    hole: 'rgb(22 30 40 / 26%)',
    line: '#333333',
    frame: ['#454d5c', '#2b313c'],
    light: '#6d788b',
    edge: '#191d25',
  },
  playable: '#66ccff',
  lastMove: '#ffcc00',
  win: '#ffcc00',
  lesson: '#ffcc00',
  better: '#5ff0a8',
  fall: { kind: 'fixed', ms: 180 },
};

/** The look for two colours. Black and white mean the solo board. */
export function themeFor(colours: Readonly<Record<Side, Colour>>): Theme {
  const base = Object.values(colours).some((it) => it.startsWith('#')) ? LINES : HOLES;
  return { ...base, discs: { first: DISCS[colours.first], second: DISCS[colours.second] } };
}

function plain(look: DiscLook): DiscLook {
  return { ...look, mark: 'none' };
}

export function withoutMarks(theme: Theme): Theme {
  return {
    ...theme,
    discs: { first: plain(theme.discs.first), second: plain(theme.discs.second) },
  };
}
