/** Games against the computer that are over, kept in this browser. */
import {
  AI,
  DIFFICULTIES,
  HUMAN,
  type Difficulty,
  type SoloPlayer,
  type SoloStatus,
} from '../game/solo';
import { isColumn, type Column, type Side } from '../game/types';
import { remember, remembered } from '../session/storage';

export interface SoloGame {
  readonly moves: readonly Column[];
  readonly starts: SoloPlayer;
  readonly difficulty: Difficulty;
  readonly status: Exclude<SoloStatus, 'playing'>;
  readonly endedMs: number;
}

const KEY = 'solo.history';
/** Some months of playing; the oldest go first. */
const KEPT_MAX = 200;
const STATUSES = ['human_won', 'ai_won', 'draw'] as const;

/** On which side of the board the human sat: whoever starts is the first. */
export function humanSide({ starts }: Pick<SoloGame, 'starts'>): Side {
  return starts === HUMAN ? 'first' : 'second';
}

function gameOf(saved: unknown): readonly SoloGame[] {
  if (typeof saved !== 'object' || saved === null) return [];
  const field = (name: keyof SoloGame): unknown => Reflect.get(saved, name);
  const text = field('moves');
  const difficulty = DIFFICULTIES.find((it) => it === field('difficulty'));
  const status = STATUSES.find((it) => it === field('status'));
  const endedMs = field('endedMs');
  if (typeof text !== 'string' || difficulty === undefined || status === undefined) return [];
  if (typeof endedMs !== 'number') return [];
  const moves = [...text].map(Number).filter(isColumn);
  const starts = field('starts') === AI ? AI : HUMAN;
  return moves.length === text.length ? [{ moves, starts, difficulty, status, endedMs }] : [];
}

/** The newest first. */
export function soloGames(): readonly SoloGame[] {
  const saved = remembered(KEY);
  return Array.isArray(saved) ? saved.flatMap(gameOf) : [];
}

export function keepFinished(game: SoloGame): void {
  // A game that is shown again after a reload is the same game.
  const same = (it: SoloGame): boolean =>
    it.moves.join('') === game.moves.join('') && game.endedMs - it.endedMs < 60_000;
  if (game.moves.length === 0 || soloGames().some(same)) return;
  const all = [game, ...soloGames()].slice(0, KEPT_MAX);
  remember(
    KEY,
    all.map((it) => ({ ...it, moves: it.moves.join('') })),
  );
}
