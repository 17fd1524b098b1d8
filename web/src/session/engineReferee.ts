/** The rules in this page's Worker, as the referee of a table. */
import { engine } from '../engine';
import type { Referee } from '../game/referee';
import { stacksOf } from './translate';

export const engineReferee: Referee = {
  async play(game, column) {
    const moves = [...game.moves, column];
    try {
      const followed = await engine().follow(moves);
      if (followed.kind === 'refused') return { kind: 'refused' };
      const { cells, standing: state } = followed;
      const lastMove = cells.at(-1);
      return { kind: 'played', game: { moves, stacks: stacksOf(moves), lastMove, state } };
    } catch {
      return { kind: 'away' };
    }
  },
};
