//! Flat code: what the statements of a thread and of the procedures that it may call are compiled to.

use super::liveness::{Live, liveness};
use super::program::{ARGUMENTS, Careless, Cond, Expr, PERMIT, Reg, Stmt, Toy, patience};
use mcr_protocol::{Change, Fence, Guard, Limit, MemoryModel, Order, Patience};

/// A visible operation is where a thread stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instr {
    Load(Reg, usize),
    Store(usize, Expr, Order),
    Fence(Fence),
    Add(Reg, usize, i64),
    Tick(Reg, usize),
    Cas(Reg, usize, i64, i64),
    Swap(Reg, usize, Expr, Expr),
    Set(Reg, Expr),
    Acquire(usize, Patience, Reg),
    Release(usize),
    Wait(usize, usize, Patience),
    Resume(usize, Patience, Reg),
    Notify(usize, usize),
    NotifyAll(usize, usize),
    Guarded(Reg, usize, Guard, Change, Patience),
    Park(Reg, Limit),
    Unless(Cond, usize),
    Jump(usize),
    /// The head of a `Spin`. Visible when the thread waits there.
    Head,
    /// The head of another loop: its bound, and where it leads after so many rounds.
    Round(Option<(usize, usize)>),
    Start(usize, bool, Expr, Option<usize>),
    Join(Reg, usize, Patience),
    Alive(Reg, usize),
    State(Reg, usize),
    Choose(Reg, u32),
    Print(Expr),
    Say(&'static str),
    Exit(i32),
    End(Option<&'static str>),
    Call(usize, [Expr; ARGUMENTS], Reg),
    Return(Expr),
    Throw(Expr),
    /// What was thrown comes to a register.
    Catch(Reg),
    /// What was thrown goes on.
    Rethrow,
    New(Reg),
    Get(Reg, Reg, usize),
    Put(Reg, usize, Expr),
    SetOwn(usize, Expr),
    GetOwn(Reg, usize),
}

/// Where what is thrown in a part of the code goes.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    pub from: usize,
    pub to: usize,
    pub handler: usize,
}

/// The code of one thread.
#[derive(Default)]
pub struct Flat {
    pub code: Vec<Instr>,
    /// Where procedures begin.
    pub entries: Vec<usize>,
    /// How many loops of its procedure are around each instruction.
    pub depths: Vec<usize>,
    /// Inner ones come first.
    pub handlers: Vec<Handler>,
    pub live: Live,
    /// Where a thread goes when nothing catches what it throws.
    pub uncaught: usize,
    pub careless: Option<Careless>,
}

impl Flat {
    /// Whether keys leave something out on purpose.
    pub fn leaves_out(&self, what: Careless) -> bool {
        self.careless == Some(what)
    }

    /// Who handles what is thrown here.
    pub fn handler(&self, pc: usize) -> Option<usize> {
        self.handlers.iter().find(|h| (h.from..h.to).contains(&pc)).map(|h| h.handler)
    }
}

/// The flat form of one thread.
pub fn compile(toy: &Toy, thread: usize) -> Flat {
    let mut compiler = Compiler { local_states: toy.local_states, ..Compiler::default() };
    compiler.block(&toy.threads[thread]);
    compiler.push(Instr::End(None));
    if toy.local_states {
        compiler.flat.uncaught = compiler.here();
        compiler.push(Instr::End(Some("thrown")));
        compiler.is_procedure = true;
        for body in &toy.procedures {
            compiler.flat.entries.push(compiler.here());
            compiler.block(body);
            compiler.push(Instr::Return(Expr::C(0)));
        }
    }
    let mut flat = compiler.flat;
    let matters = |instr: &Instr| match instr {
        Instr::Fence(Fence::Full) => toy.memory_model.buffers(),
        Instr::Fence(Fence::StoreStore) => toy.memory_model == MemoryModel::Pso,
        _ => true,
    };
    // To the next instruction, so that no target has to move.
    for (at, instr) in flat.code.iter_mut().enumerate() {
        if !matters(instr) {
            *instr = Instr::Jump(at + 1);
        }
    }
    flat.live = liveness(&flat);
    flat.careless = toy.careless;
    flat
}

struct Scope {
    start: usize,
    breaks: Vec<usize>,
    monitors: usize,
}

#[derive(Default)]
struct Compiler {
    local_states: bool,
    is_procedure: bool,
    flat: Flat,
    loops: Vec<Scope>,
    held: Vec<usize>,
}

impl Compiler {
    fn here(&self) -> usize {
        self.flat.code.len()
    }

    fn push(&mut self, instr: Instr) {
        self.flat.code.push(instr);
        self.flat.depths.push(self.loops.len());
    }

    fn block(&mut self, body: &[Stmt]) {
        body.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Load(r, v) => self.push(Instr::Load(*r, *v)),
            Stmt::Store(v, e) => {
                let order = if *v < PERMIT { Order::Plain } else { Order::Volatile };
                self.push(Instr::Store(*v, *e, order));
            }
            Stmt::StoreAs(v, e, order) => self.push(Instr::Store(*v, *e, *order)),
            Stmt::Fence(fence) => self.push(Instr::Fence(*fence)),
            Stmt::Add(r, v, k) => self.push(Instr::Add(*r, *v, *k)),
            Stmt::Tick(r, v) => self.push(Instr::Tick(*r, *v)),
            Stmt::Cas(r, v, from, to) => self.push(Instr::Cas(*r, *v, *from, *to)),
            Stmt::Set(r, e) => self.push(Instr::Set(*r, *e)),
            Stmt::Sync(m, body) => {
                self.push(Instr::Acquire(*m, Patience::FOREVER, 0));
                self.locked(*m, body);
            }
            Stmt::Try(m, patience, r, body) => {
                self.push(Instr::Acquire(*m, *patience, *r));
                let (test, entered) = (self.here(), Cond(Expr::R(*r), super::program::Cmp::Eq, Expr::C(0)));
                self.push(Instr::Unless(entered, 0));
                self.locked(*m, body);
                self.flat.code[test] = Instr::Unless(entered, self.here());
            }
            Stmt::Wait(m, timed, r) => {
                let limit = if *timed { Limit::Timed } else { Limit::Never };
                self.stmt(&Stmt::WaitIn(*m, 0, patience(limit, false), *r));
            }
            Stmt::WaitIn(m, set, patience, r) => {
                self.push(Instr::Wait(*m, *set, *patience));
                self.push(Instr::Resume(*m, *patience, *r));
            }
            Stmt::Notify(m) => self.push(Instr::Notify(*m, 0)),
            Stmt::NotifyAll(m) => self.push(Instr::NotifyAll(*m, 0)),
            Stmt::Signal(m, set) => self.push(Instr::Notify(*m, *set)),
            Stmt::SignalAll(m, set) => self.push(Instr::NotifyAll(*m, *set)),
            Stmt::Guarded(r, v, guard, change, patience) => {
                self.push(Instr::Guarded(*r, *v, *guard, *change, *patience));
            }
            Stmt::Park(r, limit) => self.push(Instr::Park(*r, *limit)),
            Stmt::If(cond, then, or) => {
                let test = self.here();
                self.push(Instr::Unless(*cond, 0));
                self.block(then);
                let skip = self.here();
                self.push(Instr::Jump(0));
                self.flat.code[test] = Instr::Unless(*cond, self.here());
                self.block(or);
                self.flat.code[skip] = Instr::Jump(self.here());
            }
            Stmt::Loop(body) => self.rounds(self.local_states.then_some(Instr::Round(None)), body),
            Stmt::Spin(body) => self.rounds(Some(Instr::Head), body),
            Stmt::Repeat(n, body) => self.rounds(Some(Instr::Round(Some((*n, 0)))), body),
            Stmt::Break(levels) => {
                let target = self.loops.len() - levels;
                self.release_from(self.loops[target].monitors);
                let here = self.here();
                self.loops[target].breaks.push(here);
                self.push(Instr::Jump(0));
            }
            Stmt::Continue => {
                let scope = self.loops.last().unwrap();
                let start = scope.start;
                self.release_from(scope.monitors);
                self.push(Instr::Jump(start));
            }
            Stmt::Start(t, daemon, e) => self.push(Instr::Start(*t, *daemon, *e, None)),
            Stmt::StartTelling(t, daemon, e, v) => self.push(Instr::Start(*t, *daemon, *e, Some(*v))),
            Stmt::Join(t) => self.push(Instr::Join(0, *t, Patience::FOREVER)),
            Stmt::JoinFor(r, t, patience) => self.push(Instr::Join(*r, *t, *patience)),
            Stmt::Alive(r, t) => self.push(Instr::Alive(*r, *t)),
            Stmt::State(r, t) => self.push(Instr::State(*r, *t)),
            Stmt::Choose(r, below) => self.push(Instr::Choose(*r, *below)),
            Stmt::Print(e) => self.push(Instr::Print(*e)),
            Stmt::Say(text) => self.push(Instr::Say(text)),
            Stmt::Exit(n) => self.push(Instr::Exit(*n)),
            Stmt::Fail(message) => self.push(Instr::End(Some(message))),
            _ => self.with_local_states(stmt),
        }
    }

    fn with_local_states(&mut self, stmt: &Stmt) {
        assert!(self.local_states, "only in programs with local states: {stmt:?}");
        match stmt {
            Stmt::Call(procedure, arguments, r) => self.push(Instr::Call(*procedure, *arguments, *r)),
            Stmt::Return(e) => {
                self.release_from(0);
                self.push(if self.is_procedure { Instr::Return(*e) } else { Instr::End(None) });
            }
            Stmt::Throw(e) => self.push(Instr::Throw(*e)),
            Stmt::Attempt(body, r, handler) => {
                let from = self.here();
                self.block(body);
                let skip = self.here();
                self.push(Instr::Jump(0));
                self.flat.handlers.push(Handler { from, to: skip, handler: self.here() });
                self.push(Instr::Catch(*r));
                self.block(handler);
                self.flat.code[skip] = Instr::Jump(self.here());
            }
            Stmt::Swap(r, v, from, to) => self.push(Instr::Swap(*r, *v, *from, *to)),
            Stmt::Lock(m) => self.push(Instr::Acquire(*m, Patience::FOREVER, 0)),
            Stmt::Unlock(m) => self.push(Instr::Release(*m)),
            Stmt::New(r) => self.push(Instr::New(*r)),
            Stmt::Get(r, record, field) => self.push(Instr::Get(*r, *record, *field)),
            Stmt::Put(record, field, e) => self.push(Instr::Put(*record, *field, *e)),
            Stmt::SetOwn(n, e) => self.push(Instr::SetOwn(*n, *e)),
            Stmt::GetOwn(r, n) => self.push(Instr::GetOwn(*r, *n)),
            _ => unreachable!("not compiled: {stmt:?}"),
        }
    }

    /// The rest of a block inside a monitor, which is left also by what is thrown. A break out of it releases the
    /// monitor.
    fn locked(&mut self, m: usize, body: &[Stmt]) {
        let from = self.here();
        self.held.push(m);
        self.block(body);
        self.held.pop();
        let to = self.here();
        self.push(Instr::Release(m));
        if self.local_states {
            let skip = self.here();
            self.push(Instr::Jump(0));
            self.flat.handlers.push(Handler { from, to, handler: self.here() });
            self.push(Instr::Release(m));
            self.push(Instr::Rethrow);
            self.flat.code[skip] = Instr::Jump(self.here());
        }
    }

    fn rounds(&mut self, head: Option<Instr>, body: &[Stmt]) {
        let start = self.here();
        self.loops.push(Scope { start, breaks: Vec::new(), monitors: self.held.len() });
        head.into_iter().for_each(|head| self.push(head));
        self.block(body);
        self.push(Instr::Jump(start));
        let (scope, end) = (self.loops.pop().unwrap(), self.here());
        for at in scope.breaks {
            self.flat.code[at] = Instr::Jump(end);
        }
        if let Some(Instr::Round(Some((n, _)))) = head {
            self.flat.code[start] = Instr::Round(Some((n, end)));
        }
    }

    fn release_from(&mut self, n: usize) {
        for held in (n..self.held.len()).rev() {
            self.push(Instr::Release(self.held[held]));
        }
    }
}
