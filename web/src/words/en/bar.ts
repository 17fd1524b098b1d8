/** The bar on every page: what goes on elsewhere. Also the tab's title, and notifications. */

export const label = 'Your game';
export const yourMove = (name: string): string => `Your game against ${name}: your move`;
export const theirMove = (name: string): string => `Your game against ${name}: their move`;
export const rematchWanted = (name: string): string => `${name} wants a rematch`;
export const rematchAsked = (name: string): string => `Waiting for ${name} to agree to a rematch`;
export const searching = 'Looking for an opponent';
export const hosting = 'Waiting for your friend';
export const connectionLost = 'Connection lost, trying to come back';
export const elsewhere = (name: string): string => `Your game against ${name} is still on.`;
export const elsewhereHosting = 'Your invitation is still open.';
export const goBack = 'Go to it';
export const stop = 'Stop looking';

export const tabYourMove = 'Your move';
export const tabSearching = 'Looking for an opponent';
export const tabHosting = 'Waiting for your friend';
export const tab = (what: string): string => `${what} · Fourfall`;
/** A title that is seen among many tabs. */
export const tabCalls = (what: string): string => `● ${what} · Fourfall`;

export const noticeYourMove = 'Your move';
export const noticeStarted = 'Your game has begun';
export const noticeOver = 'Your game is over';
export const noticeRematch = 'Rematch?';
export const against = (name: string): string => `Against ${name}`;
