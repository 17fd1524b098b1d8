/** Sharing a game. */
export const share = 'Share';
export const title = 'Share this game';
export const link = 'Copy link';
export const picture = 'Picture';
export const gif = 'Animated picture';
export const moves = 'Copy the moves';
export const embed = 'Copy the code for your own page';
export const embedWhy = 'Paste it into any page: it shows the game, and leads here.';
export const pictureAlt = 'The last position of the game';
export const shareTitle = 'A game of four in a row';
