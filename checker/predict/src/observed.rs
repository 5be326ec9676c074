//! A trace, and what each of its events means for the others.
//!
//! An event becomes at most one operation of the order solver. What that cannot say exactly is said by *links*: the observed order of two events is
//! kept (a notify comes behind the wait that it ends, and before the resume). What not even links can say, a wait whose time was over or a question
//! what a thread is doing, is a *barrier*: nothing is moved across it.
//!
//! Invariant: an order of events that obeys operations, links and barriers can be followed by the program, or else a replay shows that it cannot; no
//! order is taken for possible because something was left out that the replay does not check.

use mcr_protocol::{
    Action, Event, Limit, LocationId, MemoryModel, Order, Outcome, Pending, ThreadId, Trace, Value, Wake, mix,
};
use mcr_solve::Operation;
use rustc_hash::{FxHashMap, FxHashSet};

/// What an event means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing to others.
    Local,
    /// Reads or writes a location that others may touch.
    Access(Operation),
    /// Enters a monitor that the thread was not in.
    Enter(Value),
    /// Leaves a monitor.
    Leave(Value),
    /// Waits until the buffer is empty.
    Fence,
    /// A write arrives; no operation of its own.
    Arrival,
    /// Cannot be moved, and nothing can be moved across it.
    Barrier,
}

impl Meaning {
    /// The location that it touches, and whether it may change it.
    pub fn location(&self) -> Option<(LocationId, bool)> {
        match *self {
            Meaning::Access(Operation::Read(location, _)) => Some((location, false)),
            Meaning::Access(Operation::Write(location, ..)) => Some((location, true)),
            Meaning::Access(Operation::Update { location, old, new, .. }) => Some((location, old != new)),
            _ => None,
        }
    }
}

/// A trace that has been looked at.
pub struct Observed<'t> {
    /// Without rounds in loops that changed nothing.
    pub events: &'t [Event],
    /// What comes next at the end.
    pub pending: &'t [Pending],
    /// Of each event.
    pub meanings: Vec<Meaning>,
    /// By later event: the earlier ones that have to come before it.
    pub links: FxHashMap<usize, Vec<usize>>,
    /// Events that are part of a link.
    pub linked: FxHashSet<usize>,
    /// Of a write through the buffer: the event of its arrival.
    pub arrivals: FxHashMap<usize, usize>,
    /// Before each event, and at the end: whether all buffers are empty.
    pub drained: Vec<bool>,
    /// What memory holds at first.
    pub initial: FxHashMap<LocationId, Value>,
    /// Which event has started a thread.
    pub starts: FxHashMap<ThreadId, usize>,
    /// Threads with events.
    active: FxHashSet<ThreadId>,
    /// What memory holds from then on: by event.
    pub changes: Vec<(usize, LocationId, Value)>,
    /// Which monitors are entered (true) and left, inner entries apart: by event.
    pub monitors: Vec<(usize, Value, bool)>,
}

impl<'t> Observed<'t> {
    /// `events`: those of the trace without rounds.
    pub fn new(model: MemoryModel, trace: &'t Trace, events: &'t [Event]) -> Observed<'t> {
        let is_try = |event: &&Event| {
            let timed_out = event.outcome == Outcome::Resumed(Wake::TimedOut);
            timed_out && matches!(event.action, Action::Acquire { patience, .. } if patience.limit == Limit::Now)
        };
        let tried = events.iter().filter(is_try).filter_map(|event| match event.action {
            Action::Acquire { monitor, .. } => Some(monitor),
            _ => None,
        });
        let mut reader = Reader {
            buffers: model.buffers(),
            tried: tried.collect(),
            memory: trace.initial.iter().copied().collect(),
            depths: FxHashMap::default(),
            asleep: FxHashMap::default(),
            sets: FxHashMap::default(),
            returned: FxHashMap::default(),
            started: FxHashMap::default(),
            ended: FxHashMap::default(),
            unfinished: FxHashMap::default(),
            waiting: FxHashMap::default(),
            links: FxHashMap::default(),
            arrivals: FxHashMap::default(),
            starts: FxHashMap::default(),
            changes: Vec::new(),
            monitors: Vec::new(),
        };
        let (mut meanings, mut drained) = (Vec::with_capacity(events.len()), Vec::with_capacity(events.len() + 1));
        for (n, event) in events.iter().enumerate() {
            drained.push(reader.waiting.is_empty());
            meanings.push(reader.event(n, event));
        }
        drained.push(reader.waiting.is_empty());
        let linked = reader.links.iter().flat_map(|(&later, earlier)| earlier.iter().copied().chain([later])).collect();
        Observed {
            events,
            pending: &trace.pending,
            meanings,
            linked,
            links: reader.links,
            arrivals: reader.arrivals,
            drained,
            initial: trace.initial.iter().copied().collect(),
            starts: reader.starts,
            active: events.iter().map(|event| event.thread).collect(),
            changes: reader.changes,
            monitors: reader.monitors,
        }
    }

    /// Whether a thread has done nothing.
    pub fn is_silent(&self, thread: ThreadId) -> bool {
        !self.active.contains(&thread)
    }

    /// What a thread does at the end.
    pub fn pending(&self, thread: ThreadId) -> Option<&Pending> {
        self.pending.iter().find(|pending| pending.thread == thread)
    }
}

/// Going along the trace.
struct Reader {
    buffers: bool,
    /// Monitors that somebody tried in vain to enter: who is in them is a location.
    tried: FxHashSet<Value>,
    memory: FxHashMap<LocationId, Value>,
    depths: FxHashMap<(ThreadId, Value), u32>,
    /// Depth of the monitor when a thread began to wait.
    asleep: FxHashMap<ThreadId, u32>,
    /// By wait set: the last event that changed it.
    sets: FxHashMap<Value, usize>,
    /// By monitor: the last resume.
    returned: FxHashMap<Value, usize>,
    /// Starts of threads that have not done anything.
    started: FxHashMap<ThreadId, usize>,
    ended: FxHashMap<ThreadId, usize>,
    /// Events that saw a thread that had not ended.
    unfinished: FxHashMap<ThreadId, Vec<usize>>,
    /// Writes in buffers, oldest first.
    waiting: FxHashMap<(ThreadId, LocationId), Vec<usize>>,
    links: FxHashMap<usize, Vec<usize>>,
    arrivals: FxHashMap<usize, usize>,
    starts: FxHashMap<ThreadId, usize>,
    changes: Vec<(usize, LocationId, Value)>,
    monitors: Vec<(usize, Value, bool)>,
}

impl Reader {
    fn set(&mut self, n: usize, location: LocationId, value: Value) {
        self.memory.insert(location, value);
        self.changes.push((n, location, value));
    }

    fn link(&mut self, earlier: Option<usize>, later: usize) {
        if let Some(earlier) = earlier
            && earlier != later
        {
            self.links.entry(later).or_default().push(earlier);
        }
    }

    fn event(&mut self, n: usize, event: &Event) -> Meaning {
        let thread = event.thread;
        if let Action::Arrive(location, value) = event.action {
            self.set(n, location, value);
            if let Some(writes) = self.waiting.get_mut(&(thread, location)) {
                self.arrivals.insert(writes.remove(0), n);
                if writes.is_empty() {
                    self.waiting.remove(&(thread, location));
                }
            }
            return Meaning::Arrival;
        }
        let start = self.started.remove(&thread);
        self.link(start, n);
        match event.outcome {
            Outcome::Resumed(Wake::Interrupted) => return self.interrupted(n, event),
            Outcome::Resumed(Wake::TimedOut) => return self.gave_up(n, event),
            Outcome::Resumed(Wake::Spurious) => return self.comes_back(n, event),
            _ => {}
        }
        if let Some((location, _)) = event.action.access()
            && let Some(access) = self.reads_or_updates(n, event, location)
        {
            return Meaning::Access(access);
        }
        match (&event.action, event.outcome) {
            (Action::Write(location, value, order), _) => self.write(n, thread, *location, *value, *order),
            (Action::Fence(fence), _) => match self.buffers {
                true => Meaning::Access(Operation::Fence(*fence)),
                false => Meaning::Local,
            },
            (Action::Acquire { monitor, .. }, _) => self.enter(n, thread, *monitor, 1),
            (Action::Release(monitor), _) => self.leave(n, thread, *monitor, 1),
            (Action::Wait { monitor, set, .. }, _) => {
                self.changes_set(n, *set);
                let depth = self.depths.get(&(thread, *monitor)).copied().unwrap_or(1);
                self.asleep.insert(thread, depth);
                self.leave(n, thread, *monitor, depth)
            }
            (Action::Resume(monitor), _) => {
                // Behind the notify, which is what it was linked to last; those notified come back in the order in which they did.
                let last = self.returned.insert(*monitor, n);
                self.link(last, n);
                let woken = self.sets.get(&wakes(thread)).copied();
                self.link(woken, n);
                let depth = self.asleep.remove(&thread).unwrap_or(1);
                self.enter(n, thread, *monitor, depth)
            }
            (Action::Notify { set, .. }, Outcome::Woke(woken)) => {
                self.changes_set(n, *set);
                if let Some(woken) = woken {
                    self.sets.insert(wakes(woken), n);
                }
                Meaning::Local
            }
            (Action::NotifyAll { set, .. }, _) => {
                self.changes_set(n, *set);
                for sleeper in self.asleep.keys().copied().collect::<Vec<_>>() {
                    self.sets.insert(wakes(sleeper), n);
                }
                Meaning::Local
            }
            (Action::Park(_), _) => self.park(n, thread),
            (Action::Start { child, tells, .. }, _) => {
                self.started.insert(*child, n);
                self.starts.insert(*child, n);
                match *tells {
                    Some(location) => self.write(n, thread, location, Value(1), Order::Volatile),
                    None => Meaning::Fence,
                }
            }
            (Action::Join { child, .. }, _) => {
                let end = self.ended.get(child).copied();
                self.link(end, n);
                Meaning::Fence
            }
            (Action::Alive(child), _) => {
                self.sees(n, *child);
                Meaning::Local
            }
            (Action::Print(_), _) => Meaning::Fence,
            (Action::Choose(_), _) => Meaning::Local,
            (Action::End { notifies, .. }, _) => {
                self.ended.insert(thread, n);
                for seen in self.unfinished.remove(&thread).unwrap_or_default() {
                    self.link(Some(seen), n);
                }
                if notifies.is_some() { Meaning::Barrier } else { Meaning::Fence }
            }
            _ => Meaning::Barrier,
        }
    }

    /// The access to memory of an event that its outcome tells.
    fn reads_or_updates(&mut self, n: usize, event: &Event, location: LocationId) -> Option<Operation> {
        match event.outcome {
            Outcome::Read(value) => Some(Operation::Read(location, value)),
            Outcome::Updated { old, new } => {
                self.set(n, location, new);
                Some(match event.action {
                    Action::Update(_, order) => Operation::Update { location, old, new, order },
                    _ if old == new => Operation::Read(location, old),
                    _ => Operation::Update { location, old, new, order: Order::Volatile },
                })
            }
            _ => None,
        }
    }

    /// Whether a thread has ended, it sees: the same in every order.
    fn sees(&mut self, n: usize, child: ThreadId) {
        match self.ended.get(&child).copied() {
            Some(end) => self.link(Some(end), n),
            None => {
                let start = self.started.get(&child).copied();
                self.link(start, n);
                self.unfinished.entry(child).or_default().push(n);
            }
        }
    }

    /// Events on one wait set stay in order.
    fn changes_set(&mut self, n: usize, set: Value) {
        let last = self.sets.insert(set, n);
        self.link(last, n);
    }

    fn write(&mut self, n: usize, thread: ThreadId, location: LocationId, value: Value, order: Order) -> Meaning {
        if self.buffers && matches!(order, Order::Plain | Order::Release) {
            self.waiting.entry((thread, location)).or_default().push(n);
        } else {
            self.set(n, location, value);
        }
        Meaning::Access(Operation::Write(location, value, order))
    }

    fn enter(&mut self, n: usize, thread: ThreadId, monitor: Value, depth: u32) -> Meaning {
        let now = self.depths.entry((thread, monitor)).or_default();
        *now += depth;
        if *now > depth {
            return Meaning::Fence;
        }
        self.monitors.push((n, monitor, true));
        if !self.tried.contains(&monitor) {
            return Meaning::Enter(monitor);
        }
        let (location, new) = (owner_of(monitor), owned_by(thread));
        self.set(n, location, new);
        Meaning::Access(Operation::Update { location, old: Value::ZERO, new, order: Order::Volatile })
    }

    fn leave(&mut self, n: usize, thread: ThreadId, monitor: Value, depth: u32) -> Meaning {
        let now = self.depths.entry((thread, monitor)).or_default();
        *now = now.saturating_sub(depth);
        if *now > 0 {
            return Meaning::Fence;
        }
        self.monitors.push((n, monitor, false));
        if !self.tried.contains(&monitor) {
            return Meaning::Leave(monitor);
        }
        let (location, old) = (owner_of(monitor), owned_by(thread));
        self.set(n, location, Value::ZERO);
        Meaning::Access(Operation::Update { location, old, new: Value::ZERO, order: Order::Volatile })
    }

    /// A wait ends by itself.
    fn comes_back(&mut self, n: usize, event: &Event) -> Meaning {
        if let Action::Resume(monitor) = event.action {
            let depth = self.asleep.remove(&event.thread).unwrap_or(1);
            self.enter(n, event.thread, monitor, depth);
        }
        Meaning::Barrier
    }

    /// The flag is taken.
    fn interrupted(&mut self, n: usize, event: &Event) -> Meaning {
        let location = LocationId::interrupt(event.thread);
        self.set(n, location, Value::ZERO);
        match &event.action {
            // It leaves the wait set and enters the monitor at once.
            Action::Resume(_) => return self.comes_back(n, event),
            Action::Join { child, .. } => self.unfinished.entry(*child).or_default().push(n),
            _ => {}
        }
        Meaning::Access(Operation::Update { location, old: Value(1), new: Value::ZERO, order: Order::Volatile })
    }

    /// Its time was over.
    fn gave_up(&mut self, n: usize, event: &Event) -> Meaning {
        match &event.action {
            Action::Acquire { monitor, patience, .. } if patience.limit == Limit::Now => {
                let location = owner_of(*monitor);
                let owner = self.memory.get(&location).copied().unwrap_or(Value::ZERO);
                Meaning::Access(Operation::Read(location, owner))
            }
            Action::Guarded { location, patience, .. } if patience.limit == Limit::Now => {
                let value = self.memory.get(location).copied().unwrap_or(Value::ZERO);
                Meaning::Access(Operation::Read(*location, value))
            }
            // Only when nobody else could go on.
            _ => self.comes_back(n, event),
        }
    }

    /// Takes the permit if there is one; else the thread was interrupted.
    fn park(&mut self, n: usize, thread: ThreadId) -> Meaning {
        let (permit, flag) = (LocationId::permit(thread), LocationId::interrupt(thread));
        let old = self.memory.get(&permit).copied().unwrap_or(Value::ZERO);
        let (location, new) = if old == Value::ZERO { (flag, Value(1)) } else { (permit, Value::ZERO) };
        self.set(n, location, new);
        let old = if location == flag { Value(1) } else { old };
        Meaning::Access(Operation::Update { location, old, new, order: Order::Volatile })
    }
}

/// The location that says who is in a monitor.
fn owner_of(monitor: Value) -> LocationId {
    LocationId(mix(monitor.0, 0x6f_776e_6572))
}

fn owned_by(thread: ThreadId) -> Value {
    Value(mix(thread.0, 0x6f77_6e73) | 1)
}

/// What stands for the sleep of a thread among the wait sets.
fn wakes(thread: ThreadId) -> Value {
    Value(mix(thread.0, 0x77_616b_6573))
}
