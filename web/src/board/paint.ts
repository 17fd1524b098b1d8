/**
 * Puts a board on two canvases: the face, painted when size or theme change, and under it the
 * discs, painted while something moves. Same scene in, same pixels out.
 */
import {
  COLUMNS,
  ROWS,
  unreachable,
  type Cell,
  type Column,
  type Line,
  type Side,
  type Stacks,
} from '../game/types';
import { centre, type Layout, type Point } from './layout';
import { rowAt, type Fall } from './motion';
import type { DiscLook, Face, Theme } from './themes';

/**
 * A disc that is not (yet) part of the game: at rest in the hand, held over the column that is
 * pointed at, or sent and unanswered.
 */
export interface Ghost {
  readonly column: Column;
  readonly side: Side;
  readonly kind: 'resting' | 'held' | 'sent';
}

/** What is drawn on top of a position to explain it. */
export interface BoardLesson {
  /** Where a disc would have been better, or would be good. */
  readonly better: Cell | undefined;
  /** Whose disc that is. */
  readonly side: Side;
  /** The cells of a four that is threatened, and those of them that decide. */
  readonly cells: readonly Cell[];
  readonly key: readonly Cell[];
}

export interface Scene {
  readonly stacks: Stacks;
  readonly falls: readonly Fall[];
  readonly ghost: Ghost | undefined;
  readonly playable: readonly Column[];
  readonly lastMove: Cell | undefined;
  readonly lines: readonly Line[];
  readonly lesson: BoardLesson | undefined;
  /** How far the winning lines have come out, 0 to 1. */
  readonly reveal: number;
  readonly nowMs: number;
}

/** What painting needs of a 2D context; a test can count calls on it. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'setTransform'
  | 'clearRect'
  | 'beginPath'
  | 'arc'
  | 'moveTo'
  | 'lineTo'
  | 'roundRect'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'createLinearGradient'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'globalAlpha'
  | 'globalCompositeOperation'
>;

function circle(pen: Pen, { x, y }: Point, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), 0, Math.PI * 2);
}

function ring(pen: Pen, at: Point, radius: number, width: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  circle(pen, at, radius);
  pen.stroke();
}

function paintMark(pen: Pen, at: Point, radius: number, look: DiscLook): void {
  pen.fillStyle = look.shade;
  switch (look.mark) {
    case 'ring':
      ring(pen, at, radius * 0.56, radius * 0.13, look.shade);
      return;
    case 'dots':
      for (const [dx, dy] of [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ] as const) {
        circle(pen, { x: at.x + dx * radius * 0.3, y: at.y + dy * radius * 0.3 }, radius * 0.13);
        pen.fill();
      }
      return;
    case 'bar':
      pen.beginPath();
      pen.roundRect(
        at.x - radius * 0.5,
        at.y - radius * 0.13,
        radius,
        radius * 0.26,
        radius * 0.13,
      );
      pen.fill();
      return;
    case 'none':
      return;
    default:
      unreachable(look.mark);
  }
}

/** Light falls on everything from the upper left. */
const LIT = { from: Math.PI * 1.08, to: Math.PI * 1.56 } as const;

function paintLight(pen: Pen, { x, y }: Point, radius: number, look: DiscLook): void {
  pen.strokeStyle = look.light;
  pen.lineWidth = radius * 0.08;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.arc(x, y, radius * 0.8, LIT.from, LIT.to);
  pen.stroke();
}

export function paintDisc(pen: Pen, at: Point, radius: number, look: DiscLook): void {
  pen.fillStyle = look.fill;
  circle(pen, at, radius);
  pen.fill();
  paintMark(pen, at, radius, look);
  paintLight(pen, at, radius, look);
  ring(pen, at, radius - radius * 0.045, radius * 0.09, look.outline);
}

/** The face: what never moves. */
export function paintFace(pen: Pen, area: Layout, theme: Theme): void {
  const { face } = theme;
  switch (face.kind) {
    case 'holes':
      paintHoles(pen, area, face);
      return;
    case 'lines':
      paintFrame(pen, area, face);
      paintLines(pen, area, face);
      return;
    default:
      unreachable(face);
  }
}

/** The outline of the whole board, `inset` pixels inside its edge and `raised` above its foot. */
function outline(pen: Pen, { cell, left, top, rim }: Layout, inset: number, raised: number): void {
  pen.roundRect(
    left - rim + inset,
    top - rim + inset,
    cell * COLUMNS.length + 2 * (rim - inset),
    cell * ROWS + 2 * (rim - inset) - raised,
    Math.max(0, cell * 0.3 - inset),
  );
}

function paintHoles(pen: Pen, area: Layout, face: Face & { kind: 'holes' }): void {
  const { cell, disc } = area;
  paintSlab(pen, area, face, face.fill);
  for (const at of cells(area)) {
    pen.globalCompositeOperation = 'destination-out';
    circle(pen, at, disc);
    pen.fill();
    pen.globalCompositeOperation = 'source-over';
    ring(pen, at, disc + cell * 0.018, cell * 0.036, face.edge);
    // The lower rim of a hole catches the light that its upper one keeps off.
    pen.strokeStyle = face.rim;
    pen.lineWidth = cell * 0.03;
    pen.beginPath();
    pen.arc(at.x, at.y, disc + cell * 0.028, Math.PI * 0.2, Math.PI * 0.8);
    pen.stroke();
  }
}

/** A body with a lit upper edge and a foot. */
function paintSlab(
  pen: Pen,
  area: Layout,
  { light, edge }: Pick<Face, 'light' | 'edge'>,
  shades: readonly [string, string],
): void {
  const foot = area.cell * 0.06;
  for (const [fill, inset, raised] of [
    [edge, 0, 0],
    [light, 0, foot],
    [shaded(pen, area, shades), 1, foot],
  ] as const) {
    pen.fillStyle = fill;
    pen.beginPath();
    outline(pen, area, inset, raised);
    pen.fill();
  }
}

function shaded(
  pen: Pen,
  { top, cell, rim }: Layout,
  [upper, lower]: readonly [string, string],
): CanvasGradient {
  const shade = pen.createLinearGradient(0, top - rim, 0, top + cell * ROWS + rim);
  shade.addColorStop(0, upper);
  shade.addColorStop(1, lower);
  return shade;
}

/** A frame, and the grid left open in it. */
function paintFrame(pen: Pen, area: Layout, face: Face & { kind: 'lines' }): void {
  const { cell, left, top } = area;
  paintSlab(pen, area, face, face.frame);
  pen.globalCompositeOperation = 'destination-out';
  pen.fillRect(left, top, cell * COLUMNS.length + 1, cell * ROWS + 1);
  pen.globalCompositeOperation = 'source-over';
}

function paintLines(pen: Pen, { cell, left, top }: Layout, face: Face & { kind: 'lines' }): void {
  const width = cell * COLUMNS.length;
  const height = cell * ROWS;
  pen.strokeStyle = face.line;
  pen.lineWidth = 1;
  pen.lineCap = 'square';
  pen.beginPath();
  for (let i = 0; i <= COLUMNS.length; i += 1) {
    pen.moveTo(left + i * cell + 0.5, top + 0.5);
    pen.lineTo(left + i * cell + 0.5, top + height + 0.5);
  }
  for (let i = 0; i <= ROWS; i += 1) {
    pen.moveTo(left + 0.5, top + i * cell + 0.5);
    pen.lineTo(left + width + 0.5, top + i * cell + 0.5);
  }
  pen.stroke();
}

/** What lies behind the face: the empty cells, the discs, and every mark on them. */
export function paintDiscs(pen: Pen, area: Layout, theme: Theme, scene: Scene): void {
  paintBack(pen, area, theme);
  const falling = new Set(scene.falls.map((it) => key(it.cell)));
  const winning = new Set(scene.lines.flat().map(key));
  for (const column of COLUMNS) {
    for (const [row, side] of scene.stacks[column].entries()) {
      const cell = { column, row };
      if (falling.has(key(cell))) continue;
      const faded = winning.size > 0 && !winning.has(key(cell));
      pen.globalAlpha = faded ? 1 - 0.5 * scene.reveal : 1;
      paintDisc(pen, centre(area, cell), area.disc, theme.discs[side]);
    }
  }
  pen.globalAlpha = 1;
  for (const fall of scene.falls) {
    const row = rowAt(fall, theme.fall, scene.nowMs);
    paintDisc(pen, between(area, fall.cell.column, row), area.disc, theme.discs[fall.side]);
  }
  paintHints(pen, area, theme, scene);
  paintMarks(pen, area, theme, scene, falling);
  if (scene.lesson !== undefined) paintLesson(pen, area, theme, scene.lesson);
}

/** The better disc as a ghost with a ring; the four as rings, those that decide filled. */
function paintLesson(pen: Pen, area: Layout, theme: Theme, lesson: BoardLesson): void {
  const { better, side, cells: four, key: deciding } = lesson;
  for (const cell of four) {
    ring(pen, centre(area, cell), area.disc * 0.66, area.cell * 0.07, theme.lesson);
  }
  pen.fillStyle = theme.lesson;
  for (const cell of deciding) {
    circle(pen, centre(area, cell), area.disc * 0.3);
    pen.fill();
  }
  if (better === undefined) return;
  const at = centre(area, better);
  pen.globalAlpha = 0.55;
  paintDisc(pen, at, area.disc * 0.9, theme.discs[side]);
  pen.globalAlpha = 1;
  ring(pen, at, area.disc * 0.95, area.cell * 0.07, theme.better);
}

function paintBack(pen: Pen, area: Layout, theme: Theme): void {
  const { cell, left, top, disc } = area;
  const { face } = theme;
  pen.fillStyle = face.kind === 'holes' ? face.hole : shaded(pen, area, face.fill);
  pen.fillRect(left, top, cell * COLUMNS.length, cell * ROWS);
  if (face.kind === 'holes') return;
  pen.fillStyle = face.hole;
  pen.beginPath();
  for (const { x, y } of cells(area)) {
    pen.moveTo(x + disc, y);
    pen.arc(x, y, disc, 0, Math.PI * 2);
  }
  pen.fill();
}

/** Where a disc could go, and the one in the hand. */
function paintHints(pen: Pen, area: Layout, theme: Theme, scene: Scene): void {
  const { ghost, stacks } = scene;
  for (const column of scene.playable) {
    const here = ghost?.kind === 'held' && ghost.column === column;
    const at = centre(area, { column, row: stacks[column].length });
    ring(pen, at, area.disc * (here ? 0.9 : 0.3), area.cell * (here ? 0.06 : 0.05), theme.playable);
  }
  if (ghost === undefined) return;
  const look = theme.discs[ghost.side];
  const landing = { column: ghost.column, row: stacks[ghost.column].length };
  if (ghost.kind !== 'resting' && landing.row < ROWS) {
    pen.globalAlpha = ghost.kind === 'sent' ? 0.6 : 0.4;
    paintDisc(pen, centre(area, landing), area.disc * 0.9, look);
    pen.globalAlpha = 1;
  }
  if (ghost.kind !== 'sent') {
    paintDisc(pen, centre(area, { column: ghost.column, row: ROWS }), area.disc, look);
  }
}

function paintMarks(
  pen: Pen,
  area: Layout,
  theme: Theme,
  scene: Scene,
  falling: Set<string>,
): void {
  const { lastMove, lines, reveal } = scene;
  if (lastMove !== undefined && !falling.has(key(lastMove)) && lines.length === 0) {
    ring(pen, centre(area, lastMove), area.disc * 0.86, area.cell * 0.055, theme.lastMove);
  }
  pen.globalAlpha = reveal;
  for (const cell of new Map(lines.flat().map((it) => [key(it), it])).values()) {
    ring(pen, centre(area, cell), area.disc * (0.6 + 0.26 * reveal), area.cell * 0.1, theme.win);
  }
  pen.globalAlpha = 1;
}

/** A point of a column at a fractional row; above the board it is in the hand. */
function between(area: Layout, column: Column, row: number): Point {
  const hand = centre(area, { column, row: ROWS });
  const top = centre(area, { column, row: ROWS - 1 });
  const share = row - (ROWS - 1);
  if (share > 0) return { x: top.x, y: top.y + (hand.y - top.y) * share };
  return { x: top.x, y: top.y - share * area.cell };
}

function* cells(area: Layout): Generator<Point> {
  for (const column of COLUMNS) {
    for (let row = 0; row < ROWS; row += 1) yield centre(area, { column, row });
  }
}

function key({ column, row }: Cell): string {
  return `${column},${row}`;
}
