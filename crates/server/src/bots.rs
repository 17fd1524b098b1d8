//! The machine's moves: which of the engine's bots sits where, and how long it seems to think.

use std::sync::Arc;
use std::time::Duration;

use fourfall_engine::bot::{Bot, Choice, Difficulty, Plan};
use fourfall_match::{BotLevel, Bots as Family, MatchId};
use fourfall_rules::{Column, OpenPosition};

use crate::engine::Engine;
use crate::limits::{BOT_TABLE, BOT_THINKS_MAX, BOT_THREADS};

/// The move a bot has chosen, and how long after its turn began it should be made.
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
    /// The match it plays in.
    pub(crate) id: MatchId,
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

    /// The seed of one match. In `solo` all matches have the same one, as its specification says;
    /// elsewhere games differ, and can still be replayed from the log.
    fn seed(&self, family: Family, id: MatchId) -> Arc<str> {
        match family {
            Family::Solo => self.seed.clone(),
            Family::Any | Family::Live => format!("{}/{id}", self.seed).into(),
        }
    }

    /// What the bot does. The same seed, match and position give the same answer.
    pub(crate) async fn think(&self, question: Question) -> Thought {
        let Question { family, level, position, id } = question;
        let (bot, seed) = (bot(family, level), self.seed(family, id));
        let Choice { column, think_ms } = match plan(bot, position, seed.clone()).await {
            Plan::Play(choice) => choice,
            Plan::Solve { think_ms } => {
                let column = self.solve(position, seed).await;
                Choice { column, think_ms }
            }
        };
        Thought { column, think: Duration::from_millis(think_ms) }
    }

    /// The solver's move; if no thread is free in time, that of the strongest bot that needs no
    /// solver.
    async fn solve(&self, position: OpenPosition, seed: Arc<str>) -> Column {
        let solved = self
            .engine
            .ask(BOT_THINKS_MAX, move |solver, budget| solver.best_move(position, budget).column());
        match solved.await {
            Some(column) => column,
            None => match plan(Bot::Solo(Difficulty::Medium), position, seed).await {
                Plan::Play(choice) => choice.column,
                Plan::Solve { .. } => any_column(position),
            },
        }
    }
}

/// Looks ahead outside the runtime's threads: that can take milliseconds.
async fn plan(bot: Bot, position: OpenPosition, seed: Arc<str>) -> Plan {
    let planned = tokio::task::spawn_blocking(move || bot.plan(position, &seed));
    planned.await.expect("a bot does not panic, and the runtime outlives the rooms")
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
