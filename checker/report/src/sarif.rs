//! The report as SARIF 2.1.0, the format in which code hosts and editors take findings.
//!
//! A violation is a result of level `error` with a code flow: one thread flow for each thread, ordered against each other by
//! `executionOrder`. A data race that is no violation is a `warning` (a `note` if both accesses are in the JDK). A check without results is no
//! proof, so a check that was not exhaustive has a notification that says so.
//!
//! Invariant: `partialFingerprints` depend on the kind, the exception and the places alone: not on names of objects, on the schedule, on
//! where the sources are.

mod stuck;

use super::buffers::{Delay, Delays};
use super::cause::{self, Cause, causes};
use super::comparison::Part;
use super::finding::{Finding, Findings, RaceFinding};
use super::folding::Folding;
use super::monitors::Monitors;
use super::names::Names;
use super::snippet::Sources;
use super::spot::Spot;
use super::suite::Suite;
use super::violation::exception;
use super::{Report, Run, Verdict, cell, deadlock, races};
use crate::tested::Status;
use mcr_explore::ViolationKind;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Event, Pending, SiteId};
use serde_json::json;
use serde_sarif::sarif::{
    ArtifactContent, ArtifactLocation, CodeFlow, Invocation, Location, LogicalLocation, Message,
    MultiformatMessageString, Notification, PhysicalLocation, PropertyBag, Region, ReportingConfiguration,
    ReportingDescriptor, Result, ResultLevel, Sarif, Stack, StackFrame, ThreadFlow, ThreadFlowLocation, Tool,
    ToolComponent,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stuck::Stuck;

/// Where the schema is published.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The directory that relative places of sources are relative to.
const ROOT: &str = "SRCROOT";

/// The name of the fingerprint; the number changes with what it is made of.
const FINGERPRINT: &str = "mcrPlaces/v1";

/// Events of one code flow: the last ones, which show the failure. Code hosts show no more.
const EVENTS: usize = 1000;

/// Kinds of results: id, name, in a few words, in full.
const RULES: [(ViolationKind, &str, &str, &str); 8] = [
    (
        ViolationKind::Deadlock,
        "Deadlock",
        "Threads wait for ever",
        "No thread can go on, and at least one that is no daemon has not ended: locks that are taken in a circle, a notification \
         that came too early, an end that nobody comes to. A thread leak, where all that is left are threads that nobody will \
         wake, is one, too.",
    ),
    (
        ViolationKind::Livelock,
        "Livelock",
        "Threads go round in loops for ever",
        "Threads look again and again for something that no thread will ever do.",
    ),
    (
        ViolationKind::Assertion,
        "AssertionFails",
        "An assertion fails",
        "There is a schedule under which an AssertionError ends a thread.",
    ),
    (
        ViolationKind::Exception,
        "UncaughtException",
        "An exception ends a thread",
        "There is a schedule under which an exception that nobody handles ends a thread.",
    ),
    (
        ViolationKind::NullDereference,
        "NullDereference",
        "A null reference is followed",
        "There is a schedule under which a NullPointerException that nobody handles ends a thread.",
    ),
    (
        ViolationKind::Exit,
        "ExitStatus",
        "The program ends itself with an error",
        "There is a schedule under which the program exits with a status other than 0.",
    ),
    (
        ViolationKind::Race,
        "DataRace",
        "Two accesses that nothing orders",
        "Two threads can access one variable at the same time, one of them writes, and not both accesses are atomic.",
    ),
    (
        ViolationKind::Outcome,
        "UnexpectedOutcome",
        "Something is printed that is not expected",
        "There is a schedule under which the program prints something that is not among the expected outcomes.",
    ),
];

/// The report of a run.
#[must_use]
pub fn render(report: &Report, run: &Run, sources: &Sources) -> String {
    to_text(&log(report, &Findings::of_run(report, run), sources, working_directory()))
}

/// The report over several memory models.
#[must_use]
pub fn render_comparison(report: &Report, parts: &[Part], sources: &Sources) -> String {
    to_text(&log(report, &Findings::of_parts(report, parts), sources, working_directory()))
}

/// The report on tests: the results of all of them. Those that were not explored to their end, or fail without a violation, are notifications.
#[must_use]
pub fn render_suite(suite: &Suite, status: u8, sources: &Sources) -> String {
    let places = Places { sources, base: working_directory() };
    let (mut found, mut notifications) = (Vec::new(), Vec::new());
    for tested in &suite.tests {
        let name = format!("{}.{}", tested.class, tested.name);
        let mut of_test = tested.findings().map_or_else(Vec::new, |findings| results(&findings, &places));
        let says = !matches!(tested.status, Status::Passed | Status::Skipped(_));
        if says && !of_test.iter().any(|result| matches!(result.level, Some(ResultLevel::Error))) {
            let level = if tested.status.verdict() == Verdict::Incomplete { "warning" } else { "error" };
            let what = format!("{name}: {}: {}", tested.status.word(), tested.status.message());
            notifications.push(notification(level, &what));
        }
        for result in &mut of_test {
            let properties = result.properties.get_or_insert_with(|| PropertyBag::builder().build());
            properties.additional_properties.insert("test".to_owned(), json!(name));
        }
        found.extend(of_test);
    }
    if suite.left_out > 0 {
        let what = format!("{} methods were not explored, as the user has stopped it", suite.left_out);
        notifications.push(notification("warning", &what));
    }
    let verdict = suite.verdict();
    let invocation = Invocation::builder()
        .execution_successful(verdict != Verdict::Error)
        .exit_code(i64::from(status))
        .exit_code_description(described(verdict))
        .tool_execution_notifications(notifications)
        .build();
    to_text(&document(env!("CARGO_PKG_VERSION"), found, invocation, &places))
}

fn to_text(log: &Sarif) -> String {
    // Strings and numbers only: this cannot fail.
    serde_json::to_string_pretty(log).unwrap_or_default() + "\n"
}

fn working_directory() -> Option<PathBuf> {
    std::env::current_dir().ok()?.canonicalize().ok()
}

fn log(report: &Report, findings: &Findings<'_>, sources: &Sources, base: Option<PathBuf>) -> Sarif {
    let places = Places { sources, base };
    document(&report.version, results(findings, &places), invocation(report), &places)
}

fn results(findings: &Findings<'_>, places: &Places<'_>) -> Vec<Result> {
    let violations = findings.violations.iter().map(|finding| violation(finding, places));
    violations.chain(findings.races.iter().map(|found| race(found, places))).collect()
}

fn document(version: &str, results: Vec<Result>, invocation: Invocation, places: &Places<'_>) -> Sarif {
    let driver = ToolComponent::builder()
        .name("mcr")
        .version(version)
        .semantic_version(version)
        .full_name(format!("mcr {version}"))
        .short_description(text("A model checker for Java programs with threads"))
        .rules(RULES.iter().map(rule).collect::<Vec<_>>())
        .build();
    let mut run = serde_sarif::sarif::Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .invocations(vec![invocation])
        .results(results)
        .build();
    if let Some(uri) = places.base.as_deref().map(|base| file_uri(base) + "/") {
        let base = ArtifactLocation::builder().uri(uri).build();
        run.original_uri_base_ids = Some(BTreeMap::from([(ROOT.to_owned(), base)]));
    }
    Sarif::builder().schema(SCHEMA).version("2.1.0").runs(vec![run]).build()
}

fn rule((kind, name, short, full): &(ViolationKind, &str, &str, &str)) -> ReportingDescriptor {
    let level = if *kind == ViolationKind::Race { "warning" } else { "error" };
    ReportingDescriptor::builder()
        .id(kind.name())
        .name(*name)
        .short_description(text(short))
        .full_description(text(full))
        .default_configuration(ReportingConfiguration::builder().level(json!(level)).build())
        .build()
}

fn rule_index(kind: ViolationKind) -> i64 {
    let index = RULES.iter().position(|(known, ..)| *known == kind);
    index.and_then(|index| i64::try_from(index).ok()).unwrap_or(-1)
}

/// That the tool ran, and whether what it says is all there is.
fn invocation(report: &Report) -> Invocation {
    let description = described(report.verdict);
    let mut invocation = Invocation::builder()
        .execution_successful(report.verdict != Verdict::Error)
        .exit_code(i64::from(report.exit_status()))
        .exit_code_description(match report.left_out() {
            Some(left_out) => format!("{description}; {left_out}"),
            None => description.to_owned(),
        })
        .build();
    if !report.complete {
        let (level, message) = match report.verdict {
            Verdict::Error => ("error", format!("could not be checked: {}", report.reason)),
            _ => ("warning", format!("not every behaviour was explored: {}", report.reason)),
        };
        let not_covered =
            report.not_covered.iter().map(|entry| notification("warning", &format!("not covered: {}", entry.line())));
        let notifications = std::iter::once(notification(level, &message)).chain(not_covered);
        invocation.tool_execution_notifications = Some(notifications.collect());
    }
    invocation
}

fn described(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Complete => "complete: every behaviour was explored, no violation",
        Verdict::Violation => "violation",
        Verdict::Incomplete => "incomplete: no violation so far, but not every behaviour was explored",
        Verdict::Error => "error: the program could not be checked",
    }
}

fn notification(level: &str, message: &str) -> Notification {
    Notification::builder().level(json!(level)).message(message).build()
}

fn violation(finding: &Finding<'_>, places: &Places<'_>) -> Result {
    let Finding { violation, described, run } = *finding;
    let symbols = &run.exploration.symbols;
    let names = Names::of(symbols, violation);
    let spots: Vec<Spot> = described.locations.iter().filter_map(|place| Spot::parse(place)).collect();
    let mut message = described.message.clone();
    if deadlock::is(violation) {
        let lines = deadlock::explanation(&names, violation);
        message = format!("{message}\n{}", lines.join("\n"));
    }
    let folding = Folding::of(violation, symbols);
    let causes = causes(violation, symbols, run.memory_model);
    for line in cause::lines(&causes, &violation.events, &names, folding.as_ref()) {
        message = format!("{message}\n{line}");
    }
    for consequence in &described.consequences {
        message = format!("{message}\n{}", consequence.line());
    }
    let thrown = exception(violation);
    let mut related = related(&causes, finding, &names, places);
    let primary = if thrown.is_some() {
        places.own(&spots).map(|spot| places.location(spot)).into_iter().collect()
    } else if deadlock::is(violation) {
        let stuck = Stuck::of(finding, &names, places);
        related.extend(stuck.related);
        stuck.primary
    } else {
        spots.iter().map(|spot| places.location(spot)).collect()
    };
    related.extend(stuck::left_over(described, places));
    let mut result = Result::builder()
        .rule_id(described.kind)
        .rule_index(rule_index(violation.kind))
        .level(ResultLevel::Error)
        .message(message.as_str())
        .locations(primary)
        .code_flows(vec![code_flow(finding, &causes, &names, places)])
        .partial_fingerprints(fingerprint(
            described.kind,
            thrown.map(|thrown| thrown.class.as_str()),
            &described.locations,
        ))
        .properties(properties(run, described.first_execution))
        .build();
    if !related.is_empty() {
        result.related_locations = Some(related);
    }
    if let Some(thrown) = thrown {
        let frames = thrown.stack.iter().filter_map(|frame| Spot::parse(frame));
        let frames = frames.map(|spot| StackFrame::builder().location(places.location(&spot)).build());
        let stack = Stack::builder().message(cell::thrown(thrown).as_str()).frames(frames.collect::<Vec<_>>()).build();
        result.stacks = Some(vec![stack]);
    }
    result
}

fn race(found: &RaceFinding<'_>, places: &Places<'_>) -> Result {
    let RaceFinding { race, described, run } = *found;
    let names = Names::new(&run.exploration.symbols, &race.events, &race.accesses);
    let of_jdk =
        described.accesses.iter().all(|access| Spot::parse(&access.place).is_some_and(|spot| spot.is_of_jdk()));
    let level = if of_jdk { ResultLevel::Note } else { ResultLevel::Warning };
    let mut where_: Vec<String> = described.accesses.iter().map(|access| access.place.clone()).collect();
    where_.sort();
    let located = race.accesses.iter().zip(&described.accesses).filter_map(|(pending, access)| {
        let mut location = places.location(&Spot::parse(&access.place)?);
        let what = format!("{}: {}", access.thread, races::about_to(&names, &pending.action));
        location.message = Some(Message::from(what.as_str()));
        Some(location)
    });
    let message = format!("data race on {}: {}", described.location, races::message(&names, &race.accesses));
    Result::builder()
        .rule_id(ViolationKind::Race.name())
        .rule_index(rule_index(ViolationKind::Race))
        .level(level)
        .message(message.as_str())
        .locations(located.collect::<Vec<_>>())
        .partial_fingerprints(fingerprint(ViolationKind::Race.name(), None, &where_))
        .properties(properties(run, described.first_execution))
        .build()
}

fn properties(run: &Run, first_execution: u64) -> PropertyBag {
    let values = [("memoryModel", json!(run.memory_model.to_string())), ("firstExecution", json!(first_execution))];
    let values = values.map(|(key, value)| (key.to_owned(), value));
    PropertyBag::builder().additional_properties(BTreeMap::from(values)).build()
}

/// A name for the result that is the same in every check of the same program.
fn fingerprint(kind: &str, exception: Option<&str>, places: &[String]) -> BTreeMap<String, String> {
    let parts = [kind, exception.unwrap_or_default()].into_iter().chain(places.iter().map(String::as_str));
    // FNV-1a: no table, and no version of a library that might change it.
    let bytes = parts.flat_map(|part| part.bytes().chain([0]));
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    BTreeMap::from([(FINGERPRINT.to_owned(), format!("{hash:016x}"))])
}

/// Where the values that caused it were read and written.
fn related(causes: &[Cause], finding: &Finding<'_>, names: &Names<'_>, places: &Places<'_>) -> Vec<Location> {
    let Finding { violation, run, .. } = *finding;
    let accesses = causes.iter().flat_map(|cause| cause.origin.write.into_iter().chain([cause.read]));
    let located = accesses.filter_map(|index| {
        let event = &violation.events[index];
        let mut location = places.location(&at(event.site, &run.exploration.symbols)?);
        let what = format!("{}: {}", names.thread(event.thread), cell::event(names, event));
        location.message = Some(Message::from(what.as_str()));
        Some(location)
    });
    located.collect()
}

/// The interleaving: what each thread does, numbered in global order.
fn code_flow(finding: &Finding<'_>, causes: &[Cause], names: &Names<'_>, places: &Places<'_>) -> CodeFlow {
    let Finding { violation, run, .. } = *finding;
    let symbols = &run.exploration.symbols;
    let delays = Delays::new(&violation.events, run.memory_model);
    let mut monitors = Monitors::default();
    let mut steps = Vec::new();
    let last = violation.events.len().saturating_sub(1);
    for (index, (event, delay)) in violation.events.iter().zip(&delays.of).enumerate() {
        monitors.apply(event);
        if *delay != Delay::Hidden {
            let fails = index == last && violation.blocked.is_empty();
            let essential =
                fails || causes.iter().any(|cause| cause.read == index || cause.origin.write == Some(index));
            steps.push((event.thread, spot(event, symbols), cell::delayed_event(names, event, *delay), essential));
        }
    }
    steps.extend(delays.left.iter().map(|&index| {
        let event = &violation.events[index];
        (event.thread, spot(event, symbols), format!("still buffered: {}", cell::event(names, event)), false)
    }));
    steps.extend(violation.blocked.iter().map(|pending| {
        let Pending { thread, site, action } = pending;
        let what = match monitors.obstacle(*thread, action) {
            _ if violation.kind == ViolationKind::Race => format!("about to {}", races::about_to(names, action)),
            Some(obstacle) => cell::obstacle(names, &obstacle),
            None => cell::action(names, action),
        };
        (*thread, at(*site, symbols), what, true)
    }));
    let left_out = steps.len().saturating_sub(EVENTS);
    let mut flows: Vec<Vec<ThreadFlowLocation>> = vec![Vec::new(); names.threads.len()];
    for (order, (thread, spot, what, essential)) in (1..).zip(steps).skip(left_out) {
        let mut location = spot.map_or_else(|| Location::builder().build(), |spot| places.location(&spot));
        location.message = Some(Message::from(what.as_str()));
        let importance = if essential { "essential" } else { "important" };
        let step = ThreadFlowLocation::builder();
        let step = step.location(location).execution_order(order).importance(json!(importance)).build();
        flows[names.column(thread)].push(step);
    }
    let named = names.threads.iter().zip(flows).filter(|(_, locations)| !locations.is_empty());
    let flows = named.map(|((_, name), locations)| ThreadFlow::builder().id(name.clone()).locations(locations).build());
    let mut flow = CodeFlow::builder().thread_flows(flows.collect::<Vec<_>>()).build();
    if left_out > 0 {
        flow.message = Some(Message::from(format!("the first {left_out} events are left out").as_str()));
    }
    flow
}

/// Where an event is in the source: of an exception, where it was thrown.
fn spot(event: &Event, symbols: &Symbols) -> Option<Spot> {
    match &event.action {
        Action::End { uncaught: Some(uncaught), .. } => uncaught.stack.first().and_then(|frame| Spot::parse(frame)),
        _ => at(event.site, symbols),
    }
}

fn at(site: SiteId, symbols: &Symbols) -> Option<Spot> {
    symbols.site(site).map(Spot::of)
}

/// Where things are in the source.
struct Places<'a> {
    sources: &'a Sources,
    /// The working directory.
    base: Option<PathBuf>,
}

impl Places<'_> {
    /// Of the frames of an exception the one that a reader of the program wants to see: the first one in a source that is there; else
    /// the first one that is not in the JDK.
    fn own<'s>(&self, frames: &'s [Spot]) -> Option<&'s Spot> {
        let found = frames.iter().find(|spot| self.sources.find(spot).is_some());
        found.or_else(|| frames.iter().find(|spot| !spot.is_of_jdk())).or(frames.first())
    }

    fn location(&self, spot: &Spot) -> Location {
        let logical = LogicalLocation::builder().fully_qualified_name(spot.qualified()).name(spot.method.clone());
        let mut location = Location::builder().logical_locations(vec![logical.kind("function").build()]).build();
        let source = self.sources.find(spot);
        let artifact = match &source {
            Some(source) => Some(self.artifact(&source.path)),
            None => spot.path().map(|path| ArtifactLocation::builder().uri(encode(&path)).build()),
        };
        let Some(artifact) = artifact else { return location };
        let mut physical = PhysicalLocation::builder().artifact_location(artifact).build();
        if let Some(line) = spot.line {
            let mut region = Region::builder().start_line(i64::from(line)).build();
            let code = source.as_ref().and_then(|source| source.lines.get(line as usize - 1));
            region.snippet = code.map(|code| ArtifactContent::builder().text(code.clone()).build());
            physical.region = Some(region);
        }
        location.physical_location = Some(physical);
        location
    }

    /// A file that was found: below the working directory relative to that, as code hosts want it.
    fn artifact(&self, path: &Path) -> ArtifactLocation {
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let below = self.base.as_ref().and_then(|base| full.strip_prefix(base).ok());
        match below {
            Some(below) => ArtifactLocation::builder().uri(encode(&below.to_string_lossy())).uri_base_id(ROOT).build(),
            None => ArtifactLocation::builder().uri(file_uri(&full)).build(),
        }
    }
}

fn file_uri(path: &Path) -> String {
    format!("file://{}", encode(&path.to_string_lossy()))
}

/// A path as part of a URI.
fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn text(text: &str) -> MultiformatMessageString {
    MultiformatMessageString::builder().text(text).build()
}
