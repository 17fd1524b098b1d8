/**
 * The page's words, by area: `words.lists.won`, `words.home.title`. Here are those of the first page; the
 * others import `words/all.ts`, and with it the rest.
 *
 * Nobody who reads them knows which language they are in. What is made of them once, outside of a template
 * or a function, has to be `$derived`, or it stays in the language of that moment.
 */
export { words } from './spoken.svelte';
