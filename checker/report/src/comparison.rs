//! One report over several memory models, and their outcomes side by side.
//!
//! Each model allows all that the models before it allow, so what the program can do at all is what it can do under the last one;
//! but a model may not have been explored to its end.
//!
//! Invariant: the verdict is `complete` only if each model was explored completely. An outcome that a model must allow, because a stronger
//! one does, and that a complete exploration has not found, is an error of the checker, and said.

use super::consequences::ConsequenceReport;
use super::not_covered::union;
use super::{Constraints, Hint, Outcome, RaceReport, Report, Run, SkippedClass, Statistics, Verdict, ViolationReport};
use mcr_explore::Conclusion;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What was found under one memory model.
#[derive(Clone, Debug)]
pub struct Part {
    /// In detail.
    pub run: Run,
    /// Summed up.
    pub report: Report,
}

/// Sums up what was found under several models, of which there is at least one, the strongest first.
#[must_use]
pub fn report(parts: &[Part], strategy: &str, wall: Duration) -> Report {
    let models: Vec<Report> = parts.iter().map(|part| part.report.clone()).collect();
    let sum = |number: fn(&Report) -> u64| models.iter().map(number).sum::<u64>();
    let violations = violations(parts);
    let lost = lost(&models);
    let audit_failed = |part: &Part| matches!(part.run.exploration.conclusion, Conclusion::AuditFailed(_));
    let verdict = match &lost {
        _ if parts.iter().any(audit_failed) => Verdict::Error,
        _ if !violations.is_empty() => Verdict::Violation,
        Some(_) => Verdict::Error,
        None => models
            .iter()
            .map(|report| report.verdict)
            .max_by_key(|verdict| severity(*verdict))
            .unwrap_or(Verdict::Error),
    };
    let failed = models.iter().find(|report| report.verdict == Verdict::Error);
    let wall_s = wall.as_secs_f64();
    let executions = sum(|report| report.executions);
    Report {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        verdict,
        unwritten: false,
        reason: match (&lost, failed) {
            (Some(lost), _) => lost.clone(),
            (None, Some(failed)) if verdict == Verdict::Error => failure(&models, failed),
            _ => reasons(&models),
        },
        detail: failed.map(|failed| failed.detail.clone()).unwrap_or_default(),
        complete: lost.is_none() && models.iter().all(|report| report.complete),
        memory_model: "all".to_owned(),
        strategy: strategy.to_owned(),
        executions,
        redundant_executions: sum(|report| report.redundant_executions),
        // Those under a stronger model are among those under a weaker one.
        local_behaviours: models.iter().map(|report| report.local_behaviours).collect::<Option<Vec<_>>>().map(largest),
        local_states: largest(models.iter().map(|report| report.local_states)),
        not_covered: union(models.iter().map(|report| report.not_covered.as_slice())),
        hints: Hint::union(models.iter().map(|report| report.hints.as_slice())),
        behaviours: models.last().and_then(|report| report.behaviours),
        outcomes: outcomes(&models),
        violations,
        races: races(&models),
        hot_spots: models.iter().find_map(|report| report.hot_spots.clone()),
        #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
        statistics: Statistics {
            wall_s,
            solver_s: models.iter().map(|report| report.statistics.solver_s).sum(),
            solver_queries: sum(|report| report.statistics.solver_queries),
            z3_queries: sum(|report| report.statistics.z3_queries),
            executions_per_s: executions as f64 / wall_s.max(1e-6),
            events: sum(|report| report.statistics.events),
            states: sum(|report| report.statistics.states),
            steps: sum(|report| report.statistics.steps),
            walks: sum(|report| report.statistics.walks),
            schedules: models.iter().map(|report| report.statistics.schedules).sum(),
            constraints: models.iter().try_fold(Constraints::default(), |sum, report| {
                let one = report.statistics.constraints?;
                Some(Constraints { order: sum.order + one.order, data_validity: sum.data_validity + one.data_validity })
            }),
        },
        rewritten_classes: models.iter().map(|report| report.rewritten_classes).max().unwrap_or_default(),
        fresh_classes: models.iter().find_map(|report| report.fresh_classes.clone()),
        skipped_classes: skipped(&models),
        excluded_classes: excluded(&models),
        unfitting_globs: unfitting(&models),
        recorded_peers: models.last().map(|report| report.recorded_peers.clone()).unwrap_or_default(),
        models,
    }
}

fn largest(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().max().unwrap_or_default()
}

/// What decides over all.
fn severity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Complete => 0,
        Verdict::Incomplete => 1,
        Verdict::Error => 2,
        Verdict::Violation => 3,
    }
}

/// Each violation once, where it was found first: which part, and which of its violations. A violation is the same under another
/// model if it reads the same.
pub fn firsts(parts: &[Part]) -> impl Iterator<Item = (usize, usize)> {
    let mut known: Vec<&ViolationReport> = Vec::new();
    let mut firsts = Vec::new();
    for (part, Part { report, .. }) in parts.iter().enumerate() {
        for (index, violation) in report.violations.iter().enumerate() {
            // Two under one model are two.
            if !known.iter().any(|other| is_same(other, violation)) {
                firsts.push((part, index));
            }
        }
        known.extend(&report.violations);
    }
    firsts.into_iter()
}

fn is_same(one: &ViolationReport, other: &ViolationReport) -> bool {
    (one.kind, &one.message, &one.locations) == (other.kind, &other.message, &other.locations)
}

/// Each violation once, with what follows from it under any model, unless that is a violation of its own under another one.
fn violations(parts: &[Part]) -> Vec<ViolationReport> {
    let mut all: Vec<ViolationReport> = firsts(parts).map(|(part, index)| first(&parts[part], index)).collect();
    let own: Vec<(&str, Vec<String>)> = all.iter().map(|one| (one.kind, one.locations.clone())).collect();
    for violation in &mut all {
        let found = parts.iter().flat_map(|part| &part.report.violations);
        let follow = found.filter(|other| is_same(violation, other)).flat_map(|other| other.consequences.clone());
        let mut consequences: Vec<ConsequenceReport> = Vec::new();
        for one in follow {
            let is_known =
                consequences.iter().any(|known| known.message == one.message && known.locations == one.locations);
            let is_own = own
                .iter()
                .any(|(kind, locations)| *kind == one.kind && *locations == one.locations && !locations.is_empty());
            if !is_known && !is_own {
                consequences.push(one);
            }
        }
        violation.consequences = consequences;
    }
    all
}

fn first(part: &Part, index: usize) -> ViolationReport {
    let memory_model = Some(part.report.memory_model.clone());
    ViolationReport { memory_model, ..part.report.violations[index].clone() }
}

/// Each race once, as it was found first. Those under a weaker model need not be all, but they are races under sequential consistency, too.
fn races(models: &[Report]) -> Vec<RaceReport> {
    let mut all: Vec<RaceReport> = Vec::new();
    for race in models.iter().flat_map(|report| &report.races) {
        let places = |race: &RaceReport| race.accesses.each_ref().map(|access| access.place.clone());
        if !all.iter().any(|known| places(known) == places(race)) {
            all.push(race.clone());
        }
    }
    all
}

/// All outcomes, with the models that allow them: the first one that was found to, and those after it.
fn outcomes(models: &[Report]) -> Vec<Outcome> {
    let mut all: BTreeMap<(&str, &str), Outcome> = BTreeMap::new();
    for report in models {
        for outcome in &report.outcomes {
            let known = all.entry((&outcome.stdout, &outcome.end)).or_insert_with(|| Outcome {
                executions: 0,
                models: Vec::new(),
                ..outcome.clone()
            });
            known.executions += outcome.executions;
        }
        for outcome in all.values_mut() {
            // If it was explored completely and has not got it, that is an error: see `lost`.
            if !report.complete || report.outcome(outcome).is_some() {
                outcome.models.push(report.memory_model.clone());
            }
        }
    }
    all.into_values().collect()
}

/// An outcome that is missing where it must be.
fn lost(models: &[Report]) -> Option<String> {
    let complete: Vec<&Report> = models.iter().filter(|report| report.complete).collect();
    complete.windows(2).find_map(|pair| {
        let [strong, weak] = pair else { return None };
        let missing = strong.outcomes.iter().find(|outcome| weak.outcome(outcome).is_none())?;
        Some(format!(
            "{:?} ({}) was found under {} but not under {}, which allows it: the program is not deterministic, or this is a mistake \
             of mcr",
            missing.stdout, missing.end, strong.memory_model, weak.memory_model
        ))
    })
}

/// Why it could not be checked.
fn failure(models: &[Report], failed: &Report) -> String {
    let later = models.first().is_some_and(|first| first.memory_model != failed.memory_model);
    if later { format!("under {}: {}", failed.memory_model, failed.reason) } else { failed.reason.clone() }
}

/// Why the explorations ended, those that are not complete if there are any: `sc, tso: stopped at the first violation`.
fn reasons(models: &[Report]) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for report in models.iter().filter(|report| !report.complete) {
        match reasons.iter_mut().find(|(reason, _)| *reason == report.reason) {
            Some((_, of)) => of.push(&report.memory_model),
            None => reasons.push((&report.reason, vec![&report.memory_model])),
        }
    }
    match reasons.as_slice() {
        [] => models.first().map(|report| report.reason.clone()).unwrap_or_default(),
        [(reason, of)] if of.len() == models.len() => (*reason).to_owned(),
        several => {
            let several: Vec<String> =
                several.iter().map(|(reason, of)| format!("{}: {reason}", of.join(", "))).collect();
            several.join("; ")
        }
    }
}

fn excluded(models: &[Report]) -> Vec<String> {
    let all: BTreeSet<&String> = models.iter().flat_map(|report| &report.excluded_classes).collect();
    all.into_iter().cloned().collect()
}

/// What fits nothing under any model that was explored.
fn unfitting(models: &[Report]) -> Vec<String> {
    let explored: Vec<&Report> = models.iter().filter(|report| report.executions > 0).collect();
    let first = explored.first().map_or(&[][..], |report| &report.unfitting_globs);
    let everywhere = |said: &&String| explored.iter().all(|report| report.unfitting_globs.contains(said));
    first.iter().filter(everywhere).cloned().collect()
}

fn skipped(models: &[Report]) -> Vec<SkippedClass> {
    let mut all: Vec<SkippedClass> = Vec::new();
    for skipped in models.iter().flat_map(|report| &report.skipped_classes) {
        if !all.iter().any(|known| known.class == skipped.class) {
            all.push(skipped.clone());
        }
    }
    all
}
