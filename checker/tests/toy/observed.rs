//! Litmus programs: what threads have read, printed at the end.

use super::program::Expr::R;
use super::program::Stmt::{self, Load, Print, Store};
use super::program::Toy;

/// Each thread copies its first registers to variables of its own; main prints those after the joins, and then the last values of
/// these variables.
pub fn observed(variables: usize, last: &[usize], threads: &[(&[Stmt], usize)]) -> Toy {
    let mut results = variables;
    let mut bodies = Vec::new();
    let mut after = Vec::new();
    for (body, registers) in threads {
        let mut body = body.to_vec();
        for r in 0..*registers {
            body.push(Store(results, R(r)));
            after.extend([Load(r, results), Print(R(r))]);
            results += 1;
        }
        bodies.push(body);
    }
    after.extend(last.iter().flat_map(|v| [Load(0, *v), Print(R(0))]));
    Toy::fork_join(&vec![0; results], 2, bodies, after)
}
