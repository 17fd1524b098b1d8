/** What of a game with people outlives the page: in this tab, and in the whole browser. */
import { HOUSE_PRESETS, type HousePreset } from '../game/view';
import { forget, remember, remembered } from './storage';

/** What this tab was about when the page was left or reloaded. */
export type KeptWish =
  | { readonly kind: 'find'; readonly preset: HousePreset; readonly sinceMs: number }
  /** A game or an invitation, which the server remembers. */
  | { readonly kind: 'seat' };

/** What any tab of this browser can go back to. */
export type Running =
  | { readonly kind: 'game'; readonly roomId: string; readonly opponent: string }
  | { readonly kind: 'invitation'; readonly roomId: string };

/** Where both are kept; tests bring their own. */
export interface Kept {
  wish(): KeptWish | undefined;
  keepWish(wish: KeptWish | undefined): void;
  running(): Running | undefined;
  keepRunning(running: Running | undefined): void;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function keep(key: string, value: unknown, shelf: 'tab' | 'browser'): void {
  if (value === undefined) forget(key, shelf);
  else remember(key, value, shelf);
}

export const kept: Kept = {
  wish() {
    const saved = remembered('live', 'tab');
    if (field(saved, 'kind') === 'seat') return { kind: 'seat' };
    const preset = HOUSE_PRESETS.find((it) => it === field(saved, 'preset'));
    const sinceMs = field(saved, 'sinceMs');
    if (preset === undefined || typeof sinceMs !== 'number') return undefined;
    return { kind: 'find', preset, sinceMs };
  },
  keepWish: (wish) => keep('live', wish, 'tab'),
  running() {
    const saved = remembered('running');
    const roomId = field(saved, 'roomId');
    const opponent = field(saved, 'opponent');
    if (typeof roomId !== 'string') return undefined;
    if (field(saved, 'kind') === 'invitation') return { kind: 'invitation', roomId };
    return typeof opponent === 'string' ? { kind: 'game', roomId, opponent } : undefined;
  },
  keepRunning: (running) => keep('running', running, 'browser'),
};
