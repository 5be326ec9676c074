//! A test that was explored, and what became of it: what the reports of many tests are made of ([`super::suite`]).

use crate::comparison::Part;
use crate::finding::Findings;
use crate::{Report, Verdict};
use std::time::Duration;

/// A test that was explored.
pub struct Tested {
    /// The class, with dots.
    pub class: String,
    /// What it is called in reports: `method()`, `method(int)[2]`.
    pub name: String,
    /// Its unique id.
    pub id: String,
    /// What became of it.
    pub status: Status,
    /// What is to be said of it though it has passed.
    pub note: Option<String>,
    /// What was found under each memory model; nothing if it was not explored.
    pub parts: Vec<Part>,
    /// All of that in one.
    pub report: Option<Report>,
    /// How long it took.
    pub wall: Duration,
}

impl Tested {
    /// What was found; nothing if it was not explored.
    #[must_use]
    pub fn findings(&self) -> Option<Findings<'_>> {
        let report = self.report.as_ref()?;
        Some(match &self.parts[..] {
            [only] => Findings::of_run(report, &only.run),
            several => Findings::of_parts(report, several),
        })
    }
}

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every behaviour was explored, and nothing is wrong.
    Passed,
    /// Something is wrong; in one line.
    Failed(String),
    /// JUnit has skipped it in every execution, or it has given up by an assumption; why.
    Skipped(String),
    /// Nothing wrong was found, but not every behaviour was explored; why.
    Incomplete(String),
    /// It could not be explored; why.
    Error(String),
}

impl Status {
    /// The verdict that says the same.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Status::Passed | Status::Skipped(_) => Verdict::Complete,
            Status::Failed(_) => Verdict::Violation,
            Status::Incomplete(_) => Verdict::Incomplete,
            Status::Error(_) => Verdict::Error,
        }
    }

    /// In one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed(_) => "failed",
            Status::Skipped(_) => "skipped",
            Status::Incomplete(_) => "incomplete",
            Status::Error(_) => "error",
        }
    }

    /// What is to be said besides.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Status::Passed => "",
            Status::Failed(message)
            | Status::Skipped(message)
            | Status::Incomplete(message)
            | Status::Error(message) => message,
        }
    }
}
