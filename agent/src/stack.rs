//! Which place of the program is on the stack of a thread, for operations that code of the JDK performs.
//!
//! A thread remembers the call by which the program entered the JDK last (`Control.callSite`). That call may have returned:
//! the worker of a pool waits for its next task when the last one is over. So the stack is looked at; a place is one that
//! is on it, or none of the program. What a method is called is asked once.
//!
//! Invariant: a place is a function of the frames, never of when they are looked at, so all executions agree.

use crate::policy::{is_jdk_name, is_runtime_name};
use mcr_rewriter::{GENERATED, OUTLINED};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A method with its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// Internal name of its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The file of the source.
    pub file: Option<String>,
    /// Where each line begins, and its number.
    pub lines: Vec<(i64, u32)>,
}

impl Method {
    /// The line at a position.
    pub fn line(&self, position: i64) -> Option<u32> {
        let begun = self.lines.iter().filter(|(start, _)| *start <= position);
        begun.max_by_key(|(start, _)| *start).map(|(_, line)| *line)
    }
}

/// Whose a frame is.
#[derive(Clone)]
enum Owner {
    Program(Arc<Method>),
    Jdk(Arc<Method>),
    /// The Java runtime of this project.
    Hook,
    /// Classes made for lambdas.
    Nobody,
}

/// What is known of methods, by their ids.
#[derive(Default)]
pub struct Stacks {
    methods: FxHashMap<usize, Owner>,
}

/// Parts of the JDK in which everybody waits: the caller tells more.
const COMMON: [&str; 3] = ["java/util/concurrent/locks/", "java/lang/invoke/", "jdk/internal/"];

impl Stacks {
    /// The classes of the program are loaded again: what is known of their methods is over.
    pub fn forget_program(&mut self) {
        self.methods.retain(|_, owner| !matches!(owner, Owner::Program(_)));
    }

    /// How many of the innermost frames are those of hooks.
    pub fn hooks(&mut self, frames: impl Iterator<Item = (usize, i64)>, describe: impl Fn(usize) -> Method) -> usize {
        let is_hook = |id: usize| match self.methods.entry(id).or_insert_with(|| owner(describe(id))) {
            Owner::Hook => true,
            Owner::Program(method) => method.name.starts_with(OUTLINED),
            Owner::Jdk(_) | Owner::Nobody => false,
        };
        frames.map(|(id, _)| id).map(is_hook).take_while(|hook| *hook).count()
    }

    /// The innermost frame of the program with its line, else the innermost one of the JDK that tells something; none if nothing of
    /// either is on the stack. `frames`: methods and positions, the innermost first.
    pub fn innermost(
        &mut self,
        frames: impl Iterator<Item = (usize, i64)>,
        describe: impl Fn(usize) -> Method,
    ) -> Option<(Arc<Method>, Option<u32>)> {
        let mut of_jdk: Option<(Arc<Method>, i64)> = None;
        for (id, position) in frames {
            match self.methods.entry(id).or_insert_with(|| owner(describe(id))) {
                // A native method has no line; that of the call tells more.
                Owner::Program(_) if position < 0 => {}
                Owner::Program(method) => return Some((method.clone(), method.line(position))),
                Owner::Jdk(method) if of_jdk.as_ref().is_none_or(|(found, _)| is_common(&found.class)) => {
                    of_jdk = Some((method.clone(), position));
                }
                Owner::Jdk(_) | Owner::Hook | Owner::Nobody => {}
            }
        }
        of_jdk.map(|(method, position)| (method.clone(), method.line(position)))
    }
}

fn owner(method: Method) -> Owner {
    let class = &method.class;
    if is_jdk_name(class) {
        Owner::Jdk(Arc::new(method))
    } else if is_runtime_name(class) {
        Owner::Hook
    } else if class.is_empty() || class.contains(GENERATED) || class.contains("$$Lambda") {
        Owner::Nobody
    } else {
        Owner::Program(Arc::new(method))
    }
}

fn is_common(class: &str) -> bool {
    COMMON.iter().any(|prefix| class.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    const METHODS: [&str; 7] = [
        "dev/mcr/Parking.park",
        "java/util/concurrent/locks/LockSupport.park",
        "java/util/concurrent/LinkedBlockingQueue.take",
        "java/util/concurrent/ThreadPoolExecutor.getTask",
        "Main$$Lambda$mcr$1.run",
        "Main.lambda$main$0",
        "Main.mcr$hook$2",
    ];

    fn describe(id: usize) -> Method {
        let (class, name) = METHODS[id].rsplit_once('.').unwrap();
        let lines = vec![(0, 10), (5, 12), (9, 11)];
        Method { class: class.to_owned(), name: name.to_owned(), lines, ..Method::default() }
    }

    fn innermost(frames: &[usize]) -> Option<String> {
        let found = Stacks::default().innermost(frames.iter().map(|id| (*id, 6)), describe);
        found.map(|(method, line)| format!("{}:{}", method.name, line.unwrap_or(0)))
    }

    #[test]
    fn a_line_of_the_program_comes_before_those_of_the_jdk() {
        assert_eq!(innermost(&[0, 1, 2, 4, 5, 3]).unwrap(), "lambda$main$0:12");
    }

    #[test]
    fn frames_of_hooks_are_those_above_the_code_that_calls_them() {
        let hooks = |frames: &[usize]| Stacks::default().hooks(frames.iter().map(|id| (*id, 6)), describe);
        assert_eq!(hooks(&[0, 0, 6, 5, 0, 1]), 3);
        assert_eq!(hooks(&[0, 4]), 1);
        assert_eq!(hooks(&[2, 0]), 0);
    }

    #[test]
    fn without_one_the_method_that_waits_is_told_rather_than_what_everybody_waits_in() {
        assert_eq!(innermost(&[0, 1, 2, 3]).unwrap(), "take:12");
        assert_eq!(innermost(&[0, 1]).unwrap(), "park:12");
        assert_eq!(innermost(&[0, 4]), None);
    }
}
