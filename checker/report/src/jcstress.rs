//! What came of tests of the harness jcstress, laid out as its users know it: a row for each result, and where the
//! harness counts, under which memory models it is possible.
//!
//! Invariant: `-` stands for a result that cannot be, by a complete exploration; where that is not known there is `?`.

use super::comparison::Part;
use super::text::Look;
use super::width::{columns, sentence};
use super::{outcomes, table, width};
use console::{Alignment, pad_str};
use mcr_protocol::MemoryModel;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt::Write;
use std::time::Duration;

/// The least room for a description.
const NARROWEST: usize = 20;

/// What a test says of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Expect {
    /// It may be.
    Acceptable,
    /// It may be, and is worth to be looked at.
    #[serde(rename = "ACCEPTABLE_INTERESTING")]
    Interesting,
    /// It must not be.
    Forbidden,
    /// Nobody knows.
    Unknown,
}

impl Expect {
    /// As the harness prints it.
    fn word(self) -> &'static str {
        match self {
            Expect::Acceptable => "Acceptable",
            Expect::Interesting => "Interesting",
            Expect::Forbidden => "Forbidden",
            Expect::Unknown => "Unknown",
        }
    }
}

/// Whether a result is possible under a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Possible {
    /// It was found.
    Yes,
    /// It was not, and everything was explored.
    No,
    /// It was not, but not everything was explored.
    Unknown,
}

impl Possible {
    fn word(self) -> &'static str {
        match self {
            Possible::Yes => "yes",
            Possible::No => "-",
            Possible::Unknown => "?",
        }
    }
}

/// One result.
#[derive(Clone, Debug)]
pub struct Row {
    /// What the result prints, or how the execution ends without one, in brackets.
    pub result: String,
    /// What the test says of it.
    pub expect: Expect,
    /// Why.
    pub description: String,
    /// Under each model.
    pub possible: Vec<Possible>,
    /// The first model under which it was found, and what is printed there, and how the execution ends.
    pub shown: Option<(MemoryModel, (String, String))>,
    /// The file that replays it, if it must not be and was found.
    pub failure: Option<String>,
}

impl Row {
    /// Whether it was found.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.possible.contains(&Possible::Yes)
    }
}

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Everything was explored, and nothing is forbidden.
    Passed,
    /// Something that is forbidden is possible.
    Failed,
    /// Nothing forbidden was found, but not everything was explored; why.
    Incomplete(String),
    /// It could not be explored; why.
    Error(String),
}

impl Status {
    fn word(&self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Incomplete(_) => "incomplete",
            Status::Error(_) => "error",
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Status::Incomplete(reason) | Status::Error(reason) => Some(reason),
            Status::Passed | Status::Failed => None,
        }
    }
}

/// A test that was explored.
#[derive(Clone, Debug)]
pub struct Tested {
    /// Its name in Java.
    pub name: String,
    /// Its class, as the JVM has it.
    pub class: String,
    /// What it is about.
    pub description: Option<String>,
    /// Where there is more about it.
    pub refs: Vec<String>,
    /// Its results, also those that it names and that cannot be.
    pub rows: Vec<Row>,
    /// What became of it.
    pub status: Status,
    /// The models under which it was explored, the strongest first.
    pub models: Vec<MemoryModel>,
    /// Executions under all of them.
    pub executions: u64,
    /// What was found under each.
    pub parts: Vec<Part>,
    /// How long that took.
    pub wall: Duration,
}

/// The exit status of all tests together: 1 if one fails, else 2 if one could not be explored, else 3 if one was not
/// explored to its end.
#[must_use]
pub fn exit_status(tests: &[Tested]) -> u8 {
    let any = |wanted: fn(&Status) -> bool| tests.iter().any(|test| wanted(&test.status));
    if any(|status| *status == Status::Failed) {
        1
    } else if any(|status| matches!(status, Status::Error(_))) {
        2
    } else if any(|status| matches!(status, Status::Incomplete(_))) {
        3
    } else {
        0
    }
}

/// The table of a test, and an interleaving for each result that is wanted.
#[must_use]
pub fn text(test: &Tested, wanted: impl Fn(&str) -> bool, look: Look<'_>) -> String {
    let mut out = format!("{}\n", test.name);
    for line in test.description.iter().chain(&test.refs) {
        sentence(&mut out, "  ", line, look.width);
    }
    let seconds = test.wall.as_secs_f64();
    let _ = writeln!(out, "  {}: {} executions, {seconds:.1} s", test.status.word(), test.executions);
    if let Some(reason) = test.status.reason() {
        sentence(&mut out, "  ", reason, look.width);
    }
    if !test.rows.is_empty() {
        out.push('\n');
        rows(&mut out, test, look.width);
    }
    for row in &test.rows {
        if let Some(file) = &row.failure {
            width::command(&mut out, &format!("  to see {} again: mcr replay", row.result), file, look.width);
        }
    }
    out.push('\n');
    for row in test.rows.iter().filter(|row| wanted(&row.result)) {
        if let Some(drawn) = interleaving(test, row, look) {
            out.push_str(&drawn);
            out.push('\n');
        }
    }
    out
}

fn rows(out: &mut String, test: &Tested, width: usize) {
    let widest = test.rows.iter().map(|row| columns(&row.result)).max().unwrap_or_default().max("RESULT".len());
    let mut head = format!("  {}", pad_str("RESULT", widest, Alignment::Right, None));
    for model in &test.models {
        let _ = write!(head, "  {:>3}", model.to_string().to_uppercase());
    }
    let _ = writeln!(out, "{head}  {:<11}  DESCRIPTION", "EXPECT");
    let indent = " ".repeat(columns(&head) + 15);
    for row in &test.rows {
        let mut line = format!("  {}", pad_str(&row.result, widest, Alignment::Right, None));
        for possible in &row.possible {
            let _ = write!(line, "  {:>3}", possible.word());
        }
        let _ = write!(line, "  {:<11}", row.expect.word());
        // What does not fit goes on below; where there is no room beside the table, lines are longer.
        let mut described = String::new();
        sentence(&mut described, &indent, &row.description, width.max(columns(&indent) + NARROWEST));
        let mut described = described.lines().map(str::trim_start);
        let _ = writeln!(out, "{}", format!("{line}  {}", described.next().unwrap_or_default()).trim_end());
        described.for_each(|text| out.push_str(&format!("{indent}{text}\n")));
    }
}

/// The interleaving that leads to a result, under the first model that has it.
fn interleaving(test: &Tested, row: &Row, look: Look<'_>) -> Option<String> {
    let (model, (stdout, end)) = row.shown.as_ref()?;
    let part = test.parts.iter().find(|part| part.run.memory_model == *model)?;
    let shown = outcomes::shown(&part.report, &[&part.run]);
    let (_, _, run, violation) =
        shown.into_iter().find(|(_, outcome, ..)| (&outcome.stdout, &outcome.end) == (stdout, end))?;
    let drawn = table::render(violation, &run.exploration.symbols, *model, look.width, look.all_steps);
    Some(format!("  {} under {model}:\n\n{drawn}", row.result))
}

/// What is said in the end.
#[must_use]
pub fn summary(tests: &[Tested], left_out: usize, wall: Duration) -> String {
    let count = |word: &str| tests.iter().filter(|test| test.status.word() == word).count();
    let counted: Vec<String> = ["passed", "failed", "incomplete", "error"]
        .iter()
        .map(|word| (count(word), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let left_out = if left_out > 0 { format!(", {left_out} left out") } else { String::new() };
    let executions: u64 = tests.iter().map(|test| test.executions).sum();
    format!(
        "{} tests: {}{left_out}; {executions} executions, {:.1} s (exit status {})\n",
        tests.len(),
        counted.join(", "),
        wall.as_secs_f64(),
        exit_status(tests)
    )
}

/// The same for programs.
#[must_use]
pub fn json(tests: &[Tested], left_out: usize, wall: Duration) -> String {
    let row = |test: &Tested, row: &Row| {
        let models: serde_json::Map<String, serde_json::Value> = test
            .models
            .iter()
            .zip(&row.possible)
            .map(|(model, possible)| (model.to_string(), json!(possible)))
            .collect();
        let first = row.shown.as_ref().map(|(model, _)| model.to_string());
        let steps = row.shown.as_ref().and_then(|(model, (stdout, end))| {
            let part = test.parts.iter().find(|part| part.run.memory_model == *model)?;
            let outcome = part.report.outcomes.iter().find(|one| (&one.stdout, &one.end) == (stdout, end))?;
            (!outcome.interleaving.is_empty()).then(|| json!(outcome.interleaving))
        });
        json!({
            "result": row.result, "expect": row.expect, "description": row.description, "possible": models,
            "allowed_first_under": first, "interleaving": steps, "failure": row.failure,
        })
    };
    let of = |test: &Tested| {
        json!({
            "name": test.name, "class": test.class, "description": test.description, "refs": test.refs,
            "status": test.status.word(), "reason": test.status.reason(), "executions": test.executions,
            "wall_s": test.wall.as_secs_f64(),
            "results": test.rows.iter().map(|one| row(test, one)).collect::<Vec<_>>(),
        })
    };
    let all = json!({
        "version": env!("CARGO_PKG_VERSION"), "exit_status": exit_status(tests), "left_out": left_out,
        "wall_s": wall.as_secs_f64(), "tests": tests.iter().map(of).collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snippet::Sources;

    fn tested(status: Status, rows: Vec<Row>) -> Tested {
        Tested {
            name: "a.T".to_owned(),
            class: "a.T".to_owned(),
            description: Some("what it is about".to_owned()),
            refs: Vec::new(),
            rows,
            status,
            models: vec![MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso],
            executions: 7,
            parts: Vec::new(),
            wall: Duration::ZERO,
        }
    }

    fn row(result: &str, expect: Expect, description: &str, possible: [Possible; 3]) -> Row {
        let (result, description) = (result.to_owned(), description.to_owned());
        Row { result, expect, description, possible: possible.to_vec(), shown: None, failure: None }
    }

    #[test]
    fn a_result_has_a_row_with_what_is_known_under_each_model() {
        use Possible::{No, Unknown, Yes};
        let rows = vec![
            row("0, 0", Expect::Interesting, "both writes were late, as each was in its buffer", [No, Unknown, Yes]),
            row("10, 1", Expect::Forbidden, "", [Yes, Yes, Yes]),
        ];
        let look = Look { width: 60, colour: false, sources: &Sources::none(), all_steps: false };
        let expected = "\
a.T
  what it is about
  incomplete: 7 executions, 0.0 s
  the time was over

  RESULT   SC  TSO  PSO  EXPECT       DESCRIPTION
    0, 0    -    ?  yes  Interesting  both writes were late,
                                      as each was in its
                                      buffer
   10, 1  yes  yes  yes  Forbidden

";
        assert_eq!(text(&tested(Status::Incomplete("the time was over".to_owned()), rows), |_| false, look), expected);
    }

    #[test]
    fn the_status_is_that_of_the_worst_test() {
        let error = || tested(Status::Error(String::new()), Vec::new());
        let incomplete = || tested(Status::Incomplete(String::new()), Vec::new());
        let (passed, failed) = (tested(Status::Passed, Vec::new()), tested(Status::Failed, Vec::new()));
        assert_eq!(exit_status(std::slice::from_ref(&passed)), 0);
        assert_eq!(exit_status(&[passed.clone(), incomplete()]), 3);
        assert_eq!(exit_status(&[incomplete(), error()]), 2);
        assert_eq!(exit_status(&[error(), failed, passed]), 1);
    }
}
