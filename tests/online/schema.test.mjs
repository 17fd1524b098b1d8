// The API held to its own document by schemathesis: every route, with data that fits and data that does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FOUR, pair, play } from './player.mjs';
import { Server, folder, launch, within } from './server.mjs';

const EXAMPLES = 50;

test('the API does what its document says', { timeout: 170_000 }, async (t) => {
  const schemathesis = process.env.SCHEMATHESIS;
  assert.ok(schemathesis, 'SCHEMATHESIS is not set: start these tests with tests/online/run');
  const server = await Server.start({ args: ['--requests-burst', '1000000'] });
  // Something to find.
  const players = await pair(server);
  await play(players, FOUR);
  await players[0].hears('game:over');
  const config = new URL('schemathesis.toml', import.meta.url).pathname;
  const options = ['--phases', 'examples,coverage,fuzzing', '--max-examples', String(EXAMPLES), '--seed', '1', '--no-color'];
  const child = launch(schemathesis, ['--config-file', config, 'run', `${server.url}/openapi.json`, ...options], {
    cwd: folder('schemathesis'),
  });
  const { code } = await within(160_000, () => `schemathesis did not end:\n${child.log}`, child.ended);
  assert.equal(code, 0, child.log.slice(-6_000));
  t.diagnostic(/\d+ generated.*/.exec(child.log)?.[0] ?? 'no figures');
  players.forEach((it) => it.close());
  await server.stop();
});
