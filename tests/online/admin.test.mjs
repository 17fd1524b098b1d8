/** `fourfall admin` while the server runs: it follows within a second. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FOUR, Player, pair, play } from './player.mjs';
import { BINARY, Server, environment, folder, until } from './server.mjs';

describe('an operator', () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  const admin = (...args) =>
    execFileSync(BINARY, ['admin', '--data-dir', server.data, '--operator', 'tester', ...args], { env: environment(), encoding: 'utf8' });
  const isOut = async (player) => {
    const refused = new Player(server, { token: player.token });
    const { message } = await refused.refused();
    refused.close();
    return message;
  };

  test('bans a player, who is cut off, and lets them back', async () => {
    const player = await Player.join(server, {});
    admin('ban', player.id, '--reason', 'rude');
    await until(5_000, 'the connection stays', () => !player.socket.connected);
    assert.match(await isOut(player), /forbidden/);
    assert.match(admin('bans'), new RegExp(`^player:${player.id}\tfor ever\trude$`, 'm'));
    admin('unban', player.id);
    await until(5_000, 'the ban holds', async () => {
      const back = new Player(server, { token: player.token });
      const ok = await back.connected().then(() => true, () => false);
      back.close();
      return ok;
    });
    assert.throws(() => admin('unban', player.id), /there is no such ban/);
    player.close();
  });

  test('revokes tokens, and rotates keys without logging anybody out', async () => {
    const [ada, alan] = await Promise.all([Player.join(server, {}), Player.join(server, {})]);
    assert.match(admin('keys', 'rotate'), /^1\n$/);
    admin('revoke', ada.id);
    await until(5_000, 'the connection stays', () => !ada.socket.connected);
    assert.match(await isOut(ada), /unauthorized/);
    assert.ok(alan.socket.connected);
    const fresh = await Player.join(server, {});
    assert.match(fresh.token, /\.1-\d+\.[0-9a-f]+$/, 'signed with the new key');
    const back = await Player.join(server, { token: alan.token, id: alan.id });
    [ada, alan, fresh, back].forEach((it) => it.close());
  });

  test('drains the server, and takes that back', async () => {
    const player = await Player.join(server, {});
    admin('drain');
    await until(5_000, 'it is still ready', async () => !(await server.ready()));
    await player.isRefused('matchmaking:join', { username: 'Ada' }, 'overloaded');
    admin('undrain');
    await until(5_000, 'it is not ready', () => server.ready());
    await player.does('matchmaking:join', { username: 'Ada' });
    player.close();
  });

  test('changes what is logged', async () => {
    assert.doesNotMatch(server.log, /DEBUG/);
    admin('log', 'debug');
    await until(5_000, 'nothing more is logged', async () => {
      const player = await Player.join(server, {});
      await player.ask('game:resign', { roomId: '000000000000', playerId: player.id });
      player.close();
      // With the connection and the player it is about.
      return /DEBUG event\{connection=\S+ player=\w+ name=.*refused/.test(server.log);
    });
    admin('log', 'info');
    assert.throws(() => admin('log', 'a=b=c'));
  });

  test('lists players, closes a match, and voids one', async () => {
    const players = await pair(server);
    await play(players, FOUR);
    await players[1].hears('game:over');
    const [ada] = players;
    const rating = async () => (await server.get(`/v1/players/${ada.id}`)).body.rating;
    await until(10_000, 'the game was not rated', async () => (await rating()) > 1500);
    assert.match(admin('players', 'ada'), new RegExp(`^${ada.id}\tAda\t1\t1\\d\\d\\d\tguest$`, 'm'));
    assert.equal(admin('players', 'nobody is called so'), '');
    admin('void', ada.roomId);
    assert.equal(await rating(), 1500);
    players.forEach((it) => it.close());

    const others = await pair(server);
    await play(others, FOUR.slice(0, 3));
    admin('close', others[0].roomId);
    const over = await others[0].hears('game:over');
    assert.deepEqual([over.reason, over.winner ?? null], ['aborted', null]);
    assert.throws(() => admin('close', 'nonsense'));
    others.forEach((it) => it.close());
  });

  test('backs up, checks and restores everything, people included', async () => {
    const player = await Player.join(server, {});
    const body = JSON.stringify({ username: 'Backed up', password: 'four blue discs in a row' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${player.token}` };
    assert.equal((await fetch(`${server.url}/v1/account`, { method: 'POST', headers, body })).status, 200);
    assert.match(admin('check'), /all is well/);
    const copy = join(folder('backup'), 'copy');
    assert.match(admin('backup', copy), /^\d+ bytes in /);
    assert.throws(() => admin('backup', copy), /exists/);
    assert.throws(() => admin('restore', copy), /in use by another server/);
    await server.stop();
    rmSync(join(server.data, 'people.sqlite'));
    admin('restore', copy);
    await server.start();
    const known = await fetch(`${server.url}/v1/account`, { headers });
    assert.equal((await known.json()).username, 'Backed up');
    player.close();
  });

  test('finds everything written down', () => {
    const deeds = admin('deeds').trim().split('\n').map((it) => it.split('\t'));
    assert.deepEqual(deeds.map((it) => Number(it[0])), deeds.map((_, at) => at + 1));
    assert.ok(deeds.every((it) => it[2] === 'tester'));
    for (const action of ['ban', 'unban', 'revoke', 'rotate-keys', 'drain', 'undrain', 'log', 'close', 'void', 'backup', 'restore']) {
      assert.ok(deeds.some((it) => it[3] === action), action);
    }
  });
});
