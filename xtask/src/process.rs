//! Running other programs, also such as do not end.

use anyhow::{Context, Result, bail};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What is kept of a program's output: a program that prints without end must not fill the memory.
const KEPT: usize = 16 << 20;

/// What a program did.
pub struct Output {
    /// Its exit status; `None` if it was killed by a signal.
    pub status: Option<i32>,
    /// Whether it was killed because its time was over.
    pub timed_out: bool,
    pub stdout: String,
    pub stderr: String,
    pub took: Duration,
}

/// Runs a command with our own input and output; an exit status other than 0 is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot run {name}"))?;
    if !status.success() {
        let arguments: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
        bail!("{name} {}: {status}", arguments.join(" "));
    }
    Ok(())
}

/// Whether a command can be run and ends with status 0. What it prints is dropped.
pub fn works(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a command to its end, or kills it and all its children after `limit`.
pub fn run_within(command: &mut Command, limit: Duration) -> Result<Output> {
    run_with_input(command, Stdio::null(), limit)
}

/// The same with this standard input.
pub fn run_with_input(command: &mut Command, input: Stdio, limit: Duration) -> Result<Output> {
    let begin = Instant::now();
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child =
        command.spawn().with_context(|| format!("cannot run {}", command.get_program().to_string_lossy()))?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let mut timed_out = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begin.elapsed() > limit {
            timed_out = true;
            kill_group(&mut child);
            break child.wait()?;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let took = begin.elapsed();
    // A child that outlives its parent would keep the pipes open.
    kill_group(&mut child);
    let text = |reader: JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&reader.join().expect("a reader does not panic")).into_owned()
    };
    Ok(Output { status: status.code(), timed_out, stdout: text(stdout), stderr: text(stderr), took })
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 1 << 16];
        let Some(mut pipe) = pipe else { return kept };
        while let Ok(n @ 1..) = pipe.read(&mut buffer) {
            let room = KEPT.saturating_sub(kept.len());
            kept.extend_from_slice(&buffer[..n.min(room)]);
        }
        kept
    })
}

/// The child leads a process group of its own, so the group's number is the child's.
pub fn kill_group(child: &mut Child) {
    works("kill", &["-KILL", "--", &format!("-{}", child.id())]);
}
