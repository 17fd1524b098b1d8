/** Which leaderboard is shown, in the address: `/leaderboard?preset=duel&period=week`. */
import { HOUSE_PRESETS, type HousePreset } from '../game/view';

export const PERIODS = ['all', 'week'] as const;
export type Period = (typeof PERIODS)[number];

export interface BoardChoice {
  readonly preset: HousePreset | 'all';
  readonly period: Period;
}

/** What an address asks for; what it does not know is left out. */
export function boardChoice(search: string): BoardChoice {
  const asked = new URLSearchParams(search);
  return {
    preset: HOUSE_PRESETS.find((it) => it === asked.get('preset')) ?? 'all',
    period: PERIODS.find((it) => it === asked.get('period')) ?? 'all',
  };
}

/** The same as an address has it, and as the server is asked. Everything needs no words. */
export function boardSearch({ preset, period }: BoardChoice): string {
  const asked = new URLSearchParams();
  if (preset !== 'all') asked.set('preset', preset);
  if (period !== 'all') asked.set('period', period);
  return asked.size === 0 ? '' : `?${asked}`;
}
