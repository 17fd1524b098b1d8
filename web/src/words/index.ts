/**
 * The page's words, by area: `words.match.turn(view)`, `words.invite.title`.
 *
 * English is the only language yet. Another one is a file like `en.ts` of the type `Words`, and this file
 * chooses; nobody else knows that there are several. Areas are modules, so that a page loads its own words only.
 */
export * as words from './en';

export type Words = typeof import('./en');
