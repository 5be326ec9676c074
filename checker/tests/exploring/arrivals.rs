//! Store buffers and all that waits: what goes on, ends or is seen while writes have not arrived. And writes that are reported late.

use crate::toy::brute::everything;
use crate::toy::compare::difference;
use crate::toy::late::reported_late;
use crate::toy::program::Expr::{C, R};
use crate::toy::program::Stmt::{self, *};
use crate::toy::program::{Cmp, Cond, PERMIT, Toy, patience};
use crate::toy::rng::Rng;
use mcr_protocol::MemoryModel::{self, Pso, Sc, Tso};
use mcr_protocol::{Change, Fence, Guard, Limit, Order, Patience, Timeouts};

const MODELS: [MemoryModel; 3] = [Sc, Tso, Pso];
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;
const NOW: Patience = patience(Limit::Now, false);

fn put(v: usize, k: i64) -> Stmt {
    Store(v, C(k))
}

fn until(v: usize, k: i64) -> Stmt {
    Spin(vec![Load(0, v), If(Cond(R(0), Cmp::Eq, C(k)), vec![Break(1)], vec![]), Set(0, C(0))])
}

/// Explores, compares with brute force, and with the outcomes expected under each model.
fn shows(toy: &Toy, expected: [&[(&str, &str)]; 3]) {
    for (memory_model, expected) in MODELS.into_iter().zip(expected) {
        let toy = Toy { memory_model, ..toy.clone() };
        let found = difference(&toy, 200_000).expect("small enough").unwrap_or_else(|e| panic!("{memory_model}: {e}"));
        for found in found {
            let outcomes: Vec<_> = found.outcomes.iter().map(|o| (o.stdout.trim_end(), o.end.as_str())).collect();
            assert_eq!(outcomes, expected, "{memory_model}");
        }
    }
}

fn shows_always(toy: &Toy, expected: &[(&str, &str)]) {
    shows(toy, [expected; 3]);
}

fn threads(monitors: usize, others: Vec<Vec<Stmt>>) -> Toy {
    Toy::fork_join(&[0, 0, 0], monitors, others, vec![])
}

#[test]
fn who_waits_for_a_flag_may_find_the_message_missing_only_under_pso() {
    let reads = vec![until(Y, 1), Load(1, X), Print(R(1))];
    let toy = |tells: Vec<Stmt>| threads(0, vec![tells, reads.clone()]);
    let (one, both): (&[_], &[_]) = (&[("1", "normal")], &[("0", "normal"), ("1", "normal")]);
    shows(&toy(vec![put(X, 1), put(Y, 1)]), [one, one, both]);
    shows(&toy(vec![put(X, 1), StoreAs(Y, C(1), Order::Release)]), [one; 3]);
    shows(&toy(vec![put(X, 1), StoreAs(Y, C(1), Order::Volatile)]), [one; 3]);
    shows(&toy(vec![put(X, 1), Fence(Fence::StoreStore), put(Y, 1)]), [one; 3]);
    // A barrier before the first write, or behind the second, is none.
    shows(&toy(vec![Fence(Fence::StoreStore), put(X, 1), put(Y, 1), Fence(Fence::StoreStore)]), [one, one, both]);
    shows(&toy(vec![StoreAs(X, C(1), Order::Release), put(Y, 1)]), [one, one, both]);
}

/// What has not arrived in a buffer arrives at last, though its thread does nothing any more that would wait for it.
#[test]
fn who_is_waited_for_need_not_go_on() {
    let keeps = vec![put(X, 1), until(Y, 1)];
    let answers = vec![until(X, 1), put(Y, 1), Say("a")];
    shows_always(&threads(0, vec![keeps, answers]), &[("a", "normal")]);
}

#[test]
fn time_is_not_over_while_a_write_can_arrive() {
    let parks = vec![Park(0, Limit::Timed), Print(R(0))];
    let unparks = vec![until(X, 1), put(PERMIT + 1, 1)];
    let writes = vec![put(X, 1), until(Z, 1)];
    let toy = threads(0, vec![parks, unparks, writes]);
    shows_always(&toy, &[("0", "livelock")]);
    shows_always(&Toy { timeouts: Timeouts::Any, ..toy }, &[("0", "livelock"), ("1", "livelock")]);
}

/// Its own write may arrive before or behind that of the other, which it then does not see.
#[test]
fn a_loop_looks_at_the_own_write_first() {
    let toy = threads(0, vec![vec![put(X, 1), until(X, 2)], vec![put(X, 2)]]);
    shows_always(&toy, &[("", "livelock"), ("", "normal")]);
}

#[test]
fn what_a_daemon_has_written_may_never_arrive() {
    let main = vec![Start(1, true, C(0)), Load(1, X), Print(R(1))];
    let daemon = vec![put(X, 1), until(Z, 1)];
    let toy = Toy { threads: vec![main, daemon], variables: 3, initial: vec![0; 3], ..Toy::default() };
    shows_always(&toy, &[("0", "normal"), ("1", "normal")]);
}

#[test]
fn the_end_of_a_thread_waits_for_its_writes() {
    let main = vec![Start(1, false, C(0)), Join(1), Load(1, X), Print(R(1))];
    let toy = Toy { threads: vec![main, vec![put(X, 1)]], variables: 3, initial: vec![0; 3], ..Toy::default() };
    shows_always(&toy, &[("1", "normal")]);
    // Who asks whether it is alive learns the same.
    let dead = Spin(vec![Alive(0, 1), If(Cond(R(0), Cmp::Eq, C(0)), vec![Break(1)], vec![]), Set(0, C(0))]);
    let main = vec![Start(1, false, C(0)), dead, Load(1, X), Print(R(1))];
    shows_always(&Toy { threads: vec![main, vec![put(X, 1)]], ..toy }, &[("1", "normal")]);
}

/// The wake of the try (1: in vain), what it reads, and what who was inside reads.
#[test]
fn a_try_in_vain_is_no_fence() {
    let tries = vec![put(X, 1), Try(0, NOW, 1, vec![]), Load(2, Y), Store(3, R(1)), Store(4, R(2))];
    let inside = vec![Sync(0, vec![put(Y, 1), Fence(Fence::Full), Load(1, X)]), Store(5, R(1))];
    let after = (3..6).flat_map(|v| [Load(0, v), Print(R(0))]).collect();
    let toy = Toy::fork_join(&[0; 6], 1, vec![tries, inside], after);
    // If it gets in, one of the two is behind the other's exit or entry.
    let sc: Vec<_> = ["0 0 1", "0 1 0", "0 1 1", "1 0 1", "1 1 0", "1 1 1"].map(|row| (row, "normal")).to_vec();
    let mut relaxed = sc.clone();
    relaxed.insert(3, ("1 0 0", "normal"));
    shows(&toy, [&sc, &relaxed, &relaxed]);
}

#[test]
fn a_notify_is_no_fence() {
    let thread =
        |m: usize, mine, other| vec![Sync(m, vec![put(mine, 1), Notify(m), Load(1, other)]), Store(3 + m, R(1))];
    let after = vec![Load(0, 3), Print(R(0)), Load(0, 4), Print(R(0))];
    let toy = Toy::fork_join(&[0; 5], 2, vec![thread(0, X, Y), thread(1, Y, X)], after);
    let all = ["0 0", "0 1", "1 0", "1 1"].map(|row| (row, "normal"));
    shows(&toy, [&all[1..], &all, &all]);
}

/// A thread that has come to a monitor and is seen blocked has tried to enter: its writes have arrived.
#[test]
fn who_is_seen_blocked_has_an_empty_buffer() {
    let blocks = vec![put(X, 1), Sync(0, vec![])];
    let asks = vec![Sync(0, vec![State(1, 1), Load(2, X), Print(R(1)), Print(R(2))])];
    shows_always(&threads(1, vec![blocks, asks]), &["0 0", "0 1", "1 1", "4 1"].map(|row| (row, "normal")));
}

#[test]
fn a_guard_looks_at_the_own_write_first() {
    let take = Guarded(0, X, Guard::AtLeast(1), Change::Add(-1), Patience::FOREVER);
    let toy = threads(0, vec![vec![put(X, 1), take, Load(1, X), Print(R(1))]]);
    shows_always(&toy, &[("0", "normal")]);
}

/// Straight code with writes to a private variable, the write that publishes it, and what comes then.
struct Publishing {
    straight: Vec<Stmt>,
    publish: Stmt,
    after: Vec<Stmt>,
    others: Vec<Vec<Stmt>>,
}

const PRIVATE: usize = 2;
const TOLD: i64 = 100;

fn publishing(rng: &mut Rng) -> Publishing {
    let straight = (0..2 + rng.below(4)).map(|n| if n == 0 { put(PRIVATE, 10) } else { step(rng, n as i64) }).collect();
    let order = [Order::Plain, Order::Plain, Order::Release, Order::Volatile][rng.below(4)];
    let publish = StoreAs(rng.below(2), C(TOLD), order);
    let after = (0..rng.below(3)).map(|n| step(rng, 20 + n as i64)).collect();
    let StoreAs(published, ..) = publish else { unreachable!() };
    let reader = |rng: &mut Rng| {
        let mut body: Vec<Stmt> = (0..rng.below(2)).map(|_| step_elsewhere(rng)).collect();
        body.extend([
            Load(0, published),
            If(Cond(R(0), Cmp::Eq, C(TOLD)), vec![Load(1, PRIVATE), Load(2, 1 - published)], vec![]),
        ]);
        body
    };
    let others = (0..1 + rng.below(2)).map(|_| reader(rng)).collect();
    Publishing { straight, publish, after, others }
}

fn step(rng: &mut Rng, n: i64) -> Stmt {
    if rng.chance(35) { put(PRIVATE, 10 + n) } else { step_elsewhere(rng) }
}

fn step_elsewhere(rng: &mut Rng) -> Stmt {
    let v = rng.below(2);
    match rng.below(8) {
        0 | 1 => Load(3, v),
        2 | 3 => put(v, 1),
        4 => StoreAs(v, C(2), Order::Release),
        5 => Fence(Fence::StoreStore),
        6 => Fence(Fence::Full),
        _ => Add(4, v, 1),
    }
}

impl Publishing {
    fn toy(&self, memory_model: MemoryModel, straight: Vec<Stmt>) -> Toy {
        let owner = [straight, vec![self.publish.clone()], self.after.clone()].concat();
        let others = std::iter::once(owner).chain(self.others.iter().cloned()).collect();
        let last = (0..3).flat_map(|v| [Load(0, v), Print(R(0))]).collect();
        Toy { memory_model, ..Toy::fork_join(&[0, 0, 0], 0, others, last) }
    }
}

/// The program in which the writes to the private variable are where they are says what they mean. Nobody reads them before
/// they are published, so to report them right before must show the same.
#[test]
fn writes_reported_late_mean_what_they_mean_in_their_places() {
    let rng = &mut Rng::new(5);
    let (mut compared, mut all_plain, mut all_arrived, mut has_arrived) = (0, 0, 0, 0);
    for _ in 0..if cfg!(debug_assertions) { 30 } else { 300 } {
        let program = publishing(rng);
        for model in MODELS {
            let is_private = |v| v == PRIVATE;
            let late = reported_late(&program.straight, model, is_private);
            let reference = everything(&program.toy(model, program.straight.clone()), 50_000).expect("small enough");
            let shown = |straight| {
                let all = everything(&program.toy(model, straight), 50_000).expect("small enough");
                all.behaviours == reference.behaviours
                    && all.outcomes == reference.outcomes
                    && all.histories == reference.histories
                    && all.complete == reference.complete
            };
            assert!(shown(late.clone()), "{model}: {:?}, {:?}", program.straight, program.publish);
            compared += 1;
            has_arrived += u64::from(late.iter().any(|stmt| matches!(stmt, StoreAs(_, _, Order::Arrived))));
            if model == Pso {
                // The check would notice wrong orders.
                let with = |change: &dyn Fn(&Stmt) -> Stmt| late.iter().map(change).collect();
                all_plain += u64::from(!shown(with(&|stmt| match stmt {
                    StoreAs(v, e, Order::Arrived) => Store(*v, *e),
                    other => other.clone(),
                })));
                all_arrived += u64::from(!shown(with(&|stmt| match stmt {
                    Store(v, e) if is_private(*v) => StoreAs(*v, *e, Order::Arrived),
                    other => other.clone(),
                })));
            }
        }
    }
    println!("{compared} compared, {has_arrived} with writes that have arrived; {all_plain} and {all_arrived} noticed");
    assert!(has_arrived * 3 > compared && all_plain * 50 > compared && all_arrived * 50 > compared);
}
