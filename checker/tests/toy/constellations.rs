//! Constellations of copies in which one part of a state tells the copies apart and nothing else does: if that part is left out of what is
//! compared, an outcome is lost. (Found by leaving out one part after the other.)

use super::bounded::with_local_states;
use super::program::Expr::{C, R};
use super::program::Stmt::*;
use super::program::{Cmp, Cond, FLAG, Stmt, Toy, patience};
use mcr_protocol::{Change, Guard, Limit, Timeouts};

/// All of them, with what each is about.
pub fn constellations() -> Vec<(&'static str, Toy)> {
    let mut all = of_threads();
    all.extend(of_locks());
    // Where a step is taken inside a monitor, waits end at any time.
    for (_, toy) in all.iter_mut().filter(|(name, _)| name.contains("inside a monitor")) {
        toy.timeouts = Timeouts::Any;
    }
    all
}

fn is(r: usize, k: i64) -> Cond {
    Cond(R(r), Cmp::Eq, C(k))
}

fn start(t: usize) -> Stmt {
    Start(t, false, C(0))
}

fn toy(threads: Vec<Vec<Stmt>>, copies: &[usize], initial: &[i64]) -> Toy {
    let (copies, initial) = (copies.to_vec(), initial.to_vec());
    Toy { threads, copies, variables: initial.len(), monitors: 2, initial, ..Toy::default() }
}

fn shown(v: usize) -> [Stmt; 2] {
    [Load(0, v), Print(R(0))]
}

fn one() -> Vec<Stmt> {
    vec![Store(0, C(1))]
}

fn of_threads() -> Vec<(&'static str, Toy)> {
    let adds = || vec![Add(0, 0, 1), Add(0, 0, 1)];
    let reads_into = |v| vec![Load(0, 0), Store(v, R(0))];
    let spin = |v| Spin(vec![Load(1, v), If(is(1, 1), vec![Break(1)], vec![]), Set(1, C(0))]);
    let cat = |all: &[Vec<Stmt>]| all.concat();
    vec![
        (
            "who is a daemon",
            toy(
                vec![
                    vec![Start(1, true, C(0)), Start(2, false, C(0)), start(3)],
                    vec![Load(0, 0), Print(R(0)), Load(0, 0), Print(R(0))],
                    vec![Load(0, 0), Print(R(0)), Load(0, 0), Print(R(0))],
                    one(),
                ],
                &[0, 1, 1, 3],
                &[0],
            ),
        ),
        (
            "joined by another, and the other by nobody",
            toy(
                vec![vec![start(1), start(2), start(3)], adds(), adds(), cat(&[vec![Join(1)], shown(0).into()])],
                &[0, 1, 1, 3],
                &[0],
            ),
        ),
        (
            "found inside a monitor in its round",
            toy(
                vec![
                    vec![start(1), start(2), start(3), Load(0, 0), If(is(0, 1), vec![Store(1, C(1))], vec![])],
                    vec![
                        Spin(vec![Sync(0, vec![Load(1, 1)]), If(is(1, 1), vec![Break(1)], vec![]), Set(1, C(0))]),
                        Print(R(1)),
                    ],
                    vec![
                        Spin(vec![Sync(0, vec![Load(1, 1)]), If(is(1, 1), vec![Break(1)], vec![]), Set(1, C(0))]),
                        Print(R(1)),
                    ],
                    vec![
                        Try(0, patience(Limit::Now, false), 0, vec![]),
                        Store(0, C(1)),
                        Print(R(0)),
                        Try(0, patience(Limit::Now, false), 0, vec![]),
                        Print(R(0)),
                    ],
                ],
                &[0, 1, 1, 3],
                &[0, 0],
            ),
        ),
        (
            "whom a signal finds leaving a queue",
            toy(
                vec![
                    vec![
                        start(1),
                        start(2),
                        start(3),
                        Load(0, 0),
                        Sync(
                            1,
                            vec![If(
                                is(0, 0),
                                vec![Store(FLAG + 1, C(1)), SignalAll(1, 1)],
                                vec![SignalAll(1, 1), Store(FLAG + 1, C(1))],
                            )],
                        ),
                        Sync(1, vec![SignalAll(1, 1)]),
                    ],
                    vec![Sync(1, vec![WaitIn(1, 1, patience(Limit::Never, true), 1)]), Print(R(1))],
                    vec![Sync(1, vec![WaitIn(1, 1, patience(Limit::Never, true), 1)]), Print(R(1))],
                    one(),
                ],
                &[0, 1, 1, 3],
                &[0],
            ),
        ),
        (
            "two parents of one child each",
            toy(
                vec![
                    vec![start(1), start(2)],
                    cat(&[vec![start(3), Join(3)], shown(0).into()]),
                    vec![start(4), Join(4), Say("."), Load(0, 0), Print(R(0))],
                    adds(),
                    adds(),
                ],
                &[0, 1, 2, 3, 3],
                &[0],
            ),
        ),
        (
            "a time-out stirs those who remember something",
            toy(
                vec![
                    vec![start(1), start(2), start(3)],
                    vec![Load(2, 0), spin(1), Print(R(2))],
                    vec![Load(2, 0), spin(1), Print(R(2))],
                    vec![Store(0, C(1)), Sync(0, vec![WaitIn(0, 0, patience(Limit::Timed, false), 1)]), Store(1, C(1))],
                ],
                &[0, 1, 1, 3],
                &[0, 0],
            ),
        ),
        (
            "a join or the next one, with something between",
            toy(
                vec![
                    vec![start(1), start(2), Join(1), If(is(0, 0), vec![Set(3, C(1))], vec![]), Join(2)],
                    vec![Choose(2, 2), Add(1, 0, 1), If(is(2, 0), vec![Park(1, Limit::Never)], vec![])],
                    vec![Choose(2, 2), Add(1, 0, 1), If(is(2, 0), vec![Park(1, Limit::Never)], vec![])],
                ],
                &[0, 1, 1],
                &[0],
            ),
        ),
        (
            "a time-out stirs main, which then reads of one or the other",
            toy(
                vec![
                    cat(&[
                        vec![start(1), start(2), start(3)],
                        vec![Spin(vec![
                            Load(1, 3),
                            If(is(1, 1), vec![Load(2, 1), Break(1)], vec![]),
                            If(is(1, 2), vec![Load(2, 2), Break(1)], vec![]),
                            Set(1, C(0)),
                        ])],
                        vec![Print(R(1)), Print(R(2))],
                    ]),
                    reads_into(1),
                    reads_into(2),
                    vec![
                        Store(0, C(1)),
                        Sync(0, vec![WaitIn(0, 0, patience(Limit::Timed, false), 1)]),
                        Choose(2, 2),
                        If(is(2, 0), vec![Store(3, C(1))], vec![Store(3, C(2))]),
                    ],
                ],
                &[0, 1, 1, 3],
                &[0, 0, 0, 0],
            ),
        ),
        (
            "a write of main is on its way while it joins",
            toy(
                vec![
                    vec![start(1), start(2), start(3), Store(1, C(1)), Join(1), Join(2), Load(0, 0), Print(R(0))],
                    vec![Load(0, 1), Add(1, 0, 1)],
                    vec![Load(0, 1), Add(1, 0, 1)],
                    vec![Load(0, 1), Print(R(0)), Load(0, 0), Print(R(0))],
                ],
                &[0, 1, 1, 3],
                &[0, 0],
            ),
        ),
        (
            "one is interrupted between joins",
            toy(
                vec![
                    vec![
                        start(1),
                        start(2),
                        start(3),
                        Join(3),
                        Store(FLAG + 2, C(1)),
                        Join(2),
                        Load(0, 0),
                        Print(R(0)),
                        Store(FLAG + 1, C(1)),
                        Join(1),
                    ],
                    vec![Sync(0, vec![WaitIn(0, 0, patience(Limit::Never, true), 1)]), Add(0, 0, 1)],
                    vec![Sync(0, vec![WaitIn(0, 0, patience(Limit::Never, true), 1)]), Add(0, 0, 1)],
                    vec![Sync(0, vec![Notify(0)])],
                ],
                &[0, 1, 1, 3],
                &[0],
            ),
        ),
        (
            "given before they are started",
            toy(
                vec![
                    vec![
                        start(3),
                        Load(0, 0),
                        Store(1, R(0)),
                        Load(0, 0),
                        If(is(0, 0), vec![Store(2, C(1)), start(1), start(2)], vec![start(2), start(1)]),
                    ],
                    vec![Load(0, 1), Print(R(0)), Load(0, 0), Print(R(0))],
                    vec![Load(0, 2), Print(R(0)), Load(0, 0), Print(R(0))],
                    one(),
                ],
                &[0, 1, 1, 3],
                &[0, 0, 0],
            ),
        ),
        (
            "two queues and a signal",
            toy(
                vec![
                    vec![start(1), start(2), start(3), Sync(1, vec![Signal(1, 1)]), Sync(1, vec![Signal(1, 2)])],
                    vec![
                        Load(0, 0),
                        Sync(
                            1,
                            vec![If(
                                is(0, 0),
                                vec![WaitIn(1, 1, patience(Limit::Never, false), 1)],
                                vec![WaitIn(1, 2, patience(Limit::Timed, false), 1)],
                            )],
                        ),
                        Print(R(0)),
                    ],
                    vec![
                        Load(0, 0),
                        Sync(
                            1,
                            vec![If(
                                is(0, 0),
                                vec![WaitIn(1, 1, patience(Limit::Never, false), 1)],
                                vec![WaitIn(1, 2, patience(Limit::Timed, false), 1)],
                            )],
                        ),
                        Print(R(0)),
                    ],
                    one(),
                ],
                &[0, 1, 1, 3],
                &[0],
            ),
        ),
        (
            "an end that may be by an exception",
            toy(
                vec![
                    vec![start(1), start(2), start(3), Join(1), Load(0, 0), Print(R(0))],
                    vec![Load(0, 0), If(is(0, 1), vec![Fail("one")], vec![]), Add(0, 0, 2)],
                    vec![Load(0, 0), If(is(0, 1), vec![Fail("one")], vec![]), Add(0, 0, 2)],
                    vec![Add(0, 0, 1)],
                ],
                &[0, 1, 1, 3],
                &[0],
            ),
        ),
        (
            "a guard of one that main opens",
            toy(
                vec![
                    vec![
                        start(1),
                        start(2),
                        start(3),
                        Load(0, 0),
                        If(
                            is(0, 0),
                            vec![Guarded(1, 1, Guard::AtLeast(0), Change::Add(1), patience(Limit::Never, false))],
                            vec![Guarded(1, 2, Guard::AtLeast(0), Change::Add(1), patience(Limit::Never, false))],
                        ),
                    ],
                    vec![
                        Guarded(1, 1, Guard::AtLeast(1), Change::Add(-1), patience(Limit::Timed, false)),
                        Print(R(1)),
                        Add(0, 0, 1),
                    ],
                    vec![
                        Guarded(1, 2, Guard::AtLeast(1), Change::Add(-1), patience(Limit::Timed, false)),
                        Print(R(1)),
                        Add(0, 0, 1),
                    ],
                    one(),
                ],
                &[0, 1, 1, 3],
                &[0; 3],
            ),
        ),
        (
            "a parent that may not start them",
            toy(
                vec![
                    vec![
                        start(3),
                        Load(0, 0),
                        If(is(0, 0), vec![start(1), Load(0, 0)], vec![start(2)]),
                        If(is(0, 0), vec![start(2)], vec![]),
                        Join(3),
                        Load(0, 0),
                        Print(R(0)),
                    ],
                    adds(),
                    adds(),
                    one(),
                ],
                &[0, 1, 1, 3],
                &[0],
            ),
        ),
    ]
}

/// Locks that are kept for ever, or taken once more: what comes next does not say so.
fn of_locks() -> Vec<(&'static str, Toy)> {
    let keeps = vec![Load(0, 0), If(is(0, 1), vec![Lock(1)], vec![]), Set(0, C(0)), Load(1, 1), Set(1, C(0))];
    let deep_wait = vec![
        Lock(0),
        Load(0, 0),
        If(is(0, 1), vec![Lock(0)], vec![]),
        Set(0, C(0)),
        Load(1, 1),
        Set(1, C(0)),
        WaitIn(0, 0, patience(Limit::Timed, false), 4),
        Set(4, C(0)),
        Unlock(0),
    ];
    vec![
        (
            "a lock that one keeps",
            with_local_states(toy(
                vec![
                    vec![
                        start(1),
                        start(2),
                        start(3),
                        Try(1, patience(Limit::Now, false), 1, vec![]),
                        Print(R(1)),
                        Join(1),
                        Join(2),
                        Lock(1),
                    ],
                    keeps.clone(),
                    keeps,
                    one(),
                ],
                &[0, 1, 1, 3],
                &[0; 2],
            )),
        ),
        (
            "a wait inside a monitor, once or twice",
            with_local_states(toy(
                vec![
                    vec![start(1), start(2), start(3), Join(1), Load(0, 0), Print(R(0))],
                    deep_wait.clone(),
                    deep_wait,
                    one(),
                ],
                &[0, 1, 1, 3],
                &[0; 2],
            )),
        ),
    ]
}
