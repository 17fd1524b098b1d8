/** From settings and colours to what the board widget wants. */
import { DISCS, themeFor, withoutMarks, isColour, type Colour, type Theme } from '../board/themes';
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

/** The marks of small discs, as strokes on a disc of radius 10. */
const STROKES = {
  ring: { path: 'M-5.2 0a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0', width: 1.5 },
  dots: { path: 'M-2.8-2.8h0M2.8-2.8h0M-2.8 2.8h0M2.8 2.8h0', width: 2.8 },
  bar: { path: 'M-3.4 0h6.8', width: 2.8 },
} as const;

/** A small disc with its mark, as an image of a style sheet. */
export function discImage(colour: string): string {
  const { fill, outline, shade, mark } = DISCS[isColour(colour) ? colour : 'red'];
  const { path, width } = STROKES[mark];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20">
<circle r="9.4" fill="${fill}" stroke="${outline}"/>
<path d="${path}" fill="none" stroke="${shade}" stroke-width="${width}" stroke-linecap="round"/>
</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}")`;
}
