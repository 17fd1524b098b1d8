/** Which of the games that run is the one to show. */
import type { LiveGame } from '../session/record';

/**
 * The one shown already while it runs; otherwise the one most people watch, and among equals the one that has
 * come furthest.
 */
export function featured(
  rooms: readonly LiveGame[],
  shownId: string | undefined,
): LiveGame | undefined {
  const shown = rooms.find((it) => it.roomId === shownId);
  return shown ?? rooms.toSorted((a, b) => b.spectators - a.spectators || b.discs - a.discs).at(0);
}
