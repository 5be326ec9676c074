//! Walks that seek what a thread was not seen to find: another kind of detours, not by chance.
//!
//! What is left to learn is a place of a thread and a value that it has not read there. Where many threads look at what all of them change, most walks by
//! chance come to few such places, and to the last ones to none: the value is there at one time only, and by then the thread has passed the place most often. So
//! here *a thread that would come to something new, if it went on alone from this state, goes on*; and where there is none, *that with the least left to
//! learn ahead*: the others wait until there is something new for them. Of equal ones the next one in the order of their starts goes on, as in the executions that are
//! asked for.
//!
//! How much is left to learn at a place is not known. It is estimated: as many outcomes as some other place has at which the same location is read.
//!
//! Invariant: it is about the order in which things are looked for, and decides nothing else. A seeker that has found nothing goes astray now and then in its next walks, so
//! these are others.

use crate::contract::Options;
use crate::path::Branch;
use crate::walks::{Crossing, Drawer, Guide, chance};
use fastrand::Rng;
use mcr_model::names::LocationIx;
use mcr_model::state::{Choice, Life};
use mcr_model::trie::{Cell, CellIx, Op};
use mcr_protocol::{Learns, Value};

/// Operations that are looked at ahead of a thread.
const FAR: usize = 32;

/// One choice in so many is made by chance after a walk in vain.
const ASTRAY: usize = 8;

/// See the module.
#[derive(Debug)]
pub(super) struct Seeker {
    rng: Rng,
    /// By location: the most outcomes that are known of a place where it is read, of those that were looked at.
    outcomes: Vec<usize>,
    /// What the thread whose steps are looked at has written by then.
    written: Vec<(LocationIx, Value)>,
    /// The last walk came to something.
    came: bool,
    /// Whether to go astray.
    astray: bool,
    /// See [`Guide::looked_at`].
    looked_at: u64,
}

/// What is ahead of a thread; better things come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ahead {
    /// Something that nobody knows.
    New,
    /// Outcomes that are left to learn at the places on its way.
    Left(usize),
    /// Something that is being found out, or cannot be.
    Asked,
}

impl Seeker {
    pub(super) fn new(options: &Options) -> Seeker {
        Seeker {
            rng: chance(options, Drawer::Seeker),
            outcomes: Vec::new(),
            written: Vec::new(),
            came: true,
            astray: false,
            looked_at: 0,
        }
    }
}

impl Guide for Seeker {
    fn begin(&mut self, _: usize) -> bool {
        self.astray = !std::mem::take(&mut self.came);
        true
    }

    fn comes_back(&mut self) {
        self.came = true;
    }

    fn choose(&mut self, at: &Crossing<'_>) -> Option<usize> {
        if self.astray && self.rng.usize(..ASTRAY) == 0 {
            return Some(self.rng.usize(..at.steps.len()));
        }
        let mut order: Vec<usize> = (0..at.steps.len()).collect();
        order.sort_by_key(|&n| at.distance(at.steps[n]));
        let mut best = None;
        for n in order {
            let ahead = self.ahead(at, at.steps[n]);
            if best.is_none_or(|(_, least)| ahead < least) {
                best = Some((n, ahead));
            }
            if ahead == Ahead::New {
                break;
            }
        }
        best.map(|(n, _)| n)
    }

    fn looked_at(&mut self) -> u64 {
        std::mem::take(&mut self.looked_at)
    }
}

impl Seeker {
    /// What a thread comes to if it takes a step, and goes on alone as far as it can.
    fn ahead(&mut self, at: &Crossing<'_>, Branch { thread, choice }: Branch) -> Ahead {
        let Crossing { model, state, asked, .. } = *at;
        let unknown = |step| if asked.iter().any(|steps| steps.contains(&step)) { Ahead::Asked } else { Ahead::New };
        let mut left = 0;
        if matches!(choice, Choice::Arrive(_)) {
            return Ahead::Left(left);
        }
        self.written.clear();
        let mut here = state.thread(thread).cell;
        for n in 0..FAR {
            self.looked_at += 1;
            let cell = model.tries.cell(here);
            let Some(op) = cell.op else { break };
            let is_stopped = match op {
                Op::Acquire { monitor, .. } => state.owner(monitor).is_some_and(|owner| owner != thread),
                Op::Join { child, .. } => state.thread(child).life != Life::Ended,
                Op::Wait { .. } | Op::Resume(_) | Op::Guarded { .. } | Op::Park(_) | Op::Await(_) => true,
                _ => op.is_last(),
            };
            if is_stopped && n > 0 || op.is_last() {
                break;
            }
            if op.learns() == Learns::Nothing {
                if let Op::Write(location, value, _) = op {
                    self.written.push((location, value));
                }
                if cell.next == CellIx::NONE {
                    return unknown((here, Value::ZERO));
                }
                here = cell.next;
                continue;
            }
            let learned = match op {
                Op::Read(location) | Op::Update(location, _) => {
                    left += self.left(cell, location);
                    let own = self.written.iter().rev().find(|(written, _)| *written == location);
                    Some(own.map_or_else(|| state.sees(thread, location), |&(_, value)| value))
                }
                _ if n == 0 => state.learned(model, thread, choice),
                _ => None,
            };
            let Some(learned) = learned else { break };
            let Some(edge) = cell.edge(learned) else { return unknown((here, learned)) };
            if let Op::Update(location, _) = op {
                self.written.push((location, edge.written));
            }
            here = edge.to;
        }
        Ahead::Left(left)
    }

    /// How many outcomes are left to learn where a location is read.
    fn left(&mut self, cell: &Cell, location: LocationIx) -> usize {
        let number = location.0 as usize;
        if self.outcomes.len() <= number {
            self.outcomes.resize(number + 1, 0);
        }
        let most = &mut self.outcomes[number];
        *most = (*most).max(cell.edges.len());
        *most - cell.edges.len()
    }
}
