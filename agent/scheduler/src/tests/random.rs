//! Random programs: every execution can be repeated.

use super::*;

const CONDITIONS: [Value; 2] = [Value(20), Value(21)];

/// Updated past the buffers, and by nothing else.
const CLOCK: LocationId = LocationId(9);

/// Programs of four threads, the last one a daemon, each with fewer parts than `length`. Memory models come by turns.
pub(super) fn random_programs(
    seed: u64,
    count: usize,
    length: u64,
) -> impl Iterator<Item = (Vec<Vec<Action>>, Limits, Random)> {
    let mut random = Random(seed);
    let mut models = MODELS.into_iter().cycle();
    std::iter::repeat_with(move || {
        let mut program = vec![vec![start(0), start(1), daemon(2)], vec![], vec![], vec![]];
        for (number, thread) in program.iter_mut().enumerate() {
            for _ in 0..random.below(length) {
                random.extend(thread, number);
            }
        }
        let memory_model = models.next().expect("a cycle");
        let limits = Limits { rotate_after: 1 + random.below(5) as u32, memory_model, ..LIMITS };
        (program, limits, random.clone())
    })
    .take(count)
}

#[derive(Clone)]
pub(super) struct Random(u64);

impl Random {
    /// Adds something to a thread.
    fn extend(&mut self, thread: &mut Vec<Action>, number: usize) {
        let patience = self.patience();
        let interruptible = self.below(2) == 0 && patience.limit != Limit::Now;
        let waits = Patience { limit: if patience.tells() { Limit::Timed } else { Limit::Never }, interruptible };
        let set = [M, CONDITIONS[0], CONDITIONS[1]][self.below(3) as usize];
        let other = self.below(4) as usize;
        let location = [X, Y, Z][self.below(3) as usize];
        match self.below(20) {
            0 | 1 => thread.extend([IN, Action::Wait { monitor: M, set, patience: waits }, OUT]),
            2 | 17 => thread.extend([IN, Action::Notify { monitor: M, set }, OUT]),
            3 => thread.extend([IN, Action::Read(X), IN, wait(TIMED), OUT, OUT]),
            4 => thread.extend([IN, Action::NotifyAll { monitor: M, set }, OUT]),
            5 if number == 0 => thread.push(join(self.below(2), waits)),
            6 => thread.push(Action::Park(waits.limit)),
            7 => thread.push(Action::Write(LocationId::permit(name(other)), Value(1), Order::Volatile)),
            8 => thread.push(interrupt(other)),
            9 => {
                let guard = [Guard::Always, Guard::Zero, Guard::AtLeast(1)][self.below(3) as usize];
                let change = [Change::Keep, Change::Add(1), Change::CountDown][self.below(3) as usize];
                thread.push(Action::Guarded { location: X, guard, change, patience });
            }
            // Never left.
            11 => thread.push(enter(Value(8), patience)),
            10 => thread.extend([Action::State(MAIN), Action::Choose(3)]),
            12 => thread.extend([write(self.below(3)), Action::Alive(MAIN)]),
            13 => thread
                .push([Action::Fence(Fence::StoreStore), Action::Fence(Fence::Full)][self.below(2) as usize].clone()),
            18 => thread.push(Action::Update(location, Order::Volatile)),
            19 => thread.push(Action::Update(CLOCK, Order::Arrived)),
            14 => thread.push(awaits(location, 0)),
            _ => {
                let order = [Order::Plain, Order::Release, Order::Volatile, Order::Arrived, Order::Plain]
                    [self.below(5) as usize];
                thread.extend([write_to(location, self.below(3), order), Action::Read(X), Action::Read(Y)]);
            }
        }
    }

    fn patience(&mut self) -> Patience {
        [Patience::FOREVER, TIMED, NOW, INTERRUPTIBLE][self.below(4) as usize]
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = mcr_protocol::mix(self.0, 1);
        self.0 % limit
    }
}

#[test]
fn every_execution_is_repeated_by_the_schedule_made_of_its_events() {
    let mut ends = HashMap::new();
    for (program, limits, mut random) in random_programs(1, 3000, 4) {
        let program: Vec<&[Action]> = program.iter().map(Vec::as_slice).collect();
        let first = run(&program, &[], limits);
        *ends.entry(format!("{:?}", first.end)).or_insert(0) += 1;
        let unhurried = Limits { memory_model: limits.memory_model, ..LIMITS };
        let again = run(&program, &schedule_of(&first.events).steps, unhurried);
        assert_eq!(first, again);
        let cut = random.below(first.events.len() as u64 + 1) as usize;
        let prefix = run(&program, &schedule_of(&first.events[..cut]).steps, unhurried);
        assert_eq!(first.events[..cut], prefix.events[..cut]);
    }
    assert!(ends["Normal"] > 300 && ends["Deadlock"] > 300, "{ends:?}");
}
