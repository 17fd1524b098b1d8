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
export const keptTitle = 'What is kept, and for how long';
export const kept: readonly string[] = [
  'Of everybody who plays online: a random id, the name chosen for each game, the games, and the rating. For as long as the operator of the server keeps guests; names go first, games stay.',
  'Of those who claim a name, besides: the name, the password and recovery codes as hashes nobody can read back, and where they are logged in as the browser names itself. Until they delete it.',
  'Addresses are counted in memory to keep the server from being overrun, and forgotten. No e-mail address, no third party, no advertising, no tracking.',
  'Games against the computer and side by side never leave this browser.',
];

export const graphTitle = 'Rating, game by game';
/** "From 1500 to 1634 in 12 rated games." */
export const graph = (from: number, to: number, games: number): string =>
  `From ${from} to ${to} in ${games === 1 ? '1 rated game' : `${games} rated games`}.`;
export const personTitle = (who: string): string => `You and ${who}`;
export const block = 'Never pair me with them again';
export const unblock = 'Pair me with them again';
export const blocked = 'You will not be paired with them any more.';
export const reportTitle = 'Report to the operators';
export const reportReason = 'What happened?';
export const report = 'Report';
export const reported = 'Thank you. The operators will look at it.';
