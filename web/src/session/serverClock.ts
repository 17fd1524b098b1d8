/** The server's deadlines on this machine's clock. */
import { clockOffsetMs } from '../game/clock';
import type { Clock } from './translate';

export interface ServerClock extends Clock {
  /** A turn of `seconds` has just begun; the server says it ends at `deadlineMs`. */
  turnBegan(seconds: number | null, deadlineMs: number | null): void;
}

export function createServerClock(): ServerClock {
  let offsetMs = 0;
  return {
    nowMs: () => Date.now(),
    local: (deadlineMs) => (deadlineMs === null ? undefined : deadlineMs + offsetMs),
    turnBegan(seconds, deadlineMs) {
      if (seconds === null || deadlineMs === null) return;
      offsetMs = clockOffsetMs(Date.now(), seconds, deadlineMs);
    },
  };
}
