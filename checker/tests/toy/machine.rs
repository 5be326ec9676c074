//! What one step of a toy program does.

use super::program::{Cmp, Cond, Expr, Instr, REGISTERS, Toy, compile};
use super::rounds::{Look, Rounds};
use mcr_protocol::{Action, Event, LocationId, Outcome, Pending, SiteId, ThreadId, Uncaught, Value, Wake};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Life {
    Unborn,
    Running,
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sleep {
    Awake,
    Asleep(bool),
    Notified,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    pub pc: usize,
    regs: [i64; REGISTERS],
    pub life: Life,
    pub daemon: bool,
    sleep: Sleep,
    saved_depth: u32,
    /// What it was told and what it has learned.
    pub history: Vec<i64>,
    rounds: Rounds,
}

/// A state of a toy program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    /// Heads of loops are nothing, and histories are forgotten: the semantics without awaits.
    pub plain: bool,
    pub threads: Vec<Thread>,
    memory: Vec<i64>,
    monitors: Vec<Option<(usize, u32)>>,
    pub output: String,
    pub exit: Option<i32>,
    exited: Option<usize>,
    pub failed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Plain,
    Wake(Option<usize>),
    Back(Wake),
}

/// Flat code of all threads.
pub struct Code(pub Vec<Vec<Instr>>);

pub fn code(toy: &Toy) -> Code {
    Code(toy.threads.iter().map(|body| compile(body)).collect())
}

pub fn thread_id(t: usize) -> ThreadId {
    if t == 0 { ThreadId::MAIN } else { ThreadId::MAIN.child(t as u64) }
}

pub fn location_id(v: usize) -> LocationId {
    LocationId(100 + v as u64)
}

fn monitor_name(m: usize) -> Value {
    Value(1000 + m as u64)
}

fn value(v: i64) -> Value {
    Value(v as u64)
}

impl Machine {
    pub fn new(toy: &Toy, code: &Code) -> Machine {
        let thread = Thread {
            pc: 0,
            regs: [0; REGISTERS],
            life: Life::Unborn,
            daemon: false,
            sleep: Sleep::Awake,
            saved_depth: 0,
            history: Vec::new(),
            rounds: Rounds::default(),
        };
        let mut machine = Machine {
            plain: false,
            threads: vec![thread; toy.threads.len()],
            memory: toy.initial.clone(),
            monitors: vec![None; toy.monitors],
            output: String::new(),
            exit: None,
            exited: None,
            failed: false,
        };
        machine.threads[0].life = Life::Running;
        machine.settle(code, 0);
        machine
    }

    /// Runs a thread up to its next visible operation.
    fn settle(&mut self, code: &Code, t: usize) {
        for _ in 0..10_000 {
            let owned = self.owned(t);
            let thread = &mut self.threads[t];
            match &code.0[t][thread.pc] {
                Instr::Set(r, e) => {
                    thread.regs[*r] = eval(&thread.regs, *e);
                    thread.pc += 1;
                }
                Instr::Unless(cond, target) => {
                    thread.pc = if holds(&thread.regs, *cond) { thread.pc + 1 } else { *target };
                }
                Instr::Jump(target) => thread.pc = *target,
                Instr::Head => {
                    if !self.plain && thread.rounds.arrive(thread.pc, &thread.regs, owned, thread.history.len()) {
                        return;
                    }
                    thread.pc += 1;
                }
                _ => return,
            }
        }
        panic!("a toy thread loops without a visible operation");
    }

    fn owned(&self, t: usize) -> Vec<(usize, u32)> {
        let owners = self.monitors.iter().enumerate();
        owners.filter_map(|(m, owner)| owner.filter(|(owner, _)| *owner == t).map(|(_, depth)| (m, depth))).collect()
    }

    fn sees_change(&self, t: usize) -> bool {
        let thread = &self.threads[t];
        thread.rounds.differs(thread.pc, &self.memory, |other| self.threads[other].life == Life::Running)
    }

    /// Whether a thread that keeps the execution going goes round in a loop.
    pub fn goes_round(&self, code: &Code) -> bool {
        let waits = |(t, thread): (usize, &Thread)| {
            thread.life == Life::Running && !thread.daemon && code.0[t][thread.pc] == Instr::Head
        };
        self.threads.iter().enumerate().any(waits)
    }

    pub fn action(&self, code: &Code, t: usize) -> Action {
        let thread = &self.threads[t];
        match &code.0[t][thread.pc] {
            Instr::Load(_, v) => Action::Read(location_id(*v)),
            Instr::Store(v, e) => Action::Write(location_id(*v), value(eval(&thread.regs, *e))),
            Instr::Add(_, v, _) | Instr::Cas(_, v, _, _) => Action::Update(location_id(*v)),
            Instr::Acquire(m) => Action::Acquire(monitor_name(*m)),
            Instr::Release(m) => Action::Release(monitor_name(*m)),
            Instr::Wait(m, timed) => Action::Wait { monitor: monitor_name(*m), timed: *timed },
            Instr::Resume(m, _) => Action::Resume(monitor_name(*m)),
            Instr::Notify(m) => Action::Notify(monitor_name(*m)),
            Instr::NotifyAll(m) => Action::NotifyAll(monitor_name(*m)),
            Instr::Start(c, daemon, e) => {
                let argument = value(eval(&thread.regs, *e));
                Action::Start { child: thread_id(*c), argument, daemon: *daemon }
            }
            Instr::Join(c) => Action::Join { child: thread_id(*c), timed: false },
            Instr::JoinTimed(_, c) => Action::Join { child: thread_id(*c), timed: true },
            Instr::Alive(_, c) => Action::Alive(thread_id(*c)),
            Instr::Head => Action::Await(thread.rounds.awaited(thread.pc)),
            Instr::Print(e) => Action::Print(format!("{} ", eval(&thread.regs, *e))),
            Instr::Say(text) => Action::Print((*text).to_owned()),
            Instr::Exit(n) => Action::Exit(*n),
            Instr::End(failure) => Action::End(failure.map(|message| Uncaught {
                class: "java.lang.AssertionError".into(),
                message: Some(message.into()),
                stack: vec![format!("Toy.t{t}(Toy.java:{})", thread.pc)],
            })),
            Instr::Set(..) | Instr::Unless(..) | Instr::Jump(..) => unreachable!("settled"),
        }
    }

    pub fn site(&self, t: usize) -> SiteId {
        SiteId((t * 1000 + self.threads[t].pc + 1) as u32)
    }

    pub fn pending(&self, code: &Code) -> Vec<Pending> {
        (0..self.threads.len())
            .filter(|&t| self.threads[t].life == Life::Running && self.exited != Some(t))
            .map(|t| Pending { thread: thread_id(t), site: self.site(t), action: self.action(code, t) })
            .collect()
    }

    /// How it ended, if it did; a deadlock is when there are no choices.
    pub fn over(&self) -> Option<String> {
        if let Some(code) = self.exit {
            return Some(format!("exit:{code}"));
        }
        let waits = self.threads.iter().any(|t| t.life == Life::Running && !t.daemon);
        (!waits).then(|| if self.failed { "exception".into() } else { "normal".into() })
    }

    /// Everything that can happen next.
    pub fn choices(&self, code: &Code) -> Vec<(usize, Choice)> {
        let mut found = Vec::new();
        if self.over().is_some() {
            return found;
        }
        let running = || (0..self.threads.len()).filter(|&t| self.threads[t].life == Life::Running);
        for t in running() {
            let thread = &self.threads[t];
            match &code.0[t][thread.pc] {
                Instr::Acquire(m) => {
                    if self.monitors[*m].is_none_or(|(owner, _)| owner == t) {
                        found.push((t, Choice::Plain));
                    }
                }
                Instr::Resume(m, _) => {
                    if thread.sleep == Sleep::Notified && self.monitors[*m].is_none() {
                        found.push((t, Choice::Back(Wake::Notified)));
                    }
                }
                Instr::Notify(m) => {
                    let waiters = self.waiters(code, *m);
                    if waiters.is_empty() {
                        found.push((t, Choice::Wake(None)));
                    }
                    found.extend(waiters.into_iter().map(|w| (t, Choice::Wake(Some(w)))));
                }
                Instr::Join(c) => {
                    if self.threads[*c].life == Life::Ended {
                        found.push((t, Choice::Plain));
                    }
                }
                Instr::Head => {
                    if self.sees_change(t) {
                        found.push((t, Choice::Plain));
                    }
                }
                Instr::JoinTimed(_, c) => {
                    if self.threads[*c].life == Life::Ended {
                        found.push((t, Choice::Back(Wake::Notified)));
                    }
                }
                _ => found.push((t, Choice::Plain)),
            }
        }
        if found.is_empty() {
            for t in running() {
                let gives_up = match &code.0[t][self.threads[t].pc] {
                    Instr::Resume(m, _) => self.threads[t].sleep == Sleep::Asleep(true) && self.monitors[*m].is_none(),
                    Instr::JoinTimed(..) => true,
                    _ => false,
                };
                if gives_up {
                    found.push((t, Choice::Back(Wake::TimedOut)));
                }
            }
        }
        found
    }

    fn waiters(&self, code: &Code, m: usize) -> Vec<usize> {
        let waits = |t: &usize| {
            let thread = &self.threads[*t];
            matches!(thread.sleep, Sleep::Asleep(_))
                && matches!(code.0[*t][thread.pc], Instr::Resume(monitor, _) if monitor == m)
        };
        (0..self.threads.len()).filter(waits).collect()
    }

    /// What a step changes nothing by; none if it does change something.
    fn look(&self, instr: &Instr) -> Option<Look> {
        match *instr {
            Instr::Load(_, v) | Instr::Add(_, v, 0) => Some(Look::Read(v, self.memory[v])),
            Instr::Cas(_, v, from, to) => {
                let old = self.memory[v];
                (old != from || from == to).then_some(Look::Read(v, old))
            }
            Instr::Acquire(_) | Instr::Release(_) => Some(Look::Other),
            Instr::Alive(_, c) => match self.threads[c].life {
                Life::Unborn => None,
                Life::Running => Some(Look::Alive(c)),
                Life::Ended => Some(Look::Other),
            },
            _ => None,
        }
    }

    /// Does one of the choices.
    pub fn step(&mut self, code: &Code, t: usize, choice: Choice) -> Event {
        let (site, action) = (self.site(t), self.action(code, t));
        let instr = &code.0[t][self.threads[t].pc];
        let mut outcome = Outcome::Done;
        let look = self.look(instr);
        match look {
            Some(look) => self.threads[t].rounds.looked(look),
            None if *instr != Instr::Head => self.threads[t].rounds.changed(),
            None => {}
        }
        let mut learn = |machine: &mut Machine, r: usize, learned: i64| {
            machine.threads[t].regs[r] = learned;
            machine.threads[t].history.push(learned);
            outcome = Outcome::Read(value(learned));
        };
        match instr {
            Instr::Load(r, v) => learn(self, *r, self.memory[*v]),
            Instr::Store(v, e) => self.memory[*v] = eval(&self.threads[t].regs, *e),
            Instr::Add(r, v, _) | Instr::Cas(r, v, _, _) => {
                let old = self.memory[*v];
                let new = match instr {
                    Instr::Add(_, _, k) => old + k,
                    Instr::Cas(_, _, from, to) if old == *from => *to,
                    _ => old,
                };
                self.memory[*v] = new;
                learn(self, *r, old);
                outcome = Outcome::Updated { old: value(old), new: value(new) };
            }
            Instr::Head => {
                let thread = &mut self.threads[t];
                let history = thread.rounds.go_back(thread.pc);
                thread.history.truncate(history);
            }
            Instr::Acquire(m) => {
                let depth = self.monitors[*m].map_or(0, |(_, depth)| depth);
                self.monitors[*m] = Some((t, depth + 1));
            }
            Instr::Release(m) => {
                let (owner, depth) = self.monitors[*m].unwrap();
                assert_eq!(owner, t);
                self.monitors[*m] = if depth == 1 { None } else { Some((t, depth - 1)) };
            }
            Instr::Wait(m, timed) => {
                let (owner, depth) = self.monitors[*m].take().unwrap();
                assert_eq!(owner, t);
                self.threads[t].saved_depth = depth;
                self.threads[t].sleep = Sleep::Asleep(*timed);
            }
            Instr::Resume(m, r) => {
                let Choice::Back(wake) = choice else { panic!("a resume has a reason") };
                self.monitors[*m] = Some((t, self.threads[t].saved_depth));
                self.threads[t].sleep = Sleep::Awake;
                learn(self, *r, i64::from(wake == Wake::TimedOut));
                outcome = Outcome::Resumed(wake);
            }
            Instr::Notify(_) => {
                let Choice::Wake(woken) = choice else { panic!("a notify wakes somebody or nobody") };
                if let Some(woken) = woken {
                    self.threads[woken].sleep = Sleep::Notified;
                }
                outcome = Outcome::Woke(woken.map(thread_id));
            }
            Instr::NotifyAll(m) => {
                for waiter in self.waiters(code, *m) {
                    self.threads[waiter].sleep = Sleep::Notified;
                }
            }
            Instr::Start(c, daemon, e) => {
                let argument = eval(&self.threads[t].regs, *e);
                let child = &mut self.threads[*c];
                assert_eq!(child.life, Life::Unborn);
                child.life = Life::Running;
                child.daemon = *daemon;
                child.regs[0] = argument;
                child.history.push(argument);
                self.settle(code, *c);
            }
            Instr::Join(_) => {}
            Instr::JoinTimed(r, _) => learn(self, *r, i64::from(choice == Choice::Back(Wake::Notified))),
            Instr::Alive(r, c) => learn(self, *r, i64::from(self.threads[*c].life == Life::Running)),
            Instr::Print(_) | Instr::Say(_) => {
                let Action::Print(text) = &action else { unreachable!() };
                self.output.push_str(text);
            }
            Instr::Exit(n) => {
                self.exit = Some(*n);
                self.exited = Some(t);
            }
            Instr::End(failure) => {
                self.failed |= failure.is_some();
                self.threads[t].life = Life::Ended;
            }
            Instr::Set(..) | Instr::Unless(..) | Instr::Jump(..) => unreachable!("settled"),
        }
        if !matches!(instr, Instr::End(_) | Instr::Exit(_)) {
            self.threads[t].pc += 1;
            self.settle(code, t);
        }
        if self.plain {
            self.threads[t].history.clear();
        }
        Event { thread: thread_id(t), site, action, outcome }
    }
}

fn eval(regs: &[i64; REGISTERS], e: Expr) -> i64 {
    match e {
        Expr::C(k) => k,
        Expr::R(r) => regs[r],
        Expr::Plus(r, k) => regs[r] + k,
    }
}

fn holds(regs: &[i64; REGISTERS], Cond(a, cmp, b): Cond) -> bool {
    let (a, b) = (eval(regs, a), eval(regs, b));
    match cmp {
        Cmp::Eq => a == b,
        Cmp::Ne => a != b,
        Cmp::Lt => a < b,
        Cmp::Gt => a > b,
        Cmp::Ge => a >= b,
    }
}
