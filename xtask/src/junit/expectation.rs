//! What is expected of the tests of a sample: `expected.txt`, a line for each.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// What is expected of one test.
#[derive(Clone)]
pub struct Expectation {
    class: String,
    name: String,
    status: String,
    /// What its message contains.
    message: String,
    /// It has the tag `slow`.
    pub is_slow: bool,
}

impl Expectation {
    /// Reads a file of lines `class name status [part of the message]`; `status/slow` for tests with that tag.
    pub fn read(file: &Path) -> Result<Vec<Self>> {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let lines = text.lines().filter(|line| !line.is_empty());
        lines.map(|line| Self::parse(line).with_context(|| format!("{}: {line}", file.display()))).collect()
    }

    fn parse(line: &str) -> Result<Self> {
        let mut words = line.splitn(4, ' ').map(str::to_owned);
        let mut word = || words.next();
        let (Some(class), Some(name), Some(status)) = (word(), word(), word()) else { bail!("three words are needed") };
        let message = word().unwrap_or_default();
        let (status, is_slow) = match status.strip_suffix("/slow") {
            Some(status) => (status.to_owned(), true),
            None => (status, false),
        };
        Ok(Self { class, name, status, message, is_slow })
    }

    /// What is wrong with the tests in a report, one line each: every expected test is there once, and no other.
    pub fn compare(expected: &[Self], report: &Value) -> Vec<String> {
        let tests = report["tests"].as_array().map(Vec::as_slice).unwrap_or_default();
        let text = |test: &Value, key: &str| test[key].as_str().unwrap_or_default().to_owned();
        let is = |one: &Self, test: &Value| one.class == text(test, "class") && one.name == text(test, "name");
        let mut wrong = Vec::new();
        for one in expected {
            let found: Vec<&Value> = tests.iter().filter(|test| is(one, test)).collect();
            match found[..] {
                [test] if text(test, "status") != one.status || !text(test, "message").contains(&one.message) => {
                    let (status, message) = (text(test, "status"), text(test, "message"));
                    wrong.push(format!(
                        "{} {}: {status} {message:?}, and not {} {:?}",
                        one.class, one.name, one.status, one.message
                    ));
                }
                [_] => {}
                _ => wrong.push(format!("{} {}: {} times in the report", one.class, one.name, found.len())),
            }
        }
        let unknown = tests.iter().filter(|test| !expected.iter().any(|one| is(one, test)));
        wrong.extend(unknown.map(|test| format!("{} {}: not expected", text(test, "class"), text(test, "name"))));
        wrong
    }
}
