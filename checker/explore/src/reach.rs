//! What threads can do while others stand still: an over-approximation, from the values that are there to be read.
//!
//! The future of a thread at a place ([`mcr_model::footprint`]) takes every read to find every value that it was
//! ever seen to find. Here the threads of a set P stand still, and the others go on from a state: a read finds the value in
//! memory, or one that some thread writes on what it can reach in the same way; a monitor that a thread of P is inside stays
//! closed, and so does a join of a thread of P, to those who can do nothing but wait for it. In code that is synchronised by
//! reading and writing that is often little: who has lost a compare-and-set does not touch what the winner touches.
//!
//! Everything else that a thread may wait for is taken to be there, and not to be there. A guarded step that changes a number may
//! leave any number.
//!
//! The order of writes is ignored, and so is that a value may be overwritten before it is read; a cell is reached or not.
//! Whoever relies on it relies on the cells that were reached: a new outcome of one of them ([`Reach::relied_on`]) may
//! change the answer.
//!
//! A read of a value that was never seen there leads to nothing: the search will try it, and learn, if it can happen.

use super::process::{Pending, Process};
use super::process_set::ProcessSet;
use mcr_model::Model;
use mcr_model::footprint::{Access, Accesses};
use mcr_model::names::{LocationIx, ThreadIx};
use mcr_model::numbers::{Parked, Slept};
use mcr_model::state::{Life, State};
use mcr_model::trie::{CellIx, Op};
use mcr_protocol::{Change, Value};

/// Cells after which it is given up.
const MAX_CELLS: usize = 4096;

/// Who touches a resource.
#[derive(Clone, Debug, Default)]
struct Touched {
    round: u32,
    /// Positions of threads that read or write it.
    by: ProcessSet,
    /// Of those that write it.
    written_by: ProcessSet,
}

/// What is known of a location.
#[derive(Clone, Debug, Default)]
struct Location {
    round: u32,
    /// What may be there.
    values: Vec<Value>,
    /// Any number may be there.
    any: bool,
    /// The reads and updates that were reached, with the position of the thread.
    readers: Vec<(CellIx, usize)>,
}

/// Computes it; keeps its buffers. What a buffer says is valid if its round is the current one.
#[derive(Debug, Default)]
pub struct Reach {
    round: u32,
    /// By cell: the round in which it was reached last.
    reached: Vec<u32>,
    touched: Vec<Touched>,
    locations: Vec<Location>,
    open: Vec<(CellIx, usize)>,
    /// Where threads were started, and by whom.
    roots: Vec<(CellIx, usize)>,
    /// By thread: whether it stands still.
    stands: Vec<bool>,
    /// By thread: whether its fences wait, because the arrival of a write stands still.
    held_up: Vec<bool>,
    /// Nobody.
    nobody: ProcessSet,
    /// By cell: whether a decision relies on it.
    relied_on: Vec<bool>,
    /// By cell: what its operation touches, once asked for.
    accesses: Vec<Option<Accesses>>,
}

/// What the others do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing that conflicts.
    Nothing,
    /// The threads and arrivals at these positions do something that conflicts: all that do so at once, whatever others do; if there is no such
    /// one, another that does so later.
    Conflict(ProcessSet),
    /// It was not found out.
    Unknown,
}

impl Reach {
    /// Lets all `processes` go on that are not in the set `still` of positions, up to something that conflicts with one of
    /// `accesses`. `pending`: the writes that have not arrived.
    pub fn explore(
        &mut self,
        model: &Model,
        state: &State,
        processes: &[Process],
        pending: &[Pending],
        still: &ProcessSet,
        accesses: &[(Access, ThreadIx)],
    ) -> Found {
        self.round += 1;
        self.reached.resize(model.tries.len(), 0);
        self.relied_on.resize(model.tries.len(), false);
        self.accesses.resize(model.tries.len(), None);
        self.locations.resize_with(model.names.locations(), Location::default);
        self.touched.resize_with(model.resources.len(), Touched::default);
        self.open.clear();
        self.roots.clear();
        let looks = model.resources.some_look_at_others();
        for by_thread in [&mut self.stands, &mut self.held_up] {
            by_thread.clear();
            by_thread.resize(model.names.threads(), false);
        }
        for position in still.iter() {
            match processes[position] {
                Process::Thread(thread) => self.stands[thread.0 as usize] = true,
                Process::Arrival(thread, _) => self.held_up[thread.0 as usize] = true,
            }
        }
        // A thread and its arrivals are independent.
        let conflicts = |access: Access, position: usize| {
            let by = processes[position].thread();
            accesses.iter().any(|(wanted, of)| *of != by && wanted.conflicts(access))
        };
        // What conflicts at once does so as well when more stand still, so all of it is found in one round.
        let mut at_once = ProcessSet::default();
        for (position, &process) in processes.iter().enumerate() {
            let Process::Thread(thread) = process else { continue };
            if still.contains(position) {
                continue;
            }
            let me = state.thread(thread);
            let mut cell = me.cell;
            if state.awaits(model, thread) {
                // At its await a thread does nothing before everybody is idle, or somebody has looked at it; once that was
                // so it goes back.
                if !looks && !me.stirred {
                    continue;
                }
                self.relied_on[cell.0 as usize] = true;
                cell = model.tries.cell(cell).next;
            }
            let held_up = self.held_up[thread.0 as usize];
            let goes_on = model.tries.cell(cell).op.is_some_and(|op| !(held_up && op.is_always_fence()));
            if goes_on && self.accesses_of(model, cell).into_iter().flatten().any(|access| conflicts(access, position))
            {
                at_once.insert(position);
            }
            self.open.push((cell, position));
        }
        for write in pending {
            // Its thread finds it in any case.
            self.write(model, state, write.location, write.value);
            if let Some(access) = write.access.filter(|_| !still.contains(write.position)) {
                if conflicts(access, write.position) {
                    at_once.insert(write.position);
                }
                self.touch(access, write.position);
            }
        }
        if !at_once.is_empty() {
            return Found::Conflict(at_once);
        }
        let mut cells = 0;
        while let Some((cell, position)) = self.open.pop() {
            let seen = &mut self.reached[cell.0 as usize];
            if *seen == self.round {
                continue;
            }
            *seen = self.round;
            self.relied_on[cell.0 as usize] = true;
            cells += 1;
            if cells > MAX_CELLS {
                return Found::Unknown;
            }
            let known = model.tries.cell(cell);
            let Some(op) = known.op else { continue };
            if self.held_up[processes[position].thread().0 as usize] && op.is_always_fence() {
                continue;
            }
            for access in self.accesses_of(model, cell).into_iter().flatten() {
                if conflicts(access, position) {
                    return Found::Conflict(ProcessSet::just(position));
                }
                self.touch(access, position);
            }
            match op {
                Op::Read(l) | Op::Update(l, _) => {
                    self.prepare(state, l);
                    self.locations[l.0 as usize].readers.push((cell, position));
                    if self.locations[l.0 as usize].any {
                        self.read_any(model, state, (cell, position));
                        continue;
                    }
                    for n in 0..self.locations[l.0 as usize].values.len() {
                        let value = self.locations[l.0 as usize].values[n];
                        self.read(model, state, (cell, position), value);
                    }
                    continue;
                }
                Op::Write(l, value, _) => self.write(model, state, l, value),
                // Whoever gives up, or is interrupted, goes on without what it waits for; a resume needs its monitor even then.
                Op::Acquire { monitor, patience, .. }
                    if !patience.tells() && state.owner(monitor).is_some_and(|owner| self.stands[owner.0 as usize]) =>
                {
                    continue;
                }
                Op::Resume(Slept { monitor, .. }) | Op::End { notifies: Some(monitor), .. }
                    if state.owner(monitor).is_some_and(|owner| self.stands[owner.0 as usize]) =>
                {
                    continue;
                }
                Op::Join { child, patience }
                    if !patience.tells()
                        && state.thread(child).life == Life::Running
                        && self.stands[child.0 as usize] =>
                {
                    continue;
                }
                // What it makes of the number depends on what was there.
                Op::Guarded { location, change, .. } if change != Change::Keep => {
                    self.write_any(model, state, location)
                }
                Op::Park(Parked { permit, .. }) => self.write(model, state, permit, Value::ZERO),
                Op::Start { argument: root, tells, .. } => {
                    if let Some(location) = tells {
                        self.write(model, state, location, Value(1));
                    }
                    // By two threads: whose steps they are is not known.
                    if self.roots.iter().any(|&(other, by)| other == root && by != position) {
                        return Found::Unknown;
                    }
                    self.roots.push((root, position));
                    self.open.push((root, position));
                }
                // It comes back when everybody is idle.
                Op::Await(_) if !looks => continue,
                _ => {}
            }
            if let Some(flag) = op.patience().flag {
                self.write(model, state, flag, Value::ZERO);
            }
            if known.next != CellIx::NONE {
                self.open.push((known.next, position));
            }
            self.open.extend(known.edges.iter().map(|edge| (edge.to, position)));
        }
        Found::Nothing
    }

    fn accesses_of(&mut self, model: &Model, cell: CellIx) -> Accesses {
        *self.accesses[cell.0 as usize].get_or_insert_with(|| model.accesses(cell))
    }

    /// The positions of threads that do something that conflicts with an access.
    pub fn conflicting(&self, access: Access) -> &ProcessSet {
        match self.touched.get(access.resource as usize) {
            Some(touched) if touched.round == self.round && access.writes => &touched.by,
            Some(touched) if touched.round == self.round => &touched.written_by,
            _ => &self.nobody,
        }
    }

    /// Whether a decision relies on what is known of a cell.
    pub fn relied_on(&self, cell: CellIx) -> bool {
        self.relied_on.get(cell.0 as usize).copied().unwrap_or(false)
    }

    /// No decision counts any more.
    pub fn restart(&mut self) {
        self.relied_on.clear();
        self.accesses.clear();
    }

    fn touch(&mut self, access: Access, position: usize) {
        let touched = &mut self.touched[access.resource as usize];
        if touched.round != self.round {
            touched.round = self.round;
            touched.by.clear();
            touched.written_by.clear();
        }
        touched.by.insert(position);
        if access.writes {
            touched.written_by.insert(position);
        }
    }

    fn prepare(&mut self, state: &State, location: LocationIx) {
        let known = &mut self.locations[location.0 as usize];
        if known.round != self.round {
            known.round = self.round;
            known.values.clear();
            known.any = false;
            known.readers.clear();
            known.values.push(state.value(location));
        }
    }

    fn read(&mut self, model: &Model, state: &State, (cell, position): (CellIx, usize), value: Value) {
        let known = model.tries.cell(cell);
        let Some(edge) = known.edge(value) else { return };
        self.open.push((edge.to, position));
        if let Some(Op::Update(l, _)) = known.op {
            self.write(model, state, l, edge.written);
        }
    }

    /// A read finds whatever it was ever seen to find.
    fn read_any(&mut self, model: &Model, state: &State, (cell, position): (CellIx, usize)) {
        let known = model.tries.cell(cell);
        self.open.extend(known.edges.iter().map(|edge| (edge.to, position)));
        if let Some(Op::Update(l, _)) = known.op {
            known.edges.iter().for_each(|edge| self.write(model, state, l, edge.written));
        }
    }

    fn write_any(&mut self, model: &Model, state: &State, location: LocationIx) {
        self.prepare(state, location);
        if std::mem::replace(&mut self.locations[location.0 as usize].any, true) {
            return;
        }
        for n in 0..self.locations[location.0 as usize].readers.len() {
            let reader = self.locations[location.0 as usize].readers[n];
            self.read_any(model, state, reader);
        }
    }

    fn write(&mut self, model: &Model, state: &State, location: LocationIx, value: Value) {
        self.prepare(state, location);
        let known = &mut self.locations[location.0 as usize];
        if known.values.contains(&value) {
            return;
        }
        known.values.push(value);
        for n in 0..self.locations[location.0 as usize].readers.len() {
            let reader = self.locations[location.0 as usize].readers[n];
            self.read(model, state, reader, value);
        }
    }
}
