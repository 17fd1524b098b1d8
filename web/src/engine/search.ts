/**
 * Long questions, asked in slices.
 *
 * A module that searches hears nothing. So it searches for some nodes, and between two slices the
 * Worker reads its mail. What a slice found out stays in the module's table, and that is nearly
 * everything: slices this small cost somewhat more nodes than one large search (docs/BROWSER.md).
 * They grow a little, since a search that outgrows the table might otherwise go over the same
 * ground for ever.
 */
import { isSettled, type Analysis, type Judged } from '../game/analysis';
import type { Column } from '../game/types';
import type { Answer } from './code';
import type { Bot, EngineModule } from './module';

/** One or two frames. */
const FIRST_SLICE_NODES = 50_000;
const GROWTH = 1.002;
/** The module counts in 32 bits. */
const SLICE_NODES_MAX = 0xffff_ffff;

/** Progress is looked at by people: more than this is work for nobody. */
const TELL_EVERY_MS = 100;

/** The same function, called at most so often; what comes in between is dropped, for newer comes soon. */
export function seldom<T>(tell: (value: T) => void, nowMs: () => number): (value: T) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (value) => {
    const now = nowMs();
    if (now - toldMs < TELL_EVERY_MS) return;
    toldMs = now;
    tell(value);
  };
}

/** Lets other messages be read; `false` if this question was cancelled meanwhile. */
export type Pause = () => Promise<boolean>;

/** Asks slice by slice until there is an answer; `undefined` if the question was cancelled. */
async function inSlices<T>(
  pause: Pause,
  ask: (nodes: number) => T | undefined,
): Promise<T | undefined> {
  let nodes = FIRST_SLICE_NODES;
  for (;;) {
    const found = ask(Math.floor(nodes));
    if (found !== undefined) return found;
    if (!(await pause())) return undefined;
    nodes = Math.min(nodes * GROWTH, SLICE_NODES_MAX);
  }
}

/** The score of a position in which the game is on. */
export function solve(
  module: EngineModule,
  moves: readonly Column[],
  pause: Pause,
): Promise<Judged | undefined> {
  return inSlices(pause, (nodes) => {
    // Another question may have been on the board meanwhile.
    module.layOut(moves);
    const bounds = module.solve(nodes);
    if (bounds === undefined) throw new Error('a game that is over has no score');
    return bounds.atLeast === bounds.atMost ? module.judged(bounds.atLeast) : undefined;
  });
}

/** A bot's move; at the deadline whatever looks best. */
export function choose(
  module: EngineModule,
  { moves, bot, seed }: { moves: readonly Column[]; bot: Bot; seed: string },
  pause: Pause,
  isLate: () => boolean,
): Promise<Answer | undefined> {
  return inSlices(pause, (nodes) => {
    module.layOut(moves);
    const answer = module.choose(bot, seed, nodes);
    if (answer === undefined) throw new Error('a game that is over has no move');
    return answer.proved || isLate() ? answer : undefined;
  });
}

/** The score of every move, then the best line. */
export async function analyze(
  module: EngineModule,
  moves: readonly Column[],
  pause: Pause,
  progress: (analysis: Analysis) => void,
  nowMs: () => number,
): Promise<Analysis | undefined> {
  const start = module.nodes();
  const progressSeldom = seldom(progress, nowMs);
  const verdicts = await inSlices(pause, (nodes) => {
    module.layOut(moves);
    const found = module.analyze(nodes);
    const settled = isSettled(found);
    // The last of them is never left out: the best line may take its time.
    const tell = settled ? progress : progressSeldom;
    tell({ moves: found, line: [], nodes: module.nodes() - start });
    return settled ? found : undefined;
  });
  if (verdicts === undefined) return undefined;
  const line = await inSlices(pause, (nodes) => {
    module.layOut(moves);
    const found = module.bestLine(nodes);
    const end = module.layOut([...moves, ...found]);
    return end.kind === 'legal' && end.standing.kind === 'playing' ? undefined : found;
  });
  return line && { moves: verdicts, line, nodes: module.nodes() - start };
}
