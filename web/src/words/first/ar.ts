/** العربية: what home needs; the rest is in `../ar.ts`. */
import { lastMover, type Standing } from '../../game/referee';
import { columnNumber, type Cell, type Column, type Side } from '../../game/types';
import { speech, wholeMinutes, type Forms } from '../speech';
import type { FirstWords } from '../type';

// The keys of the board are 1 to 7, so its columns are counted in the same digits.
export const { count, columns, list, moment, number, percent, utcDay } = speech('ar-u-nu-latn');

/** A name may be written from left to right: it keeps its direction and leaves that of the sentence. */
export const own = (name: string): string => `\u2068${name}\u2069`;

const DISCS: Forms = {
  zero: 'لا أقراص',
  one: 'قرص واحد',
  two: 'قرصان',
  few: '# أقراص',
  many: '# قرصًا',
  other: '# قرص',
};
const PEOPLE: Forms = {
  zero: 'لا أحد',
  one: 'شخص واحد',
  two: 'شخصان',
  few: '# أشخاص',
  many: '# شخصًا',
  other: '# شخص',
};
const SECONDS: Forms = {
  one: 'ثانية واحدة',
  two: 'ثانيتان',
  few: '# ثوانٍ',
  many: '# ثانية',
  other: '# ثانية',
};
const MINUTES: Forms = {
  one: 'دقيقة',
  two: 'دقيقتان',
  few: '# دقائق',
  many: '# دقيقة',
  other: '# دقيقة',
};
export const discs = (it: number): string => count(it, DISCS);
export const people = (it: number): string => count(it, PEOPLE);
export const seconds = (it: number): string => count(it, SECONDS);
export const minutes = (ms: number): string => count(wholeMinutes(ms), MINUTES);
export const column = (it: Column): string => `العمود ${columnNumber(it)}`;
export const at = (cell: Cell): string => `${column(cell.column)}، الصف ${cell.row + 1}`;
export const columnFull = (it: Column): string => `${column(it)} ممتلئ.`;

export const FOUR = 'أربعة على خط واحد.';
export const FULL = 'اللوح ممتلئ ولا أحد لديه أربعة.';
export const DRAW = 'تعادل';
export const NAMES: Readonly<Record<Side, string>> = { first: 'الأحمر', second: 'الأصفر' };
const COLOURS: Readonly<Record<string, string>> = {
  red: 'أحمر',
  yellow: 'أصفر',
  green: 'أخضر',
  '#000000': 'أسود',
  '#ffffff': 'أبيض',
};
export const colour = (name: string): string => COLOURS[name] ?? name;

export function tableTitle(state: Standing): string {
  if (state.kind === 'playing') return `دور ${NAMES[state.turn]}`;
  return state.kind === 'won' ? `فاز ${NAMES[state.by]}` : DRAW;
}

export const words: FirstWords = {
  bar: {
    label: 'لعبتك',
    yourMove: (name) => `لعبتك ضد ${own(name)}: دورك`,
    theirMove: (name) => `لعبتك ضد ${own(name)}: دور الخصم`,
    rematchWanted: (name) => `${own(name)} يريد إعادة المباراة`,
    rematchAsked: (name) => `ننتظر موافقة ${own(name)} على الإعادة`,
    searching: 'نبحث عن خصم',
    hosting: 'ننتظر صديقك',
    connectionLost: 'انقطع الاتصال، نحاول من جديد',
    elsewhere: (name) => `لعبتك ضد ${own(name)} ما زالت جارية.`,
    elsewhereHosting: 'دعوتك ما زالت مفتوحة.',
    goBack: 'اذهب إليها',
    stop: 'أوقف البحث',
    tabYourMove: 'دورك',
    tabSearching: 'نبحث عن خصم',
    tabHosting: 'ننتظر صديقك',
    tab: (what) => `${what} · Fourfall`,
    tabCalls: (what) => `● ${what} · Fourfall`,
    noticeYourMove: 'دورك الآن',
    noticeStarted: 'بدأت لعبتك',
    noticeOver: 'انتهت لعبتك',
    noticeRematch: 'إعادة؟',
    against: (name) => `ضد ${own(name)}`,
  },
  board: {
    colour,
    empty: 'فارغة',
    cell: (facts, sides) =>
      [
        at(facts),
        facts.side === undefined ? 'فارغة' : sides[facts.side],
        ...(facts.last ? ['آخر قرص'] : []),
        ...(facts.winning ? ['من خط الفوز'] : []),
      ].join('، '),
    at,
    columnFull,
    fourInARow: FOUR,
    full: FULL,
    draw: DRAW,
    timeLeft: (it) => `الباقي: ${seconds(it)}.`,
    keysTitle: 'اللعب بلوحة المفاتيح',
    keys: [
      ['1 – 7', 'أسقط القرص في ذلك العمود'],
      ['← →', 'اختر عمودًا'],
      ['↑ ↓', 'اقرأ الخانات فوق وتحت'],
      ['Enter, Space', 'أسقط القرص في العمود المختار'],
      ['?', 'هذه المساعدة'],
    ],
    keysWhere: 'تعمل المفاتيح حين يكون التركيز على اللوح: اضغط Tab حتى تصل إليه.',
  },
  clocks: {
    label: 'الوقت',
    NAMES: {
      live: {
        name: 'بلا ساعة',
        text: 'خذ وقتك، لكن من لا يلعب 90 ثانية يخسر. أحمر وأصفر.',
      },
      duel: {
        name: '60 ثانية',
        text: '60 ثانية لكل نقلة، ومن ينفد وقته يخسر. القرعة تحدد من يبدأ. أخضر وأحمر.',
      },
      classic: { name: 'بلا حد', text: 'لا ساعة إطلاقًا: فكّر كما تشاء. أحمر وأصفر.' },
    },
    SHORT: { live: 'بلا ساعة', duel: '60 ثانية لكل نقلة', classic: 'وقت بلا حد' },
  },
  common: {
    home: 'الرئيسية',
    tryAgain: 'حاول مجددًا',
    done: 'تم',
    on: 'نعم',
    off: 'لا',
    sound: 'الصوت',
    copied: 'نُسخ',
    couldNotCopy: 'تعذّر النسخ. ها هو:',
    discs,
    people,
    watching: (it) => `يشاهد: ${people(it)}`,
  },
  frame: {
    skip: 'انتقل إلى اللعبة',
    homeLink: 'Fourfall، الرئيسية',
    mainNavigation: 'القائمة الرئيسية',
    moreNavigation: 'المزيد',
    menu: 'القائمة',
    settings: 'الإعدادات',
    play: 'العب',
    watch: 'شاهد',
    analysis: 'تحليل',
    puzzles: 'ألغاز',
    leaderboard: 'الترتيب',
    account: 'الحساب',
    privacy: 'ما نحفظه',
    yourGames: 'ألعابك',
    forProgrammers: 'للمبرمجين',
    promise: 'مجاني ومفتوح ولا حاجة إلى حساب. اسمك وإعداداتك تبقى في هذا المتصفح.',
    language: 'اللغة',
    languageAuto: 'لغة المتصفح',
    title: (page) =>
      ({
        home: 'Fourfall: أربعة على خط، مع أي شخص',
        play: 'العب · Fourfall',
        solo: 'ضد الحاسوب · Fourfall',
        local: 'على الجهاز نفسه · Fourfall',
        watch: 'شاهد · Fourfall',
        watchRoom: 'شاهد · Fourfall',
        game: 'إعادة العرض · Fourfall',
        analysis: 'تحليل · Fourfall',
        player: 'لاعب · Fourfall',
        puzzles: 'ألغاز · Fourfall',
        history: 'ألعابك · Fourfall',
        leaderboard: 'الترتيب · Fourfall',
        account: 'حسابك · Fourfall',
        privacy: 'ما نحفظه · Fourfall',
        unknown: 'لا شيء هنا · Fourfall',
      })[page],
  },
  home: {
    title: 'أربعة على\u00A0خط. مع\u00A0أي\u00A0شخص، الآن.',
    lead: 'لعبة أربعة على خط في متصفحك. بلا حساب وبلا تثبيت.',
    toy: 'لوح للتجربة',
    ways: 'طرق اللعب',
    playOnline: 'العب على الإنترنت',
    inviteFriend: 'ادعُ صديقًا',
    computer: 'الحاسوب',
    sameDevice: 'الجهاز نفسه',
    change: 'غيّر الوقت',
    clear: 'أفرغ اللوح',
    names: NAMES,
    wins: (name) => `${FOUR} فاز ${name}!`,
    full: FULL,
    rulesAway: 'تعذّر تحميل القواعد. حاول مرة أخرى.',
    dropOne: 'هيا، أسقط قرصًا.',
    turn: (name) => `دور ${name}`,
    playingAs: 'تلعب باسم',
  },
  lists: {
    watchTitle: 'تُلعب الآن',
    nobodyPlaysTitle: 'لا أحد يلعب الآن',
    nobodyPlays: 'لا بد أن يبدأ أحد. الألعاب الجارية تظهر هنا من تلقاء نفسها.',
    nobodyPlaysYet: 'لا أحد بعد. قد تكون لعبتك الأولى.',
    finishedTitle: 'انتهت للتو',
    noneFinished: 'لم تنتهِ هنا أي لعبة بعد.',
    awayLive: 'الخادم غائب. يمكنك اللعب على هذا الجهاز.',
    awayFinished: 'لا شيء للعرض ما دام الخادم غائبًا.',
    play: 'العب مع شخص',
    playComputer: 'العب ضد الحاسوب',
    won: 'فاز',
    discs,
    room: (played, watching) =>
      [discs(played), ...(watching > 0 ? [`يشاهد: ${people(watching)}`] : [])].join(' · '),
    reason: ({ reason }) =>
      ({
        four: 'أربعة على خط',
        full: 'تعادل',
        resignation: 'استسلام',
        idle: 'تأخر كثيرًا',
        disconnect: 'لم يعد',
        timeout: 'انتهى الوقت',
        aborted: 'أُلغيت',
      })[reason],
    game: (how, atMs) => [...(how === undefined ? [] : [how]), moment(atMs)].join(' · '),
    pictureOf: (first, second) => `لوح ${own(first)} ضد ${own(second)}`,
    featuredTitle: 'جارية الآن',
    watchIt: 'شاهد',
    takeUp: 'أكملها بنفسك',
    leaderboard: 'الترتيب',
    leaderboardOrder: 'حسب التقييم: الكل يبدأ من 1500.',
    noLeaders: 'أول فائز سيكون في أعلى هذه القائمة.',
    place: 'المركز',
    player: 'اللاعب',
    rating: 'التقييم',
    wonColumn: 'فوز',
    lostColumn: 'خسارة',
    drawnColumn: 'تعادل',
    gamesColumn: 'ألعاب',
    discsColumn: 'أقراص',
    yourGames: 'ألعابك',
    noGames: 'لا ألعاب بعد',
    noGamesWhy: 'الألعاب التي تنهيها ضد الناس تُحفظ هنا بكل نقلاتها.',
    olderGames: 'ألعاب أقدم',
    listFailed: 'تعذّر تحميل القائمة.',
    shownRating: (points, provisional) => `${Math.round(points)}${provisional ? '?' : ''}`,
    claimed: 'هذا الاسم محجوز: لا يمكن لغيره أخذه.',
  },
  table: {
    NAMES,
    boardLabel: 'لوح للاعبَين. الأسهم للتنقل، Enter للإسقاط، و1 إلى 7 للإسقاط فورًا.',
    refereeAway: 'تعذّر تحميل القواعد. هل الشبكة متصلة؟ حاول مرة أخرى.',
    turn: (side) => `دور ${NAMES[side]}`,
    title: tableTitle,
    text: (state) =>
      ({ playing: 'العبا بالتناوب على هذه الشاشة.', won: FOUR, drawn: FULL })[state.kind],
    blocked: (state, it) =>
      state.kind === 'playing' ? columnFull(it) : 'انتهت اللعبة. ابدأ لعبة جديدة.',
    moved: (state, cell) => `${NAMES[lastMover(state)]}: ${at(cell)}. ${tableTitle(state)}.`,
    undone: (state) => `تم التراجع. ${tableTitle(state)}.`,
    begun: (state) => `لعبة جديدة. ${tableTitle(state)}.`,
    undo: 'تراجع',
    newGame: 'لعبة جديدة',
    review: 'مراجعة',
    askTitle: 'تبدأ لعبة جديدة؟',
    askText: 'هذه لم تنتهِ بعد. ستضيع أقراصها.',
    askKeep: 'أكمل اللعب',
  },
  time: { moment, utcDay, seconds, minutes, secondsLeftShort: 'ث باقية' },
  trouble: {
    KINDS: {
      away: {
        title: 'الخادم غائب',
        text: 'لا يجيب الآن. ألعابك في أمان: ستكمل حين يعود.',
      },
      page: {
        title: 'لا شيء هنا',
        text: 'لا صفحة في هذا العنوان. ربما ضاع حرف في الطريق.',
      },
      game: {
        title: 'لا توجد لعبة كهذه',
        text: 'لم تُلعب أي لعبة في هذا العنوان، أو ينقص الرابط جزء.',
      },
      player: {
        title: 'لا يوجد لاعب كهذا',
        text: 'لم يُنهِ أحد بهذا العنوان لعبة هنا بعد.',
      },
      room: {
        title: 'هذه اللعبة ليست جارية',
        text: 'انتهت أو لم تبدأ قط. ربما يلعب آخرون الآن.',
      },
    },
    gamesToWatch: 'ألعاب للمشاهدة',
  },
  welcome: {
    label: 'كيف تُلعب',
    steps: [
      'أسقطا الأقراص بالتناوب. يقع القرص في أدنى خانة فارغة من عموده.',
      'أربعة على خط تفوز: أفقيًا أو عموديًا أو مائلًا.',
      'إن كان لخصمك ثلاثة، فسُدّ الرابعة.',
    ],
    skip: 'فهمت',
  },
};
