/** From settings and colours to what the board widget wants. */
import { themeFor, withoutMarks, isColour, type Colour, type Theme } from '../board/themes';
import type { Side } from '../game/types';

const NAMES: Readonly<Record<Colour, string>> = {
  red: 'red',
  yellow: 'yellow',
  green: 'green',
  '#000000': 'black',
  '#ffffff': 'white',
};

export function colourName(colour: string): string {
  return isColour(colour) ? NAMES[colour] : colour;
}

const FALLBACK: Readonly<Record<Side, Colour>> = { first: 'red', second: 'yellow' };

export function lookFor(colours: Readonly<Record<Side, string>>, marks: 'on' | 'off'): Theme {
  const known = (side: Side): Colour => {
    const colour = colours[side];
    return isColour(colour) ? colour : FALLBACK[side];
  };
  const theme = themeFor({ first: known('first'), second: known('second') });
  return marks === 'on' ? theme : withoutMarks(theme);
}
