//! Monitors: who owns which, how deep, and who waits.
//!
//! Only monitors that are owned or waited for have an entry, so the table stays small whatever the program does.
//!
//! Invariant: a thread is in at most one wait set, and in none once it was notified.

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
    /// Those not notified yet, the one that has waited longest first.
    waiters: VecDeque<Slot>,
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

    /// Those in the wait set, the one that has waited longest first.
    pub(crate) fn waiters(&self, monitor: Value) -> impl Iterator<Item = Slot> {
        self.table.get(&monitor).into_iter().flat_map(|monitor| monitor.waiters.iter().copied())
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
        self.forget_if_idle(monitor);
    }

    /// The owner leaves whatever its depth and enters the wait set. Returns the depth.
    pub(crate) fn wait(&mut self, monitor: Value, who: Slot) -> u32 {
        let entry = self.table.entry(monitor).or_default();
        let depth = entry.owner.take().map_or(1, |(_, depth)| depth);
        entry.waiters.push_back(who);
        depth
    }

    /// Takes `who` out of the wait set.
    pub(crate) fn leave_wait_set(&mut self, monitor: Value, who: Slot) {
        let Some(entry) = self.table.get_mut(&monitor) else { return };
        entry.waiters.retain(|waiter| *waiter != who);
        self.forget_if_idle(monitor);
    }

    /// Empties the wait set.
    pub(crate) fn take_waiters(&mut self, monitor: Value) -> VecDeque<Slot> {
        self.table.get_mut(&monitor).map(|entry| std::mem::take(&mut entry.waiters)).unwrap_or_default()
    }

    fn forget_if_idle(&mut self, monitor: Value) {
        if self.table.get(&monitor).is_some_and(|entry| entry.owner.is_none() && entry.waiters.is_empty()) {
            self.table.remove(&monitor);
        }
    }
}
