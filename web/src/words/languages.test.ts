import { afterEach, describe, expect, test } from 'vitest';
import { REFUSAL_CODES } from '../game/refusal';
import { words as first } from '.';
import { words } from './all';
import * as firstOfEnglish from './en/first';
import * as restOfEnglish from './en/rest';
import { LANGUAGES, LANGUAGE_TAGS, bestLanguage } from './languages';
import { speak } from './spoken.svelte';
import type { Words } from './type';

afterEach(() => speak(undefined));

test.each([
  [['en-GB', 'en'], 'en'],
  [['EN'], 'en'],
  [['tlh', 'en-US'], 'en'],
  [['de-AT', 'en'], 'de'],
  [['es-419'], 'es'],
  [['pt-PT'], 'pt-BR'],
  [['pt-br'], 'pt-BR'],
  [['zh-Hans-SG'], 'zh-CN'],
  [['ja-JP'], 'ja'],
  [['ar-EG', 'fr'], 'ar'],
  [['tlh', 'fr-CA'], 'fr'],
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

test('what is not loaded of a language yet is said in English', () => {
  const { title } = words.invite;
  speak({ ...firstOfEnglish, common: { ...first.common, home: 'Startseite' } });
  expect(words.common.home).toBe('Startseite');
  expect(words.invite.title).toBe(title);
});

/** Every constant text of an area, with its path. */
function* textsOf(it: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof it === 'string') yield [path, it];
  if (typeof it !== 'object' || it === null) return;
  for (const [name, inner] of Object.entries(it)) yield* textsOf(inner, `${path}.${name}`);
}

const AREAS: readonly (keyof Words)[] = [
  ...Object.keys(firstOfEnglish),
  ...Object.keys(restOfEnglish),
].filter((it): it is keyof Words => it in firstOfEnglish || it in restOfEnglish);

const english = new Map(AREAS.flatMap((area) => [...textsOf(words[area], area)]));

describe.each(LANGUAGE_TAGS.filter((it) => it !== 'en'))('%s', (tag) => {
  test('says something everywhere, and no sentence in English', async () => {
    const spoken = (await LANGUAGES[tag].all?.())?.words;
    const all = AREAS.flatMap((area) => [...textsOf(spoken?.[area], area)]);
    expect(all.length).toBe(english.size);
    for (const [path, text] of all) {
      if (path !== 'analysis.judgements.best.glyph' && path !== 'analysis.judgements.good.glyph') {
        expect(text, path).not.toBe('');
      }
      const isSentence = /\p{L} \p{L}+ \p{L}/u.test(english.get(path) ?? '');
      if (isSentence) expect(text, path).not.toBe(english.get(path));
    }
  });

  test('counts as its speakers do', async () => {
    const spoken = (await LANGUAGES[tag].all?.())?.words;
    const plurals = new Intl.PluralRules(tag);
    // Two numbers of different forms are two texts, and neither is the other's.
    for (const count of [spoken?.common.discs, spoken?.time.seconds]) {
      const forms = new Map<string, string>();
      for (const number of [0, 1, 2, 3, 11, 100]) {
        const text = count?.(number) ?? '';
        expect(text).not.toMatch(/#|undefined/u);
        forms.set(plurals.select(number), text.replaceAll(/\d+/gu, ''));
      }
      const different = new Set(forms.values()).size;
      expect(different).toBeGreaterThanOrEqual(Math.min(2, forms.size));
    }
  });

  test('has a sentence for every code of the server, and for every end', async () => {
    const spoken = (await LANGUAGES[tag].all?.())?.words;
    const refused = REFUSAL_CODES.map((code) => spoken?.refusals.refusal(code) ?? '');
    expect(new Set(refused).size).toBeGreaterThan(REFUSAL_CODES.length - 2);
    for (const text of refused) expect(text.length).toBeGreaterThan(5);
    const reasons = ['four', 'full', 'resignation', 'idle', 'disconnect', 'timeout', 'aborted'];
    for (const reason of reasons) {
      const view = viewOfTwo();
      const end = Reflect.apply(Object, undefined, [{ reason, winner: 'second', lines: [] }]);
      expect(spoken?.match.reason(view, end)).toMatch(/\S/u);
      expect(spoken?.lists.reason(end)).toMatch(/\S/u);
    }
  });
});

function viewOfTwo() {
  const seat = { id: 'a', name: 'Ada', colour: 'red', isBot: false, presence: { kind: 'here' } };
  return Reflect.apply(Object, undefined, [
    { mine: 'first', seats: { first: seat, second: { ...seat, name: 'Bo' } } },
  ]);
}
