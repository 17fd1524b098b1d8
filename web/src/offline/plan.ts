/** What the service worker fetches when a version comes, and how. Pure: same files in, same plan out. */

export interface Wanted {
  readonly path: string;
  /**
   * `default` takes what the browser has already: the name of such a file changes with what is in it. `reload`
   * asks the server: names that stay may be of an older version.
   */
  readonly cache: 'default' | 'reload';
}

/** The document that every address of the page gets. */
export const SHELL = '/';

/** Whether a file has its contents in its name. */
export function isHashed(path: string): boolean {
  return /^\/assets\/.+-[\w-]{8}\.\w+$/u.test(path);
}

/**
 * What to fetch of a version. Files that an older version has under the same name are copied (`has`). Who saves
 * data gets the shell; the rest is kept as it is used.
 */
export function plan(
  files: readonly string[],
  has: (path: string) => boolean,
  savesData: boolean,
): readonly Wanted[] {
  const wanted = savesData ? files.filter((it) => it === SHELL) : files;
  return wanted
    .filter((path) => !(isHashed(path) && has(path)))
    .map((path) => ({ path, cache: isHashed(path) ? 'default' : 'reload' }));
}
