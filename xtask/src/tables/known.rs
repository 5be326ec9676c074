//! Programs with a bug that is known: what the tables `drivers` and `suite` have in common.
//!
//! Each program is checked with each strategy until the bug is found. A summary says in how many programs a strategy
//! has found it and at which cost, and where `auto` was behind another one.

use super::measure::{Run, Runs};
use super::render::{self, How};
use super::selection::Selection;
use super::{papers, summary};
use crate::jdk::Jdk;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};

/// The default one, the search that it contains, and walks to compare with.
pub const STRATEGIES: &[&str] = &["auto", "search", "random", "pct", "pos"];

/// A table of such programs.
pub struct Table {
    pub name: &'static str,
    pub title: &'static str,
    /// What is said of each program besides its name.
    pub about: &'static [&'static str],
    /// Whether the rows are in Markdown, too, and not in CSV alone.
    pub shows_rows: bool,
}

/// One check with options that say how to look, for so many seconds.
type Check<'a> = dyn Fn(&[&str], u64) -> Result<Run> + 'a;

/// A program with a bug.
pub struct Case<'a> {
    pub name: String,
    /// As many as the table says.
    pub about: Vec<String>,
    pub check: Box<Check<'a>>,
}

/// What all checks of a program with a strategy came to.
pub struct Row {
    pub program: String,
    pub about: Vec<String>,
    pub strategy: String,
    pub runs: Runs,
}

const MEASURED: [&str; 6] =
    ["strategy", "verdict", "found", "executions to the first violation", "executions", "seconds"];
const MEASURED_IN_CSV: [&str; 7] =
    ["strategy", "verdict", "runs", "found", "executions_to_first_violation", "executions", "seconds"];

/// Checks all, one after the other, as time is measured, and writes what came of it unless programs were selected.
pub fn make(workspace: &Workspace, selection: &Selection, jdk: &Jdk, table: &Table, cases: &[Case]) -> Result<()> {
    let mut rows = Vec::new();
    println!("{}", head(table));
    for case in cases {
        for strategy in selection.strategies(STRATEGIES) {
            let runs = Runs::of(selection.runs, &strategy, |options| (case.check)(options, selection.timeout))?;
            let row = Row { program: case.name.clone(), about: case.about.clone(), strategy, runs };
            println!("{}", markdown_row(&row));
            rows.push(row);
        }
    }
    if selection.only.is_empty() {
        let command = selection.command(table.name, STRATEGIES);
        let how = How { title: table.title, command: &command, jdk: jdk.version };
        papers::write(workspace, &format!("{}.md", table.name), &markdown(&how, table, &rows))?;
        papers::write(workspace, &format!("{}.csv", table.name), &csv(table, &rows))?;
    } else {
        print!("{}", summary::markdown(&rows));
    }
    let wrong: Vec<String> = rows.iter().flat_map(|row| row.runs.wrong(&row.program, &row.strategy)).collect();
    wrong.iter().for_each(|sentence| println!("{sentence}"));
    ensure!(wrong.is_empty(), "{} checks of {} ended as they cannot", wrong.len(), table.name);
    Ok(())
}

fn markdown(how: &How, table: &Table, rows: &[Row]) -> String {
    let mut text = render::markdown_title(how);
    text += &summary::markdown(rows);
    if table.shows_rows {
        text += &format!("\n## Programs\n\n{}\n", head(table));
        rows.iter().for_each(|row| text += &format!("{}\n", markdown_row(row)));
    }
    text
}

fn head(table: &Table) -> String {
    let names: Vec<String> = ["program"].iter().chain(table.about).chain(&MEASURED).map(ToString::to_string).collect();
    let text = std::iter::repeat_n("---", 3 + table.about.len());
    let rules: Vec<&str> = text.chain(std::iter::repeat_n("---:", MEASURED.len() - 2)).collect();
    format!("{}\n|{}|", render::markdown_cells(&names), rules.join("|"))
}

fn markdown_row(row: &Row) -> String {
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let runs = &row.runs;
    let mut cells = vec![row.program.clone()];
    cells.extend(row.about.iter().cloned());
    cells.extend([
        row.strategy.clone(),
        render::verdicts(runs),
        format!("{} of {}", runs.found(), runs.0.len()),
        number(runs.first()),
        number(runs.executions()),
        runs.seconds().map_or_else(String::new, render::seconds),
    ]);
    render::markdown_cells(&cells)
}

fn csv(table: &Table, rows: &[Row]) -> String {
    let names: Vec<String> =
        ["program"].iter().chain(table.about).chain(&MEASURED_IN_CSV).map(ToString::to_string).collect();
    let mut text = render::csv_line(&names);
    for row in rows {
        let mut fields = vec![row.program.clone()];
        fields.extend(row.about.iter().cloned());
        fields.push(row.strategy.clone());
        fields.extend(render::csv_fields(&row.runs));
        text += &render::csv_line(&fields);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::measure::Verdict;
    use super::*;

    const TABLE: Table = Table { name: "some", title: "Some", about: &["library", "bug"], shows_rows: true };

    fn row(strategy: &str, runs: &[(Option<u64>, f64)]) -> Row {
        let run = |&(first, seconds): &(Option<u64>, f64)| {
            let verdict = if first.is_some() { Verdict::Violation } else { Verdict::Incomplete };
            Run { verdict, first, executions: first.unwrap_or(900), seconds }
        };
        let about = vec!["pool".to_owned(), "7".to_owned()];
        Row {
            program: "Lost".to_owned(),
            about,
            strategy: strategy.to_owned(),
            runs: Runs(runs.iter().map(run).collect()),
        }
    }

    #[test]
    fn a_table_has_a_summary_and_a_row_for_each_program_and_strategy() {
        let rows = [row("auto", &[(Some(4), 1.0), (Some(4), 1.2)]), row("pct", &[(None, 5.0), (Some(9), 2.0)])];
        let how = How { title: "Some", command: "cargo xtask tables some", jdk: 17 };
        let text = markdown(&how, &TABLE, &rows);
        let expected = "\
## Programs

| program | library | bug | strategy | verdict | found | executions to the first violation | executions | seconds |
|---|---|---|---|---|---:|---:|---:|---:|
| Lost | pool | 7 | auto | violation | 2 of 2 | 4 | 4 | 1.0 |
| Lost | pool | 7 | pct | incomplete 1, violation 1 | 1 of 2 | 9 | 9 | 2.0 |
";
        assert!(text.ends_with(expected), "{text}");
        assert!(text.contains("## Summary"), "{text}");
        assert!(!markdown(&how, &Table { shows_rows: false, ..TABLE }, &rows).contains("## Programs"));
    }

    #[test]
    fn a_line_of_csv_has_a_field_for_each_column() {
        let text = csv(&TABLE, &[row("pos", &[(None, 5.0)])]);
        let expected = "\
program,library,bug,strategy,verdict,runs,found,executions_to_first_violation,executions,seconds
Lost,pool,7,pos,incomplete,1,0,,900,5.0
";
        assert_eq!(text, expected);
    }
}
