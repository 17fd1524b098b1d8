/** العربية. */
import { discsToWin, type Value } from '../game/analysis';
import { AI, TURN_SECONDS } from '../game/solo';
import { columnNumber, other, type Side } from '../game/types';
import { turnOf } from '../game/view';
import type { Forms } from './speech';
import {
  words as ofHome,
  count,
  columns,
  list,
  number,
  percent,
  own,
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
} from './first/ar';
import type { Words } from './type';

const MISSED: Forms = {
  one: 'فوز فائت واحد',
  two: 'فوزان فائتان',
  few: '# مرات فوز فائتة',
  many: '# مرة فوز فائتة',
  other: '# مرة فوز فائتة',
};
const DRAWS: Forms = {
  one: 'تعادل واحد',
  two: 'تعادلان',
  few: '# تعادلات',
  many: '# تعادلًا',
  other: '# تعادل',
};

function prospectOf(it: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  if (it.kind === 'draw') return 'تعادل، إن لم يخطئ أحد';
  const name = own(names[it.kind === 'win' ? turn : other(turn)]);
  const more = discsToWin(it);
  return more === 1 ? `يفوز ${name} بالقرص التالي` : `يفوز ${name} بقرصه رقم ${more} من هنا`;
}

const called: Words['match']['called'] = (view, side) =>
  side === view.mine ? 'أنت' : own(view.seats[side].name);
const versus = (view: Parameters<typeof called>[0]): string =>
  `${called(view, 'first')} ضد ${called(view, 'second')}`;

const LEVELS = { easy: 'سهل', medium: 'متوسط', hard: 'صعب', perfect: 'مثالي' } as const;
const ENGINE_AWAY = 'تعذّر تحميل المحرّك.';
const NOBODY_ELSE = 'لا أحد غيرك هنا الآن.';

const judgements: Words['analysis']['judgements'] = {
  best: { name: 'أفضل نقلة', names: 'الأفضل', glyph: '' },
  good: { name: 'جيدة', names: 'جيدة', glyph: '' },
  inaccuracy: { name: 'نقلة غير دقيقة', names: 'غير دقيقة', glyph: '!?' },
  missedWin: { name: 'فوز فائت', names: 'فوز فائت', glyph: '?!' },
  mistake: { name: 'خطأ', names: 'أخطاء', glyph: '?' },
  blunder: { name: 'خطأ كبير', names: 'أخطاء كبيرة', glyph: '??' },
};

const REACTIONS: Words['reactions']['names'] = {
  hello: 'مرحبًا',
  nice: 'لعب جميل',
  wow: 'واو',
  hmm: 'دعني أفكر',
  oops: 'عفوًا',
  thanks: 'شكرًا',
};

export const words: Words = {
  ...ofHome,
  account: {
    title: 'حسابك',
    why: 'لا أحد يحتاج حسابًا ليلعب. احجز اسمًا لتحتفظ به وبألعابك وتقييمك، ولتدخل من أي مكان.',
    claimTitle: 'احتفظ باسمك',
    claim: 'احجز هذا الاسم',
    claimFirst: 'العب لعبة على الإنترنت أولًا: عندها يكون لديك ما تحتفظ به.',
    name: 'الاسم',
    password: 'كلمة المرور',
    passwordHint: 'عشرة أحرف على الأقل. الجملة خيار جيد.',
    loginTitle: 'الدخول',
    login: 'ادخل',
    recoverTitle: 'أضعت كلمة المرور؟',
    recover: 'ادخل برمز',
    code: 'رمز الاسترداد',
    newPassword: 'كلمة مرور جديدة',
    codesTitle: 'رموز الاسترداد',
    codesHint: 'كل رمز يدخلك مرة واحدة إن أضعت كلمة المرور. تظهر هذه المرة فقط: اكتبها أو اطبعها.',
    codesSeen: 'لقد كتبتها',
    freshCodes: 'رموز جديدة',
    devices: 'أين سجّلت الدخول',
    thisDevice: 'هذا الجهاز',
    unnamedDevice: 'برنامج لا يقول ما هو',
    forgetDevice: 'اخرج من هناك',
    logout: 'اخرج',
    logoutEverywhere: 'اخرج من كل مكان آخر',
    change: 'غيّر كلمة المرور',
    currentPassword: 'كلمة المرور الحالية',
    confirm: 'كلمة مرورك مرة أخرى',
    dataTitle: 'بياناتك',
    exportAll: 'نزّل كل شيء بصيغة JSON',
    deleteTitle: 'احذف الحساب',
    deleteHint: 'يختفي اسمك من كل مكان. تبقى الألعاب بلا اسم لأنها لغيرك أيضًا.',
    remove: 'احذفه',
    away: 'الخادم لا يجيب. حاول مجددًا.',
    graphTitle: 'التقييم، لعبة بعد لعبة',
    block: 'لا تجمعني به مرة أخرى',
    unblock: 'اجمعني به من جديد',
    blocked: 'لن نجمعك به بعد الآن.',
    reportTitle: 'أبلغ المسؤولين',
    reportReason: 'ماذا حدث؟',
    report: 'أبلغ',
    reported: 'شكرًا. سينظر المسؤولون في الأمر.',
    signedInAs: (who) => `أنت ${own(who)}.`,
    codesLeft: (it) => `رموز الاسترداد الباقية: ${number(it)}.`,
    since: (date) => `منذ ${date}`,
    graph: (from, to, games) => `من ${from} إلى ${to}، والألعاب المحسوبة: ${number(games)}.`,
    hasAccount: 'لديه حساب',
    guest: 'ضيف',
    guestHint: 'يلعب بلا حساب، فالاسم ليس له وحده.',
    between: (low, high) => `على الأرجح بين ${low} و${high}.`,
    questionMark: 'تختفي علامة الاستفهام بعد بضع ألعاب محسوبة أخرى.',
    anyClock: 'الكل',
    period: 'ألعاب',
    PERIODS: { all: 'كل الوقت', week: 'آخر 7 أيام' },
    boardRule:
      'لتكون في هذه القائمة، العب عشر ألعاب محسوبة ضد أربعة أشخاص مختلفين، آخرها خلال 30 يومًا.',
    boardRuleSome:
      'لتكون في هذه القائمة، العب عشر ألعاب محسوبة من هذا النوع ضد أربعة أشخاص مختلفين. التقييم هو تقييم كل الألعاب.',
    ratedMeans: 'تُحسب اللعبة إن جمعكما «ابحث عن خصم». الألعاب مع الأصدقاء والروبوتات لا تُحسب.',
    noLeadersYet: 'لم يلعب أحد هذا العدد بعد. يمكنك أن تكون الأول!',
    guestNow: (who) => `أنت تلعب ضيفًا، باسم ${own(who)}.`,
    codesHow: 'لتستعمل رمزًا، افتح هذه الصفحة وأنت خارج حسابك وابحث عن «أضعت كلمة المرور؟».',
    recoverHint: 'واحد من الرموز التي كتبتها حين حجزت الاسم.',
    copyCodes: 'انسخها',
    loggedOutElsewhere: 'خرجت من كل الأجهزة الأخرى.',
    passwordChanged: 'كلمة المرور الجديدة سارية من الآن. خرجت من كل الأجهزة الأخرى.',
    deleteAsk: 'أتحذف الحساب حقًا؟',
    deleteText: 'لا يمكن التراجع عن هذا.',
    keepIt: 'أبقِه',
    blockedTitle: 'أشخاص حظرتهم',
    nobodyBlocked: 'لا أحد. يمكنك حظر شخص بعد لعبة أو في صفحته.',
    unblockShort: 'ألغِ الحظر',
    forgotten: 'شخص لم يعد هنا',
    passkeysTitle: 'مفاتيح المرور',
    passkeysHint: 'مفتاح المرور يدخلك ببصمتك أو وجهك أو رمز جهازك. لا كلمة مرور تُنسى.',
    addPasskey: 'أضف مفتاح مرور',
    unnamedPasskey: 'مفتاح مرور',
    removePasskey: 'أزل',
    claimPasskey: 'احجزه بمفتاح مرور',
    loginPasskey: 'ادخل بمفتاح مرور',
    passkeyCancelled: 'لم يُستعمل أي مفتاح ولم يتغيّر شيء. حاول متى شئت.',
    passkeyAdded: 'تم. هذا المفتاح يدخلك من الآن.',
    passkeysElsewhere: 'مفاتيح المرور لا تعمل في هذا العنوان.',
    firstPassword: 'اختر كلمة مرور',
    personTitle: (who) => `احظر ${own(who)} أو أبلغ عنه`,
    keptTitle: 'ما نحفظه وإلى متى',
    keptShort: 'لا بريد إلكتروني، ولا إعلانات، ولا تتبّع.',
    kept: [
      {
        title: 'حين تلعب على الإنترنت',
        lines: [
          'معرّف عشوائي، والاسم الذي تلعب به، وألعابك بكل نقلة، وتقييمك. يراها الجميع؛ أما اللعبة مع صديق فيراها من لديه رابطها.',
          'تبقى ما دام مشغّلو هذا الخادم يُبقون على الضيوف. وحين يُنسى ضيف يذهب اسمه وتقييمه. تبقى الألعاب لأنها لغيره أيضًا.',
        ],
      },
      {
        title: 'حين يكون لك حساب',
        lines: [
          'وأيضًا: كلمة مرورك ورموزك بصورة لا يمكن لأحد قراءتها. وأين سجّلت الدخول كما يسمّي متصفحك نفسه. ومن حظرت وعمّا أبلغت. ومن مفتاح المرور النصف الذي لا يفتح شيئًا وحده.',
          'حتى تحذف الحساب. عندها يختفي اسمك من كل مكان وتبقى الألعاب بلا اسم.',
        ],
      },
      {
        title: 'ما يبقى في هذا المتصفح',
        lines: [
          'إعداداتك وألغازك والألعاب ضد الحاسوب أو على الجهاز نفسه. لا تغادره أبدًا.',
          'رقم عشوائي لهذا المتصفح، وسرّ يثبت من أنت. يُرسلان إلى هذا الخادم وحده حين تتصل.',
        ],
      },
      { title: 'عناوين الشبكة', lines: ['تُعدّ في ذاكرة الخادم كي لا يُثقله أحد، ثم تُنسى.'] },
      { title: 'ما يمكنك فعله', lines: ['في صفحة حسابك يمكنك تنزيل كل ما يُحفظ عنك وحذف حسابك.'] },
    ],
  },
  analysis: {
    NAMES,
    boardLabel: 'لوح التحليل. أسقط قرصًا لأي طرف وانظر ما يحدث.',
    value: (it) => {
      if (it.kind === 'draw') return 'تعادل';
      const more = discsToWin(it);
      if (it.kind === 'win') return more === 1 ? 'يفوز فورًا' : `يفوز بالقرص ${more}`;
      return more === 1 ? 'يخسر فورًا' : `يخسر أمام القرص ${more}`;
    },
    valueLines: (it) =>
      it.kind === 'draw'
        ? ['تعادل']
        : [
            it.kind === 'win' ? 'يفوز' : 'يخسر',
            discsToWin(it) === 1 ? 'فورًا' : `القرص ${discsToWin(it)}`,
          ],
    full: 'ممتلئ',
    beingLookedAt: 'قيد الحساب',
    scores: 'قيمة كل عمود',
    columnScore: (it, worth, best) => `${column(it)}: ${worth}${best ? '، الأفضل' : ''}`,
    prospect: (it, turn) => prospectOf(it, turn, NAMES),
    prospectOf,
    title: ({ standing, value, away }) => {
      if (standing.kind !== 'playing') return tableTitle(standing);
      if (away) return 'لا محرّك';
      return value === undefined ? 'نفكر في الأمر' : prospectOf(value, standing.turn, NAMES);
    },
    text: ({ standing, best, away }) => {
      if (away) return ENGINE_AWAY;
      if (standing.kind !== 'playing') return standing.kind === 'won' ? FOUR : FULL;
      const mover = `دور ${NAMES[standing.turn]}.`;
      if (best.length === 0) return mover;
      const all = list(best.map((it) => number(columnNumber(it))));
      return `${mover} الأفضل: ${best.length > 1 ? 'الأعمدة' : 'العمود'} ${all}.`;
    },
    played: (side, cell) => `${NAMES[side]}: ${at(cell)}.`,
    unknown: 'لم يُعرف بعد',
    notMoves: 'النقلات أعمدة من 1 إلى 7: مثلًا 4435.',
    illegalMove: (it) => `النقلة ${it} غير ممكنة؛ نعرض ما قبلها.`,
    inTheLink: (trouble) => `في الرابط: ${trouble}`,
    bestLine: 'أفضل تسلسل',
    beingWorkedOut: 'يُحسب الآن…',
    bestLineDisc: (it) => `إلى القرص ${it} من أفضل تسلسل`,
    setUp: 'ترتيب بالنقلات',
    setUpExample: '4435',
    show: 'اعرض',
    clear: 'أفرغ اللوح',
    copyLink: 'انسخ الرابط',
    shareTitle: 'وضعية من أربعة على خط',
    moves: 'النقلات',
    movesPlayed: (it) => (it > 0 ? `${it} من 42` : 'لا شيء بعد'),
    move: (it) => `النقلة ${it}`,
    disc: (name, of, it) => `${own(name)}: ${colour(of)} في ${column(it)}`,
    remarked: (disc, remark) => `${disc}، ${remark}`,
    judgements,
    review: 'مراجعة',
    reviewProgress: (it) => `رُوجع ${percent(it)}`,
    reviewDone: 'المراجعة جاهزة.',
    reviewFailed: 'توقف المحرّك قبل أن تكتمل المراجعة.',
    noReview: `${ENGINE_AWAY} لذلك لا مراجعة الآن.`,
    accuracy: 'الدقة',
    percent: (it) => (it === undefined ? '–' : percent(it)),
    toTurningPoint: (it) => `إلى نقطة التحول، النقلة ${it}`,
    noTurn: 'لم تغيّر أي نقلة من يفوز.',
    graph: (turns) => {
      const all = turns.map((it) => `النقلة ${it.move} ${judgements[it.judgement].name}`);
      return `القيمة خلال اللعبة${all.length === 0 ? '' : `: ${all.join('، ')}`}`;
    },
    tape: 'إعادة العرض',
    toStart: 'إلى البداية',
    backOne: 'نقلة إلى الوراء',
    forwardOne: 'نقلة إلى الأمام',
    toEnd: 'إلى النهاية',
  },
  computer: {
    computer: 'الحاسوب',
    you: 'أنت',
    boardLabel: 'أنت ضد الحاسوب. اضغط ? لعرض المفاتيح.',
    status: ({ game }, { ready, reachable, colours }) => {
      if (!reachable && game.status === 'playing') {
        return { title: 'لحظة', text: 'الحاسوب لا يجيب الآن. نحاول من جديد.' };
      }
      if (!ready) return { title: 'لحظة', text: 'نجهّز اللوح.' };
      switch (game.status) {
        case 'playing':
          return game.currentPlayer === AI
            ? { title: 'الحاسوب يفكر', text: `لونه ${colours.its}.` }
            : { title: 'دورك', text: `لونك ${colours.mine}. اختر عمودًا.` };
        case 'human_won':
          return { title: 'لقد فزت', text: `${FOUR} أحسنت!` };
        case 'ai_won':
          return {
            title: 'لقد خسرت',
            text: game.gaveUp
              ? 'استسلمت. المراجعة تريك أين انقلبت اللعبة.'
              : game.lostOnTime
                ? `انتهى وقتك: ${seconds(TURN_SECONDS)}.`
                : `أربعة على خط للون ${colours.its}.`,
          };
        case 'draw':
          return { title: DRAW, text: FULL };
      }
    },
    heard: (now, by, cell) => `${cell === undefined ? '' : `${by}: ${at(cell)}. `}${now.title}.`,
    over: 'انتهت اللعبة. ابدأ من جديد لتلعب ثانية.',
    thinking: 'الحاسوب يفكر.',
    columnFull,
    restart: 'ابدأ من جديد',
    review: 'مراجعة',
    takeBack: 'تراجع',
    hint: 'تلميح',
    hintLooking: 'نبحث عن تلميح…',
    values: 'القيم',
    giveUp: 'استسلم',
    history: 'ضد الحاسوب',
    historyWhy: 'محفوظة على هذا الجهاز فقط.',
    historyDetails: (level, when) => `${LEVELS[level]}، ${when}`,
    historyMore: 'اعرض المزيد',
    start: 'ابدأ',
    startWhy: `وقتك (${seconds(TURN_SECONDS)} لكل دور) يبدأ مع أول قرص أو مع «ابدأ».`,
    difficulty: 'الصعوبة',
    levels: LEVELS,
    levelTag: (level) => LEVELS[level],
    levelWords: {
      easy: 'يلعب حيث يشاء، وفي الوسط أكثر قليلًا. جيد لتعلّم القواعد.',
      medium: 'ينظر أربعة أقراص إلى الأمام. يأخذ الفوز ويسدّ فوزك.',
      hard: 'ينظر ستة أقراص إلى الأمام ولا يخطئ بعد ستة عشر قرصًا. اغلبه في البداية.',
      perfect: 'لا يخطئ أبدًا. إن بدأت أنت فاللعب المثالي يفوز حتى عليه.',
    },
    starter: 'من يبدأ',
    fromNextGame: 'يسري من اللعبة القادمة.',
    size: 'حجم اللوح',
    sizes: { standard: 'عادي', large: 'كبير' },
    look: 'اللوح',
    looks: { grid: 'أسود وأبيض', blue: 'أزرق' },
    points: 'النقاط',
    pointNames: { won: 'فوز', lost: 'خسارة', drawn: 'تعادل' },
    clearPoints: 'إلى الصفر',
  },
  invite: {
    title: 'ننتظر صديقك',
    how: 'أرسل إليه هذا الرابط أو قل له الرمز. تبدأ اللعبة حين يصل.',
    codeLabel: 'الرمز',
    copyLink: 'انسخ الرابط',
    share: 'شارك الرابط',
    shareTitle: 'العب معي أربعة على خط',
    qr: 'رمز QR للدعوة',
    showQr: 'امسح لتنضم',
    neverMind: 'لا داعي',
    lastsFor: (ms) => `تبقى مفتوحة: ${minutes(ms)}.`,
    keepOpen: 'يمكنك مغادرة هذه الصفحة؛ سيناديك صوت حين يصل.',
    invitedBy: (name) => `${own(name)} يدعوك إلى لعبة`,
    joinGame: 'انضم إلى اللعبة',
    hostAway: (name) => `${own(name)} غير متصل الآن. تبدأ اللعبة حين يعود.`,
    looking: 'ننظر في الدعوة',
    deadTitle: 'انتهت هذه الدعوة',
    deadText: 'أُلغيت أو انتهى وقتها أو في الرمز خطأ. اطلب رابطًا جديدًا أو العب مع غيره.',
    fullTitle: 'بدأت هذه اللعبة',
    fullText: (name) => `جلس شخص آخر أمام ${own(name)}. يمكنك المشاهدة.`,
    watchIt: 'شاهد اللعبة',
    overTitle: 'انتهت هذه اللعبة',
    overText: (name) => `${own(name)} لعبها من قبل.`,
    seeGame: 'انظر إلى اللعبة',
    playOther: 'العب مع شخص آخر',
    laterTitle: 'ليس الآن',
    laterText: 'تعذّرت قراءة الدعوة. حاول بعد لحظة.',
    busyTitle: (name) => `أنت تلعب ضد ${own(name)}`,
    busyText: (host) => `${own(host)} يدعوك إلى لعبة أخرى. الانضمام يعني ترك هذه.`,
    noThanks: 'لا، شكرًا',
    backToGame: 'عُد إلى لعبتي',
    resignAndJoin: 'استسلم وانضم',
    hostingNote: 'الانضمام يغلق دعوتك أنت.',
    searchingNote: 'الانضمام يوقف البحث عن خصم.',
  },
  match: {
    called,
    turn: (view) => {
      const side = turnOf(view);
      if (side === undefined) return 'انتهت اللعبة';
      return side === view.mine ? 'دورك' : `دور ${own(view.seats[side].name)}`;
    },
    over: 'انتهت اللعبة',
    you: 'أنت',
    computer: 'حاسوب',
    won: 'فاز',
    toMove: 'عليه الدور',
    away: 'غائب',
    left: 'غادر',
    resultTitle: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'أُلغيت';
      if (winner === undefined) return DRAW;
      if (view.mine === undefined) return `فاز ${own(view.seats[winner].name)}`;
      return winner === view.mine ? 'لقد فزت' : 'لقد خسرت';
    },
    result: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'أُلغيت اللعبة.';
      if (winner === undefined) return `${DRAW}.`;
      const name = own(view.seats[winner].name);
      if (view.mine === undefined) return `فاز ${name}.`;
      return winner === view.mine ? 'لقد فزت.' : `لقد خسرت. فاز ${name}.`;
    },
    reason: (view, { winner, reason, lines }) => {
      const loser = winner === undefined ? undefined : other(winner);
      const mine = loser !== undefined && loser === view.mine;
      const name = loser === undefined ? '' : own(view.seats[loser].name);
      switch (reason) {
        case 'four':
          return lines.length > 1 ? `أربعة على خط، في ${lines.length} خطوط معًا.` : FOUR;
        case 'full':
          return FULL;
        case 'resignation':
          return mine ? 'لقد استسلمت.' : `استسلم ${name}.`;
        case 'idle':
          return mine ? 'لم تلعب لوقت طويل.' : `لم يلعب ${name} لوقت طويل.`;
        case 'disconnect':
          return mine ? 'لم تعد في الوقت.' : `لم يعد ${name} في الوقت.`;
        case 'timeout':
          return mine ? 'انتهى وقتك.' : `انتهى وقت ${name}.`;
        case 'aborted':
          return 'قبل أن يلعب الاثنان. لا تُحسب لأحد.';
      }
    },
    begun: (view) => `بدأت اللعبة: ${versus(view)}.`,
    boardLabel: (view) => `${versus(view)}. اضغط ? لعرض المفاتيح.`,
    moved: (who, cell) => `${who}: ${at(cell)}.`,
    columnFull,
    itIsTheirTurn: (name) => `إنه دور ${own(name)}.`,
    gameIsOver: 'انتهت اللعبة.',
    lost: (name) => `انقطع اتصال ${own(name)}. إن لم يعد في الوقت فأنت الفائز.`,
    lostShort: (name) => `انقطع اتصال ${own(name)}.`,
    back: (name) => `عاد ${own(name)}.`,
    leftGame: (name) => `غادر ${own(name)}.`,
    moveSoon: 'العب قريبًا وإلا خسرت.',
    mustMoveSoon: (name) => `على ${own(name)} أن يلعب قريبًا.`,
    moveWithin: (who) => (who === undefined ? 'العب خلال' : `على ${who} أن يلعب خلال`),
    secondsUnit: 'ثانية.',
    secondsLeft: (it) => `الباقي: ${seconds(it)}.`,
    secondsToMove: (it) => `لديك ${seconds(it)}.`,
    connectionLost: 'انقطع الاتصال. نحاول من جديد.',
    connectionLostSafe: 'انقطع الاتصال. نحاول من جديد؛ لعبتك في أمان.',
    connectionLostKept: 'انقطع الاتصال. قرصك محفوظ وسيُلعب حين يعود الاتصال.',
    connected: 'عاد الاتصال.',
    sending: 'نرسل قرصك…',
    chooseColumn: 'اختر عمودًا.',
    waitingForThem: 'ننتظر قرص الخصم.',
    resign: 'استسلم',
    resignTitle: 'تستسلم في هذه اللعبة؟',
    resignText: (name) => `يفوز ${own(name)} إن استسلمت.`,
    playOn: 'أكمل اللعب',
    abort: 'ألغِ اللعبة',
    abortTitle: 'تلغي هذه اللعبة؟',
    abortText: 'لم تلعبا كلاكما بعد، فلا تُحسب لأحد.',
    rematch: 'إعادة',
    playAgain: 'العب مجددًا',
    noThanks: 'لا، شكرًا',
    newOpponent: 'خصم جديد',
    review: 'مراجعة',
    backToLobby: 'عُد إلى الردهة',
    copyGame: 'انسخ رابط هذه اللعبة',
    rematchWanted: (name) => `${own(name)} يريد إعادة المباراة.`,
    rematchAsked: (name) => `ننتظر موافقة ${own(name)}…`,
    noRematch: (name, why, byMe) => {
      if (byMe) {
        return why === 'disconnected' ? 'انتهى عرضك للإعادة مع انقطاع اتصالك.' : 'رفضت الإعادة.';
      }
      return {
        declined: `${own(name)} لا يريد الإعادة.`,
        left: `غادر ${own(name)}.`,
        disconnected: `انقطع اتصال ${own(name)} وانتهى معه عرض الإعادة.`,
        busy: `${own(name)} يلعب مع غيرك الآن.`,
      }[why];
    },
    series: (view, { wins, draws }) => {
      const mine = view.mine ?? 'first';
      const theirs = other(mine);
      const score = `${called(view, mine)} ${wins[mine]} – ${wins[theirs]} ${called(view, theirs)}`;
      return draws === 0 ? score : `${score}، ${count(draws, DRAWS)}`;
    },
  },
  play: {
    lobbyTitle: 'العب مع شخص',
    here: (online, playing) => {
      if (online === 0) return NOBODY_ELSE;
      return playing === 0
        ? `هنا: ${people(online)}.`
        : `هنا: ${people(online)}، يلعب منهم ${number(playing)}.`;
    },
    anybody: 'أي شخص',
    anybodyText: 'أول من يبحث عن لعبة بعدك.',
    friend: 'صديق',
    friendText: 'أرسل رابطًا؛ تبدأ اللعبة حين يفتحه.',
    bot: 'روبوت',
    botText: 'على الخادم، بالقوة التي تريد. تبدأ اللعبة فورًا.',
    findOpponent: 'ابحث عن خصم',
    inviteFriend: 'ادعُ صديقًا',
    haveCode: 'أعطاك صديق رمزًا؟',
    join: 'انضم',
    codeExample: 'ABC234',
    rules: ({ preset, turnSeconds, idleSeconds }) => {
      const lots = preset === 'duel' ? ' القرعة تحدد من يبدأ.' : '';
      if (turnSeconds !== undefined) return `${seconds(turnSeconds)} لكل نقلة.${lots}`;
      return idleSeconds === undefined
        ? `لا ساعة إطلاقًا.${lots}`
        : `بلا ساعة، لكن من لا يلعب ${seconds(idleSeconds)} يخسر.${lots}`;
    },
    replacedTitle: 'هذه اللعبة مفتوحة في تبويب آخر',
    replacedText: 'تُلعب اللعبة في تبويب واحد فقط. انقلها إلى هنا لتلعب هنا.',
    playHere: 'العب هنا',
    arriving: 'لحظة',
    joining: 'ندخل اللعبة',
    opening: 'نفتح دعوتك',
    connecting: 'نتصل…',
    noAnswer: 'الخادم لا يجيب. نحاول من جديد…',
    endedWhileAway: 'انتهت لعبتك وأنت غائب.',
    seeHowItEnded: 'انظر كيف انتهت',
    invitationExpired: 'انتهت دعوتك: لم يأتِ أحد في الوقت.',
    invitationHostAway: 'أُغلقت دعوتك لأنك غبت طويلًا.',
    invitationCancelled: 'أُلغيت دعوتك.',
  },
  puzzles: {
    title: 'ألغاز',
    daily: 'لغز اليوم',
    ways: 'أي لغز',
    level: (it) => `المستوى ${it}`,
    LEVELS: { 1: 'سهل', 2: 'متوسط', 3: 'ماكر', 4: 'صعب', 5: 'جهنمي' },
    own: 'فرص الفوز الفائتة',
    task: (aim, of) =>
      aim === 'win'
        ? `نقلة واحدة فقط تفوز للون ${of}. أيها؟`
        : `نقلة واحدة فقط تحفظ التعادل للون ${of}. أيها؟`,
    about: (it, level) => `اللغز ${it}، ${level}`,
    aboutDaily: (date) => `لغز ${date}، هو نفسه للجميع`,
    aboutOwn: (left) => `من لعبة لك. الباقي: ${count(left, MISSED)}.`,
    gathering: 'نبحث في ألعابك…',
    noOwn:
      'لا فوز فائت بعد. العب ضد الحاسوب أو على الإنترنت ثم راجع لعبتك: الفوز الذي لم تره يصبح لغزًا هنا.',
    right: 'صحيح!',
    wrong: 'ليس هذا',
    solutionWas: (it) => `كانت النقلة العمود ${it}.`,
    next: 'اللغز التالي',
    again: 'حاول مجددًا',
    share: 'شارك النتيجة',
    analyse: 'حلّل',
    shareText: (what, solved, streak) =>
      `Fourfall، ${what}: ${solved ? 'حُلّ من أول مرة' : 'لم يُحلّ'}${streak > 1 ? `، ${streak} على التوالي` : ''}.`,
    streak: 'على التوالي',
    best: 'الأفضل',
    days: 'أيام',
    solved: 'محلولة',
    doneToday: 'أجبت عن لغز اليوم. يأتي التالي عند منتصف الليل بتوقيت UTC.',
    boardLabel: 'لغز. أسقط القرص في مكانه الصحيح.',
    away: 'تعذّر تحميل الألغاز.',
  },
  reactions: {
    label: 'قل شيئًا',
    mute: 'اكتم',
    names: REACTIONS,
    glyphs: { hello: '👋', nice: '👏', wow: '😮', hmm: '🤔', oops: '😅', thanks: '🙏' },
    says: (name, reaction) => `${own(name)}: ${REACTIONS[reaction]}.`,
  },
  refusals: {
    refusal: (code) =>
      ({
        malformed: 'لم يفهم الخادم هذه الصفحة. أعد تحميلها من فضلك.',
        unauthorized: 'لم يعد الخادم يعرف هذا المتصفح. أعد تحميل الصفحة من فضلك.',
        forbidden: 'ليس لك أن تفعل هذا.',
        unknown_room: 'لم تعد تلك اللعبة موجودة.',
        unknown_code: 'لا لعبة تنتظر بهذا الرمز. ربما فيه خطأ أو انتهت الدعوة.',
        unknown_player: 'لم يُنهِ أحد بهذا العنوان لعبة هنا بعد.',
        not_your_turn: 'ليس دورك.',
        column_out_of_range: 'لا يوجد عمود كهذا.',
        column_full: 'ذلك العمود ممتلئ.',
        game_over: 'انتهت اللعبة.',
        not_started: 'لم تبدأ اللعبة بعد.',
        already_in_game: 'أنت في لعبة أخرى.',
        room_full: 'مقعدا هذه اللعبة مشغولان.',
        too_late: 'فات الأوان: لعبتما كلاكما. ما زال بإمكانك الاستسلام.',
        rate_limited: 'هذا كثير دفعة واحدة. انتظر لحظة ثم حاول.',
        overloaded: 'الخادم ممتلئ الآن. حاول بعد دقيقة.',
        internal: 'حدث خطأ في الخادم. لم يتغير شيء؛ حاول مجددًا.',
      })[code],
  },
  replay: {
    label: (first, second) => `${own(first)} ضد ${own(second)}، إعادة العرض`,
    empty: 'اللوح الفارغ.',
    at: (ply, last, cell) => `النقلة ${ply} من ${last}: ${at(cell)}.`,
    running: 'ما زالت جارية',
    soFar: (it) => `حتى الآن: ${discs(it)}.`,
    play: 'شغّل',
    pause: 'أوقف',
    speed: 'السرعة',
    SPEEDS: { slow: 'بطيء', normal: 'عادي', fast: 'سريع' },
    watchLive: 'شاهدها مباشرة',
    analyse: 'حلّل',
    share: 'شارك هذه اللعبة',
    shareTitle: 'لعبة أربعة على خط',
    nextGame: 'اللعبة التالية',
  },
  review: {
    label: 'ثمن هذه النقلة',
    verdict: (fault, it) => `${judgements[fault].name}: ${column(it)}`,
    played: ({ kind, by, key }, mover, names) => {
      const winner = by === undefined ? '' : own(names[by]);
      switch (kind) {
        case 'leaves':
          return `تترك الأربعة مفتوحة في العمود ${columns(key)}: يكملها ${winner} بالقرص التالي.`;
        case 'opens':
          return `هي الدرجة التي يحتاجها ${winner}: القرص التالي فوقها يكمل أربعة.`;
        case 'twoThreats':
          return by === mover
            ? 'ما زالت تفوز، لكن لاحقًا: بمكانين لإكمال أربعة معًا.'
            : `سيكون عند ${winner} مكانان لإكمال أربعة، ولا يُسدّ إلا واحد.`;
        case 'zugzwang':
          return by === mover
            ? 'ما زالت تفوز، لكن لاحقًا، حين تمتلئ الأعمدة الأخرى.'
            : `في النهاية تنفد الأعمدة، والخانة المعلَّمة تصير إلى ${winner}.`;
        case 'draw':
          return 'إن لعب الاثنان الأفضل امتلأ اللوح: تعادل.';
        case 'wins':
          return 'تكمل أربعة.';
        case 'blocks':
          return `تسدّ الأربعة في العمود ${columns(key)}، لكن كان هناك أفضل.`;
      }
    },
    better: (it, { kind, by, key }, mover) => {
      const start = `الأفضل: ${column(it)}.`;
      const longer = `${start} يصمد أطول.`;
      switch (kind) {
        case 'wins':
          return `${start} يكمل أربعة.`;
        case 'blocks':
          return `${start} يسدّ الأربعة.`;
        case 'twoThreats':
          return by === mover
            ? `${start} يؤدي إلى مكانين لإكمال أربعة معًا، في الأعمدة ${columns(key)}.`
            : longer;
        case 'zugzwang':
          return by === mover ? `${start} في النهاية تنفد الأعمدة، والخانة المعلَّمة لك.` : longer;
        case 'draw':
          return `${start} يحفظ التعادل.`;
        case 'leaves':
        case 'opens':
          return start;
      }
    },
    hint: (it, { kind, by, key }, mover) => {
      const start = column(it);
      const longest = `${start} يصمد أطول ما يمكن.`;
      switch (kind) {
        case 'wins':
          return `${start} يكمل أربعة.`;
        case 'blocks':
          return `${start} يسدّ أربعة.`;
        case 'twoThreats':
          return by === mover
            ? `${start} يؤدي إلى مكانين لإكمال أربعة معًا، في الأعمدة ${columns(key)}.`
            : longest;
        case 'zugzwang':
          return by === mover
            ? `${start}: في النهاية تنفد الأعمدة الأخرى، والخانة المعلَّمة لك.`
            : longest;
        case 'draw':
          return `${start} يحفظ التعادل.`;
        case 'leaves':
        case 'opens':
          return `${start}، مع أن لا شيء ينفع بعد.`;
      }
    },
    looking: 'نبحث عن السبب…',
    tryIt: 'جرّب من هنا',
    askTitle: 'تستبدل لعبتك؟',
    askText: 'لعبتك ضد الحاسوب لم تنتهِ بعد. ستضيع أقراصها.',
    askKeep: 'أبقِها',
    backToGame: 'عُد إلى اللعبة',
    exploring: 'تسلسل من عندك. اللعبة محفوظة.',
    moveTitle: (it, name, of) => `النقلة ${it}: ${own(name)}، ${column(of)}`,
  },
  settings: {
    title: 'الإعدادات',
    scheme: 'ألوان الصفحة',
    SCHEMES: { auto: 'النظام', light: 'فاتح', dark: 'داكن' },
    sound: 'الصوت',
    marks: 'علامات على الأقراص',
    movement: 'الحركة',
    MOVEMENTS: { auto: 'عادية', reduced: 'أقل' },
    tap: 'لإسقاط قرص، المس',
    TAPS: { once: 'مرة', twice: 'مرتين' },
    soloClock: 'الساعة ضد الحاسوب',
    soloBoard: 'اللوح ضد الحاسوب',
    SOLO_BOARDS: { standard: 'صغير', large: 'كبير' },
    vibration: 'الاهتزاز',
    notifications: 'الإشعارات',
    notificationsBlocked: 'متصفحك يحجب إشعارات هذه الصفحة.',
  },
  share: {
    share: 'شارك',
    title: 'شارك هذه اللعبة',
    link: 'انسخ الرابط',
    picture: 'صورة',
    gif: 'صورة متحركة',
    moves: 'انسخ النقلات',
    embed: 'انسخ الشيفرة لصفحتك',
    embedWhy: 'ألصقها في أي صفحة: تعرض اللعبة وتقود إلى هنا.',
    pictureAlt: 'آخر وضعية في اللعبة',
    shareTitle: 'لعبة أربعة على خط',
  },
  waiting: {
    title: 'نبحث عن خصم',
    elapsed: 'مدة الانتظار',
    crowd: (online, playing) => {
      const others = Math.max(0, online - 1);
      if (others === 0) return NOBODY_ELSE;
      const here = `هنا غيرك: ${people(others)}`;
      return playing === 0 ? `${here}.` : `${here}، يلعب منهم ${number(playing)}.`;
    },
    rules: (text) => `طلبت: ${text}.`,
    stop: 'أوقف البحث',
    meanwhile: 'في هذه الأثناء',
    meanwhileText: 'مكانك محفوظ: يتبدل اللوح حين يأتي أحد.',
    computer: 'العب ضد الحاسوب',
    invite: 'ادعُ صديقًا',
    bot: 'العب مع روبوت على الإنترنت',
    instead: 'أو أنهِ البحث:',
    orBot: 'أو العب مع روبوت على الخادم',
    DIFFICULTIES: { easy: 'سهل', medium: 'متوسط', hard: 'صعب' },
    call: 'سيناديك صوت وعنوان التبويب؛ يمكنك قراءة صفحات أخرى.',
    notify: 'نبّهني',
  },
  watch: {
    finding: 'نبحث عن اللعبة',
    live: 'أنت تشاهد مباشرة.',
    replay: 'إعادة العرض',
    copyLink: 'انسخ الرابط',
    shareTitle: 'شاهد هذه اللعبة معي',
    next: 'يلعبان مرة أخرى. إلى اللعبة التالية…',
  },
};
