//! All orders of a cut in which somebody who comes next learns something: what that can be.
//!
//! A depth-first search through the states of the model in which no thread goes further than the cut, each learns what it has learned, from writes that are good
//! for it, and the one that comes next takes its step somewhere in between. States with the same last writers are searched once.

use super::causal::{Cut, Done, Node, Strand};
use crate::path::Branch;
use crate::walks::Ending;
use mcr_model::Model;
use mcr_model::footprint::Accesses;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, Life, Mark, State};
use mcr_model::trie::{CellIx, Op};
use mcr_protocol::{Outcome, mix};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// States of one search after which it is given up.
const MOST: usize = 1 << 18;

/// States between two looks at the clock.
const LOOK: usize = 1 << 10;

/// What a step has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Came {
    pub choice: Choice,
    /// None if nobody knows.
    pub outcome: Option<Outcome>,
    /// Where the thread is then; none if nobody knows, or at its end.
    pub to: Option<CellIx>,
    /// If it prints: who has printed before.
    pub after: Option<CellIx>,
}

/// What it can come to.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// What was not explored elsewhere, and a way there.
    pub new: Vec<(Came, Vec<Branch>)>,
    /// Whether there is anything, explored elsewhere or not.
    pub any: bool,
}

/// There were too many states to look at, or no time.
pub(super) struct TooMany;

/// A state on the way.
struct Frame {
    steps: Vec<Branch>,
    next: usize,
    before: Mark,
    replaced: Replaced,
}

/// What was there before a step.
#[derive(Default)]
struct Replaced {
    writers: Vec<(u32, Option<CellIx>)>,
    printed: Option<CellIx>,
    /// The step was that of the one who comes next.
    was_next: bool,
}

/// What the one who comes next has come to, and whether that was not explored elsewhere.
type Reached = Option<(Came, bool)>;

/// Stands for a state, its last writers, what was reached, and who has printed last.
type Visited = (u128, u64, Reached, Option<CellIx>);

/// See the module.
pub(super) struct Orders<'a> {
    model: &'a Model,
    is_over: &'a dyn Fn() -> bool,
    strands: &'a [Strand],
    node: &'a Node,
    /// Who comes next, if anybody, where, and what was explored elsewhere.
    next: Option<ThreadIx>,
    at: Option<CellIx>,
    before: Option<Rc<Cut>>,
    /// Where the steps of the cut are.
    places: FxHashMap<CellIx, (usize, usize)>,
    /// What only one thread touches, or nobody writes, is not here.
    noisy: FxHashSet<u32>,
    state: State,
    done: Cut,
    /// By resource: who has written it last.
    writers: FxHashMap<u32, CellIx>,
    writers_hash: u64,
    /// Who has printed last.
    printed: Option<CellIx>,
    path: Vec<Branch>,
    result: Reached,
    visited: FxHashSet<Visited>,
    found: Found,
}

impl<'a> Orders<'a> {
    /// Of this cut; with a step of somebody behind it, of whom all was explored elsewhere that was there before another cut ([`Node::before`]).
    pub fn new(
        end: &Ending<'a>,
        strands: &'a [Strand],
        node: &'a Node,
        next: Option<(ThreadIx, Option<Rc<Cut>>)>,
    ) -> Orders<'a> {
        let (model, is_over) = (end.model, end.is_over);
        let (next, before) = next.map_or((None, None), |(next, before)| (Some(next), before));
        let at = next.and_then(|next| strands[next.0 as usize].at(node.cut[next.0 as usize]));
        let mut places = FxHashMap::default();
        let mut touched: FxHashMap<u32, (usize, bool, bool)> = FxHashMap::default();
        for (n, strand) in strands.iter().enumerate() {
            for (k, &Done { cell, .. }) in strand.steps[..node.cut[n]].iter().enumerate() {
                places.insert(cell, (n, k));
            }
            let own = strand.steps[..node.cut[n]].iter().map(|step| step.cell);
            for cell in own.chain(at.filter(|_| next.is_some_and(|next| n == next.0 as usize))) {
                for access in model.accesses(cell).iter().flatten() {
                    let all = touched.entry(access.resource).or_insert((n, false, false));
                    *all = (n, all.1 || all.0 != n, all.2 || access.writes);
                }
            }
        }
        let noisy = touched.into_iter().filter(|(_, (_, by_several, written))| *by_several && *written);
        Orders {
            model,
            is_over,
            strands,
            node,
            next,
            at,
            before,
            places,
            noisy: noisy.map(|(resource, _)| resource).collect(),
            state: State::new(model),
            done: vec![0; strands.len()],
            writers: FxHashMap::default(),
            writers_hash: 0,
            printed: None,
            path: Vec::new(),
            result: None,
            visited: FxHashSet::default(),
            found: Found::default(),
        }
    }

    /// All that somebody can come to.
    pub fn all(mut self) -> Result<Found, TooMany> {
        self.search(|orders| {
            if let Some((result, is_new)) = orders.result {
                orders.note(result, is_new, None);
            }
            false
        })?;
        Ok(self.found)
    }

    /// An order behind which nobody can go on; none if there is none.
    pub fn stuck(mut self) -> Result<Option<Vec<Branch>>, TooMany> {
        let is_stuck = self.search(|orders| orders.is_stuck())?;
        Ok(is_stuck.then_some(self.path))
    }

    /// Looks at all states in which the cut was reached, until one is found to be wanted; whether one was.
    fn search(&mut self, mut is_wanted: impl FnMut(&mut Self) -> bool) -> Result<bool, TooMany> {
        let begin = self.state.mark();
        let mut frames = vec![Frame { steps: self.steps(), next: 0, before: begin, replaced: Replaced::default() }];
        if self.is_at_the_end() && is_wanted(self) {
            return Ok(true);
        }
        while let Some(frame) = frames.last_mut() {
            let Some(&step) = frame.steps.get(frame.next) else {
                let (before, replaced) = (frame.before, std::mem::take(&mut frame.replaced));
                frames.pop();
                self.take_back(before, replaced);
                continue;
            };
            frame.next += 1;
            let before = self.state.mark();
            let Some(replaced) = self.step(step) else { continue };
            if !self.visited.insert((self.state.hash(), self.writers_hash, self.result, self.printed)) {
                self.take_back(before, replaced);
                continue;
            }
            let states = self.visited.len();
            if states > MOST || states.is_multiple_of(LOOK) && (self.is_over)() {
                return Err(TooMany);
            }
            if self.is_at_the_end() && is_wanted(self) {
                return Ok(true);
            }
            frames.push(Frame { steps: self.steps(), next: 0, before, replaced });
        }
        Ok(false)
    }

    fn is_at_the_end(&self) -> bool {
        (self.result.is_some() || self.next.is_none())
            && self.done.iter().zip(&self.node.cut).all(|(done, all)| done >= all)
    }

    fn note(&mut self, result: Came, is_new: bool, last: Option<Branch>) {
        self.found.any = true;
        if is_new && !self.found.new.iter().any(|(other, _)| *other == result) {
            let path = self.path.iter().copied().chain(last).collect();
            self.found.new.push((result, path));
        }
    }

    /// Whether nobody can go on, and nothing is on its way.
    fn is_stuck(&self) -> bool {
        let threads = (0..).map(ThreadIx).zip(self.state.threads());
        let mut running = threads.filter(|(_, thread)| thread.life == Life::Running).peekable();
        running.peek().is_some() && running.all(|(thread, _)| !self.state.can_go_on(self.model, thread))
    }

    /// What can be done in the state.
    fn steps(&self) -> Vec<Branch> {
        let mut steps = Vec::new();
        for (n, strand) in self.strands.iter().enumerate() {
            let thread = ThreadIx(u32::try_from(n).unwrap_or(u32::MAX));
            if self.state.thread(thread).life != Life::Running {
                continue;
            }
            let own = steps.len();
            let wanted = strand.steps.get(self.done[n]).filter(|_| self.done[n] < self.node.cut[n]);
            let is_next = Some(thread) == self.next && self.done[n] == self.node.cut[n] && self.result.is_none();
            self.state.choices(self.model, thread, |choice| {
                if wanted.is_some_and(|step| step.choice == choice) || is_next {
                    steps.push(Branch { thread, choice });
                }
            });
            if wanted.is_some() && steps.len() == own + 1 && self.is_quiet(thread) {
                return steps.split_off(own);
            }
        }
        for n in 0..self.strands.len() {
            let thread = ThreadIx(u32::try_from(n).unwrap_or(u32::MAX));
            self.state.arrivals(self.model, thread, |location| {
                steps.push(Branch { thread, choice: Choice::Arrive(location) });
            });
        }
        steps
    }

    /// Whether it does not matter when the next step of a thread is taken.
    fn is_quiet(&self, thread: ThreadIx) -> bool {
        let accesses = self.model.accesses(self.state.thread(thread).cell);
        !accesses.iter().flatten().any(|access| self.noisy.contains(&access.resource))
    }

    /// What a step touches, and where it was written what it writes.
    fn touched(&self, step: Branch) -> (Accesses, CellIx) {
        let cell = self.state.thread(step.thread).cell;
        if let Choice::Arrive(location) = step.choice {
            let written = self.state.buffered(step.thread).iter().find(|write| write.location == location);
            let cell = written.map_or(cell, |write| write.cell);
            return (self.model.accesses(cell), cell);
        }
        let is_buffered = self.model.tries.cell(cell).op.is_some_and(|op| self.state.enters_buffer(self.model, op));
        (if is_buffered { [None; 6] } else { self.model.accesses(cell) }, cell)
    }

    /// Takes a step, if it leads along the cut.
    fn step(&mut self, step: Branch) -> Option<Replaced> {
        let n = step.thread.0 as usize;
        let arrives = matches!(step.choice, Choice::Arrive(_));
        let is_next = !arrives && self.done[n] >= self.node.cut[n];
        let (accesses, cell) = self.touched(step);
        let mut is_new = self.before.is_none();
        if !arrives && self.learns(step.thread, cell) {
            let good = if is_next { Some(&self.node.cut) } else { self.node.good.get(&cell).map(|good| &**good) };
            for access in accesses.iter().flatten() {
                let Some(writer) = self.writers.get(&access.resource) else { continue };
                if good.is_some_and(|good| !self.is_within(*writer, good)) {
                    return None;
                }
                is_new |= self.before.as_ref().is_some_and(|before| !self.is_within(*writer, before));
            }
        }
        let prints = !arrives && matches!(self.model.tries.cell(cell).op, Some(Op::Print(_)));
        let after = if prints { self.printed } else { None };
        if prints && !is_next && self.node.after.get(&cell) != Some(&after) {
            return None;
        }
        let before = self.state.mark();
        let Some(outcome) = self.state.step(self.model, step.thread, step.choice) else {
            if is_next {
                self.note(Came { choice: step.choice, outcome: None, to: None, after }, is_new, Some(step));
            }
            return None;
        };
        let to = Some(self.state.thread(step.thread)).filter(|thread| thread.life == Life::Running).map(|t| t.cell);
        let wanted = || self.strands[n].steps.get(self.done[n]).map(|done| done.outcome);
        if !arrives && !is_next && (to != self.strands[n].at(self.done[n] + 1) || wanted() != Some(outcome)) {
            self.state.undo(before);
            return None;
        }
        if !arrives {
            self.done[n] += 1;
        }
        if is_next {
            self.result = Some((Came { choice: step.choice, outcome: Some(outcome), to, after }, is_new));
        }
        let printed = if prints { self.printed.replace(cell) } else { self.printed };
        self.path.push(step);
        let written = accesses.iter().flatten().filter(|access| access.writes);
        let replaced = written.map(|access| (access.resource, self.set_writer(access.resource, Some(cell)))).collect();
        Some(Replaced { writers: replaced, was_next: is_next, printed })
    }

    /// Whether what a thread learns at a cell is in memory, and not in its own buffer.
    fn learns(&self, thread: ThreadIx, cell: CellIx) -> bool {
        let op = self.model.tries.cell(cell).op;
        let own = |location| self.state.buffered(thread).iter().any(|write| write.location == location);
        match op {
            Some(Op::Read(location)) => !own(location),
            _ => self.node.good.contains_key(&cell) || self.at == Some(cell),
        }
    }

    fn is_within(&self, writer: CellIx, cut: &Cut) -> bool {
        self.places.get(&writer).is_some_and(|&(n, k)| cut.get(n).is_some_and(|&steps| k < steps))
    }

    fn set_writer(&mut self, resource: u32, writer: Option<CellIx>) -> Option<CellIx> {
        let part = |writer: CellIx| mix(u64::from(resource), u64::from(writer.0));
        let old = match writer {
            Some(writer) => self.writers.insert(resource, writer),
            None => self.writers.remove(&resource),
        };
        let (old_part, new_part) = (old.map_or(0, part), writer.map_or(0, part));
        self.writers_hash = self.writers_hash.wrapping_sub(old_part).wrapping_add(new_part);
        old
    }

    fn take_back(&mut self, before: Mark, replaced: Replaced) {
        let Some(step) = self.path.pop() else { return };
        self.state.undo(before);
        for (resource, writer) in replaced.writers.into_iter().rev() {
            self.set_writer(resource, writer);
        }
        if !matches!(step.choice, Choice::Arrive(_)) {
            self.done[step.thread.0 as usize] -= 1;
        }
        self.printed = replaced.printed;
        if replaced.was_next {
            self.result = None;
        }
    }
}
