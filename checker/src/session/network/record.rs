//! What is known of one connection, and what an execution is told by it.
//!
//! What came is kept in *pieces*, each with the number of bytes that had been written when it came. A piece comes in an
//! execution when somebody asks, has read all pieces before it, and so many bytes have been written. That nothing came
//! is kept as well: who asks again at that place is told the same.
//!
//! Invariant: the answer to a question at one place (so many pieces have come, so many bytes were written) never
//! changes, but for [`Answer::Late`], after which everything begins anew.

use super::live::{BEFORE_WRITES, Came, LIMIT, Live, Opened, SOON, Written, name};
use crate::session::setting::Argument;
use crate::session::stop::Stop;
use mcr_protocol::network::{Answer, Asks};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::{Duration, Instant};

/// How many bytes of a connection are kept in each direction; a program that goes on would go on for ever.
const KEPT: usize = 64 << 20;

/// How many bytes a message shows.
const SHOWN: usize = 40;

/// A connection.
#[derive(Debug)]
pub struct Connection {
    peer: String,
    opened: Opened,
    /// The real one, until the program has closed it.
    live: Option<Live>,
    /// What was written, by whichever execution has written most.
    written: Vec<u8>,
    /// Nothing more is written.
    shut: bool,
    /// Why nobody can go on where the record ends, if that is not because the program has closed the connection: a line
    /// for the user.
    lost: Option<String>,
    /// How long was waited before writes.
    waited: Duration,
    /// Who writes here finds that the connection is broken, for this reason.
    broken: Option<(u64, String)>,
    pieces: Vec<(u64, Came)>,
    received: usize,
    /// Where nothing came: pieces before, bytes written.
    silent: HashSet<(usize, u64)>,
    /// The same, after so much more time.
    insisted: HashMap<(usize, u64), Duration>,
}

/// A connection in a failure file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// Its number, which follows from what the program does.
    pub connection: u64,
    /// The peer, for messages.
    pub peer: String,
    /// The address of the end of the program; none if there was no connection.
    #[serde(default)]
    local: Vec<u8>,
    /// Why there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
    written: Argument,
    #[serde(default)]
    shut: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    broken: Option<(u64, String)>,
    /// How much had been written, and what came then; `None`: the end, if nothing comes after it, or that the
    /// connection was reset.
    pieces: Vec<(u64, Option<Argument>)>,
    /// It was reset.
    #[serde(default)]
    reset: bool,
    silent: Vec<(usize, u64)>,
}

impl Connection {
    /// A new connection.
    pub fn new(address: &[u8], port: u16, opened: Opened, live: Option<Live>) -> Connection {
        Connection {
            peer: name(address, port),
            opened,
            live,
            written: Vec::new(),
            shut: false,
            lost: None,
            waited: Duration::ZERO,
            broken: None,
            pieces: Vec::new(),
            received: 0,
            silent: HashSet::new(),
            insisted: HashMap::new(),
        }
    }

    /// A connection that was recorded.
    pub fn of(recorded: &Recorded) -> Connection {
        let ends = if recorded.reset { Came::Reset } else { Came::End };
        let piece = |(after, bytes): &(u64, Option<Argument>)| {
            (*after, bytes.as_ref().map_or(ends.clone(), |bytes| Came::Bytes(bytes.to_os().into_vec())))
        };
        let pieces: Vec<(u64, Came)> = recorded.pieces.iter().map(piece).collect();
        Connection {
            peer: recorded.peer.clone(),
            opened: match &recorded.failed {
                Some(reason) => Opened::Failed(reason.clone()),
                None => Opened::Connected(recorded.local.clone()),
            },
            live: None,
            written: recorded.written.to_os().into_vec(),
            shut: recorded.shut,
            lost: None,
            waited: Duration::ZERO,
            broken: recorded.broken.clone(),
            received: pieces.iter().map(|(_, came)| came.length()).sum(),
            pieces,
            silent: recorded.silent.iter().copied().collect(),
            insisted: HashMap::new(),
        }
    }

    /// What is to be kept of it.
    pub fn recorded(&self, connection: u64) -> Recorded {
        let text = |bytes: &[u8]| Argument::from(OsStr::from_bytes(bytes));
        let piece = |(after, came): &(u64, Came)| match came {
            Came::Bytes(bytes) => (*after, Some(text(bytes))),
            Came::End | Came::Reset => (*after, None),
        };
        let mut silent: Vec<(usize, u64)> = self.silent.iter().copied().collect();
        silent.sort_unstable();
        let (local, failed) = match &self.opened {
            Opened::Connected(local) => (local.clone(), None),
            Opened::Failed(reason) | Opened::Unanswered(reason) => (Vec::new(), Some(reason.clone())),
        };
        Recorded {
            connection,
            peer: self.peer.clone(),
            local,
            failed,
            written: text(&self.written),
            shut: self.shut,
            broken: self.broken.clone(),
            pieces: self.pieces.iter().map(piece).collect(),
            reset: self.pieces.iter().any(|(_, came)| *came == Came::Reset),
            silent,
        }
    }

    /// What an execution is told.
    ///
    /// # Errors
    /// If it is time to stop.
    pub fn answer(&mut self, what: Asks, stop: &Stop) -> anyhow::Result<Answer> {
        match what {
            Asks::Connect { .. } => Ok(match &self.opened {
                Opened::Connected(local) => Answer::Connected(local.clone()),
                Opened::Failed(reason) => Answer::Failed(reason.clone()),
                Opened::Unanswered(line) => Answer::Strayed(line.clone()),
            }),
            Asks::Write { at, bytes } => self.write(at, &bytes, stop),
            Asks::Shut { at } => self.shut(at, stop),
            Asks::Read { piece, written } => self.read(piece as usize, written, stop),
            Asks::Insist { piece, written, millis } => self.insist(piece as usize, written, millis, stop),
            Asks::Close { at } => self.close(at, stop),
        }
    }

    /// Closes the real connection.
    pub fn hang_up(&mut self) {
        self.live = None;
    }

    /// How much was written at most.
    fn position(&self) -> u64 {
        self.written.len() as u64 + u64::from(self.shut)
    }

    fn strayed(&self, at: u64, expected: &str, came: &str) -> Answer {
        Answer::Strayed(format!(
            "the program strays from the record of its connection to {}: at byte {at} of what it writes, the record \
             has {expected}, but it {came}",
            self.peer
        ))
    }

    fn write(&mut self, at: u64, bytes: &[u8], stop: &Stop) -> anyhow::Result<Answer> {
        let start = usize::try_from(at).unwrap_or(usize::MAX).min(self.written.len());
        let known = &self.written[start..];
        if let Some(offset) = (0..known.len().min(bytes.len())).find(|&offset| known[offset] != bytes[offset]) {
            let (expected, came) = (shown(&known[offset..]), shown(&bytes[offset..]));
            return Ok(self.strayed(at + offset as u64, &expected, &format!("writes {came}")));
        }
        if let Some((place, reason)) = &self.broken
            && at + bytes.len() as u64 > *place
        {
            return Ok(Answer::Broken(reason.clone()));
        }
        let Some(new) = bytes.get(known.len()..).filter(|new| !new.is_empty()) else { return Ok(Answer::Done) };
        let place = self.written.len() as u64;
        if self.shut {
            return Ok(self.strayed(place, "the end", &format!("writes {}", shown(new))));
        }
        if self.written.len() + new.len() > KEPT {
            return Ok(Answer::Strayed(format!("more than {} MB are written to {}", KEPT >> 20, self.peer)));
        }
        self.settle(stop)?;
        let Some(live) = &mut self.live else {
            return Ok(self.ends(place, &format!("writes {}", shown(new))));
        };
        match live.write(new, stop)? {
            Written::All => {
                self.written.extend_from_slice(new);
                Ok(Answer::Done)
            }
            Written::Broken(reason) => {
                self.broken = Some((place, reason.clone()));
                Ok(Answer::Broken(reason))
            }
            Written::Stalled => {
                // A part of it may be there: nobody can go on with this connection.
                self.live = None;
                let (peer, seconds) = (&self.peer, LIMIT.as_secs());
                let line =
                    format!("{peer} takes nothing for {seconds} s of what the program writes after byte {place}");
                self.lost = Some(line.clone());
                Ok(Answer::Strayed(line))
            }
        }
    }

    /// What an execution is told that writes more than the record has of a connection that is not open any more.
    fn ends(&self, place: u64, came: &str) -> Answer {
        match &self.lost {
            Some(line) => Answer::Strayed(line.clone()),
            None => self.strayed(place, "no more: it was closed there", came),
        }
    }

    /// More is about to be written: what has come until now does not depend on it. Who was told that nothing comes at a
    /// place is told so for ever; what does, comes later.
    fn settle(&mut self, stop: &Stop) -> anyhow::Result<()> {
        let written = self.position();
        while !matches!(self.pieces.last(), Some((_, Came::End | Came::Reset)))
            && !self.is_silent(self.pieces.len(), written)
            && self.received <= KEPT
            && let Some(live) = &mut self.live
        {
            let (begin, limit) = (Instant::now(), SOON.min(BEFORE_WRITES.saturating_sub(self.waited)));
            let came = live.read(limit, stop)?;
            self.waited += begin.elapsed();
            match came {
                Some(came) => {
                    self.came(written, came);
                }
                None => {
                    if limit == SOON {
                        self.silent.insert((self.pieces.len(), written));
                    }
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether nothing came at a place, or at a later one, where more had been written.
    fn is_silent(&self, piece: usize, written: u64) -> bool {
        self.silent.iter().any(|(of, known)| *of == piece && *known >= written)
    }

    fn shut(&mut self, at: u64, stop: &Stop) -> anyhow::Result<Answer> {
        if let Some(known) =
            usize::try_from(at).ok().and_then(|at| self.written.get(at..)).filter(|left| !left.is_empty())
        {
            return Ok(self.strayed(at, &shown(known), "writes no more"));
        }
        if !self.shut {
            self.settle(stop)?;
            let Some(live) = &self.live else { return Ok(self.ends(at, "says that it writes no more")) };
            live.shut();
            self.shut = true;
        }
        Ok(Answer::Done)
    }

    fn read(&mut self, piece: usize, written: u64, stop: &Stop) -> anyhow::Result<Answer> {
        if let Some((_, came)) = self.pieces.get(piece).filter(|(after, _)| *after <= written) {
            return Ok(told(came));
        }
        if self.is_silent(piece, written) {
            return Ok(Answer::Silent);
        }
        if piece < self.pieces.len() || written < self.position() {
            return Ok(Answer::Unknown(format!(
                "the program reads from its connection to {} after {written} bytes that it has written, and more had \
                 been written before anybody asked whether something comes there: what comes",
                self.peer
            )));
        }
        if self.received > KEPT {
            return Ok(Answer::Strayed(format!("more than {} MB have come from {}", KEPT >> 20, self.peer)));
        }
        let Some(live) = &mut self.live else {
            return Ok(Answer::Strayed(format!(
                "the program strays from the record of its connection to {}: it reads where the record ends, after {} \
                 bytes that have come and {written} that it has written",
                self.peer, self.received
            )));
        };
        match live.read(SOON, stop)? {
            Some(came) => Ok(self.came(written, came)),
            None => {
                self.silent.insert((piece, written));
                Ok(Answer::Silent)
            }
        }
    }

    /// Something has come.
    fn came(&mut self, written: u64, came: Came) -> Answer {
        self.received += came.length();
        let answer = told(&came);
        self.pieces.push((written, came));
        answer
    }

    fn insist(&mut self, piece: usize, written: u64, millis: u64, stop: &Stop) -> anyhow::Result<Answer> {
        let place = (piece, written);
        if self.pieces.len() > piece || written < self.position() {
            return Ok(Answer::Done);
        }
        let patience = Duration::from_millis(millis).saturating_sub(SOON);
        let waited = self.insisted.get(&place).copied().unwrap_or_default();
        let left = LIMIT.min(patience).saturating_sub(waited);
        if !left.is_zero() {
            let Some(live) = &mut self.live else { return Ok(Answer::Done) };
            if let Some(came) = live.read(left, stop)? {
                self.silent.remove(&place);
                self.came(written, came);
                return Ok(Answer::Late);
            }
            self.insisted.insert(place, waited + left);
        }
        Ok(if patience <= LIMIT {
            Answer::Done
        } else {
            Answer::Unknown(format!(
                "{} has sent nothing for {} s where the program waits for it, after {written} bytes that it has \
                 written: what comes later",
                self.peer,
                LIMIT.as_secs()
            ))
        })
    }

    fn close(&mut self, at: u64, stop: &Stop) -> anyhow::Result<Answer> {
        if at == self.position()
            && let Some(mut live) = self.live.take()
        {
            // What is there already may be read by another execution.
            let is_over = |pieces: &[(u64, Came)]| matches!(pieces.last(), Some((_, Came::End | Came::Reset)));
            while !is_over(&self.pieces)
                && self.received <= KEPT
                && let Some(came) = live.read(Duration::ZERO, stop)?
            {
                self.came(at, came);
            }
        }
        Ok(Answer::Done)
    }
}

fn told(came: &Came) -> Answer {
    match came {
        Came::Bytes(bytes) => Answer::Bytes(bytes.clone()),
        Came::End => Answer::End,
        Came::Reset => Answer::Reset,
    }
}

/// Some bytes, for people.
fn shown(bytes: &[u8]) -> String {
    let some = &bytes[..bytes.len().min(SHOWN)];
    let more = if bytes.len() > SHOWN { "..." } else { "" };
    format!("\"{}\"{more}", some.escape_ascii())
}
