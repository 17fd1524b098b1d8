/** Español. */
import { discsToWin, type Value } from '../game/analysis';
import { AI, TURN_SECONDS } from '../game/solo';
import { columnNumber, other, type Column, type Side } from '../game/types';
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
} from './first/es';
import type { Words } from './type';

const headColumn = (it: Column): string => `Columna ${columnNumber(it)}`;
function prospectOf(it: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  if (it.kind === 'draw') return 'Empate, si nadie se equivoca';
  const name = names[it.kind === 'win' ? turn : other(turn)];
  const more = discsToWin(it);
  return more === 1
    ? `${name} gana con la próxima ficha`
    : `${name} gana con su ${more}.ª ficha desde aquí`;
}

const called: Words['match']['called'] = (view, side) =>
  side === view.mine ? 'Tú' : view.seats[side].name;
const versus = (view: Parameters<typeof called>[0]): string =>
  `${called(view, 'first')} contra ${called(view, 'second')}`;

const LEVELS = { easy: 'Fácil', medium: 'Medio', hard: 'Difícil', perfect: 'Perfecto' } as const;
const ENGINE_AWAY = 'No se pudo cargar el motor.';
const NOBODY_ELSE = 'Ahora mismo no hay nadie más.';

const judgements: Words['analysis']['judgements'] = {
  best: { name: 'mejor jugada', names: 'Mejores', glyph: '' },
  good: { name: 'buena', names: 'Buenas', glyph: '' },
  inaccuracy: { name: 'imprecisión', names: 'Imprecisiones', glyph: '!?' },
  missedWin: { name: 'victoria perdida', names: 'Victorias perdidas', glyph: '?!' },
  mistake: { name: 'error', names: 'Errores', glyph: '?' },
  blunder: { name: 'error grave', names: 'Errores graves', glyph: '??' },
};

const REACTIONS: Words['reactions']['names'] = {
  hello: 'Hola',
  nice: 'Bien jugado',
  wow: '¡Guau!',
  hmm: 'Déjame pensar',
  oops: 'Uy',
  thanks: 'Gracias',
};

export const words: Words = {
  ...ofHome,
  account: {
    title: 'Tu cuenta',
    why: 'Nadie la necesita para jugar. Reserva un nombre para conservarlo junto con tus partidas y tu puntuación, y entrar desde donde quieras.',
    claimTitle: 'Conserva tu nombre',
    claim: 'Reservar este nombre',
    claimFirst: 'Juega primero una partida en línea: así habrá algo que conservar.',
    name: 'Nombre',
    password: 'Contraseña',
    passwordHint: 'Al menos diez caracteres. Una frase es buena idea.',
    loginTitle: 'Entrar',
    login: 'Entrar',
    recoverTitle: '¿Perdiste la contraseña?',
    recover: 'Entrar con un código',
    code: 'Código de recuperación',
    newPassword: 'Contraseña nueva',
    codesTitle: 'Tus códigos de recuperación',
    codesHint:
      'Cada uno te deja entrar una vez si pierdes la contraseña. Solo se muestran ahora: apúntalos o imprímelos.',
    codesSeen: 'Ya los he apuntado',
    freshCodes: 'Códigos nuevos',
    devices: 'Dónde has entrado',
    thisDevice: 'este',
    unnamedDevice: 'un programa que no dice qué es',
    forgetDevice: 'Salir allí',
    logout: 'Salir',
    logoutEverywhere: 'Salir en todos los demás',
    change: 'Cambiar la contraseña',
    currentPassword: 'Contraseña actual',
    confirm: 'Tu contraseña, otra vez',
    dataTitle: 'Tus datos',
    exportAll: 'Descargar todo como JSON',
    deleteTitle: 'Borrar la cuenta',
    deleteHint:
      'Tu nombre desaparece en todas partes. Las partidas se quedan, sin nombre, porque también son de otra persona.',
    remove: 'Borrarla',
    away: 'El servidor no responde. Inténtalo otra vez.',
    graphTitle: 'Puntuación, partida a partida',
    block: 'No emparejarme más con esta persona',
    unblock: 'Volver a emparejarme con esta persona',
    blocked: 'Ya no te tocará jugar con esta persona.',
    reportTitle: 'Avisar a los responsables',
    reportReason: '¿Qué ha pasado?',
    report: 'Avisar',
    reported: 'Gracias. Los responsables lo mirarán.',
    signedInAs: (who) => `Eres ${who}.`,
    codesLeft: (it) => count(it, { one: 'Queda # código.', other: 'Quedan # códigos.' }),
    since: (date) => `desde ${date}`,
    graph: (from, to, games) =>
      `De ${from} a ${to} en ${count(games, { one: '# partida', other: '# partidas' })} con puntuación.`,
    hasAccount: 'tiene cuenta',
    guest: 'invitado',
    guestHint: 'Juega sin cuenta, así que el nombre no es solo suyo.',
    between: (low, high) => `Muy probablemente entre ${low} y ${high}.`,
    questionMark: 'La interrogación desaparece tras algunas partidas con puntuación más.',
    anyClock: 'Todas',
    period: 'Partidas',
    PERIODS: { all: 'Desde siempre', week: 'Últimos 7 días' },
    boardRule:
      'Para estar en esta lista, juega diez partidas con puntuación contra cuatro personas distintas, la última en los últimos 30 días.',
    boardRuleSome:
      'Para estar en esta lista, juega diez partidas de este tipo con puntuación contra cuatro personas distintas. La puntuación es la de todas las partidas.',
    ratedMeans:
      'Una partida da puntuación si «Buscar rival» os ha juntado. Las partidas con amigos y bots, no.',
    noLeadersYet: 'Nadie ha jugado tantas todavía. ¡Podrías ser la primera persona!',
    guestNow: (who) => `Juegas como invitado, con el nombre ${who}.`,
    codesHow:
      'Para usar uno, abre esta página sin haber entrado y busca «¿Perdiste la contraseña?».',
    recoverHint: 'Uno de los que apuntaste al reservar el nombre.',
    copyCodes: 'Copiarlos',
    loggedOutElsewhere: 'Se ha salido en todos los demás aparatos.',
    passwordChanged:
      'Desde ahora vale la contraseña nueva. Se ha salido en todos los demás aparatos.',
    deleteAsk: '¿Borrar la cuenta de verdad?',
    deleteText: 'Esto no se puede deshacer.',
    keepIt: 'Conservarla',
    blockedTitle: 'Personas que has bloqueado',
    nobodyBlocked: 'Nadie. Puedes bloquear a alguien después de una partida o en su página.',
    unblockShort: 'Desbloquear',
    forgotten: 'alguien que ya no está',
    passkeysTitle: 'Llaves de acceso',
    passkeysHint:
      'Una llave de acceso te deja entrar con la huella, la cara o el PIN de tu aparato. No hay contraseña que olvidar.',
    addPasskey: 'Añadir una llave de acceso',
    unnamedPasskey: 'Llave de acceso',
    removePasskey: 'Quitar',
    claimPasskey: 'Reservarlo con una llave de acceso',
    loginPasskey: 'Entrar con una llave de acceso',
    passkeyCancelled: 'No se ha usado ninguna llave y nada ha cambiado. Inténtalo cuando quieras.',
    passkeyAdded: 'Listo. Desde ahora puedes entrar con esta llave.',
    passkeysElsewhere: 'Las llaves de acceso no funcionan en esta dirección.',
    firstPassword: 'Elegir una contraseña',
    personTitle: (who) => `Bloquear o denunciar a ${who}`,
    keptTitle: 'Qué guardamos y durante cuánto tiempo',
    keptShort: 'Sin correo, sin publicidad, sin rastreo.',
    kept: [
      {
        title: 'Cuando juegas en línea',
        lines: [
          'Un identificador al azar, el nombre con el que juegas, tus partidas con cada jugada y tu puntuación. Todo el mundo puede verlos; una partida con un amigo la ven quienes tienen su enlace.',
          'Se quedan mientras los responsables de este servidor conserven a los invitados. Cuando se olvida a un invitado, se van el nombre y la puntuación. Las partidas se quedan, porque también son de otra persona.',
        ],
      },
      {
        title: 'Cuando tienes cuenta',
        lines: [
          'Además: tu contraseña y tus códigos, cifrados de forma que nadie puede leerlos. Dónde has entrado, según se llame tu navegador. A quién has bloqueado y qué has denunciado. De una llave de acceso, solo la mitad que por sí sola no abre nada.',
          'Hasta que borres la cuenta. Entonces tu nombre desaparece en todas partes y las partidas se quedan sin nombre.',
        ],
      },
      {
        title: 'Lo que se queda en este navegador',
        lines: [
          'Tus ajustes, tus problemas y las partidas contra el ordenador o en un mismo aparato. Nunca salen de aquí.',
          'Un número al azar para este navegador y un secreto que demuestra quién eres. Los dos se envían solo a este servidor, al conectarte.',
        ],
      },
      {
        title: 'Direcciones de red',
        lines: [
          'Se cuentan en la memoria del servidor para que nadie lo sature, y luego se olvidan.',
        ],
      },
      {
        title: 'Lo que puedes hacer',
        lines: [
          'En la página de tu cuenta puedes descargar todo lo que se guarda sobre ti y borrar la cuenta.',
        ],
      },
    ],
  },
  analysis: {
    NAMES,
    boardLabel: 'Tablero de análisis. Suelta una ficha de cualquier bando y mira qué pasa.',
    value: (it) => {
      if (it.kind === 'draw') return 'empate';
      const more = discsToWin(it);
      if (it.kind === 'win') return more === 1 ? 'gana ya' : `gana con la ${more}.ª ficha`;
      return more === 1 ? 'pierde ya' : `pierde ante la ${more}.ª ficha`;
    },
    valueLines: (it) =>
      it.kind === 'draw'
        ? ['empate']
        : [
            it.kind === 'win' ? 'gana' : 'pierde',
            discsToWin(it) === 1 ? 'ya' : `${discsToWin(it)}.ª ficha`,
          ],
    full: 'llena',
    beingLookedAt: 'en estudio',
    scores: 'Lo que vale cada columna',
    columnScore: (it, worth, best) => `${headColumn(it)}: ${worth}${best ? ', la mejor' : ''}`,
    prospect: (it, turn) => prospectOf(it, turn, NAMES),
    prospectOf,
    title: ({ standing, value, away }) => {
      if (standing.kind !== 'playing') return tableTitle(standing);
      if (away) return 'Sin motor';
      return value === undefined ? 'Pensando' : prospectOf(value, standing.turn, NAMES);
    },
    text: ({ standing, best, away }) => {
      if (away) return ENGINE_AWAY;
      if (standing.kind !== 'playing') return standing.kind === 'won' ? FOUR : FULL;
      const mover = `Juega ${NAMES[standing.turn]}.`;
      if (best.length === 0) return mover;
      const all = list(best.map((it) => number(columnNumber(it))));
      return `${mover} Lo mejor: ${best.length > 1 ? 'columnas' : 'columna'} ${all}.`;
    },
    played: (side, cell) => `${NAMES[side]}: ${at(cell)}.`,
    unknown: 'Aún no se sabe',
    notMoves: 'Las jugadas son columnas, del 1 al 7: por ejemplo 4435.',
    illegalMove: (it) => `La jugada ${it} no es posible; se muestra hasta ahí.`,
    inTheLink: (trouble) => `En el enlace: ${trouble}`,
    bestLine: 'Mejor línea',
    beingWorkedOut: 'Calculando…',
    bestLineDisc: (it) => `A la ficha ${it} de la mejor línea`,
    setUp: 'Posición por jugadas',
    setUpExample: '4435',
    show: 'Mostrar',
    clear: 'Vaciar el tablero',
    copyLink: 'Copiar enlace',
    shareTitle: 'Una posición de cuatro en raya',
    moves: 'Jugadas',
    movesPlayed: (it) => (it > 0 ? `${it} de 42` : 'ninguna aún'),
    move: (it) => `Jugada ${it}`,
    disc: (name, of, it) => `${name}: ${colour(of)} en la ${column(it)}`,
    remarked: (disc, remark) => `${disc}, ${remark}`,
    judgements,
    review: 'Repaso',
    reviewProgress: (it) => `${percent(it)} revisado`,
    reviewDone: 'El repaso está listo.',
    reviewFailed: 'El motor se paró antes de acabar el repaso.',
    noReview: `${ENGINE_AWAY} Por eso ahora no hay repaso.`,
    accuracy: 'Precisión',
    percent: (it) => (it === undefined ? '–' : percent(it)),
    toTurningPoint: (it) => `Al momento decisivo, jugada ${it}`,
    noTurn: 'Ninguna jugada cambió quién gana.',
    graph: (turns) => {
      const all = turns.map((it) => `jugada ${it.move}, ${judgements[it.judgement].name}`);
      return `Valor a lo largo de la partida${all.length === 0 ? '' : `: ${all.join('; ')}`}`;
    },
    tape: 'Repetición',
    toStart: 'Al principio',
    backOne: 'Una jugada atrás',
    forwardOne: 'Una jugada adelante',
    toEnd: 'Al final',
  },
  computer: {
    computer: 'Ordenador',
    you: 'Tú',
    boardLabel: 'Tú contra el ordenador. Pulsa ? para ver las teclas.',
    status: ({ game }, { ready, reachable, colours }) => {
      if (!reachable && game.status === 'playing') {
        return {
          title: 'Un momento',
          text: 'El ordenador no responde ahora. Intentándolo otra vez.',
        };
      }
      if (!ready) return { title: 'Un momento', text: 'Preparando el tablero.' };
      switch (game.status) {
        case 'playing':
          return game.currentPlayer === AI
            ? { title: 'El ordenador piensa', text: `Juega con ${colours.its}.` }
            : { title: 'Te toca', text: `Juegas con ${colours.mine}. Elige una columna.` };
        case 'human_won':
          return { title: 'HAS GANADO', text: `${FOUR} ¡Bien jugado!` };
        case 'ai_won':
          return {
            title: 'HAS PERDIDO',
            text: game.gaveUp
              ? 'Te has rendido. El repaso muestra dónde cambió todo.'
              : game.lostOnTime
                ? `Se acabaron tus ${seconds(TURN_SECONDS)}.`
                : `Cuatro en raya para ${colours.its}.`,
          };
        case 'draw':
          return { title: 'EMPATE', text: FULL };
      }
    },
    heard: (now, by, cell) =>
      `${cell === undefined ? '' : `${by}: ${at(cell)}. `}${calm(now.title)}.`,
    over: 'La partida ha terminado. Empieza otra para volver a jugar.',
    thinking: 'El ordenador está pensando.',
    columnFull,
    restart: 'Empezar de nuevo',
    review: 'Repasar',
    takeBack: 'Deshacer',
    hint: 'Pista',
    hintLooking: 'Buscando una pista…',
    values: 'Valores',
    giveUp: 'Rendirse',
    history: 'Contra el ordenador',
    historyWhy: 'Guardadas solo en este aparato.',
    historyDetails: (level, when) => `${LEVELS[level]}, ${when}`,
    historyMore: 'Ver más',
    start: 'Empezar',
    startWhy: `Tus ${seconds(TURN_SECONDS)} por turno cuentan desde la primera ficha, o desde «Empezar».`,
    difficulty: 'Dificultad',
    levels: LEVELS,
    levelTag: (level) => LEVELS[level].toLowerCase(),
    levelWords: {
      easy: 'Suelta donde le apetece, algo más a menudo en el centro. Bueno para aprender las reglas.',
      medium: 'Mira cuatro fichas adelante. Aprovecha una victoria y bloquea la tuya.',
      hard: 'Mira seis fichas adelante y no falla con dieciséis fichas puestas. Gánale al principio.',
      perfect: 'Nunca se equivoca. Si empiezas tú, jugando perfecto ganas incluso así.',
    },
    starter: 'Quién empieza',
    fromNextGame: 'Vale desde la próxima partida.',
    size: 'Tamaño del tablero',
    sizes: { standard: 'Normal', large: 'Grande' },
    look: 'Tablero',
    looks: { grid: 'Blanco y negro', blue: 'Azul' },
    points: 'Puntos',
    pointNames: { won: 'Ganadas', lost: 'Perdidas', drawn: 'Empates' },
    clearPoints: 'Poner a cero',
  },
  invite: {
    title: 'Esperando a tu amigo',
    how: 'Mándale este enlace o dile el código. La partida empieza cuando llegue.',
    codeLabel: 'Código',
    copyLink: 'Copiar el enlace',
    share: 'Compartir el enlace',
    shareTitle: 'Juega conmigo al cuatro en raya',
    qr: 'Código QR de la invitación',
    showQr: 'Escanea para jugar',
    neverMind: 'Mejor no',
    lastsFor: (ms) => `Abierta durante ${minutes(ms)} más.`,
    keepOpen: 'Puedes salir de esta página; un sonido te avisa cuando llegue.',
    invitedBy: (name) => `${name} te invita a una partida`,
    joinGame: 'Unirse a la partida',
    hostAway: (name) => `${name} no está en línea ahora. La partida empieza en cuanto vuelva.`,
    looking: 'Mirando la invitación',
    deadTitle: 'Esta invitación ya no vale',
    deadText:
      'Se canceló, caducó o el código está mal escrito. Pide otro enlace o juega con otra persona.',
    fullTitle: 'Esta partida ya ha empezado',
    fullText: (name) => `Otra persona ocupa ya el sitio frente a ${name}. Puedes mirar.`,
    watchIt: 'Mirar la partida',
    overTitle: 'Esta partida ha terminado',
    overText: (name) => `${name} ya la ha jugado.`,
    seeGame: 'Ver la partida',
    playOther: 'Jugar con otra persona',
    laterTitle: 'Ahora no',
    laterText: 'No se pudo leer la invitación. Inténtalo dentro de un momento.',
    busyTitle: (name) => `Estás jugando contra ${name}`,
    busyText: (host) => `${host} te invita a otra partida. Si te unes, abandonas esta.`,
    noThanks: 'No, gracias',
    backToGame: 'Volver a mi partida',
    resignAndJoin: 'Rendirse y unirse',
    hostingNote: 'Al unirte se cierra tu propia invitación.',
    searchingNote: 'Al unirte se detiene la búsqueda.',
  },
  match: {
    called,
    turn: (view) => {
      const side = turnOf(view);
      if (side === undefined) return 'La partida ha terminado';
      return side === view.mine ? 'Te toca' : `Turno de ${view.seats[side].name}`;
    },
    over: 'La partida ha terminado',
    you: 'tú',
    computer: 'ordenador',
    won: 'ganó',
    toMove: 'le toca',
    away: 'ausente',
    left: 'se fue',
    resultTitle: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'ANULADA';
      if (winner === undefined) return view.mine === undefined ? DRAW : 'EMPATE';
      if (view.mine === undefined) return `Ha ganado ${view.seats[winner].name}`;
      return winner === view.mine ? 'HAS GANADO' : 'HAS PERDIDO';
    },
    result: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'La partida se anuló.';
      if (winner === undefined) return `${DRAW}.`;
      const { name } = view.seats[winner];
      if (view.mine === undefined) return `Ha ganado ${name}.`;
      return winner === view.mine ? 'Has ganado.' : `Has perdido. Ha ganado ${name}.`;
    },
    reason: (view, { winner, reason, lines }) => {
      const loser = winner === undefined ? undefined : other(winner);
      const mine = loser !== undefined && loser === view.mine;
      const name = loser === undefined ? '' : view.seats[loser].name;
      switch (reason) {
        case 'four':
          return lines.length > 1 ? `Cuatro en raya, ${lines.length} a la vez.` : FOUR;
        case 'full':
          return FULL;
        case 'resignation':
          return mine ? 'Te has rendido.' : `${name} se ha rendido.`;
        case 'idle':
          return mine
            ? 'Has tardado demasiado en jugar.'
            : `${name} ha tardado demasiado en jugar.`;
        case 'disconnect':
          return mine ? 'No has vuelto a tiempo.' : `${name} no ha vuelto a tiempo.`;
        case 'timeout':
          return mine ? 'Se te acabó el tiempo.' : `A ${name} se le acabó el tiempo.`;
        case 'aborted':
          return 'Antes de que jugarais los dos. No cuenta para nadie.';
      }
    },
    begun: (view) => `Empieza la partida: ${versus(view)}.`,
    boardLabel: (view) => `${versus(view)}. Pulsa ? para ver las teclas.`,
    moved: (who, cell) => `${who}: ${at(cell)}.`,
    columnFull,
    itIsTheirTurn: (name) => `Le toca a ${name}.`,
    gameIsOver: 'La partida ha terminado.',
    lost: (name) => `${name} ha perdido la conexión. Si no vuelve a tiempo, ganas tú.`,
    lostShort: (name) => `${name} ha perdido la conexión.`,
    back: (name) => `${name} ha vuelto.`,
    leftGame: (name) => `${name} se ha ido.`,
    moveSoon: 'Juega pronto o perderás.',
    mustMoveSoon: (name) => `${name} tiene que jugar pronto.`,
    moveWithin: (who) => (who === undefined ? 'Juega antes de' : `${who} tiene que jugar antes de`),
    secondsUnit: 'segundos.',
    secondsLeft: (it) => count(it, { one: 'Queda # segundo.', other: 'Quedan # segundos.' }),
    secondsToMove: (it) => `Tienes ${seconds(it)}.`,
    connectionLost: 'Sin conexión. Intentando volver.',
    connectionLostSafe: 'Sin conexión. Intentando volver; tu partida está a salvo.',
    connectionLostKept:
      'Sin conexión. Tu ficha queda guardada y se jugará cuando vuelva la conexión.',
    connected: 'Conectado otra vez.',
    sending: 'Enviando tu ficha…',
    chooseColumn: 'Elige una columna.',
    waitingForThem: 'Esperando su ficha.',
    resign: 'Rendirse',
    resignTitle: '¿Te rindes?',
    resignText: (name) => `Si te rindes, gana ${name}.`,
    playOn: 'Seguir jugando',
    abort: 'Anular',
    abortTitle: '¿Anular esta partida?',
    abortText: 'Aún no habéis jugado los dos, así que no cuenta para nadie.',
    rematch: 'Revancha',
    playAgain: 'Jugar otra vez',
    noThanks: 'No, gracias',
    newOpponent: 'Otro rival',
    review: 'Repasar',
    backToLobby: 'Volver a la sala',
    copyGame: 'Copiar enlace a esta partida',
    rematchWanted: (name) => `${name} quiere la revancha.`,
    rematchAsked: (name) => `Esperando a que ${name} diga que sí…`,
    noRematch: (name, why, byMe) => {
      if (byMe) {
        return why === 'disconnected'
          ? 'Tu oferta de revancha terminó con tu conexión.'
          : 'Has dicho que no a la revancha.';
      }
      return {
        declined: `${name} no quiere la revancha.`,
        left: `${name} se ha ido.`,
        disconnected: `${name} ha perdido la conexión, y con ella la oferta de revancha.`,
        busy: `${name} juega ahora con otra persona.`,
      }[why];
    },
    series: (view, { wins, draws }) => {
      const mine = view.mine ?? 'first';
      const theirs = other(mine);
      const score = `${called(view, mine)} ${wins[mine]} – ${wins[theirs]} ${called(view, theirs)}`;
      return draws === 0
        ? score
        : `${score}, ${count(draws, { one: '# empate', other: '# empates' })}`;
    },
  },
  play: {
    lobbyTitle: 'Jugar con alguien',
    here: (online, playing) => {
      if (online === 0) return NOBODY_ELSE;
      return playing === 0
        ? `${people(online)} aquí.`
        : `${people(online)} aquí, ${playing} jugando.`;
    },
    anybody: 'Cualquiera',
    anybodyText: 'La próxima persona que busque partida.',
    friend: 'Un amigo',
    friendText: 'Manda un enlace; la partida empieza cuando lo abra.',
    bot: 'Un bot',
    botText: 'En el servidor, tan fuerte como quieras. Empieza al momento.',
    findOpponent: 'Buscar rival',
    inviteFriend: 'Invitar a un amigo',
    haveCode: '¿Te han dado un código?',
    join: 'Entrar',
    codeExample: 'ABC234',
    rules: ({ preset, turnSeconds, idleSeconds }) => {
      const lots = preset === 'duel' ? ' Un sorteo decide quién empieza.' : '';
      if (turnSeconds !== undefined) return `${seconds(turnSeconds)} por jugada.${lots}`;
      return idleSeconds === undefined
        ? `Sin ningún reloj.${lots}`
        : `Sin reloj, pero quien pase ${seconds(idleSeconds)} sin jugar pierde.${lots}`;
    },
    replacedTitle: 'Esta partida está abierta en otra pestaña',
    replacedText: 'Solo se puede jugar en una pestaña a la vez. Tráela aquí para jugar.',
    playHere: 'Jugar aquí',
    arriving: 'Un momento',
    joining: 'Entrando en la partida',
    opening: 'Creando tu invitación',
    connecting: 'Conectando…',
    noAnswer: 'El servidor no responde. Intentándolo otra vez…',
    endedWhileAway: 'Tu partida terminó mientras no estabas.',
    seeHowItEnded: 'Ver cómo acabó',
    invitationExpired: 'Tu invitación caducó: nadie llegó a tiempo.',
    invitationHostAway: 'Tu invitación se cerró porque estuviste fuera demasiado tiempo.',
    invitationCancelled: 'Tu invitación se canceló.',
  },
  puzzles: {
    title: 'Retos',
    daily: 'Reto del día',
    ways: 'Qué reto',
    level: (it) => `Nivel ${it}`,
    LEVELS: { 1: 'Fácil', 2: 'Normal', 3: 'Con truco', 4: 'Difícil', 5: 'Diabólico' },
    own: 'Tus victorias perdidas',
    task: (aim, of) =>
      aim === 'win'
        ? `Una sola jugada gana para ${of}. ¿Cuál?`
        : `Una sola jugada salva el empate para ${of}. ¿Cuál?`,
    about: (it, level) => `Reto ${it}, ${level.toLowerCase()}`,
    aboutDaily: (date) => `El reto del ${date}, igual para todos`,
    aboutOwn: (left) =>
      `De una partida tuya. ${count(left, { one: 'Queda # victoria perdida', other: 'Quedan # victorias perdidas' })} por ver.`,
    gathering: 'Repasando tus partidas…',
    noOwn:
      'Aún no hay victorias perdidas. Juega contra el ordenador o en línea y repasa la partida: una victoria que no viste será aquí un reto.',
    right: '¡Correcto!',
    wrong: 'Esa no',
    solutionWas: (it) => `La jugada era la columna ${it}.`,
    next: 'Siguiente reto',
    again: 'Probar otra vez',
    share: 'Compartir el resultado',
    analyse: 'Analizar',
    shareText: (what, solved, streak) =>
      `Fourfall, ${what}: ${solved ? 'resuelto a la primera' : 'sin resolver'}${streak > 1 ? `, ${streak} seguidos` : ''}.`,
    streak: 'Seguidos',
    best: 'Récord',
    days: 'Días',
    solved: 'Resueltos',
    doneToday: 'Ya has hecho el reto de hoy. El siguiente llega a medianoche, hora UTC.',
    boardLabel: 'Reto. Suelta la ficha donde debe ir.',
    away: 'No se pudieron cargar los retos.',
  },
  reactions: {
    label: 'Di algo',
    mute: 'Silenciar',
    names: REACTIONS,
    glyphs: { hello: '👋', nice: '👏', wow: '😮', hmm: '🤔', oops: '😅', thanks: '🙏' },
    says: (name, reaction) => `${name}: ${REACTIONS[reaction]}.`,
  },
  refusals: {
    refusal: (code) =>
      ({
        malformed: 'El servidor no entendió esta página. Vuelve a cargarla, por favor.',
        unauthorized:
          'El servidor ya no conoce este navegador. Vuelve a cargar la página, por favor.',
        forbidden: 'Eso no te corresponde.',
        unknown_room: 'Esa partida ya no existe.',
        unknown_code:
          'Ninguna partida espera con este código. Quizá esté mal escrito, o la invitación ya no vale.',
        unknown_player: 'Nadie con esta dirección ha terminado aquí una partida todavía.',
        not_your_turn: 'No es tu turno.',
        column_out_of_range: 'No existe esa columna.',
        column_full: 'Esa columna está llena.',
        game_over: 'La partida ha terminado.',
        not_started: 'La partida aún no ha empezado.',
        already_in_game: 'Ya estás en otra partida.',
        room_full: 'Los dos sitios de esta partida están ocupados.',
        too_late: 'Demasiado tarde: ya habéis jugado los dos. Aún puedes rendirte.',
        rate_limited: 'Eso fue mucho de golpe. Espera un momento y vuelve a intentarlo.',
        overloaded: 'El servidor está lleno ahora. Inténtalo dentro de un minuto.',
        internal: 'Algo falló en el servidor. No se hizo nada; inténtalo otra vez.',
      })[code],
  },
  replay: {
    label: (first, second) => `${first} contra ${second}, repetición`,
    empty: 'El tablero vacío.',
    at: (ply, last, cell) => `Jugada ${ply} de ${last}: ${at(cell)}.`,
    running: 'Todavía en juego',
    soFar: (it) => `${discs(it)} hasta ahora.`,
    play: 'Reproducir',
    pause: 'Pausa',
    speed: 'Velocidad',
    SPEEDS: { slow: 'Lenta', normal: 'Normal', fast: 'Rápida' },
    watchLive: 'Mirar en directo',
    analyse: 'Analizar',
    share: 'Compartir esta partida',
    shareTitle: 'Una partida de cuatro en raya',
    nextGame: 'Siguiente partida',
  },
  review: {
    label: 'Lo que costó esta jugada',
    verdict: (fault, it) => {
      const { name } = judgements[fault];
      return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}: ${column(it)}`;
    },
    played: ({ kind, by, key }, mover, names) => {
      const winner = by === undefined ? '' : names[by];
      switch (kind) {
        case 'leaves':
          return `Deja abierta la línea de la columna ${columns(key)}: ${winner} la completa con la próxima ficha.`;
        case 'opens':
          return `Es el escalón que necesita ${winner}: la próxima ficha encima completa cuatro.`;
        case 'twoThreats':
          return by === mover
            ? 'También gana, pero más tarde: con dos sitios para hacer cuatro a la vez.'
            : `${winner} tendrá dos sitios para hacer cuatro, y solo se puede bloquear uno.`;
        case 'zugzwang':
          return by === mover
            ? 'También gana, pero más tarde, cuando se llenen las otras columnas.'
            : `Al final se acaban las columnas, y la casilla marcada es de ${winner}.`;
        case 'draw':
          return 'Si los dos juegan lo mejor, el tablero se llena: empate.';
        case 'wins':
          return 'Completa cuatro.';
        case 'blocks':
          return `Bloquea los cuatro de la columna ${columns(key)}, pero había algo mejor.`;
      }
    },
    better: (it, { kind, by, key }, mover) => {
      const start = `Mejor: ${column(it)}.`;
      const longer = `${start} Aguanta más.`;
      switch (kind) {
        case 'wins':
          return `${start} Completa cuatro.`;
        case 'blocks':
          return `${start} Bloquea los cuatro.`;
        case 'twoThreats':
          return by === mover
            ? `${start} Lleva a dos sitios para hacer cuatro a la vez, en las columnas ${columns(key)}.`
            : longer;
        case 'zugzwang':
          return by === mover
            ? `${start} Al final se acaban las columnas, y la casilla marcada es tuya.`
            : longer;
        case 'draw':
          return `${start} Mantiene el empate.`;
        case 'leaves':
        case 'opens':
          return start;
      }
    },
    hint: (it, { kind, by, key }, mover) => {
      const start = `La ${column(it)}`;
      const longest = `${start} es la que más aguanta.`;
      switch (kind) {
        case 'wins':
          return `${start} completa cuatro.`;
        case 'blocks':
          return `${start} bloquea un cuatro.`;
        case 'twoThreats':
          return by === mover
            ? `${start} lleva a dos sitios para hacer cuatro a la vez, en las columnas ${columns(key)}.`
            : longest;
        case 'zugzwang':
          return by === mover
            ? `${start}: al final se acaban las otras columnas, y la casilla marcada es tuya.`
            : longest;
        case 'draw':
          return `${start} mantiene el empate.`;
        case 'leaves':
        case 'opens':
          return `${start}, aunque ya nada ayuda.`;
      }
    },
    looking: 'Buscando el motivo…',
    tryIt: 'Probar desde aquí',
    askTitle: '¿Sustituir tu partida?',
    askText: 'Tu partida contra el ordenador no ha terminado. Sus fichas desaparecerán.',
    askKeep: 'Conservarla',
    backToGame: 'Volver a la partida',
    exploring: 'Una línea tuya. La partida se conserva.',
    moveTitle: (it, name, of) => `Jugada ${it}: ${name}, ${column(of)}`,
  },
  settings: {
    title: 'Ajustes',
    scheme: 'Colores de la página',
    SCHEMES: { auto: 'Sistema', light: 'Claro', dark: 'Oscuro' },
    sound: 'Sonido',
    marks: 'Marcas en las fichas',
    movement: 'Movimiento',
    MOVEMENTS: { auto: 'Normal', reduced: 'Menos' },
    tap: 'Para soltar, toca',
    TAPS: { once: 'Una vez', twice: 'Dos' },
    soloClock: 'Reloj contra el ordenador',
    soloBoard: 'Tablero contra el ordenador',
    SOLO_BOARDS: { standard: 'Compacto', large: 'Grande' },
    vibration: 'Vibración',
    notifications: 'Avisos',
    notificationsBlocked: 'Tu navegador bloquea los avisos de esta página.',
  },
  share: {
    share: 'Compartir',
    title: 'Compartir esta partida',
    link: 'Copiar enlace',
    picture: 'Imagen',
    gif: 'Imagen animada',
    moves: 'Copiar las jugadas',
    embed: 'Copiar el código para tu página',
    embedWhy: 'Pégalo en cualquier página: muestra la partida y trae hasta aquí.',
    pictureAlt: 'La última posición de la partida',
    shareTitle: 'Una partida de cuatro en raya',
  },
  waiting: {
    title: 'Buscando rival',
    elapsed: 'Esperando desde hace',
    crowd: (online, playing) => {
      const others = Math.max(0, online - 1);
      if (others === 0) return NOBODY_ELSE;
      const here = `${people(others)} aquí además de ti`;
      return playing === 0 ? `${here}.` : `${here}, ${playing} jugando.`;
    },
    rules: (text) => `Has pedido: ${text}.`,
    stop: 'Dejar de buscar',
    meanwhile: 'Mientras tanto',
    meanwhileText: 'Conservas tu sitio: el tablero cambia en cuanto llegue alguien.',
    computer: 'Jugar contra el ordenador',
    invite: 'Invitar a un amigo',
    bot: 'Jugar en línea con un bot',
    instead: 'O termina la búsqueda:',
    orBot: 'o juega con un bot del servidor',
    DIFFICULTIES: { easy: 'Fácil', medium: 'Medio', hard: 'Difícil' },
    call: 'Un sonido y el título de la pestaña te avisan; puedes leer otras páginas mientras.',
    notify: 'Avísame',
  },
  watch: {
    finding: 'Buscando la partida',
    live: 'Estás mirando en directo.',
    replay: 'Repetición',
    copyLink: 'Copiar enlace',
    shareTitle: 'Mira esta partida conmigo',
    next: 'Juegan otra vez. Vamos a la siguiente partida…',
  },
};
