//! What became of the program's classes, as the traces of a check tell it: which are rewritten, which are not and why, and what was executed
//! and is not covered.

use crate::uncovered::Uncovered;
use mcr_protocol::{Configure, End, Trace, glob};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// What became of the program's classes.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// How many were rewritten.
    pub rewritten: u32,
    /// Those that were left as they are, with the reason.
    pub skipped: Vec<(String, String)>,
    /// Those that the user has left out.
    pub excluded: Vec<String>,
    /// All that were loaded from files: the name and a hash of the file.
    pub loaded: Vec<(String, u64)>,
    /// What the user has said of classes that fits none of those: `--exclude com.acme.**`.
    pub unfitting: Vec<String>,
    /// Why they are loaded anew in each execution, where they could not stay.
    pub fresh: Option<String>,
    /// What was executed and is not covered.
    pub not_covered: Uncovered,
}

impl Classes {
    /// Before the first execution.
    #[must_use]
    pub fn unknown(configure: &Configure) -> Classes {
        let unfitting = globs(configure).map(|(said, _)| said).collect();
        Classes { unfitting, ..Classes::default() }
    }

    /// Takes in what a trace says, which another JVM may have said before.
    pub fn add(&mut self, configure: &Configure, trace: &Trace) {
        fn union<T: Clone + Eq + Hash>(known: &mut Vec<T>, new: &[T]) {
            if new.is_empty() {
                return;
            }
            let mut said: FxHashSet<&T> = known.iter().collect();
            let more: Vec<T> = new.iter().filter(|one| said.insert(one)).cloned().collect();
            known.extend(more);
        }
        self.rewritten = self.rewritten.max(trace.rewritten_classes);
        union(&mut self.skipped, &trace.new_skipped_classes);
        union(&mut self.excluded, &trace.new_excluded_classes);
        union(&mut self.loaded, &trace.new_classes);
        self.fresh = self.fresh.take().or_else(|| trace.new_fresh_classes.clone());
        for (said, glob) in globs(configure) {
            if trace.new_classes.iter().any(|(name, _)| glob::matches(glob, name)) {
                self.unfitting.retain(|other| *other != said);
            }
        }
    }

    /// What was executed and is not covered.
    pub fn cover(&mut self, trace: &Trace) {
        if trace.end == End::Restart {
            self.not_covered.clear();
        } else {
            self.not_covered.learn(trace);
        }
    }
}

/// What the user has said of classes, and the globs in it.
fn globs(configure: &Configure) -> impl Iterator<Item = (String, &String)> {
    let of = |option: &'static str, globs| std::iter::repeat(option).zip::<&Vec<String>>(globs);
    let all = of("--instrument", &configure.instrument).chain(of("--exclude", &configure.exclude));
    all.map(|(option, glob)| (format!("{option} {glob}"), glob))
}
