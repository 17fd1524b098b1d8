// 8. Nobody can shout others down.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DRAW, Player, pair, play } from './player.mjs';
import { Server, until } from './server.mjs';

const LOUD = ['--events-burst', '1000000', '--requests-burst', '1000000', '--max-connections-per-address', '5000'];
/** As a proxy says it; the server believes this machine. */
const from = (address) => ({ extraHeaders: { 'X-Forwarded-For': address } });

describe('8. rude clients', { concurrency: 3 }, () => {
  test('a repeated game:spectate answers only who asked', async () => {
    const server = await Server.start({ args: LOUD });
    const [ada, alan] = await pair(server);
    const [grace, mallory] = await Promise.all(['Grace', 'Mallory'].map((name) => Player.join(server, { name })));
    for (const it of [grace, mallory]) await it.does('game:spectate', { roomId: ada.roomId, username: it.name });
    await ada.hears('room:spectators', (it) => it.count === 2);
    await Promise.all([alan, grace, mallory].map((it) => it.hears('room:spectators', ({ count }) => count === 2)));
    const before = [ada, alan, grace].map((it) => it.heard.length);
    await Promise.all(Array.from({ length: 300 }, () => mallory.does('game:spectate', { roomId: ada.roomId, username: 'Mallory' })));
    await sleep(1_500); // longer than counts are held back
    assert.equal(mallory.all('game:spectate:joined').length, 301);
    assert.deepEqual([ada, alan, grace].map((it) => it.heard.length), before, 'nobody else heard anything');
    [ada, alan, grace, mallory].forEach((it) => it.close());
    await server.stop();
  });

  test('everybody is told at most once a second how many watch, and in the end the right number', async () => {
    const server = await Server.start({ args: LOUD });
    const [ada, alan] = await pair(server);
    const { roomId } = ada;
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, at) => Player.join(server, { name: `W${at}` })));
    const began = Date.now();
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(crowd.map((it) => it.does('game:spectate', { roomId, username: it.name })));
      if (round < 14) await Promise.all(crowd.map((it) => it.does('game:leave', { roomId, playerId: it.id })));
    }
    await until(10_000, 'the last number never came', () => alan.all('room:spectators').at(-1)?.count === 20);
    // By the clock of the test, which began before the first and ended after the last.
    const seconds = (Date.now() - began) / 1_000;
    const told = alan.all('room:spectators').length;
    assert.ok(told <= Math.ceil(seconds) + 1, `${told} numbers in ${seconds} s`);
    [ada, alan, ...crowd].forEach((it) => it.close());
    await server.stop();
  });

  test("strangers' requests never enter a room's inbox", { timeout: 60_000 }, async () => {
    const server = await Server.start({ args: LOUD });
    const players = await pair(server, { preset: 'classic' });
    const { roomId } = players[0];
    const strangers = await Promise.all(Array.from({ length: 8 }, (_, at) => Player.join(server, { name: `S${at}` })));
    let [shouted, isOver] = [0, false];
    const shouting = strangers.map(async (stranger) => {
      const here = { roomId, playerId: stranger.id };
      while (!isOver) {
        const answers = await Promise.all([
          ...Array.from({ length: 40 }, (_, at) => stranger.ask('game:move', { ...here, column: at % 7 })),
          ...['resign', 'leave', 'abort', 'rematch', 'rematch:decline'].map((it) => stranger.ask(`game:${it}`, here)),
        ]);
        for (const answer of answers) assert.equal(answer.error?.code, 'forbidden', JSON.stringify(answer));
        shouted += answers.length;
      }
    });
    await until(10_000, 'nobody shouts', () => shouted > 300);
    // Every move is taken at the first attempt: with hundreds of strangers before it, it would be `overloaded`.
    await play(players, DRAW);
    isOver = true;
    await Promise.all(shouting);
    [...players, ...strangers].forEach((it) => it.close());
    await server.stop();
  });

  test('private codes can be guessed twenty times by an address, on the socket and over HTTP together', async () => {
    const server = await Server.start({ args: [...LOUD, '--trusted-proxy', '127.0.0.1'] });
    const host = await Player.join(server, { name: 'Host', ...from('192.0.2.1') });
    const { roomCode } = await host.does('room:create', { username: 'Host' });
    const mallory = await Player.join(server, { name: 'Mallory', ...from('198.51.100.7') });
    const invitation = (code, address) => server.get(`/v1/invitations/${code}`, { 'x-forwarded-for': address });
    for (let guess = 0; guess < 20; guess += 1) {
      // The right one costs nothing, however often it is looked at.
      assert.equal((await invitation(roomCode, '198.51.100.7')).status, 200);
      if (guess % 2 === 0) {
        const { error } = await mallory.ask('room:join', { username: 'Mallory', roomCode: 'ZZZZZZ' });
        assert.equal(error.code, 'unknown_code', `guess ${guess}`);
      } else {
        const { status, body } = await invitation('ZZZZZZ', '198.51.100.7');
        assert.deepEqual([status, body.error.code], [404, 'unknown_code'], `guess ${guess}`);
      }
    }
    await mallory.isRefused('room:join', { username: 'Mallory', roomCode: 'ZZZZZZ' }, 'rate_limited');
    await mallory.isRefused('room:join', { username: 'Mallory', roomCode }, 'rate_limited');
    const { status, body } = await invitation(roomCode, '198.51.100.7');
    assert.deepEqual([status, body.error.code], [429, 'rate_limited']);
    // Somebody else is not concerned.
    const guest = await Player.join(server, { name: 'Guest', ...from('198.51.100.8') });
    await guest.does('room:join', { username: 'Guest', roomCode });
    await host.starts();
    [host, mallory, guest].forEach((it) => it.close());
    await server.stop();
  });

  test('limits count IPv6 by /64: one customer has them all', async () => {
    const server = await Server.start({ args: ['--trusted-proxy', '127.0.0.1', '--max-connections-per-address', '2'] });
    const joined = [];
    for (const address of ['2001:db8:1:1::1', '2001:db8:1:1:ffff::2']) joined.push(await Player.join(server, from(address)));
    const third = new Player(server, from('2001:db8:1:1::3'));
    assert.match((await third.refused()).message, /rate_limited|too many/);
    // The next network is somebody else's, and so is each address of IPv4.
    for (const address of ['2001:db8:1:2::1', '192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3']) {
      joined.push(await Player.join(server, from(address)));
    }
    [third, ...joined].forEach((it) => it.close());
    await server.stop();
  });

  test('one client can not occupy all places of analysis', async () => {
    const server = await Server.start({ args: [...LOUD, '--trusted-proxy', '127.0.0.1'] });
    const analyze = async (moves, address) => {
      const response = await fetch(`${server.url}/v1/analyze`, {
        method: 'POST', body: JSON.stringify({ moves }), headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      });
      return { status: response.status, body: await response.json() };
    };
    // Positions far from any end, each another one, so that each takes its time.
    const hard = Array.from({ length: 12 }, (_, at) => `${1 + (at % 7)}${1 + ((at * 3) % 7)}`);
    const greedy = hard.map((it) => analyze(it, '198.51.100.9'));
    const other = await analyze('4455667', '198.51.100.10');
    assert.equal(other.status, 200, 'somebody else is served');
    const answers = await Promise.all(greedy);
    const refused = answers.filter((it) => it.status === 503);
    assert.ok(refused.length >= 12 - 3, `${refused.length} of 12 were refused`);
    for (const { body } of refused) assert.equal(body.error.code, 'overloaded');
    await server.stop();
  });

  test('an outage of the store is logged once, not per room', { timeout: 60_000 }, async () => {
    const server = await Server.start({
      wrap: (command, args) => ['sh', ['-c', `trap '' XFSZ; exec "$0" "$@"`, command, ...args]],
    });
    const limit = (bytes) => {
      const { status } = spawnSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
      assert.equal(status, 0);
    };
    const games = [];
    for (let at = 0; at < 8; at += 1) games.push(await pair(server, { preset: 'classic' }));
    const { length } = server.log;
    limit(4_096);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answers = await Promise.all(games.map(([mover]) => mover.ask('game:move', { ...mover.here, column: 3, moveNumber: 1 })));
      for (const { ok, error } of answers) assert.deepEqual([ok, error.code], [false, 'internal'], error.message);
    }
    const complaints = server.log.slice(length).split('\n').filter((it) => /\b(ERROR|WARN)\b/.test(it));
    assert.equal(complaints.length, 1, complaints.join('\n'));
    limit('unlimited');
    for (const [mover] of games) {
      await until(15_000, 'the move is not taken', async () => (await mover.ask('game:move', { ...mover.here, column: 3, moveNumber: 1 })).ok);
    }
    games.flat().forEach((it) => it.close());
    await server.stop();
  });
});
