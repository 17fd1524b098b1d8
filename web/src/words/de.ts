/** Deutsch. */
import { discsToWin, type Value } from '../game/analysis';
import { AI, TURN_SECONDS } from '../game/solo';
import { columnNumber, other, type Side } from '../game/types';
import { turnOf } from '../game/view';
import { calm } from './speech';
import {
  words as ofHome,
  count,
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
  FOUR,
  FULL,
  DRAW,
  NAMES,
  colour,
  tableTitle,
} from './first/de';
import type { Words } from './type';

function prospectOf(it: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  if (it.kind === 'draw') return 'Unentschieden, wenn niemand einen Fehler macht';
  const name = names[it.kind === 'win' ? turn : other(turn)];
  const more = discsToWin(it);
  return more === 1
    ? `${name} gewinnt mit dem nächsten Stein`
    : `${name} gewinnt von hier aus mit dem ${more}. Stein`;
}

const called: Words['match']['called'] = (view, side) =>
  side === view.mine ? 'Du' : view.seats[side].name;
const versus = (view: Parameters<typeof called>[0]): string =>
  `${called(view, 'first')} gegen ${called(view, 'second')}`;

const LEVELS = { easy: 'Leicht', medium: 'Mittel', hard: 'Schwer', perfect: 'Perfekt' } as const;
const ENGINE_AWAY = 'Der Rechner konnte nicht geladen werden.';
const NOBODY_ELSE = 'Gerade ist sonst niemand da.';

const judgements: Words['analysis']['judgements'] = {
  best: { name: 'bester Zug', names: 'Beste', glyph: '' },
  good: { name: 'gut', names: 'Gute', glyph: '' },
  inaccuracy: { name: 'Ungenauigkeit', names: 'Ungenaue', glyph: '!?' },
  missedWin: { name: 'verpasster Sieg', names: 'Verpasste Siege', glyph: '?!' },
  mistake: { name: 'Fehler', names: 'Fehler', glyph: '?' },
  blunder: { name: 'grober Fehler', names: 'Grobe Fehler', glyph: '??' },
};

const REACTIONS: Words['reactions']['names'] = {
  hello: 'Hallo',
  nice: 'Gut gespielt',
  wow: 'Wow',
  hmm: 'Mal überlegen',
  oops: 'Hoppla',
  thanks: 'Danke',
};

export const words: Words = {
  ...ofHome,
  account: {
    title: 'Dein Konto',
    why: 'Zum Spielen braucht es keins. Sichere dir einen Namen, um ihn, deine Spiele und deine Wertung zu behalten und dich überall anzumelden.',
    claimTitle: 'Behalte deinen Namen',
    claim: 'Diesen Namen sichern',
    claimFirst: 'Spiel zuerst online: Dann gibt es etwas zu behalten.',
    name: 'Name',
    password: 'Passwort',
    passwordHint: 'Mindestens zehn Zeichen. Ein ganzer Satz ist gut.',
    loginTitle: 'Anmelden',
    login: 'Anmelden',
    recoverTitle: 'Passwort vergessen?',
    recover: 'Mit einem Code anmelden',
    code: 'Ersatzcode',
    newPassword: 'Neues Passwort',
    codesTitle: 'Deine Ersatzcodes',
    codesHint:
      'Jeder lässt dich einmal hinein, wenn das Passwort weg ist. Du siehst sie nur dieses eine Mal: Schreib sie auf oder druck sie aus.',
    codesSeen: 'Ich habe sie aufgeschrieben',
    freshCodes: 'Neue Ersatzcodes',
    devices: 'Wo du angemeldet bist',
    thisDevice: 'dieses hier',
    unnamedDevice: 'ein Programm, das nicht sagt, was es ist',
    forgetDevice: 'Dort abmelden',
    logout: 'Abmelden',
    logoutEverywhere: 'Überall sonst abmelden',
    change: 'Passwort ändern',
    currentPassword: 'Bisheriges Passwort',
    confirm: 'Dein Passwort, noch einmal',
    dataTitle: 'Deine Daten',
    exportAll: 'Alles als JSON herunterladen',
    deleteTitle: 'Konto löschen',
    deleteHint:
      'Dein Name verschwindet überall. Die Spiele bleiben, weil sie auch anderen gehören, aber ohne Namen.',
    remove: 'Löschen',
    away: 'Der Server antwortet nicht. Versuch es noch einmal.',
    graphTitle: 'Wertung, Spiel für Spiel',
    block: 'Nie wieder mit dieser Person spielen',
    unblock: 'Wieder mit dieser Person spielen',
    blocked: 'Du wirst nicht mehr mit dieser Person zusammengebracht.',
    reportTitle: 'Bei den Betreibern melden',
    reportReason: 'Was ist passiert?',
    report: 'Melden',
    reported: 'Danke. Die Betreiber sehen es sich an.',
    signedInAs: (who) => `Du bist ${who}.`,
    codesLeft: (it) => count(it, { one: 'Noch # Ersatzcode.', other: 'Noch # Ersatzcodes.' }),
    since: (date) => `seit ${date}`,
    graph: (from, to, games) =>
      `Von ${from} auf ${to} in ${count(games, { one: '# gewerteten Spiel', other: '# gewerteten Spielen' })}.`,
    hasAccount: 'hat ein Konto',
    guest: 'Gast',
    guestHint: 'Spielt ohne Konto, der Name ist also nicht reserviert.',
    between: (low, high) => `Sehr wahrscheinlich zwischen ${low} und ${high}.`,
    questionMark: 'Das Fragezeichen verschwindet nach einigen weiteren gewerteten Spielen.',
    anyClock: 'Alle',
    period: 'Spiele',
    PERIODS: { all: 'Alle Zeiten', week: 'Letzte 7 Tage' },
    boardRule:
      'Auf diese Liste kommst du mit zehn gewerteten Spielen gegen vier verschiedene Leute, das letzte davon innerhalb von 30 Tagen.',
    boardRuleSome:
      'Auf diese Liste kommst du mit zehn gewerteten Spielen dieser Art gegen vier verschiedene Leute. Die Wertung ist die aus allen Spielen.',
    ratedMeans:
      'Gewertet wird ein Spiel, wenn „Gegner suchen“ euch zusammengebracht hat. Spiele mit Freunden und Bots zählen nicht.',
    noLeadersYet: 'So viele hat noch niemand gespielt. Du könntest die oder der Erste sein!',
    guestNow: (who) => `Du spielst als Gast, unter dem Namen ${who}.`,
    codesHow:
      'Um einen zu benutzen, öffne diese Seite, wenn du abgemeldet bist, und such „Passwort vergessen?“.',
    recoverHint: 'Einer von denen, die du beim Sichern des Namens aufgeschrieben hast.',
    copyCodes: 'Alle kopieren',
    loggedOutElsewhere: 'Alle anderen Geräte sind abgemeldet.',
    passwordChanged: 'Ab jetzt gilt das neue Passwort. Alle anderen Geräte sind abgemeldet.',
    deleteAsk: 'Das Konto wirklich löschen?',
    deleteText: 'Das lässt sich nicht rückgängig machen.',
    keepIt: 'Behalten',
    blockedTitle: 'Leute, die du blockiert hast',
    nobodyBlocked:
      'Niemand. Blockieren kannst du jemanden nach einem Spiel oder auf der Seite der Person.',
    unblockShort: 'Nicht mehr blockieren',
    forgotten: 'jemand, den es hier nicht mehr gibt',
    passkeysTitle: 'Passkeys',
    passkeysHint:
      'Ein Passkey lässt dich mit Fingerabdruck, Gesicht oder der PIN deines Geräts hinein. Es gibt kein Passwort, das man vergessen kann.',
    addPasskey: 'Passkey hinzufügen',
    unnamedPasskey: 'Ein Passkey',
    removePasskey: 'Entfernen',
    claimPasskey: 'Mit einem Passkey sichern',
    loginPasskey: 'Mit einem Passkey anmelden',
    passkeyCancelled:
      'Es wurde kein Passkey benutzt, und nichts hat sich geändert. Versuch es, wann du willst.',
    passkeyAdded: 'Fertig. Ab jetzt kommst du mit diesem Passkey hinein.',
    passkeysElsewhere: 'Unter dieser Adresse gehen Passkeys nicht.',
    firstPassword: 'Passwort wählen',
    personTitle: (who) => `${who} blockieren oder melden`,
    keptTitle: 'Was wir speichern, und wie lange',
    keptShort: 'Keine E-Mail-Adresse, keine Werbung, kein Tracking.',
    kept: [
      {
        title: 'Wenn du online spielst',
        lines: [
          'Eine zufällige Kennung, der Name, unter dem du spielst, deine Spiele mit jedem Zug und deine Wertung. Alle können sie sehen; ein Spiel mit einem Freund sehen die, die den Link haben.',
          'Sie bleiben, solange die Betreiber dieses Servers Gäste behalten. Wird ein Gast vergessen, gehen Name und Wertung. Die Spiele bleiben, weil sie auch anderen gehören.',
        ],
      },
      {
        title: 'Wenn du ein Konto hast',
        lines: [
          'Außerdem: Passwort und Ersatzcodes, so verschlüsselt, dass niemand sie lesen kann. Wo du angemeldet bist, so wie dein Browser sich nennt. Wen du blockiert und was du gemeldet hast. Von einem Passkey nur die Hälfte, die allein nichts öffnet.',
          'Bis du das Konto löschst. Dann verschwindet dein Name überall, und die Spiele bleiben ohne Namen.',
        ],
      },
      {
        title: 'Was in diesem Browser bleibt',
        lines: [
          'Deine Einstellungen, deine Rätsel und Spiele gegen den Computer oder an einem Gerät. Sie verlassen ihn nie.',
          'Eine zufällige Nummer für diesen Browser und ein Geheimnis, das beweist, wer du bist. Beides geht nur an diesen Server, wenn du dich verbindest.',
        ],
      },
      {
        title: 'Netzadressen',
        lines: [
          'Sie werden im Arbeitsspeicher gezählt, damit niemand den Server überrennt, und dann vergessen.',
        ],
      },
      {
        title: 'Was du tun kannst',
        lines: [
          'Auf der Seite „Dein Konto“ kannst du alles herunterladen, was über dich gespeichert ist, und dein Konto löschen.',
        ],
      },
    ],
  },
  analysis: {
    NAMES,
    boardLabel: 'Analysebrett. Wirf für Rot oder Gelb ein und sieh, was daraus wird.',
    value: (it) => {
      if (it.kind === 'draw') return 'unentschieden';
      const more = discsToWin(it);
      if (it.kind === 'win')
        return more === 1 ? 'gewinnt sofort' : `gewinnt mit dem ${more}. Stein`;
      return more === 1 ? 'verliert sofort' : `verliert gegen den ${more}. Stein`;
    },
    valueLines: (it) =>
      it.kind === 'draw'
        ? ['Remis']
        : [
            it.kind === 'win' ? 'Sieg' : 'verliert',
            discsToWin(it) === 1 ? 'sofort' : `${discsToWin(it)}. Stein`,
          ],
    full: 'voll',
    beingLookedAt: 'wird gerade untersucht',
    scores: 'Was jede Spalte wert ist',
    columnScore: (it, worth, best) => `${column(it)}: ${worth}${best ? ', am besten' : ''}`,
    prospect: (it, turn) => prospectOf(it, turn, NAMES),
    prospectOf,
    title: ({ standing, value, away }) => {
      if (standing.kind !== 'playing') return tableTitle(standing);
      if (away) return 'Kein Rechner';
      return value === undefined ? 'Denke nach' : prospectOf(value, standing.turn, NAMES);
    },
    text: ({ standing, best, away }) => {
      if (away) return ENGINE_AWAY;
      if (standing.kind !== 'playing') return standing.kind === 'won' ? FOUR : FULL;
      const mover = `${NAMES[standing.turn]} ist dran.`;
      if (best.length === 0) return mover;
      const all = list(best.map((it) => number(columnNumber(it))));
      return `${mover} Am besten: ${best.length > 1 ? 'Spalten' : 'Spalte'} ${all}.`;
    },
    played: (side, cell) => `${NAMES[side]}: ${at(cell)}.`,
    unknown: 'Noch nicht bekannt',
    notMoves: 'Züge sind Spalten, 1 bis 7: zum Beispiel 4435.',
    illegalMove: (it) => `Zug ${it} geht nicht; gezeigt bis dorthin.`,
    inTheLink: (trouble) => `Im Link: ${trouble}`,
    bestLine: 'Bester Verlauf',
    beingWorkedOut: 'Wird ausgerechnet…',
    bestLineDisc: (it) => `Zum ${it}. Stein des besten Verlaufs`,
    setUp: 'Stellung aus Zügen',
    setUpExample: '4435',
    show: 'Zeigen',
    clear: 'Brett leeren',
    copyLink: 'Link kopieren',
    shareTitle: 'Eine Stellung aus Vier gewinnt',
    moves: 'Züge',
    movesPlayed: (it) => (it > 0 ? `${it} von 42` : 'noch keine'),
    move: (it) => `Zug ${it}`,
    disc: (name, of, it) => `${name}: ${colour(of)} in ${column(it)}`,
    remarked: (disc, remark) => `${disc}, ${remark}`,
    judgements,
    review: 'Durchsicht',
    reviewProgress: (it) => `${percent(it)} angesehen`,
    reviewDone: 'Die Durchsicht ist fertig.',
    reviewFailed: 'Der Rechner hat aufgehört, bevor die Durchsicht fertig war.',
    noReview: `${ENGINE_AWAY} Deshalb gibt es gerade keine Durchsicht.`,
    accuracy: 'Genauigkeit',
    percent: (it) => (it === undefined ? '–' : percent(it)),
    toTurningPoint: (it) => `Zum Wendepunkt, Zug ${it}`,
    noTurn: 'Kein Zug hat geändert, wer gewinnt.',
    graph: (turns) => {
      const all = turns.map((it) => `Zug ${it.move} ${judgements[it.judgement].name}`).join(', ');
      return `Wert im Lauf des Spiels${all === '' ? '' : `: ${all}`}`;
    },
    tape: 'Wiederholung',
    toStart: 'Zum Anfang',
    backOne: 'Einen Zug zurück',
    forwardOne: 'Einen Zug weiter',
    toEnd: 'Zum Ende',
  },
  computer: {
    computer: 'Computer',
    you: 'Du',
    boardLabel: 'Du gegen den Computer. Mit ? siehst du die Tasten.',
    status: ({ game }, { ready, reachable, colours }) => {
      if (!reachable && game.status === 'playing') {
        return {
          title: 'Einen Moment',
          text: 'Der Computer antwortet gerade nicht. Ich versuche es weiter.',
        };
      }
      if (!ready) return { title: 'Einen Moment', text: 'Das Brett wird aufgebaut.' };
      switch (game.status) {
        case 'playing':
          return game.currentPlayer === AI
            ? { title: 'Der Computer überlegt', text: `Er spielt ${colours.its}.` }
            : {
                title: 'Du bist dran',
                text: `Du spielst ${colours.mine}. Such dir eine Spalte aus.`,
              };
        case 'human_won':
          return { title: 'GEWONNEN', text: `${FOUR} Gut gespielt!` };
        case 'ai_won':
          return {
            title: 'VERLOREN',
            text: game.gaveUp
              ? 'Du hast aufgegeben. Die Durchsicht zeigt, wo es gekippt ist.'
              : game.lostOnTime
                ? `Deine ${seconds(TURN_SECONDS)} sind um.`
                : `Vier in einer Reihe für ${colours.its}.`,
          };
        case 'draw':
          return { title: 'UNENTSCHIEDEN', text: FULL };
      }
    },
    heard: (now, by, cell) =>
      `${cell === undefined ? '' : `${by}: ${at(cell)}. `}${calm(now.title)}.`,
    over: 'Das Spiel ist zu Ende. Fang neu an, um wieder zu spielen.',
    thinking: 'Der Computer überlegt.',
    columnFull: (it) => `${column(it)} ist voll.`,
    restart: 'Neu anfangen',
    review: 'Durchsehen',
    takeBack: 'Zurücknehmen',
    hint: 'Tipp',
    hintLooking: 'Suche einen Tipp…',
    values: 'Werte',
    giveUp: 'Aufgeben',
    history: 'Gegen den Computer',
    historyWhy: 'Nur auf diesem Gerät gespeichert.',
    historyDetails: (level, when) => `${LEVELS[level]}, ${when}`,
    historyMore: 'Mehr zeigen',
    start: 'Start',
    startWhy: `Deine ${seconds(TURN_SECONDS)} pro Zug beginnen mit dem ersten Stein oder mit „Start“.`,
    difficulty: 'Stärke',
    levels: LEVELS,
    levelTag: (level) => LEVELS[level].toLowerCase(),
    levelWords: {
      easy: 'Wirft ein, wo es ihm gefällt, etwas öfter in der Mitte. Gut, um die Regeln zu lernen.',
      medium: 'Denkt vier Steine voraus. Nimmt einen Sieg mit, versperrt deinen.',
      hard: 'Denkt sechs Steine voraus und irrt sich nie, sobald sechzehn Steine liegen. Schlag ihn am Anfang.',
      perfect: 'Macht nie einen Fehler. Fängst du an, gewinnst du mit perfektem Spiel trotzdem.',
    },
    starter: 'Wer anfängt',
    fromNextGame: 'Gilt ab dem nächsten Spiel.',
    size: 'Größe des Bretts',
    sizes: { standard: 'Normal', large: 'Groß' },
    look: 'Brett',
    looks: { grid: 'Schwarz-weiß', blue: 'Blau' },
    points: 'Punkte',
    pointNames: { won: 'Gewonnen', lost: 'Verloren', drawn: 'Remis' },
    clearPoints: 'Auf null',
  },
  invite: {
    title: 'Warte auf deinen Freund',
    how: 'Schick den Link oder sag den Code. Das Spiel beginnt, sobald dein Freund da ist.',
    codeLabel: 'Code',
    copyLink: 'Link kopieren',
    share: 'Link teilen',
    shareTitle: 'Spiel mit mir Vier gewinnt',
    qr: 'QR-Code der Einladung',
    showQr: 'Scannen und mitspielen',
    neverMind: 'Doch nicht',
    lastsFor: (ms) => `Gilt noch ${minutes(ms)}.`,
    keepOpen: 'Du kannst diese Seite verlassen; ein Ton ruft dich, wenn jemand kommt.',
    invitedBy: (name) => `${name} lädt dich zu einem Spiel ein`,
    joinGame: 'Mitspielen',
    hostAway: (name) =>
      `${name} ist gerade nicht verbunden. Das Spiel beginnt, sobald ${name} zurück ist.`,
    looking: 'Sehe mir die Einladung an',
    deadTitle: 'Diese Einladung gilt nicht mehr',
    deadText:
      'Sie wurde abgesagt, ist abgelaufen, oder der Code ist vertippt. Bitte um einen neuen Link oder spiel mit jemand anderem.',
    fullTitle: 'Dieses Spiel hat schon begonnen',
    fullText: (name) => `Jemand anderes sitzt ${name} schon gegenüber. Du kannst zuschauen.`,
    watchIt: 'Beim Spiel zuschauen',
    overTitle: 'Dieses Spiel ist zu Ende',
    overText: (name) => `${name} hat es schon gespielt.`,
    seeGame: 'Spiel ansehen',
    playOther: 'Mit jemand anderem spielen',
    laterTitle: 'Gerade nicht',
    laterText: 'Die Einladung konnte nicht gelesen werden. Versuch es gleich noch einmal.',
    busyTitle: (name) => `Du spielst gerade gegen ${name}`,
    busyText: (host) =>
      `${host} lädt dich zu einem anderen Spiel ein. Machst du mit, gibst du dieses hier auf.`,
    noThanks: 'Nein danke',
    backToGame: 'Zurück zu meinem Spiel',
    resignAndJoin: 'Aufgeben und mitspielen',
    hostingNote: 'Wenn du mitspielst, endet deine eigene Einladung.',
    searchingNote: 'Wenn du mitspielst, endet die Suche.',
  },
  match: {
    called,
    turn: (view) => {
      const side = turnOf(view);
      if (side === undefined) return 'Das Spiel ist zu Ende';
      return side === view.mine ? 'Du bist dran' : `${view.seats[side].name} ist dran`;
    },
    over: 'Das Spiel ist zu Ende',
    you: 'du',
    computer: 'Computer',
    won: 'gewonnen',
    toMove: 'ist dran',
    away: 'weg',
    left: 'gegangen',
    resultTitle: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'ABGESAGT';
      if (winner === undefined) return view.mine === undefined ? DRAW : 'UNENTSCHIEDEN';
      if (view.mine === undefined) return `${view.seats[winner].name} hat gewonnen`;
      return winner === view.mine ? 'GEWONNEN' : 'VERLOREN';
    },
    result: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'Das Spiel wurde abgesagt.';
      if (winner === undefined) return `${DRAW}.`;
      const { name } = view.seats[winner];
      if (view.mine === undefined) return `${name} hat gewonnen.`;
      return winner === view.mine ? 'Du hast gewonnen.' : `Du hast verloren. ${name} hat gewonnen.`;
    },
    reason: (view, { winner, reason, lines }) => {
      const loser = winner === undefined ? undefined : other(winner);
      const mine = loser !== undefined && loser === view.mine;
      const who = loser === undefined ? '' : called(view, loser);
      switch (reason) {
        case 'four':
          return lines.length > 1 ? `Vier in einer Reihe, ${lines.length}-mal zugleich.` : FOUR;
        case 'full':
          return FULL;
        case 'resignation':
          return `${who} ${mine ? 'hast' : 'hat'} aufgegeben.`;
        case 'idle':
          return `${who} ${mine ? 'hast' : 'hat'} zu lange nicht gezogen.`;
        case 'disconnect':
          return `${who} ${mine ? 'bist' : 'ist'} nicht rechtzeitig zurückgekommen.`;
        case 'timeout':
          return `${who} ${mine ? 'hast' : 'hat'} keine Zeit mehr.`;
        case 'aborted':
          return 'Bevor beide gezogen haben. Es zählt für niemanden.';
      }
    },
    begun: (view) => `Es geht los: ${versus(view)}.`,
    boardLabel: (view) => `${versus(view)}. Mit ? siehst du die Tasten.`,
    moved: (who, cell) => `${who}: ${at(cell)}.`,
    columnFull: (it) => `${column(it)} ist voll.`,
    itIsTheirTurn: (name) => `${name} ist dran.`,
    gameIsOver: 'Das Spiel ist zu Ende.',
    lost: (name) =>
      `${name} hat die Verbindung verloren. Ist ${name} nicht rechtzeitig zurück, gewinnst du.`,
    lostShort: (name) => `${name} hat die Verbindung verloren.`,
    back: (name) => `${name} ist zurück.`,
    leftGame: (name) => `${name} ist gegangen.`,
    moveSoon: 'Zieh bald, sonst verlierst du.',
    mustMoveSoon: (name) => `${name} muss bald ziehen.`,
    moveWithin: (who) => (who === undefined ? 'Zieh in den nächsten' : `Zeit für ${who}:`),
    secondsUnit: 'Sekunden.',
    secondsLeft: (it) => `Noch ${seconds(it)}.`,
    secondsToMove: (it) => `Du hast ${seconds(it)}.`,
    connectionLost: 'Verbindung weg. Ich versuche es weiter.',
    connectionLostSafe: 'Verbindung weg. Ich versuche es weiter; dein Spiel ist sicher.',
    connectionLostKept:
      'Verbindung weg. Dein Stein wird gemerkt und gespielt, sobald die Verbindung zurück ist.',
    connected: 'Wieder verbunden.',
    sending: 'Dein Stein ist unterwegs…',
    chooseColumn: 'Such dir eine Spalte aus.',
    waitingForThem: 'Warte auf den anderen Stein.',
    resign: 'Aufgeben',
    resignTitle: 'Dieses Spiel aufgeben?',
    resignText: (name) => `Wenn du aufgibst, gewinnt ${name}.`,
    playOn: 'Weiterspielen',
    abort: 'Absagen',
    abortTitle: 'Dieses Spiel absagen?',
    abortText: 'Ihr habt noch nicht beide gezogen, also zählt es für niemanden.',
    rematch: 'Revanche',
    playAgain: 'Noch einmal spielen',
    noThanks: 'Nein danke',
    newOpponent: 'Neuer Gegner',
    review: 'Durchsehen',
    backToLobby: 'Zur Spielersuche',
    copyGame: 'Link zu diesem Spiel kopieren',
    rematchWanted: (name) => `${name} will eine Revanche.`,
    rematchAsked: (name) => `Warte, ob ${name} Ja sagt…`,
    noRematch: (name, why, byMe) => {
      if (byMe) {
        return why === 'disconnected'
          ? 'Dein Angebot einer Revanche endete mit deiner Verbindung.'
          : 'Du wolltest keine Revanche.';
      }
      return {
        declined: `${name} will keine Revanche.`,
        left: `${name} ist gegangen.`,
        disconnected: `${name} hat die Verbindung verloren, und damit endete das Angebot einer Revanche.`,
        busy: `${name} spielt jetzt mit jemand anderem.`,
      }[why];
    },
    series: (view, { wins, draws }) => {
      const mine = view.mine ?? 'first';
      const theirs = other(mine);
      const score = `${called(view, mine)} ${wins[mine]} – ${wins[theirs]} ${called(view, theirs)}`;
      return draws === 0 ? score : `${score}, ${draws} × unentschieden`;
    },
  },
  play: {
    lobbyTitle: 'Mit jemandem spielen',
    here: (online, playing) => {
      if (online === 0) return NOBODY_ELSE;
      return playing === 0
        ? `${people(online)} hier.`
        : `${people(online)} hier, ${count(playing, { one: '# spielt', other: '# spielen' })}.`;
    },
    anybody: 'Irgendwer',
    anybodyText: 'Wer als Nächstes ein Spiel sucht.',
    friend: 'Ein Freund',
    friendText: 'Schick einen Link; das Spiel beginnt, wenn er geöffnet wird.',
    bot: 'Ein Bot',
    botText: 'Auf dem Server, so stark du willst. Es geht sofort los.',
    findOpponent: 'Gegner suchen',
    inviteFriend: 'Freund einladen',
    haveCode: 'Hast du von jemandem einen Code?',
    join: 'Los',
    codeExample: 'ABC234',
    rules: ({ preset, turnSeconds, idleSeconds }) => {
      const lots = preset === 'duel' ? ' Das Los sagt, wer anfängt.' : '';
      if (turnSeconds !== undefined) return `${seconds(turnSeconds)} für jeden Zug.${lots}`;
      return idleSeconds === undefined
        ? `Gar keine Uhr.${lots}`
        : `Keine Uhr, aber wer ${seconds(idleSeconds)} nicht zieht, verliert.${lots}`;
    },
    replacedTitle: 'Dieses Spiel ist in einem anderen Tab offen',
    replacedText: 'Gespielt wird immer nur in einem Tab. Hol es hierher, um hier zu spielen.',
    playHere: 'Hier spielen',
    arriving: 'Einen Moment',
    joining: 'Gleich bist du im Spiel',
    opening: 'Deine Einladung wird gemacht',
    connecting: 'Verbinde…',
    noAnswer: 'Der Server antwortet nicht. Ich versuche es weiter…',
    endedWhileAway: 'Dein Spiel ist zu Ende gegangen, als du weg warst.',
    seeHowItEnded: 'Sieh, wie es ausging',
    invitationExpired: 'Deine Einladung ist abgelaufen: Niemand kam rechtzeitig.',
    invitationHostAway: 'Deine Einladung wurde geschlossen, weil du zu lange weg warst.',
    invitationCancelled: 'Deine Einladung wurde abgesagt.',
  },
  puzzles: {
    title: 'Rätsel',
    daily: 'Rätsel des Tages',
    ways: 'Welches Rätsel',
    level: (it) => `Stufe ${it}`,
    LEVELS: { 1: 'Leicht', 2: 'Mittel', 3: 'Knifflig', 4: 'Schwer', 5: 'Teuflisch' },
    own: 'Deine verpassten Siege',
    task: (aim, of) =>
      aim === 'win'
        ? `Ein einziger Zug gewinnt für ${of}. Welcher?`
        : `Ein einziger Zug rettet ${of} ins Unentschieden. Welcher?`,
    about: (it, level) => `Rätsel ${it}, ${level.toLowerCase()}`,
    aboutDaily: (date) => `Das Rätsel vom ${date}, für alle dasselbe`,
    aboutOwn: (left) =>
      `Aus einem Spiel von dir. Noch ${count(left, { one: '# verpasster Sieg', other: '# verpasste Siege' })}.`,
    gathering: 'Sehe deine Spiele durch…',
    noOwn:
      'Noch keine verpassten Siege. Spiel gegen den Computer oder online und sieh dein Spiel durch: Ein Sieg, den du übersehen hast, wird hier zum Rätsel.',
    right: 'Richtig!',
    wrong: 'Der nicht',
    solutionWas: (it) => `Richtig war Spalte ${it}.`,
    next: 'Nächstes Rätsel',
    again: 'Noch einmal',
    share: 'Ergebnis teilen',
    analyse: 'Analysieren',
    shareText: (what, solved, streak) =>
      `Fourfall, ${what}: ${solved ? 'sofort gelöst' : 'nicht gelöst'}${streak > 1 ? `, ${streak} in Folge` : ''}.`,
    streak: 'In Folge',
    best: 'Rekord',
    days: 'Tage',
    solved: 'Gelöst',
    doneToday: 'Das Rätsel von heute hast du schon. Das nächste kommt um Mitternacht (UTC).',
    boardLabel: 'Rätsel. Wirf den Stein dort ein, wo er hingehört.',
    away: 'Die Rätsel konnten nicht geladen werden.',
  },
  reactions: {
    label: 'Etwas sagen',
    mute: 'Stumm',
    names: REACTIONS,
    glyphs: { hello: '👋', nice: '👏', wow: '😮', hmm: '🤔', oops: '😅', thanks: '🙏' },
    says: (name, reaction) => `${name}: ${REACTIONS[reaction]}.`,
  },
  refusals: {
    refusal: (code) =>
      ({
        malformed: 'Der Server hat diese Seite nicht verstanden. Bitte lade sie neu.',
        unauthorized: 'Der Server kennt diesen Browser nicht mehr. Bitte lade die Seite neu.',
        forbidden: 'Das darfst du hier nicht.',
        unknown_room: 'Dieses Spiel gibt es nicht mehr.',
        unknown_code:
          'Unter diesem Code wartet kein Spiel. Vielleicht ist er vertippt, oder die Einladung ist vorbei.',
        unknown_player: 'Unter dieser Adresse hat noch niemand ein Spiel zu Ende gespielt.',
        not_your_turn: 'Du bist nicht dran.',
        column_out_of_range: 'Diese Spalte gibt es nicht.',
        column_full: 'Diese Spalte ist voll.',
        game_over: 'Das Spiel ist zu Ende.',
        not_started: 'Das Spiel hat noch nicht begonnen.',
        already_in_game: 'Du bist schon in einem anderen Spiel.',
        room_full: 'Beide Plätze dieses Spiels sind besetzt.',
        too_late: 'Zu spät: Ihr habt beide schon gezogen. Aufgeben kannst du noch.',
        rate_limited:
          'Das war viel auf einmal. Warte einen Moment und versuch es dann noch einmal.',
        overloaded: 'Der Server ist gerade voll. Versuch es in einer Minute noch einmal.',
        internal:
          'Auf dem Server ging etwas schief. Es ist nichts passiert; versuch es noch einmal.',
      })[code],
  },
  replay: {
    label: (first, second) => `${first} gegen ${second}, Wiederholung`,
    empty: 'Das leere Brett.',
    at: (ply, last, cell) => `Zug ${ply} von ${last}: ${at(cell)}.`,
    running: 'Läuft noch',
    soFar: (it) => `Bisher ${discs(it)}.`,
    play: 'Abspielen',
    pause: 'Anhalten',
    speed: 'Tempo',
    SPEEDS: { slow: 'Langsam', normal: 'Normal', fast: 'Schnell' },
    watchLive: 'Live zuschauen',
    analyse: 'Analysieren',
    share: 'Dieses Spiel teilen',
    shareTitle: 'Ein Spiel Vier gewinnt',
    nextGame: 'Nächstes Spiel',
  },
  review: {
    label: 'Was dieser Zug gekostet hat',
    verdict: (fault, it) => {
      const { name } = judgements[fault];
      return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}: ${column(it)}`;
    },
    played: ({ kind, by, key }, mover, names) => {
      const winner = by === undefined ? '' : names[by];
      switch (kind) {
        case 'leaves':
          return `Er lässt die Vier in Spalte ${columns(key)} offen: ${winner} macht sie mit dem nächsten Stein voll.`;
        case 'opens':
          return `Er ist die Stufe, die ${winner} braucht: Der nächste Stein darauf macht die Vier voll.`;
        case 'twoThreats':
          return by === mover
            ? 'Er gewinnt auch, aber später: mit zwei Stellen für die Vier zugleich.'
            : `${winner} hat bald zwei Stellen für die Vier, und nur eine lässt sich versperren.`;
        case 'zugzwang':
          return by === mover
            ? 'Er gewinnt auch, aber später, wenn die anderen Spalten voll sind.'
            : `Am Ende gehen die Spalten aus, und das markierte Feld fällt an ${winner}.`;
        case 'draw':
          return 'Spielen beide ihr Bestes, wird das Brett nun voll: unentschieden.';
        case 'wins':
          return 'Er macht die Vier voll.';
        case 'blocks':
          return `Er versperrt die Vier in Spalte ${columns(key)}, aber es gab etwas Besseres.`;
      }
    },
    better: (it, { kind, by, key }, mover) => {
      const start = `Besser: ${column(it)}.`;
      const longer = `${start} Das hält länger durch.`;
      switch (kind) {
        case 'wins':
          return `${start} Das macht die Vier voll.`;
        case 'blocks':
          return `${start} Das versperrt die Vier.`;
        case 'twoThreats':
          return by === mover
            ? `${start} Das führt zu zwei Stellen für die Vier zugleich, in den Spalten ${columns(key)}.`
            : longer;
        case 'zugzwang':
          return by === mover
            ? `${start} Am Ende gehen die Spalten aus, und das markierte Feld gehört dir.`
            : longer;
        case 'draw':
          return `${start} Das hält das Unentschieden.`;
        case 'leaves':
        case 'opens':
          return start;
      }
    },
    hint: (it, { kind, by, key }, mover) => {
      const start = column(it);
      const longest = `${start} hält am längsten durch.`;
      switch (kind) {
        case 'wins':
          return `${start} macht die Vier voll.`;
        case 'blocks':
          return `${start} versperrt eine Vier.`;
        case 'twoThreats':
          return by === mover
            ? `${start} führt zu zwei Stellen für die Vier zugleich, in den Spalten ${columns(key)}.`
            : longest;
        case 'zugzwang':
          return by === mover
            ? `${start}: Am Ende gehen die anderen Spalten aus, und das markierte Feld gehört dir.`
            : longest;
        case 'draw':
          return `${start} hält das Unentschieden.`;
        case 'leaves':
        case 'opens':
          return `${start}, auch wenn nichts mehr hilft.`;
      }
    },
    looking: 'Suche den Grund…',
    tryIt: 'Von hier aus probieren',
    askTitle: 'Dein Spiel ersetzen?',
    askText: 'Dein Spiel gegen den Computer ist noch nicht zu Ende. Seine Steine sind dann weg.',
    askKeep: 'Behalten',
    backToGame: 'Zurück zum Spiel',
    exploring: 'Ein eigener Verlauf. Das Spiel bleibt erhalten.',
    moveTitle: (it, name, of) => `Zug ${it}: ${name}, ${column(of)}`,
  },
  settings: {
    title: 'Einstellungen',
    scheme: 'Farben der Seite',
    SCHEMES: { auto: 'System', light: 'Hell', dark: 'Dunkel' },
    sound: 'Ton',
    marks: 'Zeichen auf den Steinen',
    movement: 'Bewegung',
    MOVEMENTS: { auto: 'Normal', reduced: 'Weniger' },
    tap: 'Zum Einwerfen tippen',
    TAPS: { once: 'Einmal', twice: 'Zweimal' },
    soloClock: 'Uhr gegen den Computer',
    soloBoard: 'Brett gegen den Computer',
    SOLO_BOARDS: { standard: 'Kompakt', large: 'Groß' },
    vibration: 'Vibration',
    notifications: 'Mitteilungen',
    notificationsBlocked: 'Dein Browser lässt Mitteilungen dieser Seite nicht zu.',
  },
  share: {
    share: 'Teilen',
    title: 'Dieses Spiel teilen',
    link: 'Link kopieren',
    picture: 'Bild',
    gif: 'Bewegtes Bild',
    moves: 'Züge kopieren',
    embed: 'Code für deine eigene Seite kopieren',
    embedWhy: 'Füg ihn in irgendeine Seite ein: Er zeigt das Spiel und führt hierher.',
    pictureAlt: 'Die letzte Stellung des Spiels',
    shareTitle: 'Ein Spiel Vier gewinnt',
  },
  waiting: {
    title: 'Suche jemanden zum Spielen',
    elapsed: 'Wartezeit',
    crowd: (online, playing) => {
      const others = Math.max(0, online - 1);
      if (others === 0) return NOBODY_ELSE;
      const here = `Außer dir ${count(others, { one: 'ist # Person', other: 'sind # Leute' })} hier`;
      return playing === 0
        ? `${here}.`
        : `${here}, ${count(playing, { one: '# davon spielt', other: '# davon spielen' })}.`;
    },
    rules: (text) => `Du suchst: ${text}.`,
    stop: 'Suche beenden',
    meanwhile: 'Inzwischen',
    meanwhileText: 'Du behältst deinen Platz: Das Brett wechselt, sobald jemand kommt.',
    computer: 'Gegen den Computer',
    invite: 'Freund einladen',
    bot: 'Online gegen einen Bot',
    instead: 'Oder beende die Suche:',
    orBot: 'oder spiel auf dem Server gegen einen Bot',
    DIFFICULTIES: { easy: 'Leicht', medium: 'Mittel', hard: 'Schwer' },
    call: 'Ein Ton und der Titel des Tabs rufen dich; du kannst solange andere Seiten lesen.',
    notify: 'Sag mir Bescheid',
  },
  watch: {
    finding: 'Suche das Spiel',
    live: 'Du schaust live zu.',
    replay: 'Wiederholung',
    copyLink: 'Link kopieren',
    shareTitle: 'Schau mit mir bei diesem Spiel zu',
    next: 'Sie spielen noch einmal. Weiter zum nächsten Spiel…',
  },
};
