//! A joint state of all threads under sequential consistency: its steps, and how to undo them.
//!
//! Semantics of each operation: [`mcr_protocol::Action`]. A state changes in place; every change is logged, and
//! [`State::undo`] takes the log back to a mark, so that a depth-first search copies nothing.
//!
//! Invariant: `hash` is the sum of what the parts stand for: the cell of each thread, its life and its wait, each location whose
//! value is not its initial one, each monitor that somebody is inside. Owners of monitors and wait sets are functions of the cells, but
//! not of their hashes ([`super::futures`]). The text printed so far is not in it (see [`State::output_hash`]).

use super::Model;
use super::learn::learned_by_wake;
use super::names::{LocationIx, MonitorIx, TextIx, ThreadIx};
use super::trie::{CellIx, Op};
use mcr_protocol::{Outcome, Value, Wake, mix};

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

/// Whether a thread is in a wait set, or waits in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// No.
    No,
    /// Yes, and nobody has notified it.
    Asleep {
        /// It may wake up by itself.
        timed: bool,
    },
    /// It was notified and wants its monitor back.
    Notified,
    /// It is at an await, and a time-out has happened since it came there.
    Stirred,
}

/// One thread in a state.
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    /// What it has seen.
    pub cell: CellIx,
    /// Its life.
    pub life: Life,
    /// The execution may end without it.
    pub daemon: bool,
    /// Its wait.
    pub waiting: Waiting,
    /// Whose wait set it is in (meaningless if it is in none).
    monitor: MonitorIx,
    /// The depth to which it takes that monitor back.
    depth: u32,
}

const NOT_STARTED: Thread = Thread {
    cell: CellIx::NONE,
    life: Life::NotStarted,
    daemon: false,
    waiting: Waiting::No,
    monitor: MonitorIx(0),
    depth: 0,
};

/// Who is inside a monitor, and how often it entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Monitor {
    owner: Option<ThreadIx>,
    depth: u32,
}

const FREE: Monitor = Monitor { owner: None, depth: 0 };

/// Which of the things that can happen when a thread steps. All but those below: [`Choice::Plain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// There is only one.
    Plain,
    /// A notify wakes this thread, or none.
    Wake(Option<ThreadIx>),
    /// A resume or a timed join comes back, for this reason.
    Back(Wake),
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
    exit: Option<i32>,
}

/// A joint state.
#[derive(Debug)]
pub struct State {
    threads: Vec<Thread>,
    memory: Vec<Value>,
    monitors: Vec<Monitor>,
    output: Vec<TextIx>,
    totals: Totals,
    log: Vec<Undo>,
}

impl State {
    /// The state before any event.
    #[must_use]
    pub fn new(model: &Model) -> State {
        let totals = Totals { hash: 0, output_hash: 0, output_bytes: 0, foreground: 1, failed: 0, exit: None };
        let mut state = State {
            threads: Vec::new(),
            memory: Vec::new(),
            monitors: Vec::new(),
            output: Vec::new(),
            totals,
            log: Vec::new(),
        };
        state.grow(model);
        let main = Thread { cell: Model::MAIN_ROOT, life: Life::Running, ..NOT_STARTED };
        state.set_thread(model, Model::MAIN, main);
        state.log.clear();
        state
    }

    /// Makes room for everything that the model knows by now.
    pub fn grow(&mut self, model: &Model) {
        self.threads.resize(model.names.threads(), NOT_STARTED);
        let known = self.memory.len();
        self.memory.extend_from_slice(&model.initial[known..]);
        self.monitors.resize(model.names.monitors(), FREE);
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
        self.totals.hash
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

    /// Calls `found` with each step that a running thread can do, but for those that need everybody to be idle.
    /// What it does next must be known (else it has no steps).
    pub fn choices(&self, model: &Model, thread: ThreadIx, mut found: impl FnMut(Choice)) {
        let me = self.thread(thread);
        let Some(op) = model.tries.cell(me.cell).op else { return };
        match op {
            Op::Acquire(m) => {
                if self.owner(m).is_none_or(|owner| owner == thread) {
                    found(Choice::Plain);
                }
            }
            Op::Resume(m) => {
                if me.waiting == Waiting::Notified && self.owner(m).is_none() {
                    found(Choice::Back(Wake::Notified));
                }
            }
            Op::Join { child, timed } => {
                if self.thread(child).life == Life::Ended {
                    found(if timed { Choice::Back(Wake::Notified) } else { Choice::Plain });
                }
            }
            Op::Await(_) => {
                if me.waiting == Waiting::Stirred && self.would_go_on(model, thread) {
                    found(Choice::Plain);
                }
            }
            Op::Notify(m) => {
                let mut nobody = true;
                for waiter in self.sleepers(m) {
                    nobody = false;
                    found(Choice::Wake(Some(waiter)));
                }
                if nobody {
                    found(Choice::Wake(None));
                }
            }
            _ => found(Choice::Plain),
        }
    }

    /// Whether a thread at an await sees something else now.
    ///
    /// [`State::choices`] does not say so: a round that changed nothing can as well be left out, and the search has been where
    /// the thread begins that round now. Unless somebody gave up waiting in between, because all others were
    /// idle, the thread at its await among them.
    #[must_use]
    pub fn would_go_on(&self, model: &Model, thread: ThreadIx) -> bool {
        let Some(Op::Await(number)) = model.tries.cell(self.thread(thread).cell).op else { return false };
        let sights = model.names.sights(number);
        sights.reads.iter().any(|&(location, value)| self.memory[location.0 as usize] != value)
            || sights.alive.iter().any(|&other| self.thread(other).life != Life::Running)
    }

    /// Whether a thread is at an await.
    #[must_use]
    pub fn awaits(&self, model: &Model, thread: ThreadIx) -> bool {
        matches!(model.tries.cell(self.thread(thread).cell).op, Some(Op::Await(_)))
    }

    /// The step that a running thread can do when no thread has another step: giving up a timed wait or join.
    #[must_use]
    pub fn timeout(&self, model: &Model, thread: ThreadIx) -> Option<Choice> {
        let me = self.thread(thread);
        let possible = match model.tries.cell(me.cell).op? {
            Op::Resume(m) => me.waiting == Waiting::Asleep { timed: true } && self.owner(m).is_none(),
            Op::Join { child, timed } => timed && self.thread(child).life != Life::Ended,
            _ => false,
        };
        possible.then_some(Choice::Back(Wake::TimedOut))
    }

    fn sleepers(&self, monitor: MonitorIx) -> impl Iterator<Item = ThreadIx> + '_ {
        let asleep = move |t: &Thread| t.monitor == monitor && matches!(t.waiting, Waiting::Asleep { .. });
        (0u32..).zip(&self.threads).filter(move |(_, t)| asleep(t)).map(|(n, _)| ThreadIx(n))
    }

    /// What a step makes the thread learn, with the value to look the edge up by; none if it teaches nothing.
    /// Only for operations that branch.
    #[must_use]
    pub fn learned(&self, model: &Model, thread: ThreadIx, choice: Choice) -> Option<Value> {
        match (model.tries.cell(self.thread(thread).cell).op?, choice) {
            (Op::Read(l) | Op::Update(l), _) => Some(self.memory[l.0 as usize]),
            (Op::Resume(_), Choice::Back(wake)) => Some(learned_by_wake(wake)),
            (Op::Join { timed: true, .. }, Choice::Back(wake)) => Some(Value(u64::from(wake == Wake::Notified))),
            (Op::Alive(child), _) => Some(Value(u64::from(self.thread(child).life == Life::Running))),
            _ => None,
        }
    }

    /// Does a step that [`State::choices`] or [`State::timeout`] named. None, and nothing happens, if it leads to a
    /// history that is not known.
    pub fn step(&mut self, model: &Model, thread: ThreadIx, choice: Choice) -> Option<Outcome> {
        let mut me = *self.thread(thread);
        let cell = model.tries.cell(me.cell);
        let op = cell.op?;
        me.cell = cell.next;
        let mut outcome = Outcome::Done;
        if op.branches() {
            let learned = self.learned(model, thread, choice)?;
            let edge = cell.edge(learned)?;
            me.cell = edge.to;
            outcome = match (op, choice) {
                (Op::Update(l), _) => {
                    self.set_memory(model, l, edge.written);
                    Outcome::Updated { old: learned, new: edge.written }
                }
                (Op::Resume(m), Choice::Back(wake)) => {
                    self.set_monitor(m, Monitor { owner: Some(thread), depth: me.depth });
                    me.waiting = Waiting::No;
                    Outcome::Resumed(wake)
                }
                _ => Outcome::Read(learned),
            };
        }
        match op {
            Op::Write(l, value) => self.set_memory(model, l, value),
            Op::Acquire(m) => {
                let depth = self.monitors[m.0 as usize].depth + 1;
                self.set_monitor(m, Monitor { owner: Some(thread), depth });
            }
            Op::Release(m) => {
                let depth = self.monitors[m.0 as usize].depth.saturating_sub(1);
                self.set_monitor(m, if depth == 0 { FREE } else { Monitor { owner: Some(thread), depth } });
            }
            Op::Wait { monitor, timed } => {
                me.depth = self.monitors[monitor.0 as usize].depth;
                me.monitor = monitor;
                me.waiting = Waiting::Asleep { timed };
                self.set_monitor(monitor, FREE);
            }
            Op::Notify(_) => {
                let Choice::Wake(woken) = choice else { return None };
                if let Some(woken) = woken {
                    self.set_thread(model, woken, Thread { waiting: Waiting::Notified, ..*self.thread(woken) });
                }
                outcome = Outcome::Woke(woken.map(|woken| model.names.thread_id(woken)));
            }
            Op::NotifyAll(m) => {
                for n in 0..u32::try_from(self.threads.len()).unwrap_or(u32::MAX) {
                    let sleeper = *self.thread(ThreadIx(n));
                    if sleeper.monitor == m && matches!(sleeper.waiting, Waiting::Asleep { .. }) {
                        self.set_thread(model, ThreadIx(n), Thread { waiting: Waiting::Notified, ..sleeper });
                    }
                }
            }
            Op::Start { child, root, daemon } => {
                let born = Thread { cell: root, life: Life::Running, daemon, ..NOT_STARTED };
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
            Op::End(uncaught) => {
                self.totals.failed += u32::from(uncaught.is_some());
                self.totals.foreground -= u32::from(!me.daemon);
            }
            _ => {}
        }
        if let Op::Await(_) = op {
            me.waiting = Waiting::No;
        }
        if op.is_last() {
            me.cell = self.thread(thread).cell;
            me.life = Life::Ended;
        }
        self.set_thread(model, thread, me);
        if choice == Choice::Back(Wake::TimedOut) {
            self.stir(model);
        }
        Some(outcome)
    }

    fn stir(&mut self, model: &Model) {
        for n in 0..u32::try_from(self.threads.len()).unwrap_or(u32::MAX) {
            let idle = *self.thread(ThreadIx(n));
            if idle.life == Life::Running && idle.waiting == Waiting::No && self.awaits(model, ThreadIx(n)) {
                self.set_thread(model, ThreadIx(n), Thread { waiting: Waiting::Stirred, ..idle });
            }
        }
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

fn thread_hash(model: &Model, thread: &Thread) -> u128 {
    if thread.life == Life::NotStarted {
        return 0;
    }
    let hash = model.tries.cell(thread.cell).hash;
    let (kind, depth) = match (thread.life, thread.waiting) {
        (Life::Ended, _) => (1, 0),
        (_, Waiting::No) => (2, 0),
        (_, Waiting::Asleep { timed }) => (3 + u64::from(timed), thread.depth),
        (_, Waiting::Notified) => (5, thread.depth),
        (_, Waiting::Stirred) => (6, 0),
    };
    let part = u64::from(depth) << 4 | kind << 1 | u64::from(thread.daemon);
    if part == 4 { hash } else { chain(hash, part) }
}

fn monitor_hash(number: MonitorIx, monitor: Monitor) -> u128 {
    let owner = monitor.owner.map_or(0, |owner| u64::from(owner.0) + 1);
    if owner == 0 {
        return 0;
    }
    chain(u128::from(owner) << 64 | 0x6d6f_6e69_746f_7200, u64::from(number.0) << 32 | u64::from(monitor.depth))
}

fn location_hash(location: LocationIx, value: Value) -> u128 {
    let high = mix(u64::from(location.0) ^ 0x6d65_6d6f_7279, value.0);
    let low = mix(high, value.0 ^ u64::from(location.0));
    u128::from(high) << 64 | u128::from(low)
}

/// Appends to an ordered hash.
#[must_use]
pub fn chain(hash: u128, next: u64) -> u128 {
    let high = mix((hash >> 64) as u64, next);
    let low = mix(hash as u64, next ^ 0x6f75_7470_7574);
    u128::from(high) << 64 | u128::from(low)
}
