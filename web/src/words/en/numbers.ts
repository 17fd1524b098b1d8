/** Numbers in sentences, for the modules of English. */

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

/** "1 disc", "2 discs". */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
