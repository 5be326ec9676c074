//! A real connection to a peer outside of the program.
//!
//! Invariant: nothing here waits for longer than [`LIMIT`], or after somebody has asked to stop.

use crate::session::stop::Stop;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// How long a peer may take to answer.
pub const LIMIT: Duration = Duration::from_secs(5);

/// How long what is under way may take to arrive, where it may be that nothing is.
pub const SOON: Duration = Duration::from_millis(500);

/// How long to wait in all, over a connection, for what comes before more is written: nobody asks for it, but somebody
/// may in another execution.
pub const BEFORE_WRITES: Duration = Duration::from_secs(2);

/// How long to wait before asking whether to stop.
const TICK: Duration = Duration::from_millis(50);

/// How much may come at once, as in the network inside of the program.
const AT_ONCE: usize = 1 << 16;

/// A connection, as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// It is there. The address of this end.
    Connected(Vec<u8>),
    /// It is not, for this reason.
    Failed(String),
    /// Nobody has answered: a line for the user.
    Unanswered(String),
}

/// What comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// Bytes.
    Bytes(Vec<u8>),
    /// The end.
    End,
    /// The peer has reset the connection.
    Reset,
}

impl Came {
    /// How many bytes.
    pub fn length(&self) -> usize {
        match self {
            Came::Bytes(bytes) => bytes.len(),
            Came::End | Came::Reset => 0,
        }
    }
}

/// What became of what was written.
pub enum Written {
    /// The peer's system has it.
    All,
    /// There is no connection any more, for this reason.
    Broken(String),
    /// The peer takes nothing.
    Stalled,
}

/// An open connection.
#[derive(Debug)]
pub struct Live {
    stream: TcpStream,
    /// What has come before anybody has asked for it.
    early: Vec<u8>,
}

/// What a peer is called.
pub fn name(address: &[u8], port: u16) -> String {
    ip(address).map_or_else(|| "an address that is none".to_owned(), |ip| SocketAddr::new(ip, port).to_string())
}

fn ip(address: &[u8]) -> Option<IpAddr> {
    match address.len() {
        4 => <[u8; 4]>::try_from(address).ok().map(IpAddr::from),
        _ => <[u8; 16]>::try_from(address).ok().map(IpAddr::from),
    }
}

/// What the system says, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

impl Live {
    /// Connects to a peer.
    ///
    /// # Errors
    /// If it is time to stop.
    pub fn connect(address: &[u8], port: u16, stop: &Stop) -> anyhow::Result<(Opened, Option<Live>)> {
        stop.check()?;
        let Some(ip) = ip(address) else { return Ok((Opened::Failed("no address".to_owned()), None)) };
        let failed = |error: &std::io::Error| (Opened::Failed(reason(error)), None);
        let stream = match TcpStream::connect_timeout(&SocketAddr::new(ip, port), LIMIT) {
            Ok(stream) => stream,
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                let (peer, seconds) = (name(address, port), LIMIT.as_secs());
                let line = format!("{peer}, to which the program connects, has not answered for {seconds} s");
                return Ok((Opened::Unanswered(line), None));
            }
            Err(error) => return Ok(failed(&error)),
        };
        let prepared = stream.set_nonblocking(true).and_then(|()| stream.set_nodelay(true));
        Ok(match prepared.and_then(|()| stream.local_addr()) {
            Ok(local) => {
                let local = match local.ip() {
                    IpAddr::V4(ip) => ip.octets().to_vec(),
                    IpAddr::V6(ip) => ip.octets().to_vec(),
                };
                (Opened::Connected(local), Some(Live { stream, early: Vec::new() }))
            }
            Err(error) => failed(&error),
        })
    }

    /// Waits until something has come or can be written, or this is over; whether that is so.
    fn wait(&self, flags: PollFlags, end: Instant, stop: &Stop) -> anyhow::Result<bool> {
        loop {
            let tick = end.saturating_duration_since(Instant::now()).min(TICK);
            let limit = Timespec { tv_sec: 0, tv_nsec: tick.subsec_nanos().into() };
            match poll(&mut [PollFd::new(&self.stream, flags)], Some(&limit)) {
                Ok(0) if tick.is_zero() => return Ok(false),
                // Interrupted, or too early.
                Ok(0) | Err(_) => stop.check()?,
                Ok(_) => return Ok(true),
            }
        }
    }

    /// Writes all of it. What comes meanwhile is taken: a peer that answers while it reads must not wait.
    ///
    /// # Errors
    /// If it is time to stop.
    pub fn write(&mut self, bytes: &[u8], stop: &Stop) -> anyhow::Result<Written> {
        let mut left = bytes;
        let mut end = Instant::now() + LIMIT;
        let mut flags = PollFlags::IN | PollFlags::OUT;
        while !left.is_empty() {
            match self.stream.write(left) {
                Ok(count) => {
                    left = &left[count..];
                    end = Instant::now() + LIMIT;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if !self.wait(flags, end, stop)? {
                        return Ok(Written::Stalled);
                    }
                    let mut some = vec![0; AT_ONCE];
                    match self.stream.read(&mut some) {
                        // It can be read for ever.
                        Ok(0) => flags = PollFlags::OUT,
                        Ok(count) => self.early.extend_from_slice(&some[..count]),
                        // What has happened shows in the next write, too.
                        Err(_) => {}
                    }
                }
                Err(error) => return Ok(Written::Broken(reason(&error))),
            }
        }
        Ok(Written::All)
    }

    /// What comes next; `None`, if nothing does for so long.
    ///
    /// # Errors
    /// If it is time to stop.
    pub fn read(&mut self, limit: Duration, stop: &Stop) -> anyhow::Result<Option<Came>> {
        if !self.early.is_empty() {
            return Ok(Some(Came::Bytes(std::mem::take(&mut self.early))));
        }
        let end = Instant::now() + limit;
        let mut bytes = vec![0; AT_ONCE];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return Ok(Some(Came::End)),
                Ok(count) => {
                    bytes.truncate(count);
                    return Ok(Some(Came::Bytes(bytes)));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if !self.wait(PollFlags::IN, end, stop)? {
                        return Ok(None);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Ok(Some(Came::Reset)),
            }
        }
    }

    /// Tells the peer that nothing more comes.
    pub fn shut(&self) {
        // A connection that is gone needs none.
        let _ = self.stream.shutdown(std::net::Shutdown::Write);
    }
}
