/** Watching a game of others. */

export const finding = 'Finding the game';
export const live = 'You are watching, live.';
export const replay = 'Replay';
export const copyLink = 'Copy link';
export const shareTitle = 'Watch this game with me';
export const next = 'They play again. On to the next game…';
