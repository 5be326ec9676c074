//! The program's standard input (`System.in`), the same in each execution and in each JVM.
//!
//! It is that of this process, read as far as programs ask for it and when they ask: a terminal, or a pipe that nobody closes, keeps nobody
//! waiting whose program reads nothing. What was read is kept as a list of entries: bytes that came at once, and *pauses*, places where nothing was
//! there when a program asked without waiting.
//!
//! Invariant: an entry never changes once it is known, so what a program reads depends on nothing but how much was read before.

use super::setting::Argument;
use super::stop::Stop;
use anyhow::{Context, bail};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use std::ffi::OsStr;
use std::io::{IsTerminal, stdin};
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many bytes may come at once: the size of the JDK's own buffer.
const AT_ONCE: usize = 8192;

/// How many bytes are kept; a program that reads more would read for ever, like `yes | mcr check`.
const KEPT: usize = 64 << 20;

/// How long to wait before asking whether to stop.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// What was read of the standard input of this process. There is only one.
static STANDARD: Mutex<Input> = Mutex::new(Input { entries: Vec::new(), bytes: 0, ended: false });

/// An input, as far as it is known.
#[derive(Debug, Default)]
pub struct Input {
    /// Empty ones are pauses.
    entries: Vec<Vec<u8>>,
    bytes: usize,
    /// Nothing comes after the entries.
    ended: bool,
}

/// Where a session's input comes from.
#[derive(Debug)]
pub enum Source {
    /// The standard input of this process.
    Standard,
    /// What was recorded.
    Recorded(Input),
}

impl Source {
    /// What was read before, and no more.
    #[must_use]
    pub fn recorded(entries: &[Argument]) -> Source {
        let entries = entries.iter().map(|entry| entry.to_os().into_vec()).collect();
        Source::Recorded(Input { entries, bytes: 0, ended: true })
    }

    /// An entry, which is read now if it is the next; `None`: there is none. Waits for it, or else notes a pause if nothing is there.
    ///
    /// # Errors
    /// If it is time to stop, or the input cannot be read.
    pub fn entry(&mut self, number: u64, wait: bool, stop: &Stop) -> anyhow::Result<Option<Vec<u8>>> {
        let number = usize::try_from(number).context("no such entry of the standard input")?;
        match self {
            Source::Standard => {
                let mut standard = standard();
                while number >= standard.entries.len() && !standard.ended {
                    standard.read_more(stdin().as_fd(), wait, stop)?;
                }
                Ok(standard.entries.get(number).cloned())
            }
            Source::Recorded(input) => Ok(input.entries.get(number).cloned()),
        }
    }

    /// All that is known, to be recorded.
    #[must_use]
    pub fn known(&self) -> Vec<Argument> {
        let record =
            |input: &Input| input.entries.iter().map(|entry| Argument::from(OsStr::from_bytes(entry))).collect();
        match self {
            Source::Standard => record(&standard()),
            Source::Recorded(input) => record(input),
        }
    }
}

fn standard() -> MutexGuard<'static, Input> {
    STANDARD.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Input {
    /// Adds an entry, or finds the end.
    fn read_more(&mut self, from: impl AsFd, wait: bool, stop: &Stop) -> anyhow::Result<()> {
        let mut told = false;
        while !is_ready(&from, wait)? {
            if !wait {
                self.entries.push(Vec::new());
                return Ok(());
            }
            if !told && from.as_fd().is_terminal() {
                eprintln!("mcr: the program reads System.in; type its input (Ctrl-D ends it)");
                told = true;
            }
            stop.check()?;
        }
        let mut bytes = vec![0; AT_ONCE];
        let count = match read(&from, &mut bytes[..]) {
            Ok(count) => count,
            Err(Errno::INTR | Errno::AGAIN) => return Ok(()),
            Err(error) => return Err(error).context("cannot read the standard input, which the program asks for"),
        };
        bytes.truncate(count);
        self.bytes += count;
        if self.bytes > KEPT {
            bail!("the program has read more than {} MB of its standard input, and executions have to end", KEPT >> 20);
        }
        if count == 0 {
            self.ended = true;
        } else {
            self.entries.push(bytes);
        }
        Ok(())
    }
}

/// Whether a read would not wait now, or, if there is time, very soon.
fn is_ready(from: &impl AsFd, wait: bool) -> anyhow::Result<bool> {
    let limit = if wait { TICK } else { Timespec { tv_sec: 0, tv_nsec: 0 } };
    match poll(&mut [PollFd::new(from, PollFlags::IN)], Some(&limit)) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => is_ready(from, wait),
        Err(error) => Err(error).context("cannot wait for the standard input, which the program asks for"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    #[test]
    fn what_was_read_is_kept_with_its_pauses_and_its_end() {
        let (mut writer, reader) = UnixStream::pair().unwrap();
        let (mut input, stop) = (Input::default(), Stop::default());
        input.read_more(&reader, false, &stop).unwrap();
        writer.write_all(b"1\n").unwrap();
        input.read_more(&reader, true, &stop).unwrap();
        writer.write_all(b"\xff\n").unwrap();
        input.read_more(&reader, false, &stop).unwrap();
        drop(writer);
        assert!(!input.ended);
        input.read_more(&reader, true, &stop).unwrap();
        assert!(input.ended);
        assert_eq!(input.entries, [&b""[..], b"1\n", b"\xff\n"]);

        let mut again = Source::recorded(&Source::Recorded(input).known());
        let entries: Vec<_> = (0..4).map(|number| again.entry(number, true, &stop).unwrap()).collect();
        assert_eq!(entries, [Some(vec![]), Some(b"1\n".to_vec()), Some(b"\xff\n".to_vec()), None]);
    }

    #[test]
    fn waiting_ends_when_it_is_time_to_stop() {
        let (_writer, reader) = UnixStream::pair().unwrap();
        let stop = Stop::default();
        stop.cancel();
        assert!(Input::default().read_more(&reader, true, &stop).is_err());
    }
}
