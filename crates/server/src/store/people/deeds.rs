//! What operators do and servers follow: bans, keys, revocations, and the audit log, whose entries are
//! called deeds.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;

use fourfall_match::{PlayerId, Timestamp};
use ipnet::IpNet;

use super::accounts::write_alias;
use super::sql::{Row, Statement, must, sql};
use super::{People, ms, timestamp};
use crate::identity::{Revoked, hex};
use crate::store::StoreError;

/// An entry of the audit log: something that an operator has done, or a player to their own account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Deed {
    pub(crate) id: i64,
    pub(crate) at: Timestamp,
    pub(crate) operator: String,
    /// One word, such as `ban`.
    pub(crate) action: String,
    /// The player, address, match or file it was done to.
    pub(crate) subject: String,
    /// The reason, or more about the action.
    pub(crate) detail: String,
}

/// The bans in force, as servers check them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Bans {
    players: HashSet<String>,
    networks: Vec<IpNet>,
}

impl Bans {
    pub(crate) fn has_player(&self, player: &PlayerId) -> bool {
        self.players.contains(player.as_str())
    }

    pub(crate) fn has_address(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|it| it.contains(&address.to_canonical()))
    }
}

/// One ban, as an operator sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ban {
    /// `player:ID` or `address:NETWORK`.
    pub(crate) subject: String,
    pub(crate) reason: String,
    /// None if the ban is for ever.
    pub(crate) until: Option<Timestamp>,
}

/// Everything that a server must know and that operators or other servers may have changed.
#[derive(Clone, Default, Debug)]
pub(crate) struct Orders {
    pub(crate) keys: Vec<(u32, Vec<u8>)>,
    pub(crate) revoked: Revoked,
    pub(crate) bans: Bans,
    pub(crate) aliases: HashMap<PlayerId, Arc<str>>,
}

/// The operator's name in the audit log when players did it to their own accounts.
pub(crate) const ONESELF: &str = "oneself";

pub(super) fn write_deed(
    at: Timestamp,
    operator: &str,
    action: &str,
    subject: &str,
    detail: &str,
) -> Statement {
    must(
        "INSERT INTO deeds (id, at_ms, operator, action, subject, detail) \
         SELECT coalesce(max(id), 0) + 1, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS TEXT), \
             CAST($4 AS TEXT), CAST($5 AS TEXT) FROM deeds RETURNING id",
        [ms(at).into(), operator.into(), action.into(), subject.into(), detail.into()],
    )
}

fn read_deed(mut row: Row) -> Result<Deed, StoreError> {
    Ok(Deed {
        id: row.int()?,
        at: timestamp(row.int()?),
        operator: row.text()?,
        action: row.text()?,
        subject: row.text()?,
        detail: row.text()?,
    })
}

impl People {
    /// Runs statements and records them in the audit log, in one transaction. Returns whether they were
    /// run: false if one that must return a row did not.
    pub(super) async fn deed(
        &self,
        at: Timestamp,
        operator: &str,
        [action, subject, detail]: [&str; 3],
        mut statements: Vec<Statement>,
    ) -> Result<bool, StoreError> {
        statements.push(write_deed(at, operator, action, subject, detail));
        Ok(self.run(statements).await?.is_some())
    }

    /// Records something that servers do when they read it, or that was done elsewhere.
    pub(crate) async fn order(
        &self,
        at: Timestamp,
        operator: &str,
        action: &str,
        subject: &str,
        detail: &str,
    ) -> Result<(), StoreError> {
        self.deed(at, operator, [action, subject, detail], Vec::new()).await.map(drop)
    }

    /// The entries of the audit log after one, oldest first.
    pub(crate) async fn deeds_after(&self, id: i64) -> Result<Vec<Deed>, StoreError> {
        let rows = self.ask(sql(
            "SELECT id, at_ms, operator, action, subject, detail FROM deeds WHERE id > $1 ORDER BY id",
            [id.into()],
        ));
        rows.await?.into_iter().map(read_deed).collect()
    }

    /// The number of the latest entry; zero if there is none.
    pub(crate) async fn last_deed(&self) -> Result<i64, StoreError> {
        let mut rows = self.ask(sql("SELECT coalesce(max(id), 0) FROM deeds", [])).await?;
        rows.pop().map_or(Ok(0), |mut it| it.int())
    }

    /// Bans a player or a network.
    pub(crate) async fn ban(
        &self,
        at: Timestamp,
        operator: &str,
        ban: &Ban,
    ) -> Result<(), StoreError> {
        let until = ban.until.map_or(0, ms);
        let write = must(
            "INSERT INTO bans (subject, reason, until_ms, at_ms) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (subject) DO UPDATE SET reason = excluded.reason, \
                 until_ms = excluded.until_ms, at_ms = excluded.at_ms RETURNING subject",
            [ban.subject.as_str().into(), ban.reason.as_str().into(), until.into(), ms(at).into()],
        );
        self.deed(at, operator, ["ban", &ban.subject, &ban.reason], vec![write]).await.map(drop)
    }

    /// Lifts a ban. Returns whether there was one.
    pub(crate) async fn unban(
        &self,
        at: Timestamp,
        operator: &str,
        subject: &str,
    ) -> Result<bool, StoreError> {
        let delete =
            must("DELETE FROM bans WHERE subject = $1 RETURNING subject", [subject.into()]);
        self.deed(at, operator, ["unban", subject, ""], vec![delete]).await
    }

    /// All bans in force.
    pub(crate) async fn bans(&self, now: Timestamp) -> Result<Vec<Ban>, StoreError> {
        let rows = self.ask(read_bans(now)).await?;
        rows.into_iter().map(read_ban).collect()
    }

    /// Stores a new key, which signs from now on; tokens signed with earlier keys stay valid. Returns its
    /// number.
    pub(crate) async fn rotate_keys(
        &self,
        at: Timestamp,
        operator: &str,
        fresh: &[u8],
    ) -> Result<i64, StoreError> {
        let insert = must(
            "INSERT INTO signing_keys (id, value, made_ms) \
             SELECT coalesce(max(id), 0) + 1, CAST($1 AS TEXT), CAST($2 AS BIGINT) \
             FROM signing_keys RETURNING id",
            [hex::encode(fresh).into(), ms(at).into()],
        );
        let deed = write_deed(at, operator, "rotate-keys", "", "");
        let answers = self.run(vec![insert, deed]).await?.unwrap_or_default();
        let row = answers.into_iter().next().and_then(|mut it| it.pop());
        row.map_or(Ok(0), |mut it| it.int())
    }

    /// Revokes tokens of a player: one of them, or all that were issued before a time.
    pub(crate) async fn revoke(
        &self,
        at: Timestamp,
        operator: &str,
        player: &PlayerId,
        which: Which,
    ) -> Result<(), StoreError> {
        let (issued, single) = match which {
            Which::One(issued) => (issued, 1),
            Which::Before(issued) => (issued, 0),
        };
        let insert = sql(
            "INSERT INTO revocations (player_id, issued_ms, single) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING RETURNING player_id",
            [player.as_str().into(), ms(issued).into(), i64::from(single).into()],
        );
        let forget = sql(
            "DELETE FROM devices WHERE player_id = $1 \
             AND (issued_ms = $2 OR ($3 = 0 AND issued_ms < $4)) RETURNING player_id",
            [
                player.as_str().into(),
                ms(issued).into(),
                i64::from(single).into(),
                ms(issued).into(),
            ],
        );
        let said = ["revoke", player.as_str(), ""];
        self.deed(at, operator, said, vec![insert, forget]).await.map(drop)
    }

    /// The keys, revocations, bans and replaced names that are in force.
    pub(crate) async fn orders(&self, now: Timestamp) -> Result<Orders, StoreError> {
        let questions = vec![
            sql("SELECT id, value FROM signing_keys ORDER BY id", []),
            sql("SELECT player_id, issued_ms, single FROM revocations", []),
            read_bans(now),
            sql("SELECT player_id, name FROM aliases", []),
        ];
        let mut answers = self.run(questions).await?.unwrap_or_default().into_iter();
        let mut orders = Orders::default();
        for mut row in answers.next().unwrap_or_default() {
            let (id, value) = (row.int()?, row.text()?);
            let corrupt = || StoreError::Corrupt(format!("signing key {id}"));
            let id = u32::try_from(id).map_err(|_| corrupt())?;
            orders.keys.push((id, hex::decode(&value).ok_or_else(corrupt)?));
        }
        for mut row in answers.next().unwrap_or_default() {
            let (player, issued, single) = (row.text()?, timestamp(row.int()?), row.int()?);
            let Some(player) = PlayerId::new(&player) else { continue };
            if single == 1 {
                orders.revoked.single.insert((player, issued));
            } else {
                let before = orders.revoked.before.entry(player).or_insert(issued);
                *before = issued.max(*before);
            }
        }
        for row in answers.next().unwrap_or_default() {
            let ban = read_ban(row)?;
            match ban.subject.split_once(':') {
                Some(("player", id)) => drop(orders.bans.players.insert(id.to_owned())),
                Some(("address", network)) => orders.bans.networks.extend(network.parse::<IpNet>()),
                Some(_) | None => {}
            }
        }
        for mut row in answers.next().unwrap_or_default() {
            let (player, name) = (row.text()?, row.text()?);
            orders.aliases.extend(PlayerId::new(&player).map(|it| (it, name.into())));
        }
        Ok(orders)
    }

    /// Replaces the name shown for a player over HTTP, in past games too.
    pub(crate) async fn rename(
        &self,
        at: Timestamp,
        operator: &str,
        player: &PlayerId,
        name: &str,
    ) -> Result<(), StoreError> {
        let statements = vec![write_alias(player, name)];
        self.deed(at, operator, ["rename", player.as_str(), name], statements).await.map(drop)
    }
}

/// Which tokens are revoked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which {
    /// The one that was issued at this time.
    One(Timestamp),
    /// All that were issued before this time.
    Before(Timestamp),
}

fn read_bans(now: Timestamp) -> Statement {
    sql(
        "SELECT subject, reason, until_ms FROM bans WHERE until_ms = 0 OR until_ms > $1 ORDER BY subject",
        [ms(now).into()],
    )
}

fn read_ban(mut row: Row) -> Result<Ban, StoreError> {
    let (subject, reason, until) = (row.text()?, row.text()?, row.int()?);
    Ok(Ban { subject, reason, until: (until > 0).then(|| timestamp(until)) })
}
