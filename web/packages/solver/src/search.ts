/**
 * Long questions, asked in slices.
 *
 * A module that searches hears nothing. So it searches for some nodes, and between two slices the
 * Worker reads its mail. What a slice found out stays in the module's table, and that is nearly
 * everything: slices this small cost somewhat more nodes than one large search (docs/BROWSER.md).
 * They grow a little, since a search that outgrows the table might otherwise go over the same
 * ground for ever.
 */
import type { Answer } from './code.js';
import type { Bot, EngineModule } from './module.js';
import {
  COLUMNS,
  type Analysis,
  type Column,
  type Judged,
  type Mark,
  type MoveVerdicts,
  type Reason,
} from './types.js';

/** One or two frames. */
const FIRST_SLICE_NODES = 50_000;
const GROWTH = 1.002;
/** The module counts in 32 bits. */
const SLICE_NODES_MAX = 0xffff_ffff;

/** Lets other messages be read; `false` if this question was cancelled meanwhile. */
export type Pause = () => Promise<boolean>;

/** A question: an answer, or `undefined` if that many nodes were too few. */
type Ask<T> = (nodes: number) => T | undefined;

/** Asks slice by slice until there is an answer; `undefined` if the question was cancelled. */
async function inSlices<T>(pause: Pause, ask: Ask<T>): Promise<T | undefined> {
  let nodes = FIRST_SLICE_NODES;
  for (;;) {
    const found = ask(Math.floor(nodes));
    if (found !== undefined) return found;
    if (!(await pause())) return undefined;
    nodes = Math.min(nodes * GROWTH, SLICE_NODES_MAX);
  }
}

/** Asks until there is an answer, and hears nothing meanwhile. */
function atOnce<T>(ask: Ask<T>): T {
  for (;;) {
    const found = ask(SLICE_NODES_MAX);
    if (found !== undefined) return found;
  }
}

/** A question about a game. It is laid out anew: another may have been on the board meanwhile. */
function about<T>(module: EngineModule, moves: readonly Column[], ask: Ask<T>): Ask<T> {
  return (nodes) => {
    module.layOut(moves);
    return ask(nodes);
  };
}

function scoreOf(module: EngineModule, moves: readonly Column[]): Ask<Judged> {
  return about(module, moves, (nodes) => {
    const { atLeast, atMost } = unlessOver(module.solve(nodes));
    return atLeast === atMost ? module.judged(atLeast) : undefined;
  });
}

function verdictsOf(
  module: EngineModule,
  moves: readonly Column[],
  progress?: (moves: MoveVerdicts) => void,
): Ask<MoveVerdicts> {
  return about(module, moves, (nodes) => {
    const found = module.analyze(nodes);
    progress?.(found);
    return COLUMNS.every((it) => found[it].kind !== 'bounds') ? found : undefined;
  });
}

function lineOf(module: EngineModule, moves: readonly Column[]): Ask<readonly Column[]> {
  return about(module, moves, (nodes) => {
    const found = module.bestLine(nodes);
    const end = module.layOut([...moves, ...found]);
    return end.kind === 'legal' && end.standing.kind === 'playing' ? undefined : found;
  });
}

export interface BotQuestion {
  readonly moves: readonly Column[];
  readonly bot: Bot;
  readonly seed: string;
}

function choiceOf(
  module: EngineModule,
  { moves, bot, seed }: BotQuestion,
  isLate?: () => boolean,
): Ask<Answer> {
  return about(module, moves, (nodes) => {
    const answer = unlessOver(module.choose(bot, seed, nodes));
    return answer.proved || isLate?.() ? answer : undefined;
  });
}

function unlessOver<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('the game is over');
  return answer;
}

/** The score of a position in which the game is on. */
export function solve(
  module: EngineModule,
  moves: readonly Column[],
  pause: Pause,
): Promise<Judged | undefined> {
  return inSlices(pause, scoreOf(module, moves));
}

export function solveSync(module: EngineModule, moves: readonly Column[]): Judged {
  return atOnce(scoreOf(module, moves));
}

/** A bot's move; at the deadline whatever looks best. */
export function choose(
  module: EngineModule,
  question: BotQuestion,
  pause: Pause,
  isLate: () => boolean,
): Promise<Answer | undefined> {
  return inSlices(pause, choiceOf(module, question, isLate));
}

export function chooseSync(module: EngineModule, question: BotQuestion): Answer {
  return atOnce(choiceOf(module, question));
}

/**
 * The marks of moves, by the score of every moment for the player to move there, as far as it is known.
 * A move that wins at once leaves no score: it is marked by the one it found.
 */
export function judge(
  module: EngineModule,
  moves: readonly Column[],
  scores: readonly (number | undefined)[],
): readonly (Mark | undefined)[] {
  return moves.map((_, ply) => {
    const [found, next] = [scores[ply], scores[ply + 1]];
    if (found === undefined || next === undefined) return undefined;
    module.layOut(moves.slice(0, ply));
    return module.judge(found, -next);
  });
}

/** Why a move that can be played is what it is. */
export function explain(
  module: EngineModule,
  moves: readonly Column[],
  column: Column,
  pause: Pause,
): Promise<Reason | undefined> {
  return inSlices(
    pause,
    about(module, moves, (nodes) => module.reason(column, nodes)),
  );
}

/** The score of every move, then the best line. */
export async function analyze(
  module: EngineModule,
  moves: readonly Column[],
  pause: Pause,
  progress: (analysis: Analysis) => void,
): Promise<Analysis | undefined> {
  const start = module.nodes();
  const verdicts = await inSlices(
    pause,
    verdictsOf(module, moves, (found) =>
      progress({ moves: found, line: [], nodes: module.nodes() - start }),
    ),
  );
  if (verdicts === undefined) return undefined;
  const line = await inSlices(pause, lineOf(module, moves));
  return line && { moves: verdicts, line, nodes: module.nodes() - start };
}

export function analyzeSync(module: EngineModule, moves: readonly Column[]): Analysis {
  const start = module.nodes();
  const verdicts = atOnce(verdictsOf(module, moves));
  const line = atOnce(lineOf(module, moves));
  return { moves: verdicts, line, nodes: module.nodes() - start };
}
