/** Invitations: sending one, getting one. */
import { minutes } from './time';

export const title = 'Waiting for your friend';
export const how = 'Send them this link, or tell them the code. The game starts when they arrive.';
export const codeLabel = 'Code';
export const copyLink = 'Copy the link';
export const share = 'Share the link';
export const shareTitle = 'Play four in a row with me';
export const qr = 'QR code of the invitation';
export const showQr = 'Scan to join';
export const neverMind = 'Never mind';
export const lastsFor = (ms: number): string => `Open for ${minutes(ms)} more.`;
export const keepOpen = 'You can leave this page; a sound calls you when they arrive.';

export const invitedBy = (name: string): string => `${name} invites you to a game`;
export const joinGame = 'Join the game';
export const hostAway = (name: string): string =>
  `${name} is not connected just now. The game starts as soon as they are back.`;

export const looking = 'Looking at the invitation';
export const deadTitle = 'This invitation has ended';
export const deadText =
  'It was cancelled, it ran out, or the code is mistyped. Ask for a new link, or play somebody else.';
export const fullTitle = 'This game has begun';
export const fullText = (name: string): string =>
  `Somebody else has taken the seat opposite ${name}. You can watch.`;
export const watchIt = 'Watch the game';
export const overTitle = 'This game is over';
export const overText = (name: string): string => `${name} has played it already.`;
export const seeGame = 'See the game';
export const playOther = 'Play somebody else';
export const laterTitle = 'Not just now';
export const laterText = 'The invitation could not be read. Try again in a moment.';

export const busyTitle = (name: string): string => `You are playing ${name}`;
export const busyText = (host: string): string =>
  `${host} invites you to another game. Joining it means giving this one up.`;
export const noThanks = 'No, thanks';
export const backToGame = 'Back to my game';
export const resignAndJoin = 'Resign and join';
export const hostingNote = 'Joining closes your own invitation.';
export const searchingNote = 'Joining stops the search for an opponent.';
