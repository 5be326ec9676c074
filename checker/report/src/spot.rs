//! A place in the source, wherever it is known from: a [`Site`] or a line of a stack trace.

use mcr_model::symbols::is_class_of_jdk;
use mcr_protocol::Site;

/// A line of a method.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Class name, with dots.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Name of the source file, without directories.
    pub file: Option<String>,
    /// Line, from 1.
    pub line: Option<u32>,
}

impl Spot {
    /// The place of an operation.
    #[must_use]
    pub fn of(site: &Site) -> Spot {
        Spot {
            class: site.class.clone(),
            method: site.method.clone(),
            file: site.file.clone(),
            line: site.line.filter(|line| *line > 0),
        }
    }

    /// A line of a stack trace: `com.acme.Main.run(Main.java:12)`.
    #[must_use]
    pub fn parse(frame: &str) -> Option<Spot> {
        let (method, place) = frame.strip_suffix(')')?.split_once('(')?;
        // `java.base/java.lang.Thread.run`: the module is no part of the name.
        let (_, method) = method.rsplit_once('/').unwrap_or(("", method));
        let (class, method) = method.rsplit_once('.')?;
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) => (file, line.parse().ok().filter(|line| *line > 0)),
            None => (place, None),
        };
        let file = (!matches!(file, "Unknown Source" | "Native Method" | "")).then(|| file.to_owned());
        Some(Spot { class: class.to_owned(), method: method.to_owned(), file, line })
    }

    /// Where the source is, below a root of sources: `com/acme/Main.java`.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        // A file name is data of a class file: it must not lead out of the directory.
        if file.contains(['/', '\\']) || file.starts_with("..") {
            return None;
        }
        Some(match self.class.rsplit_once('.') {
            Some((package, _)) if !package.contains(['/', '\\']) => format!("{}/{file}", package.replace('.', "/")),
            Some(_) => return None,
            None => file.clone(),
        })
    }

    /// Whether the code is part of the JDK.
    #[must_use]
    pub fn is_of_jdk(&self) -> bool {
        is_class_of_jdk(&self.class)
    }

    /// `com.acme.Main.run`.
    #[must_use]
    pub fn qualified(&self) -> String {
        format!("{}.{}", self.class, self.method)
    }

    /// `Main.java:12`; the method where that is not known.
    #[must_use]
    pub fn short(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            (Some(file), None) => file.clone(),
            (None, _) => self.qualified(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(class: &str, method: &str, file: Option<&str>, line: Option<u32>) -> Spot {
        Spot { class: class.into(), method: method.into(), file: file.map(Into::into), line }
    }

    #[test]
    fn a_line_of_a_stack_trace_is_understood() {
        let expected = spot("com.acme.Main$1", "lambda$run$0", Some("Main.java"), Some(12));
        assert_eq!(Spot::parse("com.acme.Main$1.lambda$run$0(Main.java:12)"), Some(expected));
        let expected = spot("java.lang.Thread", "run", Some("Thread.java"), None);
        assert_eq!(Spot::parse("java.base/java.lang.Thread.run(Thread.java)"), Some(expected));
        assert_eq!(Spot::parse("Main.main(Unknown Source)"), Some(spot("Main", "main", None, None)));
        assert_eq!(Spot::parse("nonsense"), None);
    }

    #[test]
    fn the_path_follows_the_package_and_stays_below_the_root() {
        assert_eq!(spot("com.acme.Main$1", "run", Some("Main.java"), None).path().unwrap(), "com/acme/Main.java");
        assert_eq!(spot("Main", "run", Some("Main.java"), None).path().unwrap(), "Main.java");
        assert_eq!(spot("Main", "run", Some("../../etc/passwd"), None).path(), None);
        assert_eq!(spot("a/b.Main", "run", Some("x"), None).path(), None);
        assert_eq!(spot("Main", "run", None, None).path(), None);
    }
}
