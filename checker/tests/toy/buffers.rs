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
    /// The oldest first; writes behind more barriers are behind those behind fewer.
    entries: Vec<Entry>,
    /// Since the last fence.
    barriers: u32,
    /// The most barriers behind which a write was that has arrived since the last fence.
    arrived_behind: u32,
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
        let mut variables = Vec::new();
        for entry in &self.entries {
            let separated = self.entries[0].barriers < entry.barriers;
            if separated || model == MemoryModel::Tso && !variables.is_empty() {
                break;
            }
            if !variables.contains(&entry.variable) {
                variables.push(entry.variable);
            }
        }
        if model == MemoryModel::Tso {
            variables.truncate(1);
        }
        variables
    }

    /// The oldest write to a variable arrives; it is one of those that may.
    pub fn arrive(&mut self, variable: usize) -> Entry {
        let place = self.entries.iter().position(|entry| entry.variable == variable).expect("it is there");
        let entry = self.entries.remove(place);
        self.arrived_behind = self.arrived_behind.max(entry.barriers);
        entry
    }

    /// Takes a write in; false if it is in memory at once.
    pub fn take(&mut self, model: MemoryModel, variable: usize, value: i64, site: SiteId, order: Order) -> bool {
        let early = match (model, order) {
            (MemoryModel::Sc, _) | (_, Order::Volatile | Order::Arrived) | (MemoryModel::Tso, Order::Early(_)) => {
                return false;
            }
            (_, Order::Plain) => 0,
            (_, Order::Release) => {
                self.barrier(model);
                0
            }
            (_, Order::Early(early)) => early,
        };
        let barriers = self.barriers.checked_sub(early).expect("there were so many barriers");
        if barriers < self.arrived_behind {
            return false;
        }
        let place = self.entries.partition_point(|entry| entry.barriers <= barriers);
        self.entries.insert(place, Entry { variable, value, site, barriers });
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
