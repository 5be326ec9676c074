//! What follows from a failure: threads that wait for what a thread would have done that an exception has ended.
//!
//! Such a deadlock (or livelock) is no violation of its own but a [`Consequence`], a line under the failure. Three things must hold:
//!
//! 1. Wherever it was found, a thread had ended with an exception ([`Preceded`]): one deadlock without, in an execution or in the model, and it is a violation.
//! 2. In each of these places, one of these exceptions is a violation that is reported: one that the user has not asked for explains nothing.
//! 3. All that wait could go on if the failed threads had gone on and done whatever is waited for
//!    ([`deadlock::may_follow_from_failures`]). Who waits in a circle, or for
//!    a lock that a thread has kept that did not fail, waits with and without the failure.
//!
//! That an exception is what a deadlock comes from is more than can be known: if the thread fails in every execution, there is none without to compare
//! with. So the line says what is known, and nothing is lost: the deadlock is listed, the check has a violation, and once the
//! failure is mended, what is left of the deadlock is a violation.

use super::Run;
use super::deadlock;
use super::names::Names;
use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use serde::Serialize;
use std::collections::BTreeMap;

/// Threads that the line names.
const NAMED: usize = 6;

/// A deadlock or livelock that follows from failures.
#[derive(Clone, Debug)]
pub struct Consequence {
    /// From which violations, by index; at least one.
    pub of: Vec<usize>,
    /// What was found.
    pub violation: Violation,
}

/// A consequence in the report; its field names are the keys of the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConsequenceReport {
    /// `deadlock` or `livelock`.
    pub kind: &'static str,
    /// One line.
    pub message: String,
    /// Where threads wait, as `Class.method(File.java:12)`.
    pub locations: Vec<String>,
    /// Whether it is that threads are left over after `main` has ended.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub thread_leak: bool,
    /// Number of the execution after which it was found, from 1.
    pub first_execution: u64,
    /// Who waits for what and where, in a line.
    #[serde(skip)]
    waits: String,
}

impl Run {
    /// Leaves only violations of these kinds, and of them only those that follow from no other; the others are under those ([`Run::consequences`]).
    pub fn keep(&mut self, checked: impl Fn(ViolationKind) -> bool) {
        let found = std::mem::take(&mut self.exploration.violations);
        let preceded = std::mem::take(&mut self.exploration.preceded);
        let counts = |index: usize| found.get(index).is_some_and(|violation| checked(violation.kind));
        let of: Vec<Option<Vec<usize>>> = (0..found.len())
            .map(|index| {
                let of = preceded.get(&index).and_then(|preceded| preceded.explained_by(counts))?;
                deadlock::may_follow_from_failures(&found[index]).then_some(of)
            })
            .collect();
        let mut stays = BTreeMap::new();
        for index in (0..found.len()).filter(|index| counts(*index) && of[*index].is_none()) {
            stays.insert(index, stays.len());
        }
        for (violation, of) in found.into_iter().zip(of) {
            match of {
                _ if !checked(violation.kind) => {}
                None => self.exploration.violations.push(violation),
                // Failures follow from nothing, so they stay.
                Some(of) => {
                    let of = of.iter().filter_map(|failure| stays.get(failure).copied()).collect();
                    self.consequences.push(Consequence { of, violation });
                }
            }
        }
    }

    /// What follows from a violation.
    #[must_use]
    pub fn following(&self, index: usize) -> Vec<ConsequenceReport> {
        let follow = self.consequences.iter().filter(|consequence| consequence.of.contains(&index));
        follow.map(|consequence| ConsequenceReport::new(&consequence.violation, &self.exploration.symbols)).collect()
    }
}

impl ConsequenceReport {
    fn new(violation: &Violation, symbols: &Symbols) -> ConsequenceReport {
        let names = Names::new(symbols, &violation.events, &violation.blocked);
        let sites = violation.blocked.iter().map(|pending| pending.site);
        let thread_leak = violation.kind == ViolationKind::Deadlock && deadlock::main_has_ended(violation);
        let mut waits = deadlock::waiting(&names, violation);
        let more = waits.len().saturating_sub(NAMED);
        waits.truncate(NAMED);
        if more > 0 {
            waits.push(format!("and {more} more"));
        }
        ConsequenceReport {
            kind: violation.kind.name(),
            message: deadlock::message(&names, violation, thread_leak),
            locations: sites.filter(|site| symbols.site(*site).is_some()).map(|site| symbols.place(site)).collect(),
            thread_leak,
            first_execution: violation.first_execution,
            waits: waits.join("; "),
        }
    }

    /// The line under the failure.
    #[must_use]
    pub fn line(&self) -> String {
        let what = if self.thread_leak { "thread leak" } else { self.kind };
        format!("consequence, not seen without this failure: {what}: {}", self.waits)
    }
}
