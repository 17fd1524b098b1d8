// 3. Private games are private, and never lock their host out.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Player, assertDeadline, assertNow, play, FOUR } from './player.mjs';
import { Server, until } from './server.mjs';

describe('3. private games', { concurrency: 4 }, () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  const join = (name) => Player.join(server, { name });
  const listed = async (roomId) =>
    (await server.get('/v1/rooms?game=connect4')).body.rooms.some((it) => it.roomId === roomId);
  const inHistory = async (roomId, query, token) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { status, body } = await server.get(`/v1/games?limit=100${query}`, headers);
    assert.equal(status, 200);
    return body.games.some((it) => it.roomId === roomId);
  };

  /** A private game that has just begun; who starts is first. */
  async function started(wishes = { preset: 'classic' }) {
    const [host, guest] = await Promise.all([join('Host'), join('Guest')]);
    const { roomCode } = await host.does('room:create', { username: 'Host', ...wishes });
    await guest.does('room:join', { username: 'Guest', roomCode });
    const [game] = await Promise.all([host.starts(), guest.starts()]);
    assert.equal(game.private, true);
    return { host, guest, roomId: game.roomId, roomCode };
  }

  test('are in nobody else\'s lists, running or over; who played them sees them with a token', async () => {
    const { host, guest, roomId } = await started();
    assert.equal(await listed(roomId), false);
    await play([host, guest], FOUR);
    await host.hears('game:over');
    assert.equal(await listed(roomId), false);
    const stranger = await join('Stranger');
    assert.equal(await inHistory(roomId, ''), false, 'the list of everybody');
    assert.equal(await inHistory(roomId, '', host.token), false, 'the list of everybody, asked by a player');
    for (const { id, token } of [host, guest]) {
      assert.equal(await inHistory(roomId, `&player=${id}`), false, 'asked by anybody');
      assert.equal(await inHistory(roomId, `&player=${id}`, stranger.token), false, 'asked by somebody else');
      assert.equal(await inHistory(roomId, `&player=${id}`, `${token}x`), false, 'with a forged token');
      assert.equal(await inHistory(roomId, `&player=${id}`, token), true, 'asked by the player');
    }
    assert.equal(await inHistory(roomId, `&player=${host.id}`, guest.token), false, 'each by themselves');
    [host, guest, stranger].forEach((it) => it.close());
  });

  test('stay private in the rematch', async () => {
    const { host, guest } = await started();
    await play([host, guest], FOUR);
    await guest.does('game:rematch', guest.here);
    await host.hears('game:rematch:offered');
    const { roomId } = await host.does('game:rematch', host.here);
    const again = await guest.starts();
    assert.deepEqual([again.roomId, again.private, again.rated], [roomId, true, false]);
    assert.equal(await listed(roomId), false);
    await host.starts();
    await host.does('game:resign', host.here);
    await guest.hears('game:over', (it) => it.roomId === roomId);
    assert.equal(await inHistory(roomId, `&player=${host.id}`), false);
    assert.equal(await inHistory(roomId, `&player=${host.id}`, host.token), true);
    [host, guest].forEach((it) => it.close());
  });

  test('can be watched by whoever has the link', async () => {
    const { host, guest, roomId } = await started();
    const grace = await join('Grace');
    await grace.does('game:spectate', { roomId, username: 'Grace' });
    assert.equal((await grace.hears('game:spectate:joined')).private, true);
    await host.drops(3);
    await grace.hears('game:move:made');
    const { status, body } = await server.get(`/v1/games/${roomId}`);
    assert.deepEqual([status, body.private, body.rated, body.moves], [200, true, false, '4']);
    [host, guest, grace].forEach((it) => it.close());
  });

  test('a host who comes back is sent the room, its code and how long it still waits', async () => {
    const host = await join('Host');
    const { roomId, roomCode, expiresAt } = await host.does('room:create', { username: 'Host', preset: 'duel' });
    const first = await host.hears('room:waiting');
    host.cut();
    const away = await until(10_000, 'the host is still there', async () => {
      const { body } = await server.get(`/v1/invitations/${roomCode}`);
      return !body.host.connected && body.expiresAt !== expiresAt && body;
    });
    assertDeadline(away.expiresAt, away.now, 300); // an absent host's room goes after minutes
    const back = await host.again(server);
    const answer = await back.does('game:reconnect', { playerId: host.id });
    assert.equal(answer.roomId, roomId);
    const waiting = await back.hears('room:waiting');
    assert.deepEqual({ ...waiting, now: 0, version: 0 }, { ...first, now: 0, version: 0 });
    assert.deepEqual([waiting.roomCode, waiting.expiresAt], [roomCode, expiresAt]);
    assert.equal(waiting.version, answer.version);
    assertNow(waiting.now);
    back.assertNeverHeard('game:reconnected');
    const guest = await join('Guest');
    await guest.does('room:join', { username: 'Guest', roomCode });
    await back.starts();
    [host, back, guest].forEach((it) => it.close());
  });

  test('an open one survives a restart, and its host comes back to it', async () => {
    const own = await Server.start();
    const host = await Player.join(own, { name: 'Host' });
    const { roomId, roomCode, expiresAt } = await host.does('room:create', { username: 'Host' });
    host.close();
    await own.kill();
    await own.start();
    const back = await host.again(own);
    await back.does('game:reconnect', { playerId: host.id });
    const waiting = await back.hears('room:waiting');
    assert.deepEqual([waiting.roomId, waiting.roomCode, waiting.expiresAt], [roomId, roomCode, expiresAt]);
    const guest = await Player.join(own, { name: 'Guest' });
    await guest.does('room:join', { username: 'Guest', roomCode });
    assert.equal((await back.starts()).roomId, roomId);
    [back, guest].forEach((it) => it.close());
    await own.stop();
  });

  test('"cancel" closes it, and leaves the host free', async () => {
    const host = await join('Host');
    const { roomId, roomCode } = await host.does('room:create', { username: 'Host' });
    await host.does('game:leave', { roomId, playerId: host.id });
    assert.deepEqual(await host.hears('room:closed'), { roomId, reason: 'cancelled', version: 2 });
    const { status, body } = await server.get(`/v1/invitations/${roomCode}`);
    assert.deepEqual([status, body.error.code], [404, 'unknown_code']);
    await host.isRefused('game:reconnect', { playerId: host.id }, 'unknown_room');
    await host.does('matchmaking:join', { username: 'Host', wantsBot: true });
    host.close();
  });

  test('a host who begins something else is not locked out: the room is closed, and says so', async () => {
    const host = await join('Host');
    const { roomId } = await host.does('room:create', { username: 'Host' });
    const next = await host.does('room:create', { username: 'Host' });
    assert.deepEqual(await host.hears('room:closed'), { roomId, reason: 'cancelled', version: 2 });
    assert.equal((await host.hears('room:waiting')).roomId, next.roomId);
    await host.does('matchmaking:join', { username: 'Host', wantsBot: true });
    assert.equal((await host.hears('room:closed')).roomId, next.roomId);
    await host.starts();
    host.close();
  });

  test('an invitation says who invites to what, and how far it is', async () => {
    const [host, guest] = await Promise.all([join('Host'), join('Guest')]);
    const wishes = { preset: 'live', afkTimeoutSeconds: 45, afkWarnSeconds: 15 };
    const { roomId, roomCode, expiresAt } = await host.does('room:create', { username: 'Host', ...wishes });
    const invitation = async () => {
      const { status, body } = await server.get(`/v1/invitations/${roomCode.toLowerCase()}`);
      assert.equal(status, 200);
      const { now, ...rest } = body;
      assertNow(now);
      return rest;
    };
    const told = {
      roomId, roomCode, host: { id: host.id, username: 'Host', connected: true }, preset: 'live', turnSeconds: null,
      afkTimeoutEnabled: true, afkTimeoutSeconds: 45, afkWarnSeconds: 15,
    };
    assert.deepEqual(await invitation(), { ...told, status: 'waiting', expiresAt });
    await guest.does('room:join', { username: 'Guest', roomCode });
    await host.starts();
    assert.deepEqual(await invitation(), { ...told, status: 'playing', expiresAt: null });
    await host.does('game:resign', host.here);
    assert.deepEqual(await invitation(), { ...told, status: 'over', expiresAt: null });
    [host, guest].forEach((it) => it.close());
  });

  test('a game can be called off before both have dropped a disc, and leaves no trace', async () => {
    const { host, guest, roomId } = await started();
    await host.drops(3);
    await guest.does('game:abort', { roomId, playerId: guest.id });
    for (const player of [host, guest]) {
      assert.deepEqual(await player.hears('game:over'), {
        roomId, winner: null, reason: 'aborted', winningCells: null, winningLines: null, version: 4,
      });
    }
    for (const { id, token } of [host, guest]) {
      assert.equal(await inHistory(roomId, `&player=${id}`, token), false);
      assert.equal((await server.get(`/v1/players/${id}`)).status, 404, 'no statistics');
    }
    // Both are free again.
    await host.does('matchmaking:join', { username: 'Host', wantsBot: true, preset: 'classic' });
    const late = await started();
    await play([late.host, late.guest], [3, 3]);
    await late.host.isRefused('game:abort', late.host.here, 'too_late');
    [host, guest, late.host, late.guest].forEach((it) => it.close());
  });
});
