/** Something that is fetched: not there yet, there, or not to be had. */
import type { Fetched } from '../net/http';

export type Loaded<T> = { readonly kind: 'loading' } | Fetched<T>;

export interface Loading<T> {
  readonly current: Loaded<T>;
  again(): void;
}

/** Fetches at once, and again when asked. What was found stays until something newer is. */
export function createLoading<T>(fetcher: () => Promise<Fetched<T>>): Loading<T> {
  let current = $state.raw<Loaded<T>>({ kind: 'loading' });
  let latest = 0;

  function again(): void {
    latest += 1;
    const mine = latest;
    void fetcher().then((fetched) => {
      const stale = mine !== latest;
      const worse = fetched.kind === 'away' && current.kind === 'found';
      if (!stale && !worse) current = fetched;
    });
  }
  again();

  return {
    get current() {
      return current;
    },
    again,
  };
}
