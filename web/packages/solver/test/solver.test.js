/** The package as it is published: its built files, in Node.js. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { BOTS, BadBook, IllegalMoves, Solver, load, loadBook, loadModule } from 'fourfall';
import { rows } from './vectors.js';

let solver;
before(async () => {
  solver = await load({ book: true });
});

const exact = (moves) =>
  Object.values(moves).flatMap((it) => (it.kind === 'exact' ? [it.score] : []));

describe('the rules', () => {
  for (const [moves, standing] of [
    ['', { kind: 'playing', turn: 'first', legal: [0, 1, 2, 3, 4, 5, 6] }],
    ['444444', { kind: 'playing', turn: 'first', legal: [0, 1, 2, 4, 5, 6] }],
    ['765166733316344522276176717242151344354255', { kind: 'drawn' }],
    [
      '2132334444',
      { kind: 'won', by: 'second', lines: [[0, 1, 2, 3].map((it) => ({ column: it, row: it }))] },
    ],
  ])
    test(`after "${moves}"`, () => {
      assert.deepEqual(solver.follow(moves).standing, standing);
      const columns = [...moves].map((it) => Number(it) - 1);
      assert.deepEqual(solver.follow(columns).standing, standing);
    });

  test('one disc may complete several lines', () => {
    const { standing } = solver.follow('1122335566774');
    assert.deepEqual(
      standing.lines.map((it) => it[0].column),
      [0, 1, 2, 3],
    );
  });

  test('discs rest on what is below them', () => {
    assert.deepEqual(solver.follow('4435').cells, [
      { column: 3, row: 0 },
      { column: 3, row: 1 },
      { column: 2, row: 0 },
      { column: 4, row: 0 },
    ]);
  });
});

describe('moves that can not be played are refused', () => {
  for (const [moves, at, why] of [
    ['4444444', 6, 'columnFull'],
    ['44556677', 7, 'gameOver'],
    ['48', 1, 'noSuchColumn'],
    ['4 4', 1, 'noSuchColumn'],
    [[3, 7], 1, 'noSuchColumn'],
    [[-1], 0, 'noSuchColumn'],
    [[1.5], 0, 'noSuchColumn'],
    [['4'], 0, 'noSuchColumn'],
  ])
    test(JSON.stringify(moves), () => {
      assert.throws(() => solver.follow(moves), { name: 'IllegalMoves', at, why });
    });

  test('and so is a question about a game that is over', async () => {
    const over = { name: 'IllegalMoves', at: 7, why: 'gameOver' };
    for (const ask of ['scoreSync', 'analyzeSync', 'bestSync'])
      assert.throws(() => solver[ask]('4455667'), over);
    for (const ask of ['score', 'analyze', 'best'])
      await assert.rejects(solver[ask]('4455667'), over);
    assert.throws(() => solver.replySync('solo-hard', '4455667'), IllegalMoves);
  });
});

test('positions have their scores, in both forms, alone and as the best of their moves', async () => {
  for (const [moves, expected] of rows('positions.txt')) {
    const score = Number(expected);
    assert.equal(solver.scoreSync(moves).score, score, moves);
    assert.equal((await solver.score(moves)).score, score, moves);
    const analysis = await solver.analyze(moves);
    assert.equal(Math.max(...exact(analysis.moves)), score, moves);
    assert.deepEqual(solver.analyzeSync(moves).moves, analysis.moves, moves);
    assert.equal(analysis.moves[await solver.best(moves)].score, score, moves);
    assert.equal(analysis.moves[solver.bestSync(moves)].score, score, moves);
  }
});

test('the best line ends the game when the score says', () => {
  for (const [moves] of rows('positions.txt')) {
    const { line } = solver.analyzeSync(moves);
    const { value } = solver.scoreSync(moves);
    assert.equal(line.length, value.kind === 'draw' ? 42 - moves.length : value.plies, moves);
    const columns = [...[...moves].map((it) => Number(it) - 1), ...line];
    assert.notEqual(solver.follow(columns).standing.kind, 'playing', moves);
  }
});

test('every bot plays the games it plays everywhere', async () => {
  const seen = new Set();
  for (const [bot, seed, from, moves] of rows('bots.txt')) {
    seen.add(bot);
    for (let ply = Number(from); ply < moves.length; ply += 2) {
      const expected = Number(moves[ply]) - 1;
      assert.equal(solver.replySync(bot, moves.slice(0, ply), seed), expected, `${bot} ${seed}`);
      assert.equal(await solver.reply(bot, moves.slice(0, ply), seed), expected, `${bot} ${seed}`);
    }
  }
  assert.deepEqual([...seen], [...BOTS]);
  assert.throws(() => solver.replySync('deep', ''), RangeError);
});

describe('a search that is given up', () => {
  const ASKS = ['score', 'analyze', 'best'];

  test('ends with the reason of its signal, and the solver goes on', async () => {
    const slow = await load();
    for (const ask of ASKS) {
      const stop = new AbortController();
      const asked = slow[ask]('', { signal: stop.signal });
      setImmediate(() => stop.abort(new Error('enough')));
      await assert.rejects(asked, { message: 'enough' });
    }
    assert.equal(slow.scoreSync('44444432225').score, 1);
  });

  test('before it began does not begin', async () => {
    const fresh = await load();
    for (const ask of ASKS)
      await assert.rejects(fresh[ask]('', { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(fresh.nodes, 0);
  });

  test('tells what it knows before it ends', async () => {
    const slow = await load();
    const stop = new AbortController();
    const told = [];
    const progress = (analysis) => {
      told.push(analysis);
      if (told.length === 2) stop.abort();
    };
    await assert.rejects(slow.analyze('', { signal: stop.signal, progress }), {
      name: 'AbortError',
    });
    assert.equal(told.length, 2);
    assert.ok(told[0].nodes < told[1].nodes);
    assert.ok(Object.values(told[1].moves).some((it) => it.kind === 'bounds'));
  });
});

test('questions asked together do not disturb each other', async () => {
  const vectors = rows('positions.txt').slice(0, 30);
  const fresh = await load();
  const found = await Promise.all(vectors.map(([moves]) => fresh.score(moves)));
  assert.deepEqual(
    found.map((it) => it.score),
    vectors.map(([, score]) => Number(score)),
  );
});

test('the book is loaded separately, and one that is none is refused', async () => {
  const plain = new Solver(await loadModule(), { tableMebibytes: 1 });
  const book = await loadBook();
  assert.throws(() => plain.openBook(new TextEncoder().encode('not a book')), BadBook);
  assert.throws(() => plain.openBook(book.slice(0, -1)), /cut short/u);
  assert.equal(plain.scoreSync('44556').score, -18, 'it plays on');
  plain.openBook(book);
  plain.forget();
  assert.equal(plain.scoreSync('').score, 1);
  assert.equal(plain.nodes, 0, 'the book answered');
});

test('a table of no size is refused', async () => {
  const module = await loadModule();
  for (const tableMebibytes of [0, -1, 1.5, 4096, Number.NaN])
    assert.throws(() => new Solver(module, { tableMebibytes }), RangeError);
});
