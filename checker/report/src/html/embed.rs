//! What goes into the page as it is: data for the script, and the policy that lets nothing else in.
//!
//! Invariant: in an element `<script>`, embedded data can neither end the element nor begin a comment, whatever the strings in
//! it are; and the policy names the exact text of our own script and style sheet, so that nothing else runs.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// JSON that may stand in an element `<script>`. The escaped characters occur in strings only, where they mean the same.
#[must_use]
pub fn json(data: &impl Serialize) -> String {
    // Strings and numbers only: this cannot fail.
    let plain = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// What the browser may do with the page: run this script, apply this style sheet, and nothing else. No frames, forms,
/// images or connections, and no text that becomes markup.
#[must_use]
pub fn policy(script: &str, style: &str) -> String {
    let (script, style) = (hash(script), hash(style));
    format!(
        "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    )
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_text_cannot_leave_its_element() {
        let hostile =
            ["</script><script>alert(1)</script>", "<!--", "-->", "]]>", "\u{2028}\u{2029}", "\"'\\&amp;{{x}}"];
        let embedded = json(&hostile);
        assert!(!embedded.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{embedded}");
        let back: Vec<String> = serde_json::from_str(&embedded).unwrap();
        assert_eq!(back, hostile);
    }

    #[test]
    fn the_policy_has_the_hashes_that_browsers_compute() {
        // The first is an example in the specification of the policy (CSP 3, 7.3), the second one the digest of nothing (FIPS 180-4).
        let policy = policy("alert('Hello, world.');", "");
        assert!(policy.contains("script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=';"), "{policy}");
        assert!(policy.contains("style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';"), "{policy}");
    }
}
