/** What is said aloud, as events: the same words said twice are heard twice, old ones never again. */
import { spokenMoments } from '../game/clock';
import { words } from '../words';
import type { Saying } from './saying';

export interface Said {
  /** When there is a pause. */
  readonly polite?: string | undefined;
  /** At once: the end of a game, a lost connection, the last seconds. */
  readonly assertive?: string | undefined;
}

export interface Speech {
  readonly polite: Saying | undefined;
  readonly assertive: Saying | undefined;
  /** Says something new. Nothing to say leaves what was said last. */
  say(said: Said): void;
}

function saying(text: string | undefined): Saying | undefined {
  return text === undefined ? undefined : { text };
}

export function createSpeech(): Speech {
  let polite = $state.raw<Saying | undefined>();
  let assertive = $state.raw<Saying | undefined>();
  return {
    get polite() {
      return polite;
    },
    get assertive() {
      return assertive;
    },
    say(said) {
      if (said.polite === undefined && said.assertive === undefined) return;
      polite = saying(said.polite);
      assertive = saying(said.assertive);
    },
  };
}

/** Says how much time is left of a turn, now and then, while there is a deadline. */
export function speakTimeLeft(speech: Speech, endsMs: () => number | undefined): void {
  $effect(() => {
    const deadline = endsMs();
    if (deadline === undefined) return undefined;
    const timers = spokenMoments(deadline - Date.now()).map(({ seconds, inMs }) =>
      setTimeout(() => speech.say({ assertive: words.board.timeLeft(seconds) }), inMs),
    );
    return () => timers.forEach(clearTimeout);
  });
}
