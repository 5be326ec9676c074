//! What can happen next in a toy program.

use super::machine::{Choice, Code, Life, Machine};
use super::names::value;
use super::program::{FLAG, Instr, PERMIT, parks};
use mcr_protocol::{Doing, Limit, Patience, Timeouts, Wake};

/// The ways in which one thread can go on.
#[derive(Default)]
struct Ways {
    /// Whatever the others do.
    sure: Vec<Choice>,
    /// If no other has one of those above.
    idle: Vec<Choice>,
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
        let mut found = Vec::new();
        if self.over().is_some() {
            return (found, true);
        }
        let ways: Vec<(usize, Ways)> = self.running().map(|t| (t, self.ways(code, t))).collect();
        let can_go_on: Vec<usize> = ways.iter().filter(|(_, ways)| !ways.sure.is_empty()).map(|(t, _)| *t).collect();
        let mut stuck = true;
        for (t, ways) in &ways {
            let others_are_idle = can_go_on.iter().all(|other| other == t);
            let idle = ways.idle.iter().filter(|_| others_are_idle);
            for choice in ways.sure.iter().chain(idle) {
                found.push((*t, *choice));
                stuck = false;
            }
            found.extend(ways.maybe.iter().map(|choice| (*t, *choice)));
        }
        (found, stuck)
    }

    fn ways(&self, code: &Code, t: usize) -> Ways {
        let instr = &code.0[t][self.threads[t].pc];
        let mut ways = Ways::default();
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
                if sleep.notified {
                    ways.sure.extend(self.is_enabled(t, instr).then_some(Choice::Back(Wake::Notified)));
                    return ways;
                }
                self.patient(t, false, *patience, true, &mut ways);
                if self.spurious && sleep.set == 0 {
                    ways.maybe.push(Choice::Back(Wake::Spurious));
                }
            }
            Instr::Notify(m, set) => {
                let waiters = self.sleepers(*m, *set);
                let woken: Vec<Option<usize>> = match set {
                    _ if waiters.is_empty() => vec![None],
                    0 => waiters.into_iter().map(Some).collect(),
                    _ => vec![Some(waiters[0])],
                };
                ways.sure.extend(woken.into_iter().map(Choice::Wake));
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
            (Limit::Timed, Timeouts::Idle) => ways.idle.push(over),
        }
    }

    fn is_enabled(&self, t: usize, instr: &Instr) -> bool {
        let free = |m: usize| self.monitors[m].owner.is_none_or(|(owner, _)| owner == t);
        match instr {
            Instr::Acquire(m, ..) => free(*m),
            Instr::Resume(m, ..) => {
                let sleep = self.threads[t].sleep.unwrap();
                let turn = sleep.set == 0 || self.monitors[*m].returning.first() == Some(&t);
                sleep.notified && self.monitors[*m].owner.is_none() && turn
            }
            Instr::Guarded(_, v, guard, ..) => guard.holds(value(self.get(*v))),
            Instr::Park(..) => self.get(PERMIT + t) != 0 || self.get(FLAG + t) != 0,
            Instr::Join(_, c, _) => self.threads[*c].life == Life::Ended,
            Instr::End(_) => self.ends[t].is_none_or(free),
            _ => true,
        }
    }

    /// Who sleeps in a wait set; of a condition in the order in which they came.
    pub fn sleepers(&self, m: usize, set: usize) -> Vec<usize> {
        if set != 0 {
            return self.monitors[m].queued.iter().filter(|(_, where_)| *where_ == set).map(|(who, _)| *who).collect();
        }
        let sleeps = |t: &usize| {
            let sleep = self.threads[*t].sleep;
            sleep.is_some_and(|sleep| sleep.monitor == m && sleep.set == 0 && !sleep.notified)
        };
        (0..self.threads.len()).filter(sleeps).collect()
    }

    /// What others may see a thread doing. One that was not started counts as ended.
    pub fn doing(&self, code: &Code, t: usize) -> Vec<Doing> {
        let thread = &self.threads[t];
        if thread.life != Life::Running {
            return vec![Doing::Ended];
        }
        let instr = &code.0[t][thread.pc];
        let by_limit = |limit: Limit| match limit {
            Limit::Never => Some(Doing::Waiting),
            Limit::Timed => Some(Doing::TimedWaiting),
            Limit::Now => None,
        };
        if let (Instr::Resume(_, patience, _), Some(sleep)) = (instr, thread.sleep) {
            let doing = match sleep.notified {
                false => by_limit(patience.limit).unwrap(),
                true if self.is_enabled(t, instr) => Doing::Running,
                true if sleep.set == 0 => Doing::Blocked,
                true => Doing::Waiting,
            };
            return vec![doing];
        }
        let mut answers = vec![Doing::Running];
        if !self.is_enabled(t, instr) {
            answers.extend(match instr {
                Instr::Acquire(m, patience, _) if !parks(*m) => by_limit(patience.limit).map(|_| Doing::Blocked),
                Instr::Acquire(_, patience, _) | Instr::Guarded(_, _, _, _, patience) | Instr::Join(_, _, patience) => {
                    by_limit(patience.limit)
                }
                Instr::Park(_, limit) => by_limit(*limit),
                Instr::End(_) => Some(Doing::Blocked),
                _ => None,
            });
        }
        answers
    }
}
