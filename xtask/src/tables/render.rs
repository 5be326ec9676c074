//! A table as Markdown and as CSV, one row for each program and strategy; `docs/tables/README.md` says what the columns
//! mean.

use super::measure::{Row, Runs, Verdict};
use std::collections::BTreeMap;

/// What a reader needs to make the table again.
pub struct How<'a> {
    pub title: &'a str,
    pub command: &'a str,
    pub jdk: u32,
}

pub const MARKDOWN_HEAD: &str = "\
| program | arguments | bug | preemptions | strategy | verdict | executions to the first violation | executions \
| seconds |
|---|---|---|---:|---|---|---:|---:|---:|";

const CSV_HEAD: &str = "program,class,arguments,bug,preemptions,strategy,verdict,runs,found,\
    executions_to_first_violation,executions,seconds";

/// How every table begins.
pub fn markdown_title(how: &How) -> String {
    let How { title, command, jdk } = how;
    format!("# {title}\n\nMade by `{command}` on JDK {jdk}. [README.md](README.md) says what the columns mean.\n\n")
}

pub fn markdown(how: &How, rows: &[Row]) -> String {
    let mut text = markdown_title(how);
    text += MARKDOWN_HEAD;
    text.push('\n');
    for row in rows {
        text += &markdown_row(row);
        text.push('\n');
    }
    text
}

pub fn markdown_row(row: &Row) -> String {
    let program = row.program;
    let dash = || "-".to_owned();
    let cells = [
        program.name.to_owned(),
        format!("{} {}", program.class, program.args.join(" ")).trim_end().to_owned(),
        program.bug.map_or_else(dash, |bug| bug.kind.to_owned()),
        program.bug.map_or_else(dash, |bug| bug.preemptions.to_string()),
        row.strategy.clone(),
        verdicts(&row.runs),
        row.runs.first().map_or_else(dash, |number| number.to_string()),
        row.runs.executions().map_or_else(dash, |number| number.to_string()),
        row.runs.seconds().map_or_else(dash, seconds),
    ];
    markdown_cells(&cells)
}

/// A row of a table.
pub fn markdown_cells(cells: &[String]) -> String {
    // A bar would begin a new cell.
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
    format!("| {} |", cells.join(" | "))
}

pub fn csv(rows: &[Row]) -> String {
    let mut text = format!("{CSV_HEAD}\n");
    for row in rows {
        let program = row.program;
        let fields = [
            program.name.to_owned(),
            program.class.to_owned(),
            program.args.join(" "),
            program.bug.map(|bug| bug.kind.to_owned()).unwrap_or_default(),
            program.bug.map(|bug| bug.preemptions.to_string()).unwrap_or_default(),
            row.strategy.clone(),
        ];
        text += &csv_line(&[&fields[..], &csv_fields(&row.runs)].concat());
    }
    text
}

/// What was measured: the last fields of a line.
pub fn csv_fields(runs: &Runs) -> [String; 6] {
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    [
        verdicts(runs),
        runs.0.len().to_string(),
        runs.found().to_string(),
        number(runs.first()),
        number(runs.executions()),
        runs.seconds().map(seconds).unwrap_or_default(),
    ]
}

/// A line of CSV.
pub fn csv_line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    format!("{}\n", fields.join(","))
}

/// The verdict of all runs; if they differ, each with how many have it.
pub fn verdicts(runs: &Runs) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for run in &runs.0 {
        *counts.entry(word(&run.verdict)).or_default() += 1;
    }
    match counts.len() {
        1 => counts.into_keys().collect(),
        _ => counts.into_iter().map(|(word, count)| format!("{word} {count}")).collect::<Vec<_>>().join(", "),
    }
}

/// Why something is wrong is said after the table.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Violation => "violation",
        Verdict::Complete => "complete",
        Verdict::Incomplete => "incomplete",
        Verdict::Wrong(_) => "WRONG",
    }
}

pub fn seconds(number: f64) -> String {
    format!("{number:.1}")
}

/// RFC 4180.
pub fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Run;
    use super::super::{Bug, Program};
    use super::*;

    static BAD: Program = Program {
        name: "reorder_3",
        class: "Reorder",
        args: &["3", "4"],
        bug: Some(Bug { kind: "assertion", says: "half done", preemptions: 1, always: false }),
    };
    static GOOD: Program = Program { name: "identical", class: "Identical", args: &[], bug: None };

    fn run(verdict: Verdict, first: Option<u64>, executions: u64, seconds: f64) -> Run {
        Run { verdict, first, executions, seconds }
    }

    fn row(program: &'static Program, runs: &[Run]) -> Row {
        Row { program, strategy: "search".to_owned(), runs: Runs(runs.to_vec()) }
    }

    #[test]
    fn a_table_has_a_row_for_each_program_and_strategy() {
        let rows = [
            row(&BAD, &[run(Verdict::Violation, Some(2), 3, 1.04)]),
            row(&GOOD, &[run(Verdict::Complete, None, 5, 0.96)]),
        ];
        let how = How { title: "Some programs", command: "cargo xtask tables some", jdk: 17 };
        let expected = "\
# Some programs

Made by `cargo xtask tables some` on JDK 17. [README.md](README.md) says what the columns mean.

| program | arguments | bug | preemptions | strategy | verdict | executions to the first violation | executions \
| seconds |
|---|---|---|---:|---|---|---:|---:|---:|
| reorder_3 | Reorder 3 4 | assertion | 1 | search | violation | 2 | 3 | 1.0 |
| identical | Identical | - | - | search | complete | - | 5 | 1.0 |
";
        assert_eq!(markdown(&how, &rows), expected);
        let expected = "\
program,class,arguments,bug,preemptions,strategy,verdict,runs,found,\
executions_to_first_violation,executions,seconds
reorder_3,Reorder,3 4,assertion,1,search,violation,1,1,2,3,1.0
identical,Identical,,,,search,complete,1,0,,5,1.0
";
        assert_eq!(csv(&rows), expected);
    }

    #[test]
    fn of_several_runs_the_median_is_shown_and_every_verdict() {
        let runs = [
            run(Verdict::Incomplete, None, 900, 60.0),
            run(Verdict::Violation, Some(40), 40, 9.0),
            run(Verdict::Violation, Some(10), 10, 3.0),
        ];
        // Of two that found it, the lower: 10; of all three, the middle: 40 and 9.
        let row = row(&BAD, &runs);
        let expected =
            "| reorder_3 | Reorder 3 4 | assertion | 1 | search | incomplete 1, violation 2 | 10 | 40 | 9.0 |";
        assert_eq!(markdown_row(&row), expected);
        let expected = "reorder_3,Reorder,3 4,assertion,1,search,\"incomplete 1, violation 2\",3,2,10,40,9.0";
        assert_eq!(csv(&[row]).lines().nth(1), Some(expected));
    }

    #[test]
    fn what_is_wrong_is_told_apart_in_a_row_and_said_in_a_sentence() {
        let row = row(&GOOD, &[run(Verdict::Wrong("no report".to_owned()), None, 0, 0.5)]);
        assert!(markdown_row(&row).contains("| WRONG |"));
        assert_eq!(row.runs.wrong(GOOD.name, "search"), ["identical, search: no report"]);
    }

    #[test]
    fn fields_keep_their_commas_and_quotes() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("a b"), "a b");
    }
}
