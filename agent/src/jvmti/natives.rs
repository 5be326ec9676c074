//! The native methods of `dev.mcr.Native`, but for those that announce operations (steps.rs): each finds the agent, turns Java's values into names, and hands over.

use super::callbacks::tag_of;
use super::env::Jni;
use super::load::runtime;
use super::steps::{
    await_change, complete_read, complete_update, end_notifies, exit, guarded, location, number, print, start, step,
    thread, value, wait,
};
use crate::agent::{Agent, agent};
use crate::classes::Classes;
use crate::policy::{is_jdk_name, may_hand_on, shared_state};
use crate::symbols::value_kind;
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jlong, jlongArray, jobject, jstring, jvalue};
use mcr_protocol::{End, Insight, LocationId, MemoryModel, SiteId, ThreadId, Uncaught, ValueKind};
use mcr_rewriter::site::Operation;
use std::ffi::{CStr, c_void};

/// Answer of `fieldKey` for a field whose writes are not seen. (A hash that small does not occur.)
const OPAQUE_FIELD: jlong = 2;

/// Binds all methods.
pub fn register(jni: Jni, class: jclass) -> Result<(), String> {
    let methods: &[(&CStr, &CStr, *mut c_void)] = &[
        (c"step", c"(JIIJJ)J", step as *mut c_void),
        (c"await", c"(JII[J[J[J[J)J", await_change as *mut c_void),
        (c"wait", c"(JIJJI)J", wait as *mut c_void),
        (c"number", c"(JIJ)J", number as *mut c_void),
        (c"guarded", c"(JIJIJIJI)J", guarded as *mut c_void),
        (c"endNotifies", c"(JJ)V", end_notifies as *mut c_void),
        (c"jdkModels", c"()Z", jdk_models as *mut c_void),
        (c"spurious", c"()Z", spurious as *mut c_void),
        (c"memoryModel", c"()I", memory_model as *mut c_void),
        (c"arrivals", c"()[J", arrivals as *mut c_void),
        (c"start", c"(JILjava/lang/Thread;Ljava/lang/String;JJZJ)J", start as *mut c_void),
        (c"print", c"(JILjava/lang/String;)J", print as *mut c_void),
        (c"exit", c"(JII)V", exit as *mut c_void),
        (c"completeRead", c"(JJ)V", complete_read as *mut c_void),
        (c"completeUpdate", c"(JJJ)V", complete_update as *mut c_void),
        (c"initial", c"(JJ)V", initial as *mut c_void),
        (c"initialRead", c"(J)Z", initial_read as *mut c_void),
        (c"fieldOwner", c"(I)Ljava/lang/String;", field_owner as *mut c_void),
        (c"fieldNamed", c"(I)Ljava/lang/String;", field_named as *mut c_void),
        (c"handsOn", c"(I)Z", hands_on as *mut c_void),
        (c"initialised", c"(I)Ljava/lang/String;", initialised as *mut c_void),
        (c"restart", c"(IJ)V", restart as *mut c_void),
        (c"insights", c"()[J", insights as *mut c_void),
        (c"start0", c"(Ljava/lang/Thread;)V", start0 as *mut c_void),
        (c"owns", c"(JJ)Z", owns as *mut c_void),
        (c"notCoveredAt", c"(Ljava/lang/String;I)V", not_covered_at as *mut c_void),
        (c"unsupported", c"(Ljava/lang/String;)V", unsupported as *mut c_void),
        (c"uncaught", c"(JLjava/lang/String;Ljava/lang/String;[Ljava/lang/String;)V", uncaught as *mut c_void),
        (c"fieldKey", c"(I)J", field_key as *mut c_void),
        (
            c"declaredFieldKey",
            c"(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)J",
            declared_field_key as *mut c_void,
        ),
        (c"labelField", c"(JJI)V", label_field as *mut c_void),
        (c"labelDeclaredField", c"(JJLjava/lang/String;CZ)V", label_declared_field as *mut c_void),
        (c"labelElement", c"(JJIC)V", label_element as *mut c_void),
        (c"labelVersion", c"(JJ)V", label_version as *mut c_void),
        (c"labelObject", c"(JLjava/lang/String;Z)V", label_object as *mut c_void),
        (c"calledMethod", c"(ILjava/lang/String;)I", called_method as *mut c_void),
        (c"siteKey", c"(I)J", site_key as *mut c_void),
        (c"rewritten", c"(Ljava/lang/String;)Z", rewritten as *mut c_void),
        (c"siteState", c"(I)Ljava/lang/String;", site_state as *mut c_void),
        (c"siteMethod", c"(I)Ljava/lang/String;", site_method as *mut c_void),
        (c"generatedClass", c"(Ljava/lang/String;)[B", generated_class as *mut c_void),
        (c"siteClass", c"(I)Ljava/lang/String;", site_class as *mut c_void),
        (c"nextExecution", c"()Z", next_execution as *mut c_void),
        (c"finishExecution", c"()Z", finish_execution as *mut c_void),
        (c"mark", c"(Ljava/lang/Thread;J)V", mark as *mut c_void),
        (c"fatal", c"(Ljava/lang/String;)V", fatal as *mut c_void),
        (c"execute", c"(Ljava/lang/Class;Ljava/util/concurrent/ForkJoinTask;Z)V", execute as *mut c_void),
        (c"callMain", c"(Ljava/lang/Class;Ljava/lang/Object;I[Ljava/lang/String;)V", call_main as *mut c_void),
    ];
    // SAFETY: each function below is written next to its Java declaration's types: jlong for long, jint for int, u16 for
    // char, jboolean for boolean, pointers for references.
    if unsafe { jni.register(class, methods) } {
        Ok(())
    } else {
        jni.drop_exception();
        Err("the JVM refuses the native methods of the Java runtime".to_owned())
    }
}

pub fn the_agent() -> &'static Agent {
    agent().unwrap_or_else(|| super::exit_process(2))
}

/// SAFETY of every use below: the JVM passes the environment of the running thread to each native method.
pub fn env(env: *mut JNIEnv) -> Jni {
    // SAFETY: see above.
    unsafe { Jni::new(env) }
}

extern "system" fn jdk_models(_: *mut JNIEnv, _: jclass) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.jdk_models))
}

extern "system" fn spurious(_: *mut JNIEnv, _: jclass) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.spurious))
}

/// The numbers are those of `dev.mcr.Native`.
extern "system" fn memory_model(_: *mut JNIEnv, _: jclass) -> jint {
    match the_agent().memory_model() {
        MemoryModel::Sc => 0,
        MemoryModel::Tso => 1,
        MemoryModel::Pso => 2,
    }
}

/// Writes that have arrived since this was last called: thread and location by turns, or null if there are none.
extern "system" fn arrivals(jni: *mut JNIEnv, _: jclass) -> jlongArray {
    let arrivals = the_agent().scheduler.take_arrivals();
    if arrivals.is_empty() {
        return std::ptr::null_mut();
    }
    let pair = |(thread, location): &(ThreadId, LocationId)| [thread.0.cast_signed(), location.0.cast_signed()];
    env(jni).array_of_longs(&arrivals.iter().flat_map(pair).collect::<Vec<jlong>>())
}

extern "system" fn initial(_: *mut JNIEnv, _: jclass, place: jlong, first: jlong) {
    the_agent().scheduler.initial(location(place), value(first));
}

extern "system" fn initial_read(_: *mut JNIEnv, _: jclass, place: jlong) -> jboolean {
    u8::from(the_agent().read_by_initialiser(location(place)))
}

extern "system" fn field_owner(jni: *mut JNIEnv, _: jclass, site: jint) -> jstring {
    let classes = the_agent().classes();
    let owner = match classes.site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Field { owner, name, descriptor }) => classes.declaring(owner, name, descriptor).to_owned(),
        _ => String::new(),
    };
    drop(classes);
    env(jni).string(&owner)
}

extern "system" fn field_named(jni: *mut JNIEnv, _: jclass, site: jint) -> jstring {
    let field = match the_agent().classes().site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Field { name, descriptor, .. }) => format!("{name}:{descriptor}"),
        _ => String::new(),
    };
    env(jni).string(&field)
}

extern "system" fn hands_on(_: *mut JNIEnv, _: jclass, site: jint) -> jboolean {
    let classes = the_agent().classes();
    let called = classes.site(site.cast_unsigned()).map(|site| &site.operation);
    u8::from(matches!(called, Some(Operation::Call { owner, name, is_static: true, .. }) if may_hand_on(owner, name)))
}

extern "system" fn initialised(jni: *mut JNIEnv, _: jclass, site: jint) -> jstring {
    let class = the_agent().classes().initialised(site.cast_unsigned()).unwrap_or_default().to_owned();
    env(jni).string(&class)
}

extern "system" fn restart(_: *mut JNIEnv, _: jclass, kind: jint, key: jlong) {
    the_agent().restart(Insight { kind: kind.cast_unsigned(), key: key.cast_unsigned() });
}

/// What is known from the start: kinds and keys in turn.
extern "system" fn insights(jni: *mut JNIEnv, _: jclass) -> jlongArray {
    let known = the_agent().configuration().map(|configured| configured.insights.as_slice()).unwrap_or_default();
    let numbers = known.iter().flat_map(|insight| [i64::from(insight.kind), insight.key.cast_signed()]);
    env(jni).array_of_longs(&numbers.collect::<Vec<_>>())
}

/// What the JVM throws stays pending: Java code called this method.
extern "system" fn start0(jni: *mut JNIEnv, _: jclass, object: jobject) {
    let jni = env(jni);
    let method = jni.find_class(c"java/lang/Thread").and_then(|class| jni.method_or_throw(class, c"start0", c"()V"));
    match method {
        Some(method) => jni.call(object, method, &[]),
        None => the_agent().scheduler.give_up(End::Unsupported("this JVM starts threads in an unknown way".to_owned())),
    }
}

extern "system" fn owns(_: *mut JNIEnv, _: jclass, id: jlong, monitor: jlong) -> jboolean {
    u8::from(the_agent().scheduler.owns(thread(id), value(monitor)))
}

extern "system" fn unsupported(jni: *mut JNIEnv, _: jclass, message: jstring) {
    the_agent().scheduler.give_up(End::Unsupported(env(jni).text(message)));
}

extern "system" fn not_covered_at(jni: *mut JNIEnv, _: jclass, what: jstring, site: jint) {
    the_agent().not_covered(env(jni).text(what), SiteId(site.cast_unsigned()));
}

extern "system" fn uncaught(jni: *mut JNIEnv, _: jclass, id: jlong, class: jstring, message: jstring, stack: jobject) {
    let jni = env(jni);
    let message = (!message.is_null()).then(|| jni.text(message));
    the_agent().uncaught(thread(id), Uncaught { class: jni.text(class), message, stack: jni.texts(stack) });
}

extern "system" fn field_key(_: *mut JNIEnv, _: jclass, site: jint) -> jlong {
    let classes = the_agent().classes();
    match classes.site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Field { owner, name, descriptor }) => {
            let class = classes.declaring(owner, name, descriptor);
            if is_jdk_name(class) && !classes.is_rewritten(class) {
                return OPAQUE_FIELD;
            }
            Classes::field_key(class, name, descriptor).cast_signed()
        }
        _ => 1,
    }
}

extern "system" fn declared_field_key(
    jni: *mut JNIEnv,
    _: jclass,
    class: jstring,
    name: jstring,
    descriptor: jstring,
) -> jlong {
    let jni = env(jni);
    Classes::field_key(&jni.text(class).replace('.', "/"), &jni.text(name), &jni.text(descriptor)).cast_signed()
}

extern "system" fn label_field(_: *mut JNIEnv, _: jclass, location: jlong, object: jlong, site: jint) {
    let agent = the_agent();
    let classes = agent.classes();
    let Some(Operation::Field { owner, name, descriptor }) =
        classes.site(site.cast_unsigned()).map(|site| &site.operation)
    else {
        return;
    };
    let (kind, atomic) = (value_kind(descriptor), classes.is_volatile(owner, name, descriptor));
    if object == 0 {
        let class = classes.declaring(owner, name, descriptor);
        let simple = class.rsplit('/').next().unwrap_or(class);
        agent.symbols().location(location.cast_unsigned(), format!("{simple}.{name}"), kind, atomic);
    } else {
        agent.symbols().part(location.cast_unsigned(), object.cast_unsigned(), &format!(".{name}"), kind, atomic);
    }
}

extern "system" fn label_declared_field(
    jni: *mut JNIEnv,
    _: jclass,
    location: jlong,
    object: jlong,
    name: jstring,
    kind: u16,
    atomic: jboolean,
) {
    let name = env(jni).text(name);
    let (kind, atomic) = (kind_of_character(kind), atomic != 0);
    if object == 0 {
        the_agent().symbols().location(location.cast_unsigned(), name, kind, atomic);
        return;
    }
    let suffix = format!(".{name}");
    the_agent().symbols().part(location.cast_unsigned(), object.cast_unsigned(), &suffix, kind, atomic);
}

extern "system" fn label_element(_: *mut JNIEnv, _: jclass, location: jlong, array: jlong, index: jint, kind: u16) {
    let kind = kind_of_character(kind);
    the_agent().symbols().part(location.cast_unsigned(), array.cast_unsigned(), &format!("[{index}]"), kind, false);
}

fn kind_of_character(kind: u16) -> ValueKind {
    let character = char::from_u32(u32::from(kind)).unwrap_or('I');
    value_kind(character.encode_utf8(&mut [0; 4]))
}

extern "system" fn label_version(_: *mut JNIEnv, _: jclass, location: jlong, object: jlong) {
    the_agent().symbols().part(location.cast_unsigned(), object.cast_unsigned(), "", ValueKind::Version, true);
}

extern "system" fn label_object(jni: *mut JNIEnv, _: jclass, object: jlong, text: jstring, exact: jboolean) {
    the_agent().symbols().object(object.cast_unsigned(), env(jni).text(text), exact != 0);
}

extern "system" fn called_method(jni: *mut JNIEnv, _: jclass, site: jint, class: jstring) -> jint {
    let class = env(jni).text(class).replace('.', "/");
    the_agent().classes().called_method(site.cast_unsigned(), &class)
}

extern "system" fn site_key(_: *mut JNIEnv, _: jclass, site: jint) -> jlong {
    the_agent().classes().site_key(site.cast_unsigned()).cast_signed()
}

extern "system" fn rewritten(jni: *mut JNIEnv, _: jclass, class: jstring) -> jboolean {
    let class = env(jni).text(class).replace('.', "/");
    u8::from(the_agent().classes().is_rewritten(&class))
}

extern "system" fn generated_class(jni: *mut JNIEnv, _: jclass, class: jstring) -> jobject {
    let class = env(jni).text(class).replace('.', "/");
    let made = the_agent().classes().generated(&class);
    made.map_or(std::ptr::null_mut(), |made| env(jni).bytes(&made))
}

extern "system" fn site_class(jni: *mut JNIEnv, _: jclass, site: jint) -> jstring {
    let class = the_agent().classes().site(site.cast_unsigned()).map(|site| site.class.clone());
    env(jni).string(&class.unwrap_or_default())
}

extern "system" fn site_state(jni: *mut JNIEnv, _: jclass, site: jint) -> jstring {
    let classes = the_agent().classes();
    let state = match classes.site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Call { owner, name, .. }) => shared_state(owner, name),
        _ => None,
    };
    drop(classes);
    state.map_or(std::ptr::null_mut(), |state| env(jni).string(state))
}

extern "system" fn site_method(jni: *mut JNIEnv, _: jclass, site: jint) -> jstring {
    let classes = the_agent().classes();
    let name = match classes.site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Call { name, .. }) => name.clone(),
        _ => String::new(),
    };
    drop(classes);
    env(jni).string(&name)
}

extern "system" fn next_execution(_: *mut JNIEnv, _: jclass) -> jboolean {
    u8::from(the_agent().next_execution())
}

extern "system" fn finish_execution(_: *mut JNIEnv, _: jclass) -> jboolean {
    u8::from(the_agent().finish_execution())
}

pub fn set_mark(object: jobject, id: jlong) {
    if let Some(runtime) = runtime()
        && let Err(e) = runtime.jvmti.set_tag(object, tag_of(thread(id)))
    {
        the_agent().scheduler.give_up(End::Unsupported(format!("the JVM does not let a thread be marked ({e:?})")));
    }
}

extern "system" fn mark(_: *mut JNIEnv, _: jclass, object: jobject, id: jlong) {
    set_mark(object, id);
}

extern "system" fn fatal(jni: *mut JNIEnv, _: jclass, message: jstring) {
    the_agent().fatal(env(jni).text(message));
}

const WITH_ARGUMENTS: &CStr = c"([Ljava/lang/String;)V";
const WITHOUT_ARGUMENTS: &CStr = c"()V";

/// What `main` throws stays pending: Java code called this method and catches it.
extern "system" fn call_main(
    jni: *mut JNIEnv,
    _: jclass,
    class: jclass,
    instance: jobject,
    kind: jint,
    arguments: jobject,
) {
    let jni = env(jni);
    let with = [jvalue { l: arguments }];
    let (descriptor, arguments): (_, &[jvalue]) =
        if kind % 2 == 0 { (WITH_ARGUMENTS, &with) } else { (WITHOUT_ARGUMENTS, &[]) };
    if kind < 2 {
        if let Some(main) = jni.static_method_or_throw(class, c"main", descriptor) {
            jni.call_static(class, main, arguments);
        }
    } else if let Some(main) = jni.method_or_throw(class, c"main", descriptor) {
        jni.call(instance, main, arguments);
    }
}

/// Calls a method that only its package may call. `recent`: whether it returns nothing.
extern "system" fn execute(jni: *mut JNIEnv, _: jclass, class: jclass, task: jobject, recent: jboolean) {
    let jni = env(jni);
    if let Some(method) = jni.method_or_throw(class, c"doExec", if recent == 0 { c"()I" } else { c"()V" }) {
        jni.call(task, method, &[]);
    }
}
