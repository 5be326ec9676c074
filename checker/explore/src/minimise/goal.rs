//! What counts as the same violation, and from which places of threads it can be reached.
//!
//! - An exception that nobody caught, or an exit: the same event of the same thread, at the same place.
//! - A deadlock or livelock: the same threads are left, each at the same operation and place (who goes round in a loop: at the same
//!   place, whatever it has seen there).
//! - A race: the two accesses are next in their threads.
//! - An outcome: all has been printed, and the execution is over in the same way; if it is stuck, as in a deadlock.
//!
//! Invariant: a state in which a thread of the goal is at a cell that is not among its `useful` ones is on no way to the goal.

use crate::contract::{Violation, ViolationKind};
use crate::findings::Way;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Finish, Life, State, chain};
use mcr_model::trie::{CellIx, Op};
use mcr_model::{Model, check};
use mcr_protocol::{Action, Pending, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Longer texts are not compared before the end.
const COMPARED: usize = 4096;

/// Where threads do what: cells by thread and place.
pub struct Places(FxHashMap<(ThreadIx, SiteId), Vec<CellIx>>);

impl Places {
    /// Of all cells of which it is known what the thread does there.
    pub fn new(model: &Model) -> Places {
        let mut places: FxHashMap<_, Vec<CellIx>> = FxHashMap::default();
        for number in 0..u32::try_from(model.tries.len()).unwrap_or(u32::MAX) {
            let cell = model.tries.cell(CellIx(number));
            if cell.op.is_some() {
                places.entry((cell.thread, cell.site)).or_default().push(CellIx(number));
            }
        }
        Places(places)
    }
}

/// What ends a way to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// The thread does what it does at its cells.
    Event,
    /// The threads are at their cells.
    Next,
    /// They are the only ones that are left, and cannot go on; whether one of them goes round in a loop.
    Stuck { goes_round: bool },
    /// The execution is over, like this.
    Over(Finish),
}

/// A thread of a goal.
#[derive(Debug)]
struct Part {
    thread: ThreadIx,
    /// Where it has to be.
    cells: FxHashSet<CellIx>,
    /// From where it can get there.
    useful: FxHashSet<CellIx>,
}

/// A violation, to be found again.
#[derive(Debug)]
pub struct Goal {
    what: What,
    parts: Vec<Part>,
    /// All that is printed on the way, if that counts.
    output: Option<String>,
}

impl Goal {
    /// That of a violation; none if the model does not show it.
    pub fn of_violation(model: &Model, places: &Places, violation: &Violation) -> Option<Goal> {
        let what = match violation.kind {
            // It is no place, but all that was printed on the way.
            ViolationKind::Outcome => return None,
            ViolationKind::Deadlock => What::Stuck { goes_round: false },
            ViolationKind::Livelock => What::Stuck { goes_round: true },
            ViolationKind::Race => What::Next,
            _ => What::Event,
        };
        if what != What::Event {
            return Goal::new(model, places, what, &violation.blocked);
        }
        let last = violation.events.last()?;
        let failing = Pending { thread: last.thread, site: last.site, action: last.action.clone() };
        Goal::new(model, places, what, &[failing])
    }

    /// That of an outcome.
    pub fn of_outcome(way: &Way) -> Goal {
        Goal { what: What::Over(way.finish), parts: Vec::new(), output: Some(way.stdout.clone()) }
    }

    /// That of a race between two accesses.
    pub fn of_race(model: &Model, places: &Places, accesses: &[Pending; 2]) -> Option<Goal> {
        Goal::new(model, places, What::Next, accesses)
    }

    fn new(model: &Model, places: &Places, what: What, pending: &[Pending]) -> Option<Goal> {
        let parts: Option<Vec<Part>> = pending.iter().map(|pending| Part::new(model, places, pending)).collect();
        parts.filter(|parts| !parts.is_empty()).map(|parts| Goal { what, parts, output: None })
    }

    /// Whether the goal is that nobody can go on.
    pub fn is_stuck(&self) -> bool {
        matches!(self.what, What::Stuck { .. } | What::Over(Finish::Deadlock | Finish::Livelock))
    }

    /// The threads that it is about.
    pub fn threads(&self) -> impl Iterator<Item = ThreadIx> + '_ {
        self.parts.iter().map(|part| part.thread)
    }

    /// Whether a step of a thread from a cell is the last one.
    pub fn is_last(&self, thread: ThreadIx, cell: CellIx) -> bool {
        self.what == What::Event && self.parts.iter().any(|part| part.thread == thread && part.cells.contains(&cell))
    }

    /// What tells states apart on the way to the goal.
    pub fn key(&self, state: &State) -> u128 {
        match self.output {
            Some(_) => chain(state.hash() ^ state.output_hash(), state.output_hash() as u64),
            None => state.hash(),
        }
    }

    /// Whether a state is the goal.
    pub fn reached(&self, model: &Model, state: &State) -> bool {
        let there = |part: &Part| {
            let thread = state.thread(part.thread);
            thread.life == Life::Running && part.cells.contains(&thread.cell)
        };
        let printed = |output: &String| state.output_bytes() == output.len() as u64 && state.output(model) == *output;
        if !self.output.as_ref().is_none_or(printed) {
            return false;
        }
        match self.what {
            What::Event => false,
            What::Over(finish @ (Finish::Deadlock | Finish::Livelock)) => {
                state.finish().is_none() && is_stuck(model, state, finish == Finish::Livelock)
            }
            What::Over(finish) => state.finish() == Some(finish),
            What::Next => state.finish().is_none() && self.parts.iter().all(there),
            What::Stuck { goes_round } => {
                state.finish().is_none()
                    && self.parts.iter().all(there)
                    && check::running(state).count() == self.parts.len()
                    && is_stuck(model, state, goes_round)
            }
        }
    }

    /// Whether the goal can still be reached, as far as it depends on where its threads are, and on what was printed.
    pub fn is_open(&self, model: &Model, state: &State) -> bool {
        let may_print = |output: &String| {
            let is_short = output.len() <= COMPARED;
            state.output_bytes() <= output.len() as u64 && (!is_short || output.starts_with(&state.output(model)))
        };
        self.output.as_ref().is_none_or(may_print)
            && self.parts.iter().all(|part| {
                let thread = state.thread(part.thread);
                match thread.life {
                    Life::NotStarted => true,
                    Life::Running => part.useful.contains(&thread.cell),
                    Life::Ended => false,
                }
            })
    }
}

/// Whether nobody can go on, and whether that is because one of the threads goes round in a loop is as asked.
fn is_stuck(model: &Model, state: &State, goes_round: bool) -> bool {
    let vital = |thread: &ThreadIx| !state.thread(*thread).daemon;
    check::idle(model, state)
        && !check::somebody_may_give_up(model, state)
        && check::running(state).filter(vital).any(|thread| state.awaits(model, thread)) == goes_round
}

impl Part {
    fn new(model: &Model, places: &Places, pending: &Pending) -> Option<Part> {
        let thread = model.names.find_thread(pending.thread)?;
        let goes_round = matches!(pending.action, Action::Await(_));
        let is_there = |cell: &&CellIx| match model.tries.cell(**cell).op {
            Some(Op::Await(_)) if goes_round => true,
            Some(_) => model.pending(thread, **cell).is_some_and(|there| there.action == pending.action),
            None => false,
        };
        let here = places.0.get(&(thread, pending.site))?;
        let cells: FxHashSet<CellIx> = here.iter().filter(is_there).copied().collect();
        let mut useful = FxHashSet::default();
        cells.iter().for_each(|cell| climb(model, *cell, &mut useful));
        if model.awaits {
            go_round(model, places, thread, &mut useful);
        }
        (!cells.is_empty()).then_some(Part { thread, cells, useful })
    }
}

/// Adds a cell and those above it.
fn climb(model: &Model, from: CellIx, useful: &mut FxHashSet<CellIx>) {
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if useful.insert(at) {
            open.extend(model.tries.parents(at));
        }
    }
}

/// Adds the rounds of loops that lead back to useful cells.
fn go_round(model: &Model, places: &Places, thread: ThreadIx, useful: &mut FxHashSet<CellIx>) {
    let of_thread = places.0.iter().filter(|((of, _), _)| *of == thread).flat_map(|(_, cells)| cells);
    let awaits = of_thread.filter(|cell| matches!(model.tries.cell(**cell).op, Some(Op::Await(_))));
    let awaits: Vec<CellIx> = awaits.copied().collect();
    loop {
        let back = |cell: &&CellIx| !useful.contains(cell) && useful.contains(&model.tries.cell(**cell).next);
        let new: Vec<CellIx> = awaits.iter().filter(back).copied().collect();
        if new.is_empty() {
            return;
        }
        new.into_iter().for_each(|cell| climb(model, cell, useful));
    }
}
