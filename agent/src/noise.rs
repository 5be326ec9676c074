//! Random delays: how long a thread is to pause at the next hook.
//!
//! Threads are delayed unevenly, each at its own rate for a while, then at another: a race that needs one thread to be slow all along is
//! met as well as one that needs a pause at one place.

use mcr_protocol::mix;
use std::time::Duration;

/// Hooks after which a thread gets another rate.
const PHASE: u32 = 300;
/// Of how many hooks one pauses.
const RATES: [u64; 6] = [2, 6, 20, 100, 1000, u64::MAX];
/// The longest sleep, in microseconds. 0: only others go on.
const LONGEST: [u64; 4] = [0, 5, 30, 150];

/// What a thread does at a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    None,
    /// Others may go on first.
    Yield,
    Sleep(Duration),
}

/// The delays of one thread.
#[derive(Clone, Copy, Debug)]
pub struct Delays {
    random: u64,
    left: u32,
    rate: u64,
    longest: u64,
}

impl Delays {
    /// Those of the thread with this number. The same seed gives each thread the same delays, which does not make a run the same.
    pub fn new(seed: u64, thread: u64) -> Delays {
        Delays { random: mix(seed, thread), left: 0, rate: u64::MAX, longest: 0 }
    }

    /// A thread that is not delayed.
    pub fn none() -> Delays {
        Delays { random: 0, left: u32::MAX, rate: u64::MAX, longest: 0 }
    }

    /// At the next hook.
    pub fn next(&mut self) -> Pause {
        if self.left == 0 {
            self.left = PHASE;
            self.rate = RATES[self.below(RATES.len() as u64) as usize];
            self.longest = LONGEST[self.below(LONGEST.len() as u64) as usize];
        }
        if self.left != u32::MAX {
            self.left -= 1;
        }
        if self.rate == u64::MAX || self.below(self.rate) != 0 {
            return Pause::None;
        }
        match self.below(self.longest + 1) {
            0 => Pause::Yield,
            micros => Pause::Sleep(Duration::from_micros(micros)),
        }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random = mix(self.random, bound);
        self.random % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_pause_at_rates_of_their_own() {
        let pauses = |thread| {
            let mut delays = Delays::new(1, thread);
            (0..PHASE).filter(|_| delays.next() != Pause::None).count()
        };
        let counts: Vec<_> = (0..40).map(pauses).collect();
        assert!(counts.contains(&0), "{counts:?}");
        assert!(counts.iter().any(|&count| count > 100), "{counts:?}");
    }

    #[test]
    fn who_is_quiet_never_pauses() {
        let mut delays = Delays::none();
        assert!((0..10_000).all(|_| delays.next() == Pause::None));
    }
}
