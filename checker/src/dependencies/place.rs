//! A place in the source that a person names: a method, or a line.
use mcr_sdg::calls::{Procedure, ProcedureId};
use mcr_sdg::graph::NodeId;
use mcr_sdg::program::Program;
use std::str::FromStr;

/// A place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// All methods of a name in a class, which may be without its package.
    Method {
        /// With dots or slashes.
        class: String,
        /// Its name.
        method: String,
    },
    /// A line of a source file; all files of that name.
    Line {
        /// Such as `Main.java`.
        file: String,
        /// From 1 on.
        line: u16,
    },
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let error = || format!("`{text}` is no place: give Class.method, or File.java:LINE");
        if let Some((file, line)) = text.rsplit_once(':') {
            let line = line.parse().map_err(|_| error())?;
            return Ok(Place::Line { file: file.to_owned(), line });
        }
        let (class, method) = text.rsplit_once(['.', '#']).ok_or_else(error)?;
        if class.is_empty() || method.is_empty() {
            return Err(error());
        }
        Ok(Place::Method { class: class.replace('.', "/"), method: method.to_owned() })
    }
}

impl Place {
    /// The nodes there, in order; none if no code that is reached is there.
    #[must_use]
    pub fn nodes(&self, program: &Program<'_>) -> Vec<NodeId> {
        let procedures = program.calls.procedures().filter(|(_, procedure)| self.may_be_in(program, *procedure));
        let nodes = procedures.flat_map(|(id, _)| program.nodes(id));
        match self {
            Place::Method { .. } => nodes.collect(),
            Place::Line { line, .. } => nodes.filter(|node| program.line(*node) == Some(*line)).collect(),
        }
    }

    /// The methods that are reached in its class or file, to choose from if it is nowhere; at most so many.
    #[must_use]
    pub fn near(&self, program: &Program<'_>, most: usize) -> Vec<String> {
        let is_near = |procedure: Procedure| match (self, procedure) {
            (Place::Method { class, .. }, Procedure::Method(id)) => {
                is_called(&program.calls.hierarchy.class(id.class).name, class)
            }
            (Place::Line { .. }, _) => self.may_be_in(program, procedure),
            _ => false,
        };
        let near = program.calls.procedures().filter(|(_, procedure)| is_near(*procedure));
        near.take(most).map(|(id, _): (ProcedureId, _)| program.calls.name(id)).collect()
    }

    fn may_be_in(&self, program: &Program<'_>, procedure: Procedure) -> bool {
        let Procedure::Method(id) = procedure else { return false };
        let of = program.calls.hierarchy.class(id.class);
        match self {
            Place::Method { class, method } => *program.calls.method(id).name == **method && is_called(&of.name, class),
            Place::Line { file, .. } => of.source.as_deref() == Some(file),
        }
    }
}

/// Whether a class is meant by its name with or without its package.
fn is_called(name: &str, said: &str) -> bool {
    name == said || name.strip_suffix(said).is_some_and(|package| package.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_method_or_a_line() {
        let method = |class: &str, method: &str| Place::Method { class: class.into(), method: method.into() };
        assert_eq!("com.acme.Main.run".parse(), Ok(method("com/acme/Main", "run")));
        assert_eq!("Main$Inner#run".parse(), Ok(method("Main$Inner", "run")));
        assert_eq!("Main.java:12".parse(), Ok(Place::Line { file: "Main.java".into(), line: 12 }));
        for wrong in ["", "run", ".run", "Main.", "Main.java:", "Main.java:x", "Main.java:99999"] {
            assert!(wrong.parse::<Place>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_class_may_be_named_without_its_package() {
        assert!(is_called("com/acme/Main", "Main") && is_called("com/acme/Main", "com/acme/Main"));
        assert!(!is_called("com/acme/OurMain", "Main") && !is_called("Main", "acme/Main"));
    }
}
