//! A `java` that tests can do with as they like: a script that becomes [`fake_agent`] in the very test binary.
#![allow(dead_code, missing_docs, reason = "each test uses a part of this")]

use mcr_protocol::{
    Action, End, Event, FromAgent, Hello, Insight, Limit, MemoryModel, Outcome, PROTOCOL_VERSION, Pending, Schedule,
    Site, SiteId, Step, ThreadId, ThreadInfo, ToAgent, Trace, Uncaught, Value, receive, send,
};
use serde_json::Value as Json;
use std::collections::HashSet;
use std::fs;
use std::os::fd::FromRawFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const ARGUMENT: &str = "MCR_FAKE_ARGUMENT";
const BEHAVIOUR: &str = "MCR_FAKE_BEHAVIOUR";
pub const PID_FILE: &str = "MCR_FAKE_PID";

/// What a `java` with the agent in it does; not a test.
#[test]
#[ignore = "run by the script that the other tests call java"]
fn fake_agent() {
    let argument = std::env::var(ARGUMENT).unwrap();
    let (_, socket) = argument.split_once("=fd=").unwrap();
    let socket = socket.split(',').next().unwrap();
    if let Some(file) = std::env::var_os(PID_FILE) {
        fs::write(file, std::process::id().to_string()).unwrap();
    }
    // SAFETY: the checker has passed an open socket of this number, which is this process's own.
    let socket = unsafe { UnixStream::from_raw_fd(socket.parse().unwrap()) };
    serve(socket, &std::env::var(BEHAVIOUR).unwrap());
}

/// Speaks as an agent until the end; the status that the checker wants the JVM to end with.
pub fn serve(mut stream: UnixStream, behaviour: &str) -> Option<i32> {
    let protocol = if behaviour == "old" { PROTOCOL_VERSION + 1 } else { PROTOCOL_VERSION };
    send(&mut stream, &Hello { protocol, agent: "0.0".into(), jvm: "17".into() }).unwrap();
    let mut model = MemoryModel::Sc;
    let mut chosen = Chosen::default();
    loop {
        match receive::<ToAgent>(&mut stream) {
            Ok(ToAgent::Configure(configure)) => {
                model = configure.memory_model;
                chosen.knows = !configure.insights.is_empty();
            }
            Ok(ToAgent::BeginAnew(insights)) => {
                chosen.knows |= !insights.is_empty();
                chosen.numbers.clear();
            }
            Ok(ToAgent::Run(schedule)) if behaviour.starts_with("chooses") => {
                let trace = chosen.run(&schedule, behaviour == "chooses, dies once");
                send(&mut stream, &FromAgent::Trace(Box::new(trace))).unwrap();
            }
            Ok(ToAgent::Run(_)) => match under(model, behaviour) {
                "crash" => {
                    eprintln!("the fake JVM is broken");
                    std::process::exit(7);
                }
                "crash once" if fs::write("crashed", "").is_ok() && !fs::exists("crashed before").unwrap_or(true) => {
                    fs::rename("crashed", "crashed before").unwrap();
                    std::process::exit(7);
                }
                "crash once" => send(&mut stream, &FromAgent::Trace(Box::new(trace("works")))).unwrap(),
                "hang" => {}
                "fatal" => send(&mut stream, &FromAgent::Fatal("there is no class Main".into())).unwrap(),
                other => send(&mut stream, &FromAgent::Trace(Box::new(trace(other)))).unwrap(),
            },
            Ok(ToAgent::Quit(status)) => return Some(status),
            Ok(ToAgent::Input(_) | ToAgent::Network(_) | ToAgent::MaxEvents(_) | ToAgent::Program(_)) | Err(_) => {
                return None;
            }
        }
    }
}

/// A program that chooses one of several numbers and prints it, and a JVM that finds out something about it once it has run two of them: then it prints that,
/// too.
#[derive(Default)]
struct Chosen {
    numbers: HashSet<u64>,
    knows: bool,
}

impl Chosen {
    const NUMBERS: u32 = 12;
    /// Which the two are.
    const TOGETHER: [u64; 2] = [3, 8];

    fn run(&mut self, schedule: &Schedule, dies: bool) -> Trace {
        let chosen = schedule.steps.iter().find_map(|step| match step {
            Step::Choose { value, .. } => Some(*value),
            _ => None,
        });
        let chosen = chosen.unwrap_or(0);
        if dies && chosen == 6 && fs::create_dir("died").is_ok() {
            std::process::exit(7);
        }
        // Others run meanwhile.
        std::thread::sleep(Duration::from_millis(3));
        let known = if self.knows { "known " } else { "" };
        let event = |action, outcome| Event { thread: ThreadId::MAIN, site: SiteId(1), action, outcome };
        let mut trace = trace("works");
        trace.events[0] = event(Action::Print(format!("{known}{chosen}\n")), Outcome::Done);
        trace.events.insert(0, event(Action::Choose(Self::NUMBERS), Outcome::Read(Value(chosen))));
        trace.is_remembered = self.numbers.insert(chosen);
        if !self.knows && Self::TOGETHER.iter().all(|number| self.numbers.contains(number)) {
            self.knows = true;
            self.numbers.clear();
            trace.new_insights.push(Insight { kind: 900, key: 1 });
            trace.end = End::Restart;
        }
        trace
    }
}

/// How an agent behaves under a memory model: `works;tso=fails` works but under TSO.
fn under(model: MemoryModel, behaviour: &str) -> &str {
    let mut parts = behaviour.split(';');
    let usual = parts.next().unwrap();
    let special = parts.filter_map(|part| part.split_once('=')).find(|(name, _)| *name == model.to_string());
    special.map_or(usual, |(_, special)| special)
}

/// A program of one thread that prints a line, and then ends well, fails, or waits for ever (`stuck`).
fn trace(behaviour: &str) -> Trace {
    let uncaught = (behaviour == "fails").then(|| Uncaught {
        class: "java.lang.AssertionError".into(),
        message: Some("wrong".into()),
        stack: vec!["Main.main(Main.java:3)".into()],
        assertion: true,
    });
    let event = |site, action| Event { thread: ThreadId::MAIN, site, action, outcome: Outcome::Done };
    let site = SiteId(1);
    let mut events =
        vec![event(site, Action::Print("hi\n".into())), event(SiteId::NONE, Action::End { uncaught, notifies: None })];
    let (mut pending, mut end) = (vec![], End::Normal);
    if behaviour == "stuck" {
        events.pop();
        pending.push(Pending { thread: ThreadId::MAIN, site, action: Action::Park(Limit::Never) });
        end = End::Deadlock;
    }
    Trace {
        events,
        pending,
        end,
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
            waits_once: false,
        }],
        new_locations: vec![],
        new_objects: vec![],
        rewritten_classes: 1,
        new_skipped_classes: vec![("Big".into(), "too large".into())],
        new_excluded_classes: vec![],
        new_classes: vec![("Main".into(), 7)],
        new_fresh_classes: None,
        new_insights: vec![],
        not_covered: vec![],
        new_unrepeatable: vec![],
        keys: vec![],
        new_coarse_calls: vec![],
        new_silent_reads: Vec::new(),
        is_remembered: false,
        calls: None,
    }
}

/// A directory with a `java` in it.
pub fn java(script: &str) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("java");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    directory
}

/// `mcr` with a `java` that behaves as a fake agent.
pub fn mcr(directory: &Path, behaviour: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcr"));
    command.env("MCR_AGENT", "/dev/null").env("PATH", directory).env(BEHAVIOUR, behaviour);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Sentences stay on one line.
    command.env("COLUMNS", "500");
    // Failure files go there.
    command.current_dir(directory);
    command
}

/// The line of a script that becomes a fake agent.
pub fn becoming_fake_agent() -> String {
    let me = std::env::current_exe().unwrap();
    format!("{ARGUMENT}=\"$1\" exec {} fake_java::fake_agent --exact --ignored --nocapture", me.display())
}

/// A directory with a `java` that becomes a fake agent.
pub fn fake_java() -> TempDir {
    java(&becoming_fake_agent())
}

/// Checks a fake program with these options.
pub fn check(behaviour: &str, options: &[&str]) -> Output {
    let directory = fake_java();
    mcr(directory.path(), behaviour).arg("check").args(options).args(["--", "java", "Main"]).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub fn json(output: &Output) -> Json {
    serde_json::from_slice(&output.stdout).unwrap()
}
