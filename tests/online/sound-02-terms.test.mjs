// 2. Nobody plays by clocks they did not ask for.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FOUR, Player, assertDeadline, finished, pair, play } from './player.mjs';
import { Server, until } from './server.mjs';

describe('2. terms', () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  const join = (name) => Player.join(server, { name });

  test('people who asked for different clocks do not meet', async () => {
    const wishes = [
      {}, { afkTimeoutSeconds: 30 }, { afkTimeoutSeconds: 30, afkWarnSeconds: 10 }, { afkWarnSeconds: 10 }, { afkTimeoutEnabled: false },
      { preset: 'classic' }, { preset: 'solo' }, { preset: 'solo', turnClockEnabled: false }, { preset: 'duel' },
    ];
    const waiting = await Promise.all(wishes.map((_, at) => join(`W${at}`)));
    for (const [at, player] of waiting.entries()) {
      const answer = await player.does('matchmaking:join', { username: player.name, ...wishes[at] });
      assert.deepEqual([answer.roomId, answer.position], [null, 1], JSON.stringify(wishes[at]));
    }
    // And each meets whoever asks for the same.
    for (const [at, first] of waiting.entries()) {
      const second = await join(`S${at}`);
      await second.does('matchmaking:join', { username: second.name, ...wishes[at] });
      const started = await first.starts();
      assert.deepEqual(started.players.map((it) => it.id).sort(), [first.id, second.id].sort());
      if (wishes[at].afkTimeoutSeconds) assert.equal(started.afkTimeoutSeconds, wishes[at].afkTimeoutSeconds);
      if (wishes[at].afkWarnSeconds) assert.equal(started.afkWarnSeconds, wishes[at].afkWarnSeconds);
      [first, second].forEach((it) => it.close());
    }
  });

  test("no wish means the house's clocks, and who asks for those meets who asks for nothing", async () => {
    const [ada, alan] = await Promise.all([join('Ada'), join('Alan')]);
    await ada.does('matchmaking:join', { username: 'Ada' });
    await alan.does('matchmaking:join', { username: 'Alan', preset: 'live', afkTimeoutEnabled: true, afkTimeoutSeconds: 90, afkWarnSeconds: 30 });
    const started = await ada.starts();
    assert.deepEqual([started.players[1].id, started.rated], [alan.id, true]);
    [ada, alan].forEach((it) => it.close());
  });

  test("games by other than the house's clocks do not count for the rating", async () => {
    const ratings = async (players) =>
      Promise.all(players.map(async (it) => (await server.get(`/v1/players/${it.id}`)).body.rating));
    const unrated = await finished(server, { afkTimeoutSeconds: 300 });
    const { roomId } = unrated[0];
    assert.equal(unrated[0].all('game:started')[0].rated, false);
    assert.equal((await server.get(`/v1/games/${roomId}`)).body.rated, false);
    const [up, down] = await ratings(unrated);
    assert.equal(up, down, 'nobody has gained or lost');
    const rated = await finished(server);
    assert.equal((await server.get(`/v1/games/${rated[0].roomId}`)).body.rated, true);
    await until(10_000, 'the game was not rated', async () => {
      const [won, lost] = await ratings(rated);
      return won > up && up > lost;
    });
    [...unrated, ...rated].forEach((it) => it.close());
  });

  for (const [what, wishes, rated] of [
    ['classic', { preset: 'classic' }, true],
    ['live with idling turned off', { afkTimeoutEnabled: false }, false],
    ['solo with its clock turned off', { preset: 'solo', turnClockEnabled: false }, false],
  ]) {
    test(`no public game is without any clock: ${what} has ten minutes`, async () => {
      const players = await pair(server, wishes);
      const [started] = players[0].all('game:started');
      const { afkTimeoutEnabled, afkTimeoutSeconds, afkWarnSeconds, turnSeconds } = started;
      assert.deepEqual([afkTimeoutEnabled, afkTimeoutSeconds, afkWarnSeconds, turnSeconds], [true, 600, 60, null]);
      assertDeadline(started.afkExpiresAt, started.now, 600);
      assert.equal(started.rated, rated);
      await play(players, FOUR);
      players.forEach((it) => it.close());
    });
  }

  test('a private game honours every wish', async () => {
    const off = { afkTimeoutEnabled: false, afkTimeoutSeconds: 90, afkWarnSeconds: 30, turnSeconds: null };
    for (const [wishes, rules] of [
      [{}, { preset: 'live', turnSeconds: null, afkTimeoutEnabled: true, afkTimeoutSeconds: 90, afkWarnSeconds: 30 }],
      [
        { preset: 'live', afkTimeoutEnabled: true, afkTimeoutSeconds: 45, afkWarnSeconds: 15 },
        { preset: 'live', turnSeconds: null, afkTimeoutEnabled: true, afkTimeoutSeconds: 45, afkWarnSeconds: 15 },
      ],
      [{ preset: 'live', afkTimeoutEnabled: false }, { preset: 'live', ...off }],
      [{ preset: 'classic' }, { preset: 'classic', ...off }],
      [{ preset: 'solo' }, { preset: 'solo', ...off, turnSeconds: 30 }],
      [{ preset: 'solo', turnClockEnabled: false }, { preset: 'solo', ...off }],
      [{ preset: 'duel', turnClockEnabled: false }, { preset: 'duel', ...off, turnSeconds: 60 }],
    ]) {
      const [host, guest] = await Promise.all([join('Host'), join('Guest')]);
      const { roomCode } = await host.does('room:create', { username: 'Host', ...wishes });
      const rulesOf = (it) => Object.fromEntries(Object.keys(rules).map((key) => [key, it[key]]));
      assert.deepEqual(rulesOf(await host.hears('room:waiting')), rules, JSON.stringify(wishes));
      assert.deepEqual(rulesOf((await server.get(`/v1/invitations/${roomCode}`)).body), rules, JSON.stringify(wishes));
      await guest.does('room:join', { username: 'Guest', roomCode });
      const started = await guest.starts();
      assert.deepEqual(rulesOf(started), rules, JSON.stringify(wishes));
      assert.deepEqual([started.private, started.rated], [true, false]);
      [host, guest].forEach((it) => it.close());
    }
  });
});
