//! The native methods that tell calls ([`crate::calls`]).

use super::jni::Jni;
use super::load::runtime;
use super::natives::{hooks, the_agent};
use super::steps::{thread, value};
use crate::calls::{Frame, Given};
use jvmti_bindings::sys::jni::{jboolean, jint, jlong, jlongArray, jobject, jstring};
use mcr_protocol::{SiteId, ThreadId, Told, ValueKind};

/// What the first character of the text for a value says.
mod prefix {
    /// What the object consists of follows.
    pub const CONTENTS: char = '=';
    /// The object has a name; its class follows.
    pub const NAMED: char = '@';
    /// It has none.
    pub const UNNAMED: char = '#';
}

pub fn tells_calls(_: Jni) -> jboolean {
    u8::from(the_agent().tells_calls())
}

/// Calls of this class (with dots), which is about to be defined, are told.
pub fn tell_class(jni: Jni, class: jstring) {
    the_agent().classes().tell_calls_of(jni.text(class).replace('.', "/"));
}

pub fn call_begins(jni: Jni, id: jlong, site: jint, numbers: jlongArray, texts: jobject) {
    let agent = the_agent();
    let site = SiteId(site.cast_unsigned());
    let Some(method) = agent.classes().called_method_at(site) else { return };
    let Some(frame) = calling_frame(jni) else { return };
    let receiver = method.called.has_receiver().then_some(ValueKind::Reference);
    let kinds = receiver.into_iter().chain(method.parameters.iter().copied());
    let values = jni.longs(numbers).into_iter().zip(jni.texts(texts)).zip(kinds);
    let values = values.map(|((number, text), kind)| given(kind, number, &text)).collect();
    let events = agent.scheduler.events();
    agent.calls().begins(thread(id), &method, frame, values, events);
}

pub fn call_returns(jni: Jni, id: jlong, site: jint, number: jlong, text: jstring) {
    let agent = the_agent();
    let site = SiteId(site.cast_unsigned());
    let Some(method) = agent.classes().called_method_at(site) else { return };
    let Some(frame) = calling_frame(jni) else { return };
    let kind = if method.called.method == "<init>" { Some(ValueKind::Reference) } else { method.result };
    let result = kind.map(|kind| given(kind, number, &jni.text(text)));
    let events = agent.scheduler.events();
    agent.calls().returns(thread(id), site, frame.depth, result, events);
}

/// The names that the objects of the execution have which had none when they were told.
pub fn call_names(jni: Jni, names: jlongArray) {
    let names = jni.longs(names).into_iter().map(value).collect();
    the_agent().name_called(names);
}

/// A thread is about to announce an operation: calls that it is not in any more are over.
pub fn announces(id: ThreadId) {
    let agent = the_agent();
    if !agent.tells_calls() {
        return;
    }
    // The stack is not asked for with the lock.
    let in_call = agent.calls().is_in_call(id);
    let frames = if in_call { runtime().map(|runtime| runtime.jvmti.all_frames()) } else { None };
    let events = agent.scheduler.events();
    agent.calls().announces(id, &frames.unwrap_or_default(), events);
}

/// The frame of the program that has called the hook in which the running thread is.
fn calling_frame(jni: Jni) -> Option<Frame> {
    let runtime = runtime()?;
    let frames = runtime.jvmti.all_frames();
    let hooks = hooks(runtime, jni, frames.iter().copied());
    let (method, position) = *frames.get(hooks)?;
    Some(Frame { depth: frames.len() - hooks, method, position })
}

/// A value: a number, or a text for a reference; none for null.
fn given(kind: ValueKind, number: jlong, text: &str) -> Given {
    if kind != ValueKind::Reference {
        return Given::Told(Told::Primitive(kind, value(number)));
    }
    let mut rest = text.chars();
    let (first, rest) = (rest.next(), rest.as_str().to_owned());
    match (first, usize::try_from(number)) {
        (Some(prefix::CONTENTS), _) => Given::Told(Told::Contents(rest)),
        (Some(prefix::NAMED), _) => Given::Told(Told::Object { name: Some(value(number)), class: rest }),
        (Some(prefix::UNNAMED), Ok(object)) => Given::Unnamed(object, rest),
        _ => Given::Told(Told::Null),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_protocol::Value;

    #[test]
    fn the_text_of_a_value_says_what_it_is() {
        let reference = |number, text| given(ValueKind::Reference, number, text);
        let object = Told::Object { name: Some(Value(9)), class: "Box".to_owned() };
        assert_eq!(reference(9, "@Box"), Given::Told(object));
        assert_eq!(reference(3, "#Box"), Given::Unnamed(3, "Box".to_owned()));
        assert_eq!(reference(0, "=\"#Box\""), Given::Told(Told::Contents("\"#Box\"".to_owned())));
        assert_eq!(reference(0, ""), Given::Told(Told::Null));
        assert_eq!(given(ValueKind::Boolean, 1, ""), Given::Told(Told::Primitive(ValueKind::Boolean, Value(1))));
    }
}
