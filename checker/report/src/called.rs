//! A call in a few words: `left.get("apple") -> 3`, `new Order(7)`, `Files.size(path)`.

use super::folding::Folding;
use super::names::{Names, escape, simple};
use console::truncate_str;
use mcr_protocol::{Call, CalledMethod, Told};

/// Columns of an argument, or of a result, beyond which it is cut.
const ARGUMENT: usize = 32;

/// What the agent says that the class of a lambda is called.
const LAMBDA: &str = "lambda";

/// What is called, with what.
#[must_use]
pub fn text(names: &Names<'_>, folding: &Folding<'_>, call: &Call) -> String {
    let Some(method) = folding.method(call) else { return "?".to_owned() };
    let arguments: Vec<String> = call.arguments.iter().map(|told| cut(&value(names, told))).collect();
    format!("{}({})", callee(names, method, call), arguments.join(", "))
}

/// The same with what came of it, if it has ended.
#[must_use]
pub fn with_result(names: &Names<'_>, folding: &Folding<'_>, call: &Call) -> String {
    let text = self::text(names, folding, call);
    match outcome(names, folding, call) {
        Some(outcome) => format!("{text} {outcome}"),
        None => text,
    }
}

/// `-> 3`, `throws`; none if there is nothing to say.
#[must_use]
pub fn outcome(names: &Names<'_>, folding: &Folding<'_>, call: &Call) -> Option<String> {
    if call.threw {
        return Some("throws".to_owned());
    }
    let makes = folding.method(call).is_some_and(|method| method.method == "<init>");
    let result = call.result.as_ref().filter(|result| !makes && Some(*result) != call.receiver.as_ref())?;
    Some(format!("-> {}", cut(&value(names, result))))
}

fn callee(names: &Names<'_>, method: &CalledMethod, call: &Call) -> String {
    let class = escape(innermost(&method.class));
    if method.method == "<init>" {
        return format!("new {class}");
    }
    format!("{}.{}", called_object(names, method, call).unwrap_or(class), escape(&method.method))
}

/// What the object is called on which a method is called; none if there is none.
#[must_use]
pub fn receiver(names: &Names<'_>, folding: &Folding<'_>, call: &Call) -> Option<String> {
    called_object(names, folding.method(call)?, call)
}

fn called_object(names: &Names<'_>, method: &CalledMethod, call: &Call) -> Option<String> {
    match &call.receiver {
        Some(Told::Object { name: Some(name), .. }) if names.is_held(*name) => Some(names.object(*name)),
        _ if method.written.is_some() => method.written.as_deref().map(|written| escape(simple(written))),
        Some(Told::Object { name: None, class }) => Some(escape(class)),
        Some(told) => Some(value(names, told)),
        None => None,
    }
}

/// A value.
#[must_use]
pub fn value(names: &Names<'_>, told: &Told) -> String {
    match told {
        Told::Null => "null".to_owned(),
        Told::Primitive(kind, value) => names.primitive(*kind, *value),
        Told::Contents(text) => escape(text),
        Told::Object { name, class } => match name {
            _ if class == LAMBDA => LAMBDA.to_owned(),
            Some(name) if names.knows(*name) => names.object(*name),
            _ => escape(class),
        },
    }
}

/// `Map$Entry` of `java.util.Map$Entry` is `Entry`.
fn innermost(class: &str) -> &str {
    let simple = simple(class);
    simple.rsplit('$').find(|part| !part.is_empty()).unwrap_or(simple)
}

fn cut(text: &str) -> String {
    truncate_str(text, ARGUMENT, "…").into_owned()
}
