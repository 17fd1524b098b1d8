//! Laws that hold for every game, found by playing thousands at random beside a second, slow and
//! obvious reading of the rules.

use fourfall_rules::{
    Bitboard, Cell, Column, Flat, FromTop, Game, Numbered, Outcome, PlayError, Player, Position,
    Study, perft,
};
use proptest::prelude::*;

/// The rules a second time, written for clarity instead of speed.
#[derive(Default, Clone)]
struct Model {
    columns: [Vec<Player>; 7],
}

impl Model {
    fn at(&self, column: i32, row: i32) -> Option<Player> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn won_by(&self, player: Player) -> bool {
        let cells = (0..7).flat_map(|c| (0..6).map(move |r| (c, r)));
        cells.flat_map(|cell| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|step| (cell, step))).any(
            |((c, r), (dc, dr))| (0..4).all(|i| self.at(c + i * dc, r + i * dr) == Some(player)),
        )
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = Player::BOTH.into_iter().find(|&it| self.won_by(it)) {
            return Some(Outcome::Won(winner));
        }
        self.columns.iter().all(|it| it.len() == 6).then_some(Outcome::Drawn)
    }

    fn turn(&self) -> Player {
        let discs: usize = self.columns.iter().map(Vec::len).sum();
        if discs.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = |column| {
            let mut next = self.clone();
            next.play(self.turn(), column).ok().map(|()| next.perft(depth - 1))
        };
        (0..7).filter_map(next).sum()
    }

    fn play(&mut self, player: Player, column: usize) -> Result<(), PlayError> {
        if self.outcome().is_some() {
            return Err(PlayError::GameOver);
        }
        if player != self.turn() {
            return Err(PlayError::NotYourTurn);
        }
        if self.columns[column].len() == 6 {
            return Err(PlayError::ColumnFull(Column::ALL[column]));
        }
        self.columns[column].push(player);
        Ok(())
    }
}

fn any_column() -> impl Strategy<Value = Column> {
    (0..Column::ALL.len()).prop_map(|it| Column::ALL[it])
}

fn any_columns() -> impl Strategy<Value = Vec<Column>> {
    proptest::collection::vec(any_column(), 0..=70)
}

/// A game of legal moves, over or not: what can't be played is passed over.
fn any_game() -> impl Strategy<Value = Game> {
    any_columns().prop_map(|columns| {
        let mut game = Game::new();
        for column in columns {
            let _ = game.play(column); // a refusal changes nothing, and the next one is tried
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn every_refusal_and_outcome_agrees_with_the_model(
        tries in proptest::collection::vec((any_column(), prop::bool::weighted(0.1)), 0..=70)
    ) {
        let mut game = Game::new();
        let mut model = Model::default();
        for (column, out_of_turn) in tries {
            let turn = game.position().turn();
            let player = if out_of_turn { turn.other() } else { turn };
            let before = game;
            let played = game.play_as(player, column);
            let expected = model.play(player, usize::from(column.index()));
            prop_assert_eq!(played.map(|_| ()), expected);
            if played.is_err() {
                prop_assert_eq!(game, before);
            }
            let position = game.position();
            prop_assert_eq!(position.outcome(), model.outcome());
            prop_assert_eq!(position.turn(), model.turn());
            for cell in Bitboard::FULL.cells() {
                let Numbered { column, row } = cell.into();
                prop_assert_eq!(
                    position.disc_at(cell),
                    model.at(i32::from(column) - 1, i32::from(row) - 1)
                );
            }
        }
    }

    #[test]
    fn move_paths_are_as_many_as_the_models(game in any_game()) {
        let mut model = Model::default();
        for &column in game.moves() {
            model.play(model.turn(), usize::from(column.index())).expect("the game is legal");
        }
        prop_assert_eq!(perft(game.position(), 2), model.perft(2));
    }

    #[test]
    fn every_winning_line_runs_through_the_last_disc(game in any_game()) {
        let position = game.position();
        let won = matches!(position.outcome(), Some(Outcome::Won(_)));
        prop_assert_eq!(position.winning_lines().count() > 0, won);
        for line in position.winning_lines() {
            prop_assert!(line.cells().iter().any(|&it| Some(it) == game.last_disc()));
            let winner = position.disc_at(line.cells()[0]);
            prop_assert_eq!(winner, Some(position.turn().other()));
            prop_assert!(line.cells().iter().all(|&it| position.disc_at(it) == winner));
        }
    }

    #[test]
    fn moves_printed_and_read_are_the_same_game(game in any_game()) {
        prop_assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn a_board_drawn_and_read_is_the_same_position(game in any_game()) {
        prop_assert_eq!(game.position().to_string().parse(), Ok(game.position()));
    }

    #[test]
    fn a_key_has_forty_nine_bits_at_most(game in any_game()) {
        prop_assert!(game.position().key() < 1 << 49);
    }

    #[test]
    fn positions_are_equal_where_their_keys_are(one in any_game(), other in any_game()) {
        let (one, other) = (one.position(), other.position());
        prop_assert_eq!(one.key() == other.key(), one == other);
    }

    #[test]
    fn a_mirrored_game_has_mirrored_results(game in any_game()) {
        let mut mirror = Game::new();
        for &column in game.moves() {
            mirror.play(column.mirrored()).expect("what is legal is legal in a mirror");
        }
        prop_assert_eq!(mirror.position(), game.position().mirrored());
        prop_assert_eq!(mirror.position().outcome(), game.position().outcome());
        prop_assert_eq!(mirror.last_disc(), game.last_disc().map(Cell::mirrored));
        prop_assert_eq!(mirror.position().mirrored(), game.position());
        prop_assert_eq!(perft(mirror.position(), 3), perft(game.position(), 3));
    }

    #[test]
    fn legal_columns_are_those_that_can_be_played(game in any_game()) {
        let Some(open) = game.position().open() else { return Ok(()) };
        let legal: Vec<Column> = open.legal_columns().collect();
        for column in Column::ALL {
            prop_assert_eq!(legal.contains(&column), open.play(column).is_ok());
            prop_assert_eq!(legal.contains(&column), open.position().landing(column).is_some());
        }
        prop_assert!(!legal.is_empty());
    }

    #[test]
    fn a_study_undone_to_the_start_and_redone_is_the_same_game(game in any_game()) {
        let mut study = Study::of(game);
        let mut undone = Vec::new();
        while let Some(column) = study.undo() {
            undone.push(column);
        }
        prop_assert_eq!(study.game(), &Game::new());
        undone.reverse();
        prop_assert_eq!(&undone[..], game.moves());
        while study.redo().is_some() {}
        prop_assert_eq!(study.game(), &game);
    }

    #[test]
    fn text_from_anywhere_is_read_or_refused_without_a_panic(text in "[1-7]{0,50}.{0,3}", drawing in "[XO. \\n]{0,80}") {
        if let Ok(game) = text.parse::<Game>() {
            prop_assert_eq!(game.to_string(), text);
        }
        if let Ok(position) = drawing.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}

#[test]
fn the_three_ways_to_name_a_cell_agree() {
    for cell in Bitboard::FULL.cells() {
        assert_eq!(Cell::try_from(Numbered::from(cell)), Ok(cell));
        assert_eq!(Cell::try_from(FromTop::from(cell)), Ok(cell));
        assert_eq!(Cell::try_from(Flat::from(cell)), Ok(cell));
        let Numbered { column, row } = cell.into();
        assert_eq!(FromTop::from(cell), FromTop { row: 6 - row, column: column - 1 });
    }
}
