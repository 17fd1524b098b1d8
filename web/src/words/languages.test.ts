import { afterEach, expect, test } from 'vitest';
import { words as first } from '.';
import { words } from './all';
import { bestLanguage } from './languages';
import { speak } from './spoken.svelte';

afterEach(() => speak(undefined));

test.each([
  [['en-GB', 'en'], 'en'],
  [['EN'], 'en'],
  [['tlh', 'en-US'], 'en'],
  [['tlh'], 'en'],
  [[], 'en'],
])('somebody who reads %j is spoken to in %s', (wanted, best) => {
  expect(bestLanguage(wanted)).toBe(best);
});

test('the words are those of the language that is spoken', () => {
  const { title } = words.invite;
  expect(first.common.home).toBe('Home');
  const invite = { ...words.invite, title: 'Einladung' };
  speak({ ...words, invite, common: { ...words.common, home: 'Startseite' } });
  expect(first.common.home).toBe('Startseite');
  expect(words.common.home).toBe('Startseite');
  expect(words.invite.title).toBe('Einladung');
  speak(undefined);
  expect(words.invite.title).toBe(title);
});
