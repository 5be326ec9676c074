//! Who decided how much, and how long it took.

use std::fmt;
use std::time::Duration;

/// What one engine has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Queries that it was given.
    pub asked: u64,
    /// Queries that it decided; the others went to the next engine.
    pub decided: u64,
    /// Time spent on all of them.
    pub time: Duration,
}

/// What all have done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Contradictions that saturation found.
    pub saturation: Work,
    /// Executions that the greedy try found.
    pub greedy: Work,
    /// Decided case by case.
    pub split: Work,
    /// Answers of Z3.
    pub formula: Work,
}

impl Work {
    /// Notes one query.
    pub(super) fn note(&mut self, time: Duration, decided: bool) {
        self.asked += 1;
        self.decided += u64::from(decided);
        self.time += time;
    }

    /// Microseconds for a query that it was given.
    #[must_use]
    pub fn micros_each(&self) -> f64 {
        if self.asked == 0 { 0.0 } else { self.time.as_secs_f64() * 1e6 / self.asked as f64 }
    }
}

impl Statistics {
    /// Time spent in all engines.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.saturation.time + self.greedy.time + self.split.time + self.formula.time
    }
}

impl std::ops::AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        self.asked += other.asked;
        self.decided += other.decided;
        self.time += other.time;
    }
}

impl std::ops::AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        self.saturation += other.saturation;
        self.greedy += other.greedy;
        self.split += other.split;
        self.formula += other.formula;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.saturation.asked.max(1) as f64;
        let engines =
            [("saturation", self.saturation), ("greedy", self.greedy), ("cases", self.split), ("Z3", self.formula)];
        for (i, (name, work)) in engines.into_iter().enumerate() {
            let share = work.decided as f64 * 100.0 / all;
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{name} {share:.2} % at {:.1} us", work.micros_each())?;
        }
        Ok(())
    }
}
