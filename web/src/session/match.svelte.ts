/**
 * A player at the server: looking for a game, in one, or after one.
 *
 * What is shown is what the server said last. After every new connection the whole game is asked
 * for first, then a move that was never answered is sent again.
 */
import { sentence } from '../a11y/words';
import { receive, turnOf, type MatchView, type Preset } from '../game/view';
import { other, type Column } from '../game/types';
import { openLink, type Link, type LinkState, type Reply } from '../net/socket';
import type { ServerMessage } from '../protocol/decode';
import type { GameReconnected, GameStarted } from '../protocol/generated';
import { forgetIdentity, identity, keepIdentity, noteRunning } from './identity';
import { createServerClock } from './serverClock';
import { newsOf, viewOf } from './translate';

export type Stage =
  | { readonly kind: 'arriving' }
  | { readonly kind: 'lobby' }
  | { readonly kind: 'searching'; readonly preset: Preset }
  | { readonly kind: 'hosting'; readonly code: string }
  | { readonly kind: 'playing'; readonly view: MatchView }
  /** Another tab of this player has taken over. */
  | { readonly kind: 'replaced' };

/** What the player wants that the server has not granted yet. */
export type Wish =
  | { readonly kind: 'none' }
  | { readonly kind: 'find'; readonly preset: Preset }
  | { readonly kind: 'host'; readonly preset: Preset }
  | { readonly kind: 'join'; readonly code: string };

export interface MatchSession {
  readonly stage: Stage;
  readonly link: LinkState;
  /** A drop that was sent and is not yet part of the game. */
  readonly sent: Column | undefined;
  /** Why the last wish was refused, for people. */
  readonly notice: string | undefined;
  want(wish: Wish): void;
  cancel(): void;
  drop(column: Column): void;
  resign(): void;
  rematch(): void;
  declineRematch(): void;
  leave(): void;
  /** Takes the game back from another tab. */
  takeBack(): void;
  close(): void;
}

/** Events that say who and where, and nothing else. */
type RoomEvent = 'game:resign' | 'game:rematch' | 'game:rematch:decline' | 'game:leave';

interface Sent {
  readonly column: Column;
  readonly moveNumber: number;
}

function me(): string {
  return identity('people')?.playerId ?? '';
}

export function createMatchSession(username: () => string, first: Wish): MatchSession {
  let stage = $state.raw<Stage>({ kind: 'arriving' });
  let linkState = $state<LinkState>('connecting');
  let sent = $state.raw<Sent | undefined>();
  let notice = $state<string | undefined>();
  let wish = first;
  let resyncing = false;
  let turnSeconds: number | null = null;
  const clock = createServerClock();

  let link = open();

  function open(): Link {
    return openLink(() => identity('people')?.token, {
      message: heard,
      unknownToken: () => forgetIdentity('people'),
      state(next) {
        linkState = next;
        if (next === 'open' && identity('people') !== undefined) void arrive();
      },
    });
  }

  const current = (): MatchView | undefined => (stage.kind === 'playing' ? stage.view : undefined);

  function refused(reply: Reply<unknown>): boolean {
    if (reply.kind === 'refused') notice = sentence(reply.refusal.message);
    return reply.kind !== 'accepted';
  }

  /** A new connection: is there a game to go back to? If not, act on what was wanted. */
  async function arrive(): Promise<void> {
    const reply = await link.ask('game:reconnect', { playerId: me() });
    if (reply.kind === 'unanswered') return;
    const view = current();
    if (reply.kind === 'accepted') {
      if (view?.phase.kind !== 'over' || wish.kind === 'none') {
        await sendAgain();
        return;
      }
      await leaveRoom(view.roomId);
    } else if (view?.phase.kind === 'playing') {
      // The game ended while we were away, and is remembered only as history.
      noteRunning(undefined);
      notice = 'Your game ended while you were away.';
      stage = { kind: 'lobby' };
    } else if (view === undefined) {
      noteRunning(undefined);
    }
    if (current() === undefined) await act();
  }

  async function leaveRoom(roomId: string): Promise<void> {
    await link.ask('game:leave', { roomId, playerId: me() });
    stage = { kind: 'lobby' };
  }

  /** Tells the server what is wanted. Nothing is wanted any more once a game starts. */
  async function act(): Promise<void> {
    const wanted = wish;
    switch (wanted.kind) {
      case 'none':
        stage = { kind: 'lobby' };
        return;
      case 'find': {
        stage = { kind: 'searching', preset: wanted.preset };
        const payload = { username: username(), preset: wanted.preset };
        if (refused(await link.ask('matchmaking:join', payload))) giveUp(wanted);
        return;
      }
      case 'host': {
        const payload = { username: username(), preset: wanted.preset };
        const reply = await link.ask('room:create', payload);
        if (reply.kind === 'accepted') stage = { kind: 'hosting', code: reply.result.roomCode };
        else if (refused(reply)) giveUp(wanted);
        return;
      }
      case 'join': {
        const payload = { username: username(), roomCode: wanted.code };
        if (refused(await link.ask('room:join', payload))) giveUp(wanted);
        return;
      }
    }
  }

  /** A refused wish is dropped; an unanswered one is tried again with the next connection. */
  function giveUp(failed: Wish): void {
    if (linkState !== 'open' || wish !== failed) return;
    wish = { kind: 'none' };
    stage = { kind: 'lobby' };
  }

  function heard(message: ServerMessage): void {
    switch (message.event) {
      case 'session:created':
        keepIdentity('people', message.payload);
        void arrive();
        return;
      case 'session:replaced':
        stage = { kind: 'replaced' };
        return;
      case 'game:started':
        clock.turnBegan(message.payload.turnSeconds, message.payload.turnExpiresAt);
        showWhole(message.payload);
        return;
      case 'game:reconnected':
        showWhole(message.payload);
        return;
      case 'game:move:made':
        clock.turnBegan(turnSeconds, message.payload.turnExpiresAt);
        break;
      case 'game:error':
        notice = sentence(message.payload.message);
        return;
      default:
        break;
    }
    hear(message);
  }

  function hear(message: ServerMessage): void {
    const view = current();
    const news = view && newsOf(message, view, clock);
    if (view === undefined || news === undefined) return;
    const step = receive(view, news);
    switch (step.kind) {
      case 'shown':
        show(step.view);
        return;
      case 'gap':
        void resync();
        return;
      case 'repeat':
        return;
    }
  }

  function showWhole(whole: GameStarted | GameReconnected): void {
    turnSeconds = whole.turnSeconds;
    const view = viewOf(whole, clock);
    if (view !== undefined) show(view);
  }

  function show(view: MatchView): void {
    const before = current();
    if (before?.roomId !== view.roomId) {
      notice = undefined;
      sent = undefined;
    }
    stage = { kind: 'playing', view };
    const on = view.phase.kind === 'playing' && view.mine !== undefined;
    if (on) wish = { kind: 'none' };
    noteRunning(
      on && view.mine !== undefined
        ? { roomId: view.roomId, opponent: view.seats[other(view.mine)].name }
        : undefined,
    );
    settle(view);
  }

  /** A move that the game now contains, or that it can no longer take, is not waited for. */
  function settle(view: MatchView): void {
    if (sent === undefined) return;
    const waiting = view.moves.length < sent.moveNumber && turnOf(view) === view.mine;
    if (!waiting) sent = undefined;
  }

  async function resync(): Promise<void> {
    if (resyncing) return;
    resyncing = true;
    await link.ask('game:reconnect', { playerId: me() });
    resyncing = false;
    void sendAgain();
  }

  async function sendAgain(): Promise<void> {
    if (sent !== undefined) await send(sent);
  }

  async function send(move: Sent): Promise<void> {
    const view = current();
    if (view === undefined) return;
    const payload = { roomId: view.roomId, playerId: me(), ...move };
    const reply = await link.ask('game:move', payload);
    switch (reply.kind) {
      case 'accepted':
        if (reply.result.version > (current()?.version ?? 0)) void resync();
        return;
      case 'refused':
        if (sent === move) sent = undefined;
        notice = sentence(reply.refusal.message);
        return;
      case 'unanswered':
        if (linkState === 'open' && sent === move) void resync();
        return;
    }
  }

  async function tell(event: RoomEvent): Promise<boolean> {
    const view = current();
    if (view === undefined) return false;
    const reply = await link.ask(event, { roomId: view.roomId, playerId: me() });
    return !refused(reply);
  }

  return {
    get stage() {
      return stage;
    },
    get link() {
      return linkState;
    },
    get sent() {
      return sent?.column;
    },
    get notice() {
      return notice;
    },
    want(next) {
      notice = undefined;
      wish = next;
      if (linkState === 'open' && stage.kind !== 'arriving') void act();
    },
    cancel() {
      wish = { kind: 'none' };
      const left = link.ask('matchmaking:leave', { playerId: me() });
      // Too late is no failure: the game that started then shows itself.
      void left.then(() => {
        if (stage.kind === 'searching' || stage.kind === 'hosting') stage = { kind: 'lobby' };
      });
    },
    drop(column) {
      const view = current();
      if (view === undefined || sent !== undefined) return;
      notice = undefined;
      const move = { column, moveNumber: view.moves.length + 1 };
      sent = move;
      void send(move);
    },
    resign: () => void tell('game:resign'),
    rematch: () => void tell('game:rematch'),
    declineRematch: () => void tell('game:rematch:decline'),
    leave() {
      void tell('game:leave');
      noteRunning(undefined);
      wish = { kind: 'none' };
      stage = { kind: 'lobby' };
    },
    takeBack() {
      link.close();
      stage = { kind: 'arriving' };
      link = open();
    },
    close: () => link.close(),
  };
}
