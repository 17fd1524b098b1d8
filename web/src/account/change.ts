/** What a rated game has done to a rating. */
import type { RatingPoint } from '../protocol/generated';
import { fetchRatings } from './account';

/** Above this a rating has a question mark. */
export const SURE_DEVIATION_MAX = 110;

/** A game is rated some moments after its end: when to look, each after the last. */
export const LOOKS_MS: readonly number[] = [150, 350, 700, 1_300, 2_500, 4_000];

export const isProvisional = ({ deviation }: Pick<RatingPoint, 'deviation'>): boolean =>
  deviation > SURE_DEVIATION_MAX;

export type Points = (playerId: string) => Promise<readonly RatingPoint[]>;
export type Wait = (ms: number) => Promise<void>;

const fetchPoints: Points = async (playerId) => {
  const answer = await fetchRatings(playerId);
  return answer.kind === 'done' ? answer.value.points : [];
};

const wait: Wait = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

/** The rating after a game, once the game is rated; `undefined` if that does not happen soon. */
export async function ratingAfter(
  roomId: string,
  playerId: string,
  points: Points = fetchPoints,
  pause: Wait = wait,
): Promise<RatingPoint | undefined> {
  for (const ms of LOOKS_MS) {
    await pause(ms);
    const found = (await points(playerId)).find((it) => it.roomId === roomId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** "▲", "▼", or nothing. */
export function arrow(change: number): string {
  const whole = Math.round(change);
  if (whole === 0) return '';
  return whole > 0 ? '▲' : '▼';
}

/** "+14", "−3", "±0" */
export function signed(change: number): string {
  const whole = Math.round(change);
  if (whole === 0) return '±0';
  return whole > 0 ? `+${whole}` : `−${-whole}`;
}
