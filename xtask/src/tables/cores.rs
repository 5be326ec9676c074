//! Time over the number of JVMs that run at once.

use super::checks::Checks;
use super::papers::measure::{Check, Goal, Measured};
use super::papers::plot::{self, Axes, Panel};
use super::papers::{self, Behaviours, Failure, Sample};
use super::selection::Selection;
use super::strategies::Undefined;
use crate::jdk::Jdk;
use crate::memory_model::MemoryModel;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use std::fs;
use std::path::Path;

pub const NAME: &str = "cores";

pub const STRATEGIES: &[&str] = &["search", "auto"];
pub const MODELS: &[MemoryModel] = &[MemoryModel::Sc];

const UNKNOWN: Behaviours = Behaviours([None; 3]);
const INCOMPLETE: Option<Failure> =
    Some(Failure { kinds: &["exception"], says: "not complete", from: MemoryModel::Sc });

/// Large enough for several JVMs, and done in a minute.
const SAMPLES: &[Sample] = &[
    Sample {
        class: "Example",
        args: &["3"],
        failure: INCOMPLETE,
        behaviours: Behaviours([Some(1016), Some(1016), Some(2728)]),
    },
    Sample { class: "Counter", args: &["5"], failure: None, behaviours: UNKNOWN },
    Sample { class: "Lamport", args: &["4"], failure: None, behaviours: UNKNOWN },
    Sample { class: "BubbleSort", args: &["3", "unlocked"], failure: None, behaviours: UNKNOWN },
];

/// A program with a strategy in so many JVMs.
struct Row {
    sample: &'static Sample,
    model: MemoryModel,
    strategy: String,
    jobs: usize,
    measured: Measured,
}

/// Measures the table, and writes it unless programs were selected.
pub fn make(
    workspace: &Workspace,
    selection: &Selection,
    jdk: &Jdk,
    classes: &Path,
    undefined: &Undefined,
) -> Result<()> {
    let (names, models) = (selection.strategies(STRATEGIES), selection.models(MODELS));
    let directory = workspace.testsuite().join("run").join(NAME);
    fs::create_dir_all(&directory)?;
    let checks = Checks { workspace, jdk, jvm_options: &[], classes, directory: &directory };
    let mut rows = Vec::new();
    for sample in SAMPLES.iter().filter(|sample| selection.wants(sample.class)) {
        for &model in &models {
            for strategy in names.iter().filter(|name| !undefined.has(name, model)) {
                for jobs in selection.jobs() {
                    let check = Check { sample, model, strategy, jobs, goal: Goal::Everything };
                    let measured = checks.median(&check, selection.timeout, selection.runs)?;
                    let row = Row { sample, model, strategy: strategy.clone(), jobs, measured };
                    print!("{}", markdown_row(&row));
                    rows.push(row);
                }
            }
        }
    }
    if selection.only.is_empty() {
        let numbers: Vec<String> = selection.jobs().iter().map(ToString::to_string).collect();
        let command = format!("{} --jobs {}", selection.command(NAME, STRATEGIES), numbers.join(","));
        papers::write(workspace, "cores.md", &markdown(&command, jdk.version, &rows))?;
        papers::write(workspace, "cores.csv", &csv(&rows))?;
        papers::write(workspace, "cores.svg", &draw(&rows)?)?;
    }
    let wrong: Vec<String> = rows.iter().filter_map(wrong).collect();
    wrong.iter().for_each(|sentence| println!("{sentence}"));
    ensure!(wrong.is_empty(), "{} checks of {NAME} ended as they cannot", wrong.len());
    Ok(())
}

fn wrong(row: &Row) -> Option<String> {
    let why = row.measured.wrong.as_ref()?;
    Some(format!("{}, {}, {} JVMs: {why}", program(row.sample), row.strategy, row.jobs))
}

fn program(sample: &Sample) -> String {
    format!("{} {}", sample.class, sample.args.join(" "))
}

fn markdown(command: &str, jdk: u32, rows: &[Row]) -> String {
    let mut text = format!(
        "# Time over the number of JVMs\n\nMade by `{command}` on JDK {jdk}. [README.md](README.md) says what the columns \
        mean.\n\n![seconds over JVMs](cores.svg)\n\n| program | model | strategy | JVMs | executions | seconds |\n\
        |---|---|---|---:|---:|---:|\n"
    );
    rows.iter().for_each(|row| text += &markdown_row(row));
    text
}

fn markdown_row(row: &Row) -> String {
    let Row { sample, model, strategy, jobs, measured } = row;
    let more = match (&measured.wrong, measured.finished) {
        (Some(_), _) => "WRONG ",
        (None, true) => "",
        (None, false) => "> ",
    };
    let (program, model) = (program(sample), model.name());
    let (executions, seconds) = (measured.executions, measured.seconds);
    format!("| {program} | {model} | `{strategy}` | {jobs} | {more}{executions} | {more}{seconds:.1} |\n")
}

fn csv(rows: &[Row]) -> String {
    let mut text = "program,arguments,model,strategy,jobs,finished,executions,seconds\n".to_owned();
    for Row { sample, model, strategy, jobs, measured } in rows {
        let (class, args, model) = (sample.class, sample.args.join(" "), model.name());
        let (finished, executions, seconds) = (measured.finished, measured.executions, measured.seconds);
        text += &format!("{class},{args},{model},{strategy},{jobs},{finished},{executions},{seconds:.1}\n");
    }
    text
}

/// Only what was done: the others' times say nothing.
fn draw(rows: &[Row]) -> Result<String> {
    let mut panels: Vec<Panel> = Vec::new();
    for row in rows {
        let title = format!("{}, {}", program(row.sample), row.model.name());
        if panels.last().is_none_or(|panel| panel.title != title) {
            panels.push(Panel { title, lines: Vec::new() });
        }
        if let Some(panel) = panels.last_mut() {
            let done = row.measured.finished && row.measured.wrong.is_none();
            panel.add(&row.strategy, row.jobs as f64, done.then_some(row.measured.seconds));
        }
    }
    plot::draw(&panels, &Axes { across: "JVMs", up: "seconds", logarithmic: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(jobs: usize, finished: bool) -> Row {
        let measured = Measured { finished, executions: 40, seconds: 8.04, ..Measured::default() };
        Row { sample: &SAMPLES[1], model: MemoryModel::Sc, strategy: "auto".to_owned(), jobs, measured }
    }

    #[test]
    fn a_row_that_was_not_done_says_so() {
        assert_eq!(markdown_row(&row(1, true)), "| Counter 5 | sc | `auto` | 1 | 40 | 8.0 |\n");
        assert_eq!(markdown_row(&row(2, false)), "| Counter 5 | sc | `auto` | 2 | > 40 | > 8.0 |\n");
        assert_eq!(csv(&[row(2, false)]).lines().nth(1), Some("Counter,5,sc,auto,2,false,40,8.0"));
    }

    #[test]
    fn only_what_was_done_is_drawn() {
        assert!(draw(&[row(1, true), row(2, true)]).expect("can be drawn").contains("<polyline"));
        assert!(draw(&[row(1, false)]).expect("can be drawn").contains("nothing was done"));
    }
}
