//! Threads that think while the screen goes on: the bot's, and the one that judges columns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use fourfall_engine::bot::Bot;
use fourfall_engine::{Book, Budget, Solver, TableSize};
use fourfall_rules::{Column, Game, OpenPosition};

use super::scene::Values;
use super::shell::{Heard, Input};

/// Enough for any position of a game, and little memory for any machine.
const TABLE: TableSize = TableSize::mebibytes(16);

/// What to think about.
pub(crate) enum Question {
    /// What a bot plays here.
    Reply { game: Game, bot: Bot, seed: String },
    /// What every column is worth here.
    Judge { game: Game },
}

/// A thread with a solver, which answers one question at a time.
pub(crate) struct Thinker {
    questions: Sender<(Question, Arc<AtomicBool>)>,
    /// Ends the question that is being thought about.
    cancel: Arc<AtomicBool>,
}

impl Thinker {
    /// Answers go to `inputs`.
    pub(crate) fn start(inputs: Sender<Input>) -> Thinker {
        let (questions, asked) = mpsc::channel::<(Question, Arc<AtomicBool>)>();
        thread::spawn(move || {
            // Created here, so that the screen need not wait for the book.
            let mut solver = Solver::new(TABLE).with_book(Book::embedded());
            for (question, cancel) in asked {
                let answer = think(&mut solver, &question, &cancel);
                if !cancel.load(Ordering::Relaxed)
                    && let Some(answer) = answer
                    && inputs.send(Input::Heard(answer)).is_err()
                {
                    return;
                }
            }
        });
        Thinker { questions, cancel: Arc::default() }
    }

    /// Asks, and forgets what was asked before.
    pub(crate) fn ask(&mut self, question: Question) {
        self.forget();
        self.cancel = Arc::default();
        // The thread ends only together with the program.
        let _ = self.questions.send((question, self.cancel.clone()));
    }

    /// The answer is no longer wanted.
    pub(crate) fn forget(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

fn think(solver: &mut Solver, question: &Question, cancel: &AtomicBool) -> Option<Heard> {
    let budget = Budget::until(cancel);
    match question {
        Question::Reply { game, bot, seed } => {
            let open = game.position().open()?;
            let choice = bot.choose(open, seed, |it| solver.best_move(it, &budget).column());
            Some(Heard::Reply { game: *game, column: choice.column, think_ms: choice.think_ms })
        }
        Question::Judge { game } => {
            let open = game.position().open()?;
            Some(Heard::Values { game: *game, values: judge(solver, open, &budget)? })
        }
    }
}

/// What every column is worth; none if the budget did not last.
pub(super) fn judge(
    solver: &mut Solver,
    open: OpenPosition,
    budget: &Budget<'_>,
) -> Option<Values> {
    let mut values = Values::default();
    for (column, verdict) in solver.analyze(open, budget).moves() {
        values[usize::from(column.index())] = Some(verdict.exact()?.value(open.position()));
    }
    Some(values)
}

/// The best column.
pub(crate) fn best(values: &Values) -> Option<Column> {
    use fourfall_engine::Value;
    let worth = |value: Value| match value {
        Value::Win { plies } => 100 - i64::from(plies),
        Value::Draw => 0,
        Value::Loss { plies } => i64::from(plies) - 100,
    };
    let judged =
        Column::ALL.into_iter().zip(values).filter_map(|(it, value)| Some((it, (*value)?)));
    // Of several equally good ones the one nearest to the middle, as people would.
    judged
        .max_by_key(|(column, value)| (worth(*value), -i64::from(column.index().abs_diff(3))))
        .map(|(column, _)| column)
}

#[cfg(test)]
mod tests {
    use fourfall_engine::Value;

    use super::*;

    #[test]
    fn the_fastest_win_is_best_and_the_slowest_loss() {
        let number = |values: Values| best(&values).map(Column::number);
        let mut values = Values::default();
        assert_eq!(number(values), None);
        values[0] = Some(Value::Loss { plies: 4 });
        values[6] = Some(Value::Loss { plies: 8 });
        assert_eq!(number(values), Some(7));
        values[1] = Some(Value::Draw);
        assert_eq!(number(values), Some(2));
        values[5] = Some(Value::Win { plies: 5 });
        values[2] = Some(Value::Win { plies: 3 });
        values[4] = Some(Value::Win { plies: 3 });
        assert_eq!(number(values), Some(5));
    }
}
