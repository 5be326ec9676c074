//! `-agentpath:libmcr.so=noise[=SEED]`: the program runs on a plain JVM, only delayed at random. There is no checker and no scheduler, and
//! nothing of the Java runtime but the hooks of `dev.mcr.Noise`.

use super::bind::Native;
use super::env::Jvmti;
use super::jni::Jni;
use super::load::{REFUSED, define_runtime_class};
use super::process::{fine_timers, pin_to_one_core};
use super::start::register;
use crate::noise::{Delays, Pause};
use crate::policy::Noise;
use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint, jobject, jthread};
use jvmti_bindings::sys::jvmti::{
    JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_VM_INIT, jvmtiCapabilities, jvmtiEnv, jvmtiEventCallbacks,
};
use mcr_rewriter::rewrite;
use mcr_rewriter::site::{SiteInfo, Sites};
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_uchar};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

static SEED: OnceLock<u64> = OnceLock::new();
/// Threads that have come to a hook.
static THREADS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static DELAYS: Cell<Option<Delays>> = const { Cell::new(None) };
}

/// Nobody asks for places.
struct NoSites;

impl Sites for NoSites {
    fn add(&mut self, _site: SiteInfo) -> u32 {
        0
    }
}

/// Lets delays begin when the JVM is up. As in a check, there is one processor: what a processor's store buffer could add is another question.
pub fn prepare(jvmti: Jvmti, seed: u64) -> Result<(), String> {
    SEED.get_or_init(|| seed);
    pin_to_one_core(0);
    let mut capabilities = jvmtiCapabilities::default();
    capabilities.set_can_generate_all_class_hook_events(true);
    capabilities.set_can_retransform_classes(true);
    capabilities.set_can_retransform_any_class(true);
    let refused = |e| format!("{REFUSED} ({e:?})");
    jvmti.add_capabilities(&capabilities).map_err(refused)?;
    let mut events = jvmtiEventCallbacks::default();
    events.VMInit = Some(vm_init);
    events.ClassFileLoadHook = Some(class_file_load_hook);
    jvmti.set_callbacks(&events).map_err(refused)?;
    jvmti.enable(JVMTI_EVENT_VM_INIT).map_err(refused)
}

unsafe extern "system" fn vm_init(jvmti: *mut jvmtiEnv, jni: *mut JNIEnv, _thread: jthread) {
    // SAFETY: the JVM passes the environments of this agent and of this thread.
    let (jvmti, jni) = unsafe { (Jvmti::new(jvmti), Jni::new(jni)) };
    let begun = catch_unwind(AssertUnwindSafe(|| begin(jvmti, jni)));
    if let Err(message) = begun.unwrap_or_else(|_| Err("it panicked".to_owned())) {
        eprintln!("mcr: no delays: {message}");
        super::exit_process(2);
    }
}

fn begin(jvmti: Jvmti, jni: Jni) -> Result<(), String> {
    let class = define_runtime_class(jni, "dev/mcr/Noise")?;
    let natives = [Native::new(c"delay", c"()V", delay), Native::new(c"quiet", c"()V", quiet)];
    register(jni, class, &natives)?;
    let failed = |e| format!("{REFUSED} ({e:?})");
    jvmti.enable(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK).map_err(failed)?;
    let loaded = jvmti.loaded_classes(jni, |name, _| Noise::of(name, true).is_some());
    jvmti.retransform(&loaded).map_err(failed)?;
    loaded.into_iter().for_each(|class| jni.forget(class));
    Ok(())
}

fn delay(_: Jni) {
    let mut delays = DELAYS.get().unwrap_or_else(|| {
        fine_timers();
        Delays::new(*SEED.get().unwrap_or(&0), THREADS.fetch_add(1, Ordering::Relaxed))
    });
    let pause = delays.next();
    DELAYS.set(Some(delays));
    match pause {
        Pause::None => {}
        Pause::Yield => std::thread::yield_now(),
        Pause::Sleep(time) => std::thread::sleep(time),
    }
}

fn quiet(_: Jni) {
    DELAYS.set(Some(Delays::none()));
}

/// A class is loaded or retransformed. What cannot be rewritten runs without delays, which is no mistake.
unsafe extern "system" fn class_file_load_hook(
    jvmti: *mut jvmtiEnv,
    _jni: *mut JNIEnv,
    _redefined: jclass,
    loader: jobject,
    name: *const c_char,
    _domain: jobject,
    length: jint,
    bytes: *const c_uchar,
    new_length: *mut jint,
    new_bytes: *mut *mut c_uchar,
) {
    if name.is_null() || bytes.is_null() {
        return;
    }
    // SAFETY: the JVM passes the environment of this agent, a name that ends with a zero byte, and as many bytes as it says.
    let (jvmti, name, bytes) = unsafe {
        let bytes = std::slice::from_raw_parts(bytes, usize::try_from(length).unwrap_or(0));
        (Jvmti::new(jvmti), CStr::from_ptr(name), bytes)
    };
    let Some(policy) = name.to_str().ok().and_then(|name| Noise::of(name, loader.is_null())) else { return };
    let rewritten = catch_unwind(AssertUnwindSafe(|| rewrite(bytes, &policy, &mut NoSites)));
    let Ok(Ok(made)) = rewritten else { return };
    if let (Some(memory), Ok(size)) = (jvmti.copy(&made.bytes), jint::try_from(made.bytes.len())) {
        // SAFETY: the JVM passes places for its results; the memory is its own.
        unsafe {
            *new_length = size;
            *new_bytes = memory;
        }
    }
}
