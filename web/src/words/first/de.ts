/** Deutsch: what home needs; the rest is in `../de.ts`. */
import { lastMover, type Standing } from '../../game/referee';
import { columnNumber, type Cell, type Column, type Side } from '../../game/types';
import { speech, wholeMinutes } from '../speech';
import type { FirstWords } from '../type';

export const { count, columns, list, moment, number, percent, utcDay } = speech('de');

export const discs = (it: number): string => count(it, { one: '# Stein', other: '# Steine' });
export const people = (it: number): string => count(it, { one: '# Person', other: '# Leute' });
export const seconds = (it: number): string => count(it, { one: '# Sekunde', other: '# Sekunden' });
export const minutes = (ms: number): string =>
  count(wholeMinutes(ms), { one: 'eine Minute', other: '# Minuten' });
export const column = (it: Column): string => `Spalte ${columnNumber(it)}`;
export const at = (cell: Cell): string => `${column(cell.column)}, Zeile ${cell.row + 1}`;

export const FOUR = 'Vier in einer Reihe.';
export const FULL = 'Das Brett ist voll, und niemand hat vier.';
export const DRAW = 'Unentschieden';
export const NAMES: Readonly<Record<Side, string>> = { first: 'Rot', second: 'Gelb' };
const COLOURS: Readonly<Record<string, string>> = {
  red: 'Rot',
  yellow: 'Gelb',
  green: 'Grün',
  '#000000': 'Schwarz',
  '#ffffff': 'Weiß',
};
export const colour = (name: string): string => COLOURS[name] ?? name;

export function tableTitle(state: Standing): string {
  if (state.kind === 'playing') return `${NAMES[state.turn]} ist dran`;
  return state.kind === 'won' ? `${NAMES[state.by]} hat gewonnen` : DRAW;
}

export const words: FirstWords = {
  bar: {
    label: 'Dein Spiel',
    yourMove: (name) => `Dein Spiel gegen ${name}: Du bist dran`,
    theirMove: (name) => `Dein Spiel gegen ${name}: ${name} ist dran`,
    rematchWanted: (name) => `${name} will eine Revanche`,
    rematchAsked: (name) => `Warte, ob ${name} eine Revanche will`,
    searching: 'Suche jemanden zum Spielen',
    hosting: 'Warte auf deinen Freund',
    connectionLost: 'Verbindung weg, ich versuche es weiter',
    elsewhere: (name) => `Dein Spiel gegen ${name} läuft noch.`,
    elsewhereHosting: 'Deine Einladung gilt noch.',
    goBack: 'Hin da',
    stop: 'Suche beenden',
    tabYourMove: 'Du bist dran',
    tabSearching: 'Suche jemanden zum Spielen',
    tabHosting: 'Warte auf deinen Freund',
    tab: (what) => `${what} · Fourfall`,
    tabCalls: (what) => `● ${what} · Fourfall`,
    noticeYourMove: 'Du bist dran',
    noticeStarted: 'Dein Spiel hat begonnen',
    noticeOver: 'Dein Spiel ist zu Ende',
    noticeRematch: 'Revanche?',
    against: (name) => `Gegen ${name}`,
  },
  board: {
    colour,
    empty: 'leer',
    cell: (facts, sides) =>
      [
        at(facts),
        facts.side === undefined ? 'leer' : sides[facts.side],
        ...(facts.last ? ['letzter Stein'] : []),
        ...(facts.winning ? ['gewinnt'] : []),
      ].join(', '),
    at,
    columnFull: (it) => `${column(it)} ist voll.`,
    fourInARow: FOUR,
    full: FULL,
    draw: DRAW,
    timeLeft: (it) => `Noch ${seconds(it)}.`,
    keysTitle: 'Mit der Tastatur spielen',
    keys: [
      ['1 – 7', 'Stein in diese Spalte'],
      ['← →', 'Spalte aussuchen'],
      ['↑ ↓', 'Felder darüber und darunter vorlesen'],
      ['Enter, Leertaste', 'Stein in die gewählte Spalte'],
      ['?', 'diese Hilfe'],
    ],
    keysWhere: 'Die Tasten gelten, solange das Brett den Fokus hat: Drück Tab, bis du dort bist.',
  },
  clocks: {
    label: 'Uhr',
    NAMES: {
      live: {
        name: 'Ohne Uhr',
        text: 'Lass dir Zeit, aber wer 90 Sekunden nicht zieht, verliert. Rot und Gelb.',
      },
      duel: {
        name: '60 Sekunden',
        text: '60 Sekunden für jeden Zug; wem die Zeit ausgeht, verliert. Das Los sagt, wer anfängt. Grün und Rot.',
      },
      classic: {
        name: 'Unbegrenzt',
        text: 'Gar keine Uhr: Denk nach, so lange du willst. Rot und Gelb.',
      },
    },
    SHORT: { live: 'Ohne Uhr', duel: '60 Sekunden pro Zug', classic: 'Unbegrenzte Zeit' },
  },
  common: {
    home: 'Startseite',
    tryAgain: 'Noch einmal',
    done: 'Fertig',
    on: 'An',
    off: 'Aus',
    sound: 'Ton',
    copied: 'Kopiert',
    couldNotCopy: 'Kopieren ging nicht. Hier ist es:',
    discs,
    people,
    watching: (it) => count(it, { one: '# schaut zu', other: '# schauen zu' }),
  },
  frame: {
    skip: 'Direkt zum Spiel',
    homeLink: 'Fourfall, Startseite',
    mainNavigation: 'Hauptmenü',
    moreNavigation: 'Mehr',
    menu: 'Menü',
    settings: 'Einstellungen',
    play: 'Spielen',
    watch: 'Zuschauen',
    analysis: 'Analyse',
    puzzles: 'Rätsel',
    leaderboard: 'Rangliste',
    account: 'Konto',
    privacy: 'Was wir speichern',
    yourGames: 'Deine Spiele',
    forProgrammers: 'Für Programmierer',
    promise:
      'Kostenlos, offen, kein Konto nötig. Name und Einstellungen bleiben in diesem Browser.',
    language: 'Sprache',
    languageAuto: 'Wie im Browser',
    title: (page) =>
      ({
        home: 'Fourfall: vier in einer Reihe, mit allen',
        play: 'Spielen · Fourfall',
        solo: 'Gegen den Computer · Fourfall',
        local: 'An einem Gerät · Fourfall',
        watch: 'Zuschauen · Fourfall',
        watchRoom: 'Zuschauen · Fourfall',
        game: 'Wiederholung · Fourfall',
        analysis: 'Analyse · Fourfall',
        player: 'Spieler · Fourfall',
        puzzles: 'Rätsel · Fourfall',
        history: 'Deine Spiele · Fourfall',
        leaderboard: 'Rangliste · Fourfall',
        account: 'Dein Konto · Fourfall',
        privacy: 'Was wir speichern · Fourfall',
        unknown: 'Hier ist nichts · Fourfall',
      })[page],
  },
  home: {
    title: 'Vier in einer\u00A0Reihe. Mit\u00A0allen, jetzt\u00A0gleich.',
    lead: 'Vier gewinnt im Browser. Ohne Konto, ohne Installation.',
    toy: 'Ein Brett zum Ausprobieren',
    ways: 'So kannst du spielen',
    playOnline: 'Online spielen',
    inviteFriend: 'Freund einladen',
    computer: 'Computer',
    sameDevice: 'An einem Gerät',
    change: 'Uhr ändern',
    clear: 'Brett leeren',
    names: NAMES,
    wins: (name) => `${FOUR} ${name} gewinnt!`,
    full: FULL,
    rulesAway: 'Die Regeln konnten nicht geladen werden. Versuch es noch einmal.',
    dropOne: 'Na los, wirf einen ein.',
    turn: (name) => `${name} ist dran`,
    playingAs: 'Du spielst als',
  },
  lists: {
    watchTitle: 'Gerade gespielt',
    nobodyPlaysTitle: 'Im Moment spielt niemand',
    nobodyPlays: 'Jemand muss anfangen. Laufende Spiele erscheinen hier von selbst.',
    nobodyPlaysYet: 'Noch niemand. Deins könnte das erste Spiel sein.',
    finishedTitle: 'Gerade zu Ende',
    noneFinished: 'Hier ist noch kein Spiel zu Ende gespielt worden.',
    awayLive: 'Der Server ist weg. Auf diesem Gerät kannst du trotzdem spielen.',
    awayFinished: 'Solange der Server weg ist, gibt es hier nichts zu sehen.',
    play: 'Mit jemandem spielen',
    playComputer: 'Gegen den Computer',
    won: 'gewonnen',
    discs,
    room: (played, watching) =>
      [
        discs(played),
        ...(watching > 0
          ? [count(watching, { one: '# Person schaut zu', other: '# Leute schauen zu' })]
          : []),
      ].join(' · '),
    reason: ({ reason }) =>
      ({
        four: 'vier in einer Reihe',
        full: 'unentschieden',
        resignation: 'aufgegeben',
        idle: 'zu spät gezogen',
        disconnect: 'nicht zurückgekommen',
        timeout: 'Zeit abgelaufen',
        aborted: 'abgesagt',
      })[reason],
    game: (how, atMs) => [...(how === undefined ? [] : [how]), moment(atMs)].join(' · '),
    pictureOf: (first, second) => `Das Brett von ${first} gegen ${second}`,
    featuredTitle: 'Läuft gerade',
    watchIt: 'Zuschauen',
    takeUp: 'Selbst weiterspielen',
    leaderboard: 'Rangliste',
    leaderboardOrder: 'Nach Wertung: Alle fangen bei 1500 an.',
    noLeaders: 'Wer zuerst gewinnt, steht hier ganz oben.',
    place: 'Platz',
    player: 'Spieler',
    rating: 'Wertung',
    wonColumn: 'Siege',
    lostColumn: 'Verloren',
    drawnColumn: 'Remis',
    gamesColumn: 'Spiele',
    discsColumn: 'Steine',
    yourGames: 'Deine Spiele',
    noGames: 'Noch keine Spiele',
    noGamesWhy: 'Spiele gegen andere, die du zu Ende spielst, stehen hier mit jedem Zug.',
    olderGames: 'Ältere Spiele',
    listFailed: 'Die Liste konnte nicht geladen werden.',
    shownRating: (points, provisional) => `${Math.round(points)}${provisional ? '?' : ''}`,
    claimed: 'Dieser Name ist gesichert: Niemand sonst kann ihn haben.',
  },
  table: {
    NAMES,
    boardLabel: 'Brett für zwei. Pfeiltasten bewegen, Enter wirft ein, 1 bis 7 werfen sofort ein.',
    refereeAway:
      'Die Regeln konnten nicht geladen werden. Ist das Netz da? Versuch es noch einmal.',
    turn: (side) => `${NAMES[side]} ist dran`,
    title: tableTitle,
    text: (state) =>
      ({ playing: 'Spielt abwechselnd an diesem Bildschirm.', won: FOUR, drawn: FULL })[state.kind],
    blocked: (state, it) =>
      state.kind === 'playing'
        ? `${column(it)} ist voll.`
        : 'Das Spiel ist zu Ende. Fang ein neues an.',
    moved: (state, cell) => `${NAMES[lastMover(state)]}: ${at(cell)}. ${tableTitle(state)}.`,
    undone: (state) => `Zurückgenommen. ${tableTitle(state)}.`,
    begun: (state) => `Ein neues Spiel. ${tableTitle(state)}.`,
    undo: 'Zurück',
    newGame: 'Neues Spiel',
    review: 'Durchsehen',
    askTitle: 'Neues Spiel anfangen?',
    askText: 'Dieses ist noch nicht zu Ende. Seine Steine sind dann weg.',
    askKeep: 'Weiterspielen',
  },
  time: { moment, utcDay, seconds, minutes, secondsLeftShort: 's übrig' },
  trouble: {
    KINDS: {
      away: {
        title: 'Der Server ist weg',
        text: 'Er antwortet gerade nicht. Deine Spiele sind sicher: Sie gehen weiter, wenn er zurück ist.',
      },
      page: {
        title: 'Hier ist nichts',
        text: 'Unter dieser Adresse gibt es keine Seite. Vielleicht ging ein Buchstabe verloren.',
      },
      game: {
        title: 'Dieses Spiel gibt es nicht',
        text: 'Unter dieser Adresse wurde nie gespielt, oder dem Link fehlt ein Stück.',
      },
      player: {
        title: 'Diesen Spieler gibt es nicht',
        text: 'Unter dieser Adresse hat noch niemand ein Spiel zu Ende gespielt.',
      },
      room: {
        title: 'Dieses Spiel läuft nicht',
        text: 'Es ist vorbei, oder es hat nie begonnen. Vielleicht spielen gerade andere.',
      },
    },
    gamesToWatch: 'Spiele zum Zuschauen',
  },
  welcome: {
    label: 'So wird gespielt',
    steps: [
      'Werft abwechselnd einen Stein ein. Er fällt auf das unterste freie Feld seiner Spalte.',
      'Vier in einer Reihe gewinnen: waagerecht, senkrecht oder schräg.',
      'Hat der andere drei, versperr ihm das vierte.',
    ],
    skip: 'Alles klar',
  },
};
