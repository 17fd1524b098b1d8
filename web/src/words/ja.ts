/** 日本語。 */
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
} from './first/ja';
import type { Words } from './type';

function prospectOf(it: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  if (it.kind === 'draw') return 'どちらも間違えなければ引き分け';
  const name = names[it.kind === 'win' ? turn : other(turn)];
  const more = discsToWin(it);
  return more === 1 ? `次のコマで${name}の勝ち` : `ここから${more}個目のコマで${name}の勝ち`;
}

const called: Words['match']['called'] = (view, side) =>
  side === view.mine ? 'あなた' : view.seats[side].name;
const versus = (view: Parameters<typeof called>[0]): string =>
  `${called(view, 'first')} 対 ${called(view, 'second')}`;

const LEVELS = { easy: 'やさしい', medium: 'ふつう', hard: '強い', perfect: '完全' } as const;
const ENGINE_AWAY = 'エンジンを読み込めませんでした。';
const NOBODY_ELSE = '今はほかに誰もいません。';

const judgements: Words['analysis']['judgements'] = {
  best: { name: '最善手', names: '最善', glyph: '' },
  good: { name: '好手', names: '好手', glyph: '' },
  inaccuracy: { name: '不正確な手', names: '不正確', glyph: '!?' },
  missedWin: { name: '逃した勝ち', names: '逃した勝ち', glyph: '?!' },
  mistake: { name: 'ミス', names: 'ミス', glyph: '?' },
  blunder: { name: '大きなミス', names: '大きなミス', glyph: '??' },
};

const REACTIONS: Words['reactions']['names'] = {
  hello: 'こんにちは',
  nice: 'ナイス',
  wow: 'すごい',
  hmm: '考え中',
  oops: 'しまった',
  thanks: 'ありがとう',
};

export const words: Words = {
  ...ofHome,
  account: {
    title: 'アカウント',
    why: '遊ぶのにアカウントはいりません。名前を登録すると、名前・対戦・レートが残り、どこからでもログインできます。',
    claimTitle: '名前を残す',
    claim: 'この名前を登録',
    claimFirst: 'まずオンラインで1回対戦してください。残すものができます。',
    name: '名前',
    password: 'パスワード',
    passwordHint: '10文字以上。文章にするのがおすすめです。',
    loginTitle: 'ログイン',
    login: 'ログイン',
    recoverTitle: 'パスワードを忘れたら',
    recover: 'コードでログイン',
    code: '復旧コード',
    newPassword: '新しいパスワード',
    codesTitle: 'あなたの復旧コード',
    codesHint:
      'パスワードをなくしたとき、1つにつき1回入れます。表示は今だけです。書き留めるか印刷してください。',
    codesSeen: '書き留めました',
    freshCodes: '新しい復旧コード',
    devices: 'ログイン中の端末',
    thisDevice: 'この端末',
    unnamedDevice: '名乗らないプログラム',
    forgetDevice: 'そこからログアウト',
    logout: 'ログアウト',
    logoutEverywhere: 'ほかの端末をすべてログアウト',
    change: 'パスワードを変える',
    currentPassword: '今のパスワード',
    confirm: 'パスワードをもう一度',
    dataTitle: 'あなたのデータ',
    exportAll: 'すべてを JSON でダウンロード',
    deleteTitle: 'アカウントを消す',
    deleteHint: '名前はどこからも消えます。対戦は相手のものでもあるので、名前なしで残ります。',
    remove: '消す',
    away: 'サーバーの返事がありません。もう一度どうぞ。',
    graphTitle: '対戦ごとのレート',
    block: 'この人とはもう対戦しない',
    unblock: 'この人とまた対戦する',
    blocked: 'この人とはもう対戦しません。',
    reportTitle: '運営に知らせる',
    reportReason: '何がありましたか？',
    report: '知らせる',
    reported: 'ありがとうございます。運営が確認します。',
    signedInAs: (who) => `${who} としてログイン中です。`,
    codesLeft: (it) => `残りの復旧コード：${number(it)}個。`,
    since: (date) => `${date}から`,
    graph: (from, to, games) => `${games}回のレート戦で ${from} から ${to} へ。`,
    hasAccount: 'アカウントあり',
    guest: 'ゲスト',
    guestHint: 'アカウントなしで遊んでいる人です。この名前はほかの人も使えます。',
    between: (low, high) => `たぶん ${low} から ${high} の間です。`,
    questionMark: 'レート戦をもう少し重ねると「?」が消えます。',
    anyClock: 'すべて',
    period: '期間',
    PERIODS: { all: '全期間', week: '最近7日間' },
    boardRule: 'レート戦を10回、4人以上の相手とすると載ります。最後の1回は30日以内であること。',
    boardRuleSome:
      'この種類のレート戦を10回、4人以上の相手とすると載ります。レートは全対戦のものです。',
    ratedMeans:
      '「相手を探す」で出会った相手との対戦がレート戦です。友だちやボットとの対戦は含みません。',
    noLeadersYet: 'まだ誰もそこまで対戦していません。最初の一人になりましょう！',
    guestNow: (who) => `いまは ${who} という名前のゲストです。`,
    codesHow:
      '使うときは、ログアウトした状態でこのページを開き、「パスワードを忘れたら」を見てください。',
    recoverHint: '名前を登録したときに書き留めたコードの1つです。',
    copyCodes: 'コピーする',
    loggedOutElsewhere: 'ほかの端末はすべてログアウトしました。',
    passwordChanged: 'これからは新しいパスワードです。ほかの端末はすべてログアウトしました。',
    deleteAsk: '本当にアカウントを消しますか？',
    deleteText: '元には戻せません。',
    keepIt: '残しておく',
    blockedTitle: 'ブロックした人',
    nobodyBlocked: 'いません。対戦のあとか、その人のページでブロックできます。',
    unblockShort: 'ブロックをやめる',
    forgotten: 'もういない人',
    passkeysTitle: 'パスキー',
    passkeysHint: 'パスキーなら、指紋や顔、端末の PIN で入れます。忘れるパスワードはありません。',
    addPasskey: 'パスキーを追加',
    unnamedPasskey: 'パスキー',
    removePasskey: '外す',
    claimPasskey: 'パスキーで登録',
    loginPasskey: 'パスキーでログイン',
    passkeyCancelled: 'パスキーは使われず、何も変わっていません。いつでもやり直せます。',
    passkeyAdded: 'できました。これからはこのパスキーで入れます。',
    passkeysElsewhere: 'このアドレスではパスキーを使えません。',
    firstPassword: 'パスワードを決める',
    personTitle: (who) => `${who}をブロック・通報`,
    keptTitle: '残すものと、その期間',
    keptShort: 'メールアドレスなし、広告なし、追跡なし。',
    kept: [
      {
        title: 'オンラインで遊ぶとき',
        lines: [
          'ランダムな ID、遊ぶときの名前、すべての手を含む対戦、レート。誰でも見られます。友だちとの対戦は、リンクを知っている人だけが見られます。',
          'このサーバーの運営がゲストを残しているあいだ残ります。ゲストが忘れられると、名前とレートは消えます。対戦は相手のものでもあるので残ります。',
        ],
      },
      {
        title: 'アカウントがあるとき',
        lines: [
          'さらに：誰にも読めない形にしたパスワードと復旧コード。ログイン中の端末（ブラウザーの名乗る名前）。ブロックした人と、通報した内容。パスキーは、それだけでは何も開けられない半分だけ。',
          'アカウントを消すまでです。消すと名前はどこからもなくなり、対戦は名前なしで残ります。',
        ],
      },
      {
        title: 'このブラウザーに残るもの',
        lines: [
          '設定、問題、コンピューター戦と1台での対戦。ここから出ることはありません。',
          'このブラウザーのランダムな番号と、あなたであることを示す秘密。どちらも、つなぐときにこのサーバーにだけ送られます。',
        ],
      },
      {
        title: 'ネットワークアドレス',
        lines: ['サーバーがあふれないようにメモリー上で数えるだけで、そのあと忘れます。'],
      },
      {
        title: 'あなたにできること',
        lines: [
          'アカウントのページで、あなたについて残っているものをすべてダウンロードしたり、アカウントを消したりできます。',
        ],
      },
    ],
  },
  analysis: {
    NAMES,
    boardLabel: '分析用の盤。どちらのコマでも落として、どうなるか見てみましょう。',
    value: (it) => {
      if (it.kind === 'draw') return '引き分け';
      const more = discsToWin(it);
      if (it.kind === 'win') return more === 1 ? 'すぐ勝ち' : `${more}個目で勝ち`;
      return more === 1 ? 'すぐ負け' : `${more}個目で負け`;
    },
    valueLines: (it) =>
      it.kind === 'draw'
        ? ['分け']
        : [
            it.kind === 'win' ? '勝ち' : '負け',
            discsToWin(it) === 1 ? 'すぐ' : `${discsToWin(it)}個目`,
          ],
    full: '満',
    beingLookedAt: '調べています',
    scores: '各列の価値',
    columnScore: (it, worth, best) => `${column(it)}：${worth}${best ? '、最善' : ''}`,
    prospect: (it, turn) => prospectOf(it, turn, NAMES),
    prospectOf,
    title: ({ standing, value, away }) => {
      if (standing.kind !== 'playing') return tableTitle(standing);
      if (away) return 'エンジンなし';
      return value === undefined ? '考え中' : prospectOf(value, standing.turn, NAMES);
    },
    text: ({ standing, best, away }) => {
      if (away) return ENGINE_AWAY;
      if (standing.kind !== 'playing') return standing.kind === 'won' ? FOUR : FULL;
      const mover = `${NAMES[standing.turn]}の番。`;
      if (best.length === 0) return mover;
      return `${mover}最善：${list(best.map((it) => number(columnNumber(it))))}列目。`;
    },
    played: (side, cell) => `${NAMES[side]}：${at(cell)}。`,
    unknown: 'まだわかりません',
    notMoves: '手は列の番号、1から7です。例：4435。',
    illegalMove: (it) => `${it}手目は打てません。そこまで表示しています。`,
    inTheLink: (trouble) => `リンク：${trouble}`,
    bestLine: '最善の進行',
    beingWorkedOut: '計算中…',
    bestLineDisc: (it) => `最善の進行の${it}個目へ`,
    setUp: '手順で並べる',
    setUpExample: '4435',
    show: '表示',
    clear: '盤を空にする',
    copyLink: 'リンクをコピー',
    shareTitle: '四目並べの局面',
    moves: '手順',
    movesPlayed: (it) => (it > 0 ? `42手中${it}手` : 'まだなし'),
    move: (it) => `${it}手目`,
    disc: (name, of, it) => `${name}：${column(it)}に${colour(of)}`,
    remarked: (disc, remark) => `${disc}、${remark}`,
    judgements,
    review: '振り返り',
    reviewProgress: (it) => `${percent(it)}完了`,
    reviewDone: '振り返りができました。',
    reviewFailed: '振り返りの途中でエンジンが止まりました。',
    noReview: `${ENGINE_AWAY}今は振り返りができません。`,
    accuracy: '正確さ',
    percent: (it) => (it === undefined ? '–' : percent(it)),
    toTurningPoint: (it) => `分かれ目、${it}手目へ`,
    noTurn: '勝敗を変えた手はありません。',
    graph: (turns) => {
      const all = turns.map((it) => `${it.move}手目 ${judgements[it.judgement].name}`);
      return `形勢の移り変わり${all.length === 0 ? '' : `：${all.join('、')}`}`;
    },
    tape: 'リプレイ',
    toStart: '最初へ',
    backOne: '1手戻る',
    forwardOne: '1手進む',
    toEnd: '最後へ',
  },
  computer: {
    computer: 'コンピューター',
    you: 'あなた',
    boardLabel: 'あなた 対 コンピューター。? でキーの説明。',
    status: ({ game }, { ready, reachable, colours }) => {
      if (!reachable && game.status === 'playing') {
        return {
          title: 'お待ちください',
          text: 'コンピューターの返事がありません。もう一度試しています。',
        };
      }
      if (!ready) return { title: 'お待ちください', text: '盤を用意しています。' };
      switch (game.status) {
        case 'playing':
          return game.currentPlayer === AI
            ? { title: 'コンピューターが考え中', text: `相手は${colours.its}です。` }
            : { title: 'あなたの番', text: `あなたは${colours.mine}。列を選んでください。` };
        case 'human_won':
          return { title: 'あなたの勝ち', text: `${FOUR}お見事！` };
        case 'ai_won':
          return {
            title: 'あなたの負け',
            text: game.gaveUp
              ? '投了しました。振り返りで分かれ目がわかります。'
              : game.lostOnTime
                ? `${seconds(TURN_SECONDS)}の時間切れです。`
                : `${colours.its}が4つ並びました。`,
          };
        case 'draw':
          return { title: DRAW, text: FULL };
      }
    },
    heard: (now, by, cell) => `${cell === undefined ? '' : `${by}：${at(cell)}。`}${now.title}。`,
    over: '対戦は終わりました。やり直すとまた遊べます。',
    thinking: 'コンピューターが考えています。',
    columnFull,
    restart: 'やり直す',
    review: '振り返る',
    takeBack: '待った',
    hint: 'ヒント',
    hintLooking: 'ヒントを探しています…',
    values: '価値',
    giveUp: '投了',
    history: 'コンピューター戦',
    historyWhy: 'この端末だけに残ります。',
    historyDetails: (level, when) => `${LEVELS[level]}、${when}`,
    historyMore: 'もっと見る',
    start: 'スタート',
    startWhy: `1手${seconds(TURN_SECONDS)}の時計は、最初のコマか「スタート」で動き出します。`,
    difficulty: '強さ',
    levels: LEVELS,
    levelTag: (level) => LEVELS[level],
    levelWords: {
      easy: '気の向くまま、真ん中を少し多めに。ルールを覚えるのにぴったり。',
      medium: '4手先まで読みます。勝ちは逃さず、あなたの勝ちは防ぎます。',
      hard: '6手先まで読み、16個置かれた後は間違えません。序盤で勝負を。',
      perfect: '決して間違えません。でも先手で完璧に打てば勝てます。',
    },
    starter: '先手',
    fromNextGame: '次の対戦から変わります。',
    size: '盤の大きさ',
    sizes: { standard: 'ふつう', large: '大きい' },
    look: '盤',
    looks: { grid: '白黒', blue: '青' },
    points: '成績',
    pointNames: { won: '勝ち', lost: '負け', drawn: '分け' },
    clearPoints: 'ゼロに戻す',
  },
  invite: {
    title: '友だちを待っています',
    how: 'このリンクを送るか、コードを伝えてください。友だちが来たら始まります。',
    codeLabel: 'コード',
    copyLink: 'リンクをコピー',
    share: 'リンクを共有',
    shareTitle: '四目並べで遊ぼう',
    qr: '招待のQRコード',
    showQr: '読み取って参加',
    neverMind: 'やめる',
    lastsFor: (ms) => `あと${minutes(ms)}有効です。`,
    keepOpen: 'ページを離れても大丈夫。来たら音で知らせます。',
    invitedBy: (name) => `${name}から対戦のお誘い`,
    joinGame: '参加する',
    hostAway: (name) => `${name}は今つながっていません。戻りしだい始まります。`,
    looking: '招待を確認しています',
    deadTitle: 'この招待は終わりました',
    deadText:
      '取り消されたか、期限切れか、コードの打ち間違いです。新しいリンクをもらうか、ほかの人と遊びましょう。',
    fullTitle: 'この対戦は始まっています',
    fullText: (name) => `${name}の相手は決まりました。観戦できます。`,
    watchIt: '観戦する',
    overTitle: 'この対戦は終わりました',
    overText: (name) => `${name}はもう対戦を終えました。`,
    seeGame: '対戦を見る',
    playOther: 'ほかの人と遊ぶ',
    laterTitle: '今はできません',
    laterText: '招待を読み込めませんでした。少ししてからもう一度どうぞ。',
    busyTitle: (name) => `${name}と対戦中です`,
    busyText: (host) => `${host}から別の対戦のお誘いです。参加すると今の対戦は投了になります。`,
    noThanks: 'やめておく',
    backToGame: '今の対戦に戻る',
    resignAndJoin: '投了して参加',
    hostingNote: '参加すると、自分の招待は閉じます。',
    searchingNote: '参加すると、相手探しは止まります。',
  },
  match: {
    called,
    turn: (view) => {
      const side = turnOf(view);
      if (side === undefined) return '対戦終了';
      return side === view.mine ? 'あなたの番' : `${view.seats[side].name}の番`;
    },
    over: '対戦終了',
    you: 'あなた',
    computer: 'コンピューター',
    won: '勝ち',
    toMove: '番',
    away: '離席中',
    left: '退室',
    resultTitle: (view, { winner, reason }) => {
      if (reason === 'aborted') return '中止';
      if (winner === undefined) return DRAW;
      if (view.mine === undefined) return `${view.seats[winner].name}の勝ち`;
      return winner === view.mine ? 'あなたの勝ち' : 'あなたの負け';
    },
    result: (view, { winner, reason }) => {
      if (reason === 'aborted') return '対戦は中止になりました。';
      if (winner === undefined) return `${DRAW}です。`;
      const { name } = view.seats[winner];
      if (view.mine === undefined) return `${name}の勝ちです。`;
      return winner === view.mine
        ? 'あなたの勝ちです。'
        : `あなたの負けです。${name}が勝ちました。`;
    },
    reason: (view, { winner, reason, lines }) => {
      const who = winner === undefined ? '' : called(view, other(winner));
      switch (reason) {
        case 'four':
          return lines.length > 1 ? `4つ並びが一度に${lines.length}本できました。` : FOUR;
        case 'full':
          return FULL;
        case 'resignation':
          return `${who}が投了しました。`;
        case 'idle':
          return `${who}が長い間動きませんでした。`;
        case 'disconnect':
          return `${who}が時間内に戻りませんでした。`;
        case 'timeout':
          return `${who}の時間切れです。`;
        case 'aborted':
          return '2人とも打つ前でした。誰の記録にもなりません。';
      }
    },
    begun: (view) => `対戦開始：${versus(view)}。`,
    boardLabel: (view) => `${versus(view)}。? でキーの説明。`,
    moved: (who, cell) => `${who}：${at(cell)}。`,
    columnFull,
    itIsTheirTurn: (name) => `${name}の番です。`,
    gameIsOver: '対戦は終わりました。',
    lost: (name) => `${name}の接続が切れました。時間内に戻らなければ、あなたの勝ちです。`,
    lostShort: (name) => `${name}の接続が切れました。`,
    back: (name) => `${name}が戻りました。`,
    leftGame: (name) => `${name}が退室しました。`,
    moveSoon: '早く打たないと負けになります。',
    mustMoveSoon: (name) => `${name}はもうすぐ打たないといけません。`,
    moveWithin: (who) => (who === undefined ? '残り' : `${who}の残り`),
    secondsUnit: '秒です。',
    secondsLeft: (it) => `残り${seconds(it)}。`,
    secondsToMove: (it) => `持ち時間は${seconds(it)}です。`,
    connectionLost: '接続が切れました。つなぎ直しています。',
    connectionLostSafe: '接続が切れました。つなぎ直しています。対戦は無事です。',
    connectionLostKept: '接続が切れました。コマは預かっています。つながったら打ちます。',
    connected: 'またつながりました。',
    sending: 'コマを送っています…',
    chooseColumn: '列を選んでください。',
    waitingForThem: '相手のコマを待っています。',
    resign: '投了',
    resignTitle: '投了しますか？',
    resignText: (name) => `投了すると${name}の勝ちになります。`,
    playOn: '続ける',
    abort: '中止する',
    abortTitle: 'この対戦を中止しますか？',
    abortText: 'まだ2人とも打っていないので、誰の記録にもなりません。',
    rematch: '再戦',
    playAgain: 'もう一度遊ぶ',
    noThanks: 'やめておく',
    newOpponent: '新しい相手',
    review: '振り返る',
    backToLobby: 'ロビーへ戻る',
    copyGame: 'この対戦のリンクをコピー',
    rematchWanted: (name) => `${name}が再戦を希望しています。`,
    rematchAsked: (name) => `${name}の返事を待っています…`,
    noRematch: (name, why, byMe) => {
      if (byMe) {
        return why === 'disconnected'
          ? '接続が切れたため、再戦の申し込みは取り消されました。'
          : '再戦を断りました。';
      }
      return {
        declined: `${name}は再戦を希望していません。`,
        left: `${name}が退室しました。`,
        disconnected: `${name}の接続が切れ、再戦の申し込みは取り消されました。`,
        busy: `${name}は今ほかの人と対戦中です。`,
      }[why];
    },
    series: (view, { wins, draws }) => {
      const mine = view.mine ?? 'first';
      const theirs = other(mine);
      const score = `${called(view, mine)} ${wins[mine]} – ${wins[theirs]} ${called(view, theirs)}`;
      return draws === 0 ? score : `${score}、引き分け${draws}`;
    },
  },
  play: {
    lobbyTitle: '誰かと遊ぶ',
    here: (online, playing) => {
      if (online === 0) return NOBODY_ELSE;
      return playing === 0
        ? `${people(online)}がいます。`
        : `${people(online)}がいます。うち${people(playing)}が対戦中。`;
    },
    anybody: '誰とでも',
    anybodyText: '次に相手を探す人と対戦します。',
    friend: '友だち',
    friendText: 'リンクを送り、開いてもらえば始まります。',
    bot: 'ボット',
    botText: 'サーバー上の相手。強さを選んですぐ始まります。',
    findOpponent: '相手を探す',
    inviteFriend: '友だちを招待',
    haveCode: '友だちのコードがありますか？',
    join: '参加',
    codeExample: 'ABC234',
    rules: ({ preset, turnSeconds, idleSeconds }) => {
      const lots = preset === 'duel' ? '先手はくじで決まります。' : '';
      if (turnSeconds !== undefined) return `1手${seconds(turnSeconds)}。${lots}`;
      return idleSeconds === undefined
        ? `時計は一切ありません。${lots}`
        : `時計なし。ただし${seconds(idleSeconds)}動かないと負けです。${lots}`;
    },
    replacedTitle: 'この対戦は別のタブで開いています',
    replacedText: '対戦できるのは1つのタブだけです。ここで遊ぶなら引き継いでください。',
    playHere: 'ここで遊ぶ',
    arriving: 'お待ちください',
    joining: '対戦に参加しています',
    opening: '招待を作っています',
    connecting: '接続中…',
    noAnswer: 'サーバーの返事がありません。もう一度試しています…',
    endedWhileAway: '離れている間に対戦が終わりました。',
    seeHowItEnded: '結果を見る',
    invitationExpired: '招待の期限が切れました。時間内に誰も来ませんでした。',
    invitationHostAway: '長い間離れていたため、招待は閉じられました。',
    invitationCancelled: '招待は取り消されました。',
  },
  puzzles: {
    title: 'パズル',
    daily: '今日のパズル',
    ways: 'どのパズル',
    level: (it) => `レベル${it}`,
    LEVELS: { 1: 'やさしい', 2: 'ふつう', 3: 'ひねり', 4: '難しい', 5: '超難問' },
    own: '逃した勝ち',
    task: (aim, of) =>
      aim === 'win'
        ? `${of}が勝てる手は1つだけ。どこ？`
        : `${of}が引き分けにできる手は1つだけ。どこ？`,
    about: (it, level) => `パズル${it}、${level}`,
    aboutDaily: (date) => `${date}のパズル。みんな同じ問題です`,
    aboutOwn: (left) => `あなたの対戦から。逃した勝ち：残り${left}問。`,
    gathering: 'あなたの対戦を調べています…',
    noOwn:
      '逃した勝ちはまだありません。コンピューターかオンラインで対戦して振り返ると、見逃した勝ちがここでパズルになります。',
    right: '正解！',
    wrong: 'ここではありません',
    solutionWas: (it) => `正解は${it}列目でした。`,
    next: '次のパズル',
    again: 'もう一度',
    share: '結果を共有',
    analyse: '分析する',
    shareText: (what, solved, streak) =>
      `Fourfall、${what}：${solved ? '一発で正解' : '不正解'}${streak > 1 ? `、${streak}問連続` : ''}。`,
    streak: '連続',
    best: '最高',
    days: '日数',
    solved: '正解',
    doneToday: '今日のパズルは回答済みです。次は UTC の午前0時に届きます。',
    boardLabel: 'パズル。正しい場所にコマを落としてください。',
    away: 'パズルを読み込めませんでした。',
  },
  reactions: {
    label: 'ひとこと',
    mute: 'ミュート',
    names: REACTIONS,
    glyphs: { hello: '👋', nice: '👏', wow: '😮', hmm: '🤔', oops: '😅', thanks: '🙏' },
    says: (name, reaction) => `${name}：${REACTIONS[reaction]}。`,
  },
  refusals: {
    refusal: (code) =>
      ({
        malformed: 'サーバーがこのページを理解できませんでした。再読み込みしてください。',
        unauthorized: 'サーバーがこのブラウザーを覚えていません。再読み込みしてください。',
        forbidden: 'その操作はできません。',
        unknown_room: 'その対戦はもうありません。',
        unknown_code: 'このコードの対戦はありません。打ち間違いか、招待が終わっています。',
        unknown_player: 'このアドレスの人は、まだここで対戦を終えていません。',
        not_your_turn: 'あなたの番ではありません。',
        column_out_of_range: 'その列はありません。',
        column_full: 'その列はいっぱいです。',
        game_over: '対戦は終わりました。',
        not_started: '対戦はまだ始まっていません。',
        already_in_game: 'すでに別の対戦中です。',
        room_full: 'この対戦は2人そろっています。',
        too_late: '2人とも打ったので中止できません。投了はできます。',
        rate_limited: '操作が多すぎます。少し待ってからもう一度どうぞ。',
        overloaded: 'サーバーが混み合っています。1分後にもう一度どうぞ。',
        internal: 'サーバーで問題が起きました。何も変わっていません。もう一度どうぞ。',
      })[code],
  },
  replay: {
    label: (first, second) => `${first} 対 ${second}、リプレイ`,
    empty: '空の盤です。',
    at: (ply, last, cell) => `${last}手中${ply}手目：${at(cell)}。`,
    running: '対戦中',
    soFar: (it) => `ここまで${discs(it)}。`,
    play: '再生',
    pause: '一時停止',
    speed: '速さ',
    SPEEDS: { slow: 'ゆっくり', normal: 'ふつう', fast: '速い' },
    watchLive: '生で観戦',
    analyse: '分析する',
    share: 'この対戦を共有',
    shareTitle: '四目並べの対戦',
    nextGame: '次の対戦',
  },
  review: {
    label: 'この手で失ったもの',
    verdict: (fault, it) => `${judgements[fault].name}：${column(it)}`,
    played: ({ kind, by, key }, mover, names) => {
      const winner = by === undefined ? '' : names[by];
      switch (kind) {
        case 'leaves':
          return `${columns(key)}列目の4つ目が空いたまま。次のコマで${winner}が完成させます。`;
        case 'opens':
          return `${winner}に必要な足場になりました。この上に置かれると4つ並びます。`;
        case 'twoThreats':
          return by === mover
            ? 'まだ勝てますが、遅くなります。4つ目の場所が同時に2つできます。'
            : `${winner}に4つ目の場所が2つでき、ふさげるのは1つだけです。`;
        case 'zugzwang':
          return by === mover
            ? 'まだ勝てますが、ほかの列が埋まってからになります。'
            : `最後には打てる列がなくなり、印のマスは${winner}のものになります。`;
        case 'draw':
          return 'どちらも最善なら盤が埋まって引き分けです。';
        case 'wins':
          return '4つ並びました。';
        case 'blocks':
          return `${columns(key)}列目の4つ目をふさぎましたが、もっと良い手がありました。`;
      }
    },
    better: (it, { kind, by, key }, mover) => {
      const start = `${column(it)}のほうが良い手です。`;
      const longer = `${start}もっと長く粘れます。`;
      switch (kind) {
        case 'wins':
          return `${start}4つ並びます。`;
        case 'blocks':
          return `${start}4つ目をふさげます。`;
        case 'twoThreats':
          return by === mover
            ? `${start}${columns(key)}列目に、4つ目の場所が同時にできます。`
            : longer;
        case 'zugzwang':
          return by === mover
            ? `${start}最後には打てる列がなくなり、印のマスはあなたのものです。`
            : longer;
        case 'draw':
          return `${start}引き分けにできます。`;
        case 'leaves':
        case 'opens':
          return start;
      }
    },
    hint: (it, { kind, by, key }, mover) => {
      const start = column(it);
      const longest = `${start}が一番長く粘れます。`;
      switch (kind) {
        case 'wins':
          return `${start}で4つ並びます。`;
        case 'blocks':
          return `${start}で4つ目をふさげます。`;
        case 'twoThreats':
          return by === mover
            ? `${start}なら、${columns(key)}列目に4つ目の場所が同時にできます。`
            : longest;
        case 'zugzwang':
          return by === mover
            ? `${start}：最後にはほかの列がなくなり、印のマスはあなたのものです。`
            : longest;
        case 'draw':
          return `${start}で引き分けにできます。`;
        case 'leaves':
        case 'opens':
          return `${start}。でも、もう防げません。`;
      }
    },
    looking: '理由を調べています…',
    tryIt: 'ここから試す',
    askTitle: '今の対戦をやめますか？',
    askText: 'コンピューターとの対戦がまだ終わっていません。コマは消えます。',
    askKeep: 'やめない',
    backToGame: '対戦に戻る',
    exploring: 'あなたの試した進行です。元の対戦は残っています。',
    moveTitle: (it, name, of) => `${it}手目：${name}、${column(of)}`,
  },
  settings: {
    title: '設定',
    scheme: 'ページの色',
    SCHEMES: { auto: 'システム', light: '明るい', dark: '暗い' },
    sound: '音',
    marks: 'コマの印',
    movement: '動き',
    MOVEMENTS: { auto: 'ふつう', reduced: '少なめ' },
    tap: '落とすときのタップ',
    TAPS: { once: '1回', twice: '2回' },
    soloClock: 'コンピューター戦の時計',
    soloBoard: 'コンピューター戦の盤',
    SOLO_BOARDS: { standard: '小さめ', large: '大きい' },
    vibration: '振動',
    notifications: '通知',
    notificationsBlocked: 'ブラウザーがこのページの通知を止めています。',
  },
  share: {
    share: '共有',
    title: 'この対戦を共有',
    link: 'リンクをコピー',
    picture: '画像',
    gif: '動く画像',
    moves: '手順をコピー',
    embed: '自分のページ用コードをコピー',
    embedWhy: 'どのページにも貼れます。対戦を表示し、ここへつながります。',
    pictureAlt: '対戦の最後の局面',
    shareTitle: '四目並べの対戦',
  },
  waiting: {
    title: '相手を探しています',
    elapsed: '待ち時間',
    crowd: (online, playing) => {
      const others = Math.max(0, online - 1);
      if (others === 0) return NOBODY_ELSE;
      const here = `ほかに${people(others)}がいます`;
      return playing === 0 ? `${here}。` : `${here}。うち${people(playing)}が対戦中。`;
    },
    rules: (text) => `希望：${text}。`,
    stop: '探すのをやめる',
    meanwhile: '待つ間に',
    meanwhileText: '順番はそのまま。誰か来たら盤が切り替わります。',
    computer: 'コンピューターと遊ぶ',
    invite: '友だちを招待',
    bot: 'オンラインでボットと遊ぶ',
    instead: '探すのをやめて：',
    orBot: 'またはサーバーのボットと遊ぶ',
    DIFFICULTIES: { easy: 'やさしい', medium: 'ふつう', hard: '強い' },
    call: '音とタブの題名で知らせます。ほかのページを見ていて大丈夫です。',
    notify: '通知する',
  },
  watch: {
    finding: '対戦を探しています',
    live: '生で観戦しています。',
    replay: 'リプレイ',
    copyLink: 'リンクをコピー',
    shareTitle: 'この対戦を一緒に観よう',
    next: 'もう一度対戦するようです。次の対戦へ…',
  },
};
