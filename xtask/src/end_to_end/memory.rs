//! Benchmarks of the papers under each memory model: what a check costs and finds, beside the numbers that were published.

use super::Selection;
use super::expectation::Expectation;
use super::judge::{differences, manners};
use super::report::Report;
use crate::jdk::{self, Jdk};
use crate::memory_model::MemoryModel;
use crate::workspace::Workspace;
use crate::{process, programs};
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};

/// A program, and what was published of it under SC, TSO and PSO.
struct Benchmark {
    /// Of the expectation.
    name: &'static str,
    /// Executions of maximal causality reduction (Huang, dissertation, tables 3.2 and 3.4).
    mcr: Option<[u64; 3]>,
    /// Executions of it to the first error (table 3.5).
    first: Option<[Option<u64>; 3]>,
}

const TABLE: &[Benchmark] = &[
    Benchmark { name: "Example", mcr: Some([2, 2, 10]), first: Some([None, None, Some(3)]) },
    Benchmark { name: "Example-2", mcr: Some([43, 43, 89]), first: None },
    Benchmark { name: "Example-3", mcr: Some([296, 296, 819]), first: None },
    Benchmark { name: EXAMPLE_4, mcr: Some([2767, 2767, 8420]), first: None },
    Benchmark { name: "ExamplePoints-1", mcr: None, first: None },
    Benchmark { name: "ExamplePoints-2", mcr: None, first: None },
    Benchmark { name: "ExamplePoints-3", mcr: None, first: None },
    Benchmark { name: "Dekker", mcr: Some([62, 98, 155]), first: Some([Some(10), Some(4), Some(5)]) },
    Benchmark { name: "Lamport", mcr: Some([14, 91, 102]), first: Some([Some(2), Some(2), Some(3)]) },
    Benchmark { name: "Bakery", mcr: Some([77, 158, 165]), first: Some([Some(8), Some(8), Some(15)]) },
    Benchmark { name: "Peterson", mcr: Some([13, 18, 19]), first: Some([Some(7), Some(2), Some(3)]) },
    Benchmark { name: "RVExample", mcr: Some([57, 64, 70]), first: Some([Some(53), Some(54), Some(39)]) },
    Benchmark { name: "Exclusion-dekker-plain", mcr: None, first: None },
    Benchmark { name: "Exclusion-dekker-volatile", mcr: None, first: None },
    Benchmark { name: "Exclusion-peterson-plain", mcr: None, first: None },
    Benchmark { name: "Exclusion-peterson-volatile", mcr: None, first: None },
    Benchmark { name: "Exclusion-lamport-plain", mcr: None, first: None },
    Benchmark { name: "Exclusion-lamport-volatile", mcr: None, first: None },
    Benchmark { name: "Exclusion-bakery-plain", mcr: None, first: None },
    Benchmark { name: "Exclusion-bakery-volatile", mcr: None, first: None },
];

/// Too large to be in the testsuite.
const EXAMPLE_4: &str = "Example-4";

const HEAD: &str = "\
| program | model | verdict | executions | published | to the first violation | published | local histories | behaviours | states | seconds |
|---|---|---|---|---|---|---|---|---|---|---|";

/// Seconds for each check.
const BUDGET: u64 = 600;

/// How long a check may take to end after its budget is used up.
const GRACE: Duration = Duration::from_secs(30);

/// Prints the table of the selected benchmarks; an error if one does not find what it has to.
pub fn table(workspace: &Workspace, selection: &Selection) -> Result<()> {
    programs::compile(workspace, &jdk::any()?)?;
    let all = Expectation::all(&workspace.root.join("testsuite/expected"))?;
    let models = selection.memory_model.map_or(MemoryModel::ALL.to_vec(), |model| vec![model]);
    let mut wrong = 0;
    for jdk in selection.jdks()? {
        println!("\nJDK {}, at most {BUDGET} s for each check\n\n{HEAD}", jdk.version);
        for benchmark in TABLE.iter().filter(|benchmark| selection.has(benchmark.name)) {
            let program = expectation(&all, benchmark.name)?;
            for model in &models {
                wrong += usize::from(!row(workspace, &jdk, benchmark, &program.under(*model))?);
            }
        }
    }
    if wrong > 0 { bail!("{wrong} checks did not find what they have to") } else { Ok(()) }
}

fn expectation(all: &[Expectation], name: &str) -> Result<Expectation> {
    let find = |name: &str| all.iter().find(|e| e.name == name).with_context(|| format!("no program {name}"));
    if name != EXAMPLE_4 {
        return find(name).cloned();
    }
    let mut larger = find("Example-3")?.clone().uncounted();
    (larger.name, larger.args) = (name.to_owned(), vec!["4".to_owned()]);
    Ok(larger)
}

/// Checks a program and prints a row; whether it found what it has to.
fn row(workspace: &Workspace, jdk: &Jdk, benchmark: &Benchmark, program: &Expectation) -> Result<bool> {
    let mut budgeted = program.clone();
    budgeted.options.extend(["--timeout", &BUDGET.to_string()].map(String::from));
    let directory = workspace.testsuite().join("run");
    std::fs::create_dir_all(&directory)?;
    let mut command = budgeted.command(workspace, jdk, true, &directory.join("unused.json"));
    let begin = Instant::now();
    let output = process::run_within(command.current_dir(&directory), Duration::from_secs(BUDGET) + GRACE)?;
    let seconds = begin.elapsed().as_secs_f64();
    let report = Report::of(&output.stdout, &output).map_err(anyhow::Error::msg)?;
    let mut wrong = manners(&output, &report);
    wrong.extend(differences(program, &report));

    let model = program.memory_model;
    let published = |numbers: Option<[u64; 3]>| number(numbers.map(|n| n[model as usize]));
    let first = report.violations.iter().map(|violation| violation.first_execution).min();
    println!(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {seconds:.1} |",
        program.name,
        model.name(),
        verdict(&report),
        report.executions,
        published(benchmark.mcr),
        number(first),
        number(benchmark.first.and_then(|numbers| numbers[model as usize])),
        number(report.local_behaviours),
        number(report.behaviours),
        report.statistics.states,
    );
    for wrong in &wrong {
        println!("    {}, {}: {wrong}", program.name, model.name());
    }
    Ok(wrong.is_empty())
}

fn verdict(report: &Report) -> String {
    match (report.verdict.as_str(), report.complete) {
        ("violation", false) => "violation, incomplete".into(),
        (verdict, _) => verdict.into(),
    }
}

fn number(number: Option<u64>) -> String {
    number.map_or("-".into(), |number| number.to_string())
}
