//! Text in so many columns of a terminal: names are shortened where they say least, messages and sentences at their
//! end.
//!
//! Of a name such as `com.acme.stock.Inventory$Entry#12.quantity` the package goes first, then the middle of what comes
//! after the class (`…` stands for it); the class itself stays whole as long as it fits.
//!
//! Invariant: what these functions return is not wider than asked, whatever is in it, wide characters included.

use super::names::escape;
use crate::shell;
use console::{measure_text_width, truncate_str};

/// Stands for what was left out.
const CUT: &str = "…";

/// Columns of a message; it is whole in the other forms of the report.
const MESSAGE: usize = 200;

/// How far in the lines after the first of a sentence are.
const FURTHER: usize = 4;

/// Columns of what is after the class in a name, with which there is something to recognise.
const MEMBER: usize = 4;

/// Columns in which a class can be recognised.
const CLASS: usize = 8;

/// The columns that text takes.
#[must_use]
pub fn columns(text: &str) -> usize {
    measure_text_width(text)
}

/// Text, or as much of its beginning as fits, and `…`.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    // What several characters are together can be wider than they are by themselves.
    let cuts =
        (0..=width).rev().map(|room| if room == 0 { String::new() } else { truncate_str(text, room, CUT).into() });
    let mut fitting = cuts.filter(|cut: &String| columns(cut) <= width);
    fitting.next().unwrap_or_default()
}

/// Text, or as much of its end as fits, after `…`.
#[must_use]
pub fn cut_beginning(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut taken = columns(CUT);
    let fits = |(_, c): &(usize, char)| {
        taken += columns(c.encode_utf8(&mut [0; 4]));
        taken <= width
    };
    let start = text.char_indices().rev().take_while(fits).last().map_or(text.len(), |(at, _)| at);
    // What several characters are together can be wider than they are by themselves.
    let ends = text[start..].char_indices().map(|(at, _)| format!("{CUT}{}", &text[start + at..]));
    ends.chain([CUT.to_owned()]).find(|end| columns(end) <= width).unwrap_or_default()
}

/// Text, or its beginning and its end, as much as fits, with `…` between them.
#[must_use]
pub fn cut_middle(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let beginning = cut(text, width.div_ceil(2));
    let room = width.saturating_sub(columns(&beginning));
    let end = cut_beginning(text, room + 1);
    let joined = format!("{beginning}{}", end.strip_prefix(CUT).unwrap_or_default());
    if columns(&joined) <= width { joined } else { cut(text, width) }
}

/// A name of something in a program, without the package.
struct Name<'a> {
    class: &'a str,
    /// What comes after the class: `#12.quantity`, `.run(Main.java:12)`.
    member: &'a str,
}

impl<'a> Name<'a> {
    /// Takes it apart: what begins with a small letter is a package, as long as something else comes after it.
    fn of(text: &'a str) -> Name<'a> {
        let owner = text.find(['#', '[', '(']).unwrap_or(text.len());
        let mut class = 0;
        for (dot, _) in text[..owner].match_indices('.') {
            if !text[class..].starts_with(char::is_lowercase) || !text[dot + 1..owner].starts_with(is_of_name) {
                break;
            }
            class = dot + 1;
        }
        // `acme.main.run(...)`, `acme.main.x`: a class with a small letter has something after it.
        if !text[class..].starts_with(char::is_uppercase) && !matches!(text.as_bytes().get(owner), Some(b'#' | b'[')) {
            class = text[..class.saturating_sub(1)].rfind('.').map_or(0, |dot| dot + 1);
        }
        let rest = &text[class..];
        let end = rest.find(['#', '[', '(', '.']).unwrap_or(rest.len());
        Name { class: &rest[..end], member: &rest[end..] }
    }

    fn in_columns(&self, width: usize) -> String {
        let Name { class, member } = *self;
        let whole = format!("{class}{member}");
        let room = width.saturating_sub(columns(class));
        if columns(&whole) <= width {
            whole
        } else if columns(class) > width {
            cut_middle(class, width)
        } else if room < MEMBER {
            if room == 0 { class.to_owned() } else { cut(&whole, columns(class) + 1) }
        } else {
            format!("{class}{}", cut_middle(member, room))
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The name of a class, an object, a field or a method, with its place in the source or without, in so many columns.
#[must_use]
pub fn name(text: &str, width: usize) -> String {
    if columns(text) <= width { text.to_owned() } else { Name::of(text).in_columns(width) }
}

/// A few words with names among them, in so many columns: packages go first, then what comes after classes, then the
/// middle of classes, and the end last.
///
/// Not for what the program says, which is no names though it may look like some.
#[must_use]
pub fn words(text: &str, width: usize) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut order: Vec<usize> = (0..words.len()).filter(|&at| words[at].contains(['.', '#', '$'])).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(columns(&words[at])));
    let shorten: [fn(&Name<'_>, usize) -> String; 3] = [
        |name, _| format!("{}{}", name.class, name.member),
        |name, room| name.in_columns(room.max(columns(name.class))),
        |name, room| name.in_columns(room.max(CLASS)),
    ];
    for shorter in shorten {
        for &at in &order {
            let excess = columns(&words.join(" ")).saturating_sub(width);
            if excess > 0 {
                let room = columns(&words[at]).saturating_sub(excess);
                words[at] = shorter(&Name::of(&words[at]), room);
            }
        }
    }
    cut(&words.join(" "), width)
}

/// A message of the program on one line that is not long: its first line, and as much of that as there is room for.
#[must_use]
pub fn message(text: &str) -> String {
    let mut lines = text.trim_end().lines();
    let first = escape(lines.next().unwrap_or_default());
    match lines.next() {
        Some(_) => format!("{}{CUT}", cut(&first, MESSAGE - 1).trim_end_matches(CUT)),
        None => cut(&first, MESSAGE),
    }
}

/// A sentence in lines of at most so many columns; those after the first are further in. A word that is wider than a
/// line is taken for a name.
pub fn sentence(out: &mut String, indent: &str, text: &str, width: usize) {
    let mut column = 0;
    let room = width.saturating_sub(indent.len() + FURTHER).max(1);
    for word in text.split(' ') {
        let word = if columns(word) > room { name(word, room) } else { word.to_owned() };
        let needs = columns(&word);
        if column == 0 {
            out.push_str(indent);
            column = indent.len() + needs;
        } else if column + 1 + needs <= width {
            out.push(' ');
            column += 1 + needs;
        } else {
            out.push_str(&format!("\n{indent}{}", " ".repeat(FURTHER)));
            column = indent.len() + FURTHER + needs;
        }
        out.push_str(&word);
    }
    out.push('\n');
}

/// What to type, after a remark: `to see it again: mcr replay FILE`. It can be copied as it is: where it is too long
/// for a line, a backslash at the end of the line goes on in the next one, as in a shell.
pub fn command(out: &mut String, start: &str, file: &str, width: usize) {
    let word = shell::word(file);
    let fits = |line: &str| columns(line) < width;
    let line = format!("{start} {word}");
    if columns(&line) <= width {
        out.push_str(&line);
    } else {
        out.push_str(start);
        out.push_str(" \\\n");
        let mut rest = file;
        while columns(&shell::word(rest)) > width {
            let ends = rest.char_indices().skip(1).map(|(at, _)| at);
            let longest = ends.take_while(|&at| fits(&shell::word(&rest[..at]))).last();
            let Some(end) = longest else { break };
            out.push_str(&format!("{}\\\n", shell::word(&rest[..end])));
            rest = &rest[end..];
        }
        out.push_str(&shell::word(rest));
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: &str = "com.acme.very.long.package.Inventory$Entry#12.quantity";

    #[test]
    fn the_package_of_a_name_goes_first_then_the_middle_of_the_field_and_the_class_last() {
        assert_eq!(name(FIELD, 60), FIELD);
        assert_eq!(name(FIELD, 40), "Inventory$Entry#12.quantity");
        assert_eq!(name(FIELD, 24), "Inventory$Entry#12.…tity");
        assert_eq!(name(FIELD, 17), "Inventory$Entry…");
        assert_eq!(name(FIELD, 15), "Inventory$Entry");
        assert_eq!(name(FIELD, 10), "Inve…Entry");
    }

    #[test]
    fn what_a_name_is_made_of_is_recognised() {
        let parts = |text| {
            let Name { class, member } = Name::of(text);
            let package = text.strip_suffix(&format!("{class}{member}")).unwrap();
            format!("{package}|{class}|{member}")
        };
        for (text, expected) in [
            (FIELD, "com.acme.very.long.package.|Inventory$Entry|#12.quantity"),
            ("com.acme.Main.x", "com.acme.|Main|.x"),
            ("Main.x", "|Main|.x"),
            ("com.acme.Main.run(Main.java:12)", "com.acme.|Main|.run(Main.java:12)"),
            ("com.acme.main.run(main.kt:12)", "com.acme.|main|.run(main.kt:12)"),
            ("int[2]#1[0]", "|int|[2]#1[0]"),
            ("com.acme.node#1.next", "com.acme.|node|#1.next"),
            ("Inventory.java:12", "|Inventory|.java:12"),
            ("...", "||..."),
            ("", "||"),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn names_in_a_sentence_give_way_before_words_do() {
        let text = format!("{FIELD} = 5 at com.acme.very.long.package.Main.run(Main.java:12)");
        assert_eq!(words(&text, 200), text);
        assert_eq!(words(&text, 70), "Inventory$Entry#12.quantity = 5 at Main.run(Main.java:12)");
        assert_eq!(words(&text, 50), "Inventory$Entry#1…ty = 5 at Main.run(Main.java:12)");
        assert_eq!(words(&text, 27), "Inventory$Entry = 5 at Main");
        assert_eq!(words(&text, 20), "Inv…ntry = 5 at Main");
        assert_eq!(words(&text, 12), "Inv…ntry = …");
    }

    #[test]
    fn a_message_is_cut_at_its_first_line_and_where_it_is_long() {
        assert_eq!(message("x is 1"), "x is 1");
        assert_eq!(message("x is 1\n"), "x is 1");
        assert_eq!(message("x is 1\nnot 2"), "x is 1…");
        assert_eq!(columns(&message(&"x".repeat(1000))), MESSAGE);
        assert!(columns(&message(&format!("{}\n2", "漢".repeat(1000)))) <= MESSAGE);
    }

    #[test]
    fn a_command_can_be_typed_however_narrow_the_terminal_is() {
        let said = |file: &str, width| {
            let mut out = String::new();
            command(&mut out, "  to see it again: mcr replay", file, width);
            out
        };
        assert_eq!(said("a.mcr", 80), "  to see it again: mcr replay a.mcr\n");
        assert_eq!(said("dir/failure.mcr", 40), "  to see it again: mcr replay \\\ndir/failure.mcr\n");
        assert_eq!(said("it's here", 34), "  to see it again: mcr replay \\\n'it'\\''s here'\n");
        let long = format!("{}/it's a file.mcr", "directory/".repeat(9));
        let lines = said(&long, 40);
        assert!(lines.lines().all(|line| columns(line) <= 40), "{lines}");
        // As a shell reads it.
        let joined = lines.replace("\\\n", "");
        let words = joined.trim().strip_prefix("to see it again: mcr replay ").unwrap();
        let output = std::process::Command::new("sh").args(["-c", &format!("printf %s {words}")]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), long);
    }
}
