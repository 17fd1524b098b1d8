/** 简体中文: what home needs; the rest is in `../zh-CN.ts`. */
import { lastMover, type Standing } from '../../game/referee';
import { columnNumber, type Cell, type Column, type Side } from '../../game/types';
import { speech, wholeMinutes } from '../speech';
import type { FirstWords } from '../type';

export const { count, columns, list, moment, number, percent, utcDay } = speech('zh-CN');

export const discs = (it: number): string => count(it, { other: '# 枚棋子' });
export const people = (it: number): string => count(it, { other: '# 人' });
export const seconds = (it: number): string => count(it, { other: '# 秒' });
export const minutes = (ms: number): string => count(wholeMinutes(ms), { other: '# 分钟' });
export const column = (it: Column): string => `第 ${columnNumber(it)} 列`;
export const at = (cell: Cell): string => `${column(cell.column)}，从下数第 ${cell.row + 1} 行`;
export const columnFull = (it: Column): string => `${column(it)}已经满了。`;

export const FOUR = '四子连线。';
export const FULL = '棋盘满了，没有人连成四子。';
export const DRAW = '平局';
export const NAMES: Readonly<Record<Side, string>> = { first: '红方', second: '黄方' };
const COLOURS: Readonly<Record<string, string>> = {
  red: '红色',
  yellow: '黄色',
  green: '绿色',
  '#000000': '黑色',
  '#ffffff': '白色',
};
export const colour = (name: string): string => COLOURS[name] ?? name;

export function tableTitle(state: Standing): string {
  if (state.kind === 'playing') return `轮到${NAMES[state.turn]}`;
  return state.kind === 'won' ? `${NAMES[state.by]}赢了` : DRAW;
}

export const words: FirstWords = {
  bar: {
    label: '你的对局',
    yourMove: (name) => `你和 ${name} 的对局：轮到你`,
    theirMove: (name) => `你和 ${name} 的对局：轮到对方`,
    rematchWanted: (name) => `${name} 想再来一局`,
    rematchAsked: (name) => `等待 ${name} 同意再来一局`,
    searching: '正在寻找对手',
    hosting: '正在等你的朋友',
    connectionLost: '连接断开，正在重连',
    elsewhere: (name) => `你和 ${name} 的对局还在进行。`,
    elsewhereHosting: '你的邀请仍然有效。',
    goBack: '去看看',
    stop: '停止寻找',
    tabYourMove: '轮到你',
    tabSearching: '正在寻找对手',
    tabHosting: '正在等你的朋友',
    tab: (what) => `${what} · Fourfall`,
    tabCalls: (what) => `● ${what} · Fourfall`,
    noticeYourMove: '轮到你了',
    noticeStarted: '你的对局开始了',
    noticeOver: '你的对局结束了',
    noticeRematch: '再来一局？',
    against: (name) => `对手：${name}`,
  },
  board: {
    colour,
    empty: '空',
    cell: (facts, sides) =>
      [
        at(facts),
        facts.side === undefined ? '空' : sides[facts.side],
        ...(facts.last ? ['最后一枚'] : []),
        ...(facts.winning ? ['获胜连线'] : []),
      ].join('，'),
    at,
    columnFull,
    fourInARow: FOUR,
    full: FULL,
    draw: DRAW,
    timeLeft: (it) => `还剩 ${seconds(it)}。`,
    keysTitle: '用键盘下棋',
    keys: [
      ['1 – 7', '落在那一列'],
      ['← →', '选择列'],
      ['↑ ↓', '朗读上面和下面的格子'],
      ['Enter、空格', '落在选中的列'],
      ['?', '这份帮助'],
    ],
    keysWhere: '焦点在棋盘上时按键才有效：按 Tab 直到选中棋盘。',
  },
  clocks: {
    label: '计时',
    NAMES: {
      live: { name: '不计时', text: '慢慢想，但 90 秒不落子就输。红色和黄色。' },
      duel: { name: '60 秒', text: '每步 60 秒，超时就输。抽签决定谁先走。绿色和红色。' },
      classic: { name: '不限时', text: '完全没有时钟：想多久都行。红色和黄色。' },
    },
    SHORT: { live: '不计时', duel: '每步 60 秒', classic: '不限时间' },
  },
  common: {
    home: '首页',
    tryAgain: '再试一次',
    done: '完成',
    on: '开',
    off: '关',
    sound: '声音',
    copied: '已复制',
    couldNotCopy: '复制失败。内容在这里：',
    discs,
    people,
    watching: (it) => `${people(it)}在观看`,
  },
  frame: {
    skip: '直接去下棋',
    homeLink: 'Fourfall，首页',
    mainNavigation: '主菜单',
    moreNavigation: '更多',
    menu: '菜单',
    settings: '设置',
    play: '下棋',
    watch: '观战',
    analysis: '分析',
    puzzles: '谜题',
    leaderboard: '排行榜',
    account: '账号',
    privacy: '我们保存什么',
    yourGames: '你的对局',
    forProgrammers: '给程序员',
    promise: '免费、开放、无需账号。你的名字和设置只留在这个浏览器里。',
    language: '语言',
    languageAuto: '跟随浏览器',
    title: (page) =>
      ({
        home: 'Fourfall：和任何人玩四子棋',
        play: '下棋 · Fourfall',
        solo: '对战电脑 · Fourfall',
        local: '同一台设备 · Fourfall',
        watch: '观战 · Fourfall',
        watchRoom: '观战 · Fourfall',
        game: '回放 · Fourfall',
        analysis: '分析 · Fourfall',
        player: '玩家 · Fourfall',
        puzzles: '谜题 · Fourfall',
        history: '你的对局 · Fourfall',
        leaderboard: '排行榜 · Fourfall',
        account: '你的账号 · Fourfall',
        privacy: '我们保存什么 · Fourfall',
        unknown: '这里什么都没有 · Fourfall',
      })[page],
  },
  home: {
    title: '四子连线，和任何人，现在就玩。',
    lead: '在浏览器里玩四子棋。不用账号，不用安装。',
    toy: '可以试玩的棋盘',
    ways: '玩法',
    playOnline: '在线对战',
    inviteFriend: '邀请朋友',
    computer: '电脑',
    sameDevice: '同一台设备',
    change: '更改计时',
    clear: '清空棋盘',
    names: NAMES,
    wins: (name) => `${FOUR}${name}赢了！`,
    full: FULL,
    rulesAway: '无法加载规则。请再试一次。',
    dropOne: '来，落一枚试试。',
    turn: (name) => `轮到${name}`,
    playingAs: '你的名字：',
  },
  lists: {
    watchTitle: '正在进行',
    nobodyPlaysTitle: '现在没有人在下棋',
    nobodyPlays: '总得有人先开始。进行中的对局会自动出现在这里。',
    nobodyPlaysYet: '还没有人。第一局可以是你的。',
    finishedTitle: '刚刚结束',
    noneFinished: '这里还没有结束的对局。',
    awayLive: '服务器不在。你仍然可以在这台设备上玩。',
    awayFinished: '服务器不在时没有内容可显示。',
    play: '找人下棋',
    playComputer: '和电脑下棋',
    won: '胜',
    discs,
    room: (played, watching) =>
      [discs(played), ...(watching > 0 ? [`${people(watching)}在观看`] : [])].join(' · '),
    reason: ({ reason }) =>
      ({
        four: '四子连线',
        full: '平局',
        resignation: '认输',
        idle: '太久未走',
        disconnect: '没有回来',
        timeout: '超时',
        aborted: '取消',
      })[reason],
    game: (how, atMs) => [...(how === undefined ? [] : [how]), moment(atMs)].join(' · '),
    pictureOf: (first, second) => `${first} 对 ${second} 的棋盘`,
    featuredTitle: '正在进行',
    watchIt: '观看',
    takeUp: '自己接着下',
    leaderboard: '排行榜',
    leaderboardOrder: '按等级分排列：每个人从 1500 开始。',
    noLeaders: '第一个赢家会排在最上面。',
    place: '名次',
    player: '玩家',
    rating: '等级分',
    wonColumn: '胜',
    lostColumn: '负',
    drawnColumn: '平',
    gamesColumn: '对局',
    discsColumn: '棋子',
    yourGames: '你的对局',
    noGames: '还没有对局',
    noGamesWhy: '你和别人下完的对局会一步不差地保存在这里。',
    olderGames: '更早的对局',
    listFailed: '无法加载列表。',
    shownRating: (points, provisional) => `${Math.round(points)}${provisional ? '?' : ''}`,
    claimed: '这个名字已登记：别人不能使用。',
  },
  table: {
    NAMES,
    boardLabel: '双人棋盘。方向键移动，Enter 落子，1 到 7 直接落子。',
    refereeAway: '无法加载规则。网络正常吗？请再试一次。',
    turn: (side) => `轮到${NAMES[side]}`,
    title: tableTitle,
    text: (state) => ({ playing: '在这个屏幕上轮流下。', won: FOUR, drawn: FULL })[state.kind],
    blocked: (state, it) =>
      state.kind === 'playing' ? columnFull(it) : '对局已经结束。开始新的一局吧。',
    moved: (state, cell) => `${NAMES[lastMover(state)]}：${at(cell)}。${tableTitle(state)}。`,
    undone: (state) => `已悔棋。${tableTitle(state)}。`,
    begun: (state) => `新的一局。${tableTitle(state)}。`,
    undo: '撤销',
    newGame: '新的一局',
    review: '复盘',
    askTitle: '开始新的一局？',
    askText: '这一局还没结束，棋子会消失。',
    askKeep: '继续下',
  },
  time: { moment, utcDay, seconds, minutes, secondsLeftShort: '秒' },
  trouble: {
    KINDS: {
      away: {
        title: '服务器不在',
        text: '它暂时没有回应。你的对局很安全：它回来后会继续。',
      },
      page: { title: '这里什么都没有', text: '这个地址没有页面。也许路上丢了一个字母。' },
      game: { title: '没有这局棋', text: '这个地址从来没有对局，或者链接少了一截。' },
      player: { title: '没有这位玩家', text: '这个地址的人还没有在这里下完过一局。' },
      room: {
        title: '这局棋没有在进行',
        text: '它已经结束，或者从未开始。也许别人正在下。',
      },
    },
    gamesToWatch: '可以观看的对局',
  },
  welcome: {
    label: '怎么玩',
    steps: [
      '轮流落子。棋子会掉到那一列最低的空格。',
      '横、竖、斜，四子连成一线就赢。',
      '对方有三个了，就堵住第四个。',
    ],
    skip: '知道了',
  },
};
