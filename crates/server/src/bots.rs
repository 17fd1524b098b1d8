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
        let bot = bot(family, level);
        let Choice { column, think_ms } = match self.glance(bot, position).await {
            Some(choice) => choice,
            None => self.search(bot, position).await,
        };
        Thought { column, think: Duration::from_millis(think_ms) }
    }

    /// The move of a bot that needs no solver here: most of them, at once. So they do not wait
    /// behind those that do.
    async fn glance(&self, bot: Bot, position: OpenPosition) -> Option<Choice> {
        let seed = self.seed.clone();
        let glance = tokio::task::spawn_blocking(move || {
            let mut needs_solver = false;
            let choice = bot.choose(position, &seed, |position| {
                needs_solver = true;
                any_column(position)
            });
            (!needs_solver).then_some(choice)
        });
        glance.await.expect("a bot does not panic, and the runtime outlives the rooms")
    }

    /// The move of a bot that asks the solver; if no thread is free in time, of the strongest that
    /// does not.
    async fn search(&self, bot: Bot, position: OpenPosition) -> Choice {
        let seed = self.seed.clone();
        let searched = self.engine.ask(BOT_THINKS_MAX, move |solver, budget| {
            bot.choose(position, &seed, |it| solver.best_move(it, budget).column())
        });
        match searched.await {
            Some(choice) => choice,
            None => Bot::Solo(Difficulty::Medium).choose(position, &self.seed, any_column),
        }
    }
}

fn any_column(position: OpenPosition) -> Column {
    position.legal_columns().next().expect("an open position has a legal column")
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
