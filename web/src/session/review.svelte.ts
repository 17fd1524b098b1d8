/** The review of a line of moves: it fills up from the end, where positions are easy. */
import { engine } from '../engine';
import { scoresOf, type Judgement, type Mark, type Moment } from '../game/review';
import type { Standing } from '../game/referee';
import type { Column } from '../game/types';
import { knownScore, solved } from './solved';

export interface Review {
  /** What is known of every moment, from the empty board to the last disc. */
  readonly moments: readonly Moment[];
  /** What every move cost, as far as it is known. */
  readonly marks: readonly (Mark | undefined)[];
  readonly judgements: readonly (Judgement | undefined)[];
  /** How much of it is known, from 0 to 1. */
  readonly progress: number;
  /** The engine gave up: what is known stays, and no more comes unless it is asked again. */
  readonly failed: boolean;
  /** Shows what is known of these moves already. */
  show(moves: readonly Column[], end: Standing): void;
  /** The same, and finds out the rest. */
  follow(moves: readonly Column[], end: Standing): void;
  close(): void;
}

/** What was found is told together, this often: each time draws the list, graph and table anew. */
const TELL_EVERY_MS = 250;

const UNKNOWN: Moment = { kind: 'unknown' };

function momentOf(moves: readonly Column[]): Moment {
  const judged = knownScore(moves);
  return judged === undefined ? UNKNOWN : { kind: 'open', judged };
}

function endOf(moves: readonly Column[], standing: Standing): Moment {
  switch (standing.kind) {
    case 'playing':
      return momentOf(moves);
    case 'won':
      return { kind: 'won', by: standing.by };
    case 'drawn':
      return { kind: 'drawn' };
  }
}

export function createReview(): Review {
  let moments = $state.raw<readonly Moment[]>([]);
  let marks = $state.raw<readonly (Mark | undefined)[]>([]);
  let failed = $state(false);
  let work = new AbortController();

  const judged = $derived(marks.map((it) => it?.judgement));
  const known = $derived(
    moments.filter((it) => it.kind !== 'unknown').length +
      marks.filter((it) => it !== undefined).length,
  );

  async function judge(
    moves: readonly Column[],
    found: readonly Moment[],
    signal: AbortSignal,
  ): Promise<void> {
    const judgedNow = await engine().judge(moves, scoresOf(found));
    if (!signal.aborted) marks = judgedNow;
  }

  async function fill(moves: readonly Column[], signal: AbortSignal): Promise<void> {
    let found = moments;
    const tell = async (): Promise<void> => {
      if (signal.aborted) return;
      moments = found;
      await judge(moves, found, signal);
    };
    // What could not be told now is told the next time, or the search itself says what is wrong.
    const telling = setInterval(() => void tell().catch(() => undefined), TELL_EVERY_MS);
    try {
      for (let ply = moves.length; ply >= 0; ply -= 1) {
        if (found[ply]?.kind !== 'unknown') continue;
        const score = await solved(moves.slice(0, ply), signal);
        found = found.with(ply, { kind: 'open', judged: score });
      }
    } finally {
      clearInterval(telling);
    }
    await tell();
  }

  function show(moves: readonly Column[], end: Standing): void {
    work.abort();
    work = new AbortController();
    failed = false;
    const before = moves.map((_, ply) => momentOf(moves.slice(0, ply)));
    moments = [...before, endOf(moves, end)];
    marks = moves.map(() => undefined);
    const { signal } = work;
    judge(moves, moments, signal).catch(() => undefined);
  }

  return {
    get moments() {
      return moments;
    },
    get marks() {
      return marks;
    },
    get judgements() {
      return judged;
    },
    get progress() {
      return moments.length === 0 ? 0 : known / (moments.length + marks.length);
    },
    get failed() {
      return failed;
    },
    show,
    follow(moves, end) {
      show(moves, end);
      const { signal } = work;
      fill(moves, signal).catch(() => {
        failed = !signal.aborted;
      });
    },
    close: () => work.abort(),
  };
}
