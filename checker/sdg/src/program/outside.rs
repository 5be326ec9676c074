//! Which procedures code may call that is not followed, and on account of what.
//!
//! A task (`Runnable.run`) is run by a thread that was started, and by executors if the program gives any to them. All
//! other methods are called when something was passed out of the followed code.
//!
//! Invariant: a procedure that such code may call has the places from which that may come; but for a `Runnable` that goes
//! to an executor as an `Object`.
use super::{Location, Options};
use crate::body::{Constant, Handle, MethodReference, Operation};
use crate::calls::{Calls, Procedure, ProcedureId};
use crate::descriptor;
use crate::hierarchy::ClassId;
use crate::library::{self, About, Does};
use rustc_hash::{FxHashMap, FxHashSet};

const TASK: &str = "java/lang/Runnable";

/// Where something comes from that calls a procedure, and where goes what that gives back.
pub(super) type From = (Location, Location);

/// Whether the code of a procedure is looked into.
pub(super) fn is_followed(calls: &Calls<'_>, options: Options<'_>, id: ProcedureId) -> bool {
    match calls.procedure(id) {
        Procedure::Lambda(lambda) => (options.follow)(&calls.hierarchy.class(calls.lambda(lambda).method.class).name),
        Procedure::Method(method) => (options.follow)(&calls.hierarchy.class(method.class).name),
    }
}

/// The class in whose name the table of the JDK knows a class: the subclasses of some do what these say.
pub(super) fn known_as<'a>(calls: &'a Calls<'_>, class: ClassId) -> &'a str {
    let is_below =
        |name: &&str| calls.hierarchy.known(name).is_some_and(|above| calls.hierarchy.is_subtype(class, above));
    ["java/lang/Thread", "java/io/PrintStream"].into_iter().find(is_below).unwrap_or(&calls.hierarchy.class(class).name)
}

/// The procedures that followed code calls itself, and those that it has.
pub(super) fn used(calls: &Calls<'_>, options: Options<'_>) -> FxHashSet<ProcedureId> {
    let mut used = FxHashSet::default();
    for (id, _) in calls.procedures().filter(|(id, _)| is_followed(calls, options, *id)) {
        used.insert(id);
        used.extend(calls.sites(id).iter().flat_map(|site| &calls.group(site.group).callees));
    }
    used
}

/// Whether some followed class has a `toString` of its own.
pub(super) fn has_texts(calls: &Calls<'_>, options: Options<'_>) -> bool {
    calls.procedures().any(|(id, procedure)| match procedure {
        Procedure::Method(method) => &*calls.method(method).name == "toString" && is_followed(calls, options, id),
        Procedure::Lambda(_) => false,
    })
}

/// Whether followed code calls what interrupts threads.
pub(super) fn has_interrupts(calls: &Calls<'_>, used: &FxHashSet<ProcedureId>) -> bool {
    used.iter().any(|id| match calls.procedure(*id) {
        Procedure::Method(of) => library::interrupts(known_as(calls, of.class), &calls.method(of).name),
        Procedure::Lambda(_) => false,
    })
}

/// Whether some followed class is a stream, whose exceptions may be any.
pub(super) fn has_streams(calls: &Calls<'_>, options: Options<'_>) -> bool {
    let Some(stream) = calls.hierarchy.known("java/io/OutputStream") else { return false };
    let follows = |class: &ClassId| (options.follow)(&calls.hierarchy.class(*class).name);
    calls.hierarchy.ids().any(|class| follows(&class) && calls.hierarchy.is_subtype(class, stream))
}

/// By procedure: from where it may be called.
pub(super) fn callers(calls: &Calls<'_>, options: Options<'_>) -> FxHashMap<ProcedureId, Vec<From>> {
    let is_followed = |id: ProcedureId| is_followed(calls, options, id);
    let thread = (Location::Starts, Location::Ends);
    let outside = (Location::Outside, Location::Outside);
    let task = if gives_tasks_away(calls, options) { vec![thread, outside.clone()] } else { vec![thread] };
    let mut found = FxHashMap::default();
    let mut groups = FxHashSet::default();
    for (id, _) in calls.procedures().filter(|(id, _)| !is_followed(*id)) {
        for site in calls.sites(id).iter().filter(|site| groups.insert(site.group)) {
            for callee in calls.group(site.group).callees.iter().filter(|callee| is_followed(**callee)) {
                let mut from = if is_task(calls, *callee) { task.clone() } else { vec![outside.clone()] };
                if is_handler(calls, *callee) {
                    from.push((Location::Ends, Location::Outside));
                }
                found.insert(*callee, from);
            }
        }
    }
    found
}

fn is_task(calls: &Calls<'_>, id: ProcedureId) -> bool {
    match calls.procedure(id) {
        Procedure::Lambda(lambda) => calls.lambda(lambda).lambda.interfaces.iter().any(|name| &**name == TASK),
        Procedure::Method(id) => {
            let method = calls.method(id);
            let is_task = |task: ClassId| calls.hierarchy.is_subtype(id.class, task);
            &*method.name == "run" && &*method.descriptor == "()V" && calls.hierarchy.known(TASK).is_some_and(is_task)
        }
    }
}

/// Whether it is given what threads have thrown.
fn is_handler(calls: &Calls<'_>, id: ProcedureId) -> bool {
    match calls.procedure(id) {
        Procedure::Lambda(lambda) => &*calls.lambda(lambda).lambda.name == "uncaughtException",
        Procedure::Method(method) => &*calls.method(method).name == "uncaughtException",
    }
}

/// Whether followed code passes a task to code that is not followed, other than the making of a thread.
fn gives_tasks_away(calls: &Calls<'_>, options: Options<'_>) -> bool {
    let throwable = calls.hierarchy.known("java/lang/Throwable");
    let task = calls.hierarchy.known(TASK);
    let is_below = |one: &str, other: Option<ClassId>| {
        let one = calls.hierarchy.known(one);
        one.zip(other).is_some_and(|(one, other)| calls.hierarchy.is_subtype(one, other))
    };
    let takes_task = |method: &MethodReference| {
        let classes =
            descriptor::parameters(&method.descriptor).filter_map(|it| it.strip_prefix('L')?.strip_suffix(';'));
        classes.into_iter().any(|class| is_below(class, task))
    };
    let gives_to = |method: &MethodReference| {
        // Where the method is not the class's own, the table may not have it: then it may do anything.
        let about = About { is_throwable: is_below(&method.class, throwable), has_texts: true, interrupts: true };
        let does = library::does(&method.class, &method.name, &method.descriptor, about);
        takes_task(method) && !(options.follow)(&method.class) && does == Does::Anything
    };
    let gives = |operation: &Operation| match operation {
        Operation::Invoke(_, method) => gives_to(method),
        Operation::InvokeDynamic(dynamic) => dynamic.arguments.iter().any(|argument| match argument {
            Constant::Handle(handle) => match &**handle {
                Handle::Invoke(_, method) | Handle::New(method) => gives_to(method),
                Handle::Get(_) | Handle::Put(_) => false,
            },
            _ => false,
        }),
        _ => false,
    };
    let followed = calls.hierarchy.ids().filter(|class| (options.follow)(&calls.hierarchy.class(*class).name));
    followed.into_iter().any(|class| {
        let methods = &calls.hierarchy.class(class).methods;
        let mut bodies = methods.iter().filter_map(|method| method.body());
        bodies.any(|body| body.instructions.iter().any(|instruction| gives(&instruction.operation)))
    })
}
