/** Where in the page one is, and how to go elsewhere. */
import { followed, parseRoute, type Route } from '../router';

/** Why somebody comes to a page, where the address alone does not say it. */
export type Intent = 'look' | 'findOpponent' | 'inviteFriend';

let route = $state.raw<Route>(parseRoute(location.pathname));
let intent: Intent = 'look';

export function place(): Route {
  return route;
}

/** The intent of the last step, once. */
export function takeIntent(): Intent {
  const taken = intent;
  intent = 'look';
  return taken;
}

export function go(path: string, why: Intent = 'look'): void {
  intent = why;
  if (path !== location.pathname) history.pushState(null, '', path);
  route = parseRoute(path);
  scrollTo(0, 0);
}

/** Changes the address without leaving the page. */
export function renamePlace(path: string): void {
  if (path !== location.pathname) history.replaceState(null, '', path);
}

/** Follows links inside the page, and the browser's own back and forward. */
export function watchPlaces(): void {
  addEventListener('popstate', () => {
    intent = 'look';
    route = parseRoute(location.pathname);
  });
  document.addEventListener('click', (event) => {
    const url = followed(event);
    if (url === undefined || !isPage(url.pathname)) return;
    event.preventDefault();
    go(url.pathname);
  });
}

/** The server's own pages are not ours to draw. */
function isPage(path: string): boolean {
  return !['/docs', '/openapi.json', '/metrics'].includes(path);
}
