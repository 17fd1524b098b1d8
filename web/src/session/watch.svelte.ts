/** Somebody else's game, followed live. A spectator needs no identity, and takes nobody's seat. */
import { receive, type MatchView } from '../game/view';
import { openLink, type LinkState } from '../net/socket';
import type { ServerMessage } from '../protocol/decode';
import { createServerClock } from './serverClock';
import { newsOf, viewOf } from './translate';

export interface WatchSession {
  readonly view: MatchView | undefined;
  readonly link: LinkState;
  /** There is no such game to watch. */
  readonly missing: boolean;
  close(): void;
}

export function createWatch(roomId: string, username: string): WatchSession {
  let view = $state.raw<MatchView | undefined>();
  let linkState = $state<LinkState>('connecting');
  let missing = $state(false);
  let turnSeconds: number | null = null;
  let asking = false;
  const clock = createServerClock();

  const link = openLink(() => undefined, {
    message: heard,
    unknownToken: () => undefined,
    state(next) {
      linkState = next;
      if (next === 'open') void ask();
    },
  });

  /** Asks for the whole game: at the start, and whenever something was missed. */
  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    const reply = await link.ask('game:spectate', { roomId, username });
    asking = false;
    if (reply.kind === 'refused' && view === undefined) missing = true;
  }

  function heard(message: ServerMessage): void {
    if (message.event === 'game:spectate:joined') {
      turnSeconds = message.payload.turnSeconds;
      view = viewOf(message.payload, clock);
      return;
    }
    if (message.event === 'game:move:made') {
      clock.turnBegan(turnSeconds, message.payload.turnExpiresAt);
    }
    const news = view && newsOf(message, view, clock);
    if (view === undefined || news === undefined) return;
    const step = receive(view, news);
    if (step.kind === 'gap') void ask();
    if (step.kind === 'shown') view = step.view;
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
