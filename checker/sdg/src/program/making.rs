//! What the parts of all procedures are made from.
//!
//! Invariant: it does not change while they are made, by several threads.
use super::heap::{self, Heap};
use super::outside::{self, From};
use super::piece::Piece;
use super::{Options, leaf, method};
use crate::body::{Constant, Operation};
use crate::calls::{Calls, Procedure, ProcedureId};
use crate::classes::{Method, MethodCode};
use crate::hierarchy::ClassId;
use crate::library::{self, About};
use crate::natives::{self, Touches};
use crate::throws::Throws;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

pub(super) struct Making<'a> {
    pub calls: &'a Calls<'a>,
    options: Options<'a>,
    pub throws: Throws,
    heap: Heap,
    /// Procedures that are followed, or called by such.
    used: FxHashSet<ProcedureId>,
    /// By procedure: from where code that is not followed may call it.
    pub callers: FxHashMap<ProcedureId, Vec<From>>,
    has_texts: bool,
    has_interrupts: bool,
}

impl<'a> Making<'a> {
    pub fn new(calls: &'a Calls<'a>, options: Options<'a>) -> Self {
        let has_streams = outside::has_streams(calls, options);
        let used = outside::used(calls, options);
        let never_throws = |id: ProcedureId| match calls.procedure(id) {
            Procedure::Method(of) if !outside::is_followed(calls, options, id) => {
                let (class, method) = (outside::known_as(calls, of.class), calls.method(of));
                let is_stream = has_streams && class == "java/io/PrintStream";
                !is_stream && library::never_throws(class, &method.name, &method.descriptor)
            }
            _ => false,
        };
        Self {
            calls,
            options,
            throws: Throws::of(calls, &never_throws),
            heap: Heap::default(),
            has_interrupts: outside::has_interrupts(calls, &used),
            used,
            callers: outside::callers(calls, options),
            has_texts: outside::has_texts(calls, options),
        }
    }

    /// From now on accesses work on places of objects.
    pub fn tell_objects_apart(&mut self, raw: &FxHashSet<ClassId>) {
        let heap = heap::owners(self, self.options, raw, !self.blind_spots().is_empty() || self.has_natives());
        self.heap = heap;
    }

    /// Whether some code that is followed is none that can be looked into, and may work on anything.
    fn has_natives(&self) -> bool {
        self.calls.procedures().any(|(id, procedure)| match procedure {
            Procedure::Method(of) if outside::is_followed(self.calls, self.options, id) => {
                let method = self.calls.method(of);
                let class = &self.calls.hierarchy.class(of.class).name;
                match method.code {
                    MethodCode::Native => {
                        matches!(natives::touches(class, &method.name), Touches::Outside | Touches::Raw)
                    }
                    MethodCode::Abstract => false,
                    MethodCode::Body(_) | MethodCode::NotKept | MethodCode::Unreadable(_) => !self.has_code(id),
                }
            }
            _ => false,
        })
    }

    /// Whether its code is looked into.
    pub fn has_code(&self, id: ProcedureId) -> bool {
        let is_readable = match self.calls.procedure(id) {
            Procedure::Method(_) => self.throws.has_code(id),
            Procedure::Lambda(_) => true,
        };
        is_readable && outside::is_followed(self.calls, self.options, id)
    }

    /// How many parameters it has, with its receiver.
    pub fn parameters(&self, id: ProcedureId) -> usize {
        method::parameters(self.calls, id)
    }

    /// The part of a procedure, and what could not be seen of it.
    pub fn piece(&self, id: ProcedureId) -> (Piece, Option<String>) {
        let Self { calls, options, throws, heap, .. } = self;
        if !self.used.contains(&id) {
            return (Piece::new(), None);
        }
        let mut blind = None;
        let mut piece = match calls.procedure(id) {
            Procedure::Lambda(lambda) if !outside::is_followed(calls, *options, id) => {
                leaf::opaque_lambda(calls, throws, id, lambda)
            }
            Procedure::Lambda(lambda) => leaf::lambda(calls, throws, id, lambda),
            Procedure::Method(of) => {
                let method = calls.method(of);
                let is_followed = outside::is_followed(calls, *options, id);
                let found = method.body().filter(|_| is_followed).and_then(|body| {
                    method::piece(calls, throws, heap, id, method, body, *options).unwrap_or_else(|error| {
                        blind = Some(format!("{}: {error}", calls.name(id)));
                        None
                    })
                });
                if let (MethodCode::Unreadable(error), true) = (&method.code, is_followed) {
                    blind = Some(format!("{}: {error}", calls.name(id)));
                }
                let about = (!is_followed).then(|| self.about(of.class));
                found.unwrap_or_else(|| leaf::opaque(calls, throws, id, of.class, method, about))
            }
        };
        for (from, to) in self.callers.get(&id).into_iter().flatten() {
            leaf::called_from(&mut piece, from, to, self.descriptor(id));
        }
        (piece, blind)
    }

    fn descriptor(&self, id: ProcedureId) -> &str {
        match self.calls.procedure(id) {
            Procedure::Lambda(lambda) => self.calls.lambda(lambda).lambda.descriptors.first().map_or("", |it| it),
            Procedure::Method(method) => &self.calls.method(method).descriptor,
        }
    }

    /// What is known of the program beside a method of a class.
    pub fn about(&self, class: ClassId) -> About {
        let throwable = self.calls.hierarchy.known("java/lang/Throwable");
        let is_throwable = throwable.is_some_and(|throwable| self.calls.hierarchy.is_subtype(class, throwable));
        About { is_throwable, has_texts: self.has_texts, interrupts: self.has_interrupts }
    }

    /// Code that does not add up, and the calls of followed code of which it is not known what they run, in words.
    pub fn blind_spots(&self) -> BTreeSet<String> {
        let calls = self.calls;
        let errors = self.throws.errors.iter();
        let mut found: BTreeSet<String> = errors.map(|(id, error)| format!("{}: {error}", calls.name(*id))).collect();
        for (id, procedure) in calls.procedures().filter(|(id, _)| outside::is_followed(calls, self.options, *id)) {
            for site in calls.sites(id) {
                found.extend(calls.group(site.group).unknown.as_ref().map(|why| format!("{}: {why}", calls.name(id))));
            }
            let Procedure::Method(of) = procedure else { continue };
            if (self.options.is_own)(&calls.hierarchy.class(of.class).name) {
                found.extend(reflective(calls.method(of)).map(|callee| format!("{}: {callee}", calls.name(id))));
            }
        }
        found
    }

    /// The classes whose fields code may use by offset, handle or reflection.
    pub fn raw_classes(&self) -> FxHashSet<ClassId> {
        let (calls, is_own) = (self.calls, self.options.is_own);
        let mut raw = FxHashSet::default();
        let mut any_own = false;
        let followed = calls.hierarchy.ids().filter(|class| (self.options.follow)(&calls.hierarchy.class(*class).name));
        for class in followed {
            let of = calls.hierarchy.class(class);
            let operations =
                || of.methods.iter().filter_map(|method| method.body()).flat_map(|body| &body.instructions);
            let mut uses = false;
            for instruction in operations() {
                let Operation::Invoke(_, method) = &instruction.operation else { continue };
                let by_name = matches!(&*method.class, "java/lang/reflect/Field" | "sun/misc/Unsafe");
                any_own |= by_name && is_own(&of.name);
                uses |= by_name
                    || matches!(&*method.class, "jdk/internal/misc/Unsafe" | "java/lang/invoke/MethodHandles$Lookup")
                    || library::is_raw(&method.class);
            }
            if !uses {
                continue;
            }
            raw.insert(class);
            let named = operations().filter_map(|instruction| match &instruction.operation {
                Operation::Constant(Constant::Class(name)) => calls.hierarchy.known(name),
                _ => None,
            });
            raw.extend(named);
        }
        // A class has the fields of those that it extends.
        let above = raw.iter().flat_map(|class| calls.hierarchy.ancestors(*class).to_owned());
        let above: Vec<ClassId> = above.collect();
        raw.extend(above);
        if any_own {
            raw.extend(calls.hierarchy.ids().filter(|class| is_own(&calls.hierarchy.class(*class).name)));
        }
        raw
    }
}

/// The calls of a method of which only the running program knows what they run.
fn reflective(method: &Method) -> impl Iterator<Item = String> + '_ {
    let instructions = method.body().into_iter().flat_map(|body| &body.instructions);
    instructions.filter_map(|instruction| match &instruction.operation {
        Operation::Invoke(_, callee) if library::is_reflective(&callee.class, &callee.name) => {
            Some(format!("what {}.{} runs or makes is not known", callee.class, callee.name))
        }
        _ => None,
    })
}
