//! `--network record`: programs that talk to a peer outside of the JVM, which is a thread of this process.
//!
//! Each peer keeps what every connection has sent to it, so that it can be said how often it was asked: as often as in
//! one execution on a plain JVM. What a program may print is argued from the peer and the program
//! (`testsuite/outside/Outside.java`), where nearly all of them print the value of a field that another thread sets
//! meanwhile.

use crate::jdk::{self, Jdk};
use crate::process::{self, Output};
use crate::workspace::Workspace;
use crate::{programs, replay};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a check may take.
const LIMIT: Duration = Duration::from_secs(120);

/// What a peer does with a connection.
#[derive(Clone, Copy)]
enum Manner {
    /// Each line comes back in capitals, after so long.
    Lines(Duration),
    /// It says hello and closes.
    Greets,
    /// It says nothing.
    Silent,
    /// It resets the connection when it has read something.
    Resets,
    /// It answers one request.
    Http,
    /// Everything comes back as it is.
    Echo,
}

const AT_ONCE: Manner = Manner::Lines(Duration::ZERO);
/// Longer than a check waits for what may be nothing.
const LATE: Manner = Manner::Lines(Duration::from_millis(1500));

/// A peer.
struct Peer {
    port: u16,
    /// What each connection has sent, in the order in which they were made.
    sent: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Peer {
    /// One that listens as long as this process lives.
    fn new(manner: Manner) -> Result<Peer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let sent: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let all = sent.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut sent = all.lock().unwrap_or_else(PoisonError::into_inner);
                let number = sent.len();
                sent.push(Vec::new());
                let all = all.clone();
                let keep = move |bytes: &[u8]| {
                    all.lock().unwrap_or_else(PoisonError::into_inner)[number].extend_from_slice(bytes);
                };
                // A connection that fails is what the program does.
                thread::spawn(move || serve(manner, stream, &keep));
            }
        });
        Ok(Peer { port, sent })
    }

    /// What all connections have sent, as texts in order.
    fn sent(&self) -> Vec<String> {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<String> = sent.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
        all.sort();
        all
    }
}

fn serve(manner: Manner, mut stream: TcpStream, keep: &impl Fn(&[u8])) -> std::io::Result<()> {
    match manner {
        Manner::Greets => stream.write_all(b"hello\n"),
        Manner::Resets => {
            stream.read_exact(&mut [0; 1]).or(Ok(()))
            // Closed with bytes that nobody has read.
        }
        Manner::Http => {
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                let mut byte = [0; 1];
                stream.read_exact(&mut byte)?;
                request.extend_from_slice(&byte);
            }
            keep(request.split(|byte| *byte == b'\r').next().unwrap_or_default());
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n")?;
            stream.read(&mut [0; 1]).map(drop)
        }
        Manner::Echo => {
            let mut bytes = vec![0; 1 << 16];
            loop {
                match stream.read(&mut bytes)? {
                    0 => return Ok(()),
                    count => stream.write_all(&bytes[..count])?,
                }
            }
        }
        Manner::Lines(_) | Manner::Silent => {
            let mut lines = BufReader::new(stream.try_clone()?);
            loop {
                let mut line = Vec::new();
                if lines.read_until(b'\n', &mut line)? == 0 {
                    return Ok(());
                }
                keep(&line);
                if let Manner::Lines(after) = manner {
                    thread::sleep(after);
                    stream.write_all(&line.to_ascii_uppercase())?;
                }
            }
        }
    }
}

/// A program, and what has to be found.
struct Case {
    /// What the program is told.
    name: &'static str,
    manner: Manner,
    status: i32,
    /// All that it may print.
    prints: &'static [&'static str],
    /// What the report has to say.
    says: &'static [&'static str],
    /// What all connections have sent in the end.
    sent: &'static [&'static str],
}

const COMPLETE: &[&str] = &["complete: every behaviour was explored"];

const CASES: &[Case] = &[
    // Whoever comes first has the first turn.
    Case {
        name: "own",
        manner: AT_ONCE,
        status: 0,
        prints: &["LINE00 LINE11\n", "LINE01 LINE10\n"],
        says: COMPLETE,
        sent: &["line0\n", "line1\n"],
    },
    // The reader asks before the other thread has written, or after.
    Case {
        name: "shared",
        manner: AT_ONCE,
        status: 0,
        prints: &["0 ONE\n", "1 ONE\n"],
        says: COMPLETE,
        sent: &["one\n"],
    },
    Case {
        name: "talk",
        manner: AT_ONCE,
        status: 0,
        prints: &["HELLO 0\n", "HELLO 1\n"],
        says: COMPLETE,
        sent: &["hello\n"],
    },
    // A peer that takes its time is waited for.
    Case {
        name: "talk",
        manner: LATE,
        status: 0,
        prints: &["HELLO 0\n", "HELLO 1\n"],
        says: COMPLETE,
        sent: &["hello\n"],
    },
    Case {
        name: "end",
        manner: Manner::Greets,
        status: 0,
        prints: &["hello -1 0\n", "hello -1 1\n"],
        says: COMPLETE,
        sent: &[""],
    },
    Case {
        name: "half",
        manner: AT_ONCE,
        status: 0,
        prints: &["A.B. 0\n", "A.B. 1\n"],
        says: COMPLETE,
        sent: &["a\nb\n"],
    },
    Case {
        name: "limit",
        manner: AT_ONCE,
        status: 0,
        prints: &["HELLO 0\n", "HELLO 1\n"],
        says: COMPLETE,
        sent: &["hello\n"],
    },
    // A second is less than a check waits for a peer, so it is certain that nothing comes. By then the other thread is
    // done.
    Case {
        name: "limit",
        manner: Manner::Silent,
        status: 0,
        prints: &["Read timed out 1\n"],
        says: COMPLETE,
        sent: &["hello\n"],
    },
    // And half a second after that second, something does; it is too late.
    Case {
        name: "limit",
        manner: LATE,
        status: 0,
        prints: &["Read timed out 1\n"],
        says: COMPLETE,
        sent: &["hello\n"],
    },
    Case {
        name: "limit",
        manner: Manner::Resets,
        status: 0,
        prints: &["Connection reset 0\n", "Connection reset 1\n"],
        says: COMPLETE,
        sent: &[""],
    },
    Case {
        name: "channel",
        manner: AT_ONCE,
        status: 0,
        prints: &["HELLO 0\n", "HELLO 1\n"],
        says: COMPLETE,
        sent: &["hello\n"],
    },
    Case {
        name: "selector",
        manner: AT_ONCE,
        status: 0,
        prints: &["HELLO 0\n", "HELLO 1\n"],
        says: COMPLETE,
        sent: &["hello\n"],
    },
    Case {
        name: "http",
        manner: Manner::Http,
        status: 0,
        prints: &["200 hello 0\n", "200 hello 1\n"],
        says: COMPLETE,
        sent: &["GET /x HTTP/1.1"],
    },
    Case { name: "large", manner: Manner::Echo, status: 0, prints: &["8388608 true\n"], says: COMPLETE, sent: &[""] },
    Case {
        name: "registered",
        manner: Manner::Greets,
        status: 0,
        prints: &["true hello 0\n", "true hello 1\n"],
        says: COMPLETE,
        sent: &[""],
    },
    // The answer to the first line is there before the second is written, though nobody asks for it then in the first
    // execution.
    Case {
        name: "early",
        manner: AT_ONCE,
        status: 0,
        prints: &["ONE TWO\n", "ONE\n"],
        says: COMPLETE,
        sent: &["one\ntwo\n"],
    },
    // There are more places where something could come between two bytes than a check waits at.
    Case {
        name: "dribble",
        manner: AT_ONCE,
        status: 3,
        prints: &["ABCDEF\n"],
        says: &["incomplete", "more had been written before anybody asked whether something comes there"],
        sent: &["abcdef\n"],
    },
    // Who closes a connection before the first execution did strays in nothing that it could notice.
    Case {
        name: "less",
        manner: AT_ONCE,
        status: 0,
        prints: &["FIRSTSECOND\n", "FIRST\n"],
        says: COMPLETE,
        sent: &["first\nsecond\n"],
    },
    // The first order is asked for, the other one is another thing than what was recorded: main goes on until it waits.
    Case {
        name: "order",
        manner: AT_ONCE,
        status: 3,
        prints: &["TWO ONE\n"],
        says: &[
            "strays from the record",
            "at byte 0 of what it writes, the record has \"two\\n",
            "but it writes \"one\\n\"",
        ],
        sent: &["two\none\n"],
    },
    Case {
        name: "value",
        manner: AT_ONCE,
        status: 3,
        prints: &["SAME0\n"],
        says: &["at byte 4 of what it writes, the record has \"0\\n\", but it writes \"1\\n\""],
        sent: &["same0\n"],
    },
    // What was recorded has ended before the second line.
    Case {
        name: "more",
        manner: AT_ONCE,
        status: 3,
        prints: &["FIRST\n"],
        says: &["at byte 6 of what it writes, the record has the end, but it writes \"second\\n\""],
        sent: &["first\n"],
    },
    // It waits for ever, also on a plain JVM; but a peer might be slow.
    Case {
        name: "talk",
        manner: Manner::Silent,
        status: 1,
        prints: &[],
        says: &["deadlock", "has sent nothing for 5 s where the program waits for it, after 6 bytes"],
        sent: &["hello\n"],
    },
];

/// Checks all cases on every JDK, or one.
pub fn run(workspace: &Workspace, names: &[String]) -> Result<()> {
    println!("== connections to the outside");
    let source = workspace.root.join("testsuite/outside/Outside.java");
    let (mut passed, mut failed) = (0, 0);
    let mut count = |name: &str, jdk: &Jdk, result: Result<()>| match result {
        Ok(()) => passed += 1,
        Err(error) => {
            failed += 1;
            println!("{name} on JDK {}: {error:#}", jdk.version);
        }
    };
    for jdk in jdk::find() {
        let directory = programs::fresh(&workspace.testsuite().join(format!("outside-{}", jdk.version)))?;
        let classes = programs::fresh(&directory.join("classes"))?;
        programs::javac(&jdk, std::slice::from_ref(&source), &classes, None)?;
        for case in CASES.iter().filter(|case| names.is_empty() || names.iter().any(|name| name == case.name)) {
            count(case.name, &jdk, check(workspace, &jdk, &directory, case));
        }
        count("ways", &jdk, ways(workspace, &jdk, &directory));
        count("refused", &jdk, refused(workspace, &jdk, &directory));
        count("replays", &jdk, replayed(workspace, &jdk, &directory));
    }
    println!("outside: {passed} passed, {failed} failed");
    if failed > 0 {
        bail!("{failed} programs that talk to peers outside failed");
    }
    Ok(())
}

/// Checks the program; what came of it.
fn output(
    workspace: &Workspace,
    jdk: &Jdk,
    directory: &Path,
    options: &[&str],
    name: &str,
    port: u16,
) -> Result<Output> {
    let mut check = workspace.mcr();
    check.arg("check").args(options).args(["--keep-going", "--report", "report.json", "--"]).arg(jdk.java());
    check.args(["-cp", "classes", "Outside", name, &port.to_string()]);
    process::run_within(check.current_dir(directory), LIMIT)
}

/// All that a check has said, in one line: its own are broken where they are too long.
fn words(output: &Output) -> String {
    [&*output.stdout, &*output.stderr].iter().flat_map(|text| text.split_whitespace()).collect::<Vec<_>>().join(" ")
}

/// What executions have printed that came to their end, by the report.
fn printed(directory: &Path) -> Result<BTreeSet<String>> {
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(directory.join("report.json"))?)?;
    let outcomes = report["outcomes"].as_array().context("no outcomes")?;
    let normal = outcomes.iter().filter(|outcome| outcome["end"] == "normal");
    Ok(normal.filter_map(|outcome| outcome["stdout"].as_str()).map(str::to_owned).collect())
}

fn check(workspace: &Workspace, jdk: &Jdk, directory: &Path, case: &Case) -> Result<()> {
    let peer = Peer::new(case.manner)?;
    let output = output(workspace, jdk, directory, &["--network", "record"], case.name, peer.port)?;
    let words = words(&output);
    let said = case.says.iter().all(|line| words.contains(line));
    let expected: BTreeSet<String> = case.prints.iter().map(|text| (*text).to_owned()).collect();
    let (printed, sent) = (printed(directory)?, peer.sent());
    if output.status != Some(case.status) || !said || printed != expected || sent != case.sent {
        bail!("status {:?}, printed {printed:?}, sent {sent:?}, in {:?}: {words}", output.status, output.took);
    }
    Ok(())
}

/// Several JVMs, several memory models, the agent alone: the peer is asked once.
fn ways(workspace: &Workspace, jdk: &Jdk, directory: &Path) -> Result<()> {
    let expected: BTreeSet<String> = [0, 1].map(|turn| format!("HELLO {turn}\n")).into();
    let options: [&[&str]; 3] = [&["--jobs", "2"], &["--memory-model", "all"], &["--local-states", "off"]];
    for more in options {
        let peer = Peer::new(AT_ONCE)?;
        let options = [&["--network", "record"], more].concat();
        let output = output(workspace, jdk, directory, &options, "talk", peer.port)?;
        let told = words(&output).contains(&format!("; where 127.0.0.1:{} answers as it was recorded (", peer.port));
        if output.status != Some(0) || !told || printed(directory)? != expected || peer.sent() != ["hello\n"] {
            bail!("{more:?}, {:?}: {}{}", peer.sent(), output.stdout, output.stderr);
        }
    }
    let peer = Peer::new(AT_ONCE)?;
    let mut alone = std::process::Command::new(jdk.java());
    alone.arg(format!("-agentpath:{}=network=record", workspace.agent().display())).env_remove("LD_LIBRARY_PATH");
    alone.args(["-cp", "classes", "Outside", "talk", &peer.port.to_string()]);
    let output = process::run_within(alone.current_dir(directory), LIMIT)?;
    if output.status != Some(0) || !output.stdout.contains("complete: every") || peer.sent() != ["hello\n"] {
        bail!("the agent alone, {:?}: {}{}", peer.sent(), output.stdout, output.stderr);
    }
    Ok(())
}

/// Nobody listens; and by default nobody is asked who does.
fn refused(workspace: &Workspace, jdk: &Jdk, directory: &Path) -> Result<()> {
    let nobody = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
    let peer = Peer::new(AT_ONCE)?;
    for (options, port) in [(&["--network", "record"][..], nobody), (&[], peer.port)] {
        let output = output(workspace, jdk, directory, options, "refused", port)?;
        let expected: BTreeSet<String> = [0, 1].map(|turn| format!("Connection refused {turn}\n")).into();
        let (printed, sent) = (printed(directory)?, peer.sent());
        if output.status != Some(0) || printed != expected || !sent.is_empty() {
            bail!("printed {printed:?}, {} connections: {}{}", sent.len(), output.stdout, output.stderr);
        }
    }
    Ok(())
}

/// A failure is shown again, event by event, and nobody asks the peer.
fn replayed(workspace: &Workspace, jdk: &Jdk, directory: &Path) -> Result<()> {
    let peer = Peer::new(AT_ONCE)?;
    let output = output(workspace, jdk, directory, &["--network", "record"], "deadlock", peer.port)?;
    let file = replay::failure(&directory.join("mcr-failures"), "Outside-deadlock-")
        .with_context(|| format!("{}{}", output.stdout, output.stderr))?;
    let mut replay = workspace.mcr();
    let again = process::run_within(replay.arg("replay").arg(&file).current_dir("/"), LIMIT)?;
    let is_exact = again.stdout.contains("has happened again, event by event");
    if output.status != Some(1) || again.status != Some(1) || !is_exact || peer.sent() != ["hello\n"] {
        bail!("{:?}: {}{}{}{}", peer.sent(), output.stdout, output.stderr, again.stdout, again.stderr);
    }
    Ok(())
}
