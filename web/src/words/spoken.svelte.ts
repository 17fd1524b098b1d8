import * as first from './en/first';
import type { FirstWords, Words } from './type';

/** English, as much of it as has been loaded. */
const english: Partial<Words> & FirstWords = { ...first };
/** The language that is spoken instead. */
let chosen: Words | undefined = $state.raw();

/** The words of the language that is spoken now: what shows them changes with it. */
export const words: FirstWords = speaking(english);

/** Adds words of English, and gives all of them. */
export function withMore<More extends object>(more: More): FirstWords & More {
  return speaking(Object.assign(english, more));
}

/** Speaks another language; English, if told none. */
export function speak(next: Words | undefined): void {
  chosen = next;
}

function speaking<Some extends object>(some: Some): Some {
  return new Proxy(some, { get: (_, area) => Reflect.get(chosen ?? some, area) });
}
