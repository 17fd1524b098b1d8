/** What a page shows on its board, as the widget wants it: settings and words added. */
import type { BoardConfig } from '../board';
import type { Side } from '../game/types';
import { motion, settings } from '../session/settings.svelte';
import { words } from '../words';
import { lookFor } from './looks';

export interface BoardScene extends Pick<
  BoardConfig,
  'stacks' | 'hand' | 'playable' | 'lastMove' | 'lines'
> {
  readonly sent?: BoardConfig['sent'];
  readonly arrows?: BoardConfig['arrows'];
  readonly lesson?: BoardConfig['lesson'];
  readonly colours: Readonly<Record<Side, string>>;
  /** What the board is called when it is read out. */
  readonly label: string;
}

export function boardConfig({ colours, label, ...scene }: BoardScene): BoardConfig {
  const sides = {
    first: words.board.colour(colours.first),
    second: words.board.colour(colours.second),
  };
  return {
    sent: undefined,
    arrows: 'own',
    lesson: undefined,
    ...scene,
    theme: lookFor(colours, settings.marks),
    text: { label, cell: (facts) => words.board.cell(facts, sides) },
    motion: motion(),
    tap: settings.tap,
  };
}
