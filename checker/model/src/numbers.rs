//! Operations with dense numbers for names, and the way there and back.
//!
//! Where the names of the protocol leave something to what was before, a number says it: a resume knows its wait, a
//! park its locations, a start where its child begins.

use super::Model;
use super::names::{AwaitIx, LocationIx, MonitorIx, TextIx, ThreadIx, UncaughtIx};
use super::trie::CellIx;
use mcr_protocol::{
    Action, Awaited, Ids, Limit, LocationId, Names, Operation, Patience, Renaming, Resource, ThreadId, Uncaught, Value,
};
use std::convert::Infallible;

/// The names of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {}

/// What a thread is about to do: [`Action`] with numbers for names.
pub type Op = Operation<Numbers>;

/// How long a thread waits at an operation: [`Patience`] with a number for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waits {
    /// When it gives up by itself.
    pub limit: Limit,
    /// The interrupt flag of the thread, if that ends the wait.
    pub flag: Option<LocationIx>,
}

impl Waits {
    /// Until the operation is enabled, and nothing else.
    pub const FOREVER: Waits = Waits { limit: Limit::Never, flag: None };

    /// Whether the thread learns why it goes on.
    #[must_use]
    pub fn tells(self) -> bool {
        self != Waits::FOREVER
    }
}

/// The wait from which a thread comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slept {
    /// The monitor that it takes.
    pub monitor: MonitorIx,
    /// Where it waited: the monitor itself, or a condition.
    pub set: MonitorIx,
    /// How long it waits.
    pub waits: Waits,
}

/// What a thread that parks looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parked {
    /// When it gives up by itself.
    pub limit: Limit,
    /// Its permit.
    pub permit: LocationIx,
    /// Its interrupt flag.
    pub flag: LocationIx,
}

impl Names for Numbers {
    type Thread = ThreadIx;
    type Location = LocationIx;
    type Monitor = MonitorIx;
    type Patience = Waits;
    type Resume = Slept;
    type Park = Parked;
    /// The root of the child's trie.
    type Argument = CellIx;
    type Awaited = AwaitIx;
    type Text = TextIx;
    type Uncaught = UncaughtIx;
    /// No thread does it.
    type Arriving = Infallible;

    const FOREVER: Waits = Waits::FOREVER;

    fn limit(waits: Waits) -> Limit {
        waits.limit
    }

    fn flag(waits: Waits, _: ThreadIx) -> Option<LocationIx> {
        waits.flag
    }

    fn tells(waits: Waits) -> bool {
        waits.tells()
    }

    fn resumed(slept: &Slept) -> (MonitorIx, Waits) {
        (slept.monitor, slept.waits)
    }

    fn parked(parked: &Parked) -> Waits {
        Waits { limit: parked.limit, flag: None }
    }

    fn permit_and_flag(parked: &Parked, _: ThreadIx) -> (LocationIx, LocationIx) {
        (parked.permit, parked.flag)
    }

    /// Nothing: it is in the footprint of the cell that the await goes back to, and [`super::names::Sights`] has it.
    fn looked_at(_: &AwaitIx, _: &mut impl FnMut(Resource<Numbers>)) {}

    fn arriving(arriving: &Infallible) -> LocationIx {
        match *arriving {}
    }
}

/// The operation of a thread behind another one, that of the cell `before` (or none). None if the thread cannot do that there: a resume
/// without a wait, or an arrival.
pub(super) fn number(model: &mut Model, thread: ThreadIx, before: CellIx, action: &Action) -> Option<Op> {
    action.rename(&mut Numbering { model, thread, before }).ok()
}

/// The protocol's form of an operation.
pub(super) fn action(model: &Model, op: Op) -> Action {
    let Ok(action) = op.rename(&mut Naming(model));
    action
}

/// Gives numbers.
struct Numbering<'a> {
    model: &'a mut Model,
    /// Whose operation it is.
    thread: ThreadIx,
    /// Where it was before; [`CellIx::NONE`] where it begins.
    before: CellIx,
}

/// A thread cannot do that there.
struct Impossible;

impl Numbering<'_> {
    fn me(&self) -> ThreadId {
        self.model.names.thread_id(self.thread)
    }
}

impl Renaming<Ids, Numbers> for Numbering<'_> {
    type Error = Impossible;

    fn thread(&mut self, thread: ThreadId) -> ThreadIx {
        self.model.names.thread(thread)
    }

    fn location(&mut self, location: LocationId) -> LocationIx {
        self.model.names.location(location)
    }

    fn monitor(&mut self, monitor: Value) -> MonitorIx {
        self.model.names.monitor(monitor)
    }

    fn patience(&mut self, patience: Patience) -> Waits {
        let flag = Ids::flag(patience, self.me()).map(|flag| self.location(flag));
        Waits { limit: patience.limit, flag }
    }

    fn resume(&mut self, monitor: &Value) -> Result<Slept, Impossible> {
        let resumed = self.monitor(*monitor);
        let before = (self.before != CellIx::NONE).then(|| self.model.tries.cell(self.before));
        match before.and_then(|before| before.op) {
            Some(Op::Wait { monitor, set, patience: waits }) if monitor == resumed => Ok(Slept { monitor, set, waits }),
            _ => Err(Impossible),
        }
    }

    fn park(&mut self, limit: &Limit) -> Parked {
        let (permit, flag) = Ids::permit_and_flag(limit, self.me());
        Parked { limit: *limit, permit: self.location(permit), flag: self.location(flag) }
    }

    fn argument(&mut self, child: ThreadIx, argument: &Value) -> CellIx {
        self.model.tries.root(child, *argument)
    }

    fn awaited(&mut self, awaited: &Awaited) -> AwaitIx {
        self.model.names.await_number(awaited)
    }

    fn text(&mut self, text: &String) -> TextIx {
        self.model.names.text_number(text)
    }

    fn uncaught(&mut self, uncaught: &Uncaught) -> UncaughtIx {
        self.model.names.uncaught_number(uncaught)
    }

    fn arriving(&mut self, _: &LocationId) -> Result<Infallible, Impossible> {
        Err(Impossible)
    }
}

/// Finds names again.
struct Naming<'a>(&'a Model);

impl Renaming<Numbers, Ids> for Naming<'_> {
    type Error = Infallible;

    fn thread(&mut self, thread: ThreadIx) -> ThreadId {
        self.0.names.thread_id(thread)
    }

    fn location(&mut self, location: LocationIx) -> LocationId {
        self.0.names.location_id(location)
    }

    fn monitor(&mut self, monitor: MonitorIx) -> Value {
        self.0.names.monitor_id(monitor)
    }

    fn patience(&mut self, waits: Waits) -> Patience {
        Patience { limit: waits.limit, interruptible: waits.flag.is_some() }
    }

    fn resume(&mut self, slept: &Slept) -> Result<Value, Infallible> {
        Ok(self.monitor(slept.monitor))
    }

    fn park(&mut self, parked: &Parked) -> Limit {
        parked.limit
    }

    fn argument(&mut self, _: ThreadId, root: &CellIx) -> Value {
        self.0.tries.argument(*root)
    }

    fn awaited(&mut self, awaited: &AwaitIx) -> Awaited {
        self.0.names.awaited(*awaited).clone()
    }

    fn text(&mut self, text: &TextIx) -> String {
        self.0.names.text(*text).to_owned()
    }

    fn uncaught(&mut self, uncaught: &UncaughtIx) -> Uncaught {
        self.0.names.uncaught(*uncaught).clone()
    }

    fn arriving(&mut self, arriving: &Infallible) -> Result<LocationId, Infallible> {
        match *arriving {}
    }
}

#[cfg(test)]
mod tests {
    use super::{CellIx, action, number};
    use crate::Model;
    use crate::local_states::LocalStates;
    use crate::rules::Rules;
    use mcr_protocol::{
        Action, Awaited, Change, Fence, Guard, Limit, LocationId, Order, Patience, SiteId, ThreadId, Try, Uncaught,
        Value,
    };

    const X: LocationId = LocationId(1);
    const CHILD: ThreadId = ThreadId(3);
    const MONITOR: Value = Value(7);
    const SET: Value = Value(8);
    const HURRIED: Patience = Patience { limit: Limit::Timed, interruptible: true };

    #[test]
    fn numbers_lead_back_to_the_same_operation() {
        let mut model = Model::new(Rules::default(), LocalStates::Ignored);
        let awaited = Awaited {
            events: 4,
            reads: vec![(X, Value(1))],
            alive: vec![CHILD],
            states: vec![(CHILD, 0)],
            tries: vec![Try::Monitor(MONITOR), Try::Guard(X, Guard::Zero)],
        };
        let uncaught = Uncaught { class: "E".to_owned(), message: None, stack: Vec::new(), assertion: false };
        let actions = [
            Action::Read(X),
            Action::Write(X, Value(5), Order::Release),
            Action::Fence(Fence::StoreStore),
            Action::Update(X, Order::Arrived),
            Action::Acquire { monitor: MONITOR, patience: HURRIED, parks: true },
            Action::Release(MONITOR),
            Action::Wait { monitor: MONITOR, set: SET, patience: HURRIED },
            Action::Notify { monitor: MONITOR, set: SET },
            Action::NotifyAll { monitor: MONITOR, set: SET },
            Action::Guarded { location: X, guard: Guard::AtLeast(2), change: Change::CountDown, patience: HURRIED },
            Action::Park(Limit::Timed),
            Action::Start { child: CHILD, argument: Value(9), daemon: true, tells: Some(X) },
            Action::Join { child: CHILD, patience: Patience::FOREVER },
            Action::Alive(CHILD),
            Action::State(CHILD),
            Action::Choose(3),
            Action::Await(awaited),
            Action::Print("text".to_owned()),
            Action::Exit(2),
            Action::End { uncaught: Some(uncaught), notifies: Some(MONITOR) },
        ];
        for there in actions {
            let op = number(&mut model, Model::MAIN, CellIx::NONE, &there).expect("a thread can do it");
            assert_eq!(action(&model, op), there);
        }
    }

    #[test]
    fn a_resume_has_a_number_only_after_its_wait() {
        let mut model = Model::new(Rules::default(), LocalStates::Ignored);
        let (wait, resume) = (Action::Wait { monitor: MONITOR, set: SET, patience: HURRIED }, Action::Resume(MONITOR));
        let root = Model::MAIN_ROOT;
        assert_eq!(number(&mut model, Model::MAIN, CellIx::NONE, &resume), None);
        let op = number(&mut model, Model::MAIN, CellIx::NONE, &wait).expect("a thread can wait");
        model.tries.teach(root, op, SiteId(1), CellIx::NONE);
        let op = number(&mut model, Model::MAIN, root, &resume).expect("a thread can come back");
        assert_eq!(action(&model, op), resume);
        assert_eq!(op.patience().limit, Limit::Timed);
        assert_eq!(number(&mut model, Model::MAIN, root, &Action::Resume(SET)), None);
    }

    #[test]
    fn no_thread_lets_a_write_arrive() {
        let mut model = Model::new(Rules::default(), LocalStates::Ignored);
        assert_eq!(number(&mut model, Model::MAIN, CellIx::NONE, &Action::Arrive(X, Value(1))), None);
    }
}
