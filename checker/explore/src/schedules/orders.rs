//! All orders of a cut in which somebody who comes next learns something: what that can be.
//!
//! A depth-first search through the states of the model in which no thread goes further than the cut, each learns what it has learned, from writes that are good
//! for it, and the one that comes next takes its step somewhere in between. Free reads see whatever is there ([`super::free`]).
//!
//! All that is asked about a write is in which cuts it lies, and those follow from each other along a path. So a write
//! is kept as its *rank*: the first of the cuts in question that has it, and all that its value may come from, through
//! free reads of its thread. States with the same ranks are searched once.

use super::causal::{Cut, Done, Node, Place, Strand};
use super::classes::Classes;
use crate::path::Branch;
use crate::walks::Ending;
use mcr_model::Model;
use mcr_model::footprint::Accesses;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, Life, Mark, State};
use mcr_model::trie::{CellIx, Op};
use mcr_protocol::{Outcome, Value, mix};
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// If it prints: who has printed before.
    pub after: Option<Place>,
}

/// What it can come to.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// What was not explored elsewhere, and a way there.
    pub new: Vec<(Came, Vec<Branch>)>,
    /// Whether there is anything, explored elsewhere or not.
    pub any: bool,
    /// An order behind which nobody can go on.
    pub stuck: Option<Vec<Branch>>,
    /// What nobody knows where it leads, after free reads, and a way there.
    pub unknown: FxHashMap<(CellIx, Value), Vec<Branch>>,
}

/// A number for a write: see the module. Of what was there from the beginning 0.
type Rank = u32;

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
    writers: Vec<(u32, Option<Rank>)>,
    printed: Option<Place>,
    moved: Rank,
    /// A write has entered a buffer, or left it.
    buffered: Option<(CellIx, Rank)>,
    /// The step was that of the one who comes next.
    was_next: bool,
}

/// What the one who comes next has come to, and whether that was not explored elsewhere.
type Reached = Option<(Came, bool)>;

/// Stands for a state, its ranks, what was reached, and who has printed last.
type Visited = (u128, u64, Reached, Option<Place>);

/// See the module.
pub(super) struct Orders<'a> {
    model: &'a Model,
    is_over: &'a dyn Fn() -> bool,
    strands: &'a [Strand],
    classes: &'a Classes,
    node: &'a Node,
    /// Who comes next, if anybody, and the rank of what was explored elsewhere.
    next: Option<ThreadIx>,
    before: Option<Rank>,
    /// The cuts in question, the smallest first; and the ranks of those in which steps were decided.
    cuts: Vec<&'a Cut>,
    good: FxHashMap<Place, Rank>,
    has_free_reads: bool,
    /// What only one thread touches, or nobody writes, is not here.
    noisy: FxHashSet<u32>,
    state: State,
    done: Cut,
    /// By resource: the rank of what was written last.
    writers: FxHashMap<u32, Rank>,
    /// By thread: of what its free reads have seen.
    moved: Vec<Rank>,
    /// Of what is, or was, in a buffer.
    buffered: FxHashMap<CellIx, Rank>,
    ranks_hash: u64,
    /// Who has printed last.
    printed: Option<Place>,
    path: Vec<Branch>,
    result: Reached,
    visited: FxHashSet<Visited>,
    found: Found,
}

impl<'a> Orders<'a> {
    /// Of this cut; with a step of somebody behind it, of whom all was explored elsewhere that was there before another cut ([`Node::before`]).
    pub fn new(
        end: &Ending<'a>,
        (strands, classes): (&'a [Strand], &'a Classes),
        node: &'a Node,
        next: Option<(ThreadIx, Option<&'a Cut>)>,
    ) -> Orders<'a> {
        let (model, is_over) = (end.model, end.is_over);
        let (next, before) = next.map_or((None, None), |(next, before)| (Some(next), before));
        let at = next.and_then(|next| strands[next.0 as usize].at(node.cut[next.0 as usize]));
        let mut touched: FxHashMap<u32, (usize, bool, bool)> = FxHashMap::default();
        for (n, strand) in strands.iter().enumerate() {
            let own = strand.steps[..node.cut[n]].iter().map(|step| step.cell);
            for cell in own.chain(at.filter(|_| next.is_some_and(|next| n == next.0 as usize))) {
                for access in model.accesses(cell).iter().flatten() {
                    let all = touched.entry(access.resource).or_insert((n, false, false));
                    *all = (n, all.1 || all.0 != n, all.2 || access.writes);
                }
            }
        }
        let noisy = touched.into_iter().filter(|(_, (_, by_several, written))| *by_several && *written);
        let mut cuts: Vec<&Cut> = node.good.values().map(|good| &**good).chain(before).collect();
        cuts.sort_by_key(|cut| cut.iter().sum::<usize>());
        cuts.dedup();
        let rank = |cut: &Cut| (0..).zip(&cuts).find(|(_, other)| **other == cut).map_or(0, |(rank, _)| rank);
        let good = node.good.iter().map(|(&place, good)| (place, rank(good))).collect();
        Orders {
            model,
            is_over,
            strands,
            classes,
            node,
            next,
            before: before.map(rank),
            good,
            cuts,
            has_free_reads: has_free_reads(strands, &node.cut),
            noisy: noisy.map(|(resource, _)| resource).collect(),
            state: State::new(model),
            done: vec![0; strands.len()],
            writers: FxHashMap::default(),
            moved: vec![0; strands.len()],
            buffered: FxHashMap::default(),
            ranks_hash: 0,
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

    /// An order behind which nobody can go on; none if there is none. With free reads, all that they can see is looked
    /// at all the same.
    pub fn stuck(mut self) -> Result<Found, TooMany> {
        self.search(|orders| {
            if orders.found.stuck.is_none() && orders.is_stuck() {
                orders.found.stuck = Some(orders.path.clone());
            }
            orders.found.stuck.is_some() && !orders.has_free_reads
        })?;
        Ok(self.found)
    }

    /// Looks at all states in which the cut was reached, until one is found to be enough.
    fn search(&mut self, mut is_enough: impl FnMut(&mut Self) -> bool) -> Result<(), TooMany> {
        let begin = self.state.mark();
        let mut frames = vec![Frame { steps: self.steps(), next: 0, before: begin, replaced: Replaced::default() }];
        if self.is_at_the_end() && is_enough(self) {
            return Ok(());
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
            if !self.visited.insert((self.state.hash(), self.ranks_hash, self.result, self.printed)) {
                self.take_back(before, replaced);
                continue;
            }
            let states = self.visited.len();
            if states > MOST || states.is_multiple_of(LOOK) && (self.is_over)() {
                return Err(TooMany);
            }
            if self.is_at_the_end() && is_enough(self) {
                return Ok(());
            }
            frames.push(Frame { steps: self.steps(), next: 0, before, replaced });
        }
        Ok(())
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
        let (n, arrives) = (step.thread.0 as usize, matches!(step.choice, Choice::Arrive(_)));
        let place = (n, self.done[n]);
        let wanted = self.strands[n].steps.get(self.done[n]).filter(|_| !arrives && self.done[n] < self.node.cut[n]);
        let is_next = !arrives && wanted.is_none();
        let is_free = wanted.is_some_and(|wanted| wanted.is_free);
        let (accesses, cell) = self.touched(step);
        let op = self.model.tries.cell(cell).op;
        let seen = if arrives { 0 } else { self.seen(step.thread, op, accesses) };
        if self.good.get(&place).is_some_and(|&good| !arrives && seen > good) {
            return None;
        }
        let is_new = self.before.is_none_or(|before| seen > before);
        let prints = !arrives && matches!(op, Some(Op::Print(_)));
        let after = if prints { self.printed } else { None };
        if prints && !is_next && self.node.after.get(&place) != Some(&after) {
            return None;
        }
        let before = self.state.mark();
        let learned = self.state.learned(self.model, step.thread, step.choice).unwrap_or_default();
        let Some(outcome) = self.state.step(self.model, step.thread, step.choice) else {
            if is_next {
                self.note(Came { choice: step.choice, outcome: None, after }, is_new, Some(step));
            } else {
                let path = || self.path.iter().copied().chain([step]).collect();
                self.found.unknown.entry((cell, learned)).or_insert_with(path);
            }
            return None;
        };
        let to = Some(self.state.thread(step.thread)).filter(|thread| thread.life == Life::Running).map(|t| t.cell);
        let leads_along = |wanted: &Done| {
            let same = |cell: Option<CellIx>| cell.map(|cell| self.classes.of(cell));
            same(to) == same(self.strands[n].at(self.done[n] + 1)) && (is_free || wanted.outcome == outcome)
        };
        if !wanted.is_none_or(leads_along) {
            self.state.undo(before);
            return None;
        }
        if !arrives {
            self.done[n] += 1;
        }
        if is_next {
            self.result = Some((Came { choice: step.choice, outcome: Some(outcome), after }, is_new));
        }
        let printed = if prints { self.printed.replace(place) } else { self.printed };
        self.path.push(step);
        let moved = self.moved[n];
        if is_free {
            self.set_moved(n, moved.max(seen));
        }
        let rank = match op {
            _ if arrives => self.buffered.get(&cell).copied().unwrap_or(0),
            Some(Op::Write(..)) => self.rank(place).max(moved),
            _ => self.rank(place),
        };
        let enters =
            !arrives && op.is_some_and(|op| matches!(op, Op::Write(..)) && accesses.iter().all(Option::is_none));
        let buffered = (arrives || enters).then_some((cell, rank));
        if let Some((cell, rank)) = buffered {
            self.buffered.insert(cell, rank);
            self.count_buffered((cell, rank), enters);
        }
        let written = accesses.iter().flatten().filter(|access| access.writes);
        let writers = written.map(|access| (access.resource, self.set_writer(access.resource, Some(rank)))).collect();
        Some(Replaced { writers, was_next: is_next, printed, moved, buffered })
    }

    /// The rank of what a thread finds in what it touches.
    fn seen(&self, thread: ThreadIx, op: Option<Op>, accesses: Accesses) -> Rank {
        if let Some(Op::Read(location)) = op
            && let Some(own) = self.state.buffered(thread).iter().rev().find(|write| write.location == location)
        {
            return self.buffered.get(&own.cell).copied().unwrap_or(0);
        }
        accesses.iter().flatten().filter_map(|access| self.writers.get(&access.resource)).copied().max().unwrap_or(0)
    }

    /// The rank of what a step writes, if that comes from nowhere else.
    fn rank(&self, (n, k): Place) -> Rank {
        let rank = self.cuts.partition_point(|cut| cut.get(n).is_none_or(|&steps| k >= steps));
        Rank::try_from(rank).unwrap_or(Rank::MAX)
    }

    fn set_moved(&mut self, n: usize, rank: Rank) {
        let part = |rank: Rank| if rank == 0 { 0 } else { mix(1 << 32 | n as u64, u64::from(rank)) };
        let old = std::mem::replace(&mut self.moved[n], rank);
        self.ranks_hash = self.ranks_hash.wrapping_sub(part(old)).wrapping_add(part(rank));
    }

    fn count_buffered(&mut self, (cell, rank): (CellIx, Rank), enters: bool) {
        let part = mix(1 << 33 | u64::from(cell.0), u64::from(rank));
        let sum = self.ranks_hash;
        self.ranks_hash = if enters { sum.wrapping_add(part) } else { sum.wrapping_sub(part) };
    }

    fn set_writer(&mut self, resource: u32, rank: Option<Rank>) -> Option<Rank> {
        let part = |rank: Option<Rank>| rank.map_or(0, |rank| mix(u64::from(resource), u64::from(rank) + 1));
        let old = match rank {
            Some(rank) => self.writers.insert(resource, rank),
            None => self.writers.remove(&resource),
        };
        self.ranks_hash = self.ranks_hash.wrapping_sub(part(old)).wrapping_add(part(rank));
        old
    }

    fn take_back(&mut self, before: Mark, replaced: Replaced) {
        let Some(step) = self.path.pop() else { return };
        let (n, arrives) = (step.thread.0 as usize, matches!(step.choice, Choice::Arrive(_)));
        self.state.undo(before);
        for (resource, rank) in replaced.writers.into_iter().rev() {
            self.set_writer(resource, rank);
        }
        if let Some(buffered) = replaced.buffered {
            self.count_buffered(buffered, arrives);
        }
        self.set_moved(n, replaced.moved);
        if !arrives {
            self.done[n] -= 1;
        }
        self.printed = replaced.printed;
        if replaced.was_next {
            self.result = None;
        }
    }
}

/// Whether a cut has free reads.
fn has_free_reads(strands: &[Strand], cut: &Cut) -> bool {
    strands.iter().zip(cut).any(|(strand, &steps)| strand.steps[..steps].iter().any(|step| step.is_free))
}
