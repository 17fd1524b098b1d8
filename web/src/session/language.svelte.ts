/** The language of the page: the player's choice, or the browser's. */
import { LANGUAGES, bestLanguage, type Language } from '../words/languages';
import { speak } from '../words/spoken.svelte';
import { settings } from './settings.svelte';

export function language(): Language {
  return settings.language === 'auto' ? bestLanguage(navigator.languages) : settings.language;
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
