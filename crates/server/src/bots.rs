//! The machine's moves: which of the engine's bots sits where, and how long it seems to think.

use std::sync::Arc;
use std::time::Duration;

use fourfall_engine::bot::{Bot, Choice, Difficulty};
use fourfall_match::{BotLevel, Bots as Family};
use fourfall_rules::{Column, OpenPosition};

use crate::engine::Engine;
use crate::limits::{BOT_TABLE, BOT_THINKS_MAX, BOT_THREADS};

/// What a bot wants to do, and how long after its turn began it should be seen to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    pub(crate) column: Column,
    pub(crate) think: Duration,
}

/// Everything a bot knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) family: Family,
    pub(crate) level: BotLevel,
    pub(crate) position: OpenPosition,
}

/// Answers for all bots of the server.
#[derive(Clone)]
pub(crate) struct Bots {
    seed: Arc<str>,
    engine: Engine,
}

impl Bots {
    pub(crate) fn new(seed: &str) -> Bots {
        Bots { seed: seed.into(), engine: Engine::new(BOT_THREADS, BOT_TABLE) }
    }

    /// What the bot does. The same seed and position give the same answer.
    pub(crate) async fn think(&self, Question { family, level, position }: Question) -> Thought {
        let seed = self.seed.clone();
        let choose = self.engine.ask(BOT_THINKS_MAX, move |solver, budget| {
            let perfect = |position| solver.best_move(position, budget).column();
            bot(family, level).choose(position, &seed, perfect)
        });
        let Choice { column, think_ms } = choose.await;
        Thought { column, think: Duration::from_millis(think_ms) }
    }
}

/// Where any bot may play, those of the online game do.
fn bot(family: Family, level: BotLevel) -> Bot {
    let difficulty = match level {
        BotLevel::Easy => Difficulty::Easy,
        BotLevel::Medium => Difficulty::Medium,
        BotLevel::Hard => Difficulty::Hard,
        BotLevel::Perfect => return Bot::Perfect,
    };
    match family {
        Family::Any | Family::Live => Bot::Live(difficulty),
        Family::Solo => Bot::Solo(difficulty),
    }
}
