//! The rows of an interleaving: its events in order, and where and why another thread goes on.
//!
//! Steps of no consequence ([`super::relevance`]) are no rows; a thread whose steps are only of that kind does not switch.
//!
//! Under TSO and PSO, when a write reaches memory is a row of its own if that matters ([`super::buffers`]). It is no switch.
//!
//! What a thread repeats in the same way (a loop that waits) is shown once, with the number of repetitions.
//!
//! Invariant: at most [`LIMIT`] rows. What is left out is the middle of what one thread does in a row, and if that is not
//! enough, the middle of the whole; a gap says how many events it stands for.

use super::buffers::Delay;
use super::cell;
use super::folded;
use super::folding::Folding;
use super::monitors::Monitors;
use super::names::Names;
use super::races;
use super::relevance::Shown;
use super::violation::thrown_at;
use mcr_explore::{Violation, ViolationKind};
use mcr_protocol::{Action, Event, Pending, SiteId, ThreadId};

/// Rows of a table.
const LIMIT: usize = 200;

/// Rows of a loop that is recognised.
const LOOP: usize = 16;

/// Repetitions, after the first time, from which on they are folded.
const REPETITIONS: usize = 3;

/// What the text of a row begins with that is no event.
pub(super) const REMARK: &str = "-- ";

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
        /// How far the interleaving is.
        over: Over,
    },
    /// The last events once more, again and again.
    Again {
        /// In which column.
        column: usize,
        /// How many events are repeated.
        events: usize,
        /// How many times more.
        times: usize,
        /// How far the interleaving is.
        over: Over,
    },
    /// Events left out, and how far the interleaving is.
    Gap(usize, Over),
}

/// How many events of the interleaving are over after a row. It is no part of what the row says: rows that differ only in that are the same, as those of
/// a loop are.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Over(pub usize);

impl PartialEq for Over {
    fn eq(&self, _: &Over) -> bool {
        true
    }
}

impl Row {
    /// The number of events that it stands for.
    fn events(&self) -> usize {
        match self {
            Row::Cell { event, .. } => usize::from(*event),
            Row::Again { events, times, .. } => events * times,
            Row::Gap(count, _) => *count,
        }
    }

    /// How many events of the interleaving are over after it.
    pub(super) fn over(&self) -> usize {
        match self {
            Row::Cell { over, .. } | Row::Again { over, .. } | Row::Gap(_, over) => over.0,
        }
    }

    /// In which column it is; none across all of them.
    pub(super) fn column(&self) -> Option<usize> {
        match self {
            Row::Cell { column, .. } | Row::Again { column, .. } => Some(*column),
            Row::Gap(..) => None,
        }
    }

    /// What it says.
    pub(super) fn text(&self) -> String {
        match self {
            Row::Cell { text, .. } => text.clone(),
            Row::Again { events: 1, times, .. } => format!("… {times} times more"),
            Row::Again { events, times, .. } => format!("… these {events} events {times} times more"),
            Row::Gap(count, _) => format!("… {count} events left out"),
        }
    }

    /// Where it is in the source; may be empty.
    pub(super) fn line(&self) -> &str {
        match self {
            Row::Cell { line, .. } => line,
            Row::Again { .. } | Row::Gap(..) => "",
        }
    }
}

/// The rows of what is shown of a violation: in the program's own lines, if its calls are known and `folding` is given.
#[must_use]
pub fn rows(names: &Names<'_>, violation: &Violation, shown: &Shown, folding: Option<&Folding<'_>>) -> Vec<Row> {
    let folded = folding.and_then(|folding| folded::rows(names, violation, shown, folding));
    folded.unwrap_or_else(|| all(names, violation, shown))
}

/// A row for each event that is shown.
fn all(names: &Names<'_>, violation: &Violation, shown: &Shown) -> Vec<Row> {
    let mut monitors = Monitors::default();
    let mut runs: Vec<Vec<Row>> = vec![Vec::new()];
    let events = &violation.events;
    let is_row = |index: usize| shown.is_row(index);
    // After which event it is said why its thread does not go on.
    let mut due = None;
    for (index, event) in events.iter().enumerate() {
        monitors.apply(event);
        if is_row(index) {
            let text = event_text(names, event, shown.delays.of[index]);
            let (line, over) = (line(names, event), Over(index + 1));
            let cell = Row::Cell { column: names.column(event.thread), text, line, event: true, over };
            runs.last_mut().into_iter().for_each(|run| run.push(cell.clone()));
            let of_thread = |at: &usize| !events[*at].is_arrival();
            let next = (index + 1..events.len()).filter(of_thread).find(|&at| is_row(at));
            let goes_on = next.is_some_and(|next| events[next].thread == event.thread);
            if !event.is_arrival() && !goes_on && (next.is_some() || !violation.blocked.is_empty()) {
                let run =
                    (index + 1..events.len()).filter(of_thread).take_while(|&at| events[at].thread == event.thread);
                due = Some((run.last().unwrap_or(index), next.is_some()));
            }
        }
        if let Some((last, switches)) = due
            && last == index
        {
            due = None;
            if switches
                && !matches!(event.action, Action::End { .. } | Action::Exit(_))
                && let Some(text) = switch(names, violation, &monitors, index)
                && let Some(run) = runs.last_mut()
            {
                run.push(remark(names, event.thread, &text, SiteId::NONE, index + 1));
            }
            runs.push(Vec::new());
        }
    }
    let left = shown.delays.left.iter().map(|&index| {
        let text = format!("still buffered: {}", cell::event(names, &events[index]));
        remark(names, events[index].thread, &text, events[index].site, events.len())
    });
    let blocked = violation.blocked.iter().map(|pending| {
        let what = stuck(names, violation, &monitors, pending);
        remark(names, pending.thread, &what, pending.site, events.len())
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

/// What happened, in a cell: exceptions have long messages, which the report has elsewhere.
pub(super) fn event_text(names: &Names<'_>, event: &Event, delay: Delay) -> String {
    match &event.action {
        Action::End { uncaught: Some(uncaught), .. } => format!("throws {}", cell::thrown_briefly(uncaught)),
        _ => cell::delayed_event(names, event, delay),
    }
}

/// A row that is no event, when so many are over.
pub(super) fn remark(names: &Names<'_>, thread: ThreadId, text: &str, site: SiteId, over: usize) -> Row {
    Row::Cell {
        column: names.column(thread),
        text: format!("{REMARK}{text}"),
        line: names.line(site),
        event: false,
        over: Over(over),
    }
}

/// Why the thread of the event at `index` does not go on after it. None if it does nothing any more: whether it could, the events do not
/// tell.
pub(super) fn switch(names: &Names<'_>, violation: &Violation, monitors: &Monitors, index: usize) -> Option<String> {
    let thread = violation.events[index].thread;
    let mut rest = violation.events[index + 1..].iter();
    let later = rest.find(|event| event.thread == thread && !event.is_arrival()).map(|event| &event.action);
    let pending = || violation.blocked.iter().find(|pending| pending.thread == thread).map(|pending| &pending.action);
    let next = later.or_else(pending)?;
    Some(match (monitors.obstacle(thread, next), next) {
        (Some(obstacle), _) => cell::obstacle(names, &obstacle),
        (None, Action::Await(_)) => cell::action(names, next),
        (None, _) => "preempted".to_owned(),
    })
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
pub(super) fn fold(run: &[Row]) -> Vec<Row> {
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
                let over = Over(rest[length * (times + 1) - 1].over());
                folded.push(Row::Again { column: *column, events: length, times, over });
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
pub(super) fn elide(runs: &[Vec<Row>]) -> Vec<Row> {
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
    let over = Over(middle.last().map_or(0, Row::over));
    kept.push(Row::Gap(middle.iter().map(Row::events).sum(), over));
    kept.extend_from_slice(&rows[rows.len() - tail..]);
    kept
}
