//! The store buffer of one thread: writes that it has done and that memory does not have yet ([`MemoryModel`]).
//!
//! Each write has an *epoch*: how many barriers its thread had come past. A write arrives behind all writes of smaller epochs and behind
//! older ones to its location, and behind no others. Under PSO the barriers are those of the program; TSO is the same with a barrier before
//! each write.
//!
//! Invariant: epochs never get smaller from the oldest write to the youngest. So the order of writing is an order in which they may arrive.

use crate::choose::How;
use crate::core::{Core, Slot};
use mcr_protocol::{Action, Event, Fence, LocationId, MemoryModel, Order, Outcome, SiteId, Value, Wake};
use std::collections::VecDeque;

/// The store buffer of one thread.
#[derive(Default)]
pub(crate) struct Buffer {
    /// The oldest first.
    writes: VecDeque<Buffered>,
    /// How many barriers the thread has come past.
    epoch: u64,
}

/// A write in a buffer.
struct Buffered {
    location: LocationId,
    value: Value,
    /// Where in the code it was done.
    site: SiteId,
    epoch: u64,
}

/// Whether a write of this order enters the buffer of its thread, so that memory changes only when it arrives.
pub(crate) fn is_buffered(model: MemoryModel, order: Order) -> bool {
    model.buffers() && matches!(order, Order::Plain | Order::Release)
}

impl Buffer {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }

    /// What the thread itself sees of a location, if not what is in memory: its youngest write.
    pub(crate) fn youngest(&self, location: LocationId) -> Option<Value> {
        self.writes.iter().rev().find(|write| write.location == location).map(|write| write.value)
    }

    /// Where the oldest write goes.
    pub(crate) fn oldest(&self) -> Option<LocationId> {
        self.writes.front().map(|write| write.location)
    }

    /// Where the write goes that arrives first if the oldest one to this location is to arrive: this location, unless others have to arrive
    /// before.
    pub(crate) fn first_for(&self, location: LocationId) -> Option<LocationId> {
        let wanted = self.writes.iter().find(|write| write.location == location)?;
        self.writes.front().filter(|oldest| oldest.epoch < wanted.epoch).or(Some(wanted)).map(|write| write.location)
    }

    fn enter(&mut self, location: LocationId, value: Value, site: SiteId) {
        self.writes.push_back(Buffered { location, value, site, epoch: self.epoch });
    }

    /// Takes out the oldest write to the location.
    fn take(&mut self, location: LocationId) -> Option<Buffered> {
        let place = self.writes.iter().position(|write| write.location == location)?;
        self.writes.remove(place)
    }
}

impl Core {
    /// What the thread would read from the location: up to date when memory is.
    pub(crate) fn view(&self, slot: Slot, location: LocationId) -> Value {
        if location == LocationId::TIME {
            return Value(self.now);
        }
        self.thread(slot).buffer.youngest(location).unwrap_or_else(|| self.memory.value(location))
    }

    /// Whether the thread's buffer has to be empty before the thread can do this, which goes on for this reason.
    #[inline]
    pub(crate) fn must_drain(&self, slot: Slot, action: &Action, wake: Wake) -> bool {
        !self.thread(slot).buffer.is_empty() && self.is_fence(slot, action, wake)
    }

    /// Where a write goes that has to arrive before the operation of the thread, which is chosen to happen like this.
    #[inline]
    pub(crate) fn arrives_before(&self, slot: Slot, how: How) -> Option<LocationId> {
        let oldest = self.thread(slot).buffer.oldest()?;
        let (_, action) = self.thread(slot).next.as_ref()?;
        self.is_fence(slot, action, how.wake()).then_some(oldest)
    }

    fn is_fence(&self, slot: Slot, action: &Action, wake: Wake) -> bool {
        action.is_fence(wake, |location, change| {
            let number = self.view(slot, location);
            change.of(number) != number
        })
    }

    /// What an operation does to the buffer of its thread. That is empty if the operation is a fence.
    pub(crate) fn buffer(&mut self, slot: Slot, site: SiteId, action: &Action) {
        let model = self.limits.memory_model;
        let buffer = &mut self.thread_mut(slot).buffer;
        match action {
            Action::Write(location, value, order) if is_buffered(model, *order) => {
                buffer.epoch += u64::from(model == MemoryModel::Tso || *order == Order::Release);
                buffer.enter(*location, *value, site);
            }
            Action::Fence(Fence::StoreStore) => buffer.epoch += 1,
            _ => {}
        }
    }

    /// The oldest write of the thread to the location, which may do so, arrives in memory: an event that no thread learns of, and that
    /// does not count for the default policy.
    pub(crate) fn arrive(&mut self, slot: Slot, location: LocationId) {
        if self.stop_at_limit() {
            return;
        }
        let Some(write) = self.thread_mut(slot).buffer.take(location) else { return };
        let thread = self.thread(slot).id;
        self.plan.arrives(thread, location);
        let action = Action::Arrive(location, write.value);
        self.events.push(Event { thread, site: write.site, action, outcome: Outcome::Done });
        self.arrivals.push((thread, location));
        self.alone += u64::from(self.alive == 1);
        self.moves += 1;
    }
}
