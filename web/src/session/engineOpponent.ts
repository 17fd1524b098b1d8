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
  type SoloStatus,
  type SoloTerms,
  type Turn,
} from '../game/solo';
import type { Standing } from '../game/referee';
import { stacksOf } from '../game/line';
import type { Cell, Column, Line } from '../game/types';
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

type Ending = Exclude<SoloStatus, 'playing'>;

function otherPlayer(player: SoloPlayer): SoloPlayer {
  return player === HUMAN ? AI : HUMAN;
}

/** Whoever starts has the first disc, and discs alternate. */
function playerAt(terms: SoloTerms, ply: number): SoloPlayer {
  return ply % 2 === 0 ? terms.starts : otherPlayer(terms.starts);
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
    startClock: () => game.startClock(),
    setDifficulty: (difficulty) => game.setDifficulty(difficulty),
    takeBack() {
      const shorter = game.shorter();
      if (shorter === undefined) return;
      game.close();
      keepSoloGame(shorter);
      game = createSoloGame(shorter.terms, on, shorter);
    },
    giveUp: () => game.giveUp(),
    close: () => game.close(),
  } satisfies Opponent;
};

/** One game from its first disc, or from where it was left, to its end. */
function createSoloGame(
  newTerms: SoloTerms,
  on: OpponentEvents,
  kept: KeptGame | undefined,
): Omit<Opponent, 'begin' | 'takeBack' | 'giveUp'> & {
  /** The game before the human's last disc; `undefined` if there is none to take back. */
  shorter(): KeptGame | undefined;
  giveUp(): void;
} {
  const fresh: KeptGame = { terms: newTerms, moves: [], turnEndsMs: undefined };
  let { terms, moves, turnEndsMs } = kept ?? fresh;
  const left = new AbortController();
  let clock: ReturnType<typeof setTimeout> | undefined;
  let began = false;

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

  function end(status: Ending, lines: readonly Line[], onTime: boolean, gaveUp = false): void {
    close();
    forgetSoloGame();
    on.news({ kind: 'ended', status, lines, onTime, gaveUp });
  }

  /** Whoever has dropped a disc has begun to play; before that nobody's time runs. */
  const humanHasBegun = (): boolean => moves.some((_, ply) => playerAt(terms, ply) === HUMAN);

  function runClock(endsMs: number): void {
    turnEndsMs = endsMs;
    clock = setTimeout(() => end('ai_won', [], true), Math.max(0, endsMs - Date.now()));
  }

  /** Begins the next turn with a clock of its own, or with one that runs already. */
  function nextTurn(standing: Standing, runningMs?: number): Turn {
    clearTimeout(clock);
    turnEndsMs = undefined;
    const player = playerAt(terms, moves.length);
    if (standing.kind !== 'playing') return { player, legal: [], endsMs: undefined };
    const timed = player === HUMAN && terms.clock === 'on';
    if (timed && (humanHasBegun() || runningMs !== undefined)) {
      runClock(runningMs ?? Date.now() + TURN_SECONDS * 1_000);
    }
    return { player, legal: standing.legal, endsMs: turnEndsMs };
  }

  async function begin(): Promise<void> {
    const followed = await follow(moves);
    if (followed === undefined) return;
    if (followed.kind === 'refused' || followed.standing.kind !== 'playing') {
      // What was kept is no game that could go on.
      ({ moves, turnEndsMs } = fresh);
      forgetSoloGame();
      await begin();
      return;
    }
    const { cells, standing } = followed;
    const next = nextTurn(standing, turnEndsMs);
    const stacks = stacksOf(moves, sideOf(terms.starts));
    const lastMove = cells.at(-1) ?? null;
    began = true;
    on.news({ kind: 'began', terms, moves, stacks, lastMove, next });
    if (next.player === AI) await think();
  }

  async function drop(column: Column): Promise<void> {
    const followed = await follow([...moves, column]);
    if (followed === undefined) return;
    if (followed.kind === 'refused') {
      on.refused(followed.why === 'columnFull' ? 'column_full' : 'game_over');
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
    const next = nextTurn(standing);
    keepSoloGame({ terms, moves, turnEndsMs });
    on.news({ kind: 'dropped', by, cell, next });
    if (standing.kind === 'drawn') end('draw', [], false);
    if (standing.kind === 'won') end(by === HUMAN ? 'human_won' : 'ai_won', standing.lines, false);
  }

  async function think(beganMs = performance.now()): Promise<void> {
    const { difficulty, seed } = terms;
    const answer = await persist(() => engine().choose(BOTS[difficulty], moves, seed));
    if (answer === undefined) return;
    await pause(Math.max(0, answer.thinkMs - (performance.now() - beganMs)));
    // If the level was changed meanwhile, this is not its answer.
    if (terms.difficulty === difficulty) await drop(answer.column);
    else await think(beganMs);
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
    startClock() {
      const mine = playerAt(terms, moves.length) === HUMAN;
      if (left.signal.aborted || !began || !mine || terms.clock === 'off') return;
      if (turnEndsMs !== undefined) return;
      const endsMs = Date.now() + TURN_SECONDS * 1_000;
      runClock(endsMs);
      keepSoloGame({ terms, moves, turnEndsMs });
      on.news({ kind: 'clockStarted', endsMs });
    },
    setDifficulty(difficulty) {
      terms = { ...terms, difficulty };
      if (left.signal.aborted) return;
      keepSoloGame({ terms, moves, turnEndsMs });
      on.news({ kind: 'difficultyChanged', difficulty });
    },
    shorter() {
      const mine = moves.findLastIndex((_, ply) => playerAt(terms, ply) === HUMAN);
      if (left.signal.aborted || !began || mine === -1) return undefined;
      return { terms, moves: moves.slice(0, mine), turnEndsMs: undefined };
    },
    giveUp() {
      if (!left.signal.aborted && began) end('ai_won', [], false, true);
    },
    close,
  };
}
