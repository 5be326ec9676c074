//! What the names in instructions mean: the class that declares a field, the class that may be initialised, the method
//! that is called.
//!
//! Only what class files say is used, and only of classes that have been loaded: where a class is not known, a search
//! ends.

use super::{Classes, LoaderId};
use crate::calls::Method;
use crate::policy::{is_changing_exception, is_jdk_name};
use crate::symbols::value_kind;
use mcr_protocol::{CalledMethod, Site, SiteId, mix};
use mcr_rewriter::site::{Operation, SiteInfo};
use mcr_rewriter::{ConstantValue, GENERATED, Member, accessed_from};

const OBJECT: &str = "java/lang/Object";
const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNCHRONIZED: u16 = 0x0020;
const ACC_VOLATILE: u16 = 0x0040;

impl Classes {
    /// The class that declares a field, where an instruction in a class of `loader` names `owner` (JVMS 5.4.3.2). A
    /// class that is not known ends the search: nothing declared above it is told apart.
    pub fn declaring<'a>(&'a self, loader: LoaderId, owner: &'a str, name: &str, descriptor: &str) -> &'a str {
        self.find_field(loader, owner, name, descriptor).unwrap_or(owner)
    }

    fn find_field<'a>(&'a self, loader: LoaderId, class: &'a str, name: &str, descriptor: &str) -> Option<&'a str> {
        let Some(info) = self.known(loader, class) else { return Some(class) };
        if info.fields.iter().any(|field| field.name == name && field.descriptor == descriptor) {
            return Some(class);
        }
        let constant = info.interfaces.iter().find_map(|interface| {
            let found = self.find_field(loader, interface, name, descriptor)?;
            let declared = self.known(loader, found)?;
            let is_constant = |f: &Member| f.name == name && f.access & ACC_STATIC != 0;
            declared.fields.iter().any(is_constant).then_some(found)
        });
        constant.or_else(|| self.find_field(loader, info.super_name.as_deref()?, name, descriptor))
    }

    /// Whether a field is volatile.
    pub fn is_volatile(&self, loader: LoaderId, owner: &str, name: &str, descriptor: &str) -> bool {
        let declared = self.known(loader, self.declaring(loader, owner, name, descriptor));
        let fields = declared.into_iter().flat_map(|class| &class.fields);
        let mut same = fields.filter(|field| field.name == *name && field.descriptor == *descriptor);
        same.any(|field| field.access & ACC_VOLATILE != 0)
    }

    /// The class that the instruction at a site may initialise: the one that declares the member it names.
    pub fn initialised(&self, site: u32) -> Option<&str> {
        let loader = self.loader(site);
        match &self.site(site)?.operation {
            Operation::New { class } => Some(class),
            Operation::Field { owner, name, descriptor } => Some(self.declaring(loader, owner, name, descriptor)),
            Operation::Call { owner, name, descriptor, .. } => {
                Some(self.declaring_method(loader, owner, name, descriptor))
            }
            _ => None,
        }
    }

    /// The class that declares a static method. What is found nowhere the rewriter has added to the class itself.
    fn declaring_method<'a>(&'a self, loader: LoaderId, owner: &'a str, name: &str, descriptor: &str) -> &'a str {
        let mut class = owner;
        while let Some(info) = self.known(loader, class) {
            match &info.super_name {
                _ if info.methods.iter().any(|m| m.name == name && m.descriptor == descriptor) => return class,
                Some(parent) => class = parent,
                None => return owner,
            }
        }
        if is_jdk_name(class) { owner } else { class }
    }

    /// A hash of a declared field.
    pub fn field_key(class: &str, name: &str, descriptor: &str) -> u64 {
        hash_text(&format!("{class}.{name}:{descriptor}"))
    }

    /// How a method is found in an object of class `class` that `loader` has defined: bit 0 synchronized, bit 1
    /// declared by an application class, bit 2 declared by `Object`, bit 3 declared by an exception of the JDK that is
    /// rewritten.
    pub fn called_method(&self, site: u32, loader: LoaderId, class: &str) -> i32 {
        let Some(Operation::Call { owner, name, descriptor, caller_super, .. }) = self.site(site).map(|s| &s.operation)
        else {
            return 0;
        };
        let mut class = if *caller_super { owner.as_str() } else { class };
        while let Some(info) = self.known(loader, class) {
            if let Some(method) = info.methods.iter().find(|m| m.name == *name && m.descriptor == *descriptor) {
                let synchronized = method.access & ACC_SYNCHRONIZED != 0;
                let of_object = i32::from(class == OBJECT) << 2;
                let of_program = i32::from(!is_jdk_name(class)) << 1;
                let of_exception = i32::from(is_changing_exception(class)) << 3;
                return i32::from(synchronized) | of_program | of_object | of_exception;
            }
            match &info.super_name {
                Some(parent) => class = parent,
                None => break,
            }
        }
        i32::from(class == OBJECT) << 2
    }

    /// Whether a class declares a method as synchronized.
    pub fn is_synchronized(&self, loader: LoaderId, class: &str, name: &str, descriptor: &str) -> bool {
        let mut methods = self.known(loader, class).into_iter().flat_map(|info| &info.methods);
        let method = methods.find(|method| method.name == name && method.descriptor == descriptor);
        method.is_some_and(|method| method.access & ACC_SYNCHRONIZED != 0)
    }

    /// A hash of the method named at a call site, or of the place of a lambda.
    pub fn site_key(&self, site: u32) -> u64 {
        let Some(info) = self.site(site) else { return 1 };
        match &info.operation {
            Operation::Call { owner: _, name, descriptor, .. } => hash_text(&format!("{name}{descriptor}")),
            _ => self.site_place(site),
        }
    }

    /// A hash of the class, the method and the instruction of a site.
    pub fn site_place(&self, site: u32) -> u64 {
        let Some(info) = self.site(site) else { return 1 };
        let place = hash_text(&format!("{}.{}{}:{}", info.class, info.method, info.descriptor, info.bci));
        let loader = self.loader(site);
        if loader == LoaderId::COMMON { place } else { mix(place, loader.0) | 1 }
    }

    /// The methods that a class declared before it was rewritten, as `Native.declaredMethods` tells them; none if it
    /// was not.
    pub fn declared_methods(&self, loader: LoaderId, class: &str) -> Option<String> {
        let info = self.defined.get(&loader)?.known.get(class)?;
        let entry = |method: &Member| {
            let kind = if method.access & ACC_SYNCHRONIZED != 0 { '+' } else { '-' };
            format!("{kind}{}{}.", method.name, method.descriptor)
        };
        Some(info.methods.iter().map(entry).collect())
    }

    /// The instance fields that a class declares, as `Native.declaredFields` tells them.
    pub fn declared_fields(&self, loader: LoaderId, class: &str) -> String {
        let fields = self.known(loader, class).into_iter().flat_map(|info| &info.fields);
        let of_objects = fields.filter(|field| field.access & ACC_STATIC == 0);
        let entry = |field: &Member| {
            let kind = if field.access & ACC_VOLATILE != 0 { '+' } else { '-' };
            format!("{kind}{}:{}\n", field.name, field.descriptor)
        };
        of_objects.map(entry).collect()
    }

    /// The static fields that a class declares, as `Native.declaredStatics` tells them.
    pub fn declared_statics(&self, loader: LoaderId, class: &str) -> String {
        let entry = |field: &Member| {
            let kind = match (field.access & ACC_FINAL != 0, field.constant.is_some()) {
                (true, false) => 'f',
                (true, true) => 'c',
                (false, false) => 'v',
                (false, true) => 'k',
            };
            format!("{kind}{}:{}\n", field.name, field.descriptor)
        };
        self.statics(loader, class).map(entry).collect()
    }

    /// The access flags of the static fields that a class declares.
    pub fn flags_of_statics(&self, loader: LoaderId, class: &str) -> Vec<u16> {
        self.statics(loader, class).map(|field| field.access).collect()
    }

    fn statics<'a>(&'a self, loader: LoaderId, class: &str) -> impl Iterator<Item = &'a Member> {
        let fields = self.known(loader, class).into_iter().flat_map(|info| &info.fields);
        fields.filter(|field| field.access & ACC_STATIC != 0)
    }

    /// The value that a class file gives a static field which the class declares, as `Native.constantValue` tells it.
    pub fn constant_value(&self, loader: LoaderId, class: &str, name: &str, descriptor: &str) -> Option<String> {
        let fields = &self.known(loader, class)?.fields;
        let field = fields.iter().find(|field| field.name == name && field.descriptor == descriptor)?;
        Some(match field.constant.as_ref()? {
            ConstantValue::Number(bits) => format!("n{bits}"),
            ConstantValue::Text(text) => format!("s{text}"),
        })
    }

    /// What the instruction at a place calls.
    pub fn called_method_at(&self, site: SiteId) -> Option<Method> {
        let Operation::Call { owner, name, descriptor, is_static, .. } = &self.site(site.0)?.operation else {
            return None;
        };
        let (parameters, result) = descriptor.strip_prefix('(')?.split_once(')')?;
        let (class, written) = (owner.replace('/', "."), self.sites.written.get(&site.0).cloned());
        let called = CalledMethod { site, class, method: name.clone(), is_static: *is_static, written };
        let result = (result != "V").then(|| value_kind(result));
        Some(Method { called, parameters: types(parameters).map(value_kind).collect(), result })
    }

    /// A place as reports show it.
    pub fn describe(&self, site: u32) -> Option<Site> {
        let info = self.site(site)?;
        let (class, method) = match info.class.split_once(GENERATED) {
            Some((outer, _)) => (outer, "lambda"),
            None => (&*info.class, accessed_from(&info.method).map_or(&*info.method, |from| from.unwrap_or("lambda"))),
        };
        Some(Site {
            id: SiteId(site),
            class: class.replace('/', "."),
            method: method.to_owned(),
            file: info.file.clone(),
            line: info.line,
            bci: info.bci,
            atomic: atomicity(info),
            waits_once: info.waits_once,
        })
    }
}

/// Whether the access at a place never races, where the place says so: calls of `VarHandle` and `Unsafe` do by their
/// mode. Classes of `java.util.concurrent` are made for use by several threads; where these race for their fields, they
/// know what they do.
fn atomicity(info: &SiteInfo) -> Option<bool> {
    match &info.operation {
        Operation::Field { .. } => info.class.starts_with("java/util/concurrent/").then_some(true),
        Operation::Call { owner, name, .. } if owner == "java/lang/invoke/VarHandle" => {
            Some(!matches!(name.as_str(), "get" | "set"))
        }
        Operation::Call { owner, name, .. }
            if matches!(owner.as_str(), "jdk/internal/misc/Unsafe" | "sun/misc/Unsafe") =>
        {
            let plain = name.strip_prefix("get").or_else(|| name.strip_prefix("put"));
            let modes = ["And", "Opaque", "Acquire", "Release", "Volatile", "Ordered"];
            Some(plain.is_none_or(|rest| modes.iter().any(|mode| rest.contains(mode))))
        }
        _ => None,
    }
}

fn hash_text(text: &str) -> u64 {
    text.bytes().fold(mix(0x006b_6579, text.len() as u64), |hash, byte| mix(hash, u64::from(byte))) | 1
}

/// The types in the parameters of a descriptor.
fn types(mut parameters: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let element = parameters.find(|c| c != '[')?;
        let length = match parameters[element..].strip_prefix('L') {
            Some(name) => 2 + name.find(';')?,
            None => 1,
        };
        let (first, rest) = parameters.split_at_checked(element + length)?;
        parameters = rest;
        Some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_rewriter::ClassInfo;

    fn class(name: &str, parent: &str, fields: &[&str]) -> (String, ClassInfo) {
        let field =
            |name: &&str| Member { name: (*name).to_owned(), descriptor: "I".to_owned(), access: 0, constant: None };
        let info = ClassInfo {
            name: name.to_owned(),
            super_name: Some(parent.to_owned()),
            interfaces: Vec::new(),
            access: 0,
            major: 61,
            fields: fields.iter().map(field).collect(),
            methods: Vec::new(),
            source_file: None,
        };
        (name.to_owned(), info)
    }

    #[test]
    fn the_types_of_parameters_are_told_apart() {
        let found: Vec<&str> = types("I[[JLa/B;[La/C;Z").collect();
        assert_eq!(found, ["I", "[[J", "La/B;", "[La/C;", "Z"]);
        assert_eq!(types("").count(), 0);
    }

    #[test]
    fn a_field_is_found_in_the_class_that_declares_it() {
        let mut classes = Classes::default();
        let common = LoaderId::COMMON;
        let defined = [class("A", "lib/Base", &["x"]), class("B", "A", &["y"]), class("C", "B", &["x"])];
        classes.defined.entry(common).or_default().known.extend(defined);
        assert_eq!(classes.declaring(common, "B", "x", "I"), "A");
        assert_eq!(classes.declaring(common, "C", "x", "I"), "C");
        assert_eq!(classes.declaring(common, "B", "z", "I"), "lib/Base");
    }

    #[test]
    fn each_loader_has_its_own_classes_and_those_of_the_class_path() {
        let mut classes = Classes::default();
        let (one, two) = (LoaderId(7), LoaderId(8));
        classes.defined.entry(LoaderId::COMMON).or_default().known.extend([class("Base", "lib/Base", &["x"])]);
        classes.defined.entry(one).or_default().known.extend([class("A", "Base", &["y"])]);
        classes.defined.entry(two).or_default().known.extend([class("A", "Base", &["x"])]);
        assert_eq!(classes.declaring(one, "A", "x", "I"), "Base");
        assert_eq!(classes.declaring(two, "A", "x", "I"), "A");
    }

    #[test]
    fn a_static_method_that_the_rewriter_has_added_is_declared_where_it_is_called() {
        let mut classes = Classes::default();
        let method =
            Member { name: "make".to_owned(), descriptor: "()V".to_owned(), access: ACC_STATIC, constant: None };
        let mut parent = class("A", "java/lang/Object", &[]);
        parent.1.methods.push(method);
        let common = LoaderId::COMMON;
        classes.defined.entry(common).or_default().known.extend([parent, class("B", "A", &[])]);
        assert_eq!(classes.declaring_method(common, "B", "make", "()V"), "A");
        assert_eq!(classes.declaring_method(common, "B", "mcr$lambda$0", "()V"), "B");
    }
}
