/** A line of moves being looked at: one can go back and forth, try others, and ask what is best. */
import { engine } from '../engine';
import type { Analysis } from '../game/analysis';
import type { Standing } from '../game/referee';
import { COLUMNS, type Cell, type Column, type Stacks } from '../game/types';
import { analyzed, knownAnalysis } from './solved';
import { lastCell, stacksOf } from '../game/line';

export interface Study {
  /** The whole line. */
  readonly moves: readonly Column[];
  /** How many of its discs are shown. */
  readonly ply: number;
  readonly stacks: Stacks;
  readonly lastMove: Cell | undefined;
  /** How the game stands with the discs that are shown. */
  readonly standing: Standing;
  /** The line that was laid out, kept while one explores others. */
  readonly main: readonly Column[];
  /** How it stands at its end. */
  readonly mainEnd: Standing;
  /** After how many discs the line that is shown leaves it; `undefined` if it does not. */
  readonly branch: number | undefined;
  /** What is known about the moves from here; more while `thinking`. */
  readonly analysis: Analysis | undefined;
  readonly thinking: boolean;
  /** The engine could not be loaded. */
  readonly away: boolean;
  /** Lays out a line as far as it is legal, and shows its end. Says how many moves that were. */
  setUp(moves: readonly Column[]): Promise<number>;
  /** Tries a column here. The line goes on from it, unless it was the line's next move anyway. */
  play(column: Column): Promise<void>;
  /** Shows another line, and keeps the main one. */
  explore(moves: readonly Column[]): Promise<void>;
  /** Back to the main line, after so many of its discs. */
  back(ply: number): Promise<void>;
  go(ply: number): void;
  /** After a failure. */
  again(): void;
  close(): void;
}

const EMPTY: Standing = { kind: 'playing', turn: 'first', legal: COLUMNS };

/** How the game stands after each disc of a line, as far as it is legal; the first of them are known. */
async function standingsOf(
  line: readonly Column[],
  known: readonly Standing[],
): Promise<readonly Standing[]> {
  const later = line.slice(known.length - 1);
  const asked = later.map((_, at) => engine().follow(line.slice(0, known.length + at)));
  const followed = await Promise.all(asked);
  return [...known, ...followed.flatMap((it) => (it.kind === 'legal' ? [it.standing] : []))];
}

export function createStudy(): Study {
  let moves = $state.raw<readonly Column[]>([]);
  /** How the game stands at each moment of the line. */
  let standings = $state.raw<readonly Standing[]>([EMPTY]);
  let ply = $state(0);
  let analysis = $state.raw<Analysis | undefined>();
  let thinking = $state(false);
  let away = $state(false);
  let work = new AbortController();
  /** Wishes are met one after the other, however fast they come. */
  let met: Promise<unknown> = Promise.resolve();

  const shown = $derived(moves.slice(0, ply));
  const standing = $derived(standings[ply] ?? EMPTY);
  let main = $state.raw<readonly Column[]>([]);
  let mainEnd = $state.raw<Standing>(EMPTY);
  const branch = $derived.by(() => {
    const at = moves.findIndex((column, place) => column !== main[place]);
    return at === -1 ? undefined : at;
  });

  /** What is shown becomes the main line. */
  function settle(): void {
    main = moves;
    mainEnd = standings.at(-1) ?? EMPTY;
  }

  async function lookAt(line: readonly Column[], signal: AbortSignal): Promise<void> {
    analysis = knownAnalysis(line);
    if (analysis !== undefined) return;
    thinking = true;
    analysis = await analyzed(line, signal, (found) => {
      if (!signal.aborted) analysis = found;
    });
    thinking = false;
  }

  function look(): void {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    thinking = false;
    analysis = undefined;
    away = false;
    if (standing.kind !== 'playing') return;
    lookAt(shown, signal).catch(() => {
      if (signal.aborted) return;
      thinking = false;
      away = true;
    });
  }

  async function layOut(line: readonly Column[]): Promise<number> {
    try {
      const shared = moves.findIndex((column, at) => column !== line[at]);
      const known = standings.slice(0, 1 + (shared === -1 ? moves.length : shared));
      const found = await standingsOf(line, known);
      standings = found;
      moves = line.slice(0, found.length - 1);
      ply = moves.length;
      look();
    } catch {
      away = true;
    }
    return moves.length;
  }

  async function tryColumn(column: Column): Promise<void> {
    if (moves[ply] === column) {
      show(ply + 1);
      return;
    }
    const goesOn = ply === main.length && branch === undefined;
    await layOut([...shown, column]);
    // A disc at the end of the main line makes it longer.
    if (goesOn) settle();
  }

  function show(next: number): void {
    const target = Math.min(moves.length, Math.max(0, next));
    if (target === ply) return;
    ply = target;
    look();
  }

  return {
    get moves() {
      return moves;
    },
    get ply() {
      return ply;
    },
    get stacks() {
      return stacksOf(shown);
    },
    get lastMove() {
      return lastCell(shown);
    },
    get standing() {
      return standing;
    },
    get main() {
      return main;
    },
    get mainEnd() {
      return mainEnd;
    },
    get branch() {
      return branch;
    },
    get analysis() {
      return analysis;
    },
    get thinking() {
      return thinking;
    },
    get away() {
      return away;
    },
    setUp(line) {
      const done = met.then(async () => {
        const played = await layOut(line);
        settle();
        return played;
      });
      met = done;
      return done;
    },
    explore(line) {
      const done = met.then(async () => void (await layOut(line)));
      met = done;
      return done;
    },
    back(target) {
      const done = met.then(async () => {
        if (branch !== undefined) await layOut(main);
        show(target);
      });
      met = done;
      return done;
    },
    play(column) {
      const done = met.then(() => tryColumn(column));
      met = done;
      return done;
    },
    go: show,
    again: look,
    close: () => work.abort(),
  };
}
