//! Java programs behave with hooks as they do without, on every JDK of this machine and under its strictest verifier.

use crate::support::{Everything, Jdk, List, compile, java_sources, run, scratch, with_hooks};
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};
use mcr_rewriter::site::Operation;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The programs; only the last needs a new JVM.
const PROGRAMS: [&str; 9] = ["Fields", "Arrays", "Sync", "Flow", "Annotated", "Far", "WideLocals", "Loops", "Modern"];

/// Programs too long to write: far jumps, more locals than a byte can name; and one that runs all programs.
fn generated(directory: &Path, programs: &[&str]) -> Vec<PathBuf> {
    let mut far = String::from("package fixtures;\npublic class Far {\n  int n; static int calls;\n");
    far.push_str("  int near(boolean c, int rounds) {\n    do { if (c) {\n");
    for i in 0..1100 {
        let _ = writeln!(far, "      n += {i};");
        if i % 60 == 0 {
            let _ = writeln!(far, "      if (n > {i}) rounds += 0; else n++;");
        }
        if i == 550 {
            far.push_str("      switch (n % 3) { case 0: continue; case 1: if (n == 77) break; n++; default: n--; }\n");
        }
    }
    far.push_str("    } else n -= 3; } while (rounds-- > 0);\n    return n;\n  }\n");
    far.push_str(
        "  static int wide(int a) {\n    for (int i = 0; i < 3; i++) { try { if (a == 5) { calls++; continue; }\n",
    );
    for i in 0..4000 {
        let _ = writeln!(far, "      a += i * {};", 1000 + i);
    }
    far.push_str("    } finally { calls++; } }\n    return a;\n  }\n");
    far.push_str("  public static void main(String[] x) {\n    System.out.println(new Far().near(true, 3) + \" \" + new Far().near(false, 2));\n");
    far.push_str("    System.out.println(wide(5) + \" \" + wide(6) + \" \" + calls);\n  }\n}\n");

    let mut wide = String::from(
        "package fixtures;\npublic class WideLocals {\n  long f; int[] a = new int[3];\n  synchronized long run(int start) {\n",
    );
    for i in 0..140 {
        let _ = writeln!(wide, "    long l{i} = start + {i}; ");
    }
    wide.push_str("    int k = 0; for (; k < 300; k += 299) { f += l100; a[k % 3] = (int) l120 + k; }\n");
    wide.push_str("    Object o = new Object(); synchronized (o) { f++; }\n    long sum = f + a[0];\n");
    for i in 0..140 {
        let _ = writeln!(wide, "    sum += l{i};");
    }
    wide.push_str("    return Math.max(sum, k);\n  }\n  public static void main(String[] x) { System.out.println(new WideLocals().run(5)); }\n}\n");

    let mut all =
        String::from("package fixtures;\npublic class All { public static void main(String[] x) throws Exception {\n");
    for program in programs {
        let _ = writeln!(all, "    System.out.println(\"{program}\"); {program}.main(x);");
    }
    all.push_str("} }\n");
    [("Far.java", far), ("WideLocals.java", wide), ("All.java", all)]
        .map(|(name, text)| {
            let path = directory.join(name);
            fs::write(&path, text).unwrap();
            path
        })
        .to_vec()
}

fn count(counts: &str, name: &str) -> u32 {
    let found = counts.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    found.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no count of {name} in {counts}"))
}

/// Runs all programs without hooks, and with every hook.
fn compare(jdk: &Jdk, name: &str, options: &[&str], programs: &[&str], variants: &[Monitors]) {
    let work = scratch(&format!("programs-{name}-{}", jdk.name));
    let mut sources = java_sources("fixtures");
    sources.retain(|source| programs.iter().any(|program| source.file_stem().is_some_and(|stem| stem == *program)));
    sources.extend(generated(&work, programs));
    let plain = compile(jdk, &work, options, &sources);
    jdk.compile(&java_sources("mcrtest"), &[], &work.join("hooks"));
    let both = [plain.to_str().unwrap(), work.join("hooks").to_str().unwrap()].join(":");
    let (expected, _) = run(jdk, Path::new(&both), "All", &[]);
    for &monitors in variants {
        let (woven, figures) = with_hooks(jdk, &work, &plain, &Everything { monitors });
        assert_eq!(figures.skipped, [""; 0]);
        let replaces = matches!(monitors, Monitors::Replace | Monitors::ReplaceInstructions);
        let encloses = monitors == Monitors::Enclose;
        let options = [format!("-Dmcrtest.replaces={replaces}"), format!("-Dmcrtest.encloses={encloses}")];
        let (printed, counts) = run(jdk, &woven, "All", &options.each_ref().map(String::as_str));
        assert_eq!(printed, expected, "{} {monitors:?}", jdk.name);
        let count = |name| count(&counts, name);
        assert_eq!(count("syncEnter"), count("syncExit"), "{counts}");
        assert_eq!(count("monitorEnter"), count("monitorExit"), "{counts}");
        assert_eq!(count("clinitEnter"), count("clinitExit"), "{counts}");
        assert_eq!(count("syncEnter") > 1600 && count("monitorEnter") > 800, monitors != Monitors::Keep, "{counts}");
        assert!(count("getField") > 1000 && count("putField") > 1000 && count("got") > 1000, "{counts}");
        assert!(count("init") > 50 && count("constructed") > 0, "{counts}");
        assert!(count("loopExit") > 20 && count("loopLeft") > 2, "{counts}");
        assert!(count("loopEnd") > 500 && count("loopEnter") > count("loopEnd") + 200, "{counts}");
        assert!(count("enter") > 1000 && count("exit") > 1000 && count("exit") <= count("enter"), "{counts}");
        assert!(count("made") > 500, "{counts}");
        assert!(count("arrayLoad") > 50 && count("arrayStore") > 50 && count("caught") > 20, "{counts}");
        if programs.contains(&"Modern") {
            assert!(count("recordMethod") > 4 && count("beginLambda") > 5, "{counts}");
            assert_eq!(count("beginLambda"), count("endLambda"), "{counts}");
        }
    }
}

#[test]
fn programs_print_the_same_with_hooks() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        let variants =
            [Monitors::Report, Monitors::Enclose, Monitors::Replace, Monitors::ReplaceInstructions, Monitors::Keep];
        compare(jdk, "programs", &["-g"], &PROGRAMS, &variants);
    }
}

#[test]
fn programs_for_older_jvms_print_the_same_with_hooks() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        compare(jdk, "older", &["--release", "8"], &PROGRAMS[..8], &[Monitors::Report]);
    }
}

/// Replaces calls and puts hooks at the starts of methods, in `Hooked`.
struct Hooked;

impl Policy for Hooked {
    fn hooks(&self) -> &str {
        "mcrtest/Hooks"
    }
    fn reports_field(&self, _: &str, _: &str, _: bool) -> bool {
        true
    }
    fn reports_arrays(&self) -> bool {
        false
    }
    fn monitors(&self) -> Monitors {
        Monitors::Replace
    }
    fn call(&self, call: &Call<'_>) -> CallAction {
        match (call.owner, call.name, call.descriptor) {
            ("fixtures/Hooked", "target", "(J)V") => CallAction::Replace("replacedStatic"),
            ("fixtures/Hooked", "target", _) => CallAction::Replace("replacedLong"),
            ("[I", "clone", _) => CallAction::Replace("cloneArray"),
            _ => CallAction::Keep,
        }
    }
    fn entry(&self, method: &str, _: &str) -> Option<EntryHook> {
        Some(match method {
            "plain" => EntryHook::Note("entryPlain"),
            "loopStatic" => EntryHook::Note("entryStatic"),
            "<init>" => EntryHook::Note("entryConstructor"),
            "guardLoop" => EntryHook::Guard("guardLoop"),
            "guardStatic" => EntryHook::Guard("guardStatic"),
            "guardSynchronized" => EntryHook::Guard("guardSynchronized"),
            _ => return None,
        })
    }
    fn reports_initialisation(&self, _: &str) -> bool {
        false
    }
    fn reports_control(&self) -> bool {
        false
    }
}

#[test]
fn calls_are_replaced_and_methods_guarded() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        let work = scratch(&format!("hooked-{}", jdk.name));
        let mut sources = java_sources("fixtures");
        sources.retain(|source| source.ends_with("Hooked.java"));
        let plain = compile(jdk, &work, &["-g"], &sources);
        let (woven, figures) = with_hooks(jdk, &work, &plain, &Hooked);
        assert_eq!(figures.skipped, [""; 0]);
        let (printed, counts) = run(jdk, &woven, "Hooked", &["-Dmcrtest.replaces=true"]);
        let expected = "1010\nreplaced 7\n1other\nentry true12c4.0\nplain\n3\nguarded 1\n11\n";
        assert_eq!(printed, expected);
        assert_eq!((count(&counts, "replaced"), count(&counts, "guard"), count(&counts, "entry")), (3, 6, 3));
        assert_eq!((count(&counts, "syncEnter"), count(&counts, "syncExit")), (1, 1));
    }
}

#[test]
fn dead_locals_are_not_told_at_heads_of_loops() {
    let jdk = &Jdk::all()[0];
    let work = scratch("dead");
    let source = work.join("Dead.java");
    let text = "package fixtures; class Dead { public static void main(String[] dead) { long alsoDead = dead.length; \
                for (int i = 0; i < 30; i++) { int fresh = i; if (fresh > 40) System.out.println(fresh); } } }";
    fs::write(&source, text).unwrap();
    let plain = compile(jdk, &work, &[], &[source]);
    let (woven, _) = with_hooks(jdk, &work, &plain, &Everything { monitors: Monitors::Keep });
    let (_, counts) = run(jdk, &woven, "Dead", &[]);
    // The hooks want two of three, so 21 of the heads and the place behind the loop, where no local is live.
    assert_eq!((count(&counts, "loopEnter"), count(&counts, "loopExit"), count(&counts, "loopEnd")), (31, 1, 22));
    assert_eq!(count(&counts, "loop"), 21);
}

#[test]
fn a_thread_that_catches_everything_ends_when_every_hook_throws() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        let work = scratch(&format!("doomed-{}", jdk.name));
        let mut sources = java_sources("fixtures");
        sources.retain(|source| source.ends_with("Doomed.java"));
        let plain = compile(jdk, &work, &[], &sources);
        for monitors in [Monitors::Report, Monitors::Replace] {
            let (woven, _) = with_hooks(jdk, &work, &plain, &Everything { monitors });
            let replaces = monitors == Monitors::Replace;
            let (printed, _) = run(jdk, &woven, "Doomed", &[&format!("-Dmcrtest.replaces={replaces}")]);
            assert_eq!(printed, "ended 202\n", "{} {monitors:?}", jdk.name);
        }
    }
}

#[test]
fn writes_are_reported_once_the_object_is_initialised() {
    for jdk in Jdk::all().iter().filter(|jdk| jdk.version >= 17) {
        let work = scratch(&format!("writes-{}", jdk.name));
        let source = work.join("Outer.java");
        let text = "class Outer { class Inner extends Thread { int a, b; Inner(boolean c) { super(c ? \"x\" : \"y\"); \
                    if (c) a = 1; b = 2; new Inner(false).a = 3; } } }";
        fs::write(&source, text).unwrap();
        jdk.compile(&[source], &[], &work);
        let mut sites = List::default();
        let class = fs::read(work.join("Outer$Inner.class")).unwrap();
        mcr_rewriter::rewrite(&class, &Everything { monitors: Monitors::Keep }, &mut sites).unwrap();
        let fields = sites.0.iter().filter_map(|site| match &site.operation {
            Operation::Field { name, .. } => Some(name.as_str()),
            _ => None,
        });
        // The write of this$0 comes before super().
        assert_eq!(fields.filter(|name| *name != "this$0").collect::<Vec<_>>(), ["a", "b", "a"]);
    }
}

#[test]
fn constructors_that_write_a_final_field_of_their_class_tell_on_each_return() {
    let jdk = &Jdk::all()[0];
    let work = scratch("constructed");
    let source = work.join("Finals.java");
    let text = "class Finals { final int a; int b; static final Object C = new Object();\n\
                Finals(int x) { a = x; if (x > 3) return; b = 1; }\n\
                Finals() { this(2); b = 2; }\n\
                void method() { b = 3; }\n\
                static class Below extends Finals { int d; Below() { super(1); d = 1; } } }";
    fs::write(&source, text).unwrap();
    jdk.compile(&[source], &[], &work);
    let told = |class: &str| {
        let mut sites = List::default();
        let class = fs::read(work.join(class)).unwrap();
        mcr_rewriter::rewrite(&class, &Everything { monitors: Monitors::Keep }, &mut sites).unwrap();
        let told = sites.0.into_iter().filter(|site| site.operation == Operation::Constructed);
        told.map(|site| (site.method + &site.descriptor, site.line)).collect::<Vec<_>>()
    };
    assert_eq!(told("Finals.class"), vec![("<init>(I)V".to_owned(), Some(2)); 2]);
    assert_eq!(told("Finals$Below.class"), []);
}

#[test]
fn sites_know_their_lines() {
    let jdk = &Jdk::all()[0];
    let work = scratch("sites");
    let source = work.join("Small.java");
    fs::write(&source, "class Small {\n  int x;\n  void set(int v) {\n    int w = v;\n    x = w;\n  }\n}\n").unwrap();
    jdk.compile(&[source], &[], &work);
    let mut sites = List::default();
    let class = fs::read(work.join("Small.class")).unwrap();
    mcr_rewriter::rewrite(&class, &Everything { monitors: Monitors::Keep }, &mut sites).unwrap();
    let write = sites.0.iter().find(|site| matches!(site.operation, Operation::Field { .. })).unwrap();
    assert_eq!(
        (write.method.as_str(), write.line, write.bci, write.file.as_deref()),
        ("set", Some(5), 4, Some("Small.java"))
    );
    let info = mcr_rewriter::class_info(&class).unwrap();
    assert_eq!((info.name.as_str(), info.super_name.as_deref()), ("Small", Some("java/lang/Object")));
    assert_eq!(info.fields[0].descriptor, "I");
}
