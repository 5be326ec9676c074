//! Which methods calls run: small programs, and hierarchies of which `java` itself says what runs.
mod support;

use mcr_sdg::body::{Call, Name, Operation};
use mcr_sdg::calls::{Calls, Procedure, ProcedureId, Receivers, Unknown, Why};
use mcr_sdg::hierarchy::Hierarchy;
use mcr_sdg::image::Image;
use mcr_sdg::sources::Sources;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use support::{Compiled, compile, jdk};

const PROGRAM: &str = r#"
import java.util.function.*;
class Main {
    interface Shape { default String name() { return "shape"; } String area(); }
    static class Round implements Shape { public String area() { return "round"; } }
    static class Flat implements Shape { public String area() { return "flat"; } public String name() { return "f"; } }
    static class Never implements Shape { public String area() { return "never"; } }
    static class Base { void f() {} void g() { f(); } private void h() {} void all() { h(); } }
    static class Derived extends Base { void f() { super.f(); } }
    static class Lazy { static int value; static { touched(); } static void touched() {} }
    static class LazyChild extends Lazy { static void use() {} }
    static class Text implements Cloneable {
        public String toString() { return "text"; }
        public Object clone() { return null; }
        public int hashCode() { return 1; } }
    record Pair(Text text, int number) {}
    static class Task extends Thread { public void run() { work(); } }
    static void work() {}
    static void made() {}

    static String shapes() { Shape s = pick(true); return s.area() + s.name(); }
    static Shape pick(boolean b) { return b ? new Round() : new Flat(); }
    static void supers() { new Derived().g(); new Derived().all(); }
    static void lambda() { Runnable r = () -> work(); r.run(); }
    static int reference(Function<Text, Integer> f) { return f.apply(null); }
    static void references() { reference(Text::hashCode); }
    static void constructed() { Supplier<Made> s = Made::new; s.get().toString(); }
    static class Made { Made() { made(); } }
    static void others() { Function<Object, Object> f = x -> x; f.andThen(f).apply(null); f.hashCode(); }
    static int initialised() { return Lazy.value; }
    static void initialisedBySub() { LazyChild.use(); }
    static String concatenated(Text t) { return "a" + t; }
    static int hashed(Pair pair) { return pair.hashCode(); }
    static void start() { new Task().start(); }
    static Object array() { new Text(); int[] a = { }; a.hashCode(); return a.clone(); }
    static void handle(java.lang.invoke.MethodHandle h) throws Throwable { h.invokeExact(); }
    static void gone() { Gone.gone(); }
    static void serial() { Runnable r = (Runnable & java.io.Serializable & Marker) () -> made(); mark(r); }
    interface Marker { default void marked() { work(); } }
    static void mark(Object o) { ((Marker) o).marked(); ((Runnable) o).run(); }
    static void finalized() { new Final(); }
    static class Final { protected void finalize() { work(); } }
    static int matched(Object o) { return o instanceof Text t ? t.hashCode() : 0; }
}
class Gone { static void gone() {} }
"#;

fn compiled() -> &'static Compiled {
    static COMPILED: OnceLock<Compiled> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let compiled = compile(&[("Main", PROGRAM)]);
        std::fs::remove_file(compiled.directory.path().join("Gone.class")).unwrap();
        compiled
    })
}

/// The classes of the JDK that the program uses, and none that these use: enough, and quickly searched.
const USED: &[&str] = &[
    "java/io/Serializable",
    "java/lang/Object",
    "java/lang/Record",
    "java/lang/Runnable",
    "java/lang/String",
    "java/lang/Thread",
    "java/lang/invoke/MethodHandle",
    "java/util/function/Function",
    "java/util/function/Supplier",
];

fn sources() -> &'static Sources {
    static SOURCES: OnceLock<Sources> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let directory = compiled().directory.path();
        let image = Image::open(&jdk().join("lib/modules")).unwrap();
        for name in USED {
            let file = directory.join(format!("{name}.class"));
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, image.class_file(name).unwrap().unwrap()).unwrap();
        }
        Sources::new(None, &[directory.into()]).unwrap()
    })
}

fn descriptor(method: &str) -> Name {
    let class = sources().class("Main").unwrap().unwrap();
    class.methods.iter().find(|it| &*it.name == method).unwrap().descriptor.clone()
}

/// What is reached from a method of `Main`.
fn from(method: &str) -> Calls<'static> {
    let (calls, absent) = Calls::from(sources(), &[("Main", method, &descriptor(method))], Receivers::Made(&[]));
    assert_eq!(absent, []);
    calls
}

/// A class's part of a name, without parameters: `Main$Round.area`.
fn short(calls: &Calls, id: ProcedureId) -> String {
    calls.name(id).split('(').next().unwrap().to_owned()
}

fn reached(calls: &Calls) -> BTreeSet<String> {
    calls.procedures().map(|(id, _)| short(calls, id)).collect()
}

/// The callees of a procedure's calls for a reason, and whether all are known.
fn callees(calls: &Calls, caller: &str, why: fn(&Why) -> bool) -> Vec<(BTreeSet<String>, Option<Unknown>)> {
    let (id, _) = calls.procedures().find(|(id, _)| short(calls, *id) == caller).expect(caller);
    let sites = calls.sites(id).iter().filter(|site| why(&site.why));
    let groups = sites.map(|site| calls.group(site.group));
    groups.map(|it| (it.callees.iter().map(|id| short(calls, *id)).collect(), it.unknown.clone())).collect()
}

fn names<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.map(str::to_owned).into()
}

fn is_call(why: &Why) -> bool {
    *why == Why::Call
}

#[test]
fn a_call_by_the_receiver_goes_to_the_classes_that_objects_are_made_of() {
    let calls = from("shapes");
    let found: Vec<_> = callees(&calls, "Main.shapes", is_call).into_iter().map(|(callees, _)| callees).collect();
    let area = names(["Main$Flat.area", "Main$Round.area"]);
    assert_eq!(found, [names(["Main.pick"]), area, names(["Main$Flat.name", "Main$Shape.name"])]);
    assert!(!reached(&calls).contains("Main$Never.area"));
}

#[test]
fn with_all_classes_as_receivers_it_goes_to_those_that_nobody_makes_as_well() {
    let names_of_own = sources().names().unwrap();
    let entry = ("Main", "shapes", &*descriptor("shapes"));
    let (calls, _) = Calls::from(sources(), &[entry], Receivers::All(&names_of_own));
    assert!(reached(&calls).contains("Main$Never.area"));
}

#[test]
fn a_class_that_is_said_to_be_made_is_a_receiver() {
    let entry = ("Main", "shapes", &*descriptor("shapes"));
    let (calls, _) = Calls::from(sources(), &[entry], Receivers::Made(&["Main$Never"]));
    assert!(reached(&calls).contains("Main$Never.area"));
}

#[test]
fn super_and_private_calls_go_where_they_say() {
    let calls = from("supers");
    assert_eq!(callees(&calls, "Main$Derived.f", is_call), [(names(["Main$Base.f"]), None)]);
    assert_eq!(callees(&calls, "Main$Base.g", is_call), [(names(["Main$Derived.f"]), None)]);
    assert_eq!(callees(&calls, "Main$Base.all", is_call), [(names(["Main$Base.h"]), None)]);
}

#[test]
fn a_lambda_runs_its_body_where_its_interface_is_called() {
    let calls = from("lambda");
    let [(called, None)] = &callees(&calls, "Main.lambda", is_call)[..] else { panic!() };
    let lambda = called.iter().find(|name| name.starts_with("run of Main.lambda")).unwrap();
    assert_eq!(callees(&calls, lambda, is_call), [(names(["Main.lambda$lambda$0"]), None)]);
    assert!(reached(&calls).contains("Main.work"));
}

#[test]
fn a_method_reference_calls_by_the_receiver_that_it_is_given() {
    let calls = from("references");
    let lambda = reached(&calls).into_iter().find(|name| name.starts_with("apply of Main.references")).unwrap();
    // Nobody makes a text, so the call has no receiver.
    assert_eq!(callees(&calls, &lambda, is_call), [(names([]), None)]);
    let entry = ("Main", "references", "()V");
    let (calls, _) = Calls::from(sources(), &[entry], Receivers::Made(&["Main$Text"]));
    assert_eq!(callees(&calls, &lambda, is_call), [(names(["Main$Text.hashCode"]), None)]);
}

#[test]
fn a_reference_to_a_constructor_makes_objects() {
    let calls = from("constructed");
    assert!(reached(&calls).contains("Main.made"));
    assert!(calls.instantiated().iter().any(|class| &*calls.hierarchy.class(*class).name == "Main$Made"));
}

#[test]
fn a_lambda_has_the_default_methods_of_its_interface_and_those_of_an_object() {
    let found: BTreeSet<String> =
        callees(&from("others"), "Main.others", is_call).into_iter().flat_map(|(callees, _)| callees).collect();
    assert!(found.contains("java/util/function/Function.andThen") && found.contains("java/lang/Object.hashCode"));
}

#[test]
fn a_lambda_with_markers_is_what_they_say() {
    let calls = from("serial");
    let found = reached(&calls);
    assert!(found.contains("Main$Marker.marked") && found.contains("Main.work") && found.contains("Main.made"));
}

#[test]
fn the_first_use_of_a_class_runs_its_initialiser_and_those_above() {
    for method in ["initialised", "initialisedBySub"] {
        let calls = from(method);
        let sites = callees(&calls, &format!("Main.{method}"), |why| *why == Why::Initialise);
        assert_eq!(sites, [(names(["Main$Lazy.<clinit>"]), None)]);
        // What the class itself calls finds it begun.
        assert_eq!(callees(&calls, "Main$Lazy.<clinit>", |why| *why == Why::Initialise), []);
    }
}

#[test]
fn a_concatenation_asks_for_texts_and_a_record_asks_its_components() {
    let (calls, _) = Calls::from(
        sources(),
        &[("Main", "concatenated", &descriptor("concatenated")), ("Main", "hashed", &descriptor("hashed"))],
        Receivers::Made(&["Main$Text", "Main$Pair"]),
    );
    // Newer compilers ask for the text themselves, before they concatenate.
    let text = callees(&calls, "Main.concatenated", |why| *why == Why::Text(0));
    let [(text, None)] = &text[..] else { panic!("{text:?}") };
    assert!(*text == names(["Main$Text.toString"]) || *text == names(["java/lang/String.toString"]));
    assert!(reached(&calls).contains("Main$Text.toString"));
    let component = callees(&calls, "Main$Pair.hashCode", |why| matches!(why, Why::Component(_)));
    assert_eq!(component, [(names(["Main$Text.hashCode"]), None)]);
}

#[test]
fn a_thread_that_is_started_runs() {
    let calls = from("start");
    let back = callees(&calls, "java/lang/Thread.start0", |why| *why == Why::Native);
    let run = &back[0].0;
    assert!(back.iter().any(|(callees, _)| callees.contains("java/lang/Thread.dispatchUncaughtException")));
    assert!(run.contains("Main$Task.run") && reached(&calls).contains("Main.work"));
}

#[test]
fn a_finalizer_runs_without_being_called() {
    let calls = from("finalized");
    let roots: BTreeSet<String> = calls.roots().iter().map(|id| short(&calls, *id)).collect();
    assert_eq!(roots, names(["Main.finalized", "Main$Final.finalize"]));
}

#[test]
fn an_array_has_the_methods_of_an_object() {
    let calls = from("array");
    let found = callees(&calls, "Main.array", is_call);
    let all = names(["java/lang/Object.hashCode", "java/lang/String.hashCode", "Main$Text.hashCode"]);
    assert_eq!(found[1], (all, None));
    // A call that names an array's class has no other receivers.
    assert_eq!(found[2], (names(["java/lang/Object.clone"]), None));
}

#[test]
fn what_is_not_known_says_so() {
    let call = |method: &str| callees(&from(method), &format!("Main.{method}"), is_call).remove(0);
    assert_eq!(call("handle"), (names([]), Some(Unknown::Handle)));
    assert_eq!(call("gone"), (names([]), Some(Unknown::Class("Gone".into()))));
    assert!(from("gone").hierarchy.missing().contains_key("Gone"));
    let entries = [("Main", "nothing", "()V"), ("Nothing", "main", "()V")];
    let (_, absent) = Calls::from(sources(), &entries, Receivers::Made(&[]));
    let unknown: Vec<Unknown> = absent.into_iter().map(|(_, unknown)| unknown).collect();
    let method = Unknown::Method("Main".into(), "nothing".into(), "()V".into());
    assert_eq!(unknown, [method, Unknown::Class("Nothing".into())]);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let (one, other) = (from("start"), from("start"));
    let shown = |calls: &Calls| -> Vec<String> {
        let site = |calls: &Calls, id| format!("{:?}", calls.sites(id));
        calls.procedures().map(|(id, _)| format!("{} {}", calls.name(id), site(calls, id))).collect()
    };
    assert_eq!(shown(&one), shown(&other));
}

#[test]
fn every_call_of_reached_code_has_a_site() {
    let calls = from("start");
    for (id, procedure) in calls.procedures() {
        let Procedure::Method(method) = procedure else { continue };
        let Some(body) = calls.method(method).body() else { continue };
        for (at, instruction) in body.instructions.iter().enumerate() {
            if let Operation::Invoke(call, _) = &instruction.operation {
                let mut sites = calls.sites(id).iter().filter(|site| site.instruction == at && site.why == Why::Call);
                let (site, None) = (sites.next().unwrap(), sites.next()) else { panic!("several calls") };
                let group = calls.group(site.group);
                let is_exact = matches!(call, Call::Static | Call::Special);
                assert!(!is_exact || group.unknown.is_some() || group.callees.len() == 1);
            }
        }
    }
}

/// Numbers that look random, the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// Interfaces and classes that extend each other and have a method `m`, or not; and all pairs of a type and a class of
/// which an object has it, with what a call of `m` would do.
fn hierarchy(name: &str, dice: &mut Dice) -> (String, String) {
    let (interfaces, classes) = (6, 8);
    let mut text = String::new();
    let body = |of: &str| format!("public String m() {{ return \"{of}\"; }}");
    let mut above: Vec<(String, Vec<String>, bool)> = Vec::new();
    for number in 0..interfaces {
        let of = format!("{name}I{number}");
        let mut extends: Vec<String> = Vec::new();
        for _ in 0..dice.below(3).min(number) {
            let other = format!("{name}I{}", dice.below(number));
            if !extends.contains(&other) {
                extends.push(other);
            }
        }
        // With two above, it has to decide between them.
        let m = match (extends.len(), dice.below(3)) {
            (2.., _) | (_, 0) => format!("default {}", body(&of).trim_start_matches("public ")),
            (0, _) => "String m();".to_owned(),
            _ => String::new(),
        };
        let list = if extends.is_empty() { String::new() } else { format!("extends {}", extends.join(", ")) };
        text += &format!("interface {of} {list} {{ {m} }}\n");
        let types = extends.iter().flat_map(|it| above.iter().find(|(of, ..)| of == it).unwrap().1.clone());
        let types = types.chain([of.clone()]).collect();
        above.push((of, types, true));
    }
    for number in 0..classes {
        let of = format!("{name}C{number}");
        let parent = (number > 0 && dice.below(3) > 0).then(|| format!("{name}C{}", dice.below(number)));
        let mut implements: Vec<String> = Vec::new();
        for _ in 0..dice.below(3) {
            let other = format!("{name}I{}", dice.below(interfaces));
            if !implements.contains(&other) {
                implements.push(other);
            }
        }
        let m = if parent.is_none() || implements.len() > 1 || dice.below(3) == 0 { body(&of) } else { String::new() };
        // A class without a method of its own that adds an interface takes what is above: no conflict, classes win.
        let extends = parent.as_ref().map(|parent| format!("extends {parent}")).unwrap_or_default();
        let list = if implements.is_empty() { String::new() } else { format!("implements {}", implements.join(", ")) };
        text += &format!("class {of} {extends} {list} {{ {m} }}\n");
        let inherited = parent.iter().chain(&implements);
        let types = inherited.flat_map(|it| above.iter().find(|(of, ..)| of == it).unwrap().1.clone());
        let types = types.chain([of.clone()]).collect();
        above.push((of, types, false));
    }
    let mut main = String::new();
    for (class, types, _) in above.iter().filter(|(.., is_interface)| !is_interface) {
        for kind in types.iter().collect::<BTreeSet<_>>() {
            main += &format!("System.out.println(\"{kind} {class} \" + (({kind}) new {class}()).m());\n");
        }
    }
    (text, main)
}

#[test]
fn selection_is_what_java_does_in_random_hierarchies() {
    let mut dice = Dice(2024);
    let (texts, mains): (Vec<String>, Vec<String>) =
        (0..12).map(|number| hierarchy(&format!("H{number}"), &mut dice)).unzip();
    let mut program = texts.concat();
    for (number, main) in mains.iter().enumerate() {
        program += &format!("class Main{number} {{ static void main() {{ {main} }} }}\n");
    }
    let all: String = (0..mains.len()).map(|number| format!("Main{number}.main();")).collect();
    program += &format!("class Main {{ public static void main(String[] a) {{ {all} }} }}");
    let compiled = compile(&[("Main", &program)]);
    let directory: &Path = compiled.directory.path();
    let output = Command::new(jdk().join("bin/java")).arg("-cp").arg(directory).arg("Main").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let sources = Sources::new(Some(&jdk()), &[directory.into()]).unwrap();
    let mut hierarchy = Hierarchy::new(&sources);
    let (m, descriptor): (Name, Name) = ("m".into(), "()Ljava/lang/String;".into());
    let mut lines = 0;
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let [kind, class, ran] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (kind, class) = (hierarchy.join(kind).unwrap(), hierarchy.join(class).unwrap());
        let resolved = hierarchy.resolve(kind, &m, &descriptor);
        assert!(hierarchy.is_subtype(class, kind) && !resolved.is_empty(), "{line}");
        for method in resolved {
            let selected = hierarchy.select(class, method);
            let declared: Vec<&str> = selected.iter().map(|it| &*hierarchy.class(it.class).name).collect();
            assert_eq!(declared, [ran], "{line}");
        }
        lines += 1;
    }
    assert!(lines > 150, "{lines}");
}

#[test]
fn a_method_for_its_package_is_not_overridden_from_outside_for_sure() {
    let compiled = compile(&[
        ("p/A", "package p; public class A { String k() { return \"A\"; } public static void call(A a) { a.k(); } }"),
        ("q/B", "package q; public class B extends p.A { String k() { return \"B\"; } }"),
        ("p/C", "package p; public class C extends q.B { String k() { return \"C\"; } }"),
    ]);
    let sources = Sources::new(None, &[compiled.directory.path().into()]).unwrap();
    let mut hierarchy = Hierarchy::new(&sources);
    let [a, b, c] = ["p/A", "q/B", "p/C"].map(|name| hierarchy.join(name).unwrap());
    let resolved = hierarchy.resolve(a, &"k".into(), &"()Ljava/lang/String;".into())[0];
    let classes = |class| hierarchy.select(class, resolved).iter().map(|it| it.class).collect::<Vec<_>>();
    // The JVM runs A.k for a B; B.k is given as well, since A.k is only certain to be overridden within p.
    assert_eq!((classes(a), classes(b), classes(c)), (vec![a], vec![b, a], vec![c]));
}

#[test]
fn a_class_that_extends_itself_has_nothing_above() {
    let compiled = compile(&[("A", "class A { static class B { } static class C extends B { } }")]);
    let mut bytes = compiled.bytes("A$B");
    let at = bytes.windows(16).position(|it| it == b"java/lang/Object").unwrap();
    // The superclass has the name of the class: lengths of names are two bytes before.
    let replaced = [&bytes[..at - 2], &[0, 3], b"A$C", &bytes[at + 16..]].concat();
    bytes = replaced;
    std::fs::write(compiled.directory.path().join("A$B.class"), bytes).unwrap();
    let sources = Sources::new(None, &[compiled.directory.path().into()]).unwrap();
    let mut hierarchy = Hierarchy::new(&sources);
    let (b, c) = (hierarchy.join("A$B").unwrap(), hierarchy.join("A$C").unwrap());
    assert!(hierarchy.is_subtype(b, c) != hierarchy.is_subtype(c, b));
}

#[test]
#[ignore = "searches a good part of a JDK, twice"]
fn a_started_thread_reaches_a_good_part_of_a_jdk() {
    let sources = Sources::new(Some(&jdk()), &[compiled().directory.path().into()]).unwrap();
    let names = sources.names().unwrap();
    for (name, receivers) in [("made", Receivers::Made(&[])), ("all", Receivers::All(&names))] {
        let start = std::time::Instant::now();
        let (calls, _) = Calls::from(&sources, &[("Main", "start", "()V")], receivers);
        let elapsed = start.elapsed();
        let sites: Vec<_> = calls.procedures().flat_map(|(id, _)| calls.sites(id)).collect();
        let edges: usize = sites.iter().map(|site| calls.group(site.group).callees.len()).sum();
        let unknown: Vec<_> = sites.iter().filter_map(|site| calls.group(site.group).unknown.as_ref()).collect();
        let mut kinds = std::collections::BTreeMap::<String, usize>::new();
        unknown.iter().for_each(|it| *kinds.entry(it.to_string()).or_default() += 1);
        println!(
            "receivers {name}: {} procedures, {} classes joined, {} made, {} calls, {edges} edges, {} unknown, {elapsed:?}",
            calls.procedures().count(),
            calls.hierarchy.len(),
            calls.instantiated().len(),
            sites.len(),
            unknown.len(),
        );
        println!("{kinds:#?}, missing {:?}", calls.hierarchy.missing());
        assert!(reached(&calls).contains("Main.work"));
    }
}

/// Prints its stack wherever the JDK calls it back; `|` between stacks.
const CALLED_BACK: &str = r#"
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
class Back implements Comparable<Back>, Callable<Integer>, Iterable<Back> {
    record Pair(Back one, Object two) {}
    int value;
    Back(int value) { this.value = value; }
    static synchronized void here() {
        for (StackTraceElement frame : new Throwable().getStackTrace())
            System.out.println(frame.getClassName() + " " + frame.getMethodName());
        System.out.println("|");
    }
    public int compareTo(Back other) { here(); return value - other.value; }
    public int hashCode() { here(); return value; }
    public boolean equals(Object other) { here(); return other instanceof Back b && b.value == value; }
    public String toString() { here(); return "" + value; }
    public Integer call() { here(); return value; }
    public Iterator<Back> iterator() { here(); return List.of(this).iterator(); }
    public static void main(String[] arguments) throws Exception {
        Back[] all = { new Back(3), new Back(1), new Back(2) };
        Arrays.sort(all); Arrays.sort(all, Comparator.comparing((Back b) -> { here(); return -b.value; }).reversed());
        new TreeMap<Back, String>(Map.of(all[0], "a")).put(all[1], "b");
        new ConcurrentHashMap<Back, Integer>().computeIfAbsent(all[0], key -> { here(); return 1; });
        new HashSet<>(Arrays.asList(all)).contains(new Back(1));
        Stream.of(all).map(b -> { here(); return b; }).filter(b -> b.value > 1).sorted().collect(Collectors.toList());
        String.format("%s", all[0]); String.valueOf(new Pair(all[0], all[1])).length(); new Pair(all[0], "").hashCode();
        String text = "a" + all[0] + new StringBuilder().append(all[1]);
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(all[0]).get(); pool.execute(Back::here); pool.shutdown();
        CompletableFuture.supplyAsync(() -> { here(); return 1; }).thenApply(x -> { here(); return x; }).get();
        for (Back b : all[0]) b.value++;
        ForkJoinPool.commonPool().invoke(new RecursiveTask<Integer>() { protected Integer compute() { here(); return 1; } });
        Thread thread = new Thread(() -> { here(); throw new IllegalStateException(); });
        thread.setUncaughtExceptionHandler((t, e) -> here()); thread.start(); thread.join();
        ThreadLocal.withInitial(() -> { here(); return 1; }).get();
        Optional.of(all[0]).map(Back::toString).orElseThrow(); new PriorityQueue<>(List.of(all)).add(new Back(9));
        new Timer(true).schedule(new TimerTask() { public void run() { here(); } }, 0); Thread.sleep(200);
    }
}"#;

#[test]
#[ignore = "searches a good part of a JDK"]
fn what_java_calls_is_among_the_callees() {
    let compiled = compile(&[("Back", CALLED_BACK)]);
    let directory = compiled.directory.path();
    let output = Command::new(jdk().join("bin/java")).arg("-cp").arg(directory).arg("Back").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let sources = Sources::new(Some(&jdk()), &[directory.into()]).unwrap();
    let (calls, _) = Calls::from(&sources, &[("Back", "main", "([Ljava/lang/String;)V")], Receivers::Made(&[]));
    // Names without descriptors, as in stacks; frames of lambdas are hidden there, and those of methods that say so.
    let shown = |id| short(&calls, id).replace('/', ".");
    let mut pairs: BTreeSet<(String, String)> = BTreeSet::new();
    let callees = |id| calls.sites(id).iter().flat_map(|site| &calls.group(site.group).callees).copied();
    for (id, _) in calls.procedures() {
        let (mut todo, mut hidden): (Vec<ProcedureId>, BTreeSet<ProcedureId>) =
            (callees(id).collect(), BTreeSet::new());
        while let Some(callee) = todo.pop() {
            pairs.insert((shown(id), shown(callee)));
            let is_lambda = matches!(calls.procedure(callee), Procedure::Lambda(_));
            if (is_lambda || shown(callee) == "java.lang.Thread.runWith") && hidden.insert(callee) {
                todo.extend(callees(callee));
            }
        }
    }
    let (mut seen, mut absent) = (BTreeSet::new(), BTreeSet::new());
    for stack in String::from_utf8(output.stdout).unwrap().split("|\n") {
        let frames: Vec<String> = stack.lines().map(|line| line.replace(' ', ".")).collect();
        for frames in frames.windows(2) {
            let pair = (frames[1].clone(), frames[0].clone());
            // What the JDK puts between a record and its components, which are callees of the record here.
            let is_helper = pair.0.starts_with("Back$Pair.") && pair.1.starts_with("java.");
            if !pairs.contains(&pair) && !is_helper {
                absent.insert(pair.clone());
            }
            seen.insert(pair);
        }
    }
    println!("{} of {} pairs of caller and callee are absent: {absent:#?}", absent.len(), seen.len());
    assert!(seen.len() > 100 && absent.is_empty());
}
