//! Which class extends which, and which method a name means (JVM specification, 5.4.3.3 and 5.4.6).
//!
//! Classes join as they are asked for, each with all that it extends; so numbers of classes depend on the order of the
//! questions, and the same questions give the same numbers.
//!
//! Invariant: where the specification leaves more than one method (or the outcome depends on class loaders, which are
//! not known here), all of them are given.
use crate::body::Name;
use crate::classes::{Class, ClassFlags, Field, FieldFlags, Method, MethodCode, MethodFlags};
use crate::descriptor::{Kind, Signature};
use crate::sources::{SourceError, Sources};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A class that has joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClassId(pub u32);

/// A method that a class declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MethodId {
    /// The class.
    pub class: ClassId,
    /// Its number among the methods of the class.
    pub index: u32,
}

/// The classes that have joined.
#[derive(Debug)]
pub struct Hierarchy<'a> {
    sources: &'a Sources,
    classes: Vec<Joined>,
    ids: FxHashMap<Name, Option<ClassId>>,
    missing: BTreeMap<Name, Option<SourceError>>,
}

#[derive(Debug)]
struct Joined {
    class: Arc<Class>,
    parent: Option<ClassId>,
    /// Itself, and all that it extends and implements, sorted.
    ancestors: Vec<ClassId>,
    methods: FxHashMap<(Name, Name), u32>,
}

/// What is kept on disk.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    missing: Vec<Name>,
    classes: Vec<KeptClass>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptClass {
    class: KeptHead,
    parent: Option<ClassId>,
    ancestors: Vec<ClassId>,
}

/// A class without code.
#[derive(Debug, Serialize, Deserialize)]
struct KeptHead {
    name: Name,
    super_name: Option<Name>,
    interfaces: Vec<Name>,
    flags: u16,
    source: Option<Name>,
    fields: Vec<(Name, Name, u16)>,
    methods: Vec<(Name, Name, u16)>,
}

impl KeptHead {
    fn of(class: &Class) -> Self {
        let fields = class.fields.iter().map(|it| (it.name.clone(), it.descriptor.clone(), it.flags.bits()));
        let methods = class.methods.iter().map(|it| (it.name.clone(), it.descriptor.clone(), it.flags.bits()));
        Self {
            name: class.name.clone(),
            super_name: class.super_name.clone(),
            interfaces: class.interfaces.clone(),
            flags: class.flags.bits(),
            source: class.source.clone(),
            fields: fields.collect(),
            methods: methods.collect(),
        }
    }

    fn class(self) -> Option<Class> {
        let field = |(name, descriptor, flags): (Name, Name, u16)| {
            let kind = Kind::of_field(&descriptor).ok()?;
            Some(Field { name, descriptor, kind, flags: FieldFlags::from_bits_retain(flags) })
        };
        let method = |(name, descriptor, flags): (Name, Name, u16)| {
            let (signature, flags) = (Signature::of(&descriptor).ok()?, MethodFlags::from_bits_retain(flags));
            let code = match () {
                () if flags.contains(MethodFlags::ABSTRACT) => MethodCode::Abstract,
                () if flags.contains(MethodFlags::NATIVE) => MethodCode::Native,
                () => MethodCode::NotKept,
            };
            Some(Method { name, descriptor, signature, flags, code })
        };
        Some(Class {
            name: self.name,
            super_name: self.super_name,
            interfaces: self.interfaces,
            flags: ClassFlags::from_bits_retain(self.flags),
            fields: self.fields.into_iter().map(field).collect::<Option<_>>()?,
            methods: self.methods.into_iter().map(method).collect::<Option<_>>()?,
            source: self.source,
        })
    }
}

/// More classes in a row than any program has; a chain of that length would need the stack of the thread.
const DEEPEST: usize = 500;

impl<'a> Hierarchy<'a> {
    /// An empty one.
    pub fn new(sources: &'a Sources) -> Self {
        Self { sources, classes: Vec::new(), ids: FxHashMap::default(), missing: BTreeMap::new() }
    }

    /// The class of this name with all that it extends, or nothing if there is none that can be read; an array's class
    /// is `java/lang/Object`, which has its methods.
    pub fn join(&mut self, name: &str) -> Option<ClassId> {
        self.join_below(if name.starts_with('[') { "java/lang/Object" } else { name }, 0)
    }

    fn join_below(&mut self, name: &str, depth: usize) -> Option<ClassId> {
        if let Some(known) = self.ids.get(name) {
            return *known;
        }
        // A class that extends itself finds nothing.
        self.ids.insert(name.into(), None);
        let found = if depth < DEEPEST { self.sources.class(name) } else { Ok(None) };
        let class = match found {
            Ok(Some(class)) => class,
            Ok(None) => {
                self.missing.insert(name.into(), None);
                return None;
            }
            Err(error) => {
                self.missing.insert(name.into(), Some(error));
                return None;
            }
        };
        let parent = class.super_name.as_deref().and_then(|name| self.join_below(name, depth + 1));
        let interfaces: Vec<ClassId> =
            class.interfaces.iter().filter_map(|name| self.join_below(name, depth + 1)).collect();
        let id = ClassId(u32::try_from(self.classes.len()).expect("fewer classes than there is memory for"));
        let mut ancestors: Vec<ClassId> =
            parent.iter().chain(&interfaces).flat_map(|above| self.ancestors(*above)).copied().chain([id]).collect();
        ancestors.sort_unstable();
        ancestors.dedup();
        let methods =
            class.methods.iter().zip(0..).map(|(it, index)| ((it.name.clone(), it.descriptor.clone()), index));
        let methods = methods.collect();
        self.classes.push(Joined { class, parent, ancestors, methods });
        self.ids.insert(name.into(), Some(id));
        Some(id)
    }

    /// What is to be kept of it; nothing if some class could not be read.
    pub(crate) fn keep(&self) -> Option<Kept> {
        let missing = self.missing.iter().map(|(name, error)| error.is_none().then(|| name.clone()));
        let classes = self.classes.iter().map(|joined| KeptClass {
            class: KeptHead::of(&joined.class),
            parent: joined.parent,
            ancestors: joined.ancestors.clone(),
        });
        Some(Kept { missing: missing.collect::<Option<_>>()?, classes: classes.collect() })
    }

    /// What has been kept, with the code of classes of which that is followed.
    pub(crate) fn restore(sources: &'a Sources, kept: Kept, follow: &(dyn Fn(&str) -> bool + Sync)) -> Option<Self> {
        let missing: BTreeMap<_, _> = kept.missing.into_iter().map(|name| (name, None)).collect();
        let mut ids: FxHashMap<Name, Option<ClassId>> = missing.keys().map(|name| (name.clone(), None)).collect();
        ids.extend(kept.classes.iter().zip(0..).map(|(it, number)| (it.class.name.clone(), Some(ClassId(number)))));
        let join = |KeptClass { class, parent, ancestors }| {
            let class = if follow(&class.name) { sources.class(&class.name).ok()?? } else { Arc::new(class.class()?) };
            let numbered = class.methods.iter().zip(0..);
            let methods = numbered.map(|(it, index)| ((it.name.clone(), it.descriptor.clone()), index)).collect();
            Some(Joined { class, parent, ancestors, methods })
        };
        let classes = kept.classes.into_par_iter().map(join).collect::<Option<_>>()?;
        Some(Self { sources, classes, ids, missing })
    }

    /// The class of this name, if it has joined.
    pub fn known(&self, name: &str) -> Option<ClassId> {
        self.ids.get(name).copied().flatten()
    }

    /// What was asked for and is not there, or cannot be read.
    pub fn missing(&self) -> &BTreeMap<Name, Option<SourceError>> {
        &self.missing
    }

    /// A class.
    pub fn class(&self, id: ClassId) -> &Arc<Class> {
        &self.joined(id).class
    }

    /// What a class extends.
    pub fn parent(&self, id: ClassId) -> Option<ClassId> {
        self.joined(id).parent
    }

    /// A method.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.class(id.class).methods[id.index as usize]
    }

    /// A class, and all that it extends and implements, sorted.
    pub fn ancestors(&self, id: ClassId) -> &[ClassId] {
        &self.joined(id).ancestors
    }

    /// Whether one is the other, extends or implements it.
    pub fn is_subtype(&self, one: ClassId, other: ClassId) -> bool {
        self.ancestors(one).binary_search(&other).is_ok()
    }

    /// The method that the class itself declares.
    pub fn declared(&self, class: ClassId, name: &Name, descriptor: &Name) -> Option<MethodId> {
        let index = self.joined(class).methods.get(&(name.clone(), descriptor.clone()))?;
        Some(MethodId { class, index: *index })
    }

    /// The methods that a reference to a method of a class means: one, or several of interfaces of which none is more
    /// specific than the other. (What an interface extends is `java/lang/Object`, whose methods it has.)
    pub fn resolve(&self, class: ClassId, name: &Name, descriptor: &Name) -> Vec<MethodId> {
        if let Some(found) = self.chain(class).find_map(|class| self.declared(class, name, descriptor)) {
            return vec![found];
        }
        self.of_interfaces(class, name, descriptor)
    }

    /// The class that declares the field that a reference to a field of a class means (JVM specification, 5.4.3.2):
    /// itself, what it implements, what it extends.
    pub fn field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<ClassId> {
        let of = self.class(class);
        if of.fields.iter().any(|field| &*field.name == name && &*field.descriptor == descriptor) {
            return Some(class);
        }
        let interfaces = of.interfaces.iter().filter_map(|above| self.known(above));
        let mut above = interfaces.chain(self.parent(class));
        above.find_map(|above| self.field(above, name, descriptor))
    }

    /// The methods that run when the method `resolved` is called on an object of a class.
    pub fn select(&self, receiver: ClassId, resolved: MethodId) -> Vec<MethodId> {
        let method = self.method(resolved);
        if method.flags.contains(MethodFlags::PRIVATE) {
            return vec![resolved];
        }
        let mut all = Vec::new();
        for class in self.chain(receiver) {
            let Some(found) = self.declared(class, &method.name, &method.descriptor) else { continue };
            if self.method(found).flags.intersects(MethodFlags::PRIVATE.union(MethodFlags::STATIC)) {
                continue;
            }
            all.push(found);
            if found == resolved || self.overrides(found, resolved) {
                return all;
            }
            // A method of the same name that is not for this package: whether it overrides can depend on what is
            // between, so the search goes on, and both are given.
        }
        all.extend(self.of_interfaces(receiver, &method.name, &method.descriptor));
        all
    }

    /// Whether a method certainly overrides another one of the same name and descriptor above.
    fn overrides(&self, one: MethodId, other: MethodId) -> bool {
        let flags = self.method(other).flags;
        let package = |id: MethodId| self.class(id.class).name.rsplit_once('/').map(|(package, _)| package.to_owned());
        flags.intersects(MethodFlags::PUBLIC.union(MethodFlags::PROTECTED)) || package(one) == package(other)
    }

    /// The most specific methods among those of the interfaces of a class: those with code, or else those without.
    fn of_interfaces(&self, class: ClassId, name: &Name, descriptor: &Name) -> Vec<MethodId> {
        let above = self.ancestors(class).iter().filter(|above| self.class(**above).is_interface());
        let hidden = MethodFlags::PRIVATE.union(MethodFlags::STATIC);
        let all: Vec<MethodId> = above
            .filter_map(|above| self.declared(*above, name, descriptor))
            .filter(|found| !self.method(*found).flags.intersects(hidden))
            .collect();
        let is_beaten = |one: &MethodId| {
            all.iter().any(|other| other.class != one.class && self.is_subtype(other.class, one.class))
        };
        let best: Vec<MethodId> = all.iter().filter(|one| !is_beaten(one)).copied().collect();
        let is_abstract = |id: &MethodId| self.method(*id).flags.contains(MethodFlags::ABSTRACT);
        if best.iter().all(is_abstract) { best } else { best.into_iter().filter(|it| !is_abstract(it)).collect() }
    }

    /// A class and what it extends, from below.
    fn chain(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |class| self.parent(*class))
    }

    fn joined(&self, id: ClassId) -> &Joined {
        &self.classes[id.0 as usize]
    }

    /// All that have joined, in that order.
    pub fn ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    /// How many have joined.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }
}
