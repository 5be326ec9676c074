//! Random toy programs with procedures, loops, records, locks across procedures, and exceptions: those that local
//! states are for.
//!
//! Registers have types, so that no program sees the place of a record: some hold numbers, others records or nothing;
//! so do variables, and the fields of records.

use super::program::Expr::{self, C, Plus, R};
use super::program::{Cmp, Cond, OWN, Reg, Stmt, Toy, patience};
use super::rng::Rng;
use mcr_protocol::{Fence, Limit, MemoryModel, Order, mix};

const NUMBERS: [Reg; 4] = [0, 1, 4, 5];
const RECORDS: [Reg; 2] = [2, 3];
/// For retries.
const SPARE: [Reg; 2] = [6, 7];

/// What a program may contain.
#[derive(Clone, Copy)]
struct Features {
    locks: bool,
    waits: bool,
    records: bool,
    own: bool,
    exceptions: bool,
    recursion: bool,
    retries: bool,
    spins: bool,
    prints: bool,
    orders: bool,
}

struct Generator<'a> {
    rng: &'a mut Rng,
    features: Features,
    /// Variables that are numbers; behind them those that are records.
    numbers: usize,
    records: usize,
    monitors: usize,
    /// By procedure: whether it returns a record, and whether it calls itself as often as its first argument says.
    procedures: Vec<(bool, bool)>,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    /// Procedures from this one on may be called.
    callable: usize,
    /// What the procedure returns.
    returns: Option<bool>,
    nesting: usize,
    loops: usize,
}

impl Place {
    fn inside(self) -> Place {
        Place { nesting: self.nesting + 1, ..self }
    }

    fn in_loop(self) -> Place {
        Place { loops: self.loops + 1, ..self.inside() }
    }
}

/// The program of a seed.
pub fn program(memory_model: MemoryModel, seed: u64) -> Toy {
    let rng = &mut Rng::new(mix(seed, 0x7269_6368));
    // One of these in most programs, and much of it, rather than a bit of everything.
    let theme = rng.below(8);
    let mut on = |themes: &[usize], percent| rng.chance(if themes.contains(&theme) { 100 } else { percent });
    let locks = on(&[2, 5], 25);
    let features = Features {
        locks,
        waits: locks && on(&[5], 20),
        records: on(&[0, 1, 6], 30),
        own: on(&[3], 15),
        exceptions: on(&[4, 6], 25),
        recursion: on(&[5], 20),
        retries: on(&[7], 40),
        spins: on(&[7], 20),
        prints: on(&[], 25),
        orders: memory_model.buffers() && on(&[1], 50),
    };
    let (numbers, monitors) = (1 + rng.below(2), if locks { 1 + rng.below(2) } else { 0 });
    let records = usize::from(features.records);
    let procedures =
        (0..1 + rng.below(2)).map(|_| (features.records && rng.chance(40), features.recursion && rng.chance(50)));
    let procedures = procedures.collect();
    let mut generator = Generator { rng, features, numbers, records, monitors, procedures };
    Toy { memory_model, ..generator.toy() }
}

impl Generator<'_> {
    fn toy(&mut self) -> Toy {
        let others = if self.rng.chance(85) { 1 + self.rng.below(2) } else { 3 };
        let size = if others < 3 { 3 } else { 2 };
        let top = Place { callable: 0, returns: None, nesting: 0, loops: 0 };
        let n = self.rng.below(2);
        let mut main = self.block(n, top);
        main.extend((1..=others).map(|t| Stmt::Start(t, false, C(0))));
        let n = self.rng.below(if others == 1 { 4 } else { 2 });
        main.extend(self.block(n, top));
        if self.rng.chance(50) {
            main.extend((1..=others).map(Stmt::Join));
            main.extend([Stmt::Load(0, 0), Stmt::Print(R(0))]);
        }
        let mut threads = vec![main];
        for _ in 0..others {
            let n = self.rng.below(size);
            let mut body = self.block(n, top);
            if self.rng.chance(60) {
                body.insert(self.rng.below(body.len() + 1), self.call(top));
            }
            threads.push([self.before(), body, self.after()].concat());
        }
        let procedures = (0..self.procedures.len()).map(|p| self.procedure(p)).collect();
        let variables = self.numbers + self.records;
        let (monitors, initial) = (self.monitors, vec![0; variables]);
        Toy { threads, procedures, local_states: true, variables, monitors, initial, ..Toy::default() }
    }

    /// What threads have before they begin.
    fn before(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        if self.features.records && self.rng.chance(80) {
            body.push(Stmt::New(2));
            let second = vec![Stmt::New(3), Stmt::Put(2, 1, R(3))];
            body.extend(if self.rng.chance(40) { second } else { vec![] });
            body.extend(self.rng.chance(20).then_some(Stmt::Put(3, 1, R(2))));
        }
        body
    }

    /// What can be different lets the thread do something different in the end.
    fn after(&mut self) -> Vec<Stmt> {
        let (v, r) = (self.rng.below(self.numbers), self.of(&NUMBERS));
        let mut body = match self.rng.below(4) {
            0 | 1 if self.features.records => match self.rng.below(3) {
                0 => vec![Stmt::Store(self.numbers, R(self.of(&RECORDS)))],
                _ => vec![Stmt::Get(r, self.of(&RECORDS), 0)],
            },
            2 if self.features.own => vec![Stmt::GetOwn(r, self.rng.below(OWN))],
            _ => vec![],
        };
        body.extend(self.rng.chance(70).then_some(Stmt::Store(v, R(r))));
        body
    }

    /// Reads, and does something that depends on it.
    fn decide(&mut self, place: Place) -> Vec<Stmt> {
        let (v, r, k) = (self.rng.below(self.numbers), self.of(&NUMBERS), self.rng.below(3) as i64);
        if self.features.records && self.rng.chance(35) {
            // What was read is nowhere else, or it is.
            let (read, record) = (if self.rng.chance(70) { SPARE[0] } else { r }, self.of(&RECORDS));
            let mut body = vec![Stmt::Load(read, v), Stmt::Put(record, 0, R(read))];
            if self.rng.chance(40) {
                let in_loop = [self.block(1, place.in_loop()), vec![Stmt::Get(r, record, 0), Stmt::Store(v, R(r))]];
                body.push(Stmt::Repeat(1 + self.rng.below(2), in_loop.concat()));
            }
            return body;
        }
        if self.features.records && self.rng.chance(15) {
            return self.share(Stmt::Load(r, v), Cond(R(r), Cmp::Eq, C(k)), place);
        }
        if self.features.own && self.rng.chance(30) {
            let read = if self.rng.chance(70) { SPARE[0] } else { r };
            return vec![Stmt::Load(read, v), Stmt::SetOwn(self.rng.below(OWN), R(read))];
        }
        let n = self.rng.below(5) / 4;
        let (then, or) = (self.effect(place.inside()), self.block(n, place.inside()));
        vec![Stmt::Load(r, v), Stmt::If(Cond(R(r), Cmp::Eq, C(k)), then, or)]
    }

    /// One record in two registers or two, at the head of a loop that writes to one and reads the other.
    fn share(&mut self, read: Stmt, cond: Cond, place: Place) -> Vec<Stmt> {
        let other = if self.rng.chance(50) { Stmt::New(3) } else { Stmt::Get(3, 2, 1) };
        let body = [vec![Stmt::Put(2, 0, self.number())], self.block(1, place.in_loop()), vec![Stmt::Get(0, 3, 0)]];
        vec![read, Stmt::If(cond, vec![Stmt::Set(3, R(2))], vec![other]), Stmt::Repeat(1, body.concat())]
    }

    /// Changes something that outlives the procedure.
    fn effect(&mut self, place: Place) -> Vec<Stmt> {
        match self.rng.below(7) {
            0..3 if self.features.records => vec![self.record()],
            3 | 4 if self.features.locks => {
                let m = self.rng.below(self.monitors);
                vec![if self.rng.chance(70) { Stmt::Lock(m) } else { Stmt::Unlock(m) }]
            }
            0..5 if self.features.orders && self.rng.chance(40) => vec![Stmt::Fence(Fence::StoreStore)],
            5 if self.features.exceptions => vec![Stmt::Throw(self.number())],
            _ => self.block(1, place),
        }
    }

    fn procedure(&mut self, p: usize) -> Vec<Stmt> {
        let (is_record, calls_itself) = self.procedures[p];
        let place = Place { callable: p + 1, returns: Some(is_record), nesting: 0, loops: 0 };
        let mut body = if self.rng.chance(60) { self.decide(place) } else { vec![] };
        let n = 1 + self.rng.below(2);
        body.extend(self.block(n, place));
        if is_record && self.rng.chance(40) {
            let v = self.rng.below(self.numbers);
            body.extend([Stmt::New(2), Stmt::Load(SPARE[0], v), Stmt::Put(2, 0, R(SPARE[0])), Stmt::Return(R(2))]);
        }
        if calls_itself {
            let again = Stmt::Call(p, [Plus(0, -1), self.number(), R(2)], self.result(is_record));
            let more = Cond(R(0), Cmp::Gt, C(0));
            let n = self.rng.below(2);
            let then = [vec![again], self.block(n, place.inside())].concat();
            let at = self.rng.below(body.len() + 1);
            body.insert(at, Stmt::If(more, then, vec![]));
        }
        body.push(self.give_back(is_record));
        body
    }

    fn give_back(&mut self, is_record: bool) -> Stmt {
        let constant = self.rng.chance(50);
        Stmt::Return(match is_record {
            true => R(self.of(&RECORDS)),
            false if constant => C(0),
            false => self.number(),
        })
    }

    fn result(&mut self, is_record: bool) -> Reg {
        if is_record { self.of(&RECORDS) } else { self.of(&NUMBERS) }
    }

    fn of(&mut self, registers: &[Reg]) -> Reg {
        registers[self.rng.below(registers.len())]
    }

    fn number(&mut self) -> Expr {
        match self.rng.below(4) {
            0 | 1 => C(self.rng.below(3) as i64),
            2 => R(self.of(&NUMBERS)),
            _ => Plus(self.of(&NUMBERS), 1),
        }
    }

    fn cond(&mut self) -> Cond {
        let cmp = if self.rng.chance(60) { Cmp::Eq } else { Cmp::Ne };
        if self.features.records && self.rng.chance(25) {
            let other = if self.rng.chance(50) { R(3) } else { C(0) };
            return Cond(R(2), cmp, other);
        }
        Cond(R(self.of(&NUMBERS)), cmp, C(self.rng.below(3) as i64))
    }

    fn block(&mut self, n: usize, place: Place) -> Vec<Stmt> {
        (0..n).flat_map(|_| self.stmt(place)).collect()
    }

    fn short(&mut self, place: Place) -> Vec<Stmt> {
        let n = 1 + self.rng.below(2);
        self.block(n, place)
    }

    fn stmt(&mut self, place: Place) -> Vec<Stmt> {
        let nests = place.nesting < 3;
        match self.rng.below(100) {
            0..16 if place.callable < self.procedures.len() => vec![self.call(place)],
            16..26 if nests => self.decide(place),
            26..32 if nests => {
                let cond = self.cond();
                let then = self.short(place.inside());
                let n = self.rng.below(2);
                vec![Stmt::If(cond, then, self.block(n, place.inside()))]
            }
            32..38 if nests && place.loops < 2 => vec![self.repeat(place)],
            38..44 if self.features.retries && nests => vec![self.retry(place)],
            44..49 if self.features.spins && nests => {
                let spin = self.spin(place);
                // The register of the loop has a value before it, which is dead.
                let before = match &spin {
                    Stmt::Spin(body) => {
                        body.iter().find_map(|stmt| if let Stmt::Load(r, _) = stmt { Some(*r) } else { None })
                    }
                    _ => None,
                };
                let v = self.rng.below(self.numbers);
                let before = before.filter(|_| self.rng.chance(60)).map(|r| Stmt::Load(r, v));
                before.into_iter().chain([spin]).collect()
            }
            49..57 if self.features.exceptions && nests => {
                let throw = Stmt::Throw(self.number());
                match self.rng.below(3) {
                    0 => vec![Stmt::Attempt(self.short(place.inside()), self.of(&NUMBERS), self.short(place.inside()))],
                    _ => vec![Stmt::If(self.cond(), vec![throw], vec![])],
                }
            }
            57..64 if self.features.locks => self.lock(place),
            64..79 if self.features.records => vec![self.record()],
            79..83 if self.features.own => vec![match self.rng.below(2) {
                0 => Stmt::SetOwn(self.rng.below(OWN), self.number()),
                _ => Stmt::GetOwn(self.of(&NUMBERS), self.rng.below(OWN)),
            }],
            83..86 => match place.returns {
                Some(is_record) if nests => {
                    let back = self.give_back(is_record);
                    vec![Stmt::If(self.cond(), vec![back], vec![])]
                }
                _ => vec![self.simple()],
            },
            _ => vec![self.simple()],
        }
    }

    fn call(&mut self, place: Place) -> Stmt {
        let p = place.callable + self.rng.below(self.procedures.len() - place.callable);
        let (is_record, calls_itself) = self.procedures[p];
        let first = if calls_itself { C(self.rng.below(3) as i64) } else { self.number() };
        let record = if self.rng.chance(70) { R(2) } else { R(3) };
        Stmt::Call(p, [first, self.number(), record], self.result(is_record))
    }

    fn repeat(&mut self, place: Place) -> Stmt {
        let mut body = self.short(place.in_loop());
        if self.rng.chance(50) {
            let leave = match self.rng.below(4) {
                0 => Stmt::Continue,
                1 if place.loops > 0 => Stmt::Break(2),
                _ => Stmt::Break(1),
            };
            let at = self.rng.below(body.len() + 1);
            body.insert(at, Stmt::If(self.cond(), vec![leave], vec![]));
        }
        Stmt::Repeat(1 + self.rng.below(2), body)
    }

    /// Changes a variable that may be changed by others meanwhile, as often as needed.
    fn retry(&mut self, place: Place) -> Stmt {
        let v = self.rng.below(self.numbers);
        let [old, found] = SPARE;
        let mut body = vec![Stmt::Load(old, v)];
        if self.rng.chance(40) {
            let n = self.rng.below(2);
            body.extend(if self.features.records && self.rng.chance(50) {
                vec![self.record()]
            } else {
                self.block(n, Place { nesting: 3, ..place.in_loop() })
            });
        }
        body.push(Stmt::Swap(found, v, R(old), Plus(old, 1)));
        body.push(Stmt::If(Cond(R(old), Cmp::Eq, R(found)), vec![Stmt::Break(1)], vec![]));
        if self.rng.chance(30) {
            body.push(Stmt::Set(self.of(&NUMBERS), R(old)));
        }
        Stmt::Loop(body)
    }

    /// Waits for a value, which a procedure may look at.
    fn spin(&mut self, place: Place) -> Stmt {
        let (r, v) = (self.of(&NUMBERS), self.rng.below(self.numbers));
        let mut body = vec![Stmt::Load(r, v)];
        if place.callable < self.procedures.len() && self.rng.chance(50) {
            body.insert(0, self.call(Place { nesting: 3, ..place }));
        }
        body.push(Stmt::If(Cond(R(r), Cmp::Ne, C(self.rng.below(2) as i64)), vec![Stmt::Break(1)], vec![]));
        if self.rng.chance(20) {
            let inner = Place { nesting: 2, ..place.in_loop() };
            body.push(if self.rng.chance(50) { self.spin(inner) } else { self.simple() });
        }
        Stmt::Spin(body)
    }

    fn lock(&mut self, place: Place) -> Vec<Stmt> {
        let m = self.rng.below(self.monitors);
        match self.rng.below(6) {
            0 => vec![Stmt::Lock(m)],
            1 => vec![Stmt::Unlock(m)],
            2 => [vec![Stmt::Lock(m)], self.short(place.inside()), vec![Stmt::Unlock(m)]].concat(),
            3 if self.features.waits => vec![match self.rng.below(3) {
                0 => Stmt::Sync(m, vec![Stmt::WaitIn(m, 0, patience(Limit::Never, false), 0)]),
                _ => Stmt::Sync(m, vec![self.simple(), Stmt::NotifyAll(m)]),
            }],
            _ if place.nesting < 3 => vec![Stmt::Sync(m, self.short(place.inside()))],
            _ => vec![Stmt::Sync(m, vec![self.simple()])],
        }
    }

    fn record(&mut self) -> Stmt {
        let (one, other, shared) = (self.of(&RECORDS), self.of(&RECORDS), self.numbers);
        match self.rng.below(16) {
            0..4 => Stmt::New(one),
            4..7 => Stmt::Put(one, 0, self.number()),
            7 => Stmt::Put(one, 1, R(other)),
            8 | 9 => Stmt::Get(self.of(&NUMBERS), one, 0),
            10 => Stmt::Get(one, other, 1),
            11 => Stmt::Set(one, R(other)),
            12 => Stmt::Load(one, shared),
            13 => Stmt::Set(one, C(0)),
            14 if self.features.orders => Stmt::StoreAs(shared, R(one), self.order()),
            _ => Stmt::Store(shared, R(one)),
        }
    }

    fn order(&mut self) -> Order {
        if self.rng.chance(50) { Order::Release } else { Order::Volatile }
    }

    fn simple(&mut self) -> Stmt {
        let (v, r) = (self.rng.below(self.numbers), self.of(&NUMBERS));
        match self.rng.below(20) {
            0 | 1 if self.features.prints => Stmt::Print(self.number()),
            2 | 3 => Stmt::Add(r, v, 1),
            4 => Stmt::Cas(r, v, self.rng.below(2) as i64, self.rng.below(3) as i64),
            5 => Stmt::Choose(r, 2),
            6 | 7 if self.features.orders => {
                Stmt::Fence(if self.rng.chance(60) { Fence::StoreStore } else { Fence::Full })
            }
            8 | 9 if self.features.orders => Stmt::StoreAs(v, self.number(), self.order()),
            10..15 => Stmt::Load(r, v),
            15 | 16 => Stmt::Store(v, self.number()),
            _ => Stmt::Store(v, C(1 + self.rng.below(2) as i64)),
        }
    }
}
