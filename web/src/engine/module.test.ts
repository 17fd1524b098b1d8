/** The module itself, with the vectors that the server's and the terminal's tests read, too. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { COLUMNS, isColumn, type Column } from '../game/types';
import { positionScore } from '../game/analysis';
import { BOTS, engineModule, type EngineModule } from './module';
import { analyze, choose, solve } from './search';

const VECTORS = new URL('../../../crates/engine/tests/data/', import.meta.url);
const rows = (file: string): string[][] =>
  readFileSync(new URL(file, VECTORS), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split(/\s+/u));

const columnsOf = (moves: string): Column[] =>
  [...moves].map((it) => Number(it) - 1).filter(isColumn);
const onwards = (): Promise<boolean> => Promise.resolve(true);

let module: EngineModule;

beforeAll(async () => {
  const bytes = readFileSync(new URL('fourfall.wasm', import.meta.url));
  module = engineModule((await WebAssembly.instantiate(bytes)).instance);
  module.resizeTable(4);
});

describe('the rules', () => {
  test.each([
    ['', { kind: 'playing', turn: 'first', legal: COLUMNS }],
    ['444444', { kind: 'playing', turn: 'first', legal: [0, 1, 2, 4, 5, 6] }],
    ['765166733316344522276176717242151344354255', { kind: 'drawn' }],
  ])('after %j', (moves, standing) => {
    expect(module.layOut(columnsOf(moves))).toMatchObject({ kind: 'legal', standing });
  });

  test('a win comes with its line, in order along it', () => {
    const line = [0, 1, 2, 3].map((it) => ({ column: it, row: it }));
    expect(module.layOut(columnsOf('2132334444'))).toMatchObject({
      standing: { kind: 'won', by: 'second', lines: [line] },
    });
  });

  test('one disc may complete several lines', () => {
    const followed = module.layOut(columnsOf('1122335566774'));
    const standing = followed.kind === 'legal' ? followed.standing : undefined;
    expect(standing?.kind === 'won' && standing.lines.map((it) => it[0]?.column)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  test('discs rest on what is below them', () => {
    const { cells } = { cells: [], ...module.layOut(columnsOf('4435')) };
    expect(cells).toEqual([
      { column: 3, row: 0 },
      { column: 3, row: 1 },
      { column: 2, row: 0 },
      { column: 4, row: 0 },
    ]);
  });

  test.each([
    ['4444444', 6, 'columnFull'],
    ['44556677', 7, 'gameOver'],
  ])('%s is refused at its move %i', (moves, at, why) => {
    expect(module.layOut(columnsOf(moves))).toEqual({ kind: 'refused', at, why });
  });
});

test('positions have their scores, alone and as the best of their moves', async () => {
  for (const [moves = '', score] of rows('positions.txt')) {
    const columns = columnsOf(moves);
    expect(await solve(module, columns, onwards), moves).toMatchObject({ score: Number(score) });
    const analysis = await analyze(
      module,
      columns,
      onwards,
      () => undefined,
      () => 0,
    );
    expect(analysis && positionScore(analysis.moves), moves).toBe(Number(score));
  }
});

test('the best line ends the game when the score says', async () => {
  for (const [moves = ''] of rows('positions.txt')) {
    const columns = columnsOf(moves);
    const analysis = await analyze(
      module,
      columns,
      onwards,
      () => undefined,
      () => 0,
    );
    const judged = await solve(module, columns, onwards);
    const plies = judged?.value.kind === 'draw' ? 42 - columns.length : judged?.value.plies;
    expect(analysis?.line.length, moves).toBe(plies);
    const end = module.layOut([...columns, ...(analysis?.line ?? [])]);
    expect(end.kind === 'legal' && end.standing.kind, moves).not.toBe('playing');
  }
});

test('every bot plays the games it plays everywhere', async () => {
  const seen = new Set<string>();
  for (const [name, seed = '', from, moves = ''] of rows('bots.txt')) {
    const bot = BOTS.find((it) => it === name);
    if (bot === undefined) throw new Error(`no bot is called ${name}`);
    seen.add(bot);
    const columns = columnsOf(moves);
    for (let ply = Number(from); ply < columns.length; ply += 2) {
      const question = { moves: columns.slice(0, ply), bot, seed };
      const answer = await choose(module, question, onwards, () => false);
      expect(answer, `${name} ${seed}, ply ${ply}`).toMatchObject({
        column: columns[ply],
        proved: true,
      });
    }
  }
  expect([...seen]).toEqual([...BOTS]);
});

test('a bot that is out of time plays what looks best', async () => {
  const answer = await choose(
    module,
    { moves: [], bot: 'perfect', seed: 'ABC123' },
    onwards,
    () => true,
  );
  expect(answer?.proved).toBe(false);
  expect(COLUMNS).toContain(answer?.column);
});

test('a cancelled search ends without an answer', async () => {
  expect(
    await analyze(
      module,
      [],
      () => Promise.resolve(false),
      () => undefined,
      () => 0,
    ),
  ).toBeUndefined();
});

test('a book that is none is refused, and the engine plays on', () => {
  expect(module.openBook(new TextEncoder().encode('not a book'))).toBe('notABook');
  module.layOut(columnsOf('44556'));
  expect(module.solve(1_000_000)).toEqual({ atLeast: -18, atMost: -18 });
});
