/**
 * The languages of the page. English comes with it, and every other one when it is wanted: first what home says,
 * then all of it. A module of the type `FirstWords`, one of the type `Words`, and a line here.
 */
import type { FirstWords, Words } from './type';

interface Offer {
  /** As its speakers call it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Nothing for English, which is there. */
  readonly first?: () => Promise<{ readonly words: FirstWords }>;
  readonly all?: () => Promise<{ readonly words: Words }>;
}

const offers = {
  en: { name: 'English', direction: 'ltr' },
  de: {
    name: 'Deutsch',
    direction: 'ltr',
    first: () => import('./first/de'),
    all: () => import('./de'),
  },
  es: {
    name: 'Español',
    direction: 'ltr',
    first: () => import('./first/es'),
    all: () => import('./es'),
  },
  fr: {
    name: 'Français',
    direction: 'ltr',
    first: () => import('./first/fr'),
    all: () => import('./fr'),
  },
  'pt-BR': {
    name: 'Português (Brasil)',
    direction: 'ltr',
    first: () => import('./first/pt-BR'),
    all: () => import('./pt-BR'),
  },
  ja: {
    name: '日本語',
    direction: 'ltr',
    first: () => import('./first/ja'),
    all: () => import('./ja'),
  },
  'zh-CN': {
    name: '简体中文',
    direction: 'ltr',
    first: () => import('./first/zh-CN'),
    all: () => import('./zh-CN'),
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    first: () => import('./first/ar'),
    all: () => import('./ar'),
  },
} as const satisfies Readonly<Record<string, Offer>>;

export type Language = keyof typeof offers;

export const LANGUAGES: Readonly<Record<Language, Offer>> = offers;

function isLanguage(tag: string): tag is Language {
  return tag in offers;
}

/** By the tags that stand in `lang`, in the order in which they are offered. */
export const LANGUAGE_TAGS: readonly Language[] = Object.keys(offers).filter(isLanguage);

/** The language for somebody who reads these, best first: the same, or another kind of it, or English. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found =
      LANGUAGE_TAGS.find((it) => it.toLowerCase() === tag.toLowerCase()) ??
      LANGUAGE_TAGS.find((it) => primary(it) === primary(tag));
    if (found !== undefined) return found;
  }
  return 'en';
}

/** `pt` of `pt-BR`. */
function primary(tag: string): string {
  return tag.split('-', 1).join('').toLowerCase();
}
