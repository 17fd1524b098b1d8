/** What the game that is shown has done to the ratings of its two players. */
import { SIDES, type Side } from '../game/types';
import type { MatchView } from '../game/view';
import type { RatingPoint } from '../protocol/generated';
import { ratingAfter } from './change';

export type Changes = Readonly<Record<Side, RatingPoint>>;

/** Whether a game will change ratings, or has. */
export const changesRatings = (view: MatchView): boolean =>
  view.rated &&
  view.phase.kind === 'over' &&
  view.phase.end.reason !== 'aborted' &&
  SIDES.every((side) => !view.seats[side].isBot);

/** Looks as soon as the game is over. To be called where a component begins. */
export function createChanges(view: () => MatchView | undefined): {
  readonly current: Changes | undefined;
} {
  let current = $state.raw<Changes | undefined>();
  const roomId = $derived.by(() => {
    const now = view();
    return now !== undefined && changesRatings(now) ? now.roomId : undefined;
  });
  const first = $derived(view()?.seats.first.id ?? '');
  const second = $derived(view()?.seats.second.id ?? '');

  $effect(() => {
    const room = roomId;
    current = undefined;
    if (room === undefined) return undefined;
    let shown = true;
    void Promise.all([ratingAfter(room, first), ratingAfter(room, second)]).then(([one, two]) => {
      if (shown && one !== undefined && two !== undefined) current = { first: one, second: two };
    });
    return () => {
      shown = false;
    };
  });

  return {
    get current() {
      return current;
    },
  };
}
