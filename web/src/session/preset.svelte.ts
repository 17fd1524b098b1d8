/** The house rules this player likes to play people by. */
import { remember, remembered } from './storage';

export const HOUSE_PRESETS = ['live', 'duel', 'classic'] as const;
export type HousePreset = (typeof HOUSE_PRESETS)[number];

function load(): HousePreset {
  const saved = remembered('preset');
  return HOUSE_PRESETS.find((it) => it === saved) ?? 'live';
}

let current = $state(load());

export function housePreset(): HousePreset {
  return current;
}

export function chooseHousePreset(preset: HousePreset): void {
  current = preset;
  remember('preset', preset);
}
