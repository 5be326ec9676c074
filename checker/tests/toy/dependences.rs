//! Static dependences of a toy program: of each operation, the operations of its thread that decide whether it is come to, and what it passes on.
//!
//! By its flat code: control dependence where loops may not end, and the definitions that reach each use of a register. What goes through
//! variables of the program is not followed: traces show that.

use super::flat::compile;
use super::names::Sites;
use super::program::{Cond, Expr, Instr, Reg, Toy};
use mcr_explore::{Aspect, Point, Relevance};
use mcr_protocol::{SiteId, mix};
use mcr_sdg::control::{Control, strong};
use mcr_sdg::dominators::predecessors;
use std::collections::{HashMap, HashSet};

/// Of all threads.
pub struct Dependences {
    slices: HashMap<(SiteId, Aspect), HashSet<SiteId>>,
    /// Of which reads it is not looked for what they matter to.
    always: HashSet<SiteId>,
    /// What decides about anything but what is written.
    decides: HashSet<SiteId>,
}

impl Dependences {
    /// Of a program without procedures and exceptions.
    pub fn of(toy: &Toy) -> Dependences {
        assert!(!toy.local_states, "there are procedures");
        let code: Vec<_> = (0..toy.threads.len()).map(|t| compile(toy, t)).collect();
        let sites = Sites::of(toy, &code);
        let mut slices = HashMap::<_, HashSet<SiteId>>::new();
        let mut decides = HashSet::new();
        for (t, flat) in code.iter().enumerate() {
            let thread = Thread::new(&flat.code);
            for pc in 0..flat.code.len() {
                for aspect in [Aspect::Reached, Aspect::Written] {
                    let slice: Vec<SiteId> = thread.slice(pc, aspect).into_iter().map(|pc| sites.site(t, pc)).collect();
                    if aspect == Aspect::Reached || !matches!(flat.code[pc], Instr::Store(..) | Instr::Set(..)) {
                        decides.extend(&slice);
                    }
                    slices.entry((sites.site(t, pc), aspect)).or_default().extend(slice);
                }
            }
        }
        Dependences { slices, always: HashSet::new(), decides }
    }
}

impl Dependences {
    /// The same with less said about some of the reads, which ones by a number.
    pub fn saying_less(mut self, number: u64) -> Dependences {
        let sites: HashSet<SiteId> = self.slices.keys().map(|(site, _)| *site).collect();
        self.always = sites.into_iter().filter(|site| mix(number, u64::from(site.0)).is_multiple_of(3)).collect();
        self
    }
}

impl Relevance for Dependences {
    fn always_matters(&self, read: Point<'_>) -> bool {
        self.always.contains(&read.id)
    }

    fn matters(&self, read: Point<'_>, aspect: Aspect, later: Point<'_>) -> bool {
        self.slices.get(&(later.id, aspect)).is_none_or(|slice| slice.contains(&read.id))
    }

    fn only_moves(&self, read: Point<'_>) -> bool {
        !self.decides.contains(&read.id) && !self.always.contains(&read.id)
    }
}

struct Thread<'a> {
    code: &'a [Instr],
    control: Control,
    before: Vec<Vec<usize>>,
}

impl<'a> Thread<'a> {
    fn new(code: &'a [Instr]) -> Thread<'a> {
        let successors: Vec<Vec<usize>> = (0..code.len()).map(|pc| successors(code, pc)).collect();
        Thread { code, control: strong(&successors, 0), before: predecessors(&successors) }
    }

    /// What decides about an instruction.
    fn slice(&self, pc: usize, aspect: Aspect) -> HashSet<usize> {
        let mut slice = HashSet::new();
        let mut open = self.deciders(pc);
        if aspect == Aspect::Written {
            open.extend(self.makers(pc));
        }
        while let Some(pc) = open.pop() {
            if slice.insert(pc) {
                open.extend(self.deciders(pc));
                open.extend(self.makers(pc));
            }
        }
        slice
    }

    fn deciders(&self, pc: usize) -> Vec<usize> {
        self.control.decisions[pc].iter().map(|decision| decision.node).collect()
    }

    /// Who may have made what the registers hold that an instruction uses.
    fn makers(&self, pc: usize) -> Vec<usize> {
        let mut makers = Vec::new();
        for register in uses(&self.code[pc]) {
            let mut seen = HashSet::new();
            let mut open = self.before[pc].clone();
            while let Some(pc) = open.pop() {
                if seen.insert(pc) {
                    let (sets, certainly) = sets(&self.code[pc]);
                    if sets == Some(register) {
                        makers.push(pc);
                    }
                    if sets != Some(register) || !certainly {
                        open.extend(&self.before[pc]);
                    }
                }
            }
        }
        makers
    }
}

fn successors(code: &[Instr], pc: usize) -> Vec<usize> {
    match code[pc] {
        Instr::Unless(_, target) => vec![pc + 1, target],
        Instr::Jump(target) => vec![target],
        Instr::End(_) | Instr::Exit(_) => vec![],
        _ => vec![pc + 1],
    }
}

fn uses(instr: &Instr) -> Vec<Reg> {
    let of = |expressions: &[Expr]| {
        let register = |expression: &Expr| match *expression {
            Expr::C(_) => None,
            Expr::R(r) | Expr::Plus(r, _) => Some(r),
        };
        expressions.iter().filter_map(register).collect()
    };
    match *instr {
        Instr::Store(_, value, _) | Instr::Set(_, value) | Instr::Start(_, _, value, _) | Instr::Print(value) => {
            of(&[value])
        }
        Instr::Swap(_, _, from, to) => of(&[from, to]),
        Instr::Unless(Cond(one, _, other), _) => of(&[one, other]),
        _ => vec![],
    }
}

/// The register that an instruction sets; whether it always does.
fn sets(instr: &Instr) -> (Option<Reg>, bool) {
    match *instr {
        Instr::Load(r, _)
        | Instr::Add(r, ..)
        | Instr::Tick(r, _)
        | Instr::Cas(r, ..)
        | Instr::Swap(r, ..)
        | Instr::Set(r, _)
        | Instr::Alive(r, _)
        | Instr::State(r, _)
        | Instr::Choose(r, _) => (Some(r), true),
        Instr::Acquire(_, _, r)
        | Instr::Resume(_, _, r)
        | Instr::Guarded(r, ..)
        | Instr::Park(r, _)
        | Instr::Join(r, ..) => (Some(r), false),
        _ => (None, false),
    }
}
