/** A random id of this browser, the same for everybody who plays in it. It says nothing else. */
import type { Proof } from '../net/link';
import { remember, remembered } from './storage';

const KEY = 'deviceId';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** In a browser that keeps nothing it lasts as long as the page. */
let latest: string | undefined;

/** `crypto.randomUUID` is there only where the connection is safe; at home over plain HTTP it is not. */
function fresh(): string {
  const maker: Partial<Pick<Crypto, 'randomUUID'>> = crypto;
  const made = maker.randomUUID?.();
  if (made !== undefined) return made;
  const bytes = new Uint8Array(16);
  crypto.getRandomValues(bytes);
  const hex = Array.from(bytes, (it, index) => {
    // The digits that say of which kind the id is: random, of version 4.
    const byte = index === 6 ? (it & 0x0f) | 0x40 : index === 8 ? (it & 0x3f) | 0x80 : it;
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}

export function deviceId(): string {
  const saved = remembered(KEY);
  if (typeof saved === 'string' && UUID.test(saved)) return saved;
  latest ??= fresh();
  remember(KEY, latest);
  return latest;
}

/** What a connection shows of whoever has this token, or none yet. */
export function proofOf(token: string | undefined): Proof {
  return token === undefined ? { device: deviceId() } : { token, device: deviceId() };
}
