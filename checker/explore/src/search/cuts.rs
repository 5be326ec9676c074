//! What was given up because it was too long or printed too much, and how far executions may go.

use super::underway::Unknown;
use super::{Search, Stop};
use crate::contract::Conclusion;
use crate::hot_spots::Limit;
use crate::path::Length;
use mcr_model::Model;
use mcr_protocol::{Action, Event, SiteId, Trace};
use rustc_hash::FxHashSet;

/// Places that an execution has to come to for the first time, in the second half of the events that count for its
/// limit, to be on its way somewhere. Loops that run for ever have fewer.
const NEW_PLACES: usize = 16;

/// Executions that are given up one after the other before the search is; fewer, where each is given up later than
/// the user has asked for.
const MOST_IN_A_ROW: u64 = 100;

/// Of a search of which nothing else is left: executions that were given up, where they are so few that one of them may go on.
const FEW: u64 = 10;

/// What was given up.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    /// The first place where something was.
    first: Option<String>,
    /// The one before the limit was raised for the last time, which may be seen to its end since.
    before: Option<String>,
    /// Whether anything was because it was too long.
    long: bool,
    /// Executions that were, in all and since the last one that was not.
    executions: u64,
    in_a_row: u64,
}

impl Cuts {
    /// What is to be said of all, if there are any.
    pub(super) fn said(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        let others = match self.executions {
            0 | 1 => String::new(),
            2 => "; so was another execution".to_owned(),
            cut => format!("; so were {} other executions", cut - 1),
        };
        Some(format!("{first}{others}"))
    }

    /// What was too much, if anything was.
    pub(super) fn limit(&self) -> Option<Limit> {
        self.first.as_ref()?;
        Some(if self.long { Limit::Events } else { Limit::Output })
    }

    /// An execution was given up.
    pub(super) fn execution(&mut self, long: bool, reason: impl FnOnce() -> String) {
        self.executions += 1;
        self.in_a_row += 1;
        self.place(long, reason);
    }

    /// Something was given up.
    fn place(&mut self, long: bool, reason: impl FnOnce() -> String) {
        self.long |= long;
        self.first.get_or_insert_with(reason);
    }

    /// What was given up is to be searched after all.
    fn again(&mut self) {
        let before = self.first.take().or(self.before.take());
        *self = Cuts { before, ..Cuts::default() };
    }
}

impl Search<'_> {
    /// Remembers that the model goes on from here and the search does not. `long`: because of the number of events (where an execution could
    /// not show what comes next, that execution says so).
    pub(super) fn cut_here(&mut self, long: bool) {
        let (path, model) = (&self.path, &self.model);
        self.cuts.place(long, || {
            let place = path.last().map_or(SiteId::NONE, |taken| model.tries.cell(taken.cell).site);
            let thread = path.last().map_or(Model::MAIN, |taken| taken.thread);
            format!(
                "an interleaving was given up after {} events; {} was last at {}",
                path.len(),
                model.symbols.thread_name(model.names.thread_id(thread)),
                model.symbols.place(place)
            )
        });
    }

    /// An execution was sent to this step and did not show it.
    pub(super) fn give_up(&mut self, step: Unknown) {
        self.given_up.insert(step);
        self.cut_here(false);
    }

    /// An execution was given up. If it was on its way somewhere (a framework that starts, or that copies a file, and
    /// not a loop without an end), they may go further from now on, and what was left out because of the limit is
    /// searched in another pass. What a loop does looks the same for a long time, so the first time they may in any case; if
    /// that was in vain, not again until there is nothing else ([`Search::goes_further_in_the_end`]).
    pub(super) fn allows_more(&mut self, trace: &Trace) -> Result<bool, Stop> {
        let counted = self.counted(trace);
        if counted < self.max_events {
            // It was allowed more after this execution had begun.
            return Ok(true);
        }
        let first = self.options.max_events;
        let most = self.options.most_events.unwrap_or(0);
        let gets_on = gets_on(&trace.events, counted);
        let is_new = self.max_events > self.most_tried;
        self.most_tried = self.most_tried.max(self.max_events);
        if !gets_on && is_new && self.max_events > first {
            self.raised_in_vain = true;
            // Those that came to their end may do so again.
            self.limit((self.longest * 2).clamp(first, self.max_events))?;
            return Ok(false);
        }
        if gets_on && self.max_events < most {
            self.limit((self.max_events * 10).min(most))?;
        } else if !self.tries_more()? {
            return Ok(false);
        }
        self.stale = true;
        self.cuts.again();
        Ok(true)
    }

    /// Allows more the first time that something is too long. Not with store buffers: what a loop does with ten times as many
    /// writes that have not arrived takes a hundred times as long.
    pub(super) fn tries_more(&mut self) -> Result<bool, Stop> {
        if self.raised_in_vain || self.max_events > self.options.max_events {
            return Ok(false);
        }
        self.tries(self.max_events * 10)
    }

    /// Nothing is left but what was too long. If that is little, it may go on: this is all that the verdict lacks. A loop without an end
    /// costs one execution for each time.
    pub(super) fn goes_further_in_the_end(&mut self) -> Result<bool, Stop> {
        if !self.cuts.long || self.cuts.executions > FEW || !self.tries(self.most_tried.max(self.max_events) * 10)? {
            return Ok(false);
        }
        self.cuts.again();
        self.given_up.clear();
        Ok(true)
    }

    fn tries(&mut self, events: u64) -> Result<bool, Stop> {
        let most = self.options.most_events.unwrap_or(0);
        if self.options.rules.memory_model.buffers() || self.most_tried.max(self.max_events) >= most {
            return Ok(false);
        }
        self.limit(events.min(most))?;
        Ok(true)
    }

    /// From now on executions are given up after so many events.
    fn limit(&mut self, events: u64) -> Result<(), Stop> {
        self.max_events = events;
        self.program.give_up_after(events).map_err(Stop::Failure)
    }

    /// How many events of an execution count for that limit.
    pub(super) fn counted(&self, trace: &Trace) -> u64 {
        Length::of(&trace.events).counted(self.options.max_alone)
    }

    /// An execution came to its end. Those that are as long may do so again, unless it was a loop that somebody else has ended:
    /// a shorter one shows that as well.
    pub(super) fn came_to_its_end(&mut self, trace: &Trace) {
        let counted = self.counted(trace);
        if counted > self.longest.max(self.options.max_events) && gets_on(&trace.events, counted) {
            self.longest = counted;
        }
        self.cuts.in_a_row = 0;
    }

    /// When so many executions in a row were given up that the program, most likely, never ends, and each of the next ones would be as well;
    /// unless the user has said how long they may be, and for how long to look.
    pub(super) fn endless(&mut self) -> Result<(), Stop> {
        let most = MOST_IN_A_ROW / (self.max_events / self.options.max_events.max(1)).max(1).isqrt();
        let is_bounded = self.options.deadline.is_some() || self.options.max_executions.is_some();
        if (is_bounded && self.options.most_events.is_none()) || self.cuts.in_a_row < most {
            return Ok(());
        }
        self.limit = self.cuts.limit();
        let first = self.cuts.first.as_deref().unwrap_or_default();
        Err(Stop::Conclusion(Conclusion::Incomplete(format!(
            "{first}; so were {} others, {most} in a row, and the exploration ends: with --max-events, and --timeout or --max-executions, it \
             goes on until then",
            self.cuts.executions - 1
        ))))
    }

    /// The conclusion when a budget is used up: what was given up until then is as good a reason.
    pub(super) fn stopped_early(&mut self, limit: Limit, reason: &str) -> Conclusion {
        self.limit = Some(limit);
        let said = match (self.cuts.said(), &self.cuts.before) {
            (Some(said), _) => format!("; {said}"),
            (None, Some(before)) => format!("; {before} at first, then it could go on for {}", self.max_events),
            (None, None) => String::new(),
        };
        Conclusion::Incomplete(format!("{reason}{said}"))
    }
}

/// Whether an execution of which so many events counted was on its way somewhere in the second half of them.
fn gets_on(events: &[Event], counted: u64) -> bool {
    let later = usize::try_from(counted / 2).map_or(0, |half| events.len().saturating_sub(half));
    let (before, after) = events.split_at(later);
    let mut known: FxHashSet<SiteId> = before.iter().map(|event| event.site).collect();
    let new = after.iter().filter(|event| known.insert(event.site)).count();
    new >= NEW_PLACES || after.windows(2).filter(|two| is_copied(&two[0], &two[1])).count() > after.len() / 4 * 3
}

/// Whether two events in a row are parts of one instruction that goes through an array, or through an object, from
/// one location to the next.
fn is_copied(first: &Event, second: &Event) -> bool {
    (first.thread, first.site) == (second.thread, second.site)
        && matches!(
            (&first.action, &second.action),
            (Action::Read(one), Action::Read(other)) | (Action::Write(one, ..), Action::Write(other, ..)) if one != other
        )
}
