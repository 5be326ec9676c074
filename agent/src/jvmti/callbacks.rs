//! Classes are loaded, threads start and end.

use super::bind::{shield, what_panicked};
use super::carriers;
use super::env::Jvmti;
use super::jni::Jni;
use super::load::runtime;
use crate::agent::agent;
use crate::classes::{LoaderId, Origin};
use crate::policy::is_jdk_name;
use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint, jobject, jthread};
use jvmti_bindings::sys::jvmti::jvmtiEnv;
use mcr_protocol::{SiteId, ThreadId};
use mcr_scheduler::Turn;
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_uchar};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// The name of the running thread, if it is one of the program.
    static CURRENT: Cell<Option<ThreadId>> = const { Cell::new(None) };
    /// Whether the running thread is one of the agent's.
    pub static OWN: Cell<bool> = const { Cell::new(false) };
}

/// The mark on the `Thread` object of a thread. 0 would be no mark, so main's is 2; those of others are odd.
pub fn tag_of(thread: ThreadId) -> i64 {
    if thread == ThreadId::MAIN { 2 } else { thread.0.cast_signed() }
}

/// The mark on the `Thread` objects of threads that the JDK has for itself.
pub const OF_JDK: i64 = 4;

/// A class of the JDK that is needed for calls of and by native functions (`java.lang.foreign.Linker`), and for nothing else.
const FOREIGN_FUNCTIONS: &str = "jdk/internal/foreign/abi/CallingSequenceBuilder";

/// The name of the running thread, if it is one of the program.
pub fn current() -> Option<ThreadId> {
    CURRENT.try_with(Cell::get).ok().flatten()
}

/// From here on the running thread of the JVM is this one of the program.
pub fn begins(thread: ThreadId) {
    CURRENT.set(Some(thread));
}

/// It is none of the program any more; which it was.
pub fn ends() -> Option<ThreadId> {
    CURRENT.take()
}

fn thread_of(tag: i64) -> Option<ThreadId> {
    match tag {
        0 | OF_JDK => None,
        2 => Some(ThreadId::MAIN),
        tag => Some(ThreadId(tag.cast_unsigned())),
    }
}

/// A thread begins, a virtual one or not: one of the program waits for its first turn.
pub unsafe extern "system" fn thread_start(_: *mut jvmtiEnv, jni: *mut JNIEnv, thread: jthread) {
    let (Some(agent), Some(runtime)) = (agent(), runtime()) else { return };
    let tag = runtime.jvmti.tag(thread);
    if tag == 0 && !OWN.get() {
        // Nobody has started it from Java.
        agent.not_covered("a thread that native code has made".to_owned(), SiteId::NONE);
    }
    let Some(id) = thread_of(tag) else { return };
    // SAFETY: the JVM passes the environment of this thread.
    let jni = unsafe { Jni::new(jni) };
    let turn = shield(|| "the start of a thread".to_owned(), || agent.scheduler.attach(id));
    CURRENT.set(Some(id));
    runtime.attached(jni, thread, turn != Turn::Go);
}

/// A thread ends.
pub unsafe extern "system" fn thread_end(_: *mut jvmtiEnv, _: *mut JNIEnv, _: jthread) {
    if let (Some(agent), Some(id)) = (agent(), CURRENT.take()) {
        shield(|| "the end of a thread".to_owned(), || agent.end_thread(id, || ()));
    }
}

/// A class has been loaded: hardly anybody can have asked for its hash code yet. (That it is linked may come much later.)
pub unsafe extern "system" fn class_load(jvmti: *mut jvmtiEnv, jni: *mut JNIEnv, _: jthread, class: jclass) {
    let Some(runtime) = runtime() else { return };
    // SAFETY: the JVM passes the environments of this agent and of this thread.
    let (jvmti, jni) = unsafe { (Jvmti::new(jvmti), Jni::new(jni)) };
    let Some(loader) = jvmti.class_loader(class) else { return };
    if runtime.is_of_jdk(jni, loader) {
        runtime.give_hash(jni, class);
    }
    jni.forget(loader);
}

/// A class is loaded or retransformed.
pub unsafe extern "system" fn class_file_load_hook(
    jvmti: *mut jvmtiEnv,
    jni: *mut JNIEnv,
    redefined: jclass,
    loader: jobject,
    name: *const c_char,
    _domain: jobject,
    length: jint,
    bytes: *const c_uchar,
    new_length: *mut jint,
    new_bytes: *mut *mut c_uchar,
) {
    let (Some(agent), Some(runtime)) = (agent(), runtime()) else { return };
    if bytes.is_null() {
        return;
    }
    // SAFETY: the JVM passes the environments of this agent and thread, a name that ends with a zero byte or none, and as
    // many bytes as it says.
    let (jvmti, jni, name, bytes) = unsafe {
        let bytes = std::slice::from_raw_parts(bytes, usize::try_from(length).unwrap_or(0));
        let name = (!name.is_null()).then(|| CStr::from_ptr(name));
        (Jvmti::new(jvmti), Jni::new(jni), name, bytes)
    };
    // A loader need not say what class it defines; the class file does.
    let name = match name {
        Some(name) => name.to_string_lossy().into_owned(),
        None => mcr_rewriter::class_info(bytes).map(|info| info.name).unwrap_or_default(),
    };
    let name = name.as_str();
    if name == FOREIGN_FUNCTIONS {
        carriers::see_native_code();
    }
    let origin = if runtime.is_of_jdk(jni, loader) {
        if !is_jdk_name(name) && redefined.is_null() && runtime.agents_load(jni, loader) {
            return;
        }
        Origin::Boot
    } else if runtime.is_of_program(jni, loader) {
        Origin::Application
    } else {
        Origin::Other(if is_jdk_name(name) { LoaderId::COMMON } else { runtime.loader_id(jni, loader) })
    };
    let made = catch_unwind(AssertUnwindSafe(|| agent.classes().transform(name, origin, bytes, redefined.is_null())));
    let made = made.unwrap_or_else(|panic| {
        let reason = format!("the rewriter panicked at {}", what_panicked(&*panic));
        agent.classes().give_up(name, origin, bytes, &reason);
        None
    });
    let Some(made) = made else { return };
    if let (Some(memory), Ok(size)) = (jvmti.copy(&made), jint::try_from(made.len())) {
        // SAFETY: the JVM passes places for its results; the memory is its own.
        unsafe {
            *new_length = size;
            *new_bytes = memory;
        }
    } else {
        agent.classes().give_up(name, origin, bytes, "the JVM has no memory for the class with hooks");
    }
}
