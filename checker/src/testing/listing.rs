//! Runs a class of the Java part that lists tests, in a plain JVM, and reads what it says: lines of JSON among whatever
//! the classes of the project print.

use super::class_path::{ClassPath, RUNNER};
use crate::session::jvm::describe;
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How lines begin that are meant for this process.
const TEST: &str = "mcr-test ";
const PARTS: &str = "mcr-junit ";
const END: &str = "mcr-end ";
/// How long it may take: it loads all classes that may have tests.
const LIMIT: Duration = Duration::from_secs(300);

/// What is on the class path, and the tests that the class `main` lists with these arguments. `java`: the launcher and
/// its options.
///
/// # Errors
/// If it cannot be run, fails, or does not say everything; for the user.
pub fn list<P: DeserializeOwned, T: DeserializeOwned>(
    java: &[OsString],
    class_path: &ClassPath,
    main: &str,
    arguments: &[OsString],
) -> Result<(P, Vec<T>), String> {
    let (program, options) = java.split_first().ok_or("there is no java")?;
    let mut command = Command::new(program);
    command.args(options).arg("-cp").arg(class_path.joined()?).arg(main).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let said = run(command).map_err(|error| not_listed(main, &error))?;
    let mut parts = None;
    let mut tests = Vec::new();
    for line in said.lines() {
        if let Some(json) = line.strip_prefix(PARTS) {
            parts = Some(serde_json::from_str(json).map_err(|error| format!("cannot read {line}: {error}"))?);
        } else if let Some(json) = line.strip_prefix(TEST) {
            tests.push(serde_json::from_str(json).map_err(|error| format!("cannot read {line}: {error}"))?);
        }
    }
    let count: Option<usize> = said.lines().rev().find_map(|line| line.strip_prefix(END)?.parse().ok());
    if count != Some(tests.len()) {
        return Err(format!("cannot list the tests: what the JVM has said is not whole ({} tests)", tests.len()));
    }
    Ok((parts.ok_or("cannot list the tests: the JVM has said nothing")?, tests))
}

/// Why nothing was listed, for the user.
fn not_listed(main: &str, error: &str) -> String {
    if error.contains(&format!("ClassNotFoundException: {main}")) {
        return format!("{RUNNER}, which is beside mcr, is of another version than mcr: take both from one build");
    }
    format!("cannot list the tests: {error}")
}

/// What a process has printed, if it has ended well.
fn run(mut command: Command) -> Result<String, String> {
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let status = wait(&mut child)?;
    let read = |thread: thread::JoinHandle<String>| thread.join().unwrap_or_default();
    let (out, err) = (read(out), read(err));
    if status.success() {
        return Ok(out);
    }
    let lines: Vec<&str> = err.lines().filter(|line| !line.starts_with("Picked up ")).take(12).collect();
    Err(format!("java {}: {}", describe(status), lines.join("\n    ")))
}

fn reader(from: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            // What came before it failed counts.
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child) -> Result<std::process::ExitStatus, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() < LIMIT => thread::sleep(Duration::from_millis(5)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("java has not ended within {} s", LIMIT.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_of_another_version_is_told_from_tests_that_cannot_be_listed() {
        let missing = "java exited with status 1: Caused by: java.lang.ClassNotFoundException: a.";
        assert!(not_listed("a.Main", &format!("{missing}Main")).contains(RUNNER));
        assert!(not_listed("a.Main", &format!("{missing}Test")).starts_with("cannot list the tests: java exited"));
    }
}
