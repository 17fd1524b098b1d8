/** Français: what home needs; the rest is in `../fr.ts`. */
import { lastMover, type Standing } from '../../game/referee';
import { columnNumber, type Cell, type Column, type Side } from '../../game/types';
import { speech, wholeMinutes } from '../speech';
import type { FirstWords } from '../type';

export const { count, columns, list, moment, number, percent, utcDay } = speech('fr');

export const discs = (it: number): string => count(it, { one: '# jeton', other: '# jetons' });
export const people = (it: number): string =>
  count(it, { one: '# personne', other: '# personnes' });
export const seconds = (it: number): string => count(it, { one: '# seconde', other: '# secondes' });
export const minutes = (ms: number): string =>
  count(wholeMinutes(ms), { one: 'une minute', other: '# minutes' });
export const column = (it: Column): string => `colonne ${columnNumber(it)}`;
export const at = (cell: Cell): string => `${column(cell.column)}, rangée ${cell.row + 1}`;
export const columnFull = (it: Column): string => `La ${column(it)} est pleine.`;
export const FOUR = 'Quatre à la suite.';
export const FULL = 'La grille est pleine et personne n’a quatre jetons alignés.';
export const DRAW = 'Match nul';
export const NAMES: Readonly<Record<Side, string>> = { first: 'Rouge', second: 'Jaune' };
const COLOURS: Readonly<Record<string, string>> = {
  red: 'rouge',
  yellow: 'jaune',
  green: 'vert',
  '#000000': 'noir',
  '#ffffff': 'blanc',
};
export const colour = (name: string): string => COLOURS[name] ?? name;

export function tableTitle(state: Standing): string {
  if (state.kind === 'playing') return `Au tour de ${NAMES[state.turn]}`;
  return state.kind === 'won' ? `${NAMES[state.by]} a gagné` : DRAW;
}

export const words: FirstWords = {
  bar: {
    label: 'Ta partie',
    yourMove: (name) => `Ta partie contre ${name} : à toi`,
    theirMove: (name) => `Ta partie contre ${name} : au tour de ${name}`,
    rematchWanted: (name) => `${name} veut une revanche`,
    rematchAsked: (name) => `En attente : ${name} veut-il une revanche ?`,
    searching: 'Recherche d’un adversaire',
    hosting: 'En attente de ton ami',
    connectionLost: 'Connexion perdue, nouvel essai en cours',
    elsewhere: (name) => `Ta partie contre ${name} continue.`,
    elsewhereHosting: 'Ton invitation est toujours ouverte.',
    goBack: 'Y aller',
    stop: 'Arrêter de chercher',
    tabYourMove: 'À toi',
    tabSearching: 'Recherche d’un adversaire',
    tabHosting: 'En attente de ton ami',
    tab: (what) => `${what} · Fourfall`,
    tabCalls: (what) => `● ${what} · Fourfall`,
    noticeYourMove: 'À toi de jouer',
    noticeStarted: 'Ta partie a commencé',
    noticeOver: 'Ta partie est finie',
    noticeRematch: 'Revanche ?',
    against: (name) => `Contre ${name}`,
  },
  board: {
    colour,
    empty: 'vide',
    cell: (facts, sides) =>
      [
        at(facts),
        facts.side === undefined ? 'vide' : sides[facts.side],
        ...(facts.last ? ['dernier jeton'] : []),
        ...(facts.winning ? ['gagnant'] : []),
      ].join(', '),
    at,
    columnFull,
    fourInARow: FOUR,
    full: FULL,
    draw: DRAW,
    timeLeft: (it) => `Encore ${seconds(it)}.`,
    keysTitle: 'Jouer au clavier',
    keys: [
      ['1 – 7', 'jouer dans cette colonne'],
      ['← →', 'choisir une colonne'],
      ['↑ ↓', 'lire les cases au-dessus et au-dessous'],
      ['Entrée, Espace', 'jouer dans la colonne choisie'],
      ['?', 'cette aide'],
    ],
    keysWhere:
      'Les touches marchent quand la grille a le focus : appuie sur Tab jusqu’à y arriver.',
  },
  clocks: {
    label: 'Temps',
    NAMES: {
      live: {
        name: 'Sans pendule',
        text: 'Prends ton temps, mais 90 secondes sans jouer font perdre la partie. Rouge et jaune.',
      },
      duel: {
        name: '60 secondes',
        text: '60 secondes par coup ; qui dépasse le temps perd. Un tirage au sort dit qui commence. Vert et rouge.',
      },
      classic: {
        name: 'Illimité',
        text: 'Aucune pendule : réfléchis aussi longtemps que tu veux. Rouge et jaune.',
      },
    },
    SHORT: { live: 'Sans pendule', duel: '60 secondes par coup', classic: 'Temps illimité' },
  },
  common: {
    home: 'Accueil',
    tryAgain: 'Réessayer',
    done: 'Terminé',
    on: 'Oui',
    off: 'Non',
    sound: 'Son',
    copied: 'Copié',
    couldNotCopy: 'Impossible de copier. Le voici :',
    discs,
    people,
    watching: (it) => count(it, { one: '# spectateur', other: '# spectateurs' }),
  },
  frame: {
    skip: 'Aller au jeu',
    homeLink: 'Fourfall, accueil',
    mainNavigation: 'Principale',
    moreNavigation: 'Plus',
    menu: 'Menu',
    settings: 'Réglages',
    play: 'Jouer',
    watch: 'Regarder',
    analysis: 'Analyse',
    puzzles: 'Énigmes',
    leaderboard: 'Classement',
    account: 'Compte',
    privacy: 'Ce que nous gardons',
    yourGames: 'Tes parties',
    forProgrammers: 'Pour programmeurs',
    promise:
      'Gratuit, ouvert, compte non nécessaire. Ton nom et tes réglages restent dans ce navigateur.',
    language: 'Langue',
    languageAuto: 'Celle du navigateur',
    title: (page) =>
      ({
        home: 'Fourfall : quatre à la suite, avec tout le monde',
        play: 'Jouer · Fourfall',
        solo: 'Contre l’ordinateur · Fourfall',
        local: 'Sur le même appareil · Fourfall',
        watch: 'Regarder · Fourfall',
        watchRoom: 'Regarder · Fourfall',
        game: 'Rediffusion · Fourfall',
        analysis: 'Analyse · Fourfall',
        player: 'Joueur · Fourfall',
        puzzles: 'Énigmes · Fourfall',
        history: 'Tes parties · Fourfall',
        leaderboard: 'Classement · Fourfall',
        account: 'Ton compte · Fourfall',
        privacy: 'Ce que nous gardons · Fourfall',
        unknown: 'Rien ici · Fourfall',
      })[page],
  },
  home: {
    title: 'Quatre à la\u00A0suite. Avec\u00A0tous, tout\u00A0de\u00A0suite.',
    lead: 'Puissance quatre dans ton navigateur. Sans compte, sans rien installer.',
    toy: 'Une grille pour essayer',
    ways: 'Façons de jouer',
    playOnline: 'Jouer en ligne',
    inviteFriend: 'Inviter un ami',
    computer: 'Ordinateur',
    sameDevice: 'Même appareil',
    change: 'Changer le temps',
    clear: 'Vider la grille',
    names: NAMES,
    wins: (name) => `${FOUR} ${name} gagne !`,
    full: FULL,
    rulesAway: 'Les règles n’ont pas pu être chargées. Réessaie.',
    dropOne: 'Vas-y, lâche un jeton.',
    turn: (name) => `Au tour de ${name}`,
    playingAs: 'Tu joues sous le nom de',
  },
  lists: {
    watchTitle: 'En train de jouer',
    nobodyPlaysTitle: 'Personne ne joue pour l’instant',
    nobodyPlays: 'Il faut bien que quelqu’un commence. Les parties en cours s’affichent ici.',
    nobodyPlaysYet: 'Personne encore. La première partie pourrait être la tienne.',
    finishedTitle: 'Tout juste finies',
    noneFinished: 'Aucune partie n’a encore été terminée ici.',
    awayLive: 'Le serveur est absent. Tu peux quand même jouer sur cet appareil.',
    awayFinished: 'Rien à montrer tant que le serveur est absent.',
    play: 'Jouer avec quelqu’un',
    playComputer: 'Jouer contre l’ordinateur',
    won: 'gagné',
    discs,
    room: (played, watching) =>
      [
        discs(played),
        ...(watching > 0
          ? [count(watching, { one: '# personne regarde', other: '# personnes regardent' })]
          : []),
      ].join(' · '),
    reason: ({ reason }) =>
      ({
        four: 'quatre à la suite',
        full: 'match nul',
        resignation: 'abandon',
        idle: 'joué trop tard',
        disconnect: 'pas revenu',
        timeout: 'temps écoulé',
        aborted: 'annulée',
      })[reason],
    game: (how, atMs) => [...(how === undefined ? [] : [how]), moment(atMs)].join(' · '),
    pictureOf: (first, second) => `La grille de ${first} contre ${second}`,
    featuredTitle: 'En ce moment',
    watchIt: 'Regarder',
    takeUp: 'La continuer toi-même',
    leaderboard: 'Classement',
    leaderboardOrder: 'Par cote : tout le monde commence à 1500.',
    noLeaders: 'Le premier gagnant sera en tête de cette liste.',
    place: 'Rang',
    player: 'Joueur',
    rating: 'Cote',
    wonColumn: 'Gagnées',
    lostColumn: 'Perdues',
    drawnColumn: 'Nulles',
    gamesColumn: 'Parties',
    discsColumn: 'Jetons',
    yourGames: 'Tes parties',
    noGames: 'Pas encore de partie',
    noGamesWhy: 'Les parties que tu finis contre d’autres sont gardées ici, coup par coup.',
    olderGames: 'Parties plus anciennes',
    listFailed: 'La liste n’a pas pu être chargée.',
    shownRating: (points, provisional) => `${Math.round(points)}${provisional ? '?' : ''}`,
    claimed: 'Ce nom est réservé : personne d’autre ne peut l’avoir.',
  },
  table: {
    NAMES,
    boardLabel: 'Grille pour deux. Les flèches déplacent, Entrée joue, 1 à 7 jouent tout de suite.',
    refereeAway: 'Les règles n’ont pas pu être chargées. Le réseau est-il là ? Réessaie.',
    turn: (side) => `Au tour de ${NAMES[side]}`,
    title: tableTitle,
    text: (state) =>
      ({ playing: 'Jouez chacun votre tour sur cet écran.', won: FOUR, drawn: FULL })[state.kind],
    blocked: (state, it) =>
      state.kind === 'playing' ? columnFull(it) : 'La partie est finie. Commences-en une autre.',
    moved: (state, cell) => `${NAMES[lastMover(state)]} : ${at(cell)}. ${tableTitle(state)}.`,
    undone: (state) => `Coup annulé. ${tableTitle(state)}.`,
    begun: (state) => `Nouvelle partie. ${tableTitle(state)}.`,
    undo: 'Annuler',
    newGame: 'Nouvelle partie',
    review: 'Revoir',
    askTitle: 'Commencer une autre partie ?',
    askText: 'Celle-ci n’est pas finie. Ses jetons seront perdus.',
    askKeep: 'Continuer',
  },
  time: { moment, utcDay, seconds, minutes, secondsLeftShort: 's restantes' },
  trouble: {
    KINDS: {
      away: {
        title: 'Le serveur est absent',
        text: 'Il ne répond pas. Tes parties sont à l’abri : elles reprendront à son retour.',
      },
      page: {
        title: 'Rien ici',
        text: 'Il n’y a pas de page à cette adresse. Une lettre s’est peut-être perdue en route.',
      },
      game: {
        title: 'Cette partie n’existe pas',
        text: 'Aucune partie n’a été jouée à cette adresse, ou il manque un bout au lien.',
      },
      player: {
        title: 'Ce joueur n’existe pas',
        text: 'Personne avec cette adresse n’a encore terminé de partie ici.',
      },
      room: {
        title: 'Cette partie n’est pas en cours',
        text: 'Elle est finie, ou n’a jamais commencé. D’autres jouent peut-être en ce moment.',
      },
    },
    gamesToWatch: 'Parties à regarder',
  },
  welcome: {
    label: 'Comment on joue',
    steps: [
      'Lâchez un jeton chacun votre tour. Il tombe sur la case libre la plus basse de sa colonne.',
      'Quatre à la suite gagnent : à l’horizontale, à la verticale ou en diagonale.',
      'Si l’autre en a trois, bloque le quatrième.',
    ],
    skip: 'Compris',
  },
};
