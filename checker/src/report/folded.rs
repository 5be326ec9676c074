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
use crate::explore::{Violation, ViolationKind};
use mcr_protocol::{Action, Event, Outcome, Pending, SiteId, ThreadId};
use rustc_hash::FxHashMap;

/// What comes before a call that goes on, and after one that does.
const GOES_ON: &str = "…";

/// One thing that a thread does.
struct Segment {
    within: Within,
    thread: ThreadId,
    /// Numbers of its first and its last event that matter.
    first: usize,
    last: usize,
}

/// The rows; none if nothing would be left to see.
#[must_use]
pub fn rows(names: &Names<'_>, violation: &Violation, shown: &Shown, folding: &Folding<'_>) -> Option<Vec<Row>> {
    let segments = segments(violation, shown, folding);
    let tells = |segment: &Segment| match segment.within {
        Within::Own => !is_frame(&violation.events[segment.first].action),
        Within::Call(_) => true,
        Within::Elsewhere => false,
    };
    let blocked_in_own = folding.blocked.iter().any(|within| *within != Within::Elsewhere);
    if !segments.iter().any(tells) && !blocked_in_own {
        return None;
    }
    let mut parts: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for (index, segment) in segments.iter().enumerate() {
        if let Within::Call(call) = segment.within {
            parts.entry(call).or_insert((index, index)).1 = index;
        }
    }
    let mut monitors = Monitors::default();
    let mut applied: usize = 0;
    let mut said: FxHashMap<ThreadId, String> = FxHashMap::default();
    let mut rows = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        let event = &violation.events[segment.first];
        let cell = match segment.within {
            Within::Own if is_plain(names, violation, event) => None,
            Within::Own => {
                let text = event_text(names, event, shown.delays.of[segment.first]);
                let line = folding.thrown_at(event).unwrap_or_else(|| line(names, event));
                Some((text, line, true))
            }
            Within::Call(call) => {
                let (first, last) = parts[&call];
                call_row(names, violation, folding, call, (index == first, index == last))
            }
            Within::Elsewhere => None,
        };
        let Some((text, line, event)) = cell else { continue };
        said.remove(&segment.thread);
        let over = Over(segment.last + 1);
        rows.push(Row::Cell { column: names.column(segment.thread), text, line, event, over });
        let ends = segments.get(index + 1).is_none_or(|next| next.thread != segment.thread);
        if !ends {
            continue;
        }
        // The last thing that it does before another one goes on, whether it matters or not.
        let until = segments.get(index + 1).map_or(violation.events.len(), |next| next.first);
        let own = (segment.last..until).filter(|at| violation.events[*at].thread == segment.thread);
        let last = own.last().unwrap_or(segment.last);
        while let Some(event) = violation.events.get(applied).filter(|_| applied <= last) {
            monitors.apply(event);
            applied += 1;
        }
        if index + 1 < segments.len()
            && let Some(text) = waits(names, violation, folding, &monitors, (segment.thread, last), segment.within)
            && said.get(&segment.thread) != Some(&text)
        {
            rows.push(remark(names, segment.thread, &text, SiteId::NONE, last + 1));
            said.insert(segment.thread, text);
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
    rows.extend(blocked.map(|(pending, within)| last_row(names, violation, folding, &monitors, pending, *within)));
    Some(elide(&[fold(&rows)]))
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

/// What threads do, in order: each event of the program's own, and the events of a call together as long as nothing else is shown in between.
fn segments(violation: &Violation, shown: &Shown, folding: &Folding<'_>) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    for (index, event) in violation.events.iter().enumerate() {
        let within = folding.events[index];
        if !shown.is_row(index) || within == Within::Elsewhere {
            continue;
        }
        match segments.last_mut() {
            Some(last) if last.within == within && within != Within::Own && last.thread == event.thread => {
                last.last = index;
            }
            _ => segments.push(Segment { within, thread: event.thread, first: index, last: index }),
        }
    }
    segments
}

/// A row for a part of a call: the first, the last, or both; none in between.
fn call_row(
    names: &Names<'_>,
    violation: &Violation,
    folding: &Folding<'_>,
    index: usize,
    (first, last): (bool, bool),
) -> Option<(String, String, bool)> {
    let call = folding.call(index);
    let line = folding.method(call).map_or_else(String::new, |method| names.line(method.site));
    let whole = first && last;
    let text = match (whole, first, call.end) {
        (true, _, Some(_)) => called::with_result(names, folding, call),
        (true, _, None) | (false, true, _) => format!("{} {GOES_ON}", called::text(names, folding, call)),
        (false, false, Some(_)) if last => format!("{GOES_ON} {}", called::with_result(names, folding, call)),
        _ => return None,
    };
    let text = if first { text + &starts(names, violation, folding, index) } else { text };
    Some((text, line, true))
}

/// Which threads a call starts: ` (starts pool-1-thread-1)`.
fn starts(names: &Names<'_>, violation: &Violation, folding: &Folding<'_>, call: usize) -> String {
    let within = violation.events.iter().zip(&folding.events).filter(|(_, within)| **within == Within::Call(call));
    let started = within.filter_map(|(event, _)| match event.action {
        Action::Start { child, .. } => Some(names.thread(child)),
        _ => None,
    });
    let started: Vec<String> = started.collect();
    if started.is_empty() { String::new() } else { format!(" (starts {})", started.join(", ")) }
}

/// Why a thread does not go on after an event, if it cannot.
fn waits(
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

/// What a thread cannot do, or is about to do, after all events.
fn last_row(
    names: &Names<'_>,
    violation: &Violation,
    folding: &Folding<'_>,
    monitors: &Monitors,
    pending: &Pending,
    within: Within,
) -> Row {
    let what = stuck(names, violation, monitors, pending);
    let (text, site) = match within {
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
    };
    remark(names, pending.thread, &text, site, violation.events.len())
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
