//! Which steps of a schedule could have come in another order, and where another schedule has to deviate for that.
//!
//! Two steps of a schedule *race* if they depend on each other and nothing else orders them (*happens before*: program order, starts, and the order of
//! dependent steps). Where the later one can come first, a schedule is needed that does what comes between and does not depend on the earlier one, then
//! the later one: in the state before the earlier one, something that can begin this has to be tried (*source sets*: Abdulla, Aronis, Jonsson, Sagonas, "Optimal
//! Dynamic Partial Order Reduction", POPL 2014). Of a step that may have been blocked there that is not sure; then whoever it depends on is tried, or
//! else everybody (Flanagan, Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software", POPL 2005), for each step that it depends on, and not only for
//! the last ones.
//!
//! Who wants a monitor that is taken cannot come before it is left, so it races with whoever has entered it before, not with the one who leaves. Nor can a
//! thread be joined before its end, or go on before it was notified.
//!
//! Invariant: an order that is not in the clocks makes schedules redundant; one that is there and does not have to be loses some. In doubt there is none.

use super::Schedules;
use super::dependence::Touched;
use crate::path::{Branch, Taken};
use crate::walks::Ending;
use mcr_model::Model;
use mcr_model::footprint::{Access, Resource};
use mcr_model::names::{LocationIx, MonitorIx, ThreadIx};
use mcr_model::numbers::Slept;
use mcr_model::state::{Choice, Life};
use mcr_model::trie::Op;
use mcr_protocol::{MemoryModel, Wake};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Who does steps in program order: a thread, or its buffer; under PSO, one of its buffers.
type Process = (ThreadIx, Option<LocationIx>);

/// By process: how many of its steps happen before.
type Clock = Vec<u32>;

/// A step that has happened.
#[derive(Debug)]
struct Happened {
    process: Process,
    /// Of the process.
    number: usize,
    /// Of its steps, counted from 1.
    count: u32,
    /// It depends on every other.
    all: bool,
    /// Itself included.
    clock: Clock,
}

/// Whether a step can happen as soon as its thread has come there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Can {
    /// It can.
    Always,
    /// If nobody else is in this monitor.
    Enter(MonitorIx),
    /// That is not known.
    Wait,
}

/// Who is in a monitor.
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    depth: u32,
    /// The step by which that was entered last from outside.
    entered: Option<usize>,
}

/// What is known of a schedule up to some step.
#[derive(Debug, Default)]
struct Analysis {
    numbers: FxHashMap<Process, usize>,
    happened: Vec<Happened>,
    /// By process: its last step.
    last: Vec<Option<usize>>,
    /// By resource: the steps that touch it, and whether they write it.
    touching: FxHashMap<u32, Vec<(usize, bool)>>,
    /// The last step that depends on all others.
    barrier: Option<usize>,
    /// By thread: the step that has started it, and the last one that has notified it.
    started_by: FxHashMap<ThreadIx, usize>,
    notified_by: FxHashMap<ThreadIx, usize>,
    /// In which set a thread waits.
    asleep: FxHashMap<ThreadIx, MonitorIx>,
    inside: FxHashMap<MonitorIx, Inside>,
    /// How often threads that wait had entered the monitor.
    depths: FxHashMap<ThreadIx, u32>,
    /// By thread and location: the steps that wrote what has not arrived.
    written: FxHashMap<(ThreadIx, LocationIx), VecDeque<usize>>,
}

impl Schedules {
    /// Looks where the schedule that has ended could have gone another way.
    pub(super) fn reverse(&mut self, end: &Ending<'_>) {
        let mut analysis = Analysis::default();
        for (n, taken) in end.path.iter().enumerate().take(self.path.len()) {
            let node = &self.path[n];
            let (step, touched) = (node.steps[node.taken], node.touched[node.taken]);
            let op = if taken.arrives { None } else { end.model.tries.cell(taken.cell).op };
            let clocks = analysis.clocks(end.model, step, op, touched);
            for race in analysis.races(end.model, step, op, touched, &clocks) {
                self.deviate(end.model, &analysis, &race);
            }
            analysis.happens(end.model, (n, taken, op), step, touched, clocks.with_dependences);
        }
        for (thread, at) in (0..).map(ThreadIx).zip(end.state.threads()).filter(|(_, at)| at.life == Life::Running) {
            let step = Branch { thread, choice: Choice::Plain };
            let touched = Touched::of(end.model, end.state, step, true);
            let op = end.model.tries.cell(at.cell).op;
            let clocks = analysis.clocks(end.model, step, op, touched);
            for race in analysis.races(end.model, step, op, touched, &clocks) {
                self.deviate(end.model, &analysis, &race);
            }
        }
    }

    /// Has something tried before the earlier step of a race, so that the later one comes first.
    fn deviate(&mut self, model: &Model, analysis: &Analysis, race: &Race<'_>) {
        if self.path[race.earlier].at_once {
            return;
        }
        let beginning = analysis.can_begin(race);
        let node = &mut self.path[race.earlier];
        let of = |n: usize| process(model, node.steps[n]);
        let able: Vec<usize> = (0..node.steps.len()).filter(|&n| beginning.contains(&of(n))).collect();
        if able.iter().any(|&n| node.wanted[n] || node.is_asleep(node.steps[n])) {
            return;
        }
        match able.iter().copied().find(|&n| of(n) == race.process).or(able.first().copied()) {
            Some(step) => node.want(step),
            None => node.want_all(),
        }
        if self.bound.is_some() {
            self.deviate_earlier(model, race);
        }
    }

    /// The same in the last state before in which it takes no preemption, because the bound may forbid it where it is.
    fn deviate_earlier(&mut self, model: &Model, race: &Race<'_>) {
        for node in self.path[..race.earlier].iter_mut().rev().filter(|node| !node.at_once) {
            let own = (0..node.steps.len()).find(|&n| process(model, node.steps[n]) == race.process);
            if let Some(own) = own.filter(|&own| node.preemptions_after(own) == node.preemptions) {
                node.want(own);
                return;
            }
        }
    }
}

/// What happens before a step: whatever it depends on, and with those on which it depends.
#[derive(Debug)]
struct Clocks {
    itself: Clock,
    with_dependences: Clock,
}

/// A step and an earlier one that it could come before.
#[derive(Debug)]
struct Race<'c> {
    earlier: usize,
    /// Whose step the later one is, and the step of that before it.
    process: Process,
    own: Option<usize>,
    /// What happens before the later one.
    clocks: &'c Clocks,
    /// It can happen before the earlier one for sure.
    is_sure: bool,
}

impl Analysis {
    fn happens_before(&self, one: usize, clock: &Clock) -> bool {
        let Happened { number, count, .. } = self.happened[one];
        clock.get(number).is_some_and(|&seen| seen >= count)
    }

    fn last_of(&self, process: Process) -> Option<usize> {
        self.numbers.get(&process).and_then(|&number| self.last[number])
    }

    /// What happens before a step whatever it depends on.
    fn before(&self, model: &Model, step: Branch, op: Option<Op>) -> Clock {
        let mut clock = Clock::new();
        let written = match step.choice {
            Choice::Arrive(location) => self.written.get(&(step.thread, location)).and_then(|all| all.front().copied()),
            _ => None,
        };
        let notified =
            op.filter(|op| needs_notify(model, *op)).and_then(|_| self.notified_by.get(&step.thread).copied());
        let started = self.started_by.get(&step.thread).copied();
        for before in [self.last_of(process(model, step)), started, notified, written].into_iter().flatten() {
            join(&mut clock, &self.happened[before].clock);
        }
        if op.is_some_and(|op| op.is_always_fence()) {
            let arrivals =
                self.numbers.iter().filter(|((thread, buffer), _)| *thread == step.thread && buffer.is_some());
            arrivals
                .filter_map(|(_, &number)| self.last[number])
                .for_each(|n| join(&mut clock, &self.happened[n].clock));
        }
        clock
    }

    fn clocks(&self, model: &Model, step: Branch, op: Option<Op>, touched: Touched) -> Clocks {
        let itself = self.before(model, step, op);
        let mut with_dependences = itself.clone();
        self.join_dependences(model, &mut with_dependences, step.thread, touched);
        Clocks { itself, with_dependences }
    }

    /// The races of a step that comes next with those that have happened.
    fn races<'c>(
        &self,
        model: &Model,
        step: Branch,
        op: Option<Op>,
        touched: Touched,
        clocks: &'c Clocks,
    ) -> Vec<Race<'c>> {
        let can = op.map_or(Can::Always, |op| can(model, op));
        let mut earlier = self.dependences(model, can, touched);
        // It does not depend on what its own thread does, or its buffer.
        earlier.retain(|&n| self.happened[n].process.0 != step.thread && !self.happens_before(n, &clocks.itself));
        if let Some(child) = op.and_then(|op| joins(model, op)) {
            earlier.retain(|&n| self.happened[n].process.0 != child);
        }
        earlier.sort_unstable();
        earlier.dedup();
        if can != Can::Wait {
            let all = earlier.clone();
            // Whoever comes before the other ends up before what that comes after, too; but for what only happened because nobody else could go on.
            let follows = |n: usize, m: usize| m > n && self.happens_before(n, &self.happened[m].clock);
            let is_last = |&n: &usize| !all.iter().any(|&m| follows(n, m) && !self.happened[m].all);
            earlier.retain(is_last);
        }
        let process = process(model, step);
        let (own, is_sure) = (self.last_of(process), can != Can::Wait);
        earlier.into_iter().map(|earlier| Race { earlier, process, own, clocks, is_sure }).collect()
    }

    /// The steps that a step depends on and that it could come before: the last ones, or all if it may be blocked before some of them.
    fn dependences(&self, model: &Model, can: Can, touched: Touched) -> Vec<usize> {
        let mut steps: Vec<usize> = self.barrier.into_iter().collect();
        match can {
            Can::Wait if touched.all => steps.extend(0..self.happened.len()),
            _ if touched.all => steps.extend(self.last.iter().flatten()),
            _ => {}
        }
        let entering = if let Can::Enter(monitor) = can { Some(monitor) } else { None };
        let monitor = entering.and_then(|monitor| model.resources.shared(Resource::Monitor(monitor)));
        for access in touched.accesses.iter().flatten() {
            if monitor == Some(access.resource) {
                let inside = entering.and_then(|monitor| self.inside.get(&monitor));
                steps.extend(inside.and_then(|inside| inside.entered));
                continue;
            }
            let all = can == Can::Wait || model.rules.memory_model.buffers();
            steps.extend(self.conflicting(*access, all));
        }
        steps
    }

    /// Who can begin what leads to the later step of a race before the earlier one: all that happens in between and not because of the earlier one, as far as
    /// that can be done for sure, else only what the thread of the later one has needed to come there.
    fn can_begin(&self, race: &Race) -> FxHashSet<Process> {
        let clock = if race.is_sure { &race.clocks.with_dependences } else { &race.clocks.itself };
        let comes = |n: &usize| match race.is_sure {
            true => !self.happens_before(race.earlier, &self.happened[*n].clock),
            false => self.happens_before(*n, clock),
        };
        let between: Vec<usize> = (race.earlier + 1..self.happened.len()).filter(comes).collect();
        let is_first = |place: usize, clock: &Clock| !between[..place].iter().any(|&n| self.happens_before(n, clock));
        let first = (0..between.len()).filter(|&place| is_first(place, &self.happened[between[place]].clock));
        let mut processes: FxHashSet<Process> = first.map(|place| self.happened[between[place]].process).collect();
        if race.own <= Some(race.earlier) && is_first(between.len(), clock) {
            processes.insert(race.process);
        }
        processes
    }

    /// The steps that conflict with an access, the last ones first; not `all`: only those since the last write, which has come after the others.
    fn conflicting(&self, access: Access, all: bool) -> impl Iterator<Item = usize> {
        let touching = self.touching.get(&access.resource).map_or(&[][..], Vec::as_slice);
        let mut over = false;
        let recent =
            touching.iter().rev().take_while(move |(_, writes)| !std::mem::replace(&mut over, *writes && !all));
        recent.filter(move |(_, writes)| *writes || access.writes).map(|&(n, _)| n)
    }

    /// Adds what a step of a thread depends on. It does not depend on what its own thread does, or its buffer.
    fn join_dependences(&self, model: &Model, clock: &mut Clock, thread: ThreadIx, touched: Touched) {
        let last = self.last.iter().filter(|_| touched.all).flatten().chain(&self.barrier).copied();
        let accesses = touched.accesses.iter().flatten();
        let conflicting = accesses.flat_map(|&access| self.conflicting(access, model.rules.memory_model.buffers()));
        for n in last.chain(conflicting).filter(|&n| self.happened[n].process.0 != thread) {
            join(clock, &self.happened[n].clock);
        }
    }

    /// Takes in a step, before which this has happened.
    fn happens(
        &mut self,
        model: &Model,
        (n, taken, op): (usize, &Taken, Option<Op>),
        step: Branch,
        touched: Touched,
        mut clock: Clock,
    ) {
        let process = process(model, step);
        let next = self.numbers.len();
        let number = *self.numbers.entry(process).or_insert(next);
        if self.last.len() <= number {
            self.last.resize(number + 1, None);
        }
        if clock.len() <= number {
            clock.resize(number + 1, 0);
        }
        clock[number] += 1;
        self.happened.push(Happened { process, number, count: clock[number], all: touched.all, clock });
        self.last[number] = Some(n);
        for access in touched.accesses.iter().flatten() {
            self.touching.entry(access.resource).or_default().push((n, access.writes));
        }
        if touched.all {
            self.barrier = Some(n);
        }
        match step.choice {
            Choice::Arrive(location) => {
                self.written.entry((step.thread, location)).or_default().pop_front();
            }
            _ => {
                let waits = touched == Touched::default();
                op.into_iter().for_each(|op| self.changes((n, taken, op), step.thread, waits));
            }
        }
    }

    /// Keeps who waits, who is where, and what has not arrived: writes, if this one waits.
    fn changes(&mut self, (n, taken, op): (usize, &Taken, Op), thread: ThreadIx, waits: bool) {
        let gave_up = matches!(taken.choice, Choice::Back(wake) if wake != Wake::Notified);
        match op {
            Op::Write(location, ..) if waits => {
                self.written.entry((thread, location)).or_default().push_back(n);
            }
            Op::Start { child, .. } => {
                self.started_by.insert(child, n);
            }
            Op::Acquire { monitor, .. } if !gave_up => self.enter(monitor, n, 1),
            Op::Release(monitor) => {
                let inside = self.inside.entry(monitor).or_default();
                inside.depth = inside.depth.saturating_sub(1);
            }
            Op::Wait { monitor, set, .. } => {
                let inside = self.inside.entry(monitor).or_default();
                self.depths.insert(thread, std::mem::take(&mut inside.depth));
                self.asleep.insert(thread, set);
            }
            Op::Resume(Slept { monitor, .. }) => {
                self.asleep.remove(&thread);
                let depth = self.depths.remove(&thread).unwrap_or(1);
                self.enter(monitor, n, depth);
            }
            Op::Notify { .. } => {
                if let Choice::Wake(Some(woken)) = taken.choice {
                    self.wake(n, |sleeper, _| sleeper == woken);
                }
            }
            Op::NotifyAll { set, .. } => self.wake(n, |_, of| of == set),
            Op::End { notifies: Some(monitor), .. } => {
                // It is in there for a moment.
                self.enter(monitor, n, 0);
                self.wake(n, |_, of| of == monitor);
            }
            _ => {}
        }
    }

    fn enter(&mut self, monitor: MonitorIx, n: usize, depth: u32) {
        let inside = self.inside.entry(monitor).or_default();
        if inside.depth == 0 {
            inside.entered = Some(n);
        }
        inside.depth += depth;
    }

    fn wake(&mut self, n: usize, is_woken: impl Fn(ThreadIx, MonitorIx) -> bool) {
        let woken: Vec<ThreadIx> = self
            .asleep
            .iter()
            .filter(|(sleeper, set)| is_woken(**sleeper, **set))
            .map(|(sleeper, _)| *sleeper)
            .collect();
        for sleeper in woken {
            self.asleep.remove(&sleeper);
            self.notified_by.insert(sleeper, n);
        }
    }
}

/// Whether an operation can always happen.
fn can(model: &Model, op: Op) -> Can {
    match op {
        // Others must not notice either that it waits.
        Op::Acquire { monitor, .. } if is_patient(model, op) && !model.resources.some_look_at_others() => {
            Can::Enter(monitor)
        }
        Op::Acquire { .. }
        | Op::Resume(_)
        | Op::Guarded { .. }
        | Op::Park(_)
        | Op::Join { .. }
        | Op::Await(_)
        | Op::End { notifies: Some(_), .. } => Can::Wait,
        _ => Can::Always,
    }
}

/// Whether a thread goes on only when what it waits for is there, or nobody else can go on.
fn is_patient(model: &Model, op: Op) -> bool {
    !model.rules.ends_early(op.patience())
}

/// Whether a thread cannot go on before it was notified, while somebody else can.
fn needs_notify(model: &Model, op: Op) -> bool {
    matches!(op, Op::Resume(_)) && is_patient(model, op) && !model.rules.spurious
}

/// The thread whose end an operation cannot come before.
fn joins(model: &Model, op: Op) -> Option<ThreadIx> {
    if let Op::Join { child, .. } = op { Some(child).filter(|_| is_patient(model, op)) } else { None }
}

/// Whose step it is.
fn process(model: &Model, step: Branch) -> Process {
    let buffer = match step.choice {
        // All writes of a thread arrive in program order.
        Choice::Arrive(_) if model.rules.memory_model == MemoryModel::Tso => Some(LocationIx(0)),
        Choice::Arrive(location) => Some(location),
        _ => None,
    };
    (step.thread, buffer)
}

fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}
