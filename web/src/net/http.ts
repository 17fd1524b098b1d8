/** The REST side of the server: games that were, games that are, and who played them. */
import { rest } from '../protocol/decode';
import { Malformed, type Decoder } from '../protocol/check';
import type {
  Game,
  Games,
  Invitation,
  Leaderboard,
  Online,
  PlayerStats,
  Rooms,
} from '../protocol/generated';

export type Fetched<T> =
  | { readonly kind: 'found'; readonly value: T }
  /** The server answered that there is no such thing. */
  | { readonly kind: 'missing' }
  /** No answer, or not one that makes sense. */
  | { readonly kind: 'away' };

const TIMEOUT_MS = 10_000;

async function get<T>(path: string, decode: Decoder<T>, token?: string): Promise<Fetched<T>> {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  try {
    const response = await fetch(path, {
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      return { kind: 'missing' };
    }
    if (!response.ok) return { kind: 'away' };
    return { kind: 'found', value: decode(await response.json(), path) };
  } catch (error) {
    if (error instanceof Malformed) reportError(error);
    return { kind: 'away' };
  }
}

export function fetchRooms(): Promise<Fetched<Rooms>> {
  return get('/v1/rooms?game=connect4', rest.rooms);
}

export function fetchGame(roomId: string): Promise<Fetched<Game>> {
  return get(`/v1/games/${encodeURIComponent(roomId)}`, rest.game);
}

export interface GamesQuery {
  readonly player?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
  /** Proof that the player asks, who sees private games as well. */
  readonly token?: string | undefined;
}

export function fetchGames({ player, before, limit, token }: GamesQuery): Promise<Fetched<Games>> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (player !== undefined) query.set('player', player);
  if (before !== undefined) query.set('before', before);
  return get(`/v1/games?${query}`, rest.games, token);
}

export function fetchPlayer(id: string): Promise<Fetched<PlayerStats>> {
  return get(`/v1/players/${encodeURIComponent(id)}`, rest.player);
}

/** `search` says which, as an address does: `?preset=duel`. */
export function fetchLeaderboard(search: string): Promise<Fetched<Leaderboard>> {
  return get(`/v1/leaderboard${search}`, rest.leaderboard);
}

export function fetchInvitation(code: string): Promise<Fetched<Invitation>> {
  return get(`/v1/invitations/${encodeURIComponent(code)}`, rest.invitation);
}

export function fetchOnline(): Promise<Fetched<Online>> {
  return get('/v1/online', rest.online);
}
