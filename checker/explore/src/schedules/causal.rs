//! Maximal causality: each schedule makes one read see something new, and nothing else is repeated (MCR: Huang, PLDI 2015; chapters 3 and 5 of the dissertation).
//!
//! What is explored are *cuts*: how far each thread has come, and what it has learned on the way; not in which order. A schedule shows one order of a cut, and goes on
//! from there to the end of an execution; on the way it passes further cuts. In each of them somebody comes next who learns something (a read, or whoever has to wait for
//! others). All that it could learn in any order of the cut are the schedules to come. As published, the order of a schedule was kept for all that came from it, and
//! so behaviours were lost; here the order is open, and the *good writes* of a read are kept: those of the cut in which it was decided (Agarwal, Chatterjee, Pathak,
//! Pavlogiannis, Toman: "Stateless Model Checking under a Reads-Value-From Equivalence", CAV 2021).
//!
//! Where others could still write what somebody reads, they have to be tried first as well; then that read is to see something that was not there before
//! ([`Node::before`]). Where nobody could, by what is known of all threads, that is not needed.
//!
//! Free steps (writes, starts, releases ...) are taken at once: they learn nothing, and the order of a cut is open.
//!
//! `se-mcr` leaves out cuts that were there before, with the same good writes.
//!
//! `mcr-s` and `mcr-s+` have free reads ([`super::free`]), which are free steps: in the orders of a cut they see
//! whatever is there, and cuts that differ only in that are one. So what a write of the cut brings may come, through
//! free reads of its thread, from further writes. A read may see it where all of these are good; and where some of them
//! are still to come, somebody could still write.
//!
//! Why that loses nothing: take an execution that goes on from a cut as it was decided, and of it only the steps of the
//! cut, in their order. Each read that is not free sees the same write; that one brings the same, because what it may
//! come from is in the cut and has seen the same. So it is an order of the cut, and what comes next finds the same
//! there, or is one that has to wait for what comes from elsewhere ([`Node::before`]). That threads do the same
//! whatever free reads see is not taken from the code alone: every order is walked through with what is there, what
//! nobody knows is executed, and what is known is compared ([`super::classes`]).
//!
//! Invariant: a cut that is scheduled can be reached, because an order of it was found in the model ([`super::orders`]).

use super::classes::Classes;
use super::free::FreeReads;
use super::orders::{Came, Found, Orders, TooMany};
use super::questions;
use crate::contract::OrderWork;
use crate::path::{Branch, Taken};
use crate::reduction::needs_all;
use crate::walks::{Crossing, Ending, Guide};
use mcr_model::Model;
use mcr_model::footprint::Access;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, Life};
use mcr_model::trie::{CellIx, Op, Waits};
use mcr_protocol::{Outcome, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::time::Instant;

/// Of a schedule that leads nowhere, though its order was found in the model.
const NOT_FOLLOWED: &str = "a schedule could not be followed (a mistake of mcr)";

/// Of steps that depend on whatever others do.
const LOOKS: &str = "what threads do when all others are idle, or look at what others do, was not reordered";

/// Of a cut.
const TOO_MANY: &str = "the orders of what threads had done were too many to look at";

/// By thread: how many steps it has done.
pub(super) type Cut = Vec<usize>;

/// A step: whose, and how many of its thread come before it.
pub(super) type Place = (usize, usize);

/// A step of a thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    /// Where the thread was before.
    pub cell: CellIx,
    pub choice: Choice,
    /// What came of it: more than the thread has learned.
    pub outcome: Outcome,
    /// It was a free read.
    pub is_free: bool,
}

/// What a thread has done on a path.
#[derive(Debug, Default)]
pub(super) struct Strand {
    pub steps: Vec<Done>,
    /// Where it is behind these; none if it has ended or was not started.
    pub now: Option<CellIx>,
}

impl Strand {
    /// Where it is after so many steps.
    pub fn at(&self, steps: usize) -> Option<CellIx> {
        self.steps.get(steps).map_or(self.now.filter(|_| steps == self.steps.len()), |step| Some(step.cell))
    }
}

/// A cut, and what was decided on the way to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub cut: Cut,
    /// By step that learned something: the cut in which that was decided, with the writes that it may have seen.
    pub good: FxHashMap<Place, Rc<Cut>>,
    /// By step to come: the cut before which all that it can learn was explored elsewhere.
    pub before: FxHashMap<Place, Rc<Cut>>,
    /// By step that prints: the one that has printed before it. (Its thread learns nothing, but whoever reads what was printed does.)
    pub after: FxHashMap<Place, Option<Place>>,
}

/// A schedule to come.
#[derive(Debug, Default)]
struct Seed {
    /// An order of the cut.
    path: Vec<Branch>,
    /// None: nobody can go on behind it.
    node: Option<Node>,
}

/// See the module.
#[derive(Debug)]
pub struct Causal<'f> {
    free: &'f FreeReads<'f>,
    /// Made at the end of the first schedule.
    classes: Option<Classes>,
    /// What nobody knew, and is to be executed.
    asked: FxHashSet<(CellIx, Value)>,
    seeds: Vec<Seed>,
    current: Seed,
    /// Cuts that were there, if they are not to be repeated.
    known: Option<FxHashSet<u64>>,
    left_out: Option<&'static str>,
    work: OrderWork,
}

impl<'f> Causal<'f> {
    /// Of which nothing is explored. `forgets_none`: no cut is scheduled twice.
    #[must_use]
    pub fn new(forgets_none: bool, free: &'f FreeReads<'f>) -> Causal<'f> {
        Causal {
            free,
            classes: None,
            asked: FxHashSet::default(),
            work: OrderWork::default(),
            seeds: vec![Seed { path: Vec::new(), node: Some(Node::default()) }],
            current: Seed::default(),
            known: forgets_none.then(FxHashSet::default),
            left_out: None,
        }
    }

    /// Not everything is explored. Where steps depend on whatever others do, orders of a cut need not be followed by the rest of the execution; else that they are not is
    /// a mistake, and has to be said.
    fn leave_out(&mut self, what: &'static str) {
        let rank = |what| [TOO_MANY, NOT_FOLLOWED, LOOKS].iter().position(|&one| one == what);
        if self.left_out.is_none_or(|before| rank(before) < rank(what)) {
            self.left_out = Some(what);
        }
    }

    /// Schedules a cut; `hash` stands for it.
    fn schedule(&mut self, hash: impl FnOnce(&Node) -> u64, node: Node, path: Vec<Branch>) {
        if let Some(known) = &mut self.known
            && !known.insert(hash(&node))
        {
            return;
        }
        self.seeds.push(Seed { path, node: Some(node) });
    }

    /// Asks about the orders of a cut; what nobody knows there is to be executed.
    fn ask(
        &mut self,
        end: &Ending<'_>,
        on: (&[Strand], &Classes),
        node: &Node,
        next: Option<(ThreadIx, Option<&Cut>)>,
    ) -> Result<Found, TooMany> {
        let begin = Instant::now();
        let orders = Orders::new(end, on, node, next);
        let found = if next.is_some() { orders.all() } else { orders.stuck() };
        self.work += questions::of(end.model, on.0, &node.cut, begin.elapsed());
        let mut found = found?;
        for (what, path) in found.unknown.drain() {
            if self.asked.insert(what) {
                self.seeds.push(Seed { path, node: None });
            }
        }
        Ok(found)
    }

    /// Explores the cuts on a path behind the one that it was made for.
    fn explore(&mut self, end: &Ending<'_>, strands: &[Strand], along: &Along) {
        let model = end.model;
        let Some(mut node) = self.current.node.take() else { return };
        node.cut.resize(strands.len(), 0);
        if node.cut.iter().zip(strands).any(|(&steps, strand)| steps > strand.steps.len()) {
            self.leave_out(NOT_FOLLOWED);
            return;
        }
        let Some(classes) = self.classes.take().or_else(|| Classes::new(model, self.free)) else {
            // All begins anew, with fewer free reads.
            self.seeds.clear();
            return;
        };
        if self.explore_behind(end, (strands, &classes), node, along).is_err() {
            self.leave_out(TOO_MANY);
        }
        self.classes = Some(classes);
    }

    fn explore_behind(
        &mut self,
        end: &Ending<'_>,
        on: (&[Strand], &Classes),
        mut node: Node,
        along: &Along,
    ) -> Result<(), TooMany> {
        let (model, (strands, classes)) = (end.model, on);
        loop {
            if (end.is_over)() {
                return Err(TooMany);
            }
            advance(model, strands, &mut node.cut);
            // A thread that somebody has seen in a round of its loop may go round again.
            if model.resources.some_look_at_others() && some_await(model, strands, &node.cut) {
                self.leave_out(LOOKS);
            }
            let mut candidates = candidates(model, on, &node.cut);
            candidates.sort_by_key(|next| {
                let place = along.places.get(&next.place);
                (place.is_none(), next.is_threatened, place.copied())
            });
            if candidates.iter().all(|next| next.may_wait) {
                let stuck = self.ask(end, on, &node, None)?.stuck;
                self.seeds.extend(stuck.map(|path| Seed { path, node: None }));
            }
            let mut before = node.before.clone();
            let mut followed = None;
            for next in &candidates {
                let seen = before.get(&next.place).cloned();
                let Found { new, any, .. } = self.ask(end, on, &node, Some((next.thread, seen.as_deref())))?;
                let here = along.result(strands, next.place);
                for (result, path) in new {
                    let child = node.child(next, &before, result);
                    if followed.is_none() && here == Some(result) {
                        followed = Some(child);
                    } else {
                        self.schedule(
                            |child| child.hash((strands, classes), &node.cut, (next.place, result)),
                            child,
                            path,
                        );
                    }
                }
                if any && !next.is_threatened {
                    break;
                }
                before.insert(next.place, Rc::new(node.cut.clone()));
            }
            match followed {
                Some(child) => node = child,
                None => return Ok(()),
            }
        }
    }
}

/// The steps of a path.
#[derive(Debug, Default)]
struct Along {
    places: FxHashMap<Place, usize>,
    /// By step that prints: the one before.
    after: FxHashMap<Place, Option<Place>>,
}

impl Along {
    /// What somebody comes to next on the path.
    fn result(&self, strands: &[Strand], place: Place) -> Option<Came> {
        let &Done { choice, outcome, .. } = strands[place.0].steps.get(place.1)?;
        let after = self.after.get(&place).copied().flatten();
        Some(Came { choice, outcome: Some(outcome), after })
    }
}

impl Node {
    /// The cut behind it in which somebody has come to this.
    fn child(&self, next: &Next, before: &FxHashMap<Place, Rc<Cut>>, result: Came) -> Node {
        let mut child = Node { before: before.clone(), ..self.clone() };
        child.before.remove(&next.place);
        child.good.insert(next.place, Rc::new(self.cut.clone()));
        if next.prints {
            child.after.insert(next.place, result.after);
        }
        child.cut[next.thread.0 as usize] += 1;
        child
    }

    /// Stands for the cut that is this one and what a step has come to, and for what was decided on the way there.
    fn hash(&self, (strands, classes): (&[Strand], &Classes), before: &Cut, step: (Place, Came)) -> u64 {
        let mut hasher = DefaultHasher::new();
        step.hash(&mut hasher);
        for (strand, &steps) in strands.iter().zip(before) {
            for &Done { cell, choice, outcome, is_free } in &strand.steps[..steps] {
                (classes.of(cell), choice, (!is_free).then_some(outcome)).hash(&mut hasher);
            }
        }
        for decided in [&self.good, &self.before] {
            let mut all: Vec<_> = decided.iter().collect();
            all.sort_unstable_by_key(|(place, _)| **place);
            all.hash(&mut hasher);
        }
        let mut after: Vec<_> = self.after.iter().collect();
        after.sort_unstable();
        after.hash(&mut hasher);
        hasher.finish()
    }
}

/// Somebody who learns something next.
struct Next {
    thread: ThreadIx,
    place: Place,
    /// It may have to wait for others.
    may_wait: bool,
    /// Others may still change what it learns, or it may wait for ever.
    is_threatened: bool,
    prints: bool,
}

fn candidates(model: &Model, (strands, classes): (&[Strand], &Classes), cut: &Cut) -> Vec<Next> {
    let at = |n: usize| strands[n].at(cut[n]);
    let threatens = |n: usize, access: Access| {
        at(n).is_some_and(|cell| classes.conflict(model, cell, Access { writes: false, ..access }))
    };
    let next = |n: usize| {
        let cell = at(n).filter(|_| cut[n] > 0 || n == 0 || has_started(model, strands, cut, n))?;
        let op = model.tries.cell(cell).op?;
        if is_free(op) || matches!(op, Op::Await(_)) {
            return None;
        }
        let (may_wait, waits_for_a_value) = match op {
            Op::Acquire { .. } | Op::End { .. } => (true, false),
            Op::Guarded { .. } | Op::Park(_) | Op::Resume(_) | Op::Join { .. } => (true, true),
            _ => (false, false),
        };
        let others = || (0..strands.len()).filter(move |&m| m != n);
        let moved = moved(model, strands, cut, &|m, access| others().any(|k| k != m && threatens(k, access)));
        let may_change = |access: Access| moved.contains(&access.resource) || others().any(|m| threatens(m, access));
        let is_threatened = waits_for_a_value || model.accesses(cell).into_iter().flatten().any(may_change);
        let prints = matches!(op, Op::Print(_));
        let thread = ThreadIx(u32::try_from(n).unwrap_or(u32::MAX));
        Some(Next { thread, place: (n, cut[n]), may_wait, is_threatened, prints })
    };
    (0..strands.len()).filter_map(next).collect()
}

/// Resources to which the cut has a write that may bring what is still to be written, through free reads; `is_open`:
/// whether others than a thread may still write something.
fn moved(model: &Model, strands: &[Strand], cut: &Cut, is_open: &dyn Fn(usize, Access) -> bool) -> FxHashSet<u32> {
    let mut moved = FxHashSet::default();
    loop {
        let known = moved.len();
        for (n, (strand, &steps)) in strands.iter().zip(cut).enumerate() {
            let mut brings = false;
            for &Done { cell, is_free, .. } in &strand.steps[..steps] {
                let writes = matches!(model.tries.cell(cell).op, Some(Op::Write(..)));
                for access in model.accesses(cell).into_iter().flatten().filter(|_| is_free || writes) {
                    if is_free {
                        brings |= moved.contains(&access.resource) || is_open(n, access);
                    } else if brings && access.writes {
                        moved.insert(access.resource);
                    }
                }
            }
        }
        if moved.len() == known {
            return moved;
        }
    }
}

fn some_await(model: &Model, strands: &[Strand], cut: &Cut) -> bool {
    let at = |(strand, &steps): (&Strand, &usize)| strand.at(steps).and_then(|cell| model.tries.cell(cell).op);
    strands.iter().zip(cut).any(|thread| matches!(at(thread), Some(Op::Await(_))))
}

/// Takes all free steps; and joins of threads that have ended.
fn advance(model: &Model, strands: &[Strand], cut: &mut Cut) {
    loop {
        let mut is_over = true;
        for (n, strand) in strands.iter().enumerate() {
            while let Some(&Done { cell, is_free: is_free_read, .. }) = strand.steps.get(cut[n]) {
                let Some(op) = model.tries.cell(cell).op.filter(|op| is_free_read || is_free(*op)) else { break };
                if let Op::Join { child, .. } = op
                    && cut[child.0 as usize] < strands[child.0 as usize].steps.len()
                {
                    break;
                }
                if cut[n] == 0 && n > 0 && !has_started(model, strands, cut, n) {
                    break;
                }
                cut[n] += 1;
                is_over = false;
            }
        }
        if is_over {
            return;
        }
    }
}

fn has_started(model: &Model, strands: &[Strand], cut: &Cut, thread: usize) -> bool {
    let starts =
        |cell: CellIx| matches!(model.tries.cell(cell).op, Some(Op::Start { child, .. }) if child.0 as usize == thread);
    strands.iter().zip(cut).any(|(strand, &steps)| strand.steps[..steps].iter().any(|step| starts(step.cell)))
}

/// Whether an operation teaches its thread nothing, and waits for nobody but for the end of another thread.
fn is_free(op: Op) -> bool {
    match op {
        Op::Write(..) | Op::Release(_) | Op::Wait { .. } | Op::NotifyAll { .. } | Op::Start { .. } | Op::Fence(_) => {
            true
        }
        Op::End { notifies, .. } => notifies.is_none(),
        Op::Join { patience, .. } => patience == Waits::FOREVER,
        _ => false,
    }
}

impl Guide for Causal<'_> {
    fn begin(&mut self, _: usize) -> bool {
        let Some(seed) = self.seeds.pop() else { return false };
        self.current = seed;
        true
    }

    fn is_exhaustive(&self) -> bool {
        true
    }

    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize> {
        let wanted = self.current.path.get(at.path.len());
        let along = wanted.and_then(|wanted| at.steps.iter().position(|step| step == wanted));
        if wanted.is_some() && along.is_none() {
            self.leave_out(NOT_FOLLOWED);
        }
        let looks_at_all = |step: &Branch| {
            let op = at.model.tries.cell(at.state.thread(step.thread).cell).op;
            op.is_some_and(|op| needs_all(at.model, at.state, step.thread, op))
        };
        if !at.reducible || at.steps.iter().any(looks_at_all) {
            self.leave_out(LOOKS);
        }
        Some(along.unwrap_or_else(|| at.by_default()))
    }

    fn ended(&mut self, end: &Ending<'_>) {
        let mut strands: Vec<Strand> = Vec::new();
        strands.resize_with(end.state.threads().len(), Strand::default);
        let (mut along, mut printed) = (Along::default(), None);
        for (n, &Taken { thread, choice, cell, arrives, outcome, .. }) in end.path.iter().enumerate() {
            if arrives {
                continue;
            }
            let steps = &mut strands[thread.0 as usize].steps;
            let place = (thread.0 as usize, steps.len());
            steps.push(Done { cell, choice, outcome, is_free: self.free.has(end.model, cell) });
            along.places.insert(place, n);
            if let Some(Op::Print(_)) = end.model.tries.cell(cell).op {
                along.after.insert(place, printed.replace(place));
            }
        }
        for (strand, thread) in strands.iter_mut().zip(end.state.threads()) {
            strand.now = Some(thread.cell).filter(|_| thread.life == Life::Running);
        }
        self.explore(end, &strands, &along);
    }

    fn left_out(&self) -> Option<&'static str> {
        self.left_out
    }

    fn work(&self) -> Option<OrderWork> {
        Some(self.work)
    }
}
