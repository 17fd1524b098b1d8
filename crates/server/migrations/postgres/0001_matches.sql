-- A match and how many events it has had. The code lets somebody in until the match is finished.
CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    code TEXT UNIQUE,
    created_at_ms BIGINT NOT NULL,
    finished BOOLEAN NOT NULL
);

CREATE INDEX matches_unfinished ON matches (id) WHERE NOT finished;

-- What happened, in order, for ever. The primary key makes a lost update impossible.
CREATE TABLE events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    version BIGINT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (match_id, version)
);

-- The summary of a finished match. A bot is named by its level. `winner` is 0 for the player who started, 1 for the other, NULL for a draw.
CREATE TABLE games (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    preset TEXT NOT NULL,
    first_id TEXT NOT NULL,
    first_name TEXT NOT NULL,
    first_bot TEXT,
    first_discs BIGINT NOT NULL,
    second_id TEXT NOT NULL,
    second_name TEXT NOT NULL,
    second_bot TEXT,
    second_discs BIGINT NOT NULL,
    moves TEXT NOT NULL,
    winner BIGINT,
    ended_by TEXT NOT NULL,
    started_at_ms BIGINT NOT NULL,
    ended_at_ms BIGINT NOT NULL
);

CREATE INDEX games_newest ON games (ended_at_ms, match_id);

-- Which people played which games, for the history of one of them.
CREATE TABLE games_of_players (
    player_id TEXT NOT NULL,
    ended_at_ms BIGINT NOT NULL,
    match_id TEXT NOT NULL REFERENCES games (match_id),
    PRIMARY KEY (player_id, ended_at_ms, match_id)
);

-- Statistics of a person. Rated games are those against people.
CREATE TABLE players (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    discs BIGINT NOT NULL,
    rated_games BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL
);

CREATE INDEX players_best ON players (rating, wins, id) WHERE rated_games > 0;

-- The key that tokens are signed with, and whatever else every start and node must know.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);

-- One row that is rewritten to learn whether writing works.
CREATE TABLE probe (
    id BIGINT NOT NULL PRIMARY KEY,
    written_at_ms BIGINT NOT NULL
);
