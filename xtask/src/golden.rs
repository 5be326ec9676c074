//! What is shown of failures in real programs, against golden files: `testsuite/golden`. `MCR_REFRESH=1 cargo xtask golden` writes them anew.
//!
//! Compared is what is said of the violations: the table and the lines below it, in lines of 80 and 160 columns. What else a report has
//! (times, numbers of states) varies. On one JDK, the oldest: the lines of its own code are not those of another one.

use crate::jdk::{self, Jdk};
use crate::libraries::{Library, jars};
use crate::workspace::Workspace;
use crate::{process, programs};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Name of the golden file, class, arguments, memory model.
const FAILURES: [(&str, &str, &[&str], &str); 17] = [
    ("RVExample", "RVExample", &[], "sc"),
    ("TestDeadLock", "TestDeadLock", &[], "sc"),
    ("PingPong", "PingPong", &[], "sc"),
    ("Example-1-pso", "Example", &["1"], "pso"),
    // What is wrong in the program's own lines: testsuite/src/explained.
    ("Stock", "Stock", &[], "sc"),
    ("TwoAdds", "TwoAdds", &[], "sc"),
    ("StockByPool", "StockByPool", &[], "sc"),
    ("SharedByFutures", "SharedByFutures", &[], "sc"),
    ("MissedNotify", "MissedNotify", &[], "sc"),
    ("PoolAndEvictor", "PoolAndEvictor", &[], "sc"),
    ("FirstUse", "FirstUse", &[], "sc"),
    ("Politeness", "Politeness", &[], "sc"),
    ("EarlyPublication", "EarlyPublication", &[], "pso"),
    ("LostPermit", "LostPermit", &[], "sc"),
    ("Upgrade", "Upgrade", &[], "sc"),
    ("Listeners", "Listeners", &[], "sc"),
    ("StartOnce", "StartOnce", &[], "sc"),
];

/// The first use of two libraries: a program of its own, which needs them.
const FIRST_LOG: &str = "FirstLog";
const LOGGING: Library = Library { name: "first-log", coordinates: &["ch.qos.logback:logback-classic:1.2.13"] };

/// Columns.
const WIDTHS: [usize; 2] = [80, 160];

/// Checks the programs and compares; or writes the files, if that is asked for.
pub fn run(workspace: &Workspace) -> Result<()> {
    println!("== golden tables");
    let jdk = jdk::find().into_iter().min_by_key(|jdk| jdk.version).context("no JDK")?;
    let classes = programs::compile(workspace, &jdk)?.display().to_string();
    let with_libraries = first_log(workspace, &jdk)?;
    let refresh = std::env::var_os("MCR_REFRESH").is_some();
    let directory = workspace.root.join("testsuite/golden");
    let mut different = 0;
    let first_log: (&str, &str, &[&str], &str) = (FIRST_LOG, FIRST_LOG, &[], "sc");
    let all = FAILURES.map(|failure| (failure, &classes)).into_iter().chain([(first_log, &with_libraries)]);
    let count = (FAILURES.len() + 1) * WIDTHS.len();
    for ((name, class, arguments, model), class_path) in all {
        for width in WIDTHS {
            let shown = shown(workspace, &jdk, class_path, class, arguments, model, width)?;
            let file = directory.join(format!("{name}-{width}.txt"));
            if refresh {
                fs::create_dir_all(&directory)?;
                fs::write(&file, &shown)?;
                continue;
            }
            let expected = fs::read_to_string(&file).unwrap_or_default();
            if shown != expected {
                different += 1;
                println!("{} differs (MCR_REFRESH=1 cargo xtask golden writes it anew):", file.display());
                println!("{}", difference(&expected, &shown));
            }
        }
    }
    match different {
        _ if refresh => println!("golden: {count} written"),
        0 => println!("golden: {count} as they were"),
        _ => bail!("{different} of {count} golden files differ"),
    }
    Ok(())
}

/// Compiles the program that needs libraries; its class path.
fn first_log(workspace: &Workspace, jdk: &Jdk) -> Result<String> {
    let directory = workspace.testsuite().join("first-log");
    fs::create_dir_all(&directory)?;
    let jars: Vec<String> = jars(&LOGGING, &directory)?.iter().map(|jar| jar.display().to_string()).collect();
    let (classes, jars) = (directory.join("classes"), jars.join(":"));
    let source = workspace.root.join("testsuite/logging").join(FIRST_LOG).with_extension("java");
    programs::javac(jdk, &[source], &classes, Some(Path::new(&jars)))?;
    Ok(format!("{}:{jars}", classes.display()))
}

/// What a check says of the violations.
fn shown(
    workspace: &Workspace,
    jdk: &Jdk,
    class_path: &str,
    class: &str,
    arguments: &[&str],
    model: &str,
    width: usize,
) -> Result<String> {
    let run = workspace.testsuite().join("run");
    fs::create_dir_all(&run)?;
    let mut command = workspace.mcr();
    command.current_dir(run).env("COLUMNS", width.to_string()).env_remove("CLASSPATH");
    command.args(["check", "--jobs", "1", "--races", "ignore", "--memory-model", model, "--"]).arg(jdk.java());
    command.arg("-cp").arg(class_path).arg(class).args(arguments);
    let output = process::run_within(&mut command, Duration::from_secs(60))?;
    if output.status != Some(1) {
        bail!("{class} was to end with a violation, not with status {:?}: {}", output.status, output.stderr.trim());
    }
    let violations = output.stdout.lines().take_while(|line| !line.starts_with("outcomes"));
    let text: String = violations.map(|line| format!("{line}\n")).collect();
    Ok(text.trim_end().to_owned() + "\n")
}

/// The first line that is another one.
fn difference(expected: &str, shown: &str) -> String {
    let (expected, shown): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), shown.lines().collect());
    let number = (0..).find(|&n| expected.get(n) != shown.get(n)).unwrap_or_default();
    let line = |lines: &[&str]| lines.get(number).map_or_else(|| "(end)".to_owned(), |line| (*line).to_owned());
    format!("  line {}\n  - {}\n  + {}", number + 1, line(&expected), line(&shown))
}
