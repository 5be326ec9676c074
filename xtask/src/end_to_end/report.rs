//! What a check says of itself: the parts of a JSON report that tests and tables use.

use super::expectation::Outcome;
use super::judge::said;
use crate::process::Output;
use serde::Deserialize;
use std::collections::BTreeSet;

/// What is compared of a JSON report.
#[derive(Debug, Default, Deserialize)]
pub struct Report {
    pub verdict: String,
    #[serde(default)]
    pub reason: Option<String>,
    #[serde(default)]
    pub complete: bool,
    #[serde(default)]
    pub executions: u64,
    #[serde(default)]
    pub redundant_executions: u64,
    #[serde(default)]
    pub local_behaviours: Option<u64>,
    #[serde(default)]
    pub local_states: u64,
    #[serde(default)]
    pub behaviours: Option<u64>,
    #[serde(default)]
    pub outcomes: Vec<Outcome>,
    #[serde(default)]
    pub violations: Vec<Violation>,
    #[serde(default)]
    pub races: Vec<Race>,
    #[serde(default)]
    pub not_covered: Vec<NotCovered>,
    #[serde(default)]
    pub fresh_classes: Option<String>,
    #[serde(default)]
    pub hints: Vec<Hint>,
    #[serde(default)]
    pub statistics: Statistics,
}

/// What was not looked for, and where.
#[derive(Debug, Deserialize)]
pub struct Hint {
    pub kind: String,
    /// As a line of a stack trace.
    pub location: String,
}

/// What a check cost.
#[derive(Debug, Default, Deserialize)]
pub struct Statistics {
    /// Executions in a second, search included.
    #[serde(default)]
    pub executions_per_s: f64,
    /// In all executions.
    #[serde(default)]
    pub events: u64,
    /// States of the model that were searched.
    #[serde(default)]
    pub states: u64,
    /// Schedules that a strategy of the papers has explored, as the papers count; nothing for others.
    #[serde(default)]
    pub schedules: Option<u64>,
    /// In all formulas of a strategy with formulas.
    #[serde(default)]
    pub constraints: Option<Constraints>,
    #[serde(default)]
    pub solver_s: Option<f64>,
    #[serde(default)]
    pub solver_queries: Option<u64>,
}

/// How many constraints there were, by what they say.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct Constraints {
    /// What happens before what in any case.
    #[serde(default)]
    pub order: Option<u64>,
    /// Which write a read takes its value from.
    #[serde(default)]
    pub data_validity: Option<u64>,
}

/// Something that was executed and is not covered.
#[derive(Debug, Deserialize)]
pub struct NotCovered {
    pub(super) what: String,
    pub(super) locations: Vec<String>,
}

impl NotCovered {
    /// Whether this is what an expectation says: words, and lines behind a colon.
    pub(super) fn is(&self, expected: &str, class: &str) -> bool {
        let (words, lines) = expected.rsplit_once(": ").unwrap_or((expected, ""));
        let places: BTreeSet<String> =
            self.locations.iter().map(|place| Access { place: place.clone() }.line(class)).collect();
        let lines: BTreeSet<String> = lines.split(", ").filter(|line| !line.is_empty()).map(str::to_owned).collect();
        self.what.contains(words) && places == lines
    }
}

/// A data race in a report.
#[derive(Debug, Deserialize)]
pub struct Race {
    /// What is accessed.
    #[serde(default)]
    pub location: String,
    accesses: [Access; 2],
    /// The file that replays it, if that was asked for.
    #[serde(default)]
    pub failure: Option<String>,
}

/// One of its accesses.
#[derive(Debug, Deserialize)]
struct Access {
    place: String,
}

impl Race {
    /// Where the accesses are, as lines of stack traces.
    pub fn places(&self) -> [&str; 2] {
        self.accesses.each_ref().map(|access| access.place.as_str())
    }

    /// As an expectation says it.
    pub(super) fn lines(&self, class: &str) -> String {
        let mut lines = self.accesses.each_ref().map(|access| access.line(class));
        lines.sort_by_key(|line| (line.parse().unwrap_or(u32::MAX), line.clone()));
        lines.join("-")
    }
}

impl Access {
    /// The line, if it is in the file of the main class; else the file.
    fn line(&self, class: &str) -> String {
        let place = self.place.rsplit_once('(').map_or("", |(_, place)| place.trim_end_matches(')'));
        match place.split_once(':') {
            Some((file, line)) if file == format!("{class}.java") => line.to_owned(),
            Some((file, _)) => file.to_owned(),
            None => place.to_owned(),
        }
    }
}

/// A violation in a report.
#[derive(Debug, Deserialize)]
pub struct Violation {
    pub kind: String,
    #[serde(default)]
    pub message: String,
    #[serde(default)]
    pub locations: Vec<String>,
    /// The file that replays it.
    pub failure: Option<String>,
    /// The execution that found it, counted from 1.
    #[serde(default)]
    pub first_execution: u64,
    #[serde(default)]
    pub(super) cause: Vec<Cause>,
    #[serde(default)]
    pub(super) consequences: Vec<Consequence>,
    #[serde(default)]
    pub(super) thread_leak: bool,
}

impl Violation {
    /// Whether its message or one of its locations contains this.
    pub fn says(&self, text: &str) -> bool {
        self.message.contains(text) || self.locations.iter().any(|location| location.contains(text))
    }
}

/// What follows from a violation.
#[derive(Debug, Deserialize)]
pub(super) struct Consequence {
    pub(super) kind: String,
}

/// A value that caused a violation.
#[derive(Debug, Deserialize)]
pub(super) struct Cause {
    location: String,
    value: String,
    evidence: String,
    read: Access,
    written: Option<Access>,
    #[serde(default)]
    buffered: Vec<Access>,
}

impl Cause {
    /// As an expectation says it.
    pub(super) fn says(&self, class: &str) -> String {
        let Cause { location, value, evidence, read, .. } = self;
        let written = self.written.as_ref().map_or("initial".into(), |by| format!("written at {}", by.line(class)));
        let mut says = format!("{evidence}: {location} -> {value} at {}, {written}", read.line(class));
        for write in &self.buffered {
            says.push_str(&format!(", buffered at {}", write.line(class)));
        }
        says
    }
}

impl Report {
    /// The report in `json`; or, if there is none, that of a program which only said why it could not run.
    pub fn of(json: &str, output: &Output) -> Result<Self, String> {
        match serde_json::from_str(json) {
            Ok(report) => Ok(report),
            Err(_) if output.status == Some(2) && json.trim().is_empty() => {
                Ok(Self { verdict: "error".into(), reason: Some(output.stderr.trim().into()), ..Self::default() })
            }
            Err(e) => Err(format!("exit status {:?} and no report ({e}): {}", output.status, said(output))),
        }
    }
}
