//! Writes to variables that no other thread can reach yet, reported when others can: as the agent does with the contents of new
//! objects. What they mean says the program in which they are ordinary writes in their places.

use super::program::{PERMIT, Stmt};
use mcr_protocol::{MemoryModel, Order};

/// Straight code, with the writes of constants to private variables reported at its end.
pub fn reported_late(straight: &[Stmt], model: MemoryModel, is_private: impl Fn(usize) -> bool) -> Vec<Stmt> {
    let (mut others, mut arrived, mut since) = (Vec::new(), Vec::new(), Vec::new());
    for stmt in straight {
        if let Stmt::Store(v, e) = stmt
            && is_private(*v)
        {
            since.push((*v, *e));
            continue;
        }
        if separates(stmt) {
            arrived.append(&mut since);
        }
        others.push(stmt.clone());
    }
    if model == MemoryModel::Tso {
        arrived.append(&mut since);
    }
    others.extend(arrived.into_iter().map(|(v, e)| Stmt::StoreAs(v, e, Order::Arrived)));
    others.extend(since.into_iter().map(|(v, e)| Stmt::Store(v, e)));
    others
}

/// Whether writes before it arrive before writes after it, under any model.
fn separates(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Load(..) | Stmt::Tick(..) | Stmt::Set(..) => false,
        Stmt::Store(v, _) => *v >= PERMIT,
        Stmt::StoreAs(_, _, order) => matches!(order, Order::Release | Order::Volatile),
        Stmt::Add(..) | Stmt::Cas(..) | Stmt::Fence(_) | Stmt::Print(_) | Stmt::Say(_) => true,
        _ => panic!("not straight, or not needed so far: {stmt:?}"),
    }
}
