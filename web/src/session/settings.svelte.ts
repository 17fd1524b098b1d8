/** What the player likes, kept in this browser. */
import { LANGUAGE_TAGS } from '../words/languages';
import { remember, remembered } from './storage';

const CHOICES = {
  /** `auto` is the browser's. */
  language: ['auto', ...LANGUAGE_TAGS],
  scheme: ['auto', 'light', 'dark'],
  sound: ['on', 'off'],
  /** When it is one's turn, on phones. */
  vibration: ['on', 'off'],
  notifications: ['on', 'off'],
  marks: ['on', 'off'],
  motion: ['auto', 'reduced'],
  /** Against mis-taps: the first tap shows, the second drops. */
  tap: ['once', 'twice'],
  /** What players say in games: shown, or muted. */
  reactions: ['on', 'off'],
  soloClock: ['on', 'off'],
  /** What every column is worth, under the board of a game against the computer. */
  soloValues: ['on', 'off'],
  /** `standard` is 48 px a cell, as the solo document has it. */
  soloBoard: ['standard', 'large'],
  /** `grid` is the look of the solo document, `blue` that of every other board. */
  soloLook: ['grid', 'blue'],
} as const;

export type SettingName = keyof typeof CHOICES;
export type Settings = { -readonly [Name in SettingName]: (typeof CHOICES)[Name][number] };

const DEFAULTS: Settings = {
  language: 'auto',
  scheme: 'auto',
  sound: 'on',
  vibration: 'on',
  notifications: 'off',
  marks: 'on',
  motion: 'auto',
  tap: 'once',
  reactions: 'on',
  soloClock: 'on',
  soloValues: 'off',
  soloBoard: 'standard',
  soloLook: 'grid',
};

function chosen<T extends string>(choices: readonly T[], value: unknown, fallback: T): T {
  return choices.find((it) => it === value) ?? fallback;
}

function load(): Settings {
  const saved = remembered('settings');
  const field = (name: SettingName): unknown =>
    typeof saved === 'object' && saved !== null ? Reflect.get(saved, name) : undefined;
  return {
    language: chosen(CHOICES.language, field('language'), DEFAULTS.language),
    scheme: chosen(CHOICES.scheme, field('scheme'), DEFAULTS.scheme),
    sound: chosen(CHOICES.sound, field('sound'), DEFAULTS.sound),
    vibration: chosen(CHOICES.vibration, field('vibration'), DEFAULTS.vibration),
    notifications: chosen(CHOICES.notifications, field('notifications'), DEFAULTS.notifications),
    marks: chosen(CHOICES.marks, field('marks'), DEFAULTS.marks),
    motion: chosen(CHOICES.motion, field('motion'), DEFAULTS.motion),
    tap: chosen(CHOICES.tap, field('tap'), DEFAULTS.tap),
    reactions: chosen(CHOICES.reactions, field('reactions'), DEFAULTS.reactions),
    soloValues: chosen(CHOICES.soloValues, field('soloValues'), DEFAULTS.soloValues),
    soloClock: chosen(CHOICES.soloClock, field('soloClock'), DEFAULTS.soloClock),
    soloBoard: chosen(CHOICES.soloBoard, field('soloBoard'), DEFAULTS.soloBoard),
    soloLook: chosen(CHOICES.soloLook, field('soloLook'), DEFAULTS.soloLook),
  };
}

export const settings: Settings = $state(load());

export function choose<Name extends SettingName>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  remember('settings', $state.snapshot(settings));
  showScheme();
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');
systemDark.addEventListener('change', showScheme);

/** Puts the colour scheme on the document. `scheme.js` did so before the first paint. */
export function showScheme(): void {
  const system = systemDark.matches ? 'dark' : 'light';
  const { scheme } = settings;
  document.documentElement.dataset['scheme'] = scheme === 'auto' ? system : scheme;
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');
let systemCalm = $state(calm.matches);
calm.addEventListener('change', () => {
  systemCalm = calm.matches;
});

/** How much may move: the player's word, or the system's. */
export function motion(): 'full' | 'reduced' {
  return settings.motion === 'reduced' || systemCalm ? 'reduced' : 'full';
}
