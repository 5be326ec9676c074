//! No input makes the rewriter panic: truncated classes, classes with flipped bytes, and noise.

use crate::support::{Everything, Jdk, List, class_files, java_sources, scratch};
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};
use std::fs;

/// Everything, and entry guards and replaced calls on top.
struct More;

impl Policy for More {
    fn hooks(&self) -> &str {
        "mcrtest/Hooks"
    }
    fn reports_field(&self, owner: &str, name: &str, is_static: bool) -> bool {
        owner.len() + name.len() > usize::from(is_static)
    }
    fn static_substitute(&self, _: &str, name: &str, descriptor: &str) -> Option<&'static str> {
        (name.len().is_multiple_of(2) && descriptor.len() > 1).then_some("substitute")
    }
    fn reports_arrays(&self) -> bool {
        true
    }
    fn monitors(&self) -> Monitors {
        Monitors::Replace
    }
    fn call(&self, call: &Call<'_>) -> CallAction {
        if call.name.len().is_multiple_of(2) { CallAction::Report } else { CallAction::Replace("replaced") }
    }
    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook> {
        Some(if method.starts_with('<') {
            EntryHook::Note("entry")
        } else if descriptor.ends_with('V') && method.len().is_multiple_of(2) {
            EntryHook::Guard("entry")
        } else {
            EntryHook::Replace { hook: "entry", applies: "applies" }
        })
    }
    fn loop_hooks(&self) -> Option<&str> {
        Some("mcrtest/Hooks")
    }
    fn local_states(&self) -> Option<&str> {
        Some("mcrtest/Hooks")
    }
    fn tells_of_objects(&self, class: &str) -> bool {
        class.starts_with("fixtures/")
    }
    fn reports_initialisation(&self, _: &str) -> bool {
        true
    }
    fn reports_control(&self) -> bool {
        true
    }
    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        (method == "<clinit>").then_some(("begin", "end"))
    }
}

fn feed(bytes: &[u8]) -> bool {
    let _ = mcr_rewriter::class_info(bytes);
    let desugared = mcr_rewriter::desugar(bytes, mcr_rewriter::Scope::All);
    let first = mcr_rewriter::rewrite(bytes, &Everything { monitors: Monitors::Report }, &mut List::default());
    let second = mcr_rewriter::rewrite(bytes, &More, &mut List::default());
    first.is_ok() && second.is_ok() && desugared.is_ok()
}

/// Some classes with all kinds of code and attributes.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let jdk = Jdk::all().pop().expect("a JDK");
    let work = scratch(&format!("garbage-{name}"));
    jdk.compile(&java_sources("fixtures"), &["-g"], &work);
    class_files(&work)
        .iter()
        .map(|file| fs::read(file).expect("a class file"))
        .filter(|class| class.len() > 2500)
        .collect()
}

#[test]
fn a_truncated_class_is_an_error() {
    let mut random = fastrand::Rng::with_seed(0x1234_5678_9ABC_DEF1);
    for class in seeds("truncated") {
        assert!(feed(&class));
        for _ in 0..200 {
            assert!(!feed(&class[..random.usize(..class.len())]));
        }
        assert!(!feed(&[&class[..], &[0]].concat()));
    }
}

#[test]
fn flipped_bytes_do_no_harm() {
    let mut random = fastrand::Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    for class in seeds("flipped") {
        for _ in 0..1000 {
            let mut broken = class.clone();
            for _ in 0..1 + random.usize(..4) {
                let at = 8 + random.usize(..class.len() - 8);
                broken[at] = match random.usize(..4) {
                    0 => 0,
                    1 => 0xFF,
                    2 => broken[at] ^ (1 << random.usize(..8)),
                    _ => random.usize(..256) as u8,
                };
            }
            feed(&broken);
        }
    }
}

#[test]
fn noise_is_an_error() {
    let mut random = fastrand::Rng::with_seed(42);
    for length in 0..2000 {
        let mut noise: Vec<u8> = (0..length).map(|_| random.usize(..256) as u8).collect();
        assert!(!feed(&noise));
        let head = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61];
        noise.splice(0..head.len().min(length), head);
        assert!(!feed(&noise));
    }
}
