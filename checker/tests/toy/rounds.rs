//! Rounds of a loop in which a thread changes nothing: recognised as the agent must do it.

use super::names::{location_id, monitor_name, thread_id, value};
use super::program::REGISTERS;
use super::scopes::Scopes;
use mcr_protocol::{Awaited, Guard, Try, Value, mix};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// An operation that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    Read(usize, i64),
    Alive(usize),
    /// What it found a thread doing.
    State(usize, u8),
    /// A monitor that it could not enter.
    Tried(usize),
    /// A guard that did not hold.
    Unguarded(usize, Guard),
    /// Of a monitor, or at a thread that has ended.
    Other,
}

/// An arrival at the head of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Visit {
    pc: usize,
    regs: [i64; REGISTERS],
    owned: Vec<(usize, u32)>,
    /// All else that belongs to its local state.
    rest: u64,
    history: usize,
    looks: usize,
    scopes: Rc<Scopes>,
}

/// What a thread is at the head of a loop.
pub struct Arrival<'a> {
    pub pc: usize,
    pub regs: &'a [i64; REGISTERS],
    pub owned: Vec<(usize, u32)>,
    pub rest: u64,
    pub history: usize,
    pub scopes: &'a Scopes,
}

/// The arrivals since the thread last changed something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rounds {
    visits: Vec<Visit>,
    looks: Vec<Look>,
}

impl Rounds {
    pub fn looked(&mut self, look: Look) {
        if !self.visits.is_empty() {
            self.looks.push(look);
        }
    }

    pub fn changed(&mut self) {
        self.visits.clear();
        self.looks.clear();
    }

    /// The thread comes to the head of a loop; whether it has been there in this state since it last changed something.
    pub fn arrive(&mut self, now: Arrival) -> bool {
        let looks = self.looks.len();
        match self.visits.iter().position(|visit| visit.pc == now.pc) {
            Some(n) if self.visits[n].is(&now) && self.visits[n].looks < looks => return true,
            Some(n) => self.visits.truncate(n),
            None => {}
        }
        let Arrival { pc, regs, owned, rest, history, scopes } = now;
        self.visits.push(Visit { pc, regs: *regs, owned, rest, history, looks, scopes: Rc::new(scopes.clone()) });
        false
    }

    /// Stands for what may let the thread wait later.
    pub fn hash(&self) -> u64 {
        let visits = self.visits.iter().fold(self.visits.len() as u64, |hash, visit| {
            mix(mix(mix(hash, visit.pc as u64), visit.looks as u64), visit.scopes.hash)
        });
        let mut hasher = DefaultHasher::new();
        self.looks.hash(&mut hasher);
        mix(visits, hasher.finish())
    }

    fn visit(&self, pc: usize) -> &Visit {
        self.visits.iter().find(|visit| visit.pc == pc).expect("it has been here")
    }

    fn round(&self, pc: usize) -> &[Look] {
        &self.looks[self.visit(pc).looks..]
    }

    /// Whether a round would show something else now.
    pub fn differs(
        &self,
        pc: usize,
        memory: impl Fn(usize) -> i64,
        is_alive: impl Fn(usize) -> bool,
        doing: impl Fn(usize) -> Vec<u8>,
        is_free: impl Fn(usize) -> bool,
    ) -> bool {
        self.round(pc).iter().any(|look| match *look {
            Look::Read(v, seen) => memory(v) != seen,
            Look::Alive(t) => !is_alive(t),
            Look::State(t, seen) => doing(t).iter().any(|&now| now != seen),
            Look::Tried(m) => is_free(m),
            Look::Unguarded(v, guard) => guard.holds(value(memory(v))),
            Look::Other => false,
        })
    }

    pub fn awaited(&self, pc: usize) -> Awaited {
        let round = self.round(pc);
        let (mut reads, mut alive, mut states, mut tries) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for look in round {
            match *look {
                Look::Read(v, seen) => reads.push((location_id(v), Value(seen as u64))),
                Look::Alive(t) => alive.push(thread_id(t)),
                Look::State(t, seen) => states.push((thread_id(t), seen)),
                Look::Tried(m) => tries.push(Try::Monitor(monitor_name(m))),
                Look::Unguarded(v, guard) => tries.push(Try::Guard(location_id(v), guard)),
                Look::Other => {}
            }
        }
        tries.sort_unstable();
        tries.dedup();
        states.sort_unstable();
        states.dedup();
        reads.sort_unstable();
        reads.dedup();
        alive.sort_unstable();
        alive.dedup();
        Awaited { events: round.len() as u32, reads, alive, states, tries }
    }

    /// Forgets the round; the length that the history had before it, and where the thread was.
    pub fn go_back(&mut self, pc: usize) -> (usize, Scopes) {
        let n = self.visits.iter().position(|visit| visit.pc == pc).expect("it has been here");
        self.looks.truncate(self.visits[n].looks);
        self.visits.truncate(n + 1);
        (self.visits[n].history, Scopes::clone(&self.visits[n].scopes))
    }
}

impl Visit {
    fn is(&self, now: &Arrival) -> bool {
        self.regs == *now.regs && self.owned == now.owned && self.rest == now.rest
    }
}
