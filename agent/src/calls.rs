//! The calls of the program's own classes in one execution, as hooks tell them ([`mcr_protocol::Calls`]).
//!
//! No hook tells that a call has ended by an exception. So each call remembers the frame that it is made in, and is over when that frame calls something
//! else, or is gone when its thread announces an operation.
//!
//! Invariant: the open calls of a thread are a stack, each made in a frame above that of the one before.

use mcr_protocol::{Call, CalledMethod, Calls, SiteId, ThreadId, Told, Value, ValueKind};
use rustc_hash::FxHashMap;

/// Calls that are kept of one execution.
const MOST: usize = 200_000;

/// A frame on a stack, and where it is in its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// How many frames there are up to it, from the outermost one.
    pub depth: usize,
    /// Which method: a number of the JVM.
    pub method: usize,
    /// Where in its code.
    pub position: i64,
}

/// What Java tells of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// This; of an object, its name if it has one.
    Told(Told),
    /// An object that has no name yet, and its class: which one it is among these.
    Unnamed(usize, String),
}

/// What is called at a place.
#[derive(Clone, Debug)]
pub struct Method {
    /// As reports are told.
    pub called: CalledMethod,
    /// How to show arguments and result; none where there is no result.
    pub parameters: Vec<ValueKind>,
    /// The same of the result.
    pub result: Option<ValueKind>,
}

/// A part of a call that has a value.
#[derive(Clone, Copy)]
enum Part {
    Receiver,
    Argument(usize),
    Result,
}

struct Known {
    call: Call,
    frame: Frame,
    /// Objects that have no name yet.
    unnamed: Vec<(Part, usize)>,
    /// What its thread had announced before.
    announced: u64,
    /// Nothing has happened in it, and it has not returned null.
    empty: bool,
}

/// What one thread is in.
#[derive(Default)]
struct Stack {
    /// Indices of calls, the innermost last.
    open: Vec<usize>,
    /// Operations that it has announced.
    announced: u64,
}

/// The calls of one execution.
#[derive(Default)]
pub struct CallLog {
    methods: Vec<CalledMethod>,
    by_site: FxHashMap<SiteId, u32>,
    calls: Vec<Known>,
    stacks: FxHashMap<ThreadId, Stack>,
    cut: bool,
}

impl CallLog {
    /// A thread calls a method from this frame, after so many events of all threads. `values`: the object that is called, if there is one, and the
    /// arguments.
    pub fn begins(&mut self, thread: ThreadId, method: &Method, frame: Frame, values: Vec<Given>, events: u64) {
        let stack = self.stacks.entry(thread).or_default();
        while let Some(last) = stack.open.pop_if(|open| self.calls[*open].frame.depth >= frame.depth) {
            self.calls[last].leave(stack.announced, events);
        }
        if self.calls.len() >= MOST {
            self.cut = true;
            return;
        }
        let (methods, called) = (&mut self.methods, &method.called);
        let number = *self.by_site.entry(called.site).or_insert_with(|| {
            methods.push(called.clone());
            u32::try_from(methods.len() - 1).unwrap_or(u32::MAX)
        });
        let mut known = Known {
            call: Call {
                thread,
                method: number,
                begin: events,
                end: None,
                receiver: None,
                arguments: Vec::new(),
                result: None,
                threw: false,
            },
            frame,
            unnamed: Vec::new(),
            announced: stack.announced,
            empty: false,
        };
        for (index, value) in values.into_iter().enumerate() {
            if called.has_receiver() && index == 0 {
                known.call.receiver = Some(known.told(Part::Receiver, value));
            } else {
                let argument = known.call.arguments.len();
                let told = known.told(Part::Argument(argument), value);
                known.call.arguments.push(told);
            }
        }
        stack.open.push(self.calls.len());
        self.calls.push(known);
    }

    /// The call that a thread has made at this place from a frame of this depth has returned.
    pub fn returns(&mut self, thread: ThreadId, site: SiteId, depth: usize, result: Option<Given>, events: u64) {
        let stack = self.stacks.entry(thread).or_default();
        while let Some(last) = stack.open.pop_if(|open| self.calls[*open].frame.depth >= depth) {
            let known = &mut self.calls[last];
            let is_it = self.by_site.get(&site) == Some(&known.call.method) && known.frame.depth == depth;
            if !is_it {
                known.leave(stack.announced, events);
                continue;
            }
            known.call.end = Some(events);
            known.call.result = result.map(|result| known.told(Part::Result, result));
            known.empty = known.announced == stack.announced && known.call.result != Some(Told::Null);
            if known.empty && last + 1 == self.calls.len() {
                self.calls.pop();
            }
            return;
        }
    }

    /// Whether it matters which frames a thread has.
    pub fn is_in_call(&self, thread: ThreadId) -> bool {
        self.stacks.get(&thread).is_some_and(|stack| !stack.open.is_empty())
    }

    /// A thread announces an operation. `frames`: all of its frames, method and position, the innermost first; empty if that is not known.
    pub fn announces(&mut self, thread: ThreadId, frames: &[(usize, i64)], events: u64) {
        let stack = self.stacks.entry(thread).or_default();
        let is_gone = |frame: Frame| {
            let found = frames.len().checked_sub(frame.depth).and_then(|above| frames.get(above));
            // It is where it made the call, or went on from there.
            !found.is_some_and(|(method, position)| *method == frame.method && *position >= frame.position)
        };
        while let Some(last) = stack.open.pop_if(|open| is_gone(self.calls[*open].frame)) {
            self.calls[last].leave(stack.announced, events);
        }
        stack.announced += 1;
    }

    /// The execution has ended. `names`: those of the objects that had none, 0 where one has none still; `own`: the program's own classes.
    pub fn take(&mut self, names: &[Value], own: Vec<String>) -> Calls {
        let CallLog { methods, calls, cut, .. } = std::mem::take(self);
        let calls = calls.into_iter().filter(|known| !known.empty).map(|mut known| {
            for (part, object) in std::mem::take(&mut known.unnamed) {
                let told = match part {
                    Part::Receiver => known.call.receiver.as_mut(),
                    Part::Argument(index) => known.call.arguments.get_mut(index),
                    Part::Result => known.call.result.as_mut(),
                };
                if let (Some(Told::Object { name, .. }), Some(given)) = (told, names.get(object)) {
                    *name = Some(*given).filter(|given| *given != Value::ZERO);
                }
            }
            known.call
        });
        Calls { own, methods, calls: calls.collect(), cut, initial: Vec::new() }
    }
}

impl Known {
    /// It has ended by an exception.
    fn leave(&mut self, announced: u64, events: u64) {
        self.call.end = Some(events);
        self.call.threw = true;
        self.empty = self.announced == announced;
    }

    fn told(&mut self, part: Part, value: Given) -> Told {
        match value {
            Given::Told(told) => told,
            Given::Unnamed(object, class) => {
                self.unnamed.push((part, object));
                Told::Object { name: None, class }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: ThreadId = ThreadId::MAIN;

    fn method(site: u32, name: &str) -> Method {
        let called = CalledMethod {
            site: SiteId(site),
            class: "a.B".to_owned(),
            method: name.to_owned(),
            is_static: true,
            written: None,
        };
        Method { called, parameters: Vec::new(), result: None }
    }

    fn frame(depth: usize) -> Frame {
        Frame { depth, method: 7, position: 4 }
    }

    /// Frames of a thread, the innermost first, with that of the call at this depth.
    fn frames(above: usize, depth: usize) -> Vec<(usize, i64)> {
        let mut frames = vec![(1, 0); above];
        frames.push((7, 5));
        frames.extend(vec![(2, 0); depth - 1]);
        frames
    }

    /// Method, begin, end, whether it threw.
    fn told(log: &mut CallLog) -> Vec<(String, u64, Option<u64>, bool)> {
        let Calls { methods, calls, .. } = log.take(&[], Vec::new());
        let name = |call: &Call| methods[call.method as usize].method.clone();
        calls.iter().map(|call| (name(call), call.begin, call.end, call.threw)).collect()
    }

    #[test]
    fn a_call_lasts_until_it_returns_and_those_within_nest() {
        let mut log = CallLog::default();
        log.begins(MAIN, &method(1, "outer"), frame(2), vec![], 0);
        log.announces(MAIN, &frames(3, 2), 0);
        log.begins(MAIN, &method(2, "inner"), frame(4), vec![], 1);
        log.announces(MAIN, &[vec![(1, 0), (7, 6), (3, 0), (7, 5), (2, 0)]].concat(), 1);
        log.returns(MAIN, SiteId(2), 4, None, 2);
        log.returns(MAIN, SiteId(1), 2, None, 2);
        let expected = [("outer".to_owned(), 0, Some(2), false), ("inner".to_owned(), 1, Some(2), false)];
        assert_eq!(told(&mut log), expected);
    }

    #[test]
    fn a_call_in_which_nothing_happens_is_told_only_if_it_returns_null() {
        let mut log = CallLog::default();
        log.begins(MAIN, &method(1, "size"), frame(2), vec![], 3);
        log.returns(MAIN, SiteId(1), 2, Some(Given::Told(Told::Contents("\"x\"".to_owned()))), 3);
        log.begins(MAIN, &method(2, "get"), frame(2), vec![], 3);
        log.returns(MAIN, SiteId(2), 2, Some(Given::Told(Told::Null)), 3);
        assert_eq!(told(&mut log), [("get".to_owned(), 3, Some(3), false)]);
    }

    #[test]
    fn a_call_that_an_exception_has_ended_is_over_when_its_frame_calls_again() {
        let mut log = CallLog::default();
        log.begins(MAIN, &method(1, "fails"), frame(2), vec![], 0);
        log.announces(MAIN, &frames(1, 2), 0);
        log.begins(MAIN, &method(2, "next"), frame(2), vec![], 1);
        log.announces(MAIN, &frames(1, 2), 1);
        let expected = [("fails".to_owned(), 0, Some(1), true), ("next".to_owned(), 1, None, false)];
        assert_eq!(told(&mut log), expected);
    }

    #[test]
    fn a_call_is_over_when_its_frame_is_gone() {
        for gone in [vec![(1, 0); 2], vec![(1, 0), (9, 5), (2, 0)], vec![(1, 0), (7, 3), (2, 0)], vec![]] {
            let mut log = CallLog::default();
            log.begins(MAIN, &method(1, "fails"), frame(2), vec![], 0);
            log.announces(MAIN, &frames(1, 2), 0);
            assert!(log.is_in_call(MAIN));
            log.announces(MAIN, &gone, 4);
            assert!(!log.is_in_call(MAIN), "{gone:?}");
            assert_eq!(told(&mut log), [("fails".to_owned(), 0, Some(4), true)]);
        }
    }

    #[test]
    fn calls_of_threads_are_told_apart() {
        let (mut log, other) = (CallLog::default(), MAIN.child(0));
        log.begins(MAIN, &method(1, "one"), frame(2), vec![], 0);
        log.begins(other, &method(2, "two"), frame(1), vec![], 0);
        log.announces(MAIN, &frames(1, 2), 0);
        log.announces(other, &frames(1, 1), 1);
        log.returns(MAIN, SiteId(1), 2, None, 2);
        assert_eq!(told(&mut log), [("one".to_owned(), 0, Some(2), false), ("two".to_owned(), 0, None, false)]);
    }

    #[test]
    fn objects_are_told_by_the_names_that_they_have_in_the_end() {
        let mut log = CallLog::default();
        let values = vec![Given::Unnamed(1, "List".to_owned()), Given::Unnamed(0, "Lock".to_owned())];
        log.begins(MAIN, &method(1, "add"), frame(2), values, 0);
        let calls = log.take(&[Value::ZERO, Value(5)], Vec::new()).calls;
        let object = |name, class: &str| Told::Object { name, class: class.to_owned() };
        assert_eq!(calls[0].arguments, [object(Some(Value(5)), "List"), object(None, "Lock")]);
    }
}
