//! Detours of the depth-first search: walks from the initial state ([`crate::walks`]) that look for steps nobody knows yet.
//!
//! The search goes deep, and what it finds to execute lies near the end of executions, where little else is new. Or it finds nothing to execute for a long
//! time, though there is something elsewhere. A walk comes to what is not known early on its way, so the execution has much before it that may be new as
//! well. What is learned is the same for both.
//!
//! Besides those that users can choose there are walks that seek ([`super::seeking`]).
//!
//! The search earns time for walks by its own steps, executions and their events ([`SHARE`], [`FOR_AN_EXECUTION`]),
//! and a walk costs what it takes, with what it executes; those that find something to execute are free as long as
//! such executions teach more than those of the search do. So what of that is walked in vain is a small part of the whole. A
//! walk is over when it has found something to execute, because what comes after that is known as far as the execution
//! went; walks alone, by one JVM, go on.
//!
//! Beyond that, walks of a kind need not be earned as long as effort for them, with the executions that they ask for, teaches more than effort for the search
//! ([`Detours::next`]): what the search learns makes its pass void, and what is known when it begins a pass it need not find out on its way. So much of a model
//! is made by walks, and the search then finds what they have left out, and that nothing else is. Not while histories are told apart, with one JVM: so few
//! executions are soon made, each way of the program once.
//!
//! Invariant: a detour leaves the search where it was. If what was learned has changed paths from before, the pass is void, as it is where that happens
//! to what was put aside ([`super::underway`]).

use super::going::{Ended, Gone, Then};
use super::seeking::Seeker;
use super::{Search, Stop};
use crate::contract::{Conclusion, Options};
use crate::strategy::{Strategy, Walker};
use crate::walks::{Guide, guide};
use mcr_model::local_states::LocalStates;
use mcr_model::state::State;
use mcr_protocol::Trace;

/// One part in so many of the effort of the search is for walks.
const SHARE: u64 = 8;

/// Effort for walks that an execution of the search earns.
const FOR_AN_EXECUTION: u64 = 32;

/// What an execution costs that a walk has found and that teaches less than those of the search: so they are few.
const EXECUTION: u64 = 512;

/// Walks of one detour, also if all are free.
const MOST_WALKS: u32 = 256;

/// Walks of one kind in vain, in a row, beyond which it has no fewer turns.
const MOST_IN_VAIN: u32 = 6;

/// Executions that count where it is asked what they teach.
const RECENT: u64 = 16;

/// What an event of an execution costs, as effort: a look at a thread takes half a microsecond, an event some fifteen.
const EVENT: u64 = 32;

/// Effort that counts where it is asked what comes of it ([`Yield`]). What the search comes to changes from one part of the model to the next; what a walk comes to
/// depends on many of them.
const RECENT_SEARCH: u64 = 1 << 16;
const RECENT_WALKS: u64 = 1 << 18;

/// Walks in a row that have come to nothing new, after which walks alone end.
const IN_VAIN: u64 = 10_000;

/// What is known of the walks of an exploration.
#[derive(Debug)]
pub(super) struct Detours {
    /// Those that have walks left.
    kinds: Vec<Kind>,
    /// Whose turn it is.
    turn: usize,
    /// Effort that may be spent.
    earned: u64,
    /// Effort, executions and their events, of all that are accounted for.
    effort: u64,
    executions: u64,
    events: u64,
    /// Executions that walks have found, and what they have taught; those along predictions are of another kind, and apart.
    walked: Taught,
    predicted: Taught,
    /// The same of the search.
    searched: Taught,
    /// What comes of effort in the search, and in walks of each kind.
    searching: Yield,
    going: Vec<(Option<Walker>, Yield)>,
    /// Walks alone.
    only: bool,
    /// Steps of the longest walk.
    longest: usize,
    /// One is being walked, or what one has found is being learned.
    pub(super) walking: bool,
    /// All walks.
    pub(super) walks: u64,
    /// Walks in a row that found nothing to execute.
    in_vain: u64,
}

/// Walks of one kind.
#[derive(Debug)]
struct Kind {
    /// None: they seek.
    walker: Option<Walker>,
    guide: Box<dyn Guide>,
    /// The effort that the last one took.
    cost: u64,
    /// Walks in a row that found nothing to execute.
    in_vain: u32,
    /// Turns to leave out.
    rest: u32,
}

impl Kind {
    fn new(walker: Option<Walker>, guide: Box<dyn Guide>) -> Kind {
        Kind { walker, guide, cost: 0, in_vain: 0, rest: 0 }
    }

    fn all(options: &Options) -> Vec<Kind> {
        let seeker = || Kind::new(None, Box::new(Seeker::new(options)));
        let seeks = (options.strategy == Strategy::Auto).then(seeker);
        let walks = options.strategy.walkers().into_iter();
        let walks = walks.filter_map(|walker| Some(Kind::new(Some(walker), guide(walker, options)?)));
        seeks.into_iter().chain(walks).collect()
    }
}

/// Executions, and operations and outcomes that were not known before.
#[derive(Clone, Copy, Debug, Default)]
struct Taught {
    executions: u64,
    learned: u64,
}

impl Taught {
    fn teaches_more_than(self, other: Taught) -> bool {
        self.executions == 0 || self.learned * other.executions > other.learned * self.executions
    }

    /// What is long ago counts less.
    fn add(&mut self, learned: u64) {
        if self.executions >= RECENT {
            (self.executions, self.learned) = (self.executions / 2, self.learned / 2);
        }
        self.executions += 1;
        self.learned += learned;
    }
}

/// What was learned, and the effort that it took, executions included.
#[derive(Clone, Copy, Debug, Default)]
struct Yield {
    effort: u64,
    /// In parts, so that little is not nothing once it is halved.
    learned: u64,
}

/// See [`Yield::learned`].
const PARTS: u64 = 1 << 10;

impl Yield {
    fn is_better_than(self, other: Yield) -> bool {
        self.learned * other.effort > other.learned * self.effort
    }

    /// What is longer ago than the `recent` effort counts less.
    fn add(&mut self, effort: u64, learned: u64, recent: u64) {
        if self.effort >= recent && effort > 0 {
            (self.effort, self.learned) = (self.effort / 2, self.learned / 2);
        }
        self.effort += effort;
        self.learned += PARTS * learned;
    }
}

impl Detours {
    pub(super) fn new(options: &Options) -> Detours {
        Detours {
            kinds: Kind::all(options),
            turn: 0,
            earned: 0,
            effort: 0,
            executions: 0,
            events: 0,
            walked: Taught::default(),
            predicted: Taught::default(),
            searched: Taught::default(),
            searching: Yield::default(),
            going: Vec::new(),
            only: matches!(options.strategy, Strategy::Walks(_)),
            longest: 0,
            walking: false,
            walks: 0,
            in_vain: 0,
        }
    }

    /// What an execution has taught that the search has found, or a walk of this kind.
    pub(super) fn taught(&mut self, walker: Option<Walker>, learned: u64, events: u64) {
        if self.walking {
            self.going(walker).add(EVENT * events, learned, RECENT_WALKS);
        } else {
            self.searching.add(EVENT * events, learned, RECENT_SEARCH);
        }
        let taught = if self.walking { self.walked_by(walker) } else { &mut self.searched };
        taught.add(learned);
    }

    /// What comes of effort in walks of this kind.
    fn going(&mut self, walker: Option<Walker>) -> &mut Yield {
        let known = self.going.iter().position(|(of, _)| *of == walker);
        let at = known.unwrap_or_else(|| {
            self.going.push((walker, Yield::default()));
            self.going.len() - 1
        });
        &mut self.going[at].1
    }

    fn walked_by(&mut self, walker: Option<Walker>) -> &mut Taught {
        if walker == Some(Walker::Predicted) { &mut self.predicted } else { &mut self.walked }
    }

    /// An execution has shown this.
    pub(super) fn shown(&mut self, trace: &Trace) {
        self.kinds.iter_mut().for_each(|kind| kind.guide.shown(trace));
    }

    /// Cells have other numbers. Predictions do not mention any.
    pub(super) fn renumbered(&mut self, options: &Options) {
        let predicts = |kind: &Kind| kind.walker == Some(Walker::Predicted);
        let at = self.kinds.iter().position(predicts);
        let kept = at.map(|at| self.kinds.swap_remove(at));
        self.forget(options);
        if let (Some(at), Some(kept)) = (self.kinds.iter().position(predicts), kept) {
            self.kinds[at] = kept;
        }
    }

    /// Nothing is known of the program any more.
    pub(super) fn forget(&mut self, options: &Options) {
        self.kinds = Kind::all(options);
        self.in_vain = 0;
    }

    /// The kind of which effort has taught most, of those that have walks left; none if that is not more than of the search.
    fn best(&self) -> Option<Option<Walker>> {
        let has_some = |walker| self.kinds.iter().any(|kind| kind.walker == walker && kind.guide.has_some());
        let better = |best: (_, Yield), &(of, it): &(_, Yield)| {
            if it.is_better_than(best.1) && has_some(of) { (Some(of), it) } else { best }
        };
        self.going.iter().fold((None, self.searching), better).0
    }

    /// A kind that is urgent, or whose turn it is of those that were earned, or pay where they may; none if none is. Those that have found
    /// nothing for a while have fewer turns.
    fn next(&mut self, may_pay: bool) -> Option<usize> {
        if let Some(urgent) = self.kinds.iter().position(|kind| kind.guide.is_urgent()) {
            return Some(urgent);
        }
        let (earned, only) = (self.earned, self.only);
        let best = if may_pay { self.best() } else { None };
        let pays = |kind: &Kind| best == Some(kind.walker);
        let is_earned = |kind: &Kind| (kind.cost < earned || only || pays(kind)) && kind.guide.has_some();
        if !self.kinds.iter().any(is_earned) {
            return None;
        }
        loop {
            let number = self.turn % self.kinds.len();
            self.turn += 1;
            let kind = &mut self.kinds[number];
            if !is_earned(kind) {
                continue;
            }
            if kind.rest == 0 {
                return Some(number);
            }
            kind.rest -= 1;
        }
    }
}

impl Search<'_> {
    /// Walks, as far as the search has earned it. Whether the pass is void.
    pub(super) fn makes_detours(&mut self) -> Result<bool, Stop> {
        if self.detours.kinds.is_empty() || self.options.audit {
            return Ok(false);
        }
        let (effort, executions) = (self.effort - self.detours.effort, self.executions - self.detours.executions);
        let events = self.events - self.detours.events;
        self.detours.searching.add(effort - effort % SHARE, 0, RECENT_SEARCH);
        self.detours.earned += (effort + events) / SHARE + executions * FOR_AN_EXECUTION;
        self.detours.effort = self.effort - effort % SHARE;
        (self.detours.executions, self.detours.events) = (self.executions, self.events);
        let may_pay = self.may_pay();
        let Some(first) = self.detours.next(may_pay) else { return Ok(false) };
        let before = (std::mem::replace(&mut self.state, State::new(&self.model)), std::mem::take(&mut self.path));
        let revisions = (self.model.memory_generation, self.revisions);
        self.reduction.went_back();
        let (mut is_void, mut next) = (false, Some(first));
        for _ in 0..MOST_WALKS {
            let Some(kind) = next.filter(|_| !is_void) else { break };
            self.walk(kind)?;
            is_void = self.misled || (self.model.memory_generation, self.revisions) != revisions;
            self.poll()?;
            let may_pay = self.may_pay();
            next = self.detours.next(may_pay);
        }
        (self.state, self.path) = before;
        self.state.grow(&self.model);
        self.stale |= is_void;
        self.misled |= is_void;
        self.detours.effort = self.effort;
        (self.detours.executions, self.detours.events) = (self.executions, self.events);
        Ok(is_void)
    }

    /// Whether walks go on as long as they pay.
    fn may_pay(&mut self) -> bool {
        self.model.tries.local_states() == LocalStates::Merged || self.program.at_once() > 1
    }

    /// Walks and nothing else, until a limit.
    pub(super) fn walk_only(&mut self) -> Result<Conclusion, Stop> {
        self.execute_first()?;
        loop {
            while let Some(kind) = self.detours.next(false).filter(|_| self.detours.in_vain < IN_VAIN) {
                self.walk(kind)?;
                self.misled = false;
                self.poll()?;
            }
            // What was handed in may lead further.
            if !self.settle()? {
                break;
            }
            self.detours.forget(self.options);
        }
        let why =
            if self.detours.kinds.is_empty() { "no walk was left" } else { "no walk found anything new any more" };
        Ok(Conclusion::Incomplete(format!(
            "{why} after {} walks: that says nothing about what they have not come to (--strategy search does)",
            self.detours.walks
        )))
    }

    /// Walks once, from the initial state.
    fn walk(&mut self, number: usize) -> Result<(), Stop> {
        let may_pay = self.may_pay();
        let detours = &mut self.detours;
        if !detours.kinds[number].guide.begin(detours.longest) {
            detours.kinds.remove(number);
            return Ok(());
        }
        let walker = detours.kinds[number].walker;
        let is_paid = may_pay && detours.best() == Some(walker);
        detours.walking = true;
        detours.walks += 1;
        self.state = State::new(&self.model);
        self.path.clear();
        let effort = self.effort;
        self.findings.walker = walker;
        let mut kind = self.detours.kinds.remove(number);
        let gone = self.go(&mut *kind.guide, if self.detours.only { Then::GoesOn } else { Then::Ends });
        self.detours.kinds.insert(number, kind);
        let Gone { ended, found } = gone?;
        self.findings.walker = None;
        let detours = &mut self.detours;
        detours.walking = false;
        detours.longest = detours.longest.max(self.path.len());
        let kind = &mut detours.kinds[number];
        kind.cost = (self.effort - effort).max(1);
        match ended {
            _ if found => (detours.in_vain, kind.in_vain) = (0, 0),
            // It waited for what others have found.
            Ended::Early => {}
            Ended::Over | Ended::Elsewhere => {
                detours.in_vain += 1;
                kind.in_vain = (kind.in_vain + 1).min(MOST_IN_VAIN);
            }
        }
        if ended == Ended::Early {
            kind.guide.comes_back();
        }
        kind.rest = if detours.only { 0 } else { (1 << kind.in_vain) - 1 };
        let cost = kind.cost;
        detours.going(walker).add(cost, 0, RECENT_WALKS);
        let searched = detours.searched;
        let is_free = is_paid || found && detours.walked_by(walker).teaches_more_than(searched);
        if !is_free {
            detours.earned = detours.earned.saturating_sub(cost + if found { EXECUTION } else { 0 });
        }
        Ok(())
    }
}
