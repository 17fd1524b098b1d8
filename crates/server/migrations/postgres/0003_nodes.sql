-- Many servers on one database. A server sends a heartbeat once a second; without one for some seconds it is declared dead, and never comes back under its number.
CREATE TABLE nodes (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    beat_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    -- up, draining, gone (it said so), dead (others said so)
    state TEXT NOT NULL DEFAULT 'up',
    bus_ok BOOLEAN NOT NULL DEFAULT false,
    speaks BIGINT NOT NULL,
    seed TEXT NOT NULL,
    -- What it tells the others for display: counts, games it lists, who watches what.
    figures TEXT NOT NULL DEFAULT '{}'
);

-- The server that fires the clocks of a match and thinks for its bots. It saves work but has no authority: the version keeps anything from being written twice.
ALTER TABLE matches ADD COLUMN keeper BIGINT;
DROP INDEX matches_unfinished;
CREATE INDEX matches_kept ON matches (keeper) WHERE NOT finished;
-- Room for the next version on the same page, so that a move touches no index.
ALTER TABLE matches SET (fillfactor = 70);
-- The one statement that writes events takes their matches from the rows it has just changed.
ALTER TABLE events DROP CONSTRAINT events_match_id_fkey;

-- The game of each player, at most one, whether it is running, and the connection through which the player is reached.
CREATE TABLE seats (
    player_id TEXT NOT NULL PRIMARY KEY,
    match_id TEXT NOT NULL,
    running BOOLEAN NOT NULL,
    node BIGINT,
    conn TEXT
) WITH (fillfactor = 70);

CREATE INDEX seats_of_match ON seats (match_id);

-- Players who wait for an opponent.
CREATE TABLE waiting (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id TEXT NOT NULL UNIQUE,
    terms TEXT NOT NULL,
    seat TEXT NOT NULL,
    node BIGINT NOT NULL,
    conn TEXT NOT NULL
);

CREATE INDEX waiting_for ON waiting (terms, seq);

-- Seats of games that began before there was this table. A player with two of them keeps the one that has an opponent.
INSERT INTO seats (player_id, match_id, running)
SELECT DISTINCT ON (player_id) player_id, match_id, true
FROM (
    SELECT coalesce(seat->>'id', '') AS player_id, match_id, joined, seat->>'bot' AS bot
    FROM (
        SELECT events.match_id, payload::jsonb->>'event' = 'joined' AS joined,
            coalesce(payload::jsonb->'host', payload::jsonb->'guest') AS seat
        FROM events JOIN matches ON matches.id = events.match_id
        WHERE NOT matches.finished AND payload::jsonb->>'event' IN ('created', 'joined')
    ) AS seated
) AS people
WHERE bot IS NULL AND player_id <> ''
ORDER BY player_id, joined DESC;
