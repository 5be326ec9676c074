//! What the check has not looked for, and how to: hints, which say nothing about the verdict.

use super::names::escape;
use mcr_explore::Exploration;
use serde::Serialize;

/// One hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// What it is about: `spurious-wake-up`.
    pub kind: &'static str,
    /// Where, as a line of a stack trace.
    pub location: String,
    /// What to say of it, and what to try.
    pub text: String,
}

impl Hint {
    /// All that there are.
    #[must_use]
    pub fn list(found: &Exploration) -> Vec<Hint> {
        let place = |site: &mcr_protocol::SiteId| Hint {
            kind: "spurious-wake-up",
            location: found.symbols.place(*site),
            text: "waits outside a loop, so a spurious wake-up counts as what it waits for; check with --spurious"
                .to_owned(),
        };
        let mut hints: Vec<Hint> = found.waits_once.iter().map(place).collect();
        hints.dedup();
        hints
    }

    /// In one line.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{} {}", escape(&self.location), self.text)
    }

    /// The hints of several reports, each once.
    #[must_use]
    pub fn union<'a>(lists: impl Iterator<Item = &'a [Hint]>) -> Vec<Hint> {
        let mut all: Vec<Hint> = Vec::new();
        for hint in lists.flatten() {
            if !all.contains(hint) {
                all.push(hint.clone());
            }
        }
        all
    }
}
