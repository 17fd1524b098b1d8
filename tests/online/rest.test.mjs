// History, statistics and the rest of the API, over real games.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { DRAW, FOUR, Player, pair, play } from './player.mjs';
import { Server, until } from './server.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

const post = async (path, body, type = 'application/json') => {
  const response = await fetch(server.url + path, { method: 'POST', body, headers: { 'content-type': type } });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) };
};

test('a game is listed while it runs, and kept when it is over', async () => {
  const players = await pair(server);
  const [ada, alan] = players;
  await play(players, [3, 3]);
  const list = await server.get('/v1/rooms?game=connect4');
  const room = list.body.rooms.find((it) => it.roomId === ada.roomId);
  assert.deepEqual(room, {
    roomId: ada.roomId,
    players: [{ id: ada.id, username: 'Ada', color: 'red' }, { id: alan.id, username: 'Alan', color: 'yellow' }],
    moveCount: 2,
    moves: '44',
    startedAt: room.startedAt,
    preset: 'live',
    spectators: 0,
  });
  assert.ok(Math.abs(room.startedAt - Date.now()) < 60_000);
  const running = await server.get(`/v1/games/${ada.roomId}`);
  assert.equal(running.status, 200);
  assert.deepEqual([running.body.moves, running.body.result, running.body.endedAt], ['44', null, null]);

  await ada.does('game:resign', ada.here);
  await alan.hears('game:over');
  const over = await server.get(`/v1/games/${ada.roomId}`);
  const { startedAt, endedAt, ...rest } = over.body;
  assert.equal(startedAt, room.startedAt);
  assert.ok(startedAt <= endedAt && Math.abs(endedAt - Date.now()) < 10_000);
  assert.deepEqual(rest, {
    roomId: ada.roomId,
    players: [
      { id: ada.id, username: 'Ada', color: 'red', isBot: false, discs: [38] },
      { id: alan.id, username: 'Alan', color: 'yellow', isBot: false, discs: [31] },
    ],
    preset: 'live',
    private: false,
    rated: true,
    next: null,
    moves: '44',
    result: { winner: alan.id, loser: ada.id, reason: 'resignation', discsPlaced: [1, 1], winningLines: null },
  });
  const after = await server.get('/v1/rooms?game=connect4');
  assert.ok(!after.body.rooms.some((it) => it.roomId === ada.roomId));
  players.forEach((it) => it.close());
});

test('wins, losses, draws and discs are counted with the end itself', async () => {
  const players = await pair(server);
  const [ada, alan] = players;
  await play(players, FOUR);
  await alan.hears('game:over');
  const stats = async (id) => (await server.get(`/v1/players/${id}`)).body;
  await until(10_000, 'the game was not rated', async () => (await stats(ada.id)).rating > 1500);
  const { rating: up, ...winner } = await stats(ada.id);
  const { rating: down, ...loser } = await stats(alan.id);
  for (const it of [winner, loser]) {
    assert.ok(it.deviation > 110 && it.deviation < 350 && it.provisional, 'one game says little');
    delete it.deviation;
    delete it.provisional;
  }
  const { points } = (await server.get(`/v1/players/${ada.id}/ratings`)).body;
  assert.deepEqual([points.length, points[0].roomId, points[0].rating, points[0].change], [1, ada.roomId, up, up - 1500]);
  assert.deepEqual(winner, { id: ada.id, username: 'Ada', games: 1, wins: 1, losses: 0, draws: 0, discsPlaced: 4, claimed: false });
  assert.deepEqual(loser, { id: alan.id, username: 'Alan', games: 1, wins: 0, losses: 1, draws: 0, discsPlaced: 3, claimed: false });
  assert.ok(up > down, 'a win raises the rating');

  await ada.does('game:rematch', ada.here);
  await alan.does('game:rematch', alan.here);
  await Promise.all([ada.starts(), alan.starts()]);
  await play([alan, ada], DRAW);
  await ada.hears('game:over');
  const after = await stats(ada.id);
  assert.deepEqual([after.games, after.wins, after.draws, after.discsPlaced], [2, 1, 1, 4 + 21]);

  let leaders = [];
  await until(10_000, 'who has played is not on the leaderboard', async () => {
    leaders = (await server.get('/v1/leaderboard')).body.players;
    return leaders.some((it) => it.id === ada.id);
  });
  for (const [query, present] of [['?period=week', true], ['?preset=live&period=all', true], ['?preset=duel', false]]) {
    const { players: some } = (await server.get(`/v1/leaderboard${query}`)).body;
    assert.equal(some.some((it) => it.id === ada.id), present, query);
  }
  assert.equal((await server.get('/v1/leaderboard?period=year')).status, 400);
  const strengths = leaders.map((it) => it.rating);
  assert.deepEqual(strengths, strengths.toSorted((a, b) => b - a), 'best first');
  players.forEach((it) => it.close());
});

test('history is paged, newest first, and complete', async () => {
  const [ada, alan] = await pair(server);
  const rooms = [];
  for (let game = 0; game < 7; game += 1) {
    rooms.unshift(ada.roomId);
    await ada.does('game:resign', ada.here);
    await Promise.all([ada.hears('game:over'), alan.hears('game:over')]);
    if (game === 6) break;
    await ada.does('game:rematch', ada.here);
    await alan.does('game:rematch', alan.here);
    await Promise.all([ada.starts(), alan.starts()]);
  }
  const seen = [];
  let before;
  for (let page = 0; page < 10; page += 1) {
    const query = new URLSearchParams({ player: ada.id, limit: '3', ...(before && { before }) });
    const { status, body } = await server.get(`/v1/games?${query}`);
    assert.equal(status, 200);
    assert.ok(body.games.length <= 3);
    seen.push(...body.games.map((it) => it.roomId));
    before = body.next;
    if (before === null) break;
  }
  assert.deepEqual(seen, rooms);
  const everybody = await server.get('/v1/games?limit=5');
  assert.equal(everybody.body.games.length, 5, 'without a player: everybody');
  [ada, alan].forEach((it) => it.close());
});

describe('analysis', () => {
  test('knows the value of every column', async () => {
    const golden = (name) => readFileSync(new URL(`../../crates/protocol/tests/golden/rest/${name}.json`, import.meta.url), 'utf8');
    const { status, body } = await post('/v1/analyze', golden('analyze-request'));
    assert.equal(status, 200);
    assert.deepEqual(body, JSON.parse(golden('analysis')));
  });

  test('of a game that is over says who won', async () => {
    const { status, body } = await post('/v1/analyze', JSON.stringify({ moves: '4455667' }));
    assert.equal(status, 200);
    assert.deepEqual([body.outcome, body.bestColumns, body.score], [{ kind: 'won', player: 0 }, [], null]);
  });

  test('of nonsense is refused with a sentence that names the move', async () => {
    for (const [moves, sentence] of [['48', /move 2/], ['4444444', /column 4 is full/], ['44556677', /over/], ['é', /move 1/]]) {
      const { status, body } = await post('/v1/analyze', JSON.stringify({ moves }));
      assert.equal(status, 422, moves);
      assert.equal(body.error.code, 'malformed');
      assert.match(body.error.message, sentence);
    }
    for (const text of ['', '{', '[]', '{"moves":4}', '"44"', 'null', '{"moves":"4"']) {
      const { status, body } = await post('/v1/analyze', text);
      assert.ok(status >= 400 && status < 500, `${text}: ${status}`);
      assert.equal(body.error.code, 'malformed');
    }
  });
});

test('what does not exist is 404 with a reason', async () => {
  for (const path of ['/v1/games/000000000000', '/v1/games/nonsense', '/v1/players/nobody', '/v1/nothing']) {
    const { status, body } = await server.get(path);
    assert.equal(status, 404, path);
    assert.equal(typeof body.error.message, 'string');
  }
});

test('health, readiness, metrics, the document and its page', async () => {
  for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(server.url + path)).status, 200);
  assert.doesNotMatch(await (await fetch(`${server.url}/metrics`)).text(), /fourfall_/, 'figures are for operators');
  const metrics = await (await fetch(`${server.admin}/metrics`)).text();
  assert.match(metrics, /^# TYPE \w+ (counter|gauge|histogram)/m);
  assert.match(metrics, /^fourfall_\w+(\{.*\})? \d/m);
  const { body } = await server.get('/openapi.json');
  assert.match(body.openapi, /^3\./);
  const paths = ['rooms', 'games/{roomId}', 'games', 'players/{id}', 'players/{id}/ratings', 'leaderboard', 'analyze', 'online', 'invitations/{code}'];
  for (const path of paths.map((it) => `/v1/${it}`)) {
    assert.ok(Object.keys(body.paths).some((it) => it.toLowerCase().replace(/_/g, '') === path.toLowerCase()), path);
  }
  const docs = await fetch(`${server.url}/docs`);
  const html = await docs.text();
  assert.equal(docs.status, 200);
  assert.doesNotMatch(html, /(src|href)="https?:/, 'no third-party request');
});

test('every page and answer carries its headers', async () => {
  const page = await fetch(`${server.url}/`);
  await page.text();
  const policy = page.headers.get('content-security-policy');
  assert.match(policy, /default-src 'self'|default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)/);
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const api = await fetch(`${server.url}/v1/rooms?game=connect4`);
  await api.text();
  assert.equal(api.headers.get('x-content-type-options'), 'nosniff');
});

test('a player who has never finished a game has no statistics yet', async () => {
  const ada = await Player.join(server);
  const { status, body } = await server.get(`/v1/players/${ada.id}`);
  assert.equal(status, 404);
  assert.equal(body.error.code, 'unknown_player');
  assert.match(body.error.message, /nobody with this id/);
  ada.close();
});
