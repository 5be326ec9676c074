//! Running the program: the trace that is examined, and replays of what was predicted.
//!
//! A replay follows the events that were predicted, and then goes on by the default policy. It confirms a prediction only if all these events came,
//! with their outcomes, and what was predicted came next. If some of them were free to see something else, what they and others see, and write, and do
//! may be different: then as many steps of the same threads have to have come, and what was predicted is what comes next. It is judged by that alone.

use super::Prediction;
use super::examination::{Came, Confirm};
use super::reads::Which;
use super::way::Way;
use mcr_explore::{Conclusion, Interrupted, Progress, Race, RacesAre, schedule_of};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, End, Event, LocationId, Outcome, Pending, Schedule, ThreadId, Trace, Value};

/// Why it ends.
pub enum Halt {
    /// With this conclusion.
    Conclusion(Conclusion),
    /// A budget is used up, or the user stopped it.
    Budget(String),
    /// The program could not be run.
    Failure(anyhow::Error),
    /// Begin anew.
    Restart,
}

/// What follows from an error of the program.
pub fn conclusion_of(error: &anyhow::Error, reason: impl FnOnce(&str) -> String) -> Conclusion {
    if error.is::<Interrupted>() {
        return Conclusion::Incomplete(reason(&error.root_cause().to_string()));
    }
    Conclusion::Error(format!("{error:#}"))
}

impl Prediction<'_> {
    /// The trace to examine.
    pub(super) fn observe(&mut self) -> Result<Trace, Halt> {
        let trace = self.execute(&Schedule::default())?;
        if matches!(trace.end, End::StepLimit | End::OutputLimit) {
            let limit = if trace.end == End::StepLimit { " (--max-events)" } else { ", because it printed too much" };
            self.truncated = Some(format!("it was given up after {} events{limit}", trace.events.len()));
        }
        self.first_violation()?;
        Ok(trace)
    }

    fn execute(&mut self, schedule: &Schedule) -> Result<Trace, Halt> {
        if self.options.max_executions.is_some_and(|max| self.executions >= max) {
            return Err(Halt::Budget(format!("stopped after {} executions (--max-executions)", self.executions)));
        }
        self.poll()?;
        let trace = self.program.execute(schedule).map_err(Halt::Failure)?;
        self.executions += 1;
        self.events += trace.events.len() as u64;
        self.symbols.learn(&trace);
        match &trace.end {
            End::Restart => return Err(Halt::Restart),
            End::Unsupported(message) => return Err(Halt::Conclusion(Conclusion::Error(message.clone()))),
            End::Stuck { thread, message } => {
                let thread = self.symbols.thread_name(*thread);
                let message = format!("thread {thread} is stuck: {message}");
                return Err(Halt::Conclusion(Conclusion::Error(message)));
            }
            // What came before is no execution of anything that was asked for, but it is one.
            _ => self.findings.execution(&trace, self.executions),
        }
        self.observer.progress(&Progress {
            executions: self.executions,
            states: 0,
            local_behaviours: Some(0),
            violations: self.findings.violations.len() as u64,
        });
        Ok(trace)
    }

    /// At a violation, if the user wants only the first.
    fn first_violation(&self) -> Result<(), Halt> {
        if !self.options.keep_going && !self.findings.violations.is_empty() {
            return Err(Halt::Conclusion(Conclusion::FirstViolation));
        }
        Ok(())
    }
}

impl Confirm for Prediction<'_> {
    type Halt = Halt;

    fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    fn over(&self) -> Box<dyn Fn() -> bool + Sync + '_> {
        let (observer, options) = (&*self.observer, self.options);
        Box::new(move || observer.cancelled() || options.is_late())
    }

    /// When the user or the clock says so.
    fn poll(&self) -> Result<(), Halt> {
        if self.observer.cancelled() {
            return Err(Halt::Budget("stopped by the user".to_owned()));
        }
        if self.options.is_late() {
            return Err(Halt::Budget("stopped when its time was over (--timeout)".to_owned()));
        }
        Ok(())
    }

    fn race(&mut self, way: &Way, location: LocationId, accesses: [Pending; 2]) -> Result<Came, Halt> {
        let schedule = schedule_of(&way.events);
        let trace = self.execute(&schedule)?;
        let Some(after) = followed(&trace, way) else { return Ok(Came::Other) };
        let comes = |access: &Pending| {
            let next = next_of(&trace, after, access.thread)?;
            // What it writes does not matter for a race.
            let same = next.site == access.site && next.action.race_access() == access.action.race_access();
            (next == *access || way.free > 0 && same).then_some(next)
        };
        let [Some(one), Some(other)] = accesses.each_ref().map(comes) else { return Ok(Came::Other) };
        let accesses = [one, other];
        let events = trace.events[..after].to_vec();
        let first_execution = self.executions;
        let race = Race { location, accesses, events, schedule, first_execution, walker: None, calls: None };
        if self.options.races == RacesAre::Violations {
            self.findings.race(&race);
        }
        self.races.push(race);
        Ok(Came::Predicted)
    }

    /// They must be blocked there at the end.
    fn deadlock(&mut self, way: &Way, blocked: &[Pending]) -> Result<Came, Halt> {
        let trace = self.execute(&schedule_of(&way.events))?;
        let there = followed(&trace, way).is_some() && trace.end == End::Deadlock;
        Ok(Came::as_predicted(there && blocked.iter().all(|pending| trace.pending.contains(pending))))
    }

    /// What came of it is among the findings.
    fn read(&mut self, way: &Way, read: &Pending, value: Value, which: Which) -> Result<Came, Halt> {
        let thread = read.thread;
        let mut schedule = schedule_of(&way.events);
        schedule.push_run(thread);
        let violations = self.findings.violations.len();
        let trace = self.execute(&schedule)?;
        let Some(after) = followed(&trace, way) else { return Ok(Came::Other) };
        let next = trace.events[after..].iter().find(|event| event.thread == thread && !arrives(event));
        let read = next.filter(|event| event.site == read.site && event.action == read.action);
        let confirmed = read.is_some_and(|event| match event.outcome {
            Outcome::Read(seen) => seen == value,
            Outcome::Updated { old, .. } => old == value,
            _ => false,
        });
        if !confirmed {
            return Ok(Came::Other);
        }
        self.keep(trace);
        let is_harmless = which == Which::Null && self.findings.violations.len() == violations;
        Ok(if is_harmless { Came::Harmless } else { Came::Predicted })
    }

    fn go_on(&self) -> Result<(), Halt> {
        self.first_violation()
    }

    fn has_seen_enough(&self) -> bool {
        !self.is_limited() && self.executions > self.surprises
    }
}

fn arrives(event: &Event) -> bool {
    matches!(event.action, Action::Arrive(..))
}

/// Where the trace is when the events of a way have happened, if they have. Writes may have arrived that nobody mentioned.
fn followed(trace: &Trace, way: &Way) -> Option<usize> {
    let mut expected = way.events.iter().filter(|event| !arrives(event)).peekable();
    let comes = |expected: &Event, event: &Event| match way.free {
        0 => expected == event,
        _ => expected.thread == event.thread,
    };
    for (n, event) in trace.events.iter().enumerate() {
        if expected.peek().is_none() {
            return Some(n);
        }
        if !arrives(event) && !expected.next().is_some_and(|expected| comes(expected, event)) {
            return None;
        }
    }
    expected.peek().is_none().then_some(trace.events.len())
}

/// What a thread does next.
fn next_of(trace: &Trace, after: usize, thread: ThreadId) -> Option<Pending> {
    let event = trace.events[after..].iter().find(|event| event.thread == thread && !arrives(event));
    match event {
        Some(event) => Some(Pending { thread, site: event.site, action: event.action.clone() }),
        None => trace.pending.iter().find(|pending| pending.thread == thread).cloned(),
    }
}
