/**
 * Follows one room: whole games and news come in, the game as it stands goes out.
 *
 * Applies version n + 1, ignores what it has, and asks for the whole game where something was missed.
 * Players, spectators and games against the server's bots all follow a room this way.
 */
import { receive, type MatchView } from '../game/view';
import type { ServerMessage } from '../protocol/messages';
import type { GameReconnected, GameStarted, SpectateJoined } from '../protocol/generated';
import { noteReaction } from '../reactions/heard.svelte';
import { newsOf, viewOf } from './news';
import type { ServerClock } from './serverClock';

/** How long a whole game that was asked for may take to arrive after the answer. */
const AGAIN_MS = 2_000;

export interface FollowerEvents {
  show(view: MatchView, before: MatchView | undefined): void;
  /** Something was missed: ask the server for the whole game. */
  missed(): Promise<unknown>;
}

export interface Follower {
  readonly view: MatchView | undefined;
  hear(message: ServerMessage): void;
  /** The room is known to have got this far. */
  reached(version: number): void;
  /** Changes what is shown without the server: it has nothing more to say about this room. */
  settle(change: (view: MatchView) => MatchView): void;
  /** Forgets the room. What still comes of it is not shown. */
  leave(): void;
}

export function createFollower(clock: ServerClock, on: FollowerEvents): Follower {
  let view: MatchView | undefined;
  let left: string | undefined;
  let turnSeconds: number | null = null;
  let newest = 0;
  let asking = false;

  function show(next: MatchView): void {
    const before = view;
    view = next;
    on.show(next, before);
  }

  function showWhole(whole: GameStarted | GameReconnected | SpectateJoined): void {
    clock.serverSays(whole.now);
    const late = view?.roomId === whole.roomId && whole.version < view.version;
    if (late || whole.roomId === left) return;
    const next = viewOf(whole, clock);
    if (next === undefined) return;
    if (view?.roomId !== next.roomId) {
      newest = 0;
      left = view?.roomId;
    }
    turnSeconds = whole.turnSeconds;
    show(next);
  }

  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    await on.missed();
    asking = false;
    // Answered, and still behind: the whole game got lost on its way.
    setTimeout(() => {
      if (view !== undefined && view.version < newest) void ask();
    }, AGAIN_MS);
  }

  function reached(version: number): void {
    newest = Math.max(newest, version);
    if (view !== undefined && view.version < newest) void ask();
  }

  return {
    get view() {
      return view;
    },
    hear(message) {
      switch (message.event) {
        case 'game:started':
          clock.turnBegan(message.payload.turnSeconds, message.payload.turnExpiresAt);
          showWhole(message.payload);
          return;
        case 'game:reconnected':
        case 'game:spectate:joined':
          showWhole(message.payload);
          return;
        case 'game:reacted':
          if (message.payload.roomId === view?.roomId) noteReaction(message.payload);
          return;
        case 'game:move:made':
          if (message.payload.roomId === view?.roomId) {
            clock.turnBegan(turnSeconds, message.payload.turnExpiresAt);
          }
          break;
        default:
          break;
      }
      const news = view && newsOf(message, view, clock);
      if (view === undefined || news === undefined) return;
      const step = receive(view, news);
      if (step.kind === 'shown') show(step.view);
      else if (step.kind === 'gap' && 'version' in news) reached(news.version);
    },
    reached,
    settle(change) {
      if (view !== undefined) show(change(view));
    },
    leave() {
      left = view?.roomId;
      view = undefined;
      newest = 0;
    },
  };
}
