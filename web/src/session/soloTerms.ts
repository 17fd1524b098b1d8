/** How this player likes to play the computer, kept in this browser. */
import { AI, DIFFICULTIES, HUMAN, type SoloTerms } from '../game/solo';
import { remember, remembered } from './storage';

const SEED = 'ABC123';

export function soloTerms(): SoloTerms {
  const saved = remembered('solo');
  const field = (name: string): unknown =>
    typeof saved === 'object' && saved !== null ? Reflect.get(saved, name) : undefined;
  return {
    difficulty: DIFFICULTIES.find((it) => it === field('difficulty')) ?? 'medium',
    starts: field('starts') === AI ? AI : HUMAN,
    clock: 'on',
    seed: SEED,
  };
}

export function rememberSoloTerms({ difficulty, starts }: SoloTerms): void {
  remember('solo', { difficulty, starts });
}
