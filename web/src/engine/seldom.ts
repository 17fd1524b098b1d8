/** Progress is looked at by people: more than this is work for nobody. */
const TELL_EVERY_MS = 100;

/** The same function, called at most so often; what comes in between is dropped, for newer comes soon. */
export function seldom<T>(tell: (value: T) => void, nowMs: () => number): (value: T) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (value) => {
    const now = nowMs();
    if (now - toldMs < TELL_EVERY_MS) return;
    toldMs = now;
    tell(value);
  };
}
