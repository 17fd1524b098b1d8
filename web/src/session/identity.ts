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

export function keepIdentity(purpose: Purpose, value: Identity): void {
  remember(`identity.${purpose}`, value, SHELVES[purpose]);
}

export function forgetIdentity(purpose: Purpose): void {
  forget(`identity.${purpose}`, SHELVES[purpose]);
}

export interface RunningGame {
  readonly roomId: string;
  readonly opponent: string;
}

export function runningGame(): RunningGame | undefined {
  const saved = remembered('running');
  const roomId = field(saved, 'roomId');
  const opponent = field(saved, 'opponent');
  return roomId !== undefined && opponent !== undefined ? { roomId, opponent } : undefined;
}

export function noteRunning(game: RunningGame | undefined): void {
  if (game === undefined) forget('running');
  else remember('running', game);
}
