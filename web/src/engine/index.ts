/**
 * Rules, solver and bots in a Worker of this page, as promises.
 *
 * Nothing is loaded before the first question. Several may be asked at once; a long one does not keep
 * a short one waiting for more than a slice of its search.
 */
import type { Analysis, Judged } from '../game/analysis';
import type { Mark, Reason } from '../game/review';
import type { Column } from '../game/types';
import type { Answer, Bot, Followed } from 'fourfall/core';
import type { Answers, FromWorker, Question, ToWorker } from './messages';

export type { Answer, Bot, Followed } from 'fourfall/core';

export interface Engine {
  /** Plays moves from the empty board: where discs land, what is legal next, how it ends. */
  follow(moves: readonly Column[]): Promise<Followed>;
  /** A bot's move. The caller waits for its think time. */
  choose(bot: Bot, moves: readonly Column[], seed: string): Promise<Answer>;
  /** The exact score of a position in which the game is on. */
  solve(moves: readonly Column[], signal?: AbortSignal): Promise<Judged>;
  /** The exact score of every move, and the best line. */
  analyze(moves: readonly Column[], options?: AnalyzeOptions): Promise<Analysis>;
  /** What every move cost, by the scores of the moments around it, as far as they are known. */
  judge(
    moves: readonly Column[],
    scores: readonly (number | undefined)[],
  ): Promise<readonly (Mark | undefined)[]>;
  /** Why a move from here is what it is. */
  explain(moves: readonly Column[], column: Column, signal?: AbortSignal): Promise<Reason>;
  /** Ends the Worker. What was asked and not answered fails. */
  close(): void;
}

export interface AnalyzeOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (analysis: Analysis) => void;
}

/** The engine could not be started, or could not answer. */
export class EngineFailed extends Error {}

/** A bot that searches stops here, to be on the table within the two seconds of the solo rules. */
const BOT_LIMIT_MS = 1_400;

interface Waiting {
  answer(value: Answers[Question['kind']]): void;
  fail(error: Error): void;
  readonly progress: ((analysis: Analysis) => void) | undefined;
}

/** The part of a Worker that is used here. */
export type Mailbox = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export function createEngine(startWorker: () => Mailbox): Engine {
  const waiting = new Map<number, Waiting>();
  let worker: Mailbox | undefined;
  let lastId = 0;

  function heard({ data }: MessageEvent<FromWorker>): void {
    const asker = waiting.get(data.id);
    if (data.type === 'progress') {
      asker?.progress?.(data.analysis);
      return;
    }
    waiting.delete(data.id);
    if (data.type === 'answer') {
      asker?.answer(data.answer);
      return;
    }
    asker?.fail(new EngineFailed(data.why));
    // It may have failed for want of memory or of a network. The next question starts afresh.
    close();
  }

  function running(): Mailbox {
    if (worker !== undefined) return worker;
    const started = startWorker();
    started.addEventListener('message', heard);
    started.addEventListener('error', close);
    worker = started;
    return started;
  }

  function close(): void {
    worker?.terminate();
    worker = undefined;
    const left = [...waiting.values()];
    waiting.clear();
    for (const asker of left) asker.fail(new EngineFailed('the engine was closed'));
  }

  function tell(message: ToWorker): void {
    running().postMessage(message);
  }

  function ask<Kind extends Question['kind']>(
    question: Question & { readonly kind: Kind },
    read: (answer: Answers[Question['kind']]) => Answers[Kind] | undefined,
    { signal, progress }: AnalyzeOptions = {},
  ): Promise<Answers[Kind]> {
    return new Promise((answered, failed) => {
      if (signal?.aborted === true) {
        failed(signal.reason);
        return;
      }
      lastId += 1;
      const id = lastId;
      waiting.set(id, {
        answer(value) {
          const mine = read(value);
          if (mine === undefined) failed(new EngineFailed('an answer to another question'));
          else answered(mine);
        },
        fail: failed,
        progress,
      });
      signal?.addEventListener('abort', () => {
        if (!waiting.delete(id)) return;
        worker?.postMessage({ type: 'cancel', id } satisfies ToWorker);
        failed(signal.reason);
      });
      tell({ type: 'ask', id, question });
    });
  }

  return {
    follow: (moves) => ask({ kind: 'follow', moves }, (it) => ('kind' in it ? it : undefined)),
    choose: (bot, moves, seed) =>
      ask({ kind: 'choose', bot, moves, seed, limitMs: BOT_LIMIT_MS }, (it) =>
        'thinkMs' in it ? it : undefined,
      ),
    solve: (moves, signal) =>
      ask(
        { kind: 'solve', moves },
        (it) => ('score' in it ? it : undefined),
        signal === undefined ? {} : { signal },
      ),
    analyze: (moves, options = {}) =>
      ask({ kind: 'analyze', moves }, (it) => ('line' in it ? it : undefined), options),
    judge: async (moves, scores) => {
      const answer = ask({ kind: 'judge', moves, scores }, (it) =>
        'marks' in it ? it : undefined,
      );
      return (await answer).marks;
    },
    explain: async (moves, column, signal) => {
      const answer = ask(
        { kind: 'explain', moves, column },
        (it) => ('reason' in it ? it : undefined),
        signal === undefined ? {} : { signal },
      );
      return (await answer).reason;
    },
    close,
  };
}

let shared: Engine | undefined;

/** The engine of this page, started when it is first asked. */
export function engine(): Engine {
  shared ??= createEngine(
    () => new Worker(new URL('worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
  );
  return shared;
}

/** Whether this browser can run it at all. Some, locked down, can't. */
export function hasEngine(): boolean {
  return typeof WebAssembly === 'object' && typeof Worker === 'function';
}
