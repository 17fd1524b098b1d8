/** Two people at one device: the game and what the board shows of it. */
import { NEW_TABLE_GAME, type Referee, type TableGame } from '../game/referee';
import type { Column, Side } from '../game/types';

export interface Table {
  readonly game: TableGame;
  readonly turn: Side | undefined;
  readonly playable: readonly Column[];
  /** The last disc could not be judged. */
  readonly refereeAway: boolean;
  drop(column: Column): Promise<void>;
  restart(): void;
}

export function createTable(referee: Referee): Table {
  let game = $state.raw(NEW_TABLE_GAME);
  let refereeAway = $state(false);
  /** Discs are judged one after the other, however fast they come. */
  let judged: Promise<void> = Promise.resolve();
  const turn = $derived(game.state.kind === 'playing' ? game.state.turn : undefined);
  const playable = $derived(game.state.kind === 'playing' ? game.state.legal : []);

  async function judge(column: Column): Promise<void> {
    const before = game;
    const ruling = await referee.play(before, column);
    // A new game may have begun meanwhile.
    if (game !== before) return;
    refereeAway = ruling.kind === 'away';
    if (ruling.kind === 'played') game = ruling.game;
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
      judged = judged.then(() => judge(column));
      return judged;
    },
    restart() {
      game = NEW_TABLE_GAME;
      refereeAway = false;
    },
  };
}
