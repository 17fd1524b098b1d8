/** Finished games and players as the pages show them. */
import {
  fetchGame,
  fetchGames,
  fetchInvitation,
  fetchLeaderboard,
  fetchOnline,
  fetchPlayer,
  fetchRooms,
  type Fetched,
} from '../net/http';
import { discsOf } from '../game/line';
import type { Column, Side } from '../game/types';
import type { End, Preset, Seat } from '../game/view';
import type { Game, Invitation, Online, PlayerStats, Room } from '../protocol/generated';
import { boardSearch, type BoardChoice } from './boardPlace';
import { identity } from './identity';
import { columnsOfText, endOf, seatsOf } from './translate';

export interface GameRecord {
  readonly roomId: string;
  readonly preset: Preset;
  readonly seats: Readonly<Record<Side, Seat>>;
  readonly moves: readonly Column[];
  /** `undefined` while the game runs. */
  readonly end: End | undefined;
  readonly startedMs: number;
  /** `undefined` while the game runs. Lists are in this order, the last first. */
  readonly endedMs: number | undefined;
  /** Discs each has placed. */
  readonly discs: Readonly<Record<Side, number>>;
  /** The room of the rematch, if there was one. */
  readonly next: string | undefined;
}

/** A game that is being played, as lists show it. */
export interface LiveGame {
  readonly roomId: string;
  readonly names: Readonly<Record<Side, string>>;
  readonly colours: Readonly<Record<Side, string>>;
  readonly discs: number;
  readonly spectators: number;
  readonly moves: readonly Column[];
}

/** What somebody who was invited is told. */
export interface InvitationCard {
  readonly roomId: string;
  readonly host: string;
  readonly hostIsHere: boolean;
  readonly preset: Preset;
  readonly turnSeconds: number | undefined;
  readonly idleSeconds: number | undefined;
  readonly status: Invitation['status'];
}

export type { Online, PlayerStats };

export interface RecordPage {
  readonly games: readonly GameRecord[];
  readonly next: string | undefined;
}

function recordOf(game: Game): GameRecord | undefined {
  const seats = seatsOf(game.players);
  if (seats === undefined) return undefined;
  return {
    roomId: game.roomId,
    preset: game.preset,
    seats,
    moves: columnsOfText(game.moves),
    end: game.result === null ? undefined : endOf(game.result, seats),
    startedMs: game.startedAt,
    endedMs: game.endedAt ?? undefined,
    discs: placed(game),
    next: game.next ?? undefined,
  };
}

function placed({ result, moves }: Game): GameRecord['discs'] {
  if (result === null) return discsOf(columnsOfText(moves));
  const [first, second] = result.discsPlaced;
  return { first, second };
}

function liveGameOf({ roomId, players, moveCount, spectators, moves }: Room): LiveGame | undefined {
  const [first, second] = players;
  if (first === undefined || second === undefined) return undefined;
  return {
    roomId,
    names: { first: first.username, second: second.username },
    colours: { first: first.color, second: second.color },
    discs: moveCount,
    spectators,
    moves: columnsOfText(moves),
  };
}

function mapped<T, U>(fetched: Fetched<T>, change: (value: T) => U | undefined): Fetched<U> {
  if (fetched.kind !== 'found') return fetched;
  const value = change(fetched.value);
  return value === undefined ? { kind: 'away' } : { kind: 'found', value };
}

export async function loadGame(roomId: string): Promise<Fetched<GameRecord>> {
  return mapped(await fetchGame(roomId), recordOf);
}

export async function loadGames(
  player?: string,
  before?: string,
  limit = 20,
): Promise<Fetched<RecordPage>> {
  const me = identity('people');
  const token = player !== undefined && me?.playerId === player ? me.token : undefined;
  return mapped(await fetchGames({ player, before, limit, token }), ({ games, next }) => ({
    games: games.flatMap((it) => recordOf(it) ?? []),
    next: next ?? undefined,
  }));
}

export async function loadRooms(): Promise<Fetched<readonly LiveGame[]>> {
  return mapped(await fetchRooms(), ({ rooms }) => rooms.flatMap((it) => liveGameOf(it) ?? []));
}

export function loadPlayer(id: string): Promise<Fetched<PlayerStats>> {
  return fetchPlayer(id);
}

export async function loadLeaders(choice: BoardChoice): Promise<Fetched<readonly PlayerStats[]>> {
  return mapped(await fetchLeaderboard(boardSearch(choice)), ({ players }) => players);
}

export async function loadInvitation(code: string): Promise<Fetched<InvitationCard>> {
  return mapped(await fetchInvitation(code), (it) => ({
    roomId: it.roomId,
    host: it.host.username,
    hostIsHere: it.host.connected,
    preset: it.preset,
    turnSeconds: it.turnSeconds ?? undefined,
    idleSeconds: it.afkTimeoutEnabled ? it.afkTimeoutSeconds : undefined,
    status: it.status,
  }));
}

export function loadOnline(): Promise<Fetched<Online>> {
  return fetchOnline();
}
