/** Addresses of the page, as a closed set. Anything else is the not-found page. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'play'; readonly code: string | undefined }
  | { readonly page: 'solo' }
  | { readonly page: 'local' }
  | { readonly page: 'watch' }
  | { readonly page: 'watchRoom'; readonly roomId: string }
  | { readonly page: 'game'; readonly roomId: string }
  | { readonly page: 'player'; readonly playerId: string }
  | { readonly page: 'analysis'; readonly moves: string }
  | { readonly page: 'puzzles'; readonly number: string | undefined }
  | { readonly page: 'history' }
  | { readonly page: 'leaderboard' }
  | { readonly page: 'account' }
  | { readonly page: 'privacy' }
  | { readonly page: 'unknown' };

export type PageName = Route['page'];

export function parseRoute(path: string): Route {
  const [first = '', second, ...rest] = path.split('/').filter(Boolean).map(decoded);
  if (rest.length > 0) return { page: 'unknown' };
  if (second === undefined) {
    switch (first) {
      case '':
        return { page: 'home' };
      case 'play':
        return { page: 'play', code: undefined };
      case 'analysis':
        return { page: 'analysis', moves: '' };
      case 'puzzles':
        return { page: 'puzzles', number: undefined };
      case 'solo':
      case 'local':
      case 'watch':
      case 'history':
      case 'leaderboard':
      case 'account':
      case 'privacy':
        return { page: first };
      default:
        return { page: 'unknown' };
    }
  }
  switch (first) {
    case 'play':
      return { page: 'play', code: second.toUpperCase() };
    case 'watch':
      return { page: 'watchRoom', roomId: second };
    case 'game':
      return { page: 'game', roomId: second };
    case 'analysis':
      return { page: 'analysis', moves: second };
    case 'puzzles':
      return { page: 'puzzles', number: second };
    case 'player':
      return { page: 'player', playerId: second };
    default:
      return { page: 'unknown' };
  }
}

/** A part of a path as text. What is not valid percent-encoding is left as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a click on a link is ours to follow: a plain click, same site, same tab. */
export function followed(event: MouseEvent): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin && url.hash === '' ? url : undefined;
}
