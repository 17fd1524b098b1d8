/** Words that several areas share. */

/** 1st, 2nd, 3rd, 4th. */
export function nth(number: number): string {
  // Made when it is first needed: the browser's rules take their time to start.
  ordinals ??= new Intl.PluralRules('en', { type: 'ordinal' });
  return `${number}${ENDINGS[ordinals.select(number)]}`;
}
let ordinals: Intl.PluralRules | undefined;
const ENDINGS: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  zero: 'th',
  many: 'th',
  other: 'th',
};

export const home = 'Home';
export const tryAgain = 'Try again';
export const done = 'Done';
export const on = 'On';
export const off = 'Off';
export const sound = 'Sound';
export const copied = 'Copied';
export const couldNotCopy = 'Could not copy. Here it is:';

/** "1 disc", "2 discs". */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function discs(number: number): string {
  return count(number, 'disc', 'discs');
}

export function people(number: number): string {
  return count(number, 'person', 'people');
}

export function watching(number: number): string {
  return `${number} watching`;
}
