// What a fast or a lazy client meets: events in order, none lost, and no patience for those who never read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { Player, pair } from './player.mjs';
import { Server, tracked, until, within } from './server.mjs';
import { frame, websocket } from './wire.mjs';

let server;
before(async () => {
  server = await Server.start({ args: ['--events-burst', '1000000', '--max-connections-per-address', '2000'] });
});
after(() => server.stop());

test('events of one socket are taken in the order they were sent', async () => {
  const ada = await Player.join(server);
  const asked = [];
  for (let round = 0; round < 300; round += 1) {
    asked.push(ada.ask('matchmaking:join', { username: 'Ada', preset: 'duel' }));
    asked.push(ada.ask('matchmaking:leave', { playerId: ada.id }));
  }
  const answers = await Promise.all(asked);
  const refused = answers.filter((it) => !it.ok).map((it) => it.error.code);
  assert.deepEqual(refused, [], 'a leave before its join, or a join before the leave, would be refused');
  ada.close();
});

test('a burst of moves and their repeats leaves each disc once', async () => {
  const [ada, alan] = await pair(server, { preset: 'classic' });
  const copies = (player, column, moveNumber) =>
    Array.from({ length: 25 }, () => player.ask('game:move', { ...player.here, column, moveNumber }));
  for (const [at, column] of [3, 3, 2, 2, 0].entries()) {
    const answers = await Promise.all(copies([ada, alan][at % 2], column, at + 1));
    assert.ok(answers.every((it) => it.ok), JSON.stringify(answers.find((it) => !it.ok)));
  }
  const made = await alan.hears('game:move:made', (it) => it.moveHistory.length === 5);
  assert.deepEqual(made.moveHistory, [3, 3, 2, 2, 0]);
  assert.equal(ada.heard.filter((it) => it.event === 'game:move:made').length, 5, 'and is told once');
  [ada, alan].forEach((it) => it.close());
});

test('the first event after connecting is never lost', async () => {
  for (let round = 0; round < 10; round += 1) {
    const sockets = Array.from({ length: 40 }, () =>
      tracked(io(`${server.url}/connect4`, { forceNew: true, reconnection: false, transports: ['websocket'] })));
    // Sent before the handshake is over, so that it leaves in the same breath.
    const answers = sockets.map((it) => it.timeout(10_000).emitWithAck('afk:check', { roomId: 'nowhere' }));
    for (const answer of await Promise.all(answers)) assert.equal(answer.error.code, 'unknown_room');
    sockets.forEach((it) => it.disconnect());
  }
});

test('who never reads is cut off, and costs no memory', async (t) => {
  const before = server.residentKib();
  const line = await websocket(server);
  line.socket.pause();
  const question = frame('42/connect4,1["afk:check",{"roomId":"nowhere"}]');
  const many = Buffer.concat(Array.from({ length: 1_000 }, () => question));
  const cut = new Promise((resolve) => line.socket.once('close', resolve));
  const flood = (async () => {
    for (let round = 0; round < 2_000 && !line.socket.destroyed; round += 1) {
      if (!line.socket.write(many)) await Promise.race([new Promise((resolve) => line.socket.once('drain', resolve)), sleep(250)]);
      if (line.socket.writableLength > 4_000_000) break; // the server has stopped taking more: as good
    }
  })();
  await within(30_000, 'a flood without an end', Promise.race([cut, flood]));
  const grown = server.residentKib() - before;
  t.diagnostic(`${grown} KiB more while it lasted`);
  assert.ok(grown < 32 * 1_024, `${grown} KiB for one who never reads`);
  line.close();
  const [ada, alan] = await pair(server, { preset: 'classic' });
  await ada.drops(3);
  await alan.hears('game:move:made');
  [ada, alan].forEach((it) => it.close());
});

test('a thousand people come and go, and leave nothing behind', async (t) => {
  const crowd = async () => {
    const players = await Promise.all(Array.from({ length: 100 }, () => Player.join(server)));
    await Promise.all(players.map((it) => it.ask('room:create', { username: 'Ada' })));
    await Promise.all(players.map(async (it) => {
      const { payload } = it.heard[0];
      assert.equal(payload.playerId, it.id);
      it.close();
    }));
  };
  await crowd();
  for (let round = 0; round < 9; round += 1) await crowd();
  await until(10_000, 'sockets that are gone are still counted', async () => (await server.metric('connections')) === 0);
  t.diagnostic(`${server.residentKib()} KiB after 1,000 sockets`);
});
