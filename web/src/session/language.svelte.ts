/** The language of the page: the player's choice, or the browser's. */
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

/** Puts the language on the page. One that cannot be loaded leaves the words as they are. */
export async function showLanguage(): Promise<void> {
  const wanted = language();
  const { direction, load } = LANGUAGES[wanted];
  try {
    const words = await load?.();
    // Somebody may have chosen another one meanwhile.
    if (wanted !== language()) return;
    speak(words);
  } catch {
    return;
  }
  document.documentElement.lang = wanted;
  document.documentElement.dir = direction;
}
