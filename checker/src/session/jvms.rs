//! The JVM, or the JVMs, that a program is explored in; and how many there should be.

use super::command::JavaCommand;
use super::crew::{Crew, Jobs};
use super::stop::Stop;
use super::{Session, Setting};
use mcr_explore::{Program, Ticket};
use mcr_model::classes::Classes;
use mcr_protocol::{Configure, Schedule, Trace};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::thread::available_parallelism;

/// JVMs beyond which more are of little use: the checker is one thread.
const MOST: usize = 8;

/// Bytes of memory that are to be free for each JVM.
const FOR_EACH: u64 = 1 << 30;

/// One JVM or several.
pub enum Jvms {
    /// One, which this thread talks to.
    One(Box<Session>),
    /// As many as are worth it.
    Several(Box<Crew>),
}

impl Jvms {
    /// Starts a JVM; others may follow.
    ///
    /// # Errors
    /// If it does not start, or its agent does not answer as it should.
    pub fn launch(
        command: &JavaCommand,
        agent: &Path,
        configure: &Configure,
        stop: &Stop,
        jobs: Jobs,
    ) -> anyhow::Result<Jvms> {
        if jobs.most <= 1 {
            return Session::launch(command, agent, configure, stop).map(|session| Jvms::One(Box::new(session)));
        }
        Crew::launch(command, agent, configure, stop, jobs).map(|crew| Jvms::Several(Box::new(crew)))
    }

    /// See [`Session::next_program`].
    ///
    /// # Errors
    /// When the agent cannot be told.
    pub fn next_program(&mut self, arguments: Vec<String>, max_events: u64, stop: &Stop) -> anyhow::Result<()> {
        match self {
            Jvms::One(session) => session.next_program(arguments, max_events, stop),
            Jvms::Several(crew) => {
                crew.next_program(arguments, max_events, stop);
                Ok(())
            }
        }
    }

    /// Whether nothing more can be run.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self {
            Jvms::One(session) => session.is_over(),
            Jvms::Several(crew) => crew.is_over(),
        }
    }

    /// JVMs that were started, but for those that have replaced others.
    #[must_use]
    pub fn started(&self) -> u32 {
        match self {
            Jvms::One(_) => 1,
            Jvms::Several(crew) => crew.started(),
        }
    }

    /// What became of the program's classes so far.
    #[must_use]
    pub fn classes(&self) -> &Classes {
        match self {
            Jvms::One(session) => session.classes(),
            Jvms::Several(crew) => crew.classes(),
        }
    }

    /// How the program is run which a command has started.
    #[must_use]
    pub fn setting(&self, command: &[OsString], directory: &Path) -> Setting {
        match self {
            Jvms::One(session) => session.setting(command, directory),
            Jvms::Several(crew) => crew.setting(command, directory),
        }
    }

    /// Ends what was started.
    pub fn quit(self) {
        match self {
            Jvms::One(session) => session.quit(0),
            Jvms::Several(crew) => crew.quit(),
        }
    }
}

impl Program for Jvms {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        match self {
            Jvms::One(session) => session.execute(schedule),
            Jvms::Several(crew) => crew.execute(schedule),
        }
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        match self {
            Jvms::One(session) => session.give_up_after(events),
            Jvms::Several(crew) => crew.give_up_after(events),
        }
    }

    fn at_once(&mut self) -> usize {
        match self {
            Jvms::One(_) => 1,
            Jvms::Several(crew) => crew.at_once(),
        }
    }

    fn submit(&mut self, ticket: Ticket, schedule: &Schedule) -> anyhow::Result<()> {
        match self {
            Jvms::One(session) => session.submit(ticket, schedule),
            Jvms::Several(crew) => crew.submit(ticket, schedule),
        }
    }

    fn finished(&mut self, wait: bool) -> anyhow::Result<Option<(Ticket, Trace)>> {
        match self {
            Jvms::One(_) => Ok(None),
            Jvms::Several(crew) => crew.finished(wait),
        }
    }
}

impl Jobs {
    /// As many as the user wants; else as many as there are processors, and as there is memory for.
    #[must_use]
    pub fn new(wanted: Option<u32>) -> Jobs {
        match wanted {
            Some(most) => Jobs { most: most as usize, wanted: true },
            None => {
                let processors = available_parallelism().map_or(1, usize::from);
                let memory = free_memory().map_or(MOST, |bytes| usize::try_from(bytes / FOR_EACH).unwrap_or(MOST));
                Jobs { most: processors.min(memory).clamp(1, MOST), wanted: false }
            }
        }
    }
}

/// Bytes of memory that processes may still take, as far as the system tells.
fn free_memory() -> Option<u64> {
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    group.into_iter().chain(system).min()
}

/// What `/proc/meminfo` says.
fn available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_jvms_as_processors_unless_the_user_says_otherwise() {
        assert_eq!(Jobs::new(Some(3)), Jobs { most: 3, wanted: true });
        let Jobs { most, wanted } = Jobs::new(None);
        assert!((1..=MOST).contains(&most) && !wanted);
    }

    #[test]
    fn free_memory_is_what_the_system_says() {
        assert_eq!(available("MemTotal:  9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(available("MemTotal:  9 kB\n"), None);
    }
}
