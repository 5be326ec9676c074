//! What a thread does between two visible operations, and its local state.

use super::flat::{Flat, Instr};
use super::liveness::Registers;
use super::machine::{Code, Machine};
use super::program::{Careless, Expr, FIELDS, REGISTERS, Reg};
use super::records::{moved, named, record_name, reference, unnamed};
use super::rounds::Arrival;
use super::threads::{Caller, Thread};
use mcr_protocol::{LocalState, MemoryModel, Order, mix};

/// A call from so many others does nothing.
const DEEPEST: usize = 4;

impl Machine {
    /// Runs a thread up to its next visible operation.
    pub(super) fn settle(&mut self, code: &Code, t: usize) {
        for _ in 0..10_000 {
            let flat = &code.0[t];
            let instr = flat.code[self.threads[t].pc];
            if self.local_states {
                let depth = flat.depths[self.threads[t].pc];
                match instr {
                    Instr::Head | Instr::Round(_) => {}
                    _ => self.threads[t].scopes.at_depth(depth),
                }
                if self.publish(flat, t, &instr) {
                    return;
                }
            }
            if !self.silent(flat, t, &instr) {
                return;
            }
        }
        panic!("a toy thread loops without a visible operation");
    }

    /// What the thread is about to do: of what depends on records, what it comes to.
    pub fn next(&self, code: &Code, t: usize) -> Instr {
        let thread = &self.threads[t];
        if let Some(&(v, value, order)) = thread.reports.first() {
            return Instr::Store(v, Expr::C(value), order);
        }
        match code.0[t].code[thread.pc] {
            Instr::Get(r, record, field) if named(thread.regs[record]).is_some() => {
                Instr::Load(r, thread.regs[record] as usize + field)
            }
            Instr::Put(record, field, e) if named(thread.regs[record]).is_some() => {
                Instr::Store(thread.regs[record] as usize + field, e, Order::Plain)
            }
            instr => instr,
        }
    }

    /// Does an instruction that nobody can see; false if it is a visible operation.
    fn silent(&mut self, flat: &Flat, t: usize, instr: &Instr) -> bool {
        let is_owner = |m: usize| self.monitors[m].owner.is_some_and(|(owner, _)| owner == t);
        let thread = &mut self.threads[t];
        match *instr {
            Instr::Set(r, e) => thread.regs[r] = e.eval(&thread.regs),
            Instr::Unless(cond, target) => {
                thread.pc = if cond.holds(&thread.regs) { thread.pc + 1 } else { target };
                return true;
            }
            Instr::Jump(target) => {
                thread.pc = target;
                return true;
            }
            Instr::Head => {
                if self.waits_at(flat, t) {
                    return false;
                }
                self.threads[t].pc += 1;
                return true;
            }
            Instr::Round(bound) => {
                let (number, here) =
                    (thread.scopes.head(thread.pc, flat.depths[thread.pc] - 1, bound.is_some()), thread.pc);
                self.key_at_head(flat, t);
                self.threads[t].pc = bound.filter(|(most, _)| number >= *most).map_or(here + 1, |(_, end)| end);
                return true;
            }
            Instr::Release(m) | Instr::Notify(m, _) | Instr::NotifyAll(m, _) if self.local_states && !is_owner(m) => {}
            Instr::Wait(m, ..) if self.local_states && !is_owner(m) => thread.pc += 1,
            Instr::Call(_, _, r) if thread.callers.len() >= DEEPEST => thread.regs[r] = 0,
            Instr::Call(procedure, arguments, result) => {
                thread.tidy(flat);
                let values = arguments.map(|e| e.eval(&thread.regs));
                thread.callers.push(Caller { pc: thread.pc, regs: thread.regs, result });
                thread.scopes.call(thread.records.0.len());
                thread.regs = [0; REGISTERS];
                thread.regs[..values.len()].copy_from_slice(&values);
                thread.pc = flat.entries[procedure];
                return true;
            }
            Instr::Return(e) => {
                self.leave(flat, t, e);
                return true;
            }
            Instr::Throw(e) => {
                thread.thrown = e.eval(&thread.regs);
                thread.unwind(flat);
                return true;
            }
            Instr::Rethrow => {
                thread.unwind(flat);
                return true;
            }
            Instr::Catch(r) => thread.regs[r] = std::mem::take(&mut thread.thrown),
            Instr::New(r) => thread.regs[r] = thread.records.add(),
            Instr::Get(_, record, _) | Instr::Put(record, ..) if named(thread.regs[record]).is_some() => return false,
            Instr::Get(r, record, field) => {
                let place = unnamed(thread.regs[record]);
                thread.regs[r] = place.map_or(0, |place| thread.records.0[place].fields[field]);
            }
            Instr::Put(record, field, e) => {
                if let Some(place) = unnamed(thread.regs[record]) {
                    thread.records.write(place, field, e.eval(&thread.regs));
                    if !flat.leaves_out(Careless::Older) {
                        thread.scopes.changed(place);
                    }
                }
            }
            Instr::SetOwn(n, e) => thread.own[n] = e.eval(&thread.regs),
            Instr::GetOwn(r, n) => thread.regs[r] = thread.own[n],
            _ => return false,
        }
        self.threads[t].pc += 1;
        true
    }

    /// Whether the thread has been at this head of a loop in this state since it last changed something.
    fn waits_at(&mut self, flat: &Flat, t: usize) -> bool {
        if self.plain {
            return false;
        }
        let mut rest = 0;
        if self.local_states {
            let thread = &mut self.threads[t];
            thread.scopes.head(thread.pc, flat.depths[thread.pc] - 1, false);
            self.key_at_head(flat, t);
            rest = self.threads[t].rest();
        }
        let owned = self.owned(t);
        let Thread { pc, ref regs, ref history, ref mut rounds, ref scopes, .. } = self.threads[t];
        rounds.arrive(Arrival { pc, regs, owned, rest, history: history.len(), scopes })
    }

    /// The head of a loop, which the thread has reached: what is live there, and what its scope may have changed, makes
    /// a key.
    fn key_at_head(&mut self, flat: &Flat, t: usize) {
        let thread = &mut self.threads[t];
        thread.tidy(flat);
        let value = |value: i64| match unnamed(value) {
            Some(place) if flat.leaves_out(Careless::Identity) => thread.records.0[place].fields[0] as u64,
            _ => value as u64,
        };
        let live = masked(&thread.regs, flat.live.before[thread.pc]);
        let live = live.into_iter().fold(thread.pc as u64, |hash, of| mix(hash, value(of)));
        let new = thread.scopes.all.last().map_or(0, |scope| scope.older)..thread.records.0.len();
        let new = new.filter(|_| !flat.leaves_out(Careless::Content) && !flat.leaves_out(Careless::Identity));
        let state = thread.records.content(live, new, value);
        let state = mix(mix(state, self.effects(flat, t)), self.threads[t].rounds.hash());
        self.threads[t].scopes.at_head(state);
    }

    /// A procedure returns.
    fn leave(&mut self, flat: &Flat, t: usize, e: Expr) {
        let effects = self.effects(flat, t);
        let thread = &mut self.threads[t];
        let value = e.eval(&thread.regs);
        let caller = thread.callers.pop().expect("it was called");
        thread.regs = caller.regs;
        thread.regs[caller.result] = value;
        thread.pc = caller.pc + 1;
        let mut changed = mix(value as u64, effects);
        // Of the callers, one may come to wait; the scope that ends is in a loop of its own or in none.
        let (last, around) = thread.scopes.all.split_last().expect("it was called");
        debug_assert!(!last.rounds.is_empty());
        if around.iter().any(|scope| scope.rounds.len() > 1) {
            let looks = if flat.leaves_out(Careless::Looks) { 0 } else { thread.rounds.hash() };
            changed = mix(changed, looks);
        } else {
            thread.rounds.changed();
        }
        let is_new = unnamed(value).is_some_and(|place| place >= last.older) && !flat.leaves_out(Careless::Returned);
        thread.scopes.leave((!is_new).then_some(changed));
        thread.tidy(flat);
    }

    /// What belongs to no procedure, and may be different after a call.
    fn effects(&self, flat: &Flat, t: usize) -> u64 {
        let owned = if flat.leaves_out(Careless::Holds) { Vec::new() } else { self.owned(t) };
        let owned = owned.into_iter().fold(0, |hash, (m, depth)| mix(mix(hash, m as u64), u64::from(depth)));
        let own = self.threads[t].own.iter().filter(|_| !flat.leaves_out(Careless::Own));
        own.fold(owned, |hash, &value| mix(hash, value as u64))
    }

    /// If the operation at hand would tell others of a record without a name: gives names to it and to what can be
    /// reached from it. True if something has to be reported before.
    fn publish(&mut self, flat: &Flat, t: usize, instr: &Instr) -> bool {
        let model = self.memory_model;
        let thread = &mut self.threads[t];
        let told = match *instr {
            Instr::Store(_, e, _) | Instr::Swap(_, _, _, e) | Instr::Start(_, _, e, _) | Instr::Print(e) => e,
            Instr::Put(record, _, e) if named(thread.regs[record]).is_some() => e,
            _ => return false,
        };
        if let Some(place) = unnamed(told.eval(&thread.regs)) {
            thread.give_names(place, model, flat.leaves_out(Careless::Older));
        }
        !thread.reports.is_empty()
    }

    /// Its key, if it has got one since its last event.
    pub fn key(&self, t: usize) -> Option<LocalState> {
        let scopes = &self.threads[t].scopes;
        (self.local_states && scopes.keyed).then_some(LocalState(scopes.hash))
    }

    /// All that what the thread does next depends on, but for what it will learn: equal if the keys are.
    pub fn local_state(&self, code: &Code, t: usize) -> u64 {
        let all = &Flat::default();
        let (thread, live) = (&self.threads[t], &code.0[t].live);
        let callers = thread.callers.iter().map(|caller| (caller.pc, &caller.regs, live.across[caller.pc]));
        // While there are reports, the operation at hand is still to come.
        let frames: Vec<_> = callers.chain([(thread.pc, &thread.regs, live.before[thread.pc])]).collect();
        let roots =
            frames.iter().flat_map(|(_, regs, live)| masked(regs, *live)).chain(thread.own).chain([thread.thrown]);
        let reached = thread.records.reached(roots.clone());
        let value = |value: i64| match unnamed(value) {
            Some(place) => mix(1, reached.iter().position(|&other| other == place).expect("it is reached") as u64),
            None => mix(2, value as u64),
        };
        let hash = frames.iter().fold(0, |hash, (pc, ..)| mix(hash, *pc as u64));
        let hash = roots.fold(hash, |hash, root| mix(hash, value(root)));
        let hash = thread.records.content(hash, reached.iter().copied(), value);
        let hash = thread.reports.iter().fold(hash, |hash, (v, value, _)| mix(mix(hash, *v as u64), *value as u64));
        let rounds = if thread.scopes.is_in_loop() { thread.rounds.hash() } else { 0 };
        mix(mix(mix(hash, self.effects(all, t)), rounds), thread.scopes.bounded(true))
    }
}

fn masked(regs: &[i64; REGISTERS], live: Registers) -> [i64; REGISTERS] {
    std::array::from_fn(|r: Reg| if live >> r & 1 == 1 { regs[r] } else { 0 })
}

impl Thread {
    /// What is thrown comes to a handler, or ends the thread. Calls that are left so have no key.
    fn unwind(&mut self, flat: &Flat) {
        loop {
            if let Some(handler) = flat.handler(self.pc) {
                self.pc = handler;
                return;
            }
            let Some(caller) = self.callers.pop() else {
                self.pc = flat.uncaught;
                return;
            };
            (self.pc, self.regs) = (caller.pc, caller.regs);
            self.scopes.leave(None);
        }
    }

    /// Forgets what is dead: registers, and records that nothing refers to. Those older than the scope stay where they
    /// are.
    fn tidy(&mut self, flat: &Flat) {
        if !flat.leaves_out(Careless::Dead) {
            self.regs = masked(&self.regs, flat.live.before[self.pc]);
        }
        for caller in &mut self.callers {
            caller.regs = masked(&caller.regs, flat.live.across[caller.pc]);
        }
        let older = self.scopes.top().older;
        let places = self.records.collect(older, roots(&self.callers, &self.regs, &self.own));
        self.each_value(|value| moved(value, &places));
    }

    /// Changes all values but those in records.
    fn each_value(&mut self, change: impl Fn(i64) -> i64) {
        let callers = self.callers.iter_mut().flat_map(|caller| &mut caller.regs);
        for value in callers.chain(&mut self.regs).chain(&mut self.own) {
            *value = change(*value);
        }
    }

    fn give_names(&mut self, place: usize, model: MemoryModel, careless: bool) {
        let (mut arrived, mut since) = (Vec::new(), Vec::new());
        for place in self.records.reached([reference(place)]) {
            let name = record_name(self.scopes.name());
            assert!(self.names.insert(name), "no two records have the same name");
            if !careless {
                self.scopes.changed(place);
            }
            let change = |value| if unnamed(value) == Some(place) { name } else { value };
            self.each_value(change);
            for record in &mut self.records.0 {
                record.fields = record.fields.map(change);
            }
            since.push((place, name as usize));
        }
        let mut plain = Vec::new();
        for (place, first) in since {
            let record = &self.records.0[place];
            for field in (0..FIELDS).filter(|&field| record.fields[field] != 0) {
                let has_arrived = model == MemoryModel::Tso || record.separated[field];
                let report = (first + field, record.fields[field]);
                if has_arrived { arrived.push(report) } else { plain.push(report) }
            }
            self.records.0[place].forget();
        }
        let of = |order| move |(v, value)| (v, value, order);
        self.reports.extend(arrived.into_iter().map(of(Order::Arrived)));
        self.reports.extend(plain.into_iter().map(of(Order::Plain)));
    }

    /// What of its local state is not in its registers: for loops in which it may wait.
    fn rest(&mut self) -> u64 {
        let older = self.scopes.top().older;
        let callers = self.callers.iter().fold(0, |hash, caller| {
            caller.regs.iter().fold(mix(hash, caller.pc as u64), |hash, &value| mix(hash, value as u64))
        });
        let own = self.own.iter().fold(callers, |hash, &value| mix(hash, value as u64));
        let records = self.records.content(mix(own, older as u64), 0..self.records.0.len(), |value| value as u64);
        mix(records, self.scopes.bounded(false))
    }
}

fn roots<'a>(callers: &'a [Caller], regs: &'a [i64], own: &'a [i64]) -> impl Iterator<Item = i64> + 'a {
    callers.iter().flat_map(|caller| &caller.regs).chain(regs).chain(own).copied()
}
