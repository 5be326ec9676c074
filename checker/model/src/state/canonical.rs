//! A hash of a state that does not tell interchangeable threads apart ([`crate::symmetry`]).

use super::hash::{location_hash, monitor_hash, thread_hash, thread_hash_at};
use super::{Life, State, Thread, append, chain};
use crate::Model;
use crate::names::{LocationIx, ThreadIx};
use crate::symmetry::{Mention, Symmetry};
use crate::trie::Op;
use mcr_protocol::Value;

impl State {
    /// Stands for the state, but for what was printed and for who is who among interchangeable threads.
    #[must_use]
    pub fn canonical_hash(&self, model: &Model, symmetry: &Symmetry) -> u128 {
        // What is known of a thread counts with it, and not under its number.
        let mut hash = self.totals.hash;
        let mut with = vec![0u128; self.threads.len()];
        for &number in symmetry.monitors() {
            let monitor = self.monitors[number.0 as usize];
            if let Some(owner) = monitor.owner.filter(|owner| symmetry.parent(*owner).is_some()) {
                hash = hash.wrapping_sub(monitor_hash(number, monitor));
                let with = &mut with[owner.0 as usize];
                *with = chain(chain(*with ^ 1, u64::from(number.0)), u64::from(monitor.depth));
            }
        }
        if self.totals.queued > 0 {
            for (place, (queue, thread)) in (0u64..).zip(self.queued()) {
                let with = &mut with[thread.0 as usize];
                *with = chain(chain(*with ^ 2, queue), place);
            }
        }
        if self.some_are_buffered() {
            (0..self.threads.len()).for_each(|n| self.note_writes_to_others(symmetry, ThreadIx(n as u32), &mut with));
        }
        for (n, thread) in (0u32..).zip(&self.threads) {
            let number = ThreadIx(n);
            let part = thread_hash(model, thread);
            let unnamed = self.unnamed(model, symmetry, thread, part);
            hash = hash.wrapping_sub(part);
            let Some(parent) = symmetry.parent(number) else {
                let with = with[n as usize];
                hash = hash.wrapping_add(if with == 0 { unnamed } else { append(unnamed, chain(with, u64::from(n))) });
                continue;
            };
            let mut with = with[n as usize];
            if !self.buffered(number).is_empty() {
                let own = |location| symmetry.owner(location).filter(|(owner, _)| *owner == number);
                let name = |l: LocationIx| own(l).map_or(u64::from(l.0), |(_, name)| name | 1 << 63);
                let (named, unnamed) = self.buffer_hashes(model, number, name);
                hash = hash.wrapping_sub(named);
                with = append(with ^ 3, unnamed);
            }
            for &(name, location) in symmetry.own(number) {
                let value = self.value(location);
                if value != model.initial[location.0 as usize] {
                    hash = hash.wrapping_sub(location_hash(location, value));
                }
                if value != Value::ZERO {
                    with = chain(chain(with ^ 4, name), value.0);
                }
            }
            if let Some(Mention { joins, touches, .. }) = self.mentioned(symmetry, parent, number) {
                // Who has ended is joined at once.
                let joins = if thread.life == Life::Ended { 0 } else { joins };
                if joins != 0 || touches != 0 {
                    with = append(append(chain(with ^ 5, u64::from(parent.0)), joins), touches);
                }
            }
            if with != 0 && thread.life == Life::NotStarted {
                with = chain(with ^ 6, u64::from(n));
            }
            hash = hash.wrapping_add(if with == 0 { unnamed } else { append(unnamed, with) });
        }
        hash
    }

    /// What a thread stands for, by its future alone. `part`: by its cell.
    fn unnamed(&self, model: &Model, symmetry: &Symmetry, thread: &Thread, part: u128) -> u128 {
        if thread.life == Life::NotStarted {
            return 0;
        }
        let Some(future) = symmetry.future(thread.cell) else { return part };
        let unnamed = thread_hash_at(future, thread);
        let joins_left = symmetry.joins_left(thread.cell);
        let goes_on = || match model.tries.cell(thread.cell).op {
            Some(Op::Join { child, .. }) => self.thread(child).life == Life::Ended,
            _ => false,
        };
        let joins_now = joins_left > 0 && thread.life == Life::Running && goes_on();
        if joins_now { chain(unnamed, u64::from(joins_left)) } else { unnamed }
    }

    /// How what a thread will do mentions a child.
    fn mentioned(&self, symmetry: &Symmetry, parent: ThreadIx, child: ThreadIx) -> Option<Mention> {
        let parent = self.thread(parent);
        if parent.life == Life::Running { symmetry.mention(parent.cell, child) } else { None }
    }

    /// A thread keeps its name while a write to a location of its own is in the buffer of another thread.
    fn note_writes_to_others(&self, symmetry: &Symmetry, by: ThreadIx, with: &mut [u128]) {
        for write in self.buffered(by) {
            if let Some((owner, _)) = symmetry.owner(write.location).filter(|(owner, _)| *owner != by) {
                let with = &mut with[owner.0 as usize];
                *with = chain(*with ^ 7, u64::from(owner.0));
            }
        }
    }
}
