//! What threads will do from each cell on, with the names of anonymous threads and of what is theirs taken out, and where these are meant.

use super::Mention;
use super::members::Members;
use crate::Model;
use crate::futures::{WaysBack, operation};
use crate::names::{AwaitIx, LocationIx, MonitorIx, TextIx, ThreadIx, UncaughtIx};
use crate::numbers::{Numbers, Parked, Slept};
use crate::state::{append, chain};
use crate::trie::{CellIx, Op, Waits};
use mcr_protocol::Renaming;
use std::convert::Infallible;

/// In the place of the name of an anonymous thread.
const ANONYMOUS: u64 = u64::MAX;
/// In the place of the name of an own location. What it is called is hashed besides.
const OWN: LocationIx = LocationIx(u32::MAX);
/// In the place of an operation: a run of joins.
const RUN: u128 = 0x7275_6e00;

/// By cell.
#[derive(Debug)]
pub(super) struct Futures {
    futures: Vec<u128>,
    joins_left: Vec<u32>,
    /// Sorted by thread.
    mentions: Vec<Box<[Mention]>>,
}

impl Futures {
    pub(super) fn of(model: &Model, members: &Members) -> Futures {
        let cells = model.tries.len();
        let (futures, joins_left, mentions) = (vec![0; cells], vec![0; cells], vec![Box::default(); cells]);
        let mut all = Futures { futures, joins_left, mentions };
        let ways = WaysBack::of(&model.tries);
        for &cell in ways.order.iter().rev() {
            match members.quiet_join(model, cell).filter(|(child, _)| members.parent(*child).is_some()) {
                Some((child, after)) if after != CellIx::NONE && !ways.lead_to(cell) => {
                    all.join(model, (cell, child), after);
                }
                _ => all.step(model, members, cell),
            }
            all.futures[cell.0 as usize] = model.tries.own(cell, all.futures[cell.0 as usize]);
        }
        for &cell in ways.order.iter().filter(|cell| ways.lead_beyond(**cell)) {
            match model.tries.only_parent(cell) {
                Some(parent) => all.go_back_through(cell, parent),
                None => all.keep_apart(model, members, cell),
            }
        }
        all
    }

    pub(super) fn future(&self, cell: CellIx) -> Option<u128> {
        self.futures.get(cell.0 as usize).copied()
    }

    pub(super) fn joins_left(&self, cell: CellIx) -> u32 {
        self.joins_left.get(cell.0 as usize).copied().unwrap_or(0)
    }

    pub(super) fn mention(&self, cell: CellIx, thread: ThreadIx) -> Option<Mention> {
        let mentions = self.mentions.get(cell.0 as usize)?;
        mentions.binary_search_by_key(&thread, |mention| mention.thread).ok().map(|n| mentions[n])
    }

    /// A cell with a join of an anonymous thread, in a run of these at one place. Who joins has a name.
    fn join(&mut self, model: &Model, (cell, child): (CellIx, ThreadIx), after: CellIx) {
        let known = model.tries.cell(cell);
        let in_run = self.joins_left(after) > 0 && model.tries.cell(after).site == known.site;
        let mut mentions = if in_run { self.mentions[after.0 as usize].to_vec() } else { self.mentioned_by([after]) };
        add(&mut mentions, child, |mention| mention.joins = chain(mention.joins ^ RUN, 1));
        let future = self.futures[after.0 as usize];
        self.futures[cell.0 as usize] = if in_run {
            future
        } else {
            append(chain(chain(RUN, u64::from(known.thread.0)), u64::from(known.site.0)), future)
        };
        self.joins_left[cell.0 as usize] = if in_run { self.joins_left(after) + 1 } else { 1 };
        self.mentions[cell.0 as usize] = mentions.into();
    }

    /// A cell with another operation, or of which that is not known.
    fn step(&mut self, model: &Model, members: &Members, cell: CellIx) {
        let known = model.tries.cell(cell);
        let anonymous = members.parent(known.thread).is_some();
        let who = if anonymous { ANONYMOUS } else { u64::from(known.thread.0) };
        let seed = chain(u128::from(who), u64::from(known.site.0));
        let mut mentions = Vec::new();
        self.futures[cell.0 as usize] = match known.op {
            None => chain(seed ^ 1, u64::from(cell.0)),
            Some(Op::Await(number)) => chain(seed ^ 2, u64::from(number.0)),
            Some(op) => {
                let mut names = Unnamed { members, own: Vec::new() };
                let Ok(unnamed) = op.rename(&mut names);
                let mut future = operation(seed ^ 3, unnamed);
                mentions = self.mentioned_by(known.children());
                // Here they keep their names.
                if let Op::Start { child, .. } | Op::Join { child, .. } = op
                    && members.parent(child).is_some()
                {
                    let number = u64::from(child.0);
                    add(&mut mentions, child, |mention| mention.touches = chain(mention.touches ^ 6, number));
                }
                for (place, (owner, name)) in (0u64..).zip(names.own) {
                    future = chain(chain(future, place), name);
                    if owner != known.thread {
                        add(&mut mentions, owner, |mention| mention.touches = chain(mention.touches ^ 5, place));
                    }
                }
                if known.next != CellIx::NONE {
                    future = append(future, self.futures[known.next.0 as usize]);
                }
                for edge in &known.edges {
                    future = chain(chain(future, edge.learned.0), edge.written.0);
                    future = append(future, self.futures[edge.to.0 as usize]);
                }
                future
            }
        };
        self.mentions[cell.0 as usize] = mentions.into();
    }

    /// What is mentioned one step behind a cell that leads to these.
    fn mentioned_by(&self, children: impl IntoIterator<Item = CellIx>) -> Vec<Mention> {
        let mut all = Vec::new();
        for (n, child) in (0u64..).zip(children) {
            for &Mention { thread, joins, touches } in &self.mentions[child.0 as usize] {
                add(&mut all, thread, |mention| {
                    if joins != 0 {
                        mention.joins = append(chain(mention.joins, n), joins);
                    }
                    if touches != 0 {
                        mention.touches = append(chain(mention.touches, n), touches);
                    }
                });
            }
        }
        all
    }

    /// The future of a cell includes the way back through the only cell that leads to it.
    fn go_back_through(&mut self, cell: CellIx, parent: CellIx) {
        let (at, parent) = (cell.0 as usize, parent.0 as usize);
        self.futures[at] = append(self.futures[at] ^ 4, self.futures[parent]);
        let mut mentions = std::mem::take(&mut self.mentions[at]).into_vec();
        for &Mention { thread, joins, touches } in &self.mentions[parent] {
            add(&mut mentions, thread, |mention| {
                if joins != 0 {
                    mention.joins = append(mention.joins ^ 4, joins);
                }
                if touches != 0 {
                    mention.touches = append(mention.touches ^ 4, touches);
                }
            });
        }
        self.mentions[at] = mentions.into();
    }

    /// The future of a cell includes the way back through one of several cells.
    fn keep_apart(&mut self, model: &Model, members: &Members, cell: CellIx) {
        let at = cell.0 as usize;
        self.futures[at] = chain(self.futures[at] ^ 8, u64::from(cell.0));
        let all = members.children(model.tries.cell(cell).thread);
        let unique = |thread: ThreadIx| {
            let number = chain(u128::from(cell.0), u64::from(thread.0));
            Mention { thread, joins: number, touches: number }
        };
        self.mentions[at] = all.map(unique).collect();
    }
}

/// Changes what is said of a thread; the list stays sorted.
fn add(mentions: &mut Vec<Mention>, thread: ThreadIx, change: impl FnOnce(&mut Mention)) {
    let place = match mentions.binary_search_by_key(&thread, |mention| mention.thread) {
        Ok(place) => place,
        Err(place) => {
            mentions.insert(place, Mention { thread, joins: 0, touches: 0 });
            place
        }
    };
    change(&mut mentions[place]);
}

/// Takes names of own locations out of an operation.
struct Unnamed<'a> {
    members: &'a Members,
    /// Those that were taken out: whose, and what they are called instead.
    own: Vec<(ThreadIx, u64)>,
}

impl Renaming<Numbers, Numbers> for Unnamed<'_> {
    type Error = Infallible;

    fn thread(&mut self, thread: ThreadIx) -> ThreadIx {
        thread
    }

    fn location(&mut self, location: LocationIx) -> LocationIx {
        let Some(own) = self.members.owner(location) else { return location };
        self.own.push(own);
        OWN
    }

    fn monitor(&mut self, monitor: MonitorIx) -> MonitorIx {
        monitor
    }

    fn patience(&mut self, waits: Waits) -> Waits {
        Waits { flag: waits.flag.map(|flag| self.location(flag)), ..waits }
    }

    fn resume(&mut self, slept: &Slept) -> Result<Slept, Infallible> {
        Ok(Slept { waits: self.patience(slept.waits), ..*slept })
    }

    fn park(&mut self, parked: &Parked) -> Parked {
        Parked { permit: self.location(parked.permit), flag: self.location(parked.flag), ..*parked }
    }

    fn argument(&mut self, _: ThreadIx, root: &CellIx) -> CellIx {
        *root
    }

    fn awaited(&mut self, awaited: &AwaitIx) -> AwaitIx {
        *awaited
    }

    fn text(&mut self, text: &TextIx) -> TextIx {
        *text
    }

    fn uncaught(&mut self, uncaught: &UncaughtIx) -> UncaughtIx {
        *uncaught
    }

    fn arriving(&mut self, arriving: &Infallible) -> Result<Infallible, Infallible> {
        match *arriving {}
    }
}
