/** Português do Brasil: what home needs; the rest is in `../pt-BR.ts`. */
import { lastMover, type Standing } from '../../game/referee';
import { columnNumber, type Cell, type Column, type Side } from '../../game/types';
import { speech, wholeMinutes } from '../speech';
import type { FirstWords } from '../type';

export const { count, columns, list, moment, number, percent, utcDay } = speech('pt-BR');

export const discs = (it: number): string => count(it, { one: '# ficha', other: '# fichas' });
export const people = (it: number): string => count(it, { one: '# pessoa', other: '# pessoas' });
export const seconds = (it: number): string => count(it, { one: '# segundo', other: '# segundos' });
export const minutes = (ms: number): string =>
  count(wholeMinutes(ms), { one: 'um minuto', other: '# minutos' });
export const column = (it: Column): string => `coluna ${columnNumber(it)}`;
export const at = (cell: Cell): string => `${column(cell.column)}, linha ${cell.row + 1}`;
export const columnFull = (it: Column): string => `A ${column(it)} está cheia.`;

export const FOUR = 'Quatro em linha.';
export const FULL = 'O tabuleiro está cheio e ninguém fez quatro.';
export const DRAW = 'Empate';
export const NAMES: Readonly<Record<Side, string>> = { first: 'Vermelho', second: 'Amarelo' };
const COLOURS: Readonly<Record<string, string>> = {
  red: 'vermelho',
  yellow: 'amarelo',
  green: 'verde',
  '#000000': 'preto',
  '#ffffff': 'branco',
};
export const colour = (name: string): string => COLOURS[name] ?? name;

export function tableTitle(state: Standing): string {
  if (state.kind === 'playing') return `Vez do ${NAMES[state.turn]}`;
  return state.kind === 'won' ? `${NAMES[state.by]} ganhou` : DRAW;
}

export const words: FirstWords = {
  bar: {
    label: 'Seu jogo',
    yourMove: (name) => `Seu jogo contra ${name}: sua vez`,
    theirMove: (name) => `Seu jogo contra ${name}: vez de ${name}`,
    rematchWanted: (name) => `${name} quer revanche`,
    rematchAsked: (name) => `Esperando ${name} aceitar a revanche`,
    searching: 'Procurando adversário',
    hosting: 'Esperando seu amigo',
    connectionLost: 'Sem conexão, tentando voltar',
    elsewhere: (name) => `Seu jogo contra ${name} continua.`,
    elsewhereHosting: 'Seu convite continua aberto.',
    goBack: 'Ir para lá',
    stop: 'Parar de procurar',
    tabYourMove: 'Sua vez',
    tabSearching: 'Procurando adversário',
    tabHosting: 'Esperando seu amigo',
    tab: (what) => `${what} · Fourfall`,
    tabCalls: (what) => `● ${what} · Fourfall`,
    noticeYourMove: 'Sua vez',
    noticeStarted: 'Seu jogo começou',
    noticeOver: 'Seu jogo acabou',
    noticeRematch: 'Revanche?',
    against: (name) => `Contra ${name}`,
  },
  board: {
    colour,
    empty: 'vazia',
    cell: (facts, sides) =>
      [
        at(facts),
        facts.side === undefined ? 'vazia' : sides[facts.side],
        ...(facts.last ? ['última ficha'] : []),
        ...(facts.winning ? ['vencedora'] : []),
      ].join(', '),
    at,
    columnFull,
    fourInARow: FOUR,
    full: FULL,
    draw: DRAW,
    timeLeft: (it) => count(it, { one: 'Falta # segundo.', other: 'Faltam # segundos.' }),
    keysTitle: 'Jogar pelo teclado',
    keys: [
      ['1 – 7', 'soltar nessa coluna'],
      ['← →', 'escolher a coluna'],
      ['↑ ↓', 'ler as casas acima e abaixo'],
      ['Enter, Espaço', 'soltar na coluna escolhida'],
      ['?', 'esta ajuda'],
    ],
    keysWhere: 'As teclas funcionam com o foco no tabuleiro: aperte Tab até chegar nele.',
  },
  clocks: {
    label: 'Relógio',
    NAMES: {
      live: {
        name: 'Sem relógio',
        text: 'Vá com calma, mas quem fica 90 segundos sem jogar perde. Vermelho e amarelo.',
      },
      duel: {
        name: '60 segundos',
        text: '60 segundos por jogada, e quem estoura o tempo perde. Um sorteio diz quem começa. Verde e vermelho.',
      },
      classic: {
        name: 'Sem limite',
        text: 'Nenhum relógio: pense o quanto quiser. Vermelho e amarelo.',
      },
    },
    SHORT: { live: 'Sem relógio', duel: '60 segundos por jogada', classic: 'Tempo sem limite' },
  },
  common: {
    home: 'Início',
    tryAgain: 'Tentar de novo',
    done: 'Pronto',
    on: 'Sim',
    off: 'Não',
    sound: 'Som',
    copied: 'Copiado',
    couldNotCopy: 'Não deu para copiar. Aqui está:',
    discs,
    people,
    watching: (it) => count(it, { other: '# assistindo' }),
  },
  frame: {
    skip: 'Ir para o jogo',
    homeLink: 'Fourfall, início',
    mainNavigation: 'Principal',
    moreNavigation: 'Mais',
    menu: 'Menu',
    settings: 'Ajustes',
    play: 'Jogar',
    watch: 'Assistir',
    analysis: 'Análise',
    puzzles: 'Desafios',
    leaderboard: 'Ranking',
    account: 'Conta',
    privacy: 'O que guardamos',
    yourGames: 'Seus jogos',
    forProgrammers: 'Para programadores',
    promise:
      'Grátis, aberto, sem precisar de conta. Seu nome e seus ajustes ficam neste navegador.',
    language: 'Idioma',
    languageAuto: 'O do navegador',
    title: (page) =>
      ({
        home: 'Fourfall: quatro em linha, com qualquer um',
        play: 'Jogar · Fourfall',
        solo: 'Contra o computador · Fourfall',
        local: 'No mesmo aparelho · Fourfall',
        watch: 'Assistir · Fourfall',
        watchRoom: 'Assistir · Fourfall',
        game: 'Replay · Fourfall',
        analysis: 'Análise · Fourfall',
        player: 'Jogador · Fourfall',
        puzzles: 'Desafios · Fourfall',
        history: 'Seus jogos · Fourfall',
        leaderboard: 'Ranking · Fourfall',
        account: 'Sua conta · Fourfall',
        privacy: 'O que guardamos · Fourfall',
        unknown: 'Nada por aqui · Fourfall',
      })[page],
  },
  home: {
    title: 'Quatro em\u00A0linha. Com\u00A0qualquer\u00A0um, agora\u00A0mesmo.',
    lead: 'Lig 4 no seu navegador. Sem conta, sem instalar nada.',
    toy: 'Um tabuleiro para testar',
    ways: 'Jeitos de jogar',
    playOnline: 'Jogar online',
    inviteFriend: 'Convidar um amigo',
    computer: 'Computador',
    sameDevice: 'Mesmo aparelho',
    change: 'Mudar o relógio',
    clear: 'Limpar o tabuleiro',
    names: NAMES,
    wins: (name) => `${FOUR} ${name} ganhou!`,
    full: FULL,
    rulesAway: 'Não deu para carregar as regras. Tente outra vez.',
    dropOne: 'Vai, solta uma.',
    turn: (name) => `Vez do ${name}`,
    playingAs: 'Jogando como',
  },
  lists: {
    watchTitle: 'Jogando agora',
    nobodyPlaysTitle: 'Ninguém está jogando agora',
    nobodyPlays: 'Alguém tem que começar. Os jogos em andamento aparecem aqui sozinhos.',
    nobodyPlaysYet: 'Ninguém ainda. O seu pode ser o primeiro jogo.',
    finishedTitle: 'Acabaram agora',
    noneFinished: 'Nenhum jogo terminou aqui ainda.',
    awayLive: 'O servidor está fora. Você ainda pode jogar neste aparelho.',
    awayFinished: 'Nada para mostrar enquanto o servidor está fora.',
    play: 'Jogar com alguém',
    playComputer: 'Jogar contra o computador',
    won: 'ganhou',
    discs,
    room: (played, watching) =>
      [discs(played), ...(watching > 0 ? [`${people(watching)} assistindo`] : [])].join(' · '),
    reason: ({ reason }) =>
      ({
        four: 'quatro em linha',
        full: 'empate',
        resignation: 'desistência',
        idle: 'demorou demais',
        disconnect: 'não voltou',
        timeout: 'sem tempo',
        aborted: 'cancelado',
      })[reason],
    game: (how, atMs) => [...(how === undefined ? [] : [how]), moment(atMs)].join(' · '),
    pictureOf: (first, second) => `O tabuleiro de ${first} contra ${second}`,
    featuredTitle: 'Acontecendo agora',
    watchIt: 'Assistir',
    takeUp: 'Continue você',
    leaderboard: 'Ranking',
    leaderboardOrder: 'Por pontuação: todo mundo começa com 1500.',
    noLeaders: 'O primeiro vencedor vai ficar no topo desta lista.',
    place: 'Lugar',
    player: 'Jogador',
    rating: 'Pontuação',
    wonColumn: 'Vitórias',
    lostColumn: 'Derrotas',
    drawnColumn: 'Empates',
    gamesColumn: 'Jogos',
    discsColumn: 'Fichas',
    yourGames: 'Seus jogos',
    noGames: 'Nenhum jogo ainda',
    noGamesWhy: 'Os jogos que você termina contra pessoas ficam aqui, jogada por jogada.',
    olderGames: 'Jogos mais antigos',
    listFailed: 'Não deu para carregar a lista.',
    shownRating: (points, provisional) => `${Math.round(points)}${provisional ? '?' : ''}`,
    claimed: 'Este nome está reservado: ninguém mais pode usar.',
  },
  table: {
    NAMES,
    boardLabel: 'Tabuleiro para dois. Setas movem, Enter solta, 1 a 7 soltam na hora.',
    refereeAway: 'Não deu para carregar as regras. A internet está ligada? Tente outra vez.',
    turn: (side) => `Vez do ${NAMES[side]}`,
    title: tableTitle,
    text: (state) =>
      ({ playing: 'Joguem um de cada vez nesta tela.', won: FOUR, drawn: FULL })[state.kind],
    blocked: (state, it) =>
      state.kind === 'playing' ? columnFull(it) : 'O jogo acabou. Comece outro.',
    moved: (state, cell) => `${NAMES[lastMover(state)]}: ${at(cell)}. ${tableTitle(state)}.`,
    undone: (state) => `Jogada desfeita. ${tableTitle(state)}.`,
    begun: (state) => `Jogo novo. ${tableTitle(state)}.`,
    undo: 'Desfazer',
    newGame: 'Jogo novo',
    review: 'Rever',
    askTitle: 'Começar outro jogo?',
    askText: 'Este ainda não acabou. As fichas dele vão sumir.',
    askKeep: 'Continuar jogando',
  },
  time: { moment, utcDay, seconds, minutes, secondsLeftShort: 's restantes' },
  trouble: {
    KINDS: {
      away: {
        title: 'O servidor está fora',
        text: 'Ele não responde agora. Seus jogos estão a salvo: continuam quando ele voltar.',
      },
      page: {
        title: 'Nada por aqui',
        text: 'Não existe página neste endereço. Talvez uma letra tenha se perdido no caminho.',
      },
      game: {
        title: 'Esse jogo não existe',
        text: 'Nenhum jogo aconteceu neste endereço, ou falta um pedaço do link.',
      },
      player: {
        title: 'Esse jogador não existe',
        text: 'Ninguém com este endereço terminou um jogo aqui ainda.',
      },
      room: {
        title: 'Este jogo não está acontecendo',
        text: 'Já acabou ou nunca começou. Outras pessoas podem estar jogando agora.',
      },
    },
    gamesToWatch: 'Jogos para assistir',
  },
  welcome: {
    label: 'Como se joga',
    steps: [
      'Soltem fichas, um de cada vez. Cada uma cai na casa livre mais baixa da coluna.',
      'Quatro em linha ganham: deitado, em pé ou na diagonal.',
      'Se o outro tem três, bloqueie a quarta.',
    ],
    skip: 'Entendi',
  },
};
