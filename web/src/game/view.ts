/**
 * A match as one client sees it, and what each piece of news does to it.
 *
 * The client does not work out turns, results or legal moves: the news says them. It only knows
 * when to stop trusting itself, which is the version rule.
 */
import {
  COLUMNS,
  ROWS,
  unreachable,
  withDisc,
  type Cell,
  type Column,
  type Line,
  type Side,
  type Stacks,
} from './types';

export const PRESETS = ['classic', 'solo', 'live', 'duel'] as const;
export type Preset = (typeof PRESETS)[number];

/** The rules people choose from when they play people. */
export const HOUSE_PRESETS = ['live', 'duel', 'classic'] as const;
export type HousePreset = (typeof HOUSE_PRESETS)[number];

export const END_REASONS = [
  'four',
  'full',
  'resignation',
  'idle',
  'disconnect',
  'timeout',
  'aborted',
] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface Seat {
  readonly id: string;
  readonly name: string;
  /** As the server names it: `red`, `#000000`. */
  readonly colour: string;
  readonly isBot: boolean;
  readonly presence: Presence;
}

export type Presence =
  | { readonly kind: 'here' }
  /** Gone; the game is lost at `untilMs`, where that is known, unless they come back. */
  | { readonly kind: 'away'; readonly untilMs: number | undefined }
  /** Gone for good, after the game. */
  | { readonly kind: 'left' };

export type Phase =
  | { readonly kind: 'playing'; readonly turn: Side; readonly turnEndsMs: number | undefined }
  | { readonly kind: 'over'; readonly end: End };

export interface End {
  /** `undefined` is a draw, or a game that was called off. */
  readonly winner: Side | undefined;
  readonly reason: EndReason;
  readonly lines: readonly Line[];
}

export type Rematch =
  | { readonly kind: 'none' }
  | { readonly kind: 'offered'; readonly by: Side }
  | { readonly kind: 'declined'; readonly by: Side | undefined; readonly why: RematchRefusal }
  /** Both agreed; the next game has its own room. */
  | { readonly kind: 'accepted'; readonly nextRoomId: string };

/** `disconnected` ends an offer only: anybody may ask again. */
export const REMATCH_REFUSALS = ['declined', 'left', 'disconnected', 'busy'] as const;
export type RematchRefusal = (typeof REMATCH_REFUSALS)[number];

/** Games of the same two in a row. */
export interface Series {
  readonly wins: Readonly<Record<Side, number>>;
  readonly draws: number;
}

export interface MatchView {
  readonly roomId: string;
  readonly version: number;
  readonly preset: Preset;
  /** Seconds a turn, where turns have a clock. */
  readonly turnSeconds: number | undefined;
  readonly seats: Readonly<Record<Side, Seat>>;
  /** The seat of this client; `undefined` for a spectator. */
  readonly mine: Side | undefined;
  readonly stacks: Stacks;
  readonly moves: readonly Column[];
  readonly lastMove: Cell | undefined;
  readonly phase: Phase;
  /** Somebody has not moved for long, and loses at `untilMs`. */
  readonly idle: { readonly side: Side; readonly untilMs: number } | undefined;
  readonly spectators: number;
  readonly rematch: Rematch;
  /** The score before this game. */
  readonly series: Series;
  /** Whether it counts for the ratings. */
  readonly rated: boolean;
  readonly private: boolean;
}

/** News that counts: each has a version, one more than the last. */
export type NumberedNews = { readonly version: number } & (
  | {
      readonly kind: 'dropped';
      readonly side: Side;
      readonly cell: Cell;
      readonly turn: Side;
      readonly turnEndsMs: number | undefined;
    }
  | { readonly kind: 'ended'; readonly end: End }
  | { readonly kind: 'idle'; readonly side: Side; readonly untilMs: number }
  | {
      readonly kind: 'away';
      readonly side: Side;
      readonly untilMs: number;
      readonly turn: NewDeadline;
    }
  | { readonly kind: 'back'; readonly side: Side; readonly turn: NewDeadline }
  | { readonly kind: 'rematchOffered'; readonly by: Side }
  | {
      readonly kind: 'rematchDeclined';
      readonly by: Side | undefined;
      readonly why: RematchRefusal;
    }
  | { readonly kind: 'rematchAccepted'; readonly nextRoomId: string }
);

/** What becomes of the end of the turn when somebody goes or comes: clocks stand still for the absent. */
export type NewDeadline =
  { readonly kind: 'same' } | { readonly kind: 'moved'; readonly endsMs: number | undefined };

/** News of the moment, true when it arrives. */
export type PassingNews =
  { readonly kind: 'idleCleared' } | { readonly kind: 'spectators'; readonly count: number };

export type News = NumberedNews | PassingNews;

export type Step =
  | { readonly kind: 'shown'; readonly view: MatchView }
  /** Already known: a repeat after reconnecting. */
  | { readonly kind: 'repeat' }
  /** Something was missed. Ask for the whole game; do not guess. */
  | { readonly kind: 'gap' };

export function receive(view: MatchView, news: News): Step {
  switch (news.kind) {
    case 'idleCleared':
      return { kind: 'shown', view: { ...view, idle: undefined } };
    case 'spectators':
      return { kind: 'shown', view: { ...view, spectators: news.count } };
    default:
      if (news.version <= view.version) return { kind: 'repeat' };
      if (news.version > view.version + 1) return { kind: 'gap' };
      return { kind: 'shown', view: { ...applied(view, news), version: news.version } };
  }
}

function applied(view: MatchView, news: NumberedNews): MatchView {
  switch (news.kind) {
    case 'dropped': {
      const { side, cell, turn, turnEndsMs } = news;
      return {
        ...view,
        stacks: withDisc(view.stacks, cell.column, side),
        moves: [...view.moves, cell.column],
        lastMove: cell,
        idle: undefined,
        phase: { kind: 'playing', turn, turnEndsMs },
      };
    }
    case 'ended':
      return {
        ...view,
        seats: {
          first: withoutWindow(view.seats.first),
          second: withoutWindow(view.seats.second),
        },
        idle: undefined,
        phase: { kind: 'over', end: news.end },
      };
    case 'idle':
      return { ...view, idle: { side: news.side, untilMs: news.untilMs } };
    case 'away': {
      const away = { kind: 'away', untilMs: news.untilMs } as const;
      const idle = view.idle?.side === news.side ? undefined : view.idle;
      return withDeadline(withPresence({ ...view, idle }, news.side, away), news.turn);
    }
    case 'back':
      return withDeadline(withPresence(view, news.side, { kind: 'here' }), news.turn);
    case 'rematchOffered':
      return { ...view, rematch: { kind: 'offered', by: news.by } };
    case 'rematchDeclined': {
      const { by, why } = news;
      const next: MatchView = { ...view, rematch: { kind: 'declined', by, why } };
      const gone = by !== undefined && by !== view.mine && (why === 'left' || why === 'busy');
      return gone ? withPresence(next, by, { kind: 'left' }) : next;
    }
    case 'rematchAccepted':
      return { ...view, rematch: { kind: 'accepted', nextRoomId: news.nextRoomId } };
    default:
      return unreachable(news);
  }
}

/** After the end nobody is waited for any more. */
function withoutWindow(seat: Seat): Seat {
  return seat.presence.kind === 'away'
    ? { ...seat, presence: { kind: 'away', untilMs: undefined } }
    : seat;
}

function withDeadline(view: MatchView, turn: NewDeadline): MatchView {
  if (turn.kind === 'same' || view.phase.kind !== 'playing') return view;
  return { ...view, phase: { ...view.phase, turnEndsMs: turn.endsMs } };
}

function withPresence(view: MatchView, side: Side, presence: Presence): MatchView {
  return { ...view, seats: { ...view.seats, [side]: { ...view.seats[side], presence } } };
}

/** Whose turn it is while the game is on. */
export function turnOf(view: MatchView): Side | undefined {
  return view.phase.kind === 'playing' ? view.phase.turn : undefined;
}

/** Columns the server's board leaves open: those with an empty top cell. */
export function openColumns({ stacks }: MatchView): readonly Column[] {
  return COLUMNS.filter((column) => stacks[column][ROWS - 1] === undefined);
}

/** Columns this client may choose now. */
export function playableColumns(view: MatchView): readonly Column[] {
  return view.mine !== undefined && turnOf(view) === view.mine ? openColumns(view) : [];
}

/** The score of the series with this game in it. */
export function seriesNow({ series, phase }: Pick<MatchView, 'series' | 'phase'>): Series {
  if (phase.kind !== 'over' || phase.end.reason === 'aborted') return series;
  const { winner } = phase.end;
  if (winner === undefined) return { ...series, draws: series.draws + 1 };
  return { ...series, wins: { ...series.wins, [winner]: series.wins[winner] + 1 } };
}

/** Before both have moved a game can be called off. */
export function canAbort(view: MatchView): boolean {
  return view.mine !== undefined && view.phase.kind === 'playing' && view.moves.length < 2;
}

/** Whether one can ask for another game now. */
export function canAskRematch({ rematch }: Pick<MatchView, 'rematch'>): boolean {
  return rematch.kind === 'none' || (rematch.kind === 'declined' && rematch.why === 'disconnected');
}
