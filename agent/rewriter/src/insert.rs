//! What is inserted around the instructions of a method, before it is known where everything will be.

use crate::code::Handler;
use crate::frames::Frame;

/// What is inserted around one instruction. In the new code it looks like this, from top to bottom:
///
/// ```text
/// label:  caught      jumps, frames and ranges that named the instruction now name this place
///         visited
/// start:  before
/// at:     the instruction, or its replacement
///         after
/// end:
/// ```
#[derive(Debug, Default)]
pub(crate) struct Edit {
    /// At the start of an exception handler. Never covered by a range that would lead to the same handler again.
    pub(crate) caught: Vec<u8>,
    /// At the head of a loop, whose frame holds after it as well: a jump inside leads there.
    pub(crate) visited: Vec<u8>,
    pub(crate) before: Vec<u8>,
    pub(crate) replacement: Option<Vec<u8>>,
    pub(crate) after: Vec<u8>,
    /// `before` is the epilogue of a method: no exception handler covers it.
    pub(crate) leaves: bool,
    /// No exception handler covers `after`.
    pub(crate) bare_after: bool,
}

/// All that is inserted into a method.
#[derive(Debug, Default)]
pub(crate) struct Insertions {
    /// One for each instruction.
    pub(crate) edits: Vec<Edit>,
    /// Before the first instruction; a jump to the start of the method does not come here.
    pub(crate) prologue: Vec<u8>,
    /// The new offset and frame of a place in the prologue.
    pub(crate) prologue_frame: Option<usize>,
    /// A handler for all exceptions of the method, after the last instruction.
    pub(crate) catch_all: Option<CatchAll>,
    /// The first local beyond those of the method holds the number of the call, and frames must say so.
    pub(crate) call_local: bool,
    /// Slots that inserted code uses beyond the locals of the method.
    pub(crate) temporaries: u16,
    /// Slots that inserted code needs on top of the stack of the method.
    pub(crate) extra_stack: u16,
    /// Whether anything is inserted.
    pub(crate) any: bool,
    /// Whether the method is no longer synchronized.
    pub(crate) drops_synchronized: bool,
}

/// The handler around a synchronized method or a static initialiser.
#[derive(Debug)]
pub(crate) struct CatchAll {
    pub(crate) code: Vec<u8>,
    pub(crate) frame: Frame,
}

/// Whether control can come from one handler to another by exceptions thrown at their very starts, for each pair of
/// handlers that needs to know. Covers the common case, a handler that covers itself, and rings of handlers.
#[derive(Debug)]
pub(crate) struct Rings {
    /// The distinct handlers, in order, and the handlers (as indices in this list) that cover their starts.
    handlers: Vec<(usize, Vec<usize>)>,
}

/// With more handlers than this, only handlers that cover themselves are looked at.
const MOST_HANDLERS: usize = 256;

impl Rings {
    pub(crate) fn new(table: &[Handler]) -> Self {
        let mut starts: Vec<_> = table.iter().map(|handler| handler.target).collect();
        starts.sort_unstable();
        starts.dedup();
        if starts.len() > MOST_HANDLERS {
            return Self { handlers: Vec::new() };
        }
        let handlers = starts.iter().map(|&start| {
            let mut outer: Vec<_> = table
                .iter()
                .filter(|handler| handler.range.contains(&start))
                .filter_map(|handler| starts.binary_search(&handler.target).ok())
                .collect();
            outer.sort_unstable();
            outer.dedup();
            (start, outer)
        });
        Self { handlers: handlers.collect() }
    }

    /// Whether an exception that passes from the start of handler `inner` to handler `outer` may come back to `inner`.
    pub(crate) fn loops(&self, inner: usize, outer: usize) -> bool {
        if inner == outer {
            return true;
        }
        let find = |start: usize| self.handlers.binary_search_by_key(&start, |handler| handler.0).ok();
        let (Some(goal), Some(from)) = (find(inner), find(outer)) else { return false };
        let mut seen = vec![false; self.handlers.len()];
        let mut todo = vec![from];
        while let Some(current) = todo.pop() {
            if current == goal {
                return true;
            }
            if !std::mem::replace(&mut seen[current], true) {
                todo.extend(&self.handlers[current].1);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handler(range: std::ops::Range<usize>, target: usize) -> Handler {
        Handler { range, target, class: 0 }
    }

    #[test]
    fn a_handler_that_covers_itself_loops() {
        assert!(Rings::new(&[handler(0..9, 5)]).loops(5, 5));
    }

    #[test]
    fn an_outer_handler_does_not_loop() {
        assert!(!Rings::new(&[handler(0..5, 5), handler(0..8, 8)]).loops(5, 8));
    }

    #[test]
    fn handlers_that_cover_each_other_loop() {
        let rings = Rings::new(&[handler(0..4, 5), handler(5..6, 8), handler(8..9, 5)]);
        assert!(rings.loops(5, 8) && rings.loops(8, 5));
    }
}
