//! Which threads must be tried in a state: persistent sets (Godefroid 1996), from what each thread may still touch.
//!
//! A set P of threads is *persistent* in a state if nothing that the other threads can do, without a step of P in between,
//! depends on the next step of a thread in P. Then it is enough to try the steps of P: what the others do first can as
//! well be done after. The model has no cycles (histories only grow), so nothing is put off for ever, and the search still
//! reaches every local history, every deadlock, and every final state.
//!
//! P is closed under: a thread outside whose future touches what a thread inside will touch next comes in.
//! `Need` says what that is, for each operation. Where it is nothing, why:
//! - *release, wait, notify, notifyAll, re-entrant acquire*: while the thread owns the monitor, no other can act on it, nor
//!   leave a wait on it for whatever reason. Others may find it taken and go on if they only try, or give up at any time:
//!   then release and wait, which make it free, need those who act on that monitor;
//! - *a join that can go on*: stays so, and changes nothing; an interrupt does not matter to it any more;
//! - *an await*: it is nobody's step before somebody saw the thread in its round ([`State::would_go_on`]). As long as nobody
//!   looks at others that is a time-out, which needs everybody to be idle;
//! - *the end of a thread*: what it enables (joins) cannot happen before it; only questions whether it is alive depend on
//!   it, joins that may be over before it, those in the wait set that it notifies, and the end of the execution if there
//!   are daemons;
//! - *a choice*: concerns nobody else.
//!
//! Permits and interrupt flags are locations. An operation that an interrupt may end counts as a write of the flag of its thread; so
//! it is tried both before and after everything that sets, clears or reads the flag. Giving up at any time is a step like
//! others of the same operation, and depends on the same things. Two steps need *all to be idle*: giving up under
//! [`mcr_protocol::Timeouts::Idle`], and blocking for ever where only a spurious wake-up could help. If the thread has
//! another step before that (it was interrupted; it may wake spuriously), everybody else has to be tried as well.
//!
//! If somebody asks what another is doing, whatever may change that counts as a write of one resource, which the question
//! reads ([`crate::model::footprint::Resources::doings`]), and the question needs everybody.
//!
//! A step that is not enabled needs whoever might enable it. An exit cuts everybody off, so it needs all; others need
//! not wait for it: what they do before it cannot change what it leads to, but for what they print.
//!
//! Soundness under learning: footprints cover what was learned so far. A search whose footprints grew on the way is
//! repeated ([`Model::generation`]), until one pass was made with footprints that hold for everything in it.

use crate::model::Model;
use crate::model::footprint::{Footprint, Resource};
use crate::model::names::ThreadIx;
use crate::model::state::{Life, State, Waiting};
use crate::model::trie::{Op, Waits};
use mcr_protocol::Change;

/// Threads beyond this number are not reduced.
const MAX_THREADS: usize = 128;

/// What has to be tried together with a thread's next step.
enum Need {
    /// Those who conflict with this.
    Conflicting(Footprint),
    /// This thread.
    Thread(ThreadIx),
    /// Everybody.
    All,
}

const NOTHING: Need = Need::Conflicting(Footprint { reads: 0, writes: 0 });

/// Computes persistent sets; keeps its buffers.
#[derive(Debug, Default)]
pub struct Reduction {
    /// By position in the list of candidates: those whom it needs.
    needs: Vec<u128>,
}

impl Reduction {
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
        self.needs.resize(running.len(), 0);
        for position in preferred_first() {
            let thread = running[position];
            let mut needs = match need(model, state, thread) {
                Need::All => all,
                Need::Thread(other) => position_of(running, other),
                Need::Conflicting(what) => conflicting(model, state, running, what),
            };
            needs |= 1 << position;
            if needs.count_ones() == 1 && steps[position] == 1 {
                return Some(needs);
            }
            self.needs[position] = needs;
        }
        let mut best = None;
        let mut fewest: u32 = steps.iter().sum();
        for seed in preferred_first() {
            if steps[seed] == 0 {
                continue;
            }
            let closed = self.close(seed);
            let count: u32 = (0..running.len()).filter(|&p| closed >> p & 1 == 1).map(|p| steps[p]).sum();
            if count < fewest {
                fewest = count;
                best = Some(closed);
            }
        }
        best
    }

    fn close(&self, seed: usize) -> u128 {
        let mut closed = 0u128;
        let mut open = 1u128 << seed;
        while open != 0 {
            let position = open.trailing_zeros() as usize;
            closed |= 1 << position;
            open = (open | self.needs[position]) & !closed;
        }
        closed
    }
}

fn position_of(running: &[ThreadIx], thread: ThreadIx) -> u128 {
    running.iter().position(|&t| t == thread).map_or(0, |position| 1 << position)
}

fn conflicting(model: &Model, state: &State, running: &[ThreadIx], what: Footprint) -> u128 {
    if what == Footprint::default() {
        return 0;
    }
    let looks = model.resources.some_look_at_others();
    let mut set = 0;
    for (position, &other) in running.iter().enumerate() {
        // A thread at its await does nothing before everybody is idle, or somebody has looked at it.
        let asleep = !looks && state.awaits(model, other) && !state.thread(other).stirred;
        if !asleep && what.conflicts(model.tries.cell(state.thread(other).cell).future) {
            set |= 1 << position;
        }
    }
    set
}

/// What has to be tried together with the next step of a thread, also because somebody may ask what it is doing.
fn need(model: &Model, state: &State, thread: ThreadIx) -> Need {
    let me = state.thread(thread);
    let Some(op) = model.tries.cell(me.cell).op else { return Need::All };
    if waits_for_all_to_be_idle(model, state, thread, op) {
        return Need::All;
    }
    match need_of(model, state, thread, op) {
        Need::Conflicting(what) => Need::Conflicting(what.union(model.resources.doings(op))),
        need => need,
    }
}

/// Whether a thread that has a step now has another one when all are idle, and not before.
fn waits_for_all_to_be_idle(model: &Model, state: &State, thread: ThreadIx, op: Op) -> bool {
    let interrupted = || model.rules.gives_up_idle(op.waits().limit) && state.interrupted(thread, op);
    interrupted() || model.rules.spurious && state.may_wake_spuriously(thread, op)
}

fn need_of(model: &Model, state: &State, thread: ThreadIx, op: Op) -> Need {
    let me = state.thread(thread);
    let resources = &model.resources;
    let bit = |resource| resources.bit(resource);
    let reads = |resource| Footprint::read(bit(resource));
    let writes = |resource| Footprint::write(bit(resource));
    let interrupt = |waits: Waits| waits.flag.map_or_else(Footprint::default, |l| writes(Resource::Location(l.0)));
    match op {
        Op::Read(l) => Need::Conflicting(reads(Resource::Location(l.0))),
        Op::Write(l, _) | Op::Update(l) => Need::Conflicting(writes(Resource::Location(l.0))),
        Op::Acquire { monitor: m, waits, .. } => match state.owner(m) {
            Some(owner) if owner == thread => Need::Conflicting(interrupt(waits)),
            Some(owner) if !model.rules.ends_early(waits) => Need::Thread(owner),
            _ => Need::Conflicting(writes(Resource::Monitor(m.0)).union(interrupt(waits))),
        },
        Op::Resume { monitor: m, waits, .. } => match (me.waiting, state.owner(m)) {
            (Waiting::Notified, Some(owner)) => Need::Thread(owner),
            (Waiting::Notified, None) => Need::Conflicting(writes(Resource::Monitor(m.0))),
            _ => Need::Conflicting(writes(Resource::Monitor(m.0)).union(interrupt(waits))),
        },
        Op::Release(m) | Op::Wait { monitor: m, .. } if resources.tried(m) => {
            Need::Conflicting(writes(Resource::Monitor(m.0)))
        }
        Op::Release(_) | Op::Wait { .. } | Op::Notify { .. } | Op::NotifyAll { .. } | Op::Choose(_) => NOTHING,
        Op::Guarded { location: l, change, waits, .. } => {
            let number = Resource::Location(l.0);
            let touches = if change == Change::Keep { reads(number) } else { writes(number) };
            Need::Conflicting(touches.union(interrupt(waits)))
        }
        Op::Park { permit, flag, .. } => {
            Need::Conflicting(writes(Resource::Location(permit.0)).union(reads(Resource::Location(flag.0))))
        }
        Op::Start { .. } if me.daemon => Need::All,
        Op::Start { child, .. } => Need::Conflicting(writes(Resource::Aliveness(child.0))),
        Op::Join { child, .. } if state.thread(child).life == Life::Ended => NOTHING,
        Op::Join { child, waits } => Need::Conflicting(reads(Resource::Liveness(child.0)).union(interrupt(waits))),
        Op::Alive(child) if state.thread(child).life == Life::Ended => NOTHING,
        Op::Alive(child) => Need::Conflicting(reads(Resource::Aliveness(child.0))),
        Op::State(_) => Need::All,
        Op::Await(_) if !me.stirred && !resources.some_look_at_others() => NOTHING,
        Op::Await(_) if !me.stirred => Need::All,
        Op::Await(number) => {
            let sights = model.names.sights(number);
            let locations = sights.reads.iter().map(|(l, _)| bit(Resource::Location(l.0)));
            let threads = sights.alive.iter().map(|t| bit(Resource::Aliveness(t.0)));
            if sights.states.is_empty() {
                Need::Conflicting(Footprint::read(locations.chain(threads).fold(0, |all, bit| all | bit)))
            } else {
                Need::All
            }
        }
        Op::Print(_) => Need::Conflicting(writes(Resource::Output)),
        Op::Exit(_) => Need::All,
        Op::End { uncaught, notifies } => {
            let alive = writes(Resource::Aliveness(thread.0));
            let notified = notifies.map_or_else(Footprint::default, |m| writes(Resource::Monitor(m.0)));
            match (resources.daemons(), me.daemon) {
                (true, false) => Need::All,
                (true, true) if uncaught.is_some() => {
                    Need::Conflicting(alive.union(notified).union(writes(Resource::Output)))
                }
                _ => Need::Conflicting(alive.union(notified)),
            }
        }
    }
}
