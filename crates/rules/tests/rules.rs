//! Every sentence of the two rule documents that states a rule, as a named test.
//!
//! | document 000 | tests |
//! |---|---|
//! | §1 overview, §8 win | `four_upright_win`, `four_level_win`, `four_rising_win`, `four_falling_win`, `the_sixty_nine_lines_win` |
//! | §2 board | `the_board_has_seven_columns_and_six_rows`, `row_one_is_at_the_bottom`, `every_cell_can_be_played` |
//! | §3 discs | `each_player_has_twenty_one_discs` |
//! | §4 set-up | `the_board_starts_empty_and_the_first_player_starts` |
//! | §5 turns | `turns_alternate_and_place_one_disc` |
//! | §6 legal moves | `a_move_needs_a_column_that_exists`, `a_full_column_is_refused`, `a_disc_in_mid_air_is_refused`, `two_discs_in_one_turn_are_refused` |
//! | §7 placement | `a_disc_falls_to_the_lowest_free_cell`, `a_disc_is_never_moved_or_removed` |
//! | §9 draw | `a_full_board_without_four_is_a_draw` |
//! | §10 end | `nothing_happens_after_the_end` |
//! | §11 edge cases | `never_have_both_players_four`, `the_winner_is_who_moved_last` |
//! | §13 checklist | rows §2, §5, §6, §7, §8, §9, §10 above |
//!
//! | document 001 | tests |
//! |---|---|
//! | Game Setup, Turn Order | as 000 §2 to §5, §7 |
//! | Board Layout | `rows_of_a_screen_count_from_the_top`, `the_flat_index_is_row_times_seven_plus_column` |
//! | Win Conditions | `the_documents_example_lines_win`, `three_do_not_win` |
//! | Draw Condition | as 000 §9 |
//! | Valid Moves, Invalid Moves | `a_move_out_of_turn_is_refused`, and as 000 §6, §10 |
//! | Gravity Mechanics | `the_documents_stack_of_three` |
//! | Game Flow, Win Detection | `a_win_is_seen_at_once_through_the_last_disc` |
//! | Common Questions | `one_disc_may_complete_several_lines`, and as 000 §6, §7, §10, §11 |

use fourfall_rules::{
    Bitboard, ByPlayer, Cell, Column, Flat, FromTop, Game, Line, Numbered, Outcome, PlayError,
    Player, Position, Row, SetupError, Study,
};

/// Forty-two moves and nobody has four.
const DRAW: &str = "765166733316344522276176717242151344354255";

/// What the game says after `moves`: how it stands, or why they were refused.
#[track_caller]
fn check(moves: &str, expected: &str) {
    let actual = match moves.parse::<Game>() {
        Err(err) => err.to_string(),
        Ok(game) => match game.position().outcome() {
            Some(Outcome::Won(Player::First)) => "first wins".to_owned(),
            Some(Outcome::Won(Player::Second)) => "second wins".to_owned(),
            Some(Outcome::Drawn) => "draw".to_owned(),
            None => "on".to_owned(),
        },
    };
    assert_eq!(actual, expected, "after {moves:?}");
}

#[track_caller]
fn game(moves: &str) -> Game {
    moves.parse().expect("moves of a test are legal")
}

fn column(number: u8) -> Column {
    Column::numbered(number).expect("a column of a test exists")
}

fn from_top(row: u8, column: u8) -> Cell {
    Cell::try_from(FromTop { row, column }).expect("a cell of a test exists")
}

// Board.

#[test]
fn the_board_has_seven_columns_and_six_rows() {
    assert_eq!(Column::ALL.map(Column::number), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(Row::ALL.len(), 6);
    assert_eq!(Bitboard::FULL.len(), 42);
    assert_eq!(Bitboard::FULL.cells().count(), 42);
}

#[test]
fn row_one_is_at_the_bottom() {
    let disc = game("3").last_disc().map(Numbered::from);
    assert_eq!(disc, Some(Numbered { column: 3, row: 1 }));
    let disc = game("33").last_disc().map(Numbered::from);
    assert_eq!(disc, Some(Numbered { column: 3, row: 2 }));
}

#[test]
fn every_cell_can_be_played() {
    let played = game(DRAW).position().occupied();
    assert!(Bitboard::FULL.cells().all(|it| played.contains(it)));
}

#[test]
fn rows_of_a_screen_count_from_the_top() {
    assert_eq!(FromTop::from(game("1").last_disc().unwrap()), FromTop { row: 5, column: 0 });
    assert_eq!(FromTop::from(game("777777").last_disc().unwrap()), FromTop { row: 0, column: 6 });
}

#[test]
fn the_flat_index_is_row_times_seven_plus_column() {
    for row in 0..6 {
        for column in 0..7 {
            let cell = from_top(row, column);
            assert_eq!(Flat::from(cell), Flat(row * 7 + column));
            assert_eq!(Cell::try_from(Flat(row * 7 + column)), Ok(cell));
        }
    }
}

#[test]
fn a_cell_added_twice_is_there_once() {
    let corner = from_top(5, 0);
    assert_eq!(Bitboard::EMPTY.with(corner).with(corner), Bitboard::of(corner));
}

#[test]
fn coordinates_off_the_board_are_no_cells() {
    let numbered = [(0, 1), (8, 1), (1, 0), (1, 7), (255, 255)];
    assert!(
        numbered.iter().all(|&(column, row)| Cell::try_from(Numbered { column, row }).is_err())
    );
    let from_top = [(6, 0), (0, 7), (8, 0), (255, 255)];
    assert!(from_top.iter().all(|&(row, column)| Cell::try_from(FromTop { row, column }).is_err()));
    assert!([42, 43, 255].iter().all(|&index| Cell::try_from(Flat(index)).is_err()));
    assert_eq!(Cell::try_from(Flat(42)).unwrap_err().to_string(), "there is no such cell");
}

// Discs, set-up, turns.

#[test]
fn each_player_has_twenty_one_discs() {
    for player in Player::BOTH {
        assert_eq!(Position::START.discs()[player].len(), 0);
        assert_eq!(game(DRAW).position().discs()[player].len(), 21);
    }
}

#[test]
fn the_board_starts_empty_and_the_first_player_starts() {
    assert!(Position::START.occupied().is_empty());
    assert_eq!(Position::START.turn(), Player::First);
    assert_eq!(Position::START.outcome(), None);
    assert_eq!(Game::new(), Game::default());
    assert_eq!(Position::default(), Position::START);
}

#[test]
fn turns_alternate_and_place_one_disc() {
    let mut game = Game::new();
    let mut turn = Player::First;
    for &column in self::game(DRAW).moves() {
        assert_eq!(game.position().turn(), turn);
        let before = game.position().discs();
        game.play(column).unwrap();
        let after = game.position().discs();
        assert_eq!(after[turn].len(), before[turn].len() + 1);
        assert_eq!(after[turn.other()], before[turn.other()]);
        turn = turn.other();
    }
}

#[test]
fn a_move_out_of_turn_is_refused() {
    let mut game = Game::new();
    assert_eq!(game.play_as(Player::Second, column(4)), Err(PlayError::NotYourTurn));
    assert_eq!(game, Game::new());
    assert!(game.play_as(Player::First, column(4)).is_ok());
    assert_eq!(game.play_as(Player::First, column(4)), Err(PlayError::NotYourTurn));
    assert_eq!(PlayError::NotYourTurn.to_string(), "it is not your turn");
}

// Legal and illegal moves.

#[test]
fn a_move_needs_a_column_that_exists() {
    for index in [7, 8, 255] {
        assert_eq!(Column::new(index), None, "{index}");
    }
    for index in 0..7 {
        assert_eq!(Column::new(index).map(Column::index), Some(index));
    }
    for number in [0, 8, 255] {
        assert_eq!(Column::numbered(number), None, "{number}");
    }
    assert_eq!(
        PlayError::NoSuchColumn.to_string(),
        "there is no such column: they are numbered 1 to 7"
    );
}

#[test]
fn a_full_column_is_refused() {
    check("444444", "on");
    check("4444444", "move 7: column 4 is full");
    let full = game("444444").position();
    assert_eq!(full.landing(column(4)), None);
    assert_eq!(full.play(column(4)), Err(PlayError::ColumnFull(column(4))));
    let open = full.open().unwrap();
    assert_eq!(open.play(column(4)), Err(PlayError::ColumnFull(column(4))));
    assert_eq!(open.legal_columns().map(Column::number).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7]);
}

#[test]
fn a_disc_in_mid_air_is_refused() {
    let hanging = Cell::try_from(Numbered { column: 4, row: 2 }).unwrap();
    let discs = ByPlayer { first: Bitboard::of(hanging), second: Bitboard::EMPTY };
    let refusal = Position::from_discs(discs).unwrap_err();
    assert_eq!(refusal, SetupError::Floating(hanging));
    assert_eq!(refusal.to_string(), "nothing lies below the disc in column 4, row 2");
}

#[test]
fn two_discs_in_one_turn_are_refused() {
    let bottom = |number| Cell::try_from(Numbered { column: number, row: 1 }).unwrap();
    let two = [bottom(1), bottom(2)].into_iter().collect();
    let refusal =
        Position::from_discs(ByPlayer { first: two, second: Bitboard::EMPTY }).unwrap_err();
    assert_eq!(refusal, SetupError::Uneven { discs: ByPlayer { first: 2, second: 0 } });
    assert_eq!(
        refusal.to_string(),
        "the first player has 2 and the second 0: \
         the first must have as many as the second, or one more"
    );
    let one_each_and_more = ByPlayer { first: Bitboard::of(bottom(3)), second: two };
    assert!(matches!(Position::from_discs(one_each_and_more), Err(SetupError::Uneven { .. })));
}

#[test]
fn two_discs_on_one_cell_are_refused() {
    let corner = Bitboard::of(from_top(5, 0));
    let refusal = Position::from_discs(ByPlayer { first: corner, second: corner }).unwrap_err();
    assert_eq!(refusal.to_string(), "two discs lie in column 1, row 1");
}

#[test]
fn bad_text_names_the_move_at_fault() {
    check("", "on");
    check("0", "move 1: expected a digit from 1 to 7");
    check("48", "move 2: expected a digit from 1 to 7");
    check("449", "move 3: expected a digit from 1 to 7");
    check("-1", "move 1: expected a digit from 1 to 7");
    check("x", "move 1: expected a digit from 1 to 7");
    check("44 35", "move 3: expected a digit from 1 to 7");
    check("44\n", "move 3: expected a digit from 1 to 7");
    check("4٤", "move 2: expected a digit from 1 to 7"); // a four, in Arabic digits
    check("四", "move 1: expected a digit from 1 to 7");
    check("44556677", "move 8: the game is over");
    check(&format!("{DRAW}1"), "move 43: the game is over");
}

// Placement.

#[test]
fn a_disc_falls_to_the_lowest_free_cell() {
    let mut game = Game::new();
    for height in 1..=6 {
        let preview = game.position().landing(column(5));
        let landed = game.play(column(5)).unwrap();
        assert_eq!(preview, Some(landed));
        assert_eq!(Numbered::from(landed), Numbered { column: 5, row: height });
        assert_eq!(game.last_disc(), Some(landed));
    }
}

#[test]
fn the_documents_stack_of_three() {
    // A first disc, then two of the other in the same column: rows 5, 4 and 3 from the top.
    let stack = [("4", 5), ("44", 4), ("4414", 3)];
    for (moves, row) in stack {
        assert_eq!(game(moves).last_disc(), Some(from_top(row, 3)), "{moves}");
    }
    let position = game("4414").position();
    assert_eq!(position.disc_at(from_top(5, 3)), Some(Player::First));
    assert_eq!(position.disc_at(from_top(4, 3)), Some(Player::Second));
    assert_eq!(position.disc_at(from_top(3, 3)), Some(Player::Second));
    assert_eq!(position.disc_at(from_top(2, 3)), None);
}

#[test]
fn a_disc_is_never_moved_or_removed() {
    let mut position = Position::START;
    for &column in game(DRAW).moves() {
        let next = position.play(column).unwrap();
        for player in Player::BOTH {
            assert!(next.discs()[player].contains_all(position.discs()[player]));
        }
        position = next;
    }
}

// Winning.

#[test]
fn four_upright_win() {
    check("1212121", "first wins");
    check("71212121", "second wins");
}

#[test]
fn four_level_win() {
    check("4455667", "first wins");
    check("11223374", "on");
    check("71122334", "second wins");
}

#[test]
fn four_rising_win() {
    check("12233434464", "first wins");
    check("2132334444", "second wins"); // the earliest diagonal there is
}

#[test]
fn four_falling_win() {
    check("76655454424", "first wins");
    check("6756554444", "second wins");
}

#[test]
fn three_do_not_win() {
    check("12121", "on");
    check("112117171", "on"); // the top three of column 1 and the bottom of column 2
    check("1122", "on");
}

#[test]
fn four_across_an_edge_do_not_win() {
    // Neighbouring bits, but not neighbouring cells: top of one column and bottom of the next.
    let wrapped = [from_top(0, 0), from_top(1, 0), from_top(2, 0), from_top(5, 1)];
    assert!(!wrapped.into_iter().collect::<Bitboard>().has_four());
    let level = [from_top(5, 4), from_top(5, 5), from_top(5, 6), from_top(4, 0)];
    assert!(!level.into_iter().collect::<Bitboard>().has_four());
}

#[test]
fn the_sixty_nine_lines_win() {
    // Found a second way: from each cell in each direction, as long as it stays on the board.
    let mut found = 0;
    for column in 0..7_i32 {
        for row in 0..6_i32 {
            for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells: Option<Vec<Cell>> = (0..4)
                    .map(|it| {
                        let column = u8::try_from(column + it * right + 1).ok()?;
                        let row = u8::try_from(row + it * up + 1).ok()?;
                        Cell::try_from(Numbered { column, row }).ok()
                    })
                    .collect();
                let Some(cells) = cells else { continue };
                found += 1;
                assert!(Line::ALL.iter().any(|it| it.cells()[..] == cells[..]), "{cells:?}");
                let set: Bitboard = cells.iter().copied().collect();
                assert!(set.has_four(), "{cells:?}");
                for missing in cells {
                    assert!(!(set - Bitboard::of(missing)).has_four());
                }
            }
        }
    }
    assert_eq!(found, Line::COUNT);
}

#[test]
fn the_documents_example_lines_win() {
    let examples = [
        [(5, 0), (5, 1), (5, 2), (5, 3)],
        [(3, 2), (3, 3), (3, 4), (3, 5)],
        [(2, 3), (3, 3), (4, 3), (5, 3)],
        [(0, 0), (1, 0), (2, 0), (3, 0)],
        [(5, 0), (4, 1), (3, 2), (2, 3)],
        [(5, 3), (4, 4), (3, 5), (2, 6)],
        [(3, 1), (2, 2), (1, 3), (0, 4)],
        [(0, 0), (1, 1), (2, 2), (3, 3)],
        [(2, 3), (3, 4), (4, 5), (5, 6)],
        [(1, 1), (2, 2), (3, 3), (4, 4)],
    ];
    for example in examples {
        let set: Bitboard = example.iter().map(|&(row, column)| from_top(row, column)).collect();
        assert!(set.has_four(), "{example:?}");
        assert_eq!(Line::ALL.iter().filter(|it| it.set() == set).count(), 1, "{example:?}");
    }
}

/// The winning lines after `moves`, each as flat indices.
#[track_caller]
fn check_lines(moves: &str, expected: &[[u8; 4]]) {
    let game = game(moves);
    let lines: Vec<Line> = game.position().winning_lines().collect();
    let flat: Vec<[u8; 4]> = lines.iter().map(|it| it.cells().map(|it| Flat::from(it).0)).collect();
    assert_eq!(flat, expected, "after {moves:?}");
    let last = game.last_disc();
    assert!(lines.iter().all(|it| it.cells().iter().any(|&it| Some(it) == last)));
}

#[test]
fn a_win_is_seen_at_once_through_the_last_disc() {
    check_lines("", &[]);
    check_lines("445566", &[]);
    check_lines("4455667", &[[38, 39, 40, 41]]);
    check_lines("1212121", &[[35, 28, 21, 14]]);
    check_lines("2132334444", &[[35, 29, 23, 17]]);
    check_lines("6756554444", &[[17, 25, 33, 41]]);
}

#[test]
fn one_disc_may_complete_several_lines() {
    check_lines("112233556677", &[]);
    check_lines(
        "1122335566774",
        &[[35, 36, 37, 38], [36, 37, 38, 39], [37, 38, 39, 40], [38, 39, 40, 41]],
    );
}

#[test]
fn the_winner_is_who_moved_last() {
    for moves in ["1212121", "71212121", "2132334444", "76655454424"] {
        let position = game(moves).position();
        assert_eq!(position.outcome(), Some(Outcome::Won(position.turn().other())), "{moves}");
    }
}

#[test]
fn never_have_both_players_four() {
    let both: Result<Position, _> = "
        . . . . . . .
        . . . . . . .
        X O . . . . .
        X O . . . . .
        X O . . . . .
        X O . . . . ."
        .parse();
    assert_eq!(both.unwrap_err().to_string(), "no order of moves leads to this board");
}

// The end.

#[test]
fn a_full_board_without_four_is_a_draw() {
    check(DRAW, "draw");
    check(&DRAW[..41], "on");
    assert!(game(DRAW).position().winning_lines().next().is_none());
}

#[test]
fn nothing_happens_after_the_end() {
    for moves in ["1212121", "2132334444", DRAW] {
        let ended = game(moves);
        let mut game = ended;
        for column in Column::ALL {
            for player in Player::BOTH {
                assert_eq!(game.play_as(player, column), Err(PlayError::GameOver), "{moves}");
            }
            assert_eq!(ended.position().play(column), Err(PlayError::GameOver), "{moves}");
        }
        assert_eq!(game, ended);
        assert_eq!(game.position().open(), None);
    }
    assert_eq!(PlayError::GameOver.to_string(), "the game is over");
}

// Given boards.

/// What is said to a drawn board.
#[track_caller]
fn check_drawing(drawing: &str, expected: &str) {
    let actual = match drawing.parse::<Position>() {
        Err(err) => err.to_string(),
        Ok(position) => format!("{} discs", position.ply()),
    };
    assert_eq!(actual, expected, "{drawing}");
}

#[test]
fn a_drawn_board_is_read_or_refused_with_a_reason() {
    let empty = ".......\n".repeat(6);
    check_drawing(&empty, "0 discs");
    check_drawing("", "expected 6 rows, found 0");
    check_drawing(&".......\n".repeat(5), "expected 6 rows, found 5");
    check_drawing(&"X......\n".repeat(9), "expected 6 rows, found 9");
    check_drawing(&empty.replacen('.', "", 1), "line 1: expected 7 cells, found 6");
    check_drawing(&empty.replacen('.', "..", 1), "line 1: expected 7 cells, found 8");
    check_drawing(&empty.replacen('.', "é", 1), "line 1: expected X, O or a dot, found 'é'");
    check_drawing(&empty.replacen('.', "X", 1), "nothing lies below the disc in column 1, row 6");
    check_drawing("\r\n. . . . . . .\r\n.......\n.......\n\n.......\n.......\n..XXO..", "3 discs");
}

#[test]
fn a_board_that_no_game_leads_to_is_refused() {
    // The counts fit, but both of the first discs lie on a disc of the second.
    check_drawing(
        "....... ....... ....... ....... XX..... OO.....".replace(' ', "\n").as_str(),
        "no order of moves leads to this board",
    );
    // The second player has four, and the first moved on.
    check_drawing(
        "....... ....... O...... O..X... O..X... OXXX...".replace(' ', "\n").as_str(),
        "no order of moves leads to this board",
    );
    // Two lines of four without a disc in common: the first of them had ended the game.
    check_drawing(
        "....... ....... X..X... XO.XO.. XO.XO.. XO.XOO.".replace(' ', "\n").as_str(),
        "no order of moves leads to this board",
    );
}

// Studies.

#[test]
fn a_study_goes_back_and_forth() {
    let mut study = Study::of(game("4435"));
    assert_eq!(study.redo(), None);
    assert_eq!(study.undo(), Some(column(5)));
    assert_eq!(study.game(), &game("443"));
    assert_eq!(study.undo(), Some(column(3)));
    assert_eq!(study.play(column(3)), Ok(from_top(5, 2))); // the move it was: nothing is forgotten
    assert_eq!(study.redo(), Some(column(5)));
    assert_eq!(study.game(), &game("4435"));
    while study.undo().is_some() {}
    assert_eq!(study.game(), &Game::new());
    assert_eq!(study.play(column(1)), Ok(from_top(5, 0)));
    assert_eq!(study.redo(), None);
}

#[test]
fn a_refused_move_of_a_study_forgets_nothing() {
    let mut study = Study::of(game("44444473"));
    study.undo();
    assert_eq!(study.play(column(4)), Err(PlayError::ColumnFull(column(4))));
    assert_eq!(study.redo(), Some(column(3)));
}

#[test]
fn a_study_goes_back_from_the_end() {
    let mut study = Study::of(game("1212121"));
    study.undo();
    assert_eq!(study.game().position().outcome(), None);
    assert_eq!(study.play(column(2)), Ok(from_top(2, 1)));
}
