//! What is read out of code on monitors: a small class of which it is known.

use crate::support::{Jdk, java_sources, scratch};
use mcr_rewriter::taken;
use std::fs;

/// What the class says, line by line, of the methods that say anything.
fn lines(class: &str) -> Vec<String> {
    let jdk = &Jdk::all()[0];
    let work = scratch(&format!("taken-{class}"));
    jdk.compile(&java_sources("taken"), &[], &work);
    let bytes = fs::read(work.join(format!("{class}.class"))).unwrap();
    let methods = taken(&bytes).unwrap();
    methods.iter().flat_map(|method| method.to_string().lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn monitors_of_this_and_of_its_fields_are_found_with_the_calls_that_lead_to_others() {
    let expected = [
        "method <init>(Ljava/lang/Object;)V",
        "method size()I",
        "enters this",
        "method locked(JD)V",
        "enters this",
        "method byLock([I)V",
        "enters lock",
        "calls below byLock([I)V -",
        "method viaOther(Ljava/lang/String;)I",
        "calls this size()I -",
        "calls this other(Ljava/lang/Object;)LStream; -",
        "method other(Ljava/lang/Object;)LStream;",
        "method nothing()V",
    ];
    assert_eq!(lines("Stream"), expected);
}

#[test]
fn a_call_of_the_superclass_says_where_its_search_begins() {
    let expected = ["method <init>()V", "method size()I", "calls this size()I Stream"];
    assert_eq!(lines("Stream$Sub"), expected);
}
