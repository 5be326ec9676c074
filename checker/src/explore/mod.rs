//! The exploration.

mod contract;

pub use contract::*;

/// Explores every behaviour of `program` under sequential consistency.
///
/// # Errors
/// When the program could not be run at all. What the program does wrong is in the [`Exploration`].
pub fn explore(
    _program: &mut dyn Program,
    _options: &Options,
    _observer: &mut dyn Observer,
) -> anyhow::Result<Exploration> {
    anyhow::bail!("not there yet")
}
