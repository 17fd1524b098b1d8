/** The rules in this page's Worker, as the referee of a table. */
import { engine } from '../engine';
import { stacksOf } from '../game/line';
import type { Referee } from '../game/referee';

export const engineReferee: Referee = async (moves) => {
  try {
    const followed = await engine().follow(moves);
    if (followed.kind === 'refused') return { kind: 'refused' };
    const { cells, standing: state } = followed;
    const lastMove = cells.at(-1);
    return { kind: 'legal', game: { moves, stacks: stacksOf(moves), lastMove, state } };
  } catch {
    return { kind: 'away' };
  }
};
