// Shared links: pictures of games, what a link says about itself, games in other pages; and reactions on the wire.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Player } from './player.mjs';
import { Server } from './server.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

async function pair(names = ['Ada', 'Alan']) {
  const players = await Promise.all(names.map(() => Player.join(server)));
  for (const [at, player] of players.entries())
    await player.does('matchmaking:join', { username: names[at], preset: 'live' });
  await Promise.all(players.map((it) => it.starts()));
  return players;
}

const get = (path) => fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });

describe('a finished game', () => {
  test('has pictures, a preview and a place in other pages', async () => {
    const name = '"><img src=x>';
    const [ada, alan] = await pair([name, 'Alan']);
    await ada.does('game:resign', ada.here);
    await alan.hears('game:over');
    const { roomId } = ada.here;
    for (const [ending, type, start] of [
      ['svg', 'image/svg+xml', '<svg'],
      ['png', 'image/png', '\u0089PNG'],
      ['gif', 'image/gif', 'GIF89a'],
    ]) {
      const response = await get(`/game/${roomId}.${ending}`);
      assert.equal(response.status, 200, ending);
      assert.equal(response.headers.get('content-type'), type);
      const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
      assert.ok(bytes.startsWith(start), ending);
    }
    const embedded = await get(`/embed/${roomId}`);
    assert.equal(embedded.status, 200);
    const document = await embedded.text();
    assert.ok(document.includes(`/game/${roomId}.gif`));
    assert.ok(!document.includes('<img src=x>'), document);
    const page = await (await get(`/game/${roomId}`)).text();
    // A binary without a page has no document to fill in.
    if (page.includes('id="app"')) {
      assert.ok(page.includes(`content="${server.url}/game/${roomId}.png"`), page);
      assert.ok(page.includes('og:title'));
      assert.ok(!page.includes('<img src=x>'), page);
      assert.ok((await (await get('/play/ABC234')).text()).includes('You are invited'));
      assert.ok((await (await get('/puzzles/1')).text()).includes('/v1/card.png?moves='));
      assert.ok(!(await (await get('/puzzles/0')).text()).includes('og:title'));
    }
    ada.close();
    alan.close();
  });
});

describe('reactions', () => {
  test('are heard by the other and by spectators', async () => {
    const [ada, alan] = await pair();
    const eve = await Player.join(server);
    await eve.does('game:spectate', { roomId: ada.here.roomId, username: 'Eve' });
    await ada.does('game:react', { ...ada.here, reaction: 'nice' });
    for (const player of [ada, alan, eve]) {
      const heard = await player.hears('game:reacted');
      assert.deepEqual(heard, { ...ada.here, reaction: 'nice' });
    }
    const seventh = await ada.ask('game:react', { ...ada.here, reaction: 'boo' });
    assert.equal(seventh.error.code, 'malformed');
    const others = await ada.ask('game:react', { roomId: ada.here.roomId, playerId: alan.id, reaction: 'wow' });
    assert.equal(others.error.code, 'forbidden');
    const answers = [];
    for (let i = 0; i < 5; i += 1) answers.push(await alan.ask('game:react', { ...alan.here, reaction: 'hmm' }));
    assert.ok(answers.some((it) => !it.ok && it.error.code === 'rate_limited'));
    [ada, alan, eve].forEach((it) => it.close());
  });
});
