//! The constraints as a formula of difference logic, for Z3.
//!
//! A point in time is an integer; "before" is "less than", and equal times are in the order of descending numbers of points.
//!
//! Invariant: the formula has a solution iff the query has an execution. It can be built from the constraints alone, so that each engine
//! checks the others; or with what saturation has found for the same query, which makes it much smaller. What is after the cut obeys
//! nothing but the order that always holds: it does not happen.

use super::constraints::{Constraints, Item, Node, Read, Target};
use super::partial::PartialOrder;
use super::query::{Free, Prefixes};
use super::saturation::Saturation;
use super::witness::{Happening, Witness};
use super::{Answer, Over};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::rc::Rc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver};

/// How long Z3 may take, in milliseconds: before it is looked whether the answer is still wanted, and then.
const QUICK: u32 = 100;
const MOST: u32 = 10_000;

/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// The version of Z3; none in a build without it.
#[must_use]
pub fn z3_version() -> Option<&'static str> {
    Some(z3::full_version())
}

/// A solver that knows a query.
pub(super) struct Formula<'c> {
    constraints: &'c Constraints,
    /// Counted, because to clone a solver is to copy all that it knows.
    solver: Rc<Solver>,
    times: Vec<Int>,
    /// What is known of the order; empty if nothing is.
    known: PartialOrder,
}

thread_local! {
    /// Solvers that nobody uses. To make one takes longer than to answer a small query.
    static IDLE: RefCell<Vec<Rc<Solver>>> = const { RefCell::new(Vec::new()) };
}

impl Drop for Formula<'_> {
    fn drop(&mut self) {
        self.solver.pop(1);
        let solver = Rc::clone(&self.solver);
        // Fails only when the thread ends, and then nobody needs it any more.
        let _ = IDLE.try_with(|idle| idle.borrow_mut().push(solver));
    }
}

fn idle_solver() -> Rc<Solver> {
    let solver = IDLE.with(|idle| idle.borrow_mut().pop()).unwrap_or_else(|| {
        let solver = Solver::new();
        let mut params = Params::new();
        // The solver for differences only: several times faster on orders than the general one.
        params.set_u32("arith.solver", 1);
        // Otherwise a portfolio of tactics is set up for the first question of each formula, which takes milliseconds.
        params.set_bool("ignore_solver1", true);
        solver.set_params(&params);
        limit(&solver, QUICK);
        Rc::new(solver)
    });
    solver.push();
    solver
}

fn limit(solver: &Solver, milliseconds: u32) {
    let mut params = Params::new();
    params.set_u32("timeout", milliseconds);
    solver.set_params(&params);
}

impl<'c> Formula<'c> {
    /// `saturation`: of the same query; what it knows is taken for granted.
    pub(super) fn new(
        constraints: &'c Constraints,
        target: &Target,
        free: &Free,
        saturation: Option<Saturation>,
    ) -> Formula<'c> {
        let solver = idle_solver();
        let nodes = u32::try_from(constraints.items.len()).expect("nodes are counted in 32 bits");
        let times = (0..nodes).map(Int::new_const).collect();
        let known = PartialOrder::new(if saturation.is_some() { 0 } else { constraints.items.len() });
        let mut formula = Formula { constraints, solver, times, known };
        formula.assert_order(target, saturation);
        for sections in &constraints.sections {
            for (i, one) in sections.iter().enumerate() {
                for other in sections[..i].iter().filter(|other| other.thread != one.thread) {
                    let orders = [(one.leave, other.enter), (other.leave, one.enter)];
                    let orders = orders.iter().filter_map(|&(leave, enter)| Some(formula.before(leave?, enter)));
                    let absent = [one.enter, other.enter].map(|enter| formula.before(Node::CUT, enter));
                    formula.assert_any(&orders.chain(absent).collect::<Vec<_>>());
                }
            }
        }
        for read in constraints.kept(free).chain(&target.reads) {
            formula.assert_read(read);
        }
        for clause in &target.clauses {
            let ways = clause.iter().map(|&(before, after)| formula.before(before, after));
            formula.assert_any(&ways.collect::<Vec<_>>());
        }
        formula
    }

    /// What is in order whatever the reads see.
    fn assert_order(&mut self, target: &Target, saturation: Option<Saturation>) {
        let Some(saturation) = saturation else {
            for &(before, after) in self.constraints.edges.iter().chain(&target.edges) {
                self.solver.assert(self.before(before, after).formula());
            }
            return;
        };
        // Not from what is known: that is what is asserted here.
        for &(before, after) in saturation.order.additions() {
            self.solver.assert(self.atom(before, after).formula());
        }
        self.known = saturation.order;
    }

    /// Whether there is a solution.
    pub(super) fn check(&self, prefixes: &Prefixes, over: Over<'_>) -> Answer {
        match self.decide(over) {
            SatResult::Sat => match self.witness(prefixes) {
                Some(witness) => Answer::Yes(witness),
                None => Answer::Unknown,
            },
            SatResult::Unsat => Answer::No,
            SatResult::Unknown => Answer::Unknown,
        }
    }

    /// Most questions are decided at once. Only for the others there is a thread that looks whether it is over.
    fn decide(&self, over: Over<'_>) -> SatResult {
        let quick = self.solver.check();
        if quick != SatResult::Unknown || over() {
            return quick;
        }
        limit(&self.solver, MOST);
        let context = self.solver.get_context();
        let handle = context.handle();
        let answer = thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            scope.spawn(move || {
                while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    if over() {
                        handle.interrupt();
                    }
                }
            });
            let answer = self.solver.check();
            drop(done);
            answer
        });
        limit(&self.solver, QUICK);
        answer
    }

    /// The read sees its value, if it happens: either its own youngest write is in the buffer and has it, or there is a write of it in
    /// memory with no write of another value in between (nor of its own in the buffer).
    fn assert_read(&self, read: &Read) {
        // What comes next is asked of the cut itself.
        let absent = if read.at == Node::CUT { Literal::False } else { self.before(Node::CUT, read.at) };
        if matches!(absent, Literal::True) {
            return;
        }
        let writes = &self.constraints.locations[read.location];
        let mut ways = vec![absent.clone()];
        if let Some(own) = read.own {
            let own = writes[own];
            if own.value == read.value {
                ways.push(self.before(read.at, own.at));
            } else if own.at != read.at {
                self.assert_any(&[absent, self.before(own.at, read.at)]);
            }
        }
        // An update is a write itself; it does not see that one.
        let others = || writes.iter().filter(|write| write.at != read.at);
        for source in others().filter(|write| write.value == read.value) {
            let mut conditions = vec![self.before(source.at, read.at)];
            // Writes of the same value in between change nothing: then the read sees those.
            for other in others().filter(|write| write.value != read.value && write.at != Node::START) {
                let after = self.before(read.at, other.at);
                conditions.push(match source.at {
                    Node::START => after,
                    _ => any(&[self.before(other.at, source.at), after]),
                });
                if matches!(conditions.last(), Some(Literal::False)) {
                    break;
                }
            }
            ways.push(all(&conditions));
        }
        self.assert_any(&ways);
    }

    fn assert_any(&self, ways: &[Literal]) {
        self.solver.assert(any(ways).formula());
    }

    fn time(&self, node: Node) -> &Int {
        &self.times[node.index()]
    }

    /// One atom for both directions of a pair: of points with the same time, the one with the larger number comes first. So the times always
    /// stand for a total order, and what is not before is after.
    fn before(&self, first: Node, second: Node) -> Literal {
        if self.known.is_before(first, second) {
            Literal::True
        } else if self.known.is_before(second, first) {
            Literal::False
        } else {
            self.atom(first, second)
        }
    }

    fn atom(&self, first: Node, second: Node) -> Literal {
        if first == second {
            Literal::False
        } else if first < second {
            Literal::Open(self.time(first).lt(self.time(second)))
        } else {
            Literal::Open(self.time(second).lt(self.time(first)).not())
        }
    }

    /// The order of the solution, up to the cut.
    fn witness(&self, prefixes: &Prefixes) -> Option<Witness> {
        let model = self.solver.get_model()?;
        let time = |node: Node| model.eval(self.time(node), true)?.as_i64();
        let cut = time(Node::CUT)?;
        let mut order = Vec::new();
        for (i, item) in self.constraints.items.iter().enumerate() {
            let node = Node(u32::try_from(i).ok()?);
            let thread = |thread: usize| prefixes.threads()[thread].thread;
            let happening = match *item {
                Item::Mark => continue,
                Item::Perform { thread: of, .. } => Happening::Perform(thread(of)),
                Item::Arrive { thread: of, location, .. } => Happening::Arrive(thread(of), location),
            };
            let key = (time(node)?, Reverse(node));
            if key < (cut, Reverse(Node::CUT)) {
                order.push((key, happening));
            }
        }
        order.sort_by_key(|(key, _)| *key);
        Some(Witness { happenings: order.into_iter().map(|(_, happening)| happening).collect() })
    }
}

/// Something true, false, or for Z3 to find out.
#[derive(Clone)]
enum Literal {
    True,
    False,
    Open(Bool),
}

impl Literal {
    fn formula(self) -> Bool {
        match self {
            Literal::True => Bool::from_bool(true),
            Literal::False => Bool::from_bool(false),
            Literal::Open(formula) => formula,
        }
    }
}

fn any(literals: &[Literal]) -> Literal {
    if literals.iter().any(|literal| matches!(literal, Literal::True)) {
        return Literal::True;
    }
    match &open(literals)[..] {
        [] => Literal::False,
        [only] => Literal::Open(only.clone()),
        several => Literal::Open(Bool::or(several)),
    }
}

fn all(literals: &[Literal]) -> Literal {
    if literals.iter().any(|literal| matches!(literal, Literal::False)) {
        return Literal::False;
    }
    match &open(literals)[..] {
        [] => Literal::True,
        [only] => Literal::Open(only.clone()),
        several => Literal::Open(Bool::and(several)),
    }
}

fn open(literals: &[Literal]) -> Vec<Bool> {
    let open = |literal: &Literal| if let Literal::Open(formula) = literal { Some(formula.clone()) } else { None };
    literals.iter().filter_map(open).collect()
}
