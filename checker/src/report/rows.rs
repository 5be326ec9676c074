//! The rows of an interleaving: its events in order, and where and why another thread goes on.
//!
//! Under TSO and PSO, when a write reaches memory is a row of its own if that matters ([`super::buffers`]). It is no switch.
//!
//! What a thread repeats in the same way (a loop that waits) is shown once, with the number of repetitions.
//!
//! Invariant: at most [`LIMIT`] rows. What is left out is the middle of what one thread does in a row, and if that is not
//! enough, the middle of the whole; a gap says how many events it stands for.

use super::buffers::{Delay, Delays};
use super::cell;
use super::monitors::Monitors;
use super::names::Names;
use super::races;
use super::violation::thrown_at;
use crate::explore::{Violation, ViolationKind};
use mcr_protocol::{Action, Event, MemoryModel, Pending, SiteId, ThreadId};

/// Rows of a table.
const LIMIT: usize = 200;

/// Rows of a loop that is recognised.
const LOOP: usize = 16;

/// Repetitions, after the first time, from which on they are folded.
const REPETITIONS: usize = 3;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// Something in the column of a thread, and where in the source.
    Cell {
        /// Which column.
        column: usize,
        /// What.
        text: String,
        /// Where, `File.java:12`.
        line: String,
        /// Whether it is an event, and not a remark on the switch.
        event: bool,
    },
    /// The last events once more, again and again.
    Again {
        /// In which column.
        column: usize,
        /// How many events are repeated.
        events: usize,
        /// How many times more.
        times: usize,
    },
    /// Events left out.
    Gap(usize),
}

impl Row {
    /// The number of events that it stands for.
    fn events(&self) -> usize {
        match self {
            Row::Cell { event, .. } => usize::from(*event),
            Row::Again { events, times, .. } => events * times,
            Row::Gap(count) => *count,
        }
    }
}

/// All rows of a violation that was found under a memory model.
#[must_use]
pub fn rows(names: &Names<'_>, violation: &Violation, model: MemoryModel) -> Vec<Row> {
    let mut monitors = Monitors::default();
    let mut runs: Vec<Vec<Row>> = vec![Vec::new()];
    let events = &violation.events;
    let delays = Delays::new(events, model);
    for (index, (event, delay)) in events.iter().zip(&delays.of).enumerate() {
        monitors.apply(event);
        if *delay == Delay::Hidden {
            continue;
        }
        let run = match runs.last_mut() {
            Some(run) => run,
            None => return Vec::new(),
        };
        let text = cell::delayed_event(names, event, *delay);
        run.push(Row::Cell { column: names.column(event.thread), text, line: line(names, event), event: true });
        if is_arrival(event) {
            continue;
        }
        let next = events[index + 1..].iter().find(|event| !is_arrival(event));
        let goes_on = next.is_some_and(|next| next.thread == event.thread);
        if goes_on || (next.is_none() && violation.blocked.is_empty()) {
            continue;
        }
        if next.is_some() && !matches!(event.action, Action::End { .. } | Action::Exit(_)) {
            let text = switch(names, violation, &monitors, index);
            run.push(remark(names, event.thread, &text, SiteId::NONE));
        }
        runs.push(Vec::new());
    }
    let left = delays.left.iter().map(|&index| {
        let text = format!("still buffered: {}", cell::event(names, &events[index]));
        remark(names, events[index].thread, &text, events[index].site)
    });
    let blocked = violation.blocked.iter().map(|pending| {
        let what = stuck(names, violation, &monitors, pending);
        remark(names, pending.thread, &what, pending.site)
    });
    runs.push(left.chain(blocked).collect());
    let folded: Vec<Vec<Row>> = runs.iter().map(|run| fold(run)).collect();
    elide(&folded)
}

/// What a thread of a deadlock cannot do, and those of a race both can, after all events.
pub(super) fn stuck(names: &Names<'_>, violation: &Violation, monitors: &Monitors, pending: &Pending) -> String {
    match monitors.obstacle(pending.thread, &pending.action) {
        _ if violation.kind == ViolationKind::Race => format!("about to {}", races::about_to(names, &pending.action)),
        Some(obstacle) => cell::obstacle(names, &obstacle),
        None => cell::action(names, &pending.action),
    }
}

/// A write that reaches memory: nothing that its thread does, so nobody has to have the turn for it.
pub(super) fn is_arrival(event: &Event) -> bool {
    matches!(event.action, Action::Arrive(..))
}

/// A row that is no event.
fn remark(names: &Names<'_>, thread: ThreadId, text: &str, site: SiteId) -> Row {
    Row::Cell { column: names.column(thread), text: format!("-- {text}"), line: names.line(site), event: false }
}

/// Why the thread of the event at `index` does not go on after it.
pub(super) fn switch(names: &Names<'_>, violation: &Violation, monitors: &Monitors, index: usize) -> String {
    let thread = violation.events[index].thread;
    let mut rest = violation.events[index + 1..].iter();
    let later = rest.find(|event| event.thread == thread && !is_arrival(event)).map(|event| &event.action);
    let pending = || violation.blocked.iter().find(|pending| pending.thread == thread).map(|pending| &pending.action);
    let next = later.or_else(pending);
    match (next.and_then(|action| monitors.obstacle(thread, action)), next) {
        (Some(obstacle), _) => cell::obstacle(names, &obstacle),
        (None, Some(action @ Action::Await(_))) => cell::action(names, action),
        (None, _) => "preempted".to_owned(),
    }
}

/// Where an event is in the source; the end of a thread by an exception, where that was thrown.
pub(super) fn line(names: &Names<'_>, event: &Event) -> String {
    match &event.action {
        Action::End { uncaught: Some(uncaught), .. } => {
            thrown_at(uncaught).map_or_else(|| names.line(event.site), str::to_owned)
        }
        _ => names.line(event.site),
    }
}

/// Shows loops once.
fn fold(run: &[Row]) -> Vec<Row> {
    let mut folded = Vec::new();
    let mut rest = run;
    while let Some(Row::Cell { column, .. }) = rest.first() {
        let repetitions = |length: usize| {
            let (body, after) = rest.split_at(length);
            after.chunks_exact(length).take_while(|chunk| *chunk == body).count()
        };
        let found = (1..=LOOP.min(rest.len())).map(|length| (length, repetitions(length)));
        match found.into_iter().find(|(_, times)| *times >= REPETITIONS) {
            Some((length, times)) => {
                folded.extend_from_slice(&rest[..length]);
                folded.push(Row::Again { column: *column, events: length, times });
                rest = &rest[length * (times + 1)..];
            }
            None => {
                folded.push(rest[0].clone());
                rest = &rest[1..];
            }
        }
    }
    folded
}

/// Leaves rows out until there are few enough.
fn elide(runs: &[Vec<Row>]) -> Vec<Row> {
    let total = runs.iter().map(Vec::len).sum::<usize>();
    if total <= LIMIT {
        return runs.concat();
    }
    for kept in [40, 20, 10, 5, 3, 2, 1] {
        let rows: Vec<Row> = runs.iter().flat_map(|run| without_middle(run, kept, kept)).collect();
        if rows.len() <= LIMIT {
            return rows;
        }
    }
    // The end shows the failure: more of it is kept.
    without_middle(&runs.concat(), LIMIT / 4, LIMIT - LIMIT / 4 - 1)
}

fn without_middle(rows: &[Row], head: usize, tail: usize) -> Vec<Row> {
    if rows.len() <= head + tail + 1 {
        return rows.to_vec();
    }
    let middle = &rows[head..rows.len() - tail];
    let mut kept = rows[..head].to_vec();
    kept.push(Row::Gap(middle.iter().map(Row::events).sum()));
    kept.extend_from_slice(&rows[rows.len() - tail..]);
    kept
}
