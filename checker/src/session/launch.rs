//! Starts a JVM and waits for its agent to speak.
//!
//! The agent inherits one end of a pair of sockets, as an open file. So nobody else can be taken for it, whoever else runs as this
//! user, and nothing is in the file system that could be left behind.

use super::command::JavaCommand;
use super::jvm::{Jvm, describe};
use super::link::TICK;
use super::stop::Stop;
use anyhow::{Context, anyhow, bail};
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use std::env;
use std::ffi::OsString;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The environment variable that says where the agent is.
pub const AGENT_VARIABLE: &str = "MCR_AGENT";
/// The agent, beside the checker's binary.
const AGENT: &str = "libmcr.so";

/// Finds `libmcr.so`: where `MCR_AGENT` says, else beside the checker's own binary.
///
/// # Errors
/// If it is not there.
pub fn find_agent() -> anyhow::Result<PathBuf> {
    match beside_binary(AGENT_VARIABLE, AGENT)? {
        path if path.as_os_str().as_bytes().contains(&b'=') => {
            Err(anyhow!("java takes no agent from a path with `=` in it: {}; put it elsewhere", path.display()))
        }
        path => Ok(path),
    }
}

/// Finds a file that belongs to this program: where the variable says, else beside the checker's own binary.
///
/// # Errors
/// If it is not there.
pub fn beside_binary(variable: &str, name: &str) -> anyhow::Result<PathBuf> {
    let path = match env::var_os(variable) {
        Some(path) => PathBuf::from(path),
        None => {
            let binary = env::current_exe().and_then(|path| path.canonicalize());
            binary.context("cannot find out where mcr itself is")?.with_file_name(name)
        }
    };
    path.canonicalize().map_err(|error| {
        let (path, reason) = (path.display(), reason(&error));
        anyhow!("cannot find {path}: {reason}; put {name} beside mcr or set {variable} to its path")
    })
}

/// Starts the JVM and waits until its agent speaks.
///
/// # Errors
/// If it does not start, ends before its agent has spoken, or the agent does not speak within `limit`.
pub fn launch(command: &JavaCommand, agent: &Path, limit: Duration, stop: &Stop) -> anyhow::Result<(Jvm, UnixStream)> {
    let (ours, theirs) = UnixStream::pair().context("cannot make a socket")?;
    let mut option = OsString::from("-agentpath:");
    option.push(agent);
    option.push(format!("=fd={}", theirs.as_raw_fd()));
    if command.processor > 0 {
        option.push(format!(",processor={}", command.processor));
    }
    let mut jvm = Jvm::start(command, &option, theirs.into()).map_err(anyhow::Error::msg)?;
    await_agent(&ours, &mut jvm, limit, stop)?;
    Ok((jvm, ours))
}

/// Waits until there is something to read.
fn await_agent(stream: &UnixStream, jvm: &mut Jvm, limit: Duration, stop: &Stop) -> anyhow::Result<()> {
    let start = Instant::now();
    loop {
        let closed = match recv(stream, &mut [0_u8; 1], RecvFlags::PEEK | RecvFlags::DONTWAIT) {
            Ok((_, 0)) => true,
            Ok(_) => return Ok(()),
            Err(Errno::AGAIN | Errno::INTR) => false,
            Err(error) => return Err(error).context("cannot read from the agent"),
        };
        let ended = if closed { jvm.wait(Duration::from_secs(1)) } else { jvm.ended() };
        match ended {
            Some(status) => bail!("java {} before the program was started{}", describe(status), jvm.last_words()),
            None if closed => bail!("the agent in the JVM closed the connection{}", jvm.last_words()),
            None => {}
        }
        stop.check()?;
        if start.elapsed() > limit {
            bail!("the agent in the JVM did not say hello within {} s{}", limit.as_secs(), jvm.last_words());
        }
        // Short at first: a JVM needs about 50 ms to start.
        thread::sleep(Duration::from_millis(2).max(start.elapsed() / 50).min(TICK));
    }
}

/// The error without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
