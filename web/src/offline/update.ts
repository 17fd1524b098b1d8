/**
 * Keeps the page for times without a network, and up to date without interrupting anybody.
 *
 * A new version takes over between two pages, while no game runs in any tab. What is on a screen stays
 * there, results included; the next step of each tab loads the new version.
 */
import { makeStale, onLeave } from '../session/place.svelte';
import { GAME_LOCK } from './hold';

/** How often a page that stays open asks whether there is a new version. */
const ASK_MS = 60 * 60 * 1_000;
/** How long the page that was left may take to give way to the next one, and its game to let go. */
const GIVE_WAY_MS = 5_000;

export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || savesData()) return;
  const { serviceWorker } = navigator;
  // The first version takes over a page that was fetched with it: nothing to load anew.
  let replaced = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (replaced) makeStale();
    replaced = true;
  });

  const registration = await serviceWorker.register('/sw.js');
  onLeave(() => void takeOver(registration));
  setInterval(() => void registration.update().catch(() => undefined), ASK_MS);
}

/** Somebody who pays for every byte gets the files they use, and no others. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return Object(connection).saveData === true;
}

/** Lets a version that waits take over, if no game runs in any tab. Otherwise the next step asks again. */
async function takeOver(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.waiting === null || registration.active === null) return;
  const signal = AbortSignal.timeout(GIVE_WAY_MS);
  await navigator.locks
    .request(GAME_LOCK, { mode: 'exclusive', signal }, () => {
      registration.waiting?.postMessage('takeOver');
    })
    .catch(() => undefined);
}
