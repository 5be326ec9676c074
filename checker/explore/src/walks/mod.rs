//! Walks through the model, from the initial state to an end: which step to take is the walker's choice.
//!
//! Steps that concern nobody are taken at once, and no walker is asked: what others do instead can as well be done after them. A walk that comes to a step of
//! which nobody knows where it leads has found something to execute. What is known of the program is the same for all
//! walkers and for the search, so nothing that one of them has executed is executed by another.
//!
//! - `random`, `pct`, `pos`: by chance, in three ways;
//! - `deviations`: one after the other, those with the fewest deviations first;
//! - along predictions, which come from elsewhere ([`Options::predictions`]).
//!
//! Invariant: what a walker chooses depends on the seed and on what it was shown, so that an exploration by one JVM is the same each time.

mod deviations;
mod pct;
mod pos;
mod random;

use super::contract::{Options, OrderWork};
use super::path::{Branch, Taken};
use super::reduction;
use super::strategy::Walker;
use fastrand::Rng;
use mcr_model::Model;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, State};
use mcr_model::trie::CellIx;
use mcr_protocol::{Trace, Value, Wake};
use rustc_hash::FxHashSet;

/// A state on a walk in which there is more than one step to take.
pub struct Crossing<'a> {
    /// What is known.
    pub model: &'a Model,
    /// The state.
    pub state: &'a State,
    /// Who runs.
    pub running: &'a [ThreadIx],
    /// What can be done; what a thread can do is together.
    pub steps: &'a [Branch],
    /// Whose event was the last.
    pub last: ThreadIx,
    /// Steps that were taken before.
    pub path: &'a [Taken],
    /// Whether some of the steps can be left out if they are independent: not where somebody goes on because nobody else can.
    pub reducible: bool,
    /// Steps of which somebody finds out where they lead, or nobody can.
    pub asked: [&'a FxHashSet<(CellIx, Value)>; 2],
    /// Whether it is time to stop: asked often by those who look at it for long.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

/// The end of a walk.
pub struct Ending<'a> {
    /// What is known.
    pub model: &'a Model,
    /// The state there.
    pub state: &'a State,
    /// The steps to there.
    pub path: &'a [Taken],
    /// Whether it is time to stop: asked often by those who look at it for long.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

/// Chooses the steps of walks.
pub trait Guide: std::fmt::Debug {
    /// Another walk begins; false if nothing is left to walk. `longest`: steps of the longest walk so far.
    fn begin(&mut self, longest: usize) -> bool;

    /// Whether there may be a walk now; there may be later.
    fn has_some(&self) -> bool {
        true
    }

    /// Whether the next walk is likely to show a failure, so that it need not be earned.
    fn is_urgent(&self) -> bool {
        false
    }

    /// An execution has shown this, of whoever has found it.
    fn shown(&mut self, _: &Trace) {}

    /// The walk has ended where nobody knew how it goes on, and soon somebody will.
    fn comes_back(&mut self) {}

    /// Which of the steps to take; none: another walk has come, or will come, to whatever is behind all of them.
    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize>;

    /// Operations that it has looked at for that, to be counted once.
    fn looked_at(&mut self) -> u64 {
        0
    }

    /// Whether everything was walked when nothing is left, if nothing was learned on the way. Then it is asked in every state.
    fn is_exhaustive(&self) -> bool {
        false
    }

    /// What it has not walked though it should have, if it is exhaustive otherwise.
    fn left_out(&self) -> Option<&'static str> {
        None
    }

    /// What it has asked about orders, if it asks.
    fn work(&self) -> Option<OrderWork> {
        None
    }

    /// The walk has come to its end, or was left where nothing was chosen.
    fn ended(&mut self, _: &Ending<'_>) {}
}

/// The guide of a kind of walks; none if nobody has said where predictions come from.
#[must_use]
pub fn guide(walker: Walker, options: &Options) -> Option<Box<dyn Guide>> {
    Some(match walker {
        Walker::Random => Box::new(random::Random::new(options)),
        Walker::Pct => Box::new(pct::Pct::new(options)),
        Walker::Pos => Box::new(pos::Pos::new(options)),
        Walker::Delays => Box::new(deviations::Deviations::default()),
        Walker::Predicted => options.predictions?(options),
    })
}

/// Who draws from chance.
#[derive(Clone, Copy, Debug)]
pub enum Drawer {
    /// [`Walker::Random`].
    Random = 1,
    /// [`Walker::Pct`].
    Pct = 2,
    /// [`Walker::Pos`].
    Pos = 3,
    /// Walks that seek, where they go astray.
    Seeker = 4,
}

/// Chance for one of them: with a seed ([`Options::seed`]) all draw, each something else, the same each time.
#[must_use]
pub fn chance(options: &Options, drawer: Drawer) -> Rng {
    Rng::with_seed(options.seed.wrapping_mul(8).wrapping_add(drawer as u64))
}

impl Crossing<'_> {
    /// The step of whoever runs without preemption: the thread of the last event, or else the next one, in the order in which the model has met them (most
    /// often that of their starts). Writes arrive when nobody can go on, and nobody wakes for no reason before that.
    #[must_use]
    pub fn by_default(&self) -> usize {
        (0..self.steps.len()).min_by_key(|&n| self.distance(self.steps[n])).unwrap_or(0)
    }

    /// The smaller, the nearer is the step to [`Crossing::by_default`].
    #[must_use]
    pub fn distance(&self, branch: Branch) -> (u32, u32) {
        let all = u32::try_from(self.state.threads().len()).unwrap_or(u32::MAX);
        match branch.choice {
            Choice::Arrive(_) => (1, 0),
            Choice::Back(Wake::Spurious) => (2, 0),
            _ => (0, (branch.thread.0 + all - self.last.0) % all),
        }
    }

    /// A step that can be taken at once, because it concerns nobody and there is no other of its thread; none if each of them matters.
    #[must_use]
    pub fn concerns_nobody(&self) -> Option<usize> {
        let is_only = |n: usize| {
            let of = |other: usize| self.steps.get(other).map(|step| step.thread);
            of(n) != n.checked_sub(1).and_then(of) && of(n) != of(n + 1)
        };
        (0..self.steps.len()).find(|&n| {
            let thread = self.steps[n].thread;
            self.steps[n].choice == Choice::Plain
                && is_only(n)
                && reduction::concerns_nobody(self.model, self.state, self.running, thread)
        })
    }
}
