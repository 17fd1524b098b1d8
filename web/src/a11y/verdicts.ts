/** Scores and judgements in words. */
import type { Value } from '../game/analysis';
import type { Judgement } from '../game/review';
import { other, unreachable, type Side } from '../game/types';

/** A move's value as people read it: "wins in 5", counting the discs of both. */
export function valueText(value: Value): string {
  switch (value.kind) {
    case 'win':
      return `wins in ${value.plies}`;
    case 'draw':
      return 'draw';
    case 'loss':
      return `loses in ${value.plies}`;
    default:
      return unreachable(value);
  }
}

/** What becomes of a position if both play perfectly. */
export function prospect(value: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  switch (value.kind) {
    case 'win':
      return `${names[turn]} wins in ${value.plies}`;
    case 'draw':
      return 'A draw, if nobody errs';
    case 'loss':
      return `${names[other(turn)]} wins in ${value.plies}`;
    default:
      return unreachable(value);
  }
}

export interface JudgementWords {
  readonly name: string;
  readonly names: string;
  /** As players of board games write it; nothing for moves that need no remark. */
  readonly glyph: string;
}

export const JUDGEMENT_WORDS: Readonly<Record<Judgement, JudgementWords>> = {
  best: { name: 'best move', names: 'Best', glyph: '' },
  good: { name: 'good', names: 'Good', glyph: '' },
  missedWin: { name: 'missed win', names: 'Missed wins', glyph: '?!' },
  mistake: { name: 'mistake', names: 'Mistakes', glyph: '?' },
  blunder: { name: 'blunder', names: 'Blunders', glyph: '??' },
};
