//! What the search has put aside: frames on the paths to them, and what is left to try there.
//!
//! The search is depth first, so the path to what is put aside has most of its steps in common with the path before it; these are kept once. A path of a server has ten thousand
//! steps, and a hundred of them that differ in the last few took what there is for all.
//!
//! Invariant: the steps that [`AllAside`] counts are those that are kept, whoever keeps them.

use super::underway::Unknown;
use super::{Branch, Frame};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// Steps that may be kept; beyond, the search waits. A step takes some 24 bytes.
const MOST: usize = 4 << 20;

/// What a path takes beside its steps, in steps: itself, and what is aside at its end.
const ITSELF: usize = 10;

/// A path from the initial state.
#[derive(Debug)]
pub(super) struct Way {
    /// Another one, which begins with the same steps.
    same: Option<Rc<Way>>,
    /// How many of its steps these are.
    common: usize,
    /// The steps after these.
    steps: Vec<Branch>,
    /// What all paths take.
    taken: Rc<Cell<usize>>,
}

impl Way {
    fn new(same: Option<Rc<Way>>, common: usize, steps: Vec<Branch>, taken: &Rc<Cell<usize>>) -> Way {
        taken.set(taken.get() + ITSELF + steps.len());
        Way { same, common, steps, taken: taken.clone() }
    }

    /// All its steps.
    pub(super) fn branches(&self) -> Vec<Branch> {
        let mut pieces = vec![&self.steps[..]];
        let mut way = self;
        while let Some(before) = &way.same {
            pieces.push(&before.steps[..way.common - before.common]);
            way = before;
        }
        pieces.into_iter().rev().flatten().copied().collect()
    }
}

impl Drop for Way {
    /// One after the other, as there may be a hundred thousand that hang on each other.
    fn drop(&mut self) {
        self.taken.set(self.taken.get() - ITSELF - self.steps.len());
        let mut next = self.same.take();
        while let Some(mut way) = next.and_then(Rc::into_inner) {
            next = way.same.take();
        }
    }
}

/// How many steps a path has in common with another one.
pub(super) fn common(path: impl Iterator<Item = Branch>, other: &[Branch]) -> usize {
    path.zip(other).take_while(|(one, other)| one == *other).count()
}

/// What was put aside: frames on a path, and what is left to try at them.
#[derive(Debug)]
pub(super) struct Aside {
    pub(super) way: Rc<Way>,
    pub(super) frames: Vec<Frame>,
    pub(super) branches: Vec<Branch>,
    /// Whether the state at the end of the path is yet to be looked at.
    pub(super) arrived: bool,
}

/// All that was.
#[derive(Debug, Default)]
pub(super) struct AllAside {
    /// One step each at the end of its path, which is not known: it is under way.
    waiting: FxHashMap<Unknown, Vec<Aside>>,
    /// The same, and it has come.
    ready: Vec<Aside>,
    /// All that the search was at when something else became more urgent.
    interrupted: Vec<Aside>,
    /// The last path, and its steps.
    last: Option<(Rc<Way>, Vec<Branch>)>,
    /// What all paths take, in steps.
    taken: Rc<Cell<usize>>,
}

impl AllAside {
    /// The path that the search is on.
    pub(super) fn way(&mut self, path: impl Iterator<Item = Branch> + Clone) -> Rc<Way> {
        let (mut same, mut steps) = match self.last.take() {
            Some((way, steps)) => (Some(way), steps),
            None => (None, Vec::new()),
        };
        let common = common(path.clone(), &steps);
        // The one that has the last of the common steps itself.
        while let Some(way) = same.take_if(|way| way.common >= common) {
            same.clone_from(&way.same);
        }
        let way = Rc::new(Way::new(same, common, path.skip(common).collect(), &self.taken));
        steps.truncate(common);
        steps.extend_from_slice(&way.steps);
        self.last = Some((way.clone(), steps));
        way
    }

    pub(super) fn wait(&mut self, step: Unknown, aside: Aside) {
        self.waiting.entry(step).or_default().push(aside);
    }

    pub(super) fn interrupt(&mut self, aside: Aside) {
        self.interrupted.push(aside);
    }

    /// A step has come.
    pub(super) fn arrived(&mut self, step: Unknown) {
        self.ready.extend(self.waiting.remove(&step).unwrap_or_default());
    }

    /// The last that was waited for, and has come.
    pub(super) fn ready(&mut self) -> Option<Aside> {
        self.ready.pop()
    }

    pub(super) fn interrupted(&mut self) -> Option<Aside> {
        self.interrupted.pop()
    }

    /// Whether no more may be put aside. What is kept for the last path alone then goes.
    pub(super) fn is_full(&mut self) -> bool {
        if self.taken.get() >= MOST {
            self.last = None;
        }
        self.taken.get() >= MOST
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.ready.is_empty() && self.interrupted.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use mcr_model::names::ThreadIx;
    use mcr_model::state::Choice;

    fn step(number: u64) -> Branch {
        Branch { thread: ThreadIx(0), choice: Choice::Number(number) }
    }

    #[test]
    fn a_path_is_what_it_was_whatever_became_of_those_before_it() {
        for seed in 0..200 {
            let mut random = Rng::with_seed(seed);
            let mut all = AllAside::default();
            let (mut path, mut kept) = (Vec::new(), Vec::new());
            for _ in 0..60 {
                path.truncate(random.usize(0..=path.len()));
                path.extend((0..random.usize(0..5)).map(|_| step(random.u64(0..2))));
                kept.push((path.clone(), all.way(path.iter().copied())));
                if random.u8(0..3) == 0 {
                    kept.swap_remove(random.usize(0..kept.len()));
                }
                for (path, way) in &kept {
                    assert_eq!(&way.branches(), path, "seed {seed}");
                }
            }
            drop(kept);
            all.last = None;
            assert_eq!(all.taken.get(), 0, "seed {seed}");
        }
    }

    #[test]
    fn steps_in_common_are_kept_once() {
        let mut all = AllAside::default();
        let long: Vec<Branch> = (0..10_000).map(step).collect();
        let ends = |end: u64| long.iter().copied().chain([step(end)]);
        let kept: Vec<_> = (0..100).map(|end| all.way(ends(end))).collect();
        assert_eq!(all.taken.get(), 10_000 + 100 * (ITSELF + 1));
        assert_eq!(kept[99].branches().len(), 10_001);
    }

    #[test]
    fn many_paths_that_hang_on_each_other_go_without_a_deep_stack() {
        // More than a stack has frames for.
        let taken = Rc::<Cell<usize>>::default();
        let mut last = None;
        for common in 0..500_000 {
            last = Some(Rc::new(Way::new(last, common, vec![step(0)], &taken)));
        }
        drop(last);
        assert_eq!(taken.get(), 0);
    }
}
