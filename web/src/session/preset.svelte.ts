/** The house rules this player likes to play people by. */
import { HOUSE_PRESETS, type HousePreset } from '../game/view';
import { remember, remembered } from './storage';

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
