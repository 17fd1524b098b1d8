//! The house rules: everything that differs between the presets, as one table.

use std::time::Duration;

use fourfall_rules::{ByPlayer, Player};

use crate::seat::{Kind, Seat};

/// A set of house rules. The board and the win rule never vary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preset {
    /// The plain game: no clocks.
    Classic,
    /// One person against the machine.
    Solo,
    /// The online game: idle players lose.
    Live,
    /// A duel on the clock.
    Duel,
}

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HouseRules {
    /// The colours of the discs.
    pub colours: Colours,
    /// Who has the first move.
    pub starter: Starter,
    /// Time for one turn; a player who exceeds it loses.
    pub turn: Option<Duration>,
    /// Whether the players may turn the turn clock off.
    pub turn_is_a_setting: bool,
    /// How long a player may idle.
    pub idle: Option<Idle>,
    /// How long a disconnected player has to come back.
    pub reconnect: Duration,
    /// Which bots play.
    pub bots: Bots,
}

/// How discs are coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// By who starts.
    ByTurn(ByPlayer<&'static str>),
    /// By who is a person and who is a bot; between two people, by who starts.
    ByKind {
        /// The person's.
        human: &'static str,
        /// The bot's.
        bot: &'static str,
    },
}

/// Who has the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starter {
    /// The one who was there first; against a bot, the person.
    Host,
    /// The other one.
    Guest,
    /// Drawn by lot.
    Lot,
}

/// The result of the draw, where the starter is drawn by lot. Randomness comes from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lot {
    /// The host starts.
    Host,
    /// The guest starts.
    Guest,
}

/// Which family of bots plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bots {
    /// Any of them.
    Any,
    /// Those of `solo`.
    Solo,
    /// Those of `live`.
    Live,
}

/// How long a player may idle, and when the warning comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Idle {
    timeout: Duration,
    warning: Duration,
}

impl Idle {
    /// Idling for `timeout` loses. The warning comes `warning` before that, or at once if that is
    /// longer.
    pub const fn new(timeout: Duration, warning: Duration) -> Idle {
        let warning = if warning.as_nanos() > timeout.as_nanos() { timeout } else { warning };
        Idle { timeout, warning }
    }

    /// Idling this long loses.
    pub const fn timeout(self) -> Duration {
        self.timeout
    }

    /// The warning comes this long before that. Never more than the timeout.
    pub const fn warning(self) -> Duration {
        self.warning
    }
}

const RED_AND_YELLOW: Colours = Colours::ByTurn(ByPlayer { first: "red", second: "yellow" });
const GREEN_AND_RED: Colours = Colours::ByTurn(ByPlayer { first: "green", second: "red" });

/// Public games always have a clock: this one, where the preset has none.
const UNHURRIED: Idle = Idle::new(seconds(10 * 60), seconds(60));

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

const CLASSIC: HouseRules = HouseRules {
    colours: RED_AND_YELLOW,
    starter: Starter::Host,
    turn: None,
    turn_is_a_setting: false,
    idle: None,
    reconnect: seconds(60),
    bots: Bots::Any,
};
const SOLO: HouseRules = HouseRules {
    colours: Colours::ByKind { human: "#000000", bot: "#ffffff" },
    starter: Starter::Host,
    turn: Some(seconds(30)),
    turn_is_a_setting: true,
    idle: None,
    reconnect: seconds(60), /* its own document plays without a network, so the online one's
                             * window holds */
    bots: Bots::Solo,
};
const LIVE: HouseRules = HouseRules {
    colours: RED_AND_YELLOW,
    starter: Starter::Host,
    turn: None,
    turn_is_a_setting: false,
    idle: Some(Idle::new(seconds(90), seconds(30))),
    reconnect: seconds(60),
    bots: Bots::Live,
};
const DUEL: HouseRules = HouseRules {
    colours: GREEN_AND_RED,
    starter: Starter::Lot,
    turn: Some(seconds(60)),
    turn_is_a_setting: false,
    idle: None,
    reconnect: seconds(30),
    bots: Bots::Any,
};

/// What the operator of a server has set for all its matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overrides {
    /// Time for one turn, in presets that time turns.
    pub turn: Option<Duration>,
    /// Time to come back after a disconnect.
    pub reconnect: Option<Duration>,
    /// Idling that loses, in presets that have it, unless the players say otherwise.
    pub idle_timeout: Option<Duration>,
    /// When the warning comes before that, unless the players say otherwise.
    pub idle_warning: Option<Duration>,
}

/// What the host asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// About idling, in presets that have it.
    pub idle: IdleWish,
    /// Whether turns are timed, in presets that leave it to the players.
    pub turn_clock: Option<bool>,
    /// Let the guest start, in presets that do not draw lots.
    pub guest_starts: bool,
}

/// What the host asks for about idling. What is left out is as the server has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IdleWish {
    /// Whether idling loses.
    pub enabled: Option<bool>,
    /// Idling that loses.
    pub timeout: Option<Duration>,
    /// When the warning comes before that.
    pub warning: Option<Duration>,
}

/// The rules of one match, from the preset, the operator and the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Where colours and bots come from.
    pub preset: Preset,
    /// Who has the first move.
    pub starter: Starter,
    /// Time for one turn.
    pub turn: Option<Duration>,
    /// How long a player may idle.
    pub idle: Option<Idle>,
    /// How long a disconnected player has to come back.
    pub reconnect: Duration,
    /// Only people with the link know of it.
    pub private: bool,
    /// The result counts for the rating, if people play.
    pub rated: bool,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 4] = [Preset::Classic, Preset::Solo, Preset::Live, Preset::Duel];

    /// The preset's row of the table.
    pub const fn rules(self) -> &'static HouseRules {
        match self {
            Preset::Classic => &CLASSIC,
            Preset::Solo => &SOLO,
            Preset::Live => &LIVE,
            Preset::Duel => &DUEL,
        }
    }

    /// The preset's rules with the operator's overrides and the host's wishes.
    pub fn terms(self, house: &Overrides, wishes: &Wishes) -> Terms {
        let rules = self.rules();
        let timed = wishes.turn_clock.unwrap_or(true) || !rules.turn_is_a_setting;
        let idles = wishes.idle.enabled.unwrap_or(true);
        Terms {
            preset: self,
            starter: match rules.starter {
                Starter::Host if wishes.guest_starts => Starter::Guest,
                starter @ (Starter::Host | Starter::Guest | Starter::Lot) => starter,
            },
            turn: rules.turn.filter(|_| timed).map(|it| house.turn.unwrap_or(it)),
            idle: rules.idle.filter(|_| idles).map(|it| {
                let timeout = wishes.idle.timeout.or(house.idle_timeout).unwrap_or(it.timeout);
                let warning = wishes.idle.warning.or(house.idle_warning).unwrap_or(it.warning);
                Idle::new(timeout, warning)
            }),
            reconnect: house.reconnect.unwrap_or(rules.reconnect),
            private: false,
            rated: false,
        }
    }

    /// The terms between strangers: never without any clock, and rated only if they are the server's
    /// own.
    pub fn public_terms(self, house: &Overrides, wishes: &Wishes) -> Terms {
        let public = |wishes| {
            let terms = self.terms(house, wishes);
            let idle = terms.idle.or(terms.turn.is_none().then_some(UNHURRIED));
            Terms { idle, rated: true, ..terms }
        };
        let (wished, usual) = (public(wishes), public(&Wishes::default()));
        Terms { rated: wished == usual, ..wished }
    }

    /// The terms of a private game.
    pub fn private_terms(self, house: &Overrides, wishes: &Wishes) -> Terms {
        Terms { private: true, ..self.terms(house, wishes) }
    }
}

impl Colours {
    /// The colour of each player's discs.
    pub fn of(self, seats: &ByPlayer<Seat>) -> ByPlayer<&'static str> {
        match self {
            Colours::ByTurn(colours) => colours,
            Colours::ByKind { human, bot } => match (seats.first.kind, seats.second.kind) {
                (Kind::Bot(_), Kind::Human) => ByPlayer { first: bot, second: human },
                (Kind::Human | Kind::Bot(_), Kind::Bot(_)) | (Kind::Human, Kind::Human) => {
                    ByPlayer { first: human, second: bot }
                }
            },
        }
    }
}

impl Starter {
    /// What the host plays.
    pub(crate) const fn host_plays(self, lot: Lot) -> Player {
        match (self, lot) {
            (Starter::Host, _) | (Starter::Lot, Lot::Host) => Player::First,
            (Starter::Guest, _) | (Starter::Lot, Lot::Guest) => Player::Second,
        }
    }
}
