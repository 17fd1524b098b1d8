/** The points against the computer: games won, lost and drawn, kept in this browser. */
import type { SoloState, SoloStatus } from '../game/solo';
import { forget, remember, remembered } from './storage';

export interface SoloPoints {
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
}

const NONE: SoloPoints = { won: 0, lost: 0, drawn: 0 };
const KEY = 'solo.points';
/** The game that was counted last, so that one which is shown again after a reload counts once. */
const COUNTED = 'solo.counted';

const FIELDS = { human_won: 'won', ai_won: 'lost', draw: 'drawn' } as const;

function numberIn(saved: unknown, name: string): number {
  const value: unknown =
    typeof saved === 'object' && saved !== null ? Reflect.get(saved, name) : undefined;
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

export function soloPoints(): SoloPoints {
  const saved = remembered(KEY);
  return {
    won: numberIn(saved, 'won'),
    lost: numberIn(saved, 'lost'),
    drawn: numberIn(saved, 'drawn'),
  };
}

/** One game more. What other tabs have counted meanwhile is kept. */
export function notePoints(
  status: Exclude<SoloStatus, 'playing'>,
  { moves }: SoloState['game'],
): SoloPoints {
  const before = soloPoints();
  const game = `${status} ${moves.join('')}`;
  if (remembered(COUNTED, 'tab') === game) return before;
  const field = FIELDS[status];
  const after = { ...before, [field]: before[field] + 1 };
  remember(KEY, after);
  remember(COUNTED, game, 'tab');
  return after;
}

/** A game has begun: it is not the one that was counted last, even if it goes the same way. */
export function beginCounting(): void {
  forget(COUNTED, 'tab');
}

export function forgetPoints(): SoloPoints {
  forget(KEY);
  return NONE;
}
