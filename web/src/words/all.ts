/** All words, for everything that is loaded after the first page. */
import * as rest from './en/rest';
import { withMore } from './spoken.svelte';
import type { Words } from './type';

export const words: Words = withMore(rest);
