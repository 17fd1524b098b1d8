/** Two people at one device: the game and what the board shows of it. */
import { NEW_TABLE_GAME, type Referee, type TableGame } from '../game/referee';
import { openColumns, type Column, type Side } from '../game/types';

export interface Table {
  readonly game: TableGame;
  readonly turn: Side | undefined;
  readonly playable: readonly Column[];
  drop(column: Column): Promise<void>;
  restart(): void;
}

export function createTable(referee: Referee): Table {
  let game = $state.raw(NEW_TABLE_GAME);
  let judging = false;
  const turn = $derived(game.state.kind === 'playing' ? game.state.turn : undefined);
  const playable = $derived(turn === undefined ? [] : openColumns(game.stacks));

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
    async drop(column) {
      if (judging) return;
      judging = true;
      const ruling = await referee.play(game, column);
      judging = false;
      if (ruling.kind === 'played') game = ruling.game;
    },
    restart() {
      game = NEW_TABLE_GAME;
    },
  };
}
