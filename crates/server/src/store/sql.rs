//! Queries of PostgreSQL that only read.

pub(super) const EVENTS: &str = "SELECT payload FROM events WHERE match_id = $1 ORDER BY version";
pub(super) const GAME: &str = "SELECT * FROM games WHERE match_id = $1";
pub(super) const GAMES: &str = "SELECT * FROM games \
     WHERE (ended_at_ms, match_id) < ($1, $2) AND private = 0 \
     ORDER BY ended_at_ms DESC, match_id DESC LIMIT $3";
pub(super) const GAMES_OF_PLAYER: &str = "\
     SELECT games.* FROM games_of_players AS own JOIN games USING (match_id) \
     WHERE (own.ended_at_ms, own.match_id) < ($1, $2) AND own.player_id = $4 \
         AND games.private <= $5 \
     ORDER BY own.ended_at_ms DESC, own.match_id DESC LIMIT $3";
pub(super) const PLAYER: &str = "SELECT * FROM players WHERE id = $1";
pub(super) const LEADERBOARD: &str = "\
     SELECT * FROM players WHERE rated_games > 0 ORDER BY rating DESC, wins DESC, id LIMIT $1";
pub(super) const KEEP_SECRET: &str =
    "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
pub(super) const SECRET: &str = "SELECT value FROM secrets WHERE name = $1";
