import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { receive, type MatchView } from '../game/view';
import { decodeMessage, type ServerMessage } from '../protocol/messages';
import { stacksOf } from '../game/line';
import { newsOf, viewOf, type Clock } from './news';
import { columnsOfText } from './translate';

const GOLDEN = new URL('../../../crates/protocol/tests/golden/server/', import.meta.url);

function message(event: string, file: string, patch: object = {}): ServerMessage {
  const payload: unknown = JSON.parse(readFileSync(new URL(`${file}.json`, GOLDEN), 'utf8'));
  const decoded = decodeMessage(event, { ...Object(payload), ...patch });
  if (decoded === undefined) throw new Error(`no event ${event}`);
  return decoded;
}

const NOW_MS = 1_000_000;
/** The server's clock is five seconds behind ours. */
const CLOCK: Clock = {
  nowMs: () => NOW_MS,
  local: (deadlineMs) => (deadlineMs === null ? undefined : deadlineMs + 5_000),
};

function whole(): MatchView {
  const decoded = message('game:reconnected', 'game-reconnected');
  if (decoded.event !== 'game:reconnected') throw new Error('another event');
  const view = viewOf(decoded.payload, CLOCK);
  if (view === undefined) throw new Error('no view');
  return view;
}

describe('a whole game', () => {
  test('has as many discs as moves, the starter’s at the bottom', () => {
    const view = whole();
    expect(view.stacks).toEqual(stacksOf(view.moves));
    expect(view.mine).toBeDefined();
    expect(view.lastMove?.column).toBe(view.moves.at(-1));
  });

  test('of which nothing was played is empty', () => {
    const decoded = message('game:started', 'game-started');
    const view = decoded.event === 'game:started' ? viewOf(decoded.payload, CLOCK) : undefined;
    expect(view).toMatchObject({ moves: [], lastMove: undefined, rematch: { kind: 'none' } });
  });

  test('without two players is none', () => {
    const decoded = message('game:started', 'game-started', { players: [] });
    expect(decoded.event === 'game:started' && viewOf(decoded.payload, CLOCK)).toBeUndefined();
  });
});

describe('news', () => {
  const view = whole();
  const { first } = view.seats;

  test('of the next disc moves the game on by one', () => {
    const made = message('game:move:made', 'game-move-made', {
      roomId: view.roomId,
      playerId: first.id,
      column: 6,
      row: 5,
      version: view.version + 1,
      turnExpiresAt: NOW_MS,
    });
    const news = newsOf(made, view, CLOCK);
    expect(news).toMatchObject({ kind: 'dropped', side: 'first', cell: { column: 6, row: 0 } });
    expect(news).toHaveProperty('turnEndsMs', NOW_MS + 5_000);
    expect(news && receive(view, news).kind).toBe('shown');
  });

  test('of another room is not ours', () => {
    expect(newsOf(message('game:move:made', 'game-move-made', { roomId: 'x' }), view, CLOCK)).toBe(
      undefined,
    );
    expect(newsOf(message('game:over', 'game-over', { roomId: 'x' }), view, CLOCK)).toBe(undefined);
  });

  test('of somebody unknown is not believed', () => {
    const gone = message('player:disconnected', 'player-disconnected', { playerId: 'x' });
    expect(newsOf(gone, view, CLOCK)).toBeUndefined();
  });

  test('of a player leaving counts the seconds from now, on our clock', () => {
    const gone = message('player:disconnected', 'player-disconnected', {
      playerId: first.id,
      reconnectSeconds: 30,
    });
    expect(newsOf(gone, view, CLOCK)).toMatchObject({ side: 'first', untilMs: NOW_MS + 30_000 });
  });

  test('of the end has every winning line as cells', () => {
    const over = message('game:over', 'game-over', { roomId: view.roomId, winner: first.id });
    expect(newsOf(over, view, CLOCK)).toMatchObject({
      kind: 'ended',
      end: {
        winner: 'first',
        reason: 'four',
        lines: [[3, 4, 5, 6].map((column) => ({ column, row: 0 }))],
      },
    });
  });
});

test('moves in text count columns from 1', () => {
  expect(columnsOfText('4435')).toEqual([3, 3, 2, 4]);
});
