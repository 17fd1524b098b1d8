import * as first from './en/first';
import type { FirstWords, Words } from './type';

/** A language, as much of it as has been loaded. */
type Known = Partial<Words> & FirstWords;

const english: Known = { ...first };
/** The language that is spoken instead. */
let chosen: Known | undefined = $state.raw();

/** The words of the language that is spoken now: what shows them changes with it. */
export const words: FirstWords = speaking(english);

/** Adds words of English, and gives all of them. */
export function withMore<More extends object>(more: More): FirstWords & More {
  return speaking(Object.assign(english, more));
}

/** Speaks another language; English, if told none, and for what is not loaded yet. */
export function speak(next: Known | undefined): void {
  chosen = next;
}

function speaking<Some extends object>(some: Some): Some {
  return new Proxy(some, {
    get: (_, area) => (chosen && Reflect.get(chosen, area)) ?? Reflect.get(some, area),
  });
}
