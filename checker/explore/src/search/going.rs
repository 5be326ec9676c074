//! One walk through the model, from the initial state to its end, as a guide chooses.

use super::underway::Asked;
use super::{POLL, Search, Stop};
use crate::path::{Branch, Length};
use crate::walks::{Crossing, Ending, Guide};

/// What becomes of a walk that has come to a step of which nobody knows where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// That is executed, and the walk is over; it goes on if it has become known meanwhile.
    Ends,
    /// It goes on after the execution, if one is made at a time; else as the other.
    GoesOn,
    /// It waits for the execution, and goes on.
    Waits,
}

/// How a walk has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It has come to the end of the execution, or cannot go on.
    Over,
    /// It could go on once an execution has shown where to.
    Early,
    /// Another walk comes to whatever is behind it.
    Elsewhere,
}

/// What a walk came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gone {
    pub(super) ended: Ended,
    /// There was something to execute.
    pub(super) found: bool,
}

/// How it went on with a step that was not known.
enum Shown {
    /// The step was taken.
    Taken,
    /// It was not, and that is how the walk ends.
    Not(Ended),
}

impl Search<'_> {
    /// Goes on from the state that the walk is in, to its end.
    pub(super) fn go(&mut self, guide: &mut dyn Guide, then: Then) -> Result<Gone, Stop> {
        let mut found = false;
        loop {
            if let Some(finish) = self.state.finish() {
                self.finished(finish);
                return self.first_violation().map(|()| self.over(guide, found));
            }
            if (self.path.len() as u64).is_multiple_of(POLL) {
                self.poll()?;
            }
            let is_long = Length::of_path(&self.path).counted(self.options.max_alone) >= self.max_events;
            if is_long || self.state.output_bytes() >= self.max_output {
                if guide.is_exhaustive() {
                    self.cut_here(is_long);
                }
                return Ok(self.over(guide, found));
            }
            let start = self.branches.len();
            let listed = self.list_steps();
            let steps = self.branches.split_off(start);
            let Some(listed) = listed?.filter(|_| !steps.is_empty() && !self.misled) else {
                return Ok(self.over(guide, found));
            };
            let chosen = self.chosen(guide, &steps, listed.reducible);
            self.effort += guide.looked_at();
            let Some(chosen) = chosen else {
                return Ok(Gone { ended: Ended::Elsewhere, ..self.over(guide, found) });
            };
            if !self.step(chosen) {
                match self.show(chosen, then, &mut found)? {
                    Shown::Taken => {}
                    Shown::Not(Ended::Over) => return Ok(self.over(guide, found)),
                    Shown::Not(ended) => return Ok(Gone { ended, found }),
                }
            }
            self.failed_by_that()?;
        }
    }

    /// The walk has come to its end.
    fn over(&self, guide: &mut dyn Guide, found: bool) -> Gone {
        if !self.misled {
            let (model, state, path, is_over) = (&self.model, &self.state, &self.path[..], &self.is_over());
            guide.ended(&Ending { model, state, path, is_over });
        }
        Gone { ended: Ended::Over, found }
    }

    /// The step to take.
    fn chosen(&self, guide: &mut dyn Guide, steps: &[Branch], reducible: bool) -> Option<Branch> {
        let (model, state, last) = (&self.model, &self.state, self.last_thread());
        let asked = [self.underway.steps(), &self.given_up];
        let (running, path, is_over) = (&self.running[..], &self.path[..], &self.is_over());
        let at = Crossing { model, state, running, steps, last, path, reducible, asked, is_over };
        let chosen = match steps {
            _ if guide.is_exhaustive() => guide.choose(&at)?,
            [_] => 0,
            _ => match at.concerns_nobody() {
                Some(step) => step,
                None => guide.choose(&at)?,
            },
        };
        Some(steps[chosen])
    }

    /// Finds out where a step leads, and takes it if the walk goes on.
    fn show(&mut self, step: Branch, then: Then, found: &mut bool) -> Result<Shown, Stop> {
        loop {
            let unknown = self.unknown(step);
            if self.given_up.contains(&unknown) {
                return Ok(Shown::Not(Ended::Over));
            }
            let at_once = self.program.at_once();
            if then != Then::Waits && !self.is_alone(at_once) {
                let before = (self.model.memory_generation, self.revisions);
                let asked = self.hand_in(unknown, step)?;
                *found |= asked == Asked::Aside;
                let leads_elsewhere = self.misled || (self.model.memory_generation, self.revisions) != before;
                if asked == Asked::Aside || leads_elsewhere {
                    return Ok(Shown::Not(Ended::Early));
                }
                if self.step(step) {
                    return Ok(Shown::Taken);
                }
                if asked == Asked::Executed {
                    self.give_up(unknown);
                    return Ok(Shown::Not(Ended::Over));
                }
                continue;
            }
            let is_own = self.find_out_now(unknown, Some(step))?;
            *found |= is_own;
            if self.misled {
                return Ok(Shown::Not(Ended::Early));
            }
            if self.step(step) {
                return Ok(if then == Then::Ends { Shown::Not(Ended::Early) } else { Shown::Taken });
            }
            if is_own {
                self.give_up(unknown);
                return Ok(Shown::Not(Ended::Over));
            }
        }
    }
}
