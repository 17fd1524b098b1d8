/**
 * A game against the computer, as one value.
 *
 * Its fields are those of the State section of the solo document, by their names there; the few
 * that the document does not list are at the end of each part.
 */
import {
  ROWS,
  COLUMNS,
  NO_DISCS,
  unreachable,
  withDisc,
  type Cell,
  type Column,
  type Line,
  type Side,
  type Stacks,
} from './types';

export const DIFFICULTIES = ['easy', 'medium', 'hard', 'perfect'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export const HUMAN = 1;
export const AI = 2;
export type SoloPlayer = typeof HUMAN | typeof AI;

export type SoloStatus = 'playing' | 'human_won' | 'ai_won' | 'draw';

/** What the human chose before the first disc. */
export interface SoloTerms {
  readonly difficulty: Difficulty;
  readonly starts: SoloPlayer;
  /** The 30 seconds of a turn; off for people who like to think. */
  readonly clock: 'on' | 'off';
  readonly seed: string;
}

/** A cell of the document's grid: row 0 is the top row. */
export interface GridCell {
  readonly column: Column;
  readonly row: number;
}

export interface SoloState {
  readonly player: {
    readonly id: typeof HUMAN;
    readonly type: 'human';
    readonly color: '#000000';
    readonly piecesPlayed: number;
  };
  readonly ai: {
    readonly id: typeof AI;
    readonly type: 'ai';
    readonly color: '#ffffff';
    readonly piecesPlayed: number;
    readonly algorithm: string;
    readonly difficulty: Difficulty;
    /** Plies of lookahead; `undefined` sees to the end. */
    readonly depth: number | undefined;
    readonly responseDelayMs: number;
    readonly isThinking: boolean;
  };
  readonly board: {
    /** Row 0 is the top row, as the document draws it. */
    readonly grid: readonly (readonly (SoloPlayer | null)[])[];
    readonly rows: number;
    readonly cols: number;
  };
  readonly game: {
    readonly currentPlayer: SoloPlayer;
    readonly status: SoloStatus;
    readonly moveCount: number;
    /** Its row counts as the grid does, from the top. */
    readonly lastMove: GridCell | null;
    /** Every column that was played, in order. */
    readonly moves: readonly Column[];
    readonly winningLines: readonly Line[];
    /** The columns that may be played, as the opponent judges. */
    readonly legal: readonly Column[];
    /** Whether the human's turns are timed at all. */
    readonly clock: SoloTerms['clock'];
    /** When this turn is over; `undefined` too while the clock has not been started. */
    readonly turnEndsMs: number | undefined;
    /** The clock decided, not the board. */
    readonly lostOnTime: boolean;
    /** The human did not want to go on. */
    readonly gaveUp: boolean;
  };
}

/** Who is to move, where they may, and until when. */
export interface Turn {
  readonly player: SoloPlayer;
  /** Empty after the disc that ended the game. */
  readonly legal: readonly Column[];
  readonly endsMs: number | undefined;
}

/** What an opponent tells: how the game stands, disc by disc. */
export type SoloNews =
  | {
      readonly kind: 'began';
      readonly terms: SoloTerms;
      /** Not empty when a game is taken up again. */
      readonly moves: readonly Column[];
      readonly stacks: Stacks;
      readonly lastMove: Cell | null;
      readonly next: Turn;
    }
  | {
      readonly kind: 'dropped';
      readonly by: SoloPlayer;
      readonly cell: Cell;
      readonly next: Turn;
    }
  | { readonly kind: 'difficultyChanged'; readonly difficulty: Difficulty }
  /** The clock of the turn runs from now on. */
  | { readonly kind: 'clockStarted'; readonly endsMs: number }
  | {
      readonly kind: 'ended';
      readonly status: Exclude<SoloStatus, 'playing'>;
      readonly lines: readonly Line[];
      readonly onTime: boolean;
      readonly gaveUp?: boolean;
    };

const ALGORITHMS: Readonly<Record<Difficulty, { algorithm: string; depth: number | undefined }>> = {
  easy: { algorithm: 'simple rule', depth: 0 },
  medium: { algorithm: 'minimax', depth: 4 },
  hard: { algorithm: 'minimax with pruning, exact from 16 discs on', depth: 6 },
  perfect: { algorithm: 'exact solver', depth: undefined },
};

export const RESPONSE_DELAY_MS = 500;
export const TURN_SECONDS = 30;

/** The state before the first disc. */
export function initialSolo(terms: SoloTerms): SoloState {
  return {
    player: { id: HUMAN, type: 'human', color: '#000000', piecesPlayed: 0 },
    ai: {
      id: AI,
      type: 'ai',
      color: '#ffffff',
      piecesPlayed: 0,
      ...ALGORITHMS[terms.difficulty],
      difficulty: terms.difficulty,
      responseDelayMs: RESPONSE_DELAY_MS,
      isThinking: terms.starts === AI,
    },
    board: { grid: gridOf(NO_DISCS), rows: ROWS, cols: COLUMNS.length },
    game: {
      currentPlayer: terms.starts,
      status: 'playing',
      moveCount: 0,
      lastMove: null,
      moves: [],
      winningLines: [],
      legal: COLUMNS,
      clock: terms.clock,
      turnEndsMs: undefined,
      lostOnTime: false,
      gaveUp: false,
    },
  };
}

export function soloAfter(state: SoloState, news: SoloNews): SoloState {
  switch (news.kind) {
    case 'began': {
      const fresh = initialSolo(news.terms);
      const counted = withBoard(fresh, news.stacks, news.lastMove, news.moves);
      return withTurn(counted, news.next);
    }
    case 'dropped': {
      const stacks = withDisc(stacksOf(state), news.cell.column, sideOf(news.by));
      const moves = [...state.game.moves, news.cell.column];
      return withTurn(withBoard(state, stacks, news.cell, moves), news.next);
    }
    case 'difficultyChanged': {
      const { difficulty } = news;
      return { ...state, ai: { ...state.ai, ...ALGORITHMS[difficulty], difficulty } };
    }
    case 'clockStarted':
      return { ...state, game: { ...state.game, turnEndsMs: news.endsMs } };
    case 'ended':
      return {
        ...state,
        ai: { ...state.ai, isThinking: false },
        game: {
          ...state.game,
          status: news.status,
          winningLines: news.lines,
          legal: [],
          turnEndsMs: undefined,
          lostOnTime: news.onTime,
          gaveUp: news.gaveUp === true,
        },
      };
    default:
      return unreachable(news);
  }
}

function withBoard(
  state: SoloState,
  stacks: Stacks,
  lastMove: Cell | null,
  moves: readonly Column[],
): SoloState {
  const discs = COLUMNS.flatMap((column) => stacks[column]);
  const count = (side: Side): number => discs.filter((it) => it === side).length;
  return {
    ...state,
    player: { ...state.player, piecesPlayed: count('first') },
    ai: { ...state.ai, piecesPlayed: count('second') },
    board: { ...state.board, grid: gridOf(stacks) },
    game: {
      ...state.game,
      moveCount: discs.length,
      lastMove: lastMove && flipped(lastMove),
      moves,
    },
  };
}

function withTurn(state: SoloState, { player, legal, endsMs }: Turn): SoloState {
  return {
    ...state,
    ai: { ...state.ai, isThinking: player === AI && legal.length > 0 },
    game: { ...state.game, currentPlayer: player, legal, turnEndsMs: endsMs },
  };
}

/** Who had the first turn of a game that is on. */
export function starterOf({ player, ai, game }: SoloState): SoloPlayer {
  if (player.piecesPlayed === ai.piecesPlayed) return game.currentPlayer;
  return player.piecesPlayed > ai.piecesPlayed ? HUMAN : AI;
}

/** The human is the first seat, whoever starts. */
export function sideOf(player: SoloPlayer): Side {
  return player === HUMAN ? 'first' : 'second';
}

export function playerOf(side: Side): SoloPlayer {
  return side === 'first' ? HUMAN : AI;
}

/** The same cell counted from the other end: top and bottom change places. */
function flipped({ column, row }: Cell | GridCell): Cell & GridCell {
  return { column, row: ROWS - 1 - row };
}

/** The last disc where the board widget counts from: the bottom. */
export function lastDisc({ game }: SoloState): Cell | undefined {
  return game.lastMove === null ? undefined : flipped(game.lastMove);
}

/** Whether the human's turn is timed, and the clock waits for the first disc or for `start`. */
export function clockWaits({ game }: SoloState): boolean {
  return (
    game.status === 'playing' &&
    game.clock === 'on' &&
    game.currentPlayer === HUMAN &&
    game.turnEndsMs === undefined
  );
}

function gridOf(stacks: Stacks): readonly (readonly (SoloPlayer | null)[])[] {
  return Array.from({ length: ROWS }, (_, fromTop) =>
    COLUMNS.map((column) => {
      const side = stacks[column][ROWS - 1 - fromTop];
      return side === undefined ? null : playerOf(side);
    }),
  );
}

export function stacksOf({ board }: SoloState): Stacks {
  const stack = (column: Column): readonly Side[] =>
    board.grid
      .map((row) => row[column])
      .toReversed()
      .flatMap((player) => (player === HUMAN || player === AI ? [sideOf(player)] : []));
  return {
    0: stack(0),
    1: stack(1),
    2: stack(2),
    3: stack(3),
    4: stack(4),
    5: stack(5),
    6: stack(6),
  };
}
