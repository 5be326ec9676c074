//! The `java` process.
//!
//! Invariant: the process does not outlive its [`Jvm`], nor the checker: it is killed and waited for when the value is
//! dropped, and the kernel kills it when the checker dies in any other way.

use super::command::JavaCommand;
use super::tail::Tail;
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal};
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// JVM options that make executions cheap, before those of the user, which override them. Programs under test run for
/// milliseconds on one core, in threads and classes that are soon gone: the optimising compiler and a parallel collector
/// cost more than they bring (docs/performance.md).
///
/// The last two are what the agent sets as well (`Globals.java`), if the JDK has not asked for them by then: that is up to chance.
const JVM_OPTIONS: [&str; 7] = [
    "-XX:TieredStopAtLevel=1",
    "-Xmn16m",
    "-XX:TLABSize=16k",
    "-XX:-ResizeTLAB",
    "-XX:MetaspaceSize=128m",
    "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2",
    "-Dsun.reflect.inflationThreshold=2147483647",
];

/// Unless the user chooses a collector: two choices are an error.
const COLLECTOR: &str = "-XX:+UseSerialGC";

/// The options to put before those of the user.
fn jvm_options(command: &JavaCommand) -> Vec<&'static str> {
    let chooses = |argument: &OsString| {
        let text = argument.to_string_lossy();
        text.starts_with("-XX:") && text.ends_with("GC")
    };
    let collector = (!command.arguments.iter().any(chooses)).then_some(COLLECTOR);
    JVM_OPTIONS.into_iter().chain(collector).collect()
}

/// Lines of output in an error message.
const LINES: usize = 12;

/// A running JVM.
pub struct Jvm {
    child: Child,
    stdout: Tail,
    stderr: Tail,
}

impl Jvm {
    /// Starts it with `agent` as its first option, and with this socket open.
    ///
    /// # Errors
    /// If it cannot be started; a line for the user.
    pub fn start(command: &JavaCommand, agent: &OsStr, socket: OwnedFd) -> Result<Jvm, String> {
        let mut java = Command::new(&command.java);
        if let Some(directory) = &command.directory {
            java.current_dir(directory);
        }
        // The debugger's agent has to be first, because this project's agent runs the program as soon as it may.
        if let Some(port) = command.debugger {
            java.arg(format!("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address={port}"));
        }
        java.arg(agent).args(jvm_options(command)).args(&command.arguments);
        java.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A Ctrl-C in the terminal is for the checker alone.
        java.process_group(0);
        let checker = rustix::process::getpid();
        let inherited = socket.as_raw_fd();
        // SAFETY: between fork and exec only a few system calls are made; nothing is allocated and no lock is taken. The socket is open until
        // the process is started.
        unsafe {
            java.pre_exec(move || {
                fcntl_setfd(BorrowedFd::borrow_raw(inherited), FdFlags::empty())?;
                die_with(checker)
            });
        }
        let mut child = java.spawn().map_err(|error| {
            let hint = match error.kind() {
                ErrorKind::NotFound => "No such file or directory; is a JDK installed and on PATH?".to_owned(),
                _ => error.to_string(),
            };
            format!("cannot start `{}`: {hint}", command.java.display())
        })?;
        // Whether the other end is open is now the JVM's affair alone.
        drop(socket);
        match (child.stdout.take(), child.stderr.take()) {
            (Some(stdout), Some(stderr)) => Ok(Jvm { child, stdout: Tail::of(stdout), stderr: Tail::of(stderr) }),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                Err("cannot read the output of java".to_owned())
            }
        }
    }

    /// Its process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Waits for its end for at most `limit`.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let limit = Instant::now() + limit;
        loop {
            let ended = self.ended();
            if ended.is_some() || Instant::now() >= limit {
                return ended;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// What it said when it failed: its first line of output after a colon, and the last ones below; or nothing.
    #[must_use]
    pub fn last_words(&self) -> String {
        let mut lines = interesting(self.stderr.lines());
        let printed = interesting(self.stdout.lines());
        // The JVM reports its own crash, and options that it does not know, on either of the two.
        if lines.is_empty() || printed.iter().any(|line| line.starts_with("# ") || line.starts_with("Error occurred")) {
            lines.splice(0..0, printed);
        }
        let omitted = lines.len().saturating_sub(LINES);
        let Some(first) = lines.first().cloned() else { return String::new() };
        let mut text = format!(": {first}");
        let rest = lines.iter().skip(1.max(omitted));
        for line in rest {
            text.push_str("\n    ");
            text.push_str(line);
        }
        text
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        if self.ended().is_none() {
            if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
                let _ = rustix::process::kill_process_group(group, Signal::KILL);
            }
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// `exited with status 1` or `was ended by signal 9 (SIGKILL)`.
#[must_use]
pub fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exited with status {code}"),
        None => format!("was ended by {}", status.to_string().replacen(": ", " ", 1)),
    }
}

/// Asks the kernel to kill this process when the checker dies; fails if it is already dead.
fn die_with(checker: Pid) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    if rustix::process::getppid() == Some(checker) { Ok(()) } else { Err(io::Error::from(ErrorKind::NotFound)) }
}

/// Drops empty lines and what the JVM says at every start, or of classes that are rewritten.
fn interesting(lines: Vec<String>) -> Vec<String> {
    let says = |line: &String| {
        !line.is_empty() && line != "#" && !line.starts_with("Picked up ") && !line.contains("@IntrinsicCandidate")
    };
    lines.into_iter().filter(says).collect()
}
