//! The games that are played: legal ones of every length, each with its right ending, made here and not by
//! the code under test.

pub const COLUMNS: usize = 7;
pub const ROWS: usize = 6;
const CELLS: usize = COLUMNS * ROWS;

pub struct Script {
    /// Columns, 0 to 6, in the order of play.
    pub columns: Vec<u8>,
    /// The same as JSON without its brackets, and where it ends after each disc.
    text: Vec<u8>,
    ends: Vec<usize>,
    /// The seat that has four in a row at the end, and `None` for a full board.
    pub winner: Option<usize>,
    board: Board,
}

impl Script {
    fn new(columns: Vec<u8>) -> Script {
        let (mut text, mut ends) = (Vec::new(), vec![0]);
        let mut board = Board::default();
        let mut winner = None;
        for (ply, &column) in columns.iter().enumerate() {
            if ply > 0 {
                text.push(b',');
            }
            text.push(b'0' + column);
            ends.push(text.len());
            let seat = ply % 2;
            assert!(winner.is_none(), "a game goes on after its end");
            board.drop(usize::from(column), seat);
            if board.has_four(seat) {
                winner = Some(seat);
            }
        }
        assert!(winner.is_some() || columns.len() == CELLS, "a game that does not end");
        Script { columns, text, ends, winner, board }
    }

    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// The first discs, as `moveHistory` has them between its brackets.
    pub fn history(&self, discs: usize) -> &[u8] {
        &self.text[..self.ends[discs]]
    }

    /// Are these four cells (row 0 at the top) of the final board a line of the winner's?
    pub fn is_winning_line(&self, cells: [usize; 4]) -> bool {
        let at = |cell: usize| (cell % COLUMNS, cell / COLUMNS);
        let steps: Vec<(isize, isize)> = cells
            .windows(2)
            .map(|pair| {
                let ((x0, y0), (x1, y1)) = (at(pair[0]), at(pair[1]));
                (x1 as isize - x0 as isize, y1 as isize - y0 as isize)
            })
            .collect();
        let even = steps.iter().all(|it| *it == steps[0]);
        let (x, y) = steps[0];
        let adjacent = x.abs() <= 1 && y.abs() <= 1 && (x, y) != (0, 0);
        let owned = cells.iter().all(|&cell| {
            cell < CELLS && self.winner.is_some() && self.board.owner(cell) == self.winner
        });
        even && adjacent && owned
    }
}

#[derive(Default, Clone)]
struct Board {
    /// Discs of each column from the bottom.
    stacks: [Vec<usize>; COLUMNS],
}

impl Board {
    fn drop(&mut self, column: usize, seat: usize) {
        assert!(self.has_room(column), "a full column");
        self.stacks[column].push(seat);
    }

    fn has_room(&self, column: usize) -> bool {
        self.stacks[column].len() < ROWS
    }

    fn disc(&self, x: isize, y: isize) -> Option<usize> {
        let stack = self.stacks.get(usize::try_from(x).ok()?)?;
        stack.get(usize::try_from(y).ok()?).copied()
    }

    /// `cell` counts from the top left corner, as on the wire.
    fn owner(&self, cell: usize) -> Option<usize> {
        self.stacks[cell % COLUMNS].get(ROWS - 1 - cell / COLUMNS).copied()
    }

    fn has_four(&self, seat: usize) -> bool {
        let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
        (0..CELLS as isize).any(|cell| {
            let (x, y) = (cell % COLUMNS as isize, cell / COLUMNS as isize);
            lines.iter().any(|(dx, dy)| {
                (0..4).all(|step| self.disc(x + step * dx, y + step * dy) == Some(seat))
            })
        })
    }

    fn wins_with(&self, column: usize, seat: usize) -> bool {
        let mut after = self.clone();
        after.drop(column, seat);
        after.has_four(seat)
    }
}

/// Games of two players who take a win, stop a loss, and otherwise drop anywhere: long and short ones, won by
/// either, drawn now and then. The same in every run.
pub fn scripts(count: usize) -> Vec<Script> {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let game = |_| {
        let mut board = Board::default();
        let mut columns = Vec::new();
        for ply in 0..CELLS {
            let seat = ply % 2;
            let open: Vec<usize> = (0..COLUMNS).filter(|&it| board.has_room(it)).collect();
            let urgent = [seat, 1 - seat].into_iter().find_map(|whose| {
                open.iter().copied().find(|&column| board.wins_with(column, whose))
            });
            let column = urgent.unwrap_or_else(|| open[next(open.len())]);
            board.drop(column, seat);
            columns.push(column as u8);
            if board.has_four(seat) {
                break;
            }
        }
        Script::new(columns)
    };
    (0..count).map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_in_every_way() {
        let scripts = scripts(256);
        let won = |seat| scripts.iter().filter(|it| it.winner == seat).count();
        let discs: usize = scripts.iter().map(Script::len).sum();
        assert!(won(Some(0)) > 20 && won(Some(1)) > 20 && won(None) > 2);
        assert!((24..=36).contains(&(discs / scripts.len())), "{} discs", discs / scripts.len());
        assert_eq!(scripts[0].history(2).len(), 3);
    }

    #[test]
    fn only_the_winners_four_are_a_line() {
        let script = Script::new(vec![3, 3, 4, 4, 5, 5, 6]);
        assert_eq!(script.winner, Some(0));
        assert!(script.is_winning_line([38, 39, 40, 41]));
        assert!(script.is_winning_line([41, 40, 39, 38]));
        for other in [[37, 38, 39, 40], [31, 32, 33, 34], [38, 39, 41, 40], [38, 38, 38, 38]] {
            assert!(!script.is_winning_line(other), "{other:?}");
        }
    }
}
