/** Help in a game against the computer: a hint with its reason, and what every column is worth. */
import type { BoardLesson } from '../board';
import { engine } from '../engine';
import { bestColumns, type MoveVerdicts } from '../game/analysis';
import { stacksOf } from '../game/line';
import type { Reason } from '../game/review';
import type { Column, Side } from '../game/types';
import { analyzed, knownAnalysis } from '../session/solved';

export interface Hint {
  readonly column: Column;
  readonly reason: Reason;
}

export interface SoloHelp {
  readonly hint: Hint | undefined;
  readonly looking: boolean;
  /** What every column is worth here, while that is wanted. */
  readonly values: MoveVerdicts | undefined;
  ask(moves: readonly Column[]): void;
  /** Looks the values of a position up; none for `undefined`. */
  showValues(moves: readonly Column[] | undefined): void;
  /** What was said about a position is not true of the next. */
  forget(): void;
  close(): void;
}

export function createHelp(): SoloHelp {
  let hint = $state.raw<Hint | undefined>();
  let looking = $state(false);
  let values = $state.raw<MoveVerdicts | undefined>();
  let asking = new AbortController();
  let valuing = new AbortController();

  async function find(moves: readonly Column[], signal: AbortSignal): Promise<void> {
    const { moves: verdicts } = await analyzed(moves, signal, () => undefined);
    const [column] = bestColumns(verdicts);
    if (column === undefined) return;
    const reason = await engine().explain(moves, column, signal);
    if (!signal.aborted) hint = { column, reason };
  }

  function forget(): void {
    asking.abort();
    hint = undefined;
    looking = false;
  }

  return {
    get hint() {
      return hint;
    },
    get looking() {
      return looking;
    },
    get values() {
      return values;
    },
    ask(moves) {
      forget();
      asking = new AbortController();
      const { signal } = asking;
      looking = true;
      const done = (): void => {
        if (!signal.aborted) looking = false;
      };
      find(moves, signal).then(done, done);
    },
    showValues(moves) {
      valuing.abort();
      valuing = new AbortController();
      const { signal } = valuing;
      values = moves && knownAnalysis(moves)?.moves;
      if (moves === undefined || values !== undefined) return;
      const show = (found: { readonly moves: MoveVerdicts }): void => {
        if (!signal.aborted) values = found.moves;
      };
      analyzed(moves, signal, show).then(show, () => undefined);
    },
    forget,
    close() {
      asking.abort();
      valuing.abort();
    },
  };
}

/** What a hint draws on the board. */
export function drawn(
  hint: Hint | undefined,
  moves: readonly Column[],
  side: Side,
): BoardLesson | undefined {
  if (hint === undefined) return undefined;
  const { column, reason } = hint;
  const better = { column, row: stacksOf(moves)[column].length };
  return { better, side, cells: reason.cells, key: reason.key };
}
