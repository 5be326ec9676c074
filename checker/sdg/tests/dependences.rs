//! Dependences of what `javac` makes of small methods, and of all methods of a JDK.
mod reader;

use java_bytecode::simple::code::{Instruction, LocalType, StackMapTableVerificationType as Verified};
use java_bytecode::simple::constants::LoadableConstantValue;
use java_bytecode::simple::file::ClassFile;
use java_bytecode::simple::method::Method;
use mcr_sdg::dependences::{Code, Dependences, Loops};
use mcr_sdg::values::{Source, ValueId};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const PROGRAM: &str = "
class Small {
    static int max(int a, int b) { return a < b ? b : a; }
    static long sum(long[] all) { long sum = 0; for (long one : all) sum += one; return sum; }
    static Object made(Object other) { Object it = new Object(); Object same = (Object) it; return same; }
    static String cast(Object o) { String s = (String) o; return s; }
    static int caught(int[] a, int i) {
        int r = 1;
        try { r = a[i]; } catch (RuntimeException e) { return r; }
        return 2;
    }
    int field; long wide;
    int twice() { return field++; }
    long both(long by) { return wide += by; }
}";

/// The class, compiled once.
fn small() -> &'static ClassFile {
    static CLASS: OnceLock<ClassFile> = OnceLock::new();
    CLASS.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let source = directory.path().join("Small.java");
        std::fs::write(&source, PROGRAM).unwrap();
        let status = Command::new("javac").arg(&source).status().expect("javac is on the path");
        assert!(status.success());
        reader::class(std::fs::read(directory.path().join("Small.class")).unwrap()).unwrap()
    })
}

/// One method, with its dependences.
struct Analysed {
    instructions: Vec<Instruction>,
    code: Code,
    found: Dependences,
}

impl Analysed {
    fn of(name: &str, loops: Loops) -> Self {
        let class = small();
        let method = class.methods.iter().find(|method| &*method.name_and_type.name == name).unwrap();
        let (code, _) = reader::code(method).unwrap();
        let found = Dependences::of(&code, loops).unwrap();
        Self { instructions: method.code.as_ref().unwrap().instructions.clone(), code, found }
    }

    /// The only instruction that is so.
    fn one(&self, is: impl Fn(&Instruction) -> bool) -> usize {
        let all: Vec<usize> = (0..self.instructions.len()).filter(|at| is(&self.instructions[*at])).collect();
        let [one] = all[..] else { panic!("{all:?} of {:?}", self.instructions) };
        one
    }

    /// Where the values that an instruction takes come from, copies looked through; an instruction by its number.
    fn origins(&self, instruction: usize) -> Vec<Vec<String>> {
        let show = |value: &ValueId| match self.found.values.source(*value) {
            Source::Parameter(number) => format!("p{number}"),
            Source::Caught(handler) => format!("caught {handler}"),
            Source::Made { instruction, .. } => instruction.to_string(),
            Source::Merge(_) => unreachable!("an origin is no merge"),
        };
        let of = |value: &ValueId| self.found.values.origins(*value).iter().map(show).collect();
        self.found.data(instruction).iter().map(of).collect()
    }

    /// The instructions with a say in whether a node runs, and whether it is by an exception.
    fn causes(&self, node: usize) -> Vec<(usize, bool)> {
        let mut causes: Vec<(usize, bool)> =
            self.found.causes(&self.code, node).map(|cause| (cause.instruction, cause.edge.exceptional)).collect();
        causes.dedup();
        causes
    }
}

#[test]
fn a_conditional_value_comes_from_both_sides_and_each_side_depends_on_the_branch() {
    let max = Analysed::of("max", Loops::End);
    let returns = max.one(|it| matches!(it, Instruction::Return(_)));
    assert_eq!(max.origins(returns), [["p0", "p1"]]);
    let branch = max.one(|it| matches!(it, Instruction::IfIcmp(..)));
    assert_eq!(max.origins(branch), [["p0"], ["p1"]]);
    let loads: Vec<usize> =
        (branch..returns).filter(|at| matches!(max.instructions[*at], Instruction::LoadLocal(..))).collect();
    assert!(loads.iter().all(|load| max.causes(*load) == [(branch, false)]) && loads.len() == 2);
    // The return comes whichever way is taken.
    assert_eq!(max.causes(returns), []);
}

#[test]
fn a_sum_comes_from_its_start_and_from_each_round() {
    let sum = Analysed::of("sum", Loops::End);
    let add = sum.one(|it| matches!(it, Instruction::Add(_)));
    let zero = sum.one(|it| matches!(it, Instruction::Const(LoadableConstantValue::Long(0))));
    let element = sum.one(|it| matches!(it, Instruction::LoadArray(_)));
    assert_eq!(sum.origins(add), [vec![zero.to_string(), add.to_string()], vec![element.to_string()]]);
    let returns = sum.one(|it| matches!(it, Instruction::Return(_)));
    assert_eq!(sum.origins(returns), [[zero.to_string(), add.to_string()]]);
    // The rounds depend on the test, and on that the element's load does not throw (an index that is out of bounds, as
    // far as bytecode tells); so what follows the loop is not bound to come from the test on.
    let test = sum.one(|it| matches!(it, Instruction::IfIcmp(..)));
    assert_eq!(sum.causes(add), [(element, false)]);
    assert_eq!(sum.causes(element), [(test, false)]);
    assert_eq!(sum.causes(returns), [(test, false)]);
}

#[test]
fn a_new_object_is_looked_through_dup_store_load_and_cast() {
    let made = Analysed::of("made", Loops::End);
    let new = made.one(|it| matches!(it, Instruction::New(_)));
    let returns = made.one(|it| matches!(it, Instruction::Return(_)));
    assert_eq!(made.origins(returns), [[new.to_string()]]);
    let init = made.one(|it| matches!(it, Instruction::InvokeSpecial(_)));
    assert_eq!(made.origins(init), [[new.to_string()]]);
    let cast = Analysed::of("cast", Loops::End);
    let returns = cast.one(|it| matches!(it, Instruction::Return(_)));
    assert_eq!(cast.origins(returns), [["p0"]]);
    // It runs only if the cast has not thrown.
    let check = cast.one(|it| matches!(it, Instruction::Checkcast(_)));
    assert_eq!(cast.causes(returns), [(check, false)]);
}

#[test]
fn a_handler_depends_on_what_throws_and_sees_variables_as_they_were() {
    let caught = Analysed::of("caught", Loops::End);
    let element = caught.one(|it| matches!(it, Instruction::LoadArray(_)));
    let handler = caught.one(|it| matches!(it, Instruction::StoreLocal(LocalType::Reference, _)));
    assert_eq!(caught.origins(handler), [[format!("caught {handler}")]]);
    assert_eq!(caught.causes(handler), [(element, true)]);
    // `r` is still 1: the store comes after what throws.
    let in_handler = (handler..caught.instructions.len())
        .find(|at| matches!(caught.instructions[*at], Instruction::Return(_)))
        .unwrap();
    assert_eq!(caught.origins(in_handler), [["0"]]);
}

#[test]
fn values_of_one_and_of_two_words_pass_through_dup_x1() {
    // aload_0, dup, getfield, dup_x1, iconst_1, iadd, putfield, ireturn
    let twice = Analysed::of("twice", Loops::End);
    let get = twice.one(|it| matches!(it, Instruction::GetField(_)));
    let add = twice.one(|it| matches!(it, Instruction::Add(_)));
    let put = twice.one(|it| matches!(it, Instruction::PutField(_)));
    assert_eq!(twice.origins(twice.one(|it| matches!(it, Instruction::Return(_)))), [[get.to_string()]]);
    assert_eq!(twice.origins(put), [["p0".to_owned()], [add.to_string()]]);
    // aload_0, dup, getfield, lload_1, ladd, dup2_x1, putfield, lreturn
    let both = Analysed::of("both", Loops::End);
    let get = both.one(|it| matches!(it, Instruction::GetField(_)));
    let add = both.one(|it| matches!(it, Instruction::Add(_)));
    let put = both.one(|it| matches!(it, Instruction::PutField(_)));
    assert_eq!(both.origins(add), [[get.to_string()], ["p1".to_owned()]]);
    assert_eq!(both.origins(put), [["p0".to_owned()], [add.to_string()]]);
    assert_eq!(both.origins(both.one(|it| matches!(it, Instruction::Return(_)))), [[add.to_string()]]);
}

/// What was found in some methods.
#[derive(Debug, Default, Clone)]
struct Figures {
    methods: usize,
    instructions: usize,
    dead: usize,
    values: usize,
    merges: usize,
    decisions: usize,
    most_decisions: usize,
    /// Time in `Dependences::of`, of all threads together.
    spent: Duration,
    /// Classes that the reader of this test cannot read: it wants strings to be Unicode (no lone surrogates).
    unread: Vec<String>,
    complaints: Vec<String>,
}

impl Figures {
    fn and(mut self, mut other: Self) -> Self {
        self.methods += other.methods;
        self.instructions += other.instructions;
        self.dead += other.dead;
        self.values += other.values;
        self.merges += other.merges;
        self.decisions += other.decisions;
        self.most_decisions = self.most_decisions.max(other.most_decisions);
        self.spent += other.spent;
        self.unread.append(&mut other.unread);
        self.complaints.append(&mut other.complaints);
        self
    }
}

/// Compares with what the class file itself says: depths with its stack map frames, values with their types.
fn examine(method: &Method, loops: Loops) -> Figures {
    let Some((code, types)) = reader::code(method) else { return Figures::default() };
    let start = Instant::now();
    let found = Dependences::of(&code, loops);
    let spent = start.elapsed();
    let found = match found {
        Ok(found) => found,
        Err(error) => return Figures { methods: 1, complaints: vec![error.to_string()], ..Figures::default() },
    };
    let mut complaints = Vec::new();
    for frame in method.code.iter().flat_map(|code| &code.stack_map_table).flatten() {
        let wide = |it: &&Verified| matches!(it, Verified::Long | Verified::Double);
        let depth = frame.stack.len() + frame.stack.iter().filter(wide).count();
        let at = frame.start.0 as usize;
        if let Some(effect) = &found.effects[at]
            && effect.depth != depth
        {
            complaints.push(format!("depth {} instead of {depth} at {at}", effect.depth));
        }
    }
    let parameters = reader::parameters(method);
    for (at, own) in types.iter().enumerate() {
        for (value, expected) in found.data(at).iter().zip(own.iter().flat_map(|own| own.takes.chars())) {
            for origin in found.values.origins(*value) {
                let kind = match found.values.source(origin) {
                    Source::Parameter(number) => parameters.chars().nth(*number),
                    Source::Caught(_) => Some('A'),
                    Source::Made { instruction, .. } => types[*instruction].as_ref().and_then(|own| own.gives),
                    Source::Merge(_) => None,
                };
                if kind != Some(expected) {
                    complaints.push(format!("{at} takes {expected} but is given {kind:?}"));
                }
            }
        }
    }
    let decisions: usize = found.control.decisions.iter().map(Vec::len).sum();
    Figures {
        methods: 1,
        instructions: code.shapes.len(),
        dead: found.effects.iter().filter(|effect| effect.is_none()).count(),
        values: found.values.count(),
        merges: (0..found.values.count())
            .filter(|value| matches!(found.values.source(ValueId(*value as u32)), Source::Merge(_)))
            .count(),
        decisions,
        most_decisions: decisions,
        spent,
        unread: Vec::new(),
        complaints,
    }
}

/// Examines each class of `java.base`.
fn examine_jdk(home: &Path, loops: Loops) -> Figures {
    let directory = tempfile::tempdir().unwrap();
    let status = Command::new(home.join("bin/jimage"))
        .args(["extract", "--include", "regex:/java.base/.*[.]class", "--dir"])
        .args([directory.path(), &home.join("lib/modules")])
        .status()
        .expect("a JDK has jimage");
    assert!(status.success());
    let files = files(directory.path());
    let start = Instant::now();
    let examined = files.par_iter().map(|file| match reader::class(std::fs::read(file).unwrap()) {
        Ok(class) => {
            class.methods.iter().map(|method| named(&class, method, loops)).fold(Figures::default(), Figures::and)
        }
        Err(error) if error == "invalid utf8" => {
            Figures { unread: vec![file.file_name().unwrap().display().to_string()], ..Figures::default() }
        }
        Err(error) => Figures { complaints: vec![format!("{}: {error}", file.display())], ..Figures::default() },
    });
    let figures = examined.reduce(Figures::default, Figures::and);
    println!(
        "{} {loops:?}: {} classes in {:.1} s with reading",
        home.display(),
        files.len(),
        start.elapsed().as_secs_f32()
    );
    figures
}

fn named(class: &ClassFile, method: &Method, loops: Loops) -> Figures {
    let mut figures = examine(method, loops);
    for complaint in &mut figures.complaints {
        *complaint = format!("{:?}.{}: {complaint}", class.this_class, method.name_and_type.name);
    }
    figures
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "class") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Of the JDK in `JAVA_HOME`, which has to be set. `cargo test -p mcr-sdg --test dependences -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes in the debug profile"]
fn all_methods_of_a_jdk_add_up_and_agree_with_their_stack_maps() {
    let home = std::env::var_os("JAVA_HOME").map(PathBuf::from).expect("JAVA_HOME is set");
    for loops in [Loops::End, Loops::MayNotEnd] {
        let figures = examine_jdk(&home, loops);
        println!("{:?}", Figures { complaints: Vec::new(), ..figures.clone() });
        assert_eq!(figures.complaints, [""; 0]);
        assert!(figures.methods > 10_000);
    }
}
