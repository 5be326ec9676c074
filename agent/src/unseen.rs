//! What threads use without an event: what the program's loaders use while a class is loaded (`LoaderCode.java`).
//!
//! It matters where another thread accesses the same location and one of the two writes, or enters the same monitor by
//! an event. What happened before the first thread was started is in order with all that other threads do. Two loaders
//! are never inside a monitor at the same time: nobody else runs while a class is loaded.

use mcr_protocol::{Action, Event, LocationId, SiteId, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A use that is no event.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unseen {
    pub used: Used,
    pub thread: ThreadId,
    pub site: SiteId,
}

/// What is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Used {
    Location {
        location: LocationId,
        writes: bool,
    },
    /// The monitor of the object of this name.
    Monitor(Value),
}

impl Used {
    fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::Location { location, writes }, Self::Location { location: other, writes: written }) => {
                location == other && (writes || written)
            }
            (Self::Monitor(monitor), Self::Monitor(other)) => monitor == other,
            _ => false,
        }
    }

    /// The uses that meet this one.
    fn met_by(self) -> Vec<Self> {
        match self {
            Self::Location { location, writes } => {
                let mut met = vec![Self::Location { location, writes: true }];
                met.extend(writes.then_some(Self::Location { location, writes: false }));
                met
            }
            Self::Monitor(_) => vec![self],
        }
    }

    /// What an event uses that others could use unseen.
    fn by(action: &Action) -> Option<Self> {
        match *action {
            Action::Acquire { monitor, .. } => Some(Self::Monitor(monitor)),
            _ => action.access().map(|(location, writes)| Self::Location { location, writes }),
        }
    }
}

/// That a thread asks a loader for a class or a package, or defines it: by an event, or while a class is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LoaderUse {
    pub thread: ThreadId,
    pub site: SiteId,
    pub defines: bool,
    pub is_event: bool,
}

impl LoaderUse {
    /// Two events are in order, and what two threads do while they load classes is not told apart.
    fn meets(self, other: Self) -> bool {
        self.thread != other.thread && (self.defines || other.defines) && self.is_event != other.is_event
    }
}

/// Such uses in all executions, by the name of what is used.
#[derive(Default)]
pub struct LoaderUses(FxHashMap<Value, FxHashSet<LoaderUse>>);

impl LoaderUses {
    pub fn add(&mut self, used: Value, by: LoaderUse) {
        self.0.entry(used).or_default().insert(by);
    }

    /// Where those are that another thread's meet.
    pub fn concern_others(&self) -> Vec<SiteId> {
        let meeting = |uses: &FxHashSet<LoaderUse>| {
            let met = uses.iter().filter(|used| uses.iter().any(|other| used.meets(*other)));
            met.map(|used| used.site).collect::<Vec<_>>()
        };
        self.0.values().flat_map(meeting).collect()
    }
}

/// Those of all executions, and what events use in them: an execution in which both happen need not be run, as the search puts it together of
/// what it knows of each thread.
#[derive(Default)]
pub struct UnseenUses {
    unseen: FxHashSet<Unseen>,
    seen: FxHashMap<Used, FxHashSet<ThreadId>>,
}

impl UnseenUses {
    pub fn add(&mut self, used: Unseen) {
        self.unseen.insert(used);
    }

    /// Takes note of what the events of an execution use, where there is more than one thread; calls `new` with what was not known.
    pub fn see(&mut self, events: &[Event], mut new: impl FnMut(ThreadId, Used)) {
        let started = events.iter().skip_while(|event| !matches!(event.action, Action::Start { .. }));
        for event in started {
            if let Some(used) = Used::by(&event.action)
                && self.seen.entry(used).or_default().insert(event.thread)
            {
                new(event.thread, used);
            }
        }
    }

    /// Another program begins, whose threads use other things.
    pub fn forget_seen(&mut self) {
        self.seen.clear();
    }

    /// Where those are that meet what another thread uses.
    pub fn concern_others(&self) -> Vec<SiteId> {
        let by_loaders = |unseen: &Unseen| {
            let meets = |other: &Unseen| other.thread != unseen.thread && unseen.used.meets(other.used);
            matches!(unseen.used, Used::Location { .. }) && self.unseen.iter().any(meets)
        };
        let by_events = |unseen: &Unseen| {
            let mut met = unseen.used.met_by().into_iter().filter_map(|used| self.seen.get(&used)).flatten();
            met.any(|thread| *thread != unseen.thread)
        };
        let meeting = self.unseen.iter().filter(|unseen| by_loaders(unseen) || by_events(unseen));
        meeting.map(|unseen| unseen.site).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::{Outcome, Patience};

    fn unseen(thread: u64, used: Used) -> Unseen {
        Unseen { used, thread: ThreadId(thread), site: SiteId(9) }
    }

    #[test]
    fn an_unseen_access_meets_a_write_of_another_thread() {
        let access = |thread, writes| unseen(thread, Used::Location { location: LocationId(5), writes });
        let mut uses = UnseenUses::default();
        uses.add(access(1, false));
        uses.add(access(2, false));
        assert!(uses.concern_others().is_empty());
        uses.add(access(2, true));
        assert_eq!(uses.concern_others(), [SiteId(9), SiteId(9)]);
    }

    #[test]
    fn a_class_that_is_loaded_meets_an_event_of_another_thread_that_asks_for_it() {
        let by = |thread, defines, is_event| LoaderUse {
            thread: ThreadId(thread),
            site: SiteId(u32::try_from(thread).unwrap()),
            defines,
            is_event,
        };
        let mut uses = LoaderUses::default();
        uses.add(Value(7), by(1, true, false));
        uses.add(Value(7), by(2, true, false));
        uses.add(Value(8), by(1, false, true));
        assert!(uses.concern_others().is_empty(), "nobody else asks for that class");
        uses.add(Value(7), by(1, false, true));
        let mut sites = uses.concern_others();
        sites.sort();
        assert_eq!(sites, [SiteId(1), SiteId(2)], "the second thread defines what the first asks for");
    }

    #[test]
    fn an_unseen_monitor_meets_an_event_of_another_thread_only() {
        let mut uses = UnseenUses::default();
        uses.add(unseen(1, Used::Monitor(Value(5))));
        uses.add(unseen(2, Used::Monitor(Value(5))));
        assert!(uses.concern_others().is_empty());
        let event =
            |thread, action| Event { thread: ThreadId(thread), site: SiteId(1), action, outcome: Outcome::Done };
        let start = event(1, Action::Start { child: ThreadId(2), argument: Value(0), daemon: false, tells: None });
        let enter = event(2, Action::Acquire { monitor: Value(5), patience: Patience::FOREVER, parks: false });
        uses.see(std::slice::from_ref(&enter), |_, _| panic!("no thread was started before"));
        assert!(uses.concern_others().is_empty());
        let mut new = 0;
        uses.see(&[start.clone(), enter.clone()], |_, _| new += 1);
        assert_eq!(uses.concern_others(), [SiteId(9)]);
        uses.see(&[start, enter], |_, _| new += 1);
        assert_eq!(new, 1, "it is new once");
        uses.forget_seen();
        assert!(uses.concern_others().is_empty());
    }

    #[test]
    fn it_makes_no_difference_which_execution_comes_first() {
        let write = |thread| Event {
            thread: ThreadId(thread),
            site: SiteId(1),
            action: Action::Write(LocationId(5), Value(1), mcr_protocol::Order::Plain),
            outcome: Outcome::Done,
        };
        let start = Event {
            action: Action::Start { child: ThreadId(2), argument: Value(0), daemon: false, tells: None },
            ..write(1)
        };
        let mut uses = UnseenUses::default();
        uses.see(&[start.clone(), write(1)], |_, _| {});
        uses.add(unseen(1, Used::Location { location: LocationId(5), writes: false }));
        assert!(uses.concern_others().is_empty(), "it is the same thread");
        uses.see(&[start, write(2)], |_, _| {});
        uses.see(&[], |_, _| {});
        assert_eq!(uses.concern_others(), [SiteId(9)]);
    }
}
