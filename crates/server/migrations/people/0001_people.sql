-- Accounts, ratings and what operators do. The same in both databases: times are milliseconds since 1970, secrets are stored as hashes.

-- The account of a player who has claimed a name.
CREATE TABLE accounts (
    player_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- argon2id, with its salt and cost.
    password TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

-- What claimed names look like (their skeletons by Unicode Technical Standard 39). Names that can be mistaken for each other share one, so only one of them can be claimed.
CREATE TABLE looks (
    look TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL
);

CREATE INDEX looks_of_player ON looks (player_id);

-- Codes by which the owner of an account can log in without the password, once each.
CREATE TABLE recovery_codes (
    player_id TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (player_id, code)
);

-- Devices on which players are logged in, each identified by the time its token was issued.
CREATE TABLE devices (
    player_id TEXT NOT NULL,
    issued_ms BIGINT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (player_id, issued_ms)
);

-- Revoked tokens of a player: the one issued at that time, or (single = 0) all that were issued before it.
CREATE TABLE revocations (
    player_id TEXT NOT NULL,
    issued_ms BIGINT NOT NULL,
    single BIGINT NOT NULL,
    PRIMARY KEY (player_id, single, issued_ms)
);

-- The keys that sign tokens. The first one is in the table secrets of the matches.
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

-- The history of ratings: one row per rated game and player.
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

-- Games that the ratings have taken into account, so that none counts twice.
CREATE TABLE judged_games (
    match_id TEXT NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL
);

-- The estimated advantage of the first move, in one row.
CREATE TABLE first_move (
    id BIGINT NOT NULL PRIMARY KEY,
    points DOUBLE PRECISION NOT NULL,
    information DOUBLE PRECISION NOT NULL
);

-- Banned players and addresses: player:ID or address:NETWORK. until_ms 0 is for ever.
CREATE TABLE bans (
    subject TEXT NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    until_ms BIGINT NOT NULL,
    at_ms BIGINT NOT NULL
);

-- Players whom a player has blocked: the two are not paired.
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

-- The audit log: what operators have done, and what players have done to their own accounts. Servers read it once a second, and act on what is new.
CREATE TABLE deeds (
    id BIGINT NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
);

-- Names that are shown instead of those in the games: an operator has chosen them, or the account was deleted.
CREATE TABLE aliases (
    player_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
);
