//! What the parts of a state stand for in its hash ([`super::State::hash`]): 128 bits each, which are added.

use super::{Life, Monitor, State, Thread, Waiting};
use crate::Model;
use crate::names::{LocationIx, MonitorIx, ThreadIx};
use mcr_protocol::{Value, mix};

impl State {
    /// Stands for the order in all queues, whatever numbers the places have.
    pub(super) fn queues_hash(&self) -> u128 {
        self.queued().iter().fold(0, |hash, &(queue, thread)| chain(chain(hash, queue), u64::from(thread.0)))
    }

    /// Those in queues, each with a number of the queue, in the order of the queues and their places there.
    pub(super) fn queued(&self) -> Vec<(u64, ThreadIx)> {
        let queue = |t: &Thread| match t.waiting {
            Waiting::Asleep => u64::from(t.set.0),
            _ => 1 << 32 | u64::from(t.monitor.0),
        };
        let queued = (0u32..).zip(&self.threads).filter(|(_, t)| t.queues());
        let mut queued: Vec<_> = queued.map(|(n, t)| (queue(t), t.place, ThreadIx(n))).collect();
        queued.sort_unstable();
        queued.into_iter().map(|(queue, _, thread)| (queue, thread)).collect()
    }
}

/// What a thread stands for.
pub(super) fn thread_hash(model: &Model, thread: &Thread) -> u128 {
    if thread.life == Life::NotStarted {
        return 0;
    }
    thread_hash_at(model.tries.cell(thread.cell).hash, thread)
}

/// What a thread stands for that was started, at a cell that stands for this.
pub(super) fn thread_hash_at(hash: u128, thread: &Thread) -> u128 {
    let (kind, depth) = match (thread.life, thread.waiting) {
        (Life::Ended, _) => (1, 0),
        (_, Waiting::No) => (2, 0),
        (_, Waiting::Asleep) => (3, thread.depth),
        (_, Waiting::Notified) => (4, thread.depth),
        (_, Waiting::Unsure) => (5, thread.depth),
        (_, Waiting::Left) => (6, thread.depth),
    };
    let stirred = thread.stirred && thread.life == Life::Running;
    let settled = thread.settled.map_or(0, |doing| doing as u64);
    let part = u64::from(depth) << 8 | settled << 5 | kind << 2 | u64::from(stirred) << 1 | u64::from(thread.daemon);
    let hash = if part == 8 { hash } else { chain(hash, part) };
    if thread.since == 0 { hash } else { chain(hash, thread.since) }
}

/// What a monitor stands for.
pub(super) fn monitor_hash(number: MonitorIx, monitor: Monitor) -> u128 {
    let owner = monitor.owner.map_or(0, |owner| u64::from(owner.0) + 1);
    if owner == 0 {
        return 0;
    }
    chain(u128::from(owner) << 64 | 0x6d6f_6e69_746f_7200, u64::from(number.0) << 32 | u64::from(monitor.depth))
}

/// What the value of a location stands for.
pub(super) fn location_hash(location: LocationIx, value: Value) -> u128 {
    let high = mix(u64::from(location.0) ^ 0x6d65_6d6f_7279, value.0);
    let low = mix(high, value.0 ^ u64::from(location.0));
    u128::from(high) << 64 | u128::from(low)
}

/// Appends a hash to an ordered hash.
#[must_use]
pub fn append(hash: u128, other: u128) -> u128 {
    chain(chain(hash, other as u64), (other >> 64) as u64)
}

/// Appends to an ordered hash.
#[must_use]
pub fn chain(hash: u128, next: u64) -> u128 {
    let high = mix((hash >> 64) as u64, next);
    let low = mix(hash as u64, next ^ 0x6f75_7470_7574);
    u128::from(high) << 64 | u128::from(low)
}
