//! The binary as a user meets it. `java` is a script that becomes [`fake_agent`] in this very test binary.

use mcr_protocol::{
    Action, End, Event, FromAgent, Hello, MemoryModel, Outcome, PROTOCOL_VERSION, Site, SiteId, ThreadId, ThreadInfo,
    ToAgent, Trace, Uncaught, receive, send,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value as Json;
use std::fs;
use std::io::Read;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const ARGUMENT: &str = "MCR_FAKE_ARGUMENT";
const BEHAVIOUR: &str = "MCR_FAKE_BEHAVIOUR";
const PID_FILE: &str = "MCR_FAKE_PID";

/// What a `java` with the agent in it does; not a test.
#[test]
#[ignore = "run by the script that the other tests call java"]
fn fake_agent() {
    let argument = std::env::var(ARGUMENT).unwrap();
    let (_, socket) = argument.split_once("=fd=").unwrap();
    if let Some(file) = std::env::var_os(PID_FILE) {
        fs::write(file, std::process::id().to_string()).unwrap();
    }
    // SAFETY: the checker has passed an open socket of this number, which is this process's own.
    let socket = unsafe { UnixStream::from_raw_fd(socket.parse().unwrap()) };
    serve(socket, &std::env::var(BEHAVIOUR).unwrap());
}

/// Speaks as an agent until the end; the status that the checker wants the JVM to end with.
fn serve(mut stream: UnixStream, behaviour: &str) -> Option<i32> {
    let protocol = if behaviour == "old" { PROTOCOL_VERSION + 1 } else { PROTOCOL_VERSION };
    send(&mut stream, &Hello { protocol, agent: "0.0".into(), jvm: "17".into() }).unwrap();
    let mut model = MemoryModel::Sc;
    loop {
        match receive::<ToAgent>(&mut stream) {
            Ok(ToAgent::Configure(configure)) => model = configure.memory_model,
            Ok(ToAgent::Run(_)) => match under(model, behaviour) {
                "crash" => {
                    eprintln!("the fake JVM is broken");
                    std::process::exit(7);
                }
                "hang" => {}
                "fatal" => send(&mut stream, &FromAgent::Fatal("there is no class Main".into())).unwrap(),
                other => send(&mut stream, &FromAgent::Trace(Box::new(trace(other)))).unwrap(),
            },
            Ok(ToAgent::Quit(status)) => return Some(status),
            Ok(ToAgent::Input(_) | ToAgent::MaxEvents(_)) | Err(_) => return None,
        }
    }
}

/// How an agent behaves under a memory model: `works;tso=fails` works but under TSO.
fn under(model: MemoryModel, behaviour: &str) -> &str {
    let mut parts = behaviour.split(';');
    let usual = parts.next().unwrap();
    let special = parts.filter_map(|part| part.split_once('=')).find(|(name, _)| *name == model.to_string());
    special.map_or(usual, |(_, special)| special)
}

/// A program of one thread that prints a line, and then ends well or fails.
fn trace(behaviour: &str) -> Trace {
    let uncaught = (behaviour == "fails").then(|| Uncaught {
        class: "java.lang.AssertionError".into(),
        message: Some("wrong".into()),
        stack: vec!["Main.main(Main.java:3)".into()],
    });
    let event = |site, action| Event { thread: ThreadId::MAIN, site, action, outcome: Outcome::Done };
    let site = SiteId(1);
    Trace {
        events: vec![
            event(site, Action::Print("hi\n".into())),
            event(SiteId::NONE, Action::End { uncaught, notifies: None }),
        ],
        pending: vec![],
        end: End::Normal,
        initial: vec![],
        new_threads: vec![ThreadInfo { id: ThreadId::MAIN, name: "main".into() }],
        new_sites: vec![Site {
            id: site,
            class: "Main".into(),
            method: "main".into(),
            file: Some("Main.java".into()),
            line: Some(2),
            bci: 3,
            atomic: None,
        }],
        new_locations: vec![],
        new_objects: vec![],
        rewritten_classes: 1,
        new_skipped_classes: vec![("Big".into(), "too large".into())],
        new_excluded_classes: vec![],
        new_classes: vec![],
        new_insights: vec![],
        not_covered: vec![],
    }
}

/// A directory with a `java` in it.
fn java(script: &str) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("java");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    directory
}

/// `mcr` with a `java` that behaves as a fake agent.
fn mcr(directory: &Path, behaviour: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcr"));
    command.env("MCR_AGENT", "/dev/null").env("PATH", directory).env(BEHAVIOUR, behaviour);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Failure files go there.
    command.current_dir(directory);
    command
}

fn becoming_fake_agent() -> TempDir {
    let me = std::env::current_exe().unwrap();
    java(&format!("{ARGUMENT}=\"$1\" exec {} fake_agent --exact --ignored --nocapture", me.display()))
}

/// Checks a fake program with these options.
fn check(behaviour: &str, options: &[&str]) -> Output {
    let directory = becoming_fake_agent();
    mcr(directory.path(), behaviour).arg("check").args(options).args(["--", "java", "Main"]).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Json {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_complete_exploration_ends_with_0_and_says_so() {
    let output = check("works", &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = stdout(&output);
    assert!(text.contains("complete: every behaviour was explored, no violation (exit status 0)"), "{text}");
    assert!(text.contains("Big: too large"), "{text}");
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_violation_ends_with_1_and_is_shown() {
    let output = check("fails", &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = stdout(&output);
    assert!(text.contains("throws AssertionError: wrong"), "{text}");
    assert!(text.contains("(exit status 1)"), "{text}");
}

#[test]
fn a_violation_that_was_not_asked_for_is_not_reported() {
    let output = check("fails", &["--property", "deadlock,exit"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn the_time_limit_ends_with_3_and_never_looks_complete() {
    let output = check("hang", &["--timeout", "0.6", "--format", "json"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = json(&output);
    assert_eq!(report["verdict"], "incomplete");
    assert_eq!(report["complete"], false);
    assert!(report["reason"].as_str().unwrap().contains("--timeout"), "{report}");
}

#[test]
fn what_cannot_run_ends_with_2_and_says_why() {
    let expected = [
        ("crash", "the JVM exited with status 7"),
        ("crash", "the fake JVM is broken"),
        ("fatal", "there is no class Main"),
        ("old", "use libmcr.so and mcr of one version"),
    ];
    for (behaviour, message) in expected {
        let output = check(behaviour, &[]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[test]
fn a_java_that_ends_before_the_agent_connects_is_quoted() {
    let directory = java("echo 'Picked up X' >&2; echo \"Unrecognized VM option 'Foo'\nSorry\" >&2; exit 1");
    let expected = "java exited with status 1 before the program was started: Unrecognized VM option 'Foo'";
    let mut command = mcr(directory.path(), "");
    let output = command.args(["check", "--", "java", "-XX:Foo", "Main"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), format!("mcr: error: {expected} (exit status 2)\n    Sorry\n"));
    let mut command = mcr(directory.path(), "");
    let output = command.args(["check", "--format", "json", "--", "java", "-XX:Foo", "Main"]).output().unwrap();
    assert_eq!(json(&output)["reason"], expected);
    assert_eq!(json(&output)["detail"][0], "Sorry");
}

#[test]
fn what_cannot_be_meant_is_said_in_one_line_before_anything_is_run() {
    for (options, message) in [
        (&["--max-executions", "-1"][..], "a whole number from 1"),
        (&["--timeout", "-2"], "greater than 0"),
        (&["--exclude", "com/acme/**"], "dots between packages"),
        (&["--races", "ignore", "--property", "race"], "contradict"),
        (&["--source-path", "/nonexistent"], "no such directory"),
        (&["--report", "/nonexistent/x.json"], "cannot write the report to /nonexistent/x.json: No such file"),
        (&["--output", "/dev/null/x"], "cannot write failure files to /dev/null/x"),
        (&["--colour"], "unexpected argument '--colour'"),
    ] {
        let output = check("crash", options);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(said.contains(message) && said.lines().count() == 1, "{said}");
        assert!(said.ends_with("(exit status 2)\n") && !said.contains("JVM"), "{said}");
    }
}

#[test]
fn the_status_that_is_said_is_the_real_one_also_if_a_report_cannot_be_written_in_the_end() {
    let me = std::env::current_exe().unwrap();
    let become_agent = format!("{ARGUMENT}=\"$1\" exec {} fake_agent --exact --ignored --nocapture", me.display());
    let directory = java(&format!("/bin/rmdir gone\n{become_agent}"));
    fs::create_dir(directory.path().join("gone")).unwrap();
    let mut command = mcr(directory.path(), "works");
    let reports = ["--report", "gone/x.json", "--report", "there.sarif"];
    let output = command.arg("check").args(reports).args(["--", "java", "Main"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("cannot write the report to gone/x.json"), "{output:?}");
    assert!(stdout(&output).contains("no violation; not everything could be written, see above (exit status 2)"));
    let sarif = fs::read_to_string(directory.path().join("there.sarif")).unwrap();
    assert_eq!(serde_json::from_str::<Json>(&sarif).unwrap()["runs"][0]["invocations"][0]["exitCode"], 2);
}

#[test]
fn a_replay_says_what_it_runs() {
    let directory = becoming_fake_agent();
    let checked = mcr(directory.path(), "fails").args(["check", "--", "java", "Main"]).output().unwrap();
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    let file = fs::read_dir(directory.path().join("mcr-failures")).unwrap().next().unwrap().unwrap().path();
    let output = mcr(directory.path(), "fails").arg("replay").arg(file).output().unwrap();
    let place = directory.path().canonicalize().unwrap();
    assert!(stderr(&output).starts_with(&format!("mcr: in {}: java Main\n", place.display())), "{output:?}");
}

#[test]
fn a_missing_java_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let output = mcr(directory.path(), "").args(["check", "--", "java", "Main"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let expected = "cannot start `java`: No such file or directory; is a JDK installed and on PATH?";
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
}

#[test]
fn bad_arguments_end_with_2() {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [
        &["check"][..],
        &["check", "java", "Main"],
        &["check", "--", "javac", "Main"],
        &["check", "--", "java"],
        &["check", "--memory-model", "rmo", "--", "java", "Main"],
        &["bench", "--memory-model", "all", "--", "java", "Main"],
        &["check", "--jobs", "4", "--", "java", "Main"],
        &["check", "--nonsense", "--", "java", "Main"],
        &["nonsense"],
        &[],
        &["attach", "--fd", "77"],
        &["attach", "--fd", "0"],
        &["replay"],
        &["replay", "nothing.mcr"],
        &["replay", "nothing.mcr", "--times", "0"],
        &["replay", "nothing.mcr", "--debug-port", "0"],
        &["explain", "nothing.mcr"],
        &["explain", "/"],
    ] {
        let output = mcr(directory.path(), "").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_json_report_has_all_keys_and_is_alone_on_standard_output() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.json");
    for (behaviour, verdict) in [("works", "complete"), ("fails", "violation"), ("fatal", "error")] {
        let output = check(behaviour, &["--format", "json", "--report", file.to_str().unwrap()]);
        let report = json(&output);
        assert_eq!(report, serde_json::from_slice::<Json>(&fs::read(&file).unwrap()).unwrap());
        assert_eq!(report["verdict"], verdict);
        for key in [
            "version",
            "reason",
            "detail",
            "complete",
            "memory_model",
            "strategy",
            "executions",
            "redundant_executions",
            "local_behaviours",
            "behaviours",
            "outcomes",
            "violations",
            "races",
            "statistics",
        ] {
            assert!(report.get(key).is_some(), "{behaviour}: {key}");
        }
        for key in ["wall_s", "solver_s", "solver_queries", "z3_queries", "executions_per_s", "events"] {
            assert!(report["statistics"].get(key).is_some(), "{behaviour}: {key}");
        }
        if verdict == "violation" {
            let violation = &report["violations"][0];
            assert_eq!(violation["kind"], "assertion");
            assert_eq!(violation["locations"][0], "Main.main(Main.java:3)");
            assert!(violation["failure"].as_str().unwrap().starts_with("mcr-failures/Main-assertion-"));
            assert!(violation.get("message").is_some() && violation.get("first_execution").is_some());
        }
        if verdict == "complete" {
            assert_eq!(report["outcomes"][0]["stdout"], "hi\n");
            assert_eq!(report["outcomes"][0]["end"], "normal");
        }
    }
}

#[test]
fn all_memory_models_are_explored_and_each_reported() {
    let output = check("works", &["--memory-model", "all"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = stdout(&output);
    assert!(text.contains("  1      1      1  sc                   normal  \"hi\\n\""), "{text}");
    assert!(text.contains("complete: every behaviour was explored, no violation (exit status 0)"), "{text}");

    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.json");
    let output = check("works", &["--memory-model=all", "--format=json", "--report", file.to_str().unwrap()]);
    let report = json(&output);
    assert_eq!(report, serde_json::from_slice::<Json>(&fs::read(&file).unwrap()).unwrap());
    assert_eq!((&report["memory_model"], &report["executions"]), (&"all".into(), &3.into()));
    assert_eq!(report["outcomes"][0]["models"], serde_json::json!(["sc", "tso", "pso"]));
    for (n, model) in ["sc", "tso", "pso"].into_iter().enumerate() {
        assert_eq!(report["models"][n]["memory_model"], model);
        assert_eq!(report["models"][n]["verdict"], "complete");
        assert_eq!(report["models"][n]["outcomes"][0]["stdout"], "hi\n");
    }
}

#[test]
fn a_violation_under_one_model_does_not_hide_what_the_others_allow() {
    let expected = [("fails;pso=works", "sc"), ("works;tso=fails", "tso"), ("works;pso=fails", "pso")];
    for (behaviour, model) in expected {
        let output = check(behaviour, &["--memory-model", "all", "--format", "json"]);
        assert_eq!(output.status.code(), Some(1), "{behaviour}: {output:?}");
        let report = json(&output);
        let violations = report["violations"].as_array().unwrap();
        assert_eq!(violations.len(), 1, "{behaviour}: one that two models have is told once");
        assert_eq!(violations[0]["memory_model"], model);
        let models = report["models"].as_array().unwrap();
        assert!(models.iter().all(|model| model["executions"] == 1), "{behaviour}: {report}");
    }
}

#[test]
fn the_time_limit_is_for_all_memory_models_together() {
    let start = Instant::now();
    let options = ["--memory-model", "all", "--timeout", "3", "--format", "json"];
    let output = check("works;sc=hang", &options);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = json(&output);
    assert_eq!(report["complete"], false);
    assert_eq!(report["reason"], "sc: the time limit was reached (--timeout)");
    assert_eq!(report["models"][0]["verdict"], "incomplete");
    assert_eq!(report["models"][2]["verdict"], "complete");
    assert_eq!(report["outcomes"][0]["models"], serde_json::json!(["tso", "pso"]));
}

#[test]
fn an_error_under_one_memory_model_ends_the_check() {
    let output = check("works;tso=fatal", &["--memory-model", "all", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let report = json(&output);
    assert_eq!((&report["verdict"], &report["reason"]), (&"error".into(), &"under tso: there is no class Main".into()));
    assert_eq!(report["models"][2]["reason"], "not explored because of the error under tso");
    assert_eq!(report["models"][2]["executions"], 0);
    let output = check("crash", &["--memory-model", "all"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(stderr(&output).matches("the JVM exited with status 7").count(), 1, "{}", stderr(&output));
}

#[test]
fn a_jvm_that_runs_already_has_one_memory_model() {
    let (output, _) = attach("works", "memory-model=all");
    let error = stderr(&output);
    assert!(error.contains("choose one of sc, tso and pso") && error.lines().count() == 1, "{error}");
}

/// The file of the only violation.
fn failure_file(directory: &Path) -> std::path::PathBuf {
    let files: Vec<_> = fs::read_dir(directory.join("mcr-failures")).unwrap().flatten().collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].path()
}

#[test]
fn a_violation_is_replayed_and_explained_from_its_file() {
    let directory = becoming_fake_agent();
    let run = |arguments: &[&str], behaviour: &str| mcr(directory.path(), behaviour).args(arguments).output().unwrap();
    // The same failure, found twice, has one file.
    for _ in 0..2 {
        let output = run(&["check", "--format", "json", "--", "java", "Main"], "fails");
        let file = failure_file(directory.path());
        let named = json(&output)["violations"][0]["failure"].as_str().unwrap().to_owned();
        assert_eq!(directory.path().join(named), file);
    }
    let file = failure_file(directory.path());
    let file = file.to_str().unwrap();
    for (behaviour, status, says) in [
        ("fails", 1, "the recorded failure has happened again, event by event"),
        ("works", 0, "NOT replayed: the recorded failure has not happened: the program ended normally"),
    ] {
        let output = run(&["replay", file], behaviour);
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        assert!(stdout(&output).contains(says), "{output:?}");
    }
    let times = run(&["replay", file, "--times", "3"], "fails");
    assert!(stdout(&times).contains("3 of 3 times"), "{times:?}");
    let explained = run(&["explain", file], "");
    assert_eq!(explained.status.code(), Some(0));
    assert!(stdout(&explained).contains("throws AssertionError: wrong"), "{explained:?}");
}

#[test]
fn a_replay_that_cannot_be_run_says_why_in_one_line() {
    let directory = becoming_fake_agent();
    let run = |arguments: &[&str]| mcr(directory.path(), "fails").args(arguments).output().unwrap();
    run(&["check", "--", "java", "Main"]);
    let file = failure_file(directory.path());
    let text = fs::read_to_string(&file).unwrap();
    let elsewhere = text.replace(directory.path().to_str().unwrap(), "/nonexistent/place");
    let future = text.replace("\"format\": 2", "\"format\": 3");
    for (content, says) in [
        (&elsewhere[..], "/nonexistent/place"),
        (&future, "in another format"),
        (&text[..text.len() / 2], "damaged"),
        ("", "not a failure file"),
    ] {
        fs::write(&file, content).unwrap();
        let output = run(&["replay", file.to_str().unwrap()]);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(error.contains(says) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn failure_files_that_cannot_be_written_are_an_error_if_they_were_asked_for() {
    let asked = check("fails", &["--output", "/proc/nowhere"]);
    assert_eq!(asked.status.code(), Some(2), "{asked:?}");
    // That is tried before anything is run.
    assert!(stdout(&asked).is_empty() && stderr(&asked).contains("/proc/nowhere"), "{asked:?}");
    let directory = becoming_fake_agent();
    fs::write(directory.path().join("mcr-failures"), "a file").unwrap();
    let output = mcr(directory.path(), "fails").args(["check", "--", "java", "Main"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stderr(&output).contains("warning: no failure files"), "{output:?}");
}

#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    let output = check("works", &["--report", "/nonexistent/report.json"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn bench_measures_executions_in_a_second() {
    let directory = becoming_fake_agent();
    let arguments = ["bench", "--seconds", "0.3", "--format", "json", "--", "java", "Main"];
    let output = mcr(directory.path(), "works").args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = json(&output);
    assert_eq!(report["schedules"], 1);
    assert_eq!(report["events_per_execution"], 2.0);
    assert!(report["executions_per_s"].as_f64().unwrap() > 10.0, "{report}");
}

/// Starts a check of a program that hangs; the checker and the process id of its JVM.
fn hanging(directory: &Path) -> (std::process::Child, Pid) {
    let file = directory.join("pid");
    let child = mcr(directory, "hang").env(PID_FILE, &file).args(["check", "--", "java", "Main"]).spawn().unwrap();
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
    let directory = becoming_fake_agent();
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
fn a_killed_checker_leaves_no_jvm() {
    let directory = becoming_fake_agent();
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
fn a_checker_without_its_jvm_ends_within_a_second() {
    let start = Instant::now();
    let (output, _) = attach("vanish", "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(start.elapsed() < Duration::from_secs(2));
}
