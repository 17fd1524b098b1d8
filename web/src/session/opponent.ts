/**
 * Somebody to play against alone: the engine in this page's Worker, or the server's bots where a
 * browser can't run it.
 *
 * An opponent judges the game: it says where discs land, whose turn it is and how the game ends.
 */
import type { RefusalCode } from '../game/refusal';
import type { Difficulty, SoloNews, SoloTerms } from '../game/solo';
import type { Column } from '../game/types';

export interface Opponent {
  /** Begins a new game, giving up one that runs. `began` follows. */
  begin(terms: SoloTerms): void;
  /** The human's disc. `dropped` follows, or `refused`. */
  drop(column: Column): void;
  /** Starts the clock of a turn that waits for it. `clockStarted` follows; elsewhere nothing. */
  startClock(): void;
  /**
   * How well to play from the next answer on. `difficultyChanged` follows, unless this opponent keeps its
   * level to the end of a game.
   */
  setDifficulty(difficulty: Difficulty): void;
  /** Takes the human's last disc back, and the answer to it. `began` follows. Not every opponent can. */
  takeBack?(): void;
  /** Gives the game up. `ended` follows. Not every opponent takes it. */
  giveUp?(): void;
  /** The table is left for good. */
  close(): void;
}

export interface OpponentEvents {
  news(news: SoloNews): void;
  /** Something that was asked for was refused. */
  refused(why: RefusalCode): void;
  /** Whether the opponent can be reached. One in the page itself always can. */
  reachable(yes: boolean): void;
}

/** Takes up the game of this tab if there is one, or begins one by these terms. */
export type SeatOpponent = (terms: SoloTerms, on: OpponentEvents) => Opponent;

/** An opponent whose code is still to be loaded. What is asked meanwhile waits. */
export function whenLoaded(load: () => Promise<SeatOpponent>): SeatOpponent {
  return (terms, on): Opponent => {
    const seated = load().then((seat) => seat(terms, on));
    return {
      begin: (next) => void seated.then((it) => it.begin(next)),
      drop: (column) => void seated.then((it) => it.drop(column)),
      startClock: () => void seated.then((it) => it.startClock()),
      setDifficulty: (difficulty) => void seated.then((it) => it.setDifficulty(difficulty)),
      close: () => void seated.then((it) => it.close()),
    };
  };
}
