//! Native code of the program: its native methods, and what it does through JNI.
//!
//! A stub ([`super::stubs`]) stands before each native method that the JVM binds for a class of the program, and before those functions of JNI by which
//! native code reads and writes fields and arrays, enters monitors, calls methods, and gets at memory. The Java runtime (`NativeCalls.java`) makes operations
//! of them. JNI is the JDK's tool, too: a call of JNI counts if a native method of the program is the innermost frame of the thread.
//!
//! Invariant: the agent itself uses the functions of JNI as they were ([`super::env`]).

use super::bind::shield;
use super::callbacks::current;
use super::env::Jvmti;
use super::jni::Jni;
use super::load::{Runtime, runtime};
use super::stubs::{self, Arguments, Next, STUBS};
use crate::classes::LoaderId;
use jvmti_bindings::sys::jni::{JNIEnv, jmethodID, jobject, jthread, jvalue};
use jvmti_bindings::sys::jvmti::{jvmtiEnv, jvmtiError};
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Functions in the table of JNI; the stubs before them have the same numbers.
const FUNCTIONS: usize = 235;

/// What a stub stands before, and which native method that is.
static TARGETS: [AtomicUsize; STUBS] = [const { AtomicUsize::new(0) }; STUBS];
static METHODS: [AtomicU64; STUBS] = [const { AtomicU64::new(0) }; STUBS];
/// Of a synchronized method, which has to be called: [`call_code`]. 0 for others.
static SYNCHRONIZED: [AtomicUsize; STUBS] = [const { AtomicUsize::new(0) }; STUBS];

/// Native methods of the program.
struct Bound {
    /// Weak references to the classes whose methods have the stubs from [`FUNCTIONS`] on: a stub is free when its class is gone.
    owners: Vec<usize>,
    /// Where to look for a free one.
    next: usize,
    /// Methods, by their ids.
    methods: FxHashSet<usize>,
}

static BOUND: Mutex<Bound> =
    Mutex::new(Bound { owners: Vec::new(), next: 0, methods: FxHashSet::with_hasher(rustc_hash::FxBuildHasher) });

fn bound() -> MutexGuard<'static, Bound> {
    BOUND.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts stubs before functions of JNI.
pub fn stand_before_jni(jvmti: Jvmti) -> Result<(), jvmtiError> {
    jvmti.replace_jni(|number, function| {
        let hooked = number < FUNCTIONS && Function::of(number).is_some();
        if hooked {
            TARGETS[number].store(function, Ordering::Relaxed);
        }
        hooked.then(|| stubs::address(number))
    })
}

/// The JVM has found the code of a native method.
pub unsafe extern "system" fn native_method_bind(
    jvmti: *mut jvmtiEnv,
    jni: *mut JNIEnv,
    _: jthread,
    method: jmethodID,
    code: *mut c_void,
    new_code: *mut *mut c_void,
) {
    let Some(runtime) = runtime() else { return };
    // SAFETY: the JVM passes the environments of this agent and of this thread.
    let (jvmti, jni) = unsafe { (Jvmti::new(jvmti), Jni::new(jni)) };
    let stub =
        shield(|| "the binding of a native method".to_owned(), || bind(runtime, jvmti, jni, method, code.addr()));
    if let Some(stub) = stub {
        // SAFETY: the JVM passes a place for the result.
        unsafe { *new_code = std::ptr::with_exposed_provenance_mut(stubs::address(stub)) };
    }
}

fn bind(runtime: &Runtime, jvmti: Jvmti, jni: Jni, method: jmethodID, code: usize) -> Option<usize> {
    let (class, loader) = jvmti.owner(method)?;
    if runtime.is_of_jdk(jni, loader) {
        return None;
    }
    super::carriers::see_native_code();
    let described = jvmti.method_with_lines(jni, method.addr());
    let mut bound = bound();
    bound.methods.insert(method.addr());
    let Some(stub) = bound.free(jni) else {
        drop(bound);
        super::natives::the_agent()
            .not_covered("more native methods than can be seen".to_owned(), mcr_protocol::SiteId::NONE);
        return None;
    };
    bound.owners[stub - FUNCTIONS] = jni.weak(class).expose_provenance();
    let name = format!("{}.{}", described.class, described.name);
    TARGETS[stub].store(code, Ordering::Relaxed);
    METHODS[stub].store(xxhash_rust::xxh3::xxh3_64(name.as_bytes()), Ordering::Relaxed);
    let loader = if runtime.is_of_program(jni, loader) { LoaderId::COMMON } else { runtime.loader_id(jni, loader) };
    let (name, descriptor) = jvmti.name_and_descriptor(method);
    let synchronized =
        super::natives::the_agent().classes().is_synchronized(loader, &described.class, &name, &descriptor);
    SYNCHRONIZED[stub].store(if synchronized { call_code(&descriptor) } else { 0 }, Ordering::Relaxed);
    Some(stub)
}

/// How to call a native method of this descriptor: how many words of its arguments are on the stack, times 4, and 2 if it returns a floating-point number; and 1.
fn call_code(descriptor: &str) -> usize {
    let (parameters, result) = descriptor.split_once(')').unwrap_or((descriptor, "V"));
    // The environment and the object or class come first.
    let (mut words, mut floats) = (2usize, 0usize);
    let mut letters = parameters.chars().skip(1);
    while let Some(letter) = letters.next() {
        let mut first = letter;
        while first == '[' {
            first = letters.next().unwrap_or('V');
        }
        if first == 'L' {
            letters.by_ref().find(|&c| c == ';');
        }
        if matches!(letter, 'F' | 'D') { floats += 1 } else { words += 1 }
    }
    let on_stack = words.saturating_sub(6) + floats.saturating_sub(8);
    on_stack << 2 | usize::from(matches!(result, "F" | "D")) << 1 | 1
}

impl Bound {
    /// A stub that no class has, or whose class is gone.
    fn free(&mut self, jni: Jni) -> Option<usize> {
        let most = STUBS - FUNCTIONS;
        if self.owners.len() < most {
            self.owners.push(0);
            return Some(FUNCTIONS + self.owners.len() - 1);
        }
        for _ in 0..most {
            self.next = (self.next + 1) % most;
            let owner: jobject = std::ptr::with_exposed_provenance_mut(self.owners[self.next]);
            if jni.is_same(owner, std::ptr::null_mut()) {
                jni.forget_weak(owner);
                return Some(FUNCTIONS + self.next);
            }
        }
        None
    }
}

thread_local! {
    /// A function of JNI is at work in the running thread: the JVM may call others for it.
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Whether a native method of the program is the innermost frame of the running thread.
fn is_innermost(runtime: &Runtime) -> bool {
    runtime.jvmti.innermost_method().is_some_and(|id| bound().methods.contains(&id))
}

/// Whether the running thread is one of the program, in a native method of the program.
pub fn in_native_method() -> bool {
    current().is_some() && runtime().is_some_and(is_innermost)
}

/// The code of native methods is there no more: those that are called all the same, by finalizers, do nothing.
pub fn forget_native_methods() {
    for target in &TARGETS[FUNCTIONS..] {
        target.store(0, Ordering::Relaxed);
    }
}

/// Called by a stub: the hook, and what comes after it.
pub fn passes(arguments: &Arguments, stub: usize) -> Next {
    let target = TARGETS[stub].load(Ordering::Relaxed);
    if target == 0 {
        return Next::answer(0);
    }
    let go_on = Next::go_on(target);
    let (Some(runtime), Some(_)) = (runtime(), current()) else { return go_on };
    // SAFETY: native methods and functions of JNI have the environment of the running thread as their first argument.
    let jni = unsafe { Jni::new(std::ptr::with_exposed_provenance_mut(arguments.words[0])) };
    let what = || "what stands before native code".to_owned();
    if stub >= FUNCTIONS {
        shield(what, || runtime.native_entered(jni, METHODS[stub].load(Ordering::Relaxed)));
        let synchronized = SYNCHRONIZED[stub].load(Ordering::Relaxed);
        return match jni.is_thrown() {
            true => Next::answer(0),
            false if synchronized == 0 => go_on,
            false => in_monitor(runtime, jni, arguments, target, synchronized),
        };
    }
    let of_program = || is_innermost(runtime);
    let Some(function) = Function::of(stub).filter(|_| !AT_WORK.get() && shield(what, of_program)) else {
        return go_on;
    };
    // An exception that native code has not seen to yet stays pending, unless there is a newer one.
    let pending = jni.take_thrown();
    let answer = shield(what, || function.hook(runtime, jni, arguments));
    let restore = |pending: jobject| {
        if !pending.is_null() && !jni.is_thrown() {
            jni.throw(pending);
        }
    };
    restore(pending);
    let answer = answer.unwrap_or_else(|| function.perform(stub, target, arguments));
    // What native code does from here on comes after whatever others have done in the meantime.
    let pending = jni.take_thrown();
    shield(what, || runtime.native_goes_on(jni));
    restore(pending);
    Next::answer(answer)
}

/// Calls a synchronized native method in the monitor of its object or class.
fn in_monitor(runtime: &Runtime, jni: Jni, arguments: &Arguments, method: usize, code: usize) -> Next {
    let what = || "a synchronized native method".to_owned();
    let object: jobject = std::ptr::with_exposed_provenance_mut(arguments.words[1]);
    shield(what, || runtime.native_monitor(jni, object, true));
    if jni.is_thrown() {
        return Next::answer(0);
    }
    // SAFETY: the JVM has called the method with these arguments, and its descriptor says how many are on the stack.
    let answer = unsafe { arguments.call(method, code >> 2) };
    let pending = jni.take_thrown();
    shield(what, || runtime.native_monitor(jni, object, false));
    if !pending.is_null() && !jni.is_thrown() {
        jni.throw(pending);
    }
    Next::answer(if code & 2 == 0 { answer.word } else { answer.float })
}

/// A function of JNI that is an operation. Types are numbered as in the table: `Object` is 0, `boolean` 1, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    /// A call of a method of an object, with so many arguments before those of the method.
    Call(usize),
    /// A call of a static method or constructor.
    CallStatic,
    GetField,
    SetField(usize),
    GetStaticField,
    SetStaticField(usize),
    /// The code is that of `NativeCalls.java`.
    Array(i32),
    MonitorEnter,
    MonitorExit,
    Memory,
}

impl Function {
    /// What is at this place of the table (JNI specification, "Interface Function Table").
    fn of(number: usize) -> Option<Self> {
        Some(match number {
            28..=30 | 114..=143 => Function::CallStatic,
            34..=63 => Function::Call(3),
            64..=93 => Function::Call(4),
            95..=103 => Function::GetField,
            104..=112 => Function::SetField(number - 104),
            145..=153 => Function::GetStaticField,
            154..=162 => Function::SetStaticField(number - 154),
            173 => Function::Array(6),
            174 => Function::Array(7),
            183..=190 => Function::Array(2),
            191..=198 => Function::Array(3),
            199..=206 => Function::Array(0),
            207..=214 => Function::Array(1),
            217 => Function::MonitorEnter,
            218 => Function::MonitorExit,
            222 => Function::Array(4),
            223 => Function::Array(5),
            229 | 230 => Function::Memory,
            _ => return None,
        })
    }

    /// Makes an operation of the call; the answer if nothing is left to do. What is thrown stays pending.
    fn hook(self, runtime: &Runtime, jni: Jni, arguments: &Arguments) -> Option<usize> {
        let [_, one, two, three, four, _] = arguments.words;
        let object = |word: usize| std::ptr::with_exposed_provenance_mut(word);
        match self {
            Function::Call(_) => runtime.native_calls(jni, object(one)),
            Function::CallStatic => {}
            Function::GetField | Function::SetField(_) => {
                let class = jni.class_of(object(one));
                let field = jni.reflected_field(class, object(two), false);
                self.access(runtime, jni, field, object(one), arguments);
            }
            Function::GetStaticField | Function::SetStaticField(_) => {
                let field = jni.reflected_field(object(one), object(two), true);
                self.access(runtime, jni, field, std::ptr::null_mut(), arguments);
            }
            Function::Array(code) => {
                let (start, length, address) = match code {
                    0 | 1 => (two, three, four),
                    2 | 4 => (0, 0, 0),
                    3 | 5 => (0, three, two),
                    _ => (two, 0, 0),
                };
                let value = if code == 7 { object(three) } else { std::ptr::null_mut() };
                let answer = runtime.native_array(jni, code, object(one), [start, length], address, value)?;
                if matches!(code, 2 | 4) && two != 0 {
                    let copied: *mut u8 = std::ptr::with_exposed_provenance_mut(two);
                    // SAFETY: where this argument is not null, JNI says that it is a place for a boolean.
                    unsafe { *copied = 1 };
                }
                return Some(answer);
            }
            Function::MonitorEnter | Function::MonitorExit => {
                let done = runtime.native_monitor(jni, object(one), self == Function::MonitorEnter);
                return done.then(|| if jni.is_thrown() { usize::MAX } else { 0 });
            }
            Function::Memory => runtime.native_memory(jni),
        }
        None
    }

    /// Does what the function does; its answer. Those that call methods come in threes, in the order of their types: variadic, with a list, with an array.
    fn perform(self, number: usize, function: usize, arguments: &Arguments) -> usize {
        const TYPES: usize = 10;
        let (named, first) = match self {
            Function::Call(named) => (named, if named == 3 { 34 } else { 64 }),
            Function::CallStatic => (3, if number < 34 { 28 } else { 114 }),
            _ => (0, 0),
        };
        if named == 0 {
            AT_WORK.set(true);
            // SAFETY: the JVM calls this function with these arguments.
            let answer = unsafe { arguments.call(function, 0) };
            AT_WORK.set(false);
            return if self.is_float(number) { answer.float } else { answer.word };
        }
        let way = (number - first) % 3;
        let kind = (number - first) / 3 % TYPES;
        let with_list = TARGETS[number - way + 1].load(Ordering::Relaxed);
        // SAFETY: what has a list has the same arguments before it (JNI specification); otherwise see above.
        let answer =
            unsafe { if way == 0 { arguments.call_with_list(with_list, named) } else { arguments.call(function, 0) } };
        if matches!(kind, 7 | 8) { answer.float } else { answer.word }
    }

    fn is_float(self, number: usize) -> bool {
        matches!((self, number), (Function::GetField, 102 | 103) | (Function::GetStaticField, 152 | 153))
    }

    fn access(self, runtime: &Runtime, jni: Jni, field: jobject, target: jobject, arguments: &Arguments) {
        let word = arguments.words[3];
        let float = arguments.floats[0];
        let (bits, value): (i64, usize) = match self {
            Function::SetField(0) | Function::SetStaticField(0) => (0, word),
            Function::SetField(kind) | Function::SetStaticField(kind) => (bits(kind, word, float), 0),
            _ => (0, 0),
        };
        let writes = matches!(self, Function::SetField(_) | Function::SetStaticField(_));
        let value = std::ptr::with_exposed_provenance_mut(value);
        let arguments = [
            jvalue { l: field },
            jvalue { l: target },
            jvalue { z: u8::from(writes) },
            jvalue { j: bits },
            jvalue { l: value },
        ];
        runtime.native_field(jni, &arguments);
        jni.forget(field);
    }
}

/// A primitive value of the type with this number, as the runtime wants it.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a register holds more than the value")]
fn bits(kind: usize, word: usize, float: u128) -> i64 {
    match kind {
        1 => (word & 1) as i64,
        2 => i64::from(word as i8),
        3 => i64::from(word as u16),
        4 => i64::from(word as i16),
        5 => i64::from(word as i32),
        6 => word as i64,
        7 => i64::from(float as i32),
        _ => float as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_what_its_type_takes_of_a_register() {
        assert_eq!((bits(1, 0x101, 0), bits(2, 0xff, 0), bits(3, 0x1_ffff, 0)), (1, -1, 0xffff));
        assert_eq!((bits(4, 0x1_8000, 0), bits(5, 0x1_8000_0000, 0)), (-0x8000, -0x8000_0000));
        assert_eq!(bits(7, 0, u128::from(1.5f32.to_bits())), i64::from(1.5f32.to_bits()));
        assert_eq!(bits(8, 0, u128::from((-1.5f64).to_bits())), (-1.5f64).to_bits().cast_signed());
    }

    #[test]
    fn arguments_that_do_not_fit_into_registers_are_on_the_stack() {
        assert_eq!(call_code("()V"), 1);
        assert_eq!(call_code("(I[JLjava/lang/String;D)D"), 3);
        assert_eq!(call_code("(I[[Ljava/lang/String;JSBZFFFFFFFFDF)J"), (2 + 2) << 2 | 1);
    }

    #[test]
    fn stubs_have_addresses_of_their_own() {
        assert_eq!(stubs::address(3) - stubs::address(2), 16);
    }
}
