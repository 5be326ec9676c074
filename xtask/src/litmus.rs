//! Litmus tests: made from `testsuite/litmus` with their exact outcomes, checked by the built `mcr`, compared.

use crate::end_to_end::Selection;
use crate::exact::{self, Outcomes, Tally};
use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::memory_model::MemoryModel;
use crate::process;
use crate::programs::{fresh, java_files, javac};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Instant;

/// By memory model.
type ByModel = BTreeMap<String, Outcomes>;

/// What every test run has: all shapes with plain and with volatile accesses, and the ways to publish an object.
const SMALL: &[&str] = &["_plain", "_volatile", "Publication_"];

/// Checks the selected litmus tests, on the JDK asked for or by turns on the oldest and the newest found; an error if one differs.
pub fn run(workspace: &Workspace, selection: &Selection) -> Result<()> {
    println!("== litmus tests");
    let directory = fresh(&workspace.testsuite().join("litmus"))?;
    process::run(Command::new("python3").arg(workspace.root.join("testsuite/litmus/generate.py")).arg(&directory))?;
    let classes = directory.join("classes");
    javac(&jdk::any()?, &java_files(&directory)?, &classes, None)?;
    let expected = std::fs::read_to_string(directory.join("expected.json"))?;
    let mut expected: BTreeMap<String, ByModel> = serde_json::from_str(&expected)?;
    expected.retain(|name, _| selection.has(name));

    let jdks = selection.jdks()?;
    let mut by_turns = [jdks.first(), jdks.last()].into_iter().flatten().cycle();
    let models = selection.memory_model.map_or(MemoryModel::ALL.to_vec(), |model| vec![model]);
    let begin = Instant::now();
    let mut work = Vec::new();
    for (name, by_model) in &expected {
        for model in &models {
            let (Some(outcomes), Some(jdk)) = (by_model.get(model.name()), by_turns.next()) else { continue };
            work.push((name, outcomes, *model, jdk));
        }
    }
    let check = |lane: &Lane, &(name, outcomes, model, jdk): &(&String, &Outcomes, MemoryModel, &Jdk)| {
        let (program, options) = (&[name.as_str()], &selection.options[..]);
        let check = exact::Check { jdk, classes: &classes, program, model, options };
        Ok(exact::check(workspace, lane, &check, outcomes))
    };
    let mut tally = Tally::default();
    lanes::each(workspace, &work, check, |(name, _, model, jdk), result| {
        tally.add(|| format!("{name}, {}, JDK {}", model.name(), jdk.version), &result);
    })?;
    println!("litmus: {} programs, {tally}, {:.0} s", expected.len(), begin.elapsed().as_secs_f64());
    match tally.wrong() {
        0 => Ok(()),
        wrong => bail!("{wrong} litmus tests differ"),
    }
}

/// Checks what every test run has, under the models with store buffers.
pub fn small(workspace: &Workspace) -> Result<()> {
    for model in MemoryModel::BUFFERED {
        run(workspace, &Selection::of(SMALL, model))?;
    }
    Ok(())
}
