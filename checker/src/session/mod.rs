//! One JVM with the agent in it, as a program that can be run again and again.
//!
//! A session begins with the agent's connection ([`launch`] or a stream that the agent itself provides), then each
//! execution is one schedule sent and one trace received ([`link`]).
//!
//! Invariant: after an error the session is over; nothing is tried twice, so nothing is counted twice.

pub mod command;
pub mod crew;
pub mod input;
pub mod jvm;
pub mod jvms;
pub mod launch;
pub mod link;
pub mod network;
mod processor;
pub mod setting;
mod sites;
pub mod stop;
mod tail;
#[cfg(test)]
mod tests;
mod worker;

use anyhow::{anyhow, bail};
use command::JavaCommand;
use input::Source;
use jvm::{Jvm, describe};
use link::{Link, LinkError};
use mcr_explore::{Interrupted, Program};
use mcr_model::classes::Classes;
use mcr_protocol::{Configure, End, FromAgent, Insight, PROTOCOL_VERSION, Schedule, ToAgent, Trace};
pub use setting::{Argument, Setting};
use std::ffi::OsString;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;
use stop::{Stop, Stopped};

/// How long a JVM may take until its agent has connected and said hello.
const START: Duration = Duration::from_secs(20);

/// How long a JVM may take to end when told to.
const END: Duration = Duration::from_secs(2);

/// A connected agent, ready to run the program.
pub struct Session {
    link: Link,
    /// The process, if this checker has started it.
    jvm: Option<Jvm>,
    classes: Classes,
    executed: bool,
    /// The JVM has ended by itself, or closed the connection.
    died: bool,
    /// An execution was sent and has not been answered with a trace.
    unanswered: bool,
    version: String,
    configure: Configure,
    input: Source,
    network: network::Source,
    stop: Stop,
}

impl Session {
    /// Starts a JVM.
    ///
    /// # Errors
    /// If it does not start, or its agent does not answer as it should.
    pub fn launch(command: &JavaCommand, agent: &Path, configure: &Configure, stop: &Stop) -> anyhow::Result<Session> {
        processor::roam();
        let (jvm, stream) = launch::launch(command, agent, START, stop)?;
        let session = Session::greet(stream, Some(jvm), configure, stop)?;
        processor::beside(command.processor);
        Ok(session)
    }

    /// Takes the stream of an agent that has started this checker.
    ///
    /// # Errors
    /// If the agent does not answer as it should.
    pub fn attach(stream: UnixStream, configure: &Configure, stop: &Stop) -> anyhow::Result<Session> {
        let session = Session::greet(stream, None, configure, stop)?;
        processor::beside(0);
        Ok(session)
    }

    fn greet(stream: UnixStream, jvm: Option<Jvm>, configure: &Configure, stop: &Stop) -> anyhow::Result<Session> {
        let link =
            Link::new(stream, stop).map_err(|error| anyhow!("cannot use the connection with the JVM: {error}"))?;
        let mut session = Session {
            link,
            jvm,
            classes: Classes::default(),
            executed: false,
            died: false,
            unanswered: false,
            version: String::new(),
            configure: configure.clone(),
            input: Source::Standard,
            network: network::Source::Standard(Vec::new()),
            stop: stop.clone(),
        };
        session.classes = Classes::unknown(configure);
        let hello = session.link.hello(START).map_err(|error| session.explain(error))?;
        if hello.protocol != PROTOCOL_VERSION {
            bail!(
                "the agent (version {}) speaks protocol {}, this checker {PROTOCOL_VERSION}; use libmcr.so and mcr of one \
                 version",
                hello.agent,
                hello.protocol
            );
        }
        session.version = hello.jvm;
        session.link.send(&ToAgent::Configure(configure.clone())).map_err(|error| session.explain(error))?;
        Ok(session)
    }

    /// What became of the program's classes so far.
    #[must_use]
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// From the next execution on, runs the main class with other arguments: that is another program, of which nothing is known.
    ///
    /// # Errors
    /// When the agent cannot be told.
    pub fn next_program(&mut self, arguments: Vec<String>, max_events: u64, stop: &Stop) -> anyhow::Result<()> {
        self.stop = stop.clone();
        self.link.set_stop(stop);
        self.classes.not_covered.clear();
        self.network = network::Source::Standard(arguments.clone());
        self.link.send(&ToAgent::Program(arguments)).map_err(|error| self.interrupted(error))?;
        self.give_up_after(max_events)
    }

    /// From the next execution on this is known of the program as well, if it was not.
    ///
    /// # Errors
    /// When the agent cannot be told.
    pub fn know(&mut self, insights: &[Insight]) -> anyhow::Result<()> {
        let known = &self.configure.insights;
        let new: Vec<Insight> = insights.iter().filter(|insight| !known.contains(insight)).copied().collect();
        if new.is_empty() { Ok(()) } else { self.begin_anew(new) }
    }

    /// Runs the program under a schedule; again, where it shows something that was not known.
    ///
    /// # Errors
    /// As [`Program::execute`].
    pub fn settled(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        /// Times that it may show something.
        const MOST: usize = 8;
        let mut trace = self.execute(schedule)?;
        for _ in 0..MOST {
            if trace.end != End::Restart {
                break;
            }
            let names = trace;
            trace = self.execute(schedule)?;
            // What was named in the run that was given up is not named again.
            trace.new_sites.extend(names.new_sites);
            trace.new_threads.extend(names.new_threads);
            trace.new_locations.extend(names.new_locations);
            trace.new_objects.extend(names.new_objects);
        }
        Ok(trace)
    }

    /// From the next execution on this is known of the program, and the exploration begins anew.
    ///
    /// # Errors
    /// When the agent cannot be told.
    fn begin_anew(&mut self, insights: Vec<Insight>) -> anyhow::Result<()> {
        self.configure.insights.extend_from_slice(&insights);
        self.link.send(&ToAgent::BeginAnew(insights)).map_err(|error| self.interrupted(error))
    }

    /// Whether nothing more can be run: the last execution has not come to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.unanswered
    }

    /// Whether the JVM has ended by itself, or closed the connection.
    #[must_use]
    pub fn has_died(&self) -> bool {
        self.died
    }

    /// What the JVM says that it is.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Gives the program another input than that of this process.
    pub fn set_input(&mut self, input: Source) {
        self.input = input;
    }

    /// Gives the program what was recorded of its connections, and no others.
    pub fn set_network(&mut self, network: network::Source) {
        self.network = network;
    }

    /// How this JVM runs the program which a command has started.
    #[must_use]
    pub fn setting(&self, command: &[OsString], directory: &Path) -> Setting {
        let told = (&self.input, &self.network);
        Setting::new((command, directory), &self.version, &self.configure, &self.classes, told)
    }

    /// The process id of the JVM, if this checker has started it.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.jvm.as_ref().map(Jvm::id)
    }

    /// The connection, to watch it.
    #[must_use]
    pub fn stream(&self) -> &UnixStream {
        self.link.stream()
    }

    /// Ends the JVM with this exit status.
    pub fn quit(mut self, status: i32) {
        let told = self.link.farewell(&ToAgent::Quit(status));
        if let (true, Some(jvm)) = (told, &mut self.jvm) {
            jvm.wait(END);
        }
    }

    /// Waits for the trace of the running program, and gives the program what it reads.
    fn trace(&mut self) -> anyhow::Result<Trace> {
        loop {
            let answer = match self.link.receive() {
                Ok(FromAgent::Trace(trace)) => return Ok(*trace),
                Ok(FromAgent::Fatal(message)) => bail!("{message}"),
                Ok(FromAgent::Input { entry, wait }) => self.input.entry(entry, wait, &self.stop).map(ToAgent::Input),
                Ok(FromAgent::Network(request)) => self.network.answer(request, &self.stop).map(ToAgent::Network),
                Err(error) => return Err(self.interrupted(error)),
            };
            let answer = match answer {
                Err(error) if stopped(&error).is_some() => return Err(error.context(Interrupted)),
                answer => answer?,
            };
            self.link.send(&answer).map_err(|error| self.interrupted(error))?;
        }
    }

    /// Why there is no trace; that it was time to stop is no fault.
    fn interrupted(&mut self, error: LinkError) -> anyhow::Error {
        let error = self.explain(error);
        if stopped(&error).is_some() { error.context(Interrupted) } else { error }
    }

    /// Why the agent does not answer, for the user.
    fn explain(&mut self, error: LinkError) -> anyhow::Error {
        self.died |= matches!(error, LinkError::Closed);
        match (error, &mut self.jvm) {
            (LinkError::Stopped(stopped), _) => stopped.into(),
            (LinkError::Closed, Some(jvm)) => match jvm.wait(Duration::from_secs(1)) {
                Some(status) => anyhow!("the JVM {} while it was checked{}", describe(status), jvm.last_words()),
                None => anyhow!("the agent in the JVM closed the connection{}", jvm.last_words()),
            },
            (LinkError::Silent, Some(jvm)) => {
                anyhow!("the agent in the JVM did not say hello within {} s{}", START.as_secs(), jvm.last_words())
            }
            (error, _) => error.into(),
        }
    }
}

impl Program for Session {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        let message = ToAgent::Run(schedule.clone());
        self.unanswered = true;
        match self.link.send(&message) {
            // An agent that gives up says why before it goes.
            Ok(()) | Err(LinkError::Closed) => {}
            Err(error) => return Err(self.interrupted(error)),
        }
        let trace = self.trace()?;
        self.unanswered = false;
        self.classes.add(&self.configure, &trace);
        self.classes.cover(&trace);
        self.configure.insights.extend_from_slice(&trace.new_insights);
        if self.classes.rewritten == 0 && !self.executed && !matches!(trace.end, End::Unsupported(_)) {
            bail!("{}", nothing_rewritten(&self.classes.skipped));
        }
        self.executed = true;
        Ok(trace)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        // What is recorded of this session is what held when a failure was found.
        self.configure.max_events = events;
        self.link.send(&ToAgent::MaxEvents(events)).map_err(|error| self.interrupted(error))
    }
}

/// A run in which nothing was rewritten checks nothing.
fn nothing_rewritten(skipped: &[(String, String)]) -> String {
    let example = match skipped.first() {
        Some((class, reason)) => format!(" ({class}: {reason})"),
        None => String::new(),
    };
    format!(
        "none of the program's classes was rewritten, so nothing would be checked{example}; do --instrument and --exclude \
         fit its class names?"
    )
}

/// Whether an error only says that it was time to stop.
#[must_use]
pub fn stopped(error: &anyhow::Error) -> Option<Stopped> {
    error.downcast_ref::<Stopped>().copied()
}
