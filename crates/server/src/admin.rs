//! What operators can do to a store, whether or not servers run on it. Everything but reading is recorded
//! in the audit log, the table `deeds`.

mod keeping;
mod players;
mod suspicion;

use std::net::IpAddr;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fourfall_match::Timestamp;
pub use fourfall_match::{MatchId, PlayerId};
use ipnet::IpNet;

use crate::config::StoreLocation;
use crate::identity::fresh_key;
use crate::store::StoreError;
use crate::store::people::{Ban, People, Report, Which};
use crate::telemetry;

/// A store, opened in the name of an operator.
pub struct Admin {
    location: StoreLocation,
    people: People,
    operator: String,
}

/// Who is banned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A player, by the public id.
    Player(PlayerId),
    /// Everybody at the addresses of a network.
    Address(IpNet),
}

impl Subject {
    /// Reads `192.0.2.7`, `192.0.2.0/24` or a player's id.
    ///
    /// # Errors
    ///
    /// If it is none of them, with a message for the operator.
    pub fn parse(text: &str) -> Result<Subject, String> {
        let address = text.parse::<IpNet>().ok();
        let address = address.or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
        match address {
            Some(network) => Ok(Subject::Address(network.trunc())),
            None => PlayerId::new(text).map(Subject::Player).ok_or_else(|| {
                "expected an address, a network, or a player's id of 1 to 64 plain characters"
                    .into()
            }),
        }
    }

    fn in_store(&self) -> String {
        match self {
            Subject::Player(id) => format!("player:{id}"),
            Subject::Address(network) => format!("address:{network}"),
        }
    }
}

/// Parses a player's public id.
pub fn player_id(text: &str) -> Option<PlayerId> {
    PlayerId::new(text)
}

/// Players with fewer hard moves than this are not listed as suspicious.
const HARD_MOVES_MIN: u32 = 10;

/// The number of reports listed, at most.
const REPORTS_MAX: u32 = 1_000;

/// A line of a list, as it is printed: fields in order.
pub type Line = Vec<String>;

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_unix_ms(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

impl Admin {
    /// Opens a store in the name of an operator.
    ///
    /// # Errors
    ///
    /// If it can't be opened.
    pub async fn open(location: &StoreLocation, operator: &str) -> Result<Admin, StoreError> {
        let people = People::open(location).await?;
        Ok(Admin { location: location.clone(), people, operator: operator.to_owned() })
    }

    /// Bans a player or a network, for some time or for ever.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn ban(
        &self,
        subject: &Subject,
        reason: &str,
        time: Option<Duration>,
    ) -> Result<(), StoreError> {
        let (subject, reason) = (subject.in_store(), reason.to_owned());
        let ban = Ban { subject, reason, until: time.map(|it| now() + it) };
        self.people.ban(now(), &self.operator, &ban).await
    }

    /// Lifts a ban. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn unban(&self, subject: &Subject) -> Result<bool, StoreError> {
        self.people.unban(now(), &self.operator, &subject.in_store()).await
    }

    /// The bans in force: subject, end in Unix milliseconds or `for ever`, reason.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn bans(&self) -> Result<Vec<Line>, StoreError> {
        let bans = self.people.bans(now()).await?;
        let until = |it: &Ban| it.until.map_or("for ever".into(), |it| it.unix_ms().to_string());
        Ok(bans.into_iter().map(|it| vec![it.subject.clone(), until(&it), it.reason]).collect())
    }

    /// Replaces the name shown for a player over HTTP, in past games too.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn rename(&self, player: &PlayerId, name: &str) -> Result<(), StoreError> {
        self.people.rename(now(), &self.operator, player, name).await
    }

    /// The latest reports by players, latest first: time in Unix milliseconds, reporter, reported
    /// player, game, reason.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn reports(&self) -> Result<Vec<Line>, StoreError> {
        let line = |it: Report| {
            let at = it.at.unix_ms().to_string();
            vec![at, it.by.to_string(), it.reported.to_string(), it.game, it.reason]
        };
        Ok(self.people.reports(REPORTS_MAX).await?.into_iter().map(line).collect())
    }

    /// Everything that is stored about a player except the games, as JSON.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn show(&self, player: &PlayerId) -> Result<String, StoreError> {
        Ok(format!("{:#}", self.people.everything(player).await?))
    }

    /// All players who have finished a game and whose name or id contains a text, which may be empty: id,
    /// name, number of games, rating or `new`, `claimed` or `guest`.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn players(&self, containing: &str) -> Result<Vec<Line>, StoreError> {
        let small = containing.to_lowercase();
        let mut lines = Vec::new();
        for (id, name, games) in players::all(&self.location).await? {
            if !id.to_lowercase().contains(&small) && !name.to_lowercase().contains(&small) {
                continue;
            }
            let Some(player) = PlayerId::new(&id) else { continue };
            let known = self.people.rating(&player).await?;
            let rating = known.map_or("new".to_owned(), |it| format!("{:.0}", it.rating.value));
            let claimed = self.people.account(&player).await?.is_some();
            let kind = if claimed { "claimed" } else { "guest" };
            lines.push(vec![id, name, games.to_string(), rating, kind.to_owned()]);
        }
        Ok(lines)
    }

    /// Players who find moves that people rarely find, which suggests that they use a solver: id, hard
    /// moves found, hard moves in all, percent; the highest percentage first. Players with too few hard
    /// moves to tell are left out. Reads `games` of the newest games.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn suspicious(&self, games: usize) -> Result<Vec<Line>, StoreError> {
        let tallies = suspicion::tallies(&self.location, games).await?;
        let mut rows: Vec<_> =
            tallies.into_iter().filter(|(_, it)| it.hard >= HARD_MOVES_MIN).collect();
        let percent = |it: suspicion::Tally| 100 * it.found / it.hard.max(1);
        rows.sort_by(|(a, one), (b, other)| {
            percent(*other).cmp(&percent(*one)).then(other.hard.cmp(&one.hard)).then(a.cmp(b))
        });
        let line = |(id, it): (PlayerId, suspicion::Tally)| {
            vec![
                id.to_string(),
                it.found.to_string(),
                it.hard.to_string(),
                format!("{} %", percent(it)),
            ]
        };
        Ok(rows.into_iter().map(line).collect())
    }

    /// Orders a running match to be ended without a result. The server that has it does so within a second.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn close_match(&self, id: MatchId) -> Result<(), StoreError> {
        self.people.order(now(), &self.operator, "close", &id.to_string(), "").await
    }

    /// Reverts the rating changes of a match, and excludes it from the ratings for good. Returns how many
    /// ratings were changed.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn void_match(&self, id: MatchId) -> Result<usize, StoreError> {
        self.people.void(now(), &self.operator, id).await
    }

    /// Copies a store in a folder into a new folder, which is a data folder itself. A server may run
    /// meanwhile. Returns the size in bytes.
    ///
    /// # Errors
    ///
    /// If the store is not a folder, or if the new one exists or can't be written.
    pub async fn backup(&self, to: &Path) -> Result<u64, StoreError> {
        let folder = self.folder()?;
        keeping::make(to)?;
        // Recorded first, so that it is in the copy too.
        self.people.order(now(), &self.operator, "backup", &to.display().to_string(), "").await?;
        keeping::backup(folder, to)
    }

    /// Reads everything in a store in a folder, and reports what is damaged.
    ///
    /// # Errors
    ///
    /// If the store is not a folder, or can't be read at all.
    pub fn check(&self) -> Result<crate::upkeep::Check, StoreError> {
        keeping::check(self.folder()?)
    }

    /// Replaces the store in a folder by a backup. The old files stay in the folder under other names. No
    /// server may run on it.
    ///
    /// # Errors
    ///
    /// If the backup is not a store or is damaged, if a server runs, or if files can't be moved.
    pub async fn restore(folder: &Path, from: &Path, operator: &str) -> Result<(), StoreError> {
        keeping::restore(folder, from)?;
        let location = StoreLocation::Folder(folder.to_owned());
        let admin = Admin::open(&location, operator).await?;
        let from = from.display().to_string();
        admin.people.order(now(), &admin.operator, "restore", &from, "").await
    }

    fn folder(&self) -> Result<&Path, StoreError> {
        match &self.location {
            StoreLocation::Folder(folder) => Ok(folder),
            StoreLocation::Postgres(_) => Err(StoreError::unavailable(
                "PostgreSQL is copied by pg_dump and checked by its own tools",
            )),
        }
    }

    /// Logs a player out everywhere.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn revoke(&self, player: &PlayerId) -> Result<(), StoreError> {
        self.people.revoke(now(), &self.operator, player, Which::Before(now())).await
    }

    /// Makes a new key, which signs tokens from now on. Tokens signed with earlier keys stay valid.
    /// Returns the number of the key.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn rotate_keys(&self) -> Result<i64, StoreError> {
        self.people.rotate_keys(now(), &self.operator, &fresh_key()).await
    }

    /// Tells servers to accept no new games, or to accept them again.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn drain(&self, drains: bool) -> Result<(), StoreError> {
        let action = if drains { "drain" } else { "undrain" };
        self.people.order(now(), &self.operator, action, "", "").await
    }

    /// Changes the log filter of running servers.
    ///
    /// # Errors
    ///
    /// If the filter is not valid, or if the store can't be used.
    pub async fn log(&self, filter: &str) -> Result<(), StoreError> {
        telemetry::check(filter).map_err(|err| StoreError::Unavailable(Box::new(err)))?;
        self.people.order(now(), &self.operator, "log", "", filter).await
    }

    /// The audit log, oldest first: number, time in Unix milliseconds, operator, action, subject, detail.
    ///
    /// # Errors
    ///
    /// If the store can't be used.
    pub async fn deeds(&self) -> Result<Vec<Line>, StoreError> {
        let deeds = self.people.deeds_after(0).await?;
        let line = |it: crate::store::people::Deed| {
            let at = it.at.unix_ms().to_string();
            vec![it.id.to_string(), at, it.operator, it.action, it.subject, it.detail]
        };
        Ok(deeds.into_iter().map(line).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_is_for_a_player_an_address_or_a_network() {
        let check = |text: &str, expected: Option<&str>| {
            let read = Subject::parse(text).ok().map(|it| it.in_store());
            assert_eq!(read.as_deref(), expected, "{text}");
        };
        check("192.0.2.7", Some("address:192.0.2.7/32"));
        check("192.0.2.7/24", Some("address:192.0.2.0/24"));
        check("2001:db8::/64", Some("address:2001:db8::/64"));
        check("p_ada", Some("player:p_ada"));
        check("", None);
        check("two words", None);
    }
}
