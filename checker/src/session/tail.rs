//! The last part of what a process prints.
//!
//! Invariant: the pipe is always read to its end, so the process never blocks on it; only the last [`KEEP`] bytes stay.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Bytes that are kept.
const KEEP: usize = 1 << 16;

/// Reads a pipe in a thread of its own.
pub struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reader: JoinHandle<()>,
}

impl Tail {
    /// Begins to read.
    pub fn of(mut pipe: impl Read + Send + 'static) -> Tail {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let shared = Arc::clone(&kept);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = pipe.read(&mut buffer) {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..count]);
                let excess = kept.len().saturating_sub(KEEP);
                kept.drain(..excess);
            }
        });
        Tail { kept, reader }
    }

    /// The lines that were printed, as far as they are kept. Waits a moment for the end of the pipe.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let limit = Instant::now() + Duration::from_millis(500);
        while !self.reader.is_finished() && Instant::now() < limit {
            thread::sleep(Duration::from_millis(5));
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        String::from_utf8_lossy(&bytes).lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_long_output_is_kept() {
        let text = "0123456789\n".repeat(20_000) + "last";
        let lines = Tail::of(std::io::Cursor::new(text)).lines();
        assert!(lines.len() < KEEP / 10);
        assert_eq!(lines.last().unwrap(), "last");
    }
}
