//! What store buffers did in an interleaving, as far as a reader has to know it.
//!
//! Derived from the events alone. A write is shown as delayed only if the delay can matter: if another thread does something
//! before it arrives, and if another thread touches the location at all. (The search may leave out the arrivals of
//! all other writes.)
//!
//! Invariant: what is shown can happen under the memory model. A write that is shown as one that arrived at once could have
//! done so, with all others as they are shown, and nobody would have seen a difference.

use mcr_protocol::{Action, Event, Fence, LocationId, MemoryModel, Order, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What store buffers mean for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delay {
    /// Nothing.
    None,
    /// A write that does not reach memory yet.
    Buffered,
    /// A read of what its own thread has in its buffer.
    Forwarded,
    /// An arrival that is not shown: its write is shown as one that arrived at once.
    Hidden,
}

/// What store buffers did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    /// By event.
    pub of: Vec<Delay>,
    /// Writes that are in buffers at the end, by number of the event.
    pub left: Vec<usize>,
}

impl Delays {
    /// Follows the store buffers through an interleaving.
    #[must_use]
    pub fn new(events: &[Event], model: MemoryModel) -> Delays {
        let mut delays = Delays { of: vec![Delay::None; events.len()], left: Vec::new() };
        if !model.buffers() {
            return delays;
        }
        let entries = entries(events);
        let shared = shared(events);
        // By thread: writes that are shown as delayed and have not arrived.
        let mut delayed: FxHashMap<ThreadId, Vec<Entry>> = FxHashMap::default();
        for (index, event) in events.iter().enumerate() {
            let own = delayed.entry(event.thread).or_default();
            match event.action {
                Action::Write(location, ..) => {
                    let Some(entry) = entries.get(&index) else { continue };
                    if shared.contains(&location) && entry.exit != Exit::LeftOut && !entry.unseen(events, own, model) {
                        delays.of[index] = Delay::Buffered;
                        own.push(*entry);
                    } else if let Exit::Arrival(arrival) = entry.exit {
                        delays.of[arrival] = Delay::Hidden;
                    }
                }
                Action::Read(location) if own.iter().any(|entry| entry.location == location) => {
                    delays.of[index] = Delay::Forwarded;
                }
                Action::Arrive(..) => own.retain(|entry| entry.exit != Exit::Arrival(index)),
                _ => {}
            }
        }
        delays.left = delayed.into_values().flatten().map(|entry| entry.index).collect();
        delays.left.sort_unstable();
        delays
    }
}

/// A write that entered a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Its event.
    index: usize,
    location: LocationId,
    /// Store-store barriers of the thread before it, since the last fence.
    epoch: u32,
    pub(super) exit: Exit,
}

/// How a write leaves the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// It arrives in this event.
    Arrival(usize),
    /// By an arrival that was left out: a fence has come since.
    LeftOut,
    /// Not at all.
    Never,
}

impl Entry {
    /// Whether it might as well have arrived at once, although those in `own` have not: nobody else has done anything before it
    /// arrived.
    fn unseen(&self, events: &[Event], own: &[Entry], model: MemoryModel) -> bool {
        let Exit::Arrival(arrival) = self.exit else { return false };
        let thread = events[self.index].thread;
        let overtakes =
            |other: &Entry| model == MemoryModel::Pso && other.location != self.location && other.epoch >= self.epoch;
        let apart = |event: &Event| match event.action {
            Action::Arrive(location, _) => location != self.location,
            _ => false,
        };
        let between = &events[self.index + 1..arrival];
        own.iter().all(overtakes) && between.iter().all(|event| event.thread == thread || apart(event))
    }
}

/// The buffer of one thread.
#[derive(Default)]
struct Buffer {
    /// In order of writing.
    entries: Vec<Entry>,
    /// Store-store barriers since the last fence.
    barriers: u32,
}

/// All writes that entered buffers, by number of the event.
pub(super) fn entries(events: &[Event]) -> FxHashMap<usize, Entry> {
    let mut buffers: FxHashMap<ThreadId, Buffer> = FxHashMap::default();
    let mut gone = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let buffer = buffers.entry(event.thread).or_default();
        if event.is_fence() {
            let left_out = buffer.entries.drain(..).map(|entry| Entry { exit: Exit::LeftOut, ..entry });
            gone.extend(left_out);
            *buffer = Buffer::default();
        }
        match event.action {
            Action::Write(location, _, order) => {
                if order == Order::Release {
                    buffer.barriers += 1;
                }
                let epoch = match order {
                    Order::Plain | Order::Release => buffer.barriers,
                    Order::Volatile | Order::Arrived => continue,
                };
                buffer.entries.push(Entry { index, location, epoch, exit: Exit::Never });
            }
            Action::Fence(Fence::StoreStore) => buffer.barriers += 1,
            Action::Arrive(location, _) => {
                if let Some(oldest) = buffer.entries.iter().position(|entry| entry.location == location) {
                    let entry = buffer.entries.remove(oldest);
                    gone.push(Entry { exit: Exit::Arrival(index), ..entry });
                }
            }
            _ => {}
        }
    }
    let stay = buffers.into_values().flat_map(|buffer| buffer.entries);
    gone.into_iter().chain(stay).map(|entry| (entry.index, entry)).collect()
}

/// The locations that more than one thread touches.
fn shared(events: &[Event]) -> FxHashSet<LocationId> {
    let mut first: FxHashMap<LocationId, ThreadId> = FxHashMap::default();
    let mut shared = FxHashSet::default();
    for event in events {
        if let Some((location, _)) = event.action.access()
            && *first.entry(location).or_insert(event.thread) != event.thread
        {
            shared.insert(location);
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::{Outcome, SiteId, Value};

    const ONE: ThreadId = ThreadId::MAIN;
    const X: LocationId = LocationId(1);
    const Y: LocationId = LocationId(2);
    const TSO: MemoryModel = MemoryModel::Tso;
    const PSO: MemoryModel = MemoryModel::Pso;

    fn two() -> ThreadId {
        ONE.child(0)
    }

    fn event(thread: ThreadId, action: Action) -> Event {
        let outcome = if let Action::Read(_) = action { Outcome::Read(Value(0)) } else { Outcome::Done };
        Event { thread, site: SiteId(1), action, outcome }
    }

    fn write(thread: ThreadId, location: LocationId) -> Event {
        event(thread, Action::Write(location, Value(1), Order::Plain))
    }

    fn ordered(thread: ThreadId, location: LocationId, order: Order) -> Event {
        event(thread, Action::Write(location, Value(1), order))
    }

    fn arrive(thread: ThreadId, location: LocationId) -> Event {
        event(thread, Action::Arrive(location, Value(1)))
    }

    fn read(thread: ThreadId, location: LocationId) -> Event {
        event(thread, Action::Read(location))
    }

    /// A letter for each event (`.`: nothing, `b`uffered, `o`wn buffer, `h`idden), and the writes that are left.
    fn follow(model: MemoryModel, events: &[Event]) -> (String, Vec<usize>) {
        let delays = Delays::new(events, model);
        let letter = |delay: &Delay| match delay {
            Delay::None => '.',
            Delay::Buffered => 'b',
            Delay::Forwarded => 'o',
            Delay::Hidden => 'h',
        };
        (delays.of.iter().map(letter).collect(), delays.left)
    }

    fn shows(model: MemoryModel, events: &[Event], expected: &str) {
        assert_eq!(follow(model, events), (expected.to_owned(), vec![]));
    }

    #[test]
    fn a_write_that_others_miss_is_delayed_and_its_own_thread_reads_it() {
        let story = [write(ONE, X), read(ONE, X), read(two(), X), arrive(ONE, X), read(ONE, X)];
        shows(TSO, &story, "bo...");
        shows(PSO, &story, "bo...");
    }

    #[test]
    fn without_buffers_there_are_no_delays() {
        shows(MemoryModel::Sc, &[write(ONE, X), read(ONE, X), read(two(), X)], "...");
    }

    #[test]
    fn a_delay_in_which_nobody_else_does_anything_is_not_shown() {
        shows(TSO, &[write(ONE, X), arrive(ONE, X), read(two(), X)], ".h.");
        shows(
            TSO,
            &[
                write(ONE, X),
                read(ONE, X),
                write(ONE, Y),
                arrive(ONE, X),
                arrive(ONE, Y),
                read(two(), X),
                read(two(), Y),
            ],
            "...hh..",
        );
    }

    #[test]
    fn a_write_behind_a_delayed_one_is_delayed_under_tso() {
        // y arrives before anybody else does anything, but not before x.
        let story = [write(ONE, X), read(two(), X), write(ONE, Y), arrive(ONE, X), arrive(ONE, Y), read(two(), Y)];
        shows(TSO, &story, "b.b...");
        shows(PSO, &story, "b...h.");
    }

    #[test]
    fn a_barrier_keeps_a_write_behind_a_delayed_one_under_pso() {
        let reads = [read(two(), X), read(two(), Y)];
        let fence = event(ONE, Action::Fence(Fence::StoreStore));
        let story =
            [write(ONE, X), reads[0].clone(), fence, write(ONE, Y), arrive(ONE, X), arrive(ONE, Y), reads[1].clone()];
        shows(PSO, &story, "b..b...");
        let release = ordered(ONE, Y, Order::Release);
        let story = [write(ONE, X), reads[0].clone(), release, arrive(ONE, X), arrive(ONE, Y), reads[1].clone()];
        shows(PSO, &story, "b.b...");
    }

    #[test]
    fn a_write_that_overtakes_is_an_ordinary_one() {
        let story = [write(ONE, X), write(ONE, Y), arrive(ONE, Y), read(two(), Y), read(two(), X), arrive(ONE, X)];
        shows(PSO, &story, "b.h...");
    }

    #[test]
    fn writes_to_one_location_arrive_in_their_order() {
        let story = [write(ONE, X), read(two(), X), write(ONE, X), arrive(ONE, X), arrive(ONE, X), read(two(), X)];
        for model in [TSO, PSO] {
            shows(model, &story, "b.b...");
        }
    }

    #[test]
    fn the_order_in_which_writes_of_two_threads_arrive_is_shown() {
        // The first write is the last one to arrive: it is what memory holds.
        let story = [write(ONE, X), write(two(), X), arrive(two(), X), arrive(ONE, X)];
        shows(TSO, &story, "b.h.");
        // As the first one arrives while the second one waits, the second one's delay matters, too.
        let story = [write(ONE, X), write(two(), X), arrive(ONE, X), arrive(two(), X)];
        shows(TSO, &story, "bb..");
    }

    #[test]
    fn what_nobody_else_touches_is_not_delayed() {
        shows(TSO, &[write(ONE, X), read(ONE, X), read(two(), Y), arrive(ONE, X)], "...h");
        assert_eq!(follow(TSO, &[write(ONE, X), read(two(), Y)]), ("..".into(), vec![]));
    }

    #[test]
    fn what_is_in_the_buffer_at_the_end_is_left() {
        assert_eq!(follow(TSO, &[read(two(), X), write(ONE, X), write(ONE, X)]), (".bb".into(), vec![1, 2]));
    }

    #[test]
    fn an_arrival_that_was_left_out_was_before_the_next_fence() {
        let fence = event(ONE, Action::Fence(Fence::Full));
        assert_eq!(follow(TSO, &[write(ONE, X), read(two(), X), fence]), ("...".into(), vec![]));
    }

    #[test]
    fn only_writes_that_enter_the_buffer_are_delayed() {
        for order in [Order::Volatile, Order::Arrived] {
            assert_eq!(follow(PSO, &[ordered(ONE, X, order), read(two(), X)]), ("..".into(), vec![]));
        }
        assert_eq!(follow(PSO, &[ordered(ONE, X, Order::Release), read(two(), X)]), ("b.".into(), vec![0]));
    }
}
