/** Time left, for people. Deadlines are the server's, whose clock may differ from ours. */

/** Whole seconds until a deadline, never below 0. The last second shows as 1, not 0. */
export function secondsLeft(deadlineMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000));
}

/** `0:07`, `1:30`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Moments worth a word to who can't see the clock. */
const SPOKEN_SECONDS = [30, 10, 5] as const;

export interface SpokenMoment {
  readonly seconds: number;
  /** From now. */
  readonly inMs: number;
}

/** When to say how much time is left. Not at once: that a turn begins is said anyway. */
export function spokenMoments(leftMs: number): readonly SpokenMoment[] {
  return SPOKEN_SECONDS.map((seconds) => ({ seconds, inMs: leftMs - seconds * 1000 })).filter(
    ({ inMs }) => inMs > 1_000,
  );
}

/**
 * How far this machine's clock is ahead of the server's.
 *
 * A turn of `seconds` that has just begun ends that much later, whatever either clock says.
 */
export function clockOffsetMs(nowMs: number, seconds: number, deadlineMs: number): number {
  return nowMs + seconds * 1000 - deadlineMs;
}
