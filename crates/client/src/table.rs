//! A game on a server, as one of its players or spectators knows it.

use fourfall_rules::{ByPlayer, Column, Game, Player};

use crate::wire;

/// A game, running or over.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The room.
    pub room_id: String,
    /// The discs.
    pub game: Game,
    /// Who plays.
    pub seats: Seats,
    /// Which of them is this client; none for a spectator.
    pub me: Option<Player>,
    /// The house rules, by name.
    pub preset: String,
    /// Whether ratings follow from it, where the server says so.
    pub rated: Option<bool>,
    /// The results of the earlier games of these two.
    pub series: Series,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// Whether there will be a rematch.
    pub rematch: RematchState,
    /// How many watch.
    pub spectators: u32,
    /// A disc that was sent and is not acknowledged.
    pub sent: Option<Column>,
    /// When the turn is lost, by the server's clock.
    pub(crate) turn_expires_at: Option<u64>,
    /// When the player to move has been idle too long, by the server's clock.
    pub(crate) idle_expires_at: Option<u64>,
    /// Whether the idle player was warned.
    pub idle_warned: bool,
    /// How far the server's clock is ahead of ours, in milliseconds.
    pub(crate) clock_ahead_ms: i64,
    pub(crate) version: u64,
}

/// Both seats.
pub type Seats = ByPlayer<Seat>;

/// One of the two in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The public id.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The colour of the discs, as the server names it: `"red"`, `"#000000"`.
    pub color: String,
    /// Whether it is a bot.
    pub is_bot: bool,
    /// Whether the player is there now.
    pub connected: bool,
    /// Until when to be back, for a player who is away; by the server's clock.
    pub(crate) back_by: Option<u64>,
}

/// Games won and drawn by the two before the one being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// Wins of who starts this game, and of the other.
    pub wins: ByPlayer<u32>,
    /// Games nobody won.
    pub draws: u32,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won, if anybody did.
    pub winner: Option<Player>,
    /// Why, as the server names it.
    pub reason: String,
}

/// Whether there will be another game after this one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RematchState {
    /// Nothing.
    Open,
    /// This player asks.
    OfferedBy(Player),
    /// There will be none: why, if the server says so.
    Declined(Option<String>),
}

impl Table {
    /// The game the server describes. `before` is the game that was on the table until now.
    ///
    /// None if it is not a valid game: illegal moves, or not two players.
    pub(crate) fn read(
        whole: wire::WholeGame,
        my_id: Option<&str>,
        before: Option<&Table>,
        now_ms: u64,
    ) -> Option<Table> {
        let mut game = Game::new();
        for &index in &whole.move_history {
            game.play(Column::new(u8::try_from(index).ok()?)?).ok()?;
        }
        let [first, second] = <[wire::Player; 2]>::try_from(whole.players).ok()?;
        let seats = ByPlayer { first: Seat::from(first), second: Seat::from(second) };
        let me = my_id.and_then(|id| Player::BOTH.into_iter().find(|&it| seats[it].id == id));
        let series = match whole.series {
            Some(wire::Series { wins: [first, second], draws }) => {
                Series { wins: ByPlayer { first, second }, draws }
            }
            None => Series::continued(&whole.room_id, &seats, before),
        };
        let player = |id: &str| Player::BOTH.into_iter().find(|&it| seats[it].id == id);
        let ending = whole
            .over
            .map(|it| Ending { winner: it.winner.as_deref().and_then(player), reason: it.reason });
        let offered_by = whole.rematch_offered_by.as_deref().and_then(player);
        let ahead = whole.now.map(|it| it.cast_signed().saturating_sub(now_ms.cast_signed()));
        let warned = whole.afk_warning.map(|it| it.expires_at);
        Some(Table {
            room_id: whole.room_id,
            game,
            me,
            preset: whole.preset,
            rated: whole.rated,
            series,
            ending,
            rematch: offered_by.map_or(RematchState::Open, RematchState::OfferedBy),
            spectators: whole.spectators.unwrap_or(0),
            sent: None,
            turn_expires_at: whole.turn_expires_at,
            idle_expires_at: whole.afk_expires_at.or(warned),
            idle_warned: warned.is_some(),
            clock_ahead_ms: ahead.or(before.map(|it| it.clock_ahead_ms)).unwrap_or(0),
            version: whole.version,
            seats,
        })
    }

    /// Whether this client is to move.
    pub fn is_my_turn(&self) -> bool {
        self.ending.is_none() && self.sent.is_none() && self.me == self.to_move()
    }

    /// Who is to move, while the game is on.
    pub fn to_move(&self) -> Option<Player> {
        let open = self.ending.is_none() && self.game.position().outcome().is_none();
        open.then(|| self.game.position().turn())
    }

    /// The player with this id.
    pub fn player(&self, id: &str) -> Option<Player> {
        Player::BOTH.into_iter().find(|&it| self.seats[it].id == id)
    }

    /// Milliseconds until the turn is lost, if turns are timed.
    pub fn turn_left_ms(&self, now_ms: u64) -> Option<u64> {
        self.left_ms(self.turn_expires_at.filter(|_| self.to_move().is_some()), now_ms)
    }

    /// Milliseconds until the player to move has been idle too long, where the server says so.
    pub fn idle_left_ms(&self, now_ms: u64) -> Option<u64> {
        self.left_ms(self.idle_expires_at.filter(|_| self.to_move().is_some()), now_ms)
    }

    /// Milliseconds until an absent player has lost.
    pub fn back_left_ms(&self, player: Player, now_ms: u64) -> Option<u64> {
        self.left_ms(self.seats[player].back_by.filter(|_| self.ending.is_none()), now_ms)
    }

    fn left_ms(&self, deadline: Option<u64>, now_ms: u64) -> Option<u64> {
        Some(deadline?.saturating_sub(now_ms.saturating_add_signed(self.clock_ahead_ms)))
    }

    /// The series with this game in it, once it is over.
    pub fn series_now(&self) -> Series {
        let mut series = self.series;
        match &self.ending {
            // A game that was called off counts for nobody.
            Some(ending) if ending.reason == "aborted" => {}
            Some(Ending { winner: Some(winner), .. }) => series.wins[*winner] += 1,
            Some(Ending { winner: None, .. }) => series.draws += 1,
            None => {}
        }
        series
    }
}

impl Series {
    /// For servers that do not say: what this client has seen of these two.
    fn continued(room_id: &str, seats: &Seats, before: Option<&Table>) -> Series {
        let Some(before) = before else { return Series::default() };
        if before.room_id == room_id {
            return before.series;
        }
        let known = before.series_now();
        let place = seats.first.id.as_str();
        match before.player(place).filter(|&it| before.seats[it.other()].id == seats.second.id) {
            Some(Player::First) => known,
            Some(Player::Second) => Series { wins: known.wins.swapped(), ..known },
            None => Series::default(),
        }
    }
}

impl From<wire::Player> for Seat {
    fn from(player: wire::Player) -> Seat {
        Seat {
            id: player.id,
            name: player.username,
            color: player.color,
            is_bot: player.is_bot,
            connected: player.connected.unwrap_or(true),
            back_by: player.reconnect_expires_at,
        }
    }
}
