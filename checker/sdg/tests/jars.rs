//! All classes of some jars, read and analysed; by hand:
//!
//! `SDG_JARS=old.jar:older.jar cargo test -p mcr-sdg --test jars -- --ignored --nocapture`
//!
//! Old jars have subroutines (`jsr`, `ret`); what becomes of them is counted, and looked at more closely: whether the
//! kinds of values fit together, which they do not if copies of a subroutine are mixed.
use mcr_sdg::body::{Body, Operation};
use mcr_sdg::classes::{Class, Method, MethodCode};
use mcr_sdg::dependences::{Dependences, Loops};
use mcr_sdg::descriptor::Kind;
use mcr_sdg::jar::Jar;
use mcr_sdg::shapes;
use mcr_sdg::values::Source;
use rayon::prelude::*;
use std::path::PathBuf;
use std::time::Instant;

/// What is counted.
#[derive(Default)]
struct Counts {
    classes: usize,
    methods: usize,
    /// Methods that had subroutines, their instructions, and how many of these are different ones of the file.
    inlined: usize,
    instructions: usize,
    distinct: usize,
    /// The method that grew most, by instructions and by its name.
    largest: (usize, usize, String),
    /// Loads and returns whose kinds were compared.
    compared: usize,
    failures: Vec<String>,
}

impl Counts {
    fn add(mut self, other: Self) -> Self {
        self.classes += other.classes;
        self.methods += other.methods;
        self.inlined += other.inlined;
        self.instructions += other.instructions;
        self.distinct += other.distinct;
        self.largest = self.largest.max(other.largest);
        self.compared += other.compared;
        self.failures.extend(other.failures);
        self
    }
}

/// How many different instructions of the file there are, if there were subroutines: only then an offset is repeated.
fn distinct(body: &Body) -> Option<usize> {
    let mut offsets: Vec<u32> = body.instructions.iter().map(|instruction| instruction.offset).collect();
    if offsets.is_sorted_by(|one, next| one < next) {
        return None;
    }
    offsets.sort_unstable();
    offsets.dedup();
    Some(offsets.len())
}

/// What an instruction gives that makes a new value.
fn given(operation: &Operation) -> Option<Kind> {
    use Operation as O;
    Some(match operation {
        O::Constant(constant) => constant.kind(),
        O::Increment { .. } | O::Compare(_) | O::ArrayLength | O::InstanceOf(_) => Kind::Int,
        O::Arithmetic(_, kind) => *kind,
        O::Convert(_, to) => to.kind(),
        O::ArrayLoad(element) => element.kind(),
        O::GetField(field) => field.kind,
        O::Invoke(_, method) => return method.signature.result,
        O::InvokeDynamic(dynamic) => return dynamic.signature.result,
        O::New(_) | O::NewArray { .. } => Kind::Reference,
        _ => return None,
    })
}

/// Whether what is loaded and returned is of the kind that the instruction says; how many were looked at.
fn kinds(method: &Method, body: &Body, found: &Dependences) -> Result<usize, String> {
    let parameters = method.parameters();
    let mut compared = 0;
    for (at, instruction) in body.instructions.iter().enumerate().filter(|(at, _)| found.effects[*at].is_some()) {
        let (Operation::Load(kind, _) | Operation::Return(Some(kind))) = &instruction.operation else { continue };
        for origin in found.values.origins(found.data(at)[0]) {
            let other = match found.values.source(origin) {
                Source::Parameter(number) => Some(parameters[*number]),
                Source::Caught(_) => Some(Kind::Reference),
                Source::Made { instruction, .. } => given(&body.instructions[*instruction].operation),
                Source::Merge(_) => None,
            };
            if other != Some(*kind) {
                return Err(format!("instruction {at} wants {kind:?}, and gets {other:?}"));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

fn look_at(name: &str, method: &Method, counts: &mut Counts) {
    let name = format!("{name}.{}{}", method.name, method.descriptor);
    let body = match &method.code {
        MethodCode::Body(body) => body,
        MethodCode::Unreadable(error) => return counts.failures.push(format!("{name}: {error}")),
        MethodCode::Abstract | MethodCode::Native | MethodCode::NotKept => return,
    };
    if let Some(distinct) = distinct(body) {
        let size = body.instructions.len();
        counts.inlined += 1;
        counts.instructions += size;
        counts.distinct += distinct;
        counts.largest = std::mem::take(&mut counts.largest).max((size - distinct, size, name.clone()));
    }
    let code = shapes::code(method).expect("it has a body");
    for loops in [Loops::End, Loops::MayNotEnd] {
        match Dependences::of(&code, loops).map(|found| kinds(method, body, &found)) {
            Ok(Ok(compared)) => counts.compared += compared,
            Ok(Err(error)) => counts.failures.push(format!("{name}: {error}")),
            Err(error) => counts.failures.push(format!("{name}: {error}")),
        }
    }
}

#[test]
#[ignore = "reads what the environment names"]
fn every_class_of_the_jars_can_be_read_and_analysed() {
    let jars: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("SDG_JARS").expect("SDG_JARS names jars")).collect();
    let mut all = Counts::default();
    for path in jars {
        let start = Instant::now();
        let jar = Jar::open(&path, 25).unwrap();
        let names: Vec<&str> = jar.names().collect();
        let one = |name: &&str| {
            let mut counts = Counts { classes: 1, ..Counts::default() };
            match jar.class_file(name).map(|bytes| Class::read(&bytes.expect("it is listed"))) {
                Ok(Ok(class)) => {
                    counts.methods = class.methods.len();
                    class.methods.iter().for_each(|method| look_at(name, method, &mut counts));
                }
                Ok(Err(error)) => counts.failures.push(format!("{name}: {error}")),
                Err(error) => counts.failures.push(format!("{name}: {error}")),
            }
            counts
        };
        let counts = names.par_iter().map(one).reduce(Counts::default, Counts::add);
        println!(
            "{}: {} classes, {} methods, {} with subroutines ({} instructions of {} different ones), {:?}",
            path.display(),
            counts.classes,
            counts.methods,
            counts.inlined,
            counts.instructions,
            counts.distinct,
            start.elapsed()
        );
        counts.failures.iter().for_each(|failure| println!("  {failure}"));
        all = all.add(counts);
    }
    println!(
        "{} classes, {} methods, {} with subroutines ({} instructions of {} different ones), {} kinds compared",
        all.classes, all.methods, all.inlined, all.instructions, all.distinct, all.compared
    );
    println!("grown most: {:?}", all.largest);
    assert!(all.failures.is_empty(), "{} failures", all.failures.len());
}
