/** Where in the page one is, and how to go elsewhere. */
import { followed, parseRoute, type Route } from '../router';

/** Why somebody comes to a page, where the address alone does not say it. */
export type Intent = 'look' | 'findOpponent' | 'inviteFriend';

let path = location.pathname;
let route = $state.raw<Route>(parseRoute(path));
let intent: Intent = 'look';
/** Whether the next step loads the page anew, because a newer version is here. */
let stale = false;
let whenLeft: () => void = () => undefined;

export function place(): Route {
  return route;
}

/** The intent of the last step, once. */
export function takeIntent(): Intent {
  const taken = intent;
  intent = 'look';
  return taken;
}

interface Step {
  readonly why?: Intent;
  /** Leaves no way back to the page before. */
  readonly replace?: boolean;
}

export function go(next: string, { why = 'look', replace = false }: Step = {}): void {
  if (next === path && why === 'look') return;
  if (stale) {
    if (replace) location.replace(next);
    else location.assign(next);
    return;
  }
  if (next !== path) history[replace ? 'replaceState' : 'pushState'](null, '', next);
  intent = why;
  arrive(next);
  scrollTo(0, 0);
}

function arrive(next: string): void {
  path = next;
  route = parseRoute(next);
  whenLeft();
}

/** Changes the address without leaving the page. */
export function renamePlace(next: string): void {
  if (next !== path) history.replaceState(null, '', next);
  path = next;
}

/** Follows links inside the page, and the browser's own back and forward. */
export function watchPlaces(): void {
  addEventListener('popstate', () => {
    // A fragment of the same page, such as the skip link's, is no other place.
    if (location.pathname === path) return;
    intent = 'look';
    if (stale) location.reload();
    else arrive(location.pathname);
  });
  document.addEventListener('click', (event) => {
    const url = followed(event);
    if (url === undefined || !isPage(url.pathname)) return;
    event.preventDefault();
    go(url.pathname);
  });
}

/** A newer version has taken over: nothing shown is lost, and the next step loads it. */
export function makeStale(): void {
  stale = true;
}

export function isStale(): boolean {
  return stale;
}

/** What to do whenever one page was left for another. */
export function onLeave(act: () => void): void {
  whenLeft = act;
}

/** The server's own pages are not ours to draw. */
function isPage(address: string): boolean {
  return !['/docs', '/openapi.json', '/metrics'].includes(address);
}
