//! Which registers what a thread does next may depend on.

use super::flat::{Flat, Instr};
use super::program::{Expr, Reg};
use mcr_protocol::{Limit, Patience};

/// A set of registers.
pub type Registers = u8;

/// By instruction.
#[derive(Default)]
pub struct Live {
    /// Before it.
    pub before: Vec<Registers>,
    /// While the procedure that it calls runs.
    pub across: Vec<Registers>,
}

/// By iteration from behind. What is thrown goes to the handler around, if there is one in the procedure.
pub fn liveness(flat: &Flat) -> Live {
    let n = flat.code.len();
    let mut live = Live { before: vec![0; n], across: vec![0; n] };
    loop {
        let mut changed = false;
        for at in (0..n).rev() {
            let instr = &flat.code[at];
            let mut after = successors(instr, at).into_iter().map(|next| live.before[next]).fold(0, |a, b| a | b);
            after &= !defined(instr);
            if matches!(instr, Instr::Call(..) | Instr::Throw(_) | Instr::Rethrow) {
                after |= flat.handler(at).map_or(0, |handler| live.before[handler]);
            }
            let before = after | used(instr);
            changed |= before != live.before[at];
            (live.before[at], live.across[at]) = (before, after);
        }
        if !changed {
            return live;
        }
    }
}

fn successors(instr: &Instr, at: usize) -> Vec<usize> {
    match *instr {
        Instr::Jump(to) => vec![to],
        Instr::Unless(_, to) | Instr::Round(Some((_, to))) => vec![at + 1, to],
        Instr::End(_) | Instr::Exit(_) | Instr::Return(_) | Instr::Throw(_) | Instr::Rethrow => vec![],
        _ => vec![at + 1],
    }
}

fn set(r: Reg) -> Registers {
    1 << r
}

fn of(e: Expr) -> Registers {
    match e {
        Expr::C(_) => 0,
        Expr::R(r) | Expr::Plus(r, _) => set(r),
    }
}

fn used(instr: &Instr) -> Registers {
    match *instr {
        Instr::Store(_, e, _) | Instr::Set(_, e) | Instr::Start(_, _, e, _) | Instr::Print(e) => of(e),
        Instr::Return(e) | Instr::Throw(e) | Instr::SetOwn(_, e) => of(e),
        Instr::Swap(_, _, from, to) => of(from) | of(to),
        Instr::Unless(cond, _) => of(cond.0) | of(cond.2),
        Instr::Call(_, arguments, _) => arguments.into_iter().map(of).fold(0, |a, b| a | b),
        Instr::Get(_, record, _) => set(record),
        Instr::Put(record, _, e) => set(record) | of(e),
        _ => 0,
    }
}

fn defined(instr: &Instr) -> Registers {
    let told = |r, patience: Patience| if patience.tells() { set(r) } else { 0 };
    match *instr {
        Instr::Load(r, _) | Instr::Add(r, ..) | Instr::Tick(r, _) | Instr::Cas(r, ..) | Instr::Swap(r, ..) => set(r),
        Instr::Set(r, _) | Instr::Alive(r, _) | Instr::State(r, _) | Instr::Choose(r, _) => set(r),
        Instr::Call(_, _, r) | Instr::Catch(r) | Instr::New(r) | Instr::Get(r, ..) | Instr::GetOwn(r, _) => set(r),
        Instr::Acquire(_, patience, r) | Instr::Resume(_, patience, r) => told(r, patience),
        Instr::Guarded(r, .., patience) | Instr::Join(r, _, patience) => told(r, patience),
        Instr::Park(r, limit) if limit != Limit::Never => set(r),
        _ => 0,
    }
}
