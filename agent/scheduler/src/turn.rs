//! Threads sleep until it is their turn.
//!
//! All state is behind one mutex, which a thread that goes on without a switch takes once. A hand-off is one unpark of
//! the chosen thread, after the mutex was released, and one park of the thread that announced. Where a thread sits is in a
//! thread-local variable together with the number of the execution; so a thread left over from an earlier execution
//! is told to stop, whatever it asks for.
//!
//! When the execution is over, the turn goes on to decide who unwinds: the thread that had it first, then every other
//! thread in the order of starts, each when the one before it has detached.
//!
//! Invariant: every change of the turn is followed by an unpark of the thread that got it, if that thread has attached; one
//! that attaches later looks for itself.

use crate::core::{Core, Finished, Limits, Phase, Slot};
use mcr_protocol::{Action, End, LocalState, LocationId, Outcome, Schedule, SiteId, ThreadId, Value};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lets the threads of the program run one at a time, in the order of a schedule.
pub struct Scheduler {
    state: Mutex<State>,
    /// Where the driver waits for the end.
    driver: Condvar,
}

/// What a new thread is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It has the turn.
    Go,
    /// The execution is over: it must unwind and detach.
    Stop,
}

/// The execution is over: the thread must unwind and detach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The seat of a real thread that has yet to take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserved {
    execution: u64,
    slot: Slot,
    /// It had the turn already when the seat was reserved: whoever reserved it has to wake it.
    pub has_turn: bool,
}

struct State {
    core: Core,
    /// The real threads, in the order of starts; those that have not attached yet may be missing at the end.
    seats: Vec<Seat>,
    /// The number of the execution, unique among all schedulers of the process.
    execution: u64,
    /// Between `begin` and the return of `wait_end`.
    in_progress: bool,
    /// Changes with every arrival and departure of a thread; together with the moves of the core it shows progress.
    arrivals: u64,
}

#[derive(Clone, Default)]
struct Seat {
    /// `None` until it attaches.
    handle: Option<thread::Thread>,
    /// It has detached.
    gone: bool,
    /// It did not unwind in time, others went on.
    skipped: bool,
}

/// Where the running real thread sits.
#[derive(Clone, Copy)]
struct Place {
    /// 0: nowhere.
    execution: u64,
    slot: Slot,
    /// The outcome of its last event, to be told to the core with the next call.
    told: Option<Outcome>,
    /// The key of where it is, to be told to the core with its next operation.
    key: Option<LocalState>,
}

const NOWHERE: Place = Place { execution: 0, slot: Slot::MAIN, told: None, key: None };

thread_local! {
    static PLACE: Cell<Place> = const { Cell::new(NOWHERE) };
}

static EXECUTIONS: AtomicU64 = AtomicU64::new(1);

impl Default for Scheduler {
    fn default() -> Self {
        Self::new()
    }
}

impl Scheduler {
    /// A scheduler with no execution in progress.
    #[must_use]
    pub fn new() -> Self {
        let state = State { core: Core::new(), seats: Vec::new(), execution: 0, in_progress: false, arrivals: 0 };
        Scheduler { state: Mutex::new(state), driver: Condvar::new() }
    }

    /// A new execution. Only the main thread exists; it goes on as soon as it attaches.
    pub fn begin(&self, schedule: Schedule, limits: Limits) {
        let mut state = self.lock();
        state.core.begin(schedule, limits);
        state.seats.clear();
        state.execution = EXECUTIONS.fetch_add(1, Ordering::Relaxed);
        state.in_progress = true;
    }

    /// The first act of every thread, main included: blocks until the thread is chosen to run up to its first operation.
    /// A thread whose start has happened must attach, or be declared dead with [`Scheduler::detach`].
    pub fn attach(&self, thread: ThreadId) -> Turn {
        self.reserve(thread, &thread::current()).map_or(Turn::Stop, |reserved| self.sit(reserved))
    }

    /// The same for a real thread that waits elsewhere, and is woken when it has the turn: it has to [`Scheduler::sit`] down then. `None`: it
    /// must unwind and detach, and is not woken.
    pub fn reserve(&self, thread: ThreadId, real: &thread::Thread) -> Option<Reserved> {
        let mut state = self.lock();
        if !state.in_progress {
            return None;
        }
        let slot = state.core.slot(thread).filter(|slot| state.seat(*slot).handle.is_none() && !state.seat(*slot).gone);
        let Some(slot) = slot else {
            state.core.finish(End::Unsupported(format!("{thread} runs, but was not started by the program")));
            self.settle(&mut state);
            return None;
        };
        let execution = state.execution;
        state.seat(slot).handle = Some(real.clone());
        state.arrivals += 1;
        if state.core.is_over() && state.core.turn.is_none() {
            state.core.turn = Some(slot);
        }
        Some(Reserved { execution, slot, has_turn: state.core.turn == Some(slot) })
    }

    /// The calling thread takes its seat: blocks until it is chosen to run up to its first operation.
    pub fn sit(&self, Reserved { execution, slot, .. }: Reserved) -> Turn {
        PLACE.set(Place { execution, slot, told: None, key: None });
        match self.sleep_until_turn(self.lock(), execution, slot) {
            Some(state) if !state.core.is_over() => Turn::Go,
            _ => Turn::Stop,
        }
    }

    /// Announces the next operation of the thread, which has the turn, and blocks until that operation has happened and
    /// the thread has the turn again. After a read or an update the thread performs the access and calls
    /// [`Scheduler::complete`]. After [`Action::End`] it calls nothing but [`Scheduler::detach`], which gives the turn
    /// away.
    ///
    /// # Errors
    ///
    /// The operation did not happen (or is [`Action::Exit`]): the execution is over.
    pub fn step(&self, thread: ThreadId, site: SiteId, action: Action) -> Result<Outcome, Stopped> {
        let (mut state, slot) = self.enter(thread).ok_or(Stopped)?;
        state.core.step(slot, site, action);
        if state.core.is_over() {
            state.pass_to_seated();
            if !state.is_last(slot) {
                self.driver.notify_all();
            }
        }
        if state.core.turn == Some(slot) {
            return state.core.take_outcome(slot).ok_or(Stopped);
        }
        let execution = state.execution;
        if let Some(next) = state.handle_of_turn() {
            drop(state);
            next.unpark();
            thread::park();
            state = self.lock();
        }
        let mut state = self.sleep_until_turn(state, execution, slot).ok_or(Stopped)?;
        state.core.take_outcome(slot).ok_or(Stopped)
    }

    /// What the thread's last event, a read or an update, came to. Must be told before the next [`Scheduler::step`].
    pub fn complete(&self, _thread: ThreadId, outcome: Outcome) {
        let place = PLACE.get();
        PLACE.set(Place { told: Some(outcome), ..place });
    }

    /// The key of where the calling thread is. What it announces next it does there.
    pub fn key(&self, key: LocalState) {
        let place = PLACE.get();
        PLACE.set(Place { key: Some(key), ..place });
    }

    /// Announces a read of a location whose value the scheduler knows, because nothing but writes, guarded steps, parks and interrupts
    /// change it: a permit, an interrupt flag, the number of a guarded step. As [`Scheduler::step`], but completed.
    ///
    /// # Errors
    ///
    /// The read did not happen: the execution is over.
    pub fn read(&self, thread: ThreadId, site: SiteId, location: LocationId) -> Result<Value, Stopped> {
        self.step(thread, site, Action::Read(location))?;
        let mut state = self.lock();
        let place = PLACE.get();
        if place.execution != state.execution {
            return Err(Stopped);
        }
        let value = state.core.complete_from_memory(place.slot, location);
        Ok(value)
    }

    /// The writes that have arrived since a thread that had the turn asked, in order: whose, and where. Empty if the calling thread does not
    /// have the turn. A write that the caller has announced is none of them before its next announcement.
    #[must_use]
    pub fn take_arrivals(&self) -> Vec<(ThreadId, LocationId)> {
        let mut state = self.lock();
        let place = PLACE.get();
        if state.has_turn(place) { std::mem::take(&mut state.core.arrivals) } else { Vec::new() }
    }

    /// A value that a location has before any event: written by a static initialiser.
    pub fn initial(&self, location: LocationId, value: Value) {
        self.lock().core.memory.begins_as(location, value);
    }

    /// The name of the next thread that `parent` starts.
    #[must_use]
    pub fn child_of(&self, parent: ThreadId) -> ThreadId {
        self.lock().core.child_of(parent)
    }

    /// Whether the thread owns the monitor.
    #[must_use]
    pub fn owns(&self, thread: ThreadId, monitor: Value) -> bool {
        let state = self.lock();
        let slot = state.core.slot(thread);
        slot.is_some() && state.core.monitors.owner(monitor) == slot
    }

    /// The monitor that another thread owns and this one is about to enter, or to come back to from a wait. A thread of the
    /// program that learns this learns what no event tells.
    #[must_use]
    pub fn awaited_monitor(&self, thread: ThreadId) -> Option<Value> {
        let state = self.lock();
        let slot = state.core.slot(thread)?;
        let monitor = state.core.thread(slot).awaited_monitor()?;
        state.core.monitors.owner(monitor).is_some_and(|owner| owner != slot).then_some(monitor)
    }

    /// Whether the thread was started.
    #[must_use]
    pub fn is_started(&self, thread: ThreadId) -> bool {
        self.lock().core.slot(thread).is_some()
    }

    /// Whether the thread was started and has not ended. A thread of the program must not learn this except through
    /// [`Action::Alive`].
    #[must_use]
    pub fn is_alive(&self, thread: ThreadId) -> bool {
        self.lock().core.is_alive(thread)
    }

    /// Ends the execution, unless it is over. The thread that has the turn is told so when it next calls, and unwinds first.
    pub fn give_up(&self, end: End) {
        let mut state = self.lock();
        if state.in_progress {
            state.core.finish(end);
            self.settle(&mut state);
        }
    }

    /// Ends the execution with a restart: as soon as another thread than the calling one would have to run, so that this
    /// one can show more of the program; or at once, if it has not got the turn.
    pub fn wind_up(&self) {
        let mut state = self.lock();
        if state.in_progress && state.has_turn(PLACE.get()) {
            return state.core.wind_up();
        }
        drop(state);
        self.give_up(End::Restart);
    }

    /// The real end of a thread, also when it was stopped. Gives the turn away. May be called by another thread for one that
    /// could not be started.
    pub fn detach(&self, thread: ThreadId) {
        let mut state = self.lock();
        let place = PLACE.get();
        let Some(slot) = state.core.slot(thread) else { return };
        let itself = place.execution == state.execution && place.slot == slot;
        if itself {
            state.flush(slot);
            PLACE.set(NOWHERE);
        } else if place.execution != state.execution || state.seat(slot).handle.is_some() {
            return;
        }
        if std::mem::replace(&mut state.seat(slot).gone, true) {
            return;
        }
        state.arrivals += 1;
        if !state.core.is_over() {
            if state.core.thread(slot).phase != Phase::Ended {
                let what = if itself { "ended without its last event" } else { "could not be started" };
                state.core.finish(End::Unsupported(format!("{thread} {what}")));
            } else if state.core.turn == Some(slot) {
                state.core.decide();
            }
        }
        if state.core.is_over() {
            if state.core.turn == Some(slot) {
                state.pass_to_leftover();
            }
            state.pass_to_seated();
        }
        let (next, over) = (state.handle_of_turn(), state.core.is_over());
        drop(state);
        if let Some(next) = next {
            next.unpark();
        }
        if over {
            self.driver.notify_all();
        }
    }

    /// Called by the thread that drives executions: blocks until the execution is over and every thread has detached.
    /// A thread that does not unwind within `patience` is left behind; the others unwind without it.
    pub fn wait_end(&self, patience: Duration) -> Finished {
        let mut state = self.lock();
        let mut seen = (state.progress(), Instant::now());
        loop {
            let over = state.core.is_over();
            if over && state.leftover().next().is_none() {
                break;
            }
            if !over {
                state = self.driver.wait(state).unwrap_or_else(PoisonError::into_inner);
                seen = (state.progress(), Instant::now());
                continue;
            }
            state = self.driver.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner).0;
            if state.progress() != seen.0 {
                seen = (state.progress(), Instant::now());
            } else if seen.1.elapsed() >= patience {
                let Some(stuck) = state.core.turn else { break };
                state.seat(stuck).skipped = true;
                state.pass_to_leftover();
                state.arrivals += 1;
                if let Some(next) = state.handle_of_turn() {
                    next.unpark();
                }
            }
        }
        state.in_progress = false;
        let still_running = state.leftover().map(|slot| state.core.thread(slot).id).collect();
        state.core.take_result(still_running)
    }

    /// How many events have happened.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.lock().core.events.len() as u64
    }

    /// For a watchdog: who has the turn, and a number that changes with everything that happens.
    #[must_use]
    pub fn progress(&self) -> (Option<ThreadId>, u64) {
        let state = self.lock();
        let turn = state.core.turn.filter(|_| state.in_progress);
        (turn.map(|slot| state.core.thread(slot).id), state.progress())
    }

    /// Whether no execution is in progress, or it is over and threads unwind.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.lock().core.is_over()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, if the execution goes on and the calling thread is this one and has the turn.
    fn enter(&self, thread: ThreadId) -> Option<(MutexGuard<'_, State>, Slot)> {
        let mut state = self.lock();
        let place = PLACE.get();
        if place.execution != state.execution {
            return None;
        }
        if place.told.is_some() {
            state.flush(place.slot);
        }
        if state.core.is_over() {
            return None;
        }
        if state.core.turn != Some(place.slot) || state.core.thread(place.slot).id != thread {
            state.core.finish(End::Unsupported(format!("{thread} runs without having the turn")));
            self.settle(&mut state);
            return None;
        }
        if let Some(key) = place.key {
            PLACE.set(Place { key: None, ..PLACE.get() });
            state.core.thread_mut(place.slot).key = Some(key);
        }
        Some((state, place.slot))
    }

    /// Blocks until the thread has the turn. `None` if its execution is in the past.
    fn sleep_until_turn<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        execution: u64,
        slot: Slot,
    ) -> Option<MutexGuard<'a, State>> {
        loop {
            if state.execution != execution {
                return None;
            }
            if state.core.turn == Some(slot) {
                return Some(state);
            }
            drop(state);
            thread::park();
            state = self.lock();
        }
    }

    /// Tells the driver that the execution is over.
    #[cold]
    fn settle(&self, state: &mut State) {
        state.pass_to_seated();
        self.driver.notify_all();
    }
}

impl State {
    fn seat(&mut self, slot: Slot) -> &mut Seat {
        if self.seats.len() <= slot.index() {
            self.seats.resize(slot.index() + 1, Seat::default());
        }
        &mut self.seats[slot.index()]
    }

    /// The real thread that has the turn, if it has attached.
    fn handle_of_turn(&self) -> Option<thread::Thread> {
        self.seats.get(self.core.turn?.index())?.handle.clone()
    }

    /// Whether the thread that sits there is one of this execution, and has the turn.
    fn has_turn(&self, place: Place) -> bool {
        place.execution == self.execution && self.core.turn == Some(place.slot)
    }

    fn flush(&mut self, slot: Slot) {
        let place = PLACE.get();
        if let Some(outcome) = place.told {
            PLACE.set(Place { told: None, ..place });
            self.core.complete(slot, outcome);
        }
    }

    /// Gives the turn to the first thread that has attached and not detached; to nobody if there is none.
    fn pass_to_leftover(&mut self) {
        let seated = |seat: &Seat| seat.handle.is_some() && !seat.gone && !seat.skipped;
        self.core.turn = self.seats.iter().position(seated).map(|index| Slot(index as u32));
        self.core.moves += 1;
    }

    /// The execution is over: if a thread that has not attached has the turn, the first thread left over begins to unwind.
    fn pass_to_seated(&mut self) {
        if self.core.turn.is_some_and(|slot| self.seat(slot).handle.is_none()) {
            self.pass_to_leftover();
            if let Some(next) = self.handle_of_turn() {
                next.unpark();
            }
        }
    }

    /// Whether this thread has had its last event and is the only one that has not detached: it does so now, and tells the driver then.
    fn is_last(&self, slot: Slot) -> bool {
        self.core.thread(slot).phase == Phase::Ended && self.leftover().eq([slot])
    }

    /// Threads that were started and have not detached.
    fn leftover(&self) -> impl Iterator<Item = Slot> {
        self.core.slots().filter(|slot| self.seats.get(slot.index()).is_none_or(|seat| !seat.gone))
    }

    fn progress(&self) -> u64 {
        self.core.moves.wrapping_add(self.arrivals)
    }
}
