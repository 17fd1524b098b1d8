/** The promises of the page's side, with a mailbox in place of a Worker. */
import { describe, expect, test } from 'vitest';
import type { Analysis } from '../game/analysis';
import { EngineFailed, createEngine, type Mailbox } from '.';
import type { FromWorker, ToWorker } from './messages';

const FULL = { kind: 'full' } as const;
const ANALYSIS: Analysis = {
  moves: { 0: FULL, 1: FULL, 2: FULL, 3: FULL, 4: FULL, 5: FULL, 6: FULL },
  line: [],
  nodes: 0,
};

interface FakeWorker {
  readonly heard: ToWorker[];
  readonly ended: boolean;
  say(message: FromWorker): void;
  crash(): void;
}

/** An engine, and every Worker it started. */
function started() {
  const workers: FakeWorker[] = [];
  const engine = createEngine((): Mailbox => {
    const events = new EventTarget();
    const heard: ToWorker[] = [];
    let ended = false;
    workers.push({
      heard,
      get ended() {
        return ended;
      },
      say: (data) => void events.dispatchEvent(new MessageEvent('message', { data })),
      crash: () => void events.dispatchEvent(new Event('error')),
    });
    return {
      postMessage: (message: ToWorker) => void heard.push(message),
      terminate: () => (ended = true),
      addEventListener: events.addEventListener.bind(events),
    };
  });
  const worker = (at = 0): FakeWorker => {
    const it = workers[at];
    if (it === undefined) throw new Error('no such Worker was started');
    return it;
  };
  return { engine, worker, workers };
}

test('no Worker runs before the first question', () => {
  const { engine, workers } = started();
  expect(workers).toHaveLength(0);
  void engine.follow([3]);
  expect(workers).toHaveLength(1);
});

test('an answer reaches the one who asked, whatever the order', async () => {
  const { engine, worker } = started();
  const first = engine.solve([0]);
  const second = engine.solve([1]);
  worker().say({ type: 'answer', id: 2, answer: { score: 2, value: { kind: 'win', plies: 9 } } });
  worker().say({ type: 'answer', id: 1, answer: { score: 0, value: { kind: 'draw' } } });
  expect((await first).score).toBe(0);
  expect((await second).score).toBe(2);
});

test('progress is told before the answer', async () => {
  const { engine, worker } = started();
  const told: number[] = [];
  const asked = engine.analyze([], { progress: ({ nodes }) => told.push(nodes) });
  worker().say({ type: 'progress', id: 1, analysis: { ...ANALYSIS, nodes: 5 } });
  worker().say({ type: 'answer', id: 1, answer: { ...ANALYSIS, nodes: 7 } });
  expect((await asked).nodes).toBe(7);
  expect(told).toEqual([5]);
});

describe('a question that is given up', () => {
  test('is cancelled in the Worker, and its late answer is nobody’s', async () => {
    const { engine, worker } = started();
    const stop = new AbortController();
    const asked = engine.analyze([], { signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toThrow('abort');
    expect(worker().heard.at(-1)).toEqual({ type: 'cancel', id: 1 });
    worker().say({ type: 'answer', id: 1, answer: ANALYSIS });
  });

  test('before it was asked is never asked', async () => {
    const { engine, workers } = started();
    await expect(engine.solve([], AbortSignal.abort())).rejects.toThrow('abort');
    expect(workers).toHaveLength(0);
  });
});

test('an engine that fails fails all that was asked, and the next question starts another', async () => {
  const { engine, worker, workers } = started();
  const asked = [engine.follow([]), engine.solve([])];
  worker().say({ type: 'failed', id: 1, why: 'no memory' });
  for (const it of asked) await expect(it).rejects.toThrow(EngineFailed);
  expect(worker().ended).toBe(true);
  const again = engine.follow([]);
  expect(workers).toHaveLength(2);
  worker(1).say({ type: 'answer', id: 3, answer: { kind: 'refused', at: 0, why: 'gameOver' } });
  expect((await again).kind).toBe('refused');
});

test('a Worker that could not be loaded fails what was asked', async () => {
  const { engine, worker } = started();
  const asked = engine.follow([]);
  worker().crash();
  await expect(asked).rejects.toThrow(EngineFailed);
});
