//! Executions on the way of the search: run, compare with what was predicted, learn.
//!
//! The events of the schedule must be those of the path that it was made from, values read included. What comes after
//! must be a path of the model once it is learned ([`check`]). Anything else ends the exploration with an error.

use super::{Branch, Search, Stop};
use crate::hot_spots::Limit;
use crate::path;
use mcr_model::Model;
use mcr_model::learn::describe;
use mcr_model::trie::Op;
use mcr_model::{check, differs};
use mcr_protocol::{Action, End, Event, Order, Schedule, Trace};

/// The events that an execution is to have: those of the path that its schedule was made from, but for writes that arrive.
#[derive(Debug, Default)]
pub(super) struct Expected(Vec<Event>);

impl Search<'_> {
    /// Runs the program along the path, and a step that is not known behind it, and learns.
    pub(super) fn execute(&mut self, branch: Option<Branch>) -> Result<(), Stop> {
        self.may_execute()?;
        let (schedule, expected) = self.ordered(branch);
        let trace = self.program.execute(&schedule).map_err(Stop::Failure)?;
        self.executed(trace, &expected)
    }

    /// Runs the program once, if nothing is known of it.
    pub(super) fn execute_first(&mut self) -> Result<(), Stop> {
        if self.model.tries.cell(Model::MAIN_ROOT).op.is_none() { self.execute(None) } else { Ok(()) }
    }

    /// Before an execution: stops if there must not be another one, and takes in those under way if one of them may be the last.
    pub(super) fn may_execute(&mut self) -> Result<(), Stop> {
        self.stop_counting()?;
        if let Some(max) = self.options.max_executions {
            if self.executions + self.underway.executions() >= max && self.executions < max {
                self.settle()?;
            }
            if self.executions >= max {
                let reason = format!("stopped after {} executions (--max-executions)", self.executions);
                return Err(Stop::Conclusion(self.stopped_early(Limit::Executions, &reason)));
            }
        }
        self.poll()
    }

    /// The schedule along the path, with a step behind it; and the events that it is to have.
    pub(super) fn ordered(&self, branch: Option<Branch>) -> (Schedule, Expected) {
        let mut events = path::events(&self.model, &self.path);
        let mut schedule = path::schedule(&events);
        if let Some(Branch { thread, choice }) = branch {
            path::push(&mut schedule, &self.model, thread, choice);
        }
        // The path leaves out when writes arrive that concern nobody else. Whether the others arrived in time shows in what is read.
        events.retain(|event| !event.is_arrival());
        (schedule, Expected(events))
    }

    /// Learns from an execution.
    pub(super) fn executed(&mut self, trace: Trace, expected: &Expected) -> Result<(), Stop> {
        self.executions += 1;
        self.events += trace.events.len() as u64;
        if self.options.strategy.asks_the_code() {
            self.model.symbols.learn(&trace);
            self.code.look_at(&trace, &self.model.symbols);
        }
        if trace.end == End::Restart {
            self.model.symbols.learn(&trace);
            return Err(Stop::Restart);
        }
        let taken_in = self.take_in(&trace, expected);
        self.keep(trace);
        taken_in
    }

    /// Compares a trace with what was predicted, and learns.
    fn take_in(&mut self, trace: &Trace, expected: &Expected) -> Result<(), Stop> {
        self.predicted(trace, expected)?;
        let lesson = self.learner.learn(&mut self.model, trace).map_err(Stop::error)?;
        if self.merged {
            self.learned.add(self.learner.changed());
        }
        // Merged futures are compared as they were when the pass began: anything new makes it void. Interchangeable threads rely on that, too:
        // a parent at a cell that was not known then mentions nobody.
        self.stale |= self.learner.changed().any(|cell| self.merged || self.reduction.relied_on(cell));
        // One that could not be finished says nothing about what there was to learn.
        let finished = !matches!(trace.end, End::Stuck { .. } | End::Unsupported(_));
        self.misled |= self.model.rules.memory_model.buffers() && self.went_past_a_buffer() || lesson.redirected;
        self.stale |= lesson.redirected;
        self.revisions += u64::from(self.has_changed_paths());
        self.redundant += u64::from(finished && lesson.is_empty());
        let learned = (lesson.operations + lesson.outcomes) as u64;
        self.detours.taught(self.findings.walker, learned, trace.events.len() as u64);
        self.detours.shown(trace);
        self.local_behaviours += lesson.local_behaviours;
        self.state.grow(&self.model);
        self.ended(trace)?;
        check::check(&self.model, trace).map_err(Stop::error)?;
        self.findings.execution(trace, self.executions);
        self.report();
        self.first_violation()
    }

    /// Whether paths from before may lead elsewhere since the last execution: a way does, or writes enter buffers that did not.
    fn has_changed_paths(&self) -> bool {
        self.learner.has_redirected()
            || self.model.rules.memory_model.buffers() && !self.learner.newly_shared().is_empty()
    }

    /// Whether a write on the path did not enter a buffer because only one thread was known to touch its location, and others do.
    fn went_past_a_buffer(&self) -> bool {
        let newly_shared = self.learner.newly_shared();
        self.path.iter().filter(|taken| !taken.arrives).any(|taken| match self.model.tries.cell(taken.cell).op {
            Some(Op::Write(location, _, Order::Plain | Order::Release)) => newly_shared.contains(&location),
            _ => false,
        })
    }

    /// Compares the events that were scheduled with the path that they were to follow.
    fn predicted(&mut self, trace: &Trace, expected: &Expected) -> Result<(), Stop> {
        let thread_did = |event: &&Event| !event.is_arrival();
        let mut came = trace.events.iter().filter(thread_did);
        for (number, expected) in expected.0.iter().enumerate() {
            let came = came.next();
            if came == Some(expected) {
                continue;
            }
            self.model.symbols.learn(trace);
            if came.is_none() {
                // It says itself why it ended early.
                self.ended(trace)?;
                // The path did not count the writes that arrive without being mentioned.
                if trace.end == End::StepLimit {
                    return Ok(());
                }
            }
            let symbols = &self.model.symbols;
            let words = |event: &Event| {
                let what = describe(symbols, event.thread, event.site, &event.action);
                what + &differs::outcome(symbols, event)
            };
            // It was announced, but the schedule does not say so.
            let next = trace.pending.iter().find(|pending| pending.thread == expected.thread);
            let next = next.map(|next| (next.site, describe(symbols, next.thread, next.site, &next.action)));
            let (site, came) = match (came, next) {
                (Some(came), _) => (came.site, words(came)),
                (None, Some((site, next))) => (site, next),
                (None, None) => (expected.site, format!("the end of the execution: {}", differs::end(&trace.end))),
            };
            let what = format!("event {number}: expected was: {}; but it is: {came}", words(expected));
            return Err(Stop::error(differs::thread(symbols, site, &what)));
        }
        match &trace.end {
            End::Diverged { event, message } => {
                Err(Stop::error(differs::diverged(&self.model.symbols, *event, message)))
            }
            _ => Ok(()),
        }
    }

    /// Looks at how an execution ended.
    fn ended(&mut self, trace: &Trace) -> Result<(), Stop> {
        let last = trace.events.last();
        let place = |search: &Self| {
            last.map_or_else(String::new, |event| {
                let symbols = &search.model.symbols;
                format!("; {} was last at {}", symbols.thread_name(event.thread), symbols.place(event.site))
            })
        };
        if trace.end == End::StepLimit && self.allows_more(trace)? {
            return Ok(());
        }
        if !matches!(trace.end, End::StepLimit | End::OutputLimit | End::Restart) {
            self.came_to_its_end(trace);
        }
        match &trace.end {
            End::Normal | End::Deadlock | End::Livelock | End::Exit(_) | End::Diverged { .. } | End::Restart => Ok(()),
            End::StepLimit => {
                let reason = format!(
                    "an execution was given up after {} events (--max-events; an array that is printed or published counts one for each \
                     element){}",
                    self.counted(trace),
                    place(self)
                );
                self.cuts.execution(true, || reason);
                self.endless()
            }
            End::OutputLimit => {
                let printed = |event: &Event| match &event.action {
                    Action::Print(text) => text.len() as u64,
                    _ => 0,
                };
                let bytes = trace.events.iter().map(printed).sum();
                self.max_output = self.max_output.min(bytes);
                let reason = format!(
                    "an execution was given up after it had printed {bytes} bytes (--max-output){}",
                    place(self)
                );
                self.cuts.execution(false, || reason);
                self.endless()
            }
            End::Stuck { thread, message } => {
                let thread = self.model.symbols.thread_name(*thread);
                Err(Stop::error(format!("thread {thread} is stuck: {message}")))
            }
            End::Unsupported(message) => Err(Stop::error(message.clone())),
        }
    }
}
