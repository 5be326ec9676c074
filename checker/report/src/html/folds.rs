//! An interleaving in the program's own lines: which steps are one call of the program, and what that says.
//!
//! What is folded and what is said of it is decided where the text report decides it ([`folded`]). There are two sets of parts, since what is left out at
//! first may lie between two parts of a call: one without such steps, and one with them.
//!
//! Invariant: the parts of a set are in the order of their first events, and no event is in two of them.

use super::strings::Strings;
use crate::called;
use crate::folded;
use crate::folding::{Folding, Within};
use crate::names::{Names, escape};
use crate::relevance::Shown;
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::{MemoryModel, SiteId};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// How an interleaving is shown at first; its field names are the keys that the script knows.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Folds {
    /// By number in the parts.
    pub calls: Vec<CallPlace>,
    /// Without the steps that are left out at first.
    pub relevant: Parts,
    /// With them.
    pub all: Parts,
}

/// Where a call of the program is.
#[derive(Clone, Debug, Serialize)]
pub struct CallPlace {
    /// As `File.java:12`.
    line: usize,
    /// As `Class.method(File.java:12)`.
    place: usize,
    /// What is called, among the things of the timeline.
    thing: Option<usize>,
}

/// What threads do in calls.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Parts {
    /// (the first event, the last one, what is said or nothing, the call).
    pub parts: Vec<(usize, usize, Option<usize>, usize)>,
    /// Events in no call that a reader of the program's own lines does not need.
    pub hidden: Vec<usize>,
}

/// Of an interleaving whose calls are known. `number` tells the number of an event on the page, `thing` that of what is called.
pub fn folds(
    names: &Names<'_>,
    (violation, symbols, model): (&Violation, &Symbols, MemoryModel),
    (shown, folding): (&Shown, &Folding<'_>),
    strings: &mut Strings,
    number: impl Fn(usize) -> Option<usize>,
    mut thing: impl FnMut(&mut Strings, String) -> usize,
) -> Option<Folds> {
    let mut folds = Folds::default();
    let mut known: FxHashMap<usize, usize> = FxHashMap::default();
    let all = Shown::all(violation, model);
    for (shown, to) in [(shown, false), (&all, true)] {
        let mut set = Parts::default();
        for part in folded::parts(names, violation, shown, folding)? {
            let (Some(first), Some(last)) = (number(part.first), number(part.last)) else { continue };
            match (part.within, part.said) {
                (Within::Call(call), said) => {
                    let said = said.map(|(text, _)| strings.number(text));
                    let index = *known.entry(call).or_insert_with(|| {
                        let site = folding.method(folding.call(call)).map_or(SiteId::NONE, |method| method.site);
                        let receiver = called::receiver(names, folding, folding.call(call));
                        let thing = receiver.map(|receiver| thing(strings, receiver));
                        let line = strings.number(names.line(site));
                        let place = strings.number(place(symbols, site));
                        folds.calls.push(CallPlace { line, place, thing });
                        folds.calls.len() - 1
                    });
                    set.parts.push((first, last, said, index));
                }
                (_, None) => set.hidden.push(first),
                _ => {}
            }
        }
        let elsewhere = folding.events.iter().enumerate().filter(|(_, within)| **within == Within::Elsewhere);
        set.hidden.extend(elsewhere.filter_map(|(index, _)| number(index)));
        *(if to { &mut folds.all } else { &mut folds.relevant }) = set;
    }
    Some(folds)
}

/// `Class.method(File.java:12)`; nothing if there is no such place.
pub fn place(symbols: &Symbols, site: SiteId) -> String {
    symbols.site(site).map_or_else(String::new, |_| escape(&symbols.place(site)))
}
