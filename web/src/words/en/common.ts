/** Words that several areas share. */

import { count } from './numbers';

export const home = 'Home';
export const tryAgain = 'Try again';
export const done = 'Done';
export const on = 'On';
export const off = 'Off';
export const sound = 'Sound';
export const copied = 'Copied';
export const couldNotCopy = 'Could not copy. Here it is:';

export function discs(number: number): string {
  return count(number, 'disc', 'discs');
}

export function people(number: number): string {
  return count(number, 'person', 'people');
}

export function watching(number: number): string {
  return `${number} watching`;
}
