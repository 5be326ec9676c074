//! Which threads must be tried in a state: persistent sets (Godefroid 1996), from what each thread may still touch.
//!
//! A set P of threads is *persistent* in a state if nothing that the other threads can do, without a step of P in between,
//! depends on the next step of a thread in P. Then it is enough to try the steps of P: what the others do first can as
//! well be done after. The model has no cycles (histories only grow), so nothing is put off for ever, and the search still
//! reaches every local history, every deadlock, and every final state.
//!
//! P is closed under: a thread outside whose future touches what a thread inside will touch next comes in.
//! `Need` says what that is, for each operation. Where it is nothing, why:
//! - *release, wait, notify, notifyAll, re-entrant acquire*: while the thread owns the monitor, no other can act on it,
//!   and time-outs need everybody to be idle;
//! - *a join that can go on*: stays so, and changes nothing;
//! - *an await*: it is nobody's step before a time-out ([`State::would_go_on`]), and that needs everybody to be idle;
//! - *the end of a thread*: what it enables (joins) cannot happen before it; only questions whether it is alive depend on
//!   it, and the end of the execution if there are daemons.
//!
//! A step that is not enabled needs whoever might enable it. An exit cuts everybody off, so it needs all; others need
//! not wait for it: what they do before it cannot change what it leads to, but for what they print.
//!
//! Soundness under learning: footprints cover what was learned so far. A search whose footprints grew on the way is
//! repeated ([`Model::generation`]), until one pass was made with footprints that hold for everything in it.

use super::contract::Reductions;
use super::reach::{Found, Reach};
use crate::model::Model;
use crate::model::footprint::{Access, Resource};
use crate::model::names::ThreadIx;
use crate::model::state::{Life, State, Waiting};
use crate::model::trie::{CellIx, Op};

/// Threads beyond this number are not reduced.
const MAX_THREADS: usize = 128;

/// What has to be tried together with a thread's next step.
#[derive(Debug)]
enum Need {
    /// Nobody.
    Nothing,
    /// Those who conflict with this access.
    Conflicting(Access),
    /// Those who conflict with one of these.
    ConflictingAny(Vec<Access>),
    /// This thread.
    Thread(ThreadIx),
    /// Everybody.
    All,
}

/// Computes persistent sets; keeps its buffers.
#[derive(Debug)]
pub struct Reduction {
    enabled: Reductions,
    /// By position in the list of candidates.
    needs: Vec<Need>,
    /// Those whom it needs, from their futures.
    needed: Vec<u128>,
    /// What the threads of a set touch next.
    accesses: Vec<Access>,
    reach: Reach,
    /// The thread that alone stood still in what `reach` says, if that holds in the state that the search is in: all that
    /// happened since are steps of this thread that the others cannot have noticed.
    alone: Option<ThreadIx>,
}

impl Reduction {
    /// Computes what is asked for.
    pub fn new(enabled: Reductions) -> Reduction {
        Reduction {
            enabled,
            needs: Vec::new(),
            needed: Vec::new(),
            accesses: Vec::new(),
            reach: Reach::default(),
            alone: None,
        }
    }

    /// Chooses among `running` (all threads that are running) those to be tried. `steps` says how many steps each can
    /// do. The answer is a set of positions in `running`: the one with the fewest steps, of equal ones that which
    /// contains `preferred`. None: all.
    pub fn choose(
        &mut self,
        model: &Model,
        state: &State,
        running: &[ThreadIx],
        steps: &[u32],
        preferred: usize,
    ) -> Option<u128> {
        if running.len() > MAX_THREADS || running.len() < 2 {
            return None;
        }
        let all = u128::MAX >> (MAX_THREADS - running.len());
        let preferred_first = || std::iter::once(preferred).chain((0..running.len()).filter(|&p| p != preferred));
        self.needs.clear();
        self.needs.extend(running.iter().map(|&thread| need(model, state, thread)));
        self.needed.clear();
        self.needed.resize(running.len(), 0);
        if self.alone == Some(running[preferred]) && steps[preferred] == 1 {
            let needed = self.needs[preferred].threads(all, running, |access| self.reach.conflicting(access));
            if needed & !(1 << preferred) == 0 {
                return Some(1 << preferred);
            }
        }
        for position in preferred_first() {
            let conflicting = |access| conflicting(model, state, running, access);
            let needed = self.needs[position].threads(all, running, conflicting) | 1 << position;
            if needed.count_ones() == 1 && steps[position] == 1 {
                return Some(needed);
            }
            self.needed[position] = needed;
        }
        let mut best = None;
        let mut fewest: u32 = steps.iter().sum();
        let count = |set: u128| (0..running.len()).filter(|&p| set >> p & 1 == 1).map(|p| steps[p]).sum::<u32>();
        for seed in preferred_first().filter(|&seed| steps[seed] > 0) {
            let mut closed = self.close(seed);
            if self.enabled.reach && steps[seed] < fewest && steps[seed] < count(closed) {
                closed = self.close_by_reach(model, state, running, seed, |set| count(set) < fewest).unwrap_or(closed);
            }
            if count(closed) < fewest {
                fewest = count(closed);
                best = Some(closed);
            }
        }
        best
    }

    /// Whether a decision since the last restart relies on what is known of a cell, beyond its future.
    pub fn relied_on(&self, cell: CellIx) -> bool {
        self.reach.relied_on(cell)
    }

    /// A thread has taken a step.
    pub fn stepped(&mut self, model: &Model, thread: ThreadIx, op: Op) {
        let unnoticed = self.alone == Some(thread)
            && match op {
                Op::Read(_) | Op::Acquire(_) => true,
                Op::Write(l, _) | Op::Update(l) => {
                    let shared = model.resources.shared(Resource::Location(l.0));
                    shared.is_none_or(|resource| self.reach.conflicting(Access { resource, writes: true }) == 0)
                }
                _ => false,
            };
        if !unnoticed {
            self.alone = None;
        }
    }

    /// The search has gone back.
    pub fn went_back(&mut self) {
        self.alone = None;
    }

    /// No decision counts any more.
    pub fn restart(&mut self) {
        self.alone = None;
        self.reach.restart();
    }

    fn close(&self, seed: usize) -> u128 {
        let mut closed = 0u128;
        let mut open = 1u128 << seed;
        while open != 0 {
            let position = open.trailing_zeros() as usize;
            closed |= 1 << position;
            open = (open | self.needed[position]) & !closed;
        }
        closed
    }

    /// The same with what the others can really do while those in the set stand still. None if it is not `worth` it.
    fn close_by_reach(
        &mut self,
        model: &Model,
        state: &State,
        running: &[ThreadIx],
        seed: usize,
        worth: impl Fn(u128) -> bool,
    ) -> Option<u128> {
        let all = u128::MAX >> (MAX_THREADS - running.len());
        let mut set = 1u128 << seed;
        loop {
            let mut grown = set;
            self.accesses.clear();
            for need in self.needs.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1).map(|(_, need)| need) {
                grown |= need.threads(all, running, |access| {
                    self.accesses.push(access);
                    0
                });
            }
            if !worth(grown) {
                return None;
            }
            if grown == set {
                self.alone = None;
                match self.reach.explore(model, state, running, set, &self.accesses) {
                    Found::Nothing => {
                        self.alone = (set == 1 << seed).then(|| running[seed]);
                        return Some(set);
                    }
                    Found::Conflict(position) => grown |= 1 << position,
                    Found::Unknown => return None,
                }
            }
            set = grown;
        }
    }
}

impl Need {
    /// The positions of the threads that are needed. `conflicting`: those who do something that conflicts with an access.
    fn threads(&self, all: u128, running: &[ThreadIx], mut conflicting: impl FnMut(Access) -> u128) -> u128 {
        match self {
            Need::Nothing => 0,
            Need::Conflicting(access) => conflicting(*access),
            Need::ConflictingAny(accesses) => accesses.iter().fold(0, |set, access| set | conflicting(*access)),
            Need::Thread(other) => position_of(running, *other),
            Need::All => all,
        }
    }
}

fn position_of(running: &[ThreadIx], thread: ThreadIx) -> u128 {
    running.iter().position(|&t| t == thread).map_or(0, |position| 1 << position)
}

fn conflicting(model: &Model, state: &State, running: &[ThreadIx], access: Access) -> u128 {
    let mut set = 0;
    for (position, &other) in running.iter().enumerate() {
        // A thread at its await does nothing before everybody is idle.
        let asleep = || state.awaits(model, other) && state.thread(other).waiting != Waiting::Stirred;
        if model.resources.conflicts(model.tries.cell(state.thread(other).cell).future, access) && !asleep() {
            set |= 1 << position;
        }
    }
    set
}

fn need(model: &Model, state: &State, thread: ThreadIx) -> Need {
    let me = state.thread(thread);
    let Some(op) = model.tries.cell(me.cell).op else { return Need::All };
    let access = |resource, writes| model.resources.shared(resource).map(|resource| Access { resource, writes });
    let read = |resource| access(resource, false).map_or(Need::Nothing, Need::Conflicting);
    let write = |resource| access(resource, true).map_or(Need::Nothing, Need::Conflicting);
    match op {
        Op::Read(l) => read(Resource::Location(l.0)),
        Op::Write(l, _) | Op::Update(l) => write(Resource::Location(l.0)),
        Op::Acquire(m) => match state.owner(m) {
            Some(owner) if owner == thread => Need::Nothing,
            Some(owner) => Need::Thread(owner),
            None => write(Resource::Monitor(m.0)),
        },
        Op::Resume(m) => match (me.waiting, state.owner(m)) {
            (Waiting::Notified, Some(owner)) => Need::Thread(owner),
            _ => write(Resource::Monitor(m.0)),
        },
        Op::Release(_) | Op::Wait { .. } | Op::Notify(_) | Op::NotifyAll(_) => Need::Nothing,
        Op::Start { .. } if me.daemon => Need::All,
        Op::Start { child, .. } => write(Resource::Aliveness(child.0)),
        Op::Join { child, .. } if state.thread(child).life == Life::Ended => Need::Nothing,
        Op::Join { child, .. } => read(Resource::Liveness(child.0)),
        Op::Alive(child) if state.thread(child).life == Life::Ended => Need::Nothing,
        Op::Alive(child) => read(Resource::Aliveness(child.0)),
        Op::Await(_) if me.waiting != Waiting::Stirred => Need::Nothing,
        Op::Await(number) => {
            let sights = model.names.sights(number);
            let locations = sights.reads.iter().map(|(l, _)| Resource::Location(l.0));
            let threads = sights.alive.iter().map(|t| Resource::Aliveness(t.0));
            Need::ConflictingAny(locations.chain(threads).filter_map(|seen| access(seen, false)).collect())
        }
        Op::Print(_) => write(Resource::Output),
        Op::Exit(_) => Need::All,
        Op::End(uncaught) => {
            let alive = Resource::Aliveness(thread.0);
            match (model.resources.daemons(), me.daemon) {
                (true, false) => Need::All,
                (true, true) if uncaught.is_some() => {
                    let both = [alive, Resource::Output];
                    Need::ConflictingAny(both.into_iter().filter_map(|written| access(written, true)).collect())
                }
                _ => write(alive),
            }
        }
    }
}
