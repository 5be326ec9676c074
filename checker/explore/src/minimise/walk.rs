//! Walks through the model step by step: only what the model allows counts.

use super::goal::Goal;
use super::{Bounds, Cost, Step};
use crate::path::{Length, Taken};
use mcr_model::check::{choice, possible};
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, State};
use mcr_model::{Model, check};
use mcr_protocol::{Event, Pending};

/// A path of the model that ends at a goal.
#[derive(Clone, Debug)]
pub struct Walked {
    /// The path.
    pub taken: Vec<Taken>,
    /// The steps that it was made of.
    pub steps: Vec<Step>,
    /// What it costs.
    pub cost: Cost,
    /// What the running threads would do next, by thread.
    pub blocked: Vec<Pending>,
}

/// The number of context switches of an interleaving: two events in a row of different threads. That a write arrives is no
/// event of its thread.
#[must_use]
pub fn switches(events: &[Event]) -> usize {
    let threads = events.iter().filter(|event| !event.is_arrival()).map(|event| event.thread);
    threads.clone().zip(threads.skip(1)).filter(|(one, next)| one != next).count()
}

/// The steps that these events were; none if the model does not know one of them.
pub fn steps(model: &Model, events: &[Event]) -> Option<Vec<Step>> {
    events.iter().map(|event| Some((model.names.find_thread(event.thread)?, choice(model, event)?))).collect()
}

/// Follows steps to the goal. None if one of them is not possible, or they do not end there. Arrivals of writes that enter no buffer,
/// because only one thread touches the location, are left out.
pub fn walk(model: &Model, goal: &Goal, bounds: Bounds, steps: &[Step]) -> Option<Walked> {
    let mut state = State::new(model);
    let mut walked = Walked { taken: Vec::new(), steps: Vec::new(), cost: Cost::default(), blocked: Vec::new() };
    let mut last = None;
    let mut reached = false;
    for &(thread, choice) in steps {
        if reached || state.finish().is_some() || state.output_bytes() >= bounds.output {
            return None;
        }
        let arriving = match choice {
            Choice::Arrive(location) => {
                let Some(write) = state.buffered(thread).iter().find(|write| write.location == location) else {
                    continue;
                };
                Some(write.cell)
            }
            _ => None,
        };
        if !check::runs(&state, thread) || !possible(model, &state, thread, choice) {
            return None;
        }
        walked.cost = after(model, &state, walked.cost, last, (thread, choice));
        let before = state.mark();
        let cell = arriving.unwrap_or(state.thread(thread).cell);
        let length = Length::after(&walked.taken, model, &state, (thread, choice));
        reached = arriving.is_none() && goal.is_last(thread, cell);
        let outcome = check::step(model, &mut state, thread, choice)?;
        walked.taken.push(Taken { thread, choice, cell, arrives: arriving.is_some(), length, outcome, before });
        walked.steps.push((thread, choice));
        if arriving.is_none() {
            last = Some(thread);
        }
    }
    reached |= goal.reached(model, &state);
    walked.blocked = super::sorted(
        check::running(&state).filter_map(|thread| model.pending(thread, state.thread(thread).cell)).collect(),
    );
    (reached && walked.taken.len() as u64 <= bounds.events).then_some(walked)
}

/// What a path costs after one more step in this state. `last`: whose event was the last.
pub fn after(model: &Model, state: &State, cost: Cost, last: Option<ThreadIx>, (thread, choice): Step) -> Cost {
    let switched = !matches!(choice, Choice::Arrive(_)) && last.is_some_and(|last| last != thread);
    let preempted = switched && last.is_some_and(|last| check::runs(state, last) && state.can_go_on(model, last));
    Cost {
        switches: cost.switches + u32::from(switched),
        preemptions: cost.preemptions + u32::from(preempted),
        events: cost.events + 1,
    }
}
