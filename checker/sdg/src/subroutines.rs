//! Subroutines (`jsr`, `ret`) inlined, so that nothing but this file knows of them.
//!
//! Compilers before Java 6 put a `finally` into the code once. `jsr T` pushes its return address and goes to `T`, where
//! `astore n` keeps the address; `ret n` goes back behind the `jsr`. Where that is depends on one thing only: which
//! `jsr` the address in variable `n` is of. So code is copied for each such knowledge: a [`Place`] is an instruction in
//! a [`Context`], which says of each variable that holds an address whose it is. In a place, `ret n` goes to one
//! instruction, and becomes a `goto`; `jsr` becomes a push of `null`, in place of the address, and a `goto`.
//!
//! *Why the copies behave as the original.* Both take the same steps, and the context is true of the variables of the
//! original at each step: `astore n` right after a `jsr` sets `n`, every other write of `n` forgets it, nothing else
//! writes variables. So `ret n` goes where the original goes. No rule of the JVM is assumed (that subroutines nest, do
//! not call themselves, return once), so it does not matter how a subroutine is left, be it by `ret`, a jump, an
//! exception or a return. Nothing but `ret` looks at an address: `aload` must not load it, and `pop` and `dup` work on
//! `null` as well. What is forgotten without need is an error at the `ret`, never a wrong answer.
//!
//! A context need not know of an address that no `ret` can take any more ([`Inlining::live`]); jumps, handlers, `jsr`
//! and `ret` forget those. Code after a subroutine is therefore not copied for each way through it.
//!
//! What is not exact: code that is dead is left out; code after a `jsr` whose subroutine never comes back is dead. An
//! address that is not stored by the first instruction of the subroutine is not followed, and there are limits on the
//! size. A copy of code before the first line of the table may be said to be of another line.
//!
//! Invariant: what comes out keeps the invariant of [`crate::body`]. The method's start is the first instruction. An
//! instruction may occur several times, with its own offset, and so may a `goto` of the offset of a `jsr`, or of a write
//! to a variable that held an address; no other offset is of two instructions of one copy. Copies of one context are in
//! the order of the code, but for what such a write leads to.
use crate::body::{Body, Constant, Handler, Instruction, Operation};
use crate::decode::CodeError;
use crate::descriptor::Kind;
use crate::flow;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many instructions may come out, and how many handlers: about as many as a class file can have in a method.
const INSTRUCTIONS: usize = 1 << 16;
/// How many jumps, ways of exceptions and entries of contexts there may be.
const EDGES: usize = 1 << 20;

/// An instruction of a method with subroutines; targets are numbers of instructions.
#[derive(Debug)]
pub(crate) enum Step {
    /// An ordinary one.
    Does(Operation),
    /// `jsr`
    Calls(usize),
    /// `ret`
    Returns(u16),
}

/// Variables with return addresses, in ascending order, each with the number of the `jsr` that it is the address of.
type Context = Vec<(u16, usize)>;

/// An instruction in a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Place {
    /// The number of the context; that of the method's start is 0.
    context: usize,
    /// The instruction.
    at: usize,
    /// Whether it comes right after a `jsr` and stores the address; the context has the address already.
    stores_address: bool,
}

/// Where a place leads.
#[derive(Debug, Default)]
struct Leads {
    /// What comes next without a jump.
    falls: Option<Place>,
    /// Where it jumps, in the order of [`Operation::targets`]; also for `jsr` and `ret`.
    jumps: Vec<Place>,
    /// Where what it throws goes, in the order of [`Inlining::catchers`].
    caught: Vec<Place>,
}

struct Inlining<'a> {
    steps: &'a [(u32, Step)],
    /// By instruction: the handlers that may catch what it throws.
    catchers: Vec<Vec<usize>>,
    /// By variable: the instructions before which its value may be an address that some `ret` will take. There are only
    /// variables that a `ret` names and that a subroutine puts its address into.
    live: FxHashMap<u16, FixedBitSet>,
    contexts: Vec<Context>,
    numbers: FxHashMap<Context, usize>,
    places: FxHashMap<Place, Leads>,
    todo: Vec<Place>,
    /// How many edges there may be yet.
    edges: usize,
}

/// Whether a method has subroutines.
pub(crate) fn has_any(steps: &[(u32, Step)]) -> bool {
    steps.iter().any(|(_, step)| !matches!(step, Step::Does(_)))
}

/// The body without subroutines. The one that is given has no instructions; its handlers and lines are in terms of the
/// steps, of which there is at least one.
pub(crate) fn inline(steps: &[(u32, Step)], body: Body) -> Result<Body, CodeError> {
    let mut inlining = Inlining {
        steps,
        catchers: Vec::new(),
        live: FxHashMap::default(),
        contexts: Vec::new(),
        numbers: FxHashMap::default(),
        places: FxHashMap::default(),
        todo: Vec::new(),
        edges: EDGES,
    };
    for (at, (_, step)) in steps.iter().enumerate() {
        let throws = matches!(step, Step::Does(operation) if operation.can_throw());
        let catchers = if throws { flow::catchers(&body.handlers, at).0 } else { Vec::new() };
        inlining.spend(catchers.len())?;
        inlining.catchers.push(catchers);
    }
    inlining.find_live();
    inlining.explore()?;
    inlining.lay_out(body)
}

impl Inlining<'_> {
    fn spend(&mut self, edges: usize) -> Result<(), CodeError> {
        self.edges = self.edges.checked_sub(edges).ok_or(CodeError::Subroutines(INSTRUCTIONS))?;
        Ok(())
    }

    /// The variable that the subroutine which starts at an instruction puts its address into.
    fn stored_by(&self, at: usize) -> Option<u16> {
        match &self.steps[at].1 {
            Step::Does(Operation::Store(Kind::Reference, slot)) => Some(*slot),
            _ => None,
        }
    }

    /// Where an instruction leads within a subroutine or by calling one, not where a `ret` does.
    fn successors(&self, at: usize) -> Vec<usize> {
        let mut all = match &self.steps[at].1 {
            Step::Does(operation) => operation.targets(),
            Step::Calls(target) => vec![*target],
            Step::Returns(_) => Vec::new(),
        };
        all.extend(self.falls(at).then_some(at + 1));
        all.extend(&self.catchers[at]);
        all.retain(|to| *to < self.steps.len());
        all
    }

    fn falls(&self, at: usize) -> bool {
        matches!(&self.steps[at].1, Step::Does(operation) if operation.falls_through())
    }

    /// Goes back from each `ret` up to writes of its variable. A `ret` is taken to go behind every `jsr` of a
    /// subroutine that puts its address there: more than it does, so nothing that is live is missing.
    fn find_live(&mut self) {
        let mut before = vec![Vec::new(); self.steps.len()];
        let mut returns: FxHashMap<u16, Vec<usize>> = FxHashMap::default();
        let mut stored = FxHashSet::default();
        for (at, (_, step)) in self.steps.iter().enumerate() {
            self.successors(at).into_iter().for_each(|to| before[to].push(at));
            match step {
                Step::Returns(slot) => returns.entry(*slot).or_default().push(at),
                Step::Calls(target) => stored.extend(self.stored_by(*target)),
                Step::Does(_) => {}
            }
        }
        returns.retain(|slot, _| stored.contains(slot));
        for (&slot, own) in &returns {
            let mut live = FixedBitSet::with_capacity(self.steps.len());
            let mut todo = own.clone();
            own.iter().for_each(|at| live.insert(*at));
            let mut returned = FxHashSet::default();
            while let Some(at) = todo.pop() {
                let call = at.checked_sub(1).map(|before| &self.steps[before].1);
                let by = match call {
                    Some(Step::Calls(target)) => self.stored_by(*target).filter(|slot| returned.insert(*slot)),
                    _ => None,
                };
                let behind = by.and_then(|slot| returns.get(&slot)).into_iter().flatten();
                for &from in before[at].iter().chain(behind) {
                    if !writes(&self.steps[from].1, slot) && !live.put(from) {
                        todo.push(from);
                    }
                }
            }
            self.live.insert(slot, live);
        }
    }

    /// The number of what a context still has to know before an instruction.
    fn context(&mut self, mut context: Context, at: usize) -> Result<usize, CodeError> {
        context.retain(|(slot, _)| self.live.get(slot).is_some_and(|live| live.contains(at)));
        self.number(context)
    }

    fn number(&mut self, context: Context) -> Result<usize, CodeError> {
        if let Some(number) = self.numbers.get(&context) {
            return Ok(*number);
        }
        self.spend(context.len())?;
        self.contexts.push(context.clone());
        self.numbers.insert(context, self.contexts.len() - 1);
        Ok(self.contexts.len() - 1)
    }

    fn explore(&mut self) -> Result<(), CodeError> {
        let start = Place { context: self.number(Context::new())?, at: 0, stores_address: false };
        self.todo.push(start);
        while let Some(place) = self.todo.pop() {
            if self.places.contains_key(&place) {
                continue;
            }
            if self.places.len() == INSTRUCTIONS {
                return Err(CodeError::Subroutines(INSTRUCTIONS));
            }
            let leads = self.leads(place)?;
            self.spend(leads.jumps.len() + leads.caught.len())?;
            let all = leads.jumps.iter().chain(&leads.caught).chain(&leads.falls);
            self.todo.extend(all.filter(|to| !self.places.contains_key(to)));
            self.places.insert(place, leads);
        }
        Ok(())
    }

    fn leads(&mut self, place: Place) -> Result<Leads, CodeError> {
        let Place { at, stores_address, .. } = place;
        let steps = self.steps;
        let context = self.contexts[place.context].clone();
        let mut leads = Leads::default();
        match &steps[at].1 {
            Step::Calls(target) => {
                let called = match self.stored_by(*target).filter(|slot| self.live.contains_key(slot)) {
                    Some(slot) => {
                        let mut context = context;
                        context.retain(|(other, _)| *other != slot);
                        context.insert(context.partition_point(|(other, _)| *other < slot), (slot, at));
                        // A store that is the last instruction falls off, which is found when it is looked at.
                        Place { context: self.context(context, target + 1)?, at: *target, stores_address: true }
                    }
                    None => self.jump(&context, *target)?,
                };
                leads.jumps.push(called);
            }
            Step::Returns(slot) => {
                let known = context.iter().find(|(other, _)| other == slot);
                let (_, call) = *known.ok_or(CodeError::Return(steps[at].0 as usize))?;
                if call + 1 == steps.len() {
                    return Err(CodeError::FallsOff);
                }
                leads.jumps.push(self.jump(&context, call + 1)?);
            }
            Step::Does(operation) => {
                for target in operation.targets() {
                    leads.jumps.push(self.jump(&context, target)?);
                }
                for index in 0..self.catchers[at].len() {
                    leads.caught.push(self.jump(&context, self.catchers[at][index])?);
                }
                if self.falls(at) && at + 1 == steps.len() {
                    return Err(CodeError::FallsOff);
                }
                if self.falls(at) {
                    let mut after = context;
                    after.retain(|(slot, _)| stores_address || !writes(&steps[at].1, *slot));
                    leads.falls = Some(Place { context: self.number(after)?, at: at + 1, stores_address: false });
                }
            }
        }
        Ok(leads)
    }

    fn jump(&mut self, context: &Context, at: usize) -> Result<Place, CodeError> {
        Ok(Place { context: self.context(context.clone(), at)?, at, stores_address: false })
    }

    /// Puts all places into an order in which each that falls through has its next one behind it, or a `goto`.
    fn lay_out(self, body: Body) -> Result<Body, CodeError> {
        let mut all: Vec<Place> = self.places.keys().copied().collect();
        all.sort_unstable();
        let mut first: FxHashMap<Place, usize> = FxHashMap::default();
        let mut order = Vec::with_capacity(all.len());
        let mut count = 0;
        for place in all {
            let mut next = Some(place).filter(|place| !first.contains_key(place));
            while let Some(place) = next {
                first.insert(place, count);
                order.push(place);
                count += if matches!(self.steps[place.at].1, Step::Calls(_)) { 2 } else { 1 };
                let falls = self.places[&place].falls;
                next = falls.filter(|falls| !first.contains_key(falls));
                count += usize::from(falls.is_some() && next.is_none());
            }
        }
        if count > INSTRUCTIONS {
            return Err(CodeError::Subroutines(INSTRUCTIONS));
        }
        let mut out = Body { max_locals: body.max_locals, max_stack: body.max_stack, ..Body::default() };
        for &place in &order {
            let (offset, step) = &self.steps[place.at];
            let leads = &self.places[&place];
            if let Some(line) = body.line(place.at).filter(|line| out.lines.last().is_none_or(|last| last.1 != *line)) {
                out.lines.push((out.instructions.len(), line));
            }
            let jumps: Vec<usize> = leads.jumps.iter().map(|to| first[to]).collect();
            let mut put = |operation| out.instructions.push(Instruction { offset: *offset, operation });
            match step {
                Step::Does(operation) => put(operation.with_targets(&jumps)),
                Step::Calls(_) => {
                    put(Operation::Constant(Constant::Null));
                    put(Operation::Goto(jumps[0]));
                }
                Step::Returns(_) => put(Operation::Goto(jumps[0])),
            }
            let next = out.instructions.len();
            if let Some(falls) = leads.falls.map(|falls| first[&falls]).filter(|falls| *falls != next) {
                out.instructions.push(Instruction { offset: *offset, operation: Operation::Goto(falls) });
            }
        }
        for handler in &body.handlers {
            self.copy_handler(handler, &order, &first, &mut out.handlers);
            if out.handlers.len() > INSTRUCTIONS {
                return Err(CodeError::Subroutines(INSTRUCTIONS));
            }
        }
        Ok(out)
    }

    /// A handler for each run of copies that it covers and that has the same copy of where it starts.
    fn copy_handler(
        &self,
        handler: &Handler,
        order: &[Place],
        first: &FxHashMap<Place, usize>,
        handlers: &mut Vec<Handler>,
    ) {
        let mut run: Option<Handler> = None;
        for place in order {
            if !(handler.from..handler.to).contains(&place.at) {
                handlers.extend(run.take());
                continue;
            }
            // What does not throw, or only to handlers that come before, does not matter, so that a run may go on.
            let Some(index) = self.catchers[place.at].iter().position(|target| *target == handler.target) else {
                continue;
            };
            let (number, target) = (first[place], first[&self.places[place].caught[index]]);
            match &mut run {
                Some(run) if run.target == target => run.to = number + 1,
                _ => {
                    let next = Handler { from: number, to: number + 1, target, catches: handler.catches.clone() };
                    handlers.extend(run.replace(next));
                }
            }
        }
        handlers.extend(run);
    }
}

/// Whether a step writes a variable.
fn writes(step: &Step, slot: u16) -> bool {
    match step {
        // The second word of the last variable would be that after it, which is none.
        Step::Does(Operation::Store(kind, first)) => {
            *first == slot || kind.words() == 2 && first.checked_add(1) == Some(slot)
        }
        Step::Does(Operation::Increment { slot: written, .. }) => *written == slot,
        _ => false,
    }
}
