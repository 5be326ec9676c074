//! Class-name globs: `*` stands for any characters within a package, `**` for any at all, `?` for one.

/// Whether a class name (with dots) matches a glob.
pub fn matches(glob: &str, name: &str) -> bool {
    fn go(glob: &[u8], name: &[u8]) -> bool {
        match glob {
            [] => name.is_empty(),
            [b'*', b'*', rest @ ..] => (0..=name.len()).any(|n| go(rest, &name[n..])),
            [b'*', rest @ ..] => {
                let end = name.iter().position(|&c| c == b'.').unwrap_or(name.len());
                (0..=end).any(|n| go(rest, &name[n..]))
            }
            [b'?', rest @ ..] => !name.is_empty() && name[0] != b'.' && go(rest, &name[1..]),
            [c, rest @ ..] => name.first() == Some(c) && go(rest, &name[1..]),
        }
    }
    go(glob.as_bytes(), name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn one_star_stays_in_its_package() {
        assert!(matches("com.acme.*", "com.acme.Main"));
        assert!(!matches("com.acme.*", "com.acme.util.Lists"));
        assert!(matches("com.acme.**", "com.acme.util.Lists"));
        assert!(matches("**Test", "a.b.SomeTest"));
        assert!(matches("Ma?n", "Main"));
        assert!(!matches("Main", "Main2"));
    }
}
