//! Who is anonymous, and what is a thread's own.

use crate::Model;
use crate::footprint::Resource;
use crate::learn::learned_by_wake;
use crate::names::{LocationIx, MonitorIx, ThreadIx};
use crate::state::chain;
use crate::trie::{Cell, CellIx, Op, Waits};
use mcr_protocol::{Limit, LocationId, SiteId, ValueKind, Wake};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// One thread, none, or more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Only {
    #[default]
    Nobody,
    One(ThreadIx),
    Several,
}

impl Only {
    fn add(&mut self, thread: ThreadIx) {
        *self = match *self {
            Only::Nobody => Only::One(thread),
            Only::One(one) if one == thread => *self,
            _ => Only::Several,
        };
    }
}

/// Who touches a location.
#[derive(Debug, Default)]
struct Touched {
    anonymous: Only,
    named: Only,
    /// Where the anonymous thread does, and what of the operation there it is.
    places: BTreeSet<(SiteId, u32)>,
}

/// Anonymous threads, and what is theirs.
#[derive(Debug)]
pub(super) struct Members {
    /// By thread: who started it, if it is anonymous.
    parents: Vec<Option<ThreadIx>>,
    owners: FxHashMap<LocationIx, (ThreadIx, u64)>,
    /// By thread; sorted.
    own: Vec<Vec<(u64, LocationIx)>>,
    monitors: Vec<MonitorIx>,
    /// Locations that some operation writes which is no wait: of an interrupt flag, that somebody may set it.
    written: FxHashSet<LocationIx>,
}

impl Members {
    pub(super) fn of(model: &Model) -> Members {
        let mut members = Members {
            parents: Vec::new(),
            owners: FxHashMap::default(),
            own: vec![Vec::new(); model.names.threads()],
            monitors: Vec::new(),
            written: written(model),
        };
        members.parents = parents(model, &members);
        members.find_what_is_own(model);
        members
    }

    /// How many threads are anonymous.
    pub(super) fn anonymous(&self) -> usize {
        self.parents.iter().flatten().count()
    }

    pub(super) fn parent(&self, thread: ThreadIx) -> Option<ThreadIx> {
        self.parents.get(thread.0 as usize).copied().flatten()
    }

    pub(super) fn owner(&self, location: LocationIx) -> Option<(ThreadIx, u64)> {
        self.owners.get(&location).copied()
    }

    pub(super) fn own(&self, thread: ThreadIx) -> &[(u64, LocationIx)] {
        self.own.get(thread.0 as usize).map_or(&[], Vec::as_slice)
    }

    pub(super) fn monitors(&self) -> &[MonitorIx] {
        &self.monitors
    }

    /// How many mentions there may be: of each anonymous thread one at each cell of its parent.
    pub(super) fn mentions(&self, model: &Model) -> usize {
        let mut cells = vec![0; self.parents.len()];
        operations(model).for_each(|(_, cell, _)| cells[cell.thread.0 as usize] += 1);
        self.parents.iter().flatten().map(|parent| cells[parent.0 as usize]).sum()
    }

    /// The anonymous threads that a thread has started.
    pub(super) fn children(&self, parent: ThreadIx) -> impl Iterator<Item = ThreadIx> + '_ {
        let of_parent = move |(_, of): &(u32, &Option<ThreadIx>)| **of == Some(parent);
        (0u32..).zip(&self.parents).filter(of_parent).map(|(n, _)| ThreadIx(n))
    }

    /// Whom a cell joins, and where that leads ([`CellIx::NONE`]: not known yet), if it is a join that nobody can notice, and that can end only
    /// because its child has ended: without a limit, and without an interrupt, as nobody sets the flag of the thread that joins.
    pub(super) fn quiet_join(&self, model: &Model, cell: CellIx) -> Option<(ThreadIx, CellIx)> {
        let cell = model.tries.cell(cell);
        let Some(Op::Join { child, patience }) = cell.op else { return None };
        match (patience.limit, patience.flag) {
            (Limit::Never, None) => Some((child, cell.next)),
            (Limit::Never, Some(flag)) if !self.written.contains(&flag) => match &cell.edges[..] {
                [] => Some((child, CellIx::NONE)),
                [edge] if edge.learned == learned_by_wake(Wake::Notified) => Some((child, edge.to)),
                _ => None,
            },
            _ => None,
        }
    }

    fn find_what_is_own(&mut self, model: &Model) {
        let mut touched: FxHashMap<LocationIx, Touched> = FxHashMap::default();
        let mut monitors = FxHashSet::default();
        let mut looked_at: FxHashSet<LocationIx> = FxHashSet::default();
        for (_, cell, op) in operations(model) {
            let anonymous = self.parent(cell.thread).is_some();
            let mut place = 0;
            let mut touches = |location| {
                let by = touched.entry(location).or_default();
                if anonymous {
                    by.anonymous.add(cell.thread);
                    by.places.insert((cell.site, place));
                } else {
                    by.named.add(cell.thread);
                }
                place += 1;
            };
            op.touches(cell.thread, &mut |touch| match touch.resource {
                Resource::Location(location) => touches(location),
                Resource::Monitor(monitor) if anonymous => {
                    monitors.insert(monitor);
                }
                _ => {}
            });
            match op {
                // Where it comes back it touches the flag.
                Op::Wait { patience: Waits { flag: Some(flag), .. }, .. } => touches(flag),
                Op::Await(number) => {
                    let sights = model.names.sights(number);
                    looked_at.extend(sights.reads.iter().map(|(location, _)| *location));
                    looked_at.extend(sights.guards.iter().map(|(location, _)| *location));
                }
                _ => {}
            }
        }
        self.monitors = monitors.into_iter().collect();
        self.monitors.sort_unstable();
        for (location, by) in touched {
            let Only::One(thread) = by.anonymous else { continue };
            let among_family = match by.named {
                Only::Nobody => true,
                Only::One(other) => self.parent(thread) == Some(other),
                Only::Several => false,
            };
            if among_family && !looked_at.contains(&location) && !is_version(model, location) {
                self.own[thread.0 as usize].push((called(model, thread, location, &by), location));
            }
        }
        for (n, own) in (0u32..).zip(&mut self.own) {
            own.sort_unstable();
            let several: FxHashSet<u64> =
                own.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| two[0].0).collect();
            own.retain(|(name, _)| !several.contains(name));
            self.owners.extend(own.iter().map(|&(name, location)| (location, (ThreadIx(n), name))));
        }
    }
}

/// Whether it stands for an object: calls that are no single step are reported by its class.
fn is_version(model: &Model, location: LocationIx) -> bool {
    let label = model.symbols.location(model.names.location_id(location));
    label.is_some_and(|label| label.kind == ValueKind::Version)
}

/// What an own location of a thread is called instead.
fn called(model: &Model, thread: ThreadIx, location: LocationIx, by: &Touched) -> u64 {
    let (me, id) = (model.names.thread_id(thread), model.names.location_id(location));
    let shared = model.resources.shared(Resource::Location(location)).is_some();
    // Or else accesses to one may race where those to the other do not.
    let atomic = model.symbols.location(id).is_some_and(|label| label.atomic);
    let kind = if id == LocationId::interrupt(me) {
        1
    } else if id == LocationId::permit(me) {
        2
    } else {
        by.places.iter().fold(3, |hash, (site, place)| chain(chain(hash, u64::from(site.0)), u64::from(*place)))
    };
    chain(kind, u64::from(shared) << 1 | u64::from(atomic)) as u64
}

/// All cells of which the operation is known.
fn operations(model: &Model) -> impl Iterator<Item = (CellIx, &Cell, Op)> {
    let cells = (0..u32::try_from(model.tries.len()).unwrap_or(u32::MAX)).map(CellIx);
    cells.filter_map(|at| {
        let cell = model.tries.cell(at);
        cell.op.map(|op| (at, cell, op))
    })
}

fn written(model: &Model) -> FxHashSet<LocationIx> {
    let locations = operations(model).filter_map(|(_, _, op)| match op {
        Op::Write(location, ..) | Op::Update(location, _) | Op::Guarded { location, .. } => Some(location),
        _ => None,
    });
    locations.collect()
}

/// By thread: who started it, if it is anonymous.
fn parents(model: &Model, members: &Members) -> Vec<Option<ThreadIx>> {
    let threads = model.names.threads();
    let mut named = vec![false; threads];
    named[Model::MAIN.0 as usize] = true;
    let mut starters = vec![Only::Nobody; threads];
    let mut joiners = vec![Only::Nobody; threads];
    for (at, cell, op) in operations(model) {
        match op {
            Op::Start { child, .. } => {
                starters[child.0 as usize].add(cell.thread);
                named[cell.thread.0 as usize] = true;
            }
            Op::Join { child, .. } => match members.quiet_join(model, at) {
                Some(_) => {
                    joiners[child.0 as usize].add(cell.thread);
                    named[cell.thread.0 as usize] = true;
                }
                None => named[child.0 as usize] = true,
            },
            Op::Alive(other) | Op::State(other) => named[other.0 as usize] = true,
            Op::Await(number) => {
                let sights = model.names.sights(number);
                let seen = sights.alive.iter().chain(sights.states.iter().map(|(thread, _)| thread));
                seen.for_each(|thread| named[thread.0 as usize] = true);
            }
            _ => {}
        }
    }
    let parent = |n: usize| match (named[n], starters[n], joiners[n]) {
        (false, Only::One(parent), Only::Nobody) => Some(parent),
        (false, Only::One(parent), Only::One(joiner)) if joiner == parent => Some(parent),
        _ => None,
    };
    (0..threads).map(parent).collect()
}
