import { describe, expect, test } from 'vitest';
import { NO_DISCS, withDisc, type Cell } from '../game/types';
import { ASPECT, centre, layout } from './layout';
import { paintDiscs, paintFace, type Pen, type Scene } from './paint';
import { DISCS, themeFor } from './themes';

interface Stroke {
  readonly what: 'fill' | 'stroke';
  readonly style: string;
  readonly alpha: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** A pen that writes down every circle it draws. */
function recorder(): { pen: Pen; circles: Stroke[]; lines: number[] } {
  const circles: Stroke[] = [];
  const lines: number[] = [];
  let at = { x: 0, y: 0, radius: 0 };
  const note = (what: Stroke['what'], style: Pen['fillStyle']): void => {
    if (at.radius > 0) circles.push({ what, style: String(style), alpha: pen.globalAlpha, ...at });
  };
  const pen: Pen = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    lineCap: 'butt',
    globalAlpha: 1,
    globalCompositeOperation: 'source-over',
    setTransform: () => undefined,
    clearRect: () => undefined,
    fillRect: () => undefined,
    roundRect: () => undefined,
    createLinearGradient: () => ({ addColorStop: () => undefined }),
    moveTo: (x) => void lines.push(x),
    lineTo: () => undefined,
    beginPath: () => {
      at = { x: 0, y: 0, radius: 0 };
    },
    arc: (x, y, radius) => {
      at = { x, y, radius };
    },
    fill: () => note('fill', pen.fillStyle),
    stroke: () => note('stroke', pen.strokeStyle),
  };
  return { pen, circles, lines };
}

const AREA = layout(349, 349 / ASPECT);
const SOLO = themeFor({ first: '#000000', second: '#ffffff' });
const RED_YELLOW = themeFor({ first: 'red', second: 'yellow' });
const EMPTY: Scene = {
  stacks: NO_DISCS,
  falls: [],
  ghost: undefined,
  playable: [],
  lastMove: undefined,
  lines: [],
  lesson: undefined,
  reveal: 1,
  nowMs: 0,
};

function drawn(scene: Scene, theme = SOLO): Stroke[] {
  const { pen, circles } = recorder();
  paintDiscs(pen, AREA, theme, scene);
  return circles;
}

const on = (cell: Cell) => (it: Stroke) => {
  const { x, y } = centre(AREA, cell);
  return Math.abs(it.x - x) < 1 && Math.abs(it.y - y) < 1;
};

describe('the discs', () => {
  test('draws nothing on an empty board that is not to be played', () => {
    expect(drawn(EMPTY, RED_YELLOW)).toEqual([]);
  });

  test('has the solo colours: black and white discs with their outline', () => {
    const stacks = withDisc(withDisc(NO_DISCS, 0, 'first'), 0, 'second');
    const circles = drawn({ ...EMPTY, stacks });
    const lower = circles.filter(on({ column: 0, row: 0 })).map((it) => it.style);
    const upper = circles.filter(on({ column: 0, row: 1 })).map((it) => it.style);
    expect(lower[0]).toBe('#000000');
    expect(lower.at(-1)).toBe('#aaaaaa');
    expect(upper[0]).toBe('#ffffff');
    expect(upper.at(-1)).toBe('#aaaaaa');
  });

  test('marks where a disc could land, in the highlight colour of the solo document', () => {
    const rings = drawn({ ...EMPTY, playable: [0, 6] }).filter((it) => it.what === 'stroke');
    expect(rings).toHaveLength(2);
    // Exactly that colour: nothing shines through.
    expect(rings.map((it) => [it.style, it.alpha])).toEqual([
      ['#66ccff', 1],
      ['#66ccff', 1],
    ]);
  });

  test('shows the held disc in the hand and, paler, where it will land', () => {
    const stacks = withDisc(NO_DISCS, 2, 'second');
    const ghost = { column: 2, side: 'first', kind: 'held' } as const;
    const black = drawn({ ...EMPTY, stacks, ghost, playable: [2] }).filter(
      (it) => it.style === '#000000',
    );
    expect(black.filter(on({ column: 2, row: 1 })).map((it) => it.alpha)).toEqual([0.4]);
    expect(black.filter(on({ column: 2, row: 6 })).map((it) => it.alpha)).toEqual([1]);
  });

  test('shows a sent disc as not yet real, and empties the hand', () => {
    const ghost = { column: 2, side: 'first', kind: 'sent' } as const;
    const black = drawn({ ...EMPTY, ghost }).filter((it) => it.style === '#000000');
    expect(black.map((it) => it.alpha)).toEqual([0.6]);
    expect(black.every(on({ column: 2, row: 0 }))).toBe(true);
  });

  test('rings the last disc in its colour', () => {
    const stacks = withDisc(NO_DISCS, 4, 'first');
    const lastMove = { column: 4, row: 0 } as const;
    const rings = drawn({ ...EMPTY, stacks, lastMove }).filter((it) => it.style === '#ffcc00');
    expect(rings.every(on(lastMove))).toBe(true);
    expect(rings).toHaveLength(1);
  });

  test('rings every disc of every winning line once, and fades the others', () => {
    const across = ([0, 1, 2, 3] as const).map((column) => ({ column, row: 0 }));
    const up = [0, 1, 2, 3].map((row) => ({ column: 0 as const, row }));
    let stacks = NO_DISCS;
    for (const column of [0, 0, 0, 0, 1, 2, 3] as const) stacks = withDisc(stacks, column, 'first');
    stacks = withDisc(stacks, 6, 'second');
    const circles = drawn({ ...EMPTY, stacks, lines: [across, up] }, RED_YELLOW);
    expect(circles.filter((it) => it.style === '#ffffff')).toHaveLength(7);
    const other = circles.filter(on({ column: 6, row: 0 }));
    expect(other.every((it) => it.alpha === 0.5)).toBe(true);
  });

  test('draws a falling disc where it is, not where it will be', () => {
    const stacks = withDisc(NO_DISCS, 3, 'first');
    const cell = { column: 3, row: 0 } as const;
    const fall = { side: 'first', cell, startMs: 0, durationMs: 180 } as const;
    const early = drawn({ ...EMPTY, stacks, falls: [fall], nowMs: 10 });
    expect(early.some(on(cell))).toBe(false);
    const late = drawn({ ...EMPTY, stacks, falls: [fall], nowMs: 180 });
    expect(late.some(on(cell))).toBe(true);
  });
});

describe('the face', () => {
  test('of the solo look is a grid in its line colour, cells of 48 px', () => {
    const { pen, lines } = recorder();
    paintFace(pen, AREA, SOLO);
    expect(pen.strokeStyle).toBe('#333333');
    expect(lines[1]).toBe((lines[0] ?? 0) + 48);
    expect(lines).toHaveLength(8 + 7);
  });

  test('of the other looks has forty-two holes', () => {
    const { pen, circles } = recorder();
    paintFace(pen, AREA, RED_YELLOW);
    expect(circles.filter((it) => it.what === 'fill')).toHaveLength(42);
  });
});

describe('themes', () => {
  test('tell every colour apart by a mark as well, wherever two of them meet', () => {
    for (const [first, second] of [
      ['red', 'yellow'],
      ['green', 'red'],
      ['#000000', '#ffffff'],
    ] as const) {
      expect(DISCS[first].mark).not.toBe(DISCS[second].mark);
    }
  });

  test('let a disc of the solo look fall in 180 ms', () => {
    expect(SOLO.fall).toEqual({ kind: 'fixed', ms: 180 });
  });
});
