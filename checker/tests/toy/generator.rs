//! Random toy programs.

use super::late::reported_late;
use super::program::{Cmp, Cond, Expr, FLAG, PERMIT, Stmt, Toy, patience};
use super::rng::Rng;
use mcr_protocol::{Change, Fence, Guard, Limit, MemoryModel, Order, Patience, Timeouts, Value};

/// What a program may contain.
#[derive(Clone, Copy)]
struct Features {
    locks: bool,
    waits: bool,
    timed: bool,
    updates: bool,
    prints: usize,
    exits: bool,
    fails: bool,
    daemons: bool,
    alive: bool,
    loops: bool,
    spins: bool,
    tries: bool,
    conditions: bool,
    parks: bool,
    guards: bool,
    interrupts: bool,
    states: bool,
    chooses: bool,
    ends: bool,
    watches: bool,
    tells: bool,
    orders: bool,
    fences: bool,
    ticks: bool,
}

struct Generator<'a> {
    rng: &'a mut Rng,
    features: Features,
    memory_model: MemoryModel,
    variables: usize,
    monitors: usize,
    threads: usize,
    /// Variables behind the others that one thread writes before the others can know of them.
    published: usize,
}

/// The program of a seed.
pub fn program(seed: u64) -> Toy {
    program_under(None, seed)
}

/// The program of a seed, under one memory model or any.
pub fn program_under(model: Option<MemoryModel>, seed: u64) -> Toy {
    generated(model, seed, |generator| generator.toy())
}

/// Pieces of code of so many statements each, for programs of so many threads, and such a program without threads.
pub fn pieces(model: MemoryModel, seed: u64, threads: usize, sizes: &[usize]) -> (Toy, Vec<Vec<Stmt>>) {
    let mut pieces = Vec::new();
    let toy = generated(Some(model), seed, |generator| {
        (generator.threads, generator.published, generator.features.ticks) = (threads, 0, false);
        pieces.extend(sizes.iter().map(|&size| generator.block(size, 0, &[])));
        let initial = vec![0; generator.variables];
        Toy { variables: initial.len(), monitors: generator.monitors, initial, ..Toy::default() }
    });
    (toy, pieces)
}

/// A program from a generator with the features of the seed.
fn generated(model: Option<MemoryModel>, seed: u64, make: impl FnOnce(&mut Generator) -> Toy) -> Toy {
    let relaxed = &mut Rng::new(mcr_protocol::mix(seed, 2));
    let drawn = match relaxed.below(10) {
        0..4 => MemoryModel::Sc,
        4..7 => MemoryModel::Tso,
        _ => MemoryModel::Pso,
    };
    let memory_model = model.unwrap_or(drawn);
    // What makes a difference under some models only must make none under the others.
    let often = if memory_model.buffers() { 100 } else { 25 };
    let (orders, fences) = (relaxed.chance(often * 50 / 100), relaxed.chance(often * 35 / 100));
    let published = if relaxed.chance(often * 30 / 100) { 1 + relaxed.below(2) } else { 0 };
    let ticks = relaxed.chance(often * 30 / 100);
    let rng = &mut Rng::new(seed);
    let locks = rng.chance(55);
    // The rest, in half of the programs.
    let more = if rng.chance(50) { 100 } else { 0 };
    // Some thread waits in a loop for something else than a value.
    let watches = if rng.chance(more * 30 / 100) { 1 + rng.below(3) } else { 0 };
    let features = Features {
        locks,
        waits: locks && rng.chance(60),
        timed: rng.chance(30),
        updates: rng.chance(40),
        prints: if rng.chance(40) { 8 } else { 0 },
        exits: rng.chance(12),
        fails: rng.chance(25),
        daemons: rng.chance(12),
        alive: rng.chance(15),
        loops: rng.chance(20),
        spins: rng.chance(40) || watches > 0,
        tries: locks && (watches == 1 || rng.chance(more * 40 / 100)),
        conditions: locks && rng.chance(more * 50 / 100),
        parks: rng.chance(more * 30 / 100),
        guards: watches == 2 || rng.chance(more * 40 / 100),
        interrupts: rng.chance(more * 45 / 100),
        states: watches == 3 || rng.chance(more * 25 / 100),
        chooses: rng.chance(more * 15 / 100),
        ends: locks && rng.chance(more * 30 / 100),
        watches: watches > 0,
        tells: rng.chance(20),
        orders,
        fences,
        ticks,
    };
    let timeouts = if rng.chance(35) { Timeouts::Any } else { Timeouts::Idle };
    let spurious = rng.chance(20);
    let threads = 2 + rng.below(if memory_model.buffers() { 2 } else { 3 });
    let (variables, monitors) = (1 + rng.below(3), if features.locks { 1 + rng.below(2) } else { 0 });
    let mut generator = Generator { rng, features, memory_model, variables, monitors, threads, published };
    Toy { memory_model, timeouts, spurious, ..make(&mut generator) }
}

impl Generator<'_> {
    fn toy(&mut self) -> Toy {
        let size = if self.threads == 2 { 7 } else { 5 };
        let mut threads: Vec<Vec<Stmt>> = Vec::new();
        for t in 0..self.threads {
            let n = if t == 0 { self.rng.below(4) } else { 1 + self.rng.below(size) };
            threads.push(self.block(n, 0, &[]));
        }
        if self.features.watches {
            for _ in 0..1 + self.rng.below(2) {
                let t = 1 + self.rng.below(self.threads - 1);
                let at = self.rng.below(threads[t].len() + 1);
                let spin = self.spin(0, 90);
                threads[t].insert(at, spin);
            }
        }
        for k in 0..self.published {
            self.publish(&mut threads, k);
        }
        // Each thread is started once, by main or by one with a smaller number.
        for t in 1..self.threads {
            let parent = if t == 1 || self.rng.chance(75) { 0 } else { 1 + self.rng.below(t - 1) };
            let daemon = self.features.daemons && self.rng.chance(40);
            let told = if self.rng.chance(20) { Expr::R(self.rng.below(3)) } else { Expr::C(0) };
            let at = self.rng.below(threads[parent].len() + 1).min(if parent == 0 { 3 } else { 2 });
            let start = if self.features.tells && self.rng.chance(60) {
                Stmt::StartTelling(t, daemon, told, self.rng.below(self.variables))
            } else {
                Stmt::Start(t, daemon, told)
            };
            let start = if self.rng.chance(8) {
                let cond = self.cond();
                Stmt::If(cond, vec![start], Vec::new())
            } else {
                start
            };
            threads[parent].insert(at, start);
        }
        let joins = self.rng.chance(60);
        for t in 1..self.threads {
            if joins && self.rng.chance(80) {
                let patience = self.patience(40);
                let join = if patience.tells() { Stmt::JoinFor(self.rng.below(3), t, patience) } else { Stmt::Join(t) };
                threads[0].push(join);
            }
        }
        if joins {
            for _ in 0..self.rng.below(3) {
                let stmt = self.simple();
                threads[0].push(stmt);
            }
        }
        let mut initial: Vec<i64> = (0..self.variables).map(|_| if self.rng.chance(20) { 1 } else { 0 }).collect();
        initial.resize(self.variables + self.published + usize::from(self.features.ticks), 0);
        let mut ends = Vec::new();
        if self.features.ends {
            ends.extend((0..self.threads).map(|_| self.rng.chance(60).then(|| self.rng.below(self.monitors))));
        }
        Toy { threads, variables: initial.len(), monitors: self.monitors, initial, ends, ..Toy::default() }
    }

    fn block(&mut self, n: usize, nesting: usize, held: &[usize]) -> Vec<Stmt> {
        (0..n).map(|_| self.stmt(nesting, held)).collect()
    }

    fn stmt(&mut self, nesting: usize, held: &[usize]) -> Stmt {
        let kind = self.rng.below(100);
        if kind < 18 && self.features.locks && nesting < 3 {
            let m = self.rng.below(self.monitors);
            let inner: Vec<usize> = held.iter().copied().chain([m]).collect();
            let n = 1 + self.rng.below(3);
            if self.features.tries && self.rng.chance(50) {
                let patience = match self.rng.below(4) {
                    0 | 1 => patience(Limit::Now, false),
                    2 => patience(Limit::Timed, self.features.interrupts && self.rng.chance(50)),
                    _ => patience(Limit::Never, true),
                };
                let r = self.rng.below(3);
                return Stmt::Try(m, patience, r, self.block(n, nesting + 1, &inner));
            }
            return Stmt::Sync(m, self.block(n, nesting + 1, &inner));
        }
        if kind < 38 && self.features.conditions && !held.is_empty() {
            let (m, set) = (held[self.rng.below(held.len())], 1 + self.rng.below(2));
            if self.features.interrupts && self.rng.chance(30) {
                return self.interrupt_and_notify(m, set);
            }
            return match self.rng.below(5) {
                0 | 1 => Stmt::WaitIn(m, set, self.patience(50), self.rng.below(3)),
                2 | 3 => Stmt::Signal(m, set),
                _ => Stmt::SignalAll(m, set),
            };
        }
        if kind < 40 && self.features.waits && !held.is_empty() {
            let m = held[self.rng.below(held.len())];
            if self.features.interrupts && self.rng.chance(30) {
                return self.interrupt_and_notify(m, 0);
            }
            return match self.rng.below(5) {
                0 | 1 => Stmt::WaitIn(m, 0, self.patience(60), self.rng.below(3)),
                2 | 3 => Stmt::Notify(m),
                _ => Stmt::NotifyAll(m),
            };
        }
        if kind < 55 && nesting < 3 {
            let cond = self.cond();
            let (n, m) = (1 + self.rng.below(2), self.rng.below(2));
            return Stmt::If(cond, self.block(n, nesting + 1, held), self.block(m, nesting + 1, held));
        }
        if kind < 60 && self.features.loops && nesting < 2 {
            return self.short_loop();
        }
        if kind < 72 && self.features.spins && nesting < 2 {
            return self.spin(nesting, 40);
        }
        self.simple()
    }

    /// Both, inside the monitor.
    fn interrupt_and_notify(&mut self, m: usize, set: usize) -> Stmt {
        let interrupt = Stmt::Store(FLAG + self.rng.below(self.threads), Expr::C(1));
        let notify = if self.rng.chance(50) { Stmt::Signal(m, set) } else { Stmt::SignalAll(m, set) };
        Stmt::Sync(m, vec![interrupt, notify])
    }

    /// A thread writes a variable of its own, and then a value that nobody else writes, nor comes to by adding; who has read that may use the variable.
    fn publish(&mut self, threads: &mut [Vec<Stmt>], k: usize) {
        let (own, v, told) = (self.variables + k, self.rng.below(self.variables), Expr::C(1000 * (1 + k as i64)));
        let owner = self.rng.below(self.threads);
        let mut straight = Vec::new();
        for n in 0..1 + self.rng.below(2) {
            straight.push(Stmt::Store(own, Expr::C(10 + n as i64)));
            for _ in 0..self.rng.below(2) {
                let other = self.rng.below(self.variables);
                straight.push(match self.rng.below(5) {
                    _ if self.is_guarded(other) => Stmt::StoreAs(other, Expr::C(1), Order::Volatile),
                    0 => Stmt::Fence(Fence::StoreStore),
                    1 => Stmt::StoreAs(other, Expr::C(1), Order::Release),
                    2 => Stmt::Add(2, other, 1),
                    3 => Stmt::Load(1, other),
                    _ => Stmt::Store(other, Expr::C(2)),
                });
            }
        }
        let mut code = reported_late(&straight, self.memory_model, |v| v == own);
        code.push(self.store(v, told));
        if self.rng.chance(30) {
            code.push(if self.rng.chance(50) { self.store(own, Expr::C(20)) } else { Stmt::Load(0, own) });
        }
        let at = self.rng.below(threads[owner].len() + 1);
        threads[owner].splice(at..at, code);
        for _ in 0..1 + self.rng.below(2) {
            let (reader, r) = (self.rng.below(self.threads), self.rng.below(3));
            let mut uses = vec![Stmt::Load(r, own)];
            if self.rng.chance(30) {
                uses.push(self.store(own, Expr::C(30)));
            }
            let knows = Stmt::If(Cond(Expr::R(r), Cmp::Eq, told), uses, vec![]);
            let at = self.rng.below(threads[reader].len() + 1);
            threads[reader].splice(at..at, [Stmt::Load(r, v), knows]);
        }
    }

    /// Whether guards test the variable. If writes wait in buffers there is only one of that kind, and they do not wait to get
    /// to it: what guards test the agent keeps.
    fn is_guarded(&self, v: usize) -> bool {
        self.features.guards && self.memory_model.buffers() && v == 0
    }

    /// A variable that guards may test.
    fn guarded_variable(&mut self) -> usize {
        if self.memory_model.buffers() { 0 } else { self.rng.below(self.variables) }
    }

    /// A write, of any order.
    fn store(&mut self, v: usize, e: Expr) -> Stmt {
        if self.is_guarded(v) {
            return Stmt::StoreAs(v, e, Order::Volatile);
        }
        if self.features.orders && self.rng.chance(40) {
            let order = if self.rng.chance(50) { Order::Release } else { Order::Volatile };
            return Stmt::StoreAs(v, e, order);
        }
        Stmt::Store(v, e)
    }

    /// Two questions in a row what a thread is doing, to different registers.
    fn asks_twice(&mut self) -> Stmt {
        let t = 1 + self.rng.below(self.threads - 1);
        let again = Stmt::State(1, t);
        let r = 2 * self.rng.below(2);
        Stmt::If(Cond(Expr::C(0), Cmp::Eq, Expr::C(0)), vec![Stmt::State(r, t), again], vec![])
    }

    /// At most two more reads while the variable is not what is hoped for.
    fn short_loop(&mut self) -> Stmt {
        let (v, k) = (self.rng.below(self.variables), self.value());
        let count = 7;
        Stmt::Loop(vec![
            Stmt::Load(0, v),
            Stmt::If(Cond(Expr::R(0), Cmp::Eq, Expr::C(k)), vec![Stmt::Break(1)], vec![]),
            Stmt::Set(count, Expr::Plus(count, 1)),
            Stmt::If(Cond(Expr::R(count), Cmp::Gt, Expr::C(1)), vec![Stmt::Break(1)], vec![]),
        ])
    }

    /// Goes on for ever while it does not see what is hoped for; in so many of 100 cases at something else than values.
    fn spin(&mut self, nesting: usize, looks: usize) -> Stmt {
        let (r, v, k) = (self.rng.below(3), self.rng.below(self.variables), self.value());
        let cmp = if self.rng.chance(50) { Cmp::Eq } else { Cmp::Ne };
        let leave = |k| Stmt::If(Cond(Expr::R(r), cmp, Expr::C(k)), vec![Stmt::Break(1)], vec![]);
        let kind = if self.rng.chance(looks) { 9 } else { self.rng.below(10) };
        let mut body = match kind {
            0 if self.monitors > 0 => vec![Stmt::Sync(self.rng.below(self.monitors), vec![Stmt::Load(r, v)]), leave(k)],
            1 if self.monitors > 0 => vec![Stmt::Sync(self.rng.below(self.monitors), vec![Stmt::Load(r, v), leave(k)])],
            2 | 3 => vec![Stmt::Cas(r, v, k, self.value()), leave(k)],
            4 => {
                let other = self.rng.below(self.variables);
                vec![Stmt::Load(r, v), leave(k), Stmt::Load(r, other), leave(self.value())]
            }
            5 if nesting == 0 => vec![Stmt::Load(r, v), leave(k), self.spin(1, 40)],
            8.. if self.features.states && self.rng.chance(60) => {
                let doing = self.rng.below(5) as i64;
                let t = 1 + self.rng.below(self.threads - 1);
                vec![Stmt::State(r, t), leave(doing)]
            }
            8.. if self.features.tries && self.rng.chance(60) => {
                let n = self.rng.below(2);
                let inner = self.block(n, 3, &[]);
                let entered = [inner, vec![Stmt::Break(1)]].concat();
                vec![Stmt::Try(self.rng.below(self.monitors), patience(Limit::Now, false), r, entered)]
            }
            8.. if self.features.guards && self.rng.chance(60) => {
                let guard =
                    if self.rng.chance(50) { Guard::AtLeast(1 + self.rng.below(2) as i64) } else { Guard::Zero };
                let change = if self.rng.chance(50) { Change::Add(-1) } else { Change::Keep };
                let through = Cond(Expr::R(r), Cmp::Eq, Expr::C(0));
                let v = self.guarded_variable();
                let guarded = Stmt::Guarded(r, v, guard, change, patience(Limit::Now, false));
                vec![guarded, Stmt::If(through, vec![Stmt::Break(1)], vec![])]
            }
            6 if self.features.alive => vec![Stmt::Alive(r, 1 + self.rng.below(self.threads - 1)), leave(k)],
            7 => {
                let more = self.simple();
                vec![Stmt::Load(r, v), leave(k), more]
            }
            _ => vec![Stmt::Load(r, v), leave(k)],
        };
        // What the loop has read lives on in the next round, or does not.
        if self.rng.chance(70) {
            body.push(Stmt::Set(r, Expr::C(0)));
        }
        Stmt::Spin(body)
    }

    fn simple(&mut self) -> Stmt {
        let v = self.rng.below(self.variables);
        let r = self.rng.below(3);
        // Few of these are on in one program, so they get more than one chance.
        if let Some(stmt) = (0..3).find_map(|_| self.more(r)) {
            return stmt;
        }
        if self.features.ticks && self.rng.chance(25) {
            // A variable behind all others.
            let clock = self.variables + self.published;
            return if self.rng.chance(80) { Stmt::Tick(r, clock) } else { Stmt::Load(r, clock) };
        }
        let kind = self.rng.below(100);
        match kind {
            0..8 if self.features.prints > 0 => {
                if self.rng.chance(50) {
                    Stmt::Print(Expr::R(r))
                } else {
                    Stmt::Print(Expr::C(self.value()))
                }
            }
            8..11 if self.features.exits => Stmt::Exit(self.rng.below(2) as i32),
            11..17 if self.features.fails => Stmt::Fail(if self.rng.chance(50) { "a" } else { "b" }),
            17..23 if self.features.alive => Stmt::Alive(r, 1 + self.rng.below(self.threads - 1)),
            23..40 if self.features.updates => {
                if self.rng.chance(50) {
                    Stmt::Add(r, v, 1)
                } else {
                    Stmt::Cas(r, v, self.value(), self.value())
                }
            }
            40..70 => Stmt::Load(r, v),
            70..76 if self.features.fences => {
                Stmt::Fence(if self.rng.chance(60) { Fence::StoreStore } else { Fence::Full })
            }
            _ => {
                let e = if self.rng.chance(20) { Expr::Plus(r, 1) } else { Expr::C(self.value()) };
                self.store(v, e)
            }
        }
    }

    /// Operations beyond reads and writes.
    fn more(&mut self, r: usize) -> Option<Stmt> {
        let t = self.rng.below(self.threads);
        let features = self.features;
        Some(match self.rng.below(100) {
            0..10 if features.parks => {
                let limit = if self.rng.chance(40) { Limit::Timed } else { Limit::Never };
                Stmt::Park(r, limit)
            }
            10..20 if features.parks => Stmt::Store(PERMIT + t, Expr::C(1)),
            20..34 if features.interrupts => Stmt::Store(FLAG + t, Expr::C(1)),
            34..39 if features.interrupts => Stmt::Load(r, FLAG + t),
            39..44 if features.interrupts => {
                let set = Change::Set(Value(0));
                Stmt::Guarded(r, FLAG + t, Guard::AtLeast(1), set, patience(Limit::Now, false))
            }
            44..64 if features.guards => {
                let (guard, change) = match self.rng.below(6) {
                    0 | 1 => (Guard::AtLeast(1), Change::Add(-1)),
                    2 => (Guard::Always, Change::Add(1)),
                    3 => (Guard::Always, Change::CountDown),
                    4 => (Guard::Zero, Change::Keep),
                    _ => (Guard::AtLeast(2), Change::Set(Value(0))),
                };
                let tries = self.rng.chance(25);
                let patience = if tries { patience(Limit::Now, false) } else { self.patience(40) };
                let patience = if guard == Guard::Always { Patience::FOREVER } else { patience };
                Stmt::Guarded(r, self.guarded_variable(), guard, change, patience)
            }
            64..68 if features.states => self.asks_twice(),
            68..76 if features.states => Stmt::State(r, 1 + self.rng.below(self.threads - 1)),
            76..82 if features.chooses => Stmt::Choose(r, 2 + self.rng.below(2) as u32),
            _ => return None,
        })
    }

    /// How long to wait: with a limit in so many of 100 cases.
    fn patience(&mut self, timed: usize) -> Patience {
        let timed = self.features.timed && self.rng.chance(timed);
        let limit = if timed { Limit::Timed } else { Limit::Never };
        patience(limit, self.features.interrupts && self.rng.chance(60))
    }

    fn cond(&mut self) -> Cond {
        let cmp = if self.rng.chance(70) { Cmp::Eq } else { Cmp::Ne };
        Cond(Expr::R(self.rng.below(3)), cmp, Expr::C(self.value()))
    }

    fn value(&mut self) -> i64 {
        self.rng.below(3) as i64
    }
}
