//! What names are called, told again to whoever explores the next program in the same JVM.
//!
//! An agent tells what a name is called once in the life of its JVM, with the first trace that has it. An exploration needs to hear it, and another
//! one in the same JVM begins with nothing.

use mcr_protocol::{CoarseCall, LocationLabel, Site, ThreadInfo, Trace, Value};
use std::mem::take;

/// All that was told, in the order in which it was told.
#[derive(Debug, Default)]
pub(super) struct Told {
    threads: Vec<ThreadInfo>,
    sites: Vec<Site>,
    locations: Vec<LocationLabel>,
    objects: Vec<(Value, String)>,
    coarse_calls: Vec<CoarseCall>,
    unrepeatable: Vec<(String, Site)>,
    /// The next trace is the first one of an exploration.
    anew: bool,
}

impl Told {
    /// The next trace is the first one of an exploration.
    pub(super) fn rewind(&mut self) {
        self.anew = true;
    }

    /// Keeps what a trace tells; the first one of an exploration tells all that was told before as well.
    pub(super) fn tell(&mut self, trace: &mut Trace) {
        let anew = take(&mut self.anew);
        keep(&mut self.threads, &mut trace.new_threads, anew);
        keep(&mut self.sites, &mut trace.new_sites, anew);
        keep(&mut self.locations, &mut trace.new_locations, anew);
        keep(&mut self.objects, &mut trace.new_objects, anew);
        keep(&mut self.coarse_calls, &mut trace.new_coarse_calls, anew);
        keep(&mut self.unrepeatable, &mut trace.new_unrepeatable, anew);
    }
}

fn keep<T: Clone>(all: &mut Vec<T>, new: &mut Vec<T>, anew: bool) {
    all.extend_from_slice(new);
    if anew {
        new.clone_from(all);
    }
}
