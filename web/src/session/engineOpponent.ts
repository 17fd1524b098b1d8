/**
 * An opponent in this page's Worker: no server, no network.
 *
 * The same seed and the same human moves give the same game. A reload takes the game of the tab up
 * again, with the time its turn has left.
 */
import { engine, type Bot, type Followed } from '../engine';
import {
  AI,
  HUMAN,
  TURN_SECONDS,
  sideOf,
  type Difficulty,
  type SoloPlayer,
  type SoloTerms,
} from '../game/solo';
import type { Standing } from '../game/referee';
import { NO_DISCS, withDisc, type Cell, type Column, type Stacks } from '../game/types';
import type { Opponent, OpponentEvents, SeatOpponent } from './opponent';
import { forgetSoloGame, keepSoloGame, keptSoloGame, type KeptGame } from './soloTerms';

const BOTS: Readonly<Record<Difficulty, Bot>> = {
  easy: 'solo-easy',
  medium: 'solo-medium',
  hard: 'solo-hard',
  perfect: 'perfect',
};

/** Between two tries to load the engine. */
const RETRY_MS = 2_000;

function otherPlayer(player: SoloPlayer): SoloPlayer {
  return player === HUMAN ? AI : HUMAN;
}

/** Whoever starts has the first disc, and discs alternate. */
function playerAt(terms: SoloTerms, ply: number): SoloPlayer {
  return ply % 2 === 0 ? terms.starts : otherPlayer(terms.starts);
}

function stacksOf(terms: SoloTerms, moves: readonly Column[]): Stacks {
  return moves.reduce(
    (stacks, column, ply) => withDisc(stacks, column, sideOf(playerAt(terms, ply))),
    NO_DISCS,
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

export const engineOpponent: SeatOpponent = (firstTerms, on) => {
  let game = createSoloGame(firstTerms, on, keptSoloGame());
  return {
    begin(terms) {
      game.close();
      game = createSoloGame(terms, on, undefined);
    },
    drop: (column) => game.drop(column),
    close: () => game.close(),
  } satisfies Opponent;
};

/** One game from its first disc, or from where it was left, to its end. */
function createSoloGame(
  newTerms: SoloTerms,
  on: OpponentEvents,
  kept: KeptGame | undefined,
): { drop(column: Column): void; close(): void } {
  const { terms, moves: keptMoves } = kept ?? { terms: newTerms, moves: [] };
  let moves: readonly Column[] = keptMoves;
  const left = new AbortController();
  let clock: ReturnType<typeof setTimeout> | undefined;

  /** Asks the engine until it answers. `undefined` if the game was left meanwhile. */
  async function persist<T>(ask: () => Promise<T>): Promise<T | undefined> {
    while (!left.signal.aborted) {
      try {
        const answer = await ask();
        on.reachable(true);
        return left.signal.aborted ? undefined : answer;
      } catch {
        if (!left.signal.aborted) on.reachable(false);
        await pause(RETRY_MS);
      }
    }
    return undefined;
  }

  const follow = (next: readonly Column[]): Promise<Followed | undefined> =>
    persist(() => engine().follow(next));

  function end(status: 'human_won' | 'ai_won' | 'draw', standing: Standing, onTime: boolean): void {
    close();
    forgetSoloGame();
    const lines = standing.kind === 'won' ? standing.lines : [];
    on.news({ kind: 'ended', status, lines, onTime });
  }

  /** Starts the turn's clock, or takes up one that runs. */
  function turnEnd(turn: SoloPlayer, standing: Standing, runningMs?: number): number | undefined {
    clearTimeout(clock);
    if (turn !== HUMAN || terms.clock === 'off' || standing.kind !== 'playing') return undefined;
    const endsMs = runningMs ?? Date.now() + TURN_SECONDS * 1_000;
    clock = setTimeout(() => end('ai_won', standing, true), Math.max(0, endsMs - Date.now()));
    return endsMs;
  }

  async function begin(): Promise<void> {
    const followed = await follow(moves);
    if (followed === undefined) return;
    if (followed.kind === 'refused' || followed.standing.kind !== 'playing') {
      // What was kept is no game that could go on.
      moves = [];
      forgetSoloGame();
      await begin();
      return;
    }
    const { cells, standing } = followed;
    const turn = playerAt(terms, moves.length);
    const turnEndsMs = turnEnd(turn, standing, kept?.turnEndsMs);
    const stacks = stacksOf(terms, moves);
    const lastMove = cells.at(-1) ?? null;
    on.news({ kind: 'began', terms, moves, stacks, lastMove, turn, turnEndsMs });
    if (turn === AI) await think();
  }

  async function drop(column: Column): Promise<void> {
    const followed = await follow([...moves, column]);
    if (followed === undefined) return;
    if (followed.kind === 'refused') {
      on.refused(followed.why === 'columnFull' ? 'This column is full.' : 'The game is over.');
      return;
    }
    const cell = followed.cells.at(-1);
    if (cell === undefined) return;
    took(column, cell, followed.standing);
    if (!left.signal.aborted && playerAt(terms, moves.length) === AI) await think();
  }

  function took(column: Column, cell: Cell, standing: Standing): void {
    const by = playerAt(terms, moves.length);
    moves = [...moves, column];
    const turn = otherPlayer(by);
    const turnEndsMs = turnEnd(turn, standing);
    keepSoloGame({ terms, moves, turnEndsMs });
    on.news({ kind: 'dropped', by, cell, turn, turnEndsMs });
    if (standing.kind === 'drawn') end('draw', standing, false);
    if (standing.kind === 'won') end(by === HUMAN ? 'human_won' : 'ai_won', standing, false);
  }

  async function think(): Promise<void> {
    const beganMs = performance.now();
    const answer = await persist(() => engine().choose(BOTS[terms.difficulty], moves, terms.seed));
    if (answer === undefined) return;
    await pause(Math.max(0, answer.thinkMs - (performance.now() - beganMs)));
    await drop(answer.column);
  }

  function close(): void {
    left.abort();
    clearTimeout(clock);
  }

  void begin();
  return {
    drop(column) {
      if (!left.signal.aborted && playerAt(terms, moves.length) === HUMAN) void drop(column);
    },
    close,
  };
}
