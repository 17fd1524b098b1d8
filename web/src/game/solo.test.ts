import { describe, expect, test } from 'vitest';
import {
  AI,
  HUMAN,
  clockWaits,
  initialSolo,
  lastDisc,
  soloAfter,
  stacksOf,
  starterOf,
  type SoloTerms,
} from './solo';
import { COLUMNS, NO_DISCS, withDisc } from './types';

const TERMS: SoloTerms = { difficulty: 'medium', starts: HUMAN, clock: 'on', seed: 'ABC123' };

describe('a solo game', () => {
  test('starts with the values of the document', () => {
    const { player, ai, board, game } = initialSolo(TERMS);
    expect(player).toEqual({ id: 1, type: 'human', color: '#000000', piecesPlayed: 0 });
    expect(ai).toMatchObject({
      id: 2,
      type: 'ai',
      color: '#ffffff',
      piecesPlayed: 0,
      algorithm: 'minimax',
      difficulty: 'medium',
      depth: 4,
      responseDelayMs: 500,
      isThinking: false,
    });
    expect(board).toEqual({ grid: Array(6).fill(Array(7).fill(null)), rows: 6, cols: 7 });
    expect(game).toMatchObject({
      currentPlayer: 1,
      status: 'playing',
      moveCount: 0,
      lastMove: null,
    });
  });

  test('has the computer thinking at once where it starts', () => {
    expect(initialSolo({ ...TERMS, starts: AI }).ai.isThinking).toBe(true);
  });

  const afterMine = soloAfter(initialSolo(TERMS), {
    kind: 'dropped',
    by: HUMAN,
    cell: { column: 3, row: 0 },
    next: { player: AI, legal: COLUMNS, endsMs: undefined },
  });

  test('after the human’s disc: board updated, turn passes, last move recorded, computer thinks', () => {
    expect(afterMine.board.grid[5]?.[3]).toBe(HUMAN);
    expect(afterMine.player.piecesPlayed).toBe(1);
    expect(afterMine.ai.isThinking).toBe(true);
    expect(afterMine.game).toMatchObject({
      currentPlayer: AI,
      moveCount: 1,
      lastMove: { column: 3, row: 5 },
      status: 'playing',
    });
  });

  test('counts the row of the last move as the grid does, and the board from the bottom', () => {
    const { game, board } = afterMine;
    expect(board.grid[game.lastMove?.row ?? -1]?.[game.lastMove?.column ?? -1]).toBe(HUMAN);
    expect(lastDisc(afterMine)).toEqual({ column: 3, row: 0 });
    expect(lastDisc(initialSolo(TERMS))).toBeUndefined();
  });

  test('its clock waits for the first disc or for a start, where there is one', () => {
    const fresh = initialSolo(TERMS);
    expect(clockWaits(fresh)).toBe(true);
    expect(clockWaits(initialSolo({ ...TERMS, clock: 'off' }))).toBe(false);
    expect(clockWaits(initialSolo({ ...TERMS, starts: AI }))).toBe(false);
    const started = soloAfter(fresh, { kind: 'clockStarted', endsMs: 9 });
    expect(clockWaits(started)).toBe(false);
    expect(started.game.turnEndsMs).toBe(9);
  });

  test('remembers who started, whoever’s turn it is', () => {
    const afterIts = soloAfter(afterMine, {
      kind: 'dropped',
      by: AI,
      cell: { column: 3, row: 1 },
      next: { player: HUMAN, legal: COLUMNS, endsMs: undefined },
    });
    expect([initialSolo(TERMS), afterMine, afterIts].map(starterOf)).toEqual([HUMAN, HUMAN, HUMAN]);
    expect(starterOf(initialSolo({ ...TERMS, starts: AI }))).toBe(AI);
  });

  test('after the computer’s disc: the human’s turn, with its deadline', () => {
    const next = soloAfter(afterMine, {
      kind: 'dropped',
      by: AI,
      cell: { column: 3, row: 1 },
      next: { player: HUMAN, legal: COLUMNS, endsMs: 123 },
    });
    expect(next.board.grid[4]?.[3]).toBe(AI);
    expect(next.ai).toMatchObject({ isThinking: false, piecesPlayed: 1 });
    expect(next.game).toMatchObject({ currentPlayer: HUMAN, turnEndsMs: 123, moveCount: 2 });
  });

  test('nobody thinks where no column is left', () => {
    const full = soloAfter(afterMine, {
      kind: 'dropped',
      by: HUMAN,
      cell: { column: 3, row: 1 },
      next: { player: AI, legal: [], endsMs: undefined },
    });
    expect(full.ai.isThinking).toBe(false);
  });

  test('goes on at another level, with nothing else changed', () => {
    const state = soloAfter(afterMine, { kind: 'difficultyChanged', difficulty: 'perfect' });
    const { ai, ...rest } = afterMine;
    expect(state).toEqual({
      ...rest,
      ai: { ...ai, difficulty: 'perfect', algorithm: 'exact solver', depth: undefined },
    });
  });

  test.each(['human_won', 'ai_won', 'draw'] as const)('ends as %s, and nobody thinks', (status) => {
    const over = soloAfter(afterMine, { kind: 'ended', status, lines: [], onTime: false });
    expect(over.game.status).toBe(status);
    expect(over.ai.isThinking).toBe(false);
    expect(over.board).toBe(afterMine.board);
  });

  test('begins again from nothing, whatever came before', () => {
    const again = soloAfter(afterMine, {
      kind: 'began',
      moves: [],
      terms: TERMS,
      stacks: NO_DISCS,
      lastMove: null,
      next: { player: HUMAN, legal: COLUMNS, endsMs: undefined },
    });
    expect(again).toEqual(initialSolo(TERMS));
  });

  test('keeps the same discs in its grid as in its stacks', () => {
    const stacks = withDisc(withDisc(withDisc(NO_DISCS, 0, 'first'), 0, 'second'), 6, 'first');
    const state = soloAfter(afterMine, {
      kind: 'began',
      moves: [0, 0, 6],
      terms: TERMS,
      stacks,
      lastMove: { column: 6, row: 0 },
      next: { player: AI, legal: COLUMNS, endsMs: undefined },
    });
    expect(stacksOf(state)).toEqual(stacks);
    expect(state.player.piecesPlayed).toBe(2);
  });
});
