//! What the agent asks of JNI before anything is checked, with the crate `jni`: classes are defined and found, native methods bound.
//!
//! Afterwards [`Jni`] is used instead. The crate looks classes up, keeps what it has found in the JVM and clears exceptions; at a native method
//! that Java code of the program has called, all of that would be seen, and what is thrown has to stay.

use super::bind::{Native, PANICS};
use super::jni::Jni;
use jni::objects::{JClass, JClassLoader, JObject};
use jni::signature::MethodSignature;
use jni::strings::{JNIStr, JNIString};
use jni::{Env, EnvUnowned, NativeMethod, Outcome, jni_sig, jni_str};
use jvmti_bindings::sys::jni::{jclass, jmethodID, jobject};

/// JNI by way of the crate, in the running thread; an error says `what` failed. No exception is left pending.
fn with<R>(
    jni: Jni,
    what: impl Fn() -> String,
    code: impl FnOnce(&mut Env<'_>) -> jni::errors::Result<R>,
) -> Result<R, String> {
    // SAFETY: a value of `Jni` has the environment of the running thread (invariant of env.rs).
    let mut env = unsafe { EnvUnowned::from_raw(jni.as_raw().cast()) };
    match env.with_env_no_catch(code).into_outcome() {
        Outcome::Ok(result) => Ok(result),
        Outcome::Err(e) => {
            jni.drop_exception();
            Err(format!("{}: {e}", what()))
        }
        Outcome::Panic(panic) => std::panic::resume_unwind(panic),
    }
}

/// Defines a class in the boot loader; a local reference.
pub fn define_class(jni: Jni, name: &str, bytes: &[u8]) -> Result<jclass, String> {
    let define = |env: &mut Env<'_>| {
        let class = env.define_class(Some(JNIString::new(name)), JClassLoader::null(), bytes)?;
        Ok(class.into_raw().cast())
    };
    with(jni, || format!("the JVM refuses the class {name}"), define)
}

/// A class of the JDK; a local reference.
pub fn find_class(jni: Jni, name: &str) -> Result<jclass, String> {
    let find = |env: &mut Env<'_>| Ok(env.find_class(JNIString::new(name))?.into_raw().cast());
    with(jni, || format!("there is no class {name}"), find)
}

/// A method of the Java runtime.
pub fn static_method(
    jni: Jni,
    class: jclass,
    name: &str,
    signature: &MethodSignature<'_, '_>,
) -> Result<jmethodID, String> {
    let find = |env: &mut Env<'_>| {
        // SAFETY: the caller has a reference to a class.
        let class = unsafe { JClass::from_raw(env, class.cast()) };
        let method = env.get_static_method_id(&class, JNIString::new(name), signature)?;
        Ok(method.into_raw().cast())
    };
    with(jni, || format!("the Java runtime has no method {name}"), find)
}

/// The platform loader and the launcher's own loader, as references that live until the process ends.
pub fn jdk_loaders(jni: Jni) -> Result<Vec<jobject>, String> {
    let find = |env: &mut Env<'_>| {
        let mut loaders = Vec::new();
        for name in [jni_str!("getPlatformClassLoader"), jni_str!("getSystemClassLoader")] {
            let signature = jni_sig!("()Ljava/lang/ClassLoader;");
            let found = env.call_static_method(jni_str!("java/lang/ClassLoader"), name, signature, &[])?;
            let loader: JObject<'_> = found.l()?;
            loaders.push(env.new_global_ref(loader)?.into_raw().cast());
        }
        Ok(loaders)
    };
    with(jni, || "cannot find the class loaders of the JDK".to_owned(), find)
}

/// Binds native methods. The one that the environment names ([`PANICS`]) panics.
pub fn register(jni: Jni, class: jclass, natives: &[Native]) -> Result<(), String> {
    if let Some(wrong) = natives.iter().find(|native| !native.matches()) {
        return Err(format!("the native method {:?} has other types than its descriptor says", wrong.name));
    }
    let panicking = std::env::var(PANICS).unwrap_or_default();
    let method = |native: &Native| {
        let function = if native.name.to_bytes() == panicking.as_bytes() { native.panics } else { native.function };
        // SAFETY: names and descriptors are ASCII, and the types of each function have just been compared with its descriptor.
        unsafe {
            let name = JNIStr::from_cstr_unchecked(native.name);
            NativeMethod::from_raw_parts(name, JNIStr::from_cstr_unchecked(native.descriptor), function)
        }
    };
    let bind = |env: &mut Env<'_>| {
        let methods: Vec<_> = natives.iter().map(method).collect();
        // SAFETY: the caller has a reference to a class, and see above.
        unsafe {
            let class = JClass::from_raw(env, class.cast());
            env.register_native_methods(&class, &methods)
        }
    };
    with(jni, || "the JVM refuses the native methods of the Java runtime".to_owned(), bind)
}
