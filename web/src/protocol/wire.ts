export type Preset = 'classic' | 'solo' | 'live' | 'duel';
export type Difficulty = 'easy' | 'medium' | 'hard' | 'perfect';
export type Reason =
  'Four in a row!' | 'Board full - Draw' | 'resignation' | 'afk_timeout' | 'disconnect' | 'timeout';
export type Player = {
  id: string;
  username: string;
  color: string;
  isBot: boolean;
  connected: boolean;
};
export type LastMove = { column: number; row: number; color: string };
export type GameOver = {
  roomId: string;
  winner: string | null;
  reason: Reason;
  winningCells: [number, number, number, number] | null;
  winningLines: [number, number, number, number][] | null;
  version: number;
};
export type GameStarted = {
  roomId: string;
  playerId: string;
  players: Player[];
  color: string;
  board: (string | null)[];
  currentTurn: number;
  preset: Preset;
  turnSeconds: number | null;
  turnExpiresAt: number | null;
  afkTimeoutEnabled: boolean;
  afkTimeoutSeconds: number;
  afkWarnSeconds: number;
  version: number;
};
export type GameReconnected = GameStarted & {
  column: number | null;
  row: number | null;
  lastMove: LastMove | null;
  moveHistory: number[];
  over: GameOver | null;
};
export type SpectateJoined = {
  roomId: string;
  players: Player[];
  board: (string | null)[];
  currentTurn: number;
  preset: Preset;
  turnSeconds: number | null;
  turnExpiresAt: number | null;
  moveHistory: number[];
  spectators: number;
  over: GameOver | null;
  version: number;
};
export type MoveMade = {
  roomId: string;
  playerId: string;
  column: number;
  row: number;
  color: string;
  board: (string | null)[];
  currentTurn: number;
  lastMove: LastMove;
  moveHistory: number[];
  turnExpiresAt: number | null;
  version: number;
};
export type Room = {
  roomId: string;
  players: { id: string; username: string }[];
  moveCount: number;
  preset: Preset;
  spectators: number;
};
export type GameResult = {
  winner: string | null;
  loser: string | null;
  reason: Reason;
  discsPlaced: [number, number];
  winningLines: [number, number, number, number][] | null;
};
export type Game = {
  roomId: string;
  players: Player[];
  preset: Preset;
  moves: string;
  result: GameResult | null;
  startedAt: number;
  endedAt: number | null;
};
export type PlayerStats = {
  id: string;
  username: string;
  games: number;
  wins: number;
  losses: number;
  draws: number;
  discsPlaced: number;
  rating: number;
};
export type JoinMatchmaking = {
  username: string;
  playerId?: string;
  preset?: Preset;
  wantsBot?: boolean;
  botDifficulty?: Difficulty;
  botStarts?: boolean;
  turnClockEnabled?: boolean;
};
export type SessionCreated = { playerId: string; token: string };
export type SessionReplaced = Record<string, never>;
export type Waiting = { playerId: string; position: number };
export type MatchmakingLeft = Record<string, never>;
export type AlreadyStarted = { roomId: string };
export type AfkWarning = {
  roomId: string;
  playerId: string;
  secondsRemaining: number;
  expiresAt: number;
  version: number;
};
export type AfkWarningCleared = Record<string, never>;
export type AfkStatus = { playerId: string; expiresAt: number };
export type PlayerDisconnected = {
  roomId: string;
  playerId: string;
  socketId: string | null;
  reconnectSeconds: number;
  version: number;
};
export type PlayerReconnected = { roomId: string; playerId: string; version: number };
export type Spectators = { count: number };
export type RematchOffered = { roomId: string; playerId: string; version: number };
export type RematchDeclined = { roomId: string; playerId: string; version: number };
export type RejectCode =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'unknown_room'
  | 'unknown_code'
  | 'not_your_turn'
  | 'column_out_of_range'
  | 'column_full'
  | 'game_over'
  | 'not_started'
  | 'already_in_game'
  | 'room_full'
  | 'rate_limited'
  | 'overloaded'
  | 'internal';
export type Refusal = { code: RejectCode; message: string };
export type GameError = { code: RejectCode; message: string; event: string };
export type RoomPlayer = { id: string; username: string };
export type Games = { games: Game[]; next: string | null };
export type Rooms = { rooms: Room[] };
export type Leaderboard = { players: PlayerStats[] };
export type JoinedMatchmaking = {
  playerId: string;
  roomId: string | null;
  position: number | null;
};
export type Moved = { version: number };
export type RoomCreated = { roomId: string; roomCode: string };
export type GameReached = { roomId: string; version: number };
export type AfkChecked = { status: AfkStatus | null };
