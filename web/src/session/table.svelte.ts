/** Two people at one device: the game and what the board shows of it. */
import { NEW_TABLE_GAME, type Referee, type TableGame } from '../game/referee';
import { isColumn, type Column, type Side } from '../game/types';
import { forget, remember, remembered } from './storage';

export interface Table {
  readonly game: TableGame;
  readonly turn: Side | undefined;
  readonly playable: readonly Column[];
  /** The last disc could not be judged. */
  readonly refereeAway: boolean;
  drop(column: Column): Promise<void>;
  /** Takes the last disc back, after the end as well. */
  undo(): Promise<void>;
  restart(): void;
}

/** Where a table remembers its moves over a reload. */
export interface TableMemory {
  moves(): readonly Column[];
  keep(moves: readonly Column[]): void;
}

const NO_MEMORY: TableMemory = { moves: () => [], keep: () => undefined };

const KEY = 'local.game';

/** The game of this tab: another tab has a table of its own. */
export const tabMemory: TableMemory = {
  moves() {
    const saved = remembered(KEY, 'tab');
    return Array.isArray(saved) ? saved.filter(isColumn) : [];
  },
  keep(moves) {
    if (moves.length === 0) forget(KEY, 'tab');
    else remember(KEY, moves, 'tab');
  },
};

/** A second disc in the same column that soon is a finger that slipped, not the other player. */
const DOUBLE_MS = 350;

interface TableOptions {
  readonly memory?: TableMemory;
  readonly nowMs?: () => number;
}

export function createTable(
  referee: Referee,
  { memory = NO_MEMORY, nowMs = () => performance.now() }: TableOptions = {},
): Table {
  let game = $state.raw<TableGame>({ ...NEW_TABLE_GAME });
  let refereeAway = $state(false);
  let dropped: { readonly column: Column; readonly atMs: number } | undefined;
  const turn = $derived(game.state.kind === 'playing' ? game.state.turn : undefined);
  const playable = $derived(game.state.kind === 'playing' ? game.state.legal : []);

  function show(next: TableGame): void {
    game = next;
    memory.keep(next.moves);
  }

  async function judge(moves: readonly Column[]): Promise<void> {
    const before = game;
    const ruling = await referee(moves);
    // A new game may have begun meanwhile.
    if (game !== before) return;
    refereeAway = ruling.kind === 'away';
    if (ruling.kind === 'legal') show(ruling.game);
  }

  /** Wishes are met one after the other, however fast they come. */
  const kept = memory.moves();
  let met: Promise<void> = kept.length > 0 ? judge(kept) : Promise.resolve();
  function then(wish: () => Promise<void>): Promise<void> {
    met = met.then(wish);
    return met;
  }

  return {
    get game() {
      return game;
    },
    get turn() {
      return turn;
    },
    get playable() {
      return playable;
    },
    get refereeAway() {
      return refereeAway;
    },
    drop(column) {
      const atMs = nowMs();
      const slipped = dropped?.column === column && atMs - dropped.atMs < DOUBLE_MS;
      if (slipped) return met;
      dropped = { column, atMs };
      return then(() => judge([...game.moves, column]));
    },
    undo() {
      dropped = undefined;
      return then(() =>
        game.moves.length === 0 ? Promise.resolve() : judge(game.moves.slice(0, -1)),
      );
    },
    restart() {
      dropped = undefined;
      refereeAway = false;
      show({ ...NEW_TABLE_GAME });
    },
  };
}
