/** What operators are given: alert rules and a dashboard that ask for figures the server really has. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { FOUR, pair, play } from './player.mjs';
import { Server } from './server.mjs';

const ops = new URL('../../ops/', import.meta.url);
const promtool = (...args) => execFileSync('promtool', args, { cwd: ops, encoding: 'utf8' });
/** Names of figures in a query, without what PromQL itself has. */
const figures = (text) => new Set(text.match(/\b(fourfall|process)_[a-z_]+/g) ?? []);

describe('for operators', () => {
  let server;
  let text;
  before(async () => {
    server = await Server.start();
    // A game, a refusal: figures that have labels appear with the first of them.
    const players = await pair(server);
    await play(players, FOUR);
    await players[1].hears('game:over');
    await players[0].ask('game:move', { ...players[0].here, column: 0 }); // Refused: it is over.
    text = await (await fetch(`${server.admin}/metrics`)).text();
    players.forEach((it) => it.close());
  });
  after(() => server.stop());

  test('the rules are right, and ring when they should', () => {
    promtool('check', 'rules', 'alerts.yml');
    promtool('test', 'rules', 'alerts.test.yml');
  });

  test('what a server says can be read by Prometheus', () => {
    // The check knows the older format only: no last line, no units, no kind of figure for what is said once.
    const input = text.replace(/# EOF\n$/, '').replaceAll(/^# UNIT.*\n/gm, '').replaceAll(/^(# TYPE \S+) info$/gm, '$1 gauge');
    try {
      execFileSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    } catch (error) {
      // Exit code 3 is about style alone: the check expects the older format's names on the lines of help.
      assert.equal(error.status, 3, error.stdout + error.stderr);
    }
  });

  for (const file of ['alerts.yml', 'dashboard.json']) {
    test(`every figure in ${file} exists`, () => {
      const asked = [...figures(readFileSync(new URL(file, ops), 'utf8'))];
      assert.ok(asked.length > 5);
      const missing = asked.filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(text));
      assert.deepEqual(missing, [], text);
    });
  }

  test('every figure is on the dashboard', () => {
    const board = figures(readFileSync(new URL('dashboard.json', ops), 'utf8'));
    const said = new Set([...text.matchAll(/^((?:fourfall|process)_\w+?)(?:_count|_sum)?[ {]/gm)].map((it) => it[1]));
    const forgotten = [...said].filter((it) => !board.has(it) && !board.has(`${it}_bucket`) && !it.endsWith('_bucket') && !it.endsWith('appends_total'));
    assert.deepEqual(forgotten, []);
  });
});
