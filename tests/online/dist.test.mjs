/** The Debian package and the tarball: installed, started, upgraded over a running game, removed. In a folder of their own, as root or not. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FOUR, Player, pair, play } from './player.mjs';
import { BINARY, Server, folder } from './server.mjs';

const build = fileURLToPath(new URL('../../dist/build', import.meta.url));
const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

describe('what is shipped', () => {
  const made = folder('dist');
  const root = folder('root');
  const dpkg = (...args) =>
    run('dpkg', `--root=${root}`, '--force-not-root', '--force-script-chrootless', '--force-depends', '--force-bad-path', ...args);
  const packages = {};
  before(() => {
    for (const version of ['1.0.0', '1.0.1']) {
      execFileSync(build, [BINARY, made], { env: { ...process.env, PACKAGE_VERSION: version }, stdio: 'pipe' });
      packages[version] = join(made, readdirSync(made).find((it) => it.startsWith(`fourfall_${version}_`) && it.endsWith('.deb')));
    }
    for (const part of ['info', 'updates', 'triggers']) mkdirSync(join(root, 'var/lib/dpkg', part), { recursive: true });
    run('touch', join(root, 'var/lib/dpkg/status'));
  });

  test('the tarball holds the binary, its manual, completions and the unit', () => {
    const tarball = readdirSync(made).find((it) => it.startsWith('fourfall-1.0.0-') && it.endsWith('.tar.gz'));
    const files = run('tar', '--list', '--file', join(made, tarball)).split('\n');
    for (const file of [
      'usr/bin/fourfall',
      'usr/share/man/man1/fourfall.1.gz',
      'usr/share/man/man1/fourfall-serve.1.gz',
      'usr/share/bash-completion/completions/fourfall',
      'usr/share/zsh/vendor-completions/_fourfall',
      'usr/share/fish/vendor_completions.d/fourfall.fish',
      'usr/lib/systemd/system/fourfall.service',
      'usr/share/doc/fourfall/copyright',
    ]) {
      assert.ok(files.some((it) => it.endsWith(`/${file}`)), `${file} is not in\n${files.join('\n')}`);
    }
  });

  test('the package is installed, upgraded over a running game, and removed', async () => {
    dpkg('--install', packages['1.0.0']);
    const installed = join(root, 'usr/bin/fourfall');
    assert.match(run(installed, '--version'), /^fourfall \d/);
    const unit = readFileSync(join(root, 'usr/lib/systemd/system/fourfall.service'), 'utf8');
    assert.match(unit, /^ExecStart=\/usr\/bin\/fourfall serve$/m);

    const data = join(root, 'var/lib/fourfall');
    const server = await Server.start({ data, wrap: (_, args) => [installed, args] });
    const players = await pair(server);
    await play(players, FOUR.slice(0, 3));
    const before = { roomId: players[0].roomId, tokens: players.map(({ id, token }) => ({ id, token })) };
    dpkg('--install', packages['1.0.1']);
    assert.match(run('dpkg-query', `--admindir=${join(root, 'var/lib/dpkg')}`, '--show', 'fourfall'), /1\.0\.1/);
    // What `systemctl try-restart` does.
    await server.stop();
    await server.start();
    players.forEach((it) => it.close());
    const back = await Promise.all(before.tokens.map((it) => Player.join(server, it)));
    for (const player of back) {
      const whole = await player.does('game:reconnect', { playerId: player.id });
      assert.equal(whole.roomId, before.roomId);
      player.roomId = whole.roomId;
    }
    const game = (await server.get(`/v1/games/${before.roomId}`)).body;
    assert.equal(game.moves, FOUR.slice(0, 3).map((it) => it + 1).join(''), 'the game goes on where it was');
    const turn = back[(FOUR.slice(0, 3).length) % 2];
    await turn.does('game:move', { roomId: before.roomId, playerId: turn.id, column: FOUR[3] });
    back.forEach((it) => it.close());
    await server.stop();

    dpkg('--remove', 'fourfall');
    assert.ok(!existsSync(installed), 'the program is gone');
    assert.ok(existsSync(join(data, 'fourfall.sqlite')), 'games stay');
    assert.ok(existsSync(join(root, 'etc/default/fourfall')), 'and so do options');
    dpkg('--purge', 'fourfall');
    assert.ok(!existsSync(data), 'everything is gone when asked for');
  });

  test('systemd takes the unit, and finds little to fear in it', () => {
    dpkg('--install', packages['1.0.0']);
    const unit = join(root, 'usr/lib/systemd/system/fourfall.service');
    const report = run('systemd-analyze', 'security', '--offline=true', '--threshold=20', unit);
    assert.match(report, /Overall exposure level.*: (0|1)\.\d/);
    dpkg('--purge', 'fourfall');
  });
});
