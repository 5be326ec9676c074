//! Words of command lines, as one would type them.

/// A word that a shell takes for this text, and that does nothing to a terminal.
#[must_use]
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,@%+#".contains(c);
    if text.chars().any(char::is_control) {
        let escape = |c: char| match c {
            '\\' | '\'' => format!("\\{c}"),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        };
        format!("$'{}'", text.chars().map(escape).collect::<String>())
    } else if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn words_can_be_typed() {
        assert_eq!(word("a/b-1.jar:c"), "a/b-1.jar:c");
        assert_eq!(word(""), "''");
        assert_eq!(word("it's 1"), "'it'\\''s 1'");
        assert_eq!(word("A$B"), "'A$B'");
        assert_eq!(word("a\u{1b}[31m\n"), "$'a\\u001b[31m\\u000a'");
    }
}
