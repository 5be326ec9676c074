//! The binary as a user meets it, with a fake `java`.

mod fake_java;

use fake_java::{becoming_fake_agent, check, fake_java, java, json, mcr, stderr, stdout};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

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
    let too_long = "x".repeat(300);
    for (options, message) in [
        (&["--max-executions", "-1"][..], "a whole number from 1"),
        (&["--timeout", "-2"], "greater than 0"),
        (&["--exclude", "com/acme/**"], "dots between packages"),
        (&["--races", "ignore", "--property", "race"], "contradict"),
        (&["--source-path", "/nonexistent"], "no such directory"),
        (&["--source-path", "/proc/self/status"], "--source-path /proc/self/status: that is no directory"),
        (&["--report", "a.json", "--report", "./a.json"], "--report ./a.json is given twice"),
        (&["--output", &too_long], "cannot write failure files to xxx"),
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
    let directory = java(&format!("/bin/rmdir gone\n{}", becoming_fake_agent()));
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
    let directory = fake_java();
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
fn a_build_without_z3_says_so() {
    let directory = fake_java();
    let version = stdout(&mcr(directory.path(), "works").arg("--version").output().unwrap());
    let without = if cfg!(feature = "z3") { "" } else { " (without Z3)" };
    assert_eq!(version, format!("mcr {}{without}\n", env!("CARGO_PKG_VERSION")));
    // That it is left out is no fault of what is installed here.
    let doctor = stdout(&mcr(directory.path(), "works").args(["doctor", "--java", "./java"]).output().unwrap());
    let z3 = doctor.lines().find(|line| line.starts_with("Z3 ")).unwrap_or_else(|| panic!("{doctor}"));
    assert!(z3.contains(" ok "), "{z3}");
    assert_eq!(z3.contains("left out of this build"), !cfg!(feature = "z3"), "{z3}");
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
        &["check", "--jobs", "0", "--", "java", "Main"],
        &["check", "--jobs", "two", "--", "java", "Main"],
        &["bench", "--jobs", "2", "--", "java", "Main"],
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
            "local_states",
            "behaviours",
            "outcomes",
            "violations",
            "races",
            "statistics",
        ] {
            assert!(report.get(key).is_some(), "{behaviour}: {key}");
        }
        for key in [
            "wall_s",
            "solver_s",
            "solver_queries",
            "z3_queries",
            "executions_per_s",
            "events",
            "schedules",
            "constraints",
        ] {
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

/// The file of the only violation.
fn failure_file(directory: &Path) -> std::path::PathBuf {
    let files: Vec<_> = fs::read_dir(directory.join("mcr-failures")).unwrap().flatten().collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].path()
}

#[test]
fn a_violation_is_replayed_and_explained_from_its_file() {
    let directory = fake_java();
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
fn a_program_whose_failure_does_not_happen_again_is_checked_anew_if_that_is_wanted() {
    let directory = fake_java();
    let run = |arguments: &[&str], behaviour: &str| mcr(directory.path(), behaviour).args(arguments).output().unwrap();
    run(&["check", "--races", "ignore", "--max-executions", "9", "--spurious", "--", "java", "Main"], "fails");
    let file = failure_file(directory.path());
    let file = file.to_str().unwrap();
    // What is offered has the options that say what is looked for, and no budgets.
    let offer = "to check the program as it is now: mcr check --spurious --races ignore -- java Main\n";
    let offered = run(&["replay", file], "works");
    assert!(stdout(&offered).contains(offer), "{offered:?}");
    assert!(!stdout(&offered).contains("complete:"), "{offered:?}");
    // The status is that of the check.
    let anew = run(&["replay", file, "--check-anew"], "works");
    assert_eq!(anew.status.code(), Some(0), "{anew:?}");
    let (replayed, checked) = (stdout(&anew).find("NOT replayed"), stdout(&anew).find("complete: every behaviour"));
    assert!(replayed.is_some() && replayed < checked, "{anew:?}");
    let other = run(&["replay", file, "--check-anew"], "stuck");
    assert_eq!(other.status.code(), Some(1), "{other:?}");
    assert!(
        stdout(&other).contains("NOT replayed") && stdout(&other).contains("violation 1 of 1: deadlock"),
        "{other:?}"
    );
    // A failure that happens again is no reason to.
    let again = run(&["replay", file, "--check-anew"], "fails");
    assert!(!stdout(&again).contains("mcr check") && stdout(&again).contains("event by event"), "{again:?}");
}

#[test]
fn a_failure_is_walked_through_and_drawn_from_its_file() {
    let directory = fake_java();
    let run = |arguments: &[&str]| mcr(directory.path(), "fails").args(arguments).output().unwrap();
    run(&["check", "--", "java", "Main"]);
    let file = failure_file(directory.path());
    let file = file.to_str().unwrap();
    // There is no terminal here.
    let steps = run(&["explain", "--step", file]);
    assert_eq!(steps.status.code(), Some(0), "{steps:?}");
    let text = stdout(&steps);
    assert!(text.contains("\nstep 1 of ") && text.contains("throws AssertionError: wrong"), "{text}");
    for (language, first, last) in
        [("--mermaid", "sequenceDiagram", "Note over "), ("--plantuml", "@startuml", "@enduml")]
    {
        let drawn = run(&["explain", language, file]);
        let text = stdout(&drawn);
        assert_eq!(drawn.status.code(), Some(0), "{drawn:?}");
        assert!(text.starts_with(first) && text.lines().last().unwrap().trim().starts_with(last), "{text}");
    }
    for both in [["--step", "--mermaid"], ["--mermaid", "--plantuml"], ["--step", "--html=x.html"]] {
        let refused = run(&[&["explain"][..], &both, &[file]].concat());
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}

#[test]
fn outcomes_are_explained_if_that_is_asked_for() {
    let plain = check("works", &["--format", "json"]);
    assert!(json(&plain)["outcomes"][0].get("interleaving").is_none(), "{plain:?}");
    let asked = check("works", &["--format", "json", "--explain-outcomes"]);
    let steps = json(&asked)["outcomes"][0]["interleaving"].as_array().unwrap().clone();
    assert!(!steps.is_empty() && steps.iter().all(|step| step["event"].is_string()), "{asked:?}");
    let directory = fake_java();
    let arguments = ["check", "--explain-outcomes", "--report", "x.html", "--", "java", "Main"];
    let text = mcr(directory.path(), "works").args(arguments).output().unwrap();
    assert!(stdout(&text).contains("\noutcome 1: normal "), "{text:?}");
    let page = fs::read_to_string(directory.path().join("x.html")).unwrap();
    assert!(page.contains("href=\"#outcome-1\"") && page.contains("id=\"outcome-1\""), "{page}");
    let predicts = check("works", &["--explain-outcomes", "--strategy", "predict"]);
    assert_eq!(predicts.status.code(), Some(2), "{predicts:?}");
}

#[test]
fn a_replay_that_cannot_be_run_says_why_in_one_line() {
    let directory = fake_java();
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
    let directory = fake_java();
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
    let directory = fake_java();
    let arguments = ["bench", "--seconds", "0.3", "--format", "json", "--", "java", "Main"];
    let output = mcr(directory.path(), "works").args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = json(&output);
    assert_eq!(report["schedules"], 1);
    assert_eq!(report["events_per_execution"], 2.0);
    assert!(report["executions_per_s"].as_f64().unwrap() > 10.0, "{report}");
}

/// What is said of arguments that are wrong, in one line.
fn refused(arguments: &[&str]) -> String {
    let directory = fake_java();
    let output = mcr(directory.path(), "works").args(arguments).output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn a_command_without_the_dashes_before_it_is_told_so() {
    for arguments in [&["check", "-cp", ".", "Foo"][..], &["check", "java", "Main"], &["bench", "java", "Main"]] {
        let said = refused(arguments);
        assert!(said.contains("there is no `--`: give the command that starts the program after `--`"), "{said}");
    }
    assert!(!refused(&["check", "--colour", "--", "java", "Main"]).contains("there is no"));
}

#[test]
fn bench_blames_its_own_options() {
    let said = refused(&["bench", "--seconds", "-1", "--", "java", "Main"]);
    assert!(said.contains("a number of seconds greater than 0"), "{said}");
    let directory = fake_java();
    let arguments = ["bench", "--seconds", "0.2", "--", "java", "Main"];
    let said = stderr(&mcr(directory.path(), "hang").args(arguments).output().unwrap());
    assert!(said.contains("(--seconds)") && !said.contains("--timeout"), "{said}");
}

#[test]
fn who_cannot_read_the_verdict_is_told_why() {
    for (behaviour, format, status) in [("works", "text", 2), ("works", "json", 2), ("fails", "text", 1)] {
        let directory = fake_java();
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = mcr(directory.path(), behaviour);
        let output = command.args(["check", "--format", format, "--", "java", "Main"]).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        let expected = format!("cannot write to the standard output: No space left on device (exit status {status})\n");
        assert!(stderr(&output).ends_with(&expected), "{}", stderr(&output));
    }
}

#[test]
fn a_glob_that_fits_no_class_is_said_beside_the_verdict() {
    for (options, fits_not) in [
        (&["--exclude", "typo.**", "--exclude", "Ma?n"][..], vec!["--exclude typo.**"]),
        (&["--instrument", "Main,typo.*"], vec!["--instrument typo.*"]),
        (&["--instrument", "M*"], vec![]),
    ] {
        let text = stdout(&check("works", options));
        let said = text.contains("fits no class of the program that was loaded (exit status 0)");
        assert_eq!(said, !fits_not.is_empty(), "{text}");
        let models = check("works", &[options, &["--format", "json", "--memory-model", "all"]].concat());
        assert_eq!(json(&models)["unfitting_globs"], serde_json::json!(fits_not));
    }
}

#[test]
fn a_deadlock_of_which_events_are_missing_is_not_called_the_same_event_by_event() {
    let directory = fake_java();
    let run = |arguments: &[&str]| mcr(directory.path(), "stuck").args(arguments).output().unwrap();
    run(&["check", "--", "java", "Main"]);
    let file = failure_file(directory.path());
    let whole: Json = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let replay = |failure: &Json| {
        fs::write(&file, failure.to_string()).unwrap();
        run(&["replay", file.to_str().unwrap()])
    };
    assert!(stdout(&replay(&whole)).contains("has happened again, event by event (exit status 1)"));

    let mut without_events = whole;
    without_events["violation"]["events"] = serde_json::json!([]);
    let refused = replay(&without_events);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(stderr(&refused).contains("has no events"), "{refused:?}");
    // One of main that waits at once, by all that can be seen in the file.
    without_events["violation"]["schedule"]["steps"] = serde_json::json!([]);
    let said = stdout(&replay(&without_events));
    assert!(
        said.contains("again, but only the first 0 of its 1 events are in the file and could be compared"),
        "{said}"
    );
}
