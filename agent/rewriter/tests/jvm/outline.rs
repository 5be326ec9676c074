//! Methods that are too long with their hooks: they get all of them, out of line, and behave as before.

use crate::support::{Everything, Jdk, Outlined, compile, java_sources, run, scratch, with_hooks};
use mcr_rewriter::policy::{Monitors, Outlining};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A class with methods near the limit of 65535 bytes, which have hooks at every other instruction: an initialiser full of tables, accesses to
/// fields of all kinds, arrays, calls, monitors, exceptions; and an interface with a long initialiser.
fn long(directory: &Path) -> PathBuf {
    let mut text = String::from(
        "package fixtures;\npublic class Long extends Parent implements Tables {\n  static final int[] INTS; static final byte[] BYTES; \
         static final String[] NAMES; static final long[] LONGS; static boolean[] flags; static int mutable; static final long STAMP;\n\
         int i; long l; double d; Object o; final int fixed; final long wide;\n  static {\n",
    );
    let _ = writeln!(
        text,
        "    INTS = new int[2200]; BYTES = new byte[2000]; NAMES = new String[800]; LONGS = new long[700];"
    );
    for i in 0..2200 {
        let _ = writeln!(text, "    INTS[{i}] = {};", i * 7 - 1000);
    }
    for i in 0..2000 {
        let _ = writeln!(text, "    BYTES[{i}] = {};", i % 120);
    }
    for i in 0..800 {
        let _ = writeln!(text, "    NAMES[{i}] = \"name{i}\";");
    }
    for i in 0..700 {
        let _ = writeln!(text, "    LONGS[{i}] = {i}00000000000L;");
    }
    text.push_str("    mutable = 5; STAMP = 7L;\n  }\n");
    text.push_str("  Long(int a) { super(a);\n");
    for i in 0..400 {
        let _ = writeln!(text, "    i += {i} + count; l += i; if (a > {i}) d += l; else count--;");
    }
    text.push_str("    fixed = a; wide = a; o = this;\n  }\n");
    text.push_str("  long work(Object[] objects, boolean[] bits, char[] chars, short[] shorts, float[] floats) {\n");
    for i in 0..150 {
        let _ = writeln!(
            text,
            "    objects[{i} % 3] = o; o = objects[0]; bits[{i} % 2] = i > l; if (bits[0]) i++; \
             chars[1] += {i}; shorts[0] += chars[1]; floats[0] += shorts[0]; d += floats[0]; count += mutable;\n\
             synchronized (this) {{ l += twice({i}) + super.twice(i) + parent() + other(l, d); }}\n\
             try {{ if (o.hashCode() == {i}) throw new IllegalStateException(NAMES[{i}]); l += NAMES[{i}].length(); }} \
             catch (IllegalStateException e) {{ l -= 1; }}",
        );
    }
    text.push_str(
        "    return l + i + (long) d + count;\n  }\n  int twice(int a) { return 3 * a; }\n  private long other(long a, double b) { return a % 7 + (long) b; }\n\
         public int hashCode() { return 31; }\n\
         public static void main(String[] x) {\n    long sum = STAMP + mutable;\n    for (int n : INTS) sum += n; for (byte b : BYTES) sum += b; \
         for (String s : NAMES) sum += s.hashCode(); for (long n : LONGS) sum ^= n; for (int n : Tables.TABLE) sum += n;\n    Long it = new Long(300);\n\
         System.out.println(sum + \" \" + it.i + \" \" + it.l + \" \" + it.d + \" \" + it.fixed + it.wide + \" \" + it.count);\n\
         System.out.println(it.work(new Object[3], new boolean[2], new char[2], new short[1], new float[1]));\n\
         try { it.work(new String[3], new boolean[2], null, null, null); } catch (ArrayStoreException | NullPointerException e) { \
         System.out.println(e.getClass()); }\n  }\n}\n\
         class Parent { protected int count; Parent(int a) { count = a; } int twice(int a) { return 2 * a; } protected int parent() { return count; } }\n\
         interface Tables { int[] TABLE = {",
    );
    for i in 0..6000 {
        let _ = write!(text, "{}, ", i * 3);
    }
    text.push_str("}; }\n");
    let path = directory.join("Long.java");
    fs::write(&path, text).unwrap();
    path
}

fn counts(jdk: &Jdk, classes: &Path, program: &str) -> (String, String) {
    let (printed, errors) = run(jdk, classes, program, &["-Dmcrtest.replaces=true"]);
    // How many values the heads of loops tell depends on how threads take turns.
    let counts = errors.lines().find(|line| line.starts_with("counts:")).unwrap_or_default();
    let counts: Vec<_> = counts.split(' ').filter(|count| !count.starts_with("loop=")).collect();
    (printed, counts.join(" "))
}

#[test]
fn methods_that_are_too_long_with_hooks_get_all_of_them() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        let work = scratch(&format!("long-{}", jdk.name));
        let source = long(&work);
        let plain = compile(jdk, &work, &["-g"], &[source]);
        let (expected, _) = run(jdk, &plain, "Long", &[]);
        let everything = Everything { monitors: Monitors::Replace };
        let (_, inline) = with_hooks(jdk, &work, &plain, &everything);
        let skipped = inline.skipped.iter().filter(|method| method.contains("65535")).count();
        assert!(skipped >= 3, "the program tests nothing: {:?}", inline.skipped);
        let (woven, figures) = with_hooks(jdk, &work, &plain, &Outlined(everything, Outlining::WhereTooLong));
        assert_eq!(figures.skipped, [""; 0]);
        let (printed, counts) = counts(jdk, &woven, "Long");
        assert_eq!(printed, expected, "{}", jdk.name);
        let count = |name: &str| -> u32 {
            let found = counts.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            found.unwrap().parse().unwrap()
        };
        // The tables of the class and of the interface, element by element, and what the loops of main read.
        assert!(count("arrayStore") >= 2200 + 2000 + 800 + 700 + 6000, "{counts}");
        assert!(count("arrayLoad") >= 2200 + 2000 + 800 + 700 + 6000, "{counts}");
        assert!(count("monitorEnter") >= 150 && count("monitorEnter") == count("monitorExit"), "{counts}");
        assert_eq!(count("unseen"), 0, "{counts}");
    }
}

#[test]
fn all_programs_do_the_same_with_every_hook_out_of_line() {
    let programs = ["Fields", "Arrays", "Sync", "Flow", "Annotated", "Modern"];
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        let work = scratch(&format!("outlined-{}", jdk.name));
        let mut sources = java_sources("fixtures");
        sources.retain(|source| programs.iter().any(|program| source.file_stem().is_some_and(|stem| stem == *program)));
        let plain = compile(jdk, &work, &["-g"], &sources);
        let everything = Everything { monitors: Monitors::Replace };
        for program in programs {
            let (inline, _) = with_hooks(jdk, &work, &plain, &everything);
            let expected = counts(jdk, &inline, program);
            let (outlined, figures) = with_hooks(jdk, &work, &plain, &Outlined(everything, Outlining::Everywhere));
            assert_eq!(figures.skipped, [""; 0]);
            assert_eq!(counts(jdk, &outlined, program), expected, "{} {program}", jdk.name);
        }
    }
}

#[test]
fn a_method_with_no_room_at_all_tells_that_it_is_executed() {
    let jdk = &Jdk::all()[0];
    let work = scratch("crowded");
    // A constant pool with hardly any room.
    let mut text =
        String::from("package fixtures; public class Crowded { static int n; static int[] a = new int[1];\n");
    for method in 0..30 {
        let _ = writeln!(text, "  static void f{method}() {{");
        for i in 0..2170 {
            let _ = writeln!(text, "    n = {};", 100_000 + method * 10_000 + i);
        }
        text.push_str("  }\n");
    }
    text.push_str("  public static void main(String[] x) { f0(); a[0] = n; System.out.println(a[0]); } }\n");
    let source = work.join("Crowded.java");
    fs::write(&source, text).unwrap();
    let plain = compile(jdk, &work, &[], &[source]);
    let everything = Everything { monitors: Monitors::Replace };
    let (woven, figures) = with_hooks(jdk, &work, &plain, &Outlined(everything, Outlining::WhereTooLong));
    assert!(!figures.skipped.is_empty() && figures.skipped.iter().all(|method| method.contains("constant pool")));
    let (printed, counts) = counts(jdk, &woven, "Crowded");
    assert_eq!(printed, "102169\n");
    assert!(counts.contains("unseen="), "{counts}");
}
