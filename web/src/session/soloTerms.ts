/** How this player likes to play the computer, kept in this browser; and the game of this tab. */
import { AI, DIFFICULTIES, HUMAN, type SoloTerms } from '../game/solo';
import { isColumn, type Column } from '../game/types';
import { forget, remember, remembered } from './storage';

const SEED = 'ABC123';

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function termsOf(saved: unknown): SoloTerms {
  const seed = fieldOf(saved, 'seed');
  return {
    difficulty: DIFFICULTIES.find((it) => it === fieldOf(saved, 'difficulty')) ?? 'medium',
    starts: fieldOf(saved, 'starts') === AI ? AI : HUMAN,
    clock: fieldOf(saved, 'clock') === 'off' ? 'off' : 'on',
    seed: typeof seed === 'string' ? seed : SEED,
  };
}

export function soloTerms(): SoloTerms {
  return { ...termsOf(remembered('solo')), clock: 'on', seed: SEED };
}

export function rememberSoloTerms({ difficulty, starts }: SoloTerms): void {
  remember('solo', { difficulty, starts });
}

/** A game that was left in the middle. */
export interface KeptGame {
  readonly terms: SoloTerms;
  readonly moves: readonly Column[];
  readonly turnEndsMs: number | undefined;
}

export function keepSoloGame(game: KeptGame): void {
  remember('solo.game', game, 'tab');
}

export function keptSoloGame(): KeptGame | undefined {
  const saved = remembered('solo.game', 'tab');
  const moves = fieldOf(saved, 'moves');
  if (!Array.isArray(moves)) return undefined;
  const turnEndsMs = fieldOf(saved, 'turnEndsMs');
  return {
    terms: termsOf(fieldOf(saved, 'terms')),
    moves: moves.filter(isColumn),
    turnEndsMs: typeof turnEndsMs === 'number' ? turnEndsMs : undefined,
  };
}

export function forgetSoloGame(): void {
  forget('solo.game', 'tab');
}
