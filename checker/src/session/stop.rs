//! When to stop: the user said so, or the time is over.
//!
//! One [`Stop`] is shared by the signal handler, the connection and the exploration, so that each notices within a tenth
//! of a second, also while it waits for the JVM.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// A request to stop and a time limit.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    cancelled: Arc<AtomicBool>,
    deadline: Option<Instant>,
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
}

impl Stop {
    /// A stop with a time limit that begins now.
    #[must_use]
    pub fn after(timeout: Option<Duration>) -> Stop {
        Stop { cancelled: Arc::default(), deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)) }
    }

    /// When the time is over.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Asks to stop; says whether somebody had asked before.
    pub fn cancel(&self) -> bool {
        self.cancelled.swap(true, Ordering::SeqCst)
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
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stopped::Deadline),
            _ => Ok(()),
        }
    }
}
