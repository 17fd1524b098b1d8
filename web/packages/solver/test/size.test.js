/** What a page that uses the package has to load stays small, and nothing else is published. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = new URL('../', import.meta.url);
const compressed = (bytes) => gzipSync(bytes, { level: 9 }).length;
const file = (name) => readFileSync(new URL(name, folder));

/** Bytes, compressed. README.md has the same table. */
const BUDGET = { module: 70_000, script: 7_000, book: 500_000 };

test('the module, the scripts and the book keep to their budget', () => {
  const scripts = readdirSync(new URL('dist/', folder)).filter((it) => it.endsWith('.js'));
  const sizes = {
    module: compressed(file('fourfall.wasm')),
    script: compressed(Buffer.concat(scripts.map((it) => file(`dist/${it}`)))),
    book: compressed(file('fourfall.book')),
  };
  for (const [part, budget] of Object.entries(BUDGET))
    assert.ok(sizes[part] <= budget, `${part}: ${sizes[part]} bytes of ${budget}`);
});

test('what is published is the module, the book, scripts and their types', () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ files }] = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }));
  const names = files.map((it) => it.path);
  for (const name of ['fourfall.wasm', 'fourfall.book', 'LICENSE-MIT', 'dist/node.d.ts'])
    assert.ok(names.includes(name), name);
  const others = names.filter(
    (it) =>
      !/^dist\/[a-z]+\.(js|d\.ts)$/u.test(it) &&
      !['package.json', 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE'].includes(it) &&
      !/^fourfall\.(wasm|book)$/u.test(it),
  );
  assert.deepEqual(others, []);
});
