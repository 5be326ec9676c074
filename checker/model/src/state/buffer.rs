//! Store buffers: the writes of each thread that have not arrived in memory ([`mcr_protocol::MemoryModel`]).
//!
//! A write to a location that only one thread touches, in everything learned so far, does not enter: nobody can tell
//! when it arrives. (It does if the state is exact: [`State::exact`].)
//!
//! Invariant: the writes of a buffer are in the order in which their thread did them, and their epochs never fall. Two buffers have
//! the same hash if and only if they hold the same writes and these may arrive in the same orders.

use super::{State, Undo, chain};
use crate::Model;
use crate::footprint::Resource;
use crate::names::{LocationIx, ThreadIx};
use crate::trie::{CellIx, Op};
use mcr_protocol::{MemoryModel, Order, Value, Wake};

/// A write that has not arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffered {
    /// Where the thread wrote it.
    pub cell: CellIx,
    /// Where it goes.
    pub location: LocationIx,
    /// What it brings.
    pub value: Value,
    /// Writes of a smaller epoch arrive before it.
    epoch: u32,
    /// How many writes before it in the buffer go to the same location.
    older: u32,
}

/// The store buffer of one thread.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    writes: Vec<Buffered>,
    /// Of the writes to come. A store-store barrier begins a new one.
    epoch: u32,
    hash: u128,
}

/// A change of a buffer.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A write has entered at the end.
    Entered,
    /// The write at this place has arrived.
    Arrived(usize, Buffered),
    /// A barrier has come.
    Separated,
}

/// A change of a buffer, and what it was before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changed {
    thread: ThreadIx,
    change: Change,
    epoch: u32,
    hash: u128,
}

/// Of hashes of buffers.
const BUFFER: u128 = 0x6275_6666_6572;

impl State {
    /// The part that the buffer of a thread has in the hash, and one that does not tell whose buffer it is and has other names for locations.
    pub(super) fn buffer_hashes(
        &self,
        model: &Model,
        thread: ThreadIx,
        name: impl Fn(LocationIx) -> u64,
    ) -> (u128, u128) {
        let buffer = &self.buffers[thread.0 as usize];
        (buffer.hash, buffer.hashed(model.rules.memory_model, BUFFER, name))
    }

    /// The writes of a thread that have not arrived, the oldest first.
    #[must_use]
    pub fn buffered(&self, thread: ThreadIx) -> &[Buffered] {
        &self.buffers[thread.0 as usize].writes
    }

    /// Whether writes of some thread have not arrived.
    #[must_use]
    pub fn some_are_buffered(&self) -> bool {
        self.totals.buffered > 0
    }

    /// What a thread finds in a location.
    #[must_use]
    pub fn sees(&self, thread: ThreadIx, location: LocationIx) -> Value {
        let own = self.buffered(thread).iter().rev().find(|write| write.location == location);
        own.map_or(self.value(location), |write| write.value)
    }

    /// Calls `found` with the location of each write of a thread that may arrive now.
    pub fn arrivals(&self, model: &Model, thread: ThreadIx, mut found: impl FnMut(LocationIx)) {
        for place in 0..self.buffered(thread).len() {
            if self.may_arrive(model, thread, place) {
                found(self.buffered(thread)[place].location);
            }
        }
    }

    /// Whether the write at this place of the buffer of a thread may arrive now.
    fn may_arrive(&self, model: &Model, thread: ThreadIx, place: usize) -> bool {
        let writes = self.buffered(thread);
        match model.rules.memory_model {
            MemoryModel::Pso => writes[place].older == 0 && writes[place].epoch == writes[0].epoch,
            _ => place == 0,
        }
    }

    /// Where the write goes that may arrive now, and has to arrive before this one of the same thread, or is this one.
    #[must_use]
    pub fn first_to_arrive(&self, model: &Model, thread: ThreadIx, write: &Buffered) -> LocationIx {
        let oldest = &self.buffered(thread)[0];
        let same_epoch = model.rules.memory_model == MemoryModel::Pso && write.epoch == oldest.epoch;
        if same_epoch { write.location } else { oldest.location }
    }

    /// Whether a way to go on with the next operation of a thread has to wait until the buffer of the thread is empty.
    #[must_use]
    pub fn waits_for_buffer(&self, thread: ThreadIx, op: Op, wake: Wake) -> bool {
        let changes = |location, change: mcr_protocol::Change| {
            let number = self.sees(thread, location);
            change.of(number) != number
        };
        !self.buffered(thread).is_empty() && op.is_fence(wake, changes)
    }

    /// Whether an operation is a write that will wait in the buffer of its thread.
    #[must_use]
    pub fn enters_buffer(&self, model: &Model, op: Op) -> bool {
        let Op::Write(location, _, Order::Plain | Order::Release) = op else { return false };
        let shared = || self.exact || model.resources.shared(Resource::Location(location)).is_some();
        model.rules.memory_model.buffers() && shared()
    }

    /// Whether an operation is a write that waits in the buffer of its thread in an execution, but not here.
    #[must_use]
    pub fn passes_buffer(&self, model: &Model, op: Op) -> bool {
        let waits = matches!(op, Op::Write(_, _, Order::Plain | Order::Release));
        waits && model.rules.memory_model.buffers() && !self.enters_buffer(model, op)
    }

    /// A thread writes at a cell.
    pub(super) fn write(&mut self, model: &Model, thread: ThreadIx, (cell, op): (CellIx, Op)) {
        let Op::Write(location, value, order) = op else { return };
        if order == Order::Release {
            self.separate(model, thread);
        }
        if self.enters_buffer(model, op) {
            let epoch = self.buffers[thread.0 as usize].epoch;
            self.totals.buffered += 1;
            self.change_buffer(model, thread, Change::Entered, |buffer| {
                let older = buffer.writes.iter().filter(|write| write.location == location).count() as u32;
                buffer.writes.push(Buffered { cell, location, value, epoch, older });
            });
        } else {
            self.set_memory(model, location, value);
        }
    }

    /// A write of a thread to this location arrives. None if there is none that may.
    pub(super) fn arrive(&mut self, model: &Model, thread: ThreadIx, location: LocationIx) -> Option<Buffered> {
        let place = self.buffered(thread).iter().position(|write| write.location == location)?;
        if !self.may_arrive(model, thread, place) {
            return None;
        }
        let write = self.buffered(thread)[place];
        self.totals.buffered -= 1;
        self.change_buffer(model, thread, Change::Arrived(place, write), |buffer| {
            buffer.writes.remove(place);
            buffer.behind(place, location).for_each(|write| write.older -= 1);
        });
        self.set_memory(model, location, write.value);
        Some(write)
    }

    /// A thread has come to a store-store barrier.
    pub(super) fn separate(&mut self, model: &Model, thread: ThreadIx) {
        if model.rules.memory_model == MemoryModel::Pso && !self.buffered(thread).is_empty() {
            self.change_buffer(model, thread, Change::Separated, |buffer| buffer.epoch += 1);
        }
    }

    fn change_buffer(&mut self, model: &Model, thread: ThreadIx, change: Change, act: impl FnOnce(&mut Buffer)) {
        let buffer = &mut self.buffers[thread.0 as usize];
        let Buffer { epoch, hash, .. } = *buffer;
        act(buffer);
        if !self.exact {
            let seed = chain(BUFFER, u64::from(thread.0));
            buffer.hash = buffer.hashed(model.rules.memory_model, seed, |location| u64::from(location.0));
        }
        self.totals.hash = self.totals.hash.wrapping_sub(hash).wrapping_add(buffer.hash);
        self.log.push(Undo::Buffer(Changed { thread, change, epoch, hash }));
    }

    pub(super) fn restore_buffer(&mut self, Changed { thread, change, epoch, hash }: Changed) {
        let buffer = &mut self.buffers[thread.0 as usize];
        match change {
            Change::Entered => {
                buffer.writes.pop();
            }
            Change::Arrived(place, write) => {
                buffer.behind(place, write.location).for_each(|write| write.older += 1);
                buffer.writes.insert(place, write);
            }
            Change::Separated => {}
        }
        (buffer.epoch, buffer.hash) = (epoch, hash);
    }
}

impl Buffer {
    /// The writes to a location from a place on.
    fn behind(&mut self, place: usize, location: LocationIx) -> impl Iterator<Item = &mut Buffered> {
        self.writes[place..].iter_mut().filter(move |write| write.location == location)
    }

    /// Takes time in proportion to the number of writes, as the change before it did.
    fn hashed(&self, model: MemoryModel, seed: u128, name: impl Fn(LocationIx) -> u64) -> u128 {
        let add = |hash, write: &Buffered| chain(chain(hash, name(write.location)), write.value.0);
        if self.writes.is_empty() {
            return 0;
        }
        if model == MemoryModel::Tso {
            return self.writes.iter().fold(seed, add);
        }
        // Of epochs only their order matters, and whether the next write will be in the same one as the last.
        let mut rank = 0;
        let mut newer = self.epoch;
        let mut sum = 0u128;
        for write in self.writes.iter().rev() {
            rank += u64::from(write.epoch != newer);
            newer = write.epoch;
            sum = sum.wrapping_add(add(chain(chain(seed, rank), u64::from(write.older)), write));
        }
        sum
    }
}
