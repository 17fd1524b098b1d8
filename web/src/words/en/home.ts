/** Home. */

/** The spaces that do not break keep its three lines together. */
export const title = 'Four in a\u00A0row. With\u00A0anyone, right\u00A0now.';
export const lead = 'Connect Four in your browser. No account, nothing to install.';
export const toy = 'A board to try';
export const ways = 'Ways to play';
export const playOnline = 'Play online';
export const inviteFriend = 'Invite a friend';
export const computer = 'Computer';
export const sameDevice = 'Same device';
export const change = 'Change clock';
export const clear = 'Clear the board';
export const names = { first: 'Red', second: 'Yellow' } as const;
export const wins = (name: string): string => `Four in a row. ${name} wins!`;
export const full = 'The board is full and nobody has four.';
export const rulesAway = 'The rules could not be loaded. Try once more.';
export const dropOne = 'Go on, drop one.';
export const turn = (name: string): string => `${name}’s turn`;
export const playingAs = 'Playing as';
