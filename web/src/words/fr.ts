/** Français. */
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
  columnFull,
  FOUR,
  FULL,
  DRAW,
  NAMES,
  colour,
  tableTitle,
} from './first/fr';
import type { Words } from './type';

/** "2e": which disc it is. */
const nth = (it: number): string => `${it}ᵉ`;

function prospectOf(it: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  if (it.kind === 'draw') return 'Match nul, si personne ne se trompe';
  const name = names[it.kind === 'win' ? turn : other(turn)];
  const more = discsToWin(it);
  return more === 1
    ? `${name} gagne avec le prochain jeton`
    : `${name} gagne avec son ${nth(more)} jeton à partir d’ici`;
}

const called: Words['match']['called'] = (view, side) =>
  side === view.mine ? 'Toi' : view.seats[side].name;
const versus = (view: Parameters<typeof called>[0]): string =>
  `${called(view, 'first')} contre ${called(view, 'second')}`;

const LEVELS = { easy: 'Facile', medium: 'Moyen', hard: 'Difficile', perfect: 'Parfait' } as const;
const ENGINE_AWAY = 'Le moteur n’a pas pu être chargé.';
const NOBODY_ELSE = 'Il n’y a personne d’autre pour l’instant.';

const judgements: Words['analysis']['judgements'] = {
  best: { name: 'meilleur coup', names: 'Meilleurs', glyph: '' },
  good: { name: 'bon', names: 'Bons', glyph: '' },
  inaccuracy: { name: 'imprécision', names: 'Imprécisions', glyph: '!?' },
  missedWin: { name: 'victoire manquée', names: 'Victoires manquées', glyph: '?!' },
  mistake: { name: 'erreur', names: 'Erreurs', glyph: '?' },
  blunder: { name: 'grosse erreur', names: 'Grosses erreurs', glyph: '??' },
};

const REACTIONS: Words['reactions']['names'] = {
  hello: 'Salut',
  nice: 'Bien joué',
  wow: 'Waouh',
  hmm: 'Je réfléchis',
  oops: 'Oups',
  thanks: 'Merci',
};

export const words: Words = {
  ...ofHome,
  account: {
    title: 'Ton compte',
    why: 'Pas besoin de compte pour jouer. Réserve un nom pour le garder, avec tes parties et ta cote, et te connecter de partout.',
    claimTitle: 'Garde ton nom',
    claim: 'Réserver ce nom',
    claimFirst: 'Joue d’abord une partie en ligne : il y aura quelque chose à garder.',
    name: 'Nom',
    password: 'Mot de passe',
    passwordHint: 'Au moins dix caractères. Une phrase fait très bien l’affaire.',
    loginTitle: 'Se connecter',
    login: 'Se connecter',
    recoverTitle: 'Mot de passe perdu ?',
    recover: 'Se connecter avec un code',
    code: 'Code de secours',
    newPassword: 'Nouveau mot de passe',
    codesTitle: 'Tes codes de secours',
    codesHint:
      'Chacun te laisse entrer une fois si tu perds le mot de passe. Ils ne s’affichent que cette fois : note-les ou imprime-les.',
    codesSeen: 'Je les ai notés',
    freshCodes: 'Nouveaux codes de secours',
    devices: 'Où tu es connecté',
    thisDevice: 'celui-ci',
    unnamedDevice: 'un programme qui ne dit pas ce qu’il est',
    forgetDevice: 'Déconnecter là-bas',
    logout: 'Se déconnecter',
    logoutEverywhere: 'Se déconnecter partout ailleurs',
    change: 'Changer le mot de passe',
    currentPassword: 'Mot de passe actuel',
    confirm: 'Ton mot de passe, encore une fois',
    dataTitle: 'Tes données',
    exportAll: 'Tout télécharger en JSON',
    deleteTitle: 'Supprimer le compte',
    deleteHint:
      'Ton nom disparaît, partout. Les parties restent, sans nom, car elles sont aussi à quelqu’un d’autre.',
    remove: 'Le supprimer',
    away: 'Le serveur ne répond pas. Réessaie.',
    graphTitle: 'Cote, partie par partie',
    block: 'Ne plus jamais jouer contre cette personne',
    unblock: 'Rejouer contre cette personne',
    blocked: 'Tu ne joueras plus contre cette personne.',
    reportTitle: 'Signaler aux responsables',
    reportReason: 'Que s’est-il passé ?',
    report: 'Signaler',
    reported: 'Merci. Les responsables vont regarder.',
    signedInAs: (who) => `Tu es ${who}.`,
    codesLeft: (it) =>
      count(it, { one: 'Il reste # code de secours.', other: 'Il reste # codes de secours.' }),
    since: (date) => `depuis ${date}`,
    graph: (from, to, games) =>
      `De ${from} à ${to} en ${count(games, { one: '# partie classée', other: '# parties classées' })}.`,
    hasAccount: 'a un compte',
    guest: 'invité',
    guestHint: 'Joue sans compte : le nom n’est donc pas réservé.',
    between: (low, high) => `Très probablement entre ${low} et ${high}.`,
    questionMark: 'Le point d’interrogation disparaît après quelques parties classées de plus.',
    anyClock: 'Toutes',
    period: 'Parties',
    PERIODS: { all: 'Depuis toujours', week: '7 derniers jours' },
    boardRule:
      'Pour être dans cette liste, joue dix parties classées contre quatre personnes différentes, la dernière depuis moins de 30 jours.',
    boardRuleSome:
      'Pour être dans cette liste, joue dix parties classées de ce genre contre quatre personnes différentes. La cote est celle de toutes les parties.',
    ratedMeans:
      'Une partie est classée si « Trouver un adversaire » vous a réunis. Celles avec des amis ou des bots ne le sont pas.',
    noLeadersYet: 'Personne n’en a encore joué autant. Tu pourrais ouvrir la liste !',
    guestNow: (who) => `Tu joues sans compte, sous le nom ${who}.`,
    codesHow:
      'Pour en utiliser un, ouvre cette page sans être connecté et cherche « Mot de passe perdu ? ».',
    recoverHint: 'Un de ceux que tu as notés en réservant le nom.',
    copyCodes: 'Les copier',
    loggedOutElsewhere: 'Tous les autres appareils sont déconnectés.',
    passwordChanged:
      'Le nouveau mot de passe est en place. Tous les autres appareils sont déconnectés.',
    deleteAsk: 'Vraiment supprimer le compte ?',
    deleteText: 'On ne peut pas revenir en arrière.',
    keepIt: 'Le garder',
    blockedTitle: 'Les personnes que tu as bloquées',
    nobodyBlocked: 'Personne. Tu peux bloquer quelqu’un après une partie ou sur sa page.',
    unblockShort: 'Débloquer',
    forgotten: 'quelqu’un qui n’est plus là',
    passkeysTitle: 'Clés d’accès',
    passkeysHint:
      'Une clé d’accès te laisse entrer avec l’empreinte, le visage ou le code PIN de ton appareil. Il n’y a pas de mot de passe à oublier.',
    addPasskey: 'Ajouter une clé d’accès',
    unnamedPasskey: 'Clé d’accès',
    removePasskey: 'Retirer',
    claimPasskey: 'Le réserver avec une clé d’accès',
    loginPasskey: 'Se connecter avec une clé d’accès',
    passkeyCancelled: 'Aucune clé n’a été utilisée et rien n’a changé. Réessaie quand tu veux.',
    passkeyAdded: 'C’est fait. Cette clé te laisse entrer à partir de maintenant.',
    passkeysElsewhere: 'Les clés d’accès ne marchent pas à cette adresse.',
    firstPassword: 'Choisir un mot de passe',
    personTitle: (who) => `Bloquer ou signaler ${who}`,
    keptTitle: 'Ce que nous gardons, et combien de temps',
    keptShort: 'Pas d’adresse électronique, pas de publicité, pas de pistage.',
    kept: [
      {
        title: 'Quand tu joues en ligne',
        lines: [
          'Un identifiant au hasard, le nom sous lequel tu joues, tes parties avec chaque coup, et ta cote. Tout le monde peut les voir ; une partie avec un ami est vue par ceux qui ont son lien.',
          'Cela reste tant que les responsables de ce serveur gardent les invités. Quand un invité est oublié, son nom et sa cote partent. Les parties restent, car elles sont aussi à quelqu’un d’autre.',
        ],
      },
      {
        title: 'Quand tu as un compte',
        lines: [
          'En plus : ton mot de passe et tes codes de secours, brouillés pour que personne ne puisse les lire. Où tu es connecté, tel que ton navigateur se nomme. Qui tu as bloqué, et ce que tu as signalé. D’une clé d’accès, seulement la moitié qui n’ouvre rien à elle seule.',
          'Jusqu’à ce que tu supprimes le compte. Alors ton nom disparaît partout, et les parties restent sans nom.',
        ],
      },
      {
        title: 'Ce qui reste dans ce navigateur',
        lines: [
          'Tes réglages, tes problèmes, et les parties contre l’ordinateur ou sur un même appareil. Cela n’en sort jamais.',
          'Un numéro au hasard pour ce navigateur, et un secret qui prouve qui tu es. Les deux ne sont envoyés qu’à ce serveur, quand tu te connectes.',
        ],
      },
      {
        title: 'Adresses réseau',
        lines: [
          'Comptées dans la mémoire du serveur pour que personne ne le déborde, puis oubliées.',
        ],
      },
      {
        title: 'Ce que tu peux faire',
        lines: [
          'Sur la page de ton compte, tu peux télécharger tout ce qui est gardé sur toi, et supprimer ton compte.',
        ],
      },
    ],
  },
  analysis: {
    NAMES,
    boardLabel: 'Grille d’analyse. Joue pour l’un ou l’autre et vois ce que ça donne.',
    value: (it) => {
      if (it.kind === 'draw') return 'match nul';
      const more = discsToWin(it);
      if (it.kind === 'win') {
        return more === 1 ? 'gagne tout de suite' : `gagne avec le ${nth(more)} jeton`;
      }
      return more === 1 ? 'perd tout de suite' : `perd au ${nth(more)} jeton`;
    },
    valueLines: (it) =>
      it.kind === 'draw'
        ? ['nul']
        : [
            it.kind === 'win' ? 'gagne' : 'perd',
            discsToWin(it) === 1 ? 'aussitôt' : `${nth(discsToWin(it))} jeton`,
          ],
    full: 'pleine',
    beingLookedAt: 'à l’étude',
    scores: 'Ce que vaut chaque colonne',
    columnScore: (it, worth, best) =>
      `Colonne ${columnNumber(it)} : ${worth}${best ? ', la meilleure' : ''}`,
    prospect: (it, turn) => prospectOf(it, turn, NAMES),
    prospectOf,
    title: ({ standing, value, away }) => {
      if (standing.kind !== 'playing') return tableTitle(standing);
      if (away) return 'Pas de moteur';
      return value === undefined ? 'Réflexion en cours' : prospectOf(value, standing.turn, NAMES);
    },
    text: ({ standing, best, away }) => {
      if (away) return ENGINE_AWAY;
      if (standing.kind !== 'playing') return standing.kind === 'won' ? FOUR : FULL;
      const mover = `À ${NAMES[standing.turn]} de jouer.`;
      if (best.length === 0) return mover;
      const all = list(best.map((it) => number(columnNumber(it))));
      return `${mover} Le mieux : ${best.length > 1 ? 'colonnes' : 'colonne'} ${all}.`;
    },
    played: (side, cell) => `${NAMES[side]} : ${at(cell)}.`,
    unknown: 'Pas encore connu',
    notMoves: 'Les coups sont des colonnes, de 1 à 7 : par exemple 4435.',
    illegalMove: (it) => `Le coup ${it} est impossible ; affiché jusque-là.`,
    inTheLink: (trouble) => `Dans le lien : ${trouble}`,
    bestLine: 'Meilleure suite',
    beingWorkedOut: 'Calcul en cours…',
    bestLineDisc: (it) => `Au jeton ${it} de la meilleure suite`,
    setUp: 'Position par les coups',
    setUpExample: '4435',
    show: 'Afficher',
    clear: 'Vider la grille',
    copyLink: 'Copier le lien',
    shareTitle: 'Une position de puissance quatre',
    moves: 'Coups',
    movesPlayed: (it) => (it > 0 ? `${it} sur 42` : 'aucun encore'),
    move: (it) => `Coup ${it}`,
    disc: (name, of, it) => `${name} : ${colour(of)} dans la ${column(it)}`,
    remarked: (disc, remark) => `${disc}, ${remark}`,
    judgements,
    review: 'Bilan',
    reviewProgress: (it) => `${percent(it)} examiné`,
    reviewDone: 'Le bilan est prêt.',
    reviewFailed: 'Le moteur s’est arrêté avant la fin du bilan.',
    noReview: `${ENGINE_AWAY} Il n’y a donc pas de bilan pour l’instant.`,
    accuracy: 'Précision',
    percent: (it) => (it === undefined ? '–' : percent(it)),
    toTurningPoint: (it) => `Au tournant, coup ${it}`,
    noTurn: 'Aucun coup n’a changé le gagnant.',
    graph: (turns) => {
      const all = turns.map((it) => `coup ${it.move}, ${judgements[it.judgement].name}`);
      return `Valeur au fil de la partie${all.length === 0 ? '' : ` : ${all.join(' ; ')}`}`;
    },
    tape: 'Rediffusion',
    toStart: 'Au début',
    backOne: 'Un coup en arrière',
    forwardOne: 'Un coup en avant',
    toEnd: 'À la fin',
  },
  computer: {
    computer: 'Ordinateur',
    you: 'Toi',
    boardLabel: 'Toi contre l’ordinateur. Appuie sur ? pour les touches.',
    status: ({ game }, { ready, reachable, colours }) => {
      if (!reachable && game.status === 'playing') {
        return { title: 'Un instant', text: 'L’ordinateur ne répond pas. Nouvel essai en cours.' };
      }
      if (!ready) return { title: 'Un instant', text: 'Mise en place de la grille.' };
      switch (game.status) {
        case 'playing':
          return game.currentPlayer === AI
            ? { title: 'L’ordinateur réfléchit', text: `Il joue en ${colours.its}.` }
            : { title: 'À toi', text: `Tu joues en ${colours.mine}. Choisis une colonne.` };
        case 'human_won':
          return { title: 'GAGNÉ', text: `${FOUR} Bien joué !` };
        case 'ai_won':
          return {
            title: 'PERDU',
            text: game.gaveUp
              ? 'Tu as abandonné. Le bilan montre où tout a basculé.'
              : game.lostOnTime
                ? `Tes ${seconds(TURN_SECONDS)} sont écoulées.`
                : `Quatre à la suite en ${colours.its}.`,
          };
        case 'draw':
          return { title: 'MATCH NUL', text: FULL };
      }
    },
    heard: (now, by, cell) =>
      `${cell === undefined ? '' : `${by} : ${at(cell)}. `}${calm(now.title)}.`,
    over: 'La partie est finie. Recommence pour rejouer.',
    thinking: 'L’ordinateur réfléchit.',
    columnFull,
    restart: 'Recommencer',
    review: 'Revoir',
    takeBack: 'Reprendre',
    hint: 'Indice',
    hintLooking: 'Recherche d’un indice…',
    values: 'Valeurs',
    giveUp: 'Abandonner',
    history: 'Contre l’ordinateur',
    historyWhy: 'Gardées sur cet appareil seulement.',
    historyDetails: (level, when) => `${LEVELS[level]}, ${when}`,
    historyMore: 'Afficher plus',
    start: 'Commencer',
    startWhy: `Tes ${seconds(TURN_SECONDS)} par tour démarrent avec le premier jeton, ou avec « Commencer ».`,
    difficulty: 'Difficulté',
    levels: LEVELS,
    levelTag: (level) => LEVELS[level].toLowerCase(),
    levelWords: {
      easy: 'Joue où ça lui chante, un peu plus souvent au milieu. Bien pour apprendre les règles.',
      medium: 'Voit quatre jetons à l’avance. Prend une victoire, bloque la tienne.',
      hard: 'Voit six jetons à l’avance et ne se trompe plus dès seize jetons. Bats-le au début.',
      perfect: 'Ne se trompe jamais. Si tu commences, un jeu parfait gagne quand même.',
    },
    starter: 'Qui commence',
    fromNextGame: 'Compte à partir de la prochaine partie.',
    size: 'Taille de la grille',
    sizes: { standard: 'Normale', large: 'Grande' },
    look: 'Grille',
    looks: { grid: 'Noir et blanc', blue: 'Bleue' },
    points: 'Points',
    pointNames: { won: 'Gagnées', lost: 'Perdues', drawn: 'Nulles' },
    clearPoints: 'Remettre à zéro',
  },
  invite: {
    title: 'En attente de ton ami',
    how: 'Envoie-lui ce lien ou dis-lui le code. La partie commence dès son arrivée.',
    codeLabel: 'Code',
    copyLink: 'Copier le lien',
    share: 'Partager le lien',
    shareTitle: 'Joue à puissance quatre avec moi',
    qr: 'Code QR de l’invitation',
    showQr: 'Scanne pour jouer',
    neverMind: 'Laisse tomber',
    lastsFor: (ms) => `Ouverte encore ${minutes(ms)}.`,
    keepOpen: 'Tu peux quitter cette page ; un son t’appelle quand quelqu’un arrive.',
    invitedBy: (name) => `${name} t’invite à une partie`,
    joinGame: 'Rejoindre la partie',
    hostAway: (name) =>
      `${name} n’est pas connecté pour l’instant. La partie commence dès son retour.`,
    looking: 'Lecture de l’invitation',
    deadTitle: 'Cette invitation est terminée',
    deadText:
      'Elle a été annulée, elle a expiré, ou le code est mal tapé. Demande un nouveau lien, ou joue avec quelqu’un d’autre.',
    fullTitle: 'Cette partie a commencé',
    fullText: (name) => `Quelqu’un d’autre a pris place face à ${name}. Tu peux regarder.`,
    watchIt: 'Regarder la partie',
    overTitle: 'Cette partie est finie',
    overText: (name) => `${name} l’a déjà jouée.`,
    seeGame: 'Voir la partie',
    playOther: 'Jouer avec quelqu’un d’autre',
    laterTitle: 'Pas maintenant',
    laterText: 'L’invitation n’a pas pu être lue. Réessaie dans un instant.',
    busyTitle: (name) => `Tu joues contre ${name}`,
    busyText: (host) =>
      `${host} t’invite à une autre partie. La rejoindre, c’est abandonner celle-ci.`,
    noThanks: 'Non merci',
    backToGame: 'Retour à ma partie',
    resignAndJoin: 'Abandonner et rejoindre',
    hostingNote: 'Rejoindre ferme ta propre invitation.',
    searchingNote: 'Rejoindre arrête la recherche.',
  },
  match: {
    called,
    turn: (view) => {
      const side = turnOf(view);
      if (side === undefined) return 'La partie est finie';
      return side === view.mine ? 'À toi' : `Au tour de ${view.seats[side].name}`;
    },
    over: 'La partie est finie',
    you: 'toi',
    computer: 'ordinateur',
    won: 'gagné',
    toMove: 'à jouer',
    away: 'absent',
    left: 'parti',
    resultTitle: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'ANNULÉE';
      if (winner === undefined) return view.mine === undefined ? DRAW : 'MATCH NUL';
      if (view.mine === undefined) return `${view.seats[winner].name} a gagné`;
      return winner === view.mine ? 'GAGNÉ' : 'PERDU';
    },
    result: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'La partie a été annulée.';
      if (winner === undefined) return `${DRAW}.`;
      const { name } = view.seats[winner];
      if (view.mine === undefined) return `${name} a gagné.`;
      return winner === view.mine ? 'Tu as gagné.' : `Tu as perdu. ${name} a gagné.`;
    },
    reason: (view, { winner, reason, lines }) => {
      const loser = winner === undefined ? undefined : other(winner);
      const who =
        loser === undefined ? '' : loser === view.mine ? 'Tu as' : `${view.seats[loser].name} a`;
      switch (reason) {
        case 'four':
          return lines.length > 1 ? `Quatre à la suite, ${lines.length} fois d’un coup.` : FOUR;
        case 'full':
          return FULL;
        case 'resignation':
          return `${who} abandonné.`;
        case 'idle':
          return `${who} attendu trop longtemps.`;
        case 'disconnect':
          return `${who} mis trop de temps à revenir.`;
        case 'timeout':
          return `${who} dépassé le temps.`;
        case 'aborted':
          return 'Avant que les deux aient joué. Elle ne compte pour personne.';
      }
    },
    begun: (view) => `La partie commence : ${versus(view)}.`,
    boardLabel: (view) => `${versus(view)}. Appuie sur ? pour les touches.`,
    moved: (who, cell) => `${who} : ${at(cell)}.`,
    columnFull,
    itIsTheirTurn: (name) => `C’est au tour de ${name}.`,
    gameIsOver: 'La partie est finie.',
    lost: (name) => `${name} a perdu la connexion. Sans retour à temps, tu gagnes.`,
    lostShort: (name) => `${name} a perdu la connexion.`,
    back: (name) => `${name} est de retour.`,
    leftGame: (name) => `${name} a quitté la partie.`,
    moveSoon: 'Joue vite, sinon tu perds.',
    mustMoveSoon: (name) => `${name} doit bientôt jouer.`,
    moveWithin: (who) => (who === undefined ? 'Joue d’ici' : `${who} doit jouer d’ici`),
    secondsUnit: 'secondes.',
    secondsLeft: (it) => `Encore ${seconds(it)}.`,
    secondsToMove: (it) => `Tu as ${seconds(it)}.`,
    connectionLost: 'Connexion perdue. Nouvel essai en cours.',
    connectionLostSafe: 'Connexion perdue. Nouvel essai en cours ; ta partie est à l’abri.',
    connectionLostKept:
      'Connexion perdue. Ton jeton est gardé, et sera joué au retour de la connexion.',
    connected: 'De nouveau connecté.',
    sending: 'Envoi de ton jeton…',
    chooseColumn: 'Choisis une colonne.',
    waitingForThem: 'En attente de son jeton.',
    resign: 'Abandonner',
    resignTitle: 'Abandonner cette partie ?',
    resignText: (name) => `${name} gagne si tu abandonnes.`,
    playOn: 'Continuer',
    abort: 'Annuler la partie',
    abortTitle: 'Annuler cette partie ?',
    abortText: 'Vous n’avez pas encore joué tous les deux : elle ne compte pour personne.',
    rematch: 'Revanche',
    playAgain: 'Rejouer',
    noThanks: 'Non merci',
    newOpponent: 'Nouvel adversaire',
    review: 'Revoir',
    backToLobby: 'Retour au salon',
    copyGame: 'Copier le lien de cette partie',
    rematchWanted: (name) => `${name} veut une revanche.`,
    rematchAsked: (name) => `En attente du oui de ${name}…`,
    noRematch: (name, why, byMe) => {
      if (byMe) {
        return why === 'disconnected'
          ? 'Ton offre de revanche a pris fin avec ta connexion.'
          : 'Tu as refusé la revanche.';
      }
      return {
        declined: `${name} ne veut pas de revanche.`,
        left: `${name} a quitté la partie.`,
        disconnected: `${name} a perdu la connexion, et l’offre de revanche avec elle.`,
        busy: `${name} joue maintenant avec quelqu’un d’autre.`,
      }[why];
    },
    series: (view, { wins, draws }) => {
      const mine = view.mine ?? 'first';
      const theirs = other(mine);
      const score = `${called(view, mine)} ${wins[mine]} – ${wins[theirs]} ${called(view, theirs)}`;
      return draws === 0
        ? score
        : `${score}, ${count(draws, { one: '# nulle', other: '# nulles' })}`;
    },
  },
  play: {
    lobbyTitle: 'Jouer avec quelqu’un',
    here: (online, playing) => {
      if (online === 0) return NOBODY_ELSE;
      return playing === 0
        ? `${people(online)} ici.`
        : `${people(online)} ici, ${count(playing, { one: '# joue', other: '# jouent' })}.`;
    },
    anybody: 'N’importe qui',
    anybodyText: 'La prochaine personne qui cherche une partie.',
    friend: 'Un ami',
    friendText: 'Envoie un lien ; la partie commence quand il l’ouvre.',
    bot: 'Un robot',
    botText: 'Sur le serveur, aussi fort que tu veux. Ça commence tout de suite.',
    findOpponent: 'Trouver un adversaire',
    inviteFriend: 'Inviter un ami',
    haveCode: 'Un ami t’a donné un code ?',
    join: 'Entrer',
    codeExample: 'ABC234',
    rules: ({ preset, turnSeconds, idleSeconds }) => {
      const lots = preset === 'duel' ? ' Un tirage au sort dit qui commence.' : '';
      if (turnSeconds !== undefined) return `${seconds(turnSeconds)} par coup.${lots}`;
      return idleSeconds === undefined
        ? `Aucune pendule.${lots}`
        : `Pas de pendule, mais ${seconds(idleSeconds)} sans jouer font perdre la partie.${lots}`;
    },
    replacedTitle: 'Cette partie est ouverte dans un autre onglet',
    replacedText: 'On joue dans un seul onglet à la fois. Reprends-la pour jouer ici.',
    playHere: 'Jouer ici',
    arriving: 'Un instant',
    joining: 'Entrée dans la partie',
    opening: 'Préparation de ton invitation',
    connecting: 'Connexion…',
    noAnswer: 'Le serveur ne répond pas. Nouvel essai…',
    endedWhileAway: 'Ta partie s’est terminée en ton absence.',
    seeHowItEnded: 'Voir comment elle a fini',
    invitationExpired: 'Ton invitation a expiré : personne n’est venu à temps.',
    invitationHostAway: 'Ton invitation a été fermée car tu étais absent trop longtemps.',
    invitationCancelled: 'Ton invitation a été annulée.',
  },
  puzzles: {
    title: 'Énigmes',
    daily: 'Énigme du jour',
    ways: 'Quelle énigme',
    level: (it) => `Niveau ${it}`,
    LEVELS: { 1: 'Facile', 2: 'Moyen', 3: 'Rusé', 4: 'Difficile', 5: 'Diabolique' },
    own: 'Tes victoires manquées',
    task: (aim, of) =>
      aim === 'win'
        ? `Un seul coup gagne pour les jetons en ${of}. Lequel ?`
        : `Un seul coup tient le match nul pour les jetons en ${of}. Lequel ?`,
    about: (it, level) => `Énigme ${it}, ${level.toLowerCase()}`,
    aboutDaily: (date) => `L’énigme du ${date}, la même pour tous`,
    aboutOwn: (left) =>
      `Tirée d’une de tes parties. ${count(left, { one: '# victoire manquée', other: '# victoires manquées' })} à voir.`,
    gathering: 'Parcours de tes parties…',
    noOwn:
      'Pas encore de victoire manquée. Joue contre l’ordinateur ou en ligne, puis revois ta partie : une victoire que tu n’as pas vue devient une énigme ici.',
    right: 'Juste !',
    wrong: 'Pas celui-là',
    solutionWas: (it) => `Il fallait jouer la colonne ${it}.`,
    next: 'Énigme suivante',
    again: 'Réessayer',
    share: 'Partager le résultat',
    analyse: 'Analyser',
    shareText: (what, solved, streak) =>
      `Fourfall, ${what} : ${solved ? 'trouvé du premier coup' : 'pas trouvé'}${streak > 1 ? `, ${streak} à la suite` : ''}.`,
    streak: 'À la suite',
    best: 'Record',
    days: 'Jours',
    solved: 'Trouvées',
    doneToday: 'Tu as répondu à l’énigme du jour. La prochaine arrive à minuit, heure UTC.',
    boardLabel: 'Énigme. Lâche le jeton là où il faut.',
    away: 'Les énigmes n’ont pas pu être chargées.',
  },
  reactions: {
    label: 'Dire quelque chose',
    mute: 'Muet',
    names: REACTIONS,
    glyphs: { hello: '👋', nice: '👏', wow: '😮', hmm: '🤔', oops: '😅', thanks: '🙏' },
    says: (name, reaction) => `${name} : ${REACTIONS[reaction]}.`,
  },
  refusals: {
    refusal: (code) =>
      ({
        malformed: 'Le serveur n’a pas compris cette page. Recharge-la, s’il te plaît.',
        unauthorized: 'Le serveur ne connaît plus ce navigateur. Recharge la page, s’il te plaît.',
        forbidden: 'Ce n’est pas à toi de faire ça.',
        unknown_room: 'Cette partie n’existe plus.',
        unknown_code:
          'Aucune partie n’attend sous ce code. Il est peut-être mal tapé, ou l’invitation est terminée.',
        unknown_player: 'Personne avec cette adresse n’a encore terminé de partie ici.',
        not_your_turn: 'Ce n’est pas ton tour.',
        column_out_of_range: 'Cette colonne n’existe pas.',
        column_full: 'Cette colonne est pleine.',
        game_over: 'La partie est finie.',
        not_started: 'La partie n’a pas encore commencé.',
        already_in_game: 'Tu es déjà dans une autre partie.',
        room_full: 'Les deux places de cette partie sont prises.',
        too_late: 'Trop tard : vous avez joué tous les deux. Tu peux encore abandonner.',
        rate_limited: 'Ça fait beaucoup d’un coup. Attends un instant, puis réessaie.',
        overloaded: 'Le serveur est plein pour l’instant. Réessaie dans une minute.',
        internal: 'Quelque chose a mal tourné sur le serveur. Rien n’a été fait ; réessaie.',
      })[code],
  },
  replay: {
    label: (first, second) => `${first} contre ${second}, rediffusion`,
    empty: 'La grille vide.',
    at: (ply, last, cell) => `Coup ${ply} sur ${last} : ${at(cell)}.`,
    running: 'Encore en cours',
    soFar: (it) => `${discs(it)} jusqu’ici.`,
    play: 'Lire',
    pause: 'Pause',
    speed: 'Vitesse',
    SPEEDS: { slow: 'Lente', normal: 'Normale', fast: 'Rapide' },
    watchLive: 'Regarder en direct',
    analyse: 'Analyser',
    share: 'Partager cette partie',
    shareTitle: 'Une partie de puissance quatre',
    nextGame: 'Partie suivante',
  },
  review: {
    label: 'Ce que ce coup a coûté',
    verdict: (fault, it) => {
      const { name } = judgements[fault];
      return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} : ${column(it)}`;
    },
    played: ({ kind, by, key }, mover, names) => {
      const winner = by === undefined ? '' : names[by];
      switch (kind) {
        case 'leaves':
          return `Il laisse les quatre de la colonne ${columns(key)} ouverts : ${winner} les complète avec le prochain jeton.`;
        case 'opens':
          return `C’est la marche dont ${winner} a besoin : le prochain jeton par-dessus en complète quatre.`;
        case 'twoThreats':
          return by === mover
            ? 'Il gagne aussi, mais plus tard : avec deux places pour en faire quatre.'
            : `${winner} aura deux places pour en faire quatre, et une seule peut être bloquée.`;
        case 'zugzwang':
          return by === mover
            ? 'Il gagne aussi, mais plus tard, quand les autres colonnes sont pleines.'
            : `À la fin les colonnes s’épuisent, et la case marquée revient à ${winner}.`;
        case 'draw':
          return 'Si les deux jouent au mieux, la grille se remplit : match nul.';
        case 'wins':
          return 'Il en complète quatre.';
        case 'blocks':
          return `Il bloque les quatre de la colonne ${columns(key)}, mais il y avait mieux.`;
      }
    },
    better: (it, { kind, by, key }, mover) => {
      const start = `Mieux : ${column(it)}.`;
      const longer = `${start} Elle résiste plus longtemps.`;
      switch (kind) {
        case 'wins':
          return `${start} Elle en complète quatre.`;
        case 'blocks':
          return `${start} Elle bloque les quatre.`;
        case 'twoThreats':
          return by === mover
            ? `${start} Elle mène à deux places pour en faire quatre, dans les colonnes ${columns(key)}.`
            : longer;
        case 'zugzwang':
          return by === mover
            ? `${start} À la fin les colonnes s’épuisent, et la case marquée est à toi.`
            : longer;
        case 'draw':
          return `${start} Elle tient le match nul.`;
        case 'leaves':
        case 'opens':
          return start;
      }
    },
    hint: (it, { kind, by, key }, mover) => {
      const start = `La ${column(it)}`;
      const longest = `${start} résiste le plus longtemps.`;
      switch (kind) {
        case 'wins':
          return `${start} en complète quatre.`;
        case 'blocks':
          return `${start} bloque un alignement.`;
        case 'twoThreats':
          return by === mover
            ? `${start} mène à deux places pour en faire quatre, dans les colonnes ${columns(key)}.`
            : longest;
        case 'zugzwang':
          return by === mover
            ? `${start} : à la fin les autres colonnes s’épuisent, et la case marquée est à toi.`
            : longest;
        case 'draw':
          return `${start} tient le match nul.`;
        case 'leaves':
        case 'opens':
          return `${start}, même si plus rien n’aide.`;
      }
    },
    looking: 'Recherche de la raison…',
    tryIt: 'Essayer à partir d’ici',
    askTitle: 'Remplacer ta partie ?',
    askText: 'Ta partie contre l’ordinateur n’est pas finie. Ses jetons seront perdus.',
    askKeep: 'La garder',
    backToGame: 'Retour à la partie',
    exploring: 'Une suite à toi. La partie est gardée.',
    moveTitle: (it, name, of) => `Coup ${it} : ${name}, ${column(of)}`,
  },
  settings: {
    title: 'Réglages',
    scheme: 'Couleurs de la page',
    SCHEMES: { auto: 'Système', light: 'Clair', dark: 'Sombre' },
    sound: 'Son',
    marks: 'Signes sur les jetons',
    movement: 'Mouvement',
    MOVEMENTS: { auto: 'Normal', reduced: 'Moins' },
    tap: 'Pour jouer, toucher',
    TAPS: { once: 'Une fois', twice: 'Deux' },
    soloClock: 'Temps contre l’ordinateur',
    soloBoard: 'Grille contre l’ordinateur',
    SOLO_BOARDS: { standard: 'Compacte', large: 'Grande' },
    vibration: 'Vibration',
    notifications: 'Notifications',
    notificationsBlocked: 'Ton navigateur bloque les notifications de cette page.',
  },
  share: {
    share: 'Partager',
    title: 'Partager cette partie',
    link: 'Copier le lien',
    picture: 'Image',
    gif: 'Image animée',
    moves: 'Copier les coups',
    embed: 'Copier le code pour ta page',
    embedWhy: 'Colle-le dans n’importe quelle page : il montre la partie et mène ici.',
    pictureAlt: 'La dernière position de la partie',
    shareTitle: 'Une partie de puissance quatre',
  },
  waiting: {
    title: 'Recherche d’un adversaire',
    elapsed: 'Attente :',
    crowd: (online, playing) => {
      const others = Math.max(0, online - 1);
      if (others === 0) return NOBODY_ELSE;
      const here = `${people(others)} ici en plus de toi`;
      return playing === 0
        ? `${here}.`
        : `${here}, ${count(playing, { one: 'dont # joue', other: 'dont # jouent' })}.`;
    },
    rules: (text) => `Tu as demandé : ${text}.`,
    stop: 'Arrêter de chercher',
    meanwhile: 'En attendant',
    meanwhileText: 'Tu gardes ta place : la grille change dès que quelqu’un arrive.',
    computer: 'Jouer contre l’ordinateur',
    invite: 'Inviter un ami',
    bot: 'Jouer en ligne contre un robot',
    instead: 'Ou arrête la recherche :',
    orBot: 'ou joue contre un robot du serveur',
    DIFFICULTIES: { easy: 'Facile', medium: 'Moyen', hard: 'Difficile' },
    call: 'Un son et le titre de l’onglet t’appellent ; tu peux lire d’autres pages entre-temps.',
    notify: 'Préviens-moi',
  },
  watch: {
    finding: 'Recherche de la partie',
    live: 'Tu regardes en direct.',
    replay: 'Rediffusion',
    copyLink: 'Copier le lien',
    shareTitle: 'Regarde cette partie avec moi',
    next: 'Ils rejouent. En route pour la partie suivante…',
  },
};
