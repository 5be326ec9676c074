//! What failures depend on, by the class files that their command names.

use crate::dependencies::recorded::{Asked, Recorded};
use crate::dependencies::target::Target;
use crate::dependencies::{Causes, sources};
use crate::session::Setting;
use crate::session::command::JavaCommand;
use anyhow::Result;
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::MemoryModel;

/// Tells each failure what it depends on, as far as it is of a kind that has causes. Without such a failure nothing is
/// done. Nothing is run. `expected`: what may be printed, as far as that is known.
///
/// # Errors
/// If the class files are not known, cannot be read, or are others than those that have failed; by `asked`, if one is not there.
pub fn tell(
    violations: &mut [Violation],
    symbols: &Symbols,
    model: MemoryModel,
    setting: &Setting,
    expected: &[String],
    asked: Asked,
) -> Result<()> {
    if !violations.iter().any(Causes::has_some) {
        return Ok(());
    }
    let mut command = JavaCommand::parse(&setting.arguments()).map_err(anyhow::Error::msg)?;
    command.directory = Some(setting.working_directory());
    let target = Target::read(&command)?;
    let sources = sources(&target)?;
    let recorded = Recorded::new(&setting.classes, &setting.jvm, asked);
    Causes::new(&sources, &target, &recorded).tell(violations, symbols, model, expected)
}
