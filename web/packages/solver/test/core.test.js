/** The bare module, as the page uses it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadModule } from 'fourfall';
import { COLUMNS, analyze, choose, engineModule, explain, judge } from 'fourfall/core';

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

test('moves are judged by the scores around them, as far as those are known', () => {
  // Three in the first column that nobody minds: lost for who left it.
  const moves = [0, 1, 0, 2, 0, 3, 0];
  const scores = [undefined, undefined, undefined, undefined, undefined, 0, 18, -18];
  const marks = judge(module, moves, scores);
  assert.deepEqual(marks.slice(0, 5), Array(5).fill(undefined));
  assert.deepEqual(marks[5], { judgement: 'blunder', points: 0 });
  assert.deepEqual(marks[6], { judgement: 'best', points: 100 });
});

test('a move is explained by cells that can be drawn', async () => {
  const column = [0, 1, 2, 3].map((row) => ({ column: 0, row }));
  const left = await explain(module, [0, 1, 0, 2, 0], 3, onwards);
  assert.deepEqual(left, { kind: 'leaves', by: 'first', cells: column, key: [column[3]] });
  const blocked = await explain(module, [0, 1, 0, 2, 0], 0, onwards);
  assert.equal(blocked.kind, 'blocks');
});
