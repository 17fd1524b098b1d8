// 10. Names: one spelling, nothing invisible, nobody's bot, safe in any direction.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Player } from './player.mjs';
import { Server } from './server.mjs';

/** What is typed, and what everybody sees. */
const SHOWN = [
  ['Ada', 'Ada'], ['  Ada   Lovelace  ', 'Ada Lovelace'], ['Ada\u00a0\u3000Lovelace', 'Ada Lovelace'],
  ['Ame\u0301lie', 'Am\u00e9lie'], ['\uff21\uff44\uff41', 'Ada'], ['\u{1d4d0}da', 'Ada'], ['\ufb01n', 'fin'], ['№1', 'No1'],
  ['<b>&amp;"\'`', '<b>&amp;"\'`'], ['李小龍', '李小龍'], ['يوسف', 'يوسف'], ['דָּוִד', 'דָּוִד'], ['می\u200cخواهم', 'می\u200cخواهم'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'], ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'], ['🏳️‍🌈', '🏳️‍🌈'], ['👍🏽', '👍🏽'], ['🇫🇷', '🇫🇷'], ['1️⃣', '1️⃣'], ['Talbot', 'Talbot'],
  ['x'.repeat(24), 'x'.repeat(24)], ['👩‍👩‍👧‍👦'.repeat(24), '👩‍👩‍👧‍👦'.repeat(24)],
];

/** What nobody may be called. */
const REFUSED = {
  'nothing to see': ['', '   ', '\u200b', '\u2800', '\u3164', '\u115f', '\u00ad', '\ufeff', '\u2060', '\u200d', '\ufe0f', '\u0301'],
  'other directions': ['\u202eadA', 'Ada\u202e', '\u2066Ada\u2069', 'A\u200fda', 'A\u200eda', '\u061cAda', '\u202aAda\u202c'],
  'invisible letters': ['A\u200bda', 'A\u200cda', 'A\u200dda', 'A\u00adda', 'Ada\ufe0f', '\u{e0041}Ada', 'A\u034fda', 'A\u180eda', '🙂\u200d', 'A\u{e0100}'],
  'control characters': ['A\u0000da', 'A\u0007da', 'A\u001b[31mda', 'A\nda', 'A\u0085da', 'A\u2028da', 'A\u2029da', '\ue000', '\u{10ffff}', '\ufdd0'],
  'towers of accents': ['A\u0301\u0302\u0303\u0304\u0305\u0306', 'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d', '\u0301Ada', 'x\u0301\u0301'],
  bots: [
    'Easy bot', 'easy bot', 'EASY BOT', 'Easybot', 'Easy-Bot', 'Medium bot', 'Hard  bot', 'Perfect bot', '\u{1d407}ard bot', 'Hаrd bot', 'Ηard bot',
    'Eаsy bоt', 'Easy b0t', 'the Hard bot', 'Hard bot 🙂', 'Bot', 'Computer', 'ＢＯＴ', 'E.a.s.y.b.o.t', 'Hárd bót', 'Perfect\u3000bot',
  ],
  'too long': ['x'.repeat(25), '👍🏽'.repeat(25), 'x'.repeat(3_000)],
};

describe('10. names', () => {
  let server;
  before(async () => {
    server = await Server.start({ args: ['--events-burst', '100000'] });
  });
  after(() => server.stop());

  test('are shown in one spelling, wherever they are shown', async () => {
    for (const [typed, shown] of SHOWN) {
      const [host, guest] = await Promise.all([Player.join(server), Player.join(server)]);
      const { roomCode } = await host.does('room:create', { username: typed });
      assert.equal((await host.hears('room:waiting')).username, shown);
      assert.equal((await server.get(`/v1/invitations/${roomCode}`)).body.host.username, shown);
      await guest.does('room:join', { username: typed, roomCode });
      const { players, roomId } = await guest.starts();
      assert.deepEqual(players.map((it) => it.username), [shown, shown]);
      const { body } = await server.get(`/v1/games/${roomId}`);
      assert.deepEqual(body.players.map((it) => it.username), [shown, shown]);
      [host, guest].forEach((it) => it.close());
    }
  });

  for (const [what, names] of Object.entries(REFUSED)) {
    test(`${what}: refused with a sentence, by every event that takes a name`, async () => {
      const host = await Player.join(server, { name: 'Host' });
      const { roomId, roomCode } = await host.does('room:create', { username: 'Host' });
      const mallory = await Player.join(server, { name: 'Mallory' });
      for (const username of names) {
        const events = [
          ['matchmaking:join', { username }], ['matchmaking:join', { username, wantsBot: true }], ['room:create', { username }],
          ['room:join', { username, roomCode }], ['game:spectate', { roomId, username }],
        ];
        for (const [event, payload] of events) {
          const { ok, error } = await mallory.ask(event, payload);
          assert.equal(ok, false, `${JSON.stringify(username)} was accepted by ${event}`);
          assert.equal(error.code, 'malformed');
          assert.match(error.message, /name/);
          assert.ok(error.message.length < 100 && !error.message.includes(username || '\u0000'), 'and is not repeated to anybody');
        }
      }
      [host, mallory].forEach((it) => it.close());
    });
  }
});
