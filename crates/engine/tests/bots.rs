//! What each bot must and must not do, for every position and seed; how they stand to each other; and games they
//! play on every platform alike.

use fourfall_engine::bot::{Bot, Difficulty};
use fourfall_engine::{Book, Budget, Reply, Solver, TableSize};
use fourfall_rules::{Column, Game, OpenPosition, Outcome, Player, Position};
use proptest::prelude::*;

const LIVE_MEDIUM: Bot = Bot::Live(Difficulty::Medium);
/// The bots that always take a win and block a loss.
const VIGILANT: [Bot; 3] =
    [Bot::Live(Difficulty::Hard), Bot::Solo(Difficulty::Medium), Bot::Solo(Difficulty::Hard)];

fn open(moves: &str) -> OpenPosition {
    let game: Game = moves.parse().expect("moves of a test are legal");
    game.position().open().expect("a game of a test is still on")
}

/// A solver of one's own, small: tests run beside each other.
fn solver() -> Solver {
    Solver::new(TableSize::mebibytes(16)).with_book(Book::embedded())
}

/// The column that the bot plays.
fn column(bot: Bot, position: OpenPosition, seed: &str, solver: &mut Solver) -> Column {
    bot.choose(position, seed, |it| perfect(it, solver)).column
}

fn perfect(position: OpenPosition, solver: &mut Solver) -> Column {
    match solver.best_move(position, &Budget::UNLIMITED) {
        Reply::Perfect(column) => column,
        Reply::Unproved(_) => unreachable!("a search without a limit proves its move"),
    }
}

fn wins_of(player: Player, position: OpenPosition) -> Vec<Column> {
    let (occupied, discs) = (position.position().occupied(), position.position().discs());
    let wins = |it: &Column| (discs[player] | occupied.landing(*it)).has_four();
    position.legal_columns().filter(wins).collect()
}

/// How many of 1,000 seeds make the bot play each column.
fn counts(bot: Bot, position: OpenPosition) -> [u32; 7] {
    let mut counts = [0; 7];
    let mut solver = solver();
    for seed in 0..1_000 {
        let column = column(bot, position, &seed.to_string(), &mut solver);
        counts[usize::from(column.index())] += 1;
    }
    counts
}

#[test]
fn think_times_are_those_of_the_tables() {
    let expected =
        [300..=800, 500..=1_200, 800..=1_500, 500..=500, 500..=500, 500..=500, 500..=500];
    assert_eq!(Bot::ALL.map(Bot::think_ms), expected);
    for bot in Bot::ALL {
        for seed in 0..200 {
            let reply = bot.choose(OpenPosition::START, &seed.to_string(), |_| Column::ALL[3]);
            assert!(bot.think_ms().contains(&reply.think_ms), "{}", bot.name());
        }
    }
}

#[test]
fn live_easy_plays_every_column_alike_and_sees_no_threat() {
    // Column 4 wins at once; it is played as often as any other.
    let counts = counts(Bot::Live(Difficulty::Easy), open("112233"));
    assert!(counts.iter().all(|it| (100..190).contains(it)), "{counts:?}");
}

#[test]
fn solo_easy_prefers_the_middle_and_plays_every_column() {
    let counts = counts(Bot::Solo(Difficulty::Easy), OpenPosition::START);
    assert!(counts.iter().all(|&it| it > 0), "{counts:?}");
    assert!(counts[3] > counts[0] && counts[3] > counts[6], "{counts:?}");
}

#[test]
fn live_medium_takes_a_win_in_thirty_of_a_hundred() {
    // 30 % on purpose, and one in seven of the others by chance: 40 %.
    let wins = counts(LIVE_MEDIUM, open("112233"))[3];
    assert!((350..450).contains(&wins), "{wins}");
}

#[test]
fn live_medium_blocks_in_thirty_of_a_hundred() {
    let blocks = counts(LIVE_MEDIUM, open("1122734"))[3];
    assert_eq!(wins_of(Player::First, open("1122734")), [], "nothing to block here");
    assert!(blocks < 250, "{blocks}");
    let blocks = counts(LIVE_MEDIUM, open("11223"))[3];
    assert!((350..450).contains(&blocks), "{blocks}");
}

#[test]
fn live_hard_likes_the_centre_and_its_own_discs() {
    let plays = |moves: &str| {
        column(Bot::Live(Difficulty::Hard), open(moves), "any", &mut solver()).number()
    };
    assert_eq!(plays(""), 4);
    assert!([3, 5].contains(&plays("44")), "beside its own disc, though less central");
}

/// A position of random legal moves in which the game is still on.
fn any_open_position() -> impl Strategy<Value = OpenPosition> {
    proptest::collection::vec(0..7_usize, 0..=40).prop_map(|columns| {
        columns.into_iter().fold(OpenPosition::START, |position, it| {
            position.play(Column::ALL[it]).ok().and_then(Position::open).unwrap_or(position)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_reply_is_legal_and_follows_from_seed_and_position(
        position in any_open_position(), seed in ".{0,12}"
    ) {
        for bot in Bot::ALL {
            let perfect = |it: OpenPosition| it.legal_columns().next().expect("a legal column");
            let reply = bot.choose(position, &seed, perfect);
            prop_assert!(position.play(reply.column).is_ok());
            prop_assert_eq!(reply, bot.choose(position, &seed, perfect));
        }
    }

    #[test]
    fn a_vigilant_bot_takes_a_win_and_blocks_a_loss(position in any_open_position()) {
        let (mover, opponent) = (position.turn(), position.turn().other());
        let mut solver = solver();
        for bot in VIGILANT {
            let played = column(bot, position, "ABC123", &mut solver);
            let (wins, losses) = (wins_of(mover, position), wins_of(opponent, position));
            if !wins.is_empty() {
                prop_assert!(wins.contains(&played), "{} misses a win", bot.name());
            } else if !losses.is_empty() {
                prop_assert!(losses.contains(&played), "{} does not block", bot.name());
            }
        }
    }
}

/// Who wins when `first` plays `second`.
fn play(first: Bot, second: Bot, seed: &str, solver: &mut Solver) -> Outcome {
    let mut position = OpenPosition::START;
    loop {
        let bot = if position.turn() == Player::First { first } else { second };
        let next = position.play(column(bot, position, seed, solver)).expect("a reply is legal");
        match next.try_into() {
            Ok(open) => position = open,
            Err(outcome) => return outcome,
        }
    }
}

/// 400 seeded games, each seed with both colours: the stronger must take at least this share of the points.
#[track_caller]
fn check_ladder(stronger: Bot, weaker: Bot, percent_at_least: u32) {
    let points = |outcome, player| match outcome {
        Outcome::Won(winner) if winner == player => 2,
        Outcome::Won(_) => 0,
        Outcome::Drawn => 1,
    };
    let mut solver = solver();
    let both = |seed: u32| {
        let seed = format!("ladder {seed}");
        points(play(stronger, weaker, &seed, &mut solver), Player::First)
            + points(play(weaker, stronger, &seed, &mut solver), Player::Second)
    };
    let percent = (0..200).map(both).sum::<u32>() / 8;
    assert!(
        percent >= percent_at_least,
        "{} took {percent} % from {}",
        stronger.name(),
        weaker.name()
    );
}

#[test]
fn perfect_as_first_player_never_fails_to_win() {
    let mut solver = solver();
    for weaker in Bot::ALL.into_iter().filter(|&it| it != Bot::Perfect) {
        for seed in 0..20 {
            let outcome = play(Bot::Perfect, weaker, &format!("first {seed}"), &mut solver);
            assert_eq!(outcome, Outcome::Won(Player::First), "{}, seed {seed}", weaker.name());
        }
    }
    let itself = play(Bot::Perfect, Bot::Perfect, "itself", &mut solver);
    assert_eq!(itself, Outcome::Won(Player::First));
}

#[test]
fn perfect_as_second_player_never_loses_what_was_drawn_or_won() {
    let mut solver = solver();
    for weaker in Bot::ALL.into_iter().filter(|&it| it != Bot::Perfect) {
        for seed in 0..20 {
            let seed = format!("second {seed}");
            let (mut position, mut holds) = (OpenPosition::START, false);
            let outcome = loop {
                let bot = match position.turn() {
                    Player::First => weaker,
                    Player::Second => {
                        let score = solver.solve(position, &Budget::UNLIMITED).exact();
                        holds |= score.expect("no limit").number() >= 0;
                        Bot::Perfect
                    }
                };
                let column = column(bot, position, &seed, &mut solver);
                match position.play(column).expect("a choice is legal").try_into() {
                    Ok(open) => position = open,
                    Err(outcome) => break outcome,
                }
            };
            let lost = outcome == Outcome::Won(Player::First);
            assert!(!(holds && lost), "{}, {seed}", weaker.name());
        }
    }
}

#[test]
fn perfect_beats_solo_hard_and_live_hard() {
    check_ladder(Bot::Perfect, Bot::Solo(Difficulty::Hard), 80);
    check_ladder(Bot::Perfect, Bot::Live(Difficulty::Hard), 95);
}

#[test]
fn live_medium_beats_live_easy() {
    check_ladder(LIVE_MEDIUM, Bot::Live(Difficulty::Easy), 70);
}

#[test]
fn live_hard_beats_live_medium() {
    check_ladder(Bot::Live(Difficulty::Hard), LIVE_MEDIUM, 90);
}

#[test]
fn solo_medium_beats_solo_easy() {
    check_ladder(Bot::Solo(Difficulty::Medium), Bot::Solo(Difficulty::Easy), 95);
}

#[test]
fn solo_hard_beats_solo_medium() {
    check_ladder(Bot::Solo(Difficulty::Hard), Bot::Solo(Difficulty::Medium), 70);
}

/// Games that must be played alike on every platform: rows of a bot, a seed, the ply from which on the bot made
/// every second move, and the moves. The browser's tests read the same file.
const GAMES: &str = include_str!("data/bots.txt");

#[test]
fn the_same_seed_and_moves_give_the_same_game() {
    let mut solver = solver();
    let mut bots: Vec<&str> = Vec::new();
    for row in GAMES.lines().filter(|it| !it.starts_with('#')) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [name, seed, from, moves] = fields[..] else { panic!("a row has four fields: {row}") };
        let bot = Bot::ALL.into_iter().find(|it| it.name() == name).expect("a bot's name");
        let game: Game = moves.parse().expect("moves of a row are legal");
        assert!(game.position().outcome().is_some(), "the game is played to its end: {row}");
        for ply in (from.parse().expect("a ply")..moves.len()).step_by(2) {
            let played = column(bot, open(&moves[..ply]), seed, &mut solver);
            assert_eq!(played, game.moves()[ply], "ply {ply} of {row}");
        }
        bots.push(name);
    }
    assert!(Bot::ALL.iter().all(|it| bots.contains(&it.name())), "every bot has a row");
}
