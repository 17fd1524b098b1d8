// When the store fails: clear errors, nothing lost, recovery by itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Player, assertSentence, pair, play } from './player.mjs';
import { Postgres } from './postgres.mjs';
import { BINARY, Server, disk, environment, folder, freePort, launch, until } from './server.mjs';
import { Line, frame, transport } from './wire.mjs';

const OUR_FAULT = ['internal', 'overloaded'];

/** From now on the server can't make a file longer than this: what a full disk looks like from inside. */
function limitFiles(server, bytes) {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

/** Started so that a write past the limit fails instead of ending the process, as on a full disk. */
const survivingFullDisks = (command, args) => ['sh', ['-c', `trap '' XFSZ; exec "$0" "$@"`, command, ...args]];

/** A server whose files may be kept from growing. */
async function onLimitedFiles() {
  const server = await Server.start({ wrap: survivingFullDisks });
  return { server, fill: () => limitFiles(server, 4_096), free: () => limitFiles(server, 'unlimited') };
}

/** A server on a small disk of its own, which is filled to the last block. */
async function onSmallDisk() {
  const data = disk('4m');
  if (data === null) {
    console.error('NOTHING CAN BE MOUNTED HERE: a limit on the size of files stands in for a disk that is really full');
    return onLimitedFiles();
  }
  const ballast = join(data, 'ballast');
  const fill = () => {
    for (;;) {
      try {
        appendFileSync(ballast, Buffer.alloc(4_096));
      } catch (error) {
        assert.equal(error.code, 'ENOSPC');
        return;
      }
    }
  };
  return { server: await Server.start({ data }), fill, free: () => rmSync(ballast) };
}

/** Refused with a reason, nothing lost, and on again when there is room. */
async function assertSurvives({ server, fill, free }) {
  const players = await pair(server, { preset: 'classic' });
  await play(players, [3]);
  fill();
  const { roomId } = players[0];
  const answer = await players[1].ask('game:move', { ...players[1].here, column: 2, moveNumber: 2 });
  assert.equal(answer.ok, false, 'a move that can not be kept is not acknowledged');
  assert.ok(OUR_FAULT.includes(answer.error.code), answer.error.code);
  assertSentence(answer.error.message);
  players[0].assertNeverHeard('game:over');
  assert.ok(!players[0].heard.some((it) => it.event === 'game:move:made' && it.payload.moveHistory.length > 1), 'nobody heard of it');
  await until(10_000, 'readiness did not notice', async () => {
    fill(); // giving up on a write may have freed a block
    return !(await server.ready());
  });
  const stranger = await Player.join(server, { name: 'Grace' });
  fill();
  const refused = await stranger.ask('room:create', { username: 'Grace' });
  assert.ok(refused.ok === false && OUR_FAULT.includes(refused.error.code), JSON.stringify(refused));
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200, 'alive, though not ready');

  free();
  await until(15_000, 'the server did not recover by itself', () => server.ready());
  // The move was kept by the client, and is sent again.
  await until(10_000, 'the move is not taken', async () => {
    const again = await players[1].ask('game:move', { ...players[1].here, column: 2, moveNumber: 2 });
    return again.ok;
  });
  const made = await players[0].hears('game:move:made', (it) => it.moveHistory.length === 2);
  assert.deepEqual(made.moveHistory, [3, 2]);
  await stranger.does('room:create', { username: 'Grace' });
  [...players, stranger].forEach((it) => it.close());
  await server.kill();
  await server.start();
  const { body } = await server.get(`/v1/games/${roomId}`);
  assert.equal(body.moves, '43', 'and it is still there after a crash');
  await server.stop();
}

test('files that can not grow: clear errors, nothing lost, recovery by itself', async () => assertSurvives(await onLimitedFiles()));

test('a disk that is full: the same', async () => assertSurvives(await onSmallDisk()));

test('a clock that strikes while the disk is full is heard when there is room, once', async () => {
  const server = await Server.start({ wrap: survivingFullDisks, args: ['--turn-seconds', '1'] });
  const [first, second] = await pair(server, { preset: 'duel' });
  limitFiles(server, 4_096);
  await sleep(2_000);
  first.assertNeverHeard('game:over');
  limitFiles(server, 'unlimited');
  for (const player of [first, second]) {
    const over = await player.hears('game:over');
    assert.deepEqual([over.winner, over.reason], [second.id, 'timeout']);
  }
  await sleep(1_000);
  assert.equal(second.heard.filter((it) => it.event === 'game:over').length, 1);
  [first, second].forEach((it) => it.close());
  await server.stop();
});

test('a bot whose move could not be kept moves when there is room', async () => {
  const server = await Server.start({ wrap: survivingFullDisks });
  const ada = await Player.join(server);
  await ada.does('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty: 'easy' });
  const { players } = await ada.starts();
  await ada.drops(3);
  limitFiles(server, 4_096); // before the bot, which thinks for 300 ms and more, has answered
  await sleep(2_000);
  assert.ok(!ada.heard.some((it) => it.payload?.playerId === players[1].id), 'nobody heard of a move that is not kept');
  limitFiles(server, 'unlimited');
  const made = await ada.hears('game:move:made', (it) => it.playerId === players[1].id);
  assert.equal(made.moveHistory.length, 2);
  ada.close();
  await server.stop();
});

describe('a database that can not be opened', () => {
  async function refuses(data, sentence, wrap = (command, args) => [command, args]) {
    const child = launch(...wrap(BINARY, ['serve', '--listen', '127.0.0.1:0', '--data-dir', data]), { env: environment() });
    const { code } = await child.ended;
    assert.notEqual(code, 0, child.log);
    assert.match(child.log, sentence);
    assert.doesNotMatch(child.log, /panicked/);
  }

  test('a data folder that is a file', async () => {
    const file = join(folder('odd'), 'data');
    writeFileSync(file, 'not a folder');
    await refuses(file, /^fourfall: could not open the store/m);
  });

  test('a file that is no database', async () => {
    const server = await Server.start();
    await server.stop();
    const [name] = readdirSync(server.data).filter((it) => !/-(wal|shm)$/.test(it) && /\.(db|sqlite3?)$/.test(it));
    assert.ok(name, `no database in ${readdirSync(server.data)}`);
    const data = folder('garbage');
    writeFileSync(join(data, name), 'x'.repeat(10_000));
    await refuses(data, /^fourfall: could not open the store/m);
  });

  test('a file that must not be written', async () => {
    const server = await Server.start();
    await server.stop();
    chmodSync(server.data, 0o555);
    for (const name of readdirSync(server.data)) chmodSync(join(server.data, name), 0o444);
    // Root may write anything, so somebody else tries, with a copy of the binary that anybody may run.
    const open = folder('open');
    chmodSync(open, 0o755);
    copyFileSync(BINARY, join(open, 'fourfall'));
    const nobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups', join(open, 'fourfall')];
    const wrap = process.getuid() === 0 ? (_, args) => ['setpriv', [...nobody, ...args]] : undefined;
    await refuses(server.data, /^fourfall: could not open the store .*(permission|read-?only)/im, wrap);
    chmodSync(server.data, 0o755);
  });

  test('a folder that another server uses', async () => {
    const server = await Server.start();
    await refuses(server.data, /^fourfall: could not open the store/im);
    await server.stop();
  });
});

describe('PostgreSQL', () => {
  test('that restarts, fast or by a crash: clear errors, nothing lost, recovery by itself', { timeout: 90_000 }, async (t) => {
    const postgres = await Postgres.start();
    const server = await Server.start({ args: ['--database-url', postgres.url] });
    const players = await pair(server, { preset: 'classic' });
    const columns = [3, 3, 4, 4, 0, 0, 1, 1];
    const moves = [];
    let refusals = 0;
    const drop = async () => {
      const mover = players[moves.length % 2];
      const column = columns[moves.length];
      const answer = await mover.ask('game:move', { ...mover.here, column, moveNumber: moves.length + 1 });
      if (answer.ok) moves.push(column);
      else {
        refusals += 1;
        assert.ok(OUR_FAULT.includes(answer.error.code), answer.error.code);
        assertSentence(answer.error.message);
      }
      return answer.ok;
    };
    await drop();
    for (const signal of ['SIGINT', 'SIGQUIT']) {
      await postgres.down(signal);
      assert.equal(await drop(), false, 'a move that can not be kept is not acknowledged');
      await until(15_000, 'readiness did not notice', async () => !(await server.ready()));
      await postgres.up();
      await until(20_000, 'the server did not recover by itself', () => server.ready());
      await until(10_000, 'the move is not taken', drop);
      await until(10_000, 'the move is not taken', drop);
    }
    await players[0].hears('game:move:made', (it) => it.moveHistory.length === moves.length);
    const { body } = await server.get(`/v1/games/${players[0].roomId}`);
    assert.equal(body.moves, moves.map((it) => it + 1).join(''));

    // And kill -9 of the server itself, on this store too.
    await server.kill();
    await server.start();
    const back = await Promise.all(players.map((it) => it.again(server)));
    for (const player of back) {
      await player.does('game:reconnect', { playerId: player.id });
      assert.deepEqual((await player.hears('game:reconnected')).moveHistory, moves);
    }
    players.splice(0, 2, ...back);
    await until(5_000, 'the game does not go on', drop);
    t.diagnostic(`${moves.length} moves kept, ${refusals} refused while the database was away`);
    back.forEach((it) => it.close());
    await server.stop();
    await postgres.down();
  });

  test('that is not there: a sentence, and not 0', async () => {
    const url = `postgres://nobody@127.0.0.1:${await freePort()}/nowhere`;
    const child = launch(BINARY, ['serve', '--listen', '127.0.0.1:0', '--database-url', url], { env: environment() });
    const { code } = await child.ended;
    assert.notEqual(code, 0);
    assert.match(child.log, /^fourfall: could not .*database|^fourfall: could not open the store/m);
    assert.doesNotMatch(child.log, /panicked/);
  });
});

describe('stopping and starting', () => {
  test('SIGTERM finishes what is in hand, closes the sockets, and says 0', async () => {
    const server = await Server.start();
    const players = await pair(server, { preset: 'classic' });
    await play(players, [3, 3]);
    const closed = Promise.all(players.map((it) => new Promise((resolve) => it.socket.once('disconnect', resolve))));
    const asked = Date.now();
    await server.stop();
    assert.ok(Date.now() - asked < 10_000);
    await closed;
    await server.start();
    const { body } = await server.get(`/v1/games/${players[0].roomId}`);
    assert.equal(body.moves, '44');
    await server.stop();
  });

  test('who connects while the server stops is not sent away for ever', async () => {
    const server = await Server.start();
    // Half a request, for which a server that stops waits some seconds.
    const slow = new Line(server);
    slow.send('POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    const line = await transport(server);
    const { socket } = await Player.join(server);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    const stopped = server.stop();
    assert.equal(await closed, 'transport close', 'after which the official client comes back by itself');
    line.send(frame('40/connect4,{}'));
    await Promise.all([stopped, line.ended, slow.ended]);
    // An error in answer to it would be the last thing the official client ever asked for.
    assert.doesNotMatch(line.received.toString('latin1'), /44\/connect4/);
  });

  test('after a restart everybody has a fresh window and a fresh turn', async () => {
    const server = await Server.start({ port: await freePort(), args: ['--turn-seconds', '3', '--reconnect-seconds', '3'] });
    const [first, second] = await pair(server, { preset: 'duel' });
    await sleep(1_500);
    await server.kill();
    await sleep(2_500); // longer than what was left of the turn
    await server.start();
    const back = await Promise.all([first, second].map((it) => it.again(server)));
    for (const player of back) await player.does('game:reconnect', { playerId: player.id });
    const game = await back[0].hears('game:reconnected');
    assert.equal(game.over, null, 'nobody is blamed for the server being away');
    assert.ok(game.turnExpiresAt > Date.now() + 1_000, 'a fresh turn');
    await back[0].drops(3);
    await back[1].hears('game:move:made');
    back.forEach((it) => it.close());
    // Nobody comes back: in the end the game is over, and once.
    const over = await until(10_000, 'the game never ended', async () => {
      const { body } = await server.get(`/v1/games/${first.roomId}`);
      return body.result;
    });
    assert.ok(['disconnect', 'timeout'].includes(over.reason), over.reason);
    await server.stop();
  });
});

test('fourfall store: checked, exported and copied beside a running server, compacted without one', async () => {
  const server = await Server.start();
  const store = (...args) => spawnSync(BINARY, ['store', ...args], { encoding: 'utf8', env: environment() });
  const works = (...args) => {
    const { status, stdout, stderr } = store(...args);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const done = await pair(server, { preset: 'classic' });
  await play(done, [0, 1, 0, 1, 0, 1, 0]);
  await Promise.all(done.map((it) => it.hears('game:over')));
  const players = await pair(server, { preset: 'classic' });
  await play(players, [3, 3]);
  assert.match(works('check', '--data-dir', server.data), /^1 games, 2 players, 1 matches that go on, \d+ bytes\nall is well\n$/);
  const lines = works('export', '--data-dir', server.data).trim().split('\n').map((it) => JSON.parse(it));
  assert.deepEqual(lines.map((it) => it.roomId), [done[0].roomId, players[0].roomId]);
  const copy = folder('copy');
  works('backup', join(copy, 'fourfall.sqlite'), '--data-dir', server.data);
  const again = store('backup', join(copy, 'fourfall.sqlite'), '--data-dir', server.data);
  assert.equal(again.status, 1, 'a file that is there is not overwritten');
  assert.match(again.stderr, /^fourfall: could not copy the store into .*exists/);
  const inUse = store('compact', '--data-dir', server.data);
  assert.equal(inUse.status, 1);
  assert.match(inUse.stderr, /in use by another server/);
  await players[0].drops(4, 3);
  [...done, ...players].forEach((it) => it.close());
  await server.stop();
  assert.match(works('compact', '--data-dir', server.data), /^\d+ bytes, \d+ before\n$/);

  const other = await Server.start({ data: copy });
  const { body } = await other.get(`/v1/games/${players[0].roomId}`);
  assert.equal(body.moves, '44', 'as it was when it was copied');
  const { body: past } = await other.get(`/v1/games/${done[0].roomId}`);
  assert.equal(past.result.reason, 'Four in a row!');
  await other.stop();
  const none = store('check', '--data-dir', folder('empty'));
  assert.equal(none.status, 1);
  assert.match(none.stderr, /^fourfall: there is no store in /);
});
