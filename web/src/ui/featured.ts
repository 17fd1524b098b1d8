/** Which of the games that run is the one to show. */
import type { LiveGame } from '../session/record';

/**
 * The one shown already while it runs; otherwise the one most people watch, and among equals the one that has
 * come furthest. Games whose board is not known can't be shown.
 */
export function featured(
  rooms: readonly LiveGame[],
  shownId: string | undefined,
): LiveGame | undefined {
  const known = rooms.filter((it) => it.moves !== undefined);
  const shown = known.find((it) => it.roomId === shownId);
  return shown ?? known.toSorted((a, b) => b.spectators - a.spectators || b.discs - a.discs).at(0);
}
