/**
 * A player among people: looking for a game, inviting to one, in one, or after one.
 *
 * What is shown is what the server said last. There is one of these in a page, above its router
 * (`live.svelte.ts`); it hands on kinds, and the pages find the words.
 */
import type { Reaction } from '../reactions/heard.svelte';
import type { RefusalCode } from '../game/refusal';
import { other, type Column } from '../game/types';
import type { HousePreset, MatchView, Preset } from '../game/view';
import type { LinkState, OpenLink, Reply } from '../net/link';
import type { ServerMessage } from '../protocol/messages';
import type { Difficulty, RoomWaiting } from '../protocol/generated';
import type { IdentityStore } from './identity';
import type { Kept } from './kept';
import { createPlayer, type Player, type RoomEvent } from './player';
import { createServerClock } from './serverClock';

export type Stage =
  /** Asking the server where one belongs, or for what one wants. */
  | { readonly kind: 'arriving'; readonly to: 'anything' | 'invitation' | 'game' }
  | { readonly kind: 'lobby' }
  | {
      readonly kind: 'searching';
      readonly preset: HousePreset;
      readonly sinceMs: number;
      /** People here and playing, as far as the server has said. */
      readonly crowd: { readonly online: number; readonly playing: number } | undefined;
    }
  | { readonly kind: 'hosting'; readonly invitation: OwnInvitation }
  | { readonly kind: 'playing'; readonly view: MatchView }
  /** Another tab of this player has taken over. */
  | { readonly kind: 'replaced' };

export interface OwnInvitation {
  readonly roomId: string;
  readonly code: string;
  readonly preset: Preset;
  readonly turnSeconds: number | undefined;
  readonly idleSeconds: number | undefined;
  readonly expiresMs: number | undefined;
}

/** What the player wants that the server has not granted yet. */
export type Wish =
  | { readonly kind: 'none' }
  | { readonly kind: 'find'; readonly preset: HousePreset; readonly sinceMs?: number }
  | { readonly kind: 'bot'; readonly preset: HousePreset; readonly difficulty: Difficulty }
  | { readonly kind: 'host'; readonly preset: HousePreset }
  | { readonly kind: 'join'; readonly code: string };

/** Something to tell the player, once. */
export type Notice =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly wish: Wish['kind'] }
  | { readonly kind: 'endedWhileAway'; readonly roomId: string }
  | { readonly kind: 'invitationClosed'; readonly why: 'expired' | 'host_away' | 'cancelled' };

export interface MatchSession {
  readonly stage: Stage;
  readonly link: LinkState;
  /** A drop that was sent and is not yet part of the game. */
  readonly sent: Column | undefined;
  readonly notice: Notice | undefined;
  /** Wants something else than what is going on. A running game is in the way, unless it is given up. */
  want(wish: Wish, running?: 'keep' | 'giveUp'): void;
  /** Stops looking, closes the invitation. */
  cancel(): void;
  drop(column: Column): void;
  resign(): void;
  abort(): void;
  /** Says one of six things; what can't be said now is not worth a word. */
  react(reaction: Reaction): void;
  rematch(): void;
  declineRematch(): void;
  /** Leaves a game that is over. */
  leave(): void;
  /** Takes the game back from another tab. */
  takeBack(): void;
  close(): void;
}

export interface MatchOptions {
  readonly open: OpenLink;
  readonly identity: IdentityStore;
  readonly kept: Kept;
  username(): string;
  /** A game has begun that this player was waiting for. */
  started?(view: MatchView): void;
}

const isOn = (view: MatchView | undefined): boolean => view?.phase.kind === 'playing';

const NO_WISH: Wish = { kind: 'none' };

export function createMatchSession(options: MatchOptions, first: Wish): MatchSession {
  const { identity, kept, username } = options;
  let stage = $state.raw<Stage>({ kind: 'arriving', to: 'anything' });
  let linkState = $state<LinkState>('connecting');
  let sent = $state<Column | undefined>();
  let notice = $state.raw<Notice | undefined>();
  let wish = first;
  /** Whether the server has said where this player belongs since the connection was made. */
  let settled = false;
  /** An invitation that was given up here: its end is no news. */
  let cancelled: string | undefined;
  /** What was said about a room and never answered. It is said again after the break. */
  let unheard: { readonly event: RoomEvent; readonly roomId: string } | undefined;
  /** The game whose beginning was told last. */
  let begun: string | undefined;
  const clock = createServerClock();
  /** Somebody who only looks around needs no connection, and takes nobody's place in another tab. */
  const expected =
    first.kind !== 'none' || kept.wish() !== undefined || kept.running() !== undefined;
  let seated = expected ? seat() : undefined;
  if (!expected) stage = { kind: 'lobby' };

  function player(): Player {
    seated ??= seat();
    return seated;
  }

  function seat(): Player {
    settled = false;
    return createPlayer(options.open, identity, clock, {
      state(next) {
        linkState = next;
        if (next !== 'open') settled = false;
      },
      show,
      sent(column) {
        sent = column;
      },
      arrived() {
        settled = true;
        if (wish.kind !== 'none') void act();
        else repeat();
      },
      free: freed,
      refused(code) {
        notice = { kind: 'refused', code, wish: 'none' };
      },
      heard,
    });
  }

  const current = (): MatchView | undefined => (stage.kind === 'playing' ? stage.view : undefined);

  function enter(next: Stage): void {
    stage = next;
    switch (next.kind) {
      case 'searching':
        kept.keepWish({ kind: 'find', preset: next.preset, sinceMs: next.sinceMs });
        return;
      case 'hosting':
        kept.keepWish({ kind: 'seat' });
        kept.keepRunning({ kind: 'invitation', roomId: next.invitation.roomId });
        return;
      case 'playing': {
        kept.keepWish({ kind: 'seat' });
        const { roomId, seats, mine = 'first', phase } = next.view;
        const opponent = seats[other(mine)].name;
        kept.keepRunning(phase.kind === 'playing' ? { kind: 'game', roomId, opponent } : undefined);
        return;
      }
      case 'lobby':
        kept.keepWish(undefined);
        kept.keepRunning(undefined);
        return;
      case 'replaced':
        // The other tab holds it now; this one does not take it back by being reloaded.
        kept.keepWish(undefined);
        return;
      case 'arriving':
        return;
    }
  }

  /** No game of ours is on the server. What was shown has ended without us. */
  function freed(): void {
    settled = true;
    const view = current();
    const running = kept.running();
    if (isOn(view) && view !== undefined) lose(view.roomId);
    else if (view !== undefined) {
      // The room of a game that is over has been closed: the other is gone, too.
      const gone = view.rematch.kind === 'none' || view.rematch.kind === 'offered';
      if (gone) {
        player().settle((it) => ({
          ...it,
          rematch: { kind: 'declined', by: undefined, why: 'left' },
        }));
      }
    } else if (stage.kind === 'hosting') closed('expired');
    else if (running?.kind === 'game' && wish.kind === 'none') lose(running.roomId);
    else if (running?.kind === 'invitation' && wish.kind === 'none') closed('expired');
    if (wish.kind !== 'none' || stage.kind === 'searching') void act();
    else if (stage.kind === 'arriving') enter({ kind: 'lobby' });
  }

  function lose(roomId: string): void {
    player().leave();
    notice = { kind: 'endedWhileAway', roomId };
    enter({ kind: 'lobby' });
  }

  function closed(why: 'expired' | 'host_away' | 'cancelled'): void {
    notice = { kind: 'invitationClosed', why };
    enter({ kind: 'lobby' });
  }

  async function say(event: RoomEvent): Promise<void> {
    const roomId = current()?.roomId;
    unheard = undefined;
    const reply = await player().tell(event);
    if (reply !== 'unanswered' || roomId === undefined) return;
    unheard = { event, roomId };
    if (linkState === 'open') player().arrive();
  }

  /** Says again what a break has swallowed, if the game is still one of which it can be said. */
  function repeat(): void {
    const view = current();
    const last = unheard;
    unheard = undefined;
    if (last === undefined || view?.roomId !== last.roomId) return;
    const forRunning = last.event === 'game:resign' || last.event === 'game:abort';
    if (forRunning === isOn(view)) void say(last.event);
  }

  /** Leaves whatever is in the way of a wish. `false` if a game has begun instead. */
  async function clear(): Promise<boolean> {
    switch (stage.kind) {
      case 'searching':
        await player().ask('matchmaking:leave', { playerId: player().id });
        break;
      case 'hosting':
        cancelled = stage.invitation.roomId;
        await player().tell('game:leave', cancelled);
        break;
      case 'playing':
        await player().tell('game:leave');
        player().leave();
        break;
      case 'arriving':
      case 'lobby':
      case 'replaced':
        break;
    }
    return !isOn(player().view);
  }

  /** Tells the server what is wanted. Nothing is wanted any more once a game starts. */
  async function act(): Promise<void> {
    const view = current();
    if (stage.kind === 'hosting' && wish.kind === 'host') {
      wish = NO_WISH;
      return;
    }
    // Coming back to a game that is on: whatever was wanted has to wait.
    if (isOn(view)) {
      wish = NO_WISH;
      return;
    }
    const wanted: Wish =
      wish.kind === 'none' && stage.kind === 'searching'
        ? { kind: 'find', preset: stage.preset, sinceMs: stage.sinceMs }
        : wish;
    wish = wanted;
    if (!(await clear()) || wish !== wanted) return;
    await send(wanted);
  }

  async function send(wanted: Wish): Promise<void> {
    const name = username();
    switch (wanted.kind) {
      case 'none':
        enter({ kind: 'lobby' });
        return;
      case 'find': {
        const { preset, sinceMs = clock.nowMs() } = wanted;
        const crowd = stage.kind === 'searching' ? stage.crowd : undefined;
        enter({ kind: 'searching', preset, sinceMs, crowd });
        answered(wanted, await player().ask('matchmaking:join', { username: name, preset }));
        return;
      }
      case 'bot': {
        const { preset, difficulty: botDifficulty } = wanted;
        enter({ kind: 'arriving', to: 'game' });
        const payload = { username: name, preset, wantsBot: true, botDifficulty };
        answered(wanted, await player().ask('matchmaking:join', payload));
        return;
      }
      case 'host': {
        enter({ kind: 'arriving', to: 'invitation' });
        const reply = await player().ask('room:create', { username: name, preset: wanted.preset });
        answered(wanted, reply);
        // `room:waiting` says the rest, before or after.
        if (reply.kind === 'accepted' && stage.kind === 'arriving') {
          clock.serverSays(reply.result.now);
          const { roomId, roomCode: code, expiresAt } = reply.result;
          const unknown = { turnSeconds: undefined, idleSeconds: undefined };
          const expiresMs = clock.local(expiresAt);
          const { preset } = wanted;
          enter({ kind: 'hosting', invitation: { roomId, code, preset, expiresMs, ...unknown } });
        }
        return;
      }
      case 'join':
        enter({ kind: 'arriving', to: 'game' });
        answered(
          wanted,
          await player().ask('room:join', { username: name, roomCode: wanted.code }),
        );
        return;
    }
  }

  /** A refused wish is dropped; an unanswered one is tried again when the server is heard of. */
  function answered(wanted: Wish, reply: Reply<unknown>): void {
    if (wish !== wanted) return;
    switch (reply.kind) {
      case 'accepted':
        wish = NO_WISH;
        return;
      case 'refused':
        // The server knows of a game that we do not: it shows itself when asked for.
        if (reply.refusal.code === 'already_in_game' && wanted.kind !== 'join') player().arrive();
        else {
          notice = { kind: 'refused', code: reply.refusal.code, wish: wanted.kind };
          enter({ kind: 'lobby' });
        }
        wish = NO_WISH;
        return;
      case 'unanswered':
        if (linkState === 'open') player().arrive();
        return;
    }
  }

  function heard(message: ServerMessage): void {
    switch (message.event) {
      case 'session:replaced':
        // Whoever takes the place back goes on looking.
        if (stage.kind === 'searching') wish = { kind: 'find', preset: stage.preset };
        enter({ kind: 'replaced' });
        return;
      case 'game:started': {
        const view = current();
        if (view?.roomId !== message.payload.roomId || view.roomId === begun) return;
        begun = view.roomId;
        options.started?.(view);
        return;
      }
      case 'room:waiting':
        if (message.payload.roomId !== cancelled) host(message.payload);
        return;
      case 'room:closed':
        if (stage.kind === 'hosting' && stage.invitation.roomId === message.payload.roomId) {
          closed(message.payload.reason);
        }
        return;
      case 'matchmaking:waiting': {
        if (stage.kind !== 'searching') return;
        const { now, since, online, playing } = message.payload;
        clock.serverSays(now);
        const sinceMs = Math.min(stage.sinceMs, clock.local(since) ?? stage.sinceMs);
        enter({ ...stage, sinceMs, crowd: { online, playing } });
        return;
      }
      case 'game:error':
        notice = { kind: 'refused', code: message.payload.code, wish: 'none' };
        return;
      default:
        return;
    }
  }

  function host(waiting: RoomWaiting): void {
    if (isOn(current())) return;
    clock.serverSays(waiting.now);
    player().leave();
    if (wish.kind === 'host') wish = NO_WISH;
    enter({
      kind: 'hosting',
      invitation: {
        roomId: waiting.roomId,
        code: waiting.roomCode,
        preset: waiting.preset,
        turnSeconds: waiting.turnSeconds ?? undefined,
        idleSeconds: waiting.afkTimeoutEnabled ? waiting.afkTimeoutSeconds : undefined,
        expiresMs: clock.local(waiting.expiresAt),
      },
    });
  }

  function show(view: MatchView, before: MatchView | undefined): void {
    if (before?.roomId !== view.roomId) notice = undefined;
    if (isOn(view)) wish = NO_WISH;
    if (stage.kind !== 'replaced') enter({ kind: 'playing', view });
  }

  return {
    get stage() {
      return stage;
    },
    get link() {
      return linkState;
    },
    get sent() {
      return sent;
    },
    get notice() {
      return notice;
    },
    want(next, running = 'keep') {
      const view = current();
      if (isOn(view) && running === 'keep') return;
      notice = undefined;
      wish = next;
      if (seated === undefined) {
        stage = { kind: 'arriving', to: 'anything' };
        player();
      } else if (isOn(view)) {
        // Leaving a running game gives it up.
        void player()
          .tell('game:leave')
          .then(() => {
            player().leave();
            enter({ kind: 'arriving', to: 'game' });
            if (wish === next) void act();
          });
      } else if (settled) void act();
    },
    cancel() {
      wish = NO_WISH;
      notice = undefined;
      if (stage.kind !== 'searching' && stage.kind !== 'hosting') return;
      // Too late is no failure: the game that started then shows itself.
      void clear();
      enter({ kind: 'lobby' });
    },
    drop(column) {
      notice = undefined;
      player().drop(column);
    },
    resign: () => void say('game:resign'),
    abort: () => void say('game:abort'),
    react(reaction) {
      const roomId = player().view?.roomId;
      if (roomId === undefined) return;
      void player().ask('game:react', { roomId, playerId: player().id, reaction });
    },
    rematch: () => void say('game:rematch'),
    declineRematch: () => void say('game:rematch:decline'),
    leave() {
      void player().tell('game:leave');
      player().leave();
      wish = NO_WISH;
      notice = undefined;
      enter({ kind: 'lobby' });
    },
    takeBack() {
      seated?.close();
      stage = { kind: 'arriving', to: 'anything' };
      seated = seat();
    },
    close: () => seated?.close(),
  };
}
