//! What `javac` makes, read: every form of instruction, what is not there, and what is broken.
mod reader;
mod support;

use java_bytecode::simple::method::Method as Other;
use mcr_sdg::body::{Body, Constant, Handle, Operation};
use mcr_sdg::classes::{Class, ClassError, Method, MethodCode};
use mcr_sdg::decode::CodeError;
use mcr_sdg::dependences::{Code, Dependences, Loops};
use mcr_sdg::flow::Flow;
use mcr_sdg::image::Image;
use mcr_sdg::pool::PoolError;
use mcr_sdg::shapes;
use proptest::prelude::*;
use rayon::prelude::*;
use std::sync::OnceLock;
use support::{Compiled, compile};

const PROGRAM: &str = r#"
import java.util.function.*;
abstract class Small implements Comparable<Small> {
    static final long WIDE = 1L << 40;
    int[] numbers; volatile double real; static String text;
    native int outside(long a, String b);
    abstract Object nothing();
    public int compareTo(Small other) { return other == this ? 0 : Integer.compare(hashCode(), other.hashCode()); }
    static long arithmetic(int i, long l, float f, double d) {
        i += i * 3 - i / 2 % 7; i = -i << 3 >> 1 >>> 2; i ^= i & 15 | 64; i += 1000;
        l = l * 5 / 3 % 11 - (l << i) + (l >> 2) + (l >>> 1) ^ (l & 3 | WIDE);
        f = f * 2f + i / f - (float) l % 3f; d = -d + (double) f * (byte) i - (char) i + (short) l;
        return (long) d + (int) f + (d > f ? 1 : 0) + (f < 1 ? 2 : 0) + (l >= 5 ? 3 : 0);
    }
    static int dense(int i) { switch (i) { case 1: return 10; case 2: return 20; case 3: return 30; default: return 0; } }
    static int sparse(int i) { switch (i) { case -1: return 1; case 1000: return 2; case 1000000: return 3; } return 0; }
    static Object arrays(int n) {
        Object[][][] deep = new Object[n][n + 1][]; boolean[] flags = new boolean[n]; flags[0] = !flags[1];
        short[] s = { 1, 2 }; char[] c = { 'a' }; long[] l = { 1 }; String[][] names = new String[n][];
        deep[0][1] = names[0]; s[0]++; c[0] += s[1]; l[0] -= c[0]; return deep.length > 0 ? (Object) deep : flags;
    }
    int locked(Object lock) { synchronized (lock) { return numbers.length; } }
    static int caught(Object o) {
        try { return ((String) o).length(); } catch (ClassCastException e) { return -1; } finally { text = "end"; }
    }
    static int whatever(int[] a) { try { return a[0]; } catch (Throwable t) { return 0; } }
    static Supplier<String> lambda(String a) { return () -> a + text + a.length() + 1.5; }
    static Function<Integer, int[]> reference() { return int[]::new; }
    static int many() {
        long a0=0,a1=1,a2=2,a3=3; return (int) (a0 + a1 + a2 + a3);
    }
    static boolean of(Object o) { return o instanceof Runnable r && r != null; }
    record Pair(int first, String second) {}
    enum Color { RED, GREEN }
    interface Shape { default double area() { return 0; } }
}"#;

/// Half a character, which the second opinion refuses.
const LONE: &str = r#"class Lone { String text() { return "\ud800 \0 \u00e4"; } }"#;

fn compiled() -> &'static Compiled {
    static COMPILED: OnceLock<Compiled> = OnceLock::new();
    COMPILED.get_or_init(|| compile(&[("Small", PROGRAM), ("Lone", LONE)]))
}

fn small() -> Class {
    compiled().class("Small")
}

fn body<'a>(class: &'a Class, name: &str) -> &'a Body {
    class.methods.iter().find(|method| &*method.name == name).unwrap().body().unwrap()
}

fn operations(body: &Body) -> impl Iterator<Item = &Operation> {
    body.instructions.iter().map(|instruction| &instruction.operation)
}

/// Edges of the second opinion, which does not know that nothing passes `catch (Throwable)`.
fn agrees_up_to_throwable(mine: &Code, other: &Code, body: &Body) -> Result<(), String> {
    let is_all = |at: usize| {
        let around = |handler: &&mcr_sdg::body::Handler| (handler.from..handler.to).contains(&at);
        body.handlers.iter().filter(around).any(|handler| handler.catches.as_deref() == Some("java/lang/Throwable"))
    };
    for (at, (mine, other)) in mine.edges.iter().zip(&other.edges).enumerate() {
        let prefix = other.starts_with(mine) || mine.iter().all(|edge| other.contains(edge));
        if mine != other && !(is_all(at) && prefix) {
            return Err(format!("instruction {at} leads to {mine:?} and {other:?}"));
        }
    }
    let alike = Code { edges: Vec::new(), ..mine.clone() } == Code { edges: Vec::new(), ..other.clone() };
    if alike { Ok(()) } else { Err(format!("{mine:?}\n{other:?}")) }
}

/// Compares a method with what another crate reads.
fn agrees(mine: &Method, other: &Other) -> Result<(), String> {
    match (shapes::code(mine), reader::code(other), &mine.code) {
        (Some(code), Some((other, _)), MethodCode::Body(body)) => agrees_up_to_throwable(&code, &other, body),
        (None, None, MethodCode::Abstract | MethodCode::Native) => Ok(()),
        (mine, other, code) => Err(format!("{} and {} have code, {code:?}", mine.is_some(), other.is_some())),
    }
}

#[test]
fn what_instructions_do_is_what_another_reader_says() {
    let mut instructions = 0;
    for bytes in compiled().all() {
        if bytes == compiled().bytes("Lone") {
            continue;
        }
        let (mine, other) = (Class::read(&bytes).unwrap(), reader::class(bytes).unwrap());
        assert_eq!(mine.methods.len(), other.methods.len());
        for (mine, other) in mine.methods.iter().zip(&other.methods) {
            assert_eq!(*mine.name, *other.name_and_type.name);
            agrees(mine, other).unwrap();
            let Some(code) = shapes::code(mine) else { continue };
            Dependences::of(&code, Loops::End).unwrap();
            instructions += code.shapes.len();
        }
    }
    assert!(instructions > 400, "{instructions}");
}

#[test]
fn a_class_says_what_it_is() {
    let class = small();
    assert_eq!((&*class.name, class.super_name.as_deref()), ("Small", Some("java/lang/Object")));
    assert_eq!(class.interfaces, ["java/lang/Comparable".into()]);
    assert_eq!(class.source.as_deref(), Some("Small.java"));
    let field = class.fields.iter().find(|field| &*field.name == "real").unwrap();
    assert_eq!(&*field.descriptor, "D");
    assert_eq!(class.method("outside", "(JLjava/lang/String;)I").unwrap().code, MethodCode::Native);
    assert_eq!(class.method("nothing", "()Ljava/lang/Object;").unwrap().code, MethodCode::Abstract);
    assert!(compiled().class("Small$Shape").is_interface());
}

#[test]
fn a_lone_surrogate_is_read_as_a_string_but_is_no_name() {
    let class = compiled().class("Lone");
    let Some(Operation::Constant(Constant::String(text))) = operations(body(&class, "text")).next() else {
        panic!("{class:?}")
    };
    assert!(text.starts_with('\u{fffd}') && text.ends_with(" \u{e4}"), "{text}");
    let mut bytes = compiled().bytes("Small");
    let at = bytes.windows(7).position(|it| it == b"numbers").unwrap();
    bytes[at..at + 3].copy_from_slice(&[0xed, 0xa0, 0x80]);
    assert!(matches!(Class::read(&bytes), Err(ClassError::Pool(PoolError::Text(_)))));
}

#[test]
fn a_handler_covers_what_is_in_the_try_and_catches_what_it_names() {
    let class = small();
    let caught = body(&class, "caught");
    let first = &caught.handlers[0];
    assert_eq!(first.catches.as_deref(), Some("java/lang/ClassCastException"));
    let cast = operations(caught).position(|it| matches!(it, Operation::CheckCast(_))).unwrap();
    assert!((first.from..first.to).contains(&cast));
    // To the catch, and, by an exception of another class, to the finally, which catches all; so not to the exit.
    let flow = Flow::of(caught);
    let exceptional: Vec<usize> = flow.edges[cast].iter().filter(|edge| edge.exceptional).map(|edge| edge.to).collect();
    let all = caught.handlers.iter().find(|it| it.catches.is_none()).unwrap();
    assert_eq!(exceptional, [first.target, all.target]);
}

#[test]
fn nothing_passes_a_handler_of_throwable() {
    let class = small();
    let body = body(&class, "whatever");
    let load = operations(body).position(|it| matches!(it, Operation::ArrayLoad(_))).unwrap();
    let flow = Flow::of(body);
    assert!(flow.edges[load].iter().all(|edge| edge.to != flow.exceptional_exit()));
    assert!(flow.edges.iter().flatten().any(|edge| edge.to == flow.normal_exit()));
}

#[test]
fn an_instruction_belongs_to_the_line_it_was_made_for() {
    let class = small();
    let line = 1 + PROGRAM.lines().position(|line| line.contains("int whatever")).unwrap();
    let body = body(&class, "whatever");
    assert!((0..body.instructions.len()).all(|at| body.line(at) == Some(line as u16)));
    let bare = Body { lines: Vec::new(), ..body.clone() };
    assert_eq!(bare.line(0), None);
}

#[test]
fn switches_have_their_numbers() {
    let class = small();
    for (name, numbers) in [("dense", [1, 2, 3]), ("sparse", [-1, 1000, 1_000_000])] {
        let body = body(&class, name);
        let Some(Operation::Switch { cases, .. }) = operations(body).find(|it| matches!(it, Operation::Switch { .. }))
        else {
            panic!("no switch")
        };
        assert_eq!(cases.iter().map(|(number, _)| *number).collect::<Vec<_>>(), numbers);
    }
}

#[test]
fn arrays_are_made_of_the_class_they_have() {
    let class = small();
    let made: Vec<(&str, u8)> = operations(body(&class, "arrays"))
        .filter_map(|operation| match operation {
            Operation::NewArray { class, lengths } => Some((&**class, *lengths)),
            _ => None,
        })
        .collect();
    let expected =
        [("[[[Ljava/lang/Object;", 2), ("[Z", 1), ("[S", 1), ("[C", 1), ("[J", 1), ("[[Ljava/lang/String;", 1)];
    assert_eq!(made, expected);
}

#[test]
fn a_lambda_names_the_method_that_it_runs() {
    let class = small();
    let dynamic = operations(body(&class, "lambda")).find_map(|operation| match operation {
        Operation::InvokeDynamic(dynamic) => Some(dynamic),
        _ => None,
    });
    let dynamic = dynamic.unwrap();
    let Handle::Invoke(_, bootstrap) = &*dynamic.bootstrap else { panic!("{:?}", dynamic.bootstrap) };
    assert_eq!((&*bootstrap.class, &*bootstrap.name), ("java/lang/invoke/LambdaMetafactory", "metafactory"));
    let Constant::Handle(target) = &dynamic.arguments[1] else { panic!("{:?}", dynamic.arguments) };
    assert!(matches!(&**target, Handle::Invoke(_, method) if method.name.starts_with("lambda$lambda$")));
    assert_eq!((&*dynamic.name, &*dynamic.descriptor), ("get", "(Ljava/lang/String;)Ljava/util/function/Supplier;"));
}

/// Changes the one instruction `from` in the code of `many` (no other method has this sequence).
fn patched(from: &[u8], to: &[u8]) -> Class {
    let mut bytes = compiled().bytes("Small");
    let found: Vec<usize> = (0..bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
    assert_eq!(found.len(), 1);
    bytes[found[0]..found[0] + to.len()].copy_from_slice(to);
    Class::read(&bytes).unwrap()
}

#[test]
fn a_ret_outside_of_a_subroutine_makes_its_method_unreadable_and_not_the_class() {
    // lconst_0 lstore_0 lconst_1 lstore_2 ldc2_w; the first two become `ret 5`.
    let class = patched(&[0x09, 0x3f, 0x0a, 0x41, 0x14], &[0xa9, 5]);
    let many = class.methods.iter().find(|method| &*method.name == "many").unwrap();
    assert_eq!(many.code, MethodCode::Unreadable(CodeError::Return(0)));
    assert!(class.methods.iter().filter(|method| matches!(method.code, MethodCode::Unreadable(_))).count() == 1);
}

#[test]
fn what_is_no_instruction_and_what_leads_nowhere_is_an_error() {
    let code = |class: Class| class.methods.into_iter().find(|method| &*method.name == "many").unwrap().code;
    let with = |to: &[u8]| code(patched(&[0x09, 0x3f, 0x0a, 0x41, 0x14], to));
    assert_eq!(with(&[0xfd]), MethodCode::Unreadable(CodeError::Instruction(0)));
    // Far bounds of a table: high - low does not fit an `int`.
    assert_eq!(with(&[0xaa]), MethodCode::Unreadable(CodeError::Instruction(0)));
    // goto -1; goto 1, which is amid the goto
    assert_eq!(with(&[0xa7, 0xff, 0xff]), MethodCode::Unreadable(CodeError::Target(0, -1)));
    assert_eq!(with(&[0xa7, 0, 1]), MethodCode::Unreadable(CodeError::Target(0, 1)));
    assert!(matches!(with(&[0xb2, 0, 1]), MethodCode::Unreadable(CodeError::Pool(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn whatever_the_bytes_there_is_a_class_or_an_error(
        which in 0..64_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..=6),
        cut in prop::option::weighted(0.1, any::<prop::sample::Index>()),
    ) {
        static ALL: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
        let all = ALL.get_or_init(|| compiled().all());
        let mut bytes = all[which % all.len()].clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let Ok(class) = Class::read(&bytes) else { return Ok(()) };
        for method in &class.methods {
            let Some(code) = shapes::code(method) else { continue };
            let _ = Dependences::of(&code, Loops::End);
        }
    }
}

/// What a run over a JDK counts.
#[derive(Default)]
struct Counts {
    classes: usize,
    methods: usize,
    instructions: usize,
    /// Methods that were compared with the other reader.
    compared: usize,
    /// What the other reader cannot read.
    unknown: Vec<String>,
    failures: Vec<String>,
}

impl Counts {
    fn add(mut self, other: Self) -> Self {
        self.classes += other.classes;
        self.methods += other.methods;
        self.instructions += other.instructions;
        self.compared += other.compared;
        self.unknown.extend(other.unknown);
        self.failures.extend(other.failures);
        self
    }
}

#[test]
#[ignore = "reads a whole JDK"]
fn every_class_of_a_jdk_is_read_as_another_reader_reads_it() {
    let start = std::time::Instant::now();
    let image = Image::open(&support::jdk().join("lib/modules")).unwrap();
    let names: Vec<&str> = image.names().collect();
    let one = |name: &&str| {
        let bytes = image.class_file(name).unwrap().unwrap().into_owned();
        let mut counts = Counts { classes: 1, ..Counts::default() };
        let class = match Class::read(&bytes) {
            Ok(class) => class,
            Err(error) => return Counts { failures: vec![format!("{name}: {error}")], ..counts },
        };
        assert_eq!(*class.name, **name);
        counts.methods = class.methods.len();
        for method in &class.methods {
            counts.instructions += method.body().map_or(0, |body| body.instructions.len());
            if let MethodCode::Unreadable(error) = &method.code {
                counts.failures.push(format!("{name}.{}{}: {error}", method.name, method.descriptor));
            }
        }
        match reader::class(bytes) {
            Err(error) => counts.unknown.push(format!("{name}: {error}")),
            Ok(other) => {
                for (method, other) in class.methods.iter().zip(&other.methods) {
                    counts.compared += 1;
                    let agrees = agrees(method, other);
                    counts.failures.extend(agrees.err().map(|error| format!("{name}.{}: {error}", method.name)));
                }
            }
        }
        counts
    };
    let counts = names.par_iter().map(one).reduce(Counts::default, Counts::add);
    println!(
        "{} classes, {} methods, {} instructions, {} methods compared, {:?}; the other reader refuses {:?}",
        counts.classes,
        counts.methods,
        counts.instructions,
        counts.compared,
        start.elapsed(),
        counts.unknown
    );
    assert!(counts.failures.is_empty(), "{} failures: {:#?}", counts.failures.len(), counts.failures);
}

/// A class with a method that loads entry 14 of the constant pool, and bootstrap methods with these arguments; entry
/// 14 and those after it are dynamic constants of the first bootstrap method and those after.
fn dynamic(arguments: &[Vec<u16>]) -> Class {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 55];
    let short = |bytes: &mut Vec<u8>, number: usize| bytes.extend(u16::try_from(number).unwrap().to_be_bytes());
    let text = |bytes: &mut Vec<u8>, text: &str| {
        bytes.extend([1, 0, u8::try_from(text.len()).unwrap()]);
        bytes.extend(text.as_bytes());
    };
    short(&mut bytes, 14 + arguments.len());
    text(&mut bytes, "T");
    bytes.extend([7, 0, 1]);
    text(&mut bytes, "java/lang/Object");
    bytes.extend([7, 0, 3]);
    ["m", "()V", "Code", "BootstrapMethods"].iter().for_each(|it| text(&mut bytes, it));
    bytes.extend([12, 0, 5, 0, 10]);
    text(&mut bytes, "I");
    bytes.extend([15, 6, 0, 12, 10, 0, 2, 0, 13, 12, 0, 5, 0, 6]);
    for number in 0..arguments.len() {
        bytes.push(17);
        short(&mut bytes, number);
        bytes.extend([0, 9]);
    }
    // Flags, class, superclass; no interfaces or fields; one method, static, with one attribute.
    bytes.extend([0, 0x20, 0, 2, 0, 4, 0, 0, 0, 0, 0, 1, 0, 8, 0, 5, 0, 6, 0, 1]);
    bytes.extend([0, 7, 0, 0, 0, 16, 0, 1, 0, 0, 0, 0, 0, 4, 0x12, 14, 0x57, 0xb1, 0, 0, 0, 0]);
    let mut attribute = Vec::new();
    short(&mut attribute, arguments.len());
    for arguments in arguments {
        attribute.extend([0, 11]);
        short(&mut attribute, arguments.len());
        arguments.iter().for_each(|it| attribute.extend(it.to_be_bytes()));
    }
    bytes.extend([0, 1, 0, 8]);
    bytes.extend(u32::try_from(attribute.len()).unwrap().to_be_bytes());
    bytes.extend(attribute);
    Class::read(&bytes).unwrap()
}

#[test]
fn a_dynamic_constant_has_its_bootstrap_method_and_arguments() {
    let class = dynamic(&[vec![2, 15], vec![]]);
    let Some(Operation::Constant(Constant::Dynamic(constant))) = operations(body(&class, "m")).next() else {
        panic!("{class:?}")
    };
    assert_eq!((&*constant.name, &*constant.descriptor), ("m", "I"));
    assert!(matches!(&*constant.bootstrap, Handle::Invoke(_, method) if &*method.class == "T"));
    assert!(matches!(&constant.arguments[..], [Constant::Class(_), Constant::Dynamic(_)]));
}

#[test]
fn constants_that_are_made_of_themselves_or_of_too_many_are_refused() {
    let refused = |arguments: &[Vec<u16>]| {
        let code = dynamic(arguments).methods.remove(0).code;
        matches!(code, MethodCode::Unreadable(CodeError::Pool(PoolError::Nested(_))))
    };
    assert!(refused(&[vec![14]]) && refused(&[vec![15], vec![14]]));
    // Each is made of the next one, twice: 2 to the power of 60 in all.
    let twice: Vec<Vec<u16>> = (0..60).map(|number| vec![15 + number; 2]).chain([vec![]]).collect();
    assert!(refused(&twice));
    let once: Vec<Vec<u16>> = (0..60).map(|number| vec![15 + number]).chain([vec![]]).collect();
    assert!(!refused(&once));
    let long: Vec<Vec<u16>> = (0..600).map(|number| vec![15 + number]).chain([vec![]]).collect();
    assert!(refused(&long));
}

#[test]
fn a_module_is_read() {
    let class = compile(&[("module-info", "module m { }")]).class("module-info");
    assert_eq!((&*class.name, class.super_name, class.methods.len()), ("module-info", None, 0));
}

#[test]
#[ignore = "reads an eighth of a JDK, four times"]
fn whatever_the_bytes_of_an_eighth_of_a_jdk_there_is_a_class_or_an_error() {
    let start = std::time::Instant::now();
    let image = Image::open(&support::jdk().join("lib/modules")).unwrap();
    let mut names: Vec<&str> = image.names().collect();
    names.sort_unstable();
    let one = |(number, name): (usize, &&str)| {
        let bytes = image.class_file(name).unwrap().unwrap();
        let mut random = number as u64;
        let mut below = |sides: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % sides
        };
        // One of eight, and no long tables of numbers: they take long, and are all alike.
        if number % 8 != 0 || bytes.len() > 50_000 {
            return (0, 0);
        }
        let mutated = (0..4).map(|_| {
            let mut bytes = bytes.to_vec();
            for _ in 0..=below(4) {
                let at = below(bytes.len());
                bytes[at] = [0, 1, 0xff, 0x7f, 0x80, below(256) as u8][below(6)];
            }
            let Ok(class) = Class::read(&bytes) else { return 0 };
            let codes: Vec<Code> = class.methods.iter().filter_map(shapes::code).collect();
            codes.iter().for_each(|code| drop(Dependences::of(code, Loops::End)));
            1
        });
        (4, mutated.sum::<usize>())
    };
    let sum = |one: (usize, usize), other: (usize, usize)| (one.0 + other.0, one.1 + other.1);
    let (all, read) = names.par_iter().enumerate().map(one).reduce(|| (0, 0), sum);
    println!("{all} class files, {read} of them can be read, {:?}", start.elapsed());
    assert!(read > 0 && read < all);
}
