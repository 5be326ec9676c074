//! Toy programs as data, and their flat form.

use mcr_protocol::{Change, Fence, Guard, Limit, MemoryModel, Order, Patience, Timeouts};

/// A register of a thread.
pub type Reg = usize;
pub const REGISTERS: usize = 8;

/// A local computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expr {
    C(i64),
    R(Reg),
    Plus(Reg, i64),
}

impl Expr {
    /// Its value, given those of the registers.
    pub fn eval(self, regs: &[i64; REGISTERS]) -> i64 {
        match self {
            Expr::C(k) => k,
            Expr::R(r) => regs[r],
            Expr::Plus(r, k) => regs[r] + k,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Gt,
    Ge,
}

/// A condition on registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cond(pub Expr, pub Cmp, pub Expr);

impl Cond {
    /// Whether it holds, given the values of the registers.
    pub fn holds(self, regs: &[i64; REGISTERS]) -> bool {
        let Cond(a, cmp, b) = self;
        let (a, b) = (a.eval(regs), b.eval(regs));
        match cmp {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    Load(Reg, usize),
    /// Plain; of a permit or an interrupt flag volatile.
    Store(usize, Expr),
    StoreAs(usize, Expr, Order),
    /// Nothing under memory models to which it does not matter.
    Fence(Fence),
    /// Register gets the old value, the variable grows.
    Add(Reg, usize, i64),
    /// The same, by 1, whatever is in the buffer. Nothing else writes the variable.
    Tick(Reg, usize),
    /// Register gets the old value; the variable changes if it was the first value to the second.
    Cas(Reg, usize, i64, i64),
    Set(Reg, Expr),
    Sync(usize, Vec<Stmt>),
    /// Enters if it can in its patience (not forever), then does the block and leaves; the register gets the wake.
    Try(usize, Patience, Reg, Vec<Stmt>),
    /// Inside `Sync` of the same monitor; the register gets 1 if the time was over.
    Wait(usize, bool, Reg),
    /// The same in a wait set (0: the monitor's own, else a condition); the register gets the wake if not forever.
    WaitIn(usize, usize, Patience, Reg),
    Notify(usize),
    NotifyAll(usize),
    /// In a wait set.
    Signal(usize, usize),
    SignalAll(usize, usize),
    /// The register gets the wake if not forever.
    Guarded(Reg, usize, Guard, Change, Patience),
    Park(Reg, Limit),
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// For ever, until a break.
    Loop(Vec<Stmt>),
    /// The same; a round that changes nothing is recognised.
    Spin(Vec<Stmt>),
    /// Leaves this many loops.
    Break(usize),
    /// The next round of the innermost loop.
    Continue,
    /// Starts a thread (as a daemon); the register is what it is told.
    Start(usize, bool, Expr),
    /// The same; a variable becomes 1.
    StartTelling(usize, bool, Expr, usize),
    Join(usize),
    /// Register gets the wake if not forever.
    JoinFor(Reg, usize, Patience),
    Alive(Reg, usize),
    State(Reg, usize),
    Choose(Reg, u32),
    Print(Expr),
    Say(&'static str),
    Exit(i32),
    /// Ends the thread with an AssertionError.
    Fail(&'static str),
}

/// The variable that is the permit of the first thread; those of the others come after it.
pub const PERMIT: usize = 1000;
/// The variable that is the interrupt flag of the first thread.
pub const FLAG: usize = 2000;

/// Monitors with odd numbers are locks: who waits for one parks.
pub fn parks(monitor: usize) -> bool {
    monitor % 2 == 1
}

pub const fn patience(limit: Limit, interruptible: bool) -> Patience {
    Patience { limit, interruptible }
}

/// A program: thread 0 is main.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toy {
    pub threads: Vec<Vec<Stmt>>,
    pub variables: usize,
    pub monitors: usize,
    pub initial: Vec<i64>,
    /// By thread: the monitor that its end notifies.
    pub ends: Vec<Option<usize>>,
    pub memory_model: MemoryModel,
    pub timeouts: Timeouts,
    pub spurious: bool,
}

/// Flat code. A visible operation is where a thread stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instr {
    Load(Reg, usize),
    Store(usize, Expr, Order),
    Fence(Fence),
    Add(Reg, usize, i64),
    Tick(Reg, usize),
    Cas(Reg, usize, i64, i64),
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
    Start(usize, bool, Expr, Option<usize>),
    Join(Reg, usize, Patience),
    Alive(Reg, usize),
    State(Reg, usize),
    Choose(Reg, u32),
    Print(Expr),
    Say(&'static str),
    Exit(i32),
    End(Option<&'static str>),
}

struct Scope {
    start: usize,
    breaks: Vec<usize>,
    monitors: usize,
}

/// The flat form of one thread. A break out of a `Sync` releases its monitor.
pub fn compile(body: &[Stmt], model: MemoryModel) -> Vec<Instr> {
    let mut code = Vec::new();
    block(body, &mut code, &mut Vec::new(), &mut Vec::new());
    let matters = |instr: &Instr| match instr {
        Instr::Fence(Fence::Full) => model.buffers(),
        Instr::Fence(Fence::StoreStore) => model == MemoryModel::Pso,
        _ => true,
    };
    // To the next instruction, so that no target has to move.
    for (at, instr) in code.iter_mut().enumerate() {
        if !matters(instr) {
            *instr = Instr::Jump(at + 1);
        }
    }
    code.push(Instr::End(None));
    code
}

fn block(body: &[Stmt], code: &mut Vec<Instr>, loops: &mut Vec<Scope>, held: &mut Vec<usize>) {
    for stmt in body {
        match stmt {
            Stmt::Load(r, v) => code.push(Instr::Load(*r, *v)),
            Stmt::Store(v, e) => {
                let order = if *v < PERMIT { Order::Plain } else { Order::Volatile };
                code.push(Instr::Store(*v, *e, order));
            }
            Stmt::StoreAs(v, e, order) => code.push(Instr::Store(*v, *e, *order)),
            Stmt::Fence(fence) => code.push(Instr::Fence(*fence)),
            Stmt::Add(r, v, k) => code.push(Instr::Add(*r, *v, *k)),
            Stmt::Tick(r, v) => code.push(Instr::Tick(*r, *v)),
            Stmt::Cas(r, v, from, to) => code.push(Instr::Cas(*r, *v, *from, *to)),
            Stmt::Set(r, e) => code.push(Instr::Set(*r, *e)),
            Stmt::Sync(m, body) => {
                code.push(Instr::Acquire(*m, Patience::FOREVER, 0));
                held.push(*m);
                block(body, code, loops, held);
                held.pop();
                code.push(Instr::Release(*m));
            }
            Stmt::Try(m, patience, r, body) => {
                code.push(Instr::Acquire(*m, *patience, *r));
                let test = code.len();
                code.push(Instr::Unless(Cond(Expr::R(*r), Cmp::Eq, Expr::C(0)), 0));
                held.push(*m);
                block(body, code, loops, held);
                held.pop();
                code.push(Instr::Release(*m));
                code[test] = Instr::Unless(Cond(Expr::R(*r), Cmp::Eq, Expr::C(0)), code.len());
            }
            Stmt::Wait(m, timed, r) => {
                let limit = if *timed { Limit::Timed } else { Limit::Never };
                block(&[Stmt::WaitIn(*m, 0, patience(limit, false), *r)], code, loops, held);
            }
            Stmt::WaitIn(m, set, patience, r) => {
                code.push(Instr::Wait(*m, *set, *patience));
                code.push(Instr::Resume(*m, *patience, *r));
            }
            Stmt::Notify(m) => code.push(Instr::Notify(*m, 0)),
            Stmt::NotifyAll(m) => code.push(Instr::NotifyAll(*m, 0)),
            Stmt::Signal(m, set) => code.push(Instr::Notify(*m, *set)),
            Stmt::SignalAll(m, set) => code.push(Instr::NotifyAll(*m, *set)),
            Stmt::Guarded(r, v, guard, change, patience) => {
                code.push(Instr::Guarded(*r, *v, *guard, *change, *patience));
            }
            Stmt::Park(r, limit) => code.push(Instr::Park(*r, *limit)),
            Stmt::If(cond, then, or) => {
                let test = code.len();
                code.push(Instr::Unless(*cond, 0));
                block(then, code, loops, held);
                let skip = code.len();
                code.push(Instr::Jump(0));
                code[test] = Instr::Unless(*cond, code.len());
                block(or, code, loops, held);
                code[skip] = Instr::Jump(code.len());
            }
            Stmt::Loop(body) | Stmt::Spin(body) => {
                loops.push(Scope { start: code.len(), breaks: Vec::new(), monitors: held.len() });
                if matches!(stmt, Stmt::Spin(_)) {
                    code.push(Instr::Head);
                }
                block(body, code, loops, held);
                let scope = loops.pop().unwrap();
                code.push(Instr::Jump(scope.start));
                let end = code.len();
                for at in scope.breaks {
                    code[at] = Instr::Jump(end);
                }
            }
            Stmt::Break(levels) => {
                let target = loops.len() - levels;
                for monitor in held[loops[target].monitors..].iter().rev() {
                    code.push(Instr::Release(*monitor));
                }
                loops[target].breaks.push(code.len());
                code.push(Instr::Jump(0));
            }
            Stmt::Continue => {
                let scope = loops.last().unwrap();
                for monitor in held[scope.monitors..].iter().rev() {
                    code.push(Instr::Release(*monitor));
                }
                code.push(Instr::Jump(scope.start));
            }
            Stmt::Start(t, daemon, e) => code.push(Instr::Start(*t, *daemon, *e, None)),
            Stmt::StartTelling(t, daemon, e, v) => code.push(Instr::Start(*t, *daemon, *e, Some(*v))),
            Stmt::Join(t) => code.push(Instr::Join(0, *t, Patience::FOREVER)),
            Stmt::JoinFor(r, t, patience) => code.push(Instr::Join(*r, *t, *patience)),
            Stmt::Alive(r, t) => code.push(Instr::Alive(*r, *t)),
            Stmt::State(r, t) => code.push(Instr::State(*r, *t)),
            Stmt::Choose(r, below) => code.push(Instr::Choose(*r, *below)),
            Stmt::Print(e) => code.push(Instr::Print(*e)),
            Stmt::Say(text) => code.push(Instr::Say(text)),
            Stmt::Exit(n) => code.push(Instr::Exit(*n)),
            Stmt::Fail(message) => code.push(Instr::End(Some(message))),
        }
    }
}

impl Toy {
    /// Main starts all others and joins them.
    pub fn fork_join(variables: &[i64], monitors: usize, others: Vec<Vec<Stmt>>, after: Vec<Stmt>) -> Toy {
        Toy::around(variables, monitors, Vec::new(), others, Vec::new(), after)
    }

    /// Main does something, starts all others, does something, joins them, and does something.
    pub fn around(
        variables: &[i64],
        monitors: usize,
        before: Vec<Stmt>,
        others: Vec<Vec<Stmt>>,
        between: Vec<Stmt>,
        after: Vec<Stmt>,
    ) -> Toy {
        let mut main = before;
        main.extend((1..=others.len()).map(|t| Stmt::Start(t, false, Expr::C(0))));
        main.extend(between);
        main.extend((1..=others.len()).map(Stmt::Join));
        main.extend(after);
        let mut threads = vec![main];
        threads.extend(others);
        Toy { threads, variables: variables.len(), monitors, initial: variables.to_vec(), ..Toy::default() }
    }
}
