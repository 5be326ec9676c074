//! Notices a thread that has the turn and does not come to a visible operation: it blocks in, or loops in, code that no hook
//! sees. The execution is given up then, with a message that says where the thread is.
//!
//! A thread with the turn that blocks for good can only be woken by a thread that has no turn, so it is given up after a
//! second; one that runs or sleeps may still come to an end, and gets the time that the user grants. One that reads standard input may wait for a
//! person, who takes any time; so may one that waits for a peer outside of the program. Time in which this process wanted a
//! processor and got none does not count: on a machine with much else to do a thread may not get to run for seconds.

use crate::agent::Agent;
use mcr_protocol::{End, ThreadId};
use std::path::Path;
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
    let mut last = agent.scheduler.progress();
    let mut idle = Idle::since_now();
    loop {
        std::thread::sleep(INTERVAL);
        let limit = agent.configuration().map_or(Duration::from_secs(10), |c| Duration::from_millis(c.watchdog_ms));
        let now = agent.scheduler.progress();
        if now != last || now.0.is_none() || agent.scheduler.is_over() || agent.awaits_answer() {
            (last, idle) = (now, Idle::since_now());
            continue;
        }
        let idled = idle.so_far();
        if idled >= limit.min(BLOCKED)
            && let (Some(thread), _) = now
        {
            let found = whereabouts(thread);
            if found.blocked || idled >= limit {
                agent.scheduler.give_up(End::Stuck { thread, message: found.message });
                idle = Idle::since_now();
            }
        }
    }
}

/// How long nothing has come.
struct Idle {
    since: Instant,
    /// For how long threads had waited for a processor, soon after that.
    waited: Option<Duration>,
}

impl Idle {
    fn since_now() -> Self {
        Self { since: Instant::now(), waited: None }
    }

    /// Without the time in which threads of this process waited for a processor. Several may have waited at once, so a tenth of
    /// the time counts in any case: whoever is stuck is found out.
    fn so_far(&mut self) -> Duration {
        let waited = waited_for_processors(Path::new("/proc/self/task"));
        let before = *self.waited.get_or_insert(waited);
        let passed = self.since.elapsed();
        passed - waited.saturating_sub(before).min(passed.mul_f64(0.9))
    }
}

/// How long the threads of a process have waited for a processor so far, all together; nothing where the system does not say so.
/// (`proc(5)`: the second number of `schedstat`, in nanoseconds.)
fn waited_for_processors(tasks: &Path) -> Duration {
    let Ok(tasks) = std::fs::read_dir(tasks) else { return Duration::ZERO };
    let waited = |task: std::fs::DirEntry| {
        let said = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        said.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    Duration::from_nanos(tasks.flatten().filter_map(waited).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_for_processors_is_summed_over_threads() {
        let tasks = tempfile::tempdir().unwrap();
        for (task, said) in [("7", "100 2000000000 5\n"), ("8", "1 500000000 1\n"), ("9", "")] {
            std::fs::create_dir(tasks.path().join(task)).unwrap();
            std::fs::write(tasks.path().join(task).join("schedstat"), said).unwrap();
        }
        assert_eq!(waited_for_processors(tasks.path()), Duration::from_millis(2500));
        assert_eq!(waited_for_processors(&tasks.path().join("none")), Duration::ZERO);
    }

    #[test]
    fn time_without_a_processor_does_not_count_but_some_of_it() {
        let began = Instant::now().checked_sub(Duration::from_secs(5)).unwrap();
        // As if this process had waited since the dawn of time, or not at all.
        let mut starved = Idle { since: began, waited: Some(Duration::ZERO) };
        assert!(starved.so_far() >= Duration::from_millis(500));
        let mut not = Idle { since: began, waited: Some(Duration::MAX) };
        assert!(not.so_far() >= Duration::from_secs(5));
    }
}
