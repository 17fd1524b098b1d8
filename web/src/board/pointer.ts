/** From pointers to columns: hovering shows, pressing and letting go chooses, sliding off cancels. */
import { isColumn, type Column } from '../game/types';

export interface PointerWishes {
  columnUnder(event: PointerEvent): Column | undefined;
  /** Points at a column, or at none. */
  point(column: Column | undefined): void;
  /** A press was let go over a column. */
  tap(column: Column): void;
  /** A screen reader's "activate": a click that no pointer made. */
  activate(column: Column): void;
}

export function listen(host: HTMLElement, signal: AbortSignal, wishes: PointerWishes): void {
  let pressed = false;

  const moved = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' || pressed) wishes.point(wishes.columnUnder(event));
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    pressed = true;
    wishes.point(wishes.columnUnder(event));
  };
  const up = (event: PointerEvent): void => {
    const column = pressed ? wishes.columnUnder(event) : undefined;
    pressed = false;
    if (event.pointerType !== 'mouse') wishes.point(undefined);
    if (column !== undefined) wishes.tap(column);
  };
  const gone = (): void => {
    pressed = false;
    wishes.point(undefined);
  };
  const clicked = (event: MouseEvent): void => {
    if (event.detail !== 0 || !(event.target instanceof HTMLElement)) return;
    const column = Number(event.target.dataset['column']);
    if (isColumn(column)) wishes.activate(column);
  };

  host.addEventListener('pointermove', moved, { signal });
  host.addEventListener('pointerdown', down, { signal });
  host.addEventListener('pointerup', up, { signal });
  host.addEventListener('pointerleave', gone, { signal });
  host.addEventListener('pointercancel', gone, { signal });
  host.addEventListener('click', clicked, { signal });
}
