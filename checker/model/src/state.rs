//! A joint state of all threads: its steps, and how to undo them.
//!
//! Semantics of each operation: [`mcr_protocol::Action`]. A state changes in place; every change is logged, and
//! [`State::undo`] takes the log back to a mark, so that a depth-first search copies nothing.
//!
//! Invariant: `totals.hash` is the sum of what the parts stand for: the cell of each thread, its life, its wait, whether it is
//! stirred or settled, each location whose value is not its initial one, each monitor that somebody is inside, each store buffer. Who is in which wait set
//! follows from the cells; who is inside a monitor does not: a cell may be reached with it and without. The order of those who wait in
//! queues is in neither, and [`State::hash`] adds it. Virtual time is the value of a location; since when threads wait counts with them. The text printed so far is not in it (see [`State::output_hash`]).
//!
//! A hash that does not tell interchangeable threads apart: `canonical`. What can happen in a state: `enabled`. Writes on their way to memory: `buffer`. What happens to others than the thread that steps: `notified`. Virtual time: `time`. Which rounds in loops cannot be left out: `stirred`.

mod buffer;
mod canonical;
mod enabled;
mod hash;
mod notified;
mod stirred;
mod time;

pub use buffer::Buffered;
pub use hash::{append, chain};

use super::Model;
use super::learn::learned_by_wake;
use super::names::{LocationIx, MonitorIx, TextIx, ThreadIx};
use super::numbers::{Parked, Slept};
use super::trie::{CellIx, Op};
use hash::{location_hash, monitor_hash, thread_hash};
use mcr_protocol::{Doing, Fence, Learns, Outcome, Value, Wake};

/// Where a thread is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// Nobody has started it.
    NotStarted,
    /// It has steps to do.
    Running,
    /// Its last event has happened.
    Ended,
}

/// Whether a thread is in a wait set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// No.
    No,
    /// Yes, and nobody has notified it.
    Asleep,
    /// It was notified and wants its monitor back.
    Notified,
    /// It was notified with all others while it was leaving, so perhaps it had left ([`mcr_protocol::Action::Resume`]).
    Unsure,
    /// It had left: somebody notified after it has overtaken it.
    Left,
}

/// One thread in a state.
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    /// Where it is, and what it has seen, as far as that matters.
    pub cell: CellIx,
    /// Its life.
    pub life: Life,
    /// The execution may end without it.
    pub daemon: bool,
    /// Its wait.
    pub waiting: Waiting,
    /// Somebody saw where it was, and since then it has changed nothing ([`State::would_go_on`]).
    pub stirred: bool,
    /// What others have seen it doing where it is, if that was not running ([`mcr_protocol::Action::State`]).
    settled: Option<Doing>,
    /// The monitor that it waits to take back (meaningless if it does not).
    monitor: MonitorIx,
    /// The wait set that it is or was in.
    set: MonitorIx,
    /// The depth to which it takes the monitor back.
    depth: u32,
    /// The virtual time at which it has come to where it is; 0 if it is known not to wait for a time there.
    since: u64,
    /// Its place in the queue, if the set is one: before all that have a higher number. Asleep: among those in the set;
    /// notified: among those who want the monitor back.
    place: u32,
}

const NOT_STARTED: Thread = Thread {
    cell: CellIx::NONE,
    life: Life::NotStarted,
    daemon: false,
    waiting: Waiting::No,
    stirred: false,
    settled: None,
    monitor: MonitorIx(0),
    set: MonitorIx(0),
    depth: 0,
    since: 0,
    place: 0,
};

impl Thread {
    /// Whether it is in a queue, or was notified there.
    fn queues(&self) -> bool {
        !matches!(self.waiting, Waiting::No | Waiting::Left) && self.set != self.monitor
    }

    /// Whether it was notified in a queue of this monitor, which it wants back.
    fn returns(&self, monitor: MonitorIx) -> bool {
        self.waiting != Waiting::Asleep && self.queues() && self.monitor == monitor
    }
}

/// Who is inside a monitor, and how often it entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Monitor {
    owner: Option<ThreadIx>,
    depth: u32,
}

const FREE: Monitor = Monitor { owner: None, depth: 0 };

/// Which of the things that can happen when a thread steps. All but those below: [`Choice::Plain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// There is only one.
    Plain,
    /// A notify wakes this thread, or none.
    Wake(Option<ThreadIx>),
    /// It goes on for this reason ([`Op::comes_back`]).
    Back(Wake),
    /// It reads this: a choice, or what another thread is doing.
    Number(u64),
    /// No step of the thread itself: the oldest write to this location in its buffer arrives in memory.
    Arrive(LocationIx),
}

/// How the execution ended, if it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    /// All threads but daemons ended.
    Normal,
    /// The same, and some thread ended with an exception.
    Exception,
    /// A thread exited.
    Exit(i32),
    /// Nobody can go on.
    Deadlock,
    /// Nobody can go on, and somebody goes round in a loop.
    Livelock,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    Thread(ThreadIx, Thread),
    Memory(LocationIx, Value),
    Monitor(MonitorIx, Monitor),
    Buffer(buffer::Changed),
    Output,
}

/// A point to which a state can be taken back.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    log: usize,
    totals: Totals,
}

/// The parts of a state that are cheap to copy.
#[derive(Clone, Copy, Debug)]
struct Totals {
    hash: u128,
    output_hash: u128,
    output_bytes: u64,
    /// Started, not ended, not daemons.
    foreground: u32,
    /// Ended with an exception.
    failed: u32,
    /// In queues, or notified there.
    queued: u32,
    /// Writes that have not arrived.
    buffered: u32,
    exit: Option<i32>,
}

/// A joint state.
#[derive(Debug)]
pub struct State {
    threads: Vec<Thread>,
    memory: Vec<Value>,
    monitors: Vec<Monitor>,
    /// By thread.
    buffers: Vec<buffer::Buffer>,
    output: Vec<TextIx>,
    totals: Totals,
    log: Vec<Undo>,
    /// All writes enter the buffers, also those that only one thread can see.
    exact: bool,
}

impl State {
    /// The state before any event.
    #[must_use]
    pub fn new(model: &Model) -> State {
        let totals = Totals {
            hash: 0,
            output_hash: 0,
            output_bytes: 0,
            foreground: 1,
            failed: 0,
            queued: 0,
            buffered: 0,
            exit: None,
        };
        let mut state = State {
            threads: Vec::new(),
            memory: Vec::new(),
            monitors: Vec::new(),
            buffers: Vec::new(),
            output: Vec::new(),
            totals,
            log: Vec::new(),
            exact: false,
        };
        state.grow(model);
        let main = Thread { cell: Model::MAIN_ROOT, life: Life::Running, ..NOT_STARTED };
        state.set_thread(model, Model::MAIN, main);
        state.log.clear();
        state
    }

    /// The same; but all writes enter the buffers, as in a real execution, also those that only one thread can see.
    /// What is in the buffers is no part of its hash: of long ones that would take time.
    #[must_use]
    pub fn exact(model: &Model) -> State {
        State { exact: true, ..State::new(model) }
    }

    /// Makes room for everything that the model knows by now.
    pub fn grow(&mut self, model: &Model) {
        self.threads.resize(model.names.threads(), NOT_STARTED);
        let known = self.memory.len();
        self.memory.extend_from_slice(&model.initial[known..]);
        self.monitors.resize(model.names.monitors(), FREE);
        self.buffers.resize_with(model.names.threads(), buffer::Buffer::default);
    }

    /// All threads, by number.
    #[must_use]
    pub fn threads(&self) -> &[Thread] {
        &self.threads
    }

    /// One thread.
    #[must_use]
    pub fn thread(&self, thread: ThreadIx) -> &Thread {
        &self.threads[thread.0 as usize]
    }

    /// Stands for the state, but for what was printed.
    #[must_use]
    pub fn hash(&self) -> u128 {
        if self.totals.queued == 0 { self.totals.hash } else { self.totals.hash.wrapping_add(self.queues_hash()) }
    }

    /// Stands for the text printed so far.
    #[must_use]
    pub fn output_hash(&self) -> u128 {
        self.totals.output_hash
    }

    /// Length of the text printed so far.
    #[must_use]
    pub fn output_bytes(&self) -> u64 {
        self.totals.output_bytes
    }

    /// The text printed so far.
    #[must_use]
    pub fn output(&self, model: &Model) -> String {
        self.output.iter().map(|&text| model.names.text(text)).collect()
    }

    /// How many threads keep the execution going.
    #[must_use]
    pub fn foreground(&self) -> u32 {
        self.totals.foreground
    }

    /// What a location holds.
    #[must_use]
    pub fn value(&self, location: LocationIx) -> Value {
        self.memory[location.0 as usize]
    }

    /// The thread inside a monitor.
    #[must_use]
    pub fn owner(&self, monitor: MonitorIx) -> Option<ThreadIx> {
        self.monitors[monitor.0 as usize].owner
    }

    /// Whether the execution is over, and how. A deadlock is for the caller to see.
    #[must_use]
    pub fn finish(&self) -> Option<Finish> {
        match self.totals {
            Totals { exit: Some(code), .. } => Some(Finish::Exit(code)),
            Totals { foreground: 0, failed: 0, .. } => Some(Finish::Normal),
            Totals { foreground: 0, .. } => Some(Finish::Exception),
            _ => None,
        }
    }

    /// What a step makes the thread learn, with the value to look the edge up by; none if it teaches nothing.
    /// Only for operations that branch.
    #[must_use]
    pub fn learned(&self, model: &Model, thread: ThreadIx, choice: Choice) -> Option<Value> {
        match (model.tries.cell(self.thread(thread).cell).op?, choice) {
            (_, Choice::Arrive(_)) => None,
            (Op::Read(l) | Op::Update(l, _), _) => Some(self.sees(thread, l)),
            (op, Choice::Back(wake)) if op.learns() != Learns::Nothing => Some(learned_by_wake(wake)),
            (Op::Alive(child), _) => Some(Value(u64::from(self.thread(child).life == Life::Running))),
            (Op::State(_) | Op::Choose(_), Choice::Number(number)) => Some(Value(number)),
            _ => None,
        }
    }

    /// Does a step that [`State::choices`] or [`State::gives_up_idle`] named. None, and nothing happens, if it is not known where it
    /// leads.
    pub fn step(&mut self, model: &Model, thread: ThreadIx, choice: Choice) -> Option<Outcome> {
        if let Choice::Arrive(location) = choice {
            return self.arrive(model, thread, location).map(|_| Outcome::Done);
        }
        let mut me = *self.thread(thread);
        let here = me.cell;
        let cell = model.tries.cell(here);
        let op = cell.op?;
        let mut outcome = if let Choice::Back(wake) = choice { Outcome::Resumed(wake) } else { Outcome::Done };
        if op.learns() != Learns::Nothing {
            let learned = self.learned(model, thread, choice)?;
            let edge = cell.edge(learned)?;
            me.cell = edge.to;
            match op {
                Op::Update(l, _) => {
                    self.set_memory(model, l, edge.written);
                    outcome = Outcome::Updated { old: learned, new: edge.written };
                }
                _ if !op.says_why() => outcome = Outcome::Read(learned),
                _ => {}
            }
        } else {
            if cell.next == CellIx::NONE && !op.is_last() {
                return None;
            }
            me.cell = cell.next;
        }
        let by_idleness = choice == Choice::Back(Wake::TimedOut) && self.pass(model, thread, op);
        if let (Choice::Back(Wake::Interrupted), Some(flag)) = (choice, op.patience().flag) {
            self.set_memory(model, flag, Value::ZERO);
        }
        // Whether it was enabled, and did not give up.
        let went_through = matches!(choice, Choice::Plain | Choice::Back(Wake::Notified));
        match op {
            Op::Write(..) => self.write(model, thread, (here, op)),
            Op::Fence(Fence::StoreStore) => self.separate(model, thread),
            Op::Acquire { monitor, .. } if went_through => {
                let depth = self.monitors[monitor.0 as usize].depth + 1;
                self.set_monitor(monitor, Monitor { owner: Some(thread), depth });
            }
            Op::Release(m) => {
                let depth = self.monitors[m.0 as usize].depth.saturating_sub(1);
                self.set_monitor(m, if depth == 0 { FREE } else { Monitor { owner: Some(thread), depth } });
            }
            Op::Wait { monitor, set, .. } => {
                me.depth = self.monitors[monitor.0 as usize].depth;
                (me.monitor, me.set) = (monitor, set);
                me.place = self.last_place(|t| t.waiting == Waiting::Asleep && t.set == set) + 1;
                me.waiting = Waiting::Asleep;
                self.totals.queued += u32::from(me.queues());
                self.set_monitor(monitor, FREE);
            }
            Op::Resume(Slept { monitor, .. }) => {
                if went_through && me.returns(monitor) {
                    self.overtake(model, thread);
                }
                self.set_monitor(monitor, Monitor { owner: Some(thread), depth: me.depth });
                self.totals.queued -= u32::from(me.queues());
                me.waiting = Waiting::No;
            }
            Op::Notify { .. } => {
                let Choice::Wake(woken) = choice else { return None };
                if let Some(woken) = woken {
                    self.wake(model, woken, Waiting::Notified);
                }
                outcome = Outcome::Woke(woken.map(|woken| model.names.thread_id(woken)));
            }
            Op::NotifyAll { set, .. } | Op::End { notifies: Some(set), .. } => self.wake_all(model, set),
            Op::Guarded { location, change, .. } if went_through => {
                let old = self.sees(thread, location);
                let new = change.of(old);
                if new != old {
                    self.set_memory(model, location, new);
                }
                outcome = Outcome::Updated { old, new };
            }
            Op::Park(Parked { permit, .. }) if went_through => self.set_memory(model, permit, Value::ZERO),
            Op::Start { child, argument: root, daemon, tells } => {
                if let Some(location) = tells {
                    self.set_memory(model, location, Value(1));
                }
                let since = self.since(model, root);
                let born = Thread { cell: root, life: Life::Running, daemon, since, ..NOT_STARTED };
                self.set_thread(model, child, born);
                self.totals.foreground += u32::from(!daemon);
            }
            Op::Print(text) => {
                let printed = model.names.text(text);
                self.log.push(Undo::Output);
                self.output.push(text);
                self.totals.output_bytes += printed.len() as u64;
                self.totals.output_hash = chain(self.totals.output_hash, u64::from(text.0));
            }
            Op::Exit(code) => self.totals.exit = Some(code),
            _ => {}
        }
        if let Op::End { uncaught, .. } = op {
            self.totals.failed += u32::from(uncaught.is_some());
            self.totals.foreground -= u32::from(!me.daemon);
        }
        if op.is_last() {
            me.cell = self.thread(thread).cell;
            me.life = Life::Ended;
        }
        me.since = if me.life == Life::Running { self.since(model, me.cell) } else { 0 };
        me.stirred &= stirred::may_be_in_a_round(op);
        me.settled = None;
        if let (Op::State(other), Choice::Number(answer)) = (op, choice) {
            // The round in which it settles somebody cannot be left out.
            me.stirred |= self.settle(model, other, answer) && model.awaits;
        }
        self.set_thread(model, thread, me);
        if model.awaits {
            self.stir(model, thread, op, choice, by_idleness);
        }
        Some(outcome)
    }

    /// Here.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { log: self.log.len(), totals: self.totals }
    }

    /// Takes back everything since the mark.
    pub fn undo(&mut self, mark: Mark) {
        while self.log.len() > mark.log {
            match self.log.pop() {
                Some(Undo::Thread(thread, old)) => self.threads[thread.0 as usize] = old,
                Some(Undo::Memory(location, old)) => self.memory[location.0 as usize] = old,
                Some(Undo::Monitor(monitor, old)) => self.monitors[monitor.0 as usize] = old,
                Some(Undo::Buffer(changed)) => self.restore_buffer(changed),
                Some(Undo::Output) => {
                    self.output.pop();
                }
                None => break,
            }
        }
        self.totals = mark.totals;
    }

    fn set_thread(&mut self, model: &Model, thread: ThreadIx, new: Thread) {
        let old = std::mem::replace(&mut self.threads[thread.0 as usize], new);
        self.log.push(Undo::Thread(thread, old));
        self.totals.hash =
            self.totals.hash.wrapping_sub(thread_hash(model, &old)).wrapping_add(thread_hash(model, &new));
    }

    fn set_memory(&mut self, model: &Model, location: LocationIx, new: Value) {
        let old = std::mem::replace(&mut self.memory[location.0 as usize], new);
        if old == new {
            return;
        }
        self.log.push(Undo::Memory(location, old));
        let initial = model.initial[location.0 as usize];
        let part = |value| if value == initial { 0 } else { location_hash(location, value) };
        self.totals.hash = self.totals.hash.wrapping_sub(part(old)).wrapping_add(part(new));
    }

    fn set_monitor(&mut self, monitor: MonitorIx, new: Monitor) {
        let old = std::mem::replace(&mut self.monitors[monitor.0 as usize], new);
        let part = |inside| monitor_hash(monitor, inside);
        self.totals.hash = self.totals.hash.wrapping_sub(part(old)).wrapping_add(part(new));
        self.log.push(Undo::Monitor(monitor, old));
    }
}
