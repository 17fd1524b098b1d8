/** Logging in without a password, by what the device knows: a finger, a face, a PIN. */
import { Malformed, object, text, type Decoder } from '../protocol/check';
import type { Claimed, LoggedIn, PasskeyLogin, Passkeys } from '../protocol/generated';
import { rename } from '../session/name.svelte';
import { become, call, claimed, nothing, passkeys, type Answer } from './account';
import { creationOptions, credentialJson, requestOptions } from './webauthn';

/** Where they work: in browsers that know them, at an address with a name. */
export function hasPasskeys(): boolean {
  const isNumber = /^[\d.]+$|^\[/u.test(location.hostname);
  return 'PublicKeyCredential' in window && isSecureContext && !isNumber;
}

const isObject = <T extends object>(value: unknown): value is T =>
  typeof value === 'object' && value !== null;

/** What the browser understands; the server has written it for the browser alone. */
function question<T extends object>(): Decoder<{ ceremony: string; options: T }> {
  const options: Decoder<T> = (value, path) => {
    if (isObject<T>(value)) return value;
    throw new Malformed(`${path}: expected an object`);
  };
  return object<{ ceremony: string; options: T }>({ ceremony: text, options });
}

const creation = question<PublicKeyCredentialCreationOptionsJSON>();
const request = question<PublicKeyCredentialRequestOptionsJSON>();

const added: Decoder<Passkeys> = (value, path) => {
  const all = object<Pick<Passkeys, 'passkeys'>>({ passkeys })(value, path);
  const told: unknown = Reflect.get(Object(value), 'claimed');
  return told === undefined || told === null ? all : { ...all, claimed: claimed(told, path) };
};

export type Passed<T> =
  | Answer<T>
  /** Whoever was asked for a passkey did not give one. */
  | { readonly kind: 'cancelled' };

/** Lets the browser ask. People may say no, or wait for too long; both are no failure. */
async function asked(
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential : undefined;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Adds one to the account, or claims a name with it. */
async function add(username?: string): Promise<Passed<Passkeys>> {
  const body = username === undefined ? {} : { username };
  const told = await call('POST', 'account/passkeys/options', creation, body);
  if (told.kind !== 'done') return told;
  const { ceremony, options } = told.value;
  const credential = await asked(() =>
    navigator.credentials.create({ publicKey: creationOptions(options) }),
  );
  if (credential === undefined) return { kind: 'cancelled' };
  const answer = { ceremony, credential: credentialJson(credential) };
  return call('POST', 'account/passkeys', added, answer);
}

export const addPasskey = (): Promise<Passed<Passkeys>> => add();

export async function claimByPasskey(username: string): Promise<Passed<Claimed>> {
  const answer = await add(username);
  if (answer.kind !== 'done') return answer;
  const { claimed: value } = answer.value;
  if (value === undefined) return { kind: 'away' };
  rename(value.username);
  return { kind: 'done', value };
}

export const removePasskey = (id: string): Promise<Answer<undefined>> =>
  call('DELETE', `account/passkeys/${encodeURIComponent(id)}`, nothing);

/** Proves by a passkey who one is. */
export async function showPasskey(): Promise<Passed<PasskeyLogin>> {
  const told = await call('POST', 'account/login/passkey/options', request, {});
  if (told.kind !== 'done') return told;
  const { ceremony, options } = told.value;
  const credential = await asked(() =>
    navigator.credentials.get({ publicKey: requestOptions(options) }),
  );
  if (credential === undefined) return { kind: 'cancelled' };
  return { kind: 'done', value: { ceremony, credential: credentialJson(credential) } };
}

export async function loginByPasskey(): Promise<Passed<LoggedIn>> {
  const shown = await showPasskey();
  return shown.kind === 'done' ? become('account/login/passkey', shown.value) : shown;
}
