//! What one step of a toy program does. Which steps there are: `moves`. Both are written from the documentation of
//! [`mcr_protocol::Action`], and share nothing with the checker.

use super::buffers::Buffer;
use super::flat::{Flat, compile};
use super::names::{Sites, location_id, monitor_name, set_name, thread_id, value};
use super::program::{Careless, FLAG, Instr, OWN, PERMIT, REGISTERS, SLEEP, TIME, Toy, parks};
use super::records::{RECORD, Records};
use super::rounds::{Look, Rounds};
use super::scopes::Scopes;
use super::threads::{Life, Monitor, News, Sleep, Thread};
use mcr_protocol::{
    Action, Doing, Event, Fence, Limit, MemoryModel, Order, Outcome, Patience, Pending, SiteId, Timeouts, Uncaught,
    Wake, mix,
};
use std::collections::{BTreeMap, BTreeSet};

/// A state of a toy program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    /// Heads of loops are nothing, and histories are forgotten: the semantics without awaits.
    pub plain: bool,
    pub local_states: bool,
    pub memory_model: MemoryModel,
    pub timeouts: Timeouts,
    pub spurious: bool,
    sites: Sites,
    pub threads: Vec<Thread>,
    memory: Vec<i64>,
    /// Fields of records with names.
    fields: BTreeMap<usize, i64>,
    permits: Vec<i64>,
    flags: Vec<i64>,
    pub monitors: Vec<Monitor>,
    /// By thread: the monitor that its end notifies.
    pub ends: Vec<Option<usize>>,
    pub output: String,
    /// Virtual time.
    pub now: u64,
    pub exit: Option<i32>,
    exited: Option<usize>,
    pub failed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Plain,
    Wake(Option<usize>),
    Back(Wake),
    Number(u64),
    /// Nothing that the thread does: its oldest write to a variable arrives.
    Arrive(usize),
}

/// Flat code of all threads.
pub struct Code(pub Vec<Flat>);

pub fn code(toy: &Toy) -> Code {
    Code((0..toy.threads.len()).map(|t| compile(toy, t)).collect())
}

impl Machine {
    pub fn new(toy: &Toy, code: &Code) -> Machine {
        let thread = |t| Thread {
            pc: 0,
            regs: [0; REGISTERS],
            life: Life::Unborn,
            daemon: false,
            sleep: None,
            since: 0,
            seen: None,
            history: Vec::new(),
            rounds: Rounds::default(),
            buffer: Buffer::default(),
            callers: Vec::new(),
            own: [0; OWN],
            records: Records::default(),
            thrown: 0,
            reports: Vec::new(),
            scopes: Scopes::new(t, 0),
            names: BTreeSet::new(),
        };
        let threads = toy.threads.len();
        let mut machine = Machine {
            plain: false,
            local_states: toy.local_states,
            memory_model: toy.memory_model,
            timeouts: toy.timeouts,
            spurious: toy.spurious,
            sites: Sites::of(toy, &code.0),
            threads: (0..threads).map(thread).collect(),
            memory: toy.initial.clone(),
            fields: BTreeMap::new(),
            permits: vec![0; threads],
            flags: vec![0; threads],
            monitors: vec![Monitor::default(); toy.monitors],
            ends: (0..threads).map(|t| toy.ends.get(t).copied().flatten()).collect(),
            output: String::new(),
            now: 0,
            exit: None,
            exited: None,
            failed: false,
        };
        machine.threads[0].life = Life::Running;
        machine.settle(code, 0);
        machine
    }

    pub(super) fn owned(&self, t: usize) -> Vec<(usize, u32)> {
        let owners = self.monitors.iter().map(|monitor| monitor.owner).enumerate();
        owners.filter_map(|(m, owner)| owner.filter(|(owner, _)| *owner == t).map(|(_, depth)| (m, depth))).collect()
    }

    pub fn get(&self, v: usize) -> i64 {
        match v {
            RECORD.. => self.fields.get(&v).copied().unwrap_or(0),
            SLEEP => 0,
            TIME => self.now as i64,
            FLAG.. => self.flags[v - FLAG],
            PERMIT.. => self.permits[v - PERMIT],
            _ => self.memory[v],
        }
    }

    /// What a thread sees.
    pub fn view(&self, t: usize, v: usize) -> i64 {
        self.threads[t].buffer.view(v).unwrap_or_else(|| self.get(v))
    }

    fn set(&mut self, v: usize, new: i64) {
        match v {
            RECORD.. => {
                self.fields.insert(v, new);
            }
            FLAG.. => self.flags[v - FLAG] = new,
            PERMIT.. => self.permits[v - PERMIT] = new,
            _ => self.memory[v] = new,
        }
    }

    pub fn action(&self, code: &Code, t: usize) -> Action {
        let thread = &self.threads[t];
        match self.next(code, t) {
            Instr::Load(_, v) => Action::Read(location_id(v)),
            Instr::Store(v, e, order) => Action::Write(location_id(v), value(e.eval(&thread.regs)), order),
            Instr::Fence(fence) => Action::Fence(fence),
            Instr::Add(_, v, _) | Instr::Cas(_, v, _, _) | Instr::Swap(_, v, _, _) => {
                Action::Update(location_id(v), Order::Volatile)
            }
            Instr::Tick(_, v) => Action::Update(location_id(v), Order::Arrived),
            Instr::Acquire(m, patience, _) => Action::Acquire { monitor: monitor_name(m), patience, parks: parks(m) },
            Instr::Release(m) => Action::Release(monitor_name(m)),
            Instr::Wait(m, set, patience) => Action::Wait { monitor: monitor_name(m), set: set_name(m, set), patience },
            Instr::Resume(m, ..) => Action::Resume(monitor_name(m)),
            Instr::Notify(m, set) => Action::Notify { monitor: monitor_name(m), set: set_name(m, set) },
            Instr::NotifyAll(m, set) => Action::NotifyAll { monitor: monitor_name(m), set: set_name(m, set) },
            Instr::Guarded(_, v, guard, change, patience) => {
                Action::Guarded { location: location_id(v), guard, change, patience }
            }
            Instr::Park(_, limit) => Action::Park(limit),
            Instr::Start(c, daemon, e, tells) => {
                let argument = value(e.eval(&thread.regs));
                Action::Start { child: thread_id(c), argument, daemon, tells: tells.map(location_id) }
            }
            Instr::Join(_, c, patience) => Action::Join { child: thread_id(c), patience },
            Instr::Alive(_, c) => Action::Alive(thread_id(c)),
            Instr::State(_, c) => Action::State(thread_id(c)),
            Instr::Choose(_, below) => Action::Choose(below),
            Instr::Head => Action::Await(thread.rounds.awaited(thread.pc)),
            Instr::Print(e) => Action::Print(format!("{} ", e.eval(&thread.regs))),
            Instr::Say(text) => Action::Print(text.to_owned()),
            Instr::Exit(n) => Action::Exit(n),
            Instr::End(failure) => Action::End {
                uncaught: failure.map(|message| Uncaught {
                    class: "java.lang.AssertionError".into(),
                    message: Some(message.into()),
                    stack: vec![format!("Toy.t{}(Toy.java:{})", self.sites.like(t), thread.pc)],
                    assertion: true,
                }),
                notifies: self.ends[t].map(monitor_name),
            },
            instr => unreachable!("settled: {instr:?}"),
        }
    }

    pub fn site(&self, t: usize) -> SiteId {
        self.sites.site(t, self.threads[t].pc)
    }

    pub fn pending(&self, code: &Code) -> Vec<Pending> {
        (0..self.threads.len())
            .filter(|&t| self.threads[t].life == Life::Running && self.exited != Some(t))
            .map(|t| Pending { thread: thread_id(t), site: self.site(t), action: self.action(code, t) })
            .collect()
    }

    /// What a step changes nothing by; none if it does change something.
    fn look(&self, t: usize, instr: &Instr, choice: Choice) -> Option<Look> {
        match (instr, choice) {
            (Instr::Load(_, v) | Instr::Add(_, v, 0), _) => Some(Look::Read(*v, self.view(t, *v))),
            (Instr::Cas(_, v, from, to), _) => {
                let old = self.view(t, *v);
                (old != *from || from == to).then_some(Look::Read(*v, old))
            }
            (Instr::Swap(_, v, from, to), _) => {
                let (old, regs) = (self.view(t, *v), &self.threads[t].regs);
                (old != from.eval(regs) || from.eval(regs) == to.eval(regs)).then_some(Look::Read(*v, old))
            }
            (Instr::Acquire(_, Patience::FOREVER, _) | Instr::Release(_), _) => Some(Look::Other),
            (Instr::Acquire(m, patience, _), Choice::Back(Wake::TimedOut)) if patience.limit == Limit::Now => {
                Some(Look::Tried(*m))
            }
            (Instr::Guarded(_, v, guard, _, patience), Choice::Back(Wake::TimedOut))
                if patience.limit == Limit::Now =>
            {
                Some(Look::Unguarded(*v, *guard))
            }
            (Instr::Alive(_, c), _) => match self.threads[*c].life {
                Life::Unborn => None,
                Life::Running => Some(Look::Alive(*c)),
                Life::Ended => Some(Look::Other),
            },
            (Instr::State(_, c), Choice::Number(doing)) => match self.threads[*c].life {
                Life::Unborn => None,
                Life::Running => Some(Look::State(*c, doing as u8)),
                Life::Ended => Some(Look::Other),
            },
            _ => None,
        }
    }

    /// Does one of the choices.
    pub fn step(&mut self, code: &Code, t: usize, choice: Choice) -> Event {
        if let Choice::Arrive(v) = choice {
            return self.arrive(t, v);
        }
        let (site, action) = (self.site(t), self.action(code, t));
        let instr = &self.next(code, t);
        let (known, reports) = (self.threads[t].history.len(), !self.threads[t].reports.is_empty());
        if self.is_fence(code, t, choice) {
            self.threads[t].buffer.fence();
        }
        self.separate(code, t, choice);
        let look = self.look(t, instr, choice);
        match look {
            Some(look) => self.threads[t].rounds.looked(look),
            None if *instr != Instr::Head => self.threads[t].rounds.changed(),
            None => {}
        }
        self.threads[t].seen = None;
        if choice == Choice::Back(Wake::TimedOut) {
            self.now = self.now.max(self.deadline(code, t));
        }
        let outcome = match choice {
            Choice::Back(wake) => self.come_back(instr, t, wake),
            _ => self.act(code, t, choice, &action),
        };
        if *instr != Instr::Head {
            let learned = self.threads[t].history[known..].last().map_or(0, |learned| mix(1, *learned as u64));
            self.threads[t].scopes.stepped(learned);
        }
        if !matches!(instr, Instr::End(_) | Instr::Exit(_)) {
            if reports {
                self.threads[t].reports.remove(0);
            } else {
                self.threads[t].pc += 1;
            }
            self.settle(code, t);
            self.threads[t].since = self.now;
        }
        if self.plain {
            self.threads[t].history.clear();
            self.threads[t].scopes = Scopes::new(t, 0);
        }
        Event { thread: thread_id(t), site, action, outcome }
    }

    /// The oldest write of a thread to a variable arrives.
    fn arrive(&mut self, t: usize, v: usize) -> Event {
        let entry = self.threads[t].buffer.arrive(v);
        self.set(v, entry.value);
        let action = Action::Arrive(location_id(v), value(entry.value));
        Event { thread: thread_id(t), site: entry.site, action, outcome: Outcome::Done }
    }

    /// What the thread has written so far is ordered before what it will write, if the step does that.
    fn separate(&mut self, code: &Code, t: usize, choice: Choice) {
        let separates = match self.next(code, t) {
            Instr::Fence(_) => true,
            Instr::Store(_, _, order) => matches!(order, Order::Release | Order::Volatile),
            _ => self.is_fence(code, t, choice),
        };
        if separates && self.memory_model == MemoryModel::Pso {
            self.threads[t].records.separate();
            if !code.0[t].leaves_out(Careless::Barrier) {
                self.threads[t].scopes.separated();
            }
        }
    }

    fn learn(&mut self, t: usize, r: usize, learned: i64) -> Outcome {
        self.threads[t].regs[r] = learned;
        self.threads[t].history.push(learned);
        self.threads[t].scopes.learned(learned);
        Outcome::Read(value(learned))
    }

    fn enter(&mut self, t: usize, m: usize) {
        let depth = self.monitors[m].owner.map_or(0, |(_, depth)| depth);
        self.monitors[m].owner = Some((t, depth + 1));
    }

    /// A guarded step goes through.
    fn change(&mut self, t: usize, v: usize, change: mcr_protocol::Change) -> Outcome {
        let old = value(self.view(t, v));
        let new = change.of(old);
        if new != old {
            self.set(v, new.0 as i64);
        }
        Outcome::Updated { old, new }
    }

    fn wake(&mut self, sleeper: usize, news: News) {
        let thread = &mut self.threads[sleeper];
        let sleep = thread.sleep.as_mut().unwrap();
        sleep.news = news;
        let (m, set) = (sleep.monitor, sleep.set);
        if set != 0 {
            self.monitors[m].queued.retain(|(who, _)| *who != sleeper);
            self.monitors[m].returning.push(sleeper);
        } else {
            thread.seen = thread.seen.map(|_| Doing::Blocked as u64);
        }
    }

    fn wake_all(&mut self, code: &Code, m: usize, set: usize) {
        for sleeper in self.sleepers(code, m, set) {
            let leaving = self.may_leave(code, sleeper);
            self.wake(sleeper, if leaving { News::Perhaps } else { News::Notified });
        }
    }

    /// A step that says why the thread goes on.
    fn come_back(&mut self, instr: &Instr, t: usize, wake: Wake) -> Outcome {
        let mut outcome = Outcome::Resumed(wake);
        if wake == Wake::Interrupted {
            self.flags[t] = 0;
        }
        let (tells, r) = match instr {
            Instr::Acquire(m, patience, r) => {
                if wake == Wake::Notified {
                    self.enter(t, *m);
                }
                (patience.tells(), *r)
            }
            Instr::Resume(m, patience, r) => {
                let sleep = self.threads[t].sleep.take().unwrap();
                let monitor = &mut self.monitors[*m];
                assert!(monitor.owner.is_none());
                monitor.owner = Some((t, sleep.depth));
                monitor.queued.retain(|(who, _)| *who != t);
                if let Some(place) = monitor.returning.iter().position(|who| *who == t) {
                    monitor.returning.remove(place);
                    if wake == Wake::Notified {
                        for gone in monitor.returning.drain(..place) {
                            self.threads[gone].sleep.as_mut().unwrap().news = News::Missed;
                        }
                    }
                }
                (patience.tells(), *r)
            }
            Instr::Guarded(r, v, _, change, patience) => {
                if wake == Wake::Notified {
                    outcome = self.change(t, *v, *change);
                }
                (patience.tells(), *r)
            }
            Instr::Park(r, _) => {
                if wake == Wake::Notified {
                    self.permits[t] = 0;
                }
                (true, *r)
            }
            Instr::Join(r, _, patience) => (patience.tells(), *r),
            _ => unreachable!("it does not come back"),
        };
        if tells {
            self.learn(t, r, wake as i64);
        }
        outcome
    }

    /// Any other step.
    fn act(&mut self, code: &Code, t: usize, choice: Choice, action: &Action) -> Outcome {
        let instr = &self.next(code, t);
        match instr {
            Instr::Load(r, v) => return self.learn(t, *r, self.view(t, *v)),
            Instr::Store(v, e, order) => {
                let (new, site, model) = (e.eval(&self.threads[t].regs), self.site(t), self.memory_model);
                if !self.threads[t].buffer.take(model, *v, new, site, *order) {
                    self.set(*v, new);
                }
            }
            Instr::Fence(Fence::StoreStore) => self.threads[t].buffer.barrier(self.memory_model),
            Instr::Fence(Fence::Full) => {}
            Instr::Add(r, v, _) | Instr::Tick(r, v) | Instr::Cas(r, v, _, _) | Instr::Swap(r, v, _, _) => {
                let old = self.get(*v);
                let regs = &self.threads[t].regs;
                let new = match instr {
                    Instr::Tick(..) => old + 1,
                    Instr::Add(_, _, k) => old + k,
                    Instr::Cas(_, _, from, to) if old == *from => *to,
                    Instr::Swap(_, _, from, to) if old == from.eval(regs) => to.eval(regs),
                    _ => old,
                };
                self.set(*v, new);
                self.learn(t, *r, old);
                return Outcome::Updated { old: value(old), new: value(new) };
            }
            Instr::Head => {
                let thread = &mut self.threads[t];
                let (history, scopes) = thread.rounds.go_back(thread.pc);
                thread.history.truncate(history);
                thread.scopes = scopes;
            }
            Instr::Acquire(m, ..) => self.enter(t, *m),
            Instr::Release(m) => {
                let (owner, depth) = self.monitors[*m].owner.unwrap();
                assert_eq!(owner, t);
                self.monitors[*m].owner = if depth == 1 { None } else { Some((t, depth - 1)) };
            }
            Instr::Wait(m, set, _) => {
                let (owner, depth) = self.monitors[*m].owner.take().unwrap();
                assert_eq!(owner, t);
                self.threads[t].sleep = Some(Sleep { monitor: *m, set: *set, news: News::None, depth });
                if *set != 0 {
                    self.monitors[*m].queued.push((t, *set));
                }
            }
            Instr::Notify(..) => {
                let Choice::Wake(woken) = choice else { panic!("a notify wakes somebody or nobody") };
                woken.into_iter().for_each(|woken| self.wake(woken, News::Notified));
                return Outcome::Woke(woken.map(thread_id));
            }
            Instr::NotifyAll(m, set) => self.wake_all(code, *m, *set),
            Instr::Guarded(_, v, _, change, _) => return self.change(t, *v, *change),
            Instr::Park(..) => self.permits[t] = 0,
            Instr::Start(c, daemon, e, tells) => {
                if let Some(v) = tells {
                    self.set(*v, 1);
                }
                let argument = e.eval(&self.threads[t].regs);
                let child = &mut self.threads[*c];
                assert_eq!(child.life, Life::Unborn);
                child.life = Life::Running;
                child.daemon = *daemon;
                child.since = self.now;
                child.regs[0] = argument;
                child.history.push(argument);
                child.scopes = Scopes::new(*c, argument);
                self.settle(code, *c);
            }
            Instr::Join(..) => {}
            Instr::Alive(r, c) => return self.learn(t, *r, i64::from(self.threads[*c].life == Life::Running)),
            Instr::State(r, _) | Instr::Choose(r, _) => {
                let Choice::Number(number) = choice else { panic!("it reads a number") };
                if let Instr::State(_, c) = instr
                    && ![Doing::Running as u64, Doing::Ended as u64].contains(&number)
                {
                    self.threads[*c].seen = Some(number);
                }
                return self.learn(t, *r, number as i64);
            }
            Instr::Print(_) | Instr::Say(_) => {
                let Action::Print(text) = action else { unreachable!() };
                self.output.push_str(text);
            }
            Instr::Exit(n) => {
                self.exit = Some(*n);
                self.exited = Some(t);
            }
            Instr::End(failure) => {
                self.failed |= failure.is_some();
                if let Some(m) = self.ends[t] {
                    self.wake_all(code, m, 0);
                }
                self.threads[t].life = Life::Ended;
            }
            instr => unreachable!("no such step: {instr:?}"),
        }
        Outcome::Done
    }
}
