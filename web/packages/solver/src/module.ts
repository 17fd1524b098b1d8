/** The WebAssembly module with types. Runs wherever there is WebAssembly. */
import * as code from './code.js';
import {
  isColumn,
  type Cell,
  type Column,
  type Judged,
  type Line,
  type Mark,
  type MoveVerdict,
  type MoveVerdicts,
  type Reason,
  type Standing,
} from './types.js';

/** Every bot, in the order of the module. */
export const BOTS = [
  'live-easy',
  'live-medium',
  'live-hard',
  'solo-easy',
  'solo-medium',
  'solo-hard',
  'perfect',
] as const;
export type Bot = (typeof BOTS)[number];

/** Moves played from the empty board, as far as the rules allow. */
export type Followed =
  | { readonly kind: 'legal'; readonly cells: readonly Cell[]; readonly standing: Standing }
  /** The move with this index was refused. */
  | { readonly kind: 'refused'; readonly at: number; readonly why: code.Refusal };

export type BookState = 'open' | 'notABook' | 'wrongLength' | 'damaged';

export interface EngineModule {
  /** Plays the moves from the empty board. Everything below is about where they lead. */
  layOut(moves: readonly Column[]): Followed;
  choose(bot: Bot, seed: string, nodes: number): code.Answer | undefined;
  /** What is proved about the score, with at most so many nodes. */
  solve(nodes: number): code.Bounds | undefined;
  /** Finds out more about every move. */
  analyze(nodes: number): MoveVerdicts;
  bestLine(nodes: number): readonly Column[];
  /** What a move cost, by the scores it found and left, both for its player. */
  judge(found: number, left: number): Mark | undefined;
  /** Why a move is what it is; `undefined` if it can't be played, or that many nodes are too few. */
  reason(column: Column, nodes: number): Reason | undefined;
  /** A score in words. */
  judged(score: number): Judged;
  openBook(bytes: Uint8Array): BookState;
  resizeTable(mebibytes: number): void;
  forget(): void;
  /** Nodes since it last forgot. */
  nodes(): number;
}

const BOOK_STATES: readonly BookState[] = ['open', 'notABook', 'wrongLength', 'damaged'];

/** Cells told one by one. */
function cellsOf(nth: (index: number) => number): readonly Cell[] {
  const cells: Cell[] = [];
  for (let it = nth(0); it !== code.NONE; it = nth(cells.length)) cells.push(...code.cell(it));
  return cells;
}

export function engineModule(instance: WebAssembly.Instance): EngineModule {
  const { memory } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('the engine has no memory');
  const own = memory;

  /** An export that returns 32 bits without a sign. */
  function word(name: string): (...numbers: number[]) => number {
    const call = wide(name);
    return (...numbers) => call(...numbers) >>> 0;
  }

  function wide(name: string): (...numbers: number[]) => number {
    const call = instance.exports[name];
    if (typeof call !== 'function') throw new Error(`the engine has no function ${name}`);
    return (...numbers) => Number(call(...numbers));
  }

  const buffer = word('buffer');
  const openBook = word('open_book');
  const resizeTable = word('resize_table');
  const forget = word('forget');
  const nodes = wide('nodes');
  const setUp = word('set_up');
  const play = word('play');
  const legalColumns = word('legal_columns');
  const outcome = word('outcome');
  const winningLine = word('winning_line');
  const choose = word('choose');
  const solve = word('solve');
  const analyze = word('analyze');
  const verdict = word('verdict');
  const plies = word('plies');
  const bestLine = word('best_line');
  const lineColumn = word('line_column');
  const judge = word('judge');
  const points = word('points');
  const reason = word('reason');
  const reasonCell = word('reason_cell');
  const reasonKey = word('reason_key');

  function put(bytes: Uint8Array): void {
    const address = buffer(bytes.length);
    // The memory may have grown, and its bytes moved, with that very call.
    new Uint8Array(own.buffer).set(bytes, address);
  }

  function winningLines(): readonly Line[] {
    const lines: Line[] = [];
    for (let it = winningLine(0); it !== code.NONE; it = winningLine(lines.length))
      lines.push(code.line(it));
    return lines;
  }

  function standing(ply: number): Standing {
    const ended = code.outcome(outcome());
    if (ended === 'drawn') return { kind: 'drawn' };
    if (ended !== 'none') return { kind: 'won', by: ended, lines: winningLines() };
    const turn = ply % 2 === 0 ? 'first' : 'second';
    return { kind: 'playing', turn, legal: code.columns(legalColumns()) };
  }

  function judged(score: number): Judged {
    if (score === 0) return { score, value: { kind: 'draw' } };
    return { score, value: { kind: score > 0 ? 'win' : 'loss', plies: plies(score) } };
  }

  function moveVerdict(column: Column): MoveVerdict {
    const bounds = code.bounds(verdict(column));
    if (bounds === undefined) return { kind: 'full' };
    if (bounds.atLeast < bounds.atMost) return { kind: 'bounds', ...bounds };
    return { kind: 'exact', ...judged(bounds.atLeast) };
  }

  return {
    layOut(moves) {
      setUp();
      const cells: Cell[] = [];
      for (const [at, column] of moves.entries()) {
        const result = code.landed(play(column));
        if (result.kind === 'refused') return { kind: 'refused', at, why: result.why };
        cells.push({ column, row: result.row });
      }
      return { kind: 'legal', cells, standing: standing(moves.length) };
    },
    choose(bot, seed, limit) {
      put(new TextEncoder().encode(seed));
      return code.answer(choose(BOTS.indexOf(bot), limit));
    },
    solve: (limit) => code.bounds(solve(limit)),
    analyze(limit) {
      analyze(limit);
      return {
        0: moveVerdict(0),
        1: moveVerdict(1),
        2: moveVerdict(2),
        3: moveVerdict(3),
        4: moveVerdict(4),
        5: moveVerdict(5),
        6: moveVerdict(6),
      };
    },
    bestLine(limit) {
      const length = bestLine(limit);
      return Array.from({ length }, (_, at) => lineColumn(at)).filter(isColumn);
    },
    judge(found, left) {
      const answer = judge(found, left);
      const judgement = code.judgement(answer);
      return judgement && { judgement, points: points(answer) };
    },
    reason(column, limit) {
      const found = code.reason(reason(column, limit));
      return found && { ...found, cells: cellsOf(reasonCell), key: cellsOf(reasonKey) };
    },
    judged,
    openBook(bytes) {
      put(bytes);
      return BOOK_STATES[openBook()] ?? 'damaged';
    },
    resizeTable: (mebibytes) => void resizeTable(mebibytes),
    forget: () => void forget(),
    nodes,
  };
}
