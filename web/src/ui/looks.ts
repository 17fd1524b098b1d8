/** From settings and colours to what the board widget wants. */
import { DISCS, themeFor, withoutMarks, isColour, type Colour, type Theme } from '../board/themes';
import type { Side } from '../game/types';

const FALLBACK: Readonly<Record<Side, Colour>> = { first: 'red', second: 'yellow' };

/** A look is one object: the board paints its face anew only when it gets another. */
const looks = new Map<string, Theme>();

export function lookFor(colours: Readonly<Record<Side, string>>, marks: 'on' | 'off'): Theme {
  const first = known(colours.first, 'first');
  const second = known(colours.second, 'second');
  const key = `${first} ${second} ${marks}`;
  const made = looks.get(key);
  if (made !== undefined) return made;
  const theme = themeFor({ first, second });
  const look = marks === 'on' ? theme : withoutMarks(theme);
  looks.set(key, look);
  return look;
}

function known(colour: string, side: Side): Colour {
  return isColour(colour) ? colour : FALLBACK[side];
}

/** The colour of a side's discs, for graphs and bars. */
export function discFill(colour: string, side: Side): string {
  return DISCS[known(colour, side)].fill;
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
