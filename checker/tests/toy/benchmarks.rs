//! Programs of the papers, as toys.

use super::program::Stmt::{Break, Continue, If, Load, Loop, Say, Set, Store, Sync};
use super::program::{Cmp, Cond, Expr, Reg, Stmt, Toy};
use Cmp::{Eq, Ge, Gt, Lt, Ne};
use Expr::{C, Plus, R};

/// `if (r++ > bound) leave;`
fn give_up(r: Reg, bound: i64, leave: Vec<Stmt>) -> [Stmt; 2] {
    // The old value is tested, the counter grows either way.
    [Set(r, Plus(r, 1)), If(Cond(Plus(r, -1), Gt, C(bound)), leave, vec![])]
}

fn body(parts: &[&[Stmt]]) -> Vec<Stmt> {
    parts.concat()
}

/// Variables f1, f2, turn, x.
pub fn dekker(bound: i64) -> Toy {
    let thread = |i: usize| {
        let (j, mine, other, turn, x) = (3 - i, i - 1, 2 - i, 2, 3);
        let spin = Loop(body(&[
            &[Load(0, turn), If(Cond(R(0), Eq, C(i as i64)), vec![Break(1)], vec![])],
            &give_up(1, bound, vec![Break(1)]),
        ]));
        vec![
            Store(mine, C(1)),
            Loop(body(&[
                &[Load(0, other), If(Cond(R(0), Ne, C(1)), vec![Break(1)], vec![])],
                &give_up(2, bound, vec![Break(1)]),
                &[
                    Load(0, turn),
                    If(Cond(R(0), Ne, C(i as i64)), vec![Store(mine, C(0)), spin, Store(mine, C(1))], vec![]),
                ],
            ])),
            Store(x, C(i as i64)),
            Load(0, x),
            Store(turn, C(j as i64)),
            Store(mine, C(0)),
        ]
    };
    Toy::fork_join(&[0, 0, 1, 0], 0, vec![thread(1), thread(2)], vec![])
}

/// Variables f1, f2, turn, x.
pub fn peterson(bound: i64) -> Toy {
    let thread = |i: usize| {
        let (j, mine, other, turn, x) = (3 - i, i - 1, 2 - i, 2, 3);
        vec![
            Store(mine, C(1)),
            Store(turn, C(j as i64)),
            Loop(body(&[
                &[Load(0, other), If(Cond(R(0), Ne, C(1)), vec![Break(1)], vec![])],
                &[Load(0, turn), If(Cond(R(0), Ne, C(j as i64)), vec![Break(1)], vec![])],
                &give_up(1, bound, vec![Break(1)]),
            ])),
            Store(x, C(i as i64)),
            Store(mine, C(0)),
        ]
    };
    Toy::fork_join(&[0, 0, 0, 0], 0, vec![thread(1), thread(2)], vec![])
}

/// Variables f1, f2, x, y, shared. Each waiting loop has a counter of its own, which is never set back.
pub fn lamport(bound: i64) -> Toy {
    let thread = |i: usize| {
        let (me, mine, other, x, y, shared) = (i as i64, i - 1, 2 - i, 2, 3, 4);
        let spin = |counter: Reg, v: usize, go_on: Cmp, k: i64| {
            let stop = match go_on {
                Ne => Eq,
                _ => Lt,
            };
            let test = [Load(0, v), If(Cond(R(0), stop, C(k)), vec![Break(1)], vec![])];
            [Loop(body(&[&test, &give_up(counter, bound, vec![Break(1)])]))]
        };
        let retry = |counter| body(&[&spin(counter, y, Ne, 0), &[Continue]]);
        vec![
            Loop(body(&[
                &give_up(1, bound, vec![Break(1)]),
                &[
                    Store(mine, C(1)),
                    Store(x, C(me)),
                    Load(0, y),
                    If(Cond(R(0), Ne, C(0)), body(&[&[Store(mine, C(0))], &retry(2)]), vec![]),
                    Store(y, C(me)),
                    Load(0, x),
                    If(
                        Cond(R(0), Ne, C(me)),
                        body(&[
                            &[Store(mine, C(0))],
                            &spin(3, other, Ge, 1),
                            &[Load(0, y), If(Cond(R(0), Ne, C(me)), retry(4), vec![])],
                        ]),
                        vec![],
                    ),
                    Break(1),
                ],
            ])),
            Store(shared, C(me)),
            Load(0, shared),
            Store(y, C(0)),
            Store(mine, C(0)),
        ]
    };
    Toy::fork_join(&[0; 5], 0, vec![thread(1), thread(2)], vec![])
}

/// Variables entering[2], number[2], x.
pub fn bakery(bound: i64) -> Toy {
    let thread = |i: usize| {
        let (entering, number, x) = (|k: usize| k, |k: usize| 2 + k, 4);
        let (highest, counter) = (1, 2);
        let mut code = vec![Store(entering(i), C(1)), Set(highest, C(0))];
        for k in 0..2 {
            code.push(Load(0, number(k)));
            code.push(If(Cond(R(0), Gt, R(highest)), vec![Load(highest, number(k))], vec![]));
        }
        code.extend([Store(number(i), Plus(highest, 1)), Store(entering(i), C(0))]);
        for j in 0..2 {
            code.push(Set(counter, C(0)));
            code.push(Loop(body(&[
                &[Load(0, entering(j)), If(Cond(R(0), Ne, C(1)), vec![Break(1)], vec![])],
                &give_up(counter, bound, vec![Break(1)]),
            ])));
            code.push(Set(counter, C(0)));
            code.push(Loop(body(&[
                &[Load(0, number(j)), If(Cond(R(0), Eq, C(0)), vec![Break(1)], vec![])],
                &[Load(0, number(j)), Load(3, number(i)), If(Cond(R(0), Ge, R(3)), vec![Break(1)], vec![])],
                &give_up(counter, bound, vec![Break(1)]),
            ])));
        }
        code.extend([Store(x, C(i as i64 + 1)), Store(number(i), C(0))]);
        code
    };
    Toy::fork_join(&[0; 5], 0, vec![thread(0), thread(1)], vec![])
}

/// Variables x, y; one lock. The error is only reported, and the thread goes on.
pub fn rv_example() -> Toy {
    let (x, y) = (0, 1);
    let first = [
        Sync(0, vec![Store(x, C(0))]),
        Load(0, x),
        If(Cond(R(0), Gt, C(0)), vec![Load(1, y), Store(y, Plus(1, 1)), Store(x, C(2))], vec![]),
    ];
    let second = [
        Load(0, x),
        If(
            Cond(R(0), Gt, C(1)),
            vec![Load(1, y), If(Cond(R(1), Eq, C(3)), vec![Say("ERROR")], vec![Store(y, C(2))])],
            vec![],
        ),
    ];
    let main = [Sync(0, vec![Store(x, C(1)), Store(y, C(1))])];
    let twice = |part: &[Stmt]| body(&[part, part]);
    Toy::around(&[0, 0], 1, vec![], vec![twice(&first), twice(&second)], twice(&main), vec![])
}
