/** The server's deadlines on this machine's clock. */
import { clockOffsetMs } from '../game/clock';
import type { Clock } from './news';

export interface ServerClock extends Clock {
  /** The server's clock showed this when it sent what has just arrived. */
  serverSays(nowMs: number): void;
  /** A turn of `seconds` has just begun; the server says it ends at `deadlineMs`. */
  turnBegan(seconds: number | null, deadlineMs: number | null): void;
}

export function createServerClock(nowMs: () => number = Date.now): ServerClock {
  let offsetMs = 0;
  return {
    nowMs,
    local: (deadlineMs) => (deadlineMs === null ? undefined : deadlineMs + offsetMs),
    serverSays(serverMs) {
      offsetMs = nowMs() - serverMs;
    },
    turnBegan(seconds, deadlineMs) {
      if (seconds === null || deadlineMs === null) return;
      offsetMs = clockOffsetMs(nowMs(), seconds, deadlineMs);
    },
  };
}
