/** Before a game with people: rules, the lobby, and a second tab. */
import { people } from './common';
import { seconds } from './time';

export const lobbyTitle = 'Play somebody';
/** Who is here, for somebody who only looks. */
export function here(online: number, playing: number): string {
  if (online === 0) return 'Nobody else is here at the moment.';
  return playing === 0 ? `${people(online)} here.` : `${people(online)} here, ${playing} playing.`;
}
export const anybody = 'Anybody';
export const anybodyText = 'The next person who looks for a game.';
export const friend = 'A friend';
export const friendText = 'Send a link; the game starts when they open it.';
export const bot = 'A bot';
export const botText = 'On the server, as strong as you like. The game starts at once.';
export const findOpponent = 'Find an opponent';
export const inviteFriend = 'Invite a friend';
export const haveCode = 'A friend gave you a code?';
export const join = 'Join';
export const codeExample = 'ABC234';

export interface Rules {
  readonly preset: string;
  readonly turnSeconds: number | undefined;
  readonly idleSeconds: number | undefined;
}

/** What one agrees to by joining. */
export function rules({ preset, turnSeconds, idleSeconds }: Rules): string {
  const lots = preset === 'duel' ? ' A draw of lots says who starts.' : '';
  if (turnSeconds !== undefined) return `${seconds(turnSeconds)} for every move.${lots}`;
  if (idleSeconds !== undefined) {
    return `No clock, but ${seconds(idleSeconds)} without a move lose the game.${lots}`;
  }
  return `No clock of any kind.${lots}`;
}

export const replacedTitle = 'This game is open in another tab';
export const replacedText = 'A game can be played in one tab at a time. Take it over to play here.';
export const playHere = 'Play here';
export const arriving = 'One moment';
export const joining = 'Joining the game';
export const opening = 'Opening your invitation';
export const connecting = 'Connecting…';
export const noAnswer = 'The server does not answer. Trying again…';

export const endedWhileAway = 'Your game ended while you were away.';
export const seeHowItEnded = 'See how it ended';
export const invitationExpired = 'Your invitation ran out: nobody came in time.';
export const invitationHostAway = 'Your invitation was closed because you were away for too long.';
export const invitationCancelled = 'Your invitation was cancelled.';
