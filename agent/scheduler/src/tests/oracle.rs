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
struct History<'a>(&'a [Event]);

impl History<'_> {
    /// What each location holds.
    fn value(&self, location: LocationId) -> Value {
        let mut value = Value::ZERO;
        for Event { thread, action, outcome, .. } in self.0 {
            match (action, outcome) {
                (Action::Write(to, written, _), _) if *to == location => value = *written,
                (Action::Start { tells, .. }, _) if *tells == Some(location) => value = Value(1),
                (Action::Guarded { location: of, .. }, Outcome::Updated { new, .. }) if *of == location => value = *new,
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
        self.0.iter().any(|event| event.thread == thread && matches!(event.action, Action::End { .. }))
    }

    /// How deep the thread is in the monitor.
    fn depth(&self, monitor: Value, thread: ThreadId) -> u32 {
        let (mut depth, mut before) = (0, 0);
        for event in self.0.iter().filter(|event| event.thread == thread) {
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
        for (number, Event { thread, action, outcome, .. }) in self.0.iter().enumerate() {
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
                    let before = History(&self.0[..number]);
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
                let old = self.value(*location);
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
            Action::Read(_) => vec![Outcome::Read(Value(9))],
            _ => vec![Outcome::Done],
        }
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
fn walk(program: &[&[Action]], limits: Limits, random: &mut Random) -> Vec<Outcome> {
    let mut events: Vec<Event> = vec![];
    loop {
        let up_to = |events: &[Event]| {
            let limits = Limits { max_events: events.len() as u64, ..limits };
            run(program, &schedule_of(events).steps, limits)
        };
        let stopped = up_to(&events);
        assert_eq!(stopped.events, events);
        if stopped.end == End::Normal {
            return events.iter().map(|event| event.outcome).collect();
        }
        let mut next = vec![];
        for pending in &stopped.pending {
            let allowed = History(&events).possible(pending.thread, &pending.action);
            for outcome in conceivable(&pending.action) {
                let event =
                    Event { thread: pending.thread, site: pending.site, action: pending.action.clone(), outcome };
                let attempt: Vec<Event> = events.iter().cloned().chain([event]).collect();
                let finished = up_to(&attempt);
                let came = finished.events.get(events.len()).map(|event| event.outcome);
                let expected = allowed.iter().any(|allowed| {
                    schedule_of(&attempt) == {
                        let mut same = attempt.clone();
                        same.last_mut().expect("the attempt").outcome = *allowed;
                        schedule_of(&same)
                    }
                });
                assert_eq!(came.is_some(), expected, "{pending:?} {outcome:?} allowed {allowed:?} after {events:#?}");
                if let Some(came) = came {
                    assert!(allowed.contains(&came), "{pending:?} {came:?} allowed {allowed:?} after {events:#?}");
                    next.push(finished.events[events.len()].clone());
                }
            }
        }
        if next.is_empty() {
            return events.iter().map(|event| event.outcome).collect();
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
    for (mut program, _, mut random) in random_programs(3, 600, 8) {
        // The oracle does not know what threads are doing.
        for thread in &mut program {
            thread.retain(|action| !matches!(action, Action::State(_)));
        }
        let program: Vec<&[Action]> = program.iter().map(Vec::as_slice).collect();
        let limits = Limits { timeouts: Timeouts::Any, spurious: true, ..LIMITS };
        for outcome in walk(&program, limits, &mut random) {
            let kind = match outcome {
                Outcome::Resumed(wake) => format!("{wake:?}"),
                Outcome::Updated { .. } => "Updated".to_string(),
                Outcome::Woke(woken) => format!("Woke {}", woken.is_some()),
                Outcome::Done | Outcome::Read(_) => continue,
            };
            *seen.entry(kind).or_insert(0) += 1;
        }
    }
    assert!(seen.len() == 7 && seen.values().all(|count| *count > 60), "{seen:?}");
}
