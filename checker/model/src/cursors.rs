//! Where the threads of a trace are while it is taken in, and on which way they have come there.
//!
//! Cells do not say it: several ways may lead to one.

use super::names::ThreadIx;
use super::trie::CellIx;

/// Where the threads are, by number.
#[derive(Debug, Default)]
pub(super) struct Cursors(Vec<Cursor>);

/// Where one thread is.
#[derive(Debug)]
struct Cursor {
    /// [`CellIx::NONE`]: not started, or ended.
    at: CellIx,
    /// The cells before, from the root on; without the rounds that an await has taken back.
    way: Vec<CellIx>,
}

impl Cursors {
    /// No thread has been started.
    pub(super) fn restart(&mut self) {
        self.0.iter_mut().for_each(|cursor| {
            cursor.at = CellIx::NONE;
            cursor.way.clear();
        });
    }

    /// A thread begins.
    pub(super) fn start(&mut self, thread: ThreadIx, root: CellIx) {
        let number = thread.0 as usize;
        if self.0.len() <= number {
            self.0.resize_with(number + 1, || Cursor { at: CellIx::NONE, way: Vec::new() });
        }
        self.0[number].at = root;
        self.0[number].way.clear();
    }

    /// Where a thread is.
    pub(super) fn at(&self, thread: ThreadIx) -> Option<CellIx> {
        self.0.get(thread.0 as usize).map(|cursor| cursor.at).filter(|at| *at != CellIx::NONE)
    }

    /// A thread goes on; to [`CellIx::NONE`] if it ends.
    pub(super) fn step(&mut self, thread: ThreadIx, to: CellIx) {
        let cursor = &mut self.0[thread.0 as usize];
        cursor.way.push(cursor.at);
        cursor.at = to;
    }

    /// Where a thread was so many operations ago.
    pub(super) fn before(&self, thread: ThreadIx, operations: u32) -> Option<CellIx> {
        let cursor = &self.0[thread.0 as usize];
        match operations as usize {
            0 => Some(cursor.at),
            operations => cursor.way.len().checked_sub(operations).map(|number| cursor.way[number]),
        }
    }

    /// A thread goes back there.
    pub(super) fn go_back(&mut self, thread: ThreadIx, operations: u32) {
        let Some(at) = self.before(thread, operations) else { return };
        let cursor = &mut self.0[thread.0 as usize];
        cursor.at = at;
        cursor.way.truncate(cursor.way.len() - operations as usize);
    }

    /// Where a thread is and was, the last first.
    pub(super) fn way_back(&self, thread: ThreadIx) -> impl Iterator<Item = CellIx> + '_ {
        let cursor = self.0.get(thread.0 as usize);
        cursor.into_iter().flat_map(|cursor| std::iter::once(cursor.at).chain(cursor.way.iter().rev().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::{CellIx, Cursors, ThreadIx};

    #[test]
    fn a_round_that_was_taken_back_is_not_on_the_way() {
        let (mut cursors, thread) = (Cursors::default(), ThreadIx(1));
        assert_eq!(cursors.at(thread), None);
        cursors.start(thread, CellIx(10));
        (11..14).for_each(|cell| cursors.step(thread, CellIx(cell)));
        assert_eq!(cursors.before(thread, 2), Some(CellIx(11)));
        cursors.go_back(thread, 2);
        assert_eq!(cursors.at(thread), Some(CellIx(11)));
        assert_eq!(cursors.way_back(thread).collect::<Vec<_>>(), [CellIx(11), CellIx(10)]);
        assert_eq!(cursors.before(thread, 0), Some(CellIx(11)));
        assert_eq!((cursors.before(thread, 1), cursors.before(thread, 2)), (Some(CellIx(10)), None));
        cursors.step(thread, CellIx::NONE);
        assert_eq!(cursors.at(thread), None);
    }
}
