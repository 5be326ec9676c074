//! The programs of the testsuite that have a violation, by what is expected of them (`testsuite/expected`).

use super::known::{self, Case, Table};
use super::measure::{IsKnown, run};
use super::selection::Selection;
use crate::end_to_end::{self, Expectation, Violation};
use crate::jdk::{self, Jdk};
use crate::programs;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::fs;

pub const TABLE: Table =
    Table { name: "suite", title: "Programs of the testsuite with a bug", about: &["kind"], shows_rows: false };

/// Measures the table, and writes it unless programs were selected.
pub fn make(workspace: &Workspace, selection: &Selection, jdk: &Jdk) -> Result<()> {
    programs::compile(workspace, &jdk::any()?)?;
    let directory = workspace.testsuite().join("run").join(TABLE.name);
    fs::create_dir_all(&directory)?;
    let mut expectations = Expectation::all(&workspace.root.join("testsuite/expected"))?;
    expectations.retain(|expected| expected.is_comparable() && expected.runs_on(jdk));
    expectations.retain(|expected| selection.wants(&expected.name));
    let cases: Vec<Case> = expectations
        .iter()
        .step_by(selection.every)
        .map(|expected| {
            let directory = &directory;
            let is_known = |found: &Violation| expected.has_kind(&found.kind);
            let check = move |how: &[&str], timeout: u64| {
                let seconds = timeout.to_string();
                let options: Vec<String> =
                    how.iter().chain(&["--timeout", &seconds]).map(|&word| word.to_owned()).collect();
                let expected = expected.clone().with(&options).context("no agent is comparable")?;
                let output = end_to_end::output(workspace, jdk, directory, &expected, false)?;
                Ok(run(Some(&is_known as IsKnown), &output))
            };
            let kinds = expected.violations.as_ref().map(|kinds| kinds.join(", ")).unwrap_or_default();
            Case { name: expected.name.clone(), about: vec![kinds], check: Box::new(check) }
        })
        .collect();
    known::make(workspace, selection, jdk, &TABLE, &cases)
}
