//! The constraints as a formula of difference logic, for Z3.
//!
//! A point in time is an integer; "before" is "less than". Points that have nothing to do with each other may be equal.
//! The formula of a set of prefixes is asserted once; what comes next is asserted on top of it and taken back.
//!
//! Invariant: the formula has a solution iff the query has an execution. It is built from the constraints alone, without what
//! saturation found, so that each checks the other.

use super::Answer;
use super::constraints::{Constraints, Item, Node, Read, Target};
use super::machine::Machine;
use super::query::Prefixes;
use super::witness::{Happening, Witness};
use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver};

/// A solver that knows some prefixes.
pub(super) struct Formula {
    solver: Solver,
    times: Vec<Int>,
}

impl Formula {
    pub(super) fn new(constraints: &Constraints) -> Formula {
        let solver = Solver::new();
        let mut params = Params::new();
        // The solver for differences only: several times faster on orders than the general one.
        params.set_u32("arith.solver", 1);
        solver.set_params(&params);
        let nodes = u32::try_from(constraints.items.len()).expect("nodes are counted in 32 bits");
        let formula = Formula { solver, times: (0..nodes).map(Int::new_const).collect() };
        for &(before, after) in &constraints.edges {
            formula.solver.assert(formula.before(before, after));
        }
        for &(performed, arrives) in &constraints.instant {
            formula.solver.assert(formula.time(performed).le(formula.time(arrives)));
        }
        for early in &constraints.early {
            let in_the_moment = Bool::and(&[
                formula.before(early.other, early.performed),
                formula.time(early.performed).eq(formula.time(early.arrives)),
            ]);
            formula.solver.assert(Bool::or(&[formula.before(early.arrives, early.other), in_the_moment]));
        }
        for sections in &constraints.sections {
            for (i, one) in sections.iter().enumerate() {
                for other in sections[..i].iter().filter(|other| other.thread != one.thread) {
                    let orders = [(one.leave, other.enter), (other.leave, one.enter)];
                    let orders = orders.iter().filter_map(|&(leave, enter)| Some(formula.before(leave?, enter)));
                    formula.solver.assert(Bool::or(&orders.collect::<Vec<_>>()));
                }
            }
        }
        for read in &constraints.reads {
            formula.assert_read(constraints, read);
        }
        formula
    }

    /// Whether the target can be reached.
    pub(super) fn check(&self, prefixes: &Prefixes, constraints: &Constraints, target: &Target) -> Answer {
        self.solver.push();
        for &(before, after) in &target.edges {
            self.solver.assert(self.before(before, after));
        }
        for read in &target.reads {
            self.assert_read(constraints, read);
        }
        let answer = match self.solver.check() {
            SatResult::Sat => match self.witness(prefixes, constraints) {
                Some(witness) => Answer::Yes(witness),
                None => Answer::Unknown,
            },
            SatResult::Unsat => Answer::No,
            SatResult::Unknown => Answer::Unknown,
        };
        self.solver.pop(1);
        answer
    }

    /// The read sees its value: either its own youngest write is in the buffer and has it, or there is a write of it in memory
    /// with no write of another value in between (nor of its own in the buffer).
    fn assert_read(&self, constraints: &Constraints, read: &Read) {
        let writes = &constraints.locations[read.location];
        let mut ways = Vec::new();
        if let Some(own) = read.own {
            let own = writes[own];
            if own.value == read.value {
                ways.push(self.before(read.at, own.at));
            } else if own.at != read.at {
                self.solver.assert(self.before(own.at, read.at));
            }
        }
        // An update is a write itself; it does not see that one.
        let others = || writes.iter().filter(|write| write.at != read.at);
        for source in others().filter(|write| write.value == read.value) {
            let mut conditions = vec![self.before(source.at, read.at)];
            // Writes of the same value in between change nothing: then the read sees those.
            for other in others().filter(|write| write.value != read.value && write.at != Node::START) {
                conditions.push(match source.at {
                    Node::START => self.before(read.at, other.at),
                    _ => Bool::or(&[self.before(other.at, source.at), self.before(read.at, other.at)]),
                });
            }
            ways.push(Bool::and(&conditions));
        }
        self.solver.assert(Bool::or(&ways));
    }

    fn time(&self, node: Node) -> &Int {
        &self.times[node.index()]
    }

    fn before(&self, first: Node, second: Node) -> Bool {
        self.time(first).lt(self.time(second))
    }

    /// The order of the solution, up to the cut.
    fn witness(&self, prefixes: &Prefixes, constraints: &Constraints) -> Option<Witness> {
        let model = self.solver.get_model()?;
        let time = |node: Node| model.eval(self.time(node), true)?.as_i64();
        let cut = time(Node::CUT)?;
        let mut order = Vec::new();
        for (i, item) in constraints.items.iter().enumerate() {
            let node = Node(u32::try_from(i).ok()?);
            // What is performed and arrives in one moment stays together, in this order.
            let key = match *item {
                Item::Mark => continue,
                Item::Perform { .. } => (time(node)?, node, false),
                Item::Arrive { of, .. } => (time(node)?, of, true),
            };
            if key.0 < cut {
                order.push((key, *item));
            }
        }
        order.sort_by_key(|(key, _)| *key);
        let mut machine = Machine::new(prefixes);
        let mut witness = Witness::default();
        for (_, item) in order {
            match item {
                Item::Mark => {}
                Item::Perform { thread, .. } => {
                    machine.next(thread)?;
                    machine.perform(thread);
                    witness.happenings.push(Happening::Perform(prefixes.threads()[thread].thread));
                }
                Item::Arrive { thread, location, .. } => {
                    // An early write that came too late for the buffer is there already.
                    if machine.arrive(thread, location) {
                        witness.happenings.push(Happening::Arrive(prefixes.threads()[thread].thread, location));
                    }
                }
            }
        }
        Some(witness)
    }
}
