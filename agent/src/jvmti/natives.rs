//! The native methods of `dev.mcr.Native`, but for those that announce operations (steps.rs) and those about classes (class_natives.rs): each finds the agent, turns Java's values into names, and hands over.

use super::arena::{arena, clear_memory, map_region};
use super::bind::Native;
use super::call_natives::{call_begins, call_names, call_returns, tell_class, tells_calls};
use super::callbacks::tag_of;
use super::carriers;
use super::class_natives::{
    called, called_method, class_states, constant_value, declared_field_key, declared_fields, declared_methods,
    declared_statics, field_key, field_named, field_owner, fresh_classes, generated_class, hands_on, if_null,
    initialise, initialised, keeps_classes, make_variable, not_kept, registries, rewritten, site_class, site_key,
    site_loader, site_method, site_place, site_state, substitute_of, taken_monitors, tell_loaded,
};
use super::jni::Jni;
use super::libraries::{close_libraries, open_library};
use super::load::{Runtime, runtime};
use super::outside::{input, network, records_network};
use super::steps::{
    await_change, complete_read, complete_update, end_counts_down, end_notifies, exit, guarded, key, location, number,
    print, start, step, thread, value, wait,
};
use crate::agent::{Agent, agent};
use crate::assumed::AssumedFence;
use crate::codes;
use crate::symbols::value_kind;
use crate::unseen::{LoaderUse, Unseen, Used};
use jvmti_bindings::sys::jni::{jboolean, jclass, jint, jlong, jlongArray, jobject, jstring, jvalue};
use mcr_protocol::{
    Below, CoarseCall, End, Insight, LocationId, MemoryModel, SiteId, ThreadId, Timeouts, Uncaught, Value, ValueKind,
};
use mcr_rewriter::site::Operation;
use std::ffi::CStr;

/// All native methods.
pub fn natives() -> Vec<Native> {
    vec![
        Native::new(c"step", c"(JIIJJ)J", step),
        Native::new(c"await", c"(JII[J[J[J[J)J", await_change),
        Native::new(c"wait", c"(JIJJI)J", wait),
        Native::new(c"number", c"(JIJ)J", number),
        Native::new(c"place", c"(I)I", place),
        Native::new(c"depth", c"()I", depth),
        Native::new(c"frame", c"()J", frame),
        Native::new(c"frameBelow", c"(I)J", frame_below),
        Native::new(c"guarded", c"(JIJIJIJI)J", guarded),
        Native::new(c"endNotifies", c"(JJ)V", end_notifies),
        Native::new(c"endCountsDown", c"(JJ)V", end_counts_down),
        Native::new(c"jdkModels", c"()Z", jdk_models),
        Native::new(c"severalJvms", c"()Z", several_jvms),
        Native::new(c"tellsCalls", c"()Z", tells_calls),
        Native::new(c"tellClass", c"(Ljava/lang/String;)V", tell_class),
        Native::new(c"callBegins", c"(JI[J[Ljava/lang/String;)V", call_begins),
        Native::new(c"callReturns", c"(JIJLjava/lang/String;)V", call_returns),
        Native::new(c"callNames", c"([J)V", call_names),
        Native::new(c"localStates", c"()Z", local_states),
        Native::new(c"key", c"(J)V", key),
        Native::new(c"spurious", c"()Z", spurious),
        Native::new(c"readsInParts", c"()Z", reads_in_parts),
        Native::new(c"ordersLimits", c"()Z", orders_limits),
        Native::new(c"refusesProcesses", c"()Z", refuses_processes),
        Native::new(c"recordsNetwork", c"()Z", records_network),
        Native::new(c"network", c"(IJJJ[B)[B", network),
        Native::new(c"memoryModel", c"()I", memory_model),
        Native::new(c"arrivals", c"()[J", arrivals),
        Native::new(c"start", c"(JILjava/lang/Thread;Ljava/lang/String;JJZJ)J", start),
        Native::new(c"print", c"(JILjava/lang/String;)J", print),
        Native::new(c"exit", c"(JII)V", exit),
        Native::new(c"completeRead", c"(JJ)V", complete_read),
        Native::new(c"completeUpdate", c"(JJJ)V", complete_update),
        Native::new(c"initial", c"(JJ)V", initial),
        Native::new(c"initialRead", c"(J)Z", initial_read),
        Native::new(c"fieldOwner", c"(I)Ljava/lang/String;", field_owner),
        Native::new(c"fieldNamed", c"(I)Ljava/lang/String;", field_named),
        Native::new(c"handsOn", c"(I)Z", hands_on),
        Native::new(c"initialised", c"(I)Ljava/lang/String;", initialised),
        Native::new(c"restart", c"(IJ)V", restart),
        Native::new(c"giveUp", c"()V", give_up),
        Native::new(c"windUp", c"()V", wind_up),
        Native::new(c"remembers", c"()V", remembers),
        Native::new(c"beginsAnew", c"()Z", begins_anew),
        Native::new(c"insights", c"()[J", insights),
        Native::new(c"classStates", c"()[J", class_states),
        Native::new(c"makeVariable", c"(JLjava/lang/String;J)Z", make_variable),
        Native::new(c"keepsClasses", c"()Z", keeps_classes),
        Native::new(c"freshClasses", c"(Ljava/lang/String;)V", fresh_classes),
        Native::new(c"notKept", c"()Ljava/lang/String;", not_kept),
        Native::new(c"declaredStatics", c"(Ljava/lang/String;J)Ljava/lang/String;", declared_statics),
        Native::new(c"arena", c"()[J", arena),
        Native::new(c"mapRegion", c"(J)Z", map_region),
        Native::new(c"clearMemory", c"(JJ)V", clear_memory),
        Native::new(c"openLibrary", c"(Ljava/lang/String;)V", open_library),
        Native::new(c"closeLibraries", c"()V", close_libraries),
        Native::new(c"start0", c"(Ljava/lang/Thread;)V", start0),
        Native::new(c"startOfProgram", c"(Ljava/lang/Thread;J)V", start_of_program),
        Native::new(c"awaitedMonitor", c"(J)J", awaited_monitor),
        Native::new(c"owns", c"(JJ)Z", owns),
        Native::new(c"notCoveredAt", c"(Ljava/lang/String;I)V", not_covered_at),
        Native::new(c"unseenAccess", c"(JJZI)V", unseen_access),
        Native::new(c"assumedFence", c"(I)V", assumed_fence),
        Native::new(c"unorderedUpdate", c"(IJJ)V", unordered_update),
        Native::new(c"usesLoader", c"(JJZZI)V", uses_loader),
        Native::new(c"unseenMonitor", c"(JJI)V", unseen_monitor),
        Native::new(c"unseen", c"(I)V", unseen),
        Native::new(c"unsupported", c"(Ljava/lang/String;)V", unsupported),
        Native::new(c"uncaught", c"(JLjava/lang/String;Ljava/lang/String;[Ljava/lang/String;Z)V", uncaught),
        Native::new(c"fieldKey", c"(I)J", field_key),
        Native::new(
            c"declaredFieldKey",
            c"(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)J",
            declared_field_key,
        ),
        Native::new(
            c"constantValue",
            c"(Ljava/lang/String;JLjava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            constant_value,
        ),
        Native::new(c"labelField", c"(JJI)V", label_field),
        Native::new(c"labelDeclaredField", c"(JJLjava/lang/String;CZ)V", label_declared_field),
        Native::new(c"labelElement", c"(JJIC)V", label_element),
        Native::new(c"labelVersion", c"(JJ)V", label_version),
        Native::new(c"coarseCall", c"(IJJJLjava/lang/String;ZI)V", coarse_call),
        Native::new(c"labelObject", c"(JLjava/lang/String;Z)V", label_object),
        Native::new(c"calledMethod", c"(ILjava/lang/String;J)I", called_method),
        Native::new(c"siteKey", c"(I)J", site_key),
        Native::new(c"sitePlace", c"(I)J", site_place),
        Native::new(c"rewritten", c"(Ljava/lang/String;J)Z", rewritten),
        Native::new(c"ifNull", c"(I)Ljava/lang/String;", if_null),
        Native::new(c"declaredMethods", c"(Ljava/lang/String;J)Ljava/lang/String;", declared_methods),
        Native::new(c"declaredFields", c"(Ljava/lang/String;J)Ljava/lang/String;", declared_fields),
        Native::new(c"siteState", c"(I)Ljava/lang/String;", site_state),
        Native::new(c"initialise", c"(Ljava/lang/Class;)V", initialise),
        Native::new(c"siteMethod", c"(I)Ljava/lang/String;", site_method),
        Native::new(c"called", c"(I)Ljava/lang/String;", called),
        Native::new(
            c"substitute",
            c"(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Z)Ljava/lang/String;",
            substitute_of,
        ),
        Native::new(c"takenMonitors", c"([B)Ljava/lang/String;", taken_monitors),
        Native::new(c"generatedClass", c"(Ljava/lang/String;)[B", generated_class),
        Native::new(c"tellLoaded", c"(Ljava/lang/Class;)V", tell_loaded),
        Native::new(c"registries", c"()Ljava/lang/String;", registries),
        Native::new(c"siteClass", c"(I)Ljava/lang/String;", site_class),
        Native::new(c"siteLoader", c"(I)J", site_loader),
        Native::new(c"nextExecution", c"()Z", next_execution),
        Native::new(c"awaitEnd", c"()V", await_end),
        Native::new(c"newArguments", c"()[B", new_arguments),
        Native::new(c"finishExecution", c"(Ljava/lang/String;)Z", finish_execution),
        Native::new(c"input", c"(IZ)[B", input),
        Native::new(c"mark", c"(Ljava/lang/Thread;J)V", mark),
        Native::new(c"fatal", c"(Ljava/lang/String;)V", fatal),
        Native::new(c"execute", c"(Ljava/lang/Class;Ljava/util/concurrent/ForkJoinTask;Z)V", execute),
        Native::new(c"callMain", c"(Ljava/lang/Class;Ljava/lang/Object;I[Ljava/lang/String;)V", call_main),
    ]
}

pub fn the_agent() -> &'static Agent {
    agent().unwrap_or_else(|| super::exit_process(2))
}

fn several_jvms(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.several))
}

fn jdk_models(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.jdk_models))
}

fn local_states(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.local_states))
}

fn refuses_processes(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.refuses_processes))
}

fn spurious(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.spurious))
}

fn reads_in_parts(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.partial_io))
}

fn orders_limits(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| configured.timeouts == Timeouts::Ordered))
}

fn memory_model(_: Jni) -> jint {
    match the_agent().memory_model() {
        MemoryModel::Sc => codes::model::SC,
        MemoryModel::Tso => codes::model::TSO,
        MemoryModel::Pso => codes::model::PSO,
    }
}

/// Writes that have arrived since this was last called: thread and location by turns, or null if there are none.
fn arrivals(jni: Jni) -> jlongArray {
    let arrivals = the_agent().scheduler.take_arrivals();
    if arrivals.is_empty() {
        return std::ptr::null_mut();
    }
    let pair = |(thread, location): &(ThreadId, LocationId)| [thread.0.cast_signed(), location.0.cast_signed()];
    jni.array_of_longs(&arrivals.iter().flat_map(pair).collect::<Vec<jlong>>())
}

/// The native method and `StackPlaces`, which calls it.
const OWN_FRAMES: usize = 2;

/// The place of an operation of the JDK on the stack of the running thread, which entered the JDK last at this call.
fn place(jni: Jni, call: jint) -> jint {
    let Some(runtime) = runtime() else { return call };
    let agent = the_agent();
    let frames = runtime.jvmti.frames(OWN_FRAMES);
    let found = agent.stacks().innermost(frames, |method| runtime.jvmti.method_with_lines(jni, method));
    let place = found.map(|(method, line)| agent.classes().place(&method, line, call.cast_unsigned()));
    place.map_or(0, u32::cast_signed)
}

/// How many of these frames, the innermost of the running thread, are those of the hook that it is in.
pub(super) fn hooks(runtime: &Runtime, jni: Jni, frames: impl Iterator<Item = (usize, i64)>) -> usize {
    the_agent().stacks().hooks(frames, |method| runtime.jvmti.method_with_lines(jni, method))
}

/// How many frames the running thread has, but for those of the hook that it is in.
fn depth(jni: Jni) -> jint {
    let Some(runtime) = runtime() else { return 0 };
    let hooks = hooks(runtime, jni, runtime.jvmti.frames(0));
    runtime.jvmti.depth() - jint::try_from(hooks).unwrap_or(0)
}

/// The frame that called the hook in which the running thread is, in one number; 0 if there is none.
fn frame(jni: Jni) -> jlong {
    let Some(runtime) = runtime() else { return 0 };
    let hooks = hooks(runtime, jni, runtime.jvmti.frames(0));
    runtime.jvmti.frames(hooks).next().map_or(0, frame_number)
}

/// The same for the frame that is the so-manieth from below, if there are others between it and the hook.
fn frame_below(jni: Jni, depth: jint) -> jlong {
    let Some(runtime) = runtime() else { return 0 };
    let frames = runtime.jvmti.all_frames();
    let hooks = hooks(runtime, jni, frames.iter().copied());
    let above = usize::try_from(depth).ok().and_then(|depth| frames.len().checked_sub(depth));
    above.filter(|above| *above > hooks).and_then(|above| frames.get(above)).copied().map_or(0, frame_number)
}

/// Method and position of a frame in one number.
fn frame_number((method, position): (usize, i64)) -> jlong {
    /// A method has at most 65,535 bytes of code.
    const POSITION_BITS: u32 = 16;
    ((method as i64) << POSITION_BITS) + position
}

fn initial(_: Jni, place: jlong, first: jlong) {
    the_agent().scheduler.initial(location(place), value(first));
}

fn initial_read(_: Jni, place: jlong) -> jboolean {
    u8::from(the_agent().read_by_initialiser(location(place)))
}

fn restart(_: Jni, kind: jint, key: jlong) {
    the_agent().restart(Insight { kind: kind.cast_unsigned(), key: key.cast_unsigned() });
}

fn remembers(_: Jni) {
    the_agent().remembers();
}

fn begins_anew(_: Jni) -> jboolean {
    u8::from(the_agent().begins_anew())
}

fn give_up(_: Jni) {
    the_agent().scheduler.give_up(End::Restart);
}

fn wind_up(_: Jni) {
    the_agent().scheduler.wind_up();
}

/// What is known of the program: kinds and keys in turn.
fn insights(jni: Jni) -> jlongArray {
    let known = the_agent().insights();
    let numbers = known.iter().flat_map(|insight| [i64::from(insight.kind), insight.key.cast_signed()]);
    jni.array_of_longs(&numbers.collect::<Vec<_>>())
}

/// What the JVM throws stays pending: Java code called this method.
fn start0(jni: Jni, object: jobject) {
    if let Some(runtime) = runtime() {
        runtime.start0(jni, object);
    }
}

fn start_of_program(jni: Jni, object: jobject, id: jlong) {
    if let Some(runtime) = runtime() {
        carriers::start(runtime, jni, object, thread(id));
    }
}

fn owns(_: Jni, id: jlong, monitor: jlong) -> jboolean {
    u8::from(the_agent().scheduler.owns(thread(id), value(monitor)))
}

fn awaited_monitor(_: Jni, id: jlong) -> jlong {
    the_agent().scheduler.awaited_monitor(thread(id)).map_or(0, |monitor| monitor.0.cast_signed())
}

fn unsupported(jni: Jni, message: jstring) {
    the_agent().scheduler.give_up(End::Unsupported(jni.text(message)));
}

fn unseen(_: Jni, site: jint) {
    let what = the_agent().classes().unseen(site.cast_unsigned());
    if let Some(what) = what {
        the_agent().not_covered(what, SiteId(site.cast_unsigned()));
    }
}

fn not_covered_at(jni: Jni, what: jstring, site: jint) {
    the_agent().not_covered(jni.text(what), SiteId(site.cast_unsigned()));
}

fn unseen_access(_: Jni, id: jlong, place: jlong, writes: jboolean, site: jint) {
    used_unseen(id, Used::Location { location: location(place), writes: writes != 0 }, site);
}

fn unseen_monitor(_: Jni, id: jlong, monitor: jlong, site: jint) {
    used_unseen(id, Used::Monitor(value(monitor)), site);
}

fn assumed_fence(_: Jni, site: jint) {
    the_agent().assumes_fence(AssumedFence::Call(SiteId(site.cast_unsigned())));
}

fn unordered_update(_: Jni, site: jint, version: jlong, lock: jlong) {
    let site = SiteId(site.cast_unsigned());
    the_agent().assumes_fence(AssumedFence::Version(location(version), site));
    the_agent().assumes_fence(AssumedFence::Lock(value(lock), site));
}

fn uses_loader(_: Jni, id: jlong, used: jlong, defines: jboolean, is_event: jboolean, site: jint) {
    let by = LoaderUse {
        thread: thread(id),
        site: SiteId(site.cast_unsigned()),
        defines: defines != 0,
        is_event: is_event != 0,
    };
    the_agent().used_loader(value(used), by);
}

fn used_unseen(id: jlong, used: Used, site: jint) {
    the_agent().used_unseen(Unseen { used, thread: thread(id), site: SiteId(site.cast_unsigned()) });
}

fn uncaught(jni: Jni, id: jlong, class: jstring, message: jstring, stack: jobject, assertion: jboolean) {
    let message = (!message.is_null()).then(|| jni.text(message));
    let (class, stack) = (jni.text(class), jni.texts(stack));
    the_agent().uncaught(thread(id), Uncaught { class, message, stack, assertion: assertion != 0 });
}

fn label_field(_: Jni, location: jlong, object: jlong, site: jint) {
    let agent = the_agent();
    let classes = agent.classes();
    let Some(Operation::Field { owner, name, descriptor }) =
        classes.site(site.cast_unsigned()).map(|site| &site.operation)
    else {
        return;
    };
    let loader = classes.loader(site.cast_unsigned());
    let (kind, atomic) = (value_kind(descriptor), classes.is_volatile(loader, owner, name, descriptor));
    if object == 0 {
        let class = classes.declaring(loader, owner, name, descriptor);
        let simple = class.rsplit('/').next().unwrap_or(class);
        agent.symbols().location(location.cast_unsigned(), format!("{simple}.{name}"), kind, atomic);
    } else {
        agent.symbols().part(location.cast_unsigned(), object.cast_unsigned(), &format!(".{name}"), kind, atomic);
    }
}

fn label_declared_field(jni: Jni, location: jlong, object: jlong, name: jstring, kind: u16, atomic: jboolean) {
    let name = jni.text(name);
    let (kind, atomic) = (kind_of_character(kind), atomic != 0);
    if object == 0 {
        the_agent().symbols().location(location.cast_unsigned(), name, kind, atomic);
        return;
    }
    let suffix = format!(".{name}");
    the_agent().symbols().part(location.cast_unsigned(), object.cast_unsigned(), &suffix, kind, atomic);
}

fn label_element(_: Jni, location: jlong, array: jlong, index: jint, kind: u16) {
    let kind = kind_of_character(kind);
    the_agent().symbols().part(location.cast_unsigned(), array.cast_unsigned(), &format!("[{index}]"), kind, false);
}

fn kind_of_character(kind: u16) -> ValueKind {
    let character = char::from_u32(u32::from(kind)).unwrap_or('I');
    value_kind(character.encode_utf8(&mut [0; 4]))
}

fn label_version(_: Jni, location: jlong, object: jlong) {
    the_agent().symbols().part(location.cast_unsigned(), object.cast_unsigned(), "", ValueKind::Version, true);
}

#[allow(clippy::too_many_arguments, reason = "those of the method in Java")]
fn coarse_call(
    jni: Jni,
    site: jint,
    version: jlong,
    lock: jlong,
    object: jlong,
    class: jstring,
    step: jboolean,
    below: jint,
) {
    the_agent().symbols().coarse_call(CoarseCall {
        site: SiteId(site.cast_unsigned()),
        version: LocationId(version.cast_unsigned()),
        lock: Value(lock.cast_unsigned()),
        object: Value(object.cast_unsigned()),
        class: jni.text(class),
        step: step != 0,
        below: match below {
            0 => Below::Nothing,
            1 => Below::OneStep,
            _ => Below::Steps,
        },
    });
}

fn label_object(jni: Jni, object: jlong, text: jstring, exact: jboolean) {
    the_agent().symbols().object(object.cast_unsigned(), jni.text(text), exact != 0);
}

fn new_arguments(jni: Jni) -> jobject {
    let Some(arguments) = the_agent().new_arguments() else { return std::ptr::null_mut() };
    let bytes: Vec<u8> = arguments.iter().flat_map(|argument| argument.bytes().chain([0])).collect();
    jni.bytes(&bytes)
}

fn next_execution(_: Jni) -> jboolean {
    u8::from(the_agent().next_execution())
}

fn await_end(_: Jni) {
    the_agent().await_end();
}

fn finish_execution(jni: Jni, failure: jstring) -> jboolean {
    let failure = (!failure.is_null()).then(|| jni.text(failure));
    u8::from(the_agent().finish_execution(failure))
}

pub fn set_mark(object: jobject, id: jlong) {
    if let Some(runtime) = runtime()
        && let Err(e) = runtime.jvmti.set_tag(object, tag_of(thread(id)))
    {
        the_agent().scheduler.give_up(End::Unsupported(format!("the JVM does not let a thread be marked ({e:?})")));
    }
}

fn mark(_: Jni, object: jobject, id: jlong) {
    set_mark(object, id);
}

fn fatal(jni: Jni, message: jstring) {
    the_agent().fatal(jni.text(message));
}

const WITH_ARGUMENTS: &CStr = c"([Ljava/lang/String;)V";
const WITHOUT_ARGUMENTS: &CStr = c"()V";

/// What `main` throws stays pending: Java code called this method and catches it.
fn call_main(jni: Jni, class: jclass, instance: jobject, kind: jint, arguments: jobject) {
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
fn execute(jni: Jni, class: jclass, task: jobject, recent: jboolean) {
    if let Some(method) = jni.method_or_throw(class, c"doExec", if recent == 0 { c"()I" } else { c"()V" }) {
        jni.call(task, method, &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_native_method_has_the_types_that_its_descriptor_says() {
        let wrong = natives().into_iter().filter(|native| !native.matches()).map(|native| native.name);
        assert_eq!(wrong.collect::<Vec<_>>(), Vec::<&CStr>::new());
    }
}
