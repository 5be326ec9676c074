//! Environments of JVMTI. The JVM calls each of them for an event, in the order in which they were made.
//!
//! Other agents (`-javaagent`) make theirs when they are loaded and when the JVM is up, and one of them may be after
//! this one on the command line. So this agent begins in an environment that is made when the JVM is up, as the last
//! one then: what others do at that time (`premain`) has been done. Classes are rewritten in one that is made after that.

use super::callbacks;
use super::env::Jvmti;
use super::foreign;
use super::jni::Jni;
use super::load::REFUSED;
use jvmti_bindings::sys::jni::{JNIEnv, JavaVM, jint, jthread};
use jvmti_bindings::sys::jvmti::{JVMTI_EVENT_VM_INIT, jvmtiCapabilities, jvmtiEnv, jvmtiError, jvmtiEventCallbacks};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::OnceLock;

const JVMTI_VERSION_11: jint = 0x300B_0000;

/// What the JVM calls when it is up.
pub type VmInit = unsafe extern "system" fn(*mut jvmtiEnv, *mut JNIEnv, jthread);

/// What to call when all others were.
static LAST: OnceLock<VmInit> = OnceLock::new();

/// A new environment, if the JVM has any.
///
/// # Safety
/// The pointer is the JVM of this process.
pub unsafe fn another(vm: *mut JavaVM) -> Option<Jvmti> {
    let mut env: *mut c_void = null_mut();
    // SAFETY: the caller has the JVM's own table; the out-parameter is on this stack.
    let got = unsafe { ((**vm).GetEnv)(vm, &raw mut env, JVMTI_VERSION_11) };
    // SAFETY: the JVM has just given out this environment.
    (got == 0 && !env.is_null()).then(|| unsafe { Jvmti::new(env.cast()) })
}

/// Lets the JVM call this when it is up, after all environments that there are then.
pub fn call_last(jvmti: Jvmti, last: VmInit) -> Result<(), jvmtiError> {
    LAST.get_or_init(|| last);
    call(jvmti, vm_init)
}

fn call(jvmti: Jvmti, when_up: VmInit) -> Result<(), jvmtiError> {
    let mut events = jvmtiEventCallbacks::default();
    events.VMInit = Some(when_up);
    jvmti.set_callbacks(&events)?;
    jvmti.enable(JVMTI_EVENT_VM_INIT)
}

/// The JVM goes through its list of environments, and a new one is at its end.
unsafe extern "system" fn vm_init(early: *mut jvmtiEnv, jni: *mut JNIEnv, thread: jthread) {
    let Some(&last) = LAST.get() else { return };
    // SAFETY: the JVM passes the environment of this thread, and says which JVM it is.
    let late = unsafe {
        let mut vm: *mut JavaVM = null_mut();
        let got = ((**jni).GetJavaVM)(jni, &raw mut vm);
        if got == 0 { another(vm) } else { None }
    };
    if late.is_none_or(|late| call(late, last).is_err()) {
        // Better before other agents than never.
        // SAFETY: these are the JVM's own arguments for such a function.
        unsafe { last(early, jni, thread) };
    }
}

/// Asks for what the agent needs. Some of it the JVM may give only before it is up: each environment asks.
pub fn add_capabilities(jvmti: Jvmti) -> Result<(), String> {
    let mut capabilities = jvmtiCapabilities::default();
    capabilities.set_can_generate_all_class_hook_events(true);
    capabilities.set_can_retransform_classes(true);
    capabilities.set_can_retransform_any_class(true);
    capabilities.set_can_tag_objects(true);
    capabilities.set_can_get_line_numbers(true);
    capabilities.set_can_get_source_file_name(true);
    capabilities.set_can_generate_native_method_bind_events(true);
    capabilities.set_can_support_virtual_threads(jvmti.knows_virtual_threads());
    jvmti.add_capabilities(&capabilities).map_err(|e| format!("{REFUSED} ({e:?})"))
}

/// The environment in which classes are rewritten: made when all other agents have made theirs, so that it is given
/// what they have made of a class.
pub fn last(jni: Jni) -> Result<Jvmti, String> {
    let vm = jni.java_vm().ok_or("cannot find the JVM")?;
    // SAFETY: the JVM has just said that this is it.
    let jvmti = unsafe { another(vm) }.ok_or(REFUSED)?;
    add_capabilities(jvmti)?;
    let mut events = jvmtiEventCallbacks::default();
    events.ClassFileLoadHook = Some(callbacks::class_file_load_hook);
    events.ClassLoad = Some(callbacks::class_load);
    events.NativeMethodBind = Some(foreign::native_method_bind);
    events.ThreadStart = Some(callbacks::thread_start);
    events.ThreadEnd = Some(callbacks::thread_end);
    // A virtual thread that is a thread of the system posts these instead.
    events.VirtualThreadStart = Some(callbacks::thread_start);
    events.VirtualThreadEnd = Some(callbacks::thread_end);
    jvmti.set_callbacks(&events).map_err(|e| format!("{REFUSED} ({e:?})"))?;
    Ok(jvmti)
}
