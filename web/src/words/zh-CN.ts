/** 简体中文。 */
import { discsToWin, type Value } from '../game/analysis';
import { AI, TURN_SECONDS } from '../game/solo';
import { columnNumber, other, type Side } from '../game/types';
import { turnOf } from '../game/view';
import {
  words as ofHome,
  columns,
  list,
  number,
  percent,
  discs,
  people,
  seconds,
  minutes,
  column,
  at,
  columnFull,
  FOUR,
  FULL,
  DRAW,
  NAMES,
  colour,
  tableTitle,
} from './first/zh-CN';
import type { Words } from './type';

function prospectOf(it: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  if (it.kind === 'draw') return '双方都不出错就是平局';
  const name = names[it.kind === 'win' ? turn : other(turn)];
  const more = discsToWin(it);
  return more === 1 ? `${name}下一枚棋子就赢` : `从这里起，${name}第 ${more} 枚棋子获胜`;
}

const called: Words['match']['called'] = (view, side) =>
  side === view.mine ? '你' : view.seats[side].name;
const versus = (view: Parameters<typeof called>[0]): string =>
  `${called(view, 'first')} 对 ${called(view, 'second')}`;

const LEVELS = { easy: '简单', medium: '中等', hard: '困难', perfect: '完美' } as const;
const ENGINE_AWAY = '无法加载引擎。';
const NOBODY_ELSE = '现在这里没有别人。';

const judgements: Words['analysis']['judgements'] = {
  best: { name: '最佳一手', names: '最佳', glyph: '' },
  good: { name: '好棋', names: '好棋', glyph: '' },
  inaccuracy: { name: '不够准确', names: '不准确', glyph: '!?' },
  missedWin: { name: '错过的胜利', names: '错过胜利', glyph: '?!' },
  mistake: { name: '失误', names: '失误', glyph: '?' },
  blunder: { name: '大失误', names: '大失误', glyph: '??' },
};

const REACTIONS: Words['reactions']['names'] = {
  hello: '你好',
  nice: '下得好',
  wow: '哇',
  hmm: '让我想想',
  oops: '哎呀',
  thanks: '谢谢',
};

export const words: Words = {
  ...ofHome,
  account: {
    title: '你的账号',
    why: '下棋不需要账号。登记一个名字，就能保留名字、对局和等级分，并在任何地方登录。',
    claimTitle: '保留你的名字',
    claim: '登记这个名字',
    claimFirst: '先在线下一局：这样才有东西可以保留。',
    name: '名字',
    password: '密码',
    passwordHint: '至少十个字符。一句话就很好。',
    loginTitle: '登录',
    login: '登录',
    recoverTitle: '忘了密码？',
    recover: '用恢复码登录',
    code: '恢复码',
    newPassword: '新密码',
    codesTitle: '你的恢复码',
    codesHint: '丢了密码时，每个码可以让你登录一次。只显示这一次：请抄下来或打印。',
    codesSeen: '我已经抄好了',
    freshCodes: '新的恢复码',
    devices: '登录过的地方',
    thisDevice: '这一个',
    unnamedDevice: '一个没有说明自己的程序',
    forgetDevice: '在那里退出',
    logout: '退出登录',
    logoutEverywhere: '退出其他所有地方',
    change: '更改密码',
    currentPassword: '现在的密码',
    confirm: '再输一次密码',
    dataTitle: '你的数据',
    exportAll: '以 JSON 下载全部',
    deleteTitle: '删除账号',
    deleteHint: '你的名字会从所有地方消失。对局会保留但不带名字，因为它们也属于对手。',
    remove: '删除',
    away: '服务器没有回应。请再试一次。',
    graphTitle: '每一局后的等级分',
    block: '不再和这个人配对',
    unblock: '重新和这个人配对',
    blocked: '你不会再和这个人配对。',
    reportTitle: '向管理员举报',
    reportReason: '发生了什么？',
    report: '举报',
    reported: '谢谢。管理员会查看。',
    signedInAs: (who) => `你是 ${who}。`,
    codesLeft: (it) => `还剩 ${number(it)} 个恢复码。`,
    since: (date) => `自 ${date}`,
    graph: (from, to, games) => `${games} 局计分对局，从 ${from} 到 ${to}。`,
    hasAccount: '有账号',
    guest: '访客',
    guestHint: '没有账号，所以这个名字别人也能用。',
    between: (low, high) => `很可能在 ${low} 到 ${high} 之间。`,
    questionMark: '再下几局计分对局，问号就会消失。',
    anyClock: '全部',
    period: '时间',
    PERIODS: { all: '全部时间', week: '最近 7 天' },
    boardRule: '想上榜：下满十局计分对局，对手至少四个不同的人，最后一局在 30 天以内。',
    boardRuleSome: '想上榜：下满十局这一类的计分对局，对手至少四个不同的人。等级分按所有对局计算。',
    ratedMeans: '通过“寻找对手”遇到的对局才计分。和朋友、机器人的对局不计。',
    noLeadersYet: '还没有人下满这么多局。你可以成为第一个！',
    guestNow: (who) => `你现在是访客，名字是 ${who}。`,
    codesHow: '要使用时，在退出登录后打开本页，找到“忘了密码？”。',
    recoverHint: '登记名字时抄下来的其中一个。',
    copyCodes: '全部复制',
    loggedOutElsewhere: '其他设备都已退出登录。',
    passwordChanged: '从现在起用新密码。其他设备都已退出登录。',
    deleteAsk: '真的要删除账号吗？',
    deleteText: '删除后无法恢复。',
    keepIt: '保留',
    blockedTitle: '你屏蔽的人',
    nobodyBlocked: '没有。可以在对局结束后或在对方的页面上屏蔽。',
    unblockShort: '取消屏蔽',
    forgotten: '已经不在的人',
    passkeysTitle: '通行密钥',
    passkeysHint: '通行密钥让你用指纹、面容或设备的 PIN 登录，没有密码可忘。',
    addPasskey: '添加通行密钥',
    unnamedPasskey: '通行密钥',
    removePasskey: '移除',
    claimPasskey: '用通行密钥登记',
    loginPasskey: '用通行密钥登录',
    passkeyCancelled: '没有使用通行密钥，什么都没有改变。随时可以再试。',
    passkeyAdded: '好了。从现在起可以用这个通行密钥登录。',
    passkeysElsewhere: '在这个网址不能使用通行密钥。',
    firstPassword: '设置密码',
    personTitle: (who) => `屏蔽或举报 ${who}`,
    keptTitle: '我们保存什么，保存多久',
    keptShort: '不要邮箱，没有广告，没有跟踪。',
    kept: [
      {
        title: '在线下棋时',
        lines: [
          '一个随机编号、你下棋用的名字、你的对局和每一步、你的等级分。所有人都能看到；和朋友的对局只有拿到链接的人能看到。',
          '只要这个服务器的管理者保留访客，它们就留着。访客被遗忘时，名字和等级分会删掉。对局会留下，因为它们也属于对手。',
        ],
      },
      {
        title: '有账号时',
        lines: [
          '另外还有：加密后谁也读不出来的密码和恢复码；登录的地方（浏览器自报的名称）；你屏蔽了谁、举报了什么。通行密钥只保存单独打不开任何东西的那一半。',
          '直到你删除账号。那时你的名字会从所有地方消失，对局不带名字留下。',
        ],
      },
      {
        title: '留在这个浏览器里的',
        lines: [
          '你的设置、习题，以及和电脑或在同一台设备上的对局。它们从不离开这里。',
          '这个浏览器的一个随机编号，和一个证明你是谁的秘密。两者只在连接时发给这个服务器。',
        ],
      },
      { title: '网络地址', lines: ['只在服务器内存里计数，防止有人挤垮服务器，然后忘掉。'] },
      {
        title: '你可以做什么',
        lines: ['在账号页面，你可以下载保存的关于你的一切，也可以删除账号。'],
      },
    ],
  },
  analysis: {
    NAMES,
    boardLabel: '分析棋盘。替任何一方落子，看看会怎样。',
    value: (it) => {
      if (it.kind === 'draw') return '平局';
      const more = discsToWin(it);
      if (it.kind === 'win') return more === 1 ? '马上赢' : `第 ${more} 枚棋子赢`;
      return more === 1 ? '马上输' : `第 ${more} 枚棋子输`;
    },
    valueLines: (it) =>
      it.kind === 'draw'
        ? ['平']
        : [
            it.kind === 'win' ? '赢' : '输',
            discsToWin(it) === 1 ? '马上' : `第${discsToWin(it)}枚`,
          ],
    full: '满',
    beingLookedAt: '正在计算',
    scores: '每一列的价值',
    columnScore: (it, worth, best) => `${column(it)}：${worth}${best ? '，最佳' : ''}`,
    prospect: (it, turn) => prospectOf(it, turn, NAMES),
    prospectOf,
    title: ({ standing, value, away }) => {
      if (standing.kind !== 'playing') return tableTitle(standing);
      if (away) return '没有引擎';
      return value === undefined ? '正在思考' : prospectOf(value, standing.turn, NAMES);
    },
    text: ({ standing, best, away }) => {
      if (away) return ENGINE_AWAY;
      if (standing.kind !== 'playing') return standing.kind === 'won' ? FOUR : FULL;
      const mover = `轮到${NAMES[standing.turn]}。`;
      if (best.length === 0) return mover;
      return `${mover}最佳：第 ${list(best.map((it) => number(columnNumber(it))))} 列。`;
    },
    played: (side, cell) => `${NAMES[side]}：${at(cell)}。`,
    unknown: '还不知道',
    notMoves: '走法是列号，1 到 7，例如 4435。',
    illegalMove: (it) => `第 ${it} 步不能走，只显示到那里。`,
    inTheLink: (trouble) => `链接里：${trouble}`,
    bestLine: '最佳走法',
    beingWorkedOut: '正在计算…',
    bestLineDisc: (it) => `到最佳走法的第 ${it} 枚`,
    setUp: '按走法摆棋',
    setUpExample: '4435',
    show: '显示',
    clear: '清空棋盘',
    copyLink: '复制链接',
    shareTitle: '一个四子棋局面',
    moves: '走法',
    movesPlayed: (it) => (it > 0 ? `${it} / 42` : '还没有'),
    move: (it) => `第 ${it} 步`,
    disc: (name, of, it) => `${name}：${colour(of)}落在${column(it)}`,
    remarked: (disc, remark) => `${disc}，${remark}`,
    judgements,
    review: '复盘',
    reviewProgress: (it) => `已看 ${percent(it)}`,
    reviewDone: '复盘完成了。',
    reviewFailed: '复盘还没完成，引擎就停了。',
    noReview: `${ENGINE_AWAY}所以现在不能复盘。`,
    accuracy: '准确度',
    percent: (it) => (it === undefined ? '–' : percent(it)),
    toTurningPoint: (it) => `到转折点，第 ${it} 步`,
    noTurn: '没有哪一步改变了胜负。',
    graph: (turns) => {
      const all = turns.map((it) => `第 ${it.move} 步${judgements[it.judgement].name}`);
      return `局势变化${all.length === 0 ? '' : `：${all.join('，')}`}`;
    },
    tape: '回放',
    toStart: '到开头',
    backOne: '后退一步',
    forwardOne: '前进一步',
    toEnd: '到结尾',
  },
  computer: {
    computer: '电脑',
    you: '你',
    boardLabel: '你对电脑。按 ? 查看按键。',
    status: ({ game }, { ready, reachable, colours }) => {
      if (!reachable && game.status === 'playing') {
        return { title: '请稍等', text: '电脑暂时没有回应，正在重试。' };
      }
      if (!ready) return { title: '请稍等', text: '正在摆好棋盘。' };
      switch (game.status) {
        case 'playing':
          return game.currentPlayer === AI
            ? { title: '电脑正在思考', text: `它下${colours.its}。` }
            : { title: '轮到你', text: `你下${colours.mine}。选一列吧。` };
        case 'human_won':
          return { title: '你赢了', text: `${FOUR}下得漂亮！` };
        case 'ai_won':
          return {
            title: '你输了',
            text: game.gaveUp
              ? '你认输了。复盘会告诉你转折在哪里。'
              : game.lostOnTime
                ? `你的 ${seconds(TURN_SECONDS)}用完了。`
                : `${colours.its}四子连线。`,
          };
        case 'draw':
          return { title: DRAW, text: FULL };
      }
    },
    heard: (now, by, cell) => `${cell === undefined ? '' : `${by}：${at(cell)}。`}${now.title}。`,
    over: '对局结束了。重新开始就能再玩。',
    thinking: '电脑正在思考。',
    columnFull,
    restart: '重新开始',
    review: '复盘',
    takeBack: '悔棋',
    hint: '提示',
    hintLooking: '正在找提示…',
    values: '价值',
    giveUp: '认输',
    history: '对战电脑',
    historyWhy: '只保存在这台设备上。',
    historyDetails: (level, when) => `${LEVELS[level]}，${when}`,
    historyMore: '显示更多',
    start: '开始',
    startWhy: `每步 ${seconds(TURN_SECONDS)}，从第一枚棋子或按“开始”算起。`,
    difficulty: '难度',
    levels: LEVELS,
    levelTag: (level) => LEVELS[level],
    levelWords: {
      easy: '想下哪就下哪，中间稍多一些。适合学规则。',
      medium: '往前看四枚棋子。能赢就赢，也会堵你。',
      hard: '往前看六枚棋子，落满十六枚后不再出错。要在开局赢它。',
      perfect: '从不出错。但你先走并下得完美，照样能赢它。',
    },
    starter: '谁先走',
    fromNextGame: '从下一局开始生效。',
    size: '棋盘大小',
    sizes: { standard: '标准', large: '大' },
    look: '棋盘',
    looks: { grid: '黑白', blue: '蓝色' },
    points: '战绩',
    pointNames: { won: '胜', lost: '负', drawn: '平' },
    clearPoints: '清零',
  },
  invite: {
    title: '正在等你的朋友',
    how: '把链接发给朋友，或者告诉他代码。朋友一到就开始。',
    codeLabel: '代码',
    copyLink: '复制链接',
    share: '分享链接',
    shareTitle: '来和我下四子棋',
    qr: '邀请的二维码',
    showQr: '扫码加入',
    neverMind: '算了',
    lastsFor: (ms) => `还有 ${minutes(ms)}有效。`,
    keepOpen: '你可以离开这个页面；朋友来了会有声音叫你。',
    invitedBy: (name) => `${name} 邀请你下一局`,
    joinGame: '加入对局',
    hostAway: (name) => `${name} 现在不在线。他一回来就开始。`,
    looking: '正在查看邀请',
    deadTitle: '这个邀请已经结束',
    deadText: '它被取消、过期了，或者代码打错了。请要一个新链接，或者和别人下。',
    fullTitle: '这局棋已经开始',
    fullText: (name) => `已经有人坐到 ${name} 对面了。你可以观看。`,
    watchIt: '观看对局',
    overTitle: '这局棋已经结束',
    overText: (name) => `${name} 已经下完了。`,
    seeGame: '看这局棋',
    playOther: '和别人下',
    laterTitle: '现在不行',
    laterText: '无法读取邀请。请稍后再试。',
    busyTitle: (name) => `你正在和 ${name} 对局`,
    busyText: (host) => `${host} 邀请你下另一局。加入就等于放弃这一局。`,
    noThanks: '不了，谢谢',
    backToGame: '回到我的对局',
    resignAndJoin: '认输并加入',
    hostingNote: '加入后，你自己的邀请会关闭。',
    searchingNote: '加入后，会停止寻找对手。',
  },
  match: {
    called,
    turn: (view) => {
      const side = turnOf(view);
      if (side === undefined) return '对局结束';
      return side === view.mine ? '轮到你' : `轮到 ${view.seats[side].name}`;
    },
    over: '对局结束',
    you: '你',
    computer: '电脑',
    won: '胜',
    toMove: '走棋',
    away: '离开',
    left: '已退出',
    resultTitle: (view, { winner, reason }) => {
      if (reason === 'aborted') return '已取消';
      if (winner === undefined) return DRAW;
      if (view.mine === undefined) return `${view.seats[winner].name} 赢了`;
      return winner === view.mine ? '你赢了' : '你输了';
    },
    result: (view, { winner, reason }) => {
      if (reason === 'aborted') return '对局取消了。';
      if (winner === undefined) return `${DRAW}。`;
      const { name } = view.seats[winner];
      if (view.mine === undefined) return `${name} 赢了。`;
      return winner === view.mine ? '你赢了。' : `你输了。${name} 赢了。`;
    },
    reason: (view, { winner, reason, lines }) => {
      const who = winner === undefined ? '' : called(view, other(winner));
      switch (reason) {
        case 'four':
          return lines.length > 1 ? `一下连成了 ${lines.length} 条四子线。` : FOUR;
        case 'full':
          return FULL;
        case 'resignation':
          return `${who} 认输了。`;
        case 'idle':
          return `${who} 太久没有走棋。`;
        case 'disconnect':
          return `${who} 没有及时回来。`;
        case 'timeout':
          return `${who} 的时间用完了。`;
        case 'aborted':
          return '双方还没有都走过，不算任何人的成绩。';
      }
    },
    begun: (view) => `对局开始：${versus(view)}。`,
    boardLabel: (view) => `${versus(view)}。按 ? 查看按键。`,
    moved: (who, cell) => `${who}：${at(cell)}。`,
    columnFull,
    itIsTheirTurn: (name) => `现在轮到 ${name}。`,
    gameIsOver: '对局结束了。',
    lost: (name) => `${name} 断线了。如果没有及时回来，你就赢了。`,
    lostShort: (name) => `${name} 断线了。`,
    back: (name) => `${name} 回来了。`,
    leftGame: (name) => `${name} 退出了。`,
    moveSoon: '快走棋，不然就输了。',
    mustMoveSoon: (name) => `${name} 得快点走棋。`,
    moveWithin: (who) => (who === undefined ? '你要在' : `${who} 要在`),
    secondsUnit: '秒内走棋。',
    secondsLeft: (it) => `还剩 ${seconds(it)}。`,
    secondsToMove: (it) => `你有 ${seconds(it)}。`,
    connectionLost: '连接断开，正在重连。',
    connectionLostSafe: '连接断开，正在重连；你的对局很安全。',
    connectionLostKept: '连接断开。你的棋子已记下，连上后就会落下。',
    connected: '已重新连接。',
    sending: '正在送出你的棋子…',
    chooseColumn: '选一列吧。',
    waitingForThem: '等待对方落子。',
    resign: '认输',
    resignTitle: '放弃这一局？',
    resignText: (name) => `如果你认输，${name} 就赢了。`,
    playOn: '继续下',
    abort: '取消对局',
    abortTitle: '取消这一局？',
    abortText: '你们还没有都走过，所以不算任何人的成绩。',
    rematch: '再来一局',
    playAgain: '再玩一次',
    noThanks: '不了，谢谢',
    newOpponent: '换个对手',
    review: '复盘',
    backToLobby: '回到大厅',
    copyGame: '复制这局棋的链接',
    rematchWanted: (name) => `${name} 想再来一局。`,
    rematchAsked: (name) => `等待 ${name} 同意…`,
    noRematch: (name, why, byMe) => {
      if (byMe) {
        return why === 'disconnected' ? '你断线了，再来一局的邀请也取消了。' : '你拒绝了再来一局。';
      }
      return {
        declined: `${name} 不想再来一局。`,
        left: `${name} 退出了。`,
        disconnected: `${name} 断线了，再来一局的邀请也取消了。`,
        busy: `${name} 正在和别人下。`,
      }[why];
    },
    series: (view, { wins, draws }) => {
      const mine = view.mine ?? 'first';
      const theirs = other(mine);
      const score = `${called(view, mine)} ${wins[mine]} – ${wins[theirs]} ${called(view, theirs)}`;
      return draws === 0 ? score : `${score}，平 ${draws} 局`;
    },
  },
  play: {
    lobbyTitle: '找人下棋',
    here: (online, playing) => {
      if (online === 0) return NOBODY_ELSE;
      return playing === 0
        ? `这里有 ${people(online)}。`
        : `这里有 ${people(online)}，${people(playing)}在下棋。`;
    },
    anybody: '任何人',
    anybodyText: '下一个寻找对局的人。',
    friend: '朋友',
    friendText: '发一个链接，朋友打开就开始。',
    bot: '机器人',
    botText: '在服务器上，强度随你选，马上开始。',
    findOpponent: '寻找对手',
    inviteFriend: '邀请朋友',
    haveCode: '朋友给了你代码？',
    join: '加入',
    codeExample: 'ABC234',
    rules: ({ preset, turnSeconds, idleSeconds }) => {
      const lots = preset === 'duel' ? '抽签决定谁先走。' : '';
      if (turnSeconds !== undefined) return `每步 ${seconds(turnSeconds)}。${lots}`;
      return idleSeconds === undefined
        ? `完全不计时。${lots}`
        : `不计时，但 ${seconds(idleSeconds)}不走棋就输。${lots}`;
    },
    replacedTitle: '这局棋在另一个标签页里打开了',
    replacedText: '一局棋同时只能在一个标签页里下。接过来就能在这里下。',
    playHere: '在这里下',
    arriving: '请稍等',
    joining: '正在加入对局',
    opening: '正在创建邀请',
    connecting: '正在连接…',
    noAnswer: '服务器没有回应，正在重试…',
    endedWhileAway: '你不在的时候，对局结束了。',
    seeHowItEnded: '看看结果',
    invitationExpired: '你的邀请过期了：没有人及时来。',
    invitationHostAway: '你离开太久，邀请被关闭了。',
    invitationCancelled: '你的邀请已取消。',
  },
  puzzles: {
    title: '谜题',
    daily: '今日谜题',
    ways: '选择谜题',
    level: (it) => `第 ${it} 级`,
    LEVELS: { 1: '简单', 2: '普通', 3: '巧妙', 4: '困难', 5: '极难' },
    own: '你错过的胜利',
    task: (aim, of) =>
      aim === 'win' ? `${of}只有一步能赢。是哪一步？` : `${of}只有一步能守住平局。是哪一步？`,
    about: (it, level) => `谜题 ${it}，${level}`,
    aboutDaily: (date) => `${date}的谜题，人人相同`,
    aboutOwn: (left) => `来自你自己的对局。还有 ${left} 个错过的胜利可看。`,
    gathering: '正在翻看你的对局…',
    noOwn: '还没有错过的胜利。和电脑或在线下一局再复盘：你没看到的胜利会变成这里的谜题。',
    right: '答对了！',
    wrong: '不是这一步',
    solutionWas: (it) => `正确的是第 ${it} 列。`,
    next: '下一题',
    again: '再试一次',
    share: '分享结果',
    analyse: '分析',
    shareText: (what, solved, streak) =>
      `Fourfall，${what}：${solved ? '一次解开' : '没有解开'}${streak > 1 ? `，连对 ${streak} 题` : ''}。`,
    streak: '连对',
    best: '最佳',
    days: '天数',
    solved: '解开',
    doneToday: '今天的谜题你已经答过了。下一题在 UTC 零点出现。',
    boardLabel: '谜题。把棋子落在正确的地方。',
    away: '无法加载谜题。',
  },
  reactions: {
    label: '说点什么',
    mute: '静音',
    names: REACTIONS,
    glyphs: { hello: '👋', nice: '👏', wow: '😮', hmm: '🤔', oops: '😅', thanks: '🙏' },
    says: (name, reaction) => `${name}：${REACTIONS[reaction]}。`,
  },
  refusals: {
    refusal: (code) =>
      ({
        malformed: '服务器看不懂这个页面。请重新加载。',
        unauthorized: '服务器不认识这个浏览器了。请重新加载页面。',
        forbidden: '这件事你不能做。',
        unknown_room: '那局棋已经不在了。',
        unknown_code: '没有对局用这个代码在等。可能打错了，或者邀请已结束。',
        unknown_player: '这个地址的人还没有在这里下完过一局。',
        not_your_turn: '还没轮到你。',
        column_out_of_range: '没有这一列。',
        column_full: '这一列已经满了。',
        game_over: '对局结束了。',
        not_started: '对局还没开始。',
        already_in_game: '你已经在另一局棋里了。',
        room_full: '这局棋的两个位置都有人了。',
        too_late: '太晚了：你们都走过了。你仍然可以认输。',
        rate_limited: '一下子太多了。请稍等再试。',
        overloaded: '服务器现在满了。请一分钟后再试。',
        internal: '服务器出了点问题，什么也没发生；请再试一次。',
      })[code],
  },
  replay: {
    label: (first, second) => `${first} 对 ${second}，回放`,
    empty: '空棋盘。',
    at: (ply, last, cell) => `第 ${ply} 步，共 ${last} 步：${at(cell)}。`,
    running: '还在进行',
    soFar: (it) => `目前 ${discs(it)}。`,
    play: '播放',
    pause: '暂停',
    speed: '速度',
    SPEEDS: { slow: '慢', normal: '正常', fast: '快' },
    watchLive: '看直播',
    analyse: '分析',
    share: '分享这局棋',
    shareTitle: '一局四子棋',
    nextGame: '下一局',
  },
  review: {
    label: '这一步的代价',
    verdict: (fault, it) => `${judgements[fault].name}：${column(it)}`,
    played: ({ kind, by, key }, mover, names) => {
      const winner = by === undefined ? '' : names[by];
      switch (kind) {
        case 'leaves':
          return `它没有堵住第 ${columns(key)} 列的四子：${winner}下一枚就连成。`;
        case 'opens':
          return `它正好给${winner}垫了一步：下一枚落在上面就连成四子。`;
        case 'twoThreats':
          return by === mover
            ? '仍然能赢，但会晚一些：同时有两处可以连成四子。'
            : `${winner}会有两处可以连成四子，而只能堵住一处。`;
        case 'zugzwang':
          return by === mover
            ? '仍然能赢，但要等其他列都满了。'
            : `最后没有别的列可走，标出的格子会落到${winner}手里。`;
        case 'draw':
          return '双方都下到最好，棋盘会填满：平局。';
        case 'wins':
          return '它连成了四子。';
        case 'blocks':
          return `它堵住了第 ${columns(key)} 列的四子，但有更好的走法。`;
      }
    },
    better: (it, { kind, by, key }, mover) => {
      const start = `更好的是${column(it)}。`;
      const longer = `${start}可以撑得更久。`;
      switch (kind) {
        case 'wins':
          return `${start}它连成四子。`;
        case 'blocks':
          return `${start}它堵住四子。`;
        case 'twoThreats':
          return by === mover ? `${start}它会在第 ${columns(key)} 列同时造出两处四子。` : longer;
        case 'zugzwang':
          return by === mover ? `${start}最后没有别的列可走，标出的格子就是你的。` : longer;
        case 'draw':
          return `${start}它守住平局。`;
        case 'leaves':
        case 'opens':
          return start;
      }
    },
    hint: (it, { kind, by, key }, mover) => {
      const start = column(it);
      const longest = `${start}撑得最久。`;
      switch (kind) {
        case 'wins':
          return `${start}连成四子。`;
        case 'blocks':
          return `${start}堵住四子。`;
        case 'twoThreats':
          return by === mover ? `${start}会在第 ${columns(key)} 列同时造出两处四子。` : longest;
        case 'zugzwang':
          return by === mover ? `${start}：最后没有别的列可走，标出的格子就是你的。` : longest;
        case 'draw':
          return `${start}守住平局。`;
        case 'leaves':
        case 'opens':
          return `${start}，不过已经救不回来了。`;
      }
    },
    looking: '正在找原因…',
    tryIt: '从这里试试',
    askTitle: '放弃现在这一局？',
    askText: '你和电脑的对局还没结束，棋子会消失。',
    askKeep: '保留它',
    backToGame: '回到对局',
    exploring: '这是你自己的走法。原来的对局还在。',
    moveTitle: (it, name, of) => `第 ${it} 步：${name}，${column(of)}`,
  },
  settings: {
    title: '设置',
    scheme: '页面颜色',
    SCHEMES: { auto: '系统', light: '浅色', dark: '深色' },
    sound: '声音',
    marks: '棋子上的标记',
    movement: '动画',
    MOVEMENTS: { auto: '正常', reduced: '减少' },
    tap: '落子要点',
    TAPS: { once: '一次', twice: '两次' },
    soloClock: '对战电脑的计时',
    soloBoard: '对战电脑的棋盘',
    SOLO_BOARDS: { standard: '紧凑', large: '大' },
    vibration: '振动',
    notifications: '通知',
    notificationsBlocked: '你的浏览器屏蔽了这个页面的通知。',
  },
  share: {
    share: '分享',
    title: '分享这局棋',
    link: '复制链接',
    picture: '图片',
    gif: '动图',
    moves: '复制走法',
    embed: '复制代码，放进你的网页',
    embedWhy: '粘贴到任何网页：它会显示这局棋，并链接到这里。',
    pictureAlt: '对局的最后局面',
    shareTitle: '一局四子棋',
  },
  waiting: {
    title: '正在寻找对手',
    elapsed: '已等待',
    crowd: (online, playing) => {
      const others = Math.max(0, online - 1);
      if (others === 0) return NOBODY_ELSE;
      const here = `除你以外还有 ${people(others)}`;
      return playing === 0 ? `${here}。` : `${here}，其中 ${people(playing)}在下棋。`;
    },
    rules: (text) => `你选的是：${text}。`,
    stop: '停止寻找',
    meanwhile: '等的时候',
    meanwhileText: '你的位置会保留：一有人来，棋盘就会切换。',
    computer: '和电脑下棋',
    invite: '邀请朋友',
    bot: '在线和机器人下',
    instead: '或者结束寻找：',
    orBot: '或者和服务器上的机器人下',
    DIFFICULTIES: { easy: '简单', medium: '中等', hard: '困难' },
    call: '声音和标签页标题会叫你；这期间可以看别的页面。',
    notify: '通知我',
  },
  watch: {
    finding: '正在找这局棋',
    live: '你正在看直播。',
    replay: '回放',
    copyLink: '复制链接',
    shareTitle: '和我一起看这局棋',
    next: '他们又开了一局，去看下一局…',
  },
};
