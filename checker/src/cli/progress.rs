//! The progress line.
//!
//! Invariant: nothing is printed if standard error is no terminal.

use crate::session::stop::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use mcr_explore::{Observer, Progress};
use mcr_protocol::MemoryModel;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// How often to print.
const PERIOD: Duration = Duration::from_millis(100);

/// Shows progress and passes on the wish to stop.
pub struct Watcher {
    /// The last that was heard.
    pub last: Progress,
    /// Under which memory model, if there are several.
    model: Option<MemoryModel>,
    stop: Stop,
    start: Instant,
    line: Option<ProgressBar>,
    printed: Instant,
}

impl Watcher {
    /// Begins to watch an exploration, under this memory model if that has to be said.
    #[must_use]
    pub fn new(stop: &Stop, model: Option<MemoryModel>) -> Watcher {
        let now = Instant::now();
        let line = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        Watcher { last: Progress::default(), model, stop: stop.clone(), start: now, line, printed: now }
    }

    /// Removes the line.
    pub fn finish(&mut self) {
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }
}

impl Observer for Watcher {
    fn progress(&mut self, progress: &Progress) {
        self.last = *progress;
        let Some(line) = &self.line else { return };
        let now = Instant::now();
        if now - self.printed < PERIOD {
            return;
        }
        self.printed = now;
        let model = self.model.map_or_else(String::new, |model| format!("{model}: "));
        line.set_message(model + &describe(progress, now - self.start));
        line.tick();
    }

    fn cancelled(&self) -> bool {
        self.stop.cancelled()
    }
}

fn describe(progress: &Progress, time: Duration) -> String {
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = progress.executions as f64 / time.as_secs_f64().max(0.001);
    let local = progress.local_behaviours.map_or_else(String::new, |count| format!("{count} local behaviours, "));
    format!(
        "{} executions ({rate:.0}/s), {} states, {local}{} violations, {} s",
        progress.executions,
        progress.states,
        progress.violations,
        time.as_secs()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_the_exploration_is() {
        let progress = Progress { executions: 300, states: 7000, local_behaviours: Some(40), violations: 1 };
        let line = describe(&progress, Duration::from_secs(2));
        assert_eq!(line, "300 executions (150/s), 7000 states, 40 local behaviours, 1 violations, 2 s");
        let line = describe(&Progress { local_behaviours: None, ..progress }, Duration::from_secs(2));
        assert_eq!(line, "300 executions (150/s), 7000 states, 1 violations, 2 s");
    }
}
