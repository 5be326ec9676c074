//! An order of all cells in which each comes before those that come after it in its thread.
//!
//! Numbers of cells are none: a way may lead to a cell that was known before the one that it comes from.

use super::trie::{CellIx, Tries};

/// All cells in such an order.
#[derive(Debug)]
pub struct Order {
    /// Parents before children.
    pub cells: Vec<CellIx>,
    /// A cell that comes after itself. Then the order holds for no cell of that cycle, and something is wrong with keys.
    pub cycle: Option<CellIx>,
}

/// How far the search below is with a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    New,
    /// On the way to where it is.
    Open,
    Done,
}

impl Tries {
    /// An order of all cells.
    #[must_use]
    pub fn order(&self) -> Order {
        let mut seen = vec![Seen::New; self.len()];
        let mut done = Vec::with_capacity(self.len());
        let mut cycle = None;
        // The way to where the search is, each cell with the number of its next child.
        let mut way: Vec<(CellIx, usize)> = Vec::new();
        for start in (0..u32::try_from(self.len()).unwrap_or(u32::MAX)).map(CellIx) {
            if seen[start.0 as usize] != Seen::New {
                continue;
            }
            seen[start.0 as usize] = Seen::Open;
            way.push((start, 0));
            while let Some((cell, next)) = way.last_mut() {
                let cell = *cell;
                let Some(child) = self.cell(cell).child(*next) else {
                    seen[cell.0 as usize] = Seen::Done;
                    done.push(cell);
                    way.pop();
                    continue;
                };
                *next += 1;
                match seen[child.0 as usize] {
                    Seen::New => {
                        seen[child.0 as usize] = Seen::Open;
                        way.push((child, 0));
                    }
                    Seen::Open => cycle = Some(child),
                    Seen::Done => {}
                }
            }
        }
        done.reverse();
        Order { cells: done, cycle }
    }
}
