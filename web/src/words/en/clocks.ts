/** The rules people play people by, chosen by what they mean. */
import type { HousePreset } from '../../game/view';

export const label = 'Clock';
export const NAMES: Readonly<
  Record<HousePreset, { readonly name: string; readonly text: string }>
> = {
  live: {
    name: 'No clock',
    text: 'Take your time, but 90 seconds without a move lose the game. Red and yellow.',
  },
  duel: {
    name: '60 seconds',
    text: '60 seconds for every move, and who runs out of time loses. A draw of lots says who starts. Green and red.',
  },
  classic: {
    name: 'Unlimited',
    text: 'No clock of any kind: think as long as you like. Red and yellow.',
  },
};

/** What the button of home will start, in a few words. */
export const SHORT: Readonly<Record<HousePreset, string>> = {
  live: 'No clock',
  duel: '60 seconds per move',
  classic: 'Unlimited time',
};
