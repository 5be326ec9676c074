//! Monitors: who owns which, how deep, and who waits.
//!
//! Only monitors that are owned or waited for have an entry, so the table stays small whatever the program does.
//!
//! Invariant: a thread waits in at most one wait set, and in none once it was notified; one that was notified in a queue
//! is among those who return until it has the monitor back, or another one shows that it had left.

use crate::core::Slot;
use mcr_protocol::Value;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// All monitors of one execution.
#[derive(Default)]
pub(crate) struct Monitors {
    table: FxHashMap<Value, Monitor>,
}

#[derive(Default)]
struct Monitor {
    /// The owner, and how many times it has entered: at least once.
    owner: Option<(Slot, u32)>,
    /// Those not notified yet, the one that has waited longest first, and the wait set of each.
    waiters: VecDeque<(Slot, Value)>,
    /// Those notified in queues that do not have the monitor back yet, the one notified first at the front.
    returning: VecDeque<Slot>,
}

impl Monitors {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether `who` could enter at once.
    pub(crate) fn is_free_for(&self, monitor: Value, who: Slot) -> bool {
        self.owner(monitor).is_none_or(|owner| owner == who)
    }

    /// Who owns the monitor.
    pub(crate) fn owner(&self, monitor: Value) -> Option<Slot> {
        self.table.get(&monitor)?.owner.map(|(owner, _)| owner)
    }

    /// Those in a wait set of the monitor, the one that has waited longest first.
    pub(crate) fn waiters(&self, monitor: Value, set: Value) -> impl Iterator<Item = Slot> {
        let waiters = self.table.get(&monitor).into_iter().flat_map(|monitor| &monitor.waiters);
        waiters.filter(move |(_, where_)| *where_ == set).map(|(waiter, _)| *waiter)
    }

    /// Those who were notified in queues before `who` and do not have the monitor back; nobody if it was not.
    pub(crate) fn returning_before(&self, monitor: Value, who: Slot) -> impl Iterator<Item = Slot> {
        let returning = self.table.get(&monitor).map(|entry| &entry.returning);
        let place = returning.and_then(|returning| returning.iter().position(|other| *other == who)).unwrap_or(0);
        returning.into_iter().flatten().take(place).copied()
    }

    /// `who`, which was notified in a queue, has no place among those who return any more.
    pub(crate) fn leave(&mut self, monitor: Value, who: Slot) {
        if let Some(entry) = self.table.get_mut(&monitor) {
            entry.returning.retain(|other| *other != who);
        }
    }

    /// `who` enters `depth` times. The monitor is free for it.
    pub(crate) fn acquire(&mut self, monitor: Value, who: Slot, depth: u32) {
        let owner = &mut self.table.entry(monitor).or_default().owner;
        *owner = Some((who, owner.map_or(0, |(_, depth)| depth) + depth));
    }

    /// The owner leaves once.
    pub(crate) fn release(&mut self, monitor: Value) {
        let Some(entry) = self.table.get_mut(&monitor) else { return };
        entry.owner = entry.owner.and_then(|(who, depth)| (depth > 1).then(|| (who, depth - 1)));
        if entry.owner.is_none() && entry.waiters.is_empty() && entry.returning.is_empty() {
            self.table.remove(&monitor);
        }
    }

    /// The owner leaves whatever its depth and enters a wait set. Returns the depth.
    pub(crate) fn wait(&mut self, monitor: Value, set: Value, who: Slot) -> u32 {
        let entry = self.table.entry(monitor).or_default();
        let depth = entry.owner.take().map_or(1, |(_, depth)| depth);
        entry.waiters.push_back((who, set));
        depth
    }

    /// Takes `who`, which waits there, out of its wait set.
    pub(crate) fn notify(&mut self, monitor: Value, who: Slot) {
        let Some(entry) = self.table.get_mut(&monitor) else { return };
        let Some(place) = entry.waiters.iter().position(|(waiter, _)| *waiter == who) else { return };
        let in_queue = entry.waiters.remove(place).is_some_and(|(_, set)| set != monitor);
        if in_queue {
            entry.returning.push_back(who);
        }
    }

    /// The wait of `who` is over, for whatever reason: it enters `depth` times. The monitor is free for it.
    pub(crate) fn resume(&mut self, monitor: Value, who: Slot, depth: u32) {
        let entry = self.table.entry(monitor).or_default();
        entry.waiters.retain(|(waiter, _)| *waiter != who);
        entry.returning.retain(|waiter| *waiter != who);
        self.acquire(monitor, who, depth);
    }
}
