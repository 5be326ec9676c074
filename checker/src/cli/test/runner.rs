//! Explores tests one after the other, many in one JVM.
//!
//! A JVM serves all tests that are to be run in the same way ([`Configure`]); it is given up after an execution that has not come to its end, and
//! where something was found to be wrong with the check itself.

use crate::cli::check::{broken, explore};
use crate::cli::failures;
use crate::cli::options::Options;
use crate::explore::Conclusion;
use crate::model::differs;
use crate::report::Report;
use crate::report::comparison::Part;
use crate::session::command::JavaCommand;
use crate::session::launch::find_agent;
use crate::session::stop::Stop;
use crate::session::{Classes, Session, Setting};
use mcr_protocol::{Configure, MemoryModel};
use std::ffi::OsString;
use std::time::Instant;

/// The class of the Java part that runs one test.
const MAIN: &str = "dev.mcr.junit.run.RunOne";
/// Tells the annotations of the project that tests are explored.
const EXPLORED: &str = "-Dmcr.explored=true";

/// A test as a program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Unique ids of JUnit: it has one of them.
    pub ids: Vec<String>,
    /// What it is called: `QueueTest-put`.
    pub title: String,
}

/// JVMs in which tests run.
pub struct Runner {
    /// `java` and its options, class path included.
    java: Vec<OsString>,
    stop: Stop,
    sessions: Vec<(Configure, Session)>,
    /// JVMs that were started.
    pub started: u32,
    /// Executions in all of them.
    pub executions: u64,
}

impl Runner {
    /// No JVM yet. `java`: the launcher and its options, the class path included.
    pub fn new(mut java: Vec<OsString>, stop: &Stop) -> Runner {
        java.push(EXPLORED.into());
        Runner { java, stop: stop.clone(), sessions: Vec::new(), started: 0, executions: 0 }
    }

    /// Explores a test under each memory model that is wanted.
    pub fn explore(&mut self, options: &Options, program: &Program) -> Vec<Part> {
        let stop = self.stop.within(options.timeout);
        let models = options.memory_model.each();
        let mut parts: Vec<Part> = Vec::new();
        for (model, rest) in models.iter().zip((1..=models.len()).rev()) {
            parts.push(self.under(*model, options, program, &stop.part(rest)));
            if matches!(parts.last(), Some(part) if matches!(part.run.exploration.conclusion, Conclusion::Error(_))) {
                break;
            }
        }
        parts
    }

    fn under(&mut self, model: MemoryModel, options: &Options, program: &Program, stop: &Stop) -> Part {
        let part = self.once(model, options, program, stop);
        let meant = |reason: &String| options.local_states.0 && !options.audit && differs::is_meant_by(reason);
        match &part.run.exploration.conclusion {
            Conclusion::Error(reason) if meant(reason) => {
                eprintln!("mcr: warning: {reason}; beginning anew with --local-states off")
            }
            _ => return part,
        }
        let mut apart = options.clone();
        apart.local_states.0 = false;
        self.once(model, &apart, program, stop)
    }

    fn once(&mut self, model: MemoryModel, options: &Options, program: &Program, stop: &Stop) -> Part {
        let start = Instant::now();
        let configure = options.configure(model);
        let session = self.take(&configure, stop).and_then(|mut session| {
            session.next_program(program.ids.clone(), options.max_events(), stop)?;
            Ok(session)
        });
        let mut session = match session {
            Ok(session) => session,
            Err(error) => {
                let run = broken(model, &error, start);
                let report = Report::new(&run, &options.strategy, Classes::default());
                return Part { run, report };
            }
        };
        let run = explore(&mut session, model, options, stop, start);
        self.executions += run.exploration.executions;
        let setting = self.setting(&session, program);
        let mut report = Report::new(&run, &options.strategy, session.classes().clone());
        if let Err(error) = failures::write(options, &run, &setting, &mut report, |_| true) {
            eprintln!("mcr: warning: no failure files: {error:#}; --output DIR puts them elsewhere");
        }
        if session.is_over() || matches!(run.exploration.conclusion, Conclusion::Error(_)) {
            session.quit(0);
        } else {
            self.sessions.push((configure, session));
        }
        Part { run, report }
    }

    /// How to run the test once more, by itself.
    fn setting(&self, session: &Session, program: &Program) -> Setting {
        let directory = std::env::current_dir().unwrap_or_default();
        let setting = session.setting(&self.command(&program.ids), &directory);
        Setting { title: Some(program.title.clone()), ..setting }
    }

    fn command(&self, ids: &[String]) -> Vec<OsString> {
        let words = self.java.iter().cloned().chain([MAIN.into()]);
        words.chain(ids.iter().map(OsString::from)).collect()
    }

    /// A JVM that runs programs in this way.
    fn take(&mut self, configure: &Configure, stop: &Stop) -> anyhow::Result<Session> {
        if let Some(at) = self.sessions.iter().position(|(of, _)| of == configure) {
            return Ok(self.sessions.swap_remove(at).1);
        }
        self.started += 1;
        let command = JavaCommand::parse(&self.command(&[])).map_err(anyhow::Error::msg)?;
        Session::launch(&command, &find_agent()?, configure, stop)
    }

    /// Ends all JVMs.
    pub fn quit(self) {
        self.sessions.into_iter().for_each(|(_, session)| session.quit(0));
    }
}
