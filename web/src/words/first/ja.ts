/** 日本語: what home needs; the rest is in `../ja.ts`. */
import { lastMover, type Standing } from '../../game/referee';
import { columnNumber, type Cell, type Column, type Side } from '../../game/types';
import { speech, wholeMinutes } from '../speech';
import type { FirstWords } from '../type';

export const { count, columns, list, moment, number, percent, utcDay } = speech('ja');

export const discs = (it: number): string => count(it, { other: 'コマ#個' });
export const people = (it: number): string => count(it, { other: '#人' });
export const seconds = (it: number): string => count(it, { other: '#秒' });
export const minutes = (ms: number): string => count(wholeMinutes(ms), { other: '#分' });
export const column = (it: Column): string => `${columnNumber(it)}列目`;
export const at = (cell: Cell): string => `${column(cell.column)}、下から${cell.row + 1}段目`;
export const columnFull = (it: Column): string => `${column(it)}はいっぱいです。`;

export const FOUR = '4つ並びました。';
export const FULL = '盤がいっぱいで、4つ並べた人はいません。';
export const DRAW = '引き分け';
export const NAMES: Readonly<Record<Side, string>> = { first: '赤', second: '黄' };
const COLOURS: Readonly<Record<string, string>> = {
  red: '赤',
  yellow: '黄',
  green: '緑',
  '#000000': '黒',
  '#ffffff': '白',
};
export const colour = (name: string): string => COLOURS[name] ?? name;

export function tableTitle(state: Standing): string {
  if (state.kind === 'playing') return `${NAMES[state.turn]}の番`;
  return state.kind === 'won' ? `${NAMES[state.by]}の勝ち` : DRAW;
}

export const words: FirstWords = {
  bar: {
    label: 'あなたの対戦',
    yourMove: (name) => `${name}との対戦：あなたの番`,
    theirMove: (name) => `${name}との対戦：相手の番`,
    rematchWanted: (name) => `${name}が再戦を希望しています`,
    rematchAsked: (name) => `${name}の返事を待っています`,
    searching: '相手を探しています',
    hosting: '友だちを待っています',
    connectionLost: '接続が切れました。つなぎ直しています',
    elsewhere: (name) => `${name}との対戦がまだ続いています。`,
    elsewhereHosting: '招待はまだ有効です。',
    goBack: '戻る',
    stop: '探すのをやめる',
    tabYourMove: 'あなたの番',
    tabSearching: '相手を探しています',
    tabHosting: '友だちを待っています',
    tab: (what) => `${what} · Fourfall`,
    tabCalls: (what) => `● ${what} · Fourfall`,
    noticeYourMove: 'あなたの番です',
    noticeStarted: '対戦が始まりました',
    noticeOver: '対戦が終わりました',
    noticeRematch: '再戦しますか？',
    against: (name) => `相手：${name}`,
  },
  board: {
    colour,
    empty: '空き',
    cell: (facts, sides) =>
      [
        at(facts),
        facts.side === undefined ? '空き' : sides[facts.side],
        ...(facts.last ? ['最後のコマ'] : []),
        ...(facts.winning ? ['勝ちの並び'] : []),
      ].join('、'),
    at,
    columnFull,
    fourInARow: FOUR,
    full: FULL,
    draw: DRAW,
    timeLeft: (it) => `残り${seconds(it)}。`,
    keysTitle: 'キーボードで遊ぶ',
    keys: [
      ['1 – 7', 'その列に落とす'],
      ['← →', '列を選ぶ'],
      ['↑ ↓', '上下のマスを読む'],
      ['Enter, スペース', '選んだ列に落とす'],
      ['?', 'このヘルプ'],
    ],
    keysWhere: 'キーは盤を選んでいるときに使えます。盤に着くまで Tab を押してください。',
  },
  clocks: {
    label: '持ち時間',
    NAMES: {
      live: {
        name: '時計なし',
        text: 'ゆっくりどうぞ。ただし90秒動かないと負けです。赤と黄。',
      },
      duel: {
        name: '60秒',
        text: '1手60秒、時間切れは負け。先手はくじで決まります。緑と赤。',
      },
      classic: { name: '無制限', text: '時計は一切なし。好きなだけ考えられます。赤と黄。' },
    },
    SHORT: { live: '時計なし', duel: '1手60秒', classic: '時間無制限' },
  },
  common: {
    home: 'ホーム',
    tryAgain: 'もう一度',
    done: '完了',
    on: 'オン',
    off: 'オフ',
    sound: '音',
    copied: 'コピーしました',
    couldNotCopy: 'コピーできませんでした。こちらです：',
    discs,
    people,
    watching: (it) => `${people(it)}が観戦中`,
  },
  frame: {
    skip: 'ゲームへ進む',
    homeLink: 'Fourfall、ホーム',
    mainNavigation: 'メイン',
    moreNavigation: 'その他',
    menu: 'メニュー',
    settings: '設定',
    play: '遊ぶ',
    watch: '観戦',
    analysis: '分析',
    puzzles: 'パズル',
    leaderboard: 'ランキング',
    account: 'アカウント',
    privacy: '残すもの',
    yourGames: 'あなたの対戦',
    forProgrammers: 'プログラマー向け',
    promise: '無料、オープン、登録は不要。名前と設定はこのブラウザーに残ります。',
    language: '言語',
    languageAuto: 'ブラウザーに合わせる',
    title: (page) =>
      ({
        home: 'Fourfall：誰とでも四目並べ',
        play: '遊ぶ · Fourfall',
        solo: 'コンピューター戦 · Fourfall',
        local: '1台で対戦 · Fourfall',
        watch: '観戦 · Fourfall',
        watchRoom: '観戦 · Fourfall',
        game: 'リプレイ · Fourfall',
        analysis: '分析 · Fourfall',
        player: 'プレイヤー · Fourfall',
        puzzles: 'パズル · Fourfall',
        history: 'あなたの対戦 · Fourfall',
        leaderboard: 'ランキング · Fourfall',
        account: 'アカウント · Fourfall',
        privacy: '残すもの · Fourfall',
        unknown: 'ここには何もありません · Fourfall',
      })[page],
  },
  home: {
    title: '四目並べを、誰とでも、今すぐ。',
    lead: 'ブラウザーで遊べるコネクトフォー。登録もインストールもいりません。',
    toy: 'おためしの盤',
    ways: '遊び方',
    playOnline: 'オンラインで遊ぶ',
    inviteFriend: '友だちを招待',
    computer: 'コンピューター',
    sameDevice: '1台で対戦',
    change: '持ち時間を変える',
    clear: '盤を空にする',
    names: NAMES,
    wins: (name) => `${FOUR}${name}の勝ち！`,
    full: FULL,
    rulesAway: 'ルールを読み込めませんでした。もう一度どうぞ。',
    dropOne: 'さあ、1つ落としてみて。',
    turn: (name) => `${name}の番`,
    playingAs: '名前：',
  },
  lists: {
    watchTitle: '対戦中',
    nobodyPlaysTitle: '今は誰も対戦していません',
    nobodyPlays: '誰かが始めると、ここに自動で表示されます。',
    nobodyPlaysYet: 'まだ誰もいません。最初の対戦はあなたかも。',
    finishedTitle: '終わったばかり',
    noneFinished: 'ここで終わった対戦はまだありません。',
    awayLive: 'サーバーにつながりません。この端末では遊べます。',
    awayFinished: 'サーバーにつながらない間は表示できません。',
    play: '誰かと遊ぶ',
    playComputer: 'コンピューターと遊ぶ',
    won: '勝ち',
    discs,
    room: (played, watching) =>
      [discs(played), ...(watching > 0 ? [`${people(watching)}が観戦中`] : [])].join(' · '),
    reason: ({ reason }) =>
      ({
        four: '4つ並び',
        full: '引き分け',
        resignation: '投了',
        idle: '動かず',
        disconnect: '戻らず',
        timeout: '時間切れ',
        aborted: '中止',
      })[reason],
    game: (how, atMs) => [...(how === undefined ? [] : [how]), moment(atMs)].join(' · '),
    pictureOf: (first, second) => `${first} 対 ${second} の盤`,
    featuredTitle: '今の対戦',
    watchIt: '観戦する',
    takeUp: '続きを自分で',
    leaderboard: 'ランキング',
    leaderboardOrder: 'レーティング順。みんな1500から始まります。',
    noLeaders: '最初に勝った人がここの一番上に載ります。',
    place: '順位',
    player: 'プレイヤー',
    rating: 'レート',
    wonColumn: '勝ち',
    lostColumn: '負け',
    drawnColumn: '分け',
    gamesColumn: '対戦',
    discsColumn: 'コマ',
    yourGames: 'あなたの対戦',
    noGames: '対戦はまだありません',
    noGamesWhy: '人との対戦は、終わると1手ずつここに残ります。',
    olderGames: '前の対戦',
    listFailed: '一覧を読み込めませんでした。',
    shownRating: (points, provisional) => `${Math.round(points)}${provisional ? '?' : ''}`,
    claimed: '登録された名前です。ほかの人は使えません。',
  },
  table: {
    NAMES,
    boardLabel: '2人用の盤。矢印キーで移動、Enter で落とす、1〜7 ですぐ落とす。',
    refereeAway: 'ルールを読み込めませんでした。ネットにつながっていますか？もう一度どうぞ。',
    turn: (side) => `${NAMES[side]}の番`,
    title: tableTitle,
    text: (state) =>
      ({ playing: 'この画面で交代しながら遊びます。', won: FOUR, drawn: FULL })[state.kind],
    blocked: (state, it) =>
      state.kind === 'playing' ? columnFull(it) : '対戦は終わりました。新しく始めてください。',
    moved: (state, cell) => `${NAMES[lastMover(state)]}：${at(cell)}。${tableTitle(state)}。`,
    undone: (state) => `1手戻しました。${tableTitle(state)}。`,
    begun: (state) => `新しい対戦。${tableTitle(state)}。`,
    undo: '戻す',
    newGame: '新しい対戦',
    review: '振り返る',
    askTitle: '新しく始めますか？',
    askText: 'まだ終わっていません。今のコマは消えます。',
    askKeep: '続ける',
  },
  time: { moment, utcDay, seconds, minutes, secondsLeftShort: '秒' },
  trouble: {
    KINDS: {
      away: {
        title: 'サーバーにつながりません',
        text: '今は返事がありません。対戦は無事です。戻れば続きから始まります。',
      },
      page: {
        title: 'ここには何もありません',
        text: 'このアドレスにページはありません。1文字抜けたのかもしれません。',
      },
      game: {
        title: 'その対戦はありません',
        text: 'このアドレスの対戦は行われていないか、リンクが途中で切れています。',
      },
      player: {
        title: 'そのプレイヤーはいません',
        text: 'このアドレスの人は、まだここで対戦を終えていません。',
      },
      room: {
        title: 'この対戦は行われていません',
        text: '終わったか、始まりませんでした。ほかの人が対戦中かもしれません。',
      },
    },
    gamesToWatch: '観戦できる対戦',
  },
  welcome: {
    label: '遊び方',
    steps: [
      '交代でコマを落とします。コマは列の一番下の空きマスに落ちます。',
      '縦・横・ななめ、どれかに4つ並べたら勝ち。',
      '相手が3つ並べたら、4つ目をふさごう。',
    ],
    skip: 'わかった',
  },
};
