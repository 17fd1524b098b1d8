-- Who people are and how strong they are. The same in both databases: times are milliseconds since 1970, what is secret is a hash.

-- Somebody who has claimed a name.
CREATE TABLE accounts (
    player_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- argon2id, with its salt and cost.
    password TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

-- How claimed names look. Names that can be mistaken for each other share a look, so one of them can be claimed.
CREATE TABLE looks (
    look TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL
);

CREATE INDEX looks_of_player ON looks (player_id);

-- Codes that let the owner in once when the password is lost.
CREATE TABLE recovery_codes (
    player_id TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (player_id, code)
);

-- Where somebody is logged in: each by the time its token was issued.
CREATE TABLE devices (
    player_id TEXT NOT NULL,
    issued_ms BIGINT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (player_id, issued_ms)
);

-- Tokens that count no longer: one of a player's, or (single = 0) all that were issued before.
CREATE TABLE revocations (
    player_id TEXT NOT NULL,
    issued_ms BIGINT NOT NULL,
    single BIGINT NOT NULL,
    PRIMARY KEY (player_id, single, issued_ms)
);

-- The keys that sign tokens, beside the first.
CREATE TABLE signing_keys (
    id BIGINT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL,
    made_ms BIGINT NOT NULL
);

CREATE TABLE ratings (
    player_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    at_ms BIGINT NOT NULL
);

-- How ratings came about: a row for each player of each rated game.
CREATE TABLE rating_changes (
    player_id TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    match_id TEXT NOT NULL,
    opponent_id TEXT NOT NULL,
    preset TEXT NOT NULL,
    value_before DOUBLE PRECISION NOT NULL,
    value_after DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player_id, at_ms, match_id)
);

CREATE INDEX rating_changes_of_match ON rating_changes (match_id);
CREATE INDEX rating_changes_by_time ON rating_changes (at_ms);

-- Games that were looked at, so that none counts twice.
CREATE TABLE judged_games (
    match_id TEXT NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL
);

-- What the first move is worth, in one row.
CREATE TABLE first_move (
    id BIGINT NOT NULL PRIMARY KEY,
    points DOUBLE PRECISION NOT NULL,
    information DOUBLE PRECISION NOT NULL
);

-- Who may not play: player:ID or address:NETWORK. until_ms 0 is for ever.
CREATE TABLE bans (
    subject TEXT NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    until_ms BIGINT NOT NULL,
    at_ms BIGINT NOT NULL
);

-- Whom somebody does not want to meet again.
CREATE TABLE blocks (
    player_id TEXT NOT NULL,
    blocked_id TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);

CREATE TABLE reports (
    reporter_id TEXT NOT NULL,
    reported_id TEXT NOT NULL,
    match_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (reporter_id, reported_id, match_id)
);

-- Everything an operator has done. Servers follow it: what is new in it is done by them within a second.
CREATE TABLE deeds (
    id BIGINT NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
);

-- What somebody is called wherever a name is shown, whatever the games say: an operator has chosen it, or the account was deleted.
CREATE TABLE aliases (
    player_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
);
