// A PostgreSQL of our own, from Debian's packages: on a free port, in a folder of its own, not as root.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folder, freePort, launch, until } from './server.mjs';

const ROOT = '/usr/lib/postgresql';

function programs() {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((it) => join(ROOT, it, 'bin')).find((it) => existsSync(join(it, 'initdb')));
  assert.ok(found, 'PostgreSQL is not installed: apt-get install postgresql');
  return found;
}

/** PostgreSQL refuses to run as root, so root runs it as somebody else. */
function somebodyElse() {
  if (process.getuid() !== 0) return { wrap: (command, args) => [command, args], own: () => {} };
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  assert.ok(uid > 0, 'there is no user postgres: apt-get install postgresql');
  const as = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  return {
    wrap: (command, args) => ['setpriv', [...as, command, ...args]],
    own: (path) => chownSync(path, uid, gid),
  };
}

export class Postgres {
  #bin = programs();
  #as = somebodyElse();
  #child;
  #databases = 0;

  static async start() {
    const postgres = new Postgres();
    postgres.data = folder('postgres');
    postgres.#as.own(postgres.data);
    postgres.port = await freePort();
    const initdb = ['-D', postgres.data, '-U', 'fourfall', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
    const made = launch(...postgres.#as.wrap(join(postgres.#bin, 'initdb'), initdb), { cwd: '/' });
    const { code } = await made.ended;
    assert.equal(code, 0, `initdb failed:\n${made.log}`);
    await postgres.up();
    return postgres;
  }

  get url() {
    return this.#urlOf('postgres', this.port);
  }

  #urlOf(name, port) {
    return `postgres://fourfall@127.0.0.1:${port}/${name}`;
  }

  /** A new database beside the others: as good as a PostgreSQL of its own, and made in no time. */
  async database() {
    const name = `test_${(this.#databases += 1)}`;
    const urlAt = (port) => this.#urlOf(name, port);
    const url = urlAt(this.port);
    await this.#ask(this.url, `CREATE DATABASE ${name}`);
    return { url, urlAt, session: (sql) => this.#session(url, sql), ask: (sql) => this.#ask(url, sql) };
  }

  /** Asks in a session of its own, which ends with the process that is returned. */
  #session(url, sql) {
    return launch(join(this.#bin, 'psql'), ['-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', sql]);
  }

  /** What a query answers, as text. */
  async #ask(url, sql) {
    const child = this.#session(url, sql);
    const { code } = await child.ended;
    assert.equal(code, 0, child.log);
    return child.log.trim();
  }

  async up() {
    const settings = [
      `port=${this.port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${this.data}`, 'max_connections=50',
    ].flatMap((it) => ['-c', it]);
    this.#child = launch(...this.#as.wrap(join(this.#bin, 'postgres'), ['-D', this.data, ...settings]), { cwd: '/' });
    const isReady = () =>
      spawnSync(join(this.#bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(this.port)]).status === 0;
    await until(20_000, 'PostgreSQL did not start', () => {
      assert.equal(this.#child.exitCode, null, this.#child.log);
      return isReady();
    });
  }

  /** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its crash. */
  async down(signal = 'SIGINT') {
    this.#child.kill(signal);
    await this.#child.ended;
  }
}
