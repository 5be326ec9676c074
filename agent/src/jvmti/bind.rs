//! How Java comes to call a function of ours, with one wrapper for all of them.
//!
//! A native method is a plain function of the [`Jni`] and its arguments. The wrapper is made from the function's type, so there is none
//! without it. What panics in there is a mistake of ours: unwinding must not enter the JVM, which would end itself without a word. So the
//! checker is told which method it was, and ends this process.
//!
//! Invariant: what is registered has the types that its descriptor says ([`Native::matches`]).

use super::jni::Jni;
use super::process::exit_process;
use crate::agent::agent;
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jlong, jobject};
use std::any::{Any, type_name};
use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

/// A native method, ready to be registered.
pub struct Native {
    pub name: &'static CStr,
    pub descriptor: &'static CStr,
    /// Calls the function.
    pub function: *mut c_void,
    /// Has the same signature, and panics: for tests of what happens then.
    pub panics: *mut c_void,
    /// The types of the function: a letter of a descriptor for each argument, and for the result.
    types: String,
}

impl Native {
    /// A method of this name and descriptor, which is this function.
    pub fn new<A, R, F: Function<A, R>>(name: &'static CStr, descriptor: &'static CStr, function: F) -> Native {
        Native { name, descriptor, function: function.pointer(), panics: function.panics(), types: F::types() }
    }

    /// Whether the function has the types that the descriptor says.
    pub fn matches(&self) -> bool {
        let mut letters = String::new();
        let mut rest = self.descriptor.to_str().unwrap_or("?").chars();
        while let Some(letter) = rest.next() {
            match letter {
                '(' | ')' => {}
                '[' => {
                    letters.push('L');
                    let element = rest.next();
                    if element == Some('L') {
                        rest.by_ref().find(|&c| c == ';');
                    }
                }
                'L' => {
                    letters.push('L');
                    rest.by_ref().find(|&c| c == ';');
                }
                other => letters.push(other),
            }
        }
        letters == self.types
    }
}

/// A type that a native method can take or return.
pub trait JavaType {
    /// As in a descriptor; `L` for all references, which are of one type here.
    const LETTER: char;
}

macro_rules! java_types {
    ($($type:ty: $letter:literal),*) => { $(impl JavaType for $type { const LETTER: char = $letter; })* };
}

java_types!(jint: 'I', jlong: 'J', jboolean: 'Z', u16: 'C', jobject: 'L', (): 'V');

/// A function that can be a native method: of the [`Jni`] of the calling thread and of arguments `A`, with result `R`.
pub trait Function<A, R>: Copy {
    /// What the JVM is to call.
    fn pointer(self) -> *mut c_void;
    /// The same, but it panics.
    fn panics(self) -> *mut c_void;
    /// The letters of all its types.
    fn types() -> String;
}

macro_rules! function {
    ($($argument:ident: $type:ident),*) => {
        impl<F, R, $($type),*> Function<($($type,)*), R> for F
        where
            F: Fn(Jni, $($type),*) -> R + Copy,
            R: JavaType,
            $($type: JavaType,)*
        {
            fn pointer(self) -> *mut c_void {
                extern "system" fn call<F, R, $($type),*>(jni: *mut JNIEnv, _: jclass, $($argument: $type),*) -> R
                where
                    F: Fn(Jni, $($type),*) -> R + Copy,
                {
                    // SAFETY: the JVM passes the environment of the running thread to each native method; `pointer` had a value of this type.
                    let (jni, function) = unsafe { (Jni::new(jni), value_of::<F>()) };
                    shielded::<F, R>(|| function(jni, $($argument),*))
                }
                call::<F, R, $($type),*> as extern "system" fn(*mut JNIEnv, jclass, $($type),*) -> R as *mut c_void
            }

            fn panics(self) -> *mut c_void {
                extern "system" fn call<F, R, $($type),*>(_: *mut JNIEnv, _: jclass, $(_: $type),*) -> R {
                    shielded::<F, R>(|| panic!("as asked for by {PANICS}"))
                }
                call::<F, R, $($type),*> as extern "system" fn(*mut JNIEnv, jclass, $($type),*) -> R as *mut c_void
            }

            fn types() -> String {
                [$($type::LETTER,)* R::LETTER].iter().collect()
            }
        }
    };
}

function!();
function!(a: A);
function!(a: A, b: B);
function!(a: A, b: B, c: C);
function!(a: A, b: B, c: C, d: D);
function!(a: A, b: B, c: C, d: D, e: E);
function!(a: A, b: B, c: C, d: D, e: E, f: G);
function!(a: A, b: B, c: C, d: D, e: E, f: G, g: H);
function!(a: A, b: B, c: C, d: D, e: E, f: G, g: H, h: I);

/// The variable of the environment that names a native method which is to panic.
pub const PANICS: &str = "MCR_PANIC_IN";

/// The value of a type that has only one.
///
/// # Safety
/// There has been a value of this type.
unsafe fn value_of<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0, "a native method is a function, not a closure or a pointer") };
    // SAFETY: a value without bytes can be read from anywhere, and one has existed (contract of this function).
    unsafe { NonNull::<F>::dangling().read() }
}

thread_local! {
    /// Where the running thread has panicked last.
    static PANICKED_AT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From here on a panic prints nothing: whoever catches it tells the checker, together with the place.
pub fn catch_places_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        // A panic while this thread is at its end has nowhere to say where it was.
        let _ = PANICKED_AT.try_with(|at| *at.borrow_mut() = place);
    }));
}

/// What the function of type `F` answers. If it panics, the checker is told, and this process ends.
fn shielded<F, R>(function: impl FnOnce() -> R) -> R {
    shield(|| format!("the native method {}", last_part(type_name::<F>())), function)
}

/// The same for any code that the JVM calls, `what`.
pub fn shield<R>(what: impl FnOnce() -> String, code: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(code)).unwrap_or_else(|panic| {
        let message = format!("a mistake in mcr itself: {} panicked at {}", what(), what_panicked(&*panic));
        // The checker ends this process, unless telling it is what fails.
        let told = catch_unwind(AssertUnwindSafe(|| agent().map(|agent| agent.fatal(message.clone()))));
        if !matches!(told, Ok(Some(()))) {
            eprintln!("mcr: {message}");
        }
        exit_process(2)
    })
}

/// Place and text of the last panic of the running thread.
pub fn what_panicked(panic: &(dyn Any + Send)) -> String {
    format!("{}: {}", PANICKED_AT.take(), text_of(panic))
}

fn last_part(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn text_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(_: Jni, _: jint, _: jobject) -> jlong {
        0
    }

    #[test]
    fn a_descriptor_is_that_of_the_function_or_it_is_refused() {
        assert!(Native::new(c"two", c"(ILjava/lang/String;)J", two).matches());
        assert!(Native::new(c"two", c"(I[Ljava/lang/String;)J", two).matches());
        assert!(Native::new(c"two", c"(I[J)J", two).matches());
        assert!(!Native::new(c"two", c"(IJ)J", two).matches());
        assert!(!Native::new(c"two", c"(I[J)I", two).matches());
        assert!(!Native::new(c"two", c"(I)J", two).matches());
    }

    #[test]
    fn the_message_of_a_panic_is_found_however_it_was_made() {
        let number = 7;
        let formatted = catch_unwind(|| panic!("number {number}")).unwrap_err();
        let literal = catch_unwind(|| panic!("literal")).unwrap_err();
        assert_eq!((text_of(&*formatted), text_of(&*literal)), ("number 7", "literal"));
        assert_eq!(last_part("mcr::jvmti::natives::label_field"), "label_field");
    }
}
