/** What players have just said, for whoever plays or watches; gone after a moment. */
import type { Reaction } from '../protocol/generated';

export const REACTIONS = [
  'hello',
  'nice',
  'wow',
  'hmm',
  'oops',
  'thanks',
] as const satisfies readonly Reaction[];
export type { Reaction } from '../protocol/generated';

export interface Heard {
  readonly roomId: string;
  readonly playerId: string;
  readonly reaction: Reaction;
  /** Two of the same after each other are two. */
  readonly id: number;
}

/** Long enough to be read, short enough not to be in the way. */
const SHOWN_MS = 4_000;

let count = 0;
let latest = $state.raw<readonly Heard[]>([]);

export function noteReaction(said: Omit<Heard, 'id'>): void {
  count += 1;
  const heard = { ...said, id: count };
  latest = [...latest.filter((it) => it.playerId !== said.playerId), heard];
  setTimeout(() => {
    latest = latest.filter((it) => it.id !== heard.id);
  }, SHOWN_MS);
}

/** What a player of a room has just said. */
export function reactionOf(roomId: string, playerId: string): Heard | undefined {
  return latest.find((it) => it.roomId === roomId && it.playerId === playerId);
}
