//! What went wrong in the user's own lines: each failure is run once more, in a JVM in which the program's own classes tell what they call.
//!
//! That JVM is another one than those of the exploration, so telling costs executions nothing, and cannot change them. Its first execution may differ from
//! others (it fills caches of the JDK); so a failure that is not shown event by event is run a second time.
//!
//! Invariant: calls are given to a failure only if the execution that told them is that failure, event by event. Else the failure is shown without.

use crate::failure::{Changes, Failure, Replay, compare};
use crate::session::command::JavaCommand;
use crate::session::input::Source;
use crate::session::launch::find_agent;
use crate::session::network;
use crate::session::stop::Stop;
use crate::session::{Session, Setting};
use anyhow::bail;
use mcr_explore::{Race, Violation};
use mcr_model::symbols::{Symbols, is_class_of_jdk};
use mcr_protocol::{Calls, Configure, Event, SiteId, Trace};
use mcr_report::Run;
use mcr_report::snippet::Sources;
use std::ffi::OsString;
use std::time::Duration;

/// How long all failures of a check may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Violations of a check that are run once more, and races in code of the JDK.
const VIOLATIONS: usize = 40;
const RACES: usize = 10;

/// A JVM that tells calls, once one is needed.
#[derive(Default)]
pub struct Teller {
    session: Option<Session>,
    /// How the program is run in it, apart from its arguments.
    configure: Option<Configure>,
    /// What the program is given in it.
    arguments: Vec<OsString>,
    symbols: Symbols,
    /// It could not be started, or has failed.
    broken: bool,
}

impl Teller {
    /// Finds out the calls of what was found. What cannot be told is left as it is, and said once.
    pub fn tell(&mut self, run: &mut Run, setting: &Setting, stop: &Stop) {
        let found = &mut run.exploration;
        let inside = |race: &Race, symbols: &Symbols| {
            race.accesses
                .iter()
                .any(|access| symbols.site(access.site).is_some_and(|site| is_class_of_jdk(&site.class)))
        };
        let races = found.races.iter().enumerate().filter(|(_, race)| inside(race, &found.symbols));
        let races: Vec<usize> = races.map(|(index, _)| index).take(RACES).collect();
        if self.broken || found.violations.is_empty() && races.is_empty() {
            return;
        }
        let stop = stop.within(Some(LIMIT));
        let mut symbols = std::mem::take(&mut found.symbols);
        let told = || -> anyhow::Result<()> {
            for violation in found.violations.iter_mut().take(VIOLATIONS) {
                violation.calls = self.calls(violation, setting, &mut symbols, &stop)?;
            }
            for index in races {
                let race = &mut found.races[index];
                race.calls = self.calls(&race.violation(), setting, &mut symbols, &stop)?;
            }
            Ok(())
        }();
        found.symbols = symbols;
        if let Err(error) = told {
            self.broken = true;
            if !stop.cancelled() {
                eprintln!("mcr: warning: calls are not shown: {error:#}");
            }
        }
    }

    /// The calls of one failure, with the numbers of places and events that it has in the exploration; none if it does not show again.
    fn calls(
        &mut self,
        violation: &Violation,
        setting: &Setting,
        symbols: &mut Symbols,
        stop: &Stop,
    ) -> anyhow::Result<Option<Box<Calls>>> {
        self.prepare(setting, stop)?;
        let Teller { session: Some(session), symbols: own, .. } = self else { bail!("no JVM") };
        let failure = Failure::bare(violation, symbols, setting);
        for _ in 0..2 {
            let mut trace = session.settled(&violation.schedule)?;
            own.learn(&trace);
            let calls = trace.calls.take();
            let compared = compare(&failure, &trace, own, &Changes::default(), &Sources::none());
            if matches!(compared.replay, Replay::Exact(_) | Replay::Longer(..)) {
                return Ok(calls.map(|calls| Box::new(translated(*calls, &trace, violation, own, symbols))));
            }
        }
        Ok(None)
    }

    /// Makes the JVM ready for a program: the one that it runs, or another one that is run in the same way.
    fn prepare(&mut self, setting: &Setting, stop: &Stop) -> anyhow::Result<()> {
        let wanted = Configure { tells_calls: true, insights: Vec::new(), ..setting.configure.clone() };
        let arguments = setting.program_arguments();
        if self.configure.as_ref() != Some(&wanted) {
            self.quit();
            let command = setting.arguments();
            let mut command = JavaCommand::parse(&command).map_err(anyhow::Error::msg)?;
            command.directory = Some(setting.working_directory());
            let configure = Configure { insights: setting.configure.insights.clone(), ..wanted.clone() };
            self.session = Some(Session::launch(&command, &find_agent()?, &configure, stop)?);
            (self.configure, self.arguments, self.symbols) = (Some(wanted), arguments, Symbols::default());
        } else if self.arguments != arguments {
            let Some(session) = &mut self.session else { bail!("no JVM") };
            let words = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            session.next_program(words, setting.configure.max_events, stop)?;
            self.symbols = Symbols::default();
            self.arguments = arguments;
        }
        if let Some(session) = &mut self.session {
            session.know(&setting.configure.insights)?;
            session.set_input(Source::recorded(&setting.input));
            session.set_network(network::Source::recorded(&setting.network));
        }
        Ok(())
    }

    /// Ends the JVM.
    pub fn quit(&mut self) {
        if let Some(session) = self.session.take() {
            session.quit(0);
        }
        self.configure = None;
    }
}

/// Calls with the numbers that places and events have in the exploration.
fn translated(mut calls: Calls, trace: &Trace, violation: &Violation, own: &Symbols, symbols: &mut Symbols) -> Calls {
    let positions = positions(&trace.events, &violation.events);
    let end = violation.events.len() as u64;
    calls.calls.retain(|call| place(&positions, call.begin) <= end);
    for call in &mut calls.calls {
        call.begin = place(&positions, call.begin);
        // What has happened after the failure is no part of it.
        call.end = call.end.map(|end| place(&positions, end)).filter(|place| *place <= end);
        if call.end.is_none() {
            call.result = None;
            call.threw = false;
        }
    }
    for method in &mut calls.methods {
        method.site = own.site(method.site).map_or(SiteId::NONE, |site| symbols.adopt(site));
    }
    calls
}

/// For each number of events of the one sequence how many there are of the other by then; all but writes that arrive are in both, as far as both go.
fn positions(came: &[Event], recorded: &[Event]) -> Vec<u64> {
    let mut ends =
        recorded.iter().enumerate().filter(|(_, event)| !event.is_arrival()).map(|(index, _)| index as u64 + 1);
    let mut positions = vec![0];
    let mut position = 0;
    for event in came {
        if !event.is_arrival() {
            // Behind the end of what is recorded.
            position = ends.next().unwrap_or(recorded.len() as u64 + 1);
        }
        positions.push(position);
    }
    positions
}

fn place(positions: &[u64], events: u64) -> u64 {
    let index = usize::try_from(events).unwrap_or(usize::MAX).min(positions.len().saturating_sub(1));
    positions.get(index).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::{Action, LocationId, Outcome, ThreadId, Value};

    fn events(story: &str) -> Vec<Event> {
        let event = |c| Event {
            thread: ThreadId::MAIN,
            site: SiteId(1),
            action: match c {
                'a' => Action::Arrive(LocationId(1), Value(1)),
                _ => Action::Read(LocationId(1)),
            },
            outcome: Outcome::Done,
        };
        story.chars().map(event).collect()
    }

    #[test]
    fn events_keep_their_places_whenever_writes_arrive() {
        assert_eq!(positions(&events("rarr"), &events("rrar")), [0, 1, 1, 2, 4]);
        assert_eq!(positions(&events("rrr"), &events("rrr")), [0, 1, 2, 3]);
    }

    #[test]
    fn what_comes_after_the_recorded_events_is_behind_their_end() {
        let positions = positions(&events("rrrr"), &events("rr"));
        assert_eq!(positions, [0, 1, 2, 3, 3]);
        assert_eq!((place(&positions, 2), place(&positions, 9)), (2, 3));
    }
}
