//! Dense numbers for the ids of the protocol, so that states are arrays.
//!
//! Numbers are given in the order in which ids appear and are never taken back.

use super::numbers::Numbers;
use mcr_protocol::{Awaited, Guard, LocationId, Resource, ThreadId, Try, Uncaught, Value};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Number of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadIx(pub u32);

/// Number of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocationIx(pub u32);

/// Number of a monitor, or of the wait set of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MonitorIx(pub u32);

/// Number of a printed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextIx(pub u32);

/// Number of an uncaught exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UncaughtIx(pub u32);

/// Number of what a waiting thread has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AwaitIx(pub u32);

/// [`Awaited`] with numbers for names.
#[derive(Clone, Debug, Default)]
pub struct Sights {
    /// What it read.
    pub reads: Vec<(LocationIx, Value)>,
    /// Whom it found alive.
    pub alive: Vec<ThreadIx>,
    /// What it found others doing.
    pub states: Vec<(ThreadIx, u8)>,
    /// The monitors that it tried to enter in vain.
    pub tried: Vec<MonitorIx>,
    /// The guards that did not hold.
    pub guards: Vec<(LocationIx, Guard)>,
}

impl Sights {
    /// What makes the thread go on when it changes, but for what others are doing.
    pub fn resources(&self) -> impl Iterator<Item = Resource<Numbers>> + '_ {
        let reads = self.reads.iter().map(|(location, _)| Resource::Location(*location));
        let alive = self.alive.iter().map(|thread| Resource::Aliveness(*thread));
        let tried = self.tried.iter().map(|monitor| Resource::Monitor(*monitor));
        let guards = self.guards.iter().map(|(location, _)| Resource::Location(*location));
        reads.chain(alive).chain(tried).chain(guards)
    }
}

/// Both directions between things and their numbers.
#[derive(Debug)]
struct Interner<T> {
    numbers: FxHashMap<T, u32>,
    things: Vec<T>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { numbers: FxHashMap::default(), things: Vec::new() }
    }
}

impl<T: Hash + Eq + Clone> Interner<T> {
    fn intern(&mut self, thing: &T) -> u32 {
        if let Some(&number) = self.numbers.get(thing) {
            return number;
        }
        let number = u32::try_from(self.things.len()).expect("fewer than 2^32 names fit into memory");
        self.things.push(thing.clone());
        self.numbers.insert(thing.clone(), number);
        number
    }
}

/// The numbers given so far.
#[derive(Debug, Default)]
pub struct Names {
    threads: Interner<ThreadId>,
    locations: Interner<LocationId>,
    monitors: Interner<Value>,
    texts: Interner<String>,
    uncaught: Interner<Uncaught>,
    awaited: Interner<Awaited>,
    sights: Vec<Sights>,
}

impl Names {
    /// The number of a thread.
    pub fn thread(&mut self, id: ThreadId) -> ThreadIx {
        ThreadIx(self.threads.intern(&id))
    }

    /// The number of a thread, if it has one.
    #[must_use]
    pub fn find_thread(&self, id: ThreadId) -> Option<ThreadIx> {
        self.threads.numbers.get(&id).copied().map(ThreadIx)
    }

    /// The number of a location.
    pub fn location(&mut self, id: LocationId) -> LocationIx {
        LocationIx(self.locations.intern(&id))
    }

    /// The number of a location, if it has one.
    #[must_use]
    pub fn find_location(&self, id: LocationId) -> Option<LocationIx> {
        self.locations.numbers.get(&id).copied().map(LocationIx)
    }

    /// The number of a monitor.
    pub fn monitor(&mut self, object: Value) -> MonitorIx {
        MonitorIx(self.monitors.intern(&object))
    }

    /// The number of a text.
    pub fn text_number(&mut self, text: &String) -> TextIx {
        TextIx(self.texts.intern(text))
    }

    /// The number of an exception.
    pub fn uncaught_number(&mut self, uncaught: &Uncaught) -> UncaughtIx {
        UncaughtIx(self.uncaught.intern(uncaught))
    }

    /// The number of what a waiting thread has looked at.
    pub fn await_number(&mut self, awaited: &Awaited) -> AwaitIx {
        let number = self.awaited.intern(awaited);
        if number as usize == self.sights.len() {
            let reads = awaited.reads.iter().map(|(l, value)| (self.location(*l), *value)).collect();
            let alive = awaited.alive.iter().map(|t| self.thread(*t)).collect();
            let states = awaited.states.iter().map(|(t, doing)| (self.thread(*t), *doing)).collect();
            let mut sights = Sights { reads, alive, states, ..Sights::default() };
            for failed in &awaited.tries {
                match *failed {
                    Try::Monitor(monitor) => sights.tried.push(self.monitor(monitor)),
                    Try::Guard(location, guard) => sights.guards.push((self.location(location), guard)),
                }
            }
            self.sights.push(sights);
        }
        AwaitIx(number)
    }

    /// What a waiting thread has looked at.
    #[must_use]
    pub fn awaited(&self, number: AwaitIx) -> &Awaited {
        &self.awaited.things[number.0 as usize]
    }

    /// The same, by number.
    #[must_use]
    pub fn sights(&self, number: AwaitIx) -> &Sights {
        &self.sights[number.0 as usize]
    }

    /// Which thread.
    #[must_use]
    pub fn thread_id(&self, thread: ThreadIx) -> ThreadId {
        self.threads.things[thread.0 as usize]
    }

    /// Which location.
    #[must_use]
    pub fn location_id(&self, location: LocationIx) -> LocationId {
        self.locations.things[location.0 as usize]
    }

    /// Which object's monitor.
    #[must_use]
    pub fn monitor_id(&self, monitor: MonitorIx) -> Value {
        self.monitors.things[monitor.0 as usize]
    }

    /// What was printed.
    #[must_use]
    pub fn text(&self, text: TextIx) -> &str {
        &self.texts.things[text.0 as usize]
    }

    /// Which exception.
    #[must_use]
    pub fn uncaught(&self, uncaught: UncaughtIx) -> &Uncaught {
        &self.uncaught.things[uncaught.0 as usize]
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.things.len()
    }

    /// How many locations there are.
    #[must_use]
    pub fn locations(&self) -> usize {
        self.locations.things.len()
    }

    /// How many monitors and wait sets there are.
    #[must_use]
    pub fn monitors(&self) -> usize {
        self.monitors.things.len()
    }
}
