//! The connection to the checker.
//!
//! Whoever needs a message reads it. The end of the stream is noticed at once all the same, whatever the program does: a thread waits for that alone, and then
//! reads what is left. A JVM without its checker ends itself.

use crate::agent::lock;
use crate::options::Checker;
use mcr_protocol::{FromAgent, Hello, ToAgent, WireError, receive, send};
use std::ffi::OsString;
use std::io::{BufReader, BufWriter};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

/// An open connection.
pub struct Connection {
    out: BufWriter<UnixStream>,
    input: Arc<Mutex<BufReader<UnixStream>>>,
}

impl Connection {
    /// Connects to the checker, or starts it.
    ///
    /// # Errors
    /// A line for the user.
    pub fn open(checker: &Checker, library: &Path, hello: &Hello) -> Result<Connection, String> {
        let stream = match checker {
            Checker::Inherited(socket, _) => crate::jvmti::inherited_socket(*socket).map_err(|e| {
                format!("{socket} is no socket of the checker: {e}; start the program with `mcr check`")
            })?,
            Checker::Spawn(text) => spawn_checker(library, text)?,
        };
        let input = stream.try_clone().map_err(|e| format!("cannot read from the checker: {e}"))?;
        let mut out = BufWriter::new(stream);
        send(&mut out, hello).map_err(|e| format!("cannot talk to the checker: {e}"))?;
        let watched = input.try_clone().map_err(|e| format!("cannot watch the checker: {e}"))?;
        let input = Arc::new(Mutex::new(BufReader::new(input)));
        let rest = input.clone();
        std::thread::Builder::new()
            .name("mcr watcher".to_owned())
            .spawn(move || {
                crate::jvmti::wait_for_hangup(&watched);
                // Whoever reads now finds out as well.
                let mut rest = lock(&rest);
                loop {
                    next(&mut rest);
                }
            })
            .map_err(|e| format!("cannot start a thread: {e}"))?;
        Ok(Connection { out, input })
    }

    /// The next message; blocks. There is always one: the process ends when there will be none.
    pub fn next(&self) -> ToAgent {
        next(&mut lock(&self.input))
    }

    /// Sends a message.
    pub fn send(&mut self, message: &FromAgent) {
        if let Err(e) = send(&mut self.out, message) {
            eprintln!("mcr: cannot talk to the checker: {e}");
            quit(2);
        }
    }
}

fn next(input: &mut BufReader<UnixStream>) -> ToAgent {
    match receive(input) {
        Ok(ToAgent::Quit(status)) => quit(status),
        Ok(message) => message,
        // The checker has reported whatever there was to report; nobody is left to tell.
        Err(WireError::Closed) => quit(2),
        Err(e) => {
            eprintln!("mcr: {e}");
            quit(2)
        }
    }
}

/// Ends the process at once: threads of the program may be anywhere, so nothing of the JVM can be shut down in order.
pub fn quit(status: i32) -> ! {
    crate::jvmti::exit_process(status)
}

/// Starts the `mcr` that lies beside this library, connected to it by a socket pair.
fn spawn_checker(library: &Path, options: &str) -> Result<UnixStream, String> {
    let binary = std::env::var_os("MCR_CHECKER").map_or_else(|| library.with_file_name("mcr"), PathBuf::from);
    let (ours, theirs) = UnixStream::pair().map_err(|e| format!("cannot make a socket: {e}"))?;
    crate::jvmti::keep_across_exec(&theirs).map_err(|e| format!("cannot pass on a socket: {e}"))?;
    let mut command = Command::new(&binary);
    command.args(["attach", "--fd", &theirs.as_raw_fd().to_string(), "--options"]).arg(OsString::from(options));
    // The JVM must not load the agent again in a java that the checker might start.
    command.env_remove("JAVA_TOOL_OPTIONS");
    command.spawn().map_err(|e| format!("cannot start the checker {}: {e}", binary.display()))?;
    crate::jvmti::leave_input().map_err(|e| format!("cannot leave the standard input to the checker: {e}"))?;
    Ok(ours)
}
