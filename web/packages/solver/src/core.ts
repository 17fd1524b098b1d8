/** The module with types, and long questions in slices: for whoever loads the module in a way of its own. */
export type { Answer, Bounds, Refusal } from './code.js';
export { BOTS, engineModule } from './module.js';
export type { BookState, Bot, EngineModule, Followed } from './module.js';
export {
  analyze,
  analyzeSync,
  choose,
  chooseSync,
  explain,
  judge,
  solve,
  solveSync,
} from './search.js';
export type { BotQuestion, Pause } from './search.js';
export { COLUMNS, JUDGEMENTS, REASON_KINDS } from './types.js';
export type {
  Analysis,
  Cell,
  Column,
  Judged,
  Judgement,
  Line,
  Mark,
  MoveVerdict,
  MoveVerdicts,
  Reason,
  ReasonKind,
  Side,
  Standing,
  Value,
} from './types.js';
