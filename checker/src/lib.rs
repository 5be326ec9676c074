//! Explores every behaviour of a program.

pub mod cli;
pub mod dependencies;
pub mod failure;
pub mod report;
pub mod session;
pub mod shell;
pub mod testing;
pub mod whole;
