//! The same programs with real threads.

use super::random::random_programs;
use super::{END, IN, OUT};
use super::{
    LIMITS, MAIN, Script, X, child, daemon, enter, increased, join, name, run, schedule_of, start, steps, wait, write,
};
use crate::{Finished, Limits, Reserved, Scheduler, Turn};
use mcr_protocol::{
    Action, End, Limit, LocationId, MemoryModel, Order, Outcome, Patience, Schedule, SiteId, Step, ThreadId, Value,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::thread;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a program with real threads. At most one of them runs at any time: also while they unwind.
#[derive(Clone)]
struct Machine {
    scheduler: Arc<Scheduler>,
    program: Arc<Vec<Vec<Action>>>,
    running: Arc<AtomicUsize>,
    overlapped: Arc<AtomicBool>,
    heap: Arc<Mutex<Heap>>,
}

/// What a runtime knows that hears of writes and arrivals.
#[derive(Default)]
struct Heap {
    model: MemoryModel,
    memory: HashMap<LocationId, Value>,
    /// The writes of each thread that have not arrived.
    buffers: HashMap<ThreadId, Vec<(LocationId, Value)>>,
}

impl Heap {
    fn arrive(&mut self, arrivals: &[(ThreadId, LocationId)]) {
        for (thread, location) in arrivals {
            let buffer = self.buffers.get_mut(thread).expect("it has written");
            let oldest = buffer.iter().position(|write| write.0 == *location).expect("there is such a write");
            self.memory.insert(*location, buffer.remove(oldest).1);
        }
    }

    /// The thread does what it announced. The outcome if the scheduler does not know it.
    fn perform(&mut self, thread: ThreadId, action: &Action, outcome: Outcome) -> Option<Outcome> {
        let buffer = self.buffers.entry(thread).or_default();
        match (action, outcome) {
            (Action::Write(location, value, Order::Plain | Order::Release), _) if self.model != MemoryModel::Sc => {
                buffer.push((*location, *value));
            }
            (Action::Write(location, value, _), _) => {
                self.memory.insert(*location, *value);
            }
            (Action::Guarded { location, .. }, Outcome::Updated { old, new }) if old != new => {
                self.memory.insert(*location, new);
            }
            (Action::Read(location), _) => {
                let own = buffer.iter().rfind(|write| write.0 == *location);
                let read = own.map(|write| &write.1).or(self.memory.get(location)).copied();
                return Some(Outcome::Read(read.unwrap_or_default()));
            }
            (Action::Update(location, _), _) => {
                let number = self.memory.entry(*location).or_default();
                let outcome = increased(*number);
                number.0 += 1;
                return Some(outcome);
            }
            _ => {}
        }
        None
    }
}

impl Machine {
    fn new(program: Vec<Vec<Action>>) -> Self {
        let scheduler = Arc::new(Scheduler::new());
        Machine {
            scheduler,
            program: Arc::new(program),
            running: Arc::default(),
            overlapped: Arc::default(),
            heap: Arc::default(),
        }
    }

    fn run(&self, steps: &[Step], limits: Limits) -> Finished {
        *self.heap() = Heap { model: limits.memory_model, ..Heap::default() };
        self.scheduler.begin(Schedule { steps: steps.to_vec() }, limits);
        self.spawn(0);
        let finished = self.scheduler.wait_end(PATIENCE);
        assert!(!self.overlapped.load(Ordering::SeqCst));
        finished
    }

    fn spawn(&self, number: usize) {
        let machine = self.clone();
        thread::spawn(move || {
            let turn = machine.scheduler.attach(name(number));
            machine.enter();
            if turn == Turn::Go {
                machine.hear();
                machine.perform(number);
            }
            thread::yield_now();
            machine.leave();
            machine.scheduler.detach(name(number));
        });
    }

    fn perform(&self, number: usize) {
        let mut script = Script::new(&self.program[number]);
        loop {
            let (site, action) = script.next();
            self.leave();
            let outcome = self.scheduler.step(name(number), site, action.clone());
            self.enter();
            if let Ok(outcome) = outcome
                && !matches!(action, Action::End { .. })
            {
                self.hear();
                let told = self.heap().perform(name(number), &action, outcome);
                if let Some(told) = told {
                    self.scheduler.complete(name(number), told);
                }
            }
            match (outcome, action) {
                (Err(_), _) => {
                    assert!(self.scheduler.step(name(number), site, write(1)).is_err());
                    return;
                }
                (Ok(_), Action::End { .. }) => return,
                (Ok(_), Action::Start { child, .. }) => self.spawn(super::number(child)),
                _ => {}
            }
        }
    }

    fn heap(&self) -> MutexGuard<'_, Heap> {
        self.heap.lock().expect("nobody panics")
    }

    /// The thread, which has got the turn, hears what has arrived.
    fn hear(&self) {
        let arrivals = self.scheduler.take_arrivals();
        self.heap().arrive(&arrivals);
        assert_eq!(self.scheduler.take_arrivals(), []);
    }

    fn enter(&self) {
        if self.running.fetch_add(1, Ordering::SeqCst) != 0 {
            self.overlapped.store(true, Ordering::SeqCst);
        }
    }

    fn leave(&self) {
        self.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn real_threads_do_what_the_state_machine_says() {
    for (program, limits, _) in random_programs(2, 3000, 4) {
        let slices: Vec<&[Action]> = program.iter().map(Vec::as_slice).collect();
        let expected = run(&slices, &[], limits);
        let machine = Machine::new(program.clone());
        assert_eq!(machine.run(&[], limits), expected);
        let unhurried = Limits { memory_model: limits.memory_model, ..LIMITS };
        assert_eq!(machine.run(&schedule_of(&expected.events).steps, unhurried), expected);
    }
}

#[test]
fn thousands_of_deadlocks_in_a_row_unwind() {
    let (a, b) = (Value(1), Value(2));
    let machine = Machine::new(vec![
        vec![start(0), start(1), enter(a, Patience::FOREVER), enter(b, Patience::FOREVER)],
        vec![enter(b, Patience::FOREVER), enter(a, Patience::FOREVER)],
        vec![IN, wait(Patience::FOREVER), OUT],
    ]);
    for _ in 0..3000 {
        let finished = machine.run(&[steps(MAIN, 3), steps(child(0), 1), steps(child(1), 2)], LIMITS);
        assert_eq!((finished.end, finished.pending.len()), (End::Deadlock, 3));
        assert_eq!(finished.still_running, []);
    }
}

#[test]
fn an_execution_can_be_given_up_at_any_time() {
    let spin = vec![write(1); 1000];
    let machine = Machine::new(vec![[vec![start(0), daemon(1)], spin.clone()].concat(), spin.clone(), spin]);
    for nth in 0..500 {
        let watchdog = machine.clone();
        let limits = Limits { max_events: u64::MAX, rotate_after: 2, ..LIMITS };
        watchdog.scheduler.begin(Schedule::default(), limits);
        machine.spawn(0);
        let given_up = thread::spawn(move || {
            thread::sleep(Duration::from_micros(nth));
            watchdog.scheduler.give_up(End::StepLimit);
        });
        let finished = machine.scheduler.wait_end(PATIENCE);
        assert!(matches!(finished.end, End::StepLimit | End::Normal));
        assert_eq!(finished.still_running, []);
        assert!(!machine.overlapped.load(Ordering::SeqCst));
        given_up.join().expect("the watchdog ends");
    }
}

#[test]
fn a_thread_may_attach_before_or_after_it_is_chosen() {
    for late in [false, true] {
        let scheduler = Arc::new(Scheduler::new());
        scheduler.begin(Schedule { steps: vec![steps(MAIN, 1), steps(child(0), 1)] }, LIMITS);
        let (main, child_thread) = (Arc::clone(&scheduler), Arc::clone(&scheduler));
        thread::spawn(move || {
            assert_eq!(main.attach(MAIN), Turn::Go);
            assert_eq!(main.child_of(MAIN), child(0));
            main.step(MAIN, SiteId(1), start(0)).expect("it starts");
            assert_eq!(main.child_of(MAIN), child(1));
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(if late { 20 } else { 0 }));
                assert_eq!(child_thread.attach(child(0)), Turn::Go);
                child_thread.step(child(0), SiteId(1), END).expect("it ends");
                child_thread.detach(child(0));
            });
            thread::sleep(Duration::from_millis(if late { 0 } else { 20 }));
            main.step(MAIN, SiteId(2), END).expect("it ends");
            main.detach(MAIN);
        });
        let finished = scheduler.wait_end(PATIENCE);
        assert_eq!((finished.end, finished.events.len()), (End::Normal, 3));
    }
}

/// Runs main and a child on threads that wait for their seats; main reserves that of its child so many times.
fn with_reserved_seats(times: usize) -> (Finished, Turn) {
    let scheduler = Arc::new(Scheduler::new());
    scheduler.begin(Schedule { steps: vec![steps(MAIN, 1), steps(child(0), 1)] }, LIMITS);
    let (seats, reserved) = mpsc::channel::<Reserved>();
    let (main, carrier) = (Arc::clone(&scheduler), Arc::clone(&scheduler));
    let carrier = thread::spawn(move || {
        // Nobody but the scheduler wakes it, when it has the turn; that may be before it knows its seat.
        thread::park();
        let turn = carrier.sit(reserved.recv().expect("main has reserved it"));
        let _ = carrier.step(child(0), SiteId(1), END);
        carrier.detach(child(0));
        turn
    });
    let real = carrier.thread().clone();
    let main = thread::spawn(move || {
        let seat = main.reserve(MAIN, &thread::current()).expect("main begins");
        assert_eq!(main.sit(seat), Turn::Go);
        main.step(MAIN, SiteId(1), start(0)).expect("it starts");
        for _ in 0..times {
            main.reserve(child(0), &real).into_iter().for_each(|seat| seats.send(seat).expect("the child waits"));
        }
        let _ = main.step(MAIN, SiteId(2), END);
        main.detach(MAIN);
    });
    let finished = scheduler.wait_end(PATIENCE);
    main.join().expect("it ends");
    (finished, carrier.join().expect("it is woken"))
}

#[test]
fn a_thread_whose_seat_is_reserved_is_woken_when_it_is_chosen() {
    let (finished, turn) = with_reserved_seats(1);
    assert_eq!((finished.end, finished.events.len(), turn), (End::Normal, 3, Turn::Go));
}

#[test]
fn a_seat_is_reserved_once() {
    let (finished, turn) = with_reserved_seats(2);
    assert!(matches!(finished.end, End::Unsupported(_)));
    assert_eq!((finished.still_running, turn), (Vec::<ThreadId>::new(), Turn::Stop));
}

#[test]
fn the_scheduler_completes_the_read_of_a_location_that_it_keeps() {
    let scheduler = Arc::new(Scheduler::new());
    scheduler.begin(Schedule::default(), LIMITS);
    let main = Arc::clone(&scheduler);
    let flag = LocationId::interrupt(MAIN);
    let park = Action::Park(Limit::Never);
    thread::spawn(move || {
        main.attach(MAIN);
        main.initial(X, Value(3));
        assert_eq!(main.read(MAIN, SiteId(1), X), Ok(Value(3)));
        assert_eq!(main.read(MAIN, SiteId(1), flag), Ok(Value(0)));
        main.step(MAIN, SiteId(2), Action::Write(flag, Value(1), Order::Volatile)).expect("it goes on");
        assert_eq!(main.read(MAIN, SiteId(3), flag), Ok(Value(1)));
        main.step(MAIN, SiteId(4), park).expect("it goes on");
        main.give_up(End::StepLimit);
        assert!(main.read(MAIN, SiteId(5), flag).is_err());
        main.detach(MAIN);
    });
    let finished = scheduler.wait_end(PATIENCE);
    let read: Vec<_> = finished.events.iter().map(|event| event.outcome).collect();
    assert_eq!(read[..2], [Outcome::Read(Value(3)), Outcome::Read(Value(0))]);
    assert_eq!(read[2..], [Outcome::Done, Outcome::Read(Value(1)), Outcome::Done]);
    assert_eq!(finished.initial, [(X, Value(3))]);
}

#[test]
fn a_thread_that_does_not_unwind_is_left_behind_and_stops_whenever_it_comes_back() {
    let scheduler = Arc::new(Scheduler::new());
    let (go, gate) = mpsc::channel::<()>();
    let (said, heard) = mpsc::channel();
    let stuck = Arc::clone(&scheduler);
    scheduler.begin(Schedule::default(), LIMITS);
    let stuck = thread::spawn(move || {
        assert_eq!(stuck.attach(MAIN), Turn::Go);
        said.send(()).expect("the test listens");
        gate.recv().expect("the test opens the gate");
        assert!(stuck.step(MAIN, SiteId(1), Action::Read(X)).is_err());
        stuck.detach(MAIN);
    });
    heard.recv().expect("it runs");
    let (turn, moves) = scheduler.progress();
    assert_eq!((turn, scheduler.progress().1), (Some(MAIN), moves));
    scheduler.give_up(End::Stuck { thread: MAIN, message: "at the gate".to_string() });
    let finished = scheduler.wait_end(Duration::from_millis(20));
    assert_eq!((finished.still_running, scheduler.progress().0), (vec![MAIN], None));

    let machine = Machine { scheduler, ..Machine::new(vec![vec![write(1)]]) };
    machine.scheduler.begin(Schedule::default(), LIMITS);
    go.send(()).expect("it waits");
    stuck.join().expect("it stops without a panic");
    machine.spawn(0);
    assert_eq!(machine.scheduler.wait_end(PATIENCE).end, End::Normal);
}

#[test]
fn a_thread_that_could_not_be_started_makes_the_execution_unsupported() {
    let scheduler = Arc::new(Scheduler::new());
    scheduler.begin(Schedule::default(), LIMITS);
    let main = Arc::clone(&scheduler);
    thread::spawn(move || {
        main.attach(MAIN);
        main.step(MAIN, SiteId(1), start(0)).expect("it starts");
        main.detach(child(0));
        assert!(main.step(MAIN, SiteId(2), write(1)).is_err());
        main.detach(MAIN);
    });
    let finished = scheduler.wait_end(PATIENCE);
    assert!(matches!(finished.end, End::Unsupported(_)));
    assert_eq!(finished.still_running, Vec::<ThreadId>::new());
}

#[test]
fn a_thread_goes_on_in_an_execution_of_no_more_use() {
    let scheduler = Arc::new(Scheduler::new());
    scheduler.begin(Schedule::default(), LIMITS);
    let (main, other) = (Arc::clone(&scheduler), Arc::clone(&scheduler));
    let main = thread::spawn(move || {
        main.attach(MAIN);
        main.step(MAIN, SiteId(1), start(0)).expect("it goes on");
        let other = thread::spawn(move || {
            assert_eq!(other.attach(child(0)), Turn::Go);
            assert!(other.step(child(0), SiteId(2), write(7)).is_err());
            other.detach(child(0));
        });
        main.step(MAIN, SiteId(3), Action::State(child(0))).expect("the other one says what it does next");
        main.wind_up();
        for _ in 0..2 {
            main.step(MAIN, SiteId(4), write(1)).expect("it goes on");
        }
        assert!(main.step(MAIN, SiteId(5), join(0, Patience::FOREVER)).is_err());
        main.detach(MAIN);
        other.join().expect("it unwinds");
    });
    assert_eq!(scheduler.wait_end(PATIENCE).end, End::Restart);
    main.join().expect("it unwinds");
}

#[test]
fn who_has_not_got_the_turn_ends_the_execution_at_once() {
    let scheduler = Arc::new(Scheduler::new());
    scheduler.begin(Schedule::default(), LIMITS);
    let main = Arc::clone(&scheduler);
    let main = thread::spawn(move || {
        main.attach(MAIN);
        thread::scope(|scope| scope.spawn(|| main.wind_up()).join().expect("it ends"));
        assert!(main.step(MAIN, SiteId(1), write(1)).is_err());
        main.detach(MAIN);
    });
    assert_eq!(scheduler.wait_end(PATIENCE).end, End::Restart);
    main.join().expect("it unwinds");
}
