//! The tables that servers on one PostgreSQL share. One statement each: nothing is left half done,
//! and no lock waits for a server.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use fourfall_match::{MatchId, PlayerId, Seat, Terms, Timestamp, Version};
use fourfall_rating::may_play;
use tokio::time::Instant;

use super::super::nodes::{
    Beat, Beaten, Entered, NodeId, Nodes, Other, Place, Queued, SPEAKS, SeatRow, Seeker, Tail,
    WRITES, Whereabouts, decode_queued, encode_queued, terms_key,
};
use super::super::{RoomCode, StoreError, event, row};
use super::{Postgres, in_time};
use crate::identity::DeviceId;

/// After so long without a heartbeat a node is dead.
const DEAD_AFTER_SECONDS: f64 = 6.0;
/// So long after a node has left, the seats that nobody has claimed since are orphans.
const GONE_AFTER_SECONDS: f64 = 5.0;
/// Nodes that were dead or gone for a day are forgotten.
const FORGET: &str = "DELETE FROM nodes WHERE state IN ('dead', 'gone') \
     AND beat_at < clock_timestamp() - interval '1 day'";

/// Players who wait for the same terms on other living nodes, the closest by rating first. `$1` are the
/// terms, `$2` is the node of the player who looks, `$3` is a place in the queue before which theirs must
/// be, `$4` are the players to leave out (blocked ones, and the player who looks), and `$5` is the rating.
/// They are few, because two who fit each other wait for some seconds at most.
const NEAREST: &str = "SELECT seq, seat, node, conn, address, device, rating, \
         (extract(epoch FROM clock_timestamp() - entered_at) * 1000)::bigint FROM waiting \
     WHERE terms = $1 AND node <> $2 AND seq < $3 AND player_id <> ALL($4) AND node IN ( \
         SELECT id FROM nodes WHERE state = 'up' \
             AND beat_at > clock_timestamp() - interval '3 seconds') \
     ORDER BY abs(rating - $5), seq LIMIT 100";

/// A row of `seats`.
type Taken = (String, String, bool, Option<i64>, Option<String>);
/// A row of `waiting`: place, seat, node, connection, address, device, rating, and milliseconds waited.
type Waiter = (i64, String, i64, String, Option<String>, Option<String>, f64, i64);

fn taken((player, id, running, node, conn): Taken) -> Result<SeatRow, StoreError> {
    let corrupt = || StoreError::Corrupt(format!("the seat of {player}"));
    Ok(SeatRow {
        player: PlayerId::new(&player).ok_or_else(corrupt)?,
        id: id.parse().map_err(|_| corrupt())?,
        running,
        place: place(node, conn.as_deref()),
    })
}

fn waiter((seq, seat, node, conn, address, device, ..): Waiter) -> Result<Queued, StoreError> {
    let (seat, terms) = decode_queued(&seat)?;
    let place = Place { node: NodeId(node), conn: conn.into() };
    let address = address.and_then(|it| it.parse().ok());
    let whereabouts = Whereabouts { address, device: device.map(DeviceId::kept) };
    Ok(Queued { seq, seat, terms, place, whereabouts })
}

impl Postgres {
    /// The closest opponent by rating at another server who is allowed by now.
    async fn nearest(
        &self,
        terms: &str,
        (player, node): (&str, i64),
        before: i64,
        seeker: &Seeker,
        waited: Duration,
    ) -> Result<Option<Queued>, StoreError> {
        let not: Vec<_> = seeker.strangers.iter().map(PlayerId::as_str).chain([player]).collect();
        let waiters: Vec<Waiter> = in_time(
            sqlx::query_as(NEAREST)
                .bind(terms)
                .bind(node)
                .bind(before)
                .bind(not)
                .bind(seeker.rating)
                .fetch_all(&self.asides),
        )
        .await?;
        let fits = |(.., rating, ms): &Waiter| {
            let theirs = Duration::from_millis(u64::try_from(*ms).unwrap_or(0));
            may_play(rating - seeker.rating, theirs.max(waited))
        };
        waiters.into_iter().find(fits).map(waiter).transpose()
    }
}

fn place(node: Option<i64>, conn: Option<&str>) -> Option<Place> {
    Some(Place { node: NodeId(node?), conn: Arc::from(conn?) })
}

fn seats(rows: Vec<Taken>) -> Result<Vec<SeatRow>, StoreError> {
    rows.into_iter().map(taken).collect()
}

fn names(players: &[PlayerId]) -> Vec<&str> {
    players.iter().map(PlayerId::as_str).collect()
}

#[async_trait]
impl Nodes for Postgres {
    fn is_shared(&self) -> bool {
        true
    }

    async fn join(&self, seed: &str) -> Result<NodeId, StoreError> {
        in_time(sqlx::query(FORGET).execute(&self.asides)).await?;
        let id: Option<i64> = in_time(
            sqlx::query_scalar(
                "INSERT INTO nodes (speaks, seed) SELECT $1, $2 WHERE NOT EXISTS ( \
                 SELECT 1 FROM nodes WHERE state IN ('up', 'draining') \
                     AND (seed <> $2 OR speaks < $4) \
                     AND beat_at > clock_timestamp() - make_interval(secs => $3)) \
             RETURNING id",
            )
            .bind(SPEAKS)
            .bind(seed)
            .bind(DEAD_AFTER_SECONDS)
            .bind(WRITES)
            .fetch_optional(&self.asides),
        )
        .await?;
        let Some(id) = id else {
            let older = "SELECT count(*) > 0 FROM nodes WHERE state IN ('up', 'draining') \
                 AND speaks < $1";
            let older =
                in_time(sqlx::query_scalar(older).bind(WRITES).fetch_one(&self.asides)).await?;
            return Err(if older { StoreError::OlderNode } else { StoreError::OtherSeed });
        };
        self.node.store(id, Ordering::Relaxed);
        Ok(NodeId(id))
    }

    async fn beat(&self, beat: &Beat) -> Result<Option<Beaten>, StoreError> {
        let (mut slot, mut connection) = self.beating().await?;
        let asked = Instant::now();
        let now: Option<i64> = sqlx::query_scalar(
            "UPDATE nodes SET beat_at = clock_timestamp(), state = $2, bus_ok = $3, \
                 figures = coalesce($4, figures) \
             WHERE id = $1 AND state IN ('up', 'draining') \
             RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        )
        .bind(self.node().0)
        .bind(if beat.draining { "draining" } else { "up" })
        .bind(beat.bus_ok)
        .bind(&beat.figures)
        .fetch_optional(&mut connection)
        .await?;
        let answered = Instant::now();
        let Some(now) = now else {
            *slot = Some(connection);
            return Ok(None);
        };
        let died: Vec<i64> = if beat.may_judge {
            sqlx::query_scalar(
                "UPDATE nodes SET state = 'dead' WHERE state IN ('up', 'draining') \
                     AND beat_at < clock_timestamp() - make_interval(secs => $1) \
                 RETURNING id",
            )
            .bind(DEAD_AFTER_SECONDS)
            .fetch_all(&mut connection)
            .await?
        } else {
            Vec::new()
        };
        if !died.is_empty() {
            sqlx::query("DELETE FROM waiting WHERE node = ANY($1)")
                .bind(&died)
                .execute(&mut connection)
                .await?;
        }
        let others: Vec<(i64, bool, i64, String)> = sqlx::query_as(
            "SELECT id, bus_ok, speaks, figures FROM nodes \
             WHERE state IN ('up', 'draining') AND id <> $1 ORDER BY id",
        )
        .bind(self.node().0)
        .fetch_all(&mut connection)
        .await?;
        *slot = Some(connection);
        let other =
            |(id, bus_ok, speaks, figures)| Other { id: NodeId(id), bus_ok, speaks, figures };
        Ok(Some(Beaten {
            now: u64::try_from(now).ok().map(|it| (Timestamp::from_unix_ms(it), asked, answered)),
            others: others.into_iter().map(other).collect(),
            died: died.into_iter().map(NodeId).collect(),
        }))
    }

    async fn give_up(&self) -> Result<(), StoreError> {
        in_time(
            sqlx::query("UPDATE matches SET keeper = NULL WHERE keeper = $1 AND NOT finished")
                .bind(self.node().0)
                .execute(&self.asides),
        )
        .await?;
        Ok(())
    }

    async fn leave(&self) -> Result<(), StoreError> {
        in_time(
            sqlx::query(
                "UPDATE nodes SET state = 'gone', beat_at = clock_timestamp() \
             WHERE id = $1 AND state IN ('up', 'draining')",
            )
            .bind(self.node().0)
            .execute(&self.asides),
        )
        .await?;
        in_time(
            sqlx::query("DELETE FROM waiting WHERE node = $1")
                .bind(self.node().0)
                .execute(&self.asides),
        )
        .await?;
        Ok(())
    }

    async fn adopt(&self, limit: u32) -> Result<Vec<(MatchId, Option<RoomCode>)>, StoreError> {
        let rows = in_time(
            sqlx::query_as(
                "UPDATE matches SET keeper = $1 WHERE id IN ( \
                 SELECT id FROM matches WHERE NOT finished AND (keeper IS NULL OR keeper NOT IN ( \
                     SELECT id FROM nodes WHERE state IN ('up', 'draining'))) \
                 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED) \
             RETURNING id, code",
            )
            .bind(self.node().0)
            .bind(i64::from(limit))
            .fetch_all(&self.asides),
        )
        .await?;
        row::unfinished(rows)
    }

    async fn orphans(&self) -> Result<Vec<SeatRow>, StoreError> {
        let rows = in_time(sqlx::query_as(
            "SELECT player_id, match_id, running, node, conn FROM seats JOIN matches ON matches.id = seats.match_id \
             WHERE seats.running AND matches.keeper = $1 AND NOT matches.finished \
                 AND (seats.node IS NULL OR NOT EXISTS ( \
                     SELECT 1 FROM nodes WHERE nodes.id = seats.node \
                         AND (state IN ('up', 'draining') OR state = 'gone' \
                             AND beat_at > clock_timestamp() - make_interval(secs => $2))))",
        )
        .bind(self.node().0)
        .bind(GONE_AFTER_SECONDS)
        .fetch_all(&self.readers)).await?;
        seats(rows)
    }

    async fn seats_of(&self, players: &[PlayerId]) -> Result<Vec<SeatRow>, StoreError> {
        let rows = in_time(sqlx::query_as(
            "SELECT player_id, match_id, running, node, conn FROM seats WHERE player_id = ANY($1)",
        )
        .bind(names(players))
        .fetch_all(&self.readers)).await?;
        seats(rows)
    }

    async fn seats_here(&self) -> Result<Vec<SeatRow>, StoreError> {
        let rows = in_time(sqlx::query_as("SELECT player_id, match_id, running, node, conn FROM seats WHERE node = $1 AND running")
            .bind(self.node().0)
            .fetch_all(&self.readers)).await?;
        seats(rows)
    }

    async fn claim(
        &self,
        player: &PlayerId,
        id: MatchId,
        new: &Place,
    ) -> Result<Option<Place>, StoreError> {
        let before: Option<(Option<i64>, Option<String>)> = in_time(
            sqlx::query_as(
                "WITH old AS ( \
                 SELECT player_id, node, conn FROM seats \
                 WHERE player_id = $1 AND match_id = $2 FOR UPDATE \
             ), new AS ( \
                 UPDATE seats SET node = $3, conn = $4 FROM old \
                 WHERE seats.player_id = old.player_id \
             ) SELECT node, conn FROM old",
            )
            .bind(player.as_str())
            .bind(id.to_string())
            .bind(new.node.0)
            .bind(&*new.conn)
            .fetch_optional(&self.asides),
        )
        .await?;
        Ok(before.and_then(|(node, conn)| place(node, conn.as_deref())).filter(|it| it != new))
    }

    async fn release(&self, player: &PlayerId, id: MatchId) -> Result<(), StoreError> {
        in_time(
            sqlx::query("DELETE FROM seats WHERE player_id = $1 AND match_id = $2 AND NOT running")
                .bind(player.as_str())
                .bind(id.to_string())
                .execute(&self.asides),
        )
        .await?;
        Ok(())
    }

    async fn enter(
        &self,
        seat: &Seat,
        terms: &Terms,
        place: &Place,
        seeker: &Seeker,
    ) -> Result<Entered, StoreError> {
        let (key, me) = (terms_key(terms), (seat.player.as_str(), place.node.0));
        let found = self.nearest(&key, me, i64::MAX, seeker, Duration::ZERO).await?;
        if let Some(found) = found {
            return Ok(Entered::Found(found));
        }
        let (seq, before): (i64, i64) = in_time(
            sqlx::query_as(
                "INSERT INTO waiting AS mine \
                 (player_id, terms, seat, node, conn, rating, address, device, entered_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp()) \
             ON CONFLICT (player_id) DO UPDATE SET terms = excluded.terms, seat = excluded.seat, \
                 node = excluded.node, conn = excluded.conn, rating = excluded.rating, \
                 address = excluded.address, device = excluded.device, entered_at = excluded.entered_at \
             RETURNING seq, (SELECT count(*) FROM waiting AS older \
                 WHERE older.terms = $2 AND older.seq < mine.seq)",
            )
            .bind(seat.player.as_str())
            .bind(key)
            .bind(encode_queued(seat, terms))
            .bind(place.node.0)
            .bind(&*place.conn)
            .bind(seeker.rating)
            .bind(seeker.whereabouts.address.map(|it| it.to_string()))
            .bind(seeker.whereabouts.device.as_ref().map(DeviceId::as_str))
            .fetch_one(&self.asides),
        )
        .await?;
        Ok(Entered::Waits { seq, position: u32::try_from(before).unwrap_or(u32::MAX - 1) + 1 })
    }

    async fn look_again(
        &self,
        seq: i64,
        seeker: &Seeker,
        waited: Duration,
    ) -> Result<Option<Queued>, StoreError> {
        let mine: Option<(String, String, i64)> = in_time(
            sqlx::query_as("SELECT player_id, terms, node FROM waiting WHERE seq = $1")
                .bind(seq)
                .fetch_optional(&self.asides),
        )
        .await?;
        let Some((player, terms, node)) = mine else { return Ok(None) };
        self.nearest(&terms, (&player, node), seq, seeker, waited).await
    }

    async fn code_of(&self, id: MatchId) -> Result<Option<RoomCode>, StoreError> {
        let code: Option<Option<String>> = in_time(
            sqlx::query_scalar("SELECT code FROM matches WHERE id = $1")
                .bind(id.to_string())
                .fetch_optional(&self.readers),
        )
        .await?;
        Ok(code.flatten().and_then(|it| RoomCode::parse(&it)))
    }

    async fn withdraw(
        &self,
        player: &PlayerId,
        only: Option<&Place>,
    ) -> Result<Option<Place>, StoreError> {
        let row: Option<(i64, String)> = in_time(
            sqlx::query_as(
                "DELETE FROM waiting WHERE player_id = $1 AND ($2::text IS NULL OR conn = $2) \
             RETURNING node, conn",
            )
            .bind(player.as_str())
            .bind(only.map(|it| &*it.conn))
            .fetch_optional(&self.asides),
        )
        .await?;
        Ok(row.map(|(node, conn)| Place { node: NodeId(node), conn: conn.into() }))
    }

    async fn by_code(&self, code: &RoomCode) -> Result<Option<MatchId>, StoreError> {
        let id: Option<String> = in_time(
            sqlx::query_scalar("SELECT id FROM matches WHERE code = $1 AND NOT finished")
                .bind(code.as_str())
                .fetch_optional(&self.readers),
        )
        .await?;
        let corrupt = || StoreError::Corrupt(format!("the match with the code {code}"));
        id.map(|it| it.parse().map_err(|_| corrupt())).transpose()
    }

    async fn since(&self, known: &[(MatchId, Version)]) -> Result<Vec<Tail>, StoreError> {
        let ids: Vec<_> = known.iter().map(|(id, _)| id.to_string()).collect();
        let versions: Vec<_> =
            known.iter().map(|(_, it)| i64::try_from(it.0).unwrap_or(i64::MAX)).collect();
        let rows: Vec<(String, i64, String)> = in_time(
            sqlx::query_as(
                "SELECT events.match_id, known.version, events.payload \
             FROM unnest($1::text[], $2::bigint[]) AS known (id, version) \
             JOIN matches ON matches.id = known.id AND matches.version > known.version \
             JOIN events ON events.match_id = known.id AND events.version > known.version \
             ORDER BY events.match_id, events.version",
            )
            .bind(ids)
            .bind(versions)
            .fetch_all(&self.readers),
        )
        .await?;
        tails(rows)
    }
}

fn tails(rows: Vec<(String, i64, String)>) -> Result<Vec<Tail>, StoreError> {
    let mut tails: Vec<Tail> = Vec::new();
    let mut unreadable = None;
    for (id, version, payload) in rows {
        let corrupt = || StoreError::Corrupt(format!("the match {id}"));
        let id: MatchId = id.parse().map_err(|_| corrupt())?;
        let version = Version(u64::try_from(version).map_err(|_| corrupt())?);
        // One match with an event of a newer version must not keep news from the others.
        let events = match event::decode_all(&[payload]) {
            Ok(events) if unreadable != Some(id) => events,
            Ok(_) | Err(_) => {
                unreadable = Some(id);
                Vec::new()
            }
        };
        match tails.last_mut() {
            Some((last, _, tail)) if *last == id => tail.extend(events),
            Some(_) | None => tails.push((id, version, events)),
        }
    }
    Ok(tails)
}
