//! Which threads and arrivals of writes ([`Process`]) must be tried in a state: persistent sets (Godefroid 1996), from what each may
//! still touch.
//!
//! A set P of processes is *persistent* in a state if nothing that the others can do, without a step of P in between,
//! depends on the next step of a thread in P. Then it is enough to try the steps of P: what the others do first can as
//! well be done after. The model has no cycles (no thread comes to a key twice, [`mcr_model::trie`]), so nothing is put off for ever, and
//! the search still reaches every place that a thread can come to, on every way, every deadlock, and every final state.
//!
//! P is closed under: a thread outside whose future touches what a thread inside will touch next comes in.
//! What that is says [`Op::touches`]; `matters_here` says where it is less, and why:
//! - *release, wait, notify, notifyAll, re-entrant acquire*: while the thread owns the monitor, no other can act on it, nor
//!   come back from a wait on it for whatever reason. Others may find it taken and go on if they only try, or give up at any time:
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
//! A write that enters a buffer concerns nobody; its arrival is another process, which concerns those who touch the location. An
//! operation that waits for the buffer of its thread needs the first arrival from there.
//!
//! A notify depends on which sleepers are leaving, so it is tried both before and after others set the flags of these. All flags of
//! sleepers count as one resource there ([`mcr_model::footprint::Resources::changes_leaving`]).
//!
//! If somebody asks what another is doing, whatever may change that counts as a write of one resource, which the question
//! reads ([`mcr_model::footprint::Resources::matters`]), and the question needs everybody.
//!
//! A step that is not enabled needs whoever might enable it. An exit cuts everybody off, so it needs all; others need
//! not wait for it: what they do before it cannot change what it leads to, but for what they print.
//!
//! Soundness under learning: footprints cover what was learned so far. A search whose footprints grew on the way is
//! repeated ([`Model::generation`]), until one pass was made with footprints that hold for everything in it.

use super::contract::Reductions;
use super::process::{Pending, Process, list_pending};
use super::process_set::ProcessSet;
use super::reach::{Found, Reach};
use mcr_model::Model;
use mcr_model::footprint::{Access, Accesses, Resource, Resources, Touch};
use mcr_model::names::ThreadIx;
use mcr_model::state::{Life, State, Waiting};
use mcr_model::trie::{CellIx, Op};
use mcr_protocol::Wake;

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
    /// The first write in the buffer of its thread to arrive, and whoever else is needed.
    Buffer(Box<Need>),
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
    needed: Vec<ProcessSet>,
    /// The writes that have not arrived.
    pending: Vec<Pending>,
    /// The same writes that others may notice: the resource, and where in `pending`; by resource.
    noticed: Vec<(u32, usize)>,
    /// See [`Others`].
    known: Vec<(Access, ProcessSet)>,
    /// See [`list_pending`].
    first_to: Vec<usize>,
    /// What the threads of a set touch next.
    accesses: Vec<(Access, ThreadIx)>,
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
            pending: Vec::new(),
            noticed: Vec::new(),
            known: Vec::new(),
            first_to: Vec::new(),
            accesses: Vec::new(),
            reach: Reach::default(),
            alone: None,
        }
    }

    /// Chooses among all that may step, and all threads that are running, those to be tried. `steps` says how many steps each can
    /// do. The answer is a set of positions in `processes`: the one with the fewest steps, of equal ones that which
    /// contains `preferred`. None: all.
    pub fn choose(
        &mut self,
        model: &Model,
        state: &State,
        processes: &[Process],
        steps: &[u32],
        preferred: usize,
    ) -> Option<ProcessSet> {
        if processes.len() < 2 {
            return None;
        }
        let preferred_first = || std::iter::once(preferred).chain((0..processes.len()).filter(|&p| p != preferred));
        list_pending(model, state, processes, &mut self.first_to, &mut self.pending);
        self.noticed.clear();
        let noticed = self.pending.iter().enumerate();
        self.noticed.extend(noticed.filter_map(|(n, write)| write.access.map(|access| (access.resource, n))));
        self.noticed.sort_unstable();
        self.needs.clear();
        self.needs.extend(processes.iter().map(|&process| need(model, state, process)));
        self.needed.clear();
        self.needed.resize(processes.len(), ProcessSet::default());
        if self.alone.is_some_and(|alone| Process::Thread(alone) == processes[preferred]) && steps[preferred] == 1 {
            let mut needed = ProcessSet::default();
            self.needs[preferred].positions(processes, preferred, &mut needed, &mut |access, needed| {
                needed.insert_all(self.reach.conflicting(access));
            });
            if needed.is_within(preferred) {
                return Some(ProcessSet::just(preferred));
            }
        }
        let mut others =
            Others { model, state, processes, pending: &self.pending, noticed: &self.noticed, known: &mut self.known };
        others.known.clear();
        for position in preferred_first() {
            let by = processes[position].thread();
            let mut needed = ProcessSet::just(position);
            self.needs[position].positions(processes, position, &mut needed, &mut |access, needed| {
                others.conflicting(by, access, needed);
            });
            if steps[position] == 1 && needed.is_within(position) {
                return Some(needed);
            }
            self.needed[position] = needed;
        }
        let mut best = None;
        let mut fewest: u32 = steps.iter().sum();
        let count = |set: &ProcessSet| set.iter().map(|p| steps[p]).sum::<u32>();
        let mut settled = ProcessSet::default();
        for seed in preferred_first().filter(|&seed| steps[seed] > 0) {
            if settled.contains(seed) {
                continue;
            }
            let mut closed = self.close(seed);
            self.settle(model, state, processes, seed, &mut settled);
            if self.enabled.reach && steps[seed] < fewest && steps[seed] < count(&closed) {
                closed =
                    self.close_by_reach(model, state, processes, seed, |set| count(set) < fewest).unwrap_or(closed);
            }
            if count(&closed) < fewest {
                fewest = count(&closed);
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
                Op::Read(_) | Op::Choose(_) => true,
                // Others find it closed; an interrupt would have cleared a flag.
                Op::Acquire { patience, .. } => patience.flag.is_none(),
                Op::Write(l, ..) | Op::Update(l, _) => {
                    let shared = model.resources.shared(Resource::Location(l));
                    shared.is_none_or(|resource| self.reach.conflicting(Access { resource, writes: true }).is_empty())
                }
                _ => false,
            };
        if !unnoticed {
            self.alone = None;
        }
    }

    /// A write has arrived.
    pub fn arrived(&mut self) {
        self.alone = None;
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

    fn close(&self, seed: usize) -> ProcessSet {
        let mut closed = ProcessSet::just(seed);
        let mut open = vec![seed];
        while let Some(position) = open.pop() {
            open.extend(closed.new_of(&self.needed[position]));
            closed.insert_all(&self.needed[position]);
        }
        closed
    }

    /// Adds those whose sets have `seed` in them, and are in its set, whatever others do: because what each does next conflicts with what the other does
    /// next. Their sets are the same.
    fn settle(&self, model: &Model, state: &State, processes: &[Process], seed: usize, settled: &mut ProcessSet) {
        let next = |position: usize| match processes[position] {
            Process::Thread(thread) => Some(state.thread(thread).cell).filter(|_| !state.awaits(model, thread)),
            Process::Arrival(..) => None,
        };
        let Some(mine) = next(seed) else { return };
        let conflicts = |need: &Need, other: &Accesses| match need {
            Need::Conflicting(access) => other.iter().flatten().any(|theirs| theirs.conflicts(*access)),
            _ => false,
        };
        let mine = model.accesses(mine);
        for position in self.needed[seed].iter().filter(|&position| position != seed) {
            let Some(cell) = next(position) else { continue };
            if conflicts(&self.needs[position], &mine) && conflicts(&self.needs[seed], &model.accesses(cell)) {
                settled.insert(position);
            }
        }
    }

    /// The same with what the others can really do while those in the set stand still. None if it is not `worth` it.
    fn close_by_reach(
        &mut self,
        model: &Model,
        state: &State,
        processes: &[Process],
        seed: usize,
        worth: impl Fn(&ProcessSet) -> bool,
    ) -> Option<ProcessSet> {
        let mut set = ProcessSet::just(seed);
        loop {
            let mut grown = set.clone();
            self.accesses.clear();
            for position in set.iter() {
                self.needs[position].positions(processes, position, &mut grown, &mut |access, _| {
                    self.accesses.push((access, processes[position].thread()));
                });
            }
            if !worth(&grown) {
                return None;
            }
            if grown == set {
                self.alone = None;
                match self.reach.explore(model, state, processes, &self.pending, &set, &self.accesses) {
                    Found::Nothing => {
                        let alone = if let Process::Thread(thread) = processes[seed] { Some(thread) } else { None };
                        self.alone = alone.filter(|_| set.is_within(seed));
                        return Some(set);
                    }
                    Found::Conflict(positions) => grown.insert_all(&positions),
                    Found::Unknown => return None,
                }
            }
            set = grown;
        }
    }
}

impl Need {
    /// Those as well who conflict with this, if others touch it.
    fn add(&mut self, resources: &Resources, touch: Touch) {
        let Some(resource) = resources.shared(touch.resource) else { return };
        let access = Access { resource, writes: touch.writes };
        match self {
            Need::Nothing => *self = Need::Conflicting(access),
            Need::Conflicting(first) => *self = Need::ConflictingAny(vec![*first, access]),
            Need::ConflictingAny(all) => all.push(access),
            Need::Thread(_) | Need::Buffer(_) | Need::All => {}
        }
    }

    /// Adds the positions of those that are needed by the one at this position. `conflicting` adds those who do something that
    /// conflicts with an access.
    fn positions(
        &self,
        processes: &[Process],
        position: usize,
        needed: &mut ProcessSet,
        conflicting: &mut impl FnMut(Access, &mut ProcessSet),
    ) {
        match self {
            Need::Nothing => {}
            Need::Conflicting(access) => conflicting(*access, needed),
            Need::ConflictingAny(accesses) => accesses.iter().for_each(|access| conflicting(*access, needed)),
            Need::Thread(other) => add_first(processes, needed, |process| process == Process::Thread(*other)),
            Need::Buffer(need) => {
                let me = processes[position].thread();
                add_first(processes, needed, |p| matches!(p, Process::Arrival(thread, _) if thread == me));
                need.positions(processes, position, needed, conflicting);
            }
            Need::All => needed.insert_below(processes.len()),
        }
    }
}

fn add_first(processes: &[Process], set: &mut ProcessSet, wanted: impl Fn(Process) -> bool) {
    if let Some(position) = processes.iter().position(|&process| wanted(process)) {
        set.insert(position);
    }
}

/// Who may do something that a process would notice.
struct Others<'a> {
    model: &'a Model,
    state: &'a State,
    processes: &'a [Process],
    /// See [`Reduction`].
    pending: &'a [Pending],
    noticed: &'a [(u32, usize)],
    /// Where no writes are on their way: who conflicts with an access, as far as somebody has asked.
    known: &'a mut Vec<(Access, ProcessSet)>,
}

impl Others<'_> {
    /// Adds the positions of those who do something that conflicts with an access by a thread or one of its writes. If no writes are on their way
    /// the thread itself may be among them.
    fn conflicting(&mut self, by: ThreadIx, access: Access, set: &mut ProcessSet) {
        if !self.pending.is_empty() {
            return self.list(Some(by), access, set);
        }
        if let Some((_, known)) = self.known.iter().find(|(other, _)| *other == access) {
            return set.insert_all(known);
        }
        let mut all = ProcessSet::default();
        self.list(None, access, &mut all);
        set.insert_all(&all);
        self.known.push((access, all));
    }

    fn list(&self, by: Option<ThreadIx>, access: Access, set: &mut ProcessSet) {
        let Others { model, state, processes, .. } = *self;
        let looks = model.resources.some_look_at_others();
        let is_doings = model.resources.shared(Resource::Doings) == Some(access.resource);
        for (position, &process) in processes.iter().enumerate() {
            // A thread and its arrivals are independent.
            if Some(process.thread()) == by {
                continue;
            }
            let conflicts = match process {
                Process::Thread(other) => {
                    // A thread at its await does nothing before everybody is idle, or somebody has looked at it.
                    let asleep = || !looks && state.awaits(model, other) && !state.thread(other).stirred;
                    model.resources.conflicts(model.tries.cell(state.thread(other).cell).future, access) && !asleep()
                }
                Process::Arrival(..) if is_doings => true,
                // All others are arrivals too.
                Process::Arrival(..) => break,
            };
            if conflicts {
                set.insert(position);
            }
        }
        let first = self.noticed.partition_point(|&(resource, _)| resource < access.resource);
        let arrivals = self.noticed[first..].iter().take_while(|&&(resource, _)| resource == access.resource);
        for position in arrivals.map(|&(_, n)| self.pending[n].position) {
            if Some(processes[position].thread()) != by {
                set.insert(position);
            }
        }
    }
}

/// Whether the next step of a thread can be taken at once: whatever the others that are `running` do can as well be done after it. (Not all such steps are
/// found.)
pub fn concerns_nobody(model: &Model, state: &State, running: &[ThreadIx], thread: ThreadIx) -> bool {
    let accesses = match need(model, state, Process::Thread(thread)) {
        Need::Nothing => return true,
        Need::Conflicting(access) => vec![access],
        Need::ConflictingAny(accesses) => accesses,
        Need::Thread(_) | Need::Buffer(_) | Need::All => return false,
    };
    let conflicts = |other: &ThreadIx| {
        let future = model.tries.cell(state.thread(*other).cell).future;
        accesses.iter().any(|&access| model.resources.conflicts(future, access))
    };
    !state.some_are_buffered() && !running.iter().filter(|other| **other != thread).any(conflicts)
}

/// What has to be tried together with the next step of a process.
fn need(model: &Model, state: &State, process: Process) -> Need {
    let thread = match process {
        Process::Thread(thread) => thread,
        Process::Arrival(_, location) => {
            // Who has nothing in its buffer any more may be seen to block.
            let doings = model.resources.some_ask().then_some(Resource::Doings);
            let mut need = Need::Nothing;
            for resource in [Resource::Location(location)].into_iter().chain(doings) {
                need.add(&model.resources, Touch::write(resource));
            }
            return need;
        }
    };
    let Some(op) = model.tries.cell(state.thread(thread).cell).op else { return Need::All };
    if state.enters_buffer(model, op) {
        return Need::Nothing;
    }
    if state.buffered(thread).is_empty() || !op.is_fence(Wake::Notified, |_, _| true) {
        return need_of_thread(model, state, thread, op);
    }
    let others = if op.is_always_fence() { Need::Nothing } else { need_of_thread(model, state, thread, op) };
    Need::Buffer(Box::new(others))
}

/// What has to be tried together with the next step of a thread: those who conflict with what it touches
/// ([`Op::touches`]), as far as that matters here.
fn need_of_thread(model: &Model, state: &State, thread: ThreadIx, op: Op) -> Need {
    let me = state.thread(thread);
    if needs_all(model, state, thread, op) {
        return Need::All;
    }
    match op {
        Op::Acquire { monitor, patience, .. } => {
            let owner = state.owner(monitor).filter(|owner| *owner != thread && !model.rules.ends_early(patience));
            if let Some(owner) = owner {
                return Need::Thread(owner);
            }
        }
        Op::Resume(slept) => {
            let notified = matches!(me.waiting, Waiting::Notified | Waiting::Unsure);
            if let Some(owner) = state.owner(slept.monitor).filter(|_| notified) {
                return Need::Thread(owner);
            }
        }
        Op::Await(_) if !me.stirred => return Need::Nothing,
        _ => {}
    }
    let mut need = Need::Nothing;
    op.touches(thread, &mut |touch| {
        if model.resources.matters(op, touch) && matters_here(model, state, thread, (op, touch)) {
            need.add(&model.resources, touch);
        }
    });
    if let Op::Await(number) = op {
        model.names.sights(number).resources().for_each(|seen| need.add(&model.resources, Touch::read(seen)));
    }
    match (model.resources.changes_leaving(thread, op), model.resources.sees_leaving(op)) {
        (true, _) => need.add(&model.resources, Touch::write(Resource::Leaving)),
        (_, true) if sees_leaving_now(model, state, thread, op) => {
            need.add(&model.resources, Touch::read(Resource::Leaving));
        }
        _ => {}
    }
    need
}

/// Whether the next step of a thread may depend on whatever others do before it.
pub fn needs_all(model: &Model, state: &State, thread: ThreadIx, op: Op) -> bool {
    let me = state.thread(thread);
    let by_what_it_is = match op {
        Op::State(_) | Op::Exit(_) => true,
        Op::Start { .. } => me.daemon,
        Op::End { .. } => model.resources.daemons() && !me.daemon,
        Op::Await(_) if !me.stirred => model.resources.some_look_at_others(),
        Op::Await(number) => !model.names.sights(number).states.is_empty(),
        _ => false,
    };
    by_what_it_is || waits_for_all_to_be_idle(model, state, thread, op)
}

/// Whether anything that others can do in this state, before a step of this thread, depends on something that the step
/// touches. (See the head of this file where it does not.)
fn matters_here(model: &Model, state: &State, thread: ThreadIx, (op, touch): (Op, Touch)) -> bool {
    match (op, touch.resource) {
        (_, Resource::Doings) => true,
        (Op::Acquire { .. }, Resource::Monitor(m)) => state.owner(m) != Some(thread),
        // It was notified: an interrupt comes too late.
        (Op::Resume(_), Resource::Location(_)) => state.thread(thread).waiting != Waiting::Notified,
        (Op::Release(_) | Op::Wait { .. }, Resource::Monitor(m)) => model.resources.tried(m),
        (Op::Notify { .. } | Op::NotifyAll { .. }, Resource::Monitor(_)) => false,
        (Op::Join { child, .. } | Op::Alive(child), _) if state.thread(child).life == Life::Ended => false,
        (Op::Join { .. }, Resource::Aliveness(_)) => false,
        (Op::Start { .. } | Op::End { .. }, Resource::Liveness(_)) => false,
        (Op::End { uncaught, .. }, Resource::Output) => uncaught.is_some(),
        _ => true,
    }
}

/// Whether an operation that may see whether sleepers are leaving can do so here.
fn sees_leaving_now(model: &Model, state: &State, thread: ThreadIx, op: Op) -> bool {
    match op {
        Op::Notify { set, .. } | Op::NotifyAll { set, .. } | Op::End { notifies: Some(set), .. } => {
            state.some_sleeper_is_interruptible(model, set)
        }
        _ => matches!(state.thread(thread).waiting, Waiting::Notified | Waiting::Unsure),
    }
}

/// Whether a thread that has a step now has another one when all are idle, and not before.
fn waits_for_all_to_be_idle(model: &Model, state: &State, thread: ThreadIx, op: Op) -> bool {
    model.rules.spurious && state.may_wake_spuriously(thread, op)
}
