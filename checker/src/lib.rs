//! Explores every behaviour of a program.

pub mod cli;
pub mod dependencies;
pub mod explore;
pub mod failure;
pub mod model;
pub mod predict;
pub mod report;
pub mod session;
pub mod shell;
pub mod solve;
pub mod symbols;
pub mod testing;
pub mod whole;
