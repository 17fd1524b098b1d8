/**
 * A board of four in a row on a canvas.
 *
 * It shows what it is told and reports where the user points. It knows no rules and no network:
 * which columns may be played is an input, and a drop is a wish until the next `set`.
 */
import {
  COLUMNS,
  ROWS,
  type Cell,
  type Column,
  type Line,
  type Side,
  type Stacks,
} from '../game/types';
import { createGrid, type GridText } from './grid';
import { columnAt, layout, type Layout } from './layout';
import { change, fallDuration, isOver, swell, type Fall } from './motion';
import { paintDiscs, paintFace, type BoardLesson, type Ghost, type Pen } from './paint';
import { listen } from './pointer';
import type { Theme } from './themes';

export type { BoardLesson } from './paint';

export interface BoardConfig {
  readonly stacks: Stacks;
  /** Whose disc the hand holds. */
  readonly hand: Side;
  /** Columns the user may choose now. Empty means look, don't touch. */
  readonly playable: readonly Column[];
  /** A drop that was wished and is not yet answered. Shown as such. */
  readonly sent: Column | undefined;
  readonly lastMove: Cell | undefined;
  readonly lines: readonly Line[];
  /** What explains the position, if something does. */
  readonly lesson: BoardLesson | undefined;
  readonly theme: Theme;
  readonly text: GridText;
  readonly motion: 'full' | 'reduced';
  /** `twice`: the first tap on a column only shows, the second drops. */
  readonly tap: 'once' | 'twice';
  /** `lent`: arrows are the page's, unless somebody has come to the board by keyboard. */
  readonly arrows: 'own' | 'lent';
}

export interface BoardEvents {
  drop(column: Column): void;
  /** A column was chosen that may not be played now. */
  blocked(column: Column): void;
  help(): void;
}

export interface BoardApi {
  /** Shows a new state. A single added disc falls into place; any other change appears at once. */
  set(config: BoardConfig): void;
  focus(): void;
  /** Removes everything it added. The host is the caller's again. */
  destroy(): void;
}

const REVEAL_MS = 450;

function canvas(host: HTMLElement): { element: HTMLCanvasElement; pen: Pen | null } {
  const element = document.createElement('canvas');
  element.className = 'board-layer';
  element.setAttribute('aria-hidden', 'true');
  host.append(element);
  return { element, pen: element.getContext('2d') };
}

export function createBoard(host: HTMLElement, initial: BoardConfig, on: BoardEvents): BoardApi {
  const ended = new AbortController();
  const { signal } = ended;
  const discs = canvas(host);
  const face = canvas(host);

  let config = initial;
  let area: Layout = layout(0, 0);
  let size: Pick<DOMRectReadOnly, 'width' | 'height'> = { width: 0, height: 0 };
  let ratio = 1;
  let falls: readonly Fall[] = [];
  let revealStart = Number.NEGATIVE_INFINITY;
  let pointed: Column | undefined;
  let armed: Column | undefined;
  /** Where the hand was last. */
  let rest: Column = 3;
  let frame: number | undefined;

  const grid = createGrid(signal, {
    wish(wish, column) {
      if (wish.kind === 'help') on.help();
      else choose(column);
    },
    moved: draw,
    lendsArrows: () => config.arrows === 'lent',
  });
  host.append(grid.element);

  function choose(column: Column): void {
    if (config.playable.includes(column)) on.drop(column);
    else on.blocked(column);
  }

  function ghost(): Ghost | undefined {
    const { sent, hand: side, playable } = config;
    if (sent !== undefined) return { column: sent, side, kind: 'sent' };
    const column = pointed ?? armed ?? grid.focused();
    if (column !== undefined && playable.includes(column)) return { column, side, kind: 'held' };
    return playable.includes(rest) ? { column: rest, side, kind: 'resting' } : undefined;
  }

  function paint(nowMs: number): void {
    frame = undefined;
    falls = falls.filter((it) => !isOver(it, nowMs));
    const revealMs = config.motion === 'full' ? REVEAL_MS : 0;
    const reveal = swell(revealStart, revealMs, nowMs);
    if (discs.pen !== null) {
      discs.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      discs.pen.clearRect(0, 0, discs.element.width / ratio, discs.element.height / ratio);
      const { stacks, playable, lastMove, lines, lesson, theme } = config;
      // The four come out when the last disc has landed.
      const landed = falls.length === 0;
      paintDiscs(discs.pen, area, theme, {
        stacks,
        falls,
        playable,
        lastMove,
        nowMs,
        ghost: ghost(),
        lines: landed ? lines : [],
        lesson: landed ? lesson : undefined,
        reveal,
      });
    }
    if (falls.length > 0 || (config.lines.length > 0 && reveal < 1)) draw();
  }

  /** Asks for one frame. While nothing moves nobody asks, and nothing is painted. */
  function draw(): void {
    // The first size comes with a painting of its own.
    if (area.cell > 0) frame ??= requestAnimationFrame(paint);
  }

  function paintStill(): void {
    if (face.pen === null) return;
    face.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    face.pen.clearRect(0, 0, face.element.width / ratio, face.element.height / ratio);
    paintFace(face.pen, area, config.theme);
  }

  function fit(): void {
    const { width, height } = size;
    ratio = devicePixelRatio;
    area = layout(width, height);
    for (const { element } of [discs, face]) {
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
    }
    const { style } = grid.element;
    style.left = `${area.left}px`;
    style.top = `${area.top}px`;
    style.width = `${area.cell * COLUMNS.length}px`;
    style.height = `${area.cell * ROWS}px`;
    paintStill();
    if (frame !== undefined) cancelAnimationFrame(frame);
    paint(performance.now());
  }

  function point(column: Column | undefined): void {
    if (column === pointed) return;
    pointed = column;
    rest = column ?? rest;
    draw();
  }

  /** Where the board is in the window. Measuring makes the browser lay the page out, so seldom. */
  let bounds: DOMRectReadOnly | undefined;
  const moved = (): void => {
    bounds = undefined;
  };
  addEventListener('scroll', moved, { signal, capture: true, passive: true });
  addEventListener('resize', moved, { signal });
  // What is above the board may have grown since the pointer was here last.
  host.addEventListener('pointerenter', moved, { signal });
  host.addEventListener('pointerdown', moved, { signal, capture: true });

  function columnUnder(event: PointerEvent): Column | undefined {
    const box = (bounds ??= host.getBoundingClientRect());
    const inside = event.clientY >= box.top && event.clientY <= box.bottom;
    return inside ? columnAt(area, event.clientX - box.left) : undefined;
  }

  listen(host, signal, {
    columnUnder,
    point,
    tap(column) {
      if (config.tap === 'twice' && armed !== column && config.playable.includes(column)) {
        armed = column;
        draw();
        return;
      }
      armed = undefined;
      choose(column);
    },
    activate: choose,
  });

  // The observer tells the first size as well, when the browser knows it anyway: nothing is
  // measured before its time.
  const sizes = new ResizeObserver((entries) => {
    for (const { contentRect } of entries) size = contentRect;
    moved();
    fit();
  });
  sizes.observe(host);
  // A window dragged to a sharper screen changes its ratio and not its size.
  function watchRatio(): void {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const changed = (): void => {
      fit();
      watchRatio();
    };
    query.addEventListener('change', changed, { signal, once: true });
  }
  watchRatio();
  grid.show(config);

  return {
    set(next) {
      const before = config;
      config = next;
      const difference = change(before.stacks, next.stacks);
      if (difference.kind !== 'none') armed = undefined;
      if (difference.kind === 'other') falls = [];
      if (difference.kind === 'added' && next.motion === 'full') {
        const { cell, side } = difference;
        const durationMs = fallDuration(next.theme.fall, cell.row);
        falls = [...falls, { cell, side, startMs: performance.now(), durationMs }];
      }
      grid.show(next);
      if (next.lines.length > 0 && before.lines.length === 0) {
        revealStart = Math.max(performance.now(), ...falls.map((it) => it.startMs + it.durationMs));
      }
      if (before.theme !== next.theme) paintStill();
      draw();
    },
    focus: () => grid.focus(),
    destroy() {
      ended.abort();
      sizes.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
      host.replaceChildren();
    },
  };
}
