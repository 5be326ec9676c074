//! Drivers of libraries: small programs whose comments say what they may do.
//!
//! The comment of a driver's class has tags, each on a line of its own:
//!
//! - `@outcome TEXT`: an execution can end normally and print this (`\n` between lines); `@outcome [deadlock] TEXT`, if it ends in another
//!   way. All of them together are all that it can do, so a check that says `complete` has to find each.
//! - `@violation KIND TEXT`: there is a violation of this kind with this text in its message or in one of its
//!   locations.
//! - `@bug NUMBER`: this violation is a bug that the library is known to have, by the number under which it was
//!   reported.
//! - `@option OPTION..`: options of `mcr check`; `@jvm OPTION..`: options of the JVM.
//! - `@jdk N`: the oldest JDK that it runs on, `@until N` the newest.

use crate::end_to_end::{Outcome, Report, Violation};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::Path;

/// One driver.
pub struct Driver {
    /// The main class.
    pub class: String,
    pub outcomes: BTreeSet<Outcome>,
    /// Kind, and what the message or a location contains.
    violations: Vec<(String, String)>,
    /// The number of the bug of the library that it shows.
    pub bug: Option<String>,
    pub options: Vec<String>,
    pub jvm_options: Vec<String>,
    jdk: Option<u32>,
    until: Option<u32>,
}

impl Driver {
    /// The driver in a source file; `None` if its comments say nothing of outcomes, so that it only belongs to others.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let class = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self::parse(class, &text).with_context(|| format!("in {}", path.display()))
    }

    fn parse(class: String, text: &str) -> Result<Option<Self>> {
        let mut driver = Self {
            class,
            outcomes: BTreeSet::new(),
            violations: Vec::new(),
            bug: None,
            options: Vec::new(),
            jvm_options: Vec::new(),
            jdk: None,
            until: None,
        };
        let words = |value: &str| value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for line in text.lines() {
            let Some(tag) = line.trim_start().strip_prefix("* @") else { continue };
            let (tag, value) = tag.split_once(' ').unwrap_or((tag, ""));
            let value = value.trim();
            match tag {
                "outcome" => {
                    driver.outcomes.insert(outcome(value));
                }
                "violation" => {
                    let (kind, text) = value.split_once(' ').unwrap_or((value, ""));
                    driver.violations.push((kind.to_owned(), text.trim().to_owned()));
                }
                "bug" => driver.bug = Some(value.to_owned()),
                "option" => driver.options.extend(words(value)),
                "jvm" => driver.jvm_options.extend(words(value)),
                "jdk" => driver.jdk = Some(value.parse().context("@jdk needs a number")?),
                "until" => driver.until = Some(value.parse().context("@until needs a number")?),
                _ => bail!("unknown tag @{tag}"),
            }
        }
        Ok((!driver.outcomes.is_empty()).then_some(driver))
    }

    /// Whether it can run on this version of the JDK.
    pub fn runs_on(&self, version: u32) -> bool {
        self.jdk.is_none_or(|oldest| version >= oldest) && self.until.is_none_or(|newest| version <= newest)
    }

    /// Whether there is such a violation.
    pub fn has(&self, violation: &Violation) -> bool {
        self.violations.iter().any(|(kind, text)| *kind == violation.kind && violation.says(text))
    }

    /// The kinds of its violations.
    pub fn kinds(&self) -> String {
        self.violations.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// What a check found that cannot be, and what it did not find although it says that it found everything.
    pub fn differences(&self, report: &Report) -> Vec<String> {
        let mut wrong = Vec::new();
        for violation in &report.violations {
            if !self.has(violation) {
                wrong.push(format!("no {}: {}", violation.kind, violation.message));
            }
        }
        let trimmed =
            |outcome: &Outcome| Outcome { stdout: outcome.stdout.trim_end().into(), end: outcome.end.clone() };
        let found: BTreeSet<Outcome> = report.outcomes.iter().map(trimmed).collect();
        let show = |outcome: &Outcome| format!("[{}] {:?}", outcome.end, outcome.stdout);
        wrong.extend(found.difference(&self.outcomes).map(|outcome| format!("impossible: {}", show(outcome))));
        if report.complete {
            wrong.extend(self.outcomes.difference(&found).map(|outcome| format!("missed: {}", show(outcome))));
        }
        if report.verdict == "error" {
            wrong.push(report.reason.clone().unwrap_or_default());
        }
        wrong
    }
}

/// `TEXT`, or `[END] TEXT`.
fn outcome(value: &str) -> Outcome {
    let is_end = |end: &str| end.chars().all(|c| c.is_ascii_alphanumeric() || c == ':');
    let (end, text) = match value.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((end, text)) if is_end(end) => (end, text.trim()),
        _ => ("normal", value),
    };
    Outcome { stdout: text.replace("\\n", "\n"), end: end.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_say_what_a_driver_does() {
        let text = "/**\n * Two threads.\n *\n * @outcome 1\\n2\n * @outcome [deadlock]\n * @violation deadlock A.java\n * @bug 7\n * @option --max-events 5\n * @jdk 21\n */";
        let driver = Driver::parse("A".into(), text).expect("it can be read").expect("it is a driver");
        let expected = [("1\n2", "normal"), ("", "deadlock")]
            .map(|(stdout, end)| Outcome { stdout: stdout.into(), end: end.into() });
        assert_eq!(driver.outcomes, BTreeSet::from(expected));
        assert_eq!(driver.violations, [("deadlock".to_owned(), "A.java".to_owned())]);
        assert_eq!((driver.bug.as_deref(), driver.kinds().as_str()), (Some("7"), "deadlock"));
        assert_eq!(driver.options, ["--max-events", "5"]);
        assert!(!driver.runs_on(17) && driver.runs_on(25));
    }

    #[test]
    fn a_class_without_outcomes_is_no_driver() {
        assert!(Driver::parse("A".into(), "/** Helps others. */").expect("it can be read").is_none());
    }

    #[test]
    fn an_unknown_tag_is_an_error() {
        assert!(Driver::parse("A".into(), " * @outcom 1").is_err());
    }
}
