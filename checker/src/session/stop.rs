//! When to stop: the user said so, or the time is over.
//!
//! One [`Stop`] is shared by the signal handler, the connection and the exploration, so that each notices within a tenth
//! of a second, also while it waits for the JVM.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use thiserror::Error;

/// A request to stop and a time limit.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    cancelled: Arc<AtomicBool>,
    /// Set before `cancelled`, and only if that was not set.
    lost: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// A deadline that was set later, for all that share this.
    limit: Arc<OnceLock<Instant>>,
}

/// Why a session was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Stopped {
    /// The user stopped it.
    #[error("stopped by the user")]
    Cancelled,
    /// The time is over.
    #[error("the time limit was reached (--timeout)")]
    Deadline,
    /// The time to measure is over.
    #[error("the time to measure was over (--seconds)")]
    Limit,
}

impl Stop {
    /// A stop with a time limit that begins now.
    #[must_use]
    pub fn after(timeout: Option<Duration>) -> Stop {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Stop { deadline, ..Stop::default() }
    }

    /// The same wish to stop, and another time limit, from now on.
    #[must_use]
    pub fn within(&self, timeout: Option<Duration>) -> Stop {
        Stop { deadline: Stop::after(timeout).deadline, ..self.clone() }
    }

    /// The same with one of so many equal parts of the time that is left.
    #[must_use]
    pub fn part(&self, parts: usize) -> Stop {
        let now = Instant::now();
        let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
        let deadline = self.deadline().map(|deadline| now + deadline.saturating_duration_since(now) / parts);
        Stop { deadline, ..self.clone() }
    }

    /// When the time is over.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.into_iter().chain(self.limit.get().copied()).min()
    }

    /// Stops also when so much time has passed from now on. Only the first call counts.
    pub fn limit(&self, time: Duration) {
        if let Some(end) = Instant::now().checked_add(time) {
            self.limit.get_or_init(|| end);
        }
    }

    /// Asks to stop; says whether somebody had asked before.
    pub fn cancel(&self) -> bool {
        self.cancelled.swap(true, Ordering::SeqCst)
    }

    /// Stops because the JVM is gone, unless the user has asked to stop (which may be why it is gone).
    pub fn lose(&self) {
        if !self.cancelled() {
            self.lost.store(true, Ordering::SeqCst);
            self.cancel();
        }
    }

    /// Whether the JVM is gone, against the user's wish.
    #[must_use]
    pub fn lost(&self) -> bool {
        self.lost.load(Ordering::SeqCst)
    }

    /// Whether somebody has asked to stop.
    #[must_use]
    pub fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Fails if it is time to stop.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancelled() {
            return Err(Stopped::Cancelled);
        }
        let now = Instant::now();
        let is_over = |end: Option<Instant>| end.is_some_and(|end| now >= end);
        match (is_over(self.deadline), is_over(self.limit.get().copied())) {
            (true, _) => Err(Stopped::Deadline),
            (false, true) => Err(Stopped::Limit),
            (false, false) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_the_time_that_is_left_and_the_wish_to_stop() {
        let whole = Stop::after(Some(Duration::from_secs(300)));
        let left = |stop: &Stop| stop.deadline().unwrap().duration_since(Instant::now()).as_secs();
        assert!((98..=100).contains(&left(&whole.part(3))));
        assert!((148..=150).contains(&left(&whole.part(2))));
        assert_eq!(whole.part(1).deadline(), whole.deadline());
        assert!(Stop::default().part(3).deadline().is_none());
        whole.limit(Duration::from_secs(50));
        assert!((48..=50).contains(&left(&whole)));
        whole.part(3).cancel();
        assert!(whole.cancelled());
    }
}
