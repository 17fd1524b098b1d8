-- What happened to the matches that run, in the order in which it was written: appending touches one page however many
-- matches there are. `version` is the version before; at 0 the match begins (again, if it was carried to the end of the
-- log). `stage`: 0 goes on, 1 ended and is in `games`, 2 ended without a result, 3 unreadable. What is no longer needed is
-- cut off at the front.
CREATE TABLE log (
    seq INTEGER NOT NULL PRIMARY KEY,
    match_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    code TEXT,
    events BLOB NOT NULL
) STRICT;

-- Finished matches, each with all its events. `place` is where it stands in the history: when it ended, and then its id;
-- private games stand in a history of their own.
CREATE TABLE games (
    place INTEGER NOT NULL PRIMARY KEY,
    match_id INTEGER NOT NULL UNIQUE,
    events BLOB NOT NULL
) STRICT;

-- Which people played which games, for the history of one of them.
CREATE TABLE games_of_players (
    player_id BLOB NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (player_id, place)
) STRICT, WITHOUT ROWID;

-- Statistics of a person. Rated games are those against people.
CREATE TABLE players (
    id BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    discs INTEGER NOT NULL,
    rated_games INTEGER NOT NULL,
    rating REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX players_best ON players (rating DESC, wins DESC, id) WHERE rated_games > 0;

-- The key that tokens are signed with, and whatever else every start must know.
CREATE TABLE IF NOT EXISTS secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- One row that is rewritten to learn whether writing works.
CREATE TABLE IF NOT EXISTS probe (
    id INTEGER NOT NULL PRIMARY KEY,
    written_at_ms INTEGER NOT NULL
) STRICT;
