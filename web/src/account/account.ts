/** The account of this browser's player, over REST. */
import { flag, list, nullable, number, object, text, type Decoder } from '../protocol/check';
import type {
  Account,
  Claimed,
  LoggedIn,
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

export type { Account, RatingPoint };

const TIMEOUT_MS = 15_000;
/** Proves that somebody was logged in here, though it opens nothing any more. */
const DEVICE = 'device';

const people = identityStore('people');

const problem = object({ error: object({ message: text }) });
const nothing: Decoder<undefined> = () => undefined;
const loggedIn = object<LoggedIn>({ playerId: text, username: text, token: text });
const codes = object<RecoveryCodes>({ recoveryCodes: list(text) });
const claimed = object<Claimed>({ playerId: text, username: text, recoveryCodes: list(text) });
const account = object<Account>({
  playerId: text,
  username: nullable(text),
  createdAt: nullable(number),
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

async function call<T>(
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
function become(answer: Answer<LoggedIn>): Answer<LoggedIn> {
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

export const login = async (username: string, password: string): Promise<Answer<LoggedIn>> =>
  become(await call('POST', 'account/login', loggedIn, { username, password }));

export const recover = async (
  username: string,
  code: string,
  password: string,
): Promise<Answer<LoggedIn>> =>
  become(await call('POST', 'account/recover', loggedIn, { username, code, password }));

export const changePassword = async (
  password: string,
  newPassword: string,
): Promise<Answer<LoggedIn>> =>
  become(await call('POST', 'account/password', loggedIn, { password, newPassword }));

export const logoutEverywhere = async (): Promise<Answer<LoggedIn>> =>
  become(await call('POST', 'account/logout-everywhere', loggedIn));

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

export const freshCodes = (password: string): Promise<Answer<RecoveryCodes>> =>
  call('POST', 'account/codes', codes, { password });

export const exportAll = (): Promise<Answer<unknown>> =>
  call('GET', 'account/export', (value) => value);

export async function remove(password: string): Promise<Answer<undefined>> {
  const answer = await call('POST', 'account/delete', nothing, { password });
  if (answer.kind === 'done') people.forget();
  return answer;
}
