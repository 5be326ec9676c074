//! The agent is loaded, and the JVM is up.

use super::bind::{catch_places_of_panics, shield};
use super::callbacks;
use super::carriers::Carriers;
use super::env::Jvmti;
use super::environments;
use super::flags::Flags;
use super::foreign;
use super::jni::Jni;
use super::natives::natives;
use super::noise;
use super::process::{exit_process, give_way, ignore_interrupts, let_compilers_go, library_path, pin_to_one_core};
use super::start::{define_class, find_class, jdk_loaders, register, static_method};
use super::switches;
use crate::agent::{Agent, agent};
use crate::classes::LoaderId;
use crate::connection::Connection;
use crate::options::{Checker, Options};
use crate::policy::{
    defaults_are_asked_by, hides_methods, is_hooked_jdk, is_jdk_name, is_registry, is_rewritten_jdk, takes_flags,
};
use crate::watchdog::{self, Whereabouts};
use jni::jni_sig;
use jvmti_bindings::sys::jni::{JNIEnv, JavaVM, jclass, jint, jmethodID, jobject, jthread, jvalue};
use jvmti_bindings::sys::jvmti::{
    JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_CLASS_LOAD, JVMTI_EVENT_NATIVE_METHOD_BIND, JVMTI_EVENT_THREAD_END,
    JVMTI_EVENT_THREAD_START, JVMTI_EVENT_VIRTUAL_THREAD_END, JVMTI_EVENT_VIRTUAL_THREAD_START,
    JVMTI_THREAD_STATE_ALIVE, JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER, JVMTI_THREAD_STATE_WAITING,
    JVMTI_THREAD_STATE_WAITING_INDEFINITELY, jvmtiEnv,
};
use mcr_protocol::{Hello, PROTOCOL_VERSION, ThreadId};
use rustc_hash::FxHashMap;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;
use std::sync::OnceLock;

/// The class files of the Java runtime.
static RUNTIME: &[&[u8]] = include!(concat!(env!("OUT_DIR"), "/runtime_classes.rs"));

/// JDK releases that are tested.
const SUPPORTED: std::ops::RangeInclusive<u32> = 17..=25;
/// What a JVM is told that lacks something.
pub const REFUSED: &str = "this JVM does not let the agent do its work; use a HotSpot JDK 17 to 25";

/// What callbacks need of the Java runtime, once it is there.
pub struct Runtime {
    pub jvmti: Jvmti,
    threads_class: jclass,
    attached: jmethodID,
    start0: jmethodID,
    loaders_class: jclass,
    loader_of: jmethodID,
    agents_class: jclass,
    load: jmethodID,
    hash_class: jclass,
    give_hash: jmethodID,
    natives: NativeCalls,
    /// The class of the loaders of the application's class path.
    app_loader: jclass,
    /// The class of the loader beside it, which is that of one of the JDK's own.
    platform_loader: jclass,
    /// Loaders of the JDK itself, whose classes are no part of the application.
    jdk_loaders: Vec<jobject>,
    /// What the threads of the program run on, if not on threads of their own.
    pub carriers: Option<Carriers>,
}

// SAFETY: global references and method ids may be used by every thread.
unsafe impl Send for Runtime {}
// SAFETY: as above.
unsafe impl Sync for Runtime {}

static RUNTIME_STATE: OnceLock<Runtime> = OnceLock::new();

/// The Java runtime, once it is there.
pub fn runtime() -> Option<&'static Runtime> {
    RUNTIME_STATE.get()
}

impl Runtime {
    /// Tells the Java runtime that a new thread has the turn, or is to stop.
    pub fn attached(&self, jni: Jni, thread: jthread, stopped: bool) {
        jni.call_static(self.threads_class, self.attached, &[jvalue { l: thread }, jvalue { z: u8::from(stopped) }]);
        jni.drop_exception();
    }

    /// Gives a class of the JDK that was just loaded the hash code that it has in every JVM.
    pub fn give_hash(&self, jni: Jni, class: jclass) {
        jni.call_static(self.hash_class, self.give_hash, &[jvalue { l: class }]);
        // There may have been no room on the stack. (To describe that would run code of the program's thread.)
        jni.clear_exception();
    }

    /// Whether a loader is the boot loader (null) or another one of the JDK itself.
    pub fn is_of_jdk(&self, jni: Jni, loader: jobject) -> bool {
        loader.is_null() || self.jdk_loaders.iter().any(|&known| jni.is_same(known, loader))
    }

    /// Whether a loader that is none of the JDK's own is that of the program's classes, or the one beside it
    /// (`PlatformLoader.java`).
    pub fn is_of_program(&self, jni: Jni, loader: jobject) -> bool {
        jni.is_instance(loader, self.app_loader) || jni.is_instance(loader, self.platform_loader)
    }

    /// Calls `Thread.start0` of an object. What the JVM throws stays pending.
    pub fn start0(&self, jni: Jni, thread: jobject) {
        jni.call(thread, self.start0, &[]);
    }

    /// Whether it is another agent that loads a class by a loader of the JDK, and not the program.
    pub fn agents_load(&self, jni: Jni, loader: jobject) -> bool {
        let load = jni.call_static_boolean(self.agents_class, self.load, &[jvalue { l: loader }]);
        // There may have been no room on the stack.
        let failed = jni.is_thrown();
        jni.clear_exception();
        load && !failed
    }

    /// The name of a loader of the program, which is about to define a class.
    pub fn loader_id(&self, jni: Jni, loader: jobject) -> LoaderId {
        let id = jni.call_static_long(self.loaders_class, self.loader_of, &[jvalue { l: loader }]);
        jni.drop_exception();
        LoaderId(id.cast_unsigned())
    }
}

/// Methods of the Java runtime that make operations of what native code of the program does.
struct NativeCalls {
    class: jclass,
    entered: jmethodID,
    goes_on: jmethodID,
    field: jmethodID,
    called: jmethodID,
    monitor: jmethodID,
    memory: jmethodID,
    array: jmethodID,
}

impl NativeCalls {
    fn of(jni: Jni, class: jclass) -> Result<Self, String> {
        Ok(NativeCalls {
            class: jni.global(class),
            entered: static_method(jni, class, "entered", &jni_sig!("(J)V"))?,
            goes_on: static_method(jni, class, "goesOn", &jni_sig!("()V"))?,
            field: static_method(
                jni,
                class,
                "field",
                &jni_sig!("(Ljava/lang/reflect/Field;Ljava/lang/Object;ZJLjava/lang/Object;)V"),
            )?,
            called: static_method(jni, class, "called", &jni_sig!("(Ljava/lang/Object;)V"))?,
            monitor: static_method(jni, class, "monitor", &jni_sig!("(Ljava/lang/Object;Z)Z"))?,
            memory: static_method(jni, class, "memory", &jni_sig!("()V"))?,
            array: static_method(jni, class, "array", &jni_sig!("(ILjava/lang/Object;IIJLjava/lang/Object;)J"))?,
        })
    }
}

/// What native code of the program does, with exceptions that stay pending.
impl Runtime {
    /// A native method is about to begin.
    pub fn native_entered(&self, jni: Jni, method: u64) {
        jni.call_static(self.natives.class, self.natives.entered, &[jvalue { j: method.cast_signed() }]);
    }

    /// Native code goes on after a function of JNI.
    pub fn native_goes_on(&self, jni: Jni) {
        jni.call_static(self.natives.class, self.natives.goes_on, &[]);
    }

    /// Native code reads or writes a field.
    pub fn native_field(&self, jni: Jni, arguments: &[jvalue; 5]) {
        jni.call_static(self.natives.class, self.natives.field, arguments);
    }

    /// Native code calls a method of an object.
    pub fn native_calls(&self, jni: Jni, receiver: jobject) {
        jni.call_static(self.natives.class, self.natives.called, &[jvalue { l: receiver }]);
    }

    /// Native code enters or leaves a monitor; false if the JVM has to do it.
    pub fn native_monitor(&self, jni: Jni, object: jobject, enters: bool) -> bool {
        let arguments = [jvalue { l: object }, jvalue { z: u8::from(enters) }];
        // What is thrown is no reason for the JVM to take its own monitor.
        jni.call_static_boolean(self.natives.class, self.natives.monitor, &arguments) || jni.is_thrown()
    }

    /// Native code gets at the memory of a buffer.
    pub fn native_memory(&self, jni: Jni) {
        jni.call_static(self.natives.class, self.natives.memory, &[]);
    }

    /// Native code uses elements of an array; the answer of the function of JNI, or none if the JVM has to do it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "a register holds more than the number"
    )]
    pub fn native_array(
        &self,
        jni: Jni,
        code: i32,
        array: jobject,
        range: [usize; 2],
        address: usize,
        value: jobject,
    ) -> Option<usize> {
        let [start, length] = range.map(|number| jvalue { i: number as i32 });
        let arguments =
            [jvalue { i: code }, jvalue { l: array }, start, length, jvalue { j: address as i64 }, jvalue { l: value }];
        let answer = jni.call_static_long(self.natives.class, self.natives.array, &arguments);
        // Native code goes on with what the JVM gives it if the execution is over.
        (answer != -1 && !jni.is_thrown()).then_some(answer as usize)
    }
}

fn refuse(message: &str) -> ! {
    eprintln!("mcr: {message}");
    exit_process(2)
}

/// Called by the JVM before anything else.
///
/// # Safety
/// Called by the JVM, with its own pointers.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(vm: *mut JavaVM, options: *const c_char, _reserved: *mut c_void) -> jint {
    // SAFETY: the JVM passes itself.
    let Some(jvmti) = (unsafe { environments::another(vm) }) else {
        refuse("this JVM has no tool interface that the agent can use; use a HotSpot JDK 17 to 25")
    };
    let options = if options.is_null() {
        String::new()
    } else {
        // SAFETY: the JVM passes a text that ends with a zero byte.
        unsafe { CStr::from_ptr(options) }.to_string_lossy().into_owned()
    };
    let version = jvmti.property(c"java.vm.specification.version").unwrap_or_default();
    let name = jvmti.property(c"java.vm.name").unwrap_or_default();
    let release = jvmti.property(c"java.vm.version").unwrap_or_default();
    let Some(library) = library_path() else { refuse("cannot find the file that the agent was loaded from") };
    let hello = Hello {
        protocol: PROTOCOL_VERSION,
        agent: env!("CARGO_PKG_VERSION").to_owned(),
        jvm: format!("{name} {release}"),
    };
    let checker = match Options::parse(&options) {
        Options::Check(checker) => checker,
        Options::Noise(seed) => match noise::prepare(jvmti, seed) {
            Ok(()) => return 0,
            Err(message) => refuse(&message),
        },
    };
    let connection = match Connection::open(&checker, &library, &hello) {
        Ok(connection) => connection,
        Err(message) => refuse(&message),
    };
    if matches!(checker, Checker::Spawn(_)) {
        ignore_interrupts();
    }
    let agent = Agent::install(connection);
    catch_places_of_panics();
    agent.await_configuration();
    if !version.parse().is_ok_and(|version: u32| SUPPORTED.contains(&version)) {
        agent.fatal(format!("Java {version} ({name}) is not supported; use JDK 17 to 25"));
    }
    let processor = if let Checker::Inherited(_, processor) = checker { processor } else { 0 };
    pin_to_one_core(processor);
    if let Err(message) = prepare(jvmti) {
        agent.fatal(message);
    }
    0
}

fn prepare(jvmti: Jvmti) -> Result<(), String> {
    environments::add_capabilities(jvmti)?;
    switches::turn_off(switches::CHECK_INTRINSICS);
    environments::call_last(jvmti, vm_init).map_err(|e| format!("{REFUSED} ({e:?})"))
}

/// The JVM is up, and so are other agents: everything else happens in here, and the launcher never gets to run the
/// program itself.
unsafe extern "system" fn vm_init(jvmti: *mut jvmtiEnv, jni: *mut JNIEnv, _thread: jthread) {
    // SAFETY: the JVM passes the environments of this agent and of this thread.
    let (jvmti, jni) = unsafe { (Jvmti::new(jvmti), Jni::new(jni)) };
    let Some(agent) = agent() else { return };
    shield(|| "the start of the program".to_owned(), || run(agent, jvmti, jni));
}

/// Runs what the checker asks for; its last word ends the process.
fn run(agent: &'static Agent, jvmti: Jvmti, jni: Jni) {
    let_compilers_go();
    if agent.configuration().is_some_and(|configured| configured.several) {
        give_way();
    }
    match start(agent, jvmti, jni) {
        Ok(driver) => {
            jni.call_static(driver.class, driver.drive, &[]);
            if jni.drop_exception() {
                agent.fatal("the driver failed; see the exception above".to_owned());
            }
        }
        Err(message) => agent.fatal(message),
    }
    // The checker has nothing more to ask, or cannot go on.
    loop {
        if !agent.next_execution() {
            std::thread::park();
        }
    }
}

/// What runs the program.
struct Driver {
    class: jclass,
    drive: jmethodID,
}

/// Brings the Java runtime to life.
fn start(agent: &'static Agent, early: Jvmti, jni: Jni) -> Result<Driver, String> {
    let classes = define_runtime(jni)?;
    let class = |name: &str| classes.get(name).copied().ok_or_else(|| format!("the Java runtime has no class {name}"));
    let native = class("dev/mcr/Native")?;
    register(jni, native, &natives())?;
    let object = find_class(jni, "java/lang/Object")?;
    for package in [c"jdk.internal.misc", c"jdk.internal.reflect", c"sun.nio.ch"] {
        early
            .export(jni.module(object), package, jni.module(native))
            .map_err(|e| format!("cannot export {} to the Java runtime ({e:?})", package.to_string_lossy()))?;
    }
    let agents = class("dev/mcr/JavaAgents")?;
    jni.call_static(agents, static_method(jni, agents, "launch", &jni_sig!("()V"))?, &[]);
    if jni.drop_exception() {
        return Err("the agent in the jar (Launcher-Agent-Class) has failed; see the exception above".to_owned());
    }
    let jvmti = environments::last(jni)?;
    let threads_class = class("dev/mcr/Threads")?;
    let attached = static_method(jni, threads_class, "attached", &jni_sig!("(Ljava/lang/Thread;Z)V"))?;
    let loaders_class = class("dev/mcr/Loaders")?;
    let loader_of = static_method(jni, loaders_class, "of", &jni_sig!("(Ljava/lang/ClassLoader;)J"))?;
    let load = static_method(jni, agents, "load", &jni_sig!("(Ljava/lang/ClassLoader;)Z"))?;
    let hash_class = class("dev/mcr/HeaderHash")?;
    let give_hash = static_method(jni, hash_class, "loaded", &jni_sig!("(Ljava/lang/Class;)V"))?;
    let app_loader = jni.global(class("dev/mcr/AppLoader")?);
    let platform_loader = jni.global(find_class(jni, "jdk/internal/loader/ClassLoaders$PlatformClassLoader")?);
    let thread_class = find_class(jni, "java/lang/Thread")?;
    let start0 = jni.method_or_throw(thread_class, c"start0", c"()V");
    jni.drop_exception();
    let jdk_loaders = jdk_loaders(jni)?;
    let natives_of_program = NativeCalls::of(jni, class("dev/mcr/NativeCalls")?)?;
    let runtime = Runtime {
        jvmti,
        threads_class: jni.global(threads_class),
        attached,
        start0: start0.ok_or("this JVM starts threads in an unknown way")?,
        loaders_class: jni.global(loaders_class),
        loader_of,
        agents_class: jni.global(agents),
        load,
        hash_class: jni.global(hash_class),
        give_hash,
        natives: natives_of_program,
        app_loader,
        platform_loader,
        jdk_loaders,
        carriers: Carriers::find(jni, class("dev/mcr/Carriers")?)?,
    };
    RUNTIME_STATE.get_or_init(|| runtime);
    let failed = |e| format!("the JVM refuses an event ({e:?})");
    let order = class("dev/mcr/ImmutableOrder")?;
    jni.call_static(order, static_method(jni, order, "settle", &jni_sig!("()V"))?, &[]);
    if jni.drop_exception() {
        return Err("this JDK has immutable collections of an unknown kind".to_owned());
    }
    jvmti.enable(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK).map_err(failed)?;
    let wanted = |name: &str, initialised: bool| {
        is_rewritten_jdk(name)
            || is_hooked_jdk(name)
            || defaults_are_asked_by(name)
            || hides_methods(name)
            || !initialised && is_jdk_name(name)
    };
    let loaded = jvmti.loaded_classes(jni, wanted);
    take_flags(agent, jvmti, jni, class("dev/mcr/Internals")?, &loaded)?;
    jvmti.retransform(&loaded).map_err(|e| format!("cannot rewrite the classes of the JDK ({e:?})"))?;
    loaded.into_iter().for_each(|class| jni.forget(class));
    let registries = class("dev/mcr/Registries")?;
    let note = static_method(jni, registries, "loaded", &jni_sig!("(Ljava/lang/Class;)V"))?;
    for registry in jvmti.loaded_classes(jni, |name, _| is_registry(name)) {
        jni.call_static(registries, note, &[jvalue { l: registry }]);
        jni.forget(registry);
    }
    foreign::stand_before_jni(jvmti).map_err(failed)?;
    jvmti.enable(JVMTI_EVENT_CLASS_LOAD).map_err(failed)?;
    jvmti.enable(JVMTI_EVENT_NATIVE_METHOD_BIND).map_err(failed)?;
    jvmti.enable(JVMTI_EVENT_THREAD_START).map_err(failed)?;
    jvmti.enable(JVMTI_EVENT_THREAD_END).map_err(failed)?;
    if jvmti.knows_virtual_threads() {
        jvmti.enable(JVMTI_EVENT_VIRTUAL_THREAD_START).map_err(failed)?;
        jvmti.enable(JVMTI_EVENT_VIRTUAL_THREAD_END).map_err(failed)?;
    }
    start_watchdog(agent, jvmti, jni)?;
    let class = class("dev/mcr/Driver")?;
    Ok(Driver { class, drive: static_method(jni, class, "drive", &jni_sig!("()V"))? })
}

/// Methods of the JDK that were loaded before are to wait for the scheduler's monitors before they enter the JVM's.
fn take_flags(agent: &Agent, jvmti: Jvmti, jni: Jni, internals: jclass, loaded: &[jclass]) -> Result<(), String> {
    let Some(flags) = Flags::find() else { return Ok(()) };
    let linked = static_method(jni, internals, "linked", &jni_sig!("(Ljava/lang/Class;I)J"))?;
    let mut structures = Vec::new();
    for &class in loaded {
        let name = jvmti.name(class);
        if takes_flags(&name) {
            let at = jvalue { i: flags.class.cast_signed() };
            let structure = jni.call_static_long(internals, linked, &[jvalue { l: class }, at]);
            structures.push((class, name, usize::try_from(structure).unwrap_or_default()));
        }
    }
    // From here to the retransformation no code of Java runs.
    for (class, name, structure) in structures {
        let methods = flags.take(jvmti, class, structure);
        if !methods.is_empty() {
            agent.classes().lose_flags(name, methods);
        }
    }
    Ok(())
}

/// Defines one class of the Java runtime, which needs no other, in the boot loader.
pub fn define_runtime_class(jni: Jni, name: &str) -> Result<jclass, String> {
    let is_meant = |bytes: &&&[u8]| mcr_rewriter::class_info(bytes).is_ok_and(|info| info.name == name);
    let bytes = RUNTIME.iter().find(is_meant).ok_or_else(|| format!("the Java runtime has no class {name}"))?;
    define_class(jni, name, bytes)
}

/// Defines the classes of the Java runtime in the boot loader, superclasses first.
fn define_runtime(jni: Jni) -> Result<FxHashMap<String, jclass>, String> {
    let mut waiting = Vec::new();
    for bytes in RUNTIME {
        let info = mcr_rewriter::class_info(bytes).map_err(|e| format!("the Java runtime is damaged: {e}"))?;
        waiting.push((info, *bytes));
    }
    let mut defined = FxHashMap::default();
    while !waiting.is_empty() {
        let names: Vec<String> = waiting.iter().map(|(info, _)| info.name.clone()).collect();
        let (later, now): (Vec<_>, Vec<_>) = waiting
            .into_iter()
            .partition(|(info, _)| info.super_name.as_ref().is_some_and(|parent| names.contains(parent)));
        if now.is_empty() {
            return Err("the Java runtime is damaged: its classes extend each other".to_owned());
        }
        for (info, bytes) in now {
            let class = define_class(jni, &info.name, bytes)?;
            defined.insert(info.name, class);
        }
        waiting = later;
    }
    Ok(defined)
}

/// The watchdog is a thread of the JVM, so that it can ask where others are.
fn start_watchdog(agent: &'static Agent, jvmti: Jvmti, jni: Jni) -> Result<(), String> {
    let vm = VmPointer(jni.java_vm().ok_or("cannot find the JVM")?);
    let run = move || {
        callbacks::OWN.set(true);
        let Some(jni) = vm.attach() else { return };
        let watch = || watchdog::watch(agent, |thread| whereabouts(jvmti, jni, thread));
        shield(|| "the watchdog".to_owned(), watch);
    };
    let spawned = std::thread::Builder::new().name("mcr watchdog".to_owned()).spawn(run);
    spawned.map(drop).map_err(|e| format!("cannot start a thread: {e}"))
}

struct VmPointer(*mut JavaVM);

// SAFETY: the JVM is one for all threads of the process.
unsafe impl Send for VmPointer {}

impl VmPointer {
    fn attach(&self) -> Option<Jni> {
        let mut env: *mut c_void = null_mut();
        // SAFETY: the JVM lives as long as the process; the out-parameter is on this stack.
        let attached = unsafe { ((**self.0).AttachCurrentThreadAsDaemon)(self.0, &raw mut env, null_mut()) };
        // SAFETY: the JVM has just made this environment for the running thread.
        (attached == 0).then(|| unsafe { Jni::new(env.cast()) })
    }
}

fn whereabouts(jvmti: Jvmti, jni: Jni, id: ThreadId) -> Whereabouts {
    // Threads of earlier executions that had the same name have ended.
    let threads = jvmti.tagged(callbacks::tag_of(id));
    let thread = threads.iter().copied().find(|&thread| jvmti.thread_state(thread) & JVMTI_THREAD_STATE_ALIVE != 0);
    let found = match thread {
        None => Whereabouts { blocked: false, message: "it has not begun to run".to_owned() },
        Some(thread) => {
            let state = jvmti.thread_state(thread);
            let contended = state & JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER != 0;
            let waits = state & JVMTI_THREAD_STATE_WAITING_INDEFINITELY != 0;
            let what = if contended {
                "it waits for a monitor in code that is not rewritten"
            } else if state & JVMTI_THREAD_STATE_WAITING != 0 {
                "it waits in code that is not rewritten"
            } else {
                "it runs without coming to an access that other threads could see"
            };
            let stack = jvmti.stack(jni, thread, 40);
            let mut frames: Vec<_> =
                stack.iter().filter(|frame| !frame.starts_with("dev.mcr.")).map(String::as_str).collect();
            frames.truncate(6);
            let message = if frames.is_empty() { what.to_owned() } else { format!("{what}: {}", frames.join(" < ")) };
            Whereabouts { blocked: contended || waits, message }
        }
    };
    threads.into_iter().for_each(|thread| jni.forget(thread));
    found
}
