//! Accesses of threads that are no events: those of the program's loaders while a class is loaded (`LoaderCode.java`).
//!
//! They matter where another thread accesses the same location and one of the two writes. What happened before the
//! first thread was started is in order
//! with all that other threads do.

use mcr_protocol::{Action, Change, Event, LocationId, SiteId, ThreadId};
use rustc_hash::FxHashSet;

/// An access that is no event.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unseen {
    pub location: LocationId,
    pub thread: ThreadId,
    pub writes: bool,
    pub site: SiteId,
}

impl Unseen {
    fn meets(&self, location: LocationId, thread: ThreadId, writes: bool) -> bool {
        self.location == location && self.thread != thread && (self.writes || writes)
    }
}

/// Those of all executions.
#[derive(Default)]
pub struct UnseenAccesses(FxHashSet<Unseen>);

impl UnseenAccesses {
    pub fn add(&mut self, access: Unseen) {
        self.0.insert(access);
    }

    /// Where those are that meet an access of another thread, in an execution with these events.
    pub fn concern_others(&self, events: &[Event]) -> Vec<SiteId> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let started = events.iter().skip_while(|event| !matches!(event.action, Action::Start { .. }));
        let accesses: Vec<_> = started
            .filter_map(|event| match event.action {
                Action::Read(location) => Some((location, event.thread, false)),
                Action::Write(location, ..) | Action::Update(location) => Some((location, event.thread, true)),
                Action::Guarded { location, change, .. } => Some((location, event.thread, change != Change::Keep)),
                _ => None,
            })
            .collect();
        let by_loaders = self.0.iter().map(|access| (access.location, access.thread, access.writes));
        let meets = |access: &&Unseen| {
            let others = accesses.iter().copied().chain(by_loaders.clone());
            others.into_iter().any(|(location, thread, writes)| access.meets(location, thread, writes))
        };
        self.0.iter().filter(meets).map(|access| access.site).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unseen_access_meets_a_write_of_another_thread() {
        let access =
            |thread, writes| Unseen { location: LocationId(5), thread: ThreadId(thread), writes, site: SiteId(9) };
        let mut accesses = UnseenAccesses::default();
        accesses.add(access(1, false));
        accesses.add(access(2, false));
        assert!(accesses.concern_others(&[]).is_empty());
        accesses.add(access(2, true));
        assert_eq!(accesses.concern_others(&[]), [SiteId(9), SiteId(9)]);
    }
}
