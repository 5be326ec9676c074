//! Explores every behaviour of a program.

pub mod cli;
pub mod explore;
pub mod report;
pub mod session;
pub mod symbols;
