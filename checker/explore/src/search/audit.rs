//! Whether the histories that keys say need not be told apart ([`Options::audit`]) really need not be.
//!
//! After a search that has told all histories apart, its traces are taken in once more, merged: where one key has two futures, they
//! contradict each other. Then the model that they make is searched, if the first search was complete: it has to know all that can
//! happen there, and to find the same outcomes, violations and races. Races are compared only where a search finds all of them
//! ([`crate::races`]).
//!
//! [`Options::audit`]: crate::Options::audit

use super::merging::merged;
use super::{Search, Stop};
use crate::contract::{Conclusion, Options, Program, Reductions};
use crate::findings::Findings;
use crate::races::{Race, Races};
use mcr_model::differs;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Schedule, Trace};
use std::collections::BTreeSet;

/// What a search has found; races, where they are compared.
type Found<'a> = (&'a Findings, &'a Option<BTreeSet<[String; 2]>>);

/// What nobody can run.
struct Nothing;

/// That it was to be run.
#[derive(Debug)]
struct Asked;

impl std::fmt::Display for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("asked")
    }
}

impl Program for Nothing {
    fn execute(&mut self, _: &Schedule) -> anyhow::Result<Trace> {
        Err(anyhow::anyhow!("nothing is run in an audit").context(Asked))
    }

    fn give_up_after(&mut self, _: u64) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Search<'_> {
    /// Looks whether all that was learned could have been learned with histories merged; the conclusion then.
    pub(super) fn audited(&mut self, conclusion: Conclusion) -> Conclusion {
        if !self.options.audit || matches!(conclusion, Conclusion::Error(_)) {
            return conclusion;
        }
        match self.audit(conclusion == Conclusion::Complete) {
            Ok(()) => conclusion,
            Err(Refused::Wrong(message)) => Conclusion::AuditFailed(format!("audit: {message}")),
            Err(Refused::Unfinished(reason)) => Conclusion::Incomplete(format!(
                "every behaviour was explored, but the audit was not finished: {reason}"
            )),
        }
    }

    fn audit(&mut self, complete: bool) -> Result<(), Refused> {
        let (model, learner, _) = merged(&self.model, &self.kept.traces)
            .map_err(|(number, message)| Refused::Wrong(format!("execution {}: {message}", number + 1)))?;
        if !complete {
            return Ok(());
        }
        // Which of several threads is found does not count here.
        let reductions = Reductions { symmetry: false, ..self.options.reductions };
        let options = Options {
            audit: false,
            keep_going: true,
            minimise: false,
            max_executions: None,
            reductions,
            ..self.options.clone()
        };
        let mut nothing = Nothing;
        let mut again = Search::new(&mut nothing, &options, self.observer, self.code);
        again.model = model;
        again.learner = learner;
        again.executions = self.executions;
        (again.max_events, again.most_tried) = (self.max_events, self.most_tried);
        (again.max_output, again.raised_in_vain) = (self.max_output, self.raised_in_vain);
        match again.passes() {
            Ok(Conclusion::Complete) => {}
            Ok(other) | Err(Stop::Conclusion(other)) => return Err(refused(other)),
            Err(Stop::Failure(error)) if error.is::<Asked>() => return Err(Refused::Wrong(again.asked())),
            Err(Stop::Failure(error)) => return Err(Refused::Wrong(format!("{error:#}"))),
            Err(Stop::Restart | Stop::Merge) => return Err(Refused::Wrong("the search was to begin anew".to_owned())),
        }
        let symbols = &self.model.symbols;
        let races = !self.options.rules.memory_model.buffers();
        let found = [(&self.findings, &self.races), (&again.findings, &again.races)];
        let [apart, merged] = found.map(|(findings, found)| (findings, races.then(|| pairs(symbols, found))));
        let (apart, merged) = ((apart.0, &apart.1), (merged.0, &merged.1));
        if let Some(lost) = missing(symbols, apart, merged) {
            return Err(Refused::Wrong(format!("{lost} is not found where histories with the same key are merged")));
        }
        match missing(symbols, merged, apart) {
            Some(new) => {
                Err(Refused::Wrong(format!("{new} is found only where histories with the same key are merged")))
            }
            None => Ok(()),
        }
    }

    /// What an execution was needed for, in words: somebody comes to what nobody has done there.
    fn asked(&self) -> String {
        let place = |thread: &super::ThreadIx| {
            let at = self.state.thread(*thread).cell;
            let (cell, name) = (self.model.tries.cell(at), self.model.names.thread_id(*thread));
            let key = cell.key.map(|key| format!(" in local state {}", differs::local_state(key)));
            format!(
                "{} at {}{}",
                self.model.symbols.thread_name(name),
                self.model.symbols.place(cell.site),
                key.unwrap_or_default()
            )
        };
        let places: Vec<String> = self.running.iter().map(place).collect();
        format!(
            "where histories with the same key are merged, threads come where no execution has been: {}",
            places.join(", ")
        )
    }
}

/// Why an audit is not passed.
enum Refused {
    /// Something is wrong with keys; what.
    Wrong(String),
    /// It was stopped; why.
    Unfinished(String),
}

/// Why a search of the merged model did not come to its end.
fn refused(conclusion: Conclusion) -> Refused {
    match conclusion {
        Conclusion::Incomplete(reason) => Refused::Unfinished(reason),
        Conclusion::Error(reason) | Conclusion::AuditFailed(reason) => Refused::Wrong(reason),
        Conclusion::Complete | Conclusion::FirstViolation => Refused::Wrong("the search ended early".to_owned()),
    }
}

/// Places between which there are races: those of the first instructions of their lines.
fn pairs(symbols: &Symbols, races: &Races) -> BTreeSet<[String; 2]> {
    let places = |race: &Race| race.accesses.each_ref().map(|access| symbols.place(access.site));
    let mut pairs: Vec<[String; 2]> = races.found.iter().map(places).collect();
    pairs.iter_mut().for_each(|pair| pair.sort());
    pairs.into_iter().collect()
}

/// Something that was found, and not by another search; in words.
fn missing(symbols: &Symbols, one: Found, other: Found) -> Option<String> {
    let race = one.1.iter().flatten().find(|pair| other.1.as_ref().is_some_and(|others| !others.contains(*pair)));
    one.0.missing_in(other.0, symbols).or(race.map(|[one, other]| format!("the race between {one} and {other}")))
}
