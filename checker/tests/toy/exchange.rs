//! Whether states that the checker takes for one, but for who is who, really have one future: all states of the model of a toy program, without
//! any reduction, and all that can still be seen from each.

use super::compare::{Patient, options, rules};
use super::interpreter::Interpreter;
use super::program::Toy;
use mcr_explore::{Conclusion, Options, Program, explore};
use mcr_model::Model;
use mcr_model::learn::Learner;
use mcr_model::local_states::LocalStates;
use mcr_model::names::ThreadIx;
use mcr_model::state::{Choice, Finish, Life, State};
use mcr_model::symmetry::Symmetry;
use mcr_model::trie::Op;
use mcr_protocol::{Limit, Schedule, SiteId, Trace, Wake};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// What can be seen of a future.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    /// What is printed, and how it ends; where it does not, the places of those who are stuck.
    End(String, Option<Finish2>, Vec<SiteId>),
    /// Something is done at a place, with this outcome.
    Done(SiteId, String),
    /// A race between two places.
    Race(SiteId, SiteId),
}

/// [`Finish`], with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Finish2 {
    Normal,
    Exception,
    Exit(i32),
    Livelock,
}

/// How many states there are, and how many if threads may be exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub states: usize,
    pub classes: usize,
}

/// Keeps the traces of a toy.
struct Recorder<'a> {
    toy: Interpreter<'a>,
    traces: Vec<Trace>,
}

impl Program for Recorder<'_> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        let trace = self.toy.run(schedule);
        self.traces.push(trace.clone());
        Ok(trace)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.toy.give_up_after(events)
    }
}

/// None if there are more than so many states, or no threads to exchange.
pub fn audit(toy: &Toy, limit: usize) -> Option<Result<Counts, String>> {
    let mut program = Recorder { toy: Interpreter::new(toy), traces: Vec::new() };
    let options = Options { rules: rules(toy), minimise: false, max_executions: Some(1000), ..options(true) };
    let found = explore(&mut program, &options, &mut Patient).expect("toys always run");
    if found.conclusion != Conclusion::Complete {
        return None;
    }
    let merged = if toy.local_states { LocalStates::Merged } else { LocalStates::Ignored };
    let (mut model, mut learner) = (Model::new(rules(toy), merged), Learner::default());
    for trace in &program.traces {
        learner.learn(&mut model, trace).expect("it is deterministic");
    }
    let symmetry = Symmetry::of(&model)?;
    let state = State::new(&model);
    let mut audit = Audit { model, symmetry, state, limit, futures: HashMap::new(), classes: HashMap::new() };
    match audit.future() {
        Ok(_) => Some(Ok(Counts { states: audit.futures.len(), classes: audit.classes.len() })),
        Err(None) => None,
        Err(Some(message)) => Some(Err(message)),
    }
}

type Future = Rc<BTreeSet<Seen>>;

struct Audit {
    model: Model,
    symmetry: Symmetry,
    state: State,
    limit: usize,
    futures: HashMap<u128, Future>,
    /// By hash: the future of the first state that had it, and where its threads are.
    classes: HashMap<u128, (Future, String)>,
}

impl Audit {
    /// What can be seen from here on; no message: there are too many states.
    fn future(&mut self) -> Result<Future, Option<String>> {
        let hash = self.state.hash();
        if let Some(known) = self.futures.get(&hash) {
            return Ok(known.clone());
        }
        if self.futures.len() >= self.limit {
            return Err(None);
        }
        let all = Rc::new(self.all()?);
        self.futures.insert(hash, all.clone());
        let class = self.state.canonical_hash(&self.model, &self.symmetry);
        let here = self.shown();
        let (first, there) = self.classes.entry(class).or_insert_with(|| (all.clone(), here.clone()));
        if *first != all {
            let only = |one: &Future, other: &Future| format!("{:?}", one.difference(other).collect::<Vec<_>>());
            return Err(Some(format!(
                "{there} is taken for {here}, but only the first leads to {}, and only the second to {}",
                only(first, &all),
                only(&all, first)
            )));
        }
        Ok(all)
    }

    fn shown(&self) -> String {
        let place = |thread: &mcr_model::state::Thread| match thread.life {
            Life::NotStarted => "-".to_owned(),
            life => format!("{:?} {:?}", self.model.tries.cell(thread.cell).site.0, life),
        };
        self.state.threads().iter().map(place).collect::<Vec<_>>().join(", ")
    }

    fn all(&mut self) -> Result<BTreeSet<Seen>, Option<String>> {
        let mut all = BTreeSet::new();
        if let Some(finish) = self.state.finish() {
            let finish = match finish {
                Finish::Normal => Finish2::Normal,
                Finish::Exception => Finish2::Exception,
                Finish::Exit(code) => Finish2::Exit(code),
                Finish::Deadlock | Finish::Livelock => unreachable!("the caller sees that"),
            };
            all.insert(Seen::End(String::new(), Some(finish), Vec::new()));
            return Ok(all);
        }
        self.races(&mut all);
        for (thread, choice) in self.steps(&mut all) {
            let cell = self.state.thread(thread).cell;
            let (site, op) = (self.model.tries.cell(cell).site, self.model.tries.cell(cell).op);
            let mark = self.state.mark();
            let outcome = self.state.step(&self.model, thread, choice).ok_or_else(|| Some("unknown".to_owned()))?;
            let printed = match (op, choice) {
                (_, Choice::Arrive(_)) => "",
                (Some(Op::Print(text)), _) => self.model.names.text(text),
                _ => "",
            };
            let printed = printed.to_owned();
            let after = self.future()?;
            self.state.undo(mark);
            all.extend(after.iter().map(|seen| match seen {
                Seen::End(text, finish, stuck) => Seen::End(printed.clone() + text, *finish, stuck.clone()),
                other => other.clone(),
            }));
            // Who has ended is joined whenever that may be; whom a notify wakes has a name.
            let joins = matches!(op, Some(Op::Join { patience, .. }) if patience.limit == Limit::Never);
            if !joins && !matches!(choice, Choice::Arrive(_) | Choice::Wake(_)) {
                all.insert(Seen::Done(site, format!("{outcome:?}")));
            }
        }
        Ok(all)
    }

    fn running(&self) -> Vec<ThreadIx> {
        let threads = (0u32..).zip(self.state.threads());
        threads.filter(|(_, thread)| thread.life == Life::Running).map(|(n, _)| ThreadIx(n)).collect()
    }

    fn races(&self, all: &mut BTreeSet<Seen>) {
        let cell = |thread: &ThreadIx| self.model.tries.cell(self.state.thread(*thread).cell);
        let access = |thread: &ThreadIx| Some((cell(thread).op?.race_access()?, cell(thread).site));
        let next: Vec<_> = self.running().iter().filter_map(access).collect();
        for (n, (one, here)) in next.iter().enumerate() {
            for (other, there) in &next[..n] {
                let conflict = one.location == other.location && (one.writes || other.writes);
                if conflict && !(one.atomic && other.atomic) {
                    all.insert(Seen::Race((*here).min(*there), (*here).max(*there)));
                }
            }
        }
    }

    /// All that can happen next.
    fn steps(&self, all: &mut BTreeSet<Seen>) -> Vec<(ThreadIx, Choice)> {
        let (model, state, running) = (&self.model, &self.state, self.running());
        let mut steps = Vec::new();
        let mut able = Vec::new();
        for &thread in &running {
            let mut goes_on = false;
            state.choices(model, thread, |choice| {
                goes_on |= choice != Choice::Back(Wake::Spurious);
                steps.push((thread, choice));
            });
            able.extend(goes_on.then_some(thread));
            state.arrivals(model, thread, |location| steps.push((thread, Choice::Arrive(location))));
        }
        let sees_change = running.iter().any(|&thread| state.would_go_on(model, thread));
        if able.len() <= 1 && !state.some_are_buffered() && !sees_change {
            let before = steps.len();
            for &thread in running.iter().filter(|&&thread| able.first().is_none_or(|&able| able == thread)) {
                steps.extend(state.gives_up_idle(model, thread).map(|choice| (thread, choice)));
            }
            if able.is_empty() && steps.len() == before {
                let mut stuck: Vec<SiteId> =
                    running.iter().map(|&thread| model.tries.cell(state.thread(thread).cell).site).collect();
                stuck.sort_unstable();
                let spins = running.iter().any(|&t| state.awaits(model, t) && !state.thread(t).daemon);
                all.insert(Seen::End(String::new(), spins.then_some(Finish2::Livelock), stuck));
            }
        }
        steps
    }
}
