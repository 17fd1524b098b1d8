/** Español: what home needs; the rest is in `../es.ts`. */
import { lastMover, type Standing } from '../../game/referee';
import { columnNumber, type Cell, type Column, type Side } from '../../game/types';
import { speech, wholeMinutes } from '../speech';
import type { FirstWords } from '../type';

export const { count, columns, list, moment, number, percent, utcDay } = speech('es');

export const discs = (it: number): string => count(it, { one: '# ficha', other: '# fichas' });
export const people = (it: number): string => count(it, { one: '# persona', other: '# personas' });
export const seconds = (it: number): string => count(it, { one: '# segundo', other: '# segundos' });
export const minutes = (ms: number): string =>
  count(wholeMinutes(ms), { one: 'un minuto', other: '# minutos' });
export const column = (it: Column): string => `columna ${columnNumber(it)}`;
export const at = (cell: Cell): string => `${column(cell.column)}, fila ${cell.row + 1}`;
export const columnFull = (it: Column): string => `La ${column(it)} está llena.`;

export const FOUR = 'Cuatro en raya.';
export const FULL = 'El tablero está lleno y nadie tiene cuatro.';
export const DRAW = 'Empate';
export const NAMES: Readonly<Record<Side, string>> = { first: 'Rojo', second: 'Amarillo' };
const COLOURS: Readonly<Record<string, string>> = {
  red: 'rojo',
  yellow: 'amarillo',
  green: 'verde',
  '#000000': 'negro',
  '#ffffff': 'blanco',
};
export const colour = (name: string): string => COLOURS[name] ?? name;

export function tableTitle(state: Standing): string {
  if (state.kind === 'playing') return `Turno de ${NAMES[state.turn]}`;
  return state.kind === 'won' ? `Ha ganado ${NAMES[state.by]}` : DRAW;
}

export const words: FirstWords = {
  bar: {
    label: 'Tu partida',
    yourMove: (name) => `Tu partida contra ${name}: te toca`,
    theirMove: (name) => `Tu partida contra ${name}: le toca`,
    rematchWanted: (name) => `${name} quiere la revancha`,
    rematchAsked: (name) => `Esperando a que ${name} acepte la revancha`,
    searching: 'Buscando rival',
    hosting: 'Esperando a tu amigo',
    connectionLost: 'Sin conexión, intentando volver',
    elsewhere: (name) => `Tu partida contra ${name} sigue en marcha.`,
    elsewhereHosting: 'Tu invitación sigue abierta.',
    goBack: 'Ir allí',
    stop: 'Dejar de buscar',
    tabYourMove: 'Te toca',
    tabSearching: 'Buscando rival',
    tabHosting: 'Esperando a tu amigo',
    tab: (what) => `${what} · Fourfall`,
    tabCalls: (what) => `● ${what} · Fourfall`,
    noticeYourMove: 'Te toca',
    noticeStarted: 'Tu partida ha empezado',
    noticeOver: 'Tu partida ha terminado',
    noticeRematch: '¿Revancha?',
    against: (name) => `Contra ${name}`,
  },
  board: {
    colour,
    empty: 'vacía',
    cell: (facts, sides) =>
      [
        at(facts),
        facts.side === undefined ? 'vacía' : sides[facts.side],
        ...(facts.last ? ['última ficha'] : []),
        ...(facts.winning ? ['ganadora'] : []),
      ].join(', '),
    at,
    columnFull,
    fourInARow: FOUR,
    full: FULL,
    draw: DRAW,
    timeLeft: (it) => count(it, { one: 'Queda # segundo.', other: 'Quedan # segundos.' }),
    keysTitle: 'Jugar con el teclado',
    keys: [
      ['1 – 7', 'soltar en esa columna'],
      ['← →', 'elegir columna'],
      ['↑ ↓', 'leer las casillas de arriba y abajo'],
      ['Intro, Espacio', 'soltar en la columna elegida'],
      ['?', 'esta ayuda'],
    ],
    keysWhere: 'Las teclas funcionan con el foco en el tablero: pulsa Tab hasta llegar a él.',
  },
  clocks: {
    label: 'Reloj',
    NAMES: {
      live: {
        name: 'Sin reloj',
        text: 'Tómate tu tiempo, pero quien pase 90 segundos sin jugar pierde. Rojo y amarillo.',
      },
      duel: {
        name: '60 segundos',
        text: '60 segundos por jugada, y quien agota el tiempo pierde. Un sorteo decide quién empieza. Verde y rojo.',
      },
      classic: {
        name: 'Sin límite',
        text: 'Sin ningún reloj: piensa todo lo que quieras. Rojo y amarillo.',
      },
    },
    SHORT: { live: 'Sin reloj', duel: '60 segundos por jugada', classic: 'Tiempo sin límite' },
  },
  common: {
    home: 'Inicio',
    tryAgain: 'Probar otra vez',
    done: 'Listo',
    on: 'Sí',
    off: 'No',
    sound: 'Sonido',
    copied: 'Copiado',
    couldNotCopy: 'No se pudo copiar. Aquí está:',
    discs,
    people,
    watching: (it) => count(it, { one: '# mirando', other: '# mirando' }),
  },
  frame: {
    skip: 'Ir al juego',
    homeLink: 'Fourfall, inicio',
    mainNavigation: 'Principal',
    moreNavigation: 'Más',
    menu: 'Menú',
    settings: 'Ajustes',
    play: 'Jugar',
    watch: 'Mirar',
    analysis: 'Análisis',
    puzzles: 'Retos',
    leaderboard: 'Clasificación',
    account: 'Cuenta',
    privacy: 'Qué guardamos',
    yourGames: 'Tus partidas',
    forProgrammers: 'Para programadores',
    promise:
      'Gratis, abierto, no hace falta cuenta. Tu nombre y tus ajustes se quedan en este navegador.',
    language: 'Idioma',
    languageAuto: 'El del navegador',
    title: (page) =>
      ({
        home: 'Fourfall: cuatro en raya, con cualquiera',
        play: 'Jugar · Fourfall',
        solo: 'Contra el ordenador · Fourfall',
        local: 'En el mismo aparato · Fourfall',
        watch: 'Mirar · Fourfall',
        watchRoom: 'Mirar · Fourfall',
        game: 'Repetición · Fourfall',
        analysis: 'Análisis · Fourfall',
        player: 'Jugador · Fourfall',
        puzzles: 'Retos · Fourfall',
        history: 'Tus partidas · Fourfall',
        leaderboard: 'Clasificación · Fourfall',
        account: 'Tu cuenta · Fourfall',
        privacy: 'Qué guardamos · Fourfall',
        unknown: 'Aquí no hay nada · Fourfall',
      })[page],
  },
  home: {
    title: 'Cuatro en\u00A0raya. Con\u00A0cualquiera, ahora\u00A0mismo.',
    lead: 'Conecta cuatro en tu navegador. Sin cuenta, sin instalar nada.',
    toy: 'Un tablero para probar',
    ways: 'Formas de jugar',
    playOnline: 'Jugar en línea',
    inviteFriend: 'Invitar a un amigo',
    computer: 'Ordenador',
    sameDevice: 'Mismo aparato',
    change: 'Cambiar reloj',
    clear: 'Vaciar el tablero',
    names: NAMES,
    wins: (name) => `${FOUR} ¡Gana ${name}!`,
    full: FULL,
    rulesAway: 'No se pudieron cargar las reglas. Inténtalo otra vez.',
    dropOne: 'Vamos, suelta una.',
    turn: (name) => `Turno de ${name}`,
    playingAs: 'Juegas como',
  },
  lists: {
    watchTitle: 'Se está jugando',
    nobodyPlaysTitle: 'Ahora mismo no juega nadie',
    nobodyPlays: 'Alguien tiene que empezar. Las partidas en marcha aparecen aquí solas.',
    nobodyPlaysYet: 'Nadie todavía. La tuya podría ser la primera partida.',
    finishedTitle: 'Recién terminadas',
    noneFinished: 'Aquí aún no ha terminado ninguna partida.',
    awayLive: 'El servidor no está. Puedes seguir jugando en este aparato.',
    awayFinished: 'No hay nada que mostrar mientras el servidor no esté.',
    play: 'Jugar con alguien',
    playComputer: 'Jugar contra el ordenador',
    won: 'ganó',
    discs,
    room: (played, watching) =>
      [discs(played), ...(watching > 0 ? [`${people(watching)} mirando`] : [])].join(' · '),
    reason: ({ reason }) =>
      ({
        four: 'cuatro en raya',
        full: 'empate',
        resignation: 'abandono',
        idle: 'tardó demasiado',
        disconnect: 'no volvió',
        timeout: 'sin tiempo',
        aborted: 'anulada',
      })[reason],
    game: (how, atMs) => [...(how === undefined ? [] : [how]), moment(atMs)].join(' · '),
    pictureOf: (first, second) => `El tablero de ${first} contra ${second}`,
    featuredTitle: 'En juego',
    watchIt: 'Mirar',
    takeUp: 'Seguirla tú',
    leaderboard: 'Clasificación',
    leaderboardOrder: 'Por puntuación: todos empiezan con 1500.',
    noLeaders: 'El primer ganador encabezará esta lista.',
    place: 'Puesto',
    player: 'Jugador',
    rating: 'Puntuación',
    wonColumn: 'Ganadas',
    lostColumn: 'Perdidas',
    drawnColumn: 'Empates',
    gamesColumn: 'Partidas',
    discsColumn: 'Fichas',
    yourGames: 'Tus partidas',
    noGames: 'Aún no hay partidas',
    noGamesWhy: 'Las partidas que termines contra otras personas se guardan aquí, jugada a jugada.',
    olderGames: 'Partidas anteriores',
    listFailed: 'No se pudo cargar la lista.',
    shownRating: (points, provisional) => `${Math.round(points)}${provisional ? '?' : ''}`,
    claimed: 'Este nombre está reservado: nadie más puede tenerlo.',
  },
  table: {
    NAMES,
    boardLabel:
      'Tablero para dos. Las flechas mueven, Intro suelta, del 1 al 7 sueltan al momento.',
    refereeAway: 'No se pudieron cargar las reglas. ¿Hay conexión? Inténtalo otra vez.',
    turn: (side) => `Turno de ${NAMES[side]}`,
    title: tableTitle,
    text: (state) =>
      ({ playing: 'Jugad por turnos en esta pantalla.', won: FOUR, drawn: FULL })[state.kind],
    blocked: (state, it) =>
      state.kind === 'playing' ? columnFull(it) : 'La partida ha terminado. Empieza otra.',
    moved: (state, cell) => `${NAMES[lastMover(state)]}: ${at(cell)}. ${tableTitle(state)}.`,
    undone: (state) => `Jugada deshecha. ${tableTitle(state)}.`,
    begun: (state) => `Partida nueva. ${tableTitle(state)}.`,
    undo: 'Deshacer',
    newGame: 'Partida nueva',
    review: 'Repasar',
    askTitle: '¿Empezar otra partida?',
    askText: 'Esta no ha terminado. Sus fichas desaparecerán.',
    askKeep: 'Seguir jugando',
  },
  time: { moment, utcDay, seconds, minutes, secondsLeftShort: 's restantes' },
  trouble: {
    KINDS: {
      away: {
        title: 'El servidor no está',
        text: 'Ahora no responde. Tus partidas están a salvo: seguirán cuando vuelva.',
      },
      page: {
        title: 'Aquí no hay nada',
        text: 'No hay ninguna página en esta dirección. Quizá se perdió una letra por el camino.',
      },
      game: {
        title: 'No existe esa partida',
        text: 'Nunca se jugó ninguna en esta dirección, o al enlace le falta un trozo.',
      },
      player: {
        title: 'No existe ese jugador',
        text: 'Nadie con esta dirección ha terminado aquí una partida todavía.',
      },
      room: {
        title: 'Esta partida no está en marcha',
        text: 'Ha terminado o no llegó a empezar. Puede que otros estén jugando ahora.',
      },
    },
    gamesToWatch: 'Partidas para mirar',
  },
  welcome: {
    label: 'Cómo se juega',
    steps: [
      'Soltad fichas por turnos. Cada una cae a la casilla libre más baja de su columna.',
      'Gana quien hace cuatro en raya: en horizontal, vertical o diagonal.',
      'Si el otro tiene tres, bloquea la cuarta.',
    ],
    skip: 'Entendido',
  },
};
