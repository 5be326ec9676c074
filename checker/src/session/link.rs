//! The connection with the agent: messages in both directions, with waits that end when it is time to stop.
//!
//! The socket has a short time limit for every read and write. When it passes, [`Patient`] asks whether to stop and
//! otherwise tries again, so a message is never lost or cut by a time limit that does not end the session. An execution
//! that is running when it is time to stop may end within [`GRACE`]: then the exploration is not broken off in the middle
//! and reports everything that it has found.

use super::stop::{Stop, Stopped};
use mcr_protocol::{FromAgent, Hello, ToAgent, WireError, receive, send};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How often to ask whether to stop.
pub const TICK: Duration = Duration::from_millis(50);

/// How long a running execution may go on when it is time to stop.
const GRACE: Duration = Duration::from_millis(500);

/// A connected agent.
pub struct Link {
    reader: BufReader<Patient>,
    writer: Patient,
}

/// Why a message was not sent or received.
#[derive(Debug, Error)]
pub enum LinkError {
    /// It is time to stop.
    #[error(transparent)]
    Stopped(Stopped),
    /// The answer did not come in time.
    #[error("no answer")]
    Silent,
    /// The peer is gone.
    #[error("the JVM closed the connection")]
    Closed,
    /// The peer does not speak the protocol.
    #[error(
        "the agent sent something that this checker does not understand; use libmcr.so and mcr of one version, and let \
         nothing else write to their socket"
    )]
    Garbage,
    /// The socket failed.
    #[error("the connection with the JVM failed: {0}")]
    Io(io::Error),
}

impl Link {
    /// Takes a connected stream.
    ///
    /// # Errors
    /// If the socket cannot be set up.
    pub fn new(stream: UnixStream, stop: &Stop) -> io::Result<Link> {
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(TICK))?;
        stream.set_write_timeout(Some(TICK))?;
        let writer = Patient { stream: stream.try_clone()?, stop: stop.clone(), limit: None, overdue: None };
        let reader =
            BufReader::with_capacity(1 << 16, Patient { stream, stop: stop.clone(), limit: None, overdue: None });
        Ok(Link { reader, writer })
    }

    /// Receives the greeting, which must come within `limit`.
    ///
    /// # Errors
    /// If there is none.
    pub fn hello(&mut self, limit: Duration) -> Result<Hello, LinkError> {
        self.reader.get_mut().limit = Some(Instant::now() + limit);
        let hello = receive(&mut self.reader);
        self.reader.get_mut().limit = None;
        hello.map_err(LinkError::from)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn send(&mut self, message: &ToAgent) -> Result<(), LinkError> {
        send(&mut self.writer, message).map_err(LinkError::from)
    }

    /// Waits for the answer.
    ///
    /// # Errors
    /// If there is none.
    pub fn receive(&mut self) -> Result<FromAgent, LinkError> {
        receive(&mut self.reader).map_err(LinkError::from)
    }

    /// From now on, other reasons to stop count.
    pub fn set_stop(&mut self, stop: &Stop) {
        for end in [self.reader.get_mut(), &mut self.writer] {
            end.stop = stop.clone();
            end.overdue = None;
        }
    }

    /// Sends a last message if that is possible without waiting long, whether or not it is time to stop. An agent that is busy notices that no more follows, and reads it.
    pub fn farewell(&mut self, message: &ToAgent) -> bool {
        self.writer.stop = Stop::default();
        self.writer.limit = Some(Instant::now() + Duration::from_millis(500));
        let told = send(&mut self.writer, message).is_ok();
        told && self.writer.stream.shutdown(Shutdown::Write).is_ok()
    }

    /// The socket, to watch it.
    #[must_use]
    pub fn stream(&self) -> &UnixStream {
        &self.writer.stream
    }
}

/// A socket whose waits end when it is time to stop.
struct Patient {
    stream: UnixStream,
    stop: Stop,
    /// When to give up, besides.
    limit: Option<Instant>,
    /// When it was first noticed that it is time to stop.
    overdue: Option<Instant>,
}

impl Patient {
    /// Repeats an operation until it does not time out, or it is time to stop.
    fn insist<T>(&mut self, mut operation: impl FnMut(&mut UnixStream) -> io::Result<T>) -> io::Result<T> {
        loop {
            match operation(&mut self.stream) {
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if let Err(stopped) = self.stop.check()
                        && self.overdue.get_or_insert_with(Instant::now).elapsed() >= GRACE
                    {
                        return Err(io::Error::other(stopped));
                    }
                    if self.limit.is_some_and(|limit| Instant::now() >= limit) {
                        return Err(io::Error::from(ErrorKind::TimedOut));
                    }
                }
                other => return other,
            }
        }
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.insist(|stream| stream.read(buffer))
    }
}

impl Write for Patient {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.insist(|stream| stream.write(buffer))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<WireError> for LinkError {
    fn from(error: WireError) -> LinkError {
        let error = match error {
            WireError::Closed => return LinkError::Closed,
            WireError::Garbage => return LinkError::Garbage,
            WireError::Io(error) => error,
        };
        if let Some(stopped) = error.get_ref().and_then(|inner| inner.downcast_ref::<Stopped>()) {
            return LinkError::Stopped(*stopped);
        }
        match error.kind() {
            ErrorKind::TimedOut => LinkError::Silent,
            ErrorKind::BrokenPipe | ErrorKind::ConnectionReset => LinkError::Closed,
            _ => LinkError::Io(error),
        }
    }
}
