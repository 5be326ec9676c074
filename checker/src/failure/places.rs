//! Places that are found again after the program was changed.
//!
//! In a class that has not changed a place is the same if it reads the same. In one that has, lines may have moved, and what the compiler numbers may
//! have other numbers. There, places are compared by class, method and order: each place that is met then stands for one place now, in one method
//! that stands for one method, and what comes first in a method then comes first now. Where sources are known, a line that is still there is
//! itself, and no other one ([`Kinship`]).
//!
//! Invariant: what is paired once stays paired, so two places are never taken for one.

use super::changes::{Changes, outermost};
use super::identity::{describe, is_of_jdk};
use super::lines::{Kinship, Line, kinship};
use super::pairs::Pairs;
use mcr_protocol::Site;
use mcr_report::snippet::Sources;
use mcr_report::spot::Spot;

/// A method: its class and its name.
type Method = (String, String);

/// What is known of places then and now.
pub struct Places<'a> {
    changes: &'a Changes,
    /// Lines of the program as they were.
    lines: &'a [Line],
    /// The program as it is.
    sources: &'a Sources,
    classes: Pairs<String>,
    methods: Pairs<Method>,
    /// By recorded method: instructions and lines, then and now.
    met: Vec<Met>,
}

/// A place that was met both times.
struct Met {
    method: Method,
    then: (u32, Option<u32>),
    now: (u32, Option<u32>),
}

impl<'a> Places<'a> {
    /// Nothing was met so far.
    pub fn new(changes: &'a Changes, lines: &'a [Line], sources: &'a Sources) -> Places<'a> {
        Places { changes, lines, sources, classes: Pairs::default(), methods: Pairs::default(), met: Vec::new() }
    }

    /// Whether a thread that is at one place now may be where it was at another one then. If so, that holds from now on.
    pub fn pair(&mut self, then: &Site, now: &Site) -> bool {
        let (one, other) = (describe(then), describe(now));
        // Another JDK may do the same in another method.
        if is_of_jdk(&one) && is_of_jdk(&other) {
            return true;
        }
        if !self.changes.touch(&then.class) {
            return one == other;
        }
        if self.kinship(&Spot::of(then), &Spot::of(now)) == Kinship::Other || !self.fit(then, now) {
            return false;
        }
        let method = method(then);
        self.classes.pair(&then.class, &now.class);
        self.methods.pair(&method, &self::method(now));
        if !self.met.iter().any(|met| met.method == method && met.then.0 == then.bci) {
            self.met.push(Met { method, then: (then.bci, then.line), now: (now.bci, now.line) });
        }
        true
    }

    /// Whether two places of changed code can be a pair: their classes come from one source, their methods are no other's, and their order is that of what
    /// was met there.
    fn fit(&self, then: &Site, now: &Site) -> bool {
        let (method, other) = (method(then), self::method(now));
        let in_order = |met: &Met| then.bci.cmp(&met.then.0) == now.bci.cmp(&met.now.0);
        outermost(&then.class) == outermost(&now.class)
            && self.classes.fit(&then.class, &now.class)
            && self.methods.fit(&method, &other)
            && self.met.iter().filter(|met| met.method == method).all(in_order)
    }

    /// Whether the frame of an exception that is thrown now is where it was thrown then. `alike`: every event before it is as recorded; else where it moved
    /// to only sources can tell.
    pub fn is_thrown_at(&self, then: &Spot, now: &Spot, alike: bool) -> bool {
        if !self.changes.touch(&then.class) {
            return then == now;
        }
        let of = |spot: &Spot| (spot.class.clone(), spot.method.clone());
        let (one, other) = (of(then), of(now));
        match self.kinship(then, now) {
            Kinship::Other => false,
            Kinship::Same => outermost(&then.class) == outermost(&now.class) && self.methods.fit(&one, &other),
            // Nothing but lines is left to go by.
            Kinship::Unknown => {
                let same_method = one == other && self.methods.fit(&one, &other);
                let renamed = alike && self.methods.now(&one) == Some(&other);
                match self.moves_along(then, now) {
                    Some(along) => along && (renamed || same_method && (alike || then == now)),
                    None => same_method && then == now,
                }
            }
        }
    }

    /// Whether a place can only be that one, whatever has happened before: its line is still what it was.
    pub fn is_certainly(&self, then: &Site, now: &Site) -> bool {
        if !self.changes.touch(&then.class) {
            return describe(then) == describe(now);
        }
        match self.kinship(&Spot::of(then), &Spot::of(now)) {
            Kinship::Same => self.fit(then, now),
            Kinship::Other => false,
            Kinship::Unknown => describe(then) == describe(now),
        }
    }

    /// Whether a line has moved as far as what was met before it in its method, and behind it. None if nothing was met there.
    fn moves_along(&self, then: &Spot, now: &Spot) -> Option<bool> {
        let (line, to) = then.line.zip(now.line)?;
        let shift = |then: u32, now: u32| i64::from(now) - i64::from(then);
        let of_method = self.met.iter().filter(|met| (&met.method.0, &met.method.1) == (&then.class, &then.method));
        let lines: Vec<(u32, u32)> = of_method.filter_map(|met| met.then.1.zip(met.now.1)).collect();
        let before = lines.iter().filter(|(then, _)| *then <= line).max();
        let behind = lines.iter().filter(|(then, _)| *then >= line).min();
        let mut around = before.into_iter().chain(behind).peekable();
        around.peek()?;
        Some(around.all(|&(then, now)| shift(then, now) == shift(line, to)))
    }

    fn kinship(&self, then: &Spot, now: &Spot) -> Kinship {
        kinship(self.lines, then, self.sources, now)
    }

    /// Methods that have another name now, with their classes: `Box.take` and `Box.poll`.
    pub fn renamed(&self) -> Vec<(String, String)> {
        let name = |(class, method): &Method| format!("{class}.{method}");
        let mut renamed: Vec<_> =
            self.methods.iter().filter(|(then, now)| then != now).map(|(a, b)| (name(a), name(b))).collect();
        renamed.sort();
        renamed
    }

    /// How many places have another line now.
    pub fn moved(&self) -> usize {
        let mut lines: Vec<_> = self.met.iter().map(|met| (&met.method, met.then.1, met.now.1)).collect();
        lines.sort();
        lines.dedup();
        lines.iter().filter(|(_, then, now)| then != now).count()
    }
}

fn method(site: &Site) -> Method {
    (site.class.clone(), site.method.clone())
}
