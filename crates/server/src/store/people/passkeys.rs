//! Passkeys: the public keys of players' devices; and which WebAuthn ceremonies are over.

use fourfall_match::{PlayerId, Timestamp};

use super::sql::{Row, Statement, must, sql};
use super::{People, ms, timestamp};
use crate::identity::passkeys::Key;
use crate::store::StoreError;

/// A passkey of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Passkey {
    pub(crate) player: PlayerId,
    /// The owner's name for it.
    pub(crate) label: String,
    pub(crate) key: Key,
    pub(crate) created: Timestamp,
}

/// The result of removing a passkey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Removal {
    Removed,
    /// Not removed: it is the only way to log in to the account.
    LastWayIn,
    /// The player has no such passkey.
    Unknown,
}

fn read(mut row: Row) -> Result<Passkey, StoreError> {
    let id = row.text()?;
    let player = row.text()?;
    let player =
        PlayerId::new(&player).ok_or_else(|| StoreError::Corrupt(format!("passkey {id}")))?;
    let label = row.text()?;
    let key = Key { id, credential: row.text()?, public: row.text()?, state: row.text()? };
    Ok(Passkey { player, label, key, created: timestamp(row.int()?) })
}

pub(super) fn write_passkey(passkey: &Passkey) -> Statement {
    let Passkey { player, label, key, created } = passkey;
    must(
        "INSERT INTO passkeys (id, player_id, label, credential, public_key, state, created_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING RETURNING id",
        [
            key.id.as_str().into(),
            player.as_str().into(),
            label.as_str().into(),
            key.credential.as_str().into(),
            key.public.as_str().into(),
            key.state.as_str().into(),
            ms(*created).into(),
        ],
    )
}

impl People {
    /// Adds a passkey to an account. Returns whether it was added: it must be new, and the account must
    /// exist.
    pub(crate) async fn add_passkey(&self, passkey: &Passkey) -> Result<bool, StoreError> {
        let owner = must(
            "SELECT player_id FROM accounts WHERE player_id = $1",
            [passkey.player.as_str().into()],
        );
        Ok(self.run(vec![owner, write_passkey(passkey)]).await?.is_some())
    }

    /// The passkeys of a player, oldest first.
    pub(crate) async fn passkeys(&self, player: &PlayerId) -> Result<Vec<Passkey>, StoreError> {
        let rows = self.ask(sql(
            "SELECT id, player_id, label, credential, public_key, state, created_ms FROM passkeys \
             WHERE player_id = $1 ORDER BY created_ms, id",
            [player.as_str().into()],
        ));
        rows.await?.into_iter().map(read).collect()
    }

    pub(crate) async fn passkey(&self, id: &str) -> Result<Option<Passkey>, StoreError> {
        let rows = self.ask(sql(
            "SELECT id, player_id, label, credential, public_key, state, created_ms FROM passkeys \
             WHERE id = $1",
            [id.into()],
        ));
        rows.await?.pop().map(read).transpose()
    }

    /// Stores the new state of a passkey that was used. Returns whether the state had not changed since it
    /// was read: if two devices with the same key, or requests to two servers, use it at once, one is
    /// refused.
    pub(crate) async fn passkey_used(&self, key: &Key, state: &str) -> Result<bool, StoreError> {
        let rows = self.ask(sql(
            "UPDATE passkeys SET state = $1 WHERE id = $2 AND state = $3 RETURNING id",
            [state.into(), key.id.as_str().into(), key.state.as_str().into()],
        ));
        Ok(!rows.await?.is_empty())
    }

    /// Removes a passkey, unless it is the only way to log in.
    pub(crate) async fn remove_passkey(
        &self,
        player: &PlayerId,
        id: &str,
    ) -> Result<Removal, StoreError> {
        let known = self.passkey(id).await?.is_some_and(|it| it.player == *player);
        if !known {
            return Ok(Removal::Unknown);
        }
        // Locks the row of the account, so that of two removals at once the second sees the first.
        let hold = must(
            "UPDATE accounts SET name = name WHERE player_id = $1 RETURNING name",
            [player.as_str().into()],
        );
        let remove = must(
            "DELETE FROM passkeys WHERE id = $1 AND player_id = $2 AND (\
                 EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = $2 AND a.password <> '') \
                 OR EXISTS (SELECT 1 FROM passkeys p WHERE p.player_id = $2 AND p.id <> $1)) \
             RETURNING id",
            [id.into(), player.as_str().into()],
        );
        let removed = self.run(vec![hold, remove]).await?.is_some();
        Ok(if removed { Removal::Removed } else { Removal::LastWayIn })
    }

    /// Records that a ceremony is over, so that it can't be used twice. Returns false if it was over
    /// already.
    pub(crate) async fn use_ceremony(
        &self,
        id: &str,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let forget =
            sql("DELETE FROM used_ceremonies WHERE until_ms < $1 RETURNING id", [ms(now).into()]);
        let note = must(
            "INSERT INTO used_ceremonies (id, until_ms) VALUES ($1, $2) \
             ON CONFLICT (id) DO NOTHING RETURNING id",
            [id.into(), ms(until).into()],
        );
        Ok(self.run(vec![forget, note]).await?.is_some())
    }
}
