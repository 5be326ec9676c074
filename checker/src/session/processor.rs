//! On which processor a thread of the checker runs: that of the JVM that it talks to.
//!
//! The two take turns, so they never need two processors, and it costs more to wake a thread on another processor, which has nothing else to do and sleeps, than to
//! go on with it on the same one: SB has 1.7 times as many executions a second.
//!
//! Invariant: what a thread starts while it [`roams`](roam) may use all processors; so it does that before it starts a JVM, and threads that share work are there
//! before any is confined.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::sync::OnceLock;

/// Those that this process could use when it was first asked. None if the system does not say.
static ALLOWED: OnceLock<Option<CpuSet>> = OnceLock::new();

fn allowed() -> Option<&'static CpuSet> {
    ALLOWED.get_or_init(|| sched_getaffinity(None).ok()).as_ref()
}

/// Confines the running thread to the processor of a JVM, counted from the last one, which is 0: the agent counts in the same way. Where the system does not
/// allow that, all stays as it is.
pub fn beside(processor: usize) {
    let Some(allowed) = allowed() else { return };
    // Once they are there, this is an error that says so.
    let _ = rayon::ThreadPoolBuilder::new().build_global();
    let from_last = || (0..CpuSet::MAX_CPU).rev().filter(|cpu| allowed.is_set(*cpu));
    if let Some(cpu) = from_last().nth(processor % from_last().count().max(1)) {
        let mut one = CpuSet::new();
        one.set(cpu);
        // It would only be slower.
        let _ = sched_setaffinity(None, &one);
    }
}

/// Lets the running thread use all processors again.
pub fn roam() {
    if let Some(allowed) = allowed() {
        // As above.
        let _ = sched_setaffinity(None, allowed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_confined_to_one_processor_and_let_go_again() {
        let before = sched_getaffinity(None).unwrap();
        for processor in 0..3 {
            beside(processor);
            assert_eq!(sched_getaffinity(None).unwrap().count(), 1);
            roam();
            assert_eq!(sched_getaffinity(None).unwrap(), before);
        }
    }
}
