/**
 * What the browser knows of a language: its plurals, numbers, lists and dates. English is on the first page
 * and does without, since the browser's rules take their time to start; every other language is made with it.
 */
import { columnNumber, type Cell } from '../game/types';

/** A text by the number it is about; `#` stands for the number. What forms a language has, `Intl` knows. */
export type Forms = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & Record<'other', string>
>;

export interface Speech {
  number(it: number): string;
  count(it: number, forms: Forms): string;
  percent(it: number): string;
  list(items: readonly string[]): string;
  /** The columns of cells, each named once. */
  columns(cells: readonly Cell[]): string;
  /** A moment in the reader's time. */
  moment(ms: number): string;
  /** A day of UTC, counted from 1970. */
  utcDay(number: number): string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** `tag` may say more than which language it is, such as the digits to write. */
export function speech(tag: string): Speech {
  const plurals = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  const percents = new Intl.NumberFormat(tag, { style: 'percent' });
  const lists = new Intl.ListFormat(tag);
  const moments = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' });
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });

  return {
    number: (it) => numbers.format(it),
    count: (it, forms) =>
      (forms[plurals.select(it)] ?? forms.other).replace('#', numbers.format(it)),
    percent: (it) => percents.format(it / 100),
    list: (items) => lists.format(items),
    columns(cells) {
      const different = new Set(cells.map((it) => columnNumber(it.column)));
      return lists.format([...different].map((it) => numbers.format(it)));
    },
    moment: (ms) => moments.format(ms),
    utcDay: (number) => days.format(number * DAY_MS),
  };
}

/** Minutes as people say them: whole ones, and at least one. */
export function wholeMinutes(ms: number): number {
  return Math.max(1, Math.round(ms / 60_000));
}

/** A headline as it is read out: one in capitals is not shouted. */
export function calm(title: string): string {
  return title === title.toUpperCase()
    ? `${title.slice(0, 1)}${title.slice(1).toLowerCase()}`
    : title;
}
