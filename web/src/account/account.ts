/** The account of this browser's player, over REST. */
import { flag, list, nullable, number, object, text, type Decoder } from '../protocol/check';
import type {
  Account,
  Claimed,
  Confirmation,
  LoggedIn,
  Passkey,
  RatingPoint,
  Ratings,
  RecoveryCodes,
} from '../protocol/generated';
import { identityStore } from '../session/identity';
import { rename } from '../session/name.svelte';
import { remember, remembered } from '../session/storage';

export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** With a sentence for the person who asked. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'away' };

export type { Account, Confirmation, RatingPoint };

const TIMEOUT_MS = 15_000;
/** Proves that somebody was logged in here, though it opens nothing any more. */
const DEVICE = 'device';

const people = identityStore('people');

const problem = object({ error: object({ message: text }) });
export const nothing: Decoder<undefined> = () => undefined;
const loggedIn = object<LoggedIn>({ playerId: text, username: text, token: text });
const codes = object<RecoveryCodes>({ recoveryCodes: list(text) });
export const claimed = object<Claimed>({
  playerId: text,
  username: text,
  recoveryCodes: list(text),
});
export const passkeys: Decoder<Passkey[]> = list(
  object<Passkey>({ id: text, label: text, createdAt: number }),
);
const account = object<Account>({
  playerId: text,
  username: nullable(text),
  createdAt: nullable(number),
  hasPassword: flag,
  passkeys,
  recoveryCodesLeft: number,
  devices: list(object({ id: number, label: text, current: flag })),
  blocked: list(text),
});
const ratings = object<Ratings>({
  points: list(
    object({ roomId: text, at: number, rating: number, change: number, deviation: number }),
  ),
});

/** Whether there is anybody to be. */
export function hasIdentity(): boolean {
  return people.current() !== undefined;
}

function proof(): string | undefined {
  const device = remembered(DEVICE);
  return people.current()?.token ?? (typeof device === 'string' ? device : undefined);
}

export async function call<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  decode: Decoder<T>,
  body?: object,
): Promise<Answer<T>> {
  const headers = new Headers({ accept: 'application/json' });
  const token = proof();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(`/v1/${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const told: unknown = await response.json();
    if (response.ok) return { kind: 'done', value: decode(told, path) };
    return { kind: 'refused', message: problem(told, path).error.message };
  } catch {
    return { kind: 'away' };
  }
}

/** From now on this browser is somebody, under a new token. */
export async function become(path: string, body?: object): Promise<Answer<LoggedIn>> {
  const answer = await call('POST', path, loggedIn, body);
  if (answer.kind === 'done') {
    const { playerId, token, username } = answer.value;
    people.keep({ playerId, token });
    rename(username);
  }
  return answer;
}

/** From now on this browser is nobody, and remembers that it was somebody. */
function leave(): void {
  const token = people.current()?.token;
  if (token !== undefined) remember(DEVICE, token);
  people.forget();
}

export const fetchAccount = (): Promise<Answer<Account>> => call('GET', 'account', account);

export async function claim(username: string, password: string): Promise<Answer<Claimed>> {
  const answer = await call('POST', 'account', claimed, { username, password });
  if (answer.kind === 'done') rename(answer.value.username);
  return answer;
}

export const login = (username: string, password: string): Promise<Answer<LoggedIn>> =>
  become('account/login', { username, password });

export const recover = (
  username: string,
  code: string,
  password: string,
): Promise<Answer<LoggedIn>> => become('account/recover', { username, code, password });

export const changePassword = (
  confirmation: Confirmation,
  newPassword: string,
): Promise<Answer<LoggedIn>> => become('account/password', { ...confirmation, newPassword });

export const logoutEverywhere = (): Promise<Answer<LoggedIn>> =>
  become('account/logout-everywhere');

export async function logout(): Promise<Answer<undefined>> {
  const answer = await call('POST', 'account/logout', nothing);
  if (answer.kind === 'done') leave();
  return answer;
}

export const forgetDevice = (id: number): Promise<Answer<undefined>> =>
  call('DELETE', `account/devices/${id}`, nothing);

/** The rating after each rated game, newest first. */
export const fetchRatings = (playerId: string): Promise<Answer<Ratings>> =>
  call('GET', `players/${encodeURIComponent(playerId)}/ratings`, ratings);

/** Never to meet somebody again, or again. */
export const block = (playerId: string, blocked: boolean): Promise<Answer<undefined>> =>
  call(blocked ? 'PUT' : 'DELETE', `players/${encodeURIComponent(playerId)}/block`, nothing);

export const report = (
  playerId: string,
  roomId: string,
  reason: string,
): Promise<Answer<undefined>> =>
  call('POST', `players/${encodeURIComponent(playerId)}/report`, nothing, { roomId, reason });

/** Who this browser plays as, if it has played. */
export const ownId = (): string | undefined => people.current()?.playerId;

export const freshCodes = (confirmation: Confirmation): Promise<Answer<RecoveryCodes>> =>
  call('POST', 'account/codes', codes, confirmation);

export const exportAll = (): Promise<Answer<unknown>> =>
  call('GET', 'account/export', (value) => value);

export async function remove(confirmation: Confirmation): Promise<Answer<undefined>> {
  const answer = await call('POST', 'account/delete', nothing, confirmation);
  if (answer.kind === 'done') people.forget();
  return answer;
}
