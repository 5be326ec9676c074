//! The search for procedures: a list of those whose calls have not been looked at yet.
//!
//! Calls that name the same method in the same way are one group. A group that depends on the receiver is told of every
//! class that objects are made of, and of every one that is added later.
//!
//! Invariant: a class is in `made` of each of its ancestors, a group in `waiting` of its class, and each pair of them
//! has been linked.
use super::{Calls, Group, GroupId, LambdaId, Made, Procedure, ProcedureId, Receivers, Site, Unknown, Why, jvm};
use crate::body::{Body, Call, Constant, Dynamic, Handle, MethodReference, Name, Operation};
use crate::classes::{ClassFlags, MethodCode, MethodFlags};
use crate::hierarchy::{ClassId, Hierarchy, MethodId};
use crate::linkage::{self, Component, Meaning};
use crate::sources::Sources;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};

/// A class whose objects can be receivers.
#[derive(Clone, Copy)]
enum Receiver {
    Class(ClassId),
    Lambda(LambdaId),
}

/// How calls are told apart: those that are alike have the same callees.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    /// By the class of the receiver.
    Dispatched(ClassId, Name, Name),
    /// These very methods.
    Exactly(Vec<MethodId>),
    /// Nobody knows.
    Unknown(String),
}

/// A group that depends on the receiver.
struct Waiting {
    group: GroupId,
    name: Name,
    descriptor: Name,
    resolved: Vec<MethodId>,
}

struct Search<'a> {
    calls: Calls<'a>,
    todo: VecDeque<ProcedureId>,
    lambda_numbers: FxHashMap<LambdaId, ProcedureId>,
    keys: FxHashMap<Key, GroupId>,
    waiting: FxHashMap<ClassId, Vec<Waiting>>,
    made: FxHashMap<ClassId, Vec<Receiver>>,
    known_receivers: FxHashSet<ClassId>,
}

pub(super) fn run<'a>(
    sources: &'a Sources,
    entries: &[(&str, &str, &str)],
    receivers: Receivers,
) -> (Calls<'a>, Vec<(String, Unknown)>) {
    let mut search = Search::new(sources);
    let mut absent = Vec::new();
    for (class, name, descriptor) in entries {
        match search.entry(class, name, descriptor) {
            Ok(()) => {}
            Err(unknown) => absent.push((format!("{class}.{name}{descriptor}"), unknown)),
        }
    }
    jvm::MADE.iter().for_each(|name| search.make(name));
    match receivers {
        Receivers::Made(others) => others.iter().for_each(|name| search.make(name)),
        Receivers::All(names) => names.iter().for_each(|name| search.make(name)),
    }
    while let Some(procedure) = search.todo.pop_front() {
        match search.calls.procedure(procedure) {
            Procedure::Method(method) => search.method(procedure, method),
            Procedure::Lambda(lambda) => search.lambda(procedure, lambda),
        }
    }
    (search.calls, absent)
}

impl<'a> Search<'a> {
    fn new(sources: &'a Sources) -> Self {
        let calls = Calls {
            hierarchy: Hierarchy::new(sources),
            procedures: Vec::new(),
            numbers: FxHashMap::default(),
            sites: Vec::new(),
            groups: Vec::new(),
            lambdas: Vec::new(),
            lambda_numbers: FxHashMap::default(),
            instantiated: BTreeSet::new(),
            roots: BTreeSet::new(),
        };
        Self {
            calls,
            todo: VecDeque::new(),
            lambda_numbers: FxHashMap::default(),
            keys: FxHashMap::default(),
            waiting: FxHashMap::default(),
            made: FxHashMap::default(),
            known_receivers: FxHashSet::default(),
        }
    }

    fn entry(&mut self, class: &str, name: &str, descriptor: &str) -> Result<(), Unknown> {
        let id = self.calls.hierarchy.join(class).ok_or_else(|| Unknown::Class(class.into()))?;
        let (name, descriptor) = (Name::from(name), Name::from(descriptor));
        let found = self.calls.hierarchy.resolve(id, &name, &descriptor);
        if found.is_empty() {
            return Err(Unknown::Method(class.into(), name, descriptor));
        }
        for method in found.into_iter().chain(self.initialisers(id, None)) {
            self.root(method);
        }
        Ok(())
    }

    /// Something that runs although no code calls it.
    fn root(&mut self, method: MethodId) {
        let number = self.reach(method);
        self.calls.roots.insert(number);
    }

    /// Numbers a method, and has it looked at.
    fn reach(&mut self, method: MethodId) -> ProcedureId {
        if let Some(known) = self.calls.numbers.get(&method) {
            return *known;
        }
        let number = self.number(Procedure::Method(method));
        self.calls.numbers.insert(method, number);
        number
    }

    fn reach_lambda(&mut self, lambda: LambdaId) -> ProcedureId {
        if let Some(known) = self.lambda_numbers.get(&lambda) {
            return *known;
        }
        let number = self.number(Procedure::Lambda(lambda));
        self.lambda_numbers.insert(lambda, number);
        number
    }

    fn number(&mut self, procedure: Procedure) -> ProcedureId {
        let number = ProcedureId(index(self.calls.procedures.len()));
        self.calls.procedures.push(procedure);
        self.calls.sites.push(Vec::new());
        self.todo.push_back(number);
        number
    }

    /// Objects of a class are made, unless it is abstract or not there.
    fn make(&mut self, name: &str) {
        let Some(class) = self.calls.hierarchy.join(name) else { return };
        let flags = self.calls.hierarchy.class(class).flags;
        if !flags.intersects(ClassFlags::ABSTRACT.union(ClassFlags::INTERFACE)) && self.known_receivers.insert(class) {
            self.calls.instantiated.insert(class);
            let ancestors = self.calls.hierarchy.ancestors(class).to_vec();
            self.receiver(Receiver::Class(class), &ancestors);
            self.finalizer(class);
        }
    }

    /// The JVM calls what overrides the empty method of `java/lang/Object`.
    fn finalizer(&mut self, class: ClassId) {
        for method in self.calls.hierarchy.resolve(class, &"finalize".into(), &"()V".into()) {
            let hierarchy = &self.calls.hierarchy;
            let is_empty = hierarchy.parent(method.class).is_none() || hierarchy.method(method).is_static();
            if !is_empty {
                self.root(method);
            }
        }
    }

    fn receiver(&mut self, receiver: Receiver, ancestors: &[ClassId]) {
        for ancestor in ancestors {
            self.made.entry(*ancestor).or_default().push(receiver);
            // Linking makes no groups, so none can come meanwhile.
            let Some(waiting) = self.waiting.remove(ancestor) else { continue };
            for one in &waiting {
                self.link(one, receiver);
            }
            self.waiting.insert(*ancestor, waiting);
        }
    }

    /// Adds what a call runs on a receiver.
    fn link(&mut self, waiting: &Waiting, receiver: Receiver) {
        let hierarchy = &self.calls.hierarchy;
        let select = |class: ClassId| waiting.resolved.iter().flat_map(move |method| hierarchy.select(class, *method));
        let selected: Vec<MethodId> = match receiver {
            Receiver::Class(class) => select(class).collect(),
            Receiver::Lambda(id) => {
                let lambda = &self.calls.lambdas[id.0 as usize].lambda;
                if lambda.name == waiting.name && lambda.descriptors.contains(&waiting.descriptor) {
                    let number = self.reach_lambda(id);
                    self.calls.groups[waiting.group.0 as usize].callees.insert(number);
                    return;
                }
                // Default methods, and those of an object.
                let above: Vec<ClassId> = lambda.interfaces.iter().filter_map(|it| hierarchy.known(it)).collect();
                above.into_iter().flat_map(select).collect()
            }
        };
        for method in selected {
            let number = self.reach(method);
            self.calls.groups[waiting.group.0 as usize].callees.insert(number);
        }
    }

    fn group(&mut self, key: Key, group: Group) -> GroupId {
        let id = GroupId(index(self.calls.groups.len()));
        self.calls.groups.push(group);
        self.keys.insert(key, id);
        id
    }

    fn unknown(&mut self, unknown: Unknown) -> GroupId {
        let key = Key::Unknown(unknown.to_string());
        match self.keys.get(&key) {
            Some(known) => *known,
            None => self.group(key, Group { unknown: Some(unknown), ..Group::default() }),
        }
    }

    fn exactly(&mut self, methods: Vec<MethodId>) -> GroupId {
        let key = Key::Exactly(methods);
        if let Some(known) = self.keys.get(&key) {
            return *known;
        }
        let Key::Exactly(methods) = &key else { unreachable!("made so above") };
        let callees = methods.iter().map(|method| self.reach(*method)).collect();
        self.group(key, Group { callees, unknown: None })
    }

    fn dispatched(&mut self, class: ClassId, name: &Name, descriptor: &Name) -> GroupId {
        let key = Key::Dispatched(class, name.clone(), descriptor.clone());
        if let Some(known) = self.keys.get(&key) {
            return *known;
        }
        let resolved = self.calls.hierarchy.resolve(class, name, descriptor);
        if resolved.is_empty() {
            return self.absent(class, name, descriptor);
        }
        let group = self.group(key, Group::default());
        let waiting = Waiting { group, name: name.clone(), descriptor: descriptor.clone(), resolved };
        for receiver in self.made.get(&class).cloned().unwrap_or_default() {
            self.link(&waiting, receiver);
        }
        self.waiting.entry(class).or_default().push(waiting);
        group
    }

    fn absent(&mut self, class: ClassId, name: &Name, descriptor: &Name) -> GroupId {
        let class = self.calls.hierarchy.class(class).name.clone();
        self.unknown(Unknown::Method(class, name.clone(), descriptor.clone()))
    }

    /// What a call of a method runs, made by code of a class.
    fn call(&mut self, call: Call, method: &MethodReference, by: ClassId) -> GroupId {
        let MethodReference { class, name, descriptor, of_interface, .. } = method;
        let Some(start) = self.calls.hierarchy.join(class) else {
            return self.unknown(Unknown::Class(class.clone()));
        };
        if let Some(polymorphic) = self.polymorphic(start, name) {
            // A `VarHandle` reads and writes; it calls nothing.
            let is_call = &**class == "java/lang/invoke/MethodHandle";
            return if is_call { self.unknown(Unknown::Handle) } else { self.exactly(vec![polymorphic]) };
        }
        let hierarchy = &self.calls.hierarchy;
        match call {
            // Arrays override nothing, and compilers name the array's class.
            Call::Virtual | Call::Interface if !class.starts_with('[') => self.dispatched(start, name, descriptor),
            Call::Virtual | Call::Interface | Call::Static | Call::Special => {
                // `super.f()` starts above the class, wherever the reference says that it does.
                let is_super = call == Call::Special && &**name != "<init>" && !of_interface && by != start;
                let start = match hierarchy.parent(by) {
                    Some(parent) if is_super && hierarchy.is_subtype(by, start) => parent,
                    _ => start,
                };
                match hierarchy.resolve(start, name, descriptor) {
                    found if found.is_empty() => self.absent(start, name, descriptor),
                    found => self.exactly(found),
                }
            }
        }
    }

    /// The native method for any arguments that goes by this name, if it is such a class.
    fn polymorphic(&self, class: ClassId, name: &Name) -> Option<MethodId> {
        let of = self.calls.hierarchy.class(class);
        if !matches!(&*of.name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle") {
            return None;
        }
        let flags = MethodFlags::NATIVE.union(MethodFlags::VARARGS);
        let found = of.methods.iter().position(|method| method.name == *name && method.flags.contains(flags))?;
        Some(MethodId { class, index: index(found) })
    }

    /// The initialisers that may run when code of a class is the first to use another. While its methods run, a class
    /// and what it extends have at least begun theirs.
    fn initialisers(&self, class: ClassId, by: Option<ClassId>) -> Vec<MethodId> {
        let hierarchy = &self.calls.hierarchy;
        let has_begun = |above: &ClassId| {
            let is_above = by.is_some_and(|by| hierarchy.is_subtype(by, *above));
            by == Some(*above) || is_above && !hierarchy.class(*above).is_interface()
        };
        let (name, descriptor) = ("<clinit>".into(), "()V".into());
        let all = hierarchy.ancestors(class).iter().filter(|above| !has_begun(above));
        all.filter_map(|above| hierarchy.declared(*above, &name, &descriptor)).collect()
    }

    /// The first use of a class, by an instruction that may be it.
    fn initialise(&mut self, sites: &mut Vec<Site>, instruction: usize, class: ClassId, by: ClassId) {
        let initialisers = self.initialisers(class, Some(by));
        if !initialisers.is_empty() {
            let group = self.exactly(initialisers);
            sites.push(Site { instruction, why: Why::Initialise, group });
        }
    }

    fn method(&mut self, procedure: ProcedureId, method: MethodId) {
        // The body is shared with the hierarchy, which grows meanwhile.
        let class = self.calls.hierarchy.class(method.class).clone();
        let declared = &class.methods[method.index as usize];
        let sites = match &declared.code {
            MethodCode::Body(body) => self.body(body, method),
            MethodCode::Native => self.native(&class.name, &declared.name, &declared.descriptor, method.class),
            MethodCode::Abstract | MethodCode::NotKept | MethodCode::Unreadable(_) => Vec::new(),
        };
        self.calls.sites[procedure.0 as usize] = sites;
    }

    /// A native method may make an object of the class that it says it returns.
    fn native(&mut self, class: &Name, name: &Name, descriptor: &Name, by: ClassId) -> Vec<Site> {
        let result = descriptor.rsplit_once(")L").and_then(|(_, result)| result.strip_suffix(';'));
        if let Some(result) = result {
            self.make(result);
        }
        let callbacks = jvm::CALLBACKS.iter().filter(|it| (it.class, it.name) == (&**class, &**name));
        let mut sites = Vec::new();
        for jvm::Callback { call, callee: (class, name, descriptor), .. } in callbacks {
            let Some(start) = self.calls.hierarchy.join(class) else { continue };
            let (name, descriptor) = (Name::from(*name), Name::from(*descriptor));
            let found = self.calls.hierarchy.resolve(start, &name, &descriptor);
            let group = match call {
                _ if found.is_empty() => continue,
                Call::Virtual | Call::Interface => self.dispatched(start, &name, &descriptor),
                Call::Static | Call::Special => self.exactly(found),
            };
            sites.push(Site { instruction: 0, why: Why::Native, group });
            self.initialise(&mut sites, 0, start, by);
        }
        sites
    }

    fn body(&mut self, body: &Body, method: MethodId) -> Vec<Site> {
        let by = method.class;
        let mut sites = Vec::new();
        for (instruction, operation) in body.instructions.iter().map(|it| &it.operation).enumerate() {
            match operation {
                Operation::New(class) => {
                    self.make(class);
                    self.initialise_named(&mut sites, instruction, class, by);
                }
                Operation::GetField(field) | Operation::PutField(field) if field.is_static => {
                    self.initialise_named(&mut sites, instruction, &field.class, by);
                }
                Operation::Invoke(call, reference) => {
                    if *call == Call::Static {
                        self.initialise_named(&mut sites, instruction, &reference.class, by);
                    }
                    let group = self.call(*call, reference, by);
                    sites.push(Site { instruction, why: Why::Call, group });
                }
                Operation::InvokeDynamic(dynamic) => self.dynamic(&mut sites, instruction, dynamic, method),
                Operation::Constant(constant) => self.constant(&mut sites, instruction, constant),
                _ => {}
            }
        }
        sites
    }

    fn initialise_named(&mut self, sites: &mut Vec<Site>, instruction: usize, class: &Name, by: ClassId) {
        match self.calls.hierarchy.join(class) {
            Some(class) => self.initialise(sites, instruction, class, by),
            None => {
                let group = self.unknown(Unknown::Class(class.clone()));
                sites.push(Site { instruction, why: Why::Initialise, group });
            }
        }
    }

    fn constant(&mut self, sites: &mut Vec<Site>, instruction: usize, constant: &Constant) {
        if let Constant::Dynamic(dynamic) = constant {
            let group = self.bootstrapped(dynamic);
            sites.push(Site { instruction, why: Why::Call, group });
        }
    }

    fn bootstrapped(&mut self, dynamic: &Dynamic) -> GroupId {
        let (class, name) = match &*dynamic.bootstrap {
            Handle::Invoke(_, method) | Handle::New(method) => (&method.class, &method.name),
            Handle::Get(field) | Handle::Put(field) => (&field.class, &field.name),
        };
        self.unknown(Unknown::Bootstrap(class.clone(), name.clone()))
    }

    fn dynamic(&mut self, sites: &mut Vec<Site>, instruction: usize, dynamic: &Dynamic, method: MethodId) {
        let object_method =
            |search: &mut Self, class: &Name, name: &str, descriptor: &str| match search.calls.hierarchy.join(class) {
                Some(class) => search.dispatched(class, &name.into(), &descriptor.into()),
                None => search.unknown(Unknown::Class(class.clone())),
            };
        match linkage::meaning(dynamic) {
            Meaning::Lambda(lambda) => {
                let mut ancestors = BTreeSet::new();
                for interface in &lambda.interfaces {
                    match self.calls.hierarchy.join(interface) {
                        Some(interface) => ancestors.extend(self.calls.hierarchy.ancestors(interface)),
                        None => {
                            let group = self.unknown(Unknown::Class(interface.clone()));
                            sites.push(Site { instruction, why: Why::Call, group });
                        }
                    }
                }
                let id = LambdaId(index(self.calls.lambdas.len()));
                self.calls.lambdas.push(Made { lambda, method, instruction });
                self.calls.lambda_numbers.insert((method, instruction), id);
                self.receiver(Receiver::Lambda(id), &ancestors.into_iter().collect::<Vec<_>>());
            }
            Meaning::Concatenation => {
                for (number, class) in linkage::concatenated(dynamic) {
                    let group = object_method(self, &class, "toString", "()Ljava/lang/String;");
                    sites.push(Site { instruction, why: Why::Text(number), group });
                }
            }
            Meaning::Record(components) => {
                let descriptor = match &*dynamic.name {
                    "equals" => "(Ljava/lang/Object;)Z",
                    "hashCode" => "()I",
                    _ => "()Ljava/lang/String;",
                };
                for (number, Component { class, .. }) in components.iter().enumerate() {
                    let Some(class) = class else { continue };
                    let group = object_method(self, class, &dynamic.name, descriptor);
                    sites.push(Site { instruction, why: Why::Component(number), group });
                }
            }
            Meaning::Labels => {}
            Meaning::Unknown => {
                let group = self.bootstrapped(dynamic);
                sites.push(Site { instruction, why: Why::Call, group });
            }
        }
    }

    /// What a lambda or method reference calls, in the name of the method that makes it.
    fn lambda(&mut self, procedure: ProcedureId, lambda: LambdaId) {
        let Made { lambda, method, .. } = &self.calls.lambdas[lambda.0 as usize];
        let (target, by) = (lambda.target.clone(), method.class);
        let mut sites = Vec::new();
        let (call, reference) = match &*target {
            Handle::Invoke(call, reference) => (*call, reference),
            Handle::New(reference) => (Call::Special, reference),
            // Compilers make none of these.
            Handle::Get(field) | Handle::Put(field) => {
                self.initialise_named(&mut sites, 0, &field.class, by);
                self.calls.sites[procedure.0 as usize] = sites;
                return;
            }
        };
        if matches!(&*target, Handle::New(_)) {
            self.make(&reference.class);
        }
        if call != Call::Virtual && call != Call::Interface {
            self.initialise_named(&mut sites, 0, &reference.class, by);
        }
        let group = self.call(call, reference, by);
        sites.push(Site { instruction: 0, why: Why::Call, group });
        self.calls.sites[procedure.0 as usize] = sites;
    }
}

/// Numbers of things that take more than a byte of memory each.
fn index(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than there is memory for")
}
