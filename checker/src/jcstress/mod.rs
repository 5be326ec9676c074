//! `mcr jcstress`: tests written for the harness jcstress, each of which is explored instead of being repeated.
//!
//! A plain JVM lists the tests ([`discovery`]); then each is explored like any program (`cli/jcstress`): its main
//! method runs each actor in a thread, then the arbiter, and prints the result. What results there are under which
//! memory model is graded by what the test says of them ([`grading`], [`result`]). The Java part is in
//! `javaruntime/junit`, and knows the annotations by their names.
//!
//! Invariant: a result is said to be impossible under a model only if the exploration under it was complete.

pub mod discovery;
pub mod grading;
pub mod result;
