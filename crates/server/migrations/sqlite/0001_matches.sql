-- A match and how many events it has had. The code lets somebody in until the match is finished.
CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    code TEXT UNIQUE,
    created_at_ms INTEGER NOT NULL,
    finished INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_unfinished ON matches (id) WHERE finished = 0;

-- What happened, in order, for ever. The primary key makes a lost update impossible.
CREATE TABLE events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    version INTEGER NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (match_id, version)
) STRICT, WITHOUT ROWID;

-- The summary of a finished match. A bot is named by its level. `winner` is 0 for the player who started, 1 for the other, NULL for a draw.
CREATE TABLE games (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    preset TEXT NOT NULL,
    first_id TEXT NOT NULL,
    first_name TEXT NOT NULL,
    first_bot TEXT,
    first_discs INTEGER NOT NULL,
    second_id TEXT NOT NULL,
    second_name TEXT NOT NULL,
    second_bot TEXT,
    second_discs INTEGER NOT NULL,
    moves TEXT NOT NULL,
    winner INTEGER,
    ended_by TEXT NOT NULL,
    started_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_newest ON games (ended_at_ms, match_id);

-- Which people played which games, for the history of one of them.
CREATE TABLE games_of_players (
    player_id TEXT NOT NULL,
    ended_at_ms INTEGER NOT NULL,
    match_id TEXT NOT NULL REFERENCES games (match_id),
    PRIMARY KEY (player_id, ended_at_ms, match_id)
) STRICT, WITHOUT ROWID;

-- Statistics of a person. Rated games are those against people.
CREATE TABLE players (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    discs INTEGER NOT NULL,
    rated_games INTEGER NOT NULL,
    rating REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX players_best ON players (rating, wins, id) WHERE rated_games > 0;

-- The key that tokens are signed with, and whatever else every start and node must know.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- One row that is rewritten to learn whether writing works.
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY,
    written_at_ms INTEGER NOT NULL
) STRICT;
