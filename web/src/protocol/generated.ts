// Generated from crates/protocol by its tests. Do not edit: its tests write it.

/** The stable names of refusals. Codes may be added, none is ever renamed. */
export type RejectCode = "malformed" | "unauthorized" | "forbidden" | "unknown_room" | "unknown_code" | "unknown_player" | "not_your_turn" | "column_out_of_range" | "column_full" | "game_over" | "too_late" | "not_started" | "already_in_game" | "room_full" | "rate_limited" | "overloaded" | "internal";

/** A refusal, as it appears in an acknowledgement and in a REST error. */
export type Refusal = {
  /** What programs read. */
  code: RejectCode;
  /** A sentence for people, such as "column 3 is full". */
  message: string;
};

/** A set of house rules, by name. */
export type Preset = "classic" | "solo" | "live" | "duel";

/** How well a bot plays. */
export type Difficulty = "easy" | "medium" | "hard" | "perfect";

/** `matchmaking:join`: find me an opponent. */
export type JoinMatchmaking = {
  /** The name opponents see. */
  username: string;
  /** Must be the player the socket's token stands for. */
  playerId?: string;
  /** Older clients send one. It is not used. */
  sessionId?: string;
  /** The house rules to play by. */
  preset?: Preset;
  /** Play a bot, at once. */
  wantsBot?: boolean;
  /** How well that bot plays. */
  botDifficulty?: Difficulty;
  /** Let the bot have the first move. */
  botStarts?: boolean;
  /** Whether turns are timed; only presets that leave it to the player (`solo`) ask. */
  turnClockEnabled?: boolean;
  /** Whether idling loses, in presets that have it. */
  afkTimeoutEnabled?: boolean;
  /** Seconds of idling that lose the game. */
  afkTimeoutSeconds?: number;
  /** Seconds before that at which the warning comes. */
  afkWarnSeconds?: number;
};

/** `matchmaking:leave`: stop looking. */
export type LeaveMatchmaking = {
  /** Who stops looking. */
  playerId: string;
};

/** `game:move`: drop a disc. */
export type Move = {
  /** The room. */
  roomId: string;
  /** Who drops. */
  playerId: string;
  /** 0 to 6, left to right. Other whole numbers are `column_out_of_range`. */
  column: number;
  /** Which disc of the game this is, the first being 1, so that a repeat is recognized. */
  moveNumber?: number;
};

/** `game:resign`: give up. */
export type Resign = {
  /** The room. */
  roomId: string;
  /** Who gives up. */
  playerId: string;
};

/** `game:reconnect`: take my seat again and send me the whole game. */
export type Reconnect = {
  /** Who comes back. */
  playerId: string;
  /** Proof, for a socket whose handshake carried none. */
  token?: string;
};

/** `game:spectate`: watch. */
export type Spectate = {
  /** The room. */
  roomId: string;
  /** The spectator's name. */
  username: string;
};

/** `afk:check`: whose idle clock is running, and until when? Asking changes nothing. */
export type AfkCheck = {
  /** The room. */
  roomId: string;
};

/** `game:rematch`: once more, against the same opponent. Both must ask. */
export type Rematch = {
  /** The room of the game that is over. */
  roomId: string;
  /** Who asks. */
  playerId: string;
};

/** `game:rematch:decline`: no, thank you. */
export type DeclineRematch = {
  /** The room of the game that is over. */
  roomId: string;
  /** Who declines. */
  playerId: string;
};

/** `room:create`: a private game, joined by its code. */
export type CreateRoom = {
  /** The name opponents see. */
  username: string;
  /** The house rules to play by. */
  preset?: Preset;
  /** Whether turns are timed; only presets that leave it to the player (`solo`) ask. */
  turnClockEnabled?: boolean;
  /** Whether idling loses, in presets that have it. */
  afkTimeoutEnabled?: boolean;
  /** Seconds of idling that lose the game. */
  afkTimeoutSeconds?: number;
  /** Seconds before that at which the warning comes. */
  afkWarnSeconds?: number;
};

/** `room:join`: take the other seat of a private game. */
export type JoinRoom = {
  /** The name opponents see. */
  username: string;
  /** The six characters the host was given. */
  roomCode: string;
};

/** `game:leave`: back to the lobby. In a running game the same as resigning. */
export type Leave = {
  /** The room. */
  roomId: string;
  /** Who leaves. */
  playerId: string;
};

/** `game:abort`: end the game without a result, while not both have dropped a disc. */
export type Abort = {
  /** The room. */
  roomId: string;
  /** Who calls it off. */
  playerId: string;
};

/** One of six things a player can say in a game. */
export type Reaction = "hello" | "nice" | "wow" | "hmm" | "oops" | "thanks";

/** `game:react`: say one of six things to everybody in the room. */
export type React = {
  /** The room. */
  roomId: string;
  /** Who says it. */
  playerId: string;
  /** What. */
  reaction: Reaction;
};

/** `session:created`: who you are from now on. */
export type SessionCreated = {
  /** Public: opponents and spectators see it. */
  playerId: string;
  /** Secret: whoever has it is this player. */
  token: string;
};

/** `session:replaced`: another socket of yours took over. */
export type SessionReplaced = Record<symbol, never>;

/** `matchmaking:waiting`: where you are in the queue. */
export type Waiting = {
  /** You. */
  playerId: string;
  /** 1 is next. */
  position: number;
  /** Since when. */
  since: number;
  /** The server's time when it was sent, for true countdowns. */
  now: number;
  /** People connected. */
  online: number;
  /** People in a game. */
  playing: number;
};

/** `matchmaking:left`: you no longer wait. */
export type MatchmakingLeft = Record<symbol, never>;

/** `matchmaking:already_started`: the cancel came too late. */
export type AlreadyStarted = {
  /** Where your game is. */
  roomId: string;
};

/** One of the two in a game. The one who starts is first in every list. */
export type Player = {
  /** The public id. */
  id: string;
  /** The name to show. */
  username: string;
  /** The colour of this player's discs. */
  color: string;
  /** Whether the machine plays. */
  isBot: boolean;
  /** Whether this player is here now. Bots always are. */
  connected: boolean;
  /** Until when to be back, for a player who is away from a running game. */
  reconnectExpiresAt: number | null;
  /** This player's discs, as indices into the board in the order they were dropped. */
  discs: Array<number>;
};

/** How the earlier games of a series of rematches ended. */
export type Series = {
  /** Games each has won, in the order of `players`. */
  wins: [number, number];
  /** Games nobody has won. */
  draws: number;
};

/** `game:started`: the game begins. */
export type GameStarted = {
  /** The room. */
  roomId: string;
  /** You. */
  playerId: string;
  /** Both players, the one who starts first. */
  players: Array<Player>;
  /** Your colour. */
  color: string;
  /** 42 cells, row by row from the top. */
  board: (string | null)[];
  /** Whose turn it is: an index into `players`. */
  currentTurn: number;
  /** The house rules. */
  preset: Preset;
  /** Seconds per turn, if turns are timed. */
  turnSeconds: number | null;
  /** When the turn is lost, if turns are timed. */
  turnExpiresAt: number | null;
  /** Whether idling loses. */
  afkTimeoutEnabled: boolean;
  /** Seconds of idling that lose the game; what they would be, where it is off. */
  afkTimeoutSeconds: number;
  /** Seconds before that at which the warning comes. */
  afkWarnSeconds: number;
  /** When the player to move loses by idling, if idling loses and the game is on. */
  afkExpiresAt: number | null;
  /** Whether only who has the link knows of it. */
  private: boolean;
  /** Whether the result counts for the rating. */
  rated: boolean;
  /** How the games before this one ended. */
  series: Series;
  /** The server's time when it was sent, for true countdowns. */
  now: number;
  /** Events of the room so far. */
  version: number;
};

/** Where the last disc went. */
export type LastMove = {
  /** 0 to 6, left to right. */
  column: number;
  /** 0 to 5, from the top. */
  row: number;
  /** The disc's colour. */
  color: string;
};

/** `game:move:made`: a disc was dropped. */
export type MoveMade = {
  /** The room. */
  roomId: string;
  /** Who dropped it. */
  playerId: string;
  /** 0 to 6, left to right. */
  column: number;
  /** 0 to 5, from the top. */
  row: number;
  /** The disc's colour. */
  color: string;
  /** 42 cells, row by row from the top. */
  board: (string | null)[];
  /** Whose turn it is now: an index into `players`. After the last disc, whose it would be. */
  currentTurn: number;
  /** The same disc again. */
  lastMove: LastMove;
  /** Every column played, in order. */
  moveHistory: Array<number>;
  /** When the turn that begins now is lost, if turns are timed and the game goes on. */
  turnExpiresAt: number | null;
  /** Events of the room so far. */
  version: number;
};

/** `connect4:afk_warning`: somebody idles and will lose. Sent once; the client counts down. */
export type AfkWarning = {
  /** The room. */
  roomId: string;
  /** Who idles. */
  playerId: string;
  /** Seconds until the game is lost. */
  secondsRemaining: number;
  /** When the game is lost. */
  expiresAt: number;
  /** Events of the room so far. */
  version: number;
};

/** `connect4:afk_warning_cleared`: the warned player is back at it. Follows from the event before it, so it has no version of its own. */
export type AfkWarningCleared = Record<symbol, never>;

/** The answer to `afk:check`, and the payload of `afk:status`: an idle clock that runs. */
export type AfkStatus = {
  /** Who is expected to move. */
  playerId: string;
  /** When that player loses. */
  expiresAt: number;
};

/** Why a game ended. */
export type Reason = "Four in a row!" | "Board full - Draw" | "resignation" | "afk_timeout" | "disconnect" | "timeout" | "aborted";

/** `game:over`: the result. It never changes. */
export type GameOver = {
  /** The room. */
  roomId: string;
  /** Who won, if anybody did. */
  winner: string | null;
  /** Why it ended. */
  reason: Reason;
  /** One winning line, as four indices into the board in order along it. */
  winningCells: [number, number, number, number] | null;
  /** Every line the last disc completed. */
  winningLines: Array<[number, number, number, number]> | null;
  /** Events of the room so far. */
  version: number;
};

/** `player:disconnected`: a player's socket is gone; the window to come back runs. */
export type PlayerDisconnected = {
  /** The room. */
  roomId: string;
  /** Whose socket. */
  playerId: string;
  /** The socket that went; none if the server itself was away. */
  socketId: string | null;
  /** Seconds left to come back. */
  reconnectSeconds: number;
  /** When that time is over. */
  reconnectExpiresAt: number;
  /** When the turn is lost, if turns are timed; the clocks of who is away stand still. */
  turnExpiresAt: number | null;
  /** When the player to move loses by idling, if idling loses and the game is on. */
  afkExpiresAt: number | null;
  /** Events of the room so far. */
  version: number;
};

/** `player:reconnected`: the player is back. */
export type PlayerReconnected = {
  /** The room. */
  roomId: string;
  /** Who is back. */
  playerId: string;
  /** When the turn is lost, if turns are timed. */
  turnExpiresAt: number | null;
  /** When the player to move loses by idling, if idling loses and the game is on. */
  afkExpiresAt: number | null;
  /** Events of the room so far. */
  version: number;
};

/** `game:reconnected`: the whole game, for a player who missed some of it. */
export type GameReconnected = {
  /** The room. */
  roomId: string;
  /** You. */
  playerId: string;
  /** Both players, the one who started first. */
  players: Array<Player>;
  /** Your colour. */
  color: string;
  /** 42 cells, row by row from the top. */
  board: (string | null)[];
  /** Whose turn it is: an index into `players`. */
  currentTurn: number;
  /** The house rules. */
  preset: Preset;
  /** Seconds per turn, if turns are timed. */
  turnSeconds: number | null;
  /** When the turn is lost, if turns are timed and the game is on. */
  turnExpiresAt: number | null;
  /** Whether idling loses. */
  afkTimeoutEnabled: boolean;
  /** Seconds of idling that lose the game; what they would be, where it is off. */
  afkTimeoutSeconds: number;
  /** Seconds before that at which the warning comes. */
  afkWarnSeconds: number;
  /** The last disc's column, if there is a disc. */
  column: number | null;
  /** The last disc's row, if there is a disc. */
  row: number | null;
  /** The last disc, if there is one. */
  lastMove: LastMove | null;
  /** Every column played, in order. */
  moveHistory: Array<number>;
  /** The idle warning that is in force, if one is. */
  afkWarning: AfkStatus | null;
  /** Who asks for a rematch, if somebody does and nobody has answered. */
  rematchOfferedBy: string | null;
  /** The result, if the game is over. */
  over: GameOver | null;
  /** When the player to move loses by idling, if idling loses and the game is on. */
  afkExpiresAt: number | null;
  /** Whether only who has the link knows of it. */
  private: boolean;
  /** Whether the result counts for the rating. */
  rated: boolean;
  /** How the games before this one ended. */
  series: Series;
  /** The server's time when it was sent, for true countdowns. */
  now: number;
  /** Events of the room so far. */
  version: number;
};

/** `game:spectate:joined`: the whole game, for somebody who watches. */
export type SpectateJoined = {
  /** The room. */
  roomId: string;
  /** Both players, the one who started first. */
  players: Array<Player>;
  /** 42 cells, row by row from the top. */
  board: (string | null)[];
  /** Whose turn it is: an index into `players`. */
  currentTurn: number;
  /** The house rules. */
  preset: Preset;
  /** Seconds per turn, if turns are timed. */
  turnSeconds: number | null;
  /** When the turn is lost, if turns are timed and the game is on. */
  turnExpiresAt: number | null;
  /** Every column played, in order. */
  moveHistory: Array<number>;
  /** How many watch, you included. */
  spectators: number;
  /** The result, if the game is over. */
  over: GameOver | null;
  /** When the player to move loses by idling, if idling loses and the game is on. */
  afkExpiresAt: number | null;
  /** Whether only who has the link knows of it. */
  private: boolean;
  /** Whether the result counts for the rating. */
  rated: boolean;
  /** How the games before this one ended. */
  series: Series;
  /** The server's time when it was sent, for true countdowns. */
  now: number;
  /** Events of the room so far. */
  version: number;
};

/** `room:spectators`: how many watch. */
export type Spectators = {
  /** Sockets that watch. */
  count: number;
};

/** `game:rematch:offered`: somebody asks for another game. */
export type RematchOffered = {
  /** The room of the game that is over. */
  roomId: string;
  /** Who asks. */
  playerId: string;
  /** Events of the room so far. */
  version: number;
};

/** Why there will be no rematch, or why an offer ended. */
export type DeclineReason = "declined" | "left" | "disconnected" | "busy";

/** `game:rematch:declined`: there will be no other game. */
export type RematchDeclined = {
  /** The room of the game that is over. */
  roomId: string;
  /** Who declined. */
  playerId: string;
  /** Why. */
  reason: DeclineReason;
  /** Events of the room so far. */
  version: number;
};

/** `game:rematch:accepted`: both want another game. */
export type RematchAccepted = {
  /** The room of the game that is over. */
  roomId: string;
  /** The room of the next game. */
  nextRoomId: string;
  /** Events of the room so far. */
  version: number;
};

/** `room:waiting`: your private game waits for its guest. */
export type RoomWaiting = {
  /** The room. */
  roomId: string;
  /** Six characters to give to a friend. */
  roomCode: string;
  /** You. */
  playerId: string;
  /** Your name in this game. */
  username: string;
  /** The house rules. */
  preset: Preset;
  /** Seconds per turn, if turns are timed. */
  turnSeconds: number | null;
  /** Whether idling loses. */
  afkTimeoutEnabled: boolean;
  /** Seconds of idling that lose the game; what they would be, where it is off. */
  afkTimeoutSeconds: number;
  /** Seconds before that at which the warning comes. */
  afkWarnSeconds: number;
  /** Until when it waits. */
  expiresAt: number;
  /** The server's time when it was sent, for true countdowns. */
  now: number;
  /** Events of the room so far. */
  version: number;
};

/** Why a private game was closed before anybody joined. */
export type CloseReason = "cancelled" | "expired" | "host_away";

/** `room:closed`: your private game waits no longer. */
export type RoomClosed = {
  /** The room. */
  roomId: string;
  /** Why. */
  reason: CloseReason;
  /** Events of the room so far. */
  version: number;
};

/** `game:reacted`: a player says one of six things. */
export type Reacted = {
  /** The room. */
  roomId: string;
  /** Who says it. */
  playerId: string;
  /** What. */
  reaction: Reaction;
};

/** `game:error`: an event without an acknowledgement was refused. */
export type GameError = {
  /** What programs read. */
  code: RejectCode;
  /** A sentence for people. */
  message: string;
  /** The event that was refused. */
  event: string;
};

/** The result of `matchmaking:join`. */
export type JoinedMatchmaking = {
  /** You. */
  playerId: string;
  /** The room, if the game has begun at once. */
  roomId: string | null;
  /** Your place in the queue, if it has not. 1 is next. */
  position: number | null;
};

/** The result of `game:move`, the same for a repeat. */
export type Moved = {
  /** Events of the room so far. */
  version: number;
};

/** The result of `room:create`. */
export type RoomCreated = {
  /** The room. */
  roomId: string;
  /** Six characters to give to a friend. */
  roomCode: string;
  /** Until when the room waits. */
  expiresAt: number;
  /** The server's time. */
  now: number;
};

/** The result of `room:join`, `game:reconnect` and `game:spectate`. The game itself comes as an event. */
export type GameReached = {
  /** The room. */
  roomId: string;
  /** Events of the room so far. */
  version: number;
};

/** The result of `afk:check`. */
export type AfkChecked = {
  /** The idle clock, if one runs. */
  status: AfkStatus | null;
};

/** The result of `game:rematch`. */
export type RematchAnswered = {
  /** The room of the new game, if both have asked. */
  roomId: string | null;
};

/** The result of an event that has nothing to say but yes. */
export type Done = Record<symbol, never>;

/** `GET /v1/rooms` */
export type Rooms = {
  /** Running games between people. */
  rooms: Array<Room>;
};

/** A running game, as the list of rooms has it. */
export type Room = {
  /** The room. */
  roomId: string;
  /** Both players, the one who started first. */
  players: Array<RoomPlayer>;
  /** Discs dropped so far. */
  moveCount: number;
  /** Every column played, 1 to 7, as one string: "4435". */
  moves: string;
  /** When it started, in milliseconds since 1970. */
  startedAt: number;
  /** The house rules. */
  preset: Preset;
  /** How many watch. */
  spectators: number;
};

/** A player, as the list of rooms has it. */
export type RoomPlayer = {
  /** The public id. */
  id: string;
  /** The name to show. */
  username: string;
  /** The colour of this player's discs. */
  color: string;
};

/** `GET /v1/online`: how much is going on. */
export type Online = {
  /** People connected. */
  online: number;
  /** People in a game. */
  playing: number;
  /** People who look for an opponent. */
  waiting: number;
  /** Games that are being played. */
  games: number;
};

/** `GET /v1/invitations/{code}`: a private game, for who was given its code. */
export type Invitation = {
  /** The room. */
  roomId: string;
  /** The code. */
  roomCode: string;
  /** Who invites. */
  host: Host;
  /** The house rules. */
  preset: Preset;
  /** Seconds per turn, if turns are timed. */
  turnSeconds: number | null;
  /** Whether idling loses. */
  afkTimeoutEnabled: boolean;
  /** Seconds of idling that lose the game; what they would be, where it is off. */
  afkTimeoutSeconds: number;
  /** Seconds before that at which the warning comes. */
  afkWarnSeconds: number;
  /** How far it is. */
  status: InvitationStatus;
  /** Until when it waits, if it does. */
  expiresAt: number | null;
  /** The server's time. */
  now: number;
};

/** Who invites. */
export type Host = {
  /** The public id. */
  id: string;
  /** The name to show. */
  username: string;
  /** Whether they are here now. */
  connected: boolean;
};

/** How far a private game is. */
export type InvitationStatus = "waiting" | "playing" | "over";

/** `GET /v1/games/{roomId}`: a game, running or over. */
export type Game = {
  /** The room. */
  roomId: string;
  /** Both players, the one who started first. */
  players: Array<GamePlayer>;
  /** The house rules. */
  preset: Preset;
  /** Whether only who has the link knows of it. */
  private: boolean;
  /** Whether the result counts for the rating. */
  rated: boolean;
  /** Every column played, 1 to 7, as one string: "4435". */
  moves: string;
  /** The result, if the game is over. */
  result: GameResult | null;
  /** When it started, in milliseconds since 1970. */
  startedAt: number;
  /** When it ended, if it has. */
  endedAt: number | null;
  /** The room of the rematch, if there was one. */
  next: string | null;
};

/** A player, as a game's record has it. */
export type GamePlayer = {
  /** The public id. */
  id: string;
  /** The name to show. */
  username: string;
  /** The colour of this player's discs. */
  color: string;
  /** Whether the machine plays. */
  isBot: boolean;
  /** This player's discs, as indices into the board in the order they were dropped. */
  discs: Array<number>;
};

/** How a game ended. */
export type GameResult = {
  /** Who won, if anybody did. */
  winner: string | null;
  /** Who lost, if anybody did. */
  loser: string | null;
  /** Why it ended. */
  reason: Reason;
  /** Discs placed by each, in the order of `players`. */
  discsPlaced: [number, number];
  /** Every line the last disc completed, if it completed any: indices into the board. */
  winningLines: Array<[number, number, number, number]> | null;
};

/** `GET /v1/games`: one page of history, newest first. */
export type Games = {
  /** Games that are over. */
  games: Array<Game>;
  /** What to pass as `before` for the next page, if there is one. */
  next: string | null;
};

/** `GET /v1/players/{id}` */
export type PlayerStats = {
  /** The public id. */
  id: string;
  /** The name last used. */
  username: string;
  /** Games over. */
  games: number;
  /** Of these, won. */
  wins: number;
  /** Of these, lost. */
  losses: number;
  /** Of these, drawn. */
  draws: number;
  /** Discs placed in all of them. */
  discsPlaced: number;
  /** Strength; 1500 is where everybody starts. */
  rating: number;
  /** How uncertain that is: two of three players are that close to it. */
  deviation: number;
  /** So uncertain that it is shown with a question mark. */
  provisional: boolean;
  /** Whether the name is claimed: nobody else can have it. */
  claimed: boolean;
};

/** `POST /v1/account`, `POST /v1/account/login`: a name and its password. */
export type Credentials = {
  /** The name. */
  username: string;
  /** The password. */
  password: string;
};

/** `POST /v1/account/recover` */
export type Recovery = {
  /** The name. */
  username: string;
  /** One of the recovery codes. */
  code: string;
  /** The password from now on. */
  password: string;
};

/** `POST /v1/account/password` */
export type NewPassword = {
  /** The password so far; none for an account that has none. */
  password: string;
  /** Instead of it. */
  passkey?: PasskeyLogin;
  /** The password from now on. */
  newPassword: string;
};

/** What only the owner may do. */
export type Confirmation = {
  /** The password; none for an account that has none. */
  password: string;
  /** Instead of it. */
  passkey?: PasskeyLogin;
};

/** `POST /v1/account/passkeys/options` */
export type PasskeyRequest = {
  /** The name that a guest claims by it. Nothing, for somebody who has one. */
  username?: string;
};

/** A question for the browser's keeper of passkeys. */
export type Ceremony = {
  /** To be sent with the answer, within five minutes. It opens once. */
  ceremony: string;
  /** What `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of `PublicKeyCredential` takes. */
  options: object;
};

/** `POST /v1/account/passkeys` */
export type NewPasskey = {
  /** As it came with the question. */
  ceremony: string;
  /** What `toJSON` of the new credential says. */
  credential: object;
  /** What its owner calls it; otherwise what the browser says it is. */
  label?: string;
};

/** `POST /v1/account/login/passkey` */
export type PasskeyLogin = {
  /** As it came with the question. */
  ceremony: string;
  /** What `toJSON` of the credential says. */
  credential: object;
};

/** A key on one of somebody's devices. */
export type Passkey = {
  /** What it is called here. */
  id: string;
  /** What its owner calls it. */
  label: string;
  /** When it was added, in milliseconds since 1970. */
  createdAt: number;
};

/** A passkey was added. */
export type Passkeys = {
  /** All there are by now, oldest first. */
  passkeys: Array<Passkey>;
  /** What came of it for a guest, who has claimed a name by it. */
  claimed?: Claimed;
};

/** A name was claimed. */
export type Claimed = {
  /** The public id, as it was. */
  playerId: string;
  /** The name. */
  username: string;
  /** Each lets the owner in once if the password is lost. Shown this once. */
  recoveryCodes: Array<string>;
};

/** `POST /v1/account/codes` */
export type RecoveryCodes = {
  /** Each lets the owner in once if the password is lost. Shown this once. */
  recoveryCodes: Array<string>;
};

/** Somebody is logged in. */
export type LoggedIn = {
  /** The public id. */
  playerId: string;
  /** The name. */
  username: string;
  /** What proves it from now on. */
  token: string;
};

/** `GET /v1/account` */
export type Account = {
  /** The public id. */
  playerId: string;
  /** The claimed name; none for a guest. */
  username: string | null;
  /** When it was claimed, in milliseconds since 1970. */
  createdAt: number | null;
  /** Whether one can log in with a password. */
  hasPassword: boolean;
  /** One's passkeys, oldest first. */
  passkeys: Array<Passkey>;
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: number;
  /** Where one is logged in, the latest first. */
  devices: Array<Device>;
  /** Whom one does not want to meet. */
  blocked: Array<string>;
};

/** Where somebody is logged in. */
export type Device = {
  /** When that was, in milliseconds since 1970; it names the device. */
  id: number;
  /** What the browser said it is. */
  label: string;
  /** Whether it is the one that asks. */
  current: boolean;
};

/** `POST /v1/players/{id}/report` */
export type ReportRequest = {
  /** The game in which it happened. */
  roomId: string;
  /** What happened. */
  reason: string;
};

/** `GET /v1/players/{id}/ratings` */
export type Ratings = {
  /** The rating after each rated game, newest first. */
  points: Array<RatingPoint>;
};

/** What one rated game made of a rating. */
export type RatingPoint = {
  /** The game. */
  roomId: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** The rating after it. */
  rating: number;
  /** What it gained or cost. */
  change: number;
  /** How uncertain the rating is after it. */
  deviation: number;
};

/** `GET /v1/leaderboard` */
export type Leaderboard = {
  /** The best, best first. */
  players: Array<PlayerStats>;
};

/** `POST /v1/analyze`, the question. */
export type AnalyzeRequest = {
  /** Every column played, 1 to 7, as one string: "4435". */
  moves: string;
};

/** `POST /v1/analyze`, the answer. */
export type Analysis = {
  /** The position asked about. */
  moves: string;
  /** What the position is. */
  outcome: Outlook;
  /** Score of the position for the player to move: positive wins, larger sooner; none if the game is over. */
  score: number | null;
  /** Score of each column, 0 to 6; none where no disc can be dropped. */
  columns: Array<number | null>;
  /** The best columns, 0 to 6, left to right. */
  bestColumns: Array<number>;
};

/** What perfect play makes of a position, or what the board says already. Wins and losses are the mover's. */
export type Outlook = { "kind": "win";
  /** Discs until the end, the winning one included. */
  plies: number;
} | { "kind": "loss";
  /** Discs until the end, the winning one included. */
  plies: number;
} | { "kind": "draw" } | { "kind": "won";
  /** 0 is the player who started. */
  player: number;
} | { "kind": "drawn" };

/** The body of every REST refusal. */
export type Problem = {
  /** What was refused and why. */
  error: Refusal;
};

/** The answer to an event. */
export type Ack<T> = ({ ok: true } & T) | { ok: false; error: Refusal };

/** What clients send. */
export interface ClientEvents {
  readonly 'matchmaking:join': JoinMatchmaking;
  readonly 'matchmaking:leave': LeaveMatchmaking;
  readonly 'game:move': Move;
  readonly 'game:resign': Resign;
  readonly 'game:reconnect': Reconnect;
  readonly 'game:spectate': Spectate;
  readonly 'afk:check': AfkCheck;
  readonly 'game:rematch': Rematch;
  readonly 'game:rematch:decline': DeclineRematch;
  readonly 'room:create': CreateRoom;
  readonly 'room:join': JoinRoom;
  readonly 'game:leave': Leave;
  readonly 'game:abort': Abort;
  readonly 'game:react': React;
}

/** What an event is answered with when it is accepted. */
export interface Results {
  readonly 'matchmaking:join': JoinedMatchmaking;
  readonly 'matchmaking:leave': Done;
  readonly 'game:move': Moved;
  readonly 'game:resign': Done;
  readonly 'game:reconnect': GameReached;
  readonly 'game:spectate': GameReached;
  readonly 'afk:check': AfkChecked;
  readonly 'game:rematch': RematchAnswered;
  readonly 'game:rematch:decline': Done;
  readonly 'room:create': RoomCreated;
  readonly 'room:join': GameReached;
  readonly 'game:leave': Done;
  readonly 'game:abort': Done;
  readonly 'game:react': Done;
}

/** What the server sends. */
export interface ServerEvents {
  readonly 'session:created': SessionCreated;
  readonly 'session:replaced': SessionReplaced;
  readonly 'matchmaking:waiting': Waiting;
  readonly 'matchmaking:left': MatchmakingLeft;
  readonly 'matchmaking:already_started': AlreadyStarted;
  readonly 'game:started': GameStarted;
  readonly 'game:move:made': MoveMade;
  readonly 'connect4:afk_warning': AfkWarning;
  readonly 'connect4:afk_warning_cleared': AfkWarningCleared;
  readonly 'afk:status': AfkStatus | null;
  readonly 'game:over': GameOver;
  readonly 'player:disconnected': PlayerDisconnected;
  readonly 'player:reconnected': PlayerReconnected;
  readonly 'game:reconnected': GameReconnected;
  readonly 'game:spectate:joined': SpectateJoined;
  readonly 'room:spectators': Spectators;
  readonly 'game:rematch:offered': RematchOffered;
  readonly 'game:rematch:declined': RematchDeclined;
  readonly 'game:rematch:accepted': RematchAccepted;
  readonly 'room:waiting': RoomWaiting;
  readonly 'room:closed': RoomClosed;
  readonly 'game:reacted': Reacted;
  readonly 'game:error': GameError;
}
