//! An order of events that proves an answer.

use super::query::{Operation, Prefixes};
use mcr_protocol::{LocationId, Schedule, Step, ThreadId};

/// One thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The thread performs its next operation.
    Perform(ThreadId),
    /// The oldest write of the thread to the location that is in its buffer arrives in memory.
    Arrive(ThreadId, LocationId),
}

/// Everything that happens, in order, up to the state that was asked for. Buffers need not be empty then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// In order.
    pub happenings: Vec<Happening>,
}

impl Witness {
    /// The same for a program that runs. Beginnings are no events there.
    #[must_use]
    pub fn schedule(&self, prefixes: &Prefixes) -> Schedule {
        let mut schedule = Schedule::default();
        let mut positions = vec![0; prefixes.threads().len()];
        for happening in &self.happenings {
            match *happening {
                Happening::Perform(thread) => {
                    let Some(index) = prefixes.index_of(thread) else { continue };
                    if prefixes.threads()[index].operations.get(positions[index]) != Some(&Operation::Begin) {
                        schedule.push_run(thread);
                    }
                    positions[index] += 1;
                }
                Happening::Arrive(thread, location) => schedule.steps.push(Step::Arrive { thread, location }),
            }
        }
        schedule
    }
}
