//! The machine's moves: the engine's bots, on a bounded number of threads of their own.

use std::sync::Arc;
use std::time::Duration;

use fourfall_match::{BotLevel, Bots as Family};
use fourfall_rules::{Column, OpenPosition};
use tokio::sync::Semaphore;

/// What a bot wants to do, and how long it should seem to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    pub(crate) column: Column,
    pub(crate) think: Duration,
}

/// Everything a bot knows.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) family: Family,
    pub(crate) level: BotLevel,
    pub(crate) position: OpenPosition,
}

/// Answers for all bots of the server.
#[derive(Clone)]
pub(crate) struct Bots {
    seed: Arc<str>,
    threads: Arc<Semaphore>,
}

impl Bots {
    pub(crate) fn new(seed: &str, threads: usize) -> Bots {
        Bots { seed: seed.into(), threads: Arc::new(Semaphore::new(threads)) }
    }

    /// What the bot does. The same seed and position give the same answer.
    pub(crate) async fn think(&self, question: Question) -> Thought {
        let Bots { seed, threads } = self.clone();
        let permit = threads.acquire_owned().await.expect("the semaphore is never closed");
        let thinking = tokio::task::spawn_blocking(move || {
            let thought = choose(&seed, &question);
            drop(permit);
            thought
        });
        thinking.await.expect("a bot does not panic, and the runtime outlives the rooms")
    }
}

fn choose(seed: &str, question: &Question) -> Thought {
    // FNV over seed and position, until the engine's bots are here.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in seed.bytes().chain(question.position.position().key().to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let columns: Vec<_> = question.position.legal_columns().collect();
    let index = usize::try_from((hash >> 32) % columns.len() as u64).expect("below seven");
    Thought { column: columns[index], think: Duration::from_millis(300) }
}
