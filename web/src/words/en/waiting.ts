/** Looking for an opponent. */
import { people } from './common';

export const title = 'Looking for an opponent';
export const elapsed = 'Waiting for';
export function crowd(online: number, playing: number): string {
  const others = Math.max(0, online - 1);
  if (others === 0) return 'Nobody else is here at the moment.';
  const here = `${people(others)} here besides you`;
  return playing === 0 ? `${here}.` : `${here}, ${playing} of them playing.`;
}
export const rules = (text: string): string => `You asked for: ${text}.`;
export const stop = 'Stop looking';
export const meanwhile = 'Meanwhile';
export const meanwhileText =
  'You keep your place: the board changes over as soon as somebody comes.';
export const computer = 'Play the computer';
export const invite = 'Invite a friend';
export const bot = 'Play a bot online';
export const instead = 'Or end the search:';
export const orBot = 'or play a bot on the server';
export const DIFFICULTIES = { easy: 'Easy', medium: 'Medium', hard: 'Hard' } as const;
export const call = 'A sound and the tab’s title call you; you can read other pages meanwhile.';
export const notify = 'Notify me';
