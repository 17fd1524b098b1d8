-- An account may have no password from now on, only passkeys: its password is then empty, which is no hash of anything.

-- Keys on somebody's devices that log in instead of a password.
CREATE TABLE passkeys (
    -- The hash of what the browser calls it, which may be long.
    id TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL,
    label TEXT NOT NULL,
    -- What the browser calls it.
    credential TEXT NOT NULL,
    -- The public key.
    public_key TEXT NOT NULL,
    -- How often it was used, as it says itself, and what else may change.
    state TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

CREATE INDEX passkeys_of_player ON passkeys (player_id);

-- Challenges that were answered, until they would have run out by themselves: none is answered twice.
CREATE TABLE used_ceremonies (
    id TEXT NOT NULL PRIMARY KEY,
    until_ms BIGINT NOT NULL
);

CREATE INDEX used_ceremonies_by_time ON used_ceremonies (until_ms);
