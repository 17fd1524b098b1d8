/** What the page and its Worker say to each other. Both ends are built together. */
import type { Analysis, Judged } from '../game/analysis';
import type { Mark, Reason } from '../game/review';
import type { Column } from '../game/types';
import type { Answer, Bot, Followed } from 'fourfall/core';

/** A question. The moves lead from the empty board to the position that is meant. */
export type Question =
  | { readonly kind: 'follow'; readonly moves: readonly Column[] }
  | {
      readonly kind: 'choose';
      readonly moves: readonly Column[];
      readonly bot: Bot;
      readonly seed: string;
      /** After this time the bot plays what looks best so far. */
      readonly limitMs: number;
    }
  | { readonly kind: 'solve'; readonly moves: readonly Column[] }
  | { readonly kind: 'analyze'; readonly moves: readonly Column[] }
  | {
      readonly kind: 'judge';
      readonly moves: readonly Column[];
      /** The score of every moment for the player to move there, as far as it is known. */
      readonly scores: readonly (number | undefined)[];
    }
  | { readonly kind: 'explain'; readonly moves: readonly Column[]; readonly column: Column };

export interface Answers {
  readonly follow: Followed;
  readonly choose: Answer;
  readonly solve: Judged;
  readonly analyze: Analysis;
  readonly judge: { readonly marks: readonly (Mark | undefined)[] };
  readonly explain: { readonly reason: Reason };
}

export type ToWorker =
  | { readonly type: 'ask'; readonly id: number; readonly question: Question }
  /** Nobody waits for the answer any more. */
  | { readonly type: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answers[Question['kind']] }
  | { readonly type: 'progress'; readonly id: number; readonly analysis: Analysis }
  /** The question has no answer, or the engine could not be started. */
  | { readonly type: 'failed'; readonly id: number; readonly why: string };
