import { expect, test } from 'vitest';
import { isHashed, plan } from './plan';

const FILES = ['/', '/favicon.svg', '/assets/index-kg_bbTpK.js', '/assets/fourfall-Dw3-x9Zq.wasm'];
const nothing = (): boolean => false;
const old = (path: string): boolean => path === '/assets/fourfall-Dw3-x9Zq.wasm' || path === '/';

test.each([
  ['/assets/index-kg_bbTpK.js', true],
  ['/assets/fourfall-Dw3-x9Zq.wasm', true],
  ['/favicon.svg', false],
  ['/', false],
])('%s has its contents in its name: %s', (path, hashed) => {
  expect(isHashed(path)).toBe(hashed);
});

test('at first everything is wanted, and what has its contents in its name may come from the browser’s cache', () => {
  expect(plan(FILES, nothing, false)).toEqual([
    { path: '/', cache: 'reload' },
    { path: '/favicon.svg', cache: 'reload' },
    { path: '/assets/index-kg_bbTpK.js', cache: 'default' },
    { path: '/assets/fourfall-Dw3-x9Zq.wasm', cache: 'default' },
  ]);
});

test('of a new version only what the old one lacks is fetched', () => {
  expect(plan(FILES, old, false).map((it) => it.path)).toEqual([
    '/',
    '/favicon.svg',
    '/assets/index-kg_bbTpK.js',
  ]);
});

test('who saves data gets no more than the shell', () => {
  expect(plan(FILES, nothing, true)).toEqual([{ path: '/', cache: 'reload' }]);
});
