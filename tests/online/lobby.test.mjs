// Finding each other: the queue, private rooms, watching, the rematch.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { FOUR, Player, assertDeadline, assertNow, finished, pair, play } from './player.mjs';
import { Server } from './server.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

async function crowd(count) {
  return Promise.all(Array.from({ length: count }, (_, at) => Player.join(server, { name: `P${at}` })));
}

describe('matchmaking', () => {
  // Or the next test meets somebody of the last one whose line has not been missed yet.
  afterEach(() => server.nobodyWaits());

  test('pairs first come, first served', async () => {
    const [a, b] = await crowd(2);
    const waiting = await a.does('matchmaking:join', { username: 'P0', preset: 'classic' });
    assert.deepEqual(waiting, { ok: true, playerId: a.id, roomId: null, position: 1 });
    const { since, now, online, playing, ...place } = await a.hears('matchmaking:waiting');
    assert.deepEqual(place, { playerId: a.id, position: 1 });
    assertNow(now);
    assert.ok(since <= now && since > now - 5_000);
    assert.ok(Number.isInteger(online) && Number.isInteger(playing), `${online} online, ${playing} of them play`);
    const paired = await b.does('matchmaking:join', { username: 'P1', preset: 'classic' });
    const [started] = await Promise.all([a.starts(), b.starts()]);
    assert.equal(started.players[0].id, a.id, 'who was first starts');
    assert.equal(paired.playerId, b.id);
    [a, b].forEach((it) => it.close());
  });

  test('can be left, and left again', async () => {
    const [a, b] = await crowd(2);
    await a.does('matchmaking:join', { username: 'P0', preset: 'classic' });
    await a.does('matchmaking:leave', { playerId: a.id });
    assert.deepEqual(await a.hears('matchmaking:left'), {});
    const alone = await b.does('matchmaking:join', { username: 'P1', preset: 'classic' });
    assert.equal(alone.position, 1, 'nobody waits any more');
    await b.does('matchmaking:leave', { playerId: b.id });
    [a, b].forEach((it) => it.close());
  });

  test('says when the cancel came too late', async () => {
    const [a, b] = await pair(server, { preset: 'classic' });
    await a.ask('matchmaking:leave', { playerId: a.id });
    assert.deepEqual(await a.hears('matchmaking:already_started'), { roomId: a.roomId });
    [a, b].forEach((it) => it.close());
  });

  test('pairs nobody with themselves', async () => {
    const a = await Player.join(server);
    await a.does('matchmaking:join', { username: 'Ada', preset: 'solo' });
    await a.isRefused('matchmaking:join', { username: 'Ada', preset: 'solo' }, 'already_in_game');
    a.assertNeverHeard('game:started');
    a.close();
  });

  test('pairs nobody with their own second tab', async () => {
    const [a, b] = await crowd(2);
    await a.does('matchmaking:join', { username: 'P0', preset: 'solo' });
    const tab = await a.again(server);
    assert.equal((await tab.does('matchmaking:join', { username: 'P0', preset: 'solo' })).position, 1);
    await b.does('matchmaking:join', { username: 'P1', preset: 'solo' });
    const started = await b.starts();
    assert.deepEqual(started.players.map((it) => it.id).sort(), [a.id, b.id].sort());
    [a, b, tab].forEach((it) => it.close());
  });

  test('pairs nobody with somebody who has gone', async () => {
    const [a, b, c] = await crowd(3);
    await a.does('matchmaking:join', { username: 'P0', preset: 'solo' });
    a.cut();
    await server.nobodyWaits();
    const { position } = await b.does('matchmaking:join', { username: 'P1', preset: 'solo' });
    assert.equal(position, 1);
    await c.does('matchmaking:join', { username: 'P2', preset: 'solo' });
    const started = await c.starts();
    assert.deepEqual(started.players.map((it) => it.id).sort(), [b.id, c.id].sort());
    [b, c].forEach((it) => it.close());
  });

  test('keeps pairs apart when many come at once', async () => {
    const players = await crowd(24);
    const join = (it) => it.does('matchmaking:join', { username: it.name, preset: 'classic' });
    await Promise.all(players.map(join));
    const rooms = new Map();
    for (const player of players) {
      const { roomId } = await player.starts();
      rooms.set(roomId, [...(rooms.get(roomId) ?? []), player]);
    }
    assert.equal(rooms.size, 12);
    assert.ok([...rooms.values()].every((it) => it.length === 2 && it[0].id !== it[1].id));
    players.forEach((it) => it.close());
  });

  test('trims names, and shows them as they are', async () => {
    const [a, b] = await crowd(2);
    await a.does('matchmaking:join', { username: '  Zoë <b>🙂</b> ', preset: 'classic' });
    await b.does('matchmaking:join', { username: 'P1', preset: 'classic' });
    const started = await b.starts();
    assert.equal(started.players[0].username, 'Zoë <b>🙂</b>');
    [a, b].forEach((it) => it.close());
  });
});

describe('a private game', () => {
  test('is joined by its code, once', async () => {
    const [host, guest, late] = await crowd(3);
    const created = await host.does('room:create', { username: 'Host', preset: 'duel' });
    const { roomId, roomCode, expiresAt, now } = created;
    assert.deepEqual(Object.keys(created).sort(), ['expiresAt', 'now', 'ok', 'roomCode', 'roomId']);
    assertNow(now);
    assertDeadline(expiresAt, now, 3_600);
    const { now: told, ...waiting } = await host.hears('room:waiting');
    assert.deepEqual(waiting, {
      roomId, roomCode, playerId: host.id, username: 'Host', preset: 'duel', turnSeconds: 60,
      afkTimeoutEnabled: false, afkTimeoutSeconds: 90, afkWarnSeconds: 30, expiresAt, version: 1,
    });
    assertNow(told);
    assert.match(roomCode, /^[A-Z0-9]{6}$/);
    assert.doesNotMatch(roomCode, /[01IOL]/, 'no look-alikes');
    await host.isRefused('game:move', { roomId, playerId: host.id, column: 3 }, 'not_started');
    const answer = await guest.does('room:join', { username: 'Guest', roomCode });
    assert.equal(answer.roomId, roomId);
    const started = await host.starts();
    await guest.starts();
    assert.equal(started.preset, 'duel');
    assert.equal(started.roomId, roomId);
    await late.isRefused('room:join', { username: 'Late', roomCode }, 'room_full');
    const players = started.players[0].id === host.id ? [host, guest] : [guest, host];
    await play(players, FOUR);
    assert.equal((await host.hears('game:over')).winner, players[0].id);
    [host, guest, late].forEach((it) => it.close());
  });

  test('forgives lower case and spaces around the code', async () => {
    const [host, guest] = await crowd(2);
    const { roomCode } = await host.does('room:create', { username: 'Host' });
    await guest.does('room:join', { username: 'Guest', roomCode: ` ${roomCode.toLowerCase()} ` });
    await guest.starts();
    [host, guest].forEach((it) => it.close());
  });

  test('is not listed while it waits, and ends when the host leaves', async () => {
    const [host, guest] = await crowd(2);
    const { roomId, roomCode } = await host.does('room:create', { username: 'Host' });
    const { body } = await server.get('/v1/rooms?game=connect4');
    assert.ok(!body.rooms.some((it) => it.roomId === roomId));
    await host.does('game:leave', { roomId, playerId: host.id });
    assert.deepEqual(await host.hears('room:closed'), { roomId, reason: 'cancelled', version: 2 });
    await guest.isRefused('room:join', { username: 'Guest', roomCode }, 'unknown_code');
    [host, guest].forEach((it) => it.close());
  });

  test('waits for a host who looks away', async () => {
    const [host, guest] = await crowd(2);
    const { roomId, roomCode } = await host.does('room:create', { username: 'Host' });
    host.cut();
    const back = await host.again(server);
    assert.equal((await back.does('game:reconnect', { playerId: back.id })).roomId, roomId);
    await guest.does('room:join', { username: 'Guest', roomCode });
    await guest.starts();
    await back.starts();
    [back, guest].forEach((it) => it.close());
  });
});

describe('spectators', () => {
  test('see the game, are counted, and change nothing', async () => {
    const players = await pair(server, { preset: 'classic' });
    const [ada, alan] = players;
    await play(players, [3, 3]);
    const { roomId } = ada;
    const [grace, linus] = [await Player.join(server, { name: 'Grace' }), await Player.join(server, { name: 'Linus' })];
    await grace.does('game:spectate', { roomId, username: 'Grace' });
    const joined = await grace.hears('game:spectate:joined');
    assert.deepEqual(
      [joined.roomId, joined.currentTurn, joined.moveHistory, joined.spectators, joined.version, joined.over],
      [roomId, 0, [3, 3], 1, 4, null],
    );
    assert.deepEqual(joined.players.map((it) => it.id), [ada.id, alan.id]);
    assert.equal(joined.board.filter(Boolean).length, 2);
    assert.deepEqual(await ada.hears('room:spectators'), { count: 1 });
    await linus.does('game:spectate', { roomId, username: 'Linus' });
    assert.deepEqual(await grace.hears('room:spectators', (it) => it.count === 2), { count: 2 });
    const { body } = await server.get('/v1/rooms?game=connect4');
    assert.equal(body.rooms.find((it) => it.roomId === roomId).spectators, 2);

    await grace.isRefused('game:move', { roomId, playerId: grace.id, column: 0 }, 'forbidden');
    await grace.isRefused('game:move', { roomId, playerId: ada.id, column: 0 }, 'forbidden');
    await grace.isRefused('game:resign', { roomId, playerId: grace.id }, 'forbidden');

    linus.close();
    await ada.hears('room:spectators', (it) => it.count === 1);
    await ada.drops(0);
    const made = await grace.hears('game:move:made');
    assert.deepEqual([made.version, made.moveHistory], [5, [3, 3, 0]]);
    await alan.does('game:resign', alan.here);
    assert.equal((await grace.hears('game:over')).winner, ada.id);
    [...players, grace].forEach((it) => it.close());
  });

  test('who come in the middle of it miss nothing', async () => {
    const players = await pair(server, { preset: 'classic' });
    const { roomId } = players[0];
    const watchers = await Promise.all(Array.from({ length: 20 }, (_, at) => Player.join(server, { name: `W${at}` })));
    const moves = [...'765166733316344522276176717242151344354255'].map((it) => Number(it) - 1);
    const watching = [];
    for (const [at, column] of moves.entries()) {
      const mover = players[at % 2];
      // Nobody waits for the spectators to be let in.
      if (at % 2 === 0 && at < 40) watching.push(watchers[at / 2].does('game:spectate', { roomId, username: 'W' }));
      await mover.drops(column, at + 1);
    }
    await Promise.all(watching);
    for (const watcher of watchers) {
      await watcher.hears('game:over');
      const joined = watcher.heard.findIndex((it) => it.event === 'game:spectate:joined');
      const versions = watcher.heard.slice(joined).flatMap((it) => it.payload?.version ?? []);
      assert.deepEqual(versions, versions.map((_, at) => versions[0] + at), 'one after the other, none left out');
      watcher.close();
    }
    players.forEach((it) => it.close());
  });

  test('may come after the end, and see how it ended', async () => {
    const players = await pair(server, { preset: 'classic' });
    await play(players, FOUR);
    await players[0].hears('game:over');
    const grace = await Player.join(server, { name: 'Grace' });
    await grace.does('game:spectate', { roomId: players[0].roomId, username: 'Grace' });
    const joined = await grace.hears('game:spectate:joined');
    assert.equal(joined.over.winner, players[0].id);
    assert.deepEqual(joined.moveHistory, FOUR);
    [...players, grace].forEach((it) => it.close());
  });
});

describe('the rematch', () => {
  test('takes two, and swaps the colours', async () => {
    const [ada, alan] = await finished(server, { preset: 'classic' });
    const old = ada.roomId;
    assert.deepEqual(await alan.does('game:rematch', alan.here), { ok: true, roomId: null });
    const offered = await ada.hears('game:rematch:offered');
    assert.deepEqual([offered.roomId, offered.playerId], [old, alan.id]);
    const { roomId } = await ada.does('game:rematch', ada.here);
    const [started] = await Promise.all([ada.starts(), alan.starts()]);
    assert.equal(started.roomId, roomId);
    assert.notEqual(roomId, old);
    assert.deepEqual(started.players.map((it) => [it.id, it.color]), [[alan.id, 'red'], [ada.id, 'yellow']]);
    assert.deepEqual(started.series, { wins: [0, 1], draws: 0 }, 'Ada, now second, has won one');
    const over = FOUR.length + 3;
    for (const player of [ada, alan]) {
      const accepted = await player.hears('game:rematch:accepted');
      assert.deepEqual(accepted, { roomId: old, nextRoomId: roomId, version: over + 2 });
    }
    await play([alan, ada], FOUR);
    assert.equal((await ada.hears('game:over')).winner, alan.id);
    [ada, alan].forEach((it) => it.close());
  });

  test('can be declined', async () => {
    const [ada, alan] = await finished(server, { preset: 'classic' });
    await ada.does('game:rematch', ada.here);
    await alan.hears('game:rematch:offered');
    await alan.does('game:rematch:decline', alan.here);
    const declined = await ada.hears('game:rematch:declined');
    assert.deepEqual(declined, { roomId: ada.roomId, playerId: alan.id, reason: 'declined', version: FOUR.length + 5 });
    await ada.isRefused('game:rematch', ada.here, 'game_over');
    [ada, alan].forEach((it) => it.close());
  });

  test('is declined by leaving', async () => {
    const [ada, alan] = await finished(server, { preset: 'classic' });
    await ada.does('game:rematch', ada.here);
    await alan.does('game:leave', alan.here);
    const declined = await ada.hears('game:rematch:declined');
    assert.deepEqual([declined.playerId, declined.reason], [alan.id, 'left']);
    [ada, alan].forEach((it) => it.close());
  });

  test('is not for spectators, nor for a game that is on', async () => {
    const [ada, alan] = await pair(server, { preset: 'classic' });
    const grace = await Player.join(server, { name: 'Grace' });
    await ada.isRefused('game:rematch', ada.here, 'not_started');
    await grace.isRefused('game:rematch', { roomId: ada.roomId, playerId: grace.id }, 'forbidden');
    [ada, alan, grace].forEach((it) => it.close());
  });

  test('draws lots in a duel', async () => {
    const [first, second] = await finished(server, { preset: 'duel' });
    await first.does('game:rematch', first.here);
    await second.does('game:rematch', second.here);
    const started = await first.starts();
    assert.deepEqual(started.players.map((it) => it.color), ['green', 'red']);
    assert.deepEqual(started.players.map((it) => it.id).sort(), [first.id, second.id].sort());
    [first, second].forEach((it) => it.close());
  });
});
