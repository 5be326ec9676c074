//! `mcr attach`: the other way round, a JVM that was started with the agent has started this checker.
//!
//! The agent passes one end of a connected stream socket as an inherited file descriptor and then speaks as in every
//! session: hello first. At the end the checker prints its report where the JVM prints, sends the exit status with
//! [`mcr_protocol::ToAgent::Quit`] and ends with the same status.
//!
//! Invariant: the checker does not outlive the JVM by more than a second.

use super::check::{About, Checked, broken, explore, finish, try_targets};
use super::interrupt::on_interrupt;
use super::options::Options;
use super::{ERROR, fail};
use crate::session::Session;
use crate::session::stop::Stop;
use mcr_model::classes::Classes;
use mcr_protocol::MemoryModel;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::Pid;
use std::ffi::OsString;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, io, iter};

/// How long to go on without a JVM.
const GRACE: Duration = Duration::from_millis(800);

/// Checks the program in the JVM at the other end of the socket `fd`; the exit status.
pub fn attach(fd: RawFd, options: &str) -> u8 {
    let stream = match inherited(fd) {
        Ok(stream) => stream,
        Err(message) => return fail(message),
    };
    // A JVM that runs has one memory model for ever, so there cannot be all.
    let parsed = Options::parse_agent(options).and_then(|options| {
        options.contradictions()?;
        options.one_job("this JVM is the only one; `mcr check` starts several")?;
        options.no_dependences()?;
        try_targets(&options)?;
        Ok((options.single_model()?, options))
    });
    let (model, options) = match parsed {
        Ok(parsed) => parsed,
        Err(message) => {
            // The agent is to end the JVM with the same status, so it is told in its own language.
            let status = fail(message);
            let greeted = Options::parse_agent("")
                .map(|defaults| Session::attach(stream, &defaults.configure(MemoryModel::Sc), &Stop::default()));
            if let Ok(Ok(session)) = greeted {
                session.quit(i32::from(status));
            }
            return status;
        }
    };
    let stop = Stop::after(options.timeout);
    on_interrupt(&stop);
    let start = Instant::now();
    let parent = rustix::process::getppid();
    let mut session = match Session::attach(stream, &options.configure(model), &stop) {
        Ok(session) => session,
        Err(error) => {
            let run = broken(model, &error, start);
            let checked = Checked { run, classes: Classes::default(), setting: None };
            return finish(&options, checked, &stop, &About::of(&options, &[]));
        }
    };
    if let Err(error) = watch(session.stream(), &stop) {
        return fail(format_args!("cannot watch the connection with the JVM: {error}"));
    }
    let run = explore(&mut session, model, &options, &stop, start);
    let started = started_by(parent);
    let setting = started.as_ref().map(|(command, directory)| session.setting(command, directory));
    let about = About::of(&options, started.as_ref().map(|(command, _)| command.as_slice()).unwrap_or_default());
    let status = finish(&options, Checked { run, classes: session.classes().clone(), setting }, &stop, &about);
    session.quit(i32::from(status));
    status
}

/// How the JVM was started: its command without this project's agent, and its working directory. None if the system does not tell.
fn started_by(jvm: Option<Pid>) -> Option<(Vec<OsString>, PathBuf)> {
    let process = PathBuf::from(format!("/proc/{}", jvm?.as_raw_nonzero()));
    let line = fs::read(process.join("cmdline")).ok()?;
    let words = line.strip_suffix(b"\0")?.split(|byte| *byte == 0).skip(1);
    let java = fs::read_link(process.join("exe")).ok()?.into_os_string();
    let is_agent =
        |word: &&[u8]| word.starts_with(b"-agentpath:") && String::from_utf8_lossy(word).contains("libmcr.so");
    let arguments = words.filter(|word| !is_agent(word)).map(|word| OsString::from_vec(word.to_vec()));
    Some((iter::once(java).chain(arguments).collect(), fs::read_link(process.join("cwd")).ok()?))
}

/// Takes the socket that the agent has passed.
fn inherited(fd: RawFd) -> Result<UnixStream, String> {
    let refused = || format!("file descriptor {fd} is no socket; `mcr attach` is used by the agent, not by hand");
    if fd <= 2 || !Path::new(&format!("/proc/self/fd/{fd}")).exists() {
        return Err(refused());
    }
    // SAFETY: the descriptor is open (just looked up) and nothing in this process owns it: the process has opened no file
    // yet that it still has, and its parent passed this one to be taken over.
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    rustix::net::sockopt::socket_type(&fd).map_err(|_| refused())?;
    rustix::io::fcntl_setfd(&fd, rustix::io::FdFlags::CLOEXEC).map_err(|_| refused())?;
    Ok(UnixStream::from(fd))
}

/// Asks to stop as soon as the JVM is gone, and ends this process if that takes too long.
fn watch(stream: &UnixStream, stop: &Stop) -> io::Result<()> {
    let stream = stream.try_clone()?;
    let stop = stop.clone();
    thread::spawn(move || {
        while let Ok(0) | Err(rustix::io::Errno::INTR) = poll(&mut [PollFd::new(&stream, PollFlags::RDHUP)], None) {}
        stop.lose();
        thread::sleep(GRACE);
        process::exit(i32::from(ERROR));
    });
    Ok(())
}
