//! Starts a JVM and waits for its agent to connect.
//!
//! The socket lies in a directory that only this user can enter; both are gone from the file system as soon as the agent
//! has connected.

use super::command::JavaCommand;
use super::jvm::{Jvm, describe};
use super::link::TICK;
use super::stop::Stop;
use anyhow::{Context, anyhow, bail};
use std::env;
use std::ffi::OsString;
use std::fs::Permissions;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The environment variable that says where the agent is.
pub const AGENT_VARIABLE: &str = "MCR_AGENT";

/// Longest path of a socket (`sun_path`).
const SOCKET_PATH: usize = 107;

/// Finds `libmcr.so`: where `MCR_AGENT` says, else beside the checker's own binary.
///
/// # Errors
/// If it is not there.
pub fn find_agent() -> anyhow::Result<PathBuf> {
    let path = match env::var_os(AGENT_VARIABLE) {
        Some(path) => PathBuf::from(path),
        None => {
            let binary = env::current_exe().and_then(|path| path.canonicalize());
            binary.context("cannot find out where mcr itself is")?.with_file_name("libmcr.so")
        }
    };
    match path.canonicalize() {
        Ok(path) if path.as_os_str().as_bytes().contains(&b'=') => {
            Err(anyhow!("java takes no agent from a path with `=` in it: {}; put it elsewhere", path.display()))
        }
        Ok(path) => Ok(path),
        Err(error) => Err(anyhow!(
            "cannot find the agent {}: {}; put libmcr.so beside mcr or set {AGENT_VARIABLE} to its path",
            path.display(),
            reason(&error)
        )),
    }
}

/// Starts the JVM and accepts its agent's connection.
///
/// # Errors
/// If it does not start, ends before it has connected, or does not connect within `limit`.
pub fn launch(command: &JavaCommand, agent: &Path, limit: Duration, stop: &Stop) -> anyhow::Result<(Jvm, UnixStream)> {
    let directory = socket_directory()?;
    let path = directory.path().join("s");
    let listener = UnixListener::bind(&path)
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .with_context(|| format!("cannot listen on {}", path.display()))?;
    let mut option = OsString::from("-agentpath:");
    option.push(agent);
    option.push("=connect=");
    option.push(&path);
    let mut jvm = Jvm::start(command, &option).map_err(anyhow::Error::msg)?;
    let stream = accept(&listener, &mut jvm, limit, stop)?;
    Ok((jvm, stream))
}

fn accept(listener: &UnixListener, jvm: &mut Jvm, limit: Duration, stop: &Stop) -> anyhow::Result<UnixStream> {
    let start = Instant::now();
    loop {
        match listener.accept() {
            Ok((stream, _)) => return Ok(stream),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error).context("cannot accept the agent's connection"),
        }
        if let Some(status) = jvm.ended() {
            bail!("java {} before the program was started{}", describe(status), jvm.last_words());
        }
        stop.check()?;
        if start.elapsed() > limit {
            bail!("the agent in the JVM did not connect within {} s{}", limit.as_secs(), jvm.last_words());
        }
        // Short at first: a JVM needs about 50 ms to start.
        thread::sleep(Duration::from_millis(2).max(start.elapsed() / 50).min(TICK));
    }
}

/// A directory that only this user can enter, with a path that fits a socket and the agent's options.
fn socket_directory() -> anyhow::Result<TempDir> {
    let usable =
        |path: &Path| path.as_os_str().len() + 16 <= SOCKET_PATH && !path.as_os_str().as_bytes().contains(&b',');
    let wanted = env::temp_dir();
    let parent = if usable(&wanted) { wanted } else { PathBuf::from("/tmp") };
    tempfile::Builder::new()
        .prefix("mcr-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir_in(&parent)
        .with_context(|| format!("cannot make a directory in {}", parent.display()))
}

/// The error without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
