//! Move paths counted, from the empty board and from middle games.
//!
//! From the empty board alone the counts are blind: the earliest diagonal is complete at move ten,
//! and a missed win only changes what lies below it. So most rows start in the middle. Rows: moves
//! (`-` for none), depth, count.

use fourfall_rules::{Game, perft};

#[test]
fn move_paths_are_counted_right() {
    for row in include_str!("data/perft.txt").lines().filter(|it| !it.starts_with('#')) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [moves, depth, count] = fields[..] else { panic!("a row has three fields: {row}") };
        let game: Game = moves.trim_start_matches('-').parse().expect("moves of a row are legal");
        let depth = depth.parse().expect("a depth is a number");
        assert_eq!(perft(game.position(), depth).to_string(), count, "{row}");
        assert_eq!(perft(game.position().mirrored(), depth).to_string(), count, "{row}, mirrored");
    }
}
