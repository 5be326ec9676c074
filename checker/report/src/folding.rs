//! Which call of the program's own code each event belongs to.
//!
//! The code of the program does some events itself; most of the others happen in code of the JDK, or of a library, that it has called. What happens there
//! is shown as the call.
//!
//! Invariant: an event is of a call only if its thread was in that call when it happened, and in no other that the call had led to.

use super::held::{Held, held, owner};
use super::names::simple;
use super::spot::Spot;
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, Call, CalledMethod, Calls, Event, LocationId, SiteId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whose an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Within {
    /// The program's own code has done it, or asked for it in so many words.
    Own,
    /// It was done in this call, by other code.
    Call(usize),
    /// Other code has done it, which the program has not called: a worker of a pool between two tasks, say.
    Elsewhere,
}

/// The calls of an interleaving, and what happened in them.
#[derive(Clone, Debug)]
pub struct Folding<'a> {
    calls: &'a Calls,
    /// By event.
    pub events: Vec<Within>,
    /// By thread that cannot go on, or is about to do something.
    pub blocked: Vec<Within>,
}

impl<'a> Folding<'a> {
    /// None if calls were not told.
    #[must_use]
    pub fn of(violation: &'a Violation, symbols: &Symbols) -> Option<Folding<'a>> {
        let calls = violation.calls.as_deref()?;
        let own = Own::new(calls, held(violation, symbols));
        let mut open = Open::new(calls);
        let mut within = |index: usize, thread: ThreadId, site: SiteId, action: &Action| {
            let call = open.innermost(thread, index as u64);
            classify(calls, &own, symbols, call, site, action)
        };
        let events = violation.events.iter().enumerate();
        let events = events.map(|(index, event)| within(index, event.thread, event.site, &event.action)).collect();
        let end = violation.events.len();
        let blocked = violation.blocked.iter();
        let blocked = blocked.map(|next| within(end, next.thread, next.site, &next.action)).collect();
        Some(Folding { calls, events, blocked })
    }

    /// A call.
    #[must_use]
    pub fn call(&self, index: usize) -> &'a Call {
        &self.calls.calls[index]
    }

    /// What it calls.
    #[must_use]
    pub fn method(&self, call: &Call) -> Option<&'a CalledMethod> {
        self.calls.methods.get(call.method as usize)
    }

    /// Where the program was when an exception was thrown that has ended a thread, as `File.java:12`.
    #[must_use]
    pub fn thrown_at(&self, event: &Event) -> Option<String> {
        let Action::End { uncaught: Some(uncaught), .. } = &event.action else { return None };
        let own = |spot: &Spot| self.calls.own.binary_search(&spot.class).is_ok();
        uncaught.stack.iter().filter_map(|frame| Spot::parse(frame)).find(own).map(|spot| spot.short())
    }

    /// Where the program has made the call in which an event happened, if it was in one.
    #[must_use]
    pub fn called_at(&self, event: usize) -> Option<SiteId> {
        let Some(Within::Call(call)) = self.events.get(event) else { return None };
        Some(self.method(self.call(*call))?.site)
    }

    /// The call in which a thread is about to do something after all events, and where that is.
    #[must_use]
    pub fn access(&self, index: usize) -> Option<(&'a Call, SiteId)> {
        let Some(Within::Call(call)) = self.blocked.get(index) else { return None };
        let call = self.call(*call);
        Some((call, self.method(call)?.site))
    }

    /// All calls of a thread that have begun before so many events had happened and had not ended, the innermost last.
    pub fn open(&self, thread: ThreadId, events: u64) -> impl Iterator<Item = &'a Call> {
        let calls = self.calls.calls.iter().filter(move |call| call.thread == thread);
        calls.filter(move |call| call.begin <= events && call.end.is_none_or(|end| end > events))
    }
}

/// What is the program's own.
struct Own<'a> {
    classes: FxHashSet<&'a str>,
    /// The same without packages.
    simple: FxHashSet<&'a str>,
    held: Held,
}

impl<'a> Own<'a> {
    fn new(calls: &'a Calls, held: Held) -> Own<'a> {
        let classes: FxHashSet<&str> = calls.own.iter().map(String::as_str).collect();
        Own { simple: classes.iter().map(|class| simple(class)).collect(), classes, held }
    }

    /// Whether code of the program can name a location. It cannot name fields of objects of other classes, nor elements of the arrays in them. (When an
    /// object gets a name, what is in it is told as writes in the line of the program.)
    fn has_part(&self, symbols: &Symbols, location: LocationId) -> bool {
        let Some(label) = symbols.location(location).map(|found| found.label.as_str()) else { return true };
        let (Some(object), part) = owner(label) else { return true };
        let class = object.split('#').next().unwrap_or(object);
        match class.split_once('[') {
            // A local variable may hold it.
            Some((element, _)) => {
                let foreign = element == "Object" || element == "java.lang.Object" || element.contains('$');
                !foreign || self.held.contains_key(object) || self.simple.contains(simple(element))
            }
            None => !part.starts_with('.') || self.simple.contains(simple(class)),
        }
    }
}

/// The open calls of each thread, as events go by.
struct Open<'a> {
    calls: &'a [Call],
    /// The next call of each thread that has not begun.
    next: FxHashMap<ThreadId, (Vec<usize>, usize)>,
    stacks: FxHashMap<ThreadId, Vec<usize>>,
}

impl<'a> Open<'a> {
    fn new(calls: &'a Calls) -> Open<'a> {
        let mut next: FxHashMap<ThreadId, (Vec<usize>, usize)> = FxHashMap::default();
        for (index, call) in calls.calls.iter().enumerate() {
            next.entry(call.thread).or_default().0.push(index);
        }
        Open { calls: &calls.calls, next, stacks: FxHashMap::default() }
    }

    /// The call in which a thread does the event of this number. To be asked in the order of events.
    fn innermost(&mut self, thread: ThreadId, event: u64) -> Option<usize> {
        let (of_thread, next) = self.next.get_mut(&thread)?;
        let stack = self.stacks.entry(thread).or_default();
        while let Some(index) = of_thread.get(*next).filter(|index| self.calls[**index].begin <= event) {
            stack.push(*index);
            *next += 1;
        }
        let is_over = |index: &usize| self.calls[*index].end.is_some_and(|end| end <= event);
        // A call that is over may be below one that has begun later.
        stack.retain(|index| !is_over(index));
        stack.last().copied()
    }
}

fn classify(
    calls: &Calls,
    own: &Own<'_>,
    symbols: &Symbols,
    call: Option<usize>,
    site: SiteId,
    action: &Action,
) -> Within {
    let place = symbols.site(site);
    let inside = action.access().is_some_and(|(location, _)| !own.has_part(symbols, location));
    let is_own = !inside && place.is_none_or(|place| own.classes.contains(place.class.as_str()));
    let Some(index) = call else { return if is_own { Within::Own } else { Within::Elsewhere } };
    let method = calls.methods.get(calls.calls[index].method as usize);
    if method.is_some_and(says_what_it_does) {
        let is_told = !matches!(action, Action::Read(_) | Action::Write(..) | Action::Update(..)) || is_own;
        return if is_told { Within::Own } else { Within::Elsewhere };
    }
    // Operations of the JDK have the line of the program that has led to them as their place. In that line nothing of the program's own happens before the call is over.
    let calls_there = method.and_then(|method| symbols.site(method.site)).zip(place).is_some_and(|(called, place)| {
        (&called.class, &called.method, called.line) == (&place.class, &place.method, place.line)
    });
    if is_own && !calls_there { Within::Own } else { Within::Call(index) }
}

/// Whether the event by itself reads as the call does: `start worker`, `print "x"`.
fn says_what_it_does(method: &CalledMethod) -> bool {
    const CLASSES: [&str; 7] = [
        "java.lang.Thread",
        "java.lang.Object",
        "java.lang.System",
        "java.lang.Runtime",
        "java.io.PrintStream",
        "java.util.concurrent.locks.LockSupport",
        "java.lang.VirtualThread",
    ];
    let of_thread = ["start", "join", "interrupt", "wait", "notify", "notifyAll", "isAlive", "isInterrupted"];
    CLASSES.contains(&method.class.as_str())
        || of_thread.contains(&method.method.as_str()) && !mcr_model::symbols::is_class_of_jdk(&method.class)
}
