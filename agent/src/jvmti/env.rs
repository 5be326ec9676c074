//! The function table of JVMTI, behind small methods.
//!
//! Invariant: a value of [`Jvmti`] is made only from a pointer that the JVM has passed to the running callback or native
//! method, or has given out for the life of the process.

use super::jni::{self, Jni};
use crate::stack::Method;
use jvmti_bindings::sys::jni::{JNINativeInterface_, jclass, jint, jmethodID, jobject, jthread};
use jvmti_bindings::sys::jvmti::{
    JVMTI_CLASS_STATUS_INITIALIZED, JVMTI_ENABLE, JVMTI_THREAD_NORM_PRIORITY, jvmtiCapabilities, jvmtiEnv, jvmtiError,
    jvmtiEvent, jvmtiEventCallbacks, jvmtiFrameInfo, jvmtiLineNumberEntry, jvmtiStartFunction,
};
use std::ffi::{CStr, c_char, c_uchar, c_void};
use std::ptr::null_mut;

/// JVMTI.
#[derive(Clone, Copy)]
pub struct Jvmti(*mut jvmtiEnv);

// SAFETY: a JVMTI environment may be used by every thread that the JVM knows (JVMTI specification, "Environments").
unsafe impl Send for Jvmti {}
// SAFETY: as above.
unsafe impl Sync for Jvmti {}

macro_rules! jvmti {
    ($self:ident . $function:ident ( $($argument:expr),* )) => {
        // SAFETY: the environment is live (invariant of the module); out-parameters are on this stack.
        unsafe {
            match (*(*$self.0).functions).$function {
                Some(function) => check(function($self.0 $(, $argument)*)),
                None => Err(jvmtiError::NOT_AVAILABLE),
            }
        }
    };
}

fn check(error: jvmtiError) -> Result<(), jvmtiError> {
    if error == jvmtiError::NONE { Ok(()) } else { Err(error) }
}

impl Jvmti {
    /// # Safety
    /// The pointer is an environment of the JVM of this process.
    pub unsafe fn new(env: *mut jvmtiEnv) -> Self {
        Jvmti(env)
    }

    /// A property of the JVM.
    pub fn property(self, name: &CStr) -> Option<String> {
        let mut value: *mut c_char = null_mut();
        jvmti!(self.GetSystemProperty(name.as_ptr(), &raw mut value)).ok()?;
        Some(self.take_text(value))
    }

    /// Copies and frees a text that the JVM has allocated.
    fn take_text(self, text: *mut c_char) -> String {
        if text.is_null() {
            return String::new();
        }
        // SAFETY: the JVM returns texts that end with a zero byte.
        let copy = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        self.free(text.cast());
        copy
    }

    fn free(self, memory: *mut c_uchar) {
        // Memory that the JVM does not take back is lost, no more.
        let _ = jvmti!(self.Deallocate(memory));
    }

    /// Asks for capabilities.
    pub fn add_capabilities(self, wanted: &jvmtiCapabilities) -> Result<(), jvmtiError> {
        jvmti!(self.AddCapabilities(wanted))
    }

    /// Whether this JVM has virtual threads and tells of them.
    pub fn knows_virtual_threads(self) -> bool {
        let mut potential = jvmtiCapabilities::default();
        jvmti!(self.GetPotentialCapabilities(&raw mut potential)).is_ok() && potential.can_support_virtual_threads()
    }

    /// Sets all callbacks.
    pub fn set_callbacks(self, callbacks: &jvmtiEventCallbacks) -> Result<(), jvmtiError> {
        let size = jint::try_from(size_of::<jvmtiEventCallbacks>()).unwrap_or(0);
        jvmti!(self.SetEventCallbacks(callbacks, size))
    }

    /// Lets events of a kind be delivered.
    pub fn enable(self, event: jvmtiEvent) -> Result<(), jvmtiError> {
        jvmti!(self.SetEventNotificationMode(JVMTI_ENABLE, event, null_mut()))
    }

    /// Exports a package of the module of one class to the module of another.
    pub fn export(self, module: jobject, package: &CStr, to: jobject) -> Result<(), jvmtiError> {
        jvmti!(self.AddModuleExports(module, package.as_ptr(), to))
    }

    /// Memory of the JVM with these contents, for a class file that it is to take.
    pub fn copy(self, bytes: &[u8]) -> Option<*mut c_uchar> {
        let mut memory: *mut c_uchar = null_mut();
        let length = i64::try_from(bytes.len()).ok()?;
        jvmti!(self.Allocate(length, &raw mut memory)).ok()?;
        // SAFETY: the JVM has just allocated as many bytes at `memory`, which nobody else has.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len()) };
        Some(memory)
    }

    /// The loaded classes for which `wanted` holds, and that can be changed. It is given the internal name, and whether the class has been
    /// initialised.
    pub fn loaded_classes(self, jni: Jni, wanted: impl Fn(&str, bool) -> bool) -> Vec<jclass> {
        let mut count: jint = 0;
        let mut classes: *mut jclass = null_mut();
        if jvmti!(self.GetLoadedClasses(&raw mut count, &raw mut classes)).is_err() {
            return Vec::new();
        }
        // SAFETY: the JVM has filled `classes` with `count` references.
        let all = unsafe { std::slice::from_raw_parts(classes, usize::try_from(count).unwrap_or(0)) };
        let mut chosen = Vec::new();
        for &class in all {
            let signature = self.class_signature(class);
            let name = signature.strip_prefix('L').and_then(|s| s.strip_suffix(';'));
            let (mut modifiable, mut status) = (0, 0);
            let known = jvmti!(self.GetClassStatus(class, &raw mut status)).is_ok();
            let initialised = known && status & JVMTI_CLASS_STATUS_INITIALIZED != 0;
            if name.is_some_and(|name| wanted(name, initialised))
                && jvmti!(self.IsModifiableClass(class, &raw mut modifiable)).is_ok()
                && modifiable != 0
            {
                chosen.push(class);
            } else {
                jni.forget(class);
            }
        }
        self.free(classes.cast());
        chosen
    }

    /// Puts other functions into the table of JNI, for all threads: those that `other` returns, given a place in the table and what is there. The agent
    /// goes on to use the old ones.
    pub fn replace_jni(self, other: impl Fn(usize, usize) -> Option<usize>) -> Result<(), jvmtiError> {
        let (mut old, mut new): (*mut JNINativeInterface_, *mut JNINativeInterface_) = (null_mut(), null_mut());
        jvmti!(self.GetJNIFunctionTable(&raw mut old))?;
        jvmti!(self.GetJNIFunctionTable(&raw mut new))?;
        jni::keep_functions(old);
        let places = new.cast::<usize>();
        for number in 0..size_of::<JNINativeInterface_>() / size_of::<usize>() {
            // SAFETY: the JVM has given out a copy of its table for us to change, which is nothing but pointers (JNI specification).
            unsafe {
                if let Some(function) = other(number, *places.add(number)) {
                    *places.add(number) = function;
                }
            }
        }
        jvmti!(self.SetJNIFunctionTable(new.cast_const()))
    }

    /// The class that declares a method, and its loader.
    pub fn owner(self, method: jmethodID) -> Option<(jclass, jobject)> {
        let mut class = null_mut();
        jvmti!(self.GetMethodDeclaringClass(method, &raw mut class)).ok()?;
        Some((class, self.class_loader(class)?))
    }

    /// The loader of a class, as a local reference; null is the boot loader.
    pub fn class_loader(self, class: jclass) -> Option<jobject> {
        let mut loader = null_mut();
        jvmti!(self.GetClassLoader(class, &raw mut loader)).ok()?;
        Some(loader)
    }

    /// Name and descriptor of a method; empty if it is unknown.
    pub fn name_and_descriptor(self, method: jmethodID) -> (String, String) {
        let (mut name, mut descriptor): (*mut c_char, *mut c_char) = (null_mut(), null_mut());
        if jvmti!(self.GetMethodName(method, &raw mut name, &raw mut descriptor, null_mut())).is_err() {
            return Default::default();
        }
        (self.take_text(name), self.take_text(descriptor))
    }

    /// The method that the running thread is in.
    pub fn innermost_method(self) -> Option<usize> {
        let (mut method, mut position): (jmethodID, i64) = (null_mut(), 0);
        jvmti!(self.GetFrameLocation(null_mut(), 0, &raw mut method, &raw mut position)).ok()?;
        Some(method.addr())
    }

    /// The methods that a class declares, with their access flags.
    pub fn methods(self, class: jclass) -> Vec<(jmethodID, u16)> {
        let (mut count, mut methods): (jint, *mut jmethodID) = (0, null_mut());
        if jvmti!(self.GetClassMethods(class, &raw mut count, &raw mut methods)).is_err() {
            return Vec::new();
        }
        // SAFETY: the JVM has filled `methods` with `count` ids.
        let all = unsafe { std::slice::from_raw_parts(methods, usize::try_from(count).unwrap_or(0)) }.to_vec();
        self.free(methods.cast());
        let with_flags = |method: jmethodID| {
            let mut flags: jint = 0;
            jvmti!(self.GetMethodModifiers(method, &raw mut flags)).ok()?;
            Some((method, u16::try_from(flags & jint::from(u16::MAX)).ok()?))
        };
        all.into_iter().filter_map(with_flags).collect()
    }

    /// The internal name of a class.
    pub fn name(self, class: jclass) -> String {
        let signature = self.class_signature(class);
        signature.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or_default().to_owned()
    }

    fn class_signature(self, class: jclass) -> String {
        let mut signature: *mut c_char = null_mut();
        if jvmti!(self.GetClassSignature(class, &raw mut signature, null_mut())).is_err() {
            return String::new();
        }
        self.take_text(signature)
    }

    /// Loads classes again, through the class file hook.
    pub fn retransform(self, classes: &[jclass]) -> Result<(), jvmtiError> {
        let count = jint::try_from(classes.len()).unwrap_or(0);
        jvmti!(self.RetransformClasses(count, classes.as_ptr()))
    }

    /// Marks an object with a number other than 0.
    pub fn set_tag(self, object: jobject, tag: i64) -> Result<(), jvmtiError> {
        jvmti!(self.SetTag(object, tag))
    }

    /// The mark of an object, 0 if it has none.
    pub fn tag(self, object: jobject) -> i64 {
        let mut tag = 0;
        match jvmti!(self.GetTag(object, &raw mut tag)) {
            Ok(()) => tag,
            Err(_) => 0,
        }
    }

    /// All objects with this mark.
    pub fn tagged(self, tag: i64) -> Vec<jobject> {
        let mut count: jint = 0;
        let mut objects: *mut jobject = null_mut();
        if jvmti!(self.GetObjectsWithTags(1, &raw const tag, &raw mut count, &raw mut objects, null_mut())).is_err() {
            return Vec::new();
        }
        // SAFETY: the JVM has filled `objects` with `count` references.
        let copy = unsafe { std::slice::from_raw_parts(objects, usize::try_from(count).unwrap_or(0)) }.to_vec();
        self.free(objects.cast());
        copy
    }

    /// Lets a new thread of the JVM, with this object, run a function with an argument, which both live as long as the process.
    pub fn run_thread(
        self,
        object: jthread,
        function: jvmtiStartFunction,
        argument: *const c_void,
    ) -> Result<(), jvmtiError> {
        jvmti!(self.RunAgentThread(object, Some(function), argument, JVMTI_THREAD_NORM_PRIORITY))
    }

    /// The state bits of a thread.
    pub fn thread_state(self, thread: jthread) -> jint {
        let mut state = 0;
        match jvmti!(self.GetThreadState(thread, &raw mut state)) {
            Ok(()) => state,
            Err(_) => 0,
        }
    }

    /// Where a thread is: `Class.method` of its innermost frames.
    pub fn stack(self, jni: Jni, thread: jthread, depth: usize) -> Vec<String> {
        let empty = jvmtiFrameInfo { method: null_mut(), location: 0 };
        let mut frames = vec![empty; depth];
        let mut count: jint = 0;
        let size = jint::try_from(depth).unwrap_or(0);
        if jvmti!(self.GetStackTrace(thread, 0, size, frames.as_mut_ptr(), &raw mut count)).is_err() {
            return Vec::new();
        }
        frames.truncate(usize::try_from(count).unwrap_or(0));
        frames.iter().map(|frame| self.method_name(jni, frame)).collect()
    }

    fn method_name(self, jni: Jni, frame: &jvmtiFrameInfo) -> String {
        match self.method(jni, frame.method) {
            Some(method) => format!("{}.{}", method.class.replace('/', "."), method.name),
            None => "?".to_owned(),
        }
    }

    /// How many frames the running thread has; 0 if the JVM does not say.
    pub fn depth(self) -> jint {
        let mut count: jint = 0;
        if jvmti!(self.GetFrameCount(null_mut(), &raw mut count)).is_ok() { count } else { 0 }
    }

    /// All frames of the running thread, the innermost first: methods and positions in their code, below 0 in a native method. They are fetched at once: what
    /// the JVM is asked of a stack costs it a walk from the innermost frame each time.
    pub fn all_frames(self) -> Vec<(usize, i64)> {
        let mut size = 128;
        loop {
            let mut frames = vec![jvmtiFrameInfo { method: null_mut(), location: 0 }; size];
            let (most, mut count) = (jint::try_from(size).unwrap_or(jint::MAX), 0);
            if jvmti!(self.GetStackTrace(null_mut(), 0, most, frames.as_mut_ptr(), &raw mut count)).is_err() {
                return Vec::new();
            }
            if count < most {
                frames.truncate(usize::try_from(count).unwrap_or(0));
                return frames.iter().map(|frame| (frame.method.addr(), frame.location)).collect();
            }
            size *= 4;
        }
    }

    /// The frames of the running thread, the innermost first, without the first so many: methods and positions in their code.
    pub fn frames(self, skip: usize) -> impl Iterator<Item = (usize, i64)> {
        const AT_ONCE: usize = 8;
        let mut frames = [jvmtiFrameInfo { method: null_mut(), location: 0 }; AT_ONCE];
        // How many were fetched, and how many of those were taken; how many there were before.
        let (mut fetched, mut taken, mut before) = (AT_ONCE, AT_ONCE, skip);
        std::iter::from_fn(move || {
            if taken == fetched {
                if fetched < AT_ONCE {
                    return None;
                }
                let (start, mut count): (_, jint) = (jint::try_from(before).ok()?, 0);
                let size = AT_ONCE as jint;
                jvmti!(self.GetStackTrace(null_mut(), start, size, frames.as_mut_ptr(), &raw mut count)).ok()?;
                (fetched, taken) = (usize::try_from(count).ok()?, 0);
                before += fetched;
            }
            let frame = frames[..fetched].get(taken)?;
            taken += 1;
            Some((frame.method.addr(), frame.location))
        })
    }

    /// What a method that is on a stack is called.
    fn method(self, jni: Jni, id: jmethodID) -> Option<Method> {
        let mut name: *mut c_char = null_mut();
        let mut class: jclass = null_mut();
        jvmti!(self.GetMethodDeclaringClass(id, &raw mut class)).ok()?;
        let signature = self.class_signature(class);
        jni.forget(class);
        jvmti!(self.GetMethodName(id, &raw mut name, null_mut(), null_mut())).ok()?;
        let owner = signature.strip_prefix('L').and_then(|s| s.strip_suffix(';')).unwrap_or(&signature);
        // What follows the name of a hidden class is another one in each JVM.
        let class = owner.split('.').next().unwrap_or(owner).to_owned();
        Some(Method { class, name: self.take_text(name), file: None, lines: Vec::new() })
    }

    /// The same with its file and its lines, as far as they are known; of no class if the method is unknown.
    pub fn method_with_lines(self, jni: Jni, id: usize) -> Method {
        let id = std::ptr::without_provenance_mut(id);
        let Some(mut method) = self.method(jni, id) else { return Method::default() };
        let mut class: jclass = null_mut();
        if jvmti!(self.GetMethodDeclaringClass(id, &raw mut class)).is_ok() {
            let mut file: *mut c_char = null_mut();
            if jvmti!(self.GetSourceFileName(class, &raw mut file)).is_ok() {
                method.file = Some(self.take_text(file));
            }
            jni.forget(class);
        }
        let mut count: jint = 0;
        let mut table: *mut jvmtiLineNumberEntry = null_mut();
        if jvmti!(self.GetLineNumberTable(id, &raw mut count, &raw mut table)).is_ok() {
            // SAFETY: the JVM has filled `table` with `count` entries.
            let lines = unsafe { std::slice::from_raw_parts(table, usize::try_from(count).unwrap_or(0)) };
            method.lines = lines.iter().map(|line| (line.start_location, line.line_number.cast_unsigned())).collect();
            self.free(table.cast());
        }
        method
    }
}
