/** A game against the computer, in words. */
import { AI, type SoloState } from '../../game/solo';
import { columnNumber } from '../../game/types';

export interface Status {
  readonly title: string;
  readonly text: string;
}

export function soloStatus(
  { game }: SoloState,
  table: { readonly ready: boolean; readonly reachable: boolean },
): Status {
  if (!table.reachable && game.status === 'playing') {
    return {
      title: 'One moment',
      text: 'The computer does not answer just now. Trying again.',
    };
  }
  if (!table.ready) return { title: 'One moment', text: 'Setting up the board.' };
  switch (game.status) {
    case 'playing':
      return game.currentPlayer === AI
        ? { title: 'Computer is thinking', text: 'White is to move.' }
        : { title: 'Your turn', text: 'You play black. Choose a column.' };
    case 'human_won':
      return { title: 'You won', text: 'Four in a row. Well played!' };
    case 'ai_won':
      return game.lostOnTime
        ? { title: 'Computer won', text: 'Your thirty seconds ran out.' }
        : { title: 'Computer won', text: 'Four in a row for white.' };
    case 'draw':
      return { title: 'A draw', text: 'The board is full and nobody has four.' };
  }
}

/** What to say aloud after a change. */
export function soloSaid(
  before: SoloState,
  after: SoloState,
): { polite?: string; assertive?: string } {
  const { lastMove, moveCount, status } = after.game;
  const now = soloStatus(after, { ready: true, reachable: true });
  const moved = moveCount > before.game.moveCount && lastMove !== null;
  const who = after.game.currentPlayer === AI ? 'You' : 'Computer';
  const move = moved
    ? `${who}: column ${columnNumber(lastMove.column)}, row ${lastMove.row + 1}. `
    : '';
  if (status !== 'playing' && before.game.status === 'playing') {
    return { assertive: `${move}${now.title}. ${now.text}` };
  }
  return moved ? { polite: `${move}${now.title}.` } : {};
}
