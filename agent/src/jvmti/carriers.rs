//! Threads of the JVM that are kept between executions and run the program's threads, one after the other: *carriers*.
//!
//! The JVM has a structure for each of its threads, with a handle to the `Thread` object, and the object has the address of the structure. A carrier puts
//! the object of a thread of the program behind its handle, and its structure into that object: from there on it *is* that thread, for the program
//! and for the JVM. It calls `Thread.run` as the JVM does, and afterwards what the JVM does when a thread ends (`JavaThread::exit`,
//! javaThread.cpp). Then it becomes itself again. As it has no frames of Java below, a stack begins as that of any thread, and it is as deep.
//! Where the handle is, HotSpot says for debuggers ([`super::structs`]); since there are virtual threads, it has another one that
//! `Thread.setCurrentThread` sets.
//!
//! A carrier is a thread of the kind that agents have (JVMTI, `RunAgentThread`): nothing in Java lists it.
//!
//! A thread gets one of its own, as ever, where this does not work or would show: a collector that wants to know when such a handle changes, a
//! stack of another size, a debugger that is told of threads as they start, native code that has variables for each thread.
//!
//! Invariant: between two threads of the program nothing is left in the structure: no exception, no permit, no reference, no frame. Only who has
//! ended so comes to be idle, and whose last event has happened: that may have to wait for others. Nobody waits for the end of a thread by its monitor: the scheduler does that.

use super::bind::shield;
use super::callbacks;
use super::jni::Jni;
use super::load::{Runtime, runtime};
use super::natives::the_agent;
use super::start::{find_class, static_method};
use super::structs::{Table, read};
use super::switches;
use crate::agent::lock;
use jni::jni_sig;
use jvmti_bindings::sys::jni::{JNIEnv, jclass, jfieldID, jint, jlong, jmethodID, jobject, jvalue};
use jvmti_bindings::sys::jvmti::JVMTI_THREAD_STATE_TERMINATED;
use jvmti_bindings::sys::jvmti::{JVMTI_THREAD_STATE_ALIVE, JVMTI_THREAD_STATE_RUNNABLE, jvmtiEnv};
use mcr_protocol::{End, ThreadId};
use mcr_scheduler::{Reserved, Turn};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::Thread;

/// What `Thread.threadStatus` is while a thread runs, and when it has ended (`JavaThreadStatus`, javaClasses.hpp).
const RUNNABLE: jint = (JVMTI_THREAD_STATE_ALIVE + JVMTI_THREAD_STATE_RUNNABLE) as jint;
const TERMINATED: jint = JVMTI_THREAD_STATE_TERMINATED as jint;

/// Native code of the program has shown: it may keep something for each thread of the system.
static NATIVE_CODE: AtomicBool = AtomicBool::new(false);

/// From now on, each thread of the program is a new one of the system.
pub fn see_native_code() {
    NATIVE_CODE.store(true, Ordering::Relaxed);
}

/// A thread of the program that has been started.
struct Job {
    /// A global reference to its object.
    object: jobject,
    thread: ThreadId,
    /// None if it has to end at once.
    seat: Option<Reserved>,
}

/// A thread of the JVM.
struct Carrier {
    /// Its own object: a global reference.
    object: jobject,
    /// Known when it runs.
    place: OnceLock<Option<Place>>,
    job: Mutex<Option<Job>>,
}

/// Where it is.
struct Place {
    /// To wake it.
    real: Thread,
    /// The JVM's structure.
    structure: jlong,
    /// Where the JVM has the reference to its object.
    handle: usize,
}

// SAFETY: global references may be used by every thread.
unsafe impl Send for Carrier {}
// SAFETY: as above; all else is behind locks.
unsafe impl Sync for Carrier {}

/// All that carriers need of the JVM.
pub struct Carriers {
    /// `dev.mcr.Carriers`
    class: jclass,
    /// Makes the object of a carrier.
    make: jmethodID,
    /// Takes the permit that a thread has left.
    take_permit: jmethodID,
    thread_class: jclass,
    current: jmethodID,
    run: jmethodID,
    dispatch: jmethodID,
    exit: jmethodID,
    set_current: Option<jmethodID>,
    /// Sets where the JVM keeps what scoped values the running thread has looked up last; since JDK 20.
    set_scoped_values: Option<jmethodID>,
    structure: jfieldID,
    /// The field with the object that has the other two fields, unless the thread itself has them.
    holder: Option<jfieldID>,
    status: jfieldID,
    stack_size: jfieldID,
    /// Offset of the handle in a structure, and of the place where the reference is in a handle.
    handle: usize,
    behind: usize,
    /// An array; see [`Jni::while_nothing_moves`].
    pin: jobject,
    idle: Mutex<Vec<&'static Carrier>>,
}

// SAFETY: global references, and ids of methods and fields, may be used by every thread.
unsafe impl Send for Carriers {}
// SAFETY: as above.
unsafe impl Sync for Carriers {}

impl Carriers {
    /// Those of this JVM; none if they are not wanted, or threads cannot be exchanged here. `class`: `dev.mcr.Carriers`.
    pub fn find(jni: Jni, class: jclass) -> Result<Option<Self>, String> {
        let wanted = the_agent().configuration().is_some_and(|configured| configured.pooled_threads);
        if !wanted || !switches::is_on(switches::SERIAL_COLLECTOR) || is_debugged() {
            return Ok(None);
        }
        let make = static_method(jni, class, "make", &jni_sig!("()Ljava/lang/Thread;"))?;
        let take_permit = static_method(jni, class, "takePermit", &jni_sig!("()V"))?;
        let thread = find_class(jni, "java/lang/Thread")?;
        let found = Self::of_thread(jni, class, make, take_permit, thread);
        jni.clear_exception();
        Ok(found)
    }

    fn of_thread(jni: Jni, class: jclass, make: jmethodID, take_permit: jmethodID, thread: jclass) -> Option<Self> {
        let table = Table::find()?;
        let method = |name, descriptor| jni.method_or_throw(thread, name, descriptor);
        // What is not there leaves an exception, in which nothing can be asked.
        let set_current = method(c"setCurrentThread", c"(Ljava/lang/Thread;)V");
        jni.clear_exception();
        let set_scoped_values = jni.static_method_or_throw(thread, c"setScopedValueCache", c"([Ljava/lang/Object;)V");
        jni.clear_exception();
        let holder = jni.field_or_throw(thread, c"holder", c"Ljava/lang/Thread$FieldHolder;");
        jni.clear_exception();
        let holder_class = match holder {
            Some(_) => find_class(jni, "java/lang/Thread$FieldHolder").ok()?,
            None => thread,
        };
        Some(Carriers {
            class: jni.global(class),
            make,
            take_permit,
            current: jni.static_method_or_throw(thread, c"currentThread", c"()Ljava/lang/Thread;")?,
            run: method(c"run", c"()V")?,
            dispatch: method(c"dispatchUncaughtException", c"(Ljava/lang/Throwable;)V")?,
            exit: method(c"exit", c"()V")?,
            set_current,
            set_scoped_values,
            structure: jni.field_or_throw(thread, c"eetop", c"J")?,
            holder,
            status: jni.field_or_throw(holder_class, c"threadStatus", c"I")?,
            stack_size: jni.field_or_throw(holder_class, c"stackSize", c"J")?,
            thread_class: jni.global(thread),
            handle: table.field(c"JavaThread", c"_threadObj")?.offset,
            behind: table.field(c"OopHandle", c"_obj")?.offset,
            pin: jni.global(jni.bytes(&[0])),
            idle: Mutex::default(),
        })
    }

    /// Lets a carrier run a thread that the program is about to start; false if it needs one of its own.
    fn start(&'static self, runtime: &Runtime, jni: Jni, object: jobject, thread: ThreadId) -> bool {
        let holder = self.holder.map_or(object, |holder| jni.object_in(object, holder));
        // Virtual threads, which are threads of the system here, have a size below 0.
        let usual = !holder.is_null() && jni.long_in(holder, self.stack_size) <= 0;
        let started =
            usual && !NATIVE_CODE.load(Ordering::Relaxed) && self.start_usual(runtime, jni, object, holder, thread);
        if self.holder.is_some() {
            jni.forget(holder);
        }
        started
    }

    fn start_usual(
        &'static self,
        runtime: &Runtime,
        jni: Jni,
        object: jobject,
        holder: jobject,
        thread: ThreadId,
    ) -> bool {
        let idle = lock(&self.idle).pop();
        let Some(carrier) = idle.or_else(|| self.another(runtime, jni)) else { return false };
        let Some(Some(place)) = carrier.place.get() else { return false };
        jni.put_long(object, self.structure, place.structure);
        jni.put_int(holder, self.status, RUNNABLE);
        let object = jni.global(object);
        // Whoever wakes it meanwhile lets it wait for the job.
        let mut job = lock(&carrier.job);
        let seat = the_agent().scheduler.reserve(thread, &place.real);
        *job = Some(Job { object, thread, seat });
        drop(job);
        if seat.is_none_or(|seat| seat.has_turn) {
            place.real.unpark();
        }
        true
    }

    /// A carrier more, which runs.
    fn another(&'static self, runtime: &Runtime, jni: Jni) -> Option<&'static Carrier> {
        let made = jni.call_static_object(self.class, self.make, &[]);
        if made.is_null() {
            jni.clear_exception();
            return None;
        }
        let new = Carrier { object: jni.global(made), place: OnceLock::new(), job: Mutex::default() };
        // It lives as long as the JVM.
        let carrier: &'static Carrier = Box::leak(Box::new(new));
        let marked = runtime.jvmti.set_tag(made, callbacks::OF_JDK);
        let argument: *const Waiting = Box::into_raw(Box::new(Waiting { carrier, starter: std::thread::current() }));
        let runs = marked.is_ok() && runtime.jvmti.run_thread(made, carry, argument.cast()).is_ok();
        jni.forget(made);
        while runs && carrier.place.get().is_none() {
            std::thread::park();
        }
        carrier.place.get().is_some_and(Option::is_some).then_some(carrier)
    }

    /// What a carrier does, for ever.
    fn serve(&'static self, runtime: &Runtime, jni: Jni, waiting: Waiting) {
        let Waiting { carrier, starter } = waiting;
        let own = jni.local(carrier.object);
        let place = self.place(jni, own).filter(|place| self.can_be_another(jni, own, place));
        let works = place.is_some();
        // Nobody else sets it.
        let _ = carrier.place.set(place);
        starter.unpark();
        let Some(Some(place)) = carrier.place.get().filter(|_| works) else { return };
        loop {
            let job = lock(&carrier.job).take();
            match job {
                Some(job) => self.run(runtime, jni, carrier, place, own, job),
                None => std::thread::park(),
            }
        }
    }

    /// Where the running thread is, which has this object; none if the JVM has it elsewhere than it says.
    fn place(&self, jni: Jni, own: jobject) -> Option<Place> {
        let structure = jni.long_in(own, self.structure);
        let at = usize::try_from(structure).ok().filter(|at| *at != 0)? + self.handle + self.behind;
        // SAFETY: the JVM says that a handle is there, which has the address of a reference.
        let handle: usize = unsafe { read(at) };
        let mut same = false;
        let reference = own.expose_provenance();
        let looked = handle != 0
            && handle.is_multiple_of(align_of::<usize>())
            // SAFETY: as above; and a local reference is the address of a reference.
            && jni.while_nothing_moves(self.pin, || same = unsafe { read::<usize>(handle) == read::<usize>(reference) });
        (looked && same).then(|| Place { real: std::thread::current(), structure, handle })
    }

    /// Whether the running thread can become another one and itself again.
    fn can_be_another(&self, jni: Jni, own: jobject, place: &Place) -> bool {
        let other = jni.call_static_object(self.class, self.make, &[]);
        if other.is_null() {
            jni.clear_exception();
            return false;
        }
        let became = |object| self.becomes(jni, own, place, object) && self.is_current(jni, object);
        let works = became(other) && became(own);
        jni.forget(other);
        works
    }

    fn is_current(&self, jni: Jni, object: jobject) -> bool {
        let current = jni.call_static_object(self.thread_class, self.current, &[]);
        let same = jni.is_same(current, object);
        jni.forget(current);
        same
    }

    /// From here on the running thread, a carrier with this object of its own, has another one: a local reference.
    fn becomes(&self, jni: Jni, own: jobject, place: &Place, object: jobject) -> bool {
        let reference = object.expose_provenance();
        let handle = std::ptr::with_exposed_provenance_mut::<usize>(place.handle);
        // SAFETY: `place` has found the running thread's handle there. A local reference is the address of a reference. The collector that is in use does not
        // look at anything while this thread has the array, and need not be told that a handle has changed.
        let done = jni.while_nothing_moves(self.pin, || unsafe { handle.write_volatile(read(reference)) });
        if let Some(set_current) = self.set_current {
            jni.call(own, set_current, &[jvalue { l: object }]);
        }
        done
    }

    fn run(&self, runtime: &Runtime, jni: Jni, carrier: &'static Carrier, place: &Place, own: jobject, job: Job) {
        let agent = the_agent();
        let Job { object: global, thread, seat } = job;
        let turn = seat.map_or(Turn::Stop, |seat| agent.scheduler.sit(seat));
        let object = jni.local(global);
        jni.forget_global(global);
        callbacks::begins(thread);
        if !self.becomes(jni, own, place, object) {
            agent.scheduler.give_up(End::Unsupported("the JVM does not let threads be exchanged any more".to_owned()));
        }
        runtime.attached(jni, object, turn != Turn::Go);
        jni.call(object, self.run, &[]);
        let thrown = jni.take_thrown();
        if !thrown.is_null() {
            jni.call(object, self.dispatch, &[jvalue { l: thrown }]);
            jni.clear_exception();
            jni.forget(thrown);
        }
        self.exit(jni, object);
        jni.call_static(self.class, self.take_permit, &[]);
        jni.clear_exception();
        if let Some(set_scoped_values) = self.set_scoped_values {
            jni.call_static(self.thread_class, set_scoped_values, &[jvalue { l: std::ptr::null_mut() }]);
        }
        callbacks::ends();
        agent.end_thread(thread, || {
            self.leave(jni, place, own, object);
            // Not before: somebody else might have to wait for this thread's turn.
            lock(&self.idle).push(carrier);
        });
    }

    /// The running thread, which has had this object, becomes itself again.
    fn leave(&self, jni: Jni, place: &Place, own: jobject, object: jobject) {
        let holder = self.holder.map_or(object, |holder| jni.object_in(object, holder));
        jni.put_int(holder, self.status, TERMINATED);
        jni.put_long(object, self.structure, 0);
        if self.holder.is_some() {
            jni.forget(holder);
        }
        self.becomes(jni, own, place, own);
        jni.forget(object);
    }

    /// Calls `Thread.exit`, up to three times where the JVM does so if it throws something.
    fn exit(&self, jni: Jni, object: jobject) {
        let most = if self.holder.is_some() { 1 } else { 3 };
        for _ in 0..most {
            jni.call(object, self.exit, &[]);
            if !jni.is_thrown() {
                break;
            }
            jni.clear_exception();
        }
    }
}

/// A new carrier, and who waits until it runs.
struct Waiting {
    carrier: &'static Carrier,
    starter: Thread,
}

/// What a carrier runs.
unsafe extern "system" fn carry(_: *mut jvmtiEnv, jni: *mut JNIEnv, argument: *mut c_void) {
    // SAFETY: the JVM passes what `another` has given it, once, and the environment of this thread.
    let (jni, waiting) = unsafe { (Jni::new(jni), *Box::from_raw(argument.cast::<Waiting>())) };
    if let Some(runtime) = runtime()
        && let Some(carriers) = &runtime.carriers
    {
        shield(|| "a thread of the program".to_owned(), || carriers.serve(runtime, jni, waiting));
    }
}

/// Lets a thread of the program run that is about to start, on a carrier or on a thread of its own. What the JVM throws stays pending.
pub fn start(runtime: &'static Runtime, jni: Jni, object: jobject, thread: ThreadId) {
    let carried = runtime.carriers.as_ref().is_some_and(|carriers| carriers.start(runtime, jni, object, thread));
    if !carried && !jni.is_thrown() {
        runtime.start0(jni, object);
    }
}

/// Whether a debugger is there, which learns of threads when they start.
fn is_debugged() -> bool {
    // SAFETY: looks whether a library is loaded, and counts it once less afterwards.
    unsafe {
        let library = libc::dlopen(c"libjdwp.so".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
        !library.is_null() && libc::dlclose(library) == 0
    }
}
