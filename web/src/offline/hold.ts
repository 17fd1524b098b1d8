/** While a game runs in any tab, no update may take over. */

/** A lock of the whole browser: games share it, an update needs it alone. */
export const GAME_LOCK = 'fourfall.game';

/** A game runs from now until the returned function is called, or the tab is closed. */
export function holdUpdates(): () => void {
  // Only secure pages have locks; the others have no service worker to hold off, either.
  if (!('locks' in navigator)) return () => undefined;
  let end: (() => void) | undefined;
  const over = new Promise<void>((done) => {
    end = done;
  });
  void navigator.locks.request(GAME_LOCK, { mode: 'shared' }, () => over);
  return () => end?.();
}
