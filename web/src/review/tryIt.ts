/** Takes a position to the computer: the player to move there becomes the human. */
import { AI, HUMAN } from '../game/solo';
import type { Column } from '../game/types';
import { go } from '../session/place.svelte';
import { keepSoloGame, soloTerms } from '../session/soloTerms';

export function tryFrom(moves: readonly Column[]): void {
  const starts = moves.length % 2 === 0 ? HUMAN : AI;
  // Nobody tries things out against the clock.
  const terms = { ...soloTerms(), starts, clock: 'off' } as const;
  keepSoloGame({ terms, moves, turnEndsMs: undefined });
  go('/solo');
}
