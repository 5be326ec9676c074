//! The native methods of `dev.mcr.Native` that ask, and tell, about classes, their members, and places in their code ([`crate::classes`]).

use super::jni::Jni;
use super::load::runtime;
use super::natives::the_agent;
use super::states::{self, States};
use crate::classes::{Classes, LoaderId};
use crate::policy::{INVOKESTATIC, INVOKEVIRTUAL, is_jdk_name, may_hand_on, statics, substitute};
use jvmti_bindings::sys::jni::{jboolean, jclass, jint, jlong, jlongArray, jobject, jstring, jvalue};
use mcr_rewriter::policy::Call;
use mcr_rewriter::site::Operation;
use mcr_rewriter::taken;

/// Answer of `fieldKey` for a field whose writes are not seen. (A hash that small does not occur.)
const OPAQUE_FIELD: jlong = 2;

pub fn field_owner(jni: Jni, site: jint) -> jstring {
    let classes = the_agent().classes();
    let owner = match classes.site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Field { owner, name, descriptor }) => {
            classes.declaring(classes.loader(site.cast_unsigned()), owner, name, descriptor).to_owned()
        }
        _ => String::new(),
    };
    drop(classes);
    jni.string(&owner)
}

pub fn field_named(jni: Jni, site: jint) -> jstring {
    let field = match the_agent().classes().site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Field { name, descriptor, .. }) => format!("{name}:{descriptor}"),
        _ => String::new(),
    };
    jni.string(&field)
}

pub fn hands_on(_: Jni, site: jint) -> jboolean {
    let classes = the_agent().classes();
    let called = classes.site(site.cast_unsigned()).map(|site| &site.operation);
    u8::from(matches!(called, Some(Operation::Call { owner, name, is_static: true, .. }) if may_hand_on(owner, name)))
}

pub fn initialised(jni: Jni, site: jint) -> jstring {
    let class = the_agent().classes().initialised(site.cast_unsigned()).unwrap_or_default().to_owned();
    jni.string(&class)
}

/// The JVM initialises a class when it is asked for a method of it; this one every class and interface has. An exception stays pending.
pub fn initialise(jni: Jni, class: jclass) {
    jni.method_or_throw(class, c"hashCode", c"()I");
}

pub fn class_states(jni: Jni) -> jlongArray {
    let numbers = States::find().map(|states| {
        let state = i64::try_from(states.state).unwrap_or_default();
        [i64::from(states.class), state, i64::from(states.linked), i64::from(states.initialised)]
    });
    jni.array_of_longs(numbers.as_ref().map_or(&[], |numbers| numbers))
}

pub fn make_variable(jni: Jni, structure: jlong, class: jstring, loader: jlong) -> jboolean {
    let class = jni.text(class).replace('.', "/");
    let flags = the_agent().classes().flags_of_statics(LoaderId(loader.cast_unsigned()), &class);
    u8::from(usize::try_from(structure).is_ok_and(|structure| states::make_variable(structure, &flags)))
}

pub fn keeps_classes(_: Jni) -> jboolean {
    u8::from(the_agent().configuration().is_some_and(|configured| !configured.fresh_classes))
}

pub fn not_kept(jni: Jni) -> jstring {
    let reason = the_agent().classes().not_kept().map(ToOwned::to_owned);
    reason.map_or(std::ptr::null_mut(), |reason| jni.string(&reason))
}

pub fn fresh_classes(jni: Jni, reason: jstring) {
    the_agent().fresh_classes(jni.text(reason));
}

pub fn declared_statics(jni: Jni, class: jstring, loader: jlong) -> jstring {
    let class = jni.text(class).replace('.', "/");
    jni.string(&the_agent().classes().declared_statics(LoaderId(loader.cast_unsigned()), &class))
}

pub fn field_key(_: Jni, site: jint) -> jlong {
    let classes = the_agent().classes();
    match classes.site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Field { owner, name, descriptor }) => {
            let class = classes.declaring(classes.loader(site.cast_unsigned()), owner, name, descriptor);
            if is_jdk_name(class) && !classes.is_rewritten(LoaderId::COMMON, class) {
                return OPAQUE_FIELD;
            }
            Classes::field_key(class, name, descriptor).cast_signed()
        }
        _ => 1,
    }
}

pub fn declared_field_key(jni: Jni, class: jstring, name: jstring, descriptor: jstring) -> jlong {
    Classes::field_key(&jni.text(class).replace('.', "/"), &jni.text(name), &jni.text(descriptor)).cast_signed()
}

pub fn constant_value(jni: Jni, class: jstring, loader: jlong, name: jstring, descriptor: jstring) -> jstring {
    let (class, name, descriptor) = (jni.text(class).replace('.', "/"), jni.text(name), jni.text(descriptor));
    let value = the_agent().classes().constant_value(LoaderId(loader.cast_unsigned()), &class, &name, &descriptor);
    value.map_or(std::ptr::null_mut(), |value| jni.string(&value))
}

pub fn called_method(jni: Jni, site: jint, class: jstring, loader: jlong) -> jint {
    let class = jni.text(class).replace('.', "/");
    the_agent().classes().called_method(site.cast_unsigned(), LoaderId(loader.cast_unsigned()), &class)
}

pub fn site_key(_: Jni, site: jint) -> jlong {
    the_agent().classes().site_key(site.cast_unsigned()).cast_signed()
}

pub fn site_place(_: Jni, site: jint) -> jlong {
    the_agent().classes().site_place(site.cast_unsigned()).cast_signed()
}

pub fn rewritten(jni: Jni, class: jstring, loader: jlong) -> jboolean {
    let class = jni.text(class).replace('.', "/");
    u8::from(the_agent().classes().is_rewritten(LoaderId(loader.cast_unsigned()), &class))
}

pub fn if_null(jni: Jni, site: jint) -> jstring {
    let message = the_agent().classes().if_null(site.cast_unsigned()).map(str::to_owned);
    message.map_or(std::ptr::null_mut(), |message| jni.string(&message))
}

pub fn declared_fields(jni: Jni, class: jstring, loader: jlong) -> jstring {
    let class = jni.text(class).replace('.', "/");
    jni.string(&the_agent().classes().declared_fields(LoaderId(loader.cast_unsigned()), &class))
}

pub fn declared_methods(jni: Jni, class: jstring, loader: jlong) -> jstring {
    let class = jni.text(class).replace('.', "/");
    let declared = the_agent().classes().declared_methods(LoaderId(loader.cast_unsigned()), &class);
    declared.map_or(std::ptr::null_mut(), |declared| jni.string(&declared))
}

pub fn generated_class(jni: Jni, class: jstring) -> jobject {
    let class = jni.text(class).replace('.', "/");
    let made = the_agent().classes().generated(&class);
    made.map_or(std::ptr::null_mut(), |made| jni.bytes(&made))
}

/// Tells a class of the Java runtime of all classes of the JDK.
pub fn tell_loaded(jni: Jni, residue: jclass) {
    let Some(runtime) = runtime() else { return };
    let Some(loaded) = jni.static_method_or_throw(residue, c"loaded", c"(Ljava/lang/Class;)V") else { return };
    for class in runtime.jvmti.loaded_classes(jni, |name, _| is_jdk_name(name)) {
        jni.call_static(residue, loaded, &[jvalue { l: class }]);
        jni.forget(class);
    }
}

pub fn registries(jni: Jni) -> jstring {
    let names = the_agent().classes().take_registries();
    if names.is_empty() { std::ptr::null_mut() } else { jni.string(&names.join(" ")) }
}

pub fn site_class(jni: Jni, site: jint) -> jstring {
    let class = the_agent().classes().site(site.cast_unsigned()).map(|site| site.class.clone());
    jni.string(&class.unwrap_or_default())
}

pub fn site_loader(_: Jni, site: jint) -> jlong {
    the_agent().classes().loader(site.cast_unsigned()).0.cast_signed()
}

pub fn site_state(jni: Jni, site: jint) -> jstring {
    let classes = the_agent().classes();
    let state = match classes.site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Call { owner, name, descriptor, .. }) => statics::used(owner, name, descriptor),
        _ => None,
    };
    drop(classes);
    state.map_or(std::ptr::null_mut(), |(used, state)| jni.string(&format!("{}{state}", used.mark())))
}

pub fn site_method(jni: Jni, site: jint) -> jstring {
    let classes = the_agent().classes();
    let name = match classes.site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Call { name, .. }) => name.clone(),
        _ => String::new(),
    };
    drop(classes);
    jni.string(&name)
}

/// The method called at a site: name and descriptor, and of a method of a superclass or a constructor the class that is named.
pub fn called(jni: Jni, site: jint) -> jstring {
    let called = match the_agent().classes().site(site.cast_unsigned()).map(|site| &site.operation) {
        Some(Operation::Call { owner, name, descriptor, caller_super: true, .. }) => {
            format!("{name}{descriptor} {owner}")
        }
        Some(Operation::Call { owner, name, descriptor, .. }) if name == "<init>" => {
            format!("{name}{descriptor} {owner}")
        }
        Some(Operation::Call { name, descriptor, .. }) => format!("{name}{descriptor}"),
        _ => String::new(),
    };
    jni.string(&called)
}

/// The hook that stands for calls of a method; null if there is none.
pub fn substitute_of(jni: Jni, owner: jstring, name: jstring, descriptor: jstring, is_static: jboolean) -> jstring {
    let (owner, name, descriptor) = (jni.text(owner).replace('.', "/"), jni.text(name), jni.text(descriptor));
    let opcode = if is_static == 0 { INVOKEVIRTUAL } else { INVOKESTATIC };
    let hook = substitute(&Call { opcode, owner: &owner, name: &name, descriptor: &descriptor });
    hook.map_or(std::ptr::null_mut(), |hook| jni.string(hook))
}

pub fn taken_monitors(jni: Jni, class_file: jobject) -> jstring {
    let methods = taken(&jni.read_bytes(class_file)).unwrap_or_default();
    jni.string(&methods.iter().map(ToString::to_string).collect::<String>())
}
