/** Looks through finished games against the computer for wins that were missed. */
import { humanSide, soloGames } from '../computer/history';
import { engine } from '../engine';
import type { Column } from '../game/types';
import { remember, remembered } from '../session/storage';
import { solved } from '../session/solved';
import { noteMisses } from './own';

const KEY = 'puzzles.looked';
/** Games looked through at one time: it takes a phone some seconds. */
const AT_ONCE = 3;

function lookedUntil(): number {
  const saved = remembered(KEY);
  return typeof saved === 'number' ? saved : 0;
}

async function look(
  moves: readonly Column[],
  side: 'first' | 'second',
  signal: AbortSignal,
): Promise<void> {
  const followed = await engine().follow(moves);
  if (followed.kind !== 'legal') return;
  const scores: (number | undefined)[] = [];
  for (let ply = moves.length; ply >= 0; ply -= 1) {
    const over = ply === moves.length && followed.standing.kind !== 'playing';
    scores[ply] = over ? undefined : (await solved(moves.slice(0, ply), signal)).score;
  }
  noteMisses(moves, await engine().judge(moves, scores), side);
}

export async function gatherMisses(signal: AbortSignal): Promise<void> {
  const since = lookedUntil();
  const fresh = soloGames()
    .filter((it) => it.endedMs > since)
    .toReversed()
    .slice(0, AT_ONCE);
  for (const game of fresh) {
    await look(game.moves, humanSide(game), signal);
    remember(KEY, game.endedMs);
  }
}
