//! What the bootstrap methods mean that compilers of Java use; of all others nothing is known.
//!
//! Invariant: what is said to be a lambda, a concatenation or a method of a record behaves as the documentation of its
//! bootstrap method says, whatever the version of the JDK.
use crate::body::{Call, Constant, Dynamic, Handle, MethodReference, Name};
use crate::descriptor;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What an `invokedynamic` does when it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// It makes an object, of what it takes, whose method calls another one (`LambdaMetafactory`).
    Lambda(Lambda),
    /// It makes a string of what it takes, calling `toString` of each (`StringConcatFactory`).
    Concatenation,
    /// It is `equals`, `hashCode` or `toString` of a record, and calls the same of its components (`ObjectMethods`).
    Record(Vec<Component>),
    /// It finds the number of a label and calls nothing (`SwitchBootstraps`; without labels that are made by others).
    Labels,
    /// Anything.
    Unknown,
}

/// A class that a lambda or a method reference is made into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lambda {
    /// What it implements: first the interface, then markers.
    pub interfaces: Vec<Name>,
    /// The name of its method.
    pub name: Name,
    /// The descriptors under which that can be called: the interface's, then bridges.
    pub descriptors: Vec<Name>,
    /// What the method calls, with what was captured before what is passed.
    pub target: Arc<Handle>,
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Where it is read.
    pub field: crate::body::FieldReference,
    /// The class whose method is called, unless it is a number or an array.
    pub class: Option<Name>,
}

/// Flags of `altMetafactory`.
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;
const SERIALIZABLE: i32 = 1;

/// What it does.
pub fn meaning(dynamic: &Dynamic) -> Meaning {
    let Handle::Invoke(Call::Static, method) = &*dynamic.bootstrap else { return Meaning::Unknown };
    let found = match (&*method.class, &*method.name) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
            lambda(dynamic, method).map(Meaning::Lambda)
        }
        ("java/lang/invoke/StringConcatFactory", "makeConcat" | "makeConcatWithConstants") => {
            Some(Meaning::Concatenation)
        }
        ("java/lang/runtime/ObjectMethods", "bootstrap") => components(dynamic).map(Meaning::Record),
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
            let is_made = |argument: &Constant| matches!(argument, Constant::Dynamic(_));
            (!dynamic.arguments.iter().any(is_made)).then_some(Meaning::Labels)
        }
        _ => None,
    };
    found.unwrap_or(Meaning::Unknown)
}

/// The classes of what a concatenation takes, by number of the argument.
pub fn concatenated(dynamic: &Dynamic) -> Vec<(usize, Name)> {
    let parameters = descriptor::parameters(&dynamic.descriptor);
    let classes = parameters.enumerate().filter_map(|(number, text)| Some((number, class_of(text)?)));
    classes.collect()
}

fn lambda(dynamic: &Dynamic, method: &MethodReference) -> Option<Lambda> {
    let interface = class_of(dynamic.descriptor.rsplit_once(')')?.1)?;
    let [Constant::MethodType(own), Constant::Handle(target), Constant::MethodType(_), rest @ ..] =
        &dynamic.arguments[..]
    else {
        return None;
    };
    let mut found = Lambda {
        interfaces: vec![interface],
        name: dynamic.name.clone(),
        descriptors: vec![own.clone()],
        target: Arc::clone(target),
    };
    if &*method.name == "metafactory" {
        return rest.is_empty().then_some(found);
    }
    let mut rest = rest.iter();
    let Some(Constant::Int(flags)) = rest.next() else { return None };
    let mut count = |is_there| match is_there {
        true => match rest.next() {
            Some(Constant::Int(count)) => Some(rest.by_ref().take(usize::try_from(*count).ok()?).collect()),
            _ => None,
        },
        false => Some(Vec::new()),
    };
    for marker in count(flags & MARKERS != 0)? {
        let Constant::Class(marker) = marker else { return None };
        found.interfaces.push(marker.clone());
    }
    for bridge in count(flags & BRIDGES != 0)? {
        let Constant::MethodType(bridge) = bridge else { return None };
        found.descriptors.push(bridge.clone());
    }
    if flags & SERIALIZABLE != 0 {
        found.interfaces.push("java/io/Serializable".into());
    }
    Some(found)
}

fn components(dynamic: &Dynamic) -> Option<Vec<Component>> {
    let [Constant::Class(_), Constant::String(_), getters @ ..] = &dynamic.arguments[..] else { return None };
    let component = |getter: &Constant| match getter {
        Constant::Handle(handle) => match &**handle {
            Handle::Get(field) => Some(Component { field: field.clone(), class: class_of(&field.descriptor) }),
            Handle::Put(_) | Handle::Invoke(..) | Handle::New(_) => None,
        },
        _ => None,
    };
    getters.iter().map(component).collect()
}

/// The class in a descriptor such as `Ljava/lang/String;`.
fn class_of(descriptor: &str) -> Option<Name> {
    descriptor.strip_prefix('L')?.strip_suffix(';').map(Name::from)
}
