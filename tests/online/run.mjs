// Runs the test files, says what failed and how long it took, and ends with one line that counts.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { run } from 'node:test';

const FILE_MS_MAX = Number(process.env.FOURFALL_TEST_FILE_MS ?? 180_000);
const wanted = process.argv.slice(2);
const here = new URL('.', import.meta.url).pathname;
const files = readdirSync(here)
  .filter((it) => it.endsWith('.test.mjs'))
  .filter((it) => wanted.length === 0 || wanted.some((name) => it.startsWith(name)))
  .map((it) => here + it);
if (files.length === 0) {
  console.error(`no test file is called ${wanted.join(' or ')}`);
  process.exit(1);
}

let passed = 0;
const failures = [];
const line = (mark, { name, details }) => `${mark} ${name} (${Math.round(details.duration_ms)} ms)`;

/** The sentence that says what went wrong, and where. */
function why(error) {
  const cause = error?.cause ?? error;
  return `\n${cause?.stack ?? cause}`.replace(/\n/g, '\n      ');
}

// Files one after the other: each starts servers of its own, and some measure time or memory.
const stream = run({ files, concurrency: 1, timeout: FILE_MS_MAX });
stream.on('test:diagnostic', ({ message, nesting }) => {
  if (nesting > 0 || !/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(message)) console.log(`    ${message}`);
});
stream.on('test:pass', (test) => {
  if (test.details.type === 'suite' || test.name.endsWith('.test.mjs')) return;
  passed += 1;
  console.log('  '.repeat(test.nesting) + line('✓', test));
});
stream.on('test:fail', (test) => {
  const { type, error } = test.details;
  // A suite or a file fails with its tests; by itself only when it could not even be set up.
  if ((type === 'suite' || test.name.endsWith('.test.mjs')) && error?.failureType === 'subtestsFailed') return;
  const failure = line('✗', test) + why(error);
  failures.push(`${basename(test.file ?? '')} ${failure}`);
  console.log('  '.repeat(test.nesting) + failure);
});
stream.on('test:stderr', ({ message }) => process.stderr.write(message));
stream.on('end', () => {
  // Once more at the end, where whoever sees only the last lines finds them.
  if (failures.length > 0) console.log(`\nfailed:\n${failures.join('\n')}\n`);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
});
stream.resume();
