//! Projects that use the plugins, built by real build tools: `cargo xtask samples`. Each has a test that fails and one that does not; what was
//! found has to be in the JUnit XML, and once the mistake is mended the build passes. Gradle's plugin is applied to a newer API as well.

use crate::programs::fresh;
use crate::workspace::Workspace;
use crate::{dist, process, project_builder};
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long a build may take: the first one fetches what it needs.
const LIMIT: Duration = Duration::from_secs(600);
/// The test of the samples, and its mistake.
const TEST: &str = "src/test/java/sample/AccountTest.java";
const WRONG: &str = "() -> balance += 10, () -> balance += 10";
const RIGHT: &str = "this::deposit, this::deposit";

/// A way to build.
struct Tool {
    name: &'static str,
    /// The command; `R` stands for the repository, `L` for what Maven has fetched.
    command: &'static [&'static str],
    /// The JUnit XML.
    report: &'static str,
    /// Whether a second build has nothing to do, and how it says so.
    up_to_date: Option<&'static str>,
}

const TOOLS: [Tool; 2] = [
    Tool {
        name: "maven",
        command: &[
            "mvn",
            "--batch-mode",
            "-Dstyle.color=never",
            "-Dmcr.repository=R",
            "-Dmaven.repo.local=L",
            "verify",
        ],
        report: "target/surefire-reports/TEST-mcr.xml",
        up_to_date: None,
    },
    Tool {
        name: "gradle",
        command: &["gradle", "--no-daemon", "-PmcrRepository=R", "concurrencyTest"],
        report: "build/test-results/concurrencyTest/TEST-concurrencyTest.xml",
        up_to_date: Some(":concurrencyTest UP-TO-DATE"),
    },
];

/// Builds the samples, all or those with these names.
pub fn run(workspace: &Workspace, names: &[String]) -> Result<()> {
    let artifacts = dist::dist(workspace)?.join("maven");
    let repository = format!("file://{}", artifacts.display());
    println!("== samples");
    let mut passed = 0;
    for tool in TOOLS.iter().filter(|tool| names.is_empty() || names.iter().any(|name| name == tool.name)) {
        let home = fresh(&workspace.testsuite().join("samples-home"))?;
        let local = workspace.testsuite().join("samples-maven");
        // What Maven has taken from an earlier repository must not be taken for this one.
        fresh(&local.join("dev/mcr"))?;
        let project = workspace.testsuite().join("projects").join(tool.name);
        copy(&workspace.root.join("testsuite/samples").join(tool.name), &fresh(&project)?)?;
        sample(tool, &project, [&repository, &local.display().to_string()], &home)?;
        passed += 1;
        println!("{}: a mistake found, and not when it is mended", tool.name);
    }
    if names.is_empty() || names.iter().any(|name| name == "gradle-api") {
        project_builder::apply(workspace, &artifacts)?;
        passed += 1;
    }
    println!("samples: {passed} passed, 0 failed");
    Ok(())
}

fn sample(tool: &Tool, project: &Path, [repository, local]: [&str; 2], home: &Path) -> Result<()> {
    let build = || {
        let mut command = Command::new(tool.command[0]);
        let said = |word: &&str| word.replace("=R", &format!("={repository}")).replace("=L", &format!("={local}"));
        command.args(tool.command[1..].iter().map(said));
        command.current_dir(project).env("XDG_CACHE_HOME", home);
        process::run_within(&mut command, LIMIT)
    };
    let first = build()?;
    let report = fs::read_to_string(project.join(tool.report)).unwrap_or_default();
    let said = format!("{}{}", first.stdout, first.stderr);
    if first.status == Some(0) || !said.contains("a concurrency test fails") {
        bail!("{}: the build was to fail because of a test:\n{said}", tool.name);
    }
    for part in ["failures=\"1\"", "tests=\"2\"", "name=\"deposits()\"", "expected: &lt;20&gt; but was: &lt;10&gt;"] {
        if !report.contains(part) {
            bail!("{}: the JUnit XML has no {part}:\n{report}\n{said}", tool.name);
        }
    }
    let test = project.join(TEST);
    let source = fs::read_to_string(&test)?;
    if !source.contains(WRONG) {
        bail!("{} has no mistake", test.display());
    }
    fs::write(&test, source.replace(WRONG, RIGHT))?;
    let second = build()?;
    if second.status != Some(0) || !second.stdout.contains("2 passed, 0 failed") {
        bail!("{}: the build was to pass:\n{}{}", tool.name, second.stdout, second.stderr);
    }
    if let Some(line) = tool.up_to_date {
        let third = build()?;
        if !third.stdout.contains(line) {
            bail!("{}: nothing was to be done:\n{}{}", tool.name, third.stdout, third.stderr);
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)?.flatten() {
        let target: PathBuf = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
