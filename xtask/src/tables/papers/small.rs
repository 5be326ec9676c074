//! The smallest row of the papers' tables, measured as for a table: its numbers are those that brute force finds.

use super::measure::{Check, Goal};
use super::programs::PETERSON;
use crate::jdk::Jdk;
use crate::memory_model::MemoryModel;
use crate::tables::checks::Checks;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use std::fs;
use std::path::Path;

/// Seconds, of which one check needs two.
const LIMIT: u64 = 60;

/// Peterson's algorithm under each memory model: 36 behaviours, all of which the search finds, and no failure.
pub fn check(workspace: &Workspace, jdk: &Jdk, classes: &Path) -> Result<()> {
    let directory = workspace.testsuite().join("run/papers");
    fs::create_dir_all(&directory)?;
    let checks = Checks { workspace, jdk, jvm_options: &[], classes, directory: &directory };
    for model in MemoryModel::ALL {
        let check = Check { sample: &PETERSON, model, strategy: "search", jobs: 1, goal: Goal::Everything };
        let found = checks.once(&check, LIMIT)?;
        let name = model.name();
        ensure!(found.wrong.is_none(), "Peterson under {name}: {}", found.wrong.unwrap_or_default());
        ensure!(found.finished, "Peterson under {name} is not done after {LIMIT} s");
        ensure!(found.behaviours == Some(36), "Peterson under {name}: {:?} behaviours, not 36", found.behaviours);
    }
    println!("tables: Peterson has 36 behaviours under each memory model");
    Ok(())
}
