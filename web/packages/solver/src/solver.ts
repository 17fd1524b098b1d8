/**
 * The solver as most programs want it: moves in, scores out.
 *
 * Every question has two forms, as Node.js has them. `score` gives a promise and searches in slices, so that
 * other things happen in between and a signal can end it; `scoreSync` answers at once and hears nothing
 * meanwhile, which suits a worker, a script or a position that is easy.
 */
import type { Refusal } from './code.js';
import { BOTS, engineModule, type Bot, type EngineModule, type Followed } from './module.js';
import {
  analyze,
  analyzeSync,
  choose,
  chooseSync,
  solve,
  solveSync,
  type BotQuestion,
} from './search.js';
import { COLUMNS, isColumn, type Analysis, type Column, type Judged } from './types.js';

/** Moves from the empty board: a string of columns 1 to 7, or columns 0 to 6. */
export type Moves = string | readonly number[];

export interface Options {
  /** Memory for what was found out, in mebibytes, 1 to 1024; 4 if not given. */
  readonly tableMebibytes?: number;
}

export interface QuestionOptions {
  /** Ends the search; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface AnalyzeOptions extends QuestionOptions {
  /** Hears what is known so far, after every slice. */
  readonly progress?: (analysis: Analysis) => void;
}

/** The moves can't be played, or lead to a game that is over and has no answer. */
export class IllegalMoves extends Error {
  override readonly name = 'IllegalMoves';
  constructor(
    /** The index of the move at fault; the number of moves if the game is over after them. */
    readonly at: number,
    readonly why: Refusal,
  ) {
    super(`move ${at + 1}: ${SENTENCES[why]}`);
  }
}

const SENTENCES: Readonly<Record<Refusal, string>> = {
  noSuchColumn: 'there is no such column',
  columnFull: 'the column is full',
  gameOver: 'the game is over',
  notYourTurn: 'it is not your turn',
};

/** The bytes are not an opening book of this version. */
export class BadBook extends Error {
  override readonly name = 'BadBook';
}

/** An exact solver with its memory: keep one for a whole game. */
export class Solver {
  readonly #module: EngineModule;

  /** From a compiled module; `load` fetches and compiles the one that comes along. */
  constructor(module: WebAssembly.Module, { tableMebibytes = 4 }: Options = {}) {
    if (!Number.isInteger(tableMebibytes) || tableMebibytes < 1 || tableMebibytes > 1024)
      throw new RangeError('tableMebibytes is a number from 1 to 1024');
    this.#module = engineModule(new WebAssembly.Instance(module));
    this.#module.resizeTable(tableMebibytes);
  }

  /** Answers from this opening book from now on. Without one it is right, and slower in the opening. */
  openBook(bytes: Uint8Array): void {
    const state = this.#module.openBook(bytes);
    if (state !== 'open') throw new BadBook(BOOK_SENTENCES[state]);
  }

  /** Plays moves by the rules: where discs land, what is legal next, how it ends. */
  follow(moves: Moves): Extract<Followed, { kind: 'legal' }> {
    const columns = columnsOf(moves);
    const followed = this.#module.layOut(columns);
    if (followed.kind === 'refused') throw new IllegalMoves(followed.at, followed.why);
    return followed;
  }

  /** The exact score of a position. */
  async score(moves: Moves, { signal }: QuestionOptions = {}): Promise<Judged> {
    const columns = this.#open(moves);
    return answered(await solve(this.#module, columns, pauseFor(signal)), signal);
  }

  scoreSync(moves: Moves): Judged {
    return solveSync(this.#module, this.#open(moves));
  }

  /** The exact score of every move, and perfect play to the end. */
  async analyze(moves: Moves, { signal, progress }: AnalyzeOptions = {}): Promise<Analysis> {
    const columns = this.#open(moves);
    const found = analyze(this.#module, columns, pauseFor(signal), (it) => progress?.(it));
    return answered(await found, signal);
  }

  analyzeSync(moves: Moves): Analysis {
    return analyzeSync(this.#module, this.#open(moves));
  }

  /** A column, 0 to 6, that no other is better than. */
  best(moves: Moves, options: QuestionOptions = {}): Promise<Column> {
    return this.reply('perfect', moves, '', options);
  }

  bestSync(moves: Moves): Column {
    return this.replySync('perfect', moves);
  }

  /** The column a bot plays. The same bot, seed and moves give the same column everywhere. */
  async reply(
    bot: Bot,
    moves: Moves,
    seed = 'ABC123',
    { signal }: QuestionOptions = {},
  ): Promise<Column> {
    const question = this.#question(bot, moves, seed);
    const found = choose(this.#module, question, pauseFor(signal), () => false);
    return answered(await found, signal).column;
  }

  replySync(bot: Bot, moves: Moves, seed = 'ABC123'): Column {
    return chooseSync(this.#module, this.#question(bot, moves, seed)).column;
  }

  /** Forgets what was found out. The book stays. */
  forget(): void {
    this.#module.forget();
  }

  /** Nodes visited since it last forgot. */
  get nodes(): number {
    return this.#module.nodes();
  }

  #question(bot: Bot, moves: Moves, seed: string): BotQuestion {
    if (!BOTS.includes(bot)) throw new RangeError(`there is no bot ${bot}: ${BOTS.join(', ')}`);
    return { bot, moves: this.#open(moves), seed };
  }

  /** The columns of moves after which the game is on. */
  #open(moves: Moves): readonly Column[] {
    const { cells, standing } = this.follow(moves);
    if (standing.kind !== 'playing') throw new IllegalMoves(cells.length, 'gameOver');
    return cells.map((it) => it.column);
  }
}

const BOOK_SENTENCES = {
  notABook: 'this is not an opening book of a format known here',
  wrongLength: 'the opening book is cut short or too long',
  damaged: 'the opening book is damaged: its checksum does not fit',
};

function columnsOf(moves: Moves): Column[] {
  const numbers = typeof moves === 'string' ? [...moves].map((it) => DIGITS.indexOf(it)) : moves;
  return numbers.map((it, at) => {
    if (!isColumn(it)) throw new IllegalMoves(at, 'noSuchColumn');
    return it;
  });
}

const DIGITS = COLUMNS.map((it) => String(it + 1));

function answered<T>(found: T | undefined, signal: AbortSignal | undefined): T {
  signal?.throwIfAborted();
  if (found === undefined) throw new Error('a search ended without an answer');
  return found;
}

/** A turn of the event loop, in which a signal may come. A timer would wait for 4 ms in a browser. */
function pauseFor(signal: AbortSignal | undefined): () => Promise<boolean> {
  signal?.throwIfAborted();
  return async () => {
    await turn();
    return signal?.aborted !== true;
  };
}

function turn(): Promise<void> {
  return new Promise((resume) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resume);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resume();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
