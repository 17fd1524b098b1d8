/** What the REST routes give, each with its check. The types are the generated ones. */
import {
  flag,
  four,
  list,
  nullable,
  number,
  object,
  oneOf,
  pair,
  text,
  type Decoder,
} from './check';
import type * as wire from './generated';

export const preset: Decoder<wire.Preset> = oneOf(['classic', 'solo', 'live', 'duel']);

export const reason: Decoder<wire.Reason> = oneOf([
  'Four in a row!',
  'Board full - Draw',
  'resignation',
  'afk_timeout',
  'disconnect',
  'timeout',
  'aborted',
]);

export const line = four(number);

export const terms = {
  preset,
  turnSeconds: nullable(number),
  afkTimeoutEnabled: flag,
  afkTimeoutSeconds: number,
  afkWarnSeconds: number,
};

const result = object<wire.GameResult>({
  winner: nullable(text),
  loser: nullable(text),
  reason,
  discsPlaced: pair(number),
  winningLines: nullable(list(line)),
});

const gamePlayer = object<wire.GamePlayer>({
  id: text,
  username: text,
  color: text,
  isBot: flag,
  discs: list(number),
});

const game = object<wire.Game>({
  roomId: text,
  players: list(gamePlayer),
  preset,
  moves: text,
  result: nullable(result),
  startedAt: number,
  endedAt: nullable(number),
  private: flag,
  rated: flag,
  next: nullable(text),
});

const stats = object<wire.PlayerStats>({
  id: text,
  username: text,
  games: number,
  wins: number,
  losses: number,
  draws: number,
  discsPlaced: number,
  rating: number,
  deviation: number,
  provisional: flag,
  claimed: flag,
});

export const rest = {
  rooms: object<wire.Rooms>({
    rooms: list(
      object<wire.Room>({
        roomId: text,
        players: list(object<wire.RoomPlayer>({ id: text, username: text, color: text })),
        moveCount: number,
        preset,
        spectators: number,
        moves: text,
        startedAt: number,
      }),
    ),
  }),
  game,
  games: object<wire.Games>({ games: list(game), next: nullable(text) }),
  player: stats,
  invitation: object<wire.Invitation>({
    ...terms,
    roomId: text,
    roomCode: text,
    host: object<wire.Host>({ id: text, username: text, connected: flag }),
    status: oneOf(['waiting', 'playing', 'over']),
    expiresAt: nullable(number),
    now: number,
  }),
  online: object<wire.Online>({ online: number, playing: number, waiting: number, games: number }),
  leaderboard: object<wire.Leaderboard>({ players: list(stats) }),
};
