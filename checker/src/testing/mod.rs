//! `mcr test`: JUnit tests, each of which is a program of its own.
//!
//! A plain JVM lists the tests ([`discovery`]), with JUnit's own launcher; then each is explored like any program (`cli/test`): its main
//! method runs one test by its unique id, and what the test throws leaves the main thread. One JVM serves many tests. What became of a test
//! follows from what was found ([`result`]). The Java part is in `javaruntime/junit`.
//!
//! Invariant: a test passes only if every behaviour of it was explored, and nothing is wrong with any.

pub mod class_path;
pub mod discovery;
pub mod java;
pub mod listing;
pub mod result;
pub mod selection;
