/** An opponent on the server: a room of its own with a bot in the other seat. */
import { openColumns, type MatchView } from '../game/view';
import { AI, HUMAN, type SoloPlayer, type SoloTerms, type Turn } from '../game/solo';
import { NO_DISCS, other, type Column, type Side, type Stacks } from '../game/types';
import type { OpenLink } from '../net/link';
import { openLink } from '../net/socket';
import type { JoinMatchmaking } from '../protocol/generated';
import { identityStore, type IdentityStore } from './identity';
import type { Opponent, SeatOpponent } from './opponent';
import { createPlayer } from './player';
import { createServerClock } from './serverClock';

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

export function serverOpponent(username: string): SeatOpponent {
  return opponentAt(openLink, identityStore('computer'), username);
}

/** The same over any link. */
export function opponentAt(
  open: OpenLink,
  identity: IdentityStore,
  username: string,
): SeatOpponent {
  return (firstTerms, on): Opponent => {
    let terms = firstTerms;

    const player = createPlayer(open, identity, createServerClock(), {
      state: (state) => on.reachable(state === 'open'),
      show,
      sent: () => undefined,
      arrived: () => undefined,
      free: () => void join(),
      refused: (code) => on.refused(code),
      heard: () => undefined,
    });

    async function join(): Promise<void> {
      const reply = await player.ask('matchmaking:join', joining(username, terms));
      if (reply.kind === 'refused') on.refused(reply.refusal.code);
    }

    function show(next: MatchView, before: MatchView | undefined): void {
      // A whole game that says more than one disc of news could.
      const caughtUp = before !== undefined && next.moves.length - before.moves.length > 1;
      if (before?.roomId !== next.roomId || caughtUp) {
        const stacks = soloStacks(next);
        const lastMove = next.lastMove ?? null;
        on.news({ kind: 'began', terms, moves: next.moves, stacks, lastMove, next: turnIn(next) });
        if (next.phase.kind === 'over') tellEnd(next);
        return;
      }
      if (next.moves.length > before.moves.length) tellDrop(next);
      if (next.phase.kind === 'over' && before.phase.kind !== 'over') tellEnd(next);
    }

    function tellDrop(next: MatchView): void {
      const { lastMove: cell } = next;
      const side = cell && next.stacks[cell.column][cell.row];
      if (cell === undefined || side === undefined) return;
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
        const leaving = player.view === undefined ? Promise.resolve() : player.tell('game:leave');
        player.leave();
        void leaving.then(join);
      },
      drop: (column) => player.drop(column),
      // The server's clock runs by itself.
      startClock: () => undefined,
      // The server seats a bot for a whole game; the next one is asked for at the new level.
      setDifficulty: () => undefined,
      close: () => player.close(),
    };
  };
}
