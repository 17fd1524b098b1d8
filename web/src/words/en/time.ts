/** Moments and spans. */
import { count } from './numbers';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/**
 * "15 November 2026, 20:59", in the reader's time.
 *
 * By hand: the browser's own formatter takes longer to start than everything else on the page.
 */
export function moment(ms: number): string {
  const at = new Date(ms);
  const minute = String(at.getMinutes()).padStart(2, '0');
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`;
  return `${day}, ${at.getHours()}:${minute}`;
}

/** "17 November 2026": a day of UTC, counted from 1970. */
export function utcDay(number: number): string {
  const at = new Date(number * 24 * 60 * 60 * 1000);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

export function seconds(number: number): string {
  return count(number, 'second', 'seconds');
}

/** "a minute", "45 minutes": how long something still lasts, roughly. */
export function minutes(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 60_000));
  return whole === 1 ? 'a minute' : `${whole} minutes`;
}

/** After a number of seconds that counts down. */
export const secondsLeftShort = 's left';
