-- From now on an account may have passkeys and no password: the password is then empty, which is not a hash of anything.

-- Passkeys: keys on players' devices that log in instead of a password.
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

-- WebAuthn ceremonies that are over, kept until their challenges have expired, so that none is answered twice.
CREATE TABLE used_ceremonies (
    id TEXT NOT NULL PRIMARY KEY,
    until_ms BIGINT NOT NULL
);

CREATE INDEX used_ceremonies_by_time ON used_ceremonies (until_ms);
