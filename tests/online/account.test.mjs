/** Accounts over HTTP, as their owners use them and as others attack them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { FOUR, Player, pair, play } from './player.mjs';
import { Server, folder, until } from './server.mjs';

const PASSWORD = 'four blue discs in a row';
let server;
let address = 0;
/** Nobody has asked from there before. */
const elsewhere = () => `198.51.100.${(address += 1)}`;

before(async () => {
  server = await Server.start({ args: ['--trusted-proxy', '127.0.0.1', '--max-rooms-per-address', '1000'] });
});
after(() => server.stop());

/** What the API says, from an address of one's own if none is given. */
async function ask(method, path, { body, token, from = elsewhere() } = {}) {
  const response = await fetch(`${server.url}/v1/${path}`, {
    method,
    headers: {
      'x-forwarded-for': from,
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
async function ok(method, path, options) {
  const { status, body } = await ask(method, path, options);
  assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}
let number = 0;
/** Somebody who has played as a guest and claims a name. */
async function owner(name = `Owner ${(number += 1)}`) {
  const guest = await Player.join(server, { name });
  const claimed = await ok('POST', 'account', { token: guest.token, body: { username: name, password: PASSWORD } });
  assert.equal(claimed.playerId, guest.id, 'the id stays, and with it games and rating');
  return { guest, name, token: guest.token, id: guest.id, codes: claimed.recoveryCodes };
}
const login = (username, password = PASSWORD, options = {}) => ask('POST', 'account/login', { body: { username, password }, ...options });

describe('accounts', () => {
  test('a guest claims a name, and is the same player everywhere after logging in', async () => {
    const players = await pair(server);
    await play(players, FOUR);
    await players[1].hears('game:over');
    const [ada] = players;
    await until(10_000, 'the game was not rated', async () => (await ok('GET', `players/${ada.id}`)).rating > 1500);
    const claimed = await ok('POST', 'account', { token: ada.token, body: { username: 'Ada the First', password: PASSWORD } });
    assert.equal(claimed.recoveryCodes.length, 8);
    const { body } = await login('ada the first');
    assert.equal(body.playerId, ada.id);
    const stats = await ok('GET', `players/${body.playerId}`);
    assert.ok(stats.claimed && stats.wins === 1 && stats.rating > 1500);
    const phone = await Player.join(server, { token: body.token, id: body.playerId });
    assert.equal(phone.socket.connected, true);
    const seen = await ok('GET', 'account', { token: body.token });
    assert.deepEqual([seen.username, seen.recoveryCodesLeft, seen.devices.length], ['Ada the First', 8, 2]);
    assert.deepEqual(seen.devices.map((it) => it.current), [true, false]);
    [...players, phone].forEach((it) => it.close());
  });

  test('bad names and passwords are refused with a sentence', async () => {
    const { token } = await Player.join(server, {});
    for (const [username, password, status] of [
      ['Somebody', 'short', 400],
      ['Somebody', 'password123', 400],
      ['Somebody', 'aaaaaaaaaaaaaaaa', 400],
      ['Somebody Else', 'somebody else', 400],
      ['👑', PASSWORD, 400],
      ['Me guest', PASSWORD, 400],
      ['Easy bot', PASSWORD, 400],
    ]) {
      const answer = await ask('POST', 'account', { token, body: { username, password } });
      assert.equal(answer.status, status, `${username} ${password}`);
      assert.match(answer.body.error.message, /^[a-z].* /);
    }
    assert.equal((await ask('POST', 'account', { body: { username: 'Nobody', password: PASSWORD } })).status, 401);
  });

  test('logging out, here and everywhere, holds at once, on open connections too', async () => {
    const { name, token, id } = await owner();
    const phone = (await login(name)).body.token;
    const laptop = (await login(name)).body.token;
    const open = await Player.join(server, { token: phone, id });
    await ok('POST', 'account/logout', { token: phone });
    assert.equal((await ask('GET', 'account', { token: phone })).status, 401);
    const refused = new Player(server, { token: phone });
    assert.match((await refused.refused()).message, /unauthorized/);
    await until(5_000, 'the open connection stays', () => !open.socket.connected);
    assert.equal((await ask('GET', 'account', { token: laptop })).status, 200, 'others stay');
    const fresh = await ok('POST', 'account/logout-everywhere', { token });
    for (const old of [token, laptop]) assert.equal((await ask('GET', 'account', { token: old })).status, 401);
    assert.equal((await ok('GET', 'account', { token: fresh.token })).devices.length, 1);
    [open, refused].forEach((it) => it.close());
  });

  test('one device can be logged out from another', async () => {
    const { name, token } = await owner();
    const phone = (await login(name)).body.token;
    const { devices } = await ok('GET', 'account', { token });
    const other = devices.find((it) => !it.current);
    await ok('DELETE', `account/devices/${other.id}`, { token });
    assert.equal((await ask('GET', 'account', { token: phone })).status, 401);
    assert.equal((await ask('GET', 'account', { token })).status, 200);
  });

  test('a new password logs everybody else out, and takes the old one', async () => {
    const { name, token } = await owner();
    const thief = (await login(name)).body.token;
    const wrong = await ask('POST', 'account/password', { token, body: { password: 'a guess or two', newPassword: 'red discs on blue' } });
    assert.equal(wrong.status, 401);
    const changed = await ok('POST', 'account/password', { token, body: { password: PASSWORD, newPassword: 'red discs on blue' } });
    assert.equal((await ask('GET', 'account', { token: thief })).status, 401);
    assert.equal((await login(name)).status, 401);
    assert.equal((await login(name, 'red discs on blue')).status, 200);
    assert.equal((await ask('GET', 'account', { token: changed.token })).status, 200);
  });

  test('a recovery code works once', async () => {
    const { name, codes, token } = await owner();
    const recover = (code) => ask('POST', 'account/recover', { body: { username: name, code, password: 'a newer, longer one' } });
    assert.equal((await recover('AAAA-AAAA-AAAA-AAAA')).status, 401);
    const back = await recover(codes[3].toLowerCase());
    assert.equal(back.status, 200);
    assert.equal((await ask('GET', 'account', { token })).status, 401, 'whoever was in is out');
    assert.equal((await recover(codes[3])).status, 401);
    assert.equal((await login(name, 'a newer, longer one')).status, 200);
    const { recoveryCodes } = await ok('POST', 'account/codes', { token: back.body.token, body: { password: 'a newer, longer one' } });
    assert.equal((await recover(codes[4])).status, 401, 'the earlier ones are worth nothing');
    assert.equal((await recover(recoveryCodes[0])).status, 200);
  });

  test('everything can be exported, and deleted: the name goes everywhere, the games stay', async () => {
    const players = await pair(server);
    await play(players, FOUR);
    await players[1].hears('game:over');
    const [ada] = players;
    const body = { username: 'Countess', password: PASSWORD };
    await ok('POST', 'account', { token: ada.token, body });
    const all = await ok('GET', 'account/export', { token: ada.token });
    assert.equal(all.account[0].name, 'Countess');
    assert.equal(all.games[0].roomId, ada.roomId);
    assert.equal(all.statistics.wins, 1);
    assert.doesNotMatch(JSON.stringify(all), /argon2/);
    assert.equal((await ask('POST', 'account/delete', { token: ada.token, body: { password: 'a guess or two' } })).status, 401);
    await ok('POST', 'account/delete', { token: ada.token, body: { password: PASSWORD } });
    assert.equal((await ask('GET', 'account', { token: ada.token })).status, 401);
    assert.equal((await login('Countess')).status, 401);
    const game = await ok('GET', `games/${ada.roomId}`);
    assert.deepEqual(game.players.map((it) => it.username), ['deleted', 'Alan']);
    assert.equal((await ok('GET', `players/${ada.id}`)).username, 'deleted');
    players.forEach((it) => it.close());
  });

  test('who is blocked is not met again', async () => {
    const players = await pair(server);
    const [ada, alan] = players;
    await ada.does('game:resign', ada.here);
    await alan.hears('game:over');
    await ok('PUT', `players/${alan.id}/block`, { token: ada.token });
    await ada.does('matchmaking:join', { username: 'Ada' });
    const answer = await alan.does('matchmaking:join', { username: 'Alan' });
    assert.equal(answer.roomId, null);
    const bob = await Player.join(server, { name: 'Bob' });
    await bob.does('matchmaking:join', { username: 'Bob' });
    await bob.starts();
    [...players, bob].forEach((it) => it.close());
  });
});

describe('attacks', () => {
  test('a claimed name can not be squatted by one that looks like it, nor borrowed by a guest', async () => {
    const { name } = await owner('Grace Hopper');
    const { token } = await Player.join(server, {});
    for (const username of [name, 'GRACE HOPPER', 'gracehopper', 'Grаce Hopper', 'Grace H0pper', 'Grace.Hopper', 'Ｇrace Hopper']) {
      const answer = await ask('POST', 'account', { token, body: { username, password: PASSWORD } });
      assert.equal(answer.status, 409, username);
    }
    const [guest, other] = await Promise.all([Player.join(server, {}), Player.join(server, {})]);
    await guest.does('matchmaking:join', { username: 'Grаce Hopper', preset: 'duel' });
    await other.does('matchmaking:join', { username: 'Other', preset: 'duel' });
    const { players } = await guest.starts();
    assert.ok(players.some((it) => it.username === 'Grаce Hopper (guest)'), JSON.stringify(players));
    [guest, other].forEach((it) => it.close());
  });

  test('nobody learns which names exist', async () => {
    const { name } = await owner();
    const wrong = await login(name, 'not the password');
    const unknown = await login('Nobody at all', 'not the password');
    assert.deepEqual(wrong, unknown);
    const recover = (username) => ask('POST', 'account/recover', { body: { username, code: 'AAAA-AAAA-AAAA-AAAA', password: PASSWORD } });
    assert.deepEqual(await recover(name), await recover('Nobody at all'));
  });

  test('an unknown name takes as much work as a wrong password', async () => {
    const { name } = await owner();
    const work = async (username) => {
      const before = await server.metric('passwords_total');
      assert.equal((await login(username, 'not the password')).status, 401);
      return (await server.metric('passwords_total')) - before;
    };
    assert.deepEqual([await work(name), await work('Nobody at all')], [1, 1]);
    // What no name can look like is no shortcut either.
    assert.equal(await work('👑'), 1);
  });

  test('stolen lists of passwords are tried in vain, and the owner gets in meanwhile', async () => {
    const { name, token } = await owner();
    const from = elsewhere();
    const statuses = [];
    for (let it = 0; it < 12; it += 1) statuses.push((await login(`Victim ${it}`, 'from a stolen list', { from })).status);
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429], 'one address, many names');
    const many = [];
    for (let it = 0; it < 22; it += 1) many.push((await login(name, `guess number ${it}`)).status);
    assert.deepEqual(many, [...Array(20).fill(401), 429, 429], 'many addresses, one name');
    assert.equal((await login(name)).status, 429, 'a stranger with the right password has to wait too');
    assert.equal((await login(name, PASSWORD, { token })).status, 200, "the owner's own device has not");
    await ok('POST', 'account/logout', { token });
    assert.equal((await login(name, PASSWORD, { token })).status, 200, 'even when it is logged out');
  });

  test('a session that somebody planted is not the one that is logged in', async () => {
    const { name, id } = await owner();
    const planted = await Player.join(server, {});
    const { body } = await login(name, PASSWORD, { token: planted.token });
    assert.notEqual(body.token, planted.token);
    assert.equal((await ok('GET', 'account', { token: planted.token })).playerId, planted.id, 'and stays who it was');
    assert.equal((await ok('GET', 'account', { token: body.token })).playerId, id);
    planted.close();
  });

  /** Plays a game that has begun to its end; says whether it was said to be rated. */
  async function playsOut(players) {
    const [started] = await Promise.all(players.map((it) => it.starts()));
    const order = started.players.map(({ id }) => players.find((it) => it.id === id));
    await play(order, FOUR);
    await order[1].hears('game:over');
    return started.rated;
  }
  async function rated(players) {
    for (const it of players) await it.does('matchmaking:join', { username: it.name, preset: 'classic' });
    return playsOut(players);
  }
  const ratings = (players) => Promise.all(players.map(async (it) => (await ok('GET', `players/${it.id}`)).rating));

  test('a rating is not farmed by two tabs of one address', async () => {
    // Both from one address that is not this machine's.
    const from = elsewhere();
    const join = (name) => Player.join(server, { name, extraHeaders: { 'x-forwarded-for': from } });
    const players = await Promise.all([join('Ada'), join('Alan')]);
    assert.equal(await rated(players), false);
    assert.deepEqual(await ratings(players), [1500, 1500]);
    players.forEach((it) => it.close());
  });

  test('a rating is not farmed by two tabs of one browser, whatever addresses they come from', async () => {
    const device = 'made up once by the page';
    const join = (name, auth) => Player.join(server, { name, handshake: auth, extraHeaders: { 'x-forwarded-for': elsewhere() } });
    const players = await Promise.all([join('Ada', { device }), join('Alan', { device })]);
    assert.equal(await rated(players), false);
    assert.deepEqual(await ratings(players), [1500, 1500]);
    const others = await Promise.all([join('Ada', { device }), join('Alan', { device: 'made up by another page' })]);
    assert.equal(await rated(others), true);
    // What is no name of a device is none.
    const odd = await Promise.all([join('Ada', { device: 7 }), join('Alan', { device: 7 })]);
    assert.equal(await rated(odd), true);
    [...players, ...others, ...odd].forEach((it) => it.close());
  });

  test('a rating is not farmed by private games', async () => {
    const players = await Promise.all(['Ada', 'Alan'].map((name) => Player.join(server, { name })));
    const [ada, alan] = players;
    const { roomCode } = await ada.does('room:create', { username: 'Ada', preset: 'classic' });
    await alan.does('room:join', { username: 'Alan', roomCode });
    assert.equal(await playsOut(players), false);
    assert.deepEqual(await ratings(players), [1500, 1500]);
    players.forEach((it) => it.close());
  });
});

test('a store of the version before accounts keeps its players, games and tokens, and its games are rated', async () => {
  const { files, people } = JSON.parse(gunzipSync(readFileSync(new URL('fixtures/before-accounts.json.gz', import.meta.url))));
  const data = folder('before-accounts');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(data, name), content, 'base64');
  const later = await Server.start({ data });
  const read = async (path) => {
    const { status, body } = await later.get(`/v1/${path}`);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const { strangers: [winner, loser], lonely, friends, unfinished } = people;

  // Every game is there, and the one that says something about strength is rated.
  await until(10_000, 'the game was not rated', async () => (await read(`players/${winner.id}`)).rating > 1500);
  assert.ok((await read(`players/${loser.id}`)).rating < 1500);
  assert.equal((await read(`players/${winner.id}`)).wins, 1);
  assert.equal((await read(`players/${loser.id}`)).losses, 1);
  assert.equal((await read(`games/${winner.roomId}`)).result.winner, winner.id);
  assert.equal((await read(`games/${lonely.roomId}`)).result.reason, 'resignation');
  assert.equal((await read(`players/${friends[0].id}`)).rating, 1500, 'private games are not');

  // Every token proves who it proved, and whoever has it can claim a name and go on as the same player.
  const everybody = [winner, loser, lonely, ...friends, ...unfinished];
  const back = await Promise.all(everybody.map(({ id, token }) => Player.join(later, { id, token })));
  const claim = await fetch(`${later.url}/v1/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${winner.token}` },
    body: JSON.stringify({ username: 'From Before', password: PASSWORD }),
  });
  assert.equal((await claim.json()).playerId, winner.id);

  // The match that had only begun goes on to its end.
  const players = back.slice(-2);
  for (const player of players) {
    const { moveHistory, roomId } = await player.comesBack();
    assert.equal(moveHistory.length, 3);
    player.roomId = roomId;
  }
  const [first, second] = players;
  for (const [index, column] of [4, 5, 5, 6].entries()) await (index % 2 === 0 ? second : first).drops(column, index + 4);
  assert.equal((await first.hears('game:over')).winner, first.id);
  back.forEach((it) => it.close());
  await later.stop();
});
