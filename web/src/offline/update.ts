/** Keeps the page for times without a network, and up to date without interrupting a game. */
import { GAME_LOCK, onFree } from './hold';

/** How often a page that stays open asks whether there is a new version. */
const ASK_MS = 60 * 60 * 1_000;

export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // The first version takes over a page that was fetched with it: nothing to reload.
  let replaced = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (replaced) location.reload();
    replaced = true;
  });

  const registration = await serviceWorker.register('/sw.js');
  const offer = (): void => void takeOver(registration);
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  onFree(offer);
  setInterval(() => void registration.update().catch(() => undefined), ASK_MS);
  document.addEventListener('visibilitychange', offer);
  offer();
}

/** Lets a version that waits take over, if no game runs in any tab. Otherwise somebody asks again. */
async function takeOver(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.waiting === null || registration.active === null) return;
  await navigator.locks.request(GAME_LOCK, { mode: 'exclusive', ifAvailable: true }, (lock) => {
    if (lock !== null) registration.waiting?.postMessage('takeOver');
  });
}
