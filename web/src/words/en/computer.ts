/** A game against the computer. */
import { AI, TURN_SECONDS, type Difficulty, type SoloState } from '../../game/solo';
import { unreachable, type Cell, type Column } from '../../game/types';
import { calm } from '../speech';
import * as board from './board';
import { seconds } from './time';

export const computer = 'Computer';
export const you = 'You';
export const boardLabel = 'You against the computer. Press ? for the keys.';

export interface Status {
  readonly title: string;
  readonly text: string;
}

interface Situation {
  readonly ready: boolean;
  readonly reachable: boolean;
  /** What one's own discs are called, and the computer's. */
  readonly colours: Readonly<Record<'mine' | 'its', string>>;
}

export function status({ game }: SoloState, { ready, reachable, colours }: Situation): Status {
  if (!reachable && game.status === 'playing') {
    return {
      title: 'One moment',
      text: 'The computer does not answer just now. Trying again.',
    };
  }
  if (!ready) return { title: 'One moment', text: 'Setting up the board.' };
  switch (game.status) {
    case 'playing':
      return game.currentPlayer === AI
        ? { title: 'Computer is thinking', text: `It plays ${colours.its}.` }
        : { title: 'Your turn', text: `You play ${colours.mine}. Choose a column.` };
    case 'human_won':
      return { title: 'YOU WON', text: `${board.fourInARow} Well played!` };
    case 'ai_won':
      return {
        title: 'YOU LOST',
        text: game.gaveUp
          ? 'You gave up. The review shows where it turned.'
          : game.lostOnTime
            ? `Your ${seconds(TURN_SECONDS)} ran out.`
            : `Four in a row for ${colours.its}.`,
      };
    case 'draw':
      return { title: 'DRAW', text: board.full };
    default:
      return unreachable(game.status);
  }
}

/** The same for ears, after a disc or at the end. */
export function heard(now: Status, by: string, cell: Cell | undefined): string {
  const move = cell === undefined ? '' : `${by}: ${board.at(cell)}. `;
  return `${move}${calm(now.title)}.`;
}

export const over = 'The game is over. Restart to play again.';
export const thinking = 'The computer is thinking.';
export const columnFull = (column: Column): string => board.columnFull(column);

export const restart = 'Restart';
export const review = 'Review';
export const takeBack = 'Take back';
export const hint = 'Hint';
export const hintLooking = 'Looking for a hint…';
export const values = 'Values';
export const giveUp = 'Give up';
export const history = 'Against the computer';
export const historyWhy = 'Kept on this device only.';
export const historyDetails = (level: Difficulty, when: string): string =>
  `${levels[level]}, ${when}`;
export const historyMore = 'Show more';
export const start = 'Start';
export const startWhy = `Your ${seconds(TURN_SECONDS)} a turn begin with the first disc, or with Start.`;

export const difficulty = 'Difficulty';
export const levels: Readonly<Record<Difficulty, string>> = {
  easy: 'Easy',
  medium: 'Medium',
  hard: 'Hard',
  perfect: 'Perfect',
};
/** Beside its name. */
export const levelTag = (level: Difficulty): string => levels[level].toLowerCase();
export const levelWords: Readonly<Record<Difficulty, string>> = {
  easy: 'Drops where it likes, a little more often in the middle. Good to learn the rules.',
  medium: 'Looks four discs ahead. Takes a win, blocks yours.',
  hard: 'Looks six discs ahead, and never errs once sixteen discs lie. Win it in the opening.',
  perfect: 'Never makes a mistake. If you start, perfect play wins even against it.',
};
export const starter = 'Who starts';
export const fromNextGame = 'Counts from the next game on.';

export const size = 'Board size';
export const sizes = { standard: 'Standard', large: 'Large' } as const;
export const look = 'Board';
export const looks = { grid: 'Black and white', blue: 'Blue' } as const;

export const points = 'Points';
export const pointNames = { won: 'Won', lost: 'Lost', drawn: 'Drawn' } as const;
export const clearPoints = 'Back to zero';
