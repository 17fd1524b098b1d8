import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

function shelf(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** The page, loaded anew. */
async function page(): Promise<() => string> {
  vi.resetModules();
  return (await import('./device')).deviceId;
}

beforeEach(() => vi.stubGlobal('localStorage', shelf()));
afterEach(() => vi.unstubAllGlobals());

test('stays the same, in the next page too', async () => {
  const id = (await page())();
  expect(id).toMatch(UUID);
  expect((await page())()).toBe(id);
});

test('is made anew if somebody has changed what was kept', async () => {
  localStorage.setItem('fourfall.deviceId', '"me"');
  expect((await page())()).toMatch(UUID);
});

test('lasts as long as the page where nothing is kept', async () => {
  vi.stubGlobal('localStorage', undefined);
  const deviceId = await page();
  const id = deviceId();
  expect(id).toMatch(UUID);
  expect(deviceId()).toBe(id);
});

test('can be had over a connection that is not safe', async () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  expect((await page())()).toMatch(UUID);
});
