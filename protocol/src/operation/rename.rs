//! The same operation in other names.

use super::{Names, Operation};

/// Says for each name of one kind the one of another kind. Names are asked for in the order in which the operation has
/// them.
pub trait Renaming<From: Names, To: Names> {
    /// Why an operation has no form in the other names.
    type Error;

    /// A thread.
    fn thread(&mut self, thread: From::Thread) -> To::Thread;
    /// A location.
    fn location(&mut self, location: From::Location) -> To::Location;
    /// A monitor or wait set.
    fn monitor(&mut self, monitor: From::Monitor) -> To::Monitor;
    /// How long it waits.
    fn patience(&mut self, patience: From::Patience) -> To::Patience;
    /// What a resume is about.
    ///
    /// # Errors
    /// When the thread cannot resume there.
    fn resume(&mut self, resume: &From::Resume) -> Result<To::Resume, Self::Error>;
    /// What a park is about.
    fn park(&mut self, park: &From::Park) -> To::Park;
    /// What a child, which has the other name already, knows from the start.
    fn argument(&mut self, child: To::Thread, argument: &From::Argument) -> To::Argument;
    /// What a waiting thread has looked at.
    fn awaited(&mut self, awaited: &From::Awaited) -> To::Awaited;
    /// What is printed.
    fn text(&mut self, text: &From::Text) -> To::Text;
    /// An exception.
    fn uncaught(&mut self, uncaught: &From::Uncaught) -> To::Uncaught;
    /// Where a write arrives.
    ///
    /// # Errors
    /// When arrivals are no operations.
    fn arriving(&mut self, arriving: &From::Arriving) -> Result<To::Arriving, Self::Error>;
}

impl<From: Names> Operation<From> {
    /// The same operation in other names.
    ///
    /// # Errors
    /// When it has none.
    pub fn rename<To: Names, R: Renaming<From, To>>(&self, with: &mut R) -> Result<Operation<To>, R::Error> {
        Ok(match self {
            Operation::Read(location) => Operation::Read(with.location(*location)),
            Operation::Write(location, value, order) => Operation::Write(with.location(*location), *value, *order),
            Operation::Arrive(arriving, value) => Operation::Arrive(with.arriving(arriving)?, *value),
            Operation::Fence(fence) => Operation::Fence(*fence),
            Operation::Update(location, order) => Operation::Update(with.location(*location), *order),
            Operation::Acquire { monitor, patience, parks } => {
                let (monitor, patience) = (with.monitor(*monitor), with.patience(*patience));
                Operation::Acquire { monitor, patience, parks: *parks }
            }
            Operation::Release(monitor) => Operation::Release(with.monitor(*monitor)),
            Operation::Wait { monitor, set, patience } => {
                let (monitor, set) = (with.monitor(*monitor), with.monitor(*set));
                Operation::Wait { monitor, set, patience: with.patience(*patience) }
            }
            Operation::Resume(resume) => Operation::Resume(with.resume(resume)?),
            Operation::Notify { monitor, set } => {
                Operation::Notify { monitor: with.monitor(*monitor), set: with.monitor(*set) }
            }
            Operation::NotifyAll { monitor, set } => {
                Operation::NotifyAll { monitor: with.monitor(*monitor), set: with.monitor(*set) }
            }
            Operation::Guarded { location, guard, change, patience } => {
                let (location, patience) = (with.location(*location), with.patience(*patience));
                Operation::Guarded { location, guard: *guard, change: *change, patience }
            }
            Operation::Park(park) => Operation::Park(with.park(park)),
            Operation::Start { child, argument, daemon, tells } => {
                let (child, tells) = (with.thread(*child), tells.map(|location| with.location(location)));
                Operation::Start { child, argument: with.argument(child, argument), daemon: *daemon, tells }
            }
            Operation::Join { child, patience } => {
                Operation::Join { child: with.thread(*child), patience: with.patience(*patience) }
            }
            Operation::Alive(child) => Operation::Alive(with.thread(*child)),
            Operation::State(other) => Operation::State(with.thread(*other)),
            Operation::Choose(below) => Operation::Choose(*below),
            Operation::Await(awaited) => Operation::Await(with.awaited(awaited)),
            Operation::Print(text) => Operation::Print(with.text(text)),
            Operation::Exit(status) => Operation::Exit(*status),
            Operation::End { uncaught, notifies } => Operation::End {
                uncaught: uncaught.as_ref().map(|uncaught| with.uncaught(uncaught)),
                notifies: notifies.map(|monitor| with.monitor(monitor)),
            },
        })
    }
}
