//! What operations touch: what two of them may have in common.

use super::{Names, Operation};
use crate::Change;

/// Something through which one thread's step can matter to another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource<N: Names> {
    /// The value of a location. Permits and interrupt flags are locations.
    Location(N::Location),
    /// Who is in a monitor.
    Monitor(N::Monitor),
    /// Who is in a wait set. Only who owns its monitor, or takes it, acts on it.
    WaitSet(N::Monitor),
    /// Written by the start and the end of the thread, read by joins.
    Liveness(N::Thread),
    /// Written by the start and the end of the thread, read by questions whether it is alive, and by joins that may be
    /// over before that end.
    Aliveness(N::Thread),
    /// Written by prints, read by exits (and by ends that may end the execution).
    Output,
    /// Written by what may change what others see a thread doing, read by questions what it is doing.
    Doings,
    /// Whether sleepers are leaving ([`Operation::Resume`]). Which operations touch it depends on which locations are
    /// the flags of sleepers: [`Operation::touches`] does not tell.
    Leaving,
}

/// That an operation touches a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Touch<N: Names> {
    /// What.
    pub resource: Resource<N>,
    /// Whether it may change it; else it only depends on it.
    pub writes: bool,
}

impl<N: Names> Touch<N> {
    /// A resource on which an operation depends.
    #[must_use]
    pub fn read(resource: Resource<N>) -> Touch<N> {
        Touch { resource, writes: false }
    }

    /// A resource that an operation may change.
    #[must_use]
    pub fn write(resource: Resource<N>) -> Touch<N> {
        Touch { resource, writes: true }
    }
}

impl<N: Names> Operation<N> {
    /// What its thread, `me`, touches with it: all that it may depend on, or change. Who knows more (that nobody asks
    /// what others are doing, say) may leave something out.
    pub fn touches(&self, me: N::Thread, each: &mut impl FnMut(Touch<N>)) {
        use Resource::{Aliveness, Doings, Liveness, Location, Monitor, Output, WaitSet};
        let (read, write) = (Touch::<N>::read, Touch::<N>::write);
        match self {
            Operation::Read(location) => each(read(Location(*location))),
            Operation::Write(location, ..) | Operation::Update(location, _) => each(write(Location(*location))),
            Operation::Arrive(arriving, _) => each(write(Location(N::arriving(arriving)))),
            Operation::Acquire { monitor, .. } | Operation::Release(monitor) => each(write(Monitor(*monitor))),
            Operation::Resume(resume) => each(write(Monitor(N::resumed(resume).0))),
            Operation::Wait { monitor, set, .. }
            | Operation::Notify { monitor, set }
            | Operation::NotifyAll { monitor, set } => {
                each(write(Monitor(*monitor)));
                each(write(WaitSet(*set)));
            }
            Operation::Guarded { location, change, .. } => {
                each(Touch { resource: Location(*location), writes: *change != Change::Keep });
            }
            Operation::Park(park) => {
                let (permit, flag) = N::permit_and_flag(park, me);
                each(write(Location(permit)));
                each(read(Location(flag)));
            }
            Operation::Start { child, tells, .. } => {
                each(write(Liveness(*child)));
                each(write(Aliveness(*child)));
                tells.iter().for_each(|location| each(write(Location(*location))));
            }
            Operation::Join { child, .. } => {
                each(read(Liveness(*child)));
                each(read(Aliveness(*child)));
            }
            Operation::Alive(child) => each(read(Aliveness(*child))),
            Operation::State(_) => each(read(Doings)),
            Operation::Await(awaited) => N::looked_at(awaited, &mut |resource| each(read(resource))),
            Operation::Print(_) => each(write(Output)),
            Operation::Exit(_) => each(read(Output)),
            Operation::End { uncaught, notifies } => {
                each(write(Liveness(me)));
                each(write(Aliveness(me)));
                each(Touch { resource: Output, writes: uncaught.is_some() });
                notifies.iter().for_each(|monitor| each(write(Monitor(*monitor))));
            }
            Operation::Fence(_) | Operation::Choose(_) => {}
        }
        // An interrupt that ends the wait clears the flag.
        if let Some(flag) = N::flag(self.patience(), me) {
            each(write(Location(flag)));
        }
        if self.may_change_doing() {
            each(write(Doings));
        }
    }

    /// Whether others may see its thread, or another one, doing something else afterwards.
    ///
    /// What only looks changes nothing. Before it a thread is seen running, after it it is seen running or, if it
    /// blocks then, blocked: what could be seen before can be seen after. The same goes for writes to locations for
    /// which no thread waits.
    fn may_change_doing(&self) -> bool {
        !matches!(
            self,
            Operation::Read(_)
                | Operation::Alive(_)
                | Operation::State(_)
                | Operation::Choose(_)
                | Operation::Await(_)
                | Operation::Print(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Resource, Touch};
    use crate::{Action, Awaited, Guard, Ids, Limit, LocationId, Order, Patience, ThreadId, Try, Value};

    const ME: ThreadId = ThreadId::MAIN;
    const X: LocationId = LocationId(1);

    fn touches(action: &Action) -> Vec<Touch<Ids>> {
        let mut all = Vec::new();
        action.touches(ME, &mut |touch| all.push(touch));
        all
    }

    #[test]
    fn an_interrupt_that_ends_a_wait_clears_the_flag_of_the_thread() {
        let patience = Patience { limit: Limit::Never, interruptible: true };
        let flag = Touch::write(Resource::Location(LocationId::interrupt(ME)));
        let acquire = Action::Acquire { monitor: Value(7), patience, parks: true };
        assert_eq!(
            touches(&acquire),
            [Touch::write(Resource::Monitor(Value(7))), flag, Touch::write(Resource::Doings)]
        );
        // The resume after it does.
        let wait = Action::Wait { monitor: Value(7), set: Value(8), patience };
        assert!(!touches(&wait).contains(&flag));
    }

    #[test]
    fn what_only_looks_writes_nothing() {
        let awaited = Awaited {
            events: 4,
            reads: vec![(X, Value(1))],
            alive: vec![ThreadId(3)],
            states: vec![(ThreadId(3), 0)],
            tries: vec![Try::Monitor(Value(7)), Try::Guard(X, Guard::Zero)],
        };
        let looks = [Action::Read(X), Action::Alive(ThreadId(3)), Action::State(ThreadId(3)), Action::Await(awaited)];
        for action in looks {
            let all = touches(&action);
            assert!(!all.is_empty() && all.iter().all(|touch| !touch.writes), "{action:?}: {all:?}");
        }
    }

    #[test]
    fn the_location_of_an_access_is_touched_in_the_same_way() {
        for action in [Action::Read(X), Action::Write(X, Value(1), Order::Plain), Action::Update(X, Order::Volatile)] {
            let (location, writes) = action.access().expect("an access");
            assert!(touches(&action).contains(&Touch { resource: Resource::Location(location), writes }));
        }
    }
}
