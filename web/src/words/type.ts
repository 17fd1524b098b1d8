/** What every language has to say, as English says it. A language that lacks a word does not build. */
import type * as first from './en/first';
import type * as rest from './en/rest';

/** The same shape with any words in it: what English happens to say is not part of the type. */
type Said<T> = T extends string
  ? string
  : T extends (...about: infer About) => infer Text
    ? (...about: About) => Said<Text>
    : T extends object
      ? { readonly [Name in keyof T]: Said<T[Name]> }
      : T;

/** What is there from the first page on. */
export type FirstWords = Said<typeof first>;

export type Words = FirstWords & Said<typeof rest>;
