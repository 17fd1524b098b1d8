/**
 * The one match session of this page, above its router: it outlives every page, so that leaving one never
 * drops a connection. Its code is loaded when it is first wanted (`open.ts`).
 */
import { kept } from './kept';
import type { MatchSession } from './match.svelte';

let session = $state.raw<MatchSession | undefined>();
/** What the tab's title says instead of the page's name, while a game has something to say. */
let title = $state<string | undefined>();

export function liveMatch(): MatchSession | undefined {
  return session;
}

export function setLiveMatch(next: MatchSession | undefined): void {
  session = next;
}

export function liveTitle(): string | undefined {
  return title;
}

export function setLiveTitle(next: string | undefined): void {
  title = next;
}

/** After a reload: goes on with what this tab was about, whichever page it shows. */
export async function resume(): Promise<void> {
  if (kept.wish() === undefined) return;
  const { openLive } = await import('./open');
  openLive();
}
