//! Store buffers of toy threads, from the documentation of [`MemoryModel`] and [`Order`] alone.

use mcr_protocol::{MemoryModel, Order, SiteId};

/// A write that has not arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    pub variable: usize,
    pub value: i64,
    pub site: SiteId,
    /// How many store-store barriers were between the last fence and it.
    barriers: u32,
}

/// The buffer of one thread. Empty under SC.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Buffer {
    /// The oldest first.
    entries: Vec<Entry>,
    /// Since the last fence.
    barriers: u32,
}

impl Buffer {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the thread itself sees, if not what is in memory.
    pub fn view(&self, variable: usize) -> Option<i64> {
        self.entries.iter().rev().find(|entry| entry.variable == variable).map(|entry| entry.value)
    }

    /// The oldest write.
    pub fn oldest(&self) -> Option<usize> {
        self.entries.first().map(|entry| entry.variable)
    }

    /// What the writes in it are to.
    pub fn variables(&self) -> impl Iterator<Item = usize> + '_ {
        self.entries.iter().map(|entry| entry.variable)
    }

    /// The variables of which the oldest write may arrive, each once.
    pub fn may_arrive(&self, model: MemoryModel) -> Vec<usize> {
        let first = |entry: &&Entry| entry.barriers == self.entries[0].barriers;
        let mut variables: Vec<usize> = self.entries.iter().take_while(first).map(|entry| entry.variable).collect();
        if model == MemoryModel::Tso {
            variables.truncate(1);
        }
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// The oldest write to a variable arrives; it is one of those that may.
    pub fn arrive(&mut self, variable: usize) -> Entry {
        let place = self.entries.iter().position(|entry| entry.variable == variable).expect("it is there");
        self.entries.remove(place)
    }

    /// Takes a write in; false if it is in memory at once.
    pub fn take(&mut self, model: MemoryModel, variable: usize, value: i64, site: SiteId, order: Order) -> bool {
        if model == MemoryModel::Sc || matches!(order, Order::Volatile | Order::Arrived) {
            return false;
        }
        if order == Order::Release {
            self.barrier(model);
        }
        self.entries.push(Entry { variable, value, site, barriers: self.barriers });
        true
    }

    /// A store-store barrier.
    pub fn barrier(&mut self, model: MemoryModel) {
        self.barriers += u32::from(model == MemoryModel::Pso);
    }

    /// A fence; it has waited until the buffer was empty.
    pub fn fence(&mut self) {
        assert!(self.is_empty());
        *self = Buffer::default();
    }
}
