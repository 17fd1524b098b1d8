/** Who this browser is to the server, and which game it is in. */
import { forget, remember, remembered, type Shelf } from './storage';

export interface Identity {
  readonly playerId: string;
  /** The secret that proves the identity. Never shown, never put in an address. */
  readonly token: string;
}

function field(value: unknown, name: string): string | undefined {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/**
 * Which identity a socket uses. People play under one in the whole browser; a game against the
 * computer has one a tab, so that it never takes the seat of a game between people.
 */
export type Purpose = 'people' | 'computer';

const SHELVES: Readonly<Record<Purpose, Shelf>> = { people: 'browser', computer: 'tab' };

export function identity(purpose: Purpose): Identity | undefined {
  const saved = remembered(`identity.${purpose}`, SHELVES[purpose]);
  const playerId = field(saved, 'playerId');
  const token = field(saved, 'token');
  return playerId !== undefined && token !== undefined ? { playerId, token } : undefined;
}

export interface IdentityStore {
  current(): Identity | undefined;
  keep(identity: Identity): void;
  forget(): void;
}

/** An identity as its player uses it; in a browser that keeps nothing it lasts as long as the page. */
export function identityStore(purpose: Purpose): IdentityStore {
  let latest: Identity | undefined;
  return {
    current: () => identity(purpose) ?? latest,
    keep(next) {
      latest = next;
      remember(`identity.${purpose}`, next, SHELVES[purpose]);
    },
    forget() {
      latest = undefined;
      forget(`identity.${purpose}`, SHELVES[purpose]);
    },
  };
}
