//! One numbering of places in the code for several JVMs, each of which numbers them as it loads classes.
//!
//! Places that a person cannot tell apart have one number. Invariant: what has got a number keeps it.

use mcr_protocol::{Site, SiteId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

/// Numbers that no JVM has defined begin here.
const UNDEFINED: u32 = 1 << 31;

/// Which number is meant by which.
#[derive(Debug, Default)]
pub(super) struct Sites {
    /// By what is said of a place.
    common: FxHashMap<Site, SiteId>,
    taken: FxHashSet<SiteId>,
    next: u32,
    /// By JVM: the common number of each of its own.
    of_jvm: FxHashMap<u32, FxHashMap<SiteId, SiteId>>,
}

impl Sites {
    /// Gives the places in a trace of a JVM their common numbers.
    pub(super) fn translate(&mut self, jvm: u32, trace: &mut Trace) {
        let Sites { common, taken, next, of_jvm } = self;
        let own = of_jvm.entry(jvm).or_default();
        for site in &mut trace.new_sites {
            let said = Site { id: SiteId::NONE, ..site.clone() };
            let id = *common.entry(said).or_insert_with(|| {
                // The first JVM keeps its numbers, as long as they are free.
                let mut id = site.id;
                while !taken.insert(id) {
                    *next += 1;
                    id = SiteId(*next);
                }
                id
            });
            own.insert(site.id, id);
            site.id = id;
        }
        let translated = |id: SiteId| match own.get(&id) {
            _ if id == SiteId::NONE => id,
            Some(common) => *common,
            None => SiteId(id.0 | UNDEFINED),
        };
        trace.events.iter_mut().for_each(|event| event.site = translated(event.site));
        trace.pending.iter_mut().for_each(|pending| pending.site = translated(pending.site));
        trace.new_coarse_calls.iter_mut().for_each(|call| call.site = translated(call.site));
    }

    /// A JVM is gone.
    pub(super) fn forget(&mut self, jvm: u32) {
        self.of_jvm.remove(&jvm);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::trace;
    use super::*;
    use mcr_protocol::{Action, Event, Outcome, ThreadId};

    fn site(id: u32, method: &str) -> Site {
        Site {
            id: SiteId(id),
            class: "A".into(),
            method: method.into(),
            file: None,
            line: None,
            bci: 7,
            atomic: None,
            waits_once: false,
        }
    }

    fn of(defined: &[Site], used: &[u32]) -> Trace {
        let event = |&site: &u32| Event {
            thread: ThreadId::MAIN,
            site: SiteId(site),
            action: Action::Print(String::new()),
            outcome: Outcome::Done,
        };
        Trace { new_sites: defined.to_vec(), events: used.iter().map(event).collect(), ..trace(1) }
    }

    #[test]
    fn jvms_that_load_classes_in_another_order_mean_the_same_places() {
        let mut sites = Sites::default();
        let mut translated = |jvm, mut trace: Trace| {
            sites.translate(jvm, &mut trace);
            trace.events.iter().map(|event| event.site.0).collect::<Vec<_>>()
        };
        assert_eq!(translated(0, of(&[site(1, "a"), site(2, "b")], &[1, 2, 0])), [1, 2, 0]);
        let other = translated(1, of(&[site(1, "b"), site(2, "c"), site(3, "a")], &[1, 2, 3]));
        assert_eq!((other[0], other[2]), (2, 1));
        assert!(other[1] > 2);
        // What another JVM has called a number is none of the first one's.
        let third = translated(0, of(&[site(3, "d"), site(4, "c")], &[3, 4, 1]));
        assert_eq!((third[1], third[2]), (other[1], 1));
        assert!(third[0] != other[1] && third[0] > 2);
        assert_eq!(translated(1, of(&[], &[1, 2])), [2, other[1]]);
    }
}
