//! The cause chain of a failure: a dynamic slice.
//!
//! Backwards from what fails: the reads of that thread that it depends on, as the graph says, each at the last time that
//! the thread has made it before; the write that each has found, as the interleaving says; the reads that this write
//! depends on in its own thread; and so on. What is nearest by way of values comes first, and there is a limit.
//!
//! Invariant: a link is a read of the interleaving, made before what it leads to.

use super::outcome;
use super::placed::{Done, Placed};
use super::walk::{At, DECISION, Open, Shown, VALUE, Walks};
use mcr_explore::chain::{Chain, How, Link, To};
use mcr_explore::{Violation, ViolationKind};
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Event, LocationId, MemoryModel, ThreadId, ValueKind};
use mcr_report::culprit;
use mcr_report::folding::{Folding, Within};
use mcr_report::origin::{Origin, read, written};
use mcr_report::relevance::is_mark;
use mcr_report::spot::Spot;
use mcr_sdg::body::{Call, Operation};
use mcr_sdg::calls::ProcedureId;
use mcr_sdg::graph::{NodeId, Port, Role};
use mcr_sdg::program::{CAUGHT, OUTCOME};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Links of one chain.
const MOST: usize = 12;
/// Links behind each other.
const DEEPEST: usize = 8;
/// Times of one read of which it is not known which is meant.
const TIMES: usize = 3;
/// What it costs that a value could not have been another one.
const SETTLED: u32 = 4;

/// What a link, or the failure, asks about.
struct Question {
    thread: ThreadId,
    /// Events before this one have happened.
    bound: usize,
    /// Nodes, what it costs to come there, whether that is by value, and which calls are open.
    starts: Vec<(NodeId, u32, bool, Open)>,
    stack: Vec<Spot>,
}

/// A read that may become a link.
#[derive(Clone, Debug)]
struct Candidate {
    link: Link,
    depth: usize,
}

/// The chain of a failure; none if it is of a kind that has none, or nothing is known of the code that fails.
/// `expected`: what may be printed, as far as that is known.
pub(super) fn chain(
    placed: &Placed<'_>,
    violation: &Violation,
    symbols: &Symbols,
    model: MemoryModel,
    expected: &[String],
) -> Option<Chain> {
    let story = Story::new(placed, violation, symbols, model);
    let failure = story.failure(expected);
    if failure.is_empty() {
        return None;
    }
    let (mut chain, mut known, mut costs) = (Chain::default(), FxHashSet::default(), Vec::new());
    let (mut queue, mut candidates) = (BinaryHeap::new(), Vec::new());
    let push = |found: Vec<(u32, Link)>, depth: usize, queue: &mut BinaryHeap<_>, candidates: &mut Vec<Candidate>| {
        for (cost, link) in found {
            queue.push(Reverse((cost, candidates.len())));
            candidates.push(Candidate { link, depth });
        }
    };
    for question in &failure {
        push(story.answer(question, 0, None, To::Failure), 0, &mut queue, &mut candidates);
    }
    while let Some(Reverse((cost, number))) = queue.pop() {
        let Candidate { mut link, depth } = candidates[number].clone();
        if !known.insert(link.event) {
            continue;
        }
        if chain.links.len() == MOST {
            chain.goes_on = true;
            break;
        }
        let index = chain.links.len();
        let (write, of_read) = (story.write(link.event), story.about_read(link.event));
        link.open = matches!(write, Some(None));
        if depth < DEEPEST {
            if let Some(Some(question)) = write {
                let mut found = story.answer(&question, cost, Some(index), To::Write);
                found.extend(story.updated(&question, cost, index));
                push(found, depth + 1, &mut queue, &mut candidates);
            }
            push(
                story.answer(&of_read, cost + DECISION, Some(index), To::Read),
                depth + 1,
                &mut queue,
                &mut candidates,
            );
        } else {
            chain.goes_on = true;
        }
        chain.links.push(link);
        costs.push(cost);
    }
    chain.links = in_order(&chain.links);
    Some(chain)
}

/// Each link behind the one that it leads to, with all that leads to it.
fn in_order(links: &[Link]) -> Vec<Link> {
    let mut ordered: Vec<Link> = Vec::new();
    let mut todo: Vec<(usize, Option<usize>)> = Vec::new();
    let of = |parent: Option<usize>| {
        links.iter().enumerate().filter(move |(_, link)| link.of == parent).map(|(n, _)| n).rev()
    };
    todo.extend(of(None).map(|number| (number, None)));
    while let Some((number, parent)) = todo.pop() {
        let place = ordered.len();
        ordered.push(Link { of: parent, ..links[number].clone() });
        todo.extend(of(Some(number)).map(|child| (child, Some(place))));
    }
    ordered
}

/// An interleaving, and where in the code its events are.
struct Story<'a, 'p> {
    walks: Walks<'a, 'p>,
    violation: &'a Violation,
    symbols: &'a Symbols,
    model: MemoryModel,
    folding: Option<Folding<'a>>,
    /// By event: where the program's own code does it, or has called what does it.
    places: Vec<Vec<At>>,
    /// The reads of each instruction, in order.
    reads: FxHashMap<At, Vec<usize>>,
    /// Who has done something in a method, and when first.
    ran: FxHashMap<ProcedureId, FxHashMap<ThreadId, usize>>,
    /// Methods of which events show more than elements of arrays. In others a thread may have been without any: with an
    /// array that no other one can reach.
    telling: FxHashSet<ProcedureId>,
}

/// What is known of one thread.
struct OfThread<'s, 'a, 'p> {
    story: &'s Story<'a, 'p>,
    thread: ThreadId,
    bound: usize,
}

impl Shown for OfThread<'_, '_, '_> {
    fn is_read(&self, at: At, own: bool) -> bool {
        let is_own = |index: &usize| *index < self.bound && self.story.events()[*index].thread == self.thread;
        self.story.reads.get(&at).is_some_and(|all| !own || all.iter().any(is_own))
    }

    fn may_have_run(&self, id: ProcedureId) -> bool {
        let by = self.story.ran.get(&id);
        let has_run = by.is_none_or(|by| by.get(&self.thread).is_some_and(|first| *first < self.bound));
        has_run || !self.story.telling.contains(&id)
    }
}

impl<'a, 'p> Story<'a, 'p> {
    fn new(placed: &'a Placed<'p>, violation: &'a Violation, symbols: &'a Symbols, model: MemoryModel) -> Self {
        let folding = Folding::of(violation, symbols);
        let (mut reads, mut ran) = (FxHashMap::<At, Vec<usize>>::default(), FxHashMap::<_, FxHashMap<_, _>>::default());
        let (mut places, mut by_site) = (Vec::new(), FxHashMap::<_, Vec<At>>::default());
        let mut telling = FxHashSet::default();
        for (index, event) in violation.events.iter().enumerate() {
            let called = folding.as_ref().and_then(|folding| folding.called_at(index));
            let done = match called {
                Some(_) => Done::Calls,
                None => done(event, symbols),
            };
            let site = called.unwrap_or(event.site);
            let find = || symbols.site(site).map_or_else(Vec::new, |site| placed.instructions(site, &done));
            let at = by_site.entry((site, called.is_some())).or_insert_with(find).clone();
            for &at in &at {
                ran.entry(at.0).or_default().entry(event.thread).or_insert(index);
                if !matches!(placed.operation(at), Some(Operation::ArrayLoad(_) | Operation::ArrayStore(_))) {
                    telling.insert(at.0);
                }
                if read(event).is_some_and(|(location, _)| !is_state_of_class(location, symbols)) {
                    reads.entry(at).or_default().push(index);
                }
            }
            places.push(at);
        }
        Story { walks: Walks::new(placed), violation, symbols, model, folding, places, reads, ran, telling }
    }

    fn events(&self) -> &'a [Event] {
        &self.violation.events
    }

    fn placed(&self) -> &Placed<'p> {
        self.walks.placed
    }

    /// What the failure asks about.
    fn failure(&self, expected: &[String]) -> Vec<Question> {
        if !self.violation.blocked.is_empty() {
            return Vec::new();
        }
        match self.violation.kind {
            ViolationKind::Outcome => self.prints(expected),
            _ => self.thrown_or_ended().into_iter().collect(),
        }
    }

    /// The prints that make an outcome another one than what was expected.
    fn prints(&self, expected: &[String]) -> Vec<Question> {
        let prints = self.events().iter().enumerate().filter_map(|(index, event)| match &event.action {
            Action::Print(text) if !is_mark(event, self.symbols) => Some((index, text.as_str())),
            _ => None,
        });
        let (indices, texts): (Vec<usize>, Vec<&str>) = prints.unzip();
        let wrong = &indices[outcome::wrong(&texts, expected)];
        wrong.iter().filter_map(|index| self.at_event(*index, true)).collect()
    }

    /// The exception, or the end of the program.
    fn thrown_or_ended(&self) -> Option<Question> {
        let (event, uncaught) = culprit(self.violation)?;
        let bound = self.events().iter().position(|it| std::ptr::eq(it, event))?;
        let Some(uncaught) = uncaught else { return self.at_event(bound, false) };
        let stack: Vec<Spot> = uncaught.stack.iter().filter_map(|frame| Spot::parse(frame)).collect();
        let starts = self.thrown(&stack, &uncaught.class, event.thread, bound);
        (!starts.is_empty()).then_some(Question { thread: event.thread, bound, starts, stack })
    }

    /// What an event other than a read asks about: that it happens, and with which values.
    fn at_event(&self, index: usize, values: bool) -> Option<Question> {
        let mut starts = Vec::new();
        for &at in &self.places[index] {
            starts.extend(self.starts(at, Open::Any).into_iter().filter(|(_, _, by_value, _)| values || !by_value));
        }
        let thread = self.events()[index].thread;
        (!starts.is_empty()).then_some(Question { thread, bound: index, starts, stack: Vec::new() })
    }

    /// The nodes of an instruction: what it does, and what it is given.
    fn starts(&self, at: At, open: Open) -> Vec<(NodeId, u32, bool, Open)> {
        let graph = self.placed().program.graph().graph();
        let operation = self.placed().operation(at);
        let has_receiver = matches!(operation, Some(Operation::Invoke(kind, _)) if *kind != Call::Static);
        let mut starts = Vec::new();
        for node in self.placed().nodes_at(at) {
            match graph.role(node) {
                Role::Statement(number) if number & (OUTCOME | CAUGHT) == 0 => starts.push((node, 0, true, open)),
                Role::ActualIn(_, Port::Parameter(0)) if has_receiver => starts.push((node, DECISION, false, open)),
                Role::ActualIn(..) => starts.push((node, 0, true, open)),
                Role::Call(_) => starts.push((node, 0, false, open)),
                _ => {}
            }
        }
        starts
    }

    /// Where an exception comes from: the innermost frame whose code is known, and the calls of frames that code which is not looked into lies above.
    fn thrown(&self, stack: &[Spot], class: &str, thread: ThreadId, bound: usize) -> Vec<(NodeId, u32, bool, Open)> {
        let placed = self.placed();
        let mut starts = Vec::new();
        let mut is_inner = true;
        let mut below: Option<&Spot> = None;
        for (number, frame) in stack.iter().enumerate() {
            let own: Vec<ProcedureId> = placed.methods(&frame.class, &frame.method).to_vec();
            let own: Vec<ProcedureId> =
                own.into_iter().filter(|id| placed.is_followed(mcr_sdg::graph::ProcedureId(id.0))).collect();
            if own.is_empty() {
                below = Some(frame);
                continue;
            }
            let open = Open::Frame(number);
            for id in own {
                let Some(body) = placed.body(id) else { continue };
                let there = (0..body.instructions.len()).filter(|at| body.line(*at).map(u32::from) == frame.line);
                let there: Vec<usize> = there.collect();
                match below {
                    Some(below) => {
                        let calls = |at: &usize| match &body.instructions[*at].operation {
                            Operation::Invoke(_, method) => *method.name == *below.method,
                            _ => false,
                        };
                        for at in there.into_iter().filter(calls) {
                            let cost = if is_inner { 0 } else { DECISION };
                            let found = self.starts((id, at), open).into_iter();
                            starts.extend(
                                found.map(|(node, _, by_value, open)| (node, cost, by_value && is_inner, open)),
                            );
                        }
                    }
                    None if is_inner => starts.extend(self.throwing(id, &there, class, open, thread, bound)),
                    None => {}
                }
            }
            is_inner = false;
            below = None;
        }
        starts
    }

    /// What throws in a line: what makes the exception; else what the JVM may throw it for.
    fn throwing(
        &self,
        id: ProcedureId,
        line: &[usize],
        class: &str,
        open: Open,
        thread: ThreadId,
        bound: usize,
    ) -> Vec<(NodeId, u32, bool, Open)> {
        let placed = self.placed();
        let Some(body) = placed.body(id) else { return Vec::new() };
        let graph = placed.program.graph().graph();
        let wanted = class.replace('.', "/");
        let makes =
            |at: &&usize| matches!(&body.instructions[**at].operation, Operation::New(name) if **name == *wanted);
        let made: Vec<usize> = line.iter().filter(makes).copied().collect();
        if !made.is_empty() {
            return made.into_iter().flat_map(|at| self.starts((id, at), open)).collect();
        }
        // What comes before the last event in the line has not thrown.
        let last = (0..bound).rev().find(|index| self.events()[*index].thread == thread);
        let done = last.into_iter().flat_map(|index| &self.places[index]).find(|at| at.0 == id && line.contains(&at.1));
        let done = done.map_or(0, |at| at.1 + 1);
        let outcomes = |from: usize| {
            let there = line.iter().copied().filter(move |at| *at >= from);
            let nodes = there.flat_map(|at| placed.nodes_at((id, at)));
            let outcome = |node: &NodeId| matches!(graph.role(*node), Role::Statement(number) if number & OUTCOME != 0);
            nodes.filter(outcome).map(|node| (node, 0, true, open)).collect::<Vec<_>>()
        };
        let found = outcomes(done);
        if found.is_empty() { outcomes(0) } else { found }
    }

    /// The write that a read has found, as a question; none if there is none, nothing in it if it is nowhere in the graph.
    fn write(&self, index: usize) -> Option<Option<Question>> {
        let (location, _) = read(&self.events()[index])?;
        let write = Origin::of(self.events(), index, location, self.model).write?;
        Some(self.at_event(write, true))
    }

    /// That a read was made, and of this location.
    fn about_read(&self, index: usize) -> Question {
        let graph = self.placed().program.graph().graph();
        let mut starts = Vec::new();
        for &at in &self.places[index] {
            let there = self.starts(at, Open::Any).into_iter();
            // What a call is given says what it works on.
            starts.extend(
                there
                    .filter(|(node, ..)| !matches!(graph.role(*node), Role::ActualOut(..)))
                    .map(|(node, _, _, open)| (node, 0, false, open)),
            );
        }
        Question { thread: self.events()[index].thread, bound: index, starts, stack: Vec::new() }
    }

    /// An operation that reads and writes at once has computed the one from the other.
    fn updated(&self, question: &Question, cost: u32, of: usize) -> Option<(u32, Link)> {
        let event = question.bound;
        let updates = matches!(self.events()[event].action, Action::Update(..));
        let link = Link { event, how: How::Value, of: Some(of), to: To::Write, sure: true, open: false };
        updates.then_some((cost + VALUE, link))
    }

    /// The reads that decide about what is asked.
    fn answer(&self, question: &Question, base: u32, of: Option<usize>, to: To) -> Vec<(u32, Link)> {
        let &Question { thread, bound, ref starts, ref stack } = question;
        let shown = OfThread { story: self, thread, bound };
        let mut links = Vec::new();
        for found in self.walks.reads(starts, stack, &shown) {
            let Some(all) = self.reads.get(&found.at) else { continue };
            let before = || all.iter().copied().filter(|index| *index < bound);
            let mut there: Vec<usize> = before().filter(|index| self.events()[*index].thread == thread).collect();
            if there.is_empty() && found.away {
                there = before().collect();
            }
            let times = self.times(&there);
            // The last one need not be what counts: a value may stay for a round of a loop, or in an outer call.
            let sure = times.len() == 1 && !found.away && !self.is_of_several(times[0]);
            let wanted = if sure { 1 } else { TIMES };
            for event in times.into_iter().rev().take(wanted) {
                let how = if found.by_value { How::Value } else { How::Decides };
                let Some(more) = self.weight(event, how) else { continue };
                links.push((base + found.cost + more, Link { event, how, of, to, sure, open: false }));
            }
        }
        links
    }

    /// Whether it is not known which of several instructions an event is of.
    fn is_of_several(&self, event: usize) -> bool {
        self.places[event].len() > 1
    }

    /// Of what a call has read in code that is not the program's, the one that says most.
    fn times(&self, events: &[usize]) -> Vec<usize> {
        let call = |index: usize| match self.folding.as_ref().map(|folding| folding.events[index]) {
            Some(Within::Call(call)) => Some(call),
            _ => None,
        };
        let mut times: Vec<usize> = Vec::new();
        for &index in events {
            match times.last_mut().filter(|last| call(**last).is_some() && call(**last) == call(index)) {
                Some(last) if self.says(index) >= self.says(*last) => *last = index,
                Some(_) => {}
                None => times.push(index),
            }
        }
        times
    }

    /// What another thread had written last says most.
    fn says(&self, index: usize) -> (bool, Option<usize>) {
        let write = read(&self.events()[index])
            .and_then(|(location, _)| Origin::of(self.events(), index, location, self.model).write);
        (write.is_some_and(|write| self.events()[write].thread != self.events()[index].thread), write)
    }

    /// What a read costs beside the way to it; none if it says nothing: which object a variable holds that nobody else changes.
    fn weight(&self, index: usize, how: How) -> Option<u32> {
        let (location, value) = read(&self.events()[index])?;
        // Written by an operation that is not followed: better to say less.
        let write = Origin::of(self.events(), index, location, self.model).write;
        let found = write.and_then(|write| written(&self.events()[write], location));
        if found.is_some_and(|found| found != value) {
            return None;
        }
        if !self.is_settled(index, location) {
            return Some(0);
        }
        let kind = self.symbols.location(location).map(|label| label.kind);
        let is_number = !matches!(kind, Some(ValueKind::Reference | ValueKind::Version));
        (is_number || value.0 == 0 || how == How::Value && !self.is_captured(location)).then_some(SETTLED)
    }

    fn is_captured(&self, location: LocationId) -> bool {
        let label = self.symbols.location(location);
        label.is_some_and(|label| label.label.contains(".val$") || label.label.contains(".this$"))
    }

    /// Whether no other thread writes there once the reader has been started.
    fn is_settled(&self, index: usize, location: LocationId) -> bool {
        let reader = self.events()[index].thread;
        let starts = |event: &Event| matches!(&event.action, Action::Start { child, .. } if *child == reader);
        let begin = self.events().iter().position(starts).unwrap_or(0);
        let others = self.events()[begin..].iter().filter(|event| event.thread != reader);
        let writes = |event: &Event| written(event, location).is_some();
        !others.into_iter().any(writes)
    }
}

/// Whether a thread asks there if it has to initialise a class, which is not what its instruction reads.
fn is_state_of_class(location: LocationId, symbols: &Symbols) -> bool {
    symbols.location(location).is_some_and(|found| found.label.ends_with(" is initialised"))
}

/// What an event says of its instruction.
fn done<'s>(event: &Event, symbols: &'s Symbols) -> Done<'s> {
    let label = |location: LocationId| symbols.location(location).map(|found| found.label.as_str());
    match event.action {
        Action::Read(location) => label(location).map_or(Done::Other, |label| Done::Access { reads: true, label }),
        Action::Write(location, ..) => {
            label(location).map_or(Done::Other, |label| Done::Access { reads: false, label })
        }
        Action::Update(..) | Action::Print(_) | Action::Exit(_) => Done::Calls,
        _ => Done::Other,
    }
}
