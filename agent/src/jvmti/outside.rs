//! The native methods by which the program gets at what the checker has of the world outside: standard input, and
//! connections.

use super::jni::Jni;
use super::natives::the_agent;
use crate::network::{answer, request};
use jvmti_bindings::sys::jni::{jboolean, jint, jlong, jobject};
use mcr_protocol::network::Answer;
use mcr_protocol::{FromAgent, ToAgent};

/// An entry of the program's standard input; empty: a pause, null: its end. The checker has read it before, or reads it
/// now.
pub fn input(jni: Jni, entry: jint, wait: jboolean) -> jobject {
    let request = FromAgent::Input { entry: u64::from(entry.cast_unsigned()), wait: wait != 0 };
    match the_agent().ask(&request) {
        ToAgent::Input(Some(bytes)) => jni.bytes(&bytes),
        _ => std::ptr::null_mut(),
    }
}

pub fn records_network(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.records_network))
}

/// What becomes of something that the program does with a connection to the outside.
pub fn network(jni: Jni, what: jint, connection: jlong, at: jlong, more: jlong, bytes: jobject) -> jobject {
    let [connection, at, more] = [connection, at, more].map(jlong::cast_unsigned);
    let request = request(what, connection, at, more, jni.read_bytes(bytes));
    let answered = match request.map(|request| the_agent().ask(&FromAgent::Network(request))) {
        Some(ToAgent::Network(answer)) => answer,
        _ => Answer::Done,
    };
    jni.bytes(&answer(answered))
}
