//! Toy programs as data.

pub use super::flat::Instr;
pub use super::scopes::Careless;
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

    // Only in programs with local states.
    /// Of a procedure, with arguments in its first registers; the register gets what it returns. Calls too deep do nothing.
    Call(usize, [Expr; ARGUMENTS], Reg),
    Return(Expr),
    /// A number is thrown through blocks, loops and procedures to the innermost `Attempt` around; else it ends the thread.
    Throw(Expr),
    /// The register gets what was thrown in the first block, and the second is done.
    Attempt(Vec<Stmt>, Reg, Vec<Stmt>),
    /// A loop of at most so many rounds.
    Repeat(usize, Vec<Stmt>),
    /// A compare-and-set with values that are not constants.
    Swap(Reg, usize, Expr, Expr),
    /// Enters a monitor, until it is left by `Unlock`, wherever that is.
    Lock(usize),
    /// Nothing if the thread does not own it.
    Unlock(usize),
    /// Makes a record that only the thread knows, until its name is stored where others can see it.
    New(Reg),
    /// Reads a field of the record in the second register; 0 if there is none.
    Get(Reg, Reg, usize),
    /// Writes a field; nothing if there is no record.
    Put(Reg, usize, Expr),
    /// Writes a register that all procedures of the thread have in common.
    SetOwn(usize, Expr),
    GetOwn(Reg, usize),
}

/// How many arguments a procedure has.
pub const ARGUMENTS: usize = 3;
/// How many registers all procedures of a thread have in common.
pub const OWN: usize = 2;
/// How many fields a record has.
pub const FIELDS: usize = 2;

/// The variable that is the permit of the first thread; those of the others come after it.
pub const PERMIT: usize = 1000;
/// The variable that is the interrupt flag of the first thread.
pub const FLAG: usize = 2000;

/// Virtual time, as a variable that nobody writes.
pub const TIME: usize = 3000;
/// A variable that is 0 for ever.
pub const SLEEP: usize = 3001;

/// Monitors with odd numbers are locks: who waits for one parks.
pub fn parks(monitor: usize) -> bool {
    monitor % 2 == 1
}

pub const fn patience(limit: Limit, interruptible: bool) -> Patience {
    Patience { limit, interruptible }
}

/// Sleeps for so long of virtual time; the register gets the wake.
pub const fn sleep(r: Reg, millis: u32, interruptible: bool) -> Stmt {
    Stmt::Guarded(r, SLEEP, Guard::AtLeast(1), Change::Keep, patience(Limit::After(millis), interruptible))
}

/// A program: thread 0 is main.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toy {
    pub threads: Vec<Vec<Stmt>>,
    /// What threads may call.
    pub procedures: Vec<Vec<Stmt>>,
    /// Whether traces have keys of local states. The language is richer then, and what waits is found by what is live.
    pub local_states: bool,
    pub careless: Option<Careless>,
    /// By thread: the one whose places in the code it has, as a copy of it. Empty: there are no copies.
    pub copies: Vec<usize>,
    pub variables: usize,
    pub monitors: usize,
    pub initial: Vec<i64>,
    /// By thread: the monitor that its end notifies.
    pub ends: Vec<Option<usize>>,
    pub memory_model: MemoryModel,
    pub timeouts: Timeouts,
    pub spurious: bool,
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
