/** Passkeys over HTTP, with a device made of software: as their owners use them and as others attack them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Authenticator } from './authenticator.mjs';
import { Player } from './player.mjs';
import { Server } from './server.mjs';

const PASSWORD = 'four blue discs in a row';
let server;
let page;
before(async () => {
  server = await Server.start();
  page = `http://localhost:${new URL(server.url).port}`;
});
after(() => server.stop());

async function ask(method, path, { body, token, origin = page, to = server } = {}) {
  const response = await fetch(`${to.url}/v1/account${path}`, {
    method,
    headers: {
      origin,
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
const statusOf = async (...args) => (await ask(...args)).status;
const question = () => ok('POST', '/login/passkey/options');
/** An answer to a new question. */
async function answer(device) {
  const { ceremony, options } = await question();
  return { ceremony, credential: device.get(options) };
}
const login = async (device) => ok('POST', '/login/passkey', { body: await answer(device) });
async function add(token, device, { username, label } = {}) {
  const { ceremony, options } = await ok('POST', '/passkeys/options', { token, body: { username } });
  return ok('POST', '/passkeys', { token, body: { ceremony, credential: device.create(options), label } });
}
let number = 0;
/** A guest who has claimed a name with a passkey alone. */
async function owner() {
  const name = `Key Owner ${(number += 1)}`;
  const guest = await Player.join(server, { name });
  const device = new Authenticator(page);
  const { claimed, passkeys } = await add(guest.token, device, { username: name, label: 'my phone' });
  guest.close();
  assert.equal(claimed.playerId, guest.id);
  assert.equal(claimed.username, name);
  assert.equal(claimed.recoveryCodes.length, 8);
  return { name, device, token: guest.token, id: guest.id, passkeys };
}

describe('passkeys', () => {
  test('a guest claims a name with one, and is the same player everywhere after logging in', async () => {
    const { name, device, id } = await owner();
    const { playerId, username, token } = await login(device);
    assert.deepEqual([playerId, username], [id, name]);
    const account = await ok('GET', '', { token });
    assert.equal(account.hasPassword, false);
    assert.deepEqual(account.passkeys.map((it) => it.label), ['my phone']);
    assert.equal((await ok('GET', '/export', { token })).passkeys.length, 1);
    assert.equal(await statusOf('POST', '/login', { body: { username: name, password: '' } }), 401, 'no password is not an empty one');
  });

  test('an account has many, and never loses its only way in', async () => {
    const { device, token, passkeys } = await owner();
    const only = `/passkeys/${passkeys[0].id}`;
    assert.equal(await statusOf('DELETE', only, { token }), 409);
    const second = new Authenticator(page);
    assert.equal((await add(token, second)).passkeys.length, 2);
    const { token: elsewhere } = await login(second);
    await ok('DELETE', only, { token: elsewhere });
    assert.equal(await statusOf('POST', '/login/passkey', { body: await answer(device) }), 401, 'it is gone');
    assert.equal(await statusOf('DELETE', only, { token }), 404);
    const stranger = await owner();
    const { passkeys: left } = await ok('GET', '', { token });
    assert.equal(await statusOf('DELETE', `/passkeys/${left[0].id}`, { token: stranger.token }), 404, "somebody else's");
  });

  test('what only the owner may do is confirmed with one where there is no password', async () => {
    const { name, device, token } = await owner();
    const newPassword = PASSWORD;
    assert.equal(await statusOf('POST', '/password', { token, body: { newPassword } }), 401);
    const stranger = await owner();
    const foreign = await answer(stranger.device);
    assert.equal(await statusOf('POST', '/password', { token, body: { newPassword, passkey: foreign } }), 401);
    const { token: fresh } = await ok('POST', '/password', { token, body: { newPassword, passkey: await answer(device) } });
    await ok('POST', '/login', { body: { username: name, password: PASSWORD } });
    await ok('POST', '/codes', { token: fresh, body: { passkey: await answer(device) } });
    await ok('POST', '/delete', { token: fresh, body: { passkey: await answer(device) } });
    assert.equal(await statusOf('POST', '/login/passkey', { body: await answer(device) }), 401);
  });

  test('an answer opens once, and only to its own question', async () => {
    const { device } = await owner();
    const body = await answer(device);
    await ok('POST', '/login/passkey', { body });
    assert.equal(await statusOf('POST', '/login/passkey', { body }), 401, 'replayed');
    const other = await question();
    assert.equal(await statusOf('POST', '/login/passkey', { body: { ...(await answer(device)), ceremony: other.ceremony } }), 401);
    const forged = other.ceremony.replace(/^../u, 'ff');
    assert.equal(await statusOf('POST', '/login/passkey', { body: { ceremony: forged, credential: device.get(other.options) } }), 401);
  });

  test('a registration is for whom it was begun, and happens once', async () => {
    const [ada, eve] = await Promise.all([Player.join(server, {}), Player.join(server, {})]);
    const device = new Authenticator(page);
    const { ceremony, options } = await ok('POST', '/passkeys/options', { token: ada.token, body: { username: 'Ada of Keys' } });
    const body = { ceremony, credential: device.create(options) };
    assert.equal(await statusOf('POST', '/passkeys', { token: eve.token, body }), 401);
    assert.equal(await statusOf('POST', '/login/passkey', { body }), 401);
    await ok('POST', '/passkeys', { token: ada.token, body });
    assert.equal(await statusOf('POST', '/passkeys', { token: ada.token, body }), 401, 'replayed');
    // A name that somebody has got meanwhile, or that looks like it.
    const late = await ok('POST', '/passkeys/options', { token: eve.token, body: { username: 'Аda of Keys' } });
    const mine = new Authenticator(page);
    const refused = await ask('POST', '/passkeys', { token: eve.token, body: { ceremony: late.ceremony, credential: mine.create(late.options) } });
    assert.equal(refused.status, 409);
    assert.equal(await statusOf('POST', '/passkeys/options', { token: eve.token, body: {} }), 400, 'a guest says which name');
    [ada, eve].forEach((it) => it.close());
  });

  test('another page, a copied key and a stranger get nowhere', async () => {
    const { device } = await owner();
    device.origin = 'http://evil.example';
    assert.equal(await statusOf('POST', '/login/passkey', { body: await answer(device) }), 401);
    device.origin = page;
    await login(device);
    device.uses = 0;
    assert.equal(await statusOf('POST', '/login/passkey', { body: await answer(device) }), 401, 'the counter went backwards');
    const stranger = new Authenticator(page);
    stranger.handle = device.handle;
    assert.equal(await statusOf('POST', '/login/passkey', { body: await answer(stranger) }), 401, 'no such key');
    stranger.credential = device.credential;
    stranger.uses = 1000;
    assert.equal(await statusOf('POST', '/login/passkey', { body: await answer(stranger) }), 401, 'another key of that name');
  });

  test('an address has none, and a sentence says so', async () => {
    const { status, body } = await ask('POST', '/login/passkey/options', { origin: server.url });
    assert.equal(status, 403);
    assert.match(body.error.message, /--public-url/);
  });
});
