/** What this browser remembers. A browser that refuses to is treated as one that forgets. */

export type Shelf = 'browser' | 'tab';

function shelf(which: Shelf): Storage | undefined {
  try {
    return which === 'browser' ? localStorage : sessionStorage;
  } catch {
    return undefined;
  }
}

export function remembered(key: string, which: Shelf = 'browser'): unknown {
  try {
    return JSON.parse(shelf(which)?.getItem(`fourfall.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

export function remember(key: string, value: unknown, which: Shelf = 'browser'): void {
  try {
    shelf(which)?.setItem(`fourfall.${key}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: the game goes on without memory.
  }
}

export function forget(key: string, which: Shelf = 'browser'): void {
  try {
    shelf(which)?.removeItem(`fourfall.${key}`);
  } catch {
    // As above.
  }
}
