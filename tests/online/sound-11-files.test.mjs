// 11. Files are the operator's alone, and proxies are believed only where that can be right.
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FOUR, Player, pair, play } from './player.mjs';
import { Server, folder, refusal } from './server.mjs';

const mode = (path) => (statSync(path).mode & 0o777).toString(8);
const from = (address) => ({ extraHeaders: { 'X-Forwarded-For': address } });

function assertClosed(data) {
  assert.equal(mode(data), '700', data);
  const files = readdirSync(data);
  assert.ok(files.includes('fourfall.sqlite'), `${files}`);
  for (const file of files) assert.equal(mode(join(data, file)), '600', file);
  return files;
}

describe('11. files and proxies', { concurrency: 4 }, () => {
  test('the data folder is 0700 and everything in it 0600, from the first moment on', async () => {
    // With a umask that would let everybody read and write.
    const data = join(folder('parent'), 'made', 'by', 'it');
    const server = await Server.start({ data, wrap: (command, args) => ['sh', ['-c', 'umask 0; exec "$0" "$@"', command, ...args]] });
    const players = await pair(server, { preset: 'classic' });
    await play(players, FOUR);
    const files = assertClosed(data);
    assert.ok(files.some((it) => it.endsWith('-wal')), 'while it runs, with all its files');
    players.forEach((it) => it.close());
    await server.stop();
    assertClosed(data);
  });

  test('what was open to others is closed to them at the next start', async () => {
    const server = await Server.start();
    await server.kill();
    chmodSync(server.data, 0o755);
    for (const file of readdirSync(server.data)) chmodSync(join(server.data, file), 0o644);
    await server.start();
    assertClosed(server.data);
    await server.stop();
  });

  test('proxy options that can not be right are refused with a sentence', async () => {
    const data = folder('never-used');
    const start = ['--data-dir', data, '--listen', '127.0.0.1:0'];
    for (const [args, sentence] of [
      [['--public-url', 'https://play.example'], /proxy/],
      [['--trusted-proxy', '0.0.0.0/0'], /everybody|every address|0\.0\.0\.0\/0/],
      [['--trusted-proxy', '::/0'], /everybody|every address|::\/0/],
      [['--trusted-proxy', '203.0.113.7'], /this machine/],
      [['--trusted-proxy', 'nowhere'], /nowhere/],
      [['--trusted-proxy', '10.0.0.0/33'], /10\.0\.0\.0\/33/],
    ]) {
      const log = await refusal([...start, ...args]);
      assert.match(log, /^fourfall: [^{}]+$/m, `${args}`);
      assert.match(log, sentence, `${args}`);
    }
    assert.deepEqual(readdirSync(data), [], 'before anything was made');
  });

  for (const [what, args, believes] of [
    ['nobody is a proxy unless it is said', [], false],
    ['who is named is believed', ['--trusted-proxy', '127.0.0.1'], true],
    ['a network is believed', ['--trusted-proxy', '127.0.0.0/8'], true],
    ['a proxy on this machine is believed', ['--behind-proxy'], true],
  ]) {
    test(`forwarded addresses: ${what}`, async () => {
      const server = await Server.start({ args: ['--max-connections-per-address', '2', ...args] });
      const joined = await Promise.all(['192.0.2.1', '192.0.2.2'].map((it) => Player.join(server, from(it))));
      const third = new Player(server, from('192.0.2.3'));
      if (believes) {
        await third.connected();
        // What the client itself has put in front of it is not.
        joined.push(await Player.join(server, from('198.51.100.1, 192.0.2.3')));
        const more = new Player(server, from('198.51.100.2, 192.0.2.3'));
        assert.match((await more.refused()).message, /rate_limited|too many/);
        more.close();
      } else {
        assert.match((await third.refused()).message, /rate_limited|too many/);
      }
      [...joined, third].forEach((it) => it.close());
      await server.stop();
    });
  }
});
