/** Why the move that is shown was a fault: what it leads to, what was better, and why. */
import type { BoardLesson } from '../board';
import { engine } from '../engine';
import { bestColumns } from '../game/analysis';
import { moverAt, stacksOf } from '../game/line';
import { isFault, type Judgement, type Reason } from '../game/review';
import type { Column, Side } from '../game/types';
import { analyzed } from '../session/solved';

export interface LessonContent {
  /** The move's number, the first being 1. */
  readonly ply: number;
  readonly mover: Side;
  readonly judgement: Exclude<Judgement, 'best' | 'good'>;
  readonly column: Column;
  readonly better: Column;
  readonly played: Reason;
  readonly why: Reason;
}

export interface Lesson {
  readonly content: LessonContent | undefined;
  readonly looking: boolean;
  /** What is drawn on the board. */
  readonly drawn: BoardLesson | undefined;
  /** Explains the move that led to a moment, if it was a fault. */
  show(moves: readonly Column[], ply: number, judgement: Judgement | undefined): void;
  close(): void;
}

/** The cell a disc in a column lands on. */
export function landing(moves: readonly Column[], column: Column): { column: Column; row: number } {
  return { column, row: stacksOf(moves)[column].length };
}

export function createLesson(): Lesson {
  let content = $state.raw<LessonContent | undefined>();
  let drawn = $state.raw<BoardLesson | undefined>();
  let looking = $state(false);
  let work = new AbortController();

  async function look(
    moves: readonly Column[],
    judgement: LessonContent['judgement'],
    signal: AbortSignal,
  ): Promise<void> {
    const before = moves.slice(0, -1);
    const column = moves.at(-1);
    if (column === undefined) return;
    const analysis = await analyzed(before, signal, () => undefined);
    const [better] = bestColumns(analysis.moves);
    if (better === undefined) return;
    const played = await engine().explain(before, column, signal);
    const why = await engine().explain(before, better, signal);
    if (signal.aborted) return;
    const mover = moverAt(before.length);
    content = { ply: moves.length, mover, judgement, column, better, played, why };
    // What was missed if it was one's own four, else what was allowed.
    const four =
      why.by === mover &&
      (judgement === 'missedWin' || (played.by !== undefined && played.by === mover))
        ? why
        : played;
    const shown = four.cells.length > 0 ? four : why;
    drawn = { better: landing(before, better), side: mover, cells: shown.cells, key: shown.key };
  }

  return {
    get content() {
      return content;
    },
    get looking() {
      return looking;
    },
    get drawn() {
      return drawn;
    },
    show(moves, ply, judgement) {
      work.abort();
      work = new AbortController();
      const { signal } = work;
      content = undefined;
      drawn = undefined;
      looking = isFault(judgement);
      if (judgement === undefined || judgement === 'best' || judgement === 'good') return;
      look(moves.slice(0, ply), judgement, signal).then(
        () => {
          if (!signal.aborted) looking = false;
        },
        () => {
          if (!signal.aborted) looking = false;
        },
      );
    },
    close: () => work.abort(),
  };
}
