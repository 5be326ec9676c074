//! What may come of each operation, said once more and as simply as possible: all outcomes, by going through the whole history.
//!
//! Random programs are run by random schedules; whatever the oracle allows the scheduler must do, and nothing else.

use super::random::{Random, random_programs};
use super::*;

/// Those between a wait and its resume.
#[derive(Default)]
struct Waiters {
    /// With their wait sets, in the order in which they have waited.
    asleep: Vec<(ThreadId, Value, Patience)>,
    /// Notified in queues, in this order.
    queued: Vec<ThreadId>,
    /// Notified on the monitor itself.
    notified: Vec<ThreadId>,
    /// Of those notified, who was leaving: with the wait's patience. Also those who were overtaken since, and so had left.
    leaving: Vec<(ThreadId, Patience)>,
}

/// What has happened, and what it comes to.
struct History<'a> {
    events: &'a [Event],
    model: MemoryModel,
}

/// A write that has not arrived.
struct Buffered {
    location: LocationId,
    value: Value,
    /// How many barriers of the thread came before it.
    barriers: usize,
}

impl History<'_> {
    /// The writes of a thread that have not arrived, in the order in which it has done them.
    fn buffer(&self, thread: ThreadId) -> Vec<Buffered> {
        let (mut buffer, mut barriers) = (Vec::<Buffered>::new(), 0);
        for event in self.events.iter().filter(|event| event.thread == thread) {
            match event.action {
                Action::Fence(Fence::StoreStore) => barriers += 1,
                Action::Write(location, value, order) if self.is_delayed(order) => {
                    barriers += usize::from(order == Order::Release);
                    buffer.push(Buffered { location, value, barriers });
                }
                Action::Arrive(location, value) => {
                    let place = buffer.iter().position(|write| write.location == location).expect("it is there");
                    assert_eq!(buffer.remove(place).value, value);
                }
                _ => {}
            }
        }
        buffer
    }

    fn is_delayed(&self, order: Order) -> bool {
        self.model != MemoryModel::Sc && order != Order::Volatile && order != Order::Arrived
    }

    /// Which write arrives first if a thread's oldest write to a location is to arrive: its place in the buffer.
    fn arrives_first(&self, buffer: &[Buffered], location: LocationId) -> Option<usize> {
        let wanted = buffer.iter().position(|write| write.location == location)?;
        let comes_before = |older: &Buffered| match self.model {
            MemoryModel::Pso => older.barriers < buffer[wanted].barriers,
            _ => true,
        };
        Some(buffer[..wanted].iter().position(comes_before).unwrap_or(wanted))
    }

    /// What a thread sees in a location.
    fn view(&self, thread: ThreadId, location: LocationId) -> Value {
        let own = self.buffer(thread).into_iter().rfind(|write| write.location == location);
        own.map_or(self.value(location), |write| write.value)
    }

    /// What each location holds.
    fn value(&self, location: LocationId) -> Value {
        let mut value = Value::ZERO;
        for Event { thread, action, outcome, .. } in self.events {
            match (action, outcome) {
                (Action::Write(_, _, order), _) if self.is_delayed(*order) => {}
                (Action::Write(to, written, _) | Action::Arrive(to, written), _) if *to == location => value = *written,
                (Action::Start { tells, .. }, _) if *tells == Some(location) => value = Value(1),
                (Action::Guarded { location: of, .. } | Action::Update(of, _), Outcome::Updated { new, .. })
                    if *of == location =>
                {
                    value = *new;
                }
                (Action::Park(_), Outcome::Done | Outcome::Resumed(Wake::Notified))
                    if location == LocationId::permit(*thread) =>
                {
                    value = Value(0);
                }
                (_, Outcome::Resumed(Wake::Interrupted)) if location == LocationId::interrupt(*thread) => {
                    value = Value(0);
                }
                _ => {}
            }
        }
        value
    }

    fn is_set(&self, location: LocationId) -> bool {
        self.value(location) != Value(0)
    }

    fn has_ended(&self, thread: ThreadId) -> bool {
        self.events.iter().any(|event| event.thread == thread && matches!(event.action, Action::End { .. }))
    }

    /// How deep the thread is in the monitor.
    fn depth(&self, monitor: Value, thread: ThreadId) -> u32 {
        let (mut depth, mut before) = (0, 0);
        for event in self.events.iter().filter(|event| event.thread == thread) {
            match (&event.action, event.outcome) {
                (Action::Acquire { monitor: of, .. }, Outcome::Done | Outcome::Resumed(Wake::Notified))
                    if *of == monitor =>
                {
                    depth += 1;
                }
                (Action::Release(of), _) if *of == monitor => depth -= 1,
                (Action::Wait { monitor: of, .. }, _) if *of == monitor => (depth, before) = (0, depth),
                (Action::Resume(of), _) if *of == monitor => depth = before,
                _ => {}
            }
        }
        depth
    }

    fn is_free(&self, monitor: Value, thread: ThreadId) -> bool {
        (0..4).map(name).all(|other| other == thread || self.depth(monitor, other) == 0)
    }

    fn waiters(&self) -> Waiters {
        let Waiters { mut asleep, mut queued, mut notified, mut leaving } = Waiters::default();
        for (number, Event { thread, action, outcome, .. }) in self.events.iter().enumerate() {
            let woken: Vec<ThreadId> = match (action, outcome) {
                (Action::Wait { set, patience, .. }, _) => {
                    asleep.push((*thread, *set, *patience));
                    continue;
                }
                (Action::Resume(_), _) => {
                    if let Some(place) = queued.iter().position(|waiter| waiter == thread)
                        && *outcome == Outcome::Resumed(Wake::Notified)
                    {
                        // Those before it had left.
                        queued.drain(..place);
                    }
                    leaving.retain(|(waiter, _)| waiter != thread);
                    asleep.retain(|(waiter, ..)| waiter != thread);
                    queued.retain(|waiter| waiter != thread);
                    notified.retain(|waiter| waiter != thread);
                    continue;
                }
                (_, Outcome::Woke(Some(woken))) => vec![*woken],
                (Action::NotifyAll { set, .. }, _) => {
                    let before = History { events: &self.events[..number], ..*self };
                    for (waiter, of, patience) in &asleep {
                        if of == set && before.would_leave(*waiter, *patience) {
                            leaving.push((*waiter, *patience));
                        }
                    }
                    asleep.iter().filter(|(_, of, _)| of == set).map(|(waiter, ..)| *waiter).collect()
                }
                _ => continue,
            };
            for woken in woken {
                let place = asleep.iter().position(|(waiter, ..)| *waiter == woken).expect("it sleeps");
                let (_, set, _) = asleep.remove(place);
                if set == M { &mut notified } else { &mut queued }.push(woken);
            }
        }
        Waiters { asleep, queued, notified, leaving }
    }

    /// Whether a sleeper could give up now, but for the monitor. Time may be over at any time.
    fn would_leave(&self, thread: ThreadId, patience: Patience) -> bool {
        patience.limit == Limit::Timed || patience.interruptible && self.is_set(LocationId::interrupt(thread))
    }

    /// All that may come of the thread's operation, when time may be over at any time and waits may end for no reason.
    fn possible(&self, thread: ThreadId, action: &Action) -> Vec<Outcome> {
        let flag = LocationId::interrupt(thread);
        let resumed = |wakes: &[(Wake, bool)]| {
            wakes.iter().filter(|(_, may)| *may).map(|(wake, _)| Outcome::Resumed(*wake)).collect()
        };
        let by_patience = |patience: Patience, enabled: bool, interruptible: bool| {
            if patience == Patience::FOREVER {
                return if enabled { vec![Outcome::Done] } else { vec![] };
            }
            let interrupted = patience.interruptible && interruptible && self.is_set(flag);
            let timed_out = !enabled && patience.limit != Limit::Never;
            resumed(&[(Wake::Notified, enabled), (Wake::TimedOut, timed_out), (Wake::Interrupted, interrupted)])
        };
        match action {
            Action::Acquire { monitor, patience, .. } => by_patience(*patience, self.is_free(*monitor, thread), true),
            Action::Join { child, patience } => {
                let ended = self.has_ended(*child);
                by_patience(*patience, ended, !ended)
            }
            Action::Park(limit) => {
                let enabled = self.is_set(flag) || self.is_set(LocationId::permit(thread));
                by_patience(Patience { limit: *limit, interruptible: false }, enabled, false)
            }
            Action::Guarded { location, guard, change, patience } => {
                let old = self.view(thread, *location);
                let mut all = by_patience(*patience, guard.holds(old), true);
                for outcome in &mut all {
                    if matches!(outcome, Outcome::Done | Outcome::Resumed(Wake::Notified)) {
                        *outcome = Outcome::Updated { old, new: change.of(old) };
                    }
                }
                all
            }
            Action::Resume(monitor) => {
                let Waiters { asleep, queued, notified, leaving } = self.waiters();
                if !self.is_free(*monitor, thread) {
                    return vec![];
                }
                match asleep.iter().find(|(waiter, ..)| *waiter == thread) {
                    Some((_, set, patience)) => resumed(&[
                        (Wake::TimedOut, patience.limit == Limit::Timed),
                        (Wake::Interrupted, patience.interruptible && self.is_set(flag)),
                        (Wake::Spurious, *set == M),
                    ]),
                    None => {
                        let may_have_left = |waiter: ThreadId| {
                            leaving.iter().find(|(who, _)| *who == waiter).filter(|(_, p)| self.would_leave(waiter, *p))
                        };
                        let place = queued.iter().position(|waiter| *waiter == thread);
                        let its_turn =
                            place.is_some_and(|place| queued[..place].iter().all(|who| may_have_left(*who).is_some()));
                        let left = leaving.iter().find(|(who, _)| *who == thread).map(|(_, patience)| *patience);
                        resumed(&[
                            (Wake::Notified, notified.contains(&thread) || its_turn),
                            (Wake::TimedOut, left.is_some_and(|patience| patience.limit == Limit::Timed)),
                            (
                                Wake::Interrupted,
                                left.is_some_and(|patience| patience.interruptible && self.is_set(flag)),
                            ),
                        ])
                    }
                }
            }
            Action::Notify { set, .. } => {
                let Waiters { asleep, .. } = self.waiters();
                let waiters: Vec<_> = asleep.iter().filter(|(_, of, _)| of == set).collect();
                let stay =
                    |(waiter, _, patience): &&&(ThreadId, Value, Patience)| !self.would_leave(*waiter, *patience);
                let first_to_stay = waiters.iter().position(|waiter| stay(&waiter)).unwrap_or(waiters.len());
                let reached = if *set == M { waiters.len() } else { waiters.len().min(first_to_stay + 1) };
                let nobody = (first_to_stay == waiters.len()).then_some(None);
                waiters[..reached].iter().map(|(waiter, ..)| Some(*waiter)).chain(nobody).map(Outcome::Woke).collect()
            }
            Action::Choose(below) => (0..u64::from(*below)).map(|value| Outcome::Read(Value(value))).collect(),
            Action::Alive(child) => vec![Outcome::Read(Value(u64::from(!self.has_ended(*child))))],
            Action::Update(location, _) => vec![increased(self.value(*location))],
            Action::Read(location) => vec![Outcome::Read(self.view(thread, *location))],
            Action::Await(awaited) => {
                let changed = awaited.reads.iter().any(|(location, seen)| self.view(thread, *location) != *seen);
                if changed { vec![Outcome::Done] } else { vec![] }
            }
            _ => vec![Outcome::Done],
        }
    }
}

/// Whether what is in the buffer of its thread must have arrived before this happens.
fn waits_for_buffer(action: &Action, outcome: Outcome) -> bool {
    match (action, outcome) {
        (Action::Write(_, _, order), _) => *order == Order::Volatile,
        (Action::Fence(fence), _) => *fence == Fence::Full,
        (Action::Guarded { .. }, Outcome::Updated { old, new }) => old != new,
        (Action::Guarded { patience, .. } | Action::Acquire { patience, .. }, Outcome::Resumed(Wake::TimedOut)) => {
            *patience != NOW
        }
        (Action::Read(_) | Action::Await(_) | Action::Alive(_) | Action::Choose(_), _) => false,
        (Action::Notify { .. } | Action::NotifyAll { .. }, _) => false,
        (Action::Update(_, order), _) => *order == Order::Volatile,
        _ => true,
    }
}

/// Outcomes to be tried: all that an operation of this kind could ever have.
fn conceivable(action: &Action) -> Vec<Outcome> {
    let wakes = [Wake::Notified, Wake::TimedOut, Wake::Interrupted, Wake::Spurious].map(Outcome::Resumed);
    match action {
        Action::Notify { .. } => {
            (0..4).map(|waiter| Outcome::Woke(Some(name(waiter)))).chain([Outcome::Woke(None)]).collect()
        }
        Action::Choose(below) => (0..=u64::from(*below)).map(|value| Outcome::Read(Value(value))).collect(),
        _ => wakes.into_iter().chain([Outcome::Done]).collect(),
    }
}

/// Continues a random schedule by one event at a time; at each the scheduler accepts what the oracle allows.
fn walk(program: &[&[Action]], limits: Limits, random: &mut Random) -> Vec<Event> {
    let mut events: Vec<Event> = vec![];
    loop {
        let history = History { events: &events, model: limits.memory_model };
        let up_to = |count: usize, schedule: Schedule| {
            let limits = Limits { max_events: count as u64, ..limits };
            run(program, &schedule.steps, limits)
        };
        let stopped = up_to(events.len(), schedule_of(&events));
        assert_eq!(stopped.events, events);
        if stopped.end == End::Normal {
            return events;
        }
        if stopped.end != End::StepLimit {
            assert!(
                (0..4).all(|number| history.buffer(name(number)).is_empty()),
                "{:?} after {events:#?}",
                stopped.end
            );
        }
        // What happens if the schedule goes on with this step.
        let one_more = |step| {
            let mut schedule = schedule_of(&events);
            schedule.steps.push(step);
            up_to(events.len() + 1, schedule).events.into_iter().nth(events.len())
        };
        let mut next = vec![];
        for Pending { thread, site, action } in &stopped.pending {
            let allowed = history.possible(*thread, action);
            let buffer = history.buffer(*thread);
            for outcome in conceivable(action) {
                let step = |outcome| {
                    let event = Event { thread: *thread, site: *site, action: action.clone(), outcome };
                    schedule_of(&[event]).steps[0]
                };
                let meant: Vec<_> = allowed.iter().filter(|same| step(**same) == step(outcome)).collect();
                let came = one_more(step(outcome));
                let about = || format!("{thread} {action:?} {outcome:?}, {allowed:?}, {came:?} after {events:#?}");
                assert_eq!(came.is_some(), !meant.is_empty(), "{}", about());
                let Some(came) = &came else { continue };
                assert_eq!(came.thread, *thread, "{}", about());
                match buffer.first().filter(|_| meant.iter().all(|meant| waits_for_buffer(action, **meant))) {
                    Some(first) => {
                        assert_eq!(came.action, Action::Arrive(first.location, first.value), "{}", about());
                    }
                    None => assert!(meant.contains(&&came.outcome) && came.action == *action, "{}", about()),
                }
                next.push(came.clone());
            }
        }
        for thread in (0..4).map(name) {
            let buffer = history.buffer(thread);
            let locations = [X, Y, Z].into_iter().take(if buffer.is_empty() { 1 } else { 3 });
            for location in locations {
                let came = one_more(Step::Arrive { thread, location });
                let first = history.arrives_first(&buffer, location).map(|place| &buffer[place]);
                let expected = first.map(|write| (thread, Action::Arrive(write.location, write.value)));
                let arrived = came.clone().map(|came| (came.thread, came.action));
                assert_eq!(arrived, expected, "{thread} {location:?} after {events:#?}");
                next.extend(came);
            }
        }
        if next.is_empty() {
            return events;
        }
        // Seldom gives up, so that there is somebody to be woken.
        let patient = |event: &Event| !matches!(event.outcome, Outcome::Resumed(Wake::TimedOut | Wake::Spurious));
        if random.below(8) > 0 && next.iter().any(patient) {
            next.retain(patient);
        }
        events.push(next.swap_remove(random.below(next.len() as u64) as usize));
    }
}

#[test]
fn the_scheduler_accepts_what_may_happen_and_nothing_else() {
    let mut seen = HashMap::new();
    for (mut program, limits, mut random) in random_programs(3, 1000, 8) {
        // The oracle does not know what threads are doing.
        for thread in &mut program {
            thread.retain(|action| !matches!(action, Action::State(_)));
        }
        let program: Vec<&[Action]> = program.iter().map(Vec::as_slice).collect();
        let limits = Limits { timeouts: Timeouts::Any, spurious: true, memory_model: limits.memory_model, ..LIMITS };
        for Event { action, outcome, .. } in walk(&program, limits, &mut random) {
            let kind = match (action, outcome) {
                (Action::Arrive(..), _) => format!("{} arrives", limits.memory_model),
                (Action::Await(_), _) => format!("{} awaits", limits.memory_model),
                (_, Outcome::Resumed(wake)) => format!("{wake:?}"),
                (_, Outcome::Updated { .. }) => "Updated".to_string(),
                (_, Outcome::Woke(woken)) => format!("Woke {}", woken.is_some()),
                (_, Outcome::Done | Outcome::Read(_)) => continue,
            };
            *seen.entry(kind).or_insert(0) += 1;
        }
    }
    assert!(seen.len() == 12 && seen.values().all(|count| *count > 60), "{seen:?}");
}
