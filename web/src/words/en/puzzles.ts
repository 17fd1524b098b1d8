/** Puzzles. */
import { count } from './numbers';

export const title = 'Puzzles';
export const daily = 'Today’s puzzle';
export const ways = 'Which puzzle';
export const level = (number: number): string => `Level ${number}`;
export const LEVELS = { 1: 'Easy', 2: 'Fair', 3: 'Tricky', 4: 'Hard', 5: 'Fiendish' } as const;
export const own = 'Your missed wins';

export const task = (aim: 'win' | 'draw', colour: string): string =>
  aim === 'win'
    ? `One move wins for ${colour}. Which?`
    : `One move holds the draw for ${colour}. Which?`;
export const about = (number: number, levelName: string): string =>
  `Puzzle ${number}, ${levelName.toLowerCase()}`;
export const aboutDaily = (date: string): string => `The puzzle of ${date}, the same for everybody`;
export const aboutOwn = (left: number): string =>
  `From a game of yours. ${count(left, 'missed win', 'missed wins')} to look at.`;
export const gathering = 'Looking through your games…';
export const noOwn =
  'No missed wins yet. Play a game against the computer or online, and review it: a win you did not see becomes a puzzle here.';

export const right = 'Right!';
export const wrong = 'Not this one';
export const solutionWas = (column: number): string => `The move was column ${column}.`;
export const next = 'Next puzzle';
export const again = 'Try again';
export const share = 'Share the result';
export const analyse = 'Analyse';
export const shareText = (what: string, solved: boolean, streak: number): string =>
  `Fourfall, ${what}: ${solved ? 'solved at once' : 'not solved'}${streak > 1 ? `, ${streak} in a row` : ''}.`;

export const streak = 'In a row';
export const best = 'Best';
export const days = 'Days';
export const solved = 'Solved';
export const doneToday = 'You have answered today’s puzzle. The next one comes at midnight, UTC.';
export const boardLabel = 'Puzzle. Drop the disc where it belongs.';
export const away = 'The puzzles could not be loaded.';
