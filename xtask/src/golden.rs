//! What is shown of failures in real programs, against golden files: `testsuite/golden`. `MCR_REFRESH=1 cargo xtask golden` writes them anew.
//!
//! Compared is what is said of the violations: the table and the lines below it, in lines of 80 and 160 columns. What else a report has
//! (times, numbers of states) varies. On one JDK, the oldest: the lines of its own code are not those of another one.

use crate::jdk::{self, Jdk};
use crate::lanes::{self, Lane};
use crate::libraries::{Library, jars, library};
use crate::workspace::Workspace;
use crate::{process, programs};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Name of the golden file, class, arguments, memory model.
type Failure = (&'static str, &'static str, &'static [&'static str], &'static str);

const FAILURES: [Failure; 17] = [
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
const LOGGING: Library = library("first-log", &["ch.qos.logback:logback-classic:1.2.13"]);

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
    let first_log: Failure = (FIRST_LOG, FIRST_LOG, &[], "sc");
    let all = FAILURES.map(|failure| (failure, &classes)).into_iter().chain([(first_log, &with_libraries)]);
    let work: Vec<_> = all.flat_map(|(failure, class_path)| WIDTHS.map(|width| (failure, class_path, width))).collect();
    if refresh {
        fs::create_dir_all(&directory)?;
    }
    let check = |lane: &Lane, (failure, class_path, width): &(Failure, &String, usize)| {
        let shown = shown(workspace, lane, &jdk, class_path, failure, *width)?;
        let file = directory.join(format!("{}-{width}.txt", failure.0));
        if refresh {
            fs::write(&file, &shown)?;
            return Ok(None);
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        let differs = || {
            let (file, difference) = (file.display(), difference(&expected, &shown));
            format!("{file} differs (MCR_REFRESH=1 cargo xtask golden writes it anew):\n{difference}")
        };
        Ok((shown != expected).then(differs))
    };
    lanes::each(workspace, &work, check, |_, differs: Option<String>| {
        if let Some(text) = differs {
            different += 1;
            println!("{text}");
        }
    })?;
    match different {
        _ if refresh => println!("golden: {} written", work.len()),
        0 => println!("golden: {} as they were", work.len()),
        _ => bail!("{different} of {} golden files differ", work.len()),
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
    lane: &Lane,
    jdk: &Jdk,
    class_path: &str,
    (_, class, arguments, model): &Failure,
    width: usize,
) -> Result<String> {
    let mut command = workspace.mcr();
    command.current_dir(&lane.directory).env("COLUMNS", width.to_string()).env_remove("CLASSPATH");
    // The tables are what is compared, not what is found first, which depends on how much is walked.
    command.args(["check", "--strategy", "search", "--jobs", "1", "--races", "ignore", "--memory-model", model, "--"]);
    command.arg(jdk.java());
    command.arg("-cp").arg(class_path).arg(class).args(*arguments);
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
