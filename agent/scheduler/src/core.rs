//! What has happened in an execution, and what happens next: a state machine without real threads.
//!
//! A thread that has the turn announces its next operation ([`Core::step`]); then [`Core::decide`] chooses (choose.rs)
//! and performs the chosen operation (effect.rs), whoever announced it, and gives that thread the turn. The outcome waits in the
//! thread's record until it is taken ([`Core::take_outcome`]).
//!
//! Invariant: whenever a decision is made, every thread has announced its next operation, or has ended, or has never run.

use crate::buffer::Buffer;
use crate::choose::{Choice, How};
use crate::memory::Memory;
use crate::monitor::Monitors;
use crate::plan::{Plan, brief};
pub(crate) use crate::thread::{News, Phase, Thread, Waiting};
use mcr_protocol::{
    Action, End, Event, Limit, LocalState, LocationId, MemoryModel, Outcome, Pending, Schedule, SiteId, ThreadId,
    Timeouts, Value, Wake,
};
use rustc_hash::FxHashMap;

/// Events that a thread may have in any case before an execution that winds up ends ([`Core::wind_up`]).
const WINDING_UP: u64 = 1000;

/// When an execution is given up, and when a thread gives way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Events after which the execution ends with [`End::StepLimit`].
    pub max_events: u64,
    /// Of the events of a thread that is alone (no other one has started and not ended), so many do not count for that.
    pub max_alone: u64,
    /// Bytes of standard output after which the execution ends with [`End::OutputLimit`].
    pub max_output: u64,
    /// Events of one thread in a row under the default policy after which it gives way to the thread that has
    /// waited longest. So does whoever runs after eight times as many events without such a change.
    pub rotate_after: u32,
    /// When a wait with a time limit may end by itself, if the schedule says so. The default policy waits until nobody
    /// else can go on.
    pub timeouts: Timeouts,
    /// Whether a wait on a monitor may end for no reason, if the schedule says so.
    pub spurious: bool,
    /// How far writes may be delayed.
    pub memory_model: MemoryModel,
}

/// What an execution did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// In the order in which they happened.
    pub events: Vec<Event>,
    /// What threads had announced that did not happen, in the order of their starts.
    pub pending: Vec<Pending>,
    /// See [`mcr_protocol::Trace::keys`].
    pub keys: Vec<(u64, LocalState)>,
    /// Why it ended.
    pub end: End,
    /// Values of locations before any event.
    pub initial: Vec<(LocationId, Value)>,
    /// Threads that did not unwind in time. They may still run; no later execution can be trusted.
    pub still_running: Vec<ThreadId>,
}

/// A thread, by its place in the order of starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub(crate) u32);

impl Slot {
    /// The main thread.
    pub(crate) const MAIN: Slot = Slot(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The state of one execution.
pub(crate) struct Core {
    pub(crate) limits: Limits,
    pub(crate) plan: Plan,
    /// In the order of their starts.
    pub(crate) threads: Vec<Thread>,
    slots: FxHashMap<ThreadId, Slot>,
    pub(crate) monitors: Monitors,
    /// Up to date while a choice is made and some thread is at an operation that depends on it.
    pub(crate) memory: Memory,
    /// How many threads are at such an operation.
    watching: u32,
    pub(crate) events: Vec<Event>,
    /// By the number of the event.
    keys: Vec<(u64, LocalState)>,
    /// Writes that have arrived since somebody asked, in order.
    pub(crate) arrivals: Vec<(ThreadId, LocationId)>,
    /// Who runs; once the execution is over, who unwinds.
    pub(crate) turn: Option<Slot>,
    /// Who did the last event, but for writes that arrive.
    pub(crate) current: Slot,
    /// Events of `current` in a row under the default policy.
    in_row: u32,
    /// Events under the default policy since a thread last gave way.
    calm: u32,
    printed: u64,
    /// Virtual time ([`Limit::After`]).
    pub(crate) now: u64,
    /// Threads, not daemons, that have started and not ended.
    pub(crate) vital: usize,
    /// Threads that have started and not ended.
    pub(crate) alive: usize,
    /// Events of a thread that was alone.
    pub(crate) alone: u64,
    /// How the execution will end as soon as every thread has announced its next operation.
    pub(crate) closing: Option<End>,
    /// Whether only the thread with the turn goes on, for as long as nobody else has to ([`Core::wind_up`]).
    winding_up: bool,
    end: Option<End>,
    /// How many events the last execution had: about as many as the next one will have.
    expected: usize,
    /// Changes with every event and every change of the turn; never goes back.
    pub(crate) moves: u64,
}

impl Core {
    /// No execution: as one that is over.
    pub(crate) fn new() -> Core {
        Core {
            limits: Limits {
                max_events: 0,
                max_alone: 0,
                max_output: 0,
                rotate_after: 1,
                timeouts: Timeouts::Idle,
                spurious: false,
                memory_model: MemoryModel::Sc,
            },
            plan: Plan::default(),
            threads: Vec::new(),
            slots: FxHashMap::default(),
            monitors: Monitors::default(),
            memory: Memory::default(),
            watching: 0,
            events: Vec::new(),
            keys: Vec::new(),
            arrivals: Vec::new(),
            turn: None,
            current: Slot::MAIN,
            in_row: 0,
            calm: 0,
            printed: 0,
            now: 0,
            vital: 0,
            alive: 0,
            alone: 0,
            closing: None,
            winding_up: false,
            end: Some(End::Normal),
            expected: 0,
            moves: 0,
        }
    }

    /// A new execution, in which the main thread has been chosen to run up to its first operation.
    pub(crate) fn begin(&mut self, schedule: Schedule, limits: Limits) {
        let expected = (schedule.events() as usize).max(self.expected) + 1024;
        self.limits = Limits { rotate_after: limits.rotate_after.max(1), ..limits };
        self.plan = Plan::new(schedule);
        self.threads.clear();
        self.slots.clear();
        self.monitors.clear();
        self.memory.clear(limits.memory_model);
        self.arrivals.clear();
        self.keys.clear();
        self.watching = 0;
        self.events = Vec::with_capacity(expected.min(1 << 20));
        (self.in_row, self.calm, self.printed, self.now, self.vital) = (0, 0, 0, 0, 0);
        (self.alive, self.alone) = (0, 0);
        (self.closing, self.winding_up, self.end) = (None, false, None);
        self.current = Slot::MAIN;
        self.add(ThreadId::MAIN, false);
        self.run_first(Slot::MAIN);
    }

    /// The thread with this name, if it was started.
    pub(crate) fn slot(&self, thread: ThreadId) -> Option<Slot> {
        self.slots.get(&thread).copied()
    }

    pub(crate) fn thread(&self, slot: Slot) -> &Thread {
        &self.threads[slot.index()]
    }

    pub(crate) fn thread_mut(&mut self, slot: Slot) -> &mut Thread {
        &mut self.threads[slot.index()]
    }

    /// All threads in the order of their starts.
    pub(crate) fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.threads.len() as u32).map(Slot)
    }

    /// The same, but those started after this one come first.
    pub(crate) fn slots_after(&self, slot: Slot) -> impl Iterator<Item = Slot> + use<> {
        let all = self.threads.len() as u32;
        (slot.0 + 1..all).chain(0..all.min(slot.0 + 1)).map(Slot)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some()
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.is_some()
    }

    /// Ends the execution at once, unless it is over. The turn stays where it is. What would have been the end already
    /// remains the end.
    pub(crate) fn finish(&mut self, end: End) {
        if self.end.is_none() {
            self.end = Some(self.closing.take().unwrap_or(end));
            self.moves += 1;
        }
    }

    /// The execution is of no use any more but for what the thread with the turn may still show of the program. It goes
    /// on up to where another one would have to run, and at most for as many events as there have been; then the
    /// execution ends with a restart.
    pub(crate) fn wind_up(&mut self) {
        if !std::mem::replace(&mut self.winding_up, true) {
            self.limits.max_events = self.limits.max_events.min(2 * self.counted() + WINDING_UP);
            self.limits.rotate_after = u32::MAX;
        }
    }

    /// Whether what is to happen is done by the thread with the turn.
    fn keeps_turn(&self, choice: &Choice) -> bool {
        match choice {
            Choice::Perform(slot, _) => self.turn == Some(*slot),
            Choice::Arrive(..) => true,
            Choice::RunFirst(_) | Choice::End(_) => false,
        }
    }

    /// The name of the next thread that `parent` starts.
    pub(crate) fn child_of(&self, parent: ThreadId) -> ThreadId {
        parent.child(self.slot(parent).map_or(0, |slot| self.thread(slot).starts))
    }

    /// The thread, which has the turn, is about to do this; then something happens. An operation that makes no sense ends
    /// the execution.
    pub(crate) fn step(&mut self, slot: Slot, site: SiteId, action: Action) {
        if let Some(why) = self.objection(slot, &action) {
            return self.object(slot, &action, why);
        }
        if self.goes_on(slot, &action) {
            return self.record(slot, site, action, How::Plain);
        }
        self.watching += u32::from(self.needs_memory(slot, &action));
        // Time has stood still since the thread came here: it could go on.
        let since = self.now;
        let deadline = match self.patience(slot, &action).limit {
            Limit::After(millis) => since + u64::from(millis),
            _ => 0,
        };
        let thread = self.thread_mut(slot);
        (thread.next, thread.since, thread.deadline) = (Some((site, action)), since, deadline);
        self.decide();
    }

    #[cold]
    fn object(&mut self, slot: Slot, action: &Action, why: &str) {
        let thread = self.thread(slot).id;
        self.finish(End::Unsupported(format!("{thread} announced {}, but {why}", brief(action))));
    }

    /// Chooses what happens next and performs it.
    pub(crate) fn decide(&mut self) {
        if self.is_over() {
            return;
        }
        self.proceed();
        if self.winding_up && self.closing.take().is_some() {
            return self.finish(End::Restart);
        }
        // The trace tells what every thread would do next, also of those that have never run.
        if self.closing.is_some() {
            match self.slots().find(|slot| self.thread(*slot).phase == Phase::New) {
                Some(slot) => self.run_first(slot),
                None => self.finish(End::Normal),
            }
        }
    }

    /// Writes arrive until it is a thread's turn, or the execution ends.
    fn proceed(&mut self) {
        while self.closing.is_none() {
            if self.watching > 0 {
                self.memory.follow(&self.events);
            }
            match self.choose() {
                choice if self.winding_up && !self.keeps_turn(&choice) => return self.finish(End::Restart),
                Choice::Perform(slot, how) => match self.arrives_before(slot, how) {
                    None => return self.perform(slot, how),
                    Some(location) => self.arrive(slot, location),
                },
                Choice::Arrive(slot, location) => self.arrive(slot, location),
                Choice::RunFirst(slot) => return self.run_first(slot),
                Choice::End(end) => return self.finish(end),
            }
        }
    }

    fn run_first(&mut self, slot: Slot) {
        self.thread_mut(slot).phase = Phase::Alive;
        self.turn = Some(slot);
        self.moves += 1;
    }

    /// Whether there have been so many events that the execution ends.
    pub(crate) fn stop_at_limit(&mut self) -> bool {
        let stops = self.is_at_limit();
        if stops {
            self.closing = Some(End::StepLimit);
        }
        stops
    }

    /// Whether there have been so many events.
    #[inline]
    pub(crate) fn is_at_limit(&self) -> bool {
        self.counted() >= self.limits.max_events
    }

    /// The events that count for that limit.
    #[inline]
    fn counted(&self) -> u64 {
        self.events.len() as u64 - self.alone.min(self.limits.max_alone)
    }

    fn perform(&mut self, slot: Slot, how: How) {
        if self.stop_at_limit() {
            return;
        }
        let Some((site, action)) = self.thread_mut(slot).next.take() else { return };
        if let Action::Print(text) = &action {
            if self.printed + text.len() as u64 > self.limits.max_output {
                self.thread_mut(slot).next = Some((site, action));
                self.closing = Some(End::OutputLimit);
                return;
            }
            self.printed += text.len() as u64;
        }
        self.watching -= u32::from(self.needs_memory(slot, &action));
        if how.wake() == Wake::TimedOut {
            self.now = self.now.max(self.thread(slot).deadline);
        }
        self.record(slot, site, action, how);
    }

    /// The operation happens.
    #[inline]
    fn record(&mut self, slot: Slot, site: SiteId, action: Action, how: How) {
        let index = self.events.len();
        self.count(slot);
        self.alone += u64::from(self.alive == 1);
        self.turn = Some(slot);
        let outcome = self.apply(slot, &action, how);
        if self.limits.memory_model.buffers() {
            self.buffer(slot, site, &action);
        }
        let incomplete = matches!(action, Action::Read(_) | Action::Update(..));
        let exited = matches!(action, Action::Exit(_));
        let thread = self.thread_mut(slot);
        thread.settled = None;
        let key = thread.key.take();
        thread.last = index + 1;
        thread.incomplete = incomplete.then_some(index);
        thread.outcome = (!exited).then_some(outcome);
        let id = thread.id;
        self.events.push(Event { thread: id, site, action, outcome });
        self.keys.extend(key.map(|key| (index as u64, key)));
        self.moves += 1;
    }

    /// Counts the event for the schedule and the default policy.
    fn count(&mut self, slot: Slot) {
        if self.plan.advance() {
            (self.in_row, self.calm) = (0, 0);
        } else if self.is_tired() {
            (self.in_row, self.calm) = (1, 1);
        } else {
            self.in_row = if slot == self.current { self.in_row + 1 } else { 1 };
            self.calm += 1;
        }
        self.current = slot;
    }

    /// Whether it is time for the current thread to give way.
    pub(crate) fn is_tired(&self) -> bool {
        self.in_row >= self.limits.rotate_after || self.calm >= self.limits.rotate_after.saturating_mul(8)
    }

    /// A thread is started.
    pub(crate) fn add(&mut self, id: ThreadId, daemon: bool) {
        self.slots.insert(id, Slot(self.threads.len() as u32));
        self.vital += usize::from(!daemon);
        self.alive += 1;
        self.threads.push(Thread {
            id,
            daemon,
            phase: Phase::New,
            next: None,
            key: None,
            waiting: None,
            buffer: Buffer::default(),
            since: 0,
            deadline: 0,
            settled: None,
            outcome: None,
            incomplete: None,
            last: 0,
            starts: 0,
        });
    }

    /// Whether the thread was started and has not ended.
    pub(crate) fn is_alive(&self, thread: ThreadId) -> bool {
        self.slot(thread).is_some_and(|slot| self.thread(slot).phase != Phase::Ended)
    }

    /// What came of the thread's operation, if it has been performed since this was last asked.
    pub(crate) fn take_outcome(&mut self, slot: Slot) -> Option<Outcome> {
        self.thread_mut(slot).outcome.take()
    }

    /// What came of the thread's last event, a read or an update.
    pub(crate) fn complete(&mut self, slot: Slot, outcome: Outcome) {
        let Some(index) = self.thread_mut(slot).incomplete.take() else { return };
        if let Some(event) = self.events.get_mut(index) {
            event.outcome = outcome;
        }
    }

    /// Completes the thread's last event, a read of this location, with the value that it sees there.
    pub(crate) fn complete_from_memory(&mut self, slot: Slot, location: LocationId) -> Value {
        self.memory.follow(&self.events);
        let value = self.view(slot, location);
        self.complete(slot, Outcome::Read(value));
        value
    }

    /// What is left of the execution. A last event of which nobody told the outcome did not happen.
    pub(crate) fn take_result(&mut self, still_running: Vec<ThreadId>) -> Finished {
        self.expected = self.events.len();
        let mut events = std::mem::take(&mut self.events);
        for thread in &mut self.threads {
            if thread.incomplete.is_some_and(|index| index + 1 == events.len()) {
                thread.next = events.pop().map(|event| (event.site, event.action));
                thread.incomplete = None;
                let key = self.keys.pop_if(|(number, _)| *number == events.len() as u64);
                thread.key = key.map(|(_, key)| key);
            }
        }
        let mut keys = std::mem::take(&mut self.keys);
        let mut pending = Vec::new();
        for thread in &mut self.threads {
            let Some((site, action)) = thread.next.take() else { continue };
            let number = (events.len() + pending.len()) as u64;
            keys.extend(thread.key.take().map(|key| (number, key)));
            pending.push(Pending { thread: thread.id, site, action });
        }
        let end = self.end.clone().unwrap_or(End::Normal);
        Finished { events, pending, keys, end, initial: self.memory.take_initial(), still_running }
    }
}
