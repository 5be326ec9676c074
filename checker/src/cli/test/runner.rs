//! Explores tests one after the other, many in one JVM.
//!
//! A JVM serves all tests that are to be run in the same way ([`Configure`]); it is given up after an execution that has not come to its end, and
//! where something was found to be wrong with the check itself.

use crate::cli::check::{broken, explore, unless_executions_differ};
use crate::cli::failures;
use crate::cli::options::Options;
use crate::cli::own_lines::Teller;
use crate::session::Setting;
use crate::session::command::JavaCommand;
use crate::session::jvms::Jvms;
use crate::session::launch::find_agent;
use crate::session::stop::Stop;
use mcr_explore::Conclusion;
use mcr_model::classes::Classes;
use mcr_protocol::{Configure, MemoryModel};
use mcr_report::comparison::Part;
use mcr_report::{Report, Run};
use std::ffi::OsString;
use std::time::Instant;

/// Tells the annotations of the project that tests are explored.
const EXPLORED: &str = "-Dmcr.explored=true";

/// A test as a program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The arguments of the main method; for JUnit, unique ids, of which the test has one.
    pub ids: Vec<String>,
    /// What it is called: `QueueTest-put`.
    pub title: String,
}

/// What came of a test in one JVM.
struct Explored {
    run: Run,
    /// The JVM, if it was started.
    session: Option<Jvms>,
}

/// JVMs in which tests run.
pub struct Runner {
    /// `java` and its options, class path included.
    java: Vec<OsString>,
    /// The class of the Java part that runs one test.
    main: &'static str,
    stop: Stop,
    sessions: Vec<(Configure, Jvms)>,
    /// Tells the calls of failures.
    teller: Teller,
    /// JVMs that were started.
    pub started: u32,
    /// Executions in all of them.
    pub executions: u64,
}

impl Runner {
    /// No JVM yet. `java`: the launcher and its options, the class path included. `main`: the class of the Java part that runs one test.
    pub fn new(mut java: Vec<OsString>, main: &'static str, stop: &Stop) -> Runner {
        java.push(EXPLORED.into());
        let (stop, teller) = (stop.clone(), Teller::default());
        Runner { java, main, stop, sessions: Vec::new(), teller, started: 0, executions: 0 }
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
        let mut part = unless_executions_differ(
            options,
            |part: &mut Part| &mut part.run,
            |options| self.once(model, options, program, stop),
        );
        part.report.executions = part.run.exploration.executions;
        part
    }

    fn once(&mut self, model: MemoryModel, options: &Options, program: &Program, stop: &Stop) -> Part {
        let configure = options.configure(model);
        let known = self.sessions.iter().position(|(of, _)| *of == configure);
        let had_others = known.is_some();
        let session = known.map(|at| self.sessions.swap_remove(at).1);
        let mut explored = self.run(session, (model, &configure), options, program, stop);
        // An error is not to be the fault of another test.
        if had_others && matches!(explored.run.exploration.conclusion, Conclusion::Error(_)) && !stop.cancelled() {
            let alone = self.run(None, (model, &configure), options, program, stop);
            self.keep(configure.clone(), std::mem::replace(&mut explored, alone));
        }
        let classes = explored.session.as_ref().map_or_else(Classes::default, |session| session.classes().clone());
        let setting = explored.session.as_ref().map(|session| self.setting(session, program));
        if let Some(setting) = setting.as_ref().filter(|_| options.calls.0) {
            self.teller.tell(&mut explored.run, setting, stop);
        }
        let mut report = Report::new(&explored.run, &options.strategy, classes);
        report.recorded_peers = setting.as_ref().map(Setting::peers).unwrap_or_default();
        if let Some(setting) = setting
            && let Err(error) = failures::write(options, &explored.run, &setting, &mut report, |_| true)
        {
            eprintln!("mcr: warning: no failure files: {error:#}; --output DIR puts them elsewhere");
        }
        let run = explored.run.clone();
        self.keep(configure, explored);
        Part { run, report }
    }

    /// Explores a test in this JVM, or in a new one.
    fn run(
        &mut self,
        session: Option<Jvms>,
        (model, configure): (MemoryModel, &Configure),
        options: &Options,
        program: &Program,
        stop: &Stop,
    ) -> Explored {
        let start = Instant::now();
        let session = session.map_or_else(|| self.launch(configure, options, stop), Ok).and_then(|mut session| {
            session.next_program(program.ids.clone(), options.max_events(), stop)?;
            Ok(session)
        });
        match session {
            Ok(mut session) => {
                let before = session.started();
                let run = explore(&mut session, model, options, stop, start);
                self.started += session.started() - before;
                self.executions += run.exploration.executions;
                Explored { run, session: Some(session) }
            }
            Err(error) => Explored { run: broken(model, &error, start), session: None },
        }
    }

    /// Keeps a JVM for the next test, if it can run one.
    fn keep(&mut self, configure: Configure, explored: Explored) {
        let Explored { run, session: Some(session) } = explored else { return };
        let is_known = self.sessions.iter().any(|(of, _)| *of == configure);
        if is_known || session.is_over() || matches!(run.exploration.conclusion, Conclusion::Error(_)) {
            session.quit();
        } else {
            self.sessions.push((configure, session));
        }
    }

    /// How to run the test once more, by itself.
    fn setting(&self, session: &Jvms, program: &Program) -> Setting {
        let directory = std::env::current_dir().unwrap_or_default();
        let setting = session.setting(&self.command(&program.ids), &directory);
        Setting { title: Some(program.title.clone()), ..setting }
    }

    fn command(&self, ids: &[String]) -> Vec<OsString> {
        let words = self.java.iter().cloned().chain([self.main.into()]);
        words.chain(ids.iter().map(OsString::from)).collect()
    }

    /// A new JVM that runs programs in this way.
    fn launch(&mut self, configure: &Configure, options: &Options, stop: &Stop) -> anyhow::Result<Jvms> {
        self.started += 1;
        let command = JavaCommand::parse(&self.command(&[])).map_err(anyhow::Error::msg)?;
        Jvms::launch(&command, &find_agent()?, configure, stop, options.jobs())
    }

    /// Ends all JVMs.
    pub fn quit(mut self) {
        self.teller.quit();
        self.sessions.into_iter().for_each(|(_, session)| session.quit());
    }
}
