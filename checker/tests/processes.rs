//! A checker and a JVM, of which one ends or is ended before the other, with a fake `java`; and who starts whom.

mod fake_java;

use fake_java::{PID_FILE, check, fake_java, json, mcr, serve, stderr};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};

/// Starts a check of a program that hangs; the checker and the process id of its JVM.
fn hanging(directory: &Path) -> (std::process::Child, Pid) {
    started(directory, "hang", &["check", "--", "java", "Main"])
}

/// Starts `mcr` and waits until its program runs.
fn started(directory: &Path, behaviour: &str, arguments: &[&str]) -> (std::process::Child, Pid) {
    let file = directory.join("pid");
    let child = mcr(directory, behaviour).env(PID_FILE, &file).args(arguments).spawn().unwrap();
    let pid = || fs::read_to_string(&file).ok()?.parse().ok().and_then(Pid::from_raw);
    let limit = Instant::now() + Duration::from_secs(10);
    while pid().is_none() && Instant::now() < limit {
        thread::sleep(Duration::from_millis(10));
    }
    // Time to get into the execution.
    thread::sleep(Duration::from_millis(200));
    (child, pid().unwrap())
}

/// A process is gone, or only waits to be reaped.
fn gone(pid: Pid) -> bool {
    let limit = Instant::now() + Duration::from_secs(5);
    let path = format!("/proc/{}/stat", pid.as_raw_nonzero());
    while fs::read_to_string(&path).is_ok_and(|stat| !stat.contains(") Z ")) {
        if Instant::now() > limit {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}

#[test]
fn ctrl_c_reports_what_was_done_and_leaves_no_jvm() {
    let directory = fake_java();
    let (mut child, jvm) = hanging(directory.path());
    let start = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    assert!(text.contains("stopped by the user (exit status 3)"), "{text}");
    assert!(gone(jvm));
}

#[test]
fn ctrl_c_ends_a_measurement_with_what_was_measured() {
    for (behaviour, status) in [("works", 0), ("hang", 2)] {
        let directory = fake_java();
        // More than anybody waits for.
        let (child, jvm) =
            started(directory.path(), behaviour, &["bench", "--seconds", "100000", "--", "java", "Main"]);
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        let said = String::from_utf8_lossy(if status == 0 { &output.stdout } else { &output.stderr }).into_owned();
        let expected = if status == 0 { "re-executions" } else { "stopped by the user" };
        assert!(said.contains(expected), "{said}");
        assert!(gone(jvm));
    }
}

#[test]
fn a_killed_checker_leaves_no_jvm() {
    let directory = fake_java();
    let (mut child, jvm) = hanging(directory.path());
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(gone(jvm));
}

/// Runs `mcr attach` with this test as the agent; its output and the status that the JVM is to end with.
fn attach(behaviour: &str, options: &str) -> (Output, Option<i32>) {
    let (agent, checker) = UnixStream::pair().unwrap();
    rustix::io::fcntl_setfd(&checker, rustix::io::FdFlags::empty()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let child = mcr(directory.path(), "")
        .args(["attach", "--fd", &checker.as_raw_fd().to_string(), "--options", options])
        .spawn()
        .unwrap();
    drop(checker);
    let status = match behaviour {
        "vanish" => {
            drop(agent);
            None
        }
        _ => serve(agent, behaviour),
    };
    (child.wait_with_output().unwrap(), status)
}

#[test]
fn an_agent_can_start_the_checker() {
    for (behaviour, options, expected) in [
        ("works", "", 0),
        ("fails", "keep-going", 1),
        ("hang", "timeout=0.3", 3),
        ("fatal", "", 2),
        ("works", "jobs=9", 2),
        ("works", "memory-model=tso", 0),
        ("works", "memory-model=all", 2),
    ] {
        let (output, status) = attach(behaviour, options);
        assert_eq!(output.status.code(), Some(expected), "{behaviour}: {output:?}");
        assert_eq!(status, Some(expected), "{behaviour}");
    }
}

#[test]
fn a_jvm_that_runs_already_has_one_memory_model() {
    let (output, _) = attach("works", "memory-model=all");
    let error = stderr(&output);
    assert!(error.contains("choose one of sc, tso and pso") && error.lines().count() == 1, "{error}");
}

#[test]
fn a_checker_without_its_jvm_ends_within_a_second() {
    let start = Instant::now();
    let (output, _) = attach("vanish", "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn one_jvm_or_several_say_the_same_of_a_program_that_works_or_fails_or_kills_them() {
    for behaviour in ["works", "fails", "stuck", "crash", "fatal"] {
        let said = ["1", "3"].map(|jobs| {
            let output = check(behaviour, &["--format", "json", "--jobs", jobs]);
            let mut report = json(&output);
            report.as_object_mut().unwrap().remove("statistics");
            (report, output.status.code(), stderr(&output))
        });
        assert_eq!(said[0], said[1], "{behaviour}");
    }
}

#[test]
fn a_jvm_that_dies_is_replaced_where_there_may_be_several() {
    let [alone, several] = ["1", "2"].map(|jobs| check("crash once", &["--jobs", jobs]));
    assert_eq!((alone.status.code(), several.status.code()), (Some(2), Some(0)), "{alone:?} {several:?}");
    assert!(stderr(&alone).contains("exited with status 7"), "{}", stderr(&alone));
}

/// No JVM alone need run both executions.
#[test]
fn what_two_executions_show_together_is_found_out_by_several_jvms() {
    let outcomes = |behaviour: &str, jobs: &str| {
        let directory = fake_java();
        let mut mcr = mcr(directory.path(), behaviour);
        mcr.env("MCR_WAIT_FOR_JOBS", "1").args(["check", "--format", "json", "--jobs", jobs, "--", "java", "Main"]);
        let output = mcr.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let report = json(&output);
        let printed = report["outcomes"].as_array().unwrap().iter().map(|outcome| outcome["stdout"].to_string());
        printed.collect::<BTreeSet<_>>()
    };
    let alone = outcomes("chooses", "1");
    assert!(alone.len() == 12 && alone.iter().all(|printed| printed.contains("known")), "{alone:?}");
    for jobs in ["2", "3", "4"] {
        for behaviour in ["chooses", "chooses, dies once"] {
            assert_eq!(outcomes(behaviour, jobs), alone, "{behaviour}, {jobs} JVMs");
        }
    }
}

#[test]
fn who_waits_for_several_jvms_can_be_stopped_by_the_clock() {
    let output = check("hang", &["--jobs", "2", "--timeout", "0.3"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
}
