/** A finished game, stepped through. */
import type { Cell, Column, Stacks } from '../game/types';
import { lastCell, stacksOf } from '../game/line';

export const SPEEDS = ['slow', 'normal', 'fast'] as const;
export type Speed = (typeof SPEEDS)[number];

const STEP_MS: Readonly<Record<Speed, number>> = { slow: 1_600, normal: 900, fast: 400 };

export interface Replay {
  readonly ply: number;
  readonly stacks: Stacks;
  readonly lastMove: Cell | undefined;
  readonly running: boolean;
  readonly speed: Speed;
  /** Jumps to a moment, and stops there. */
  go(ply: number): void;
  /** Plays through from here, or from the start if this is the end; or stops. */
  toggle(): void;
  setSpeed(speed: Speed): void;
  close(): void;
}

export function createReplay(moves: readonly Column[], at = moves.length): Replay {
  let ply = $state(Math.min(at, moves.length));
  let running = $state(false);
  let speed = $state<Speed>('normal');
  let timer: ReturnType<typeof setTimeout> | undefined;

  const shown = $derived(moves.slice(0, ply));
  const stacks = $derived(stacksOf(shown));
  const lastMove = $derived(lastCell(shown));

  function stop(): void {
    clearTimeout(timer);
    running = false;
  }

  function run(): void {
    timer = setTimeout(() => {
      ply += 1;
      if (ply >= moves.length) running = false;
      else run();
    }, STEP_MS[speed]);
  }

  return {
    get ply() {
      return ply;
    },
    get stacks() {
      return stacks;
    },
    get lastMove() {
      return lastMove;
    },
    get running() {
      return running;
    },
    get speed() {
      return speed;
    },
    go(next) {
      stop();
      ply = Math.min(moves.length, Math.max(0, next));
    },
    toggle() {
      if (running) {
        stop();
        return;
      }
      if (moves.length === 0) return;
      if (ply >= moves.length) ply = 0;
      running = true;
      run();
    },
    setSpeed(next) {
      speed = next;
      if (!running) return;
      clearTimeout(timer);
      run();
    },
    close: stop,
  };
}
