//! Schedules one after the other, as stateless model checkers choose them: the next one deviates from the last one that has something left to try.
//!
//! These are the methods that others are compared with. Each schedule counts as an execution, as it does in the literature; the program itself is run only where
//! nobody knows what comes next, because what it does otherwise is known from earlier runs. When nothing is left to try and nothing was learned on the way, every
//! behaviour was seen.
//!
//! - `dfs`: all interleavings;
//! - `dpor`: one of each class of interleavings that differ in the order of independent steps (`reversals`);
//! - `icb`: all interleavings, those with the fewest preemptions first (Musuvathi, Qadeer, PLDI 2007);
//! - `icb-dpor`: `dpor` with bounds on preemptions (Coons, Musuvathi, McKinley, "Bounded Partial-Order Reduction", OOPSLA 2013);
//! - `mcr`, `se-mcr`: what each reads, and from whom, instead of orders (`causal`); `mcr-s`, `mcr-s+`: but for reads
//!   that only move values (`free`).
//!
//! With a bound, schedules within it are explored, then those within the next one, until no bound has left anything out; schedules count each time.
//!
//! Invariant: a node of [`Schedules`] is the state before the step of the same number on the path.

mod causal;
mod classes;
mod dependence;
mod free;
mod orders;
mod questions;
mod reversals;

use super::path::Branch;
use super::strategy::Method;
use super::walks::{Crossing, Ending, Guide};
use causal::Causal;
use dependence::Touched;
pub use free::FreeReads;
use mcr_model::names::ThreadIx;
use mcr_model::state::Choice;

/// A step that was tried, and need not be before something depends on it.
#[derive(Clone, Copy, Debug)]
struct Sleeper {
    step: Branch,
    touched: Touched,
}

/// A state on the path of a schedule.
#[derive(Debug)]
struct Node {
    /// What can be done.
    steps: Vec<Branch>,
    /// What each of these touches.
    touched: Vec<Touched>,
    /// Whether it is to be tried, or was.
    wanted: Vec<bool>,
    done: Vec<bool>,
    /// Which was taken.
    taken: usize,
    asleep: Vec<Sleeper>,
    /// The thread that ran last. Where it has a step, to take one of another is a preemption.
    ran: Option<ThreadIx>,
    can_run: bool,
    /// What is taken concerns nobody, and counts for nothing.
    at_once: bool,
    /// Preemptions before.
    preemptions: u32,
}

/// The schedules of a method.
#[derive(Debug)]
pub struct Schedules {
    method: Method,
    path: Vec<Node>,
    begun: bool,
    /// Preemptions that schedules may have; none: any number.
    bound: Option<u32>,
    /// Something was left out because of the bound.
    beyond: bool,
}

/// The thread that does a step; none: it is no thread's step, but the arrival of a write.
fn runs(step: Branch) -> Option<ThreadIx> {
    (!matches!(step.choice, Choice::Arrive(_))).then_some(step.thread)
}

/// Whether two steps are of the same thread, or arrivals of the same writes: where one is tried the other is.
fn are_of_one(one: Branch, other: Branch) -> bool {
    let arrives = |step: Branch| if let Choice::Arrive(location) = step.choice { Some(location) } else { None };
    one.thread == other.thread && arrives(one) == arrives(other)
}

/// Whether the order of steps may matter that can be done in the same state. A thread sees its own writes before and after they arrive.
fn depend(one: Sleeper, other: Sleeper) -> bool {
    if one.step.thread == other.step.thread && !one.touched.all && !other.touched.all {
        return false;
    }
    one.touched.depends_on(other.touched)
}

impl Node {
    fn is_asleep(&self, step: Branch) -> bool {
        self.asleep.iter().any(|sleeper| sleeper.step == step)
    }

    /// The preemptions of a schedule that takes a step here.
    fn preemptions_after(&self, step: usize) -> u32 {
        let preempts =
            self.can_run && !self.at_once && runs(self.steps[step]).is_some_and(|next| Some(next) != self.ran);
        self.preemptions + u32::from(preempts)
    }

    /// Who has run last after the step that was taken: what arrives changes nothing in that.
    fn ran_after(&self) -> Option<ThreadIx> {
        runs(self.steps[self.taken]).filter(|_| !self.at_once).or(self.ran)
    }

    /// Those who sleep in the state after the step that was taken.
    fn asleep_after(&self) -> Vec<Sleeper> {
        let taken = Sleeper { step: self.steps[self.taken], touched: self.touched[self.taken] };
        let done = (0..self.steps.len()).filter(|&n| self.done[n] && n != self.taken);
        let done = done.map(|n| Sleeper { step: self.steps[n], touched: self.touched[n] });
        let sleeps = |other: &Sleeper| !are_of_one(other.step, taken.step) && !depend(*other, taken);
        self.asleep.iter().copied().chain(done).filter(sleeps).collect()
    }

    /// Wants a step, and others of the same thread.
    fn want(&mut self, step: usize) {
        for other in 0..self.steps.len() {
            self.wanted[other] |= are_of_one(self.steps[step], self.steps[other]);
        }
    }

    fn want_all(&mut self) {
        self.wanted.fill(true);
    }
}

/// The schedules of a method, of which none was explored. `free`: which reads are.
#[must_use]
pub fn guide<'f>(method: Method, free: &'f FreeReads<'f>) -> Box<dyn Guide + 'f> {
    match method {
        Method::Dfs | Method::Dpor | Method::Icb | Method::IcbDpor => Box::new(Schedules::new(method)),
        Method::Mcr | Method::McrS => Box::new(Causal::new(false, free)),
        Method::SeMcr | Method::McrSPlus => Box::new(Causal::new(true, free)),
    }
}

impl Schedules {
    /// None yet.
    #[must_use]
    fn new(method: Method) -> Schedules {
        let bound = method.is_bounded().then_some(0);
        Schedules { method, path: Vec::new(), begun: false, bound, beyond: false }
    }

    fn is_within(&self, preemptions: u32) -> bool {
        self.bound.is_none_or(|bound| preemptions <= bound)
    }

    /// Goes back to the last state in which something is left to try, and on to that; false if there is none.
    fn go_back(&mut self) -> bool {
        while let Some(mut node) = self.path.pop() {
            node.done[node.taken] = true;
            for next in 0..node.steps.len() {
                if !node.wanted[next] || node.done[next] || node.is_asleep(node.steps[next]) {
                    continue;
                }
                if !self.is_within(node.preemptions_after(next)) {
                    self.beyond = true;
                    continue;
                }
                node.taken = next;
                self.path.push(node);
                return true;
            }
        }
        false
    }

    fn node(&self, at: &Crossing<'_>) -> Node {
        let before = at.path.len().checked_sub(1).map(|last| &self.path[last]);
        let touched = at.steps.iter().map(|&step| Touched::of(at.model, at.state, step, at.reducible)).collect();
        let ran = before.and_then(Node::ran_after);
        let can_run = ran.is_some() && at.steps.iter().any(|&step| runs(step) == ran);
        Node {
            steps: at.steps.to_vec(),
            touched,
            wanted: vec![false; at.steps.len()],
            done: vec![false; at.steps.len()],
            taken: 0,
            asleep: before.filter(|_| self.method == Method::Dpor).map_or_else(Vec::new, Node::asleep_after),
            ran,
            can_run,
            at_once: false,
            preemptions: before.map_or(0, |node| node.preemptions_after(node.taken)),
        }
    }

    /// The step to take in a state that was not seen on the last schedule: without a preemption, if there is one. None if all are asleep.
    fn first(&self, at: &Crossing<'_>, node: &Node) -> Option<usize> {
        let default = at.by_default();
        let preemptions = |n| if self.bound.is_some() { node.preemptions_after(n) } else { 0 };
        let awake = (0..at.steps.len()).filter(|&n| !node.is_asleep(at.steps[n]));
        awake.min_by_key(|&n| (preemptions(n), n != default))
    }
}

impl Guide for Schedules {
    fn begin(&mut self, _: usize) -> bool {
        if !std::mem::replace(&mut self.begun, true) || self.go_back() {
            return true;
        }
        let more = std::mem::take(&mut self.beyond);
        if more {
            self.bound = self.bound.map(|bound| bound + 1);
        }
        more
    }

    fn is_exhaustive(&self) -> bool {
        true
    }

    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize> {
        let depth = at.path.len();
        if let Some(node) = self.path.get(depth) {
            let step = node.steps[node.taken];
            if let Some(chosen) = at.steps.iter().position(|&other| other == step) {
                return Some(chosen);
            }
            // Something was learned, and so all this is done again.
            self.path.truncate(depth);
        }
        let mut node = self.node(at);
        let at_once = at.concerns_nobody().filter(|&n| !node.is_asleep(at.steps[n]));
        let chosen = at_once.or_else(|| self.first(at, &node))?;
        node.taken = chosen;
        node.at_once = at_once.is_some();
        node.want(chosen);
        if !node.at_once && (!self.method.reduces() || !at.reducible) {
            node.want_all();
        }
        self.path.push(node);
        Some(chosen)
    }

    fn ended(&mut self, end: &Ending<'_>) {
        if self.method.reduces() {
            self.reverse(end);
        }
    }
}
