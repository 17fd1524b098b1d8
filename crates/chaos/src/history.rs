//! What clients saw: every question with its answer, every message, in the order of one client.

use std::time::{Duration, Instant};

use serde_json::Value;

/// The outcome of a request.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Outcome {
    Ok(Value),
    /// Refused, with a code.
    Fail(String),
    /// The connection broke, or the server does not know.
    Unknown,
}

/// One thing a client saw.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Saw {
    Connected { node: usize },
    Lost,
    Asked { number: usize, name: &'static str, payload: Value },
    Answered { number: usize, outcome: Outcome },
    Heard { name: String, payload: Value },
}

/// Everything one client saw.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) player: String,
    start: Instant,
    asked: usize,
    pub(crate) entries: Vec<(Duration, Saw)>,
}

impl History {
    pub(crate) fn new(start: Instant) -> History {
        History { player: String::new(), start, asked: 0, entries: Vec::new() }
    }

    pub(crate) fn saw(&mut self, saw: Saw) {
        self.entries.push((self.start.elapsed(), saw));
    }

    /// Something is asked. Returns its number.
    pub(crate) fn asks(&mut self, name: &'static str, payload: Value) -> usize {
        self.asked += 1;
        self.saw(Saw::Asked { number: self.asked, name, payload });
        self.asked
    }

    /// The entries that concern a room, as lines.
    pub(crate) fn about(&self, room: &str) -> Vec<(Duration, String)> {
        let mut open = Vec::new();
        let mut lines = Vec::new();
        for (at, saw) in &self.entries {
            let line = match saw {
                Saw::Asked { number, name, payload } if payload["roomId"] == room => {
                    open.push(*number);
                    format!("asks {name} {payload} (#{number})")
                }
                Saw::Answered { number, outcome } if open.contains(number) => {
                    format!("is answered (#{number}) {outcome:?}")
                }
                Saw::Heard { name, payload } if payload["roomId"] == room => {
                    let mut short = payload.clone();
                    if let Some(fields) = short.as_object_mut() {
                        for long in ["board", "players", "lastMove"] {
                            fields.remove(long);
                        }
                    }
                    format!("hears {name} {short}")
                }
                Saw::Connected { node } => format!("connects to server {node}"),
                Saw::Lost => "loses the connection".to_owned(),
                Saw::Asked { .. } | Saw::Answered { .. } | Saw::Heard { .. } => continue,
            };
            lines.push((*at, format!("{} {line}", self.player)));
        }
        lines
    }
}
