// Every refusal: its code, its sentence, with and without an acknowledgement. Nothing is answered by silence.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FOUR, Player, pair, play } from './player.mjs';
import { BINARY, Server, environment, launch } from './server.mjs';

const NOWHERE = '000000000000';

describe('refusals', () => {
  let server;
  before(async () => {
    server = await Server.start();
  });
  after(() => server.stop());

  test('malformed: every event, whatever is wrong with it', async () => {
    const ada = await Player.join(server);
    const { id: playerId } = ada;
    const wrong = [
      ['matchmaking:join', {}], ['matchmaking:join', { username: 7 }], ['matchmaking:join', { username: '   ' }],
      ['matchmaking:join', { username: 'x'.repeat(500) }], ['matchmaking:join', { username: 'a\u0007b' }],
      ['matchmaking:join', { username: 'Ada', preset: 'blitz' }],
      ['matchmaking:join', { username: 'Ada', wantsBot: 'yes' }],
      ['matchmaking:join', { username: 'Ada', botDifficulty: 'godlike' }],
      ['matchmaking:join', { username: 'Ada', afkTimeoutSeconds: -1 }],
      ['matchmaking:join', { username: 'Ada', afkTimeoutSeconds: 'soon' }],
      ['matchmaking:leave', {}], ['matchmaking:leave', 'x'],
      ['game:move', { roomId: NOWHERE, playerId }], ['game:move', { roomId: NOWHERE, playerId, column: '3' }],
      ['game:move', { roomId: NOWHERE, playerId, column: 3.5 }], ['game:move', { roomId: NOWHERE, playerId, column: null }],
      ['game:move', { roomId: NOWHERE, column: 3 }], ['game:move', { playerId, column: 3 }],
      ['game:move', { roomId: NOWHERE, playerId, column: 3, moveNumber: 'one' }],
      ['game:move', [NOWHERE, playerId, 3]], ['game:move', null], ['game:move', 3], ['game:move', undefined],
      ['game:resign', { roomId: 5, playerId }], ['game:reconnect', { token: 'x' }], ['game:spectate', { roomId: NOWHERE }],
      ['afk:check', {}], ['game:rematch', 'again'], ['game:rematch:decline', { roomId: NOWHERE }],
      ['room:create', { username: null }], ['room:create', { username: 'Ada', preset: 4 }],
      ['room:join', { username: 'Ada' }], ['room:join', { username: 'Ada', roomCode: 123456 }],
      ['game:leave', false], ['game:abort', { roomId: NOWHERE }], ['no:such:event', {}], ['', {}],
    ];
    for (const [event, payload] of wrong) await ada.isRefused(event, payload, 'malformed');
    ada.close();
  });

  test('unknown_room: for every event that names one', async () => {
    const ada = await Player.join(server);
    for (const roomId of [NOWHERE, 'no such room', '', '../../etc/passwd']) {
      const here = { roomId, playerId: ada.id };
      await ada.isRefused('game:move', { ...here, column: 3 }, 'unknown_room');
      await ada.isRefused('game:spectate', { roomId, username: 'Ada' }, 'unknown_room');
      await ada.isRefused('afk:check', { roomId }, 'unknown_room');
      for (const event of ['game:resign', 'game:leave', 'game:abort', 'game:rematch', 'game:rematch:decline']) {
        await ada.isRefused(event, here, 'unknown_room');
      }
    }
    ada.close();
  });

  test('unknown_code', async () => {
    const ada = await Player.join(server);
    for (const roomCode of ['ZZZZZZ', '', 'AAAAAAA', '💥💥💥']) {
      await ada.isRefused('room:join', { username: 'Ada', roomCode }, 'unknown_code');
    }
    ada.close();
  });

  test('not_your_turn, column_out_of_range, column_full, game_over', async () => {
    const players = await pair(server);
    const [ada, alan] = players;
    await alan.isRefused('game:move', { ...alan.here, column: 3 }, 'not_your_turn');
    for (const column of [-1, 7, 42, 1e15, -1e15]) {
      await ada.isRefused('game:move', { ...ada.here, column }, 'column_out_of_range');
    }
    await play(players, [0, 0, 0, 0, 0, 0]);
    const full = await ada.ask('game:move', { ...ada.here, column: 0 });
    assert.equal(full.error.code, 'column_full');
    assert.match(full.error.message, /column \d is full/);
    await ada.isRefused('game:move', { ...ada.here, column: 0 }, 'column_full');
    await ada.isRefused('game:move', { ...ada.here, column: 1, moveNumber: 1 }, 'not_your_turn');
    await ada.does('game:resign', ada.here);
    for (const player of players) {
      await player.isRefused('game:move', { ...player.here, column: 3 }, 'game_over');
      await player.isRefused('game:resign', player.here, 'game_over');
    }
    players.forEach((it) => it.close());
  });

  test('a repeat of the winning move is acknowledged, though the game is over', async () => {
    const players = await pair(server);
    await play(players, FOUR);
    await players[0].hears('game:over');
    await players[0].drops(6, 7);
    await players[0].isRefused('game:move', { ...players[0].here, column: 5, moveNumber: 7 }, 'game_over');
    players.forEach((it) => it.close());
  });

  test('already_in_game: one game at a time', async () => {
    const [ada, alan] = await pair(server);
    await ada.isRefused('matchmaking:join', { username: 'Ada' }, 'already_in_game');
    await ada.isRefused('matchmaking:join', { username: 'Ada', wantsBot: true }, 'already_in_game');
    await ada.isRefused('room:create', { username: 'Ada' }, 'already_in_game');
    const host = await Player.join(server, { name: 'Host' });
    const { roomCode } = await host.does('room:create', { username: 'Host' });
    await ada.isRefused('room:join', { username: 'Ada', roomCode }, 'already_in_game');
    await host.isRefused('room:join', { username: 'Host', roomCode }, 'already_in_game');
    [ada, alan, host].forEach((it) => it.close());
  });

  test('forbidden and not_started', async () => {
    const [host, eve] = await Promise.all([Player.join(server, { name: 'Host' }), Player.join(server, { name: 'Eve' })]);
    const { roomId } = await host.does('room:create', { username: 'Host' });
    await host.isRefused('game:move', { roomId, playerId: host.id, column: 3 }, 'not_started');
    await host.isRefused('game:resign', { roomId, playerId: host.id }, 'not_started');
    await eve.isRefused('game:move', { roomId, playerId: eve.id, column: 3 }, 'forbidden');
    [host, eve].forEach((it) => it.close());
  });
});

describe('limits have answers', () => {
  test('rate_limited: too many events', async () => {
    const server = await Server.start({ args: ['--events-burst', '20', '--events-per-second', '5'] });
    const ada = await Player.join(server);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => ada.ask('afk:check', { roomId: NOWHERE })),
    );
    const codes = answers.map((it) => it.error.code);
    assert.ok(codes.filter((it) => it === 'unknown_room').length >= 15, 'the burst is allowed');
    assert.ok(codes.filter((it) => it === 'rate_limited').length >= 30, 'the flood is not');
    ada.close();
    await server.stop();
  });

  test('rate_limited: too many sockets and rooms of one address', async () => {
    const server = await Server.start({
      args: ['--max-connections-per-address', '3', '--max-rooms-per-address', '2'],
    });
    const players = await Promise.all([1, 2, 3].map(() => Player.join(server)));
    const fourth = new Player(server);
    assert.match((await fourth.refused()).message, /rate_limited|too many/);
    fourth.close();
    const answers = [];
    for (const player of players) answers.push(await player.ask('room:create', { username: 'Ada' }));
    assert.deepEqual(answers.map((it) => it.ok), [true, true, false]);
    assert.equal(answers[2].error.code, 'rate_limited');
    players.forEach((it) => it.close());
    await server.stop();
  });

  test('overloaded: too many sockets, rooms, people waiting', async () => {
    const server = await Server.start({
      args: ['--max-connections', '4', '--max-rooms', '1', '--max-waiting', '1'],
    });
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(() => Player.join(server)));
    const fifth = new Player(server);
    assert.match((await fifth.refused()).message, /overloaded|full/);
    fifth.close();
    await a.does('matchmaking:join', { username: 'A', preset: 'duel' });
    await b.isRefused('matchmaking:join', { username: 'B', preset: 'classic' }, 'overloaded');
    await c.does('matchmaking:join', { username: 'C', preset: 'solo', wantsBot: true });
    await d.isRefused('room:create', { username: 'D' }, 'overloaded');
    await d.isRefused('matchmaking:join', { username: 'D', wantsBot: true }, 'overloaded');
    [a, b, c, d].forEach((it) => it.close());
    await server.stop();
  });

  test('room_full: seats and spectators', async () => {
    const server = await Server.start({ args: ['--max-spectators', '1'] });
    const [ada, alan] = await pair(server);
    const [grace, linus] = await Promise.all([1, 2].map(() => Player.join(server)));
    await grace.does('game:spectate', { roomId: ada.roomId, username: 'Grace' });
    await linus.isRefused('game:spectate', { roomId: ada.roomId, username: 'Linus' }, 'room_full');
    [ada, alan, grace, linus].forEach((it) => it.close());
    await server.stop();
  });

  test('bad flags: a sentence and a code that is not 0', async () => {
    const free = ['--listen', '127.0.0.1:0'];
    for (const args of [
      ['--listen', 'nowhere'], [...free, '--turn-seconds', '0'], [...free, '--reconnect-seconds', 'soon'],
      [...free, '--max-rooms', '-1'], [...free, '--public-url', 'not an address'],
      [...free, '--database-url', 'mysql://x'], [...free, '--no-such-flag'],
    ]) {
      const child = launch(BINARY, ['serve', ...args], { env: environment() });
      const { code } = await child.ended;
      assert.notEqual(code, 0, `${args} was accepted`);
      const sentence = child.log.trim().split('\n')[0];
      assert.ok(sentence.length > 10, `${args}: ${child.log}`);
      assert.doesNotMatch(child.log, /panicked/);
    }
  });
});
