/** The Worker: starts the module when the first question comes, and answers. */
import type { Answers, FromWorker, Question, ToWorker } from './messages';
import {
  COLUMNS,
  analyze,
  choose,
  engineModule,
  explain,
  judge,
  solve,
  type Analysis,
  type EngineModule,
  type Pause,
} from 'fourfall/core';
import { BOOK_URL, TABLE_MEBIBYTES, WASM_URL } from './assets';
import { seldom } from './seldom';

let started: Promise<EngineModule> | undefined;
const open = new Set<number>();

async function start(): Promise<EngineModule> {
  const [{ instance }, book] = await Promise.all([
    WebAssembly.instantiateStreaming(fetch(WASM_URL)),
    fetchBook(),
  ]);
  const module = engineModule(instance);
  module.resizeTable(TABLE_MEBIBYTES);
  // A book that can't be had or is damaged costs time, never an answer.
  if (book !== undefined) module.openBook(book);
  return module;
}

async function fetchBook(): Promise<Uint8Array | undefined> {
  if (BOOK_URL === undefined) return undefined;
  try {
    const response = await fetch(BOOK_URL);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

function tell(message: FromWorker): void {
  postMessage(message);
}

const turns = new MessageChannel();

/** A turn of the event loop, in which a cancel may arrive. A timer would wait for 4 ms instead. */
function pauseOf(id: number): Pause {
  return () =>
    new Promise((resume) => {
      turns.port1.addEventListener('message', () => resume(open.has(id)), { once: true });
      turns.port1.start();
      turns.port2.postMessage(undefined);
    });
}

/** Tells how far an analysis is, now and then, and when every column is settled: the line may take its time. */
function progressOf(id: number): (analysis: Analysis) => void {
  const always = (analysis: Analysis): void => tell({ type: 'progress', id, analysis });
  const nowAndThen = seldom(always, () => performance.now());
  return (analysis) => {
    const settled = COLUMNS.every((it) => analysis.moves[it].kind !== 'bounds');
    (settled ? always : nowAndThen)(analysis);
  };
}

async function answer(
  module: EngineModule,
  id: number,
  question: Question,
): Promise<Answers[Question['kind']] | undefined> {
  const pause = pauseOf(id);
  const { moves } = question;
  switch (question.kind) {
    case 'follow':
      return module.layOut(moves);
    case 'choose': {
      const lateMs = performance.now() + question.limitMs;
      return choose(module, question, pause, () => performance.now() >= lateMs);
    }
    case 'solve':
      return solve(module, moves, pause);
    case 'analyze':
      return analyze(module, moves, pause, progressOf(id));
    case 'judge':
      return { marks: judge(module, moves, question.scores) };
    case 'explain': {
      const { column } = question;
      const followed = module.layOut([...moves, column]);
      if (followed.kind === 'refused') throw new Error(followed.why);
      const reason = await explain(module, moves, column, pause);
      return reason && { reason };
    }
  }
}

async function asked(id: number, question: Question): Promise<void> {
  open.add(id);
  try {
    started ??= start();
    const found = await answer(await started, id, question);
    if (found !== undefined) tell({ type: 'answer', id, answer: found });
  } catch (error) {
    tell({ type: 'failed', id, why: String(error) });
  } finally {
    open.delete(id);
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'cancel') open.delete(data.id);
  else void asked(data.id, data.question);
});
