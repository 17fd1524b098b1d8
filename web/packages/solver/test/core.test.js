/** The bare module, as the page uses it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadModule } from 'fourfall';
import { COLUMNS, analyze, choose, engineModule } from 'fourfall/core';

const onwards = () => Promise.resolve(true);
const stop = () => Promise.resolve(false);
const module = engineModule(new WebAssembly.Instance(await loadModule()));

test('a bot that is out of time plays what looks best', async () => {
  const question = { moves: [], bot: 'perfect', seed: 'ABC123' };
  const answer = await choose(module, question, onwards, () => true);
  assert.equal(answer.proved, false);
  assert.ok(COLUMNS.includes(answer.column));
});

test('a cancelled search ends without an answer', async () => {
  assert.equal(await analyze(module, [], stop, () => undefined), undefined);
});

test('a search in slices takes the board back from others', async () => {
  // Another question is on the board whenever this one goes on.
  const disturb = () => {
    module.layOut([0, 0, 0]);
    return Promise.resolve(true);
  };
  const alone = await analyze(module, [3, 3, 3, 3, 3, 0], onwards, () => undefined);
  module.forget();
  const disturbed = await analyze(module, [3, 3, 3, 3, 3, 0], disturb, () => undefined);
  assert.deepEqual(disturbed.moves, alone.moves);
});
