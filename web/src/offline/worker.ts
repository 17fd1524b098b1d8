/**
 * The service worker: keeps one whole version of the page, so that it opens without a network.
 *
 * All files of a version come and go together. A new version is fetched beside the old one and waits;
 * the page says when it may take over (`update.ts`).
 */
import { SHELL, isHashed, plan } from './plan';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build (`scripts/offline.ts`). */
declare const OFFLINE_VERSION: { readonly version: string; readonly files: readonly string[] };

const { version, files } = OFFLINE_VERSION;
const PREFIX = 'fourfall-';
const CACHE = `${PREFIX}${version}`;
/** Addresses that the server answers itself. */
const SERVERS = /^\/(?:v1|socket\.io|docs|openapi\.json|metrics|healthz|readyz)(?:\/|$)/u;

/** Whether the browser was told to save data. Not every browser says. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return Reflect.get(Object(connection), 'saveData') === true;
}

async function fetchVersion(): Promise<void> {
  const cache = await caches.open(CACHE);
  const copied = await Promise.all(files.map((path) => copy(path, cache)));
  const has = new Set(files.filter((_, at) => copied[at]));
  const wanted = plan(files, (path) => has.has(path), savesData());
  await cache.addAll(wanted.map(({ path, cache: how }) => new Request(path, { cache: how })));
}

/** Takes a file over from a version that is here already; `false` if none has it. */
async function copy(path: string, cache: Cache): Promise<boolean> {
  const old = isHashed(path) ? await caches.match(path) : undefined;
  if (old !== undefined) await cache.put(path, old);
  return old !== undefined;
}

/** Keeps the version before this one, too: tabs that still show it may load more of it. */
async function dropOlder(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((it) => it.startsWith(PREFIX) && it !== CACHE);
  await Promise.all(others.slice(0, -1).map((it) => caches.delete(it)));
  await self.clients.claim();
}

async function kept(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = (await cache.match(path)) ?? (await caches.match(path));
  if (found !== undefined) return found;
  // Left out to save data, or lost: kept from now on.
  const response = await fetch(request);
  if (response.ok && isHashed(path)) await cache.put(path, response.clone());
  return response;
}

/** Brings the page to the front when one of its notifications is touched. */
async function show(): Promise<void> {
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (window === undefined) await self.clients.openWindow('/play');
  else await window.focus();
}

self.addEventListener('install', (event) => event.waitUntil(fetchVersion()));
self.addEventListener('activate', (event) => event.waitUntil(dropOlder()));
self.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (SERVERS.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(kept(SHELL, request));
  else if (files.includes(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(kept(pathname, request));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show());
});
