//! What can happen next in a toy program.

use super::machine::{Choice, Code, Machine};
use super::names::value;
use super::program::{FLAG, Instr, PERMIT, parks};
use super::threads::{Life, News, Thread};
use mcr_protocol::{Doing, Fence, Limit, Order, Patience, Timeouts, Wake};

/// The ways in which one thread can go on.
#[derive(Default)]
struct Ways {
    /// Whatever the others do.
    sure: Vec<Choice>,
    /// If no other has one of those above.
    idle: Vec<Choice>,
    /// When that is, by virtual time.
    deadline: u64,
    /// Possible, but nobody can count on them.
    maybe: Vec<Choice>,
}

impl Machine {
    /// How it ended, if it did; a deadlock is when it is stuck.
    pub fn over(&self) -> Option<String> {
        if let Some(code) = self.exit {
            return Some(format!("exit:{code}"));
        }
        let waits = self.threads.iter().any(|t| t.life == Life::Running && !t.daemon);
        (!waits).then(|| if self.failed { "exception".into() } else { "normal".into() })
    }

    fn running(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.threads.len()).filter(|&t| self.threads[t].life == Life::Running)
    }

    /// Everything that can happen next, and whether the execution ends here unless something happens for no reason.
    pub fn moves(&self, code: &Code) -> (Vec<(usize, Choice)>, bool) {
        let (mut found, stuck) = self.offers(code);
        if self.over().is_none() {
            found.retain(|&(t, choice)| self.threads[t].buffer.is_empty() || !self.is_fence(code, t, choice));
            for (t, thread) in self.threads.iter().enumerate() {
                let variables = thread.buffer.may_arrive(self.memory_model).into_iter();
                found.extend(variables.map(|v| (t, Choice::Arrive(v))));
            }
        }
        (found, stuck)
    }

    /// What threads can go on with, once their own buffers are empty if it is a fence; and whether the execution ends here.
    pub fn offers(&self, code: &Code) -> (Vec<(usize, Choice)>, bool) {
        let mut found = Vec::new();
        if self.over().is_some() {
            return (found, true);
        }
        let ways: Vec<(usize, Ways)> = self.running().map(|t| (t, self.ways(code, t))).collect();
        let arrived = self.threads.iter().all(|thread| thread.buffer.is_empty());
        let all_are_idle = arrived && ways.iter().all(|(_, ways)| ways.sure.is_empty());
        let nearest = ways.iter().filter(|(_, ways)| !ways.idle.is_empty()).map(|(_, ways)| ways.deadline).min();
        let mut stuck = arrived;
        for (t, ways) in &ways {
            let idle = ways.idle.iter().filter(|_| all_are_idle && Some(ways.deadline) == nearest);
            for choice in ways.sure.iter().chain(idle) {
                found.push((*t, *choice));
                stuck = false;
            }
            found.extend(ways.maybe.iter().map(|choice| (*t, *choice)));
        }
        (found, stuck)
    }

    fn ways(&self, code: &Code, t: usize) -> Ways {
        let instr = &self.next(code, t);
        let mut ways = Ways { deadline: self.deadline(code, t), ..Ways::default() };
        match instr {
            Instr::Acquire(_, patience, _) | Instr::Guarded(_, _, _, _, patience) | Instr::Join(_, _, patience) => {
                if !patience.tells() {
                    ways.sure.extend(self.is_enabled(t, instr).then_some(Choice::Plain));
                    return ways;
                }
                let alive = match instr {
                    Instr::Join(_, c, _) => self.threads[*c].life == Life::Running,
                    _ => true,
                };
                self.patient(t, self.is_enabled(t, instr), *patience, alive, &mut ways);
            }
            Instr::Park(_, Limit::Never) => ways.sure.extend(self.is_enabled(t, instr).then_some(Choice::Plain)),
            Instr::Park(_, limit) => {
                let patience = Patience { limit: *limit, interruptible: false };
                self.patient(t, self.is_enabled(t, instr), patience, true, &mut ways);
            }
            Instr::Resume(m, patience, _) => {
                if self.monitors[*m].owner.is_some() {
                    return ways;
                }
                let sleep = self.threads[t].sleep.unwrap();
                let notified = self.comes_next(code, t).then_some(Choice::Back(Wake::Notified));
                match sleep.news {
                    News::None | News::Missed => self.patient(t, false, *patience, true, &mut ways),
                    News::Notified => ways.sure.extend(notified),
                    News::Perhaps => {
                        ways.sure.extend(notified);
                        // It is not idle: with a limit that only idleness ends it was not leaving.
                        let mut left = Ways { deadline: ways.deadline, ..Ways::default() };
                        self.patient(t, false, *patience, true, &mut left);
                        ways.sure.extend(left.sure);
                    }
                }
                if self.spurious && sleep.set == 0 && sleep.news == News::None {
                    ways.maybe.push(Choice::Back(Wake::Spurious));
                }
            }
            Instr::Notify(m, set) => {
                let waiters = self.sleepers(code, *m, *set);
                for &waiter in &waiters {
                    ways.sure.push(Choice::Wake(Some(waiter)));
                    if *set != 0 && !self.may_leave(code, waiter) {
                        break;
                    }
                }
                let nobody = waiters.iter().all(|&waiter| self.may_leave(code, waiter));
                ways.sure.extend(nobody.then_some(Choice::Wake(None)));
            }
            Instr::State(_, c) => {
                ways.sure.extend(self.doing(code, *c).into_iter().map(|doing| Choice::Number(doing as u64)));
            }
            Instr::Choose(_, below) => ways.sure.extend((0..u64::from(*below)).map(Choice::Number)),
            Instr::Head => ways.sure.extend(self.sees_change(code, t).then_some(Choice::Plain)),
            Instr::End(_) => ways.sure.extend(self.is_enabled(t, instr).then_some(Choice::Plain)),
            _ => ways.sure.push(Choice::Plain),
        }
        ways
    }

    fn patient(&self, t: usize, enabled: bool, patience: Patience, interrupt_counts: bool, ways: &mut Ways) {
        if enabled {
            ways.sure.push(Choice::Back(Wake::Notified));
        }
        if patience.interruptible && interrupt_counts && self.get(FLAG + t) != 0 {
            ways.sure.push(Choice::Back(Wake::Interrupted));
        }
        let over = Choice::Back(Wake::TimedOut);
        match (patience.limit, self.timeouts) {
            _ if enabled => {}
            (Limit::Never, _) => {}
            (Limit::Now, _) | (Limit::Timed, Timeouts::Any) => ways.sure.push(over),
            (Limit::After(_), _) if ways.deadline <= self.now => ways.sure.push(over),
            (Limit::Timed | Limit::After(_), _) => ways.idle.push(over),
        }
    }

    /// The limit of the operation at which a thread is, if it has one.
    fn limit(&self, code: &Code, t: usize) -> Limit {
        match self.next(code, t) {
            Instr::Acquire(_, patience, _)
            | Instr::Guarded(_, _, _, _, patience)
            | Instr::Join(_, _, patience)
            | Instr::Resume(_, patience, _) => patience.limit,
            Instr::Park(_, limit) => limit,
            _ => Limit::Never,
        }
    }

    /// When the time of a thread is over, by virtual time; 0 if that does not count.
    pub fn deadline(&self, code: &Code, t: usize) -> u64 {
        match self.limit(code, t) {
            Limit::After(millis) => self.threads[t].since + u64::from(millis),
            _ => 0,
        }
    }

    pub fn sees_change(&self, code: &Code, t: usize) -> bool {
        let thread = &self.threads[t];
        let alive = |other: usize| self.threads[other].life == Life::Running;
        let doing = |other| self.doing(code, other).into_iter().map(|doing| doing as u8).collect();
        let is_free = |m: usize| self.monitors[m].owner.is_none_or(|(owner, _)| owner == t);
        thread.rounds.differs(thread.pc, |v| self.view(t, v), alive, doing, is_free)
    }

    /// Whether a thread that keeps the execution going goes round in a loop.
    pub fn goes_round(&self, code: &Code) -> bool {
        let waits = |(t, thread): (usize, &Thread)| {
            thread.life == Life::Running && !thread.daemon && code.0[t].code[thread.pc] == Instr::Head
        };
        self.threads.iter().enumerate().any(waits)
    }

    fn is_enabled(&self, t: usize, instr: &Instr) -> bool {
        let free = |m: usize| self.monitors[m].owner.is_none_or(|(owner, _)| owner == t);
        match instr {
            Instr::Acquire(m, ..) => free(*m),
            Instr::Guarded(_, v, guard, ..) => guard.holds(value(self.view(t, *v))),
            Instr::Park(..) => self.get(PERMIT + t) != 0 || self.get(FLAG + t) != 0,
            Instr::Join(_, c, _) => self.threads[*c].life == Life::Ended,
            Instr::End(_) => self.ends[t].is_none_or(free),
            _ => true,
        }
    }

    /// Whether a step happens only when the thread's own buffer is empty.
    pub fn is_fence(&self, code: &Code, t: usize, choice: Choice) -> bool {
        let gives_up = choice == Choice::Back(Wake::TimedOut);
        match &self.next(code, t) {
            _ if matches!(choice, Choice::Arrive(_)) => false,
            Instr::Load(..)
            | Instr::Tick(..)
            | Instr::Alive(..)
            | Instr::State(..)
            | Instr::Choose(..)
            | Instr::Head => false,
            Instr::Notify(..) | Instr::NotifyAll(..) => false,
            Instr::Store(_, _, order) => *order == Order::Volatile,
            Instr::Fence(fence) => *fence == Fence::Full,
            // Who only tries and fails has looked.
            Instr::Acquire(_, patience, _) => !(gives_up && patience.limit == Limit::Now),
            Instr::Guarded(_, v, _, change, patience) => match choice {
                Choice::Back(Wake::TimedOut) => patience.limit != Limit::Now,
                Choice::Back(Wake::Interrupted) => true,
                _ => {
                    let old = value(self.view(t, *v));
                    change.of(old) != old
                }
            },
            Instr::Add(..)
            | Instr::Cas(..)
            | Instr::Swap(..)
            | Instr::Release(_)
            | Instr::Wait(..)
            | Instr::Resume(..) => true,
            Instr::Park(..) | Instr::Start(..) | Instr::Join(..) => true,
            Instr::Print(_) | Instr::Say(_) | Instr::Exit(_) | Instr::End(_) => true,
            instr => unreachable!("settled: {instr:?}"),
        }
    }

    /// Whether a notified thread can take its monitor back.
    fn comes_next(&self, code: &Code, t: usize) -> bool {
        let sleep = self.threads[t].sleep.unwrap();
        let monitor = &self.monitors[sleep.monitor];
        if monitor.owner.is_some() || !matches!(sleep.news, News::Notified | News::Perhaps) {
            return false;
        }
        let before = monitor.returning.iter().take_while(|who| **who != t);
        sleep.set == 0
            || before
                .into_iter()
                .all(|&who| self.threads[who].sleep.unwrap().news == News::Perhaps && self.may_leave(code, who))
    }

    /// Whether the wait of a thread could be over now without a notify, if it gets the monitor.
    pub fn may_leave(&self, code: &Code, t: usize) -> bool {
        let Instr::Resume(_, patience, _) = self.next(code, t) else { panic!("it sleeps") };
        let interrupted = patience.interruptible && self.get(FLAG + t) != 0;
        let over = match patience.limit {
            Limit::After(_) => self.deadline(code, t) <= self.now,
            limit => limit == Limit::Timed && self.timeouts == Timeouts::Any,
        };
        interrupted || over
    }

    /// Who sleeps in a wait set; of a condition in the order in which they came. Whose time is over, and who only wants the
    /// monitor back, does not.
    pub fn sleepers(&self, code: &Code, m: usize, set: usize) -> Vec<usize> {
        let has_left = |t: usize| matches!(self.limit(code, t), Limit::After(_)) && self.deadline(code, t) < self.now;
        if set != 0 {
            let queued = self.monitors[m].queued.iter().filter(|(who, where_)| *where_ == set && !has_left(*who));
            return queued.map(|(who, _)| *who).collect();
        }
        let sleeps = |t: &usize| {
            let sleep = self.threads[*t].sleep;
            sleep.is_some_and(|sleep| sleep.monitor == m && sleep.set == 0 && sleep.news == News::None) && !has_left(*t)
        };
        (0..self.threads.len()).filter(sleeps).collect()
    }

    /// What others may see a thread doing; the same as before if it is where it was seen blocked. One that was not started counts as ended.
    pub fn doing(&self, code: &Code, t: usize) -> Vec<Doing> {
        let thread = &self.threads[t];
        if thread.life != Life::Running {
            return vec![Doing::Ended];
        }
        let all = [Doing::Running, Doing::Blocked, Doing::Waiting, Doing::TimedWaiting, Doing::Ended];
        if let Some(seen) = thread.seen {
            return all.into_iter().filter(|doing| *doing as u64 == seen).collect();
        }
        let instr = &self.next(code, t);
        let by_limit = |limit: Limit| match limit {
            Limit::Never => Some(Doing::Waiting),
            Limit::Timed | Limit::After(_) => Some(Doing::TimedWaiting),
            Limit::Now => None,
        };
        if let (Instr::Resume(_, patience, _), Some(sleep)) = (instr, thread.sleep) {
            let doing = match sleep.news {
                News::None => by_limit(patience.limit).unwrap(),
                _ if self.comes_next(code, t) => Doing::Running,
                _ if sleep.set == 0 => Doing::Blocked,
                _ => Doing::Waiting,
            };
            return vec![doing];
        }
        let mut answers = vec![Doing::Running];
        // Who blocks has come to a fence.
        if thread.buffer.is_empty() && !self.is_enabled(t, instr) {
            answers.extend(match instr {
                Instr::Acquire(m, patience, _) if !parks(*m) => by_limit(patience.limit).map(|_| Doing::Blocked),
                Instr::Acquire(_, patience, _) | Instr::Guarded(_, _, _, _, patience) | Instr::Join(_, _, patience) => {
                    by_limit(patience.limit)
                }
                Instr::Park(_, limit) => by_limit(*limit),
                Instr::End(_) => Some(Doing::Blocked),
                _ => None,
            });
            // Time passes only when all have come to where they block.
            let there = matches!(self.limit(code, t), Limit::After(_)) && thread.since < self.now;
            if there {
                answers.remove(0);
            }
        }
        answers
    }
}
