import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Malformed } from './check';
import { rest } from './decode';
import { decodeAnswer, decodeMessage, type ClientEvent } from './messages';

/** The wire, frozen: one file a message, kept by the protocol crate. */
const GOLDEN = new URL('../../../crates/protocol/tests/golden/', import.meta.url);

function golden(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, GOLDEN), 'utf8'));
}

const files = (folder: string): string[] => readdirSync(new URL(folder, GOLDEN));

/** `game-move-made.json` is an example of `game:move:made`; so is `game-over-draw.json` of `game:over`. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'afk-status-none.json': 'afk:status',
  'game-over-draw.json': 'game:over',
};

function eventOf(file: string): string {
  return EXAMPLES[file] ?? file.replace('.json', '').replaceAll('-', ':');
}

describe('what the server says', () => {
  test.each(files('server/'))('%s is understood, and nothing of it is lost', (file) => {
    const payload = golden(`server/${file}`);
    const event = eventOf(file);
    expect(decodeMessage(event, payload)).toEqual({ event, payload });
  });

  test('in words of a later version is passed over', () => {
    expect(decodeMessage('game:confetti', {})).toBeUndefined();
    expect(decodeMessage('toString', {})).toBeUndefined();
  });

  test('with fields of a later version is understood without them', () => {
    const message = decodeMessage('room:spectators', { count: 2, mood: 'tense' });
    expect(message?.payload).toEqual({ count: 2 });
  });

  test.each([
    ['room:spectators', { count: '2' }, 'room:spectators.count: expected a number'],
    ['room:spectators', { count: Number.NaN }, 'room:spectators.count: expected a number'],
    ['room:spectators', null, 'room:spectators: expected an object'],
    ['session:created', { playerId: 'p' }, 'session:created.token: expected a text'],
  ])('wrongly as %s %j is refused, and where it is wrong is named', (event, payload, message) => {
    expect(() => decodeMessage(event, payload)).toThrow(new Malformed(message));
  });

  test('with a result that does not exist is refused', () => {
    const over = { ...Object(golden('server/game-over.json')), reason: 'bored' };
    expect(() => decodeMessage('game:over', over)).toThrow(Malformed);
  });

  test('with a line of three is refused', () => {
    const over = { ...Object(golden('server/game-over.json')), winningLines: [[1, 2, 3]] };
    expect(() => decodeMessage('game:over', over)).toThrow(Malformed);
  });
});

describe('what the server answers', () => {
  const answered: readonly (readonly [string, ClientEvent])[] = [
    ['afk-check', 'afk:check'],
    ['game-leave', 'game:leave'],
    ['game-move', 'game:move'],
    ['game-reconnect', 'game:reconnect'],
    ['game-rematch', 'game:rematch'],
    ['game-rematch-decline', 'game:rematch:decline'],
    ['game-resign', 'game:resign'],
    ['game-spectate', 'game:spectate'],
    ['matchmaking-join', 'matchmaking:join'],
    ['matchmaking-leave', 'matchmaking:leave'],
    ['room-create', 'room:create'],
    ['room-join', 'room:join'],
  ];

  test.each(answered)('%s is understood', (file, event) => {
    const answer = golden(`ack/${file}.json`);
    const { ok: _, ...result } = Object(answer);
    expect(decodeAnswer(event, answer)).toEqual({ kind: 'accepted', result });
  });

  test('as a refusal has its code and its sentence', () => {
    const { error } = Object(golden('ack/refused.json'));
    const answer = decodeAnswer('game:move', golden('ack/refused.json'));
    expect(answer).toEqual({ kind: 'refused', refusal: error });
  });

  test('with neither a yes nor a reason is refused', () => {
    expect(() => decodeAnswer('game:move', {})).toThrow(Malformed);
    expect(() => decodeAnswer('game:move', { ok: false })).toThrow(Malformed);
  });
});

test.each(['game', 'games', 'invitation', 'leaderboard', 'online', 'player', 'rooms'] as const)(
  'the REST answer %s is understood, and nothing of it is lost',
  (name) => {
    const value = golden(`rest/${name}.json`);
    expect(rest[name](value, name)).toEqual(value);
  },
);
