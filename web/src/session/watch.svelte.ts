/** Somebody else's game, followed live. A spectator needs no identity, and takes nobody's seat. */
import type { MatchView } from '../game/view';
import type { LinkState, OpenLink } from '../net/link';
import { openLink } from '../net/socket';
import { proofOf } from './device';
import { createFollower } from './follower';
import { createServerClock } from './serverClock';

export interface WatchSession {
  readonly view: MatchView | undefined;
  readonly link: LinkState;
  /** There is no such game to watch. */
  readonly missing: boolean;
  close(): void;
}

/** Watches over a real connection. */
export function watchRoom(roomId: string, username: string): WatchSession {
  return createWatch(openLink, roomId, username);
}

export function createWatch(open: OpenLink, roomId: string, username: string): WatchSession {
  let view = $state.raw<MatchView | undefined>();
  let linkState = $state<LinkState>('connecting');
  let missing = $state(false);

  const follower = createFollower(createServerClock(), {
    show(next) {
      view = next;
    },
    missed: ask,
  });
  const link = open(() => proofOf(undefined), {
    message: (message) => follower.hear(message),
    unknownToken: () => undefined,
    state(next) {
      linkState = next;
      if (next === 'open') void ask();
    },
  });

  /** Asks for the whole game: at the start, and whenever something was missed. */
  async function ask(): Promise<void> {
    const reply = await link.ask('game:spectate', { roomId, username });
    if (reply.kind === 'refused' && view === undefined) missing = true;
    if (reply.kind === 'unanswered' && linkState === 'open' && view === undefined) await ask();
  }

  return {
    get view() {
      return view;
    },
    get link() {
      return linkState;
    },
    get missing() {
      return missing;
    },
    close: () => link.close(),
  };
}
