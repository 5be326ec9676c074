//! Replays of a failure whose program has changed since: the user is told, and is told what happens now.
//!
//! `Changing` has a source for each version; `Box` is edited.

use crate::process::{self, Output};
use crate::workspace::Workspace;
use crate::{jdk, programs, replay};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::path::Path;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);
const NOTE: &str = "the class Changing has changed";
/// What is said where a failure is explained and its class is another one, or gone.
const OTHER: &str = "the class Changing is another one than the one that has failed; ";
const GONE: &str = "the class Changing was loaded and is not in the class path; ";

/// What a version of the program makes of the recorded schedule.
struct Expected {
    version: &'static str,
    status: i32,
    says: &'static str,
    /// Whether a class file is another one.
    changed: bool,
}

const EXPECTED: [Expected; 5] = [
    Expected { version: "recorded", status: 1, says: "has happened again, event by event", changed: false },
    Expected { version: "same", status: 1, says: "has happened again, event by event", changed: true },
    Expected {
        version: "fixed",
        status: 0,
        says: "NOT replayed: the recorded failure has not happened",
        changed: true,
    },
    Expected { version: "unsupported", status: 2, says: "cannot be checked", changed: true },
    Expected { version: "blocked", status: 2, says: "the schedule could not be followed", changed: true },
];

/// What an edit of the program in `Box.java` makes of the deadlock that was recorded of it.
struct Edit {
    name: &'static str,
    /// What is replaced by what, each wherever it is found.
    replace: &'static [(&'static str, &'static str)],
    status: i32,
    says: &'static [&'static str],
}

const AGAIN: &str = "has happened again, event by event";
const NOT: &str = "NOT replayed: the recorded failure has not happened";
const OFFER: &str = "to check the program as it is now: (cd ";

/// Lines are those of `Box.java`: 15 and 24 notify, 30 calls `take`, 31 locks the log, 43 puts.
const EDITS: [Edit; 9] = [
    Edit { name: "nothing", replace: &[], status: 1, says: &[AGAIN] },
    Edit {
        name: "lines above, and a method",
        replace: &[("public class Box {", "// More\n// lines.\npublic class Box {\n    void unused() {}\n")],
        status: 1,
        says: &[AGAIN, "lines of it have moved"],
    },
    Edit {
        name: "a method renamed",
        replace: &[("take()", "poll()")],
        status: 1,
        says: &[AGAIN, "Box.take is taken for what is Box.poll now"],
    },
    Edit {
        name: "threads renamed",
        replace: &[("\"consumer-", "\"taker-")],
        status: 1,
        says: &[AGAIN, "the thread consumer-1 is called taker-1 now"],
    },
    // A schedule says whom a notify wakes: it cannot be followed where all are woken.
    Edit {
        name: "notify to notifyAll",
        replace: &[("notify();", "notifyAll();")],
        status: 2,
        says: &[
            "the recorded schedule expects main to notify at Box.java:15; it called notifyAll\n",
            "then: Box.java:15 notify Box#1",
            "  | notify();\n",
            "now:  Box.java:15 notifyAll Box#1  | notifyAll();\n",
            NOT,
            OFFER,
        ],
    },
    Edit {
        name: "a lock removed",
        replace: &[("synchronized (log) {", "{")],
        status: 2,
        says: &[
            "expects consumer-1 to read Box#1.log at Box.java:31; it read Box#1.taken at Box.java:32, and did not: read \
             Box#1.log, lock Object#1\n",
            NOT,
            OFFER,
        ],
    },
    Edit {
        name: "a write more",
        replace: &[
            ("    private int taken;", "    int taken; int last;"),
            ("        content = value;", "last = value; content = value;"),
        ],
        status: 2,
        says: &[
            "expects main to write 1 to Box#1.content at Box.java:14; it first wrote 1 to Box#1.last, which is new",
            NOT,
        ],
    },
    Edit {
        name: "a thread less",
        replace: &[("new Thread(box::consume, \"consumer-2\").start();", "")],
        status: 2,
        says: &[
            "the recorded schedule expects main to start consumer-2 at Box.java:42; it locked Box#1 at Box.java:11 without \
             that\n",
            NOT,
        ],
    },
    Edit {
        name: "another value",
        replace: &[("box.put(1)", "box.put(3)")],
        status: 1,
        says: &["to write 1 to Box#1.content at Box.java:14; it wrote 3 to Box#1.content\n", "again, but event"],
    },
];

/// Checks one version of a program, with `mcr check` and with the agent alone, and replays what was found on all versions.
pub fn run(workspace: &Workspace) -> Result<()> {
    println!("== replays of programs that have changed");
    let directory = programs::fresh(&workspace.testsuite().join("changes"))?;
    let classes = directory.join("classes");
    compile(workspace, "recorded", &classes)?;
    let jdk = jdk::any()?;
    let mut check = workspace.mcr();
    check.args(["check", "--output", "by-checker", "--"]).arg(jdk.java()).args(["-cp", "classes", "Changing"]);
    let mut agent = std::process::Command::new(jdk.java());
    agent.arg(format!("-agentpath:{}=output=by-agent", workspace.agent().display()));
    agent.args(["-cp", "classes", "Changing"]).env_remove("LD_LIBRARY_PATH");
    for mut check in [check, agent] {
        expect(&process::run_within(check.current_dir(&directory), LIMIT)?, 1, "to see it again: mcr replay")?;
    }
    for found_by in ["by-checker", "by-agent"] {
        let file = replay::failure(&directory.join(found_by), "Changing-exception-")?;
        for expected in &EXPECTED {
            compile(workspace, expected.version, &classes)?;
            let mut replay = workspace.mcr();
            // Wherever it is started: the file says where the program was run.
            let output = process::run_within(replay.arg("replay").arg(&file).current_dir("/"), LIMIT)?;
            expect(&output, expected.status, expected.says)
                .with_context(|| format!("version {}, found {found_by}", expected.version))?;
            if output.stderr.contains(NOTE) != expected.changed {
                bail!("version {}: whether the class has changed: {}", expected.version, output.stderr);
            }
            explain(workspace, &file, expected.changed.then_some(OTHER)).with_context(|| expected.version)?;
        }
        programs::fresh(&classes)?;
        explain(workspace, &file, Some(GONE))?;
    }
    let edits = edits(workspace)?;
    println!("changes: {} replays as expected", 2 * EXPECTED.len() + edits);
    Ok(())
}

/// Replays the deadlock of `Box` after each edit, and checks it anew after one; how many replays there were.
fn edits(workspace: &Workspace) -> Result<usize> {
    let directory = programs::fresh(&workspace.testsuite().join("changes/box"))?;
    let jdk = jdk::any()?;
    let recorded = std::fs::read_to_string(workspace.root.join("testsuite/changes/Box.java"))?;
    // Beside the classes, where sources are looked for.
    let source = programs::fresh(&directory.join("src"))?.join("Box.java");
    let compile = |text: &str| {
        std::fs::write(&source, text)?;
        programs::javac(&jdk, std::slice::from_ref(&source), &programs::fresh(&directory.join("classes"))?, None)
    };
    compile(&recorded)?;
    let mut check = workspace.mcr();
    // One JVM: of the two deadlocks (either consumer can be the one that goes on) the same is found first each time.
    check.args(["check", "--jobs", "1", "--races", "ignore", "--"]).arg(jdk.java()).args(["-cp", "classes", "Box"]);
    expect(&process::run_within(check.current_dir(&directory), LIMIT)?, 1, "to see it again: mcr replay")?;
    let file = replay::failure(&directory.join("mcr-failures"), "Box-deadlock-")?;
    let replay = |more: &[&str]| {
        let mut replay = workspace.mcr();
        process::run_within(replay.arg("replay").arg(&file).args(more).current_dir("/"), LIMIT)
    };
    for edit in &EDITS {
        let text = edit.replace.iter().try_fold(recorded.clone(), |text, (from, to)| match text.contains(from) {
            true => Ok(text.replace(from, to)),
            false => Err(anyhow!("{from:?} is not in Box.java")),
        })?;
        compile(&text)?;
        let output = replay(&[])?;
        for says in edit.says {
            expect(&output, edit.status, says).with_context(|| format!("after this change: {}", edit.name))?;
        }
    }
    // With the recorded options, of which one is that races are not looked for: nothing else may be wrong.
    compile(&recorded.replace("notify();", "notifyAll();"))?;
    let anew = replay(&["--check-anew"])?;
    expect(&anew, 0, "--races ignore -- ")?;
    expect(&anew, 0, "complete: every behaviour was explored, no violation")?;
    Ok(EDITS.len() + 1)
}

/// A file is explained where the program is not: with a chain if the class is the one that has failed, else with a line that says why there is none.
fn explain(workspace: &Workspace, file: &Path, warning: Option<&str>) -> Result<()> {
    let mut explain = workspace.mcr();
    let output = process::run_within(explain.arg("explain").arg(file).current_dir("/"), LIMIT)?;
    expect(&output, 0, "main throws IllegalStateException: seen")?;
    match warning {
        Some(warning) => {
            expect(&output, 0, warning)?;
            ensure!(output.stderr.lines().count() == 1, "more than one line: {}", output.stderr);
        }
        None => ensure!(output.stderr.is_empty(), "warnings: {}", output.stderr),
    }
    // By the class files the read has decided that one comes there; by the message and the values it was read in the line before.
    let has_chain = output.stdout.contains("decided by: x -> 1, ");
    ensure!(has_chain == warning.is_none(), "whether there is a chain: {}", output.stdout);
    Ok(())
}

fn compile(workspace: &Workspace, version: &str, classes: &Path) -> Result<()> {
    let source = workspace.root.join("testsuite/changes").join(version).join("Changing.java");
    programs::javac(&jdk::any()?, &[source], &programs::fresh(classes)?, None)
}

fn expect(output: &Output, status: i32, says: &str) -> Result<()> {
    if output.status != Some(status) || !(output.stdout.contains(says) || output.stderr.contains(says)) {
        bail!("expected status {status} and {says:?}, but {:?}: {}{}", output.status, output.stdout, output.stderr);
    }
    Ok(())
}
