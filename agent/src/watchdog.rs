//! Notices a thread that has the turn and does not come to a visible operation: it blocks in, or loops in, code that no hook
//! sees. The execution is given up then, with a message that says where the thread is.

use crate::agent::Agent;
use mcr_protocol::{End, ThreadId};
use std::time::{Duration, Instant};

/// How often to look.
const INTERVAL: Duration = Duration::from_millis(200);

/// Watches for ever. `whereabouts` says where a thread is and what it does there.
pub fn watch(agent: &Agent, whereabouts: impl Fn(ThreadId) -> String) {
    let mut seen = (agent.scheduler.progress(), Instant::now());
    loop {
        std::thread::sleep(INTERVAL);
        let limit = agent.configuration().map_or(Duration::from_secs(10), |c| Duration::from_millis(c.watchdog_ms));
        let now = agent.scheduler.progress();
        if now != seen.0 || now.0.is_none() || agent.scheduler.is_over() {
            seen = (now, Instant::now());
        } else if seen.1.elapsed() >= limit
            && let (Some(thread), _) = now
        {
            let message = whereabouts(thread);
            agent.scheduler.give_up(End::Stuck { thread, message });
            seen = (now, Instant::now());
        }
    }
}
