//! The native methods that announce operations: Java's codes become actions, outcomes become numbers.
//!
//! The numbers are those of [`crate::codes`]. Invariant: what Java cannot mean ends the execution, it is
//! never taken for something else.

#![expect(clippy::too_many_arguments, reason = "the arguments of a native method are what Java passes")]

use super::call_natives::announces;
use super::jni::Jni;
use super::natives::the_agent;
use crate::codes::answer::{NO_NUMBER, STOPPED};
use crate::codes::{change, failed, guard, patience, state, step, wake};
use jvmti_bindings::sys::jni::{jboolean, jint, jlong, jlongArray, jobject, jstring};
use mcr_protocol::{
    Action, Awaited, Change, End, Fence, Guard, Limit, LocalState, LocationId, Order, Outcome, Patience, SiteId,
    ThreadId, Try, Value, Wake,
};

pub fn thread(id: jlong) -> ThreadId {
    ThreadId(id.cast_unsigned())
}

pub fn value(bits: jlong) -> Value {
    Value(bits.cast_unsigned())
}

pub fn location(id: jlong) -> LocationId {
    LocationId(id.cast_unsigned())
}

fn site_id(site: jint) -> SiteId {
    SiteId(site.cast_unsigned())
}

/// A limit, and whether an interrupt ends the wait.
fn patience(code: jlong) -> Option<Patience> {
    let code = jint::try_from(code).ok()?;
    let limit = limit(code & !patience::INTERRUPTIBLE)?;
    Some(Patience { limit, interruptible: code & patience::INTERRUPTIBLE != 0 })
}

fn limit(code: jint) -> Option<Limit> {
    match code {
        patience::FOREVER => Some(Limit::Never),
        patience::TIMED => Some(Limit::Timed),
        patience::NOW => Some(Limit::Now),
        _ if code & ((1 << patience::AFTER_SHIFT) - 1) == patience::AFTER => {
            u32::try_from(code >> patience::AFTER_SHIFT).ok().filter(|millis| *millis > 0).map(Limit::After)
        }
        _ => None,
    }
}

fn guard(code: jint, argument: jlong) -> Option<Guard> {
    match code {
        guard::ALWAYS => Some(Guard::Always),
        guard::ZERO => Some(Guard::Zero),
        guard::AT_LEAST => Some(Guard::AtLeast(argument)),
        guard::HAS => Some(Guard::Has(argument)),
        guard::LACKS => Some(Guard::Lacks(argument)),
        _ => None,
    }
}

fn change(code: jint, argument: jlong) -> Option<Change> {
    match code {
        change::KEEP => Some(Change::Keep),
        change::ADD => Some(Change::Add(argument)),
        change::COUNT_DOWN => Some(Change::CountDown),
        change::SET => Some(Change::Set(value(argument))),
        _ => None,
    }
}

// Java is told what a thread is doing as the protocol numbers it.
const _: () = {
    use mcr_protocol::Doing;
    assert!(state::RUNNING == Doing::Running as jint && state::BLOCKED == Doing::Blocked as jint);
    assert!(state::WAITING == Doing::Waiting as jint && state::TIMED_WAITING == Doing::TimedWaiting as jint);
    assert!(state::ENDED == Doing::Ended as jint);
};

/// The wait set of that name: 0 stands for that of the monitor itself.
fn wait_set(monitor: jlong, set: jlong) -> Value {
    value(if set == 0 { monitor } else { set })
}

/// The action with this code. (Waits, guarded steps, [`step::IS_INTERRUPTED`] and [`step::TIME`] are described in other ways.)
fn action(me: ThreadId, code: jint, a: jlong, b: jlong) -> Option<Action> {
    let parks = jlong::from(patience::PARKS);
    let write = |order| Action::Write(location(a), value(b), order);
    Some(match code {
        step::READ => Action::Read(location(a)),
        step::WRITE => write(Order::Plain),
        step::WRITE_RELEASE => write(Order::Release),
        step::WRITE_VOLATILE => write(Order::Volatile),
        step::ARRIVED => write(Order::Arrived),
        step::UPDATE => Action::Update(location(a), Order::Volatile),
        step::UPDATE_PAST => Action::Update(location(a), Order::Arrived),
        step::ACQUIRE => Action::Acquire { monitor: value(a), patience: patience(b & !parks)?, parks: b & parks != 0 },
        step::RELEASE => Action::Release(value(a)),
        step::RESUME => Action::Resume(value(a)),
        step::NOTIFY => Action::Notify { monitor: value(a), set: wait_set(a, b) },
        step::NOTIFY_ALL => Action::NotifyAll { monitor: value(a), set: wait_set(a, b) },
        step::JOIN => Action::Join { child: thread(a), patience: patience(b)? },
        step::ALIVE => Action::Alive(thread(a)),
        step::PARK => Action::Park(limit(jint::try_from(b).ok()?)?),
        step::FENCE => Action::Fence(Fence::Full),
        step::BARRIER => Action::Fence(Fence::StoreStore),
        step::UNPARK => Action::Write(LocationId::permit(thread(a)), Value(1), Order::Volatile),
        step::INTERRUPT => Action::Write(LocationId::interrupt(thread(a)), Value(1), Order::Volatile),
        step::INTERRUPTED => Action::Guarded {
            location: LocationId::interrupt(me),
            guard: Guard::AtLeast(1),
            change: Change::Set(Value::ZERO),
            patience: Patience { limit: Limit::Now, interruptible: false },
        },
        step::STATE => Action::State(thread(a)),
        step::SLEEP => Action::Guarded {
            location: LocationId::SLEEP,
            guard: Guard::AtLeast(1),
            change: Change::Keep,
            patience: patience(b)?,
        },
        step::CHOOSE => Action::Choose(u32::try_from(a).ok()?),
        _ => return None,
    })
}

/// What Java is told: what the thread learned, as a number.
fn answer(outcome: Outcome) -> jlong {
    match outcome {
        Outcome::Read(value) => value.0.cast_signed(),
        Outcome::Resumed(Wake::Notified) | Outcome::Updated { .. } => wake::NOTIFIED,
        Outcome::Resumed(Wake::Interrupted) => wake::INTERRUPTION,
        Outcome::Resumed(Wake::Spurious) => wake::SPURIOUS,
        Outcome::Resumed(Wake::TimedOut) => wake::TIMED_OUT,
        Outcome::Done | Outcome::Woke(_) => 0,
    }
}

/// Performs an action that Java has described; if there is none, the execution ends.
fn perform(id: jlong, site: jint, action: Option<Action>) -> jlong {
    let agent = the_agent();
    let Some(action) = action else {
        agent.scheduler.give_up(End::Unsupported(format!("{} announced an unknown operation", thread(id))));
        return STOPPED;
    };
    announces(thread(id));
    agent.scheduler.step(thread(id), site_id(site), action).map_or(STOPPED, answer)
}

pub fn step(_: Jni, id: jlong, site: jint, code: jint, a: jlong, b: jlong) -> jlong {
    let kept = match code {
        step::IS_INTERRUPTED => Some(LocationId::interrupt(thread(a))),
        step::TIME => Some(LocationId::TIME),
        _ => None,
    };
    if let Some(location) = kept {
        announces(thread(id));
        let read = the_agent().scheduler.read(thread(id), site_id(site), location);
        return read.map_or(STOPPED, |value| answer(Outcome::Read(value)));
    }
    perform(id, site, action(thread(id), code, a, b))
}

pub fn wait(_: Jni, id: jlong, site: jint, monitor: jlong, set: jlong, patience_code: jint) -> jlong {
    let patience = patience(patience_code.into());
    let wait = patience.map(|patience| Action::Wait { monitor: value(monitor), set: wait_set(monitor, set), patience });
    perform(id, site, wait)
}

/// A number can be any `i32` and so the answer for "stopped" is another one.
pub fn number(_: Jni, id: jlong, site: jint, at: jlong) -> jlong {
    announces(thread(id));
    let read = the_agent().scheduler.read(thread(id), site_id(site), location(at));
    read.map_or(NO_NUMBER, |number| number.0.cast_signed())
}

pub fn guarded(
    _: Jni,
    id: jlong,
    site: jint,
    number: jlong,
    guard_code: jint,
    guard_argument: jlong,
    change_code: jint,
    change_argument: jlong,
    patience_code: jint,
) -> jlong {
    let parts = || {
        let guard = guard(guard_code, guard_argument)?;
        let change = change(change_code, change_argument)?;
        Some(Action::Guarded { location: location(number), guard, change, patience: patience(patience_code.into())? })
    };
    perform(id, site, parts())
}

pub fn await_change(
    jni: Jni,
    id: jlong,
    site: jint,
    events: jint,
    reads: jlongArray,
    alive: jlongArray,
    states: jlongArray,
    tries: jlongArray,
) -> jlong {
    let pairs = |array| jni.longs(array).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
    let reads = sorted(pairs(reads).into_iter().map(|(read, seen)| (location(read), value(seen))));
    let alive = sorted(jni.longs(alive).into_iter().map(thread));
    // A code that does not exist is never an answer, so the thread would not wait.
    let states =
        sorted(pairs(states).into_iter().map(|(of, code)| (thread(of), u8::try_from(code).unwrap_or(u8::MAX))));
    let tries: Option<Vec<Try>> = jni.longs(tries).chunks_exact(3).map(|t| failed_try(t[0], t[1], t[2])).collect();
    let awaited = tries.map(|tries| {
        let (events, tries) = (events.cast_unsigned(), sorted(tries.into_iter()));
        Awaited { events, reads, alive, states, tries }
    });
    perform(id, site, awaited.map(Action::Await))
}

/// A try that failed: of a monitor, or of a guarded step.
fn failed_try(kind: jlong, what: jlong, code: jlong) -> Option<Try> {
    match (kind, code) {
        (failed::FAILED_MONITOR, _) => Some(Try::Monitor(value(what))),
        (failed::FAILED_GUARD, code) => {
            // What is not one of the first two is the last one and its bound.
            let guard = match jint::try_from(code) {
                Ok(code @ (guard::ALWAYS | guard::ZERO)) => guard(code, 0)?,
                _ => Guard::AtLeast(code.wrapping_sub(guard::AT_LEAST.into())),
            };
            Some(Try::Guard(location(what), guard))
        }
        _ => None,
    }
}

/// Each once.
fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

pub fn start(
    jni: Jni,
    id: jlong,
    site: jint,
    object: jobject,
    name: jstring,
    child: jlong,
    argument: jlong,
    daemon: jboolean,
    tells: jlong,
) -> jlong {
    the_agent().symbols().thread(thread(child), jni.text(name));
    super::natives::set_mark(object, child);
    let tells = (tells != 0).then(|| location(tells));
    let action = Action::Start { child: thread(child), argument: value(argument), daemon: daemon != 0, tells };
    perform(id, site, Some(action))
}

pub fn print(jni: Jni, id: jlong, site: jint, text: jstring) -> jlong {
    perform(id, site, Some(Action::Print(jni.text(text))))
}

pub fn exit(_: Jni, id: jlong, site: jint, status: jint) {
    perform(id, site, Some(Action::Exit(status)));
}

pub fn key(_: Jni, key: jlong) {
    the_agent().scheduler.key(LocalState(key.cast_unsigned()));
}

pub fn complete_read(_: Jni, id: jlong, read: jlong) {
    the_agent().scheduler.complete(thread(id), Outcome::Read(value(read)));
}

pub fn complete_update(_: Jni, id: jlong, before: jlong, after: jlong) {
    the_agent().scheduler.complete(thread(id), Outcome::Updated { old: value(before), new: value(after) });
}

/// The end of the thread notifies those who wait for this monitor.
pub fn end_counts_down(_: Jni, id: jlong, number: jlong) {
    the_agent().end_counts_down(thread(id), location(number));
}

pub fn end_notifies(_: Jni, id: jlong, monitor: jlong) {
    the_agent().end_notifies(thread(id), value(monitor));
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: ThreadId = ThreadId::MAIN;

    #[test]
    fn an_acquire_knows_its_limit_whether_it_can_be_interrupted_and_whether_it_parks() {
        let acquire = |code| action(ME, 3, 7, code);
        let with = |limit, interruptible, parks| {
            Some(Action::Acquire { monitor: Value(7), patience: Patience { limit, interruptible }, parks })
        };
        assert_eq!(acquire(0), with(Limit::Never, false, false));
        assert_eq!(acquire(1), with(Limit::Timed, false, false));
        assert_eq!(acquire(2 + 8), with(Limit::Now, false, true));
        assert_eq!(acquire(1 + 4 + 8), with(Limit::Timed, true, true));
        assert_eq!(acquire(3 + 8 + 5 * (1 << patience::AFTER_SHIFT)), with(Limit::After(5), false, true));
        assert_eq!((acquire(3), acquire(16), acquire(-1)), (None, None, None));
    }

    #[test]
    fn zero_is_the_wait_set_of_the_monitor() {
        assert_eq!(action(ME, 7, 5, 0), Some(Action::Notify { monitor: Value(5), set: Value(5) }));
        assert_eq!(action(ME, 8, 5, 6), Some(Action::NotifyAll { monitor: Value(5), set: Value(6) }));
    }

    #[test]
    fn permits_and_interrupt_flags_are_locations_of_the_thread_meant() {
        let child = ME.child(0);
        let name = child.0.cast_signed();
        assert_eq!(action(ME, 12, name, 0), Some(Action::Write(LocationId::permit(child), Value(1), Order::Volatile)));
        assert_eq!(
            action(ME, 13, name, 0),
            Some(Action::Write(LocationId::interrupt(child), Value(1), Order::Volatile))
        );
        let Some(Action::Guarded { location, .. }) = action(child, 14, 0, 0) else { panic!("a guarded step") };
        assert_eq!(location, LocationId::interrupt(child));
    }

    #[test]
    fn what_does_not_exist_is_no_action() {
        for (code, a, b) in [(5, 1, 0), (26, 0, 0), (-1, 0, 0), (9, 1, 8), (11, 0, 3), (15, 0, 0), (17, -1, 0)] {
            assert_eq!(action(ME, code, a, b), None, "{code} {a} {b}");
        }
        assert_eq!((guard(5, 0), change(4, 0)), (None, None));
        assert_eq!((guard(3, 6), guard(4, 6)), (Some(Guard::Has(6)), Some(Guard::Lacks(6))));
    }

    #[test]
    fn the_code_of_a_guard_that_did_not_hold_has_its_bound() {
        let at = LocationId(9);
        let guards = [Guard::Always, Guard::Zero, Guard::AtLeast(0), Guard::AtLeast(3)];
        assert_eq!(
            [0, 1, 2, 5].map(|code| failed_try(1, 9, code)),
            [0, 1, 2, 3].map(|n| Some(Try::Guard(at, guards[n])))
        );
        assert_eq!(failed_try(0, 9, 0), Some(Try::Monitor(Value(9))));
        assert_eq!(failed_try(2, 9, 0), None);
    }

    #[test]
    fn java_can_tell_the_reasons_apart() {
        let wakes = [Wake::TimedOut, Wake::Notified, Wake::Interrupted, Wake::Spurious];
        assert_eq!(wakes.map(|wake| answer(Outcome::Resumed(wake))), [0, 1, 2, 3]);
        assert_eq!(answer(Outcome::Updated { old: Value(0), new: Value(0) }), 1);
        assert_eq!(answer(Outcome::Read(Value(4))), 4);
        assert_eq!(answer(Outcome::Done), 0);
    }
}
