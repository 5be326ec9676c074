//! Bugs of real libraries: drivers in `testsuite/libraries` and `testsuite/systems` that say which bug of their library they show.
//!
//! The comment of a driver argues that what it can show is that bug and no other; a check that finds anything else is
//! wrong.

use super::checks::Checks;
use super::known::{self, Case, Table};
use super::measure::{IsKnown, run};
use super::selection::Selection;
use crate::end_to_end::Violation;
use crate::jdk::{self, Jdk};
use crate::libraries::{self, Built};
use crate::workspace::Workspace;
use anyhow::Result;
use std::fs;
use std::path::Path;

pub const TABLE: Table = Table {
    name: "drivers",
    title: "Bugs of libraries",
    about: &["library", "version", "bug", "kind"],
    shows_rows: true,
};

/// Measures the table, and writes it unless drivers were selected.
pub fn make(workspace: &Workspace, selection: &Selection, jdk: &Jdk) -> Result<()> {
    let drivers = libraries::built(workspace, &jdk::any()?, |_, driver| {
        driver.bug.is_some() && selection.wants(&driver.class) && driver.runs_on(jdk.version)
    })?;
    let directory = workspace.testsuite().join("run").join(TABLE.name);
    fs::create_dir_all(&directory)?;
    let cases: Vec<Case> = drivers
        .iter()
        .map(|Built { library, class_path, driver }| {
            let checks = Checks {
                workspace,
                jdk,
                jvm_options: &driver.jvm_options,
                classes: Path::new(class_path),
                directory: &directory,
            };
            let is_known = |found: &Violation| driver.has(found);
            let check = move |how: &[&str], timeout: u64| {
                let mut options = [how, &["--jobs", "1"]].concat();
                options.extend(driver.options.iter().map(String::as_str));
                let output = checks.check(&options, &driver.class, &[], timeout)?;
                Ok(run(Some(&is_known as IsKnown), &output))
            };
            let about = [library.name, library.version(), driver.bug.as_deref().unwrap_or_default()];
            let about = about.map(str::to_owned).into_iter().chain([driver.kinds()]).collect();
            Case { name: driver.class.clone(), about, check: Box::new(check) }
        })
        .collect();
    known::make(workspace, selection, jdk, &TABLE, &cases)
}
