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

export const END_REASONS = [
  'four',
  'full',
  'resignation',
  'idle',
  'disconnect',
  'timeout',
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
  | { readonly kind: 'away'; readonly untilMs: number | undefined };

export type Phase =
  | { readonly kind: 'playing'; readonly turn: Side; readonly turnEndsMs: number | undefined }
  | { readonly kind: 'over'; readonly end: End };

export interface End {
  /** `undefined` is a draw. */
  readonly winner: Side | undefined;
  readonly reason: EndReason;
  readonly lines: readonly Line[];
}

export type Rematch =
  | { readonly kind: 'none' }
  | { readonly kind: 'offered'; readonly by: Side }
  | { readonly kind: 'declined' };

export interface MatchView {
  readonly roomId: string;
  readonly version: number;
  readonly preset: Preset;
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
}

/** News that counts: each has a version, one more than the last. */
export type NumberedNews =
  | {
      readonly kind: 'dropped';
      readonly version: number;
      readonly side: Side;
      readonly cell: Cell;
      readonly turn: Side;
      readonly turnEndsMs: number | undefined;
    }
  | { readonly kind: 'ended'; readonly version: number; readonly end: End }
  | {
      readonly kind: 'idle';
      readonly version: number;
      readonly side: Side;
      readonly untilMs: number;
    }
  | {
      readonly kind: 'away';
      readonly version: number;
      readonly side: Side;
      readonly untilMs: number;
    }
  | { readonly kind: 'back'; readonly version: number; readonly side: Side }
  | { readonly kind: 'rematchOffered'; readonly version: number; readonly by: Side }
  | { readonly kind: 'rematchDeclined'; readonly version: number };

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
      return ended({ ...view, idle: undefined, phase: { kind: 'over', end: news.end } });
    case 'idle':
      return { ...view, idle: { side: news.side, untilMs: news.untilMs } };
    case 'away':
      return withPresence(view, news.side, { kind: 'away', untilMs: news.untilMs });
    case 'back':
      return withPresence(view, news.side, { kind: 'here' });
    case 'rematchOffered':
      return { ...view, rematch: { kind: 'offered', by: news.by } };
    case 'rematchDeclined':
      return { ...view, rematch: { kind: 'declined' } };
    default:
      return unreachable(news);
  }
}

function calm({ presence, ...seat }: Seat): Seat {
  const away = presence.kind === 'away';
  return { ...seat, presence: away ? { kind: 'away', untilMs: undefined } : presence };
}

/** Who is away may stay so: nothing is lost by it any more. */
function ended(view: MatchView): MatchView {
  return { ...view, seats: { first: calm(view.seats.first), second: calm(view.seats.second) } };
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
