//! What a key could leave out: for each trap of "Local states" in `EXPLORATION.md` a program in which that matters,
//! because it depends on what a thread has read, and because what it does later depends on it.

use super::bounded::with_local_states;
use super::program::Expr::{self, C, Plus, R};
use super::program::Stmt::*;
use super::program::{Careless, Cmp, Cond, Reg, Stmt, Toy};
use mcr_protocol::{Fence, MemoryModel};

/// What the thread reads that must not be forgotten; what it does in the end; where it publishes records.
const X: usize = 0;
const Y: usize = 1;
const P: usize = 2;

/// A trap.
pub struct Trap {
    pub name: &'static str,
    /// A key that leaves this out is wrong.
    pub careless: Option<Careless>,
    pub toy: Toy,
}

/// If the first register is 1.
fn if_read(then: Vec<Stmt>, or: Vec<Stmt>) -> Stmt {
    If(Cond(R(0), Cmp::Eq, C(1)), then, or)
}

fn call(procedure: usize, record: Expr, result: Reg) -> Stmt {
    Call(procedure, [C(0), C(0), record], result)
}

fn trap(name: &'static str, careless: Option<Careless>, thread: Vec<Stmt>, procedures: Vec<Vec<Stmt>>) -> Trap {
    let other = vec![Store(Y, C(1)), Store(X, C(1)), Store(Y, C(2))];
    let toy = with_local_states(Toy::fork_join(&[0; 3], 2, vec![thread, other], vec![Load(0, Y), Print(R(0))]));
    Trap { name, careless, toy: Toy { procedures, memory_model: MemoryModel::Pso, ..toy } }
}

/// All of them, under PSO.
pub fn traps() -> Vec<Trap> {
    let mut all = of_records();
    all.extend(of_records_in_loops());
    all.extend(of_threads());
    all.extend(of_loops());
    all
}

fn of_records() -> Vec<Trap> {
    let read_field = |record: Reg| vec![Get(0, record, 0), Store(Y, R(0))];
    let writes = vec![Load(0, X), if_read(vec![Put(2, 0, C(1))], vec![]), Return(C(0))];
    let publishes = vec![Load(0, X), if_read(vec![Store(P, R(2))], vec![]), Return(C(0))];
    let other_name = vec![Load(0, X), if_read(vec![call(1, R(2), 1)], vec![Store(P, R(2))]), Return(C(0))];
    let throws = vec![Load(0, X), if_read(vec![Put(2, 0, C(1))], vec![]), Throw(C(0))];
    let makes = vec![Load(0, X), New(2), Put(2, 0, R(0)), Return(R(2))];
    let barrier = vec![Load(0, X), if_read(vec![Fence(Fence::StoreStore)], vec![]), Return(C(0))];
    // Written two calls below.
    let deeper = vec![call(1, R(2), 1), Return(C(0))];
    let uses = vec![New(2), call(0, R(2), 1)];
    let then = |more: Vec<Stmt>| [uses.clone(), more].concat();
    let older = Some(Careless::Older);
    vec![
        trap("a record is written by a callee, or is not", older, then(read_field(2)), vec![writes.clone()]),
        trap("a record is written by the callee of a callee", older, then(read_field(2)), vec![deeper, writes]),
        trap("a record gets a name in a callee, or does not", older, then(vec![Put(2, 0, C(5))]), vec![publishes]),
        trap(
            "a record gets one name or another",
            older,
            then(vec![Put(2, 0, C(5))]),
            vec![other_name, vec![Store(P, R(2))]],
        ),
        trap(
            "a record is written by a callee that is left by an exception, in a call that has a key",
            older,
            then(read_field(2)),
            vec![vec![Attempt(vec![call(1, R(2), 1)], 0, vec![]), Return(C(0))], throws],
        ),
        trap(
            "a record that is returned",
            Some(Careless::Returned),
            [vec![call(0, C(0), 2)], read_field(2)].concat(),
            vec![makes],
        ),
        trap(
            "a barrier in a callee, or none",
            Some(Careless::Barrier),
            vec![New(2), Put(2, 0, C(5)), call(0, R(2), 1), Store(P, R(2))],
            vec![barrier],
        ),
    ]
}

fn of_records_in_loops() -> Vec<Trap> {
    let identity = Some(Careless::Identity);
    let write_one_read_other = vec![Put(2, 0, C(1)), Get(0, 3, 0), Store(Y, R(0))];
    let pair = vec![New(2), New(3), Put(2, 1, R(3)), Put(3, 1, R(2))];
    // One of two older records, which look the same, is written after the head of the loop.
    let one_of_two = vec![
        Load(0, X),
        if_read(vec![Get(2, 2, 1)], vec![]),
        Repeat(1, vec![Load(1, X), Put(2, 0, C(1))]),
        Return(C(0)),
    ];
    vec![
        trap(
            "two locals that share a record, or have equal ones",
            identity,
            vec![New(2), Load(0, X), if_read(vec![Set(3, R(2))], vec![New(3)]), Repeat(1, write_one_read_other)],
            vec![],
        ),
        trap(
            "one of two equal records of a caller, in a ring",
            identity,
            [pair, vec![call(0, R(2), 1), Get(0, 2, 0), Store(Y, R(0))]].concat(),
            vec![one_of_two],
        ),
        trap(
            "what is in a record of the scope's own",
            Some(Careless::Content),
            vec![New(2), Load(0, X), Put(2, 0, R(0)), Repeat(1, vec![Get(0, 2, 0), Store(Y, R(0))])],
            vec![],
        ),
        trap(
            "what is in a record behind a record",
            Some(Careless::Content),
            vec![
                Load(0, X),
                New(3),
                Put(3, 0, R(0)),
                New(2),
                Put(2, 1, R(3)),
                Repeat(1, vec![Get(3, 2, 1), Get(0, 3, 0), Store(Y, R(0))]),
            ],
            vec![],
        ),
    ]
}

fn of_threads() -> Vec<Trap> {
    let sets = vec![Load(0, X), SetOwn(0, R(0)), Return(C(0))];
    let locks = vec![Load(0, X), if_read(vec![Lock(0)], vec![]), Return(C(0))];
    let unlocks = vec![Load(0, X), if_read(vec![Unlock(0)], vec![]), Return(C(0))];
    let holds = Some(Careless::Holds);
    vec![
        trap(
            "a register of the thread's own",
            Some(Careless::Own),
            vec![call(0, C(0), 1), GetOwn(0, 0), Store(Y, R(0))],
            vec![sets],
        ),
        trap(
            "a lock that a callee has taken, or not",
            holds,
            vec![call(0, C(0), 1), Store(Y, C(1)), Unlock(0)],
            vec![locks.clone()],
        ),
        trap(
            "a lock that a callee has taken once more, or not",
            holds,
            vec![Lock(0), call(0, C(0), 1), Unlock(0), Store(Y, C(1)), Unlock(0)],
            vec![locks],
        ),
        trap(
            "a lock that a callee has left, or not",
            holds,
            vec![Lock(0), call(0, C(0), 1), Store(Y, C(1)), Unlock(0)],
            vec![unlocks],
        ),
    ]
}

fn of_loops() -> Vec<Trap> {
    let leave = |k| If(Cond(R(0), Cmp::Eq, C(k)), vec![Break(1)], vec![]);
    let looks = vec![Load(1, Y), Load(0, X), Return(R(0))];
    let again = |p| If(Cond(R(0), Cmp::Gt, C(0)), vec![Call(p, [Plus(0, -1), R(1), C(0)], 1)], vec![]);
    let throws = vec![Load(0, X), if_read(vec![Throw(R(0))], vec![]), Return(R(0))];
    vec![
        trap(
            "a loop that waits with a call for its condition",
            Some(Careless::Looks),
            vec![Spin(vec![call(0, C(0), 0), Load(4, X), leave(1)]), Store(Y, C(1))],
            vec![looks],
        ),
        trap(
            "a loop that waits, with a register that is dead at its head",
            Some(Careless::Dead),
            vec![Load(0, X), Spin(vec![Load(0, Y), leave(2)]), Store(Y, C(1))],
            vec![],
        ),
        trap(
            "a loop that waits in a loop that does not",
            None,
            vec![Repeat(3, vec![Spin(vec![Load(0, X), leave(0), leave(1)])]), Store(Y, C(1))],
            vec![],
        ),
        trap(
            "the head of a loop inside a monitor, left by an exception that the caller catches",
            None,
            vec![Attempt(vec![call(0, C(0), 1)], 1, vec![]), Store(Y, R(1)), Unlock(0)],
            vec![vec![Sync(0, vec![Repeat(2, vec![call(1, C(0), 0)])]), Return(C(3))], throws],
        ),
        trap(
            "recursion, with a loop in each call",
            None,
            vec![Call(0, [C(2), C(0), C(0)], 1), Store(Y, R(1))],
            vec![vec![Repeat(2, vec![Load(4, X), Set(1, R(4))]), again(0), Return(R(1))]],
        ),
        trap(
            "records made in loops and procedures get names of their own",
            None,
            vec![Repeat(2, vec![call(0, C(0), 2), call(0, C(0), 2), New(3), Store(P, R(3))])],
            vec![vec![New(2), Load(0, X), if_read(vec![Store(P, R(2))], vec![]), Return(R(2))]],
        ),
    ]
}
