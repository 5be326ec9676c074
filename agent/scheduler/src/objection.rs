//! What a thread cannot announce: it shows a mistake in the agent, or something that the agent cannot check.

use crate::core::{Core, Phase, Slot};
use mcr_protocol::{Action, Limit, Patience};

impl Core {
    /// Why it makes no sense that the thread announces this operation, if it does not.
    pub(crate) fn objection(&self, slot: Slot, action: &Action) -> Option<&'static str> {
        let thread = self.thread(slot);
        if thread.incomplete.is_some() {
            return Some("what it read before was never told");
        }
        if thread.phase == Phase::Ended {
            return Some("it has ended");
        }
        match (action, &thread.waiting) {
            (Action::Resume(monitor), Some(waiting)) if waiting.monitor == *monitor => return None,
            (Action::Resume(_), _) => return Some("it does not wait there"),
            (_, Some(_)) => return Some("it waits for a monitor"),
            (_, None) => {}
        }
        match action {
            Action::Release(monitor)
            | Action::Notify { monitor, .. }
            | Action::NotifyAll { monitor, .. }
            | Action::Wait { monitor, .. }
                if self.monitors.owner(*monitor) != Some(slot) =>
            {
                Some("it does not own the monitor")
            }
            Action::Start { child, .. } => self.slot(*child).map(|_| "that thread was started already"),
            Action::Join { child, .. } | Action::Alive(child) | Action::State(child) if self.slot(*child).is_none() => {
                Some("that thread was not started")
            }
            Action::Park(Limit::Now)
            | Action::Wait { patience: Patience { limit: Limit::Now, .. }, .. }
            | Action::Join { patience: Patience { limit: Limit::Now, .. }, .. } => Some("this cannot be just tried"),
            Action::Acquire { patience, .. } | Action::Guarded { patience, .. }
                if patience.interruptible && patience.limit == Limit::Now =>
            {
                Some("nothing can interrupt what is just tried")
            }
            Action::Arrive(..) => Some("that is no operation of a thread"),
            Action::Choose(0) => Some("there is nothing to choose from"),
            _ => None,
        }
    }
}
