//! Threads that are interchangeable: two joint states that differ only in which of them is where have the same future.
//!
//! `n` workers with the same code come to each constellation of places in up to `n!` ways. Here a state gets a hash in which a thread counts
//! by what it will do ([`super::futures`]) and not by who it is ([`super::state::State::canonical_hash`]); the search takes states with the same hash
//! for one. No group of permutations has to be known, and nothing has to be sorted: the hash is a sum over threads.
//!
//! *Who is anonymous* (`members`). Of a thread nobody but itself may depend on who it is, in everything learned so far, but for the thread that
//! has started it, its *parent*; and of the parent nothing but the start, joins that do not tell ([`Members::quiet_join`]), and accesses to the locations that
//! the thread and its parent alone touch. All other threads keep their names. So does everybody if somebody asks what others are doing.
//!
//! *What is the thread's own* loses its name with it: locations that no other thread but the parent touches (its interrupt flag, fields of its
//! `Runnable`) are called by the places in the code where the thread touches them; a location of which that does not say which one it is, or that waiting loops
//! look at, keeps its name. Whatever names are chosen, no two locations of one thread have the same.
//!
//! *What is compared* (`futures`, `state/canonical.rs`). Two states with the same hash have a bijection between their threads that leaves
//! those with names where they are, and so that corresponding threads
//! - have the same future, own names taken out; the parent's future has the names of anonymous threads taken out, and *mentions* say of each thread where
//!   in that future it is meant;
//! - are in the same stage of their lives and waits, at the same place in queues, inside the same monitors to the same depth;
//! - have the same values in their own locations, and the same writes in their buffers;
//!
//! and all other locations have the same values. What a thread can do follows from that, and what it leads to corresponds again; so by induction the
//! two states have the same future but for the names of threads: the same prints in the same order, the same ends, the same
//! places of races, the same threads stuck, by place. Nothing is supposed of how the threads came there, or of their code: what is
//! known of one thread and not of the other makes their futures differ.
//!
//! *Joins*. A parent that joins its children one by one tells them apart, but nobody can notice the order. Such a join happens once the child has
//! ended, changes nothing, and cannot end otherwise; so a *run* of joins at one place, a loop, waits for a set of threads. The future of a parent within a run is the run, and what comes after
//! it; which children are still in the set, mentions say, and those that have ended do not count. (A parent that could do the next join now is told apart from one that cannot, by
//! the number of joins left: else a step would lead to the same state, and the search would not go on behind it.) Joins at several places are no run, so
//! that a deadlock is found with the parent at each of them.
//!
//! *Where threads are not alike*: a thread that was not started keeps its name as long as its parent's future mentions it. Threads that read or write
//! values that name themselves or what they have made have different futures: nothing is renamed in values.
//!
//! It all holds for what is known, like futures: a search that learns something while it relies on it is repeated.

mod futures;
mod members;

use super::Model;
use super::names::{LocationIx, MonitorIx, ThreadIx};
use super::trie::CellIx;
use futures::Futures;
use members::Members;

/// Mentions that are kept at the most, 48 bytes each: a parent has one of each child at each of its cells.
const MOST_MENTIONS: usize = 1 << 22;

/// How a future mentions a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Whom.
    pub thread: ThreadIx,
    /// Which runs of joins it is in; 0: none.
    pub joins: u128,
    /// Where its own locations are touched; 0: nowhere.
    pub touches: u128,
}

/// Which threads are interchangeable, by what is known when it is made.
#[derive(Debug)]
pub struct Symmetry {
    members: Members,
    futures: Futures,
}

impl Symmetry {
    /// None if no two threads are interchangeable, or it would take too much memory to know which are.
    #[must_use]
    pub fn of(model: &Model) -> Option<Symmetry> {
        if model.resources.some_ask() {
            return None;
        }
        let members = Members::of(model);
        if members.anonymous() < 2 || members.mentions(model) > MOST_MENTIONS {
            return None;
        }
        let futures = Futures::of(model, &members);
        Some(Symmetry { members, futures })
    }

    /// The thread that started an anonymous thread; none if the thread is not anonymous.
    #[must_use]
    pub fn parent(&self, thread: ThreadIx) -> Option<ThreadIx> {
        self.members.parent(thread)
    }

    /// The own locations of an anonymous thread, in the order of what they are called instead.
    #[must_use]
    pub fn own(&self, thread: ThreadIx) -> &[(u64, LocationIx)] {
        self.members.own(thread)
    }

    /// Whose own a location is, and what it is called instead.
    #[must_use]
    pub fn owner(&self, location: LocationIx) -> Option<(ThreadIx, u64)> {
        self.members.owner(location)
    }

    /// The monitors that anonymous threads may be inside.
    #[must_use]
    pub fn monitors(&self) -> &[MonitorIx] {
        self.members.monitors()
    }

    /// Stands for what a thread will do from a cell on. None if the cell was not known.
    #[must_use]
    pub fn future(&self, cell: CellIx) -> Option<u128> {
        self.futures.future(cell)
    }

    /// How many joins are left in a run at a cell.
    #[must_use]
    pub fn joins_left(&self, cell: CellIx) -> u32 {
        self.futures.joins_left(cell)
    }

    /// How the future of a cell mentions a thread.
    #[must_use]
    pub fn mention(&self, cell: CellIx, thread: ThreadIx) -> Option<Mention> {
        self.futures.mention(cell, thread)
    }
}
