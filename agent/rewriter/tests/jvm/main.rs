//! What becomes of class files, read by others and run by JVMs: one program, so that its tests run side by side.

mod support;

mod desugar;
mod garbage;
mod instead;
mod libraries;
mod outline;
mod programs;
mod retransform;
mod taken;
