//! Notices a thread that has the turn and does not come to a visible operation: it blocks in, or loops in, code that no hook
//! sees. The execution is given up then, with a message that says where the thread is.
//!
//! A thread with the turn that blocks for good can only be woken by a thread that has no turn, so it is given up after a
//! second; one that runs or sleeps may still come to an end, and gets the time that the user grants. One that reads standard input may wait for a
//! person, who takes any time; so may one that waits for a peer outside of the program.

use crate::agent::Agent;
use mcr_protocol::{End, ThreadId};
use std::time::{Duration, Instant};

/// How often to look.
const INTERVAL: Duration = Duration::from_millis(200);
/// How long a thread may seem to block. (Classes may be initialised or collected by threads of the JVM meanwhile.)
const BLOCKED: Duration = Duration::from_secs(1);

/// Where a thread is.
pub struct Whereabouts {
    /// It waits without a time limit.
    pub blocked: bool,
    /// For the user.
    pub message: String,
}

/// Watches for ever, unless nothing is too long. `whereabouts` says where a thread is and what it does there.
pub fn watch(agent: &Agent, whereabouts: impl Fn(ThreadId) -> Whereabouts) {
    if agent.configuration().is_some_and(|configured| configured.watchdog_ms == u64::MAX) {
        return;
    }
    let mut seen = (agent.scheduler.progress(), Instant::now());
    loop {
        std::thread::sleep(INTERVAL);
        let limit = agent.configuration().map_or(Duration::from_secs(10), |c| Duration::from_millis(c.watchdog_ms));
        let now = agent.scheduler.progress();
        let idle = seen.1.elapsed();
        if now != seen.0 || now.0.is_none() || agent.scheduler.is_over() || agent.awaits_answer() {
            seen = (now, Instant::now());
        } else if idle >= limit.min(BLOCKED)
            && let (Some(thread), _) = now
        {
            let found = whereabouts(thread);
            if found.blocked || idle >= limit {
                agent.scheduler.give_up(End::Stuck { thread, message: found.message });
                seen = (now, Instant::now());
            }
        }
    }
}
