/**
 * A player at the server: somebody with an id, who comes back after every break of the connection.
 *
 * After every new connection the whole game is asked for first, then a move that was never answered is
 * sent again.
 */
import type { RefusalCode } from '../game/refusal';
import type { Column } from '../game/types';
import { turnOf, type MatchView } from '../game/view';
import type { Link, LinkState, OpenLink, Reply } from '../net/link';
import type { ServerMessage } from '../protocol/messages';
import { proofOf } from './device';
import { createFollower } from './follower';
import type { IdentityStore } from './identity';
import type { ServerClock } from './serverClock';

/** After this an arrival that led nowhere is tried again. */
const AGAIN_MS = 2_000;

/** Events that say who and where, and nothing else. */
export type RoomEvent =
  'game:resign' | 'game:rematch' | 'game:rematch:decline' | 'game:leave' | 'game:abort';

export interface PlayerEvents {
  state(state: LinkState): void;
  show(view: MatchView, before: MatchView | undefined): void;
  /** A drop that was sent and is not yet part of the game, or none. */
  sent(column: Column | undefined): void;
  /** The server has a place for this player, and has told it. */
  arrived(): void;
  /** The server has no game of this player. */
  free(): void;
  refused(code: RefusalCode): void;
  /** Whatever the server says, the rooms' news included. */
  heard(message: ServerMessage): void;
}

export interface Player {
  readonly id: string;
  readonly view: MatchView | undefined;
  readonly ask: Link['ask'];
  /** Asks the server once more where one belongs. */
  arrive(): void;
  drop(column: Column): void;
  /** Says something about a room; the shown one unless told. */
  tell(event: RoomEvent, roomId?: string): Promise<Reply<unknown>['kind']>;
  /** Stops showing the room. */
  leave(): void;
  settle(change: (view: MatchView) => MatchView): void;
  close(): void;
}

interface Sent {
  readonly column: Column;
  readonly moveNumber: number;
}

export function createPlayer(
  open: OpenLink,
  identity: IdentityStore,
  clock: ServerClock,
  on: PlayerEvents,
): Player {
  let state: LinkState = 'connecting';
  let sent: Sent | undefined;
  /** Counts arrivals: an answer to an older one is of no interest. */
  let arrivals = 0;
  /** Whether the server has told where one belongs, and whether it has said that it does. */
  let told = false;
  let accepted = false;
  /** Whether the shown game is the server's: a disc dropped before that waits for it. */
  let here = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  const me = (): string => identity.current()?.playerId ?? '';

  const follower = createFollower(clock, {
    show(view, before) {
      if (before?.roomId !== view.roomId) wait(undefined);
      else settleMove(view);
      on.show(view, before);
    },
    missed: () => link.ask('game:reconnect', { playerId: me() }),
  });

  const link = open(() => proofOf(identity.current()?.token), {
    message: heard,
    unknownToken: () => identity.forget(),
    state(next) {
      state = next;
      here = false;
      clearTimeout(again);
      on.state(next);
      if (next === 'open' && identity.current() !== undefined) void arrive();
    },
  });

  function heard(message: ServerMessage): void {
    switch (message.event) {
      case 'session:created':
        // Somebody new has no game to go back to.
        identity.keep(message.payload);
        here = true;
        on.free();
        return;
      case 'game:started':
      case 'game:reconnected':
      case 'room:waiting':
        told = true;
        break;
      default:
        break;
    }
    follower.hear(message);
    on.heard(message);
    if (told && accepted) void settled();
  }

  async function arrive(): Promise<void> {
    arrivals += 1;
    const mine = arrivals;
    told = false;
    accepted = false;
    here = false;
    clearTimeout(again);
    const reply = await link.ask('game:reconnect', { playerId: me() });
    if (mine !== arrivals || state !== 'open') return;
    switch (reply.kind) {
      case 'accepted':
        accepted = true;
        if (told) await settled();
        else again = setTimeout(() => void arrive(), AGAIN_MS);
        return;
      case 'refused':
        if (reply.refusal.code === 'unknown_room') {
          here = true;
          on.free();
        } else {
          on.refused(reply.refusal.code);
          again = setTimeout(() => void arrive(), AGAIN_MS);
        }
        return;
      case 'unanswered':
        again = setTimeout(() => void arrive(), AGAIN_MS);
        return;
    }
  }

  async function settled(): Promise<void> {
    accepted = false;
    here = true;
    clearTimeout(again);
    on.arrived();
    if (sent !== undefined) await send(sent);
  }

  function wait(move: Sent | undefined): void {
    sent = move;
    on.sent(move?.column);
  }

  /** A move that the game now contains, or that it can no longer take, is not waited for. */
  function settleMove(view: MatchView): void {
    if (sent === undefined) return;
    const waiting = view.moves.length < sent.moveNumber && turnOf(view) === view.mine;
    if (!waiting) wait(undefined);
  }

  async function send(move: Sent): Promise<void> {
    const { view } = follower;
    if (view === undefined) return;
    const payload = { roomId: view.roomId, playerId: me(), ...move };
    const reply = await link.ask('game:move', payload);
    switch (reply.kind) {
      case 'accepted':
        follower.reached(reply.result.version);
        return;
      case 'refused':
        if (sent === move) wait(undefined);
        on.refused(reply.refusal.code);
        return;
      case 'unanswered':
        if (state === 'open' && sent === move) void arrive();
        return;
    }
  }

  return {
    get id() {
      return me();
    },
    get view() {
      return follower.view;
    },
    ask: (event, payload) => link.ask(event, payload),
    arrive: () => void arrive(),
    drop(column) {
      const { view } = follower;
      if (view === undefined || sent !== undefined) return;
      const move = { column, moveNumber: view.moves.length + 1 };
      wait(move);
      // Without a connection it is kept: it goes out when the server has shown the game once more.
      if (here) void send(move);
    },
    async tell(event, roomId = follower.view?.roomId) {
      if (roomId === undefined) return 'unanswered';
      const reply = await link.ask(event, { roomId, playerId: me() });
      if (reply.kind === 'refused') on.refused(reply.refusal.code);
      return reply.kind;
    },
    leave() {
      follower.leave();
      wait(undefined);
    },
    settle: follower.settle,
    close() {
      arrivals += 1;
      clearTimeout(again);
      link.close();
    },
  };
}
