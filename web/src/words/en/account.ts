/** Who one is: claiming a name, logging in and out, and what is kept about people. */

export const title = 'Your account';
export const why =
  'Nobody needs one to play. Claim a name to keep it, your games and your rating, and to log in from anywhere.';
export const claimTitle = 'Keep your name';
export const claim = 'Claim this name';
export const claimFirst = 'Play a game online first: then there is something to keep.';
export const name = 'Name';
export const password = 'Password';
export const passwordHint = 'At least ten characters. A sentence is a good one.';
export const loginTitle = 'Log in';
export const login = 'Log in';
export const recoverTitle = 'Lost the password?';
export const recover = 'Log in with a code';
export const code = 'Recovery code';
export const newPassword = 'New password';
export const codesTitle = 'Your recovery codes';
export const codesHint =
  'Each lets you in once if you lose the password. They are shown this once: write them down or print them.';
export const codesSeen = 'I have written them down';
export const signedInAs = (who: string): string => `You are ${who}.`;
export const codesLeft = (count: number): string =>
  count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`;
export const freshCodes = 'New recovery codes';
export const devices = 'Where you are logged in';
export const thisDevice = 'this one';
export const unnamedDevice = 'a program that does not say what it is';
export const since = (date: string): string => `since ${date}`;
export const forgetDevice = 'Log out there';
export const logout = 'Log out';
export const logoutEverywhere = 'Log out everywhere else';
export const change = 'Change the password';
export const currentPassword = 'Password so far';
export const confirm = 'Your password, once more';
export const dataTitle = 'Your data';
export const exportAll = 'Download everything as JSON';
export const deleteTitle = 'Delete the account';
export const deleteHint =
  'Your name goes, everywhere. The games stay, because they are somebody else’s too, under no name.';
export const remove = 'Delete it';
export const away = 'The server does not answer. Try again.';
export const keptTitle = 'What we keep, and for how long';
export const keptShort = 'No e-mail address, no advertising, no tracking.';
export interface Kept {
  readonly title: string;
  readonly lines: readonly string[];
}
export const kept: readonly Kept[] = [
  {
    title: 'When you play online',
    lines: [
      'A random id, the name you play under, your games with every move, and your rating. Everybody can see them; a game with a friend is seen by those who have its link.',
      'They stay as long as the people who run this server keep guests. When a guest is forgotten, name and rating go. The games stay, because they are somebody else’s too.',
    ],
  },
  {
    title: 'When you have an account',
    lines: [
      'Besides: your password and recovery codes, scrambled so that nobody can read them. Where you are logged in, as your browser calls itself. Whom you blocked, and what you reported. Of a passkey only the half that opens nothing by itself.',
      'Until you delete the account. Then your name goes everywhere, and the games stay under no name.',
    ],
  },
  {
    title: 'What stays in this browser',
    lines: [
      'Your settings, your puzzles, and games against the computer or on one device. They never leave it.',
      'A random number for this browser, and a secret that proves who you are. Both are sent to this server only, when you connect.',
    ],
  },
  {
    title: 'Network addresses',
    lines: ['Counted in the server’s memory so that nobody can overrun it, and then forgotten.'],
  },
  {
    title: 'What you can do',
    lines: [
      'On the account page you can download everything that is kept about you, and delete your account.',
    ],
  },
];

export const graphTitle = 'Rating, game by game';
/** "From 1500 to 1634 in 12 rated games." */
export const graph = (from: number, to: number, games: number): string =>
  `From ${from} to ${to} in ${games === 1 ? '1 rated game' : `${games} rated games`}.`;
export const personTitle = (who: string): string => `Block or report ${who}`;
export const block = 'Never pair me with them again';
export const unblock = 'Pair me with them again';
export const blocked = 'You will not be paired with them any more.';
export const reportTitle = 'Report to the operators';
export const reportReason = 'What happened?';
export const report = 'Report';
export const reported = 'Thank you. The operators will look at it.';

/** Beside a name. */
export const hasAccount = 'has an account';
export const guest = 'guest';
export const guestHint = 'Plays without an account, so the name is not theirs alone.';
/** "Most likely between 1442 and 1622." */
export const between = (low: number, high: number): string =>
  `Most likely between ${low} and ${high}.`;
export const questionMark = 'The question mark goes away after some more rated games.';

export const anyClock = 'All';
export const period = 'Games of';
export const PERIODS: Readonly<Record<'all' | 'week', string>> = {
  all: 'All time',
  week: 'Last 7 days',
};
export const boardRule =
  'To be on this list, play ten rated games against four different people, the last of them within 30 days.';
export const boardRuleSome =
  'To be on this list, play ten rated games of this kind against four different people. The rating is that of all games.';
export const ratedMeans =
  'A game is rated if “Find an opponent” brought you together. Games with friends and bots are not.';
export const noLeadersYet = 'Nobody has played that many yet. You could be the first!';

export const guestNow = (who: string): string => `You play as a guest, under the name ${who}.`;
export const codesHow =
  'To use one, open this page when you are logged out, and look for “Lost the password?”.';
export const recoverHint = 'One of those you wrote down when you claimed the name.';
export const copyCodes = 'Copy them';
export const loggedOutElsewhere = 'Every other device is logged out.';
export const passwordChanged =
  'The new password counts from now on. Every other device is logged out.';
export const deleteAsk = 'Really delete the account?';
export const deleteText = 'This can’t be taken back.';
export const keepIt = 'Keep it';
export const blockedTitle = 'People you have blocked';
export const nobodyBlocked = 'Nobody. You can block somebody after a game, or on their page.';
export const unblockShort = 'Unblock';
export const forgotten = 'somebody who is gone';

export const passkeysTitle = 'Passkeys';
export const passkeysHint =
  'A passkey lets you in by fingerprint, face or the PIN of your device. There is no password to forget.';
export const addPasskey = 'Add a passkey';
export const unnamedPasskey = 'Passkey';
export const removePasskey = 'Remove';
export const claimPasskey = 'Claim it with a passkey';
export const loginPasskey = 'Log in with a passkey';
export const passkeyCancelled = 'No passkey was used, and nothing has changed. Try again any time.';
export const passkeyAdded = 'Done. This passkey lets you in from now on.';
export const passkeysElsewhere = 'Passkeys do not work at this address.';
export const firstPassword = 'Choose a password';
