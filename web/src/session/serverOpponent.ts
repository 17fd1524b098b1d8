/** An opponent on the server: a room of its own with a bot in the other seat. */
import { sentence } from '../a11y/words';
import { openColumns, receive, type MatchView } from '../game/view';
import { AI, HUMAN, type SoloPlayer, type SoloTerms, type Turn } from '../game/solo';
import { NO_DISCS, other, type Column, type Side, type Stacks } from '../game/types';
import { openLink } from '../net/socket';
import type { ServerMessage } from '../protocol/decode';
import type { GameReconnected, GameStarted, JoinMatchmaking } from '../protocol/generated';
import { forgetIdentity, identity, keepIdentity } from './identity';
import type { Opponent, SeatOpponent } from './opponent';
import { createServerClock } from './serverClock';
import { newsOf, viewOf } from './translate';

/** The human is player 1 whoever starts; on the server the one who starts is first. */
function playerAt(view: MatchView, side: Side): SoloPlayer {
  return side === view.mine ? HUMAN : AI;
}

function turnIn(view: MatchView): Turn {
  const { phase } = view;
  if (phase.kind !== 'playing') return { player: HUMAN, legal: [], endsMs: undefined };
  return { player: playerAt(view, phase.turn), legal: openColumns(view), endsMs: phase.turnEndsMs };
}

function soloStacks(view: MatchView): Stacks {
  if (view.mine === 'first') return view.stacks;
  const swapped = (column: Column): readonly Side[] => view.stacks[column].map(other);
  return {
    ...NO_DISCS,
    0: swapped(0),
    1: swapped(1),
    2: swapped(2),
    3: swapped(3),
    4: swapped(4),
    5: swapped(5),
    6: swapped(6),
  };
}

function joining(username: string, terms: SoloTerms): JoinMatchmaking {
  return {
    username,
    preset: 'solo',
    wantsBot: true,
    botDifficulty: terms.difficulty,
    botStarts: terms.starts === AI,
    turnClockEnabled: terms.clock === 'on',
  };
}

function me(): string {
  return identity('computer')?.playerId ?? '';
}

export function serverOpponent(username: string): SeatOpponent {
  return (firstTerms, on): Opponent => {
    const clock = createServerClock();
    let terms = firstTerms;
    let view: MatchView | undefined;
    let turnSeconds: number | null = null;
    let unanswered: { readonly column: Column; readonly moveNumber: number } | undefined;

    const link = openLink(() => identity('computer')?.token, {
      message: heard,
      unknownToken: () => forgetIdentity('computer'),
      state(state) {
        on.reachable(state === 'open');
        if (state === 'open' && identity('computer') !== undefined) void arrive();
      },
    });

    async function arrive(): Promise<void> {
      const reply = await link.ask('game:reconnect', { playerId: me() });
      if (reply.kind === 'unanswered') return;
      if (reply.kind === 'refused') await join();
      else if (unanswered !== undefined) await send(unanswered.column);
    }

    async function join(): Promise<void> {
      const reply = await link.ask('matchmaking:join', joining(username, terms));
      if (reply.kind === 'refused') on.refused(sentence(reply.refusal.message));
    }

    async function send(column: Column): Promise<void> {
      if (view === undefined) return;
      const moveNumber = unanswered?.moveNumber ?? view.moves.length + 1;
      unanswered = { column, moveNumber };
      const payload = { roomId: view.roomId, playerId: me(), column, moveNumber };
      const reply = await link.ask('game:move', payload);
      if (reply.kind === 'unanswered') return;
      unanswered = undefined;
      if (reply.kind === 'refused') on.refused(sentence(reply.refusal.message));
    }

    function heard(message: ServerMessage): void {
      switch (message.event) {
        case 'session:created':
          keepIdentity('computer', message.payload);
          void arrive();
          return;
        case 'game:started':
          clock.turnBegan(message.payload.turnSeconds, message.payload.turnExpiresAt);
          took(message.payload);
          return;
        case 'game:reconnected':
          took(message.payload);
          return;
        case 'game:move:made':
          clock.turnBegan(turnSeconds, message.payload.turnExpiresAt);
          break;
        default:
          break;
      }
      if (view === undefined) return;
      const news = newsOf(message, view, clock);
      if (news === undefined) return;
      const step = receive(view, news);
      if (step.kind === 'gap') void arrive();
      if (step.kind === 'shown') show(step.view);
    }

    function took(whole: GameStarted | GameReconnected): void {
      turnSeconds = whole.turnSeconds;
      const next = viewOf(whole, clock);
      if (next === undefined) return;
      if (view?.roomId !== next.roomId) unanswered = undefined;
      view = next;
      const stacks = soloStacks(next);
      const lastMove = next.lastMove ?? null;
      on.news({ kind: 'began', terms, moves: next.moves, stacks, lastMove, next: turnIn(next) });
      if (next.phase.kind === 'over') tellEnd(next);
    }

    function show(next: MatchView): void {
      const before = view;
      view = next;
      if (before === undefined) return;
      if (next.moves.length > before.moves.length) tellDrop(next);
      if (next.phase.kind === 'over' && before.phase.kind !== 'over') tellEnd(next);
    }

    function tellDrop(next: MatchView): void {
      const { lastMove: cell } = next;
      const side = cell && next.stacks[cell.column][cell.row];
      if (cell === undefined || side === undefined || next.phase.kind !== 'playing') return;
      on.news({ kind: 'dropped', by: playerAt(next, side), cell, next: turnIn(next) });
    }

    function tellEnd({ phase, mine }: MatchView): void {
      if (phase.kind !== 'over') return;
      const { winner, lines, reason } = phase.end;
      const status = winner === undefined ? 'draw' : winner === mine ? 'human_won' : 'ai_won';
      on.news({ kind: 'ended', status, lines, onTime: reason === 'timeout' });
    }

    return {
      begin(next) {
        terms = next;
        const left = view?.roomId;
        view = undefined;
        unanswered = undefined;
        const leaving =
          left === undefined
            ? Promise.resolve()
            : link.ask('game:leave', { roomId: left, playerId: me() });
        void leaving.then(join);
      },
      drop: (column) => void send(column),
      // The server's clock runs by itself.
      startClock: () => undefined,
      // The server seats a bot for a whole game; the next one is asked for at the new level.
      setDifficulty: () => undefined,
      close: () => link.close(),
    };
  };
}
