//! What objects are called after the variable that held them first: `left`, `Stock.left`, `locks[0]`.
//!
//! Invariant: two objects of one interleaving have two names. An object that no variable of the program was seen to hold keeps its class and number.

use super::names::simple;
use mcr_explore::Violation;
use mcr_model::symbols::Symbols;
use mcr_protocol::{Action, LocationId, Told, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Names of objects, by what they are called else (`a.Node#2`).
pub type Held = FxHashMap<String, String>;

/// Finds the names. None where calls were not told: then it is not known what static initialisers have written.
#[must_use]
pub fn held(violation: &Violation, symbols: &Symbols) -> Held {
    let Some(calls) = violation.calls.as_deref() else { return Held::default() };
    let own: FxHashSet<&str> = calls.own.iter().map(|class| simple(class)).collect();
    let written = violation.events.iter().filter_map(|event| match &event.action {
        Action::Write(location, value, _) => Some((*location, *value)),
        _ => None,
    });
    let mut found: Vec<(String, String)> = Vec::new();
    let mut variables: FxHashMap<String, String> = FxHashMap::default();
    // What holds an object may itself be held by something that was written later.
    let all: Vec<(LocationId, Value)> = calls.initial.iter().copied().chain(written).collect();
    for _ in 0..2 {
        for (location, value) in &all {
            let Some(object) = symbols.object(*value).filter(|label| is_numbered(label)) else { continue };
            let Some(variable) = symbols.location(*location).map(|found| found.label.as_str()) else { continue };
            if variables.contains_key(object) {
                continue;
            }
            let Some(variable) = variable_name(variable, &variables, &own) else { continue };
            if found.iter().any(|(_, taken)| *taken == variable) {
                continue;
            }
            variables.insert(object.to_owned(), variable.clone());
            found.push((object.to_owned(), variable));
        }
    }
    // What no field holds may be called by a variable of a method.
    for call in &calls.calls {
        let Some(method) = calls.methods.get(call.method as usize) else { continue };
        let Some(Told::Object { name: Some(object), .. }) = &call.receiver else { continue };
        let Some(variable) = method.written.as_deref().filter(|variable| !variable.contains(['.', '$', '('])) else {
            continue;
        };
        let Some(object) = symbols.object(*object).filter(|label| is_numbered(label)) else { continue };
        if !variables.contains_key(object) && !found.iter().any(|(_, taken)| simple(taken) == variable) {
            variables.insert(object.to_owned(), variable.to_owned());
            found.push((object.to_owned(), variable.to_owned()));
        }
    }
    let short = |name: &str| simple(name).to_owned();
    let mut uses: FxHashMap<String, u32> = FxHashMap::default();
    found.iter().for_each(|(_, name)| *uses.entry(short(name)).or_default() += 1);
    found
        .into_iter()
        .map(|(object, name)| (object, if uses[&short(&name)] == 1 { short(&name) } else { name }))
        .collect()
}

/// Whether an object is called by its class and a number; others are called by what they contain.
fn is_numbered(label: &str) -> bool {
    !label.contains('"') && label.rsplit_once('#').is_some_and(|(_, number)| number.bytes().all(|c| c.is_ascii_digit()))
}

/// What a variable is called that holds something: without the package, and with the name of what it is a part of. None if it is not one of the
/// program's own classes (`own`: without packages), and nothing of the program holds that.
fn variable_name(label: &str, held: &FxHashMap<String, String>, own: &FxHashSet<&str>) -> Option<String> {
    if let (Some(owner), part) = owner(label) {
        // The object around an object is no news.
        if part.starts_with(".this$") {
            return None;
        }
        let part = part.replacen(".val$", ".", 1);
        let class = simple(owner.split('#').next().unwrap_or(owner));
        if own.contains(class) && part.starts_with('.') {
            let holder = held.get(owner).map_or_else(|| simple(owner), |name| simple(name));
            return Some(format!("{holder}{part}"));
        }
        // Elements of an array that a variable holds.
        let holder = held.get(owner).filter(|_| part.starts_with('['))?;
        return Some(format!("{}{part}", simple(holder)));
    }
    // `a.b.Stock.left`: the last two parts.
    let (class, field) = label.rsplit_once('.')?;
    own.contains(simple(class)).then(|| format!("{}.{field}", simple(class)))
}

/// The object in `a.Node#2.next` and in `int[2]#1[0]`, and what of it is meant.
#[must_use]
pub fn owner(label: &str) -> (Option<&str>, &str) {
    let Some(number) = label.find('#') else { return (None, label) };
    let digits = label[number + 1..].bytes().take_while(u8::is_ascii_digit).count();
    let (owner, part) = label.split_at(number + 1 + digits);
    if digits == 0 || part.is_empty() { (None, label) } else { (Some(owner), part) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_of_a_location_is_found() {
        assert_eq!(owner("a.Node#2.next"), (Some("a.Node#2"), ".next"));
        assert_eq!(owner("int[2]#1[0]"), (Some("int[2]#1"), "[0]"));
        assert_eq!(owner("a.Main.x"), (None, "a.Main.x"));
    }

    #[test]
    fn variables_are_called_after_their_class_or_what_holds_their_object() {
        let mut held = FxHashMap::default();
        held.insert("a.Account#1".to_owned(), "Bank.from".to_owned());
        held.insert("java.lang.Object[2]#1".to_owned(), "Bank.locks".to_owned());
        let own = ["Stock", "Account"].into_iter().collect();
        let name = |label| variable_name(label, &held, &own);
        assert_eq!(name("a.b.Stock.left").as_deref(), Some("Stock.left"));
        assert_eq!(name("a.Account#1.owner").as_deref(), Some("from.owner"));
        assert_eq!(name("a.Account#2.owner").as_deref(), Some("Account#2.owner"));
        assert_eq!(name("java.lang.Object[2]#1[0]").as_deref(), Some("locks[0]"));
        assert_eq!(name("Account#2.val$list").as_deref(), Some("Account#2.list"));
        assert_eq!(name("Account#2.this$0"), None);
        assert_eq!(name("java.util.HashMap#1.table"), None);
        assert_eq!(name("java.lang.System.out"), None);
    }

    #[test]
    fn texts_have_no_numbers() {
        assert!(
            is_numbered("a.Node#2") && !is_numbered("\"#2") && !is_numbered("\"a#2\"") && !is_numbered("System.out")
        );
    }
}
