//! The rows of an interleaving in the program's own lines: what code of the JDK and of libraries does is one row for the call that has led to it.
//!
//! A call during which other threads go on has two rows, where it begins and where it ends; what it does in between is shown by its thread's having the
//! column. Events that no call of the program has led to are no rows, unless they are all there is.
//!
//! Invariant: each event that matters is in a row, in a call that has one, or [`Within::Elsewhere`].

use super::called;
use super::cell;
use super::folding::{Folding, Within};
use super::monitors::Monitors;
use super::names::Names;
use super::origin::written;
use super::relevance::Shown;
use super::rows::{Over, Row, elide, event_text, fold, line, remark, stuck, switch};
use mcr_explore::{Violation, ViolationKind};
use mcr_protocol::{Action, Event, Outcome, Pending, SiteId, ThreadId};
use rustc_hash::FxHashMap;

/// What comes before a call that goes on, and after one that does.
const GOES_ON: &str = "…";

/// One thing that a thread does: an event of the program's own, or the events of a call together as long as nothing else is shown in between.
#[derive(Clone, Debug)]
pub struct Part {
    /// Whose it is.
    pub within: Within,
    /// Who does it.
    pub thread: ThreadId,
    /// The first of its events that matter.
    pub first: usize,
    /// The last of them.
    pub last: usize,
    /// What is said of it, and where it is (`File.java:12`); none of what says nothing to a reader.
    pub said: Option<(String, String)>,
}

/// The rows; none if nothing would be left to see.
#[must_use]
pub fn rows(names: &Names<'_>, violation: &Violation, shown: &Shown, folding: &Folding<'_>) -> Option<Vec<Row>> {
    let parts = parts(names, violation, shown, folding)?;
    let mut monitors = Monitors::default();
    let mut applied: usize = 0;
    let mut said: FxHashMap<ThreadId, String> = FxHashMap::default();
    let mut rows = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Some((text, line)) = part.said.clone() else { continue };
        said.remove(&part.thread);
        let over = Over(part.last + 1);
        rows.push(Row::Cell { column: names.column(part.thread), text, line, event: true, over });
        let ends = parts.get(index + 1).is_none_or(|next| next.thread != part.thread);
        if !ends {
            continue;
        }
        // The last thing that it does before another one goes on, whether it matters or not.
        let until = parts.get(index + 1).map_or(violation.events.len(), |next| next.first);
        let mut own = (part.last..until).filter(|at| violation.events[*at].thread == part.thread);
        let last = own.next_back().unwrap_or(part.last);
        while let Some(event) = violation.events.get(applied).filter(|_| applied <= last) {
            monitors.apply(event);
            applied += 1;
        }
        if index + 1 < parts.len()
            && let Some(text) = waits(names, violation, folding, &monitors, (part.thread, last), part.within)
            && said.get(&part.thread) != Some(&text)
        {
            rows.push(remark(names, part.thread, &text, SiteId::NONE, last + 1));
            said.insert(part.thread, text);
        }
    }
    violation.events[applied..].iter().for_each(|event| monitors.apply(event));
    rows.extend(shown.delays.left.iter().map(|&index| {
        let event = &violation.events[index];
        remark(
            names,
            event.thread,
            &format!("still buffered: {}", cell::event(names, event)),
            event.site,
            violation.events.len(),
        )
    }));
    let blocked = violation.blocked.iter().zip(&folding.blocked);
    rows.extend(blocked.map(|(pending, within)| {
        let (text, site) = at_the_end(names, violation, folding, &monitors, pending, *within);
        remark(names, pending.thread, &text, site, violation.events.len())
    }));
    Some(elide(&[fold(&rows)]))
}

/// What threads do, in order, and what is said of it; none if nothing would be left to see.
#[must_use]
pub fn parts(names: &Names<'_>, violation: &Violation, shown: &Shown, folding: &Folding<'_>) -> Option<Vec<Part>> {
    let mut parts = segments(violation, shown, folding);
    let tells = |part: &Part| match part.within {
        Within::Own => !is_frame(&violation.events[part.first].action),
        Within::Call(_) => true,
        Within::Elsewhere => false,
    };
    let blocked_in_own = folding.blocked.iter().any(|within| *within != Within::Elsewhere);
    if !parts.iter().any(tells) && !blocked_in_own {
        return None;
    }
    // By call: its first and its last part.
    let mut ends: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for (index, part) in parts.iter().enumerate() {
        if let Within::Call(call) = part.within {
            ends.entry(call).or_insert((index, index)).1 = index;
        }
    }
    let started = started(violation, folding);
    for (index, part) in parts.iter_mut().enumerate() {
        let event = &violation.events[part.first];
        part.said = match part.within {
            Within::Own if is_plain(names, violation, event) => None,
            Within::Own => {
                let text = event_text(names, event, shown.delays.of[part.first]);
                Some((text, folding.thrown_at(event).unwrap_or_else(|| line(names, event))))
            }
            Within::Call(call) => {
                let (first, last) = ends[&call];
                let started = started.get(&call).map_or(&[][..], Vec::as_slice);
                call_row(names, folding, call, started, (index == first, index == last))
            }
            Within::Elsewhere => None,
        };
    }
    Some(parts)
}

/// Whether an event only reads the variable that an object is called after, and that always has it.
fn is_plain(names: &Names<'_>, violation: &Violation, event: &Event) -> bool {
    let Action::Read(location) = event.action else { return false };
    let Outcome::Read(value) = event.outcome else { return false };
    let changes = |event: &Event| written(event, location).is_some_and(|written| written != value);
    names.is_called_after(location, value) && !violation.events.iter().any(changes)
}

/// Starts and ends of threads say nothing by themselves.
fn is_frame(action: &Action) -> bool {
    matches!(action, Action::Start { .. } | Action::Join { .. } | Action::End { uncaught: None, .. })
}

/// What threads do, in order, without a word about it.
fn segments(violation: &Violation, shown: &Shown, folding: &Folding<'_>) -> Vec<Part> {
    let mut segments: Vec<Part> = Vec::new();
    for (index, event) in violation.events.iter().enumerate() {
        let within = folding.events[index];
        if !shown.is_row(index) || within == Within::Elsewhere {
            continue;
        }
        match segments.last_mut() {
            Some(last) if last.within == within && within != Within::Own && last.thread == event.thread => {
                last.last = index;
            }
            _ => segments.push(Part { within, thread: event.thread, first: index, last: index, said: None }),
        }
    }
    segments
}

/// What a part of a call says: the first, the last, or both; nothing in between.
fn call_row(
    names: &Names<'_>,
    folding: &Folding<'_>,
    index: usize,
    started: &[ThreadId],
    (first, last): (bool, bool),
) -> Option<(String, String)> {
    let call = folding.call(index);
    let line = folding.method(call).map_or_else(String::new, |method| names.line(method.site));
    let whole = first && last;
    let text = match (whole, first, call.end) {
        (true, _, Some(_)) => called::with_result(names, folding, call),
        (true, _, None) | (false, true, _) => format!("{} {GOES_ON}", called::text(names, folding, call)),
        (false, false, Some(_)) if last => format!("{GOES_ON} {}", called::with_result(names, folding, call)),
        _ => return None,
    };
    let started: Vec<String> = started.iter().map(|thread| names.thread(*thread)).collect();
    let starts = if first && !started.is_empty() { format!(" (starts {})", started.join(", ")) } else { String::new() };
    Some((text + &starts, line))
}

/// Which threads each call starts.
fn started(violation: &Violation, folding: &Folding<'_>) -> FxHashMap<usize, Vec<ThreadId>> {
    let mut started: FxHashMap<usize, Vec<ThreadId>> = FxHashMap::default();
    for (event, within) in violation.events.iter().zip(&folding.events) {
        if let (Within::Call(call), Action::Start { child, .. }) = (within, &event.action) {
            started.entry(*call).or_default().push(*child);
        }
    }
    started
}

/// Why a thread does not go on after an event, if it cannot.
#[must_use]
pub fn waits(
    names: &Names<'_>,
    violation: &Violation,
    folding: &Folding<'_>,
    monitors: &Monitors,
    (thread, last): (ThreadId, usize),
    shown: Within,
) -> Option<String> {
    let event = &violation.events[last];
    if matches!(event.action, Action::End { .. } | Action::Exit(_)) {
        return None;
    }
    let text = switch(names, violation, monitors, last).filter(|text| text.starts_with("waits"))?;
    let of_thread = |event: &Event| event.thread == thread && !event.is_arrival();
    let next = (last + 1..violation.events.len()).find(|at| of_thread(&violation.events[*at]));
    // Of a thread that does nothing more, the last rows say what it waits for.
    match folding.events[next?] {
        Within::Own => Some(text),
        // That it is in that call is seen already.
        within if within == shown => None,
        Within::Call(call) => Some(format!("waits in {}", called::text(names, folding, folding.call(call)))),
        Within::Elsewhere => None,
    }
}

/// What a thread cannot do, or is about to do, after all events, and where.
#[must_use]
pub fn at_the_end(
    names: &Names<'_>,
    violation: &Violation,
    folding: &Folding<'_>,
    monitors: &Monitors,
    pending: &Pending,
    within: Within,
) -> (String, SiteId) {
    let what = stuck(names, violation, monitors, pending);
    match within {
        Within::Call(call) => {
            let call = folding.call(call);
            let text = called::text(names, folding, call);
            let site = folding.method(call).map_or(pending.site, |method| method.site);
            match violation.kind {
                ViolationKind::Race => (format!("in {text}: {what}"), site),
                _ => (format!("waits in {text}"), site),
            }
        }
        Within::Elsewhere if violation.kind != ViolationKind::Race => {
            (idle(names, pending).unwrap_or(what), pending.site)
        }
        _ => (what, pending.site),
    }
}

/// What a thread of the JDK's own waits for, as far as its place tells.
fn idle(names: &Names<'_>, pending: &Pending) -> Option<String> {
    const OF_POOLS: [&str; 9] = [
        "LinkedBlockingQueue.",
        "SynchronousQueue",
        "LinkedTransferQueue",
        "ThreadPoolExecutor",
        "ArrayBlockingQueue.",
        "PriorityBlockingQueue.",
        "LinkedBlockingDeque.",
        "ForkJoinPool",
        "DelayedWorkQueue",
    ];
    let method = names.method(pending.site);
    OF_POOLS.iter().any(|class| method.contains(class)).then(|| "waits for a task".to_owned())
}
