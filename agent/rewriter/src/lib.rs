//! Inserts hooks into Java class files.
#![forbid(unsafe_code)]

pub mod policy;
pub mod site;
