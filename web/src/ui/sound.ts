/** Small sounds, made on the spot: nothing to download. */
import { untrack } from 'svelte';
import { settings } from '../session/settings.svelte';

export type Sound = 'start' | 'drop' | 'win' | 'loss' | 'draw';

interface Note {
  readonly hertz: number;
  readonly atMs: number;
  readonly lengthMs: number;
}

const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  start: [{ hertz: 523, atMs: 0, lengthMs: 120 }],
  drop: [
    { hertz: 190, atMs: 0, lengthMs: 70 },
    { hertz: 120, atMs: 25, lengthMs: 90 },
  ],
  win: [
    { hertz: 523, atMs: 0, lengthMs: 160 },
    { hertz: 659, atMs: 110, lengthMs: 160 },
    { hertz: 784, atMs: 220, lengthMs: 160 },
    { hertz: 1047, atMs: 330, lengthMs: 320 },
  ],
  loss: [
    { hertz: 392, atMs: 0, lengthMs: 200 },
    { hertz: 311, atMs: 160, lengthMs: 320 },
  ],
  draw: [
    { hertz: 440, atMs: 0, lengthMs: 180 },
    { hertz: 440, atMs: 180, lengthMs: 240 },
  ],
};

const VOLUME = 0.16;

let context: AudioContext | undefined;

/** Plays a sound, if the player wants any. Turning sound on plays nothing: nothing has happened. */
export function playSound(sound: Sound): void {
  if (untrack(() => settings.sound) === 'off' || !wasTouched()) return;
  context ??= new AudioContext();
  // A phone that was put away, or a call that came in, has silenced it.
  if (context.state !== 'running') void context.resume();
  for (const note of NOTES[sound]) play(context, note);
}

/** Browsers keep a page silent until it has been touched; asking earlier only earns a warning. */
function wasTouched(): boolean {
  // Some of three years ago do not tell.
  return !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
}

function play(audio: AudioContext, { hertz, atMs, lengthMs }: Note): void {
  const start = audio.currentTime + atMs / 1000;
  const end = start + lengthMs / 1000;
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(VOLUME, start + 0.008);
  loudness.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(end);
}
