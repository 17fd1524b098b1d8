import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kept } from './kept';

function shelf(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', shelf());
  vi.stubGlobal('sessionStorage', shelf());
});
afterEach(() => vi.unstubAllGlobals());

test.each([[{ kind: 'seat' }], [{ kind: 'find', preset: 'duel', sinceMs: 12 }]] as const)(
  'a tab remembers %j',
  (wish) => {
    kept.keepWish(wish);
    expect(kept.wish()).toEqual(wish);
    vi.stubGlobal('sessionStorage', shelf());
    expect(kept.wish()).toBeUndefined();
  },
);

test.each([
  [{ kind: 'game', roomId: 'r', opponent: 'Bo' }],
  [{ kind: 'invitation', roomId: 'r' }],
] as const)('a browser remembers %j, in every tab', (running) => {
  kept.keepRunning(running);
  vi.stubGlobal('sessionStorage', shelf());
  expect(kept.running()).toEqual(running);
  kept.keepRunning(undefined);
  expect(kept.running()).toBeUndefined();
});

test.each(['null', '{}', '[]', '{"kind":"find","preset":"chess","sinceMs":1}', 'no JSON'])(
  'what is kept and makes no sense, such as %s, is nothing',
  (text) => {
    sessionStorage.setItem('fourfall.live', text);
    localStorage.setItem('fourfall.running', text);
    expect(kept.wish()).toBeUndefined();
    expect(kept.running()).toBeUndefined();
  },
);

test('a browser that keeps nothing is no trouble', () => {
  vi.stubGlobal('sessionStorage', undefined);
  kept.keepWish({ kind: 'seat' });
  expect(kept.wish()).toBeUndefined();
});
