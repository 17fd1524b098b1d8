/** Português do Brasil. */
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
} from './first/pt-BR';
import type { Words } from './type';

function prospectOf(it: Value, turn: Side, names: Readonly<Record<Side, string>>): string {
  if (it.kind === 'draw') return 'Empate, se ninguém errar';
  const name = names[it.kind === 'win' ? turn : other(turn)];
  const more = discsToWin(it);
  return more === 1
    ? `${name} ganha com a próxima ficha`
    : `${name} ganha com a ${more}ª ficha a partir daqui`;
}

const called: Words['match']['called'] = (view, side) =>
  side === view.mine ? 'Você' : view.seats[side].name;
const versus = (view: Parameters<typeof called>[0]): string =>
  `${called(view, 'first')} contra ${called(view, 'second')}`;

const LEVELS = { easy: 'Fácil', medium: 'Médio', hard: 'Difícil', perfect: 'Perfeito' } as const;
const ENGINE_AWAY = 'Não deu para carregar o motor.';
const NOBODY_ELSE = 'Não tem mais ninguém aqui agora.';

const judgements: Words['analysis']['judgements'] = {
  best: { name: 'melhor jogada', names: 'Melhores', glyph: '' },
  good: { name: 'boa', names: 'Boas', glyph: '' },
  inaccuracy: { name: 'imprecisão', names: 'Imprecisões', glyph: '!?' },
  missedWin: { name: 'vitória perdida', names: 'Vitórias perdidas', glyph: '?!' },
  mistake: { name: 'erro', names: 'Erros', glyph: '?' },
  blunder: { name: 'erro grave', names: 'Erros graves', glyph: '??' },
};

const REACTIONS: Words['reactions']['names'] = {
  hello: 'Oi',
  nice: 'Boa jogada',
  wow: 'Uau',
  hmm: 'Deixa eu pensar',
  oops: 'Opa',
  thanks: 'Valeu',
};

export const words: Words = {
  ...ofHome,
  account: {
    title: 'Sua conta',
    why: 'Ninguém precisa de uma para jogar. Reserve um nome para guardar ele, seus jogos e sua pontuação, e entrar de qualquer lugar.',
    claimTitle: 'Guarde seu nome',
    claim: 'Reservar este nome',
    claimFirst: 'Jogue online primeiro: aí vai ter algo para guardar.',
    name: 'Nome',
    password: 'Senha',
    passwordHint: 'Pelo menos dez caracteres. Uma frase é uma boa senha.',
    loginTitle: 'Entrar',
    login: 'Entrar',
    recoverTitle: 'Perdeu a senha?',
    recover: 'Entrar com um código',
    code: 'Código de recuperação',
    newPassword: 'Senha nova',
    codesTitle: 'Seus códigos de recuperação',
    codesHint:
      'Cada um deixa você entrar uma vez se perder a senha. Só aparecem agora: anote ou imprima.',
    codesSeen: 'Já anotei',
    freshCodes: 'Códigos novos',
    devices: 'Onde você entrou',
    thisDevice: 'este aqui',
    unnamedDevice: 'um programa que não diz o que é',
    forgetDevice: 'Sair de lá',
    logout: 'Sair',
    logoutEverywhere: 'Sair de todos os outros',
    change: 'Mudar a senha',
    currentPassword: 'Senha atual',
    confirm: 'Sua senha, mais uma vez',
    dataTitle: 'Seus dados',
    exportAll: 'Baixar tudo em JSON',
    deleteTitle: 'Apagar a conta',
    deleteHint:
      'Seu nome some de todo lugar. Os jogos ficam, sem nome, porque também são de outra pessoa.',
    remove: 'Apagar',
    away: 'O servidor não responde. Tente de novo.',
    graphTitle: 'Pontuação, jogo por jogo',
    block: 'Nunca mais jogar com esta pessoa',
    unblock: 'Voltar a jogar com esta pessoa',
    blocked: 'Você não vai mais jogar com esta pessoa.',
    reportTitle: 'Avisar os responsáveis',
    reportReason: 'O que aconteceu?',
    report: 'Avisar',
    reported: 'Obrigado. Os responsáveis vão olhar.',
    signedInAs: (who) => `Você é ${who}.`,
    codesLeft: (it) => count(it, { one: 'Resta # código.', other: 'Restam # códigos.' }),
    since: (date) => `desde ${date}`,
    graph: (from, to, games) =>
      `De ${from} para ${to} em ${count(games, { one: '# jogo valendo', other: '# jogos valendo' })} pontos.`,
    hasAccount: 'tem conta',
    guest: 'convidado',
    guestHint: 'Joga sem conta, então o nome não é só dessa pessoa.',
    between: (low, high) => `Muito provavelmente entre ${low} e ${high}.`,
    questionMark: 'A interrogação some depois de mais alguns jogos valendo pontos.',
    anyClock: 'Todos',
    period: 'Jogos',
    PERIODS: { all: 'Desde sempre', week: 'Últimos 7 dias' },
    boardRule:
      'Para entrar nesta lista, jogue dez vezes valendo pontos contra quatro pessoas diferentes, a última nos últimos 30 dias.',
    boardRuleSome:
      'Para entrar nesta lista, jogue dez jogos deste tipo valendo pontos contra quatro pessoas diferentes. A pontuação é a de todos os jogos.',
    ratedMeans:
      'Um jogo vale pontos se “Achar adversário” juntou vocês. Jogos com amigos e robôs não valem.',
    noLeadersYet: 'Ninguém jogou tantos ainda. Você pode abrir a lista!',
    guestNow: (who) => `Você joga como convidado, com o nome ${who}.`,
    codesHow: 'Para usar um, abra esta página sem ter entrado e procure “Perdeu a senha?”.',
    recoverHint: 'Um dos que você anotou quando reservou o nome.',
    copyCodes: 'Copiar todos',
    loggedOutElsewhere: 'Todos os outros aparelhos saíram da conta.',
    passwordChanged: 'A senha nova já está valendo. Todos os outros aparelhos saíram da conta.',
    deleteAsk: 'Apagar mesmo a conta?',
    deleteText: 'Não dá para desfazer.',
    keepIt: 'Ficar com ela',
    blockedTitle: 'Pessoas que você bloqueou',
    nobodyBlocked: 'Ninguém. Você pode bloquear alguém depois de um jogo ou na página da pessoa.',
    unblockShort: 'Desbloquear',
    forgotten: 'alguém que não está mais aqui',
    passkeysTitle: 'Chaves de acesso',
    passkeysHint:
      'Uma chave de acesso deixa você entrar com a digital, o rosto ou o PIN do seu aparelho. Não há senha para esquecer.',
    addPasskey: 'Adicionar uma chave de acesso',
    unnamedPasskey: 'Chave de acesso',
    removePasskey: 'Remover',
    claimPasskey: 'Reservar com uma chave de acesso',
    loginPasskey: 'Entrar com uma chave de acesso',
    passkeyCancelled: 'Nenhuma chave foi usada e nada mudou. Tente de novo quando quiser.',
    passkeyAdded: 'Pronto. Agora esta chave deixa você entrar.',
    passkeysElsewhere: 'Chaves de acesso não funcionam neste endereço.',
    firstPassword: 'Escolher uma senha',
    personTitle: (who) => `Bloquear ou denunciar ${who}`,
    keptTitle: 'O que guardamos, e por quanto tempo',
    keptShort: 'Sem e-mail, sem propaganda, sem rastreamento.',
    kept: [
      {
        title: 'Quando você joga online',
        lines: [
          'Um identificador sorteado, o nome com que você joga, seus jogos com cada lance e sua pontuação. Todo mundo pode ver; um jogo com um amigo é visto por quem tem o link.',
          'Ficam enquanto os responsáveis por este servidor mantiverem convidados. Quando um convidado é esquecido, o nome e a pontuação somem. Os jogos ficam, porque também são de outra pessoa.',
        ],
      },
      {
        title: 'Quando você tem conta',
        lines: [
          'Também: sua senha e seus códigos, embaralhados para que ninguém consiga ler. Onde você entrou, como o seu navegador se chama. Quem você bloqueou e o que denunciou. De uma chave de acesso, só a metade que sozinha não abre nada.',
          'Até você apagar a conta. Aí seu nome some de todo lugar, e os jogos ficam sem nome.',
        ],
      },
      {
        title: 'O que fica neste navegador',
        lines: [
          'Suas configurações, seus desafios e os jogos contra o computador ou no mesmo aparelho. Nunca saem daqui.',
          'Um número sorteado para este navegador e um segredo que prova quem você é. Os dois vão só para este servidor, quando você se conecta.',
        ],
      },
      {
        title: 'Endereços de rede',
        lines: [
          'São contados na memória do servidor para ninguém sobrecarregar ele, e depois esquecidos.',
        ],
      },
      {
        title: 'O que você pode fazer',
        lines: [
          'Na página da sua conta você pode baixar tudo o que está guardado sobre você e apagar a conta.',
        ],
      },
    ],
  },
  analysis: {
    NAMES,
    boardLabel: 'Tabuleiro de análise. Solte uma ficha de qualquer lado e veja no que dá.',
    value: (it) => {
      if (it.kind === 'draw') return 'empate';
      const more = discsToWin(it);
      if (it.kind === 'win') return more === 1 ? 'ganha já' : `ganha com a ${more}ª ficha`;
      return more === 1 ? 'perde já' : `perde para a ${more}ª ficha`;
    },
    valueLines: (it) =>
      it.kind === 'draw'
        ? ['empate']
        : [
            it.kind === 'win' ? 'ganha' : 'perde',
            discsToWin(it) === 1 ? 'já' : `${discsToWin(it)}ª ficha`,
          ],
    full: 'cheia',
    beingLookedAt: 'em estudo',
    scores: 'Quanto vale cada coluna',
    columnScore: (it, worth, best) =>
      `Coluna ${columnNumber(it)}: ${worth}${best ? ', a melhor' : ''}`,
    prospect: (it, turn) => prospectOf(it, turn, NAMES),
    prospectOf,
    title: ({ standing, value, away }) => {
      if (standing.kind !== 'playing') return tableTitle(standing);
      if (away) return 'Sem motor';
      return value === undefined ? 'Pensando' : prospectOf(value, standing.turn, NAMES);
    },
    text: ({ standing, best, away }) => {
      if (away) return ENGINE_AWAY;
      if (standing.kind !== 'playing') return standing.kind === 'won' ? FOUR : FULL;
      const mover = `${NAMES[standing.turn]} joga.`;
      if (best.length === 0) return mover;
      const all = list(best.map((it) => number(columnNumber(it))));
      return `${mover} O melhor: ${best.length > 1 ? 'colunas' : 'coluna'} ${all}.`;
    },
    played: (side, cell) => `${NAMES[side]}: ${at(cell)}.`,
    unknown: 'Ainda não se sabe',
    notMoves: 'Jogadas são colunas, de 1 a 7: por exemplo 4435.',
    illegalMove: (it) => `A jogada ${it} não é possível; mostrado até ali.`,
    inTheLink: (trouble) => `No link: ${trouble}`,
    bestLine: 'Melhor sequência',
    beingWorkedOut: 'Calculando…',
    bestLineDisc: (it) => `Para a ficha ${it} da melhor sequência`,
    setUp: 'Montar por jogadas',
    setUpExample: '4435',
    show: 'Mostrar',
    clear: 'Limpar o tabuleiro',
    copyLink: 'Copiar link',
    shareTitle: 'Uma posição de quatro em linha',
    moves: 'Jogadas',
    movesPlayed: (it) => (it > 0 ? `${it} de 42` : 'nenhuma ainda'),
    move: (it) => `Jogada ${it}`,
    disc: (name, of, it) => `${name}: ${colour(of)} na ${column(it)}`,
    remarked: (disc, remark) => `${disc}, ${remark}`,
    judgements,
    review: 'Revisão',
    reviewProgress: (it) => `${percent(it)} visto`,
    reviewDone: 'A revisão está pronta.',
    reviewFailed: 'O motor parou antes de terminar a revisão.',
    noReview: `${ENGINE_AWAY} Por isso não há revisão agora.`,
    accuracy: 'Precisão',
    percent: (it) => (it === undefined ? '–' : percent(it)),
    toTurningPoint: (it) => `Para a virada, jogada ${it}`,
    noTurn: 'Nenhuma jogada mudou quem ganha.',
    graph: (turns) => {
      const all = turns.map((it) => `jogada ${it.move}, ${judgements[it.judgement].name}`);
      return `Valor ao longo do jogo${all.length === 0 ? '' : `: ${all.join('; ')}`}`;
    },
    tape: 'Replay',
    toStart: 'Para o começo',
    backOne: 'Voltar uma jogada',
    forwardOne: 'Avançar uma jogada',
    toEnd: 'Para o fim',
  },
  computer: {
    computer: 'Computador',
    you: 'Você',
    boardLabel: 'Você contra o computador. Aperte ? para ver as teclas.',
    status: ({ game }, { ready, reachable, colours }) => {
      if (!reachable && game.status === 'playing') {
        return {
          title: 'Um momento',
          text: 'O computador não responde agora. Tentando de novo.',
        };
      }
      if (!ready) return { title: 'Um momento', text: 'Montando o tabuleiro.' };
      switch (game.status) {
        case 'playing':
          return game.currentPlayer === AI
            ? { title: 'O computador está pensando', text: `Ele joga de ${colours.its}.` }
            : { title: 'Sua vez', text: `Você joga de ${colours.mine}. Escolha uma coluna.` };
        case 'human_won':
          return { title: 'VOCÊ GANHOU', text: `${FOUR} Mandou bem!` };
        case 'ai_won':
          return {
            title: 'VOCÊ PERDEU',
            text: game.gaveUp
              ? 'Você desistiu. A revisão mostra onde o jogo virou.'
              : game.lostOnTime
                ? `Seus ${seconds(TURN_SECONDS)} acabaram.`
                : `Quatro em linha para ${colours.its}.`,
          };
        case 'draw':
          return { title: 'EMPATE', text: FULL };
      }
    },
    heard: (now, by, cell) =>
      `${cell === undefined ? '' : `${by}: ${at(cell)}. `}${calm(now.title)}.`,
    over: 'O jogo acabou. Recomece para jogar de novo.',
    thinking: 'O computador está pensando.',
    columnFull,
    restart: 'Recomeçar',
    review: 'Rever',
    takeBack: 'Voltar jogada',
    hint: 'Dica',
    hintLooking: 'Procurando uma dica…',
    values: 'Valores',
    giveUp: 'Desistir',
    history: 'Contra o computador',
    historyWhy: 'Guardados só neste aparelho.',
    historyDetails: (level, when) => `${LEVELS[level]}, ${when}`,
    historyMore: 'Mostrar mais',
    start: 'Começar',
    startWhy: `Seus ${seconds(TURN_SECONDS)} por vez contam a partir da primeira ficha, ou de “Começar”.`,
    difficulty: 'Dificuldade',
    levels: LEVELS,
    levelTag: (level) => LEVELS[level].toLowerCase(),
    levelWords: {
      easy: 'Solta onde dá vontade, um pouco mais no meio. Bom para aprender as regras.',
      medium: 'Enxerga quatro fichas à frente. Aproveita uma vitória, bloqueia a sua.',
      hard: 'Enxerga seis fichas à frente e não erra depois de dezesseis fichas. Ganhe dele no começo.',
      perfect: 'Nunca erra. Se você começa, jogando perfeito dá para ganhar até dele.',
    },
    starter: 'Quem começa',
    fromNextGame: 'Vale a partir do próximo jogo.',
    size: 'Tamanho do tabuleiro',
    sizes: { standard: 'Normal', large: 'Grande' },
    look: 'Tabuleiro',
    looks: { grid: 'Preto e branco', blue: 'Azul' },
    points: 'Pontos',
    pointNames: { won: 'Vitórias', lost: 'Derrotas', drawn: 'Empates' },
    clearPoints: 'Zerar',
  },
  invite: {
    title: 'Esperando seu amigo',
    how: 'Mande este link ou diga o código. O jogo começa quando seu amigo chegar.',
    codeLabel: 'Código',
    copyLink: 'Copiar o link',
    share: 'Compartilhar o link',
    shareTitle: 'Jogue quatro em linha comigo',
    qr: 'QR code do convite',
    showQr: 'Escaneie para entrar',
    neverMind: 'Deixa pra lá',
    lastsFor: (ms) => `Aberto por mais ${minutes(ms)}.`,
    keepOpen: 'Você pode sair desta página; um som avisa quando alguém chegar.',
    invitedBy: (name) => `${name} convidou você para um jogo`,
    joinGame: 'Entrar no jogo',
    hostAway: (name) => `${name} não está conectado agora. O jogo começa assim que ${name} voltar.`,
    looking: 'Vendo o convite',
    deadTitle: 'Este convite acabou',
    deadText:
      'Foi cancelado, venceu, ou o código está errado. Peça outro link ou jogue com outra pessoa.',
    fullTitle: 'Este jogo já começou',
    fullText: (name) => `Outra pessoa já está jogando com ${name}. Você pode assistir.`,
    watchIt: 'Assistir ao jogo',
    overTitle: 'Este jogo acabou',
    overText: (name) => `${name} já jogou.`,
    seeGame: 'Ver o jogo',
    playOther: 'Jogar com outra pessoa',
    laterTitle: 'Agora não',
    laterText: 'Não deu para ler o convite. Tente de novo daqui a pouco.',
    busyTitle: (name) => `Você está jogando contra ${name}`,
    busyText: (host) => `${host} convidou você para outro jogo. Se entrar, desiste deste.`,
    noThanks: 'Não, obrigado',
    backToGame: 'Voltar ao meu jogo',
    resignAndJoin: 'Desistir e entrar',
    hostingNote: 'Entrar fecha o seu próprio convite.',
    searchingNote: 'Entrar para a busca por adversário.',
  },
  match: {
    called,
    turn: (view) => {
      const side = turnOf(view);
      if (side === undefined) return 'O jogo acabou';
      return side === view.mine ? 'Sua vez' : `Vez de ${view.seats[side].name}`;
    },
    over: 'O jogo acabou',
    you: 'você',
    computer: 'computador',
    won: 'ganhou',
    toMove: 'na vez',
    away: 'ausente',
    left: 'saiu',
    resultTitle: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'CANCELADO';
      if (winner === undefined) return view.mine === undefined ? DRAW : 'EMPATE';
      if (view.mine === undefined) return `${view.seats[winner].name} ganhou`;
      return winner === view.mine ? 'VOCÊ GANHOU' : 'VOCÊ PERDEU';
    },
    result: (view, { winner, reason }) => {
      if (reason === 'aborted') return 'O jogo foi cancelado.';
      if (winner === undefined) return `${DRAW}.`;
      const { name } = view.seats[winner];
      if (view.mine === undefined) return `${name} ganhou.`;
      return winner === view.mine ? 'Você ganhou.' : `Você perdeu. ${name} ganhou.`;
    },
    reason: (view, { winner, reason, lines }) => {
      const who = winner === undefined ? '' : called(view, other(winner));
      switch (reason) {
        case 'four':
          return lines.length > 1 ? `Quatro em linha, ${lines.length} vezes de uma só.` : FOUR;
        case 'full':
          return FULL;
        case 'resignation':
          return `${who} desistiu.`;
        case 'idle':
          return `${who} ficou tempo demais sem jogar.`;
        case 'disconnect':
          return `${who} não voltou a tempo.`;
        case 'timeout':
          return `${who} ficou sem tempo.`;
        case 'aborted':
          return 'Antes de os dois jogarem. Não conta para ninguém.';
      }
    },
    begun: (view) => `O jogo começou: ${versus(view)}.`,
    boardLabel: (view) => `${versus(view)}. Aperte ? para ver as teclas.`,
    moved: (who, cell) => `${who}: ${at(cell)}.`,
    columnFull,
    itIsTheirTurn: (name) => `É a vez de ${name}.`,
    gameIsOver: 'O jogo acabou.',
    lost: (name) => `${name} perdeu a conexão. Se não voltar a tempo, você ganha.`,
    lostShort: (name) => `${name} perdeu a conexão.`,
    back: (name) => `${name} voltou.`,
    leftGame: (name) => `${name} saiu.`,
    moveSoon: 'Jogue logo, ou você perde.',
    mustMoveSoon: (name) => `${name} tem que jogar logo.`,
    moveWithin: (who) => (who === undefined ? 'Jogue em até' : `${who} tem que jogar em até`),
    secondsUnit: 'segundos.',
    secondsLeft: (it) => count(it, { one: 'Falta # segundo.', other: 'Faltam # segundos.' }),
    secondsToMove: (it) => `Você tem ${seconds(it)}.`,
    connectionLost: 'Sem conexão. Tentando voltar.',
    connectionLostSafe: 'Sem conexão. Tentando voltar; seu jogo está a salvo.',
    connectionLostKept:
      'Sem conexão. Sua ficha está guardada e será jogada quando a conexão voltar.',
    connected: 'Conectado de novo.',
    sending: 'Enviando sua ficha…',
    chooseColumn: 'Escolha uma coluna.',
    waitingForThem: 'Esperando a outra ficha.',
    resign: 'Desistir',
    resignTitle: 'Desistir deste jogo?',
    resignText: (name) => `${name} ganha se você desistir.`,
    playOn: 'Continuar jogando',
    abort: 'Cancelar o jogo',
    abortTitle: 'Cancelar este jogo?',
    abortText: 'Vocês dois ainda não jogaram, então não conta para ninguém.',
    rematch: 'Revanche',
    playAgain: 'Jogar de novo',
    noThanks: 'Não, obrigado',
    newOpponent: 'Outro adversário',
    review: 'Rever',
    backToLobby: 'Voltar à sala',
    copyGame: 'Copiar link deste jogo',
    rematchWanted: (name) => `${name} quer revanche.`,
    rematchAsked: (name) => `Esperando ${name} dizer sim…`,
    noRematch: (name, why, byMe) => {
      if (byMe) {
        return why === 'disconnected'
          ? 'Seu pedido de revanche acabou junto com a sua conexão.'
          : 'Você disse não à revanche.';
      }
      return {
        declined: `${name} não quer revanche.`,
        left: `${name} saiu.`,
        disconnected: `${name} perdeu a conexão, e o pedido de revanche acabou junto.`,
        busy: `${name} está jogando com outra pessoa agora.`,
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
    lobbyTitle: 'Jogar com alguém',
    here: (online, playing) => {
      if (online === 0) return NOBODY_ELSE;
      return playing === 0
        ? `${people(online)} aqui.`
        : `${people(online)} aqui, ${playing} jogando.`;
    },
    anybody: 'Qualquer um',
    anybodyText: 'A próxima pessoa que procurar um jogo.',
    friend: 'Um amigo',
    friendText: 'Mande um link; o jogo começa quando ele abrir.',
    bot: 'Um robô',
    botText: 'No servidor, tão forte quanto você quiser. Começa na hora.',
    findOpponent: 'Achar adversário',
    inviteFriend: 'Convidar um amigo',
    haveCode: 'Um amigo te deu um código?',
    join: 'Entrar',
    codeExample: 'ABC234',
    rules: ({ preset, turnSeconds, idleSeconds }) => {
      const lots = preset === 'duel' ? ' Um sorteio diz quem começa.' : '';
      if (turnSeconds !== undefined) return `${seconds(turnSeconds)} por jogada.${lots}`;
      return idleSeconds === undefined
        ? `Nenhum relógio.${lots}`
        : `Sem relógio, mas quem fica ${seconds(idleSeconds)} sem jogar perde.${lots}`;
    },
    replacedTitle: 'Este jogo está aberto em outra aba',
    replacedText: 'Só dá para jogar em uma aba por vez. Traga o jogo para cá.',
    playHere: 'Jogar aqui',
    arriving: 'Um momento',
    joining: 'Entrando no jogo',
    opening: 'Criando seu convite',
    connecting: 'Conectando…',
    noAnswer: 'O servidor não responde. Tentando de novo…',
    endedWhileAway: 'Seu jogo acabou enquanto você estava fora.',
    seeHowItEnded: 'Ver como acabou',
    invitationExpired: 'Seu convite venceu: ninguém veio a tempo.',
    invitationHostAway: 'Seu convite foi fechado porque você ficou fora tempo demais.',
    invitationCancelled: 'Seu convite foi cancelado.',
  },
  puzzles: {
    title: 'Desafios',
    daily: 'Desafio do dia',
    ways: 'Qual desafio',
    level: (it) => `Nível ${it}`,
    LEVELS: { 1: 'Fácil', 2: 'Médio', 3: 'Esperto', 4: 'Difícil', 5: 'Diabólico' },
    own: 'Suas vitórias perdidas',
    task: (aim, of) =>
      aim === 'win'
        ? `Uma só jogada ganha para o ${of}. Qual?`
        : `Uma só jogada segura o empate para o ${of}. Qual?`,
    about: (it, level) => `Desafio ${it}, ${level.toLowerCase()}`,
    aboutDaily: (date) => `O desafio de ${date}, igual para todo mundo`,
    aboutOwn: (left) =>
      `De um jogo seu. ${count(left, { one: '# vitória perdida', other: '# vitórias perdidas' })} para ver.`,
    gathering: 'Olhando seus jogos…',
    noOwn:
      'Nenhuma vitória perdida ainda. Jogue contra o computador ou online e reveja o jogo: uma vitória que você não viu vira um desafio aqui.',
    right: 'Certo!',
    wrong: 'Essa não',
    solutionWas: (it) => `A jogada era a coluna ${it}.`,
    next: 'Próximo desafio',
    again: 'Tentar de novo',
    share: 'Compartilhar o resultado',
    analyse: 'Analisar',
    shareText: (what, solved, streak) =>
      `Fourfall, ${what}: ${solved ? 'resolvido de primeira' : 'não resolvido'}${streak > 1 ? `, ${streak} seguidos` : ''}.`,
    streak: 'Seguidos',
    best: 'Recorde',
    days: 'Dias',
    solved: 'Resolvidos',
    doneToday: 'Você já fez o desafio de hoje. O próximo chega à meia-noite, UTC.',
    boardLabel: 'Desafio. Solte a ficha onde ela deve ir.',
    away: 'Não deu para carregar os desafios.',
  },
  reactions: {
    label: 'Dizer algo',
    mute: 'Silenciar',
    names: REACTIONS,
    glyphs: { hello: '👋', nice: '👏', wow: '😮', hmm: '🤔', oops: '😅', thanks: '🙏' },
    says: (name, reaction) => `${name}: ${REACTIONS[reaction]}.`,
  },
  refusals: {
    refusal: (code) =>
      ({
        malformed: 'O servidor não entendeu esta página. Recarregue, por favor.',
        unauthorized: 'O servidor não conhece mais este navegador. Recarregue a página, por favor.',
        forbidden: 'Isso não cabe a você.',
        unknown_room: 'Esse jogo não existe mais.',
        unknown_code:
          'Nenhum jogo espera com este código. Ele pode estar errado, ou o convite acabou.',
        unknown_player: 'Ninguém com este endereço terminou um jogo aqui ainda.',
        not_your_turn: 'Não é a sua vez.',
        column_out_of_range: 'Essa coluna não existe.',
        column_full: 'Essa coluna está cheia.',
        game_over: 'O jogo acabou.',
        not_started: 'O jogo ainda não começou.',
        already_in_game: 'Você já está em outro jogo.',
        room_full: 'Os dois lugares deste jogo estão ocupados.',
        too_late: 'Tarde demais: vocês dois já jogaram. Você ainda pode desistir.',
        rate_limited: 'Foi muita coisa de uma vez. Espere um pouco e tente de novo.',
        overloaded: 'O servidor está cheio agora. Tente daqui a um minuto.',
        internal: 'Algo deu errado no servidor. Nada foi feito; tente de novo.',
      })[code],
  },
  replay: {
    label: (first, second) => `${first} contra ${second}, replay`,
    empty: 'O tabuleiro vazio.',
    at: (ply, last, cell) => `Jogada ${ply} de ${last}: ${at(cell)}.`,
    running: 'Ainda em jogo',
    soFar: (it) => `${discs(it)} até agora.`,
    play: 'Reproduzir',
    pause: 'Pausar',
    speed: 'Velocidade',
    SPEEDS: { slow: 'Lenta', normal: 'Normal', fast: 'Rápida' },
    watchLive: 'Assistir ao vivo',
    analyse: 'Analisar',
    share: 'Compartilhar este jogo',
    shareTitle: 'Um jogo de quatro em linha',
    nextGame: 'Próximo jogo',
  },
  review: {
    label: 'Quanto esta jogada custou',
    verdict: (fault, it) => {
      const { name } = judgements[fault];
      return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}: ${column(it)}`;
    },
    played: ({ kind, by, key }, mover, names) => {
      const winner = by === undefined ? '' : names[by];
      switch (kind) {
        case 'leaves':
          return `Deixa aberta a linha da coluna ${columns(key)}: ${winner} completa com a próxima ficha.`;
        case 'opens':
          return `É o degrau de que ${winner} precisa: a próxima ficha em cima completa quatro.`;
        case 'twoThreats':
          return by === mover
            ? 'Também ganha, mas depois: com dois lugares para fazer quatro ao mesmo tempo.'
            : `${winner} terá dois lugares para fazer quatro, e só dá para bloquear um.`;
        case 'zugzwang':
          return by === mover
            ? 'Também ganha, mas depois, quando as outras colunas encherem.'
            : `No fim as colunas acabam, e a casa marcada fica para ${winner}.`;
        case 'draw':
          return 'Se os dois jogarem o melhor, o tabuleiro enche: empate.';
        case 'wins':
          return 'Completa quatro.';
        case 'blocks':
          return `Bloqueia a linha da coluna ${columns(key)}, mas havia algo melhor.`;
      }
    },
    better: (it, { kind, by, key }, mover) => {
      const start = `Melhor: ${column(it)}.`;
      const longer = `${start} Aguenta mais.`;
      switch (kind) {
        case 'wins':
          return `${start} Completa quatro.`;
        case 'blocks':
          return `${start} Bloqueia a linha.`;
        case 'twoThreats':
          return by === mover
            ? `${start} Leva a dois lugares para fazer quatro ao mesmo tempo, nas colunas ${columns(key)}.`
            : longer;
        case 'zugzwang':
          return by === mover
            ? `${start} No fim as colunas acabam, e a casa marcada é sua.`
            : longer;
        case 'draw':
          return `${start} Segura o empate.`;
        case 'leaves':
        case 'opens':
          return start;
      }
    },
    hint: (it, { kind, by, key }, mover) => {
      const start = `A ${column(it)}`;
      const longest = `${start} é a que mais aguenta.`;
      switch (kind) {
        case 'wins':
          return `${start} completa quatro.`;
        case 'blocks':
          return `${start} bloqueia uma linha de quatro.`;
        case 'twoThreats':
          return by === mover
            ? `${start} leva a dois lugares para fazer quatro ao mesmo tempo, nas colunas ${columns(key)}.`
            : longest;
        case 'zugzwang':
          return by === mover
            ? `${start}: no fim as outras colunas acabam, e a casa marcada é sua.`
            : longest;
        case 'draw':
          return `${start} segura o empate.`;
        case 'leaves':
        case 'opens':
          return `${start}, embora nada mais ajude.`;
      }
    },
    looking: 'Procurando o motivo…',
    tryIt: 'Tentar a partir daqui',
    askTitle: 'Trocar o seu jogo?',
    askText: 'Seu jogo contra o computador ainda não acabou. As fichas dele vão sumir.',
    askKeep: 'Ficar com ele',
    backToGame: 'Voltar ao jogo',
    exploring: 'Uma sequência sua. O jogo fica guardado.',
    moveTitle: (it, name, of) => `Jogada ${it}: ${name}, ${column(of)}`,
  },
  settings: {
    title: 'Ajustes',
    scheme: 'Cores da página',
    SCHEMES: { auto: 'Sistema', light: 'Claro', dark: 'Escuro' },
    sound: 'Som',
    marks: 'Marcas nas fichas',
    movement: 'Movimento',
    MOVEMENTS: { auto: 'Normal', reduced: 'Menos' },
    tap: 'Para soltar, toque',
    TAPS: { once: 'Uma vez', twice: 'Duas' },
    soloClock: 'Relógio contra o computador',
    soloBoard: 'Tabuleiro contra o computador',
    SOLO_BOARDS: { standard: 'Compacto', large: 'Grande' },
    vibration: 'Vibração',
    notifications: 'Notificações',
    notificationsBlocked: 'Seu navegador bloqueia as notificações desta página.',
  },
  share: {
    share: 'Compartilhar',
    title: 'Compartilhar este jogo',
    link: 'Copiar link',
    picture: 'Imagem',
    gif: 'Imagem animada',
    moves: 'Copiar as jogadas',
    embed: 'Copiar o código para sua página',
    embedWhy: 'Cole em qualquer página: mostra o jogo e traz para cá.',
    pictureAlt: 'A última posição do jogo',
    shareTitle: 'Um jogo de quatro em linha',
  },
  waiting: {
    title: 'Procurando adversário',
    elapsed: 'Esperando há',
    crowd: (online, playing) => {
      const others = Math.max(0, online - 1);
      if (others === 0) return NOBODY_ELSE;
      const here = `${people(others)} aqui além de você`;
      return playing === 0 ? `${here}.` : `${here}, ${playing} jogando.`;
    },
    rules: (text) => `Você pediu: ${text}.`,
    stop: 'Parar de procurar',
    meanwhile: 'Enquanto isso',
    meanwhileText: 'Você guarda seu lugar: o tabuleiro muda assim que alguém chegar.',
    computer: 'Jogar contra o computador',
    invite: 'Convidar um amigo',
    bot: 'Jogar online com um robô',
    instead: 'Ou termine a busca:',
    orBot: 'ou jogue com um robô do servidor',
    DIFFICULTIES: { easy: 'Fácil', medium: 'Médio', hard: 'Difícil' },
    call: 'Um som e o título da aba avisam você; pode ler outras páginas enquanto isso.',
    notify: 'Me avise',
  },
  watch: {
    finding: 'Procurando o jogo',
    live: 'Você está assistindo ao vivo.',
    replay: 'Replay',
    copyLink: 'Copiar link',
    shareTitle: 'Assista a este jogo comigo',
    next: 'Eles vão jogar de novo. Vamos ao próximo jogo…',
  },
};
