/** The name others see. Everybody has one from the start, so nobody is asked before they can play. */
import { remember, remembered } from './storage';

export const NAME_LENGTH_MAX = 24;

const MANNERS = ['Quiet', 'Brave', 'Lucky', 'Swift', 'Merry', 'Clever', 'Gentle', 'Sunny'] as const;
const ANIMALS = ['Otter', 'Heron', 'Badger', 'Lynx', 'Magpie', 'Hare', 'Newt', 'Wren'] as const;

export function cleanName(text: string): string {
  const visible = text.replaceAll(/\p{C}/gu, '').replaceAll(/\s+/gu, ' ').trim();
  return [...visible].slice(0, NAME_LENGTH_MAX).join('');
}

function pick(words: readonly string[]): string {
  return words[Math.floor(Math.random() * words.length)] ?? '';
}

function load(): string {
  const saved = remembered('name');
  const name = typeof saved === 'string' ? cleanName(saved) : '';
  if (name !== '') return name;
  const given = `${pick(MANNERS)} ${pick(ANIMALS)}`;
  remember('name', given);
  return given;
}

let current = $state(load());

export function playerName(): string {
  return current;
}

/** Takes a new name; an empty one changes nothing. */
export function rename(text: string): void {
  const name = cleanName(text);
  if (name === '') return;
  current = name;
  remember('name', name);
}
