/**
 * The service worker: keeps one whole version of the page, so that it opens without a network.
 *
 * All files of a version come and go together. A new version is fetched beside the old one and waits;
 * the page says when it may take over (`update.ts`).
 */
declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build (`scripts/offline.ts`). */
declare const OFFLINE_VERSION: { readonly version: string; readonly files: readonly string[] };

const { version, files } = OFFLINE_VERSION;
const PREFIX = 'fourfall-';
const CACHE = `${PREFIX}${version}`;
/** The document that every address of the page gets. */
const SHELL = '/';
/** Addresses that the server answers itself. */
const SERVERS = /^\/(?:v1|socket\.io|docs|openapi\.json|metrics|healthz|readyz)(?:\/|$)/u;

async function fetchVersion(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Past the browser's own cache: names without a hash may be of an older version there.
  await cache.addAll(files.map((path) => new Request(path, { cache: 'reload' })));
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((it) => it.startsWith(PREFIX) && it !== CACHE);
  await Promise.all(old.map((it) => caches.delete(it)));
  await self.clients.claim();
}

async function kept(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(fetchVersion()));
self.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
self.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (SERVERS.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(kept(SHELL, request));
  else if (files.includes(pathname)) event.respondWith(kept(pathname, request));
});
