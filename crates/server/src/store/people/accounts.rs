//! Accounts: claimed names, passwords, recovery codes, and the devices that are logged in; also blocks
//! and reports.

use std::collections::BTreeSet;

use fourfall_match::{PlayerId, Timestamp};
use serde_json::{Value as Json, json};

use super::passkeys::write_passkey;
use super::sql::{Row, Statement, Value, must, sql};
use super::{ONESELF, Passkey, People, ms, timestamp};
use crate::limits::FORGOTTEN_NAME;
use crate::store::StoreError;

/// The account of a player who has claimed a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Account {
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    /// Its argon2id hash. None if the account has only passkeys.
    pub(crate) password: Option<String>,
    pub(crate) created: Timestamp,
}

/// The result of claiming a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Claim {
    Claimed,
    /// Somebody else has the name, or one that looks like it.
    NameTaken,
    /// The player has claimed a name already.
    HasName,
}

/// A device on which a player is logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Device {
    pub(crate) issued: Timestamp,
    /// The browser's `User-Agent`.
    pub(crate) label: String,
}

/// The operator's name in the audit log when guests are deleted after their retention time.
const RETENTION: &str = "retention";

/// One part of an export: its name, the query, and the names of its fields.
struct Part(&'static str, &'static str, &'static [&'static str]);

/// Everything that is stored about a player here, except hashes of secrets.
const EVERYTHING: [Part; 7] = [
    Part(
        "account",
        "SELECT name, created_ms FROM accounts WHERE player_id = $1",
        &["name", "createdAt"],
    ),
    Part(
        "devices",
        "SELECT issued_ms, label FROM devices WHERE player_id = $1 ORDER BY issued_ms",
        &["issuedAt", "label"],
    ),
    Part(
        "passkeys",
        "SELECT id, label, created_ms FROM passkeys WHERE player_id = $1 ORDER BY created_ms, id",
        &["id", "label", "createdAt"],
    ),
    Part(
        "rating",
        "SELECT name, value, deviation, volatility, games, at_ms FROM ratings WHERE player_id = $1",
        &["name", "rating", "deviation", "volatility", "games", "at"],
    ),
    Part(
        "ratingChanges",
        "SELECT match_id, at_ms, opponent_id, preset, value_before, value_after, deviation \
         FROM rating_changes WHERE player_id = $1 ORDER BY at_ms",
        &["roomId", "at", "opponentId", "preset", "before", "after", "deviation"],
    ),
    Part(
        "blocked",
        "SELECT blocked_id, at_ms FROM blocks WHERE player_id = $1 ORDER BY at_ms",
        &["playerId", "at"],
    ),
    Part(
        "reports",
        "SELECT reported_id, match_id, reason, at_ms FROM reports WHERE reporter_id = $1 ORDER BY at_ms",
        &["playerId", "roomId", "reason", "at"],
    ),
];

fn read_account(mut row: Row) -> Result<Account, StoreError> {
    let id = row.text()?;
    let player = PlayerId::new(&id).ok_or_else(|| StoreError::Corrupt(format!("account {id}")))?;
    let (name, password) = (row.text()?, Some(row.text()?).filter(|it| !it.is_empty()));
    Ok(Account { player, name, password, created: timestamp(row.int()?) })
}

fn write_codes<'a>(
    player: &'a PlayerId,
    codes: &'a [String],
) -> impl Iterator<Item = Statement> + 'a {
    codes.iter().map(|code| {
        must(
            "INSERT INTO recovery_codes (player_id, code) VALUES ($1, $2) RETURNING code",
            [player.as_str().into(), code.as_str().into()],
        )
    })
}

pub(super) fn write_alias(player: &PlayerId, name: &str) -> Statement {
    sql(
        "INSERT INTO aliases (player_id, name) VALUES ($1, $2) \
         ON CONFLICT (player_id) DO UPDATE SET name = excluded.name RETURNING name",
        [player.as_str().into(), name.into()],
    )
}

/// Deletes everything about a player but the games and the rating, which is kept under `name_after`. All
/// tokens are revoked.
fn forget(now: Timestamp, player: &PlayerId, name_after: &str) -> Vec<Statement> {
    let forget = |text| sql(text, [player.as_str().into()]);
    vec![
        forget("DELETE FROM accounts WHERE player_id = $1 RETURNING player_id"),
        forget("DELETE FROM looks WHERE player_id = $1 RETURNING look"),
        forget_codes(player),
        forget("DELETE FROM devices WHERE player_id = $1 RETURNING label"),
        forget("DELETE FROM passkeys WHERE player_id = $1 RETURNING id"),
        forget("DELETE FROM blocks WHERE player_id = $1 RETURNING player_id"),
        forget("DELETE FROM reports WHERE reporter_id = $1 RETURNING reporter_id"),
        sql(
            "UPDATE ratings SET name = $1 WHERE player_id = $2 RETURNING name",
            [name_after.into(), player.as_str().into()],
        ),
        write_alias(player, name_after),
        sql(
            "INSERT INTO revocations (player_id, issued_ms, single) VALUES ($1, $2, 0) \
             ON CONFLICT DO NOTHING RETURNING player_id",
            [player.as_str().into(), ms(now).into()],
        ),
    ]
}

fn forget_codes(player: &PlayerId) -> Statement {
    sql("DELETE FROM recovery_codes WHERE player_id = $1 RETURNING code", [player.as_str().into()])
}

impl People {
    /// Claims a name for a player who has none, with a password or a passkey. `looks` are all skeletons of
    /// the name: what it looks like, see [`looks_of`](crate::identity::names::looks_of).
    pub(crate) async fn claim(
        &self,
        account: &Account,
        looks: &BTreeSet<String>,
        codes: &[String],
        passkey: Option<&Passkey>,
    ) -> Result<Claim, StoreError> {
        let Account { player, name, password, created } = account;
        if self.account(player).await?.is_some() {
            return Ok(Claim::HasName);
        }
        // If the name is taken, one of these statements returns nothing.
        let mut statements: Vec<_> = looks
            .iter()
            .map(|look| {
                must(
                    "INSERT INTO looks (look, player_id) VALUES ($1, $2) \
                     ON CONFLICT (look) DO NOTHING RETURNING look",
                    [look.as_str().into(), player.as_str().into()],
                )
            })
            .collect();
        statements.push(must(
            "INSERT INTO accounts (player_id, name, password, created_ms) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (player_id) DO NOTHING RETURNING player_id",
            [
                player.as_str().into(),
                name.as_str().into(),
                password.as_deref().unwrap_or_default().into(),
                ms(*created).into(),
            ],
        ));
        statements.extend(write_codes(player, codes));
        statements.extend(passkey.map(write_passkey));
        Ok(if self.run(statements).await?.is_some() { Claim::Claimed } else { Claim::NameTaken })
    }

    pub(crate) async fn account(&self, player: &PlayerId) -> Result<Option<Account>, StoreError> {
        let rows = self.ask(sql(
            "SELECT player_id, name, password, created_ms FROM accounts WHERE player_id = $1",
            [player.as_str().into()],
        ));
        rows.await?.pop().map(read_account).transpose()
    }

    /// The account whose name looks like this.
    pub(crate) async fn account_named(
        &self,
        looks: &BTreeSet<String>,
    ) -> Result<Option<Account>, StoreError> {
        let question = |look: &String| {
            sql(
                "SELECT a.player_id, a.name, a.password, a.created_ms FROM accounts a \
                 JOIN looks l ON l.player_id = a.player_id WHERE l.look = $1",
                [look.as_str().into()],
            )
        };
        let answers = self.run(looks.iter().map(question).collect()).await?.unwrap_or_default();
        answers.into_iter().flatten().next().map(read_account).transpose()
    }

    /// Replaces the password.
    pub(crate) async fn set_password(
        &self,
        now: Timestamp,
        player: &PlayerId,
        password: &str,
    ) -> Result<(), StoreError> {
        let update = must(
            "UPDATE accounts SET password = $1 WHERE player_id = $2 RETURNING player_id",
            [password.into(), player.as_str().into()],
        );
        self.deed(now, ONESELF, ["password", player.as_str(), ""], vec![update]).await.map(drop)
    }

    /// Uses up a recovery code. Returns whether it was valid.
    pub(crate) async fn use_code(&self, player: &PlayerId, code: &str) -> Result<bool, StoreError> {
        let rows = self.ask(sql(
            "DELETE FROM recovery_codes WHERE player_id = $1 AND code = $2 RETURNING code",
            [player.as_str().into(), code.into()],
        ));
        Ok(!rows.await?.is_empty())
    }

    /// Replaces all recovery codes.
    pub(crate) async fn set_codes(
        &self,
        player: &PlayerId,
        codes: &[String],
    ) -> Result<(), StoreError> {
        let mut statements = vec![forget_codes(player)];
        statements.extend(write_codes(player, codes));
        self.run(statements).await.map(drop)
    }

    /// The number of unused recovery codes.
    pub(crate) async fn codes_left(&self, player: &PlayerId) -> Result<i64, StoreError> {
        let rows = self.ask(sql(
            "SELECT count(*) FROM recovery_codes WHERE player_id = $1",
            [player.as_str().into()],
        ));
        rows.await?.pop().map_or(Ok(0), |mut it| it.int())
    }

    /// Records that a player has logged in on a device.
    pub(crate) async fn add_device(
        &self,
        player: &PlayerId,
        device: &Device,
    ) -> Result<(), StoreError> {
        let rows = self.ask(sql(
            "INSERT INTO devices (player_id, issued_ms, label) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING RETURNING label",
            [player.as_str().into(), ms(device.issued).into(), device.label.as_str().into()],
        ));
        rows.await.map(drop)
    }

    /// The devices on which a player is logged in, the latest first.
    pub(crate) async fn devices(&self, player: &PlayerId) -> Result<Vec<Device>, StoreError> {
        let rows = self.ask(sql(
            "SELECT issued_ms, label FROM devices WHERE player_id = $1 ORDER BY issued_ms DESC",
            [player.as_str().into()],
        ));
        let read = |mut row: Row| Ok(Device { issued: timestamp(row.int()?), label: row.text()? });
        rows.await?.into_iter().map(read).collect()
    }

    /// Deletes an account. The rating and the games stay, under `name_after`; all tokens are revoked.
    pub(crate) async fn delete_account(
        &self,
        now: Timestamp,
        player: &PlayerId,
        name_after: &str,
    ) -> Result<(), StoreError> {
        let statements = forget(now, player, name_after);
        self.deed(now, ONESELF, ["delete", player.as_str(), ""], statements).await.map(drop)
    }

    /// Deletes what is stored about a guest, rating included. Does nothing if the player has an account.
    pub(crate) async fn forget_guest(
        &self,
        now: Timestamp,
        player: &PlayerId,
    ) -> Result<(), StoreError> {
        if self.account(player).await?.is_some() {
            return Ok(());
        }
        let mut statements = forget(now, player, FORGOTTEN_NAME);
        for text in [
            "DELETE FROM ratings WHERE player_id = $1 RETURNING name",
            "DELETE FROM rating_changes WHERE player_id = $1 RETURNING at_ms",
        ] {
            statements.push(sql(text, [player.as_str().into()]));
        }
        self.deed(now, RETENTION, ["forget", player.as_str(), ""], statements).await.map(drop)
    }

    /// Everything that is stored about a player here, as JSON.
    pub(crate) async fn everything(&self, player: &PlayerId) -> Result<Json, StoreError> {
        let questions =
            EVERYTHING.iter().map(|Part(_, text, _)| sql(text, [player.as_str().into()]));
        let answers = self.run(questions.collect()).await?.unwrap_or_default();
        let mut all = serde_json::Map::new();
        for (Part(part, _, columns), rows) in EVERYTHING.iter().zip(answers) {
            let told = rows.into_iter().map(|row| {
                let fields = columns.iter().zip(row.0).map(|(column, value)| {
                    let value = match value {
                        Value::Int(it) => json!(it),
                        Value::Real(it) => json!(it),
                        Value::Text(it) => json!(it),
                    };
                    ((*column).to_owned(), value)
                });
                Json::Object(fields.collect())
            });
            all.insert((*part).to_owned(), told.collect());
        }
        Ok(Json::Object(all))
    }

    /// Blocks another player: the two are not paired any more.
    pub(crate) async fn block(
        &self,
        now: Timestamp,
        player: &PlayerId,
        blocked: &PlayerId,
    ) -> Result<(), StoreError> {
        let rows = self.ask(sql(
            "INSERT INTO blocks (player_id, blocked_id, at_ms) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING RETURNING at_ms",
            [player.as_str().into(), blocked.as_str().into(), ms(now).into()],
        ));
        rows.await.map(drop)
    }

    /// Ends a block.
    pub(crate) async fn unblock(
        &self,
        player: &PlayerId,
        blocked: &PlayerId,
    ) -> Result<(), StoreError> {
        let rows = self.ask(sql(
            "DELETE FROM blocks WHERE player_id = $1 AND blocked_id = $2 RETURNING at_ms",
            [player.as_str().into(), blocked.as_str().into()],
        ));
        rows.await.map(drop)
    }

    /// The players whom a player has blocked.
    pub(crate) async fn blocked(&self, player: &PlayerId) -> Result<Vec<String>, StoreError> {
        let rows = self.ask(sql(
            "SELECT blocked_id FROM blocks WHERE player_id = $1 ORDER BY at_ms",
            [player.as_str().into()],
        ));
        rows.await?.into_iter().map(|mut it| it.text()).collect()
    }

    /// The players with whom a player must not be paired: those the player has blocked, and those who
    /// have blocked the player.
    pub(crate) async fn strangers_to(
        &self,
        player: &PlayerId,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let rows = self.ask(sql(
            "SELECT blocked_id FROM blocks WHERE player_id = $1 \
             UNION SELECT player_id FROM blocks WHERE blocked_id = $2",
            [player.as_str().into(), player.as_str().into()],
        ));
        let ids = rows.await?.into_iter().map(|mut it| it.text());
        Ok(ids.collect::<Result<Vec<_>, _>>()?.iter().filter_map(|it| PlayerId::new(it)).collect())
    }

    /// Reports a player to the operators, at most once per game and reporter.
    pub(crate) async fn report(&self, report: &Report) -> Result<(), StoreError> {
        let rows = self.ask(sql(
            "INSERT INTO reports (reporter_id, reported_id, match_id, reason, at_ms) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING at_ms",
            [
                report.by.as_str().into(),
                report.reported.as_str().into(),
                report.game.as_str().into(),
                report.reason.as_str().into(),
                ms(report.at).into(),
            ],
        ));
        rows.await.map(drop)
    }

    /// The latest reports, latest first.
    pub(crate) async fn reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        let rows = self.ask(sql(
            "SELECT reporter_id, reported_id, match_id, reason, at_ms FROM reports \
             ORDER BY at_ms DESC LIMIT $1",
            [i64::from(limit).into()],
        ));
        let id = |text: String| {
            PlayerId::new(&text).ok_or_else(|| StoreError::Corrupt(format!("a report by {text}")))
        };
        let read = |mut row: Row| {
            Ok(Report {
                by: id(row.text()?)?,
                reported: id(row.text()?)?,
                game: row.text()?,
                reason: row.text()?,
                at: timestamp(row.int()?),
            })
        };
        rows.await?.into_iter().map(read).collect()
    }
}

/// A player's report about another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Report {
    pub(crate) by: PlayerId,
    pub(crate) reported: PlayerId,
    /// The game it is about.
    pub(crate) game: String,
    pub(crate) reason: String,
    pub(crate) at: Timestamp,
}
