/** A game against the computer: the one value that says it all, and what can be done with it. */
import type { RefusalCode } from '../game/refusal';
import { keepFinished } from '../computer/history';
import {
  HUMAN,
  initialSolo,
  soloAfter,
  starterOf,
  type Difficulty,
  type SoloState,
  type SoloTerms,
} from '../game/solo';
import type { Column } from '../game/types';
import type { SeatOpponent } from './opponent';
import { beginCounting, forgetPoints, notePoints, soloPoints, type SoloPoints } from './soloPoints';

export interface SoloSession {
  readonly state: SoloState;
  /** Whether the first game has begun. */
  readonly ready: boolean;
  readonly reachable: boolean;
  /** Why the last wish was refused. */
  readonly notice: RefusalCode | undefined;
  readonly sent: Column | undefined;
  readonly playable: readonly Column[];
  /** Games won, lost and drawn in this browser. */
  readonly points: SoloPoints;
  drop(column: Column): void;
  /** Starts the clock before the first disc. */
  startClock(): void;
  clearPoints(): void;
  /** From the computer's next answer on, if it can change in the middle of a game. */
  setDifficulty(difficulty: Difficulty): void;
  /** Whether discs can be taken back and games given up: not with every opponent. */
  readonly lenient: boolean;
  takeBack(): void;
  giveUp(): void;
  restart(terms: SoloTerms): void;
  close(): void;
}

export function createSolo(seat: SeatOpponent, terms: SoloTerms): SoloSession {
  let state = $state.raw(initialSolo(terms));
  let ready = $state(false);
  let reachable = $state(true);
  let notice = $state<RefusalCode | undefined>();
  let sent = $state<Column | undefined>();
  let points = $state.raw(soloPoints());

  const humansTurn = $derived(
    ready && state.game.status === 'playing' && state.game.currentPlayer === HUMAN,
  );
  const playable = $derived(humansTurn && reachable && sent === undefined ? state.game.legal : []);

  const opponent = seat(terms, {
    news(news) {
      if (news.kind === 'began') {
        ready = true;
        if (news.moves.length === 0) beginCounting();
      }
      sent = undefined;
      if (news.kind === 'ended') {
        points = notePoints(news.status, state.game);
        keepFinished({
          moves: state.game.moves,
          starts: starterOf(state),
          difficulty: state.ai.difficulty,
          status: news.status,
          endedMs: Date.now(),
        });
      }
      state = soloAfter(state, news);
    },
    refused(why) {
      sent = undefined;
      notice = why;
    },
    reachable(yes) {
      reachable = yes;
    },
  });

  return {
    get state() {
      return state;
    },
    get ready() {
      return ready;
    },
    get reachable() {
      return reachable;
    },
    get notice() {
      return notice;
    },
    get sent() {
      return sent;
    },
    get playable() {
      return playable;
    },
    get points() {
      return points;
    },
    drop(column) {
      if (!playable.includes(column)) return;
      notice = undefined;
      sent = column;
      opponent.drop(column);
    },
    startClock: () => opponent.startClock(),
    clearPoints() {
      points = forgetPoints();
    },
    setDifficulty: (difficulty) => opponent.setDifficulty(difficulty),
    lenient: opponent.takeBack !== undefined && opponent.giveUp !== undefined,
    takeBack() {
      notice = undefined;
      sent = undefined;
      opponent.takeBack?.();
    },
    giveUp: () => opponent.giveUp?.(),
    restart(next) {
      notice = undefined;
      sent = undefined;
      ready = false;
      state = initialSolo(next);
      opponent.begin(next);
    },
    close: () => opponent.close(),
  };
}
