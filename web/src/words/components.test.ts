/** No component contains words of its own: what people read or hear comes from `words/`. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
/** Attributes that are read or heard. */
const SAID = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title', 'label'];

const files = (await readdir(SOURCE, { recursive: true })).filter((it) => it.endsWith('.svelte'));

function isNode(it: unknown): it is AST.SvelteNode {
  return typeof it === 'object' && it !== null && 'type' in it;
}

/** The name of the page is the same in all languages. */
const NAME = 'Fourfall';

/** Texts of a template with letters in them. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (!isNode(node)) return [];
  if (node.type === 'StyleDirective') return [];
  if (node.type === 'Text') {
    return /\p{L}/u.test(node.data) && node.data !== NAME ? [node.data.trim()] : [];
  }
  if (node.type === 'Attribute') {
    const { value } = node;
    return SAID.includes(node.name) ? textsOf(value) : textsOf(expressionsOf(value));
  }
  return Object.values(node).flatMap(textsOf);
}

function expressionsOf(value: AST.Attribute['value']): unknown[] {
  return value === true ? [] : [value].flat().filter((it) => it.type === 'ExpressionTag');
}

/** Sentences in code: a capital, and at least two words. */
function sentencesOf(source: string): string[] {
  return [...source.matchAll(/(['"`])(\p{Lu}\p{Ll}+ \p{L}[^'"`\n]*)\1/gu)].map(
    ([, , it]) => `${it}`,
  );
}

test.each(files)('%s', async (file) => {
  const source = await readFile(join(SOURCE, file), 'utf8');
  const { fragment } = parse(source, { modern: true, filename: file });
  const code = source.replaceAll(/<!--.*?-->|<style>.*<\/style>/gsu, '');
  expect([...textsOf(fragment), ...sentencesOf(code)]).toEqual([]);
});
