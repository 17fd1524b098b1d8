/** The language of the page: the player's choice, or the browser's. */
import { untrack } from 'svelte';
import { LANGUAGES, bestLanguage, type Language } from '../words/languages';
import { speak } from '../words/spoken.svelte';
import { choose, settings, type Settings } from './settings.svelte';

export function language(): Language {
  return settings.language === 'auto' ? bestLanguage(navigator.languages) : settings.language;
}

/** Speaks another language from now on; `auto` is the browser's. */
export function chooseLanguage(next: Settings['language']): void {
  choose('language', next);
  void showLanguage();
}

/** Whether more than home has been opened: from then on a language is loaded whole. */
let whole = false;
let latest: Promise<void> = Promise.resolve();

/** Puts the language on the page. One that cannot be loaded leaves the words as they are. */
export function showLanguage(): Promise<void> {
  const mine = put(() => mine === latest);
  latest = mine;
  return mine;
}

/** A part of the page that says more than home does, once its words are there, too. */
export async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  if (!whole) {
    whole = true;
    // Whoever waits for a part does not want it anew when the language changes.
    void untrack(showLanguage);
  }
  const [loaded] = await Promise.all([part, latest]);
  return loaded;
}

async function put(isLatest: () => boolean): Promise<void> {
  const wanted = language();
  const { direction, first, all } = LANGUAGES[wanted];
  try {
    const spoken = await (whole ? all : first)?.();
    // Somebody may have chosen another one meanwhile.
    if (!isLatest()) return;
    speak(spoken?.words);
  } catch {
    return;
  }
  document.documentElement.lang = wanted;
  document.documentElement.dir = direction;
}
